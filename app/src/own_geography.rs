//! Tables of the user's own that say what becomes of geography: one that cannot be read gives way to the shipped table, as charts do.

use crate::cli::import::is_geography_table;
use crate::library::Library;
use editor::core::geo::Mapping;
use engine::AssetSource;

/// Leaves out own tables that cannot be read; the library's issues say so.
pub fn refuse_unreadable(library: &mut Library) {
    for id in library.registry.ids() {
        for path in library.assets.list(&format!("{id}/editor")) {
            if !is_geography_table(&path) || !library.assets.is_override(&path) {
                continue;
            }
            let text = library.assets.read(&path).unwrap_or_default();
            if let Err(why) = Mapping::parse(&text) {
                library.assets.refuse_file(&path, why);
            }
        }
    }
}
