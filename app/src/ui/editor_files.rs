//! Files the editor reads and writes beside scenarios: geography, tables, pictures.

use super::App;
use crate::assets::Assets;
use crate::files::{self, Keep};
use editor::ui::FileRequest;
use engine::AssetSource;
use std::path::Path;
use ui_kit::widgets::Tone;

/// Reads a file; a relative name is looked for beside the document first.
pub fn read(path: &Path, beside: Option<&Path>) -> Result<Vec<u8>, String> {
    let near = beside.and_then(Path::parent).map(|folder| folder.join(path)).filter(|p| p.is_file());
    files::read_bytes(near.as_deref().unwrap_or(path)).map_err(|e| e.to_string())
}

/// Texts a rule system brings for the editor: name without ending, and text.
pub fn list(assets: &Assets, ruleset: &str, begins: &str) -> Vec<(String, String)> {
    let paths = assets.list(&format!("{ruleset}/editor"));
    let name = |p: &str| p.rsplit('/').next().unwrap_or_default().trim_end_matches(".ron").to_owned();
    let wanted = paths.into_iter().filter(|p| p.ends_with(".ron") && name(p).starts_with(begins));
    wanted.filter_map(|p| assets.read(&p).ok().map(|text| (name(&p), text))).collect()
}

impl App {
    /// A file was chosen for the editor.
    pub(super) fn editor_file(&mut self, wish: FileRequest, path: &Path) {
        if wish.is_saving() {
            let Some(bytes) = self.editor_out.take() else { return };
            match files::write(path, &bytes, Keep::Generations) {
                Ok(_) => self.toast_saved(path),
                Err(e) => self.toasts.push(Tone::Bad, format!("Not saved. {e}")),
            }
            return;
        }
        let bytes = files::read_bytes(path).map_err(|e| e.to_string());
        let mut out = Vec::new();
        self.with_editor(false, &mut out, |editor, host| editor.take_file(wish, path, bytes, host));
        self.commands.extend(out);
    }
}
