//! Scenarios: the file on disk, the document in memory, what is wrong with it, and what a rule
//! system lets an editor put into it.
//!
//! text → [`ScenarioFile`] (fails only on syntax) → [`ScenarioDoc`] (names as strings, may be
//! wrong) → a rule system's own validated setup, with every [`Issue`] found on the way.

pub mod declared;
mod doc;
mod figures;
mod file;
mod file_form;
pub mod front_end;
mod issue;
mod known_fields;
mod layer;
mod limits;
mod lint;
mod migrate;
mod nearest;
mod schema;
mod slopes;
pub mod syntax;
mod text_index;
mod turned;
mod value;

pub use doc::{
    EdgeFeature, Label, LabelStyle, MapDoc, Nation, OptionSet, Piece, Place, Pool, Provenance,
    ProvenanceKind, Region, ScenarioDoc, ScheduleEntry, Seating, SetupEntry, Side, Special, TurnTrack,
    Victory, When,
};
pub use figures::{FigureForm, Figures};
pub use file::{FORMAT, FileError, Parsed, parse, parse_with_places, to_text};
pub use file_form::ScenarioFile;
pub use issue::{At, Fix, Issue, Issues, Repair, Severity};
pub use layer::Layer;
pub use limits::{MOST_LETTERS, MOST_TURNS};
pub use lint::lint;
pub use nearest::{nearest, suggestion};
pub use schema::{
    EdgeKind, FacingUse, Field, FieldKind, NationKind, OptionKind, PoolKind, RoadKind, ScheduleKind, Schema,
    SpecialKind, TerrainKind, UnitKind, VictoryKind, WhenKind,
};
pub use slopes::{Origin, Slope, SlopeSide};
pub use text_index::{TextIndex, TextPosition};
pub use value::{Props, Value};

#[cfg(test)]
mod tests;
