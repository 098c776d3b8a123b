//! Matching a line by whole words, as the command line and the search fields do.

/// True if `line` holds every one of `words` as a whole word, in any order, ignoring case.
/// Letters, digits, `-` and `.` make a word.
pub fn has_words(line: &str, words: &[&str]) -> bool {
    let own = split(line);
    words.iter().flat_map(|w| split(w)).all(|w| own.contains(&w))
}

fn split(line: &str) -> Vec<String> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.' || c == '\''))
        .map(|w| w.trim_matches(|c| c == '.' || c == '-' || c == '\'').to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn words_match_whole_and_in_any_order() {
        assert!(has_words("Infantry 1 E7: move to E6 (1 AP)", &["e6", "move", "infantry"]));
        assert!(!has_words("Infantry 1 E7: move to E61", &["E6"]));
        assert!(has_words("rule 8.los-tie", &["8.los-tie"]));
    }
}
