//! Edits as data: each can describe itself and apply itself to a document.
//!
//! Whatever is beyond the sheet or refers to something missing is skipped; an edit never fails.

#![warn(clippy::wildcard_enum_match_arm)]

use super::hexes::on_sheet;
use super::{map_edits, pieces};
use crate::words::history;
use engine::hex::{Edge, Facing, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{
    Label, MapDoc, Nation, Piece, Place, Pool, ProvenanceKind, Region, ScenarioDoc, ScheduleEntry, Schema,
    Seating, SetupEntry, Side, Special, Value, Victory,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// How the level of a hex changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelChange {
    Set(i8),
    By(i8),
}

/// A text of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TextField {
    Id,
    Title,
    Subtitle,
    Date,
    DateKey,
    Summary,
    History,
    Notes,
    Credits,
    ProvenanceNote,
}

/// A change to a list of the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListEdit<T> {
    Add(T),
    Set(usize, T),
    Remove(usize),
    Move { from: usize, to: usize },
}

/// A change to one property of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PieceChange {
    Name(String),
    Kind(String),
    Side(String),
    Nation(String),
    Facing(Option<Facing>),
    Parent(String),
    Place(Place),
    /// A field of the unit kind; none removes it, so that the default applies.
    Prop(String, Option<Value>),
}

/// One change to a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// `turn` in sixths, clockwise, for ground that has a direction.
    Terrain {
        hexes: Vec<Hex>,
        kind: String,
        turn: u8,
    },
    /// Rotates the ground by so many sixths.
    TurnGround {
        hexes: Vec<Hex>,
        by: u8,
    },
    /// Everywhere on the sheet.
    ReplaceTerrain {
        from: String,
        to: String,
    },
    /// `limits` are the lowest and highest level the rule system has.
    Levels {
        hexes: Vec<Hex>,
        change: LevelChange,
        limits: (i8, i8),
    },
    /// Hexsides with the hex they point out of, for directed kinds.
    DrawEdges {
        sides: Vec<(Edge, Option<Hex>)>,
        kind: String,
    },
    /// Removes one kind, or all kinds.
    EraseEdges {
        sides: Vec<Edge>,
        kind: Option<String>,
    },
    /// Reverses directed features.
    FlipEdges {
        sides: Vec<Edge>,
        kind: String,
    },
    /// Class from 1; 0 removes the road.
    Roads {
        sides: Vec<Edge>,
        class: u8,
    },
    RegionHexes {
        id: String,
        hexes: Vec<Hex>,
        inside: bool,
    },
    Regions(ListEdit<Region>),
    Labels(ListEdit<Label>),
    AddPieces(Vec<Piece>),
    RemovePieces(Vec<String>),
    PlacePieces(Vec<(String, Place, Option<Facing>)>),
    ChangePieces {
        ids: Vec<String>,
        change: PieceChange,
    },
    RenamePiece {
        from: String,
        to: String,
    },
    /// Moves pieces next to another one in the order of the file.
    OrderPieces {
        ids: Vec<String>,
        mark: String,
        after: bool,
    },
    Text(TextField, String),
    Provenance(ProvenanceKind),
    Turns(u32),
    TurnNames(Vec<String>),
    Scale(u32),
    Option {
        id: String,
        value: Option<Value>,
    },
    Prop {
        id: String,
        value: Option<Value>,
    },
    Sides(ListEdit<Side>),
    Nations(ListEdit<Nation>),
    Specials(ListEdit<Special>),
    Victory(ListEdit<Victory>),
    Schedule(ListEdit<ScheduleEntry>),
    Setup(ListEdit<SetupEntry>),
    Seats(ListEdit<Seating>),
    Pools(ListEdit<Pool>),
    /// What is marked on a turn of the track (winter, night, rain, …).
    TurnMarks(u32, Vec<String>),
    /// A property only the editor reads (the underlay, …).
    Note {
        id: String,
        value: Option<Value>,
    },
    /// The whole sheet at once, under its own name.
    ReplaceMap {
        name: String,
        map: Box<MapDoc>,
    },
    /// The whole order of battle at once, as imported from a table.
    Forces {
        name: String,
        pieces: Arc<Vec<Piece>>,
        schedule: Vec<ScheduleEntry>,
        setup: Vec<SetupEntry>,
    },
    /// Replaces the whole document under one name: resizing the sheet, an import.
    Replace {
        name: String,
        doc: Arc<ScenarioDoc>,
    },
    /// Several edits as one; without a name it is described by its parts.
    Together {
        name: String,
        edits: Vec<Self>,
    },
}

