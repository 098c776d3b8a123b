//! Messages about files changed by other programs.

pub const LOAD: &str = "Load the file";
pub const LOAD_TIP: &str =
    "What the file holds now takes the place of this document, as one step that can be undone";
pub const KEEP: &str = "Keep this one";
pub const KEEP_TIP: &str = "The document stays as it is and counts as not saved";
pub const SAVE_OVER: &str = "Save over it";
pub const SAVE_OVER_TIP: &str = "What the file holds now stays among its older versions";
pub const SAVE_AS: &str = "Save as\u{2026}";
pub const CANCEL: &str = "Do not save";
pub const STEP: &str = "Load the file anew";
pub const CONFLICT: &str =
    "Since it was opened or saved here, another program or window has written the file.";

/// The notice above the map when the file has changed.
pub fn file_changed(file: &str) -> String {
    format!("{file} was changed by another program or window.")
}

pub fn file_gone(file: &str) -> String {
    format!("{file} is no longer where it was: this document is in no file now. Save writes it again.")
}

pub fn save_conflict(file: &str) -> String {
    format!("{file} was changed elsewhere")
}

pub fn file_unreadable(file: &str, why: &str) -> String {
    format!("{file} cannot be read: {why}. The document stays as it is.")
}

pub const COMMENTS: &str = "It has comments written by hand. The editor cannot keep them: saving writes the file without them. The file as it is stays among its older versions.";
pub const SAVE_WITHOUT_COMMENTS: &str = "Save without comments";
pub const COPY_LIST: &str = "Copy the list";

pub fn comments_in(file: &str) -> String {
    format!("{file} has comments")
}
