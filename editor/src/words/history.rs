//! Names of the steps of the history.

use super::{count, field_name, hexes, pieces, sides};
use crate::core::edit::{Edit, LevelChange, ListEdit, PieceChange};
use engine::scenario::{ScenarioDoc, Schema};

/// What ids are called: in the document before the step, and in its rules. Where neither is known, ids stand.
#[derive(Clone, Copy, Default)]
pub struct Names<'a> {
    pub known: Option<(&'a ScenarioDoc, &'a Schema)>,
}

/// An id that has no name is told as it is.
fn or_id(name: Option<&String>, id: &str) -> String {
    name.filter(|n| !n.is_empty()).cloned().unwrap_or_else(|| id.to_owned())
}

/// The same within a sentence.
fn small(name: Option<&String>, id: &str) -> String {
    name.filter(|n| !n.is_empty()).map_or_else(|| id.to_owned(), |n| n.to_lowercase())
}

impl<'a> Names<'a> {
    fn doc(&self) -> Option<&'a ScenarioDoc> {
        self.known.map(|k| k.0)
    }

    /// A name the rules have for an id, within a sentence.
    fn of(&self, id: &str, find: impl Fn(&'a Schema) -> Option<&'a String>) -> String {
        small(self.known.and_then(|k| find(k.1)), id)
    }

    fn terrain(&self, id: &str) -> String {
        self.of(id, |s| s.terrain(id).map(|t| &t.name))
    }

    fn side_kind(&self, id: &str) -> String {
        self.of(id, |s| s.edge(id).map(|t| &t.name))
    }

    fn road(&self, class: u8) -> String {
        let of = |s: &'a Schema| s.roads.get(usize::from(class.saturating_sub(1))).map(|k| &k.name);
        super::capital(&self.of("Road", of))
    }

    fn area(&self, id: &str) -> String {
        or_id(self.doc().and_then(|d| d.map.region(id)).map(|r| &r.name), id)
    }

    fn piece(&self, id: &str) -> String {
        let found = self.known.and_then(|(doc, schema)| Some((doc.piece(id)?, schema)));
        found.map_or_else(|| id.to_owned(), |(p, schema)| crate::core::pieces::title(p, schema))
    }

    fn kind(&self, id: &str) -> String {
        self.of(id, |s| s.unit(id).map(|k| &k.name))
    }

    /// A field of pieces, by what it is called in the kind of the first of them.
    fn field(&self, ids: &[String], field: &str) -> String {
        let first = ids.first().and_then(|id| self.doc()?.piece(id));
        let kind = first.and_then(|p| self.known.and_then(|k| k.1.unit(&p.kind)));
        or_id(kind.and_then(|k| k.fields.iter().find(|f| f.id == field)).map(|f| &f.name), field)
    }
}

/// The name of a step.
pub fn edit(edit: &Edit, names: &Names<'_>) -> String {
    match edit {
        Edit::Terrain { hexes: h, kind, .. } => {
            format!("Paint {}, {}", names.terrain(kind), hexes(h.len()))
        }
        Edit::TurnGround { hexes: h, .. } => format!("Turn the ground of {}", hexes(h.len())),
        Edit::ReplaceTerrain { from, to } => {
            format!("Replace {} by {}", names.terrain(from), names.terrain(to))
        }
        Edit::Levels { hexes: h, change, .. } => match change {
            LevelChange::Set(n) => format!("Set level {n}, {}", hexes(h.len())),
            LevelChange::By(n) if *n < 0 => format!("Lower {}", hexes(h.len())),
            LevelChange::By(_) => format!("Raise {}", hexes(h.len())),
        },
        Edit::DrawSides { sides: s, kind } => {
            format!("Draw {}, {}", names.side_kind(kind), sides(s.len()))
        }
        Edit::EraseSides { sides: s, kind: Some(kind) } => {
            format!("Erase {}, {}", names.side_kind(kind), sides(s.len()))
        }
        Edit::EraseSides { sides: s, kind: None } => format!("Erase {}", sides(s.len())),
        Edit::FlipSides { sides: s, kind } => {
            format!("Turn {} round, {}", names.side_kind(kind), sides(s.len()))
        }
        Edit::Roads { sides: s, class: 0 } => format!("Erase road, {}", sides(s.len())),
        Edit::Roads { sides: s, class } => format!("{}, {}", names.road(*class), sides(s.len())),
        Edit::RegionHexes { id, hexes: h, inside: true } => {
            format!("Add {} to {}", hexes(h.len()), names.area(id))
        }
        Edit::RegionHexes { id, hexes: h, inside: false } => {
            format!("Take {} from {}", hexes(h.len()), names.area(id))
        }
        Edit::Regions(e) => list(e, "area", names.doc().map(|d| &d.map.regions[..]), |r| r.name.clone()),
        Edit::Labels(e) => list(e, "name", names.doc().map(|d| &d.map.labels[..]), |l| l.text.clone()),
        Edit::AddPieces(_)
        | Edit::RemovePieces(_)
        | Edit::PlacePieces(_)
        | Edit::ChangePieces { .. }
        | Edit::RenamePiece { .. } => of_pieces(edit, names),
        Edit::Replace { name, .. } | Edit::ReplaceMap { name, .. } | Edit::Forces { name, .. } => {
            name.clone()
        }
        // One that bears the name of its first part bears it in the words of the rules.
        Edit::Together { name, edits } => {
            let rest = edits.first().and_then(|e| Some((e, name.strip_prefix(&e.description())?)));
            rest.map_or_else(|| name.clone(), |(first, rest)| self::edit(first, names) + rest)
        }
        _ => of_scenario(edit, names),
    }
}

