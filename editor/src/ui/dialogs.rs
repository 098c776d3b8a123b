//! The dialogs of the editor that may be open.

use super::geo::GeoDialog;
use super::help::Search;
use super::new::NewDialog;
use super::resize::Resize;

/// The dialogs that are open.
#[derive(Default)]
pub struct Dialogs {
    pub new: Option<NewDialog>,
    /// The dialog for a new scenario was asked for from another screen.
    pub visiting: bool,
    pub geo: Option<GeoDialog>,
    /// A changed document to close, by its key.
    pub closing: Option<u64>,
    /// A save that would overwrite another program's changes: the document, and whether to close it then.
    pub conflict: Option<(u64, bool)>,
    pub search: Option<Search>,
    pub keys_shown: bool,
    pub guide_shown: bool,
    /// Why a table was refused: its name, and every line that is wrong.
    pub refused: Option<(String, Vec<String>)>,
    /// A save that would remove the comments of a file written by hand: the document, and whether to close it then.
    pub comments: Option<(u64, bool)>,
    pub resize: Option<Resize>,
    pub renumber: Option<super::numbering::Renumber>,
    pub versions: Option<super::versions::Versions>,
}

impl Dialogs {
    pub fn is_any_open(&self) -> bool {
        self.new.is_some()
            || self.geo.is_some()
            || self.closing.is_some()
            || self.conflict.is_some()
            || self.search.is_some()
            || self.keys_shown
            || self.guide_shown
            || self.refused.is_some()
            || self.comments.is_some()
            || self.resize.is_some()
            || self.renumber.is_some()
            || self.versions.is_some()
    }
}
