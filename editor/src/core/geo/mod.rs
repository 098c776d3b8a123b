//! Imports geography: GeoJSON features, a mapping table that says what they mean to a rule
//! system, and a frame that says where the sheet lies on the globe.
//!
//! [`read`] → [`survey`] (what is there) → [`import`] (a map and a report). No dependency on a
//! screen, a disk or a rule system.

mod channels;
mod check;
mod frame;
mod import;
mod joins;
mod mapping;
mod names;
mod path;
mod read;
mod rivers;
mod shapes;

pub use check::{WaterCheck, check_water};
pub use frame::Frame;
pub use import::{Imported, Report, Town, import};
pub use mapping::{Make, Mapping, Rule, ShapeKind, Unmapped, survey_features};
pub use read::{Bank, Feature, GeoError, LonLat, Shape, read};

#[cfg(test)]
mod tests;
