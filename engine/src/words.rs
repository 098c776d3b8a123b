//! Words and lists as English writes them, and matching a line by whole words, as the command line and the search
//! fields do.

/// True if `line` holds every one of `words` as a whole word, in any order, ignoring case.
/// Letters, digits, `-` and `.` make a word.
pub fn has_words(line: &str, words: &[&str]) -> bool {
    let own = split(line);
    words.iter().flat_map(|w| split(w)).all(|w| own.contains(&w))
}

/// With a capital letter at the start.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What stands within a line, as a sentence of its own.
pub fn sentence(text: &str) -> String {
    capitalised(text.trim_end_matches('.')) + "."
}

/// `A`, `A and B`, `A, B and C`.
pub fn joined_with_and<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn split(line: &str) -> Vec<String> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.' || c == '\''))
        .map(|w| w.trim_matches(|c| c == '.' || c == '-' || c == '\'').to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_whole_and_in_any_order() {
        assert!(has_words("Infantry 1 E7: move to E6 (1 AP)", &["e6", "move", "infantry"]));
        assert!(!has_words("Infantry 1 E7: move to E61", &["E6"]));
        assert!(has_words("rule 8.los-tie", &["8.los-tie"]));
    }

    #[test]
    fn texts_become_sentences_and_lists() {
        assert_eq!(capitalised("österreich rückt vor"), "Österreich rückt vor");
        assert_eq!(sentence("it is held"), "It is held.");
        assert_eq!(sentence("it is held."), "It is held.");
        assert_eq!(capitalised(""), "");
        assert_eq!(joined_with_and::<&str>(&[]), "");
        assert_eq!(joined_with_and(&["E3"]), "E3");
        assert_eq!(joined_with_and(&["E3", "F4"]), "E3 and F4");
        assert_eq!(joined_with_and(&["E3", "F4", "G4"]), "E3, F4 and G4");
    }
}
