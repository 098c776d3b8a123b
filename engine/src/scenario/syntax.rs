//! What is wrong with the form of a text, in words for whoever wrote it: the field, what it must be, what to do.
//! Scenarios, saved games and charts are all read by the same reader, whose own words are for programmers.

use super::{TextPosition, suggestion};
use ron::Error as Fault;
use ron::error::SpannedError;

/// A fault of form with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxProblem {
    pub position: TextPosition,
    pub text: String,
}

/// The reader's fault in plain words.
pub fn explain(text: &str, fault: &SpannedError) -> SyntaxProblem {
    let at = fault.span.start;
    let position = TextPosition { line: at.line, column: at.col };
    let place_of = |p: TextPosition| super::text_index::field_at(text, p);
    let field = || place_of(position).map_or("this value".to_owned(), |f| format!("'{f}'"));
    let must_be = |what: &str| format!("{} must be {what}", field());
    let words = match &fault.code {
        Fault::ExpectedComma => {
            let position = end_of_previous(text, position);
            let line = position.line;
            return SyntaxProblem { position, text: format!("a comma is missing after this (end of line {line})") };
        }
        Fault::NoSuchEnumVariant { expected, found, .. } => {
            format!("'{found}' is unknown here ({})", suggestion(found, expected.iter().copied()))
        }
        Fault::NoSuchStructField { expected, found, .. } => {
            format!("there is no field '{found}' ({})", suggestion(found, expected.iter().copied()))
        }
        Fault::MissingStructField { field, .. } => {
            format!("the field '{field}' is missing in what ends here (add it)")
        }
        Fault::DuplicateStructField { field, .. } => format!("the field '{field}' is given twice (remove one)"),
        Fault::InvalidValueForType { expected, found } => {
            format!("{} is {}; it must be {}", field(), plain_type(found), plain_type(expected))
        }
        Fault::ExpectedDifferentLength { expected, .. } => must_be(&plain_type(expected)),
        Fault::ExpectedInteger | Fault::ExpectedFloat => must_be("a number"),
        Fault::InvalidIntegerDigit { digit, .. } => format!("'{digit}' is no part of a number ({})", must_be("a number")),
        Fault::IntegerOutOfBounds => {
            format!("the number of {} is too large or too small (give a smaller one; none may be below zero here)", field())
        }
        Fault::ExpectedBoolean => must_be("true or false"),
        Fault::ExpectedString => must_be("a text in quotation marks, as \"text\""),
        Fault::ExpectedChar => "a single letter in single quotation marks is missing here, as '.'".to_owned(),
        Fault::ExpectedArray => must_be("a list in square brackets, as [\"one\", \"two\"]"),
        Fault::ExpectedMap => must_be("pairs in braces, as {\"name\": value}"),
        Fault::ExpectedStructLike | Fault::ExpectedNamedStructLike(_) | Fault::ExpectedDifferentStructName { .. } => {
            must_be("fields in round brackets, as (id: \"x\")")
        }
        Fault::ExpectedOption => must_be("Some(value) or None; or leave the field out"),
        Fault::ExpectedArrayEnd => "a closing ']' is missing here".to_owned(),
        Fault::ExpectedMapEnd => "a closing '}' is missing here".to_owned(),
        Fault::ExpectedStructLikeEnd | Fault::ExpectedOptionEnd => "a closing ')' is missing here".to_owned(),
        Fault::ExpectedMapColon => "a colon is missing here, between a name and its value".to_owned(),
        Fault::ExpectedIdentifier | Fault::InvalidIdentifier(_) | Fault::SuggestRawIdentifier(_) => {
            "the name of a field is missing here, in plain letters and without quotation marks".to_owned()
        }
        Fault::ExpectedStringEnd => "a text begins here that never ends (add its closing quotation mark)".to_owned(),
        Fault::InvalidEscape(_) => {
            "a backslash in a text begins a special letter (write two for a plain backslash)".to_owned()
        }
        Fault::UnclosedBlockComment => "a comment begins with /* and never ends (add */)".to_owned(),
        Fault::UnexpectedChar(c) => format!("'{c}' makes no sense here (remove it, or put texts in quotation marks)"),
        Fault::TrailingCharacters => {
            "the file should end here, after its last closing bracket (remove what follows, or look for a bracket too many)"
                .to_owned()
        }
        Fault::Eof => "the file ends too early (a bracket or a quotation mark is not closed)".to_owned(),
        Fault::ExceededRecursionLimit => "brackets stand too deep inside each other here (remove some)".to_owned(),
        Fault::NoSuchExtension(name) => format!("the extension '{name}' is unknown (remove the line)"),
        Fault::Message(words) => words.clone(),
        other => format!("this cannot be read: {other}"),
    };
    SyntaxProblem { position, text: words }
}

