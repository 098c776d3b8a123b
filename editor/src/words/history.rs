//! What the steps of the history are called: in the words of the rules and of the document, not in those of the file.

use super::{count, field_name, hexes, pieces, sides};
use crate::core::edit::{Edit, LevelChange, ListEdit, PieceChange};
use crate::core::pieces::{hexes_of, title};
use crate::core::underlay::Underlay;
use engine::hex::{Edge, Hex};
use engine::scenario::{Field, Label, Piece, Place, ScenarioDoc, Schema};

/// Where the names are taken from: the rules, and the document before and after the step.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub schema: &'a Schema,
    pub before: &'a ScenarioDoc,
    pub after: &'a ScenarioDoc,
}

/// What of a thing an edit changes, where several changes of one thing are steps of their own.
pub fn aspect(e: &Edit, before: &ScenarioDoc) -> &'static str {
    let Edit::Labels(ListEdit::Set(i, new)) = e else { return "" };
    match before.map.labels.get(*i) {
        Some(old) if old.text != new.text => " text",
        Some(old) if old.turn != new.turn => " turn",
        Some(old) if old.size != new.size => " size",
        Some(old) if old.style != new.style => " style",
        _ => " place",
    }
}

/// The name of a step made of several edits: those of a kind added up, what gives way to them left out.
pub fn stroke(edits: &[Edit], names: Names<'_>) -> String {
    let mut flat: Vec<&Edit> = Vec::new();
    for e in edits {
        match e {
            Edit::Together { edits, name } if name.is_empty() || called_after(edits, name).is_some() => {
                flat.extend(edits);
            }
            one => flat.push(one),
        }
    }
    let erases = |e: &Edit| matches!(e, Edit::EraseSides { .. } | Edit::Roads { class: 0, .. });
    let draws = flat.iter().any(|e| !erases(e));
    let mut parts: Vec<Edit> = Vec::new();
    for e in flat.into_iter().filter(|e| !draws || !erases(e)) {
        if !parts.iter_mut().any(|p| p.absorb(e)) {
            parts.push(e.clone());
        }
    }
    let mut parts = parts.iter();
    let mut out = parts.next().map(|e| edit(e, names)).unwrap_or_default();
    for e in parts {
        out += ", ";
        out += &match e {
            // `Road to Lomnitz, 5 hexsides, 1 bridge`.
            Edit::DrawSides { sides, kind } => {
                let kind = names.side(kind);
                count(sides.len(), &kind, &format!("{kind}s"))
            }
            other => lower(&edit(other, names)),
        };
    }
    out
}

/// The part a step of several is called after.
fn called_after<'a>(edits: &'a [Edit], name: &str) -> Option<&'a Edit> {
    edits.iter().find(|e| e.description() == name)
}

/// The name of a step.
pub fn edit(e: &Edit, names: Names<'_>) -> String {
    match e {
        Edit::Terrain { hexes: h, kind, .. } => format!("Paint {}, {}", names.terrain(kind), hexes(h.len())),
        Edit::TurnGround { hexes: h, .. } => format!("Turn the ground of {}", hexes(h.len())),
        Edit::ReplaceTerrain { from, to } => {
            format!("Replace {} by {}, {}", names.terrain(from), names.terrain(to), hexes(names.laid(from)))
        }
        Edit::Levels { hexes: h, change, .. } => names.levels(h, *change),
        Edit::DrawSides { sides: s, kind } => format!("Draw {}, {}", names.side(kind), sides(s.len())),
        Edit::EraseSides { sides: s, kind: Some(kind) } => {
            format!("Erase {}, {}", names.side(kind), sides(s.len()))
        }
        Edit::EraseSides { sides: s, kind: None } => format!("Erase {}", sides(s.len())),
        Edit::FlipSides { sides: s, kind } => format!("Turn {} round, {}", names.side(kind), sides(s.len())),
        Edit::Roads { sides: s, class: 0 } => format!("Erase road, {}", sides(s.len())),
        Edit::Roads { sides: s, class } => {
            let to = names.end_of(s).map(|n| format!(" to {n}")).unwrap_or_default();
            format!("{}{to}, {}", super::road(names.schema, *class), sides(s.len()))
        }
        Edit::RegionHexes { id, hexes: h, inside: true } => {
            format!("Add {} to {}", hexes(h.len()), names.region(id))
        }
        Edit::RegionHexes { id, hexes: h, inside: false } => {
            format!("Take {} from {}", hexes(h.len()), names.region(id))
        }
        Edit::Regions(e) => list(e, &names.before.map.regions, "area", |r| names.region_or(&r.id, &r.name)),
        Edit::Labels(ListEdit::Set(i, new)) => names.label(*i, new),
        Edit::Labels(e) => list(e, &names.before.map.labels, "name", |l| l.text.clone()),
        Edit::AddPieces(_) | Edit::RemovePieces(_) | Edit::PlacePieces(_) => names.moved(e),
        Edit::ChangePieces { ids, change } => {
            format!("{} of {}", names.change(ids, change), names.those(ids.iter().map(String::as_str)))
        }
        Edit::RenamePiece { from, to } => format!("Rename {from} to {to}"),
        _ => of_scenario(e, names),
    }
}

