//! Names of the steps of the history: in the terms of the rules and the document, not of the file.

#![warn(clippy::wildcard_enum_match_arm)]

use super::{count, field_name, hex_count, hexside_count, piece_count};
use crate::core::edit::{Edit, LevelChange, ListEdit, PieceChange};
use crate::core::pieces::{hexes_of, piece_name, piece_title};
use crate::core::underlay::Underlay;
use engine::hex::{Edge, Facing, Hex};
use engine::scenario::{Field, Label, Piece, Place, ScenarioDoc, Schema};

/// Where the names are taken from: the rules, and the document before and after the step.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub schema: &'a Schema,
    pub before: &'a ScenarioDoc,
    pub after: &'a ScenarioDoc,
}

/// The part of a thing that an edit changes, where each part is a step of its own.
pub fn changed_aspect(e: &Edit, before: &ScenarioDoc) -> &'static str {
    let Edit::Labels(ListEdit::Set(i, new)) = e else { return "" };
    match before.map.labels.get(*i) {
        Some(old) if old.text != new.text => " text",
        Some(old) if old.turn != new.turn => " turn",
        Some(old) if old.size != new.size => " size",
        Some(old) if old.style != new.style => " style",
        _ => " place",
    }
}

/// The name of a step made of several edits: similar edits are summed, edits that only clear space for others omitted.
pub fn stroke_name(edits: &[Edit], names: Names<'_>) -> String {
    let mut flat: Vec<&Edit> = Vec::new();
    for e in edits {
        if let Edit::Together { edits, name } = e
            && (name.is_empty() || called_after(edits, name).is_some())
        {
            flat.extend(edits);
        } else {
            flat.push(e);
        }
    }
    let erases = |e: &Edit| matches!(e, Edit::EraseEdges { .. } | Edit::Roads { class: 0, .. });
    let draws = flat.iter().any(|e| !erases(e));
    let mut parts: Vec<Edit> = Vec::new();
    for e in flat.into_iter().filter(|e| !draws || !erases(e)) {
        if !parts.iter_mut().any(|p| p.absorb(e)) {
            parts.push(e.clone());
        }
    }
    let mut parts = parts.iter();
    let mut out = parts.next().map(|e| edit_name(e, names)).unwrap_or_default();
    for e in parts {
        out += ", ";
        out += &if let Edit::DrawEdges { sides, kind } = e {
            // `Road to Lomnitz, 5 hexsides, 1 bridge`.
            let kind = names.edge_name(kind);
            count(sides.len(), &kind, &format!("{kind}s"))
        } else {
            lower_initial(&edit_name(e, names))
        };
    }
    out
}

/// The edit that gives a compound step its name.
fn called_after<'a>(edits: &'a [Edit], name: &str) -> Option<&'a Edit> {
    edits.iter().find(|e| e.description() == name)
}

