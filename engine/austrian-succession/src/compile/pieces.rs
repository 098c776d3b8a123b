//! Counters: their faces, whose they are, where they start.

use super::{MOST_UNITS, say};
use crate::data::{Arm, Data, Face, UnitLine};
use crate::fields;
use crate::ids::{NationId, PartyId, SideId, UnitId};
use crate::schema::{face_form, slots};
use crate::setup::{Setup, Start, UnitCard, Value};
use engine::hex::HexId;
use engine::scenario::{At, Issues, Piece, Place, Props, ScenarioDoc, suggestion};
use std::collections::{BTreeMap, BTreeSet};

struct Reader<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    setup: &'a Setup,
    set_up: BTreeSet<&'a str>,
    slots: Vec<String>,
}

pub fn read(data: &Data, doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) -> Vec<UnitCard> {
    let set_up = doc.setup.iter().flat_map(|e| &e.pieces).map(String::as_str).collect();
    let reader = Reader { data, doc, setup, set_up, slots: slots(data) };
    let mut units: Vec<UnitCard> = Vec::new();
    let mut count: BTreeMap<(NationId, u8), u8> = BTreeMap::new();
    for piece in doc.pieces.iter() {
        let Some(kind) = data.unit_kind(&piece.kind) else { continue };
        if units.len() >= MOST_UNITS {
            let text = format!("there are {} pieces", doc.pieces.len());
            let remedy = format!("give {MOST_UNITS} at most");
            say(issues, At::Field("pieces".into()), "pieces", "2.6", text, &remedy);
            break;
        }
        let Some(mut card) = reader.card(piece, kind as u8, issues) else { continue };
        let number = count.entry((card.nation, card.kind)).or_default();
        *number = number.saturating_add(1);
        reader.check_mix(piece, &card, *number, issues);
        if card.name.is_empty() {
            let nation = &data.nations[card.nation.index()];
            card.name = format!("{} {} {number}", nation.adjective, piece.kind.replace('-', " "));
        }
        units.push(card);
    }
    let mut names: BTreeSet<String> = BTreeSet::new();
    for unit in &mut units {
        if !names.insert(unit.name.clone()) {
            unit.name = format!("{} ({})", unit.name, unit.id);
        }
    }
    units
}

fn face(props: &Props, field: &str, usual: Option<Face>) -> Option<Face> {
    let usual = usual?;
    let text = props.get(field).and_then(engine::scenario::Value::as_text).unwrap_or_default();
    let read = face_form().read(text).filter(|f| f.values[1] > 0);
    Some(read.map_or(usual, |f| Face {
        strength: f.values[0] as u8,
        parenthesized: f.bracketed,
        movement: f.values[1] as u8,
    }))
}

