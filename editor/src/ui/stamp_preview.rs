//! The part being pasted and the copied parts, as the board draws them.
use super::tab::Tab;
use crate::core::counters;
use crate::core::pattern::Pattern;
use board::view::StampPreview;
use egui::{TextureHandle, TextureOptions};
use std::sync::Arc;

/// How many copied parts are kept, the latest first.
pub const PARTS: usize = 9;
/// The size of their pictures in the palette.
pub const THUMB: egui::Vec2 = egui::vec2(72.0, 46.0);

/// Pictures of parts, kept as long as they are shown.
#[derive(Default)]
pub struct ClipboardThumbs {
    /// The part being pasted, until it changes or is rotated.
    held: Option<(Arc<Pattern>, Option<Arc<StampPreview>>)>,
    /// Which of the copied parts it was taken from.
    pub source: Option<Arc<Pattern>>,
    thumbs: Vec<(Arc<Pattern>, Option<TextureHandle>)>,
}

fn make_preview(tab: &Tab, pattern: &Pattern) -> Option<Arc<StampPreview>> {
    let schema = tab.schema();
    let (known, _) = pattern.known_to(&schema);
    let (sheet, ground, origin) = known.on_own_sheet(tab.doc(), &schema)?;
    let ground = ground.iter().filter_map(|h| sheet.map.grid.id(*h)).collect();
    let view = counters::board_view(&sheet, &schema, true);
    Some(Arc::new(StampPreview { map: sheet.map, schema, ground, view, origin }))
}

/// The part as it would be pasted; none if it is too large for a sheet of its own.
pub fn stamp_picture(tab: &mut Tab, pattern: &Arc<Pattern>) -> Option<Arc<StampPreview>> {
    // The cache shares the pattern, so that rotating it makes a new one.
    if let Some((of, picture)) = &tab.clipboard.hand.held
        && Arc::ptr_eq(of, pattern)
    {
        return picture.clone();
    }
    let made = make_preview(tab, pattern);
    tab.clipboard.hand.held = Some((pattern.clone(), made.clone()));
    made
}

/// Small pictures of the copied parts, in their order.
pub fn clipboard_thumbs(ctx: &egui::Context, tab: &mut Tab) -> Vec<(Arc<Pattern>, Option<TextureHandle>)> {
    let parts = tab.clipboard.parts.clone();
    let old = std::mem::take(&mut tab.clipboard.hand.thumbs);
    let scale = ctx.pixels_per_point();
    let thumb = |p: Arc<Pattern>| {
        if let Some(known) = old.iter().find(|t| Arc::ptr_eq(&t.0, &p)) {
            return known.clone();
        }
        let image = make_preview(tab, &p).map(|h| h.thumbnail(THUMB.x * scale, THUMB.y * scale));
        let texture = image.map(|i| ctx.load_texture("part", i, TextureOptions::LINEAR));
        (p, texture)
    };
    let all: Vec<_> = parts.into_iter().map(thumb).collect();
    tab.clipboard.hand.thumbs.clone_from(&all);
    all
}
