//! Whether a line has the words a script asks for.

use engine::has_words;

/// Whole words in any order, in any case; what stands in quotes must stand so in the line.
pub fn label_fits(line: &str, words: &str) -> bool {
    let low = line.to_lowercase();
    words.split('"').enumerate().all(|(i, part)| {
        let quoted = i % 2 == 1;
        if quoted { has_phrase(&low, &part.to_lowercase()) } else { has_words(line, &[part]) }
    })
}

/// The phrase stands in the line, not within longer words.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let inner = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (first, last) = (inner(phrase.chars().next()), inner(phrase.chars().next_back()));
    line.match_indices(phrase).any(|(i, _)| {
        let before = line[..i].chars().next_back();
        let after = line[i + phrase.len()..].chars().next();
        !(first && inner(before) || last && inner(after))
    })
}

#[cfg(test)]
mod tests {
    use super::label_fits;

    #[test]
    fn words_in_any_order_phrases_as_they_stand() {
        let line = "B1: 20 against 12, 166 per cent: 5/25 | mountain hex -2 [9.22]";
        assert!(label_fits(line, "per 12 b1"));
        assert!(label_fits(line, "B1 \"20 against 12\" \"mountain hex -2\""));
        assert!(!label_fits(line, "\"12 against 20\""));
        assert!(!label_fits(line, "\"0 against 12\""));
        assert!(!label_fits(line, "\"5/2\""));
        assert!(label_fits(line, "\"5/25\""));
    }
}