impl Reader<'_> {
    fn card(&self, piece: &Piece, kind: u8, issues: &mut Issues) -> Option<UnitCard> {
        let line = &self.data.units[kind as usize];
        let (party, nation) = self.belongs_to(piece, line, issues)?;
        let props = &piece.props;
        let value = (line.arm == Arm::Leader).then(|| Value {
            front: fields::VALUE.read_or_default(props),
            reverse: Some(fields::REVERSE_VALUE.read_or_default(props)).filter(|n| *n > 0),
        });
        let (regular, elite) =
            (face(props, fields::FACE, line.regular), face(props, fields::ELITE_FACE, line.elite));
        let side = self.doc.sides.iter().take(2).position(|s| s.id == piece.side);
        Some(UnitCard {
            id: piece.id.clone(),
            name: piece.name.clone(),
            kind,
            arm: line.arm,
            is_wing: line.wing,
            is_mercenary: line.mercenary,
            nation,
            party,
            regular,
            elite,
            value,
            start: self.start(piece, line, party, nation, issues),
            starts_elite: regular.is_none() || (elite.is_some() && fields::ELITE.is_on(props)),
            starts_reversed: value.is_some_and(|v| v.reverse.is_some()) && fields::REVERSED.is_on(props),
            hired_by: side.filter(|_| line.mercenary).map(|i| SideId(i as u8)),
            usual: fields::USUAL.find_hex(props, &self.setup.map.grid),
        })
    }

    /// Whose forces it is of, and its nation; mercenaries are of nobody's (33).
    fn belongs_to(
        &self,
        piece: &Piece,
        line: &UnitLine,
        issues: &mut Issues,
    ) -> Option<(Option<PartyId>, NationId)> {
        if line.mercenary {
            let home = self.data.nations.iter().position(|n| n.counters.contains_key(&line.id))?;
            return Some((None, NationId(home as u8)));
        }
        let at = || At::Piece(piece.id.clone());
        let Some(party) = self.setup.parties.iter().position(|p| p.id == piece.side) else {
            if piece.side.is_empty() {
                let text = "it belongs to nobody".to_owned();
                say(issues, at(), &piece.id, "2.6", text, "name its side; only mercenaries have none");
            }
            return None;
        };
        let own = &self.setup.parties[party].nations;
        let nation = match self.data.nation(&piece.nation) {
            Some(nation) => Some(nation),
            None => own.first().copied().filter(|_| piece.nation.is_empty()),
        }?;
        if !own.contains(&nation) {
            let text = format!("its nation '{}' is not of its side", piece.nation);
            say(issues, at(), &piece.id, "25.2", text, "give it another side, or a nation of this one");
        }
        Some((Some(PartyId(party as u8)), nation))
    }

    /// The counter mix is a limit (10.4).
    fn check_mix(&self, piece: &Piece, card: &UnitCard, number: u8, issues: &mut Issues) {
        let nation = &self.data.nations[card.nation.index()];
        let most = nation.counters.get(&piece.kind).copied().unwrap_or(0);
        if card.arm != Arm::Leader && number == most.saturating_add(1) {
            let kind = self.data.units[card.kind as usize].name.to_lowercase();
            let text = match most {
                0 => format!("{} has no counter of this kind: {kind}", nation.name),
                _ => format!("there are more counters than exist: {} has {most} of {kind}", nation.name),
            };
            say(
                issues,
                At::Piece(piece.id.clone()),
                &piece.id,
                "10.4",
                text,
                "take it away, or let it be of another kind or nation",
            );
        }
    }

    fn start(
        &self,
        piece: &Piece,
        line: &UnitLine,
        party: Option<PartyId>,
        nation: NationId,
        issues: &mut Issues,
    ) -> Start {
        let at = || At::Piece(piece.id.clone());
        let is_set_up = self.set_up.contains(piece.id.as_str());
        match &piece.place {
            Place::Off if is_set_up => return Start::SetUp,
            Place::Off => return Start::Box,
            Place::Hex(hex) => {
                if let Some(id) = self.setup.map.grid.id(*hex) {
                    return Start::Hex(id);
                }
            }
            Place::Box { sheet, slot } => {
                if is_set_up {
                    let text = "it starts in a box and is set up too".to_owned();
                    say(
                        issues,
                        at(),
                        &piece.id,
                        "40.4",
                        text,
                        "take it out of the box, or out of the set-up",
                    );
                }
                return self.start_in_box(piece, line, party, nation, (sheet, slot), issues);
            }
            Place::Hexes(_) | Place::On { .. } | Place::Unknown(_) => {}
        }
        let text = "it stands in no hex of the map".to_owned();
        say(issues, at(), &piece.id, "14.1", text, "place it in one hex, in a box, or off the map");
        Start::Box
    }

    fn start_in_box(
        &self,
        piece: &Piece,
        line: &UnitLine,
        party: Option<PartyId>,
        nation: NationId,
        (sheet, slot): (&str, &str),
        issues: &mut Issues,
    ) -> Start {
        let side = party.map(|p| self.setup.parties[p.index()].side);
        let of = |names: &[&str; 2]| names.iter().position(|n| *n == slot).map(|i| SideId(i as u8));
        let is_dead = slot == fields::DEAD;
        let mut wrong = |rule: &str, text: String, remedy: &str| {
            say(issues, At::Piece(piece.id.clone()), &piece.id, rule, text, remedy);
            Start::Box
        };
        if sheet != fields::BOXES || !self.slots.iter().any(|s| s == slot) {
            let known = self.slots.iter().map(String::as_str);
            let remedy = if sheet == fields::BOXES {
                suggestion(slot, known)
            } else {
                "the sheet is called 'boxes'".into()
            };
            return wrong("10.4", format!("there is no box '{sheet}:{slot}'"), &remedy);
        }
        if line.mercenary {
            let hirer = self.doc.sides.iter().take(2).position(|s| s.id == piece.side);
            let is_taken = of(&fields::PRISONERS).is_some_and(|by| hirer == Some(by.enemy().index()));
            return match slot == fields::MERCENARIES || is_dead {
                true => Start::Box,
                false if is_taken => Start::Prisoner,
                false => wrong(
                    "33.0",
                    "mercenaries wait in a box of their own".into(),
                    "put it into 'mercenaries'",
                ),
            };
        }
        if let Some(area) = slot.strip_prefix(fields::STAGING) {
            let own = self.data.nations[nation.index()].staging.as_deref();
            return match own == Some(area) && self.setup.staging_area_of(nation).is_some() {
                true => Start::Staging,
                false => wrong(
                    "26.2",
                    "its nation has no such staging area here".into(),
                    "put it into another box",
                ),
            };
        }
        if let Some(holder) = of(&fields::PRISONERS) {
            return match side == Some(holder.enemy()) {
                true => Start::Prisoner,
                false => wrong(
                    "38.1",
                    "it would be a prisoner of its own side".into(),
                    "put it into the enemy's box",
                ),
            };
        }
        match of(&fields::RECRUITS) {
            Some(owner) if side != Some(owner) => wrong(
                "10.4",
                "this Recruit box is of the other side".into(),
                "put it into its own side's box",
            ),
            None if slot == fields::MERCENARIES => {
                wrong("33.0", "this box is for mercenaries".into(), "put it into its side's Recruit box")
            }
            // Whoever is no leader may be recruited again, wherever the counter lies (10.6).
            None if is_dead && line.arm == Arm::Leader => Start::Dead,
            _ => Start::Box,
        }
    }
}

