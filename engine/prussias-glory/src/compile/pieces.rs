//! Units, leaders, wings and groups of a document.

use crate::data::{Arm, Data};
use crate::fields;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::setup::{DetachmentCard, Face, GroupCard, LeaderCard, Post, Star, UnitCard, UnitTraits, WingCard};
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, Piece, Place, ScenarioDoc, Value};
use smallvec::{SmallVec, smallvec};

/// Handles are bytes, and a unit's counters are few.
const MOST_PIECES: usize = 200;

#[derive(Default)]
pub struct Pieces {
    pub units: Vec<UnitCard>,
    pub leaders: Vec<LeaderCard>,
    pub wings: Vec<WingCard>,
    pub groups: Vec<GroupCard>,
    pub detachments: Vec<DetachmentCard>,
}

struct Reader<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    map: &'a Map,
    names: &'a Resolver<'a>,
    order: &'a [usize; 2],
}

impl Pieces {
    /// `order`: places of the Prussian and the Coalition side in the document.
    pub fn read(
        data: &Data,
        doc: &ScenarioDoc,
        map: &Map,
        (names, order): (&Resolver, &[usize; 2]),
        issues: &mut Issues,
    ) -> Self {
        let reader = Reader { data, doc, map, names, order };
        let mut out = Self::default();
        if doc.pieces.len() > MOST_PIECES {
            issues
                .error(At::Whole, "pieces", format!("there are more than {MOST_PIECES} pieces"))
                .rule("2")
                .remedy("leave some out");
            return out;
        }
        reader.leaders(&mut out, issues);
        reader.groups(&mut out, issues);
        reader.units(&mut out, issues);
        for wing in &mut out.wings {
            wing.is_cavalry = wing.units.iter().all(|u| out.units[u.index()].arm == Arm::Horse);
        }
        reader.assign_groups(&mut out, issues);
        reader.detachments(&mut out, issues);
        out
    }
}

