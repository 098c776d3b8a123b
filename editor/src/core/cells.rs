//! Tables as spreadsheets write them: rows of cells, with any separator and any text encoding.

use super::csv::CsvError;

/// A row of cells with its line number in the file.
pub type Line = (usize, Vec<String>);

/// Decodes a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. None for
/// what is not text at all.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], big: bool| {
        let pair =
            |p: &[u8]| if big { u16::from_be_bytes([p[0], p[1]]) } else { u16::from_le_bytes([p[0], p[1]]) };
        let units: Vec<u16> = bytes.chunks_exact(2).map(pair).collect();
        String::from_utf16(&units).ok().filter(|_| bytes.len().is_multiple_of(2))
    };
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => wide(rest, false)?,
        [0xFE, 0xFF, rest @ ..] => wide(rest, true)?,
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|b| windows_1252_char(*b)).collect(),
        },
    };
    let text = text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned);
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    (!text.chars().any(control)).then_some(text)
}

/// A character of Windows-1252.
fn windows_1252_char(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The separator: as the file says (`sep=;`), else the most frequent in its first line outside quotes.
fn find_separator(text: &str) -> (char, bool) {
    let first = text.lines().next().unwrap_or_default().trim_end();
    if let Some(c) = first.strip_prefix("sep=").and_then(|s| s.chars().next()) {
        return (c, true);
    }
    let mut open = false;
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    for c in first.chars() {
        open ^= c == '"';
        for n in counts.iter_mut().filter(|n| n.0 == c && !open) {
            n.1 += 1;
        }
    }
    // Text contains commas, occasionally a semicolon, and never a tab.
    let [commas, semicolons, tabs] = counts.map(|n| n.1);
    let best = match (tabs > 0, semicolons > 0 && semicolons >= commas) {
        (true, _) => '\t',
        (_, true) => ';',
        _ => ',',
    };
    (best, false)
}

/// RFC 4180, also with semicolons or tabs. Any line ending is accepted; empty lines are skipped.
pub fn split_cells(text: &str) -> Result<Vec<Line>, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (comma, said) = find_separator(text);
    let (mut out, mut row, mut cell): (Vec<Line>, Vec<String>, String) = Default::default();
    let (mut line, mut began, mut open, mut was) = (1, 1, false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A lone CR ends a line; a CR before LF is skipped.
        let ends = c == '\n' || (c == '\r' && chars.peek() != Some(&'\n'));
        match c {
            '"' if open && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if open => open = false,
            '"' if cell.trim().is_empty() && !was => {
                cell.clear();
                (open, was) = (true, true);
            }
            '\r' if !ends => {}
            _ if ends && !open => {
                row.push(std::mem::take(&mut cell));
                out.push((began, std::mem::take(&mut row)));
                line += 1;
                (began, was) = (line, false);
            }
            c if c == comma && !open => {
                row.push(std::mem::take(&mut cell));
                was = false;
            }
            c => {
                line += usize::from(ends);
                cell.push(if ends { '\n' } else { c });
            }
        }
    }
    if open {
        return Err(CsvError { line: began, text: "a quotation mark is not closed".into() });
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        out.push((began, row));
    }
    if said && !out.is_empty() {
        out.remove(0);
    }
    out.retain(|(_, cells)| cells.iter().any(|c| !c.trim().is_empty()));
    Ok(out)
}

/// A cell as written to a file.
pub fn quote_cell(text: &str) -> String {
    if text.contains([',', ';', '"', '\n', '\r', '\t']) || text != text.trim() {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, split_cells};

    #[test]
    fn letters_are_read_however_they_are_stored() {
        let text = "id;name\r\n1;Württemberg – Zieten’s\r\n";
        let mut marked = vec![0xEF, 0xBB, 0xBF];
        marked.extend(text.as_bytes());
        let wide = |big: bool| -> Vec<u8> {
            let two = |u: u16| if big { u.to_be_bytes() } else { u.to_le_bytes() };
            std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(two).collect()
        };
        let windows = b"id;name\r\n1;W\xfcrttemberg \x96 Zieten\x92s\r\n".to_vec();
        for bytes in [text.as_bytes().to_vec(), marked, wide(false), wide(true), windows] {
            assert_eq!(decode(&bytes).as_deref(), Some(text), "{bytes:?}");
        }
        for bytes in [&b"PK\x03\x04\x00\xff"[..], b"\xff\xfe\x00", b"\x89PNG\x0d\x0a\x1a"] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn cells_are_parted_by_what_the_file_uses() {
        let cells = |text: &str| split_cells(text).unwrap();
        let want = [["a".to_owned(), "b, c".into()], ["1".into(), "2".into()]];
        for text in [
            "a,\"b, c\"\n1,2\n",
            "a;\"b, c\"\r\n1;2\r\n",
            "a\tb, c\n1\t2",
            "a;b, c\r1;2\r",
            "\u{feff}a;\"b, c\"\n\n1;2\n;\n",
        ] {
            let got: Vec<Vec<String>> = cells(text).into_iter().map(|l| l.1).collect();
            assert_eq!(got, want, "{text:?}");
        }
        // A file may name its separator; line numbers stay correct.
        assert_eq!(cells("sep=;\na;b\n"), [(2, vec!["a".to_owned(), "b".into()])]);
        assert_eq!(cells("a\n\"x\r\ny\"\nz\n")[1..], [(2, vec!["x\ny".to_owned()]), (4, vec!["z".into()])]);
    }
}