/// The name of a step.
pub fn edit_name(e: &Edit, names: Names<'_>) -> String {
    let old = names.before;
    match e {
        Edit::Terrain { hexes: h, kind, .. } => {
            format!("Paint {}, {}", names.terrain_name(kind), hex_count(h.len()))
        }
        Edit::TurnGround { hexes: h, .. } => format!("Rotate terrain of {}", hex_count(h.len())),
        Edit::ReplaceTerrain { from, to } => {
            format!(
                "Replace {} by {}, {}",
                names.terrain_name(from),
                names.terrain_name(to),
                hex_count(names.hexes_of_terrain(from))
            )
        }
        Edit::Levels { hexes: h, change, .. } => names.level_change(h, *change),
        Edit::DrawEdges { sides: s, kind } => {
            format!("Draw {}, {}", names.edge_name(kind), hexside_count(s.len()))
        }
        Edit::EraseEdges { sides: s, kind: Some(kind) } => {
            format!("Erase {}, {}", names.edge_name(kind), hexside_count(s.len()))
        }
        Edit::EraseEdges { sides: s, kind: None } => format!("Erase {}", hexside_count(s.len())),
        Edit::FlipEdges { sides: s, kind } => {
            format!("Flip {}, {}", names.edge_name(kind), hexside_count(s.len()))
        }
        Edit::Roads { sides: s, class: 0 } => format!("Erase road, {}", hexside_count(s.len())),
        Edit::Roads { sides: s, class } => {
            let to = names.end_of(s).map(|n| format!(" to {n}")).unwrap_or_default();
            format!("{}{to}, {}", super::road_name(names.schema, *class), hexside_count(s.len()))
        }
        Edit::RegionHexes { id, hexes: h, inside: true } => {
            format!("Add {} to {}", hex_count(h.len()), names.region_name(id))
        }
        Edit::RegionHexes { id, hexes: h, inside: false } => {
            format!("Take {} from {}", hex_count(h.len()), names.region_name(id))
        }
        Edit::Regions(e) => {
            list_change(e, &names.before.map.regions, "area", |r| names.region_or(&r.id, &r.name))
        }
        Edit::Labels(ListEdit::Set(i, new)) => names.label_change(*i, new),
        Edit::Labels(e) => list_change(e, &names.before.map.labels, "name", |l| l.text.clone()),
        Edit::AddPieces(new) => names.place_text(new),
        Edit::RemovePieces(ids) => format!("Delete {}", names.pieces_text(ids.iter().map(String::as_str))),
        Edit::PlacePieces(places) => names.move_text(places),
        Edit::ChangePieces { ids, change } => {
            format!(
                "{} of {}",
                names.piece_change(ids, change),
                names.pieces_text(ids.iter().map(String::as_str))
            )
        }
        Edit::OrderPieces { ids, .. } => super::forces::reorder_step(ids.len()),
        Edit::RenamePiece { from, to } => format!("Rename {from} to {to}"),
        Edit::Text(field, _) => format!("Change {}", field_name(*field).to_lowercase()),
        Edit::Provenance(_) => "Change provenance".to_owned(),
        Edit::Turns(turns) => format!("Set {}", count(*turns as usize, "turn", "turns")),
        Edit::TurnNames(_) => "Name turns".to_owned(),
        Edit::Scale(m) => format!("Set scale to {m} m"),
        Edit::Option { id, .. } => {
            let kind = names.schema.option(id).map(|o| &o.name);
            format!("Option {}", lower_initial(name_or_id(kind, id)))
        }
        Edit::Prop { id, .. } => {
            format!(
                "Change {}",
                lower_initial(name_or_id(field_name_in(&names.schema.scenario_fields, id), id))
            )
        }
        Edit::Sides(e) => list_change(e, &old.sides, "side", |s| s.name.clone()),
        Edit::Nations(e) => list_change(e, &old.nations, "nation", |n| n.name.clone()),
        Edit::Specials(e) => list_change(e, &old.specials, "special rule", |s| {
            let kind = names.schema.specials.iter().find(|k| k.id == s.rule).map(|k| &k.name);
            name_or_id(kind, &s.rule).to_owned()
        }),
        Edit::Victory(e) => list_change(e, &old.victory, "victory condition", |v| {
            let kind = names.schema.victory.iter().find(|k| k.id == v.kind).map(|k| &k.name);
            name_or_id(kind, &v.kind).to_owned()
        }),
        Edit::Schedule(e) => list_change(e, &old.schedule, "schedule entry", |s| {
            name_or_id(names.schema.schedule_kind(&s.kind).map(|k| &k.name), &s.kind).to_owned()
        }),
        Edit::Setup(e) => list_change(e, &old.setup, "setup entry", |s| {
            if s.area.is_empty() {
                names.piece(&s.near).map_or(s.near.clone(), |p| piece_name(p, names.schema))
            } else {
                names.region_name(&s.area)
            }
        }),
        Edit::Seats(e) => list_change(e, &old.seats, "seat", |s| s.name.clone()),
        Edit::Pools(e) => list_change(e, &old.pools, "pool", |p| p.name.clone()),
        Edit::TurnMarks(turn, _) => format!("Mark turn {turn}"),
        Edit::Note { .. } | Edit::Together { .. } if Underlay::is_meant(e) => {
            Underlay::describe_change(Underlay::of(names.before).as_ref(), Underlay::of(names.after).as_ref())
        }
        Edit::Note { id, .. } => format!("Change {id}"),
        Edit::Together { name, edits } => match called_after(edits, name) {
            Some(part) => edit_name(part, names),
            None if name.is_empty() => stroke_name(edits, names),
            None => name.clone(),
        },
        Edit::Replace { name, .. } | Edit::ReplaceMap { name, .. } | Edit::Forces { name, .. } => {
            name.clone()
        }
    }
}

impl<'a> Names<'a> {
    fn terrain_name(self, id: &str) -> String {
        lower_initial(name_or_id(self.schema.terrain(id).map(|k| &k.name), id))
    }

    fn edge_name(self, id: &str) -> String {
        lower_initial(name_or_id(self.schema.edge(id).map(|k| &k.name), id))
    }

    /// How many hexes had that terrain.
    fn hexes_of_terrain(self, id: &str) -> usize {
        let map = &self.before.map;
        map.grid.ids().filter(|h| map.terrain_at(*h) == id).count()
    }

    fn level_change(self, at: &[Hex], change: LevelChange) -> String {
        let map = &self.after.map;
        let mut now = at.iter().filter_map(|h| map.grid.id(*h)).map(|id| map.level_at(id));
        let first = now.next();
        let same = first.filter(|n| now.all(|m| m == *n));
        let n = hex_count(at.len());
        match (change, same) {
            (LevelChange::Set(to), _) => format!("Set level {to}, {n}"),
            (LevelChange::By(by), Some(to)) if by < 0 => format!("Lower to level {to}, {n}"),
            (LevelChange::By(_), Some(to)) => format!("Raise to level {to}, {n}"),
            (LevelChange::By(by), None) if by < 0 => format!("Lower {n}"),
            (LevelChange::By(_), None) => format!("Raise {n}"),
        }
    }