impl Reader<'_> {
    fn side(&self, id: &str) -> Option<SideId> {
        let place = self.names.side(id)?;
        self.order.iter().position(|i| *i == place).map(|i| SideId(i as u8))
    }

    fn nation(&self, piece: &Piece) -> u8 {
        self.data.nations.iter().position(|n| n.id == piece.nation).unwrap_or(0) as u8
    }

    fn is_set_up(&self, id: &str) -> bool {
        self.doc.setup.iter().any(|e| e.pieces.iter().any(|p| p == id))
    }

    fn start(&self, piece: &Piece, arm: Arm, issues: &mut Issues) -> Option<HexId> {
        let mut refuse = |text: &str, remedy: &str| {
            issues.error(At::Piece(piece.id.clone()), &piece.id, text).rule("7.4.3").remedy(remedy);
            None
        };
        match &piece.place {
            Place::Hex(h) => {
                let Some(id) = self.map.grid.id(*h) else {
                    return refuse("it stands off the map", "give it a hex of the map");
                };
                let open = self.data.terrain.hexes[self.map.terrain[id.index()].0 as usize].cost.of(arm);
                // Columns march on roads through closed ground (7.3): a battle taken up there is right.
                if open.is_none() && !fields::RESUMED.is_on(&self.doc.props) {
                    return refuse("it stands on ground it may not enter", "move it");
                }
                Some(id)
            }
            Place::Off if self.is_set_up(&piece.id) => {
                let usual = fields::USUAL.read(&piece.props)?;
                let hex = self.map.grid.parse(&usual);
                if hex.is_none() {
                    return refuse("its usual hex is off the map", "give it a hex of the map");
                }
                hex
            }
            Place::Off => None,
            _ => refuse("it stands in no hex", "give it one hex, or none"),
        }
    }

    fn leaders(&self, out: &mut Pieces, issues: &mut Issues) {
        for piece in self.doc.pieces.iter() {
            let Some(kind) = self.data.units.iter().find(|u| u.id == piece.kind) else { continue };
            let (Arm::Leader, Some(side)) = (kind.arm, self.side(&piece.side)) else { continue };
            let id = LeaderId(out.leaders.len() as u8);
            let p = &piece.props;
            let post = match kind.id.as_str() {
                "commander" => Post::Commander,
                "wing-leader" => {
                    let wing = WingId(out.wings.len() as u8);
                    out.wings.push(WingCard {
                        name: fields::WING_NAME.read(p).unwrap_or(&piece.name).to_owned(),
                        side,
                        leader: id,
                        units: SmallVec::new(),
                        is_cavalry: false,
                        group: 0,
                        detachment: None,
                        is_pile: fields::DETACHMENT_COUNTER.is_on(p),
                    });
                    Post::Wing(wing)
                }
                _ => Post::Extra,
            };
            out.leaders.push(LeaderCard {
                id: piece.id.clone(),
                name: if piece.name.is_empty() { piece.id.clone() } else { piece.name.clone() },
                side,
                nation: self.nation(piece),
                post,
                initiative: fields::INITIATIVE.read_or_default(p),
                morale: fields::MORALE_MODIFIER.read_or_default(p),
                movement: fields::MOVEMENT.read(p).unwrap_or(kind.movement.max(1)),
                star: fields::STAR.read(p).unwrap_or(Star::None),
                wounded_points: fields::WOUNDED_POINTS.read_or_default(p),
                killed_points: fields::KILLED_POINTS.read_or_default(p),
                start: self.start(piece, Arm::Leader, issues),
                set_up: self.is_set_up(&piece.id),
            });
        }
    }

    /// Two Basic Groups a side, then the Specific Groups (4.2.1).
    fn groups(&self, out: &mut Pieces, issues: &mut Issues) {
        for side in SideId::BOTH {
            let props = &self.doc.sides[self.order[side.index()]].props;
            for (name, field) in
                [("Infantry and artillery", fields::INFANTRY_RATING), ("Cavalry", fields::CAVALRY_RATING)]
            {
                let rating = field.read_or_default(props);
                out.groups.push(GroupCard { name: name.into(), side, rating });
            }
        }
        for (i, s) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::SPECIFIC_GROUP) {
            let name = fields::GROUP_NAME.read(&s.props).unwrap_or("Group").to_owned();
            let Some(side) = fields::OWNER.read(&s.props).and_then(|t| self.side(t)) else {
                issues
                    .error(At::Special(i), &name, "the group belongs to no side")
                    .rule("4.2.1")
                    .remedy("name a side");
                continue;
            };
            let rating = fields::RATING.read_or_default(&s.props);
            out.groups.push(GroupCard { name, side, rating });
        }
    }

    fn units(&self, out: &mut Pieces, issues: &mut Issues) {
        for piece in self.doc.pieces.iter() {
            let Some(k) = self.data.units.iter().position(|u| u.id == piece.kind) else { continue };
            let kind = &self.data.units[k];
            let Some(side) = self.side(&piece.side).filter(|_| kind.arm != Arm::Leader) else { continue };
            let Some((faces, counters)) = self.faces(piece, kind, issues) else { continue };
            let wing = out.wings.iter().position(|w| out.leaders[w.leader.index()].id == piece.parent);
            let mut wrong = |text: &str, rule: &str, remedy: &str| {
                issues.error(At::Piece(piece.id.clone()), &piece.id, text).rule(rule).remedy(remedy);
            };
            match (kind.arm, wing) {
                (Arm::Guns, Some(_)) => wrong("artillery belongs to no wing", "2.2", "take its parent away"),
                (Arm::Foot | Arm::Horse, None) => {
                    wrong("it has no wing leader", "4.2.1", "name a wing leader as its parent");
                }
                (_, Some(w)) if out.wings[w].side != side => {
                    wrong("its wing leader is of the other side", "4.2.1", "name one of its own side");
                }
                _ => {}
            }
            let id = UnitId(out.units.len() as u8);
            let wing = wing.filter(|_| kind.arm != Arm::Guns).map(|w| WingId(w as u8));
            if let Some(w) = wing {
                out.wings[w.index()].units.push(id);
            }
            let lost = fields::LOST.read_or_default(&piece.props);
            if usize::from(lost) > faces.len()
                || (usize::from(lost) == faces.len() && piece.place != Place::Off)
            {
                wrong(
                    "it has lost all its steps",
                    "10.8.1.1",
                    "give it fewer steps lost, or take it off the map",
                );
            }
            let nation = self.nation(piece);
            let army = &self.data.nations[nation as usize];
            let p = &piece.props;
            out.units.push(UnitCard {
                id: piece.id.clone(),
                name: if piece.name.is_empty() { piece.id.clone() } else { piece.name.clone() },
                kind: k as u8,
                arm: kind.arm,
                side,
                nation,
                wing,
                group: side.0 * 2,
                faces,
                counters,
                traits: UnitTraits {
                    howitzer: fields::HOWITZER.is_on(p),
                    croat: kind.croat || fields::CROAT.is_on(p),
                    double: kind.double || fields::DOUBLE.is_on(p),
                    reliable: fields::RELIABLE.is_on(p),
                    cossack: kind.id == "cossacks",
                    quick_cavalry: kind.arm == Arm::Horse && army.quick_cavalry,
                    steady_guns: kind.arm == Arm::Guns && army.steady_guns,
                },
                start: self.start(piece, kind.arm, issues),
                set_up: self.is_set_up(&piece.id),
                detachment: None,
                order: fields::ORDER.read_or_default(p),
                lost: fields::LOST.read_or_default(p),
            });
        }
    }

    #[allow(clippy::type_complexity)]
    fn faces(
        &self,
        piece: &Piece,
        kind: &crate::data::UnitLine,
        issues: &mut Issues,
    ) -> Option<(SmallVec<[Face; 4]>, SmallVec<[u8; 4]>)> {
        let given = piece.props.get(fields::FACES).and_then(Value::as_list).unwrap_or_default();
        let given: Vec<&str> = given.iter().filter_map(Value::as_text).collect();
        let words: Vec<&str> =
            if given.is_empty() { kind.faces.iter().map(String::as_str).collect() } else { given };
        let mut wrong = |text: String, remedy: &str| {
            issues.error(At::Piece(piece.id.clone()), &piece.id, text).rule("2.1").remedy(remedy);
        };
        if words.is_empty() || words.len() > 4 {
            wrong(format!("it has {} steps", words.len()), "give it one to four faces");
            return None;
        }
        let mut faces: SmallVec<[Face; 4]> = SmallVec::new();
        for w in &words {
            let Some(face) = Face::parse(w, kind.arm) else {
                wrong(
                    format!("the face '{w}' cannot be read"),
                    "write strength-morale-movement, for guns three strengths, a blank, morale-movement",
                );
                return None;
            };
            faces.push(face);
        }
        if faces.windows(2).any(|w| w[1].strength > w[0].strength || w[1].morale > w[0].morale) {
            wrong("a later face is stronger than an earlier one".into(), "let strength and morale fall");
            return None;
        }
        let counters: SmallVec<[u8; 4]> = fields::COUNTERS.read_all(&piece.props).into();
        let counters = match (counters.is_empty(), words.len(), kind.arm) {
            (false, ..) => counters,
            (_, 4, _) => smallvec![2, 2],
            (_, 3, Arm::Guns) => smallvec![2, 1],
            (_, 3, _) => smallvec![1, 2],
            (_, n, _) => smallvec![n as u8],
        };
        if counters.iter().map(|n| usize::from(*n)).sum::<usize>() != words.len() || counters.contains(&0) {
            wrong(
                "its counters do not have the steps of its faces".into(),
                "let their sum be the number of faces",
            );
            return None;
        }
        Some((faces, counters))
    }

    fn assign_groups(&self, out: &mut Pieces, issues: &mut Issues) {
        for wing in &mut out.wings {
            wing.group = wing.side.0 * 2 + u8::from(wing.is_cavalry && !wing.units.is_empty());
        }
        let mut group = 4;
        let mut taken: Vec<String> = Vec::new();
        for (i, s) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::SPECIFIC_GROUP) {
            if fields::OWNER.read(&s.props).and_then(|t| self.side(t)).is_none() {
                continue;
            }
            for id in fields::WINGS.read_all(&s.props).into_iter().chain(fields::GUNS.read_all(&s.props)) {
                let wing = out.wings.iter().position(|w| out.leaders[w.leader.index()].id == id);
                let gun = out.units.iter().position(|u| u.id == id && u.arm == Arm::Guns);
                match (wing, gun) {
                    _ if taken.iter().any(|t| t == id) => {
                        issues
                            .error(At::Special(i), id, "it is in two Specific Groups")
                            .rule("4.2.1")
                            .remedy("name it once");
                    }
                    (Some(w), _) => out.wings[w].group = group,
                    (_, Some(u)) => out.units[u].group = group,
                    _ => {
                        issues
                            .error(At::Special(i), id, "the group names neither a wing leader nor a battery")
                            .rule("4.2.1")
                            .remedy("name wing leaders in 'wings' and artillery in 'guns'");
                    }
                }
                taken.push(id.to_owned());
            }
            group += 1;
        }
    }

    /// Detachments of main scenarios, each with a group of its own behind all others (4.3, 4.3.3).
    fn detachments(&self, out: &mut Pieces, issues: &mut Issues) {
        if !fields::FORM.read(&self.doc.props).unwrap_or_default() {
            return;
        }
        for (i, s) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::DETACHMENT) {
            let name = fields::GROUP_NAME.read(&s.props).unwrap_or("Detachment").to_owned();
            let mut wrong = |place: &str, text: &str, remedy: &str| {
                issues.error(At::Special(i), place, text).rule("4.3").remedy(remedy);
            };
            let Some(side) = fields::OWNER.read(&s.props).and_then(|t| self.side(t)) else {
                wrong(&name, "the Detachment belongs to no side", "name a side");
                continue;
            };
            let detachment = out.detachments.len() as u8;
            for id in fields::WINGS.read_all(&s.props).into_iter().chain(fields::GUNS.read_all(&s.props)) {
                let wing = out.wings.iter().position(|w| out.leaders[w.leader.index()].id == id);
                let gun = out.units.iter().position(|u| u.id == id && u.arm == Arm::Guns);
                let taken = match (wing, gun) {
                    (Some(w), _) if out.wings[w].side == side => out.wings[w].detachment.replace(detachment),
                    (_, Some(u)) if out.units[u].side == side => out.units[u].detachment.replace(detachment),
                    _ => {
                        wrong(id, "it is neither a wing leader nor a battery of the side", "name others");
                        continue;
                    }
                };
                if taken.is_some() {
                    wrong(id, "it is in two Detachments", "name it once");
                }
            }
            let rating = fields::RATING.read_or_default(&s.props);
            let group = out.groups.len() as u8;
            out.groups.push(GroupCard { name: format!("Detachment {name}"), side, rating });
            out.detachments.push(DetachmentCard { name, side, group });
        }
        if out.groups.len() > 32 {
            issues
                .error(At::Field("specials".into()), "groups", "there are more than 32 groups")
                .rule("4.2.1")
                .remedy("leave some out");
        }
    }
}
