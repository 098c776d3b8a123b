//! All pictures of Oblique Order: a map, its counters and overlays as one [`scene::Scene`] of plain
//! shapes, painted on the screen with egui, or written as SVG or PNG.
//!
//! Nothing here decides rules: it draws documents and the plain views of the engine.

pub mod areas;
pub mod art;
pub mod board;
pub mod counter;
pub mod fonts;
pub mod furniture;
pub mod layout;
pub mod marks;
pub mod minimap;
pub mod overlay;
pub mod paint;
pub mod palette;
pub mod paper;
pub mod preview;
pub mod profile;
pub mod raster;
pub mod scene;
pub mod strings;
pub mod svg;
pub mod svg_reader;
pub mod view;

pub use paint::egui_shapes;