/// A type as the reader names it, for people.
fn plain_type(words: &str) -> String {
    match words {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, not below zero".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "a boolean" | "bool" => "true or false".to_owned(),
        "a string" | "string" | "str" => "a text in quotation marks".to_owned(),
        "a map" => "pairs in braces".to_owned(),
        "a sequence" => "a list in square brackets".to_owned(),
        "the unit value `()`" | "unit" | "a unit value" => "empty".to_owned(),
        _ => match words.strip_prefix("the ").unwrap_or(words) {
            w if w.starts_with("string ") => format!("the text {}", w[7..].trim()),
            w if w.starts_with("struct ") => "fields in round brackets".to_owned(),
            w if w.starts_with("enum ") => "one of the words for it".to_owned(),
            w => w.replace('`', ""),
        },
    }
}

/// Where what stands before this place ends; blanks and line comments do not count.
fn end_of_previous(text: &str, position: TextPosition) -> TextPosition {
    let before = |n: usize| match n {
        0 => 0,
        n => text.split_inclusive('\n').take(n).map(str::len).sum(),
    };
    let row = text.lines().nth(position.line - 1).unwrap_or_default();
    let column: usize = row.chars().take(position.column - 1).map(char::len_utf8).sum();
    let mut rest = &text[..(before(position.line - 1) + column).min(text.len())];
    loop {
        let cut = rest.trim_end();
        let start = cut.rfind('\n').map_or(0, |n| n + 1);
        let comment = comment_start(&cut[start..]);
        match comment {
            Some(at) => rest = &cut[..start + at],
            None => {
                let line = cut.matches('\n').count() + 1;
                return TextPosition { line, column: cut[start..].chars().count().max(1) };
            }
        }
    }
}

/// Where a line comment begins in a line, outside texts.
fn comment_start(line: &str) -> Option<usize> {
    let mut is_text = false;
    let mut last = ' ';
    for (i, c) in line.char_indices() {
        match c {
            '"' if last != '\\' => is_text = !is_text,
            '/' if last == '/' && !is_text => return Some(i - 1),
            _ => {}
        }
        last = c;
    }
    None
}