impl Edit {
    /// A description that needs neither the rules nor the document.
    pub fn description(&self) -> String {
        static NOTHING: LazyLock<(Schema, ScenarioDoc)> = LazyLock::new(|| {
            let grid = Grid {
                orientation: Orientation::PointyTop,
                shove: Shove::Odd,
                cols: 1,
                rows: 1,
                numbering: Numbering::default(),
            };
            (Schema::default(), ScenarioDoc::blank("", MapDoc::blank(grid, "")))
        });
        let (schema, doc) = &*NOTHING;
        history::edit_name(self, history::Names { schema, before: doc, after: doc })
    }

    /// Edits with the same key in a row (typing into one field) are one step.
    pub fn merge_key(&self) -> Option<String> {
        Some(match self {
            Self::Text(field, _) => format!("text {field:?}"),
            Self::Turns(_) => "turns".to_owned(),
            Self::TurnNames(_) => "turn names".to_owned(),
            Self::Scale(_) => "scale".to_owned(),
            Self::Option { id, .. } => format!("option {id}"),
            Self::Prop { id, .. } => format!("prop {id}"),
            Self::ChangePieces { ids, change } => match change {
                PieceChange::Name(_) => format!("piece name {ids:?}"),
                PieceChange::Place(_) => format!("piece place {ids:?}"),
                PieceChange::Prop(field, _) => format!("piece {field} {ids:?}"),
                PieceChange::Kind(_)
                | PieceChange::Side(_)
                | PieceChange::Nation(_)
                | PieceChange::Facing(_)
                | PieceChange::Parent(_) => return None,
            },
            Self::Sides(ListEdit::Set(i, _)) => format!("side {i}"),
            Self::Nations(ListEdit::Set(i, _)) => format!("nation {i}"),
            Self::Specials(ListEdit::Set(i, _)) => format!("special {i}"),
            Self::Victory(ListEdit::Set(i, _)) => format!("victory {i}"),
            Self::Schedule(ListEdit::Set(i, _)) => format!("schedule {i}"),
            Self::Setup(ListEdit::Set(i, _)) => format!("setup {i}"),
            Self::Seats(ListEdit::Set(i, _)) => format!("seat {i}"),
            Self::Pools(ListEdit::Set(i, _)) => format!("pool {i}"),
            Self::Note { id, .. } => format!("note {id}"),
            Self::Regions(ListEdit::Set(i, _)) => format!("region {i}"),
            Self::Labels(ListEdit::Set(i, _)) => format!("label {i}"),
            Self::Sides(_)
            | Self::Nations(_)
            | Self::Specials(_)
            | Self::Victory(_)
            | Self::Schedule(_)
            | Self::Setup(_)
            | Self::Seats(_)
            | Self::Pools(_)
            | Self::Regions(_)
            | Self::Labels(_)
            | Self::Terrain { .. }
            | Self::TurnGround { .. }
            | Self::ReplaceTerrain { .. }
            | Self::Levels { .. }
            | Self::DrawEdges { .. }
            | Self::EraseEdges { .. }
            | Self::FlipEdges { .. }
            | Self::Roads { .. }
            | Self::RegionHexes { .. }
            | Self::AddPieces(_)
            | Self::RemovePieces(_)
            | Self::PlacePieces(_)
            | Self::RenamePiece { .. }
            | Self::OrderPieces { .. }
            | Self::Provenance(_)
            | Self::TurnMarks(..)
            | Self::ReplaceMap { .. }
            | Self::Forces { .. }
            | Self::Replace { .. }
            | Self::Together { .. } => return None,
        })
    }