/// Nobody begins in land that is shut to him, and no hex has units of two minds (13.5, 25.3).
pub fn check_starts(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    let at = |u: UnitId| At::Piece(setup.unit(u).id.clone());
    let mut claims: BTreeMap<HexId, Vec<(PartyId, UnitId)>> = BTreeMap::new();
    for u in setup.unit_ids() {
        let (Start::Hex(hex), Some(party)) = (setup.unit(u).start, setup.unit(u).party) else { continue };
        if is_shut_to(setup, hex, party) {
            let text = format!("it starts in {}, where it may not be", setup.map.label(hex));
            let issue =
                say(issues, at(u), &setup.unit(u).id, "25.3", text, "move it out of closed or neutral land");
            if let Some(to) = nearest_open(setup, hex, party) {
                let to = setup.map.grid.hex(to);
                let name = format!("To {}", doc.map.hex_label(to));
                let id = setup.unit(u).id.clone();
                issue.fix(name, vec![engine::scenario::Repair::MovePiece { id, to: Some(to) }]);
            }
        }
        claims.entry(hex).or_default().push((party, u));
    }
    for entry in &setup.set_up {
        let shut = entry.hexes.iter().find(|h| is_shut_to(setup, **h, entry.side));
        if let Some(hex) = shut {
            let text = format!("{} of it lies in land where they may not be", setup.map.label(*hex));
            let remedy = "take the hex out of the area";
            say(issues, At::Region(entry.area.clone()), &entry.area, "25.3", text, remedy);
        }
        if let Some(u) = entry.pieces.first() {
            entry.hexes.iter().for_each(|h| claims.entry(*h).or_default().push((entry.side, *u)));
        }
    }
    let mind = |party: PartyId| {
        let card = &setup.parties[party.index()];
        setup.control.seat_of(party.index()).map_or((false, party.0), |_| (true, card.side.0))
    };
    for (hex, list) in &claims {
        if let Some((_, u)) = list.iter().find(|(party, _)| mind(*party) != mind(list[0].0)) {
            let text = format!("units that are no friends could stand together in {}", setup.map.label(*hex));
            say(
                issues,
                at(*u),
                &setup.unit(*u).id,
                "13.5",
                text,
                "move one of them, or make the set-up areas smaller",
            );
        }
    }
}

fn is_shut_to(setup: &Setup, hex: HexId, party: PartyId) -> bool {
    setup.ground(hex).land.is_some_and(|land| {
        let card = &setup.lands[land.index()];
        let is_neutral = |p: PartyId| p != party && setup.control.seat_of(p.index()).is_none();
        card.closed || card.joins_with.is_some_and(is_neutral)
    })
}

/// The nearest hex the party may stand in and that has no unit.
fn nearest_open(setup: &Setup, from: HexId, party: PartyId) -> Option<HexId> {
    let is_free = |h: HexId| setup.units.iter().all(|u| u.start != Start::Hex(h));
    let open = |h: &HexId| !is_shut_to(setup, *h, party) && setup.ground(*h).cost.is_some() && is_free(*h);
    setup.map.grid.ids().filter(open).min_by_key(|h| (setup.map.distance(*h, from), *h))
}
