//! Files the editor reads and writes beside scenarios: geography, tables, pictures.

use super::App;
use super::crash_recovery::Journal;
use crate::files::{self, Keep};
use editor::ui::{EditorAnswer, FileRequest};
use std::path::Path;
use ui_kit::widgets::Tone;

/// What of the editor's documents goes to the disk.
pub struct EditorFiles {
    /// Keeps the documents against a sudden end.
    pub journal: Option<Journal>,
    /// A scenario that waits for the name of its file.
    pub scenario_text: Option<String>,
    /// Geography, a table or a picture that waits for the name of its file.
    pub bytes: Option<Vec<u8>>,
}

/// Reads a file; a relative name is looked for beside the document first.
pub fn read(path: &Path, beside: Option<&Path>) -> Result<Vec<u8>, String> {
    let near = beside.and_then(Path::parent).map(|folder| folder.join(path)).filter(|p| p.is_file());
    files::read_bytes(near.as_deref().unwrap_or(path)).map_err(|e| e.to_string())
}

impl App {
    /// A file was chosen for the editor.
    pub(super) fn editor_file(&mut self, wish: FileRequest, path: &Path) {
        if wish.is_saving() {
            let Some(bytes) = self.editor_files.bytes.take() else { return };
            match files::write(path, &bytes, Keep::Generations) {
                Ok(_) => self.toast_saved(path),
                Err(e) => self.toasts.push(Tone::Bad, format!("Not saved. {e}")),
            }
            return;
        }
        let bytes = files::read_bytes(path).map_err(|e| e.to_string());
        let mut out = Vec::new();
        let answer = EditorAnswer::File { request: wish, path: path.to_owned(), bytes };
        self.with_editor(&mut out, |editor, around| editor.answer(answer, around));
        self.commands.extend(out);
    }
}