    /// Merges a later edit of the same stroke into this one, if they are of the same kind.
    pub fn absorb(&mut self, later: &Self) -> bool {
        match (self, later) {
            (Self::Terrain { hexes, kind, turn }, Self::Terrain { hexes: more, kind: k, turn: t })
                if kind == k && turn == t =>
            {
                add_new(hexes, more);
            }
            (Self::Levels { hexes, change, limits }, Self::Levels { hexes: more, change: c, limits: l })
                if change == c && limits == l =>
            {
                hexes.extend(more)
            }
            (Self::DrawEdges { sides, kind }, Self::DrawEdges { sides: more, kind: k }) if kind == k => {
                add_new(sides, more);
            }
            (Self::EraseEdges { sides, kind }, Self::EraseEdges { sides: more, kind: k }) if kind == k => {
                add_new(sides, more);
            }
            (Self::Roads { sides, class }, Self::Roads { sides: more, class: c }) if class == c => {
                add_new(sides, more);
            }
            (
                Self::RegionHexes { id, hexes, inside },
                Self::RegionHexes { id: i, hexes: more, inside: n },
            ) if id == i && inside == n => add_new(hexes, more),
            _ => return false,
        }
        true
    }

    /// The hexes it touches, for the preview.
    pub fn hexes(&self) -> Vec<Hex> {
        match self {
            Self::Terrain { hexes, .. }
            | Self::TurnGround { hexes, .. }
            | Self::Levels { hexes, .. }
            | Self::RegionHexes { hexes, .. } => hexes.clone(),
            Self::AddPieces(pieces) => pieces.iter().flat_map(|p| pieces::hexes_of(&p.place)).collect(),
            Self::PlacePieces(places) => places.iter().flat_map(|p| pieces::hexes_of(&p.1)).collect(),
            Self::Labels(ListEdit::Add(l) | ListEdit::Set(_, l)) => vec![l.at],
            Self::Together { edits, .. } => edits.iter().flat_map(Self::hexes).collect(),
            Self::Labels(_)
            | Self::ReplaceTerrain { .. }
            | Self::DrawEdges { .. }
            | Self::EraseEdges { .. }
            | Self::FlipEdges { .. }
            | Self::Roads { .. }
            | Self::Regions(_)
            | Self::RemovePieces(_)
            | Self::ChangePieces { .. }
            | Self::RenamePiece { .. }
            | Self::OrderPieces { .. }
            | Self::Text(..)
            | Self::Provenance(_)
            | Self::Turns(_)
            | Self::TurnNames(_)
            | Self::Scale(_)
            | Self::Option { .. }
            | Self::Prop { .. }
            | Self::Sides(_)
            | Self::Nations(_)
            | Self::Specials(_)
            | Self::Victory(_)
            | Self::Schedule(_)
            | Self::Setup(_)
            | Self::Seats(_)
            | Self::Pools(_)
            | Self::TurnMarks(..)
            | Self::Note { .. }
            | Self::ReplaceMap { .. }
            | Self::Forces { .. }
            | Self::Replace { .. } => Vec::new(),
        }
    }