fn of_pieces(edit: &Edit, names: &Names<'_>) -> String {
    let whose = |ids: &[String]| match ids {
        [one] => names.piece(one),
        all => pieces(all.len()),
    };
    match edit {
        Edit::AddPieces(new) => match new.as_slice() {
            [one] if one.name.is_empty() => format!("Place {}", names.kind(&one.kind)),
            [one] => format!("Place {}", one.name),
            all => format!("Place {}", pieces(all.len())),
        },
        Edit::RemovePieces(ids) => format!("Delete {}", whose(ids)),
        Edit::PlacePieces(places) => match places.as_slice() {
            [one] => format!("Move {}", names.piece(&one.0)),
            all => format!("Move {}", pieces(all.len())),
        },
        Edit::ChangePieces { ids, change } => {
            let what = match change {
                PieceChange::Name(_) => "Name".to_owned(),
                PieceChange::Kind(_) => "Kind".to_owned(),
                PieceChange::Side(_) => "Side".to_owned(),
                PieceChange::Nation(_) => "Nation".to_owned(),
                PieceChange::Facing(_) => "Facing".to_owned(),
                PieceChange::Parent(_) => "Formation".to_owned(),
                PieceChange::Place(_) => "Place".to_owned(),
                PieceChange::Prop(field, _) => names.field(ids, field),
            };
            format!("{what} of {}", whose(ids))
        }
        Edit::RenamePiece { from, to } => format!("Rename {from} to {to}"),
        _ => String::new(),
    }
}

/// Texts, time, sides and rules.
fn of_scenario(edit: &Edit, names: &Names<'_>) -> String {
    let special = |id: &str| names.of(id, |s| s.specials.iter().find(|k| k.id == id).map(|k| &k.name));
    let victory = |id: &str| names.of(id, |s| s.victory.iter().find(|k| k.id == id).map(|k| &k.name));
    let due = |id: &str| names.of(id, |s| s.schedule_kind(id).map(|k| &k.name));
    let prop = |id: &str| names.of(id, |s| s.scenario_fields.iter().find(|f| f.id == id).map(|f| &f.name));
    let doc = names.doc();
    match edit {
        Edit::Text(field, _) => format!("Change {}", field_name(*field).to_lowercase()),
        Edit::Provenance(_) => "Change provenance".to_owned(),
        Edit::Turns(n) => format!("Set {}", count(*n as usize, "turn", "turns")),
        Edit::TurnNames(_) => "Name turns".to_owned(),
        Edit::Scale(m) => format!("Set scale to {m} m"),
        Edit::Option { id, .. } => format!("Option {}", names.of(id, |s| s.option(id).map(|o| &o.name))),
        Edit::Prop { id, .. } => format!("Change {}", prop(id)),
        Edit::Sides(e) => list(e, "side", doc.map(|d| &d.sides[..]), |s| s.name.clone()),
        Edit::Nations(e) => list(e, "nation", doc.map(|d| &d.nations[..]), |n| n.name.clone()),
        Edit::Specials(e) => list(e, "special rule", doc.map(|d| &d.specials[..]), |s| special(&s.rule)),
        Edit::Victory(e) => list(e, "victory condition", doc.map(|d| &d.victory[..]), |v| victory(&v.kind)),
        Edit::Schedule(e) => list(e, "schedule entry", doc.map(|d| &d.schedule[..]), |s| {
            if s.name.is_empty() { due(&s.kind) } else { s.name.clone() }
        }),
        Edit::Setup(e) => list(e, "setup entry", doc.map(|d| &d.setup[..]), |s| names.area(&s.area)),
        Edit::Seats(e) => list(e, "seat", doc.map(|d| &d.seats[..]), |s| s.name.clone()),
        Edit::Pools(e) => list(e, "pool", doc.map(|d| &d.pools[..]), |p| p.name.clone()),
        Edit::TurnMarks(turn, _) => format!("Mark turn {turn}"),
        Edit::Note { id, .. } => format!("Change {id}"),
        _ => String::new(),
    }
}

fn list<T>(edit: &ListEdit<T>, what: &str, before: Option<&[T]>, name: impl Fn(&T) -> String) -> String {
    let text = match edit {
        ListEdit::Add(t) => format!("Add {what} {}", name(t)),
        ListEdit::Set(_, t) => format!("Change {what} {}", name(t)),
        ListEdit::Remove(i) => match before.and_then(|b| b.get(*i)).map(name).filter(|n| !n.is_empty()) {
            Some(name) => format!("Delete {what} {name}"),
            None => format!("Delete {what} {}", i + 1),
        },
        ListEdit::Move { .. } => format!("Reorder {what}s"),
    };
    text.trim_end().to_owned()
}