/// How many comments a text has, those inside texts in quotation marks left out.
pub fn count_comments(text: &str) -> usize {
    let (mut count, mut letters) = (0, text.chars().peekable());
    while let Some(c) = letters.next() {
        match (c, letters.peek().copied()) {
            ('"', _) => {
                while let Some(c) = letters.next() {
                    match c {
                        '\\' => drop(letters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            // A letter in single quotation marks may be a quotation mark.
            ('\'', Some(_)) => {
                if letters.next() == Some('\\') {
                    letters.next();
                }
                letters.next();
            }
            ('/', Some('/')) => {
                count += 1;
                letters.by_ref().find(|c| *c == '\n');
            }
            ('/', Some('*')) => {
                count += 1;
                let mut last = ' ';
                letters.by_ref().find(|c| std::mem::replace(&mut last, *c) == '*' && *c == '/');
            }
            _ => {}
        }
    }
    count
}

/// What is wrong with the form of any RON text, whatever it says.
pub fn check_form(text: &str) -> Option<SyntaxProblem> {
    ron::from_str::<ron::Value>(text).err().map(|e| explain(text, &e))
}

#[cfg(test)]
mod tests {
    use super::super::{FileError, Issues, parse};

    const HEAD: &str = "(format: 3, ruleset: \"x\", title: \"y\",\n  grid: (orientation: PointyTop, shove: Odd, cols: 2, rows: 1, numbering: (order: ColRow, col: (letters: true, first: 1, descending: false, width: 1), row: (letters: false, first: 1, descending: false, width: 1))),\n  legend: {'.': \"clear\"}, terrain: [\"..\"],\n";

    fn said(tail: &str) -> (usize, usize, String) {
        match parse(&format!("{HEAD}{tail}"), &mut Issues::default()) {
            Err(FileError::Syntax { line, column, text }) => (line, column, text),
            other => panic!("{tail}: {other:?}"),
        }
    }

    #[test]
    fn faults_are_told_in_words_of_the_file() {
        for (tail, line, words) in [
            ("  turns: (count: \"eight\"))", 4, "'count' must be a number"),
            ("  turns: (count: -1))", 4, "'count'"),
            ("  turns: (count: 99999999999))", 4, "'count'"),
            ("  turns: \"many\")", 4, "it must be a turn track, as (count: 24)"),
            ("  id: 7)", 4, "'id' must be a text in quotation marks"),
            ("  sides: (id: \"a\"))", 4, "'sides' must be a list in square brackets"),
            ("  options: [1])", 4, "'options' must be pairs in braces"),
            ("  sides: [\"a\"])", 4, "must be fields in round brackets"),
            ("  id: \"x\"\n  date: \"y\")", 4, "a comma is missing after this (end of line 4)"),
            (
                "  id: \"x\" // no comma, here\n\n  date: \"y\")",
                4,
                "a comma is missing after this (end of line 4)",
            ),
            ("  setup: [(secret: 1)])", 4, "'secret' must be true or false"),
            ("  id: \"x)", 4, "closing quotation mark"),
            ("  provenance: (kind: Mine))", 4, "'Mine' is unknown here"),
            ("  id: \"x\") more", 4, "the file should end here"),
            ("  id: \"x\"", 4, "missing"),
            ("  /* never", 4, "add */"),
        ] {
            let (l, column, text) = said(tail);
            assert!(text.contains(words), "{tail}: {text}");
            assert!(l == line && column >= 1, "{tail}: line {l}, column {column}: {text}");
        }
    }

    #[test]
    fn comments_are_counted_outside_texts() {
        let text =
            "// one\n(a: \"no // comment\", b: '\"', /* two // */ c: '/', // three\n d: \"\\\" // no\")";
        assert_eq!(super::count_comments(text), 3);
        assert_eq!(super::count_comments("(title: \"x\")"), 0);
    }

    #[test]
    fn no_words_of_the_reader_reach_people() {
        let foreign = [
            "enum",
            "struct",
            "untagged",
            "variant",
            "recursion",
            "serde",
            "u32",
            "char,",
            "identifier",
            "RON",
        ];
        for tail in [
            "  turns: [1])",
            "  turns: true)",
            "  schedule: [(when: 3)])",
            "  schedule: [(when: Turn(\"x\"))])",
            "  schedule: [(when: Die(\"x\"))])",
            "  labels: [(text: \"a\", at: \"A1\", style: 4)])",
            "  legend: 4)",
            "  scale_m: 1.5)",
            "  pools: [(items: [(\"a\", \"b\")])])",
            "  pools: [(items: [\"a\"])])",
            "  props: {1: 2})",
            "  props: {\"a\": (b: 1)})",
            "  props: {\"a\": None})",
            "  props: {\"a\": 99999999999999999999})",
            &format!("  props: {{\"a\": {}1{}}})", "[".repeat(200), "]".repeat(200)),
        ] {
            let (_, _, text) = said(tail);
            let found: Vec<&&str> = foreign.iter().filter(|w| text.contains(**w)).collect();
            assert!(found.is_empty(), "{tail}: {text}: {found:?}");
        }
    }
}