    /// The hexsides it touches, for the preview.
    pub fn edges(&self) -> Vec<Edge> {
        match self {
            Self::DrawEdges { sides, .. } => sides.iter().map(|s| s.0).collect(),
            Self::EraseEdges { sides, .. } | Self::FlipEdges { sides, .. } | Self::Roads { sides, .. } => {
                sides.clone()
            }
            Self::Together { edits, .. } => edits.iter().flat_map(Self::edges).collect(),
            Self::Labels(_)
            | Self::Terrain { .. }
            | Self::TurnGround { .. }
            | Self::ReplaceTerrain { .. }
            | Self::Levels { .. }
            | Self::RegionHexes { .. }
            | Self::Regions(_)
            | Self::AddPieces(_)
            | Self::RemovePieces(_)
            | Self::PlacePieces(_)
            | Self::ChangePieces { .. }
            | Self::RenamePiece { .. }
            | Self::OrderPieces { .. }
            | Self::Text(..)
            | Self::Provenance(_)
            | Self::Turns(_)
            | Self::TurnNames(_)
            | Self::Scale(_)
            | Self::Option { .. }
            | Self::Prop { .. }
            | Self::Sides(_)
            | Self::Nations(_)
            | Self::Specials(_)
            | Self::Victory(_)
            | Self::Schedule(_)
            | Self::Setup(_)
            | Self::Seats(_)
            | Self::Pools(_)
            | Self::TurnMarks(..)
            | Self::Note { .. }
            | Self::ReplaceMap { .. }
            | Self::Forces { .. }
            | Self::Replace { .. } => Vec::new(),
        }
    }
}

fn add_new<T: Clone + Ord>(list: &mut Vec<T>, more: &[T]) {
    let have: BTreeSet<T> = list.iter().cloned().collect();
    list.extend(more.iter().filter(|m| !have.contains(m)).cloned());
}

/// Applies an edit. Parts of it that no longer apply are skipped.
pub fn apply(doc: &mut ScenarioDoc, edit: &Edit) {
    match edit {
        Edit::Together { edits, .. } => edits.iter().for_each(|e| apply(doc, e)),
        Edit::Replace { doc: new, .. } => doc.clone_from(new),
        Edit::AddPieces(new) => pieces::add_pieces(doc, new),
        Edit::RemovePieces(ids) => pieces::remove_pieces(doc, ids),
        Edit::PlacePieces(places) => pieces::place_pieces(doc, places),
        Edit::ChangePieces { ids, change } => pieces::change_pieces(doc, ids, change),
        Edit::RenamePiece { from, to } => pieces::rename_piece(doc, from, to),
        Edit::OrderPieces { ids, mark, after } => pieces::order_pieces(doc, ids, mark, *after),
        Edit::Text(field, text) => text.clone_into(text_mut(doc, *field)),
        Edit::Provenance(kind) => doc.provenance.kind = *kind,
        Edit::Turns(n) => doc.turns.count = (*n).min(MOST_TURNS),
        Edit::TurnNames(names) => doc.turns.names.clone_from(names),
        Edit::Scale(m) => doc.map.scale_m = *m,
        Edit::Option { id, value } => set_property(&mut doc.options, id, value),
        Edit::Prop { id, value } => set_property(&mut doc.props, id, value),
        Edit::Sides(e) => apply_list_edit(&mut doc.sides, e),
        Edit::Nations(e) => apply_list_edit(&mut doc.nations, e),
        Edit::Specials(e) => apply_list_edit(&mut doc.specials, e),
        Edit::Victory(e) => apply_list_edit(&mut doc.victory, e),
        Edit::Schedule(e) => apply_list_edit(&mut doc.schedule, e),
        Edit::Setup(e) => apply_list_edit(&mut doc.setup, e),
        Edit::Seats(e) => apply_list_edit(&mut doc.seats, e),
        Edit::Pools(e) => apply_list_edit(&mut doc.pools, e),
        Edit::Note { id, value } => set_property(&mut doc.editor, id, value),
        Edit::TurnMarks(turn, marks) => set_turn_marks(doc, *turn, marks),
        Edit::ReplaceMap { map, .. } => doc.map = (**map).clone(),
        Edit::Forces { pieces, schedule, setup, .. } => {
            doc.pieces = Arc::clone(pieces);
            doc.schedule.clone_from(schedule);
            doc.setup.clone_from(setup);
        }
        Edit::Terrain { hexes, kind, turn } => map_edits::paint_terrain(&mut doc.map, hexes, kind, *turn),
        Edit::TurnGround { hexes, by } => map_edits::turn_ground(&mut doc.map, hexes, *by),
        Edit::ReplaceTerrain { from, to } => map_edits::replace_terrain(&mut doc.map, from, to),
        Edit::Levels { hexes, change, limits } => {
            map_edits::change_levels(&mut doc.map, hexes, *change, *limits);
        }
        Edit::DrawEdges { sides, kind } => map_edits::draw_edges(&mut doc.map, sides, kind),
        Edit::EraseEdges { sides, kind } => map_edits::erase_edges(&mut doc.map, sides, kind.as_deref()),
        Edit::FlipEdges { sides, kind } => map_edits::flip_edges(&mut doc.map, sides, kind),
        Edit::Roads { sides, class } => map_edits::set_roads(&mut doc.map, sides, *class),
        Edit::RegionHexes { id, hexes, inside } => {
            map_edits::set_area_hexes(&mut doc.map, id, hexes, *inside);
        }
        Edit::Regions(e) => apply_list_edit(Arc::make_mut(&mut doc.map.regions), e),
        Edit::Labels(e) => {
            let grid = doc.map.grid;
            let is_off_sheet = |l: &Label| on_sheet(&grid, l.at).is_none();
            if !matches!(e, ListEdit::Add(l) | ListEdit::Set(_, l) if is_off_sheet(l)) {
                apply_list_edit(Arc::make_mut(&mut doc.map.labels), e);
            }
        }
    }
}