    /// The named place a road ends at: that of the side drawn last.
    fn end_of(self, sides: &[Edge]) -> Option<&'a str> {
        let met = |h: &Hex| sides.iter().filter(|e| e.hexes().contains(h)).count();
        let end = sides.last()?.hexes().into_iter().rev().find(|h| met(h) == 1)?;
        self.after.map.place_name(end)
    }

    fn region_name(self, id: &str) -> String {
        let found = self.after.map.region(id).or_else(|| self.before.map.region(id));
        self.region_or(id, found.map_or("", |r| &r.name))
    }

    fn region_or(self, id: &str, name: &str) -> String {
        if name.is_empty() { id.to_owned() } else { name.to_owned() }
    }

    fn label_change(self, i: usize, new: &Label) -> String {
        let text = &new.text;
        match self.before.map.labels.get(i) {
            Some(old) if old.text != *text => format!("Rename {} to {text}", old.text),
            Some(old) if old.turn != new.turn => format!("Rotate {text}"),
            Some(old) if old.size != new.size => format!("Size of {text}"),
            Some(old) if old.style != new.style => format!("Style of {text}"),
            _ => format!("Move {text}"),
        }
    }

    /// A piece that exists before or after the step.
    fn piece(self, id: &str) -> Option<&'a Piece> {
        self.before.piece(id).or_else(|| self.after.piece(id))
    }

    /// One piece by its name; several by their common formation, or by their number.
    fn pieces_text<'b>(self, ids: impl Iterator<Item = &'b str>) -> String {
        let ids: Vec<&str> = ids.collect();
        if let [one] = ids.as_slice() {
            return self.piece(one).map_or_else(|| (*one).to_owned(), |p| piece_title(p, self.schema));
        }
        let heads: Vec<&str> =
            ids.iter().filter_map(|id| self.piece(id)).map(|p| p.parent.as_str()).collect();
        let n = piece_count(ids.len());
        match heads.first().filter(|h| !h.is_empty() && heads.len() == ids.len()) {
            Some(head) if heads.iter().all(|h| h == head) => {
                let name =
                    self.piece(head).map_or_else(|| (*head).to_owned(), |p| piece_title(p, self.schema));
                format!("{name}, {n}")
            }
            _ => n,
        }
    }

    fn place_text(self, new: &[Piece]) -> String {
        match new {
            [one] if one.name.is_empty() => {
                let kind = self.schema.unit(&one.kind).map(|k| &k.name);
                format!("Place {}", lower_initial(name_or_id(kind, &one.kind)))
            }
            [one] => format!("Place {}", one.name),
            all => format!("Place {}", piece_count(all.len())),
        }
    }

    fn move_text(self, places: &[(String, Place, Option<Facing>)]) -> String {
        let those = self.pieces_text(places.iter().map(|p| p.0.as_str()));
        let off = |p: &Place| *p == Place::Off;
        match places {
            [(_, place, _)] if !off(place) => match hexes_of(place).first() {
                Some(h) => format!("Move {those} to {}", self.after.map.hex_label(*h)),
                None => format!("Move {those}"),
            },
            all if all.iter().all(|p| off(&p.1)) => format!("Take {those} off the map"),
            _ => format!("Move {those}"),
        }
    }

    fn piece_change(self, ids: &[String], change: &PieceChange) -> String {
        match change {
            PieceChange::Name(_) => "Name".to_owned(),
            PieceChange::Kind(_) => "Kind".to_owned(),
            PieceChange::Side(_) => "Side".to_owned(),
            PieceChange::Nation(_) => "Nation".to_owned(),
            PieceChange::Facing(_) => "Facing".to_owned(),
            PieceChange::Parent(_) => "Formation".to_owned(),
            PieceChange::Place(_) => "Place".to_owned(),
            PieceChange::Prop(id, _) => {
                let kinds = ids.iter().filter_map(|i| self.schema.unit(&self.piece(i)?.kind));
                let name = kinds.filter_map(|k| field_name_in(&k.fields, id)).next();
                name_or_id(name, id).to_owned()
            }
        }
    }
}

fn field_name_in<'a>(fields: &'a [Field], id: &str) -> Option<&'a String> {
    fields.iter().find(|f| f.id == id).map(|f| &f.name)
}

fn name_or_id<'a>(name: Option<&'a String>, id: &'a str) -> &'a str {
    name.map(String::as_str).filter(|n| !n.is_empty()).unwrap_or(id)
}

/// For the middle of a sentence: lower-case first letter, unless it is all capitals.
fn lower_initial(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(a), b) if b.is_none_or(|b| !b.is_uppercase()) => {
            a.to_lowercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_owned(),
    }
}

fn list_change<T>(edit: &ListEdit<T>, old: &[T], what: &str, name: impl Fn(&T) -> String) -> String {
    let line = |verb: &str, t: &T| format!("{verb} {what} {}", name(t)).trim_end().to_owned();
    match edit {
        ListEdit::Add(t) => line("Add", t),
        ListEdit::Set(_, t) => line("Change", t),
        ListEdit::Remove(i) => match old.get(*i) {
            Some(t) => line("Delete", t),
            None => format!("Delete {what} {}", i + 1),
        },
        ListEdit::Move { .. } => format!("Reorder {what}s"),
    }
}