/// Steps that leave map and pieces alone.
fn of_scenario(e: &Edit, n: Names<'_>) -> String {
    let old = n.before;
    match e {
        Edit::Text(field, _) => format!("Change {}", field_name(*field).to_lowercase()),
        Edit::Provenance(_) => "Change provenance".to_owned(),
        Edit::Turns(n) => format!("Set {}", count(*n as usize, "turn", "turns")),
        Edit::TurnNames(_) => "Name turns".to_owned(),
        Edit::Scale(m) => format!("Set scale to {m} m"),
        Edit::Option { id, .. } => {
            let kind = n.schema.option(id).map(|o| &o.name);
            format!("Option {}", lower(called(kind, id)))
        }
        Edit::Prop { id, .. } => {
            format!("Change {}", lower(called(field(&n.schema.scenario_fields, id), id)))
        }
        Edit::Sides(e) => list(e, &old.sides, "side", |s| s.name.clone()),
        Edit::Nations(e) => list(e, &old.nations, "nation", |n| n.name.clone()),
        Edit::Specials(e) => list(e, &old.specials, "special rule", |s| {
            let kind = n.schema.specials.iter().find(|k| k.id == s.rule).map(|k| &k.name);
            called(kind, &s.rule).to_owned()
        }),
        Edit::Victory(e) => list(e, &old.victory, "victory condition", |v| {
            let kind = n.schema.victory.iter().find(|k| k.id == v.kind).map(|k| &k.name);
            called(kind, &v.kind).to_owned()
        }),
        Edit::Schedule(e) => list(e, &old.schedule, "schedule entry", |s| {
            called(n.schema.schedule_kind(&s.kind).map(|k| &k.name), &s.kind).to_owned()
        }),
        Edit::Setup(e) => list(e, &old.setup, "setup entry", |s| n.region(&s.area)),
        Edit::Seats(e) => list(e, &old.seats, "seat", |s| s.name.clone()),
        Edit::Pools(e) => list(e, &old.pools, "pool", |p| p.name.clone()),
        Edit::TurnMarks(turn, _) => format!("Mark turn {turn}"),
        e if Underlay::is_meant(e) => {
            Underlay::told(Underlay::of(n.before).as_ref(), Underlay::of(n.after).as_ref())
        }
        Edit::Note { id, .. } => format!("Change {id}"),
        Edit::Together { name, edits } => match called_after(edits, name) {
            Some(part) => edit(part, n),
            None if name.is_empty() => stroke(edits, n),
            None => name.clone(),
        },
        Edit::Replace { name, .. } | Edit::ReplaceMap { name, .. } | Edit::Forces { name, .. } => {
            name.clone()
        }
        _ => String::new(),
    }
}

impl<'a> Names<'a> {
    fn terrain(self, id: &str) -> String {
        lower(called(self.schema.terrain(id).map(|k| &k.name), id))
    }

    fn side(self, id: &str) -> String {
        lower(called(self.schema.edge(id).map(|k| &k.name), id))
    }

    /// How many hexes had that terrain.
    fn laid(self, id: &str) -> usize {
        let map = &self.before.map;
        map.grid.ids().filter(|h| map.terrain_at(*h) == id).count()
    }

