//! Which modules may know which: only `tools` and `ui` know the screen.

use std::path::Path;

fn files_that_name(folder: &Path, word: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("tests") {
            continue;
        }
        if path.is_dir() {
            files_that_name(&path, word, found);
        } else if std::fs::read_to_string(&path).expect("a source file").contains(word) {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn core_print_and_words_do_not_know_the_screen() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for folder in ["core", "print", "words"] {
        for room in ["crate::ui", "crate::tools"] {
            files_that_name(&src.join(folder), room, &mut found);
        }
    }
    assert!(found.is_empty(), "these name the screen: {found:?}");
    files_that_name(&src.join("ui"), "super::", &mut found);
    assert!(!found.is_empty(), "the check itself finds words in files");
}