/// No turn track is longer.
pub use engine::scenario::MOST_TURNS;

fn set_turn_marks(doc: &mut ScenarioDoc, turn: u32, marks: &[String]) {
    if marks.is_empty() {
        doc.turns.marks.remove(&turn);
    } else {
        doc.turns.marks.insert(turn, marks.to_vec());
    }
}

fn apply_list_edit<T: Clone>(items: &mut Vec<T>, edit: &ListEdit<T>) {
    match edit {
        ListEdit::Add(item) => items.push(item.clone()),
        ListEdit::Set(i, item) => {
            if let Some(slot) = items.get_mut(*i) {
                slot.clone_from(item);
            }
        }
        ListEdit::Remove(i) => {
            if *i < items.len() {
                items.remove(*i);
            }
        }
        ListEdit::Move { from, to } => {
            if *from < items.len() && *to < items.len() {
                let item = items.remove(*from);
                items.insert(*to, item);
            }
        }
    }
}

fn set_property(props: &mut BTreeMap<String, Value>, id: &str, value: &Option<Value>) {
    match value {
        Some(v) => {
            props.insert(id.to_owned(), v.clone());
        }
        None => {
            props.remove(id);
        }
    }
}

fn text_mut(doc: &mut ScenarioDoc, field: TextField) -> &mut String {
    match field {
        TextField::Id => &mut doc.id,
        TextField::Title => &mut doc.title,
        TextField::Subtitle => &mut doc.subtitle,
        TextField::Date => &mut doc.date,
        TextField::DateKey => &mut doc.date_key,
        TextField::Summary => &mut doc.summary,
        TextField::History => &mut doc.history,
        TextField::Notes => &mut doc.notes,
        TextField::Credits => &mut doc.credits,
        TextField::ProvenanceNote => &mut doc.provenance.note,
    }
}

/// The current text of a field.
pub fn text_field(doc: &ScenarioDoc, field: TextField) -> &str {
    match field {
        TextField::Id => &doc.id,
        TextField::Title => &doc.title,
        TextField::Subtitle => &doc.subtitle,
        TextField::Date => &doc.date,
        TextField::DateKey => &doc.date_key,
        TextField::Summary => &doc.summary,
        TextField::History => &doc.history,
        TextField::Notes => &doc.notes,
        TextField::Credits => &doc.credits,
        TextField::ProvenanceNote => &doc.provenance.note,
    }
}