    fn levels(self, at: &[Hex], change: LevelChange) -> String {
        let map = &self.after.map;
        let mut now = at.iter().filter_map(|h| map.grid.id(*h)).map(|id| map.level_at(id));
        let first = now.next();
        let same = first.filter(|n| now.all(|m| m == *n));
        let n = hexes(at.len());
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
        let here = |l: &&Label| l.at == end && l.turn == 0 && !l.text.trim().is_empty();
        self.after.map.labels.iter().find(here).map(|l| l.text.as_str())
    }

    fn region(self, id: &str) -> String {
        let found = self.after.map.region(id).or_else(|| self.before.map.region(id));
        self.region_or(id, found.map_or("", |r| &r.name))
    }

    fn region_or(self, id: &str, name: &str) -> String {
        if name.is_empty() { id.to_owned() } else { name.to_owned() }
    }

    fn label(self, i: usize, new: &Label) -> String {
        let text = &new.text;
        match self.before.map.labels.get(i) {
            Some(old) if old.text != *text => format!("Rename {} to {text}", old.text),
            Some(old) if old.turn != new.turn => format!("Turn {text}"),
            Some(old) if old.size != new.size => format!("Size of {text}"),
            Some(old) if old.style != new.style => format!("Style of {text}"),
            _ => format!("Move {text}"),
        }
    }

    /// A piece, as long as it is or was there.
    fn piece(self, id: &str) -> Option<&'a Piece> {
        self.before.piece(id).or_else(|| self.after.piece(id))
    }

    /// One by its name; several by their common formation, or by their number.
    fn those<'b>(self, ids: impl Iterator<Item = &'b str>) -> String {
        let ids: Vec<&str> = ids.collect();
        if let [one] = ids.as_slice() {
            return self.piece(one).map_or_else(|| (*one).to_owned(), |p| title(p, self.schema));
        }
        let heads: Vec<&str> =
            ids.iter().filter_map(|id| self.piece(id)).map(|p| p.parent.as_str()).collect();
        let n = pieces(ids.len());
        match heads.first().filter(|h| !h.is_empty() && heads.len() == ids.len()) {
            Some(head) if heads.iter().all(|h| h == head) => {
                let name = self.piece(head).map_or_else(|| (*head).to_owned(), |p| title(p, self.schema));
                format!("{name}, {n}")
            }
            _ => n,
        }
    }

    fn moved(self, e: &Edit) -> String {
        match e {
            Edit::AddPieces(new) => match new.as_slice() {
                [one] if one.name.is_empty() => {
                    let kind = self.schema.unit(&one.kind).map(|k| &k.name);
                    format!("Place {}", lower(called(kind, &one.kind)))
                }
                [one] => format!("Place {}", one.name),
                all => format!("Place {}", pieces(all.len())),
            },
            Edit::RemovePieces(ids) => format!("Delete {}", self.those(ids.iter().map(String::as_str))),
            Edit::PlacePieces(places) => {
                let those = self.those(places.iter().map(|p| p.0.as_str()));
                let off = |p: &Place| *p == Place::Off;
                match places.as_slice() {
                    [(_, place, _)] if !off(place) => match hexes_of(place).first() {
                        Some(h) => format!("Move {those} to {}", self.after.map.hex_label(*h)),
                        None => format!("Move {those}"),
                    },
                    all if all.iter().all(|p| off(&p.1)) => format!("Take {those} off the map"),
                    _ => format!("Move {those}"),
                }
            }
            _ => String::new(),
        }
    }

    fn change(self, ids: &[String], change: &PieceChange) -> String {
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
                let name = kinds.filter_map(|k| field(&k.fields, id)).next();
                called(name, id).to_owned()
            }
        }
    }
}

fn field<'a>(fields: &'a [Field], id: &str) -> Option<&'a String> {
    fields.iter().find(|f| f.id == id).map(|f| &f.name)
}

fn called<'a>(name: Option<&'a String>, id: &'a str) -> &'a str {
    name.map(String::as_str).filter(|n| !n.is_empty()).unwrap_or(id)
}

/// In the middle of a line: without the capital, unless it is all capitals.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(a), b) if b.is_none_or(|b| !b.is_uppercase()) => {
            a.to_lowercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_owned(),
    }
}

fn list<T>(edit: &ListEdit<T>, old: &[T], what: &str, name: impl Fn(&T) -> String) -> String {
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
