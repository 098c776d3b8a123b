//! A war taken up in the middle of a turn: what a position holds beyond who stands where. Pieces, sides and special rules say it
//! (`fields::midway`); [`Midway::apply`] puts it into the first state.

use crate::combat::Barred;
use crate::data::Data;
use crate::decide::{
    Activation, BattlePhase, ChooseReinforcement, Exchange, Fortify, Frame, KeepOrReturn, Logistics,
    Movement, PlaceReinforcements, PlayMarker, Recruit, Scouting, Sequence, SiegePhase, draw_if_any,
};
use crate::fields::{self, midway as f, midway::Begin};
use crate::ids::{Hexes, LandId, MarkerId, SideId, UnitId, Units};
use crate::setup::Setup;
use crate::state::{Attacked, FieldWorks, Flag, Flags, InForce, Phase, Reinforcement, Spot, State};
use engine::game::Frames;
use engine::hex::HexId;
use engine::scenario::{Props, ScenarioDoc, Value};
use smallvec::SmallVec;

/// The marker that is being played or may be put back.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    pub marker: MarkerId,
    pub done: u8,
    /// The offer taken, and how many of its units.
    pub offer: Option<u8>,
    pub taken: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SideMidway {
    has_activated: bool,
    has_offered: bool,
    purse: u8,
    capped_spent: u8,
}

/// Empty for most scenarios.
#[derive(Clone, Debug, Default)]
pub struct Midway {
    pub begin: Option<Begin>,
    /// The turn with which play begins.
    turn: u8,
    impulse: u8,
    first: Option<SideId>,
    active: Option<SideId>,
    ready: Hexes,
    expended: Hexes,
    drawn: Option<Drawn>,
    marks: Vec<(UnitId, Flag)>,
    sides: [SideMidway; 2],
    works: Vec<FieldWorks>,
    pillaged: Vec<HexId>,
    reinforcements: Vec<Reinforcement>,
    attacked: Vec<Attacked>,
    barred: Vec<Barred>,
    last_in: Vec<Option<SideId>>,
    in_force: Vec<InForce>,
}

/// What the fields are read with.
struct Reader<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    setup: &'a Setup,
}

impl Reader<'_> {
    fn unit(&self, id: &str) -> Option<UnitId> {
        self.setup.units.iter().position(|u| u.id == id).map(|i| UnitId(i as u8))
    }

    fn side(&self, id: &str) -> Option<SideId> {
        self.doc.sides.iter().take(2).position(|s| s.id == id).map(|i| SideId(i as u8))
    }

    fn hexes(&self, list: impl IntoIterator<Item = impl AsRef<str>>) -> Hexes {
        let mut out: Hexes =
            list.into_iter().filter_map(|word| self.setup.map.grid.parse(word.as_ref())).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    fn marker(&self, props: &Props) -> Option<MarkerId> {
        self.data.marker(props.get(fields::MARKER).and_then(Value::as_text)?)
    }

    fn reinforcement(&self, props: &Props) -> Option<Reinforcement> {
        let unit = self.unit(f::REINFORCEMENT_PIECE.read(props)?)?;
        let side = self.setup.parties[self.setup.unit(unit).party?.index()].side;
        let land = |id: &&str| self.setup.lands.iter().position(|l| l.id == **id).map(|i| LandId(i as u8));
        let lands: SmallVec<[LandId; 4]> =
            f::REINFORCEMENT_LANDS.read_all(props).iter().filter_map(land).collect();
        Some(Reinforcement { side, unit, marker: self.marker(props)?, lands })
    }

    fn special(&self, rule: &str, props: &Props, out: &mut Midway) {
        let grid = &self.setup.map.grid;
        match rule {
            f::FIELD_WORKS => {
                let side = f::WORKS_SIDE.read(props).and_then(|id| self.side(id));
                let works = f::WORKS_HEX.find_hex(props, grid).zip(side);
                out.works.extend(works.map(|(hex, side)| FieldWorks { hex, side }));
            }
            f::PILLAGED => out.pillaged.extend(f::PILLAGED_HEX.find_hex(props, grid)),
            f::REINFORCEMENT => {
                let group = self.reinforcement(props);
                out.reinforcements
                    .extend(group.filter(|g| !out.reinforcements.iter().any(|o| o.unit == g.unit)));
            }
            f::MARKER_DRAWN => {
                out.drawn = self.marker(props).map(|marker| Drawn {
                    marker,
                    done: f::DONE.read_or_default(props),
                    offer: f::OFFER.read_or_default(props).checked_sub(1),
                    taken: f::TAKEN.read_or_default(props),
                });
            }
            f::ATTACKED => {
                let hex = f::ATTACKED_HEX.find_hex(props, grid);
                let place = hex.and_then(|h| self.setup.ground(h).place);
                let stormed = f::IS_STORMED.is_on(props);
                out.attacked.extend(place.map(|place| Attacked { place, stormed }));
            }
            f::BARRED => {
                let why = f::BARRED_WHY.read(props).unwrap_or(crate::combat::Why::Sheltered);
                out.barred.extend(f::BARRED_HEX.find_hex(props, grid).map(|hex| Barred { hex, why }));
            }
            fields::EVENT_IN_FORCE => {
                let turn = u8::from(f::IS_OF_TURN.is_on(props));
                let cancelled = f::IS_CANCELLED.is_on(props);
                out.in_force.extend(self.marker(props).map(|marker| InForce { marker, turn, cancelled }));
            }
            _ => {}
        }
    }
}

impl Midway {
    /// What a document says of it. The units, places and lands of the setup are read before.
    pub fn read(data: &Data, doc: &ScenarioDoc, setup: &Setup) -> Self {
        let reader = Reader { data, doc, setup };
        let mut out = Self {
            begin: f::BEGIN.read(&doc.props).flatten(),
            turn: f::FIRST_TURN.read_or_default(&doc.props),
            impulse: f::IMPULSE.read_or_default(&doc.props),
            first: f::FIRST_PLAYER.read(&doc.props),
            active: f::ACTIVE.read(&doc.props),
            ready: reader.hexes(f::READY.read_all(&doc.props)),
            ..Self::default()
        };
        // Two trains of one hex count twice: neither order nor doubles are touched.
        let expended = f::EXPENDED.read_all(&doc.props);
        out.expended = expended.iter().filter_map(|word| setup.map.grid.parse(word)).collect();
        for piece in doc.pieces.iter() {
            if let Some(u) = reader.unit(&piece.id) {
                out.marks.extend(f::MARKS.read_all(&piece.props).into_iter().map(|flag| (u, flag)));
            }
        }
        for side in SideId::BOTH {
            let props = &doc.sides[side.index()].props;
            out.sides[side.index()] = SideMidway {
                has_activated: f::HAS_ACTIVATED.is_on(props),
                has_offered: f::HAS_OFFERED.is_on(props),
                purse: f::PURSE.read_or_default(props),
                capped_spent: f::CAPPED_SPENT.read_or_default(props),
            };
        }
        for special in &doc.specials {
            reader.special(&special.rule, &special.props, &mut out);
        }
        for place in setup.places.iter().filter(|p| p.is_objective) {
            let is_it = |hex: Option<HexId>| hex == Some(place.hex);
            let line = doc.victory.iter().find(|v| {
                v.kind == fields::PLACE && is_it(fields::PLACE_HEX.find_hex(&v.props, &setup.map.grid))
            });
            out.last_in.push(line.and_then(|v| f::LAST_IN.read(&v.props).flatten()));
        }
        out.pillaged.sort_unstable();
        out.pillaged.dedup();
        out.attacked.sort_unstable();
        out.attacked.dedup();
        out.barred.sort_unstable();
        out.barred.dedup();
        out
    }

    /// Puts it into a state that has the pieces where they start and nothing else yet.
    pub fn apply(&self, setup: &Setup, s: &mut State) {
        let last_turn = u8::try_from(setup.turns.len()).unwrap_or(u8::MAX).max(1);
        s.turn = self.turn.clamp(1, last_turn);
        s.works = self.works.iter().copied().collect();
        s.pillaged = self.pillaged.iter().copied().collect();
        for (own, last) in s.last_in.iter_mut().zip(&self.last_in) {
            *own = *last;
        }
        for m in &mut s.in_force {
            if let Some(found) = self.in_force.iter().find(|o| o.marker == m.marker) {
                // A marker of the turn that is taken up bears its number.
                *m = InForce { turn: found.turn * s.turn, ..*found };
            }
        }
        for group in &self.reinforcements {
            if s.unit(group.unit).spot == Spot::Box {
                s.unit_mut(group.unit).spot = Spot::Due;
                s.reinforcements.push(group.clone());
            }
        }
        let Some(begin) = self.begin.filter(|_| setup.set_up.is_empty()) else { return };
        self.put_marks(setup, s);
        for side in SideId::BOTH {
            let (own, given) = (s.side_mut(side), self.sides[side.index()]);
            own.has_activated = given.has_activated;
            own.offered = given.has_offered;
            own.purse = given.purse;
            own.capped_spent = given.capped_spent;
        }
        s.attacked = self.attacked.iter().copied().collect();
        s.barred = self.barred.iter().copied().collect();
        s.first = self.first.unwrap_or(SideId::COALITION);
        s.active = self.active.unwrap_or(s.first);
        self.begin_with(begin, s);
    }

    fn put_marks(&self, setup: &Setup, s: &mut State) {
        for u in setup.unit_ids() {
            // Who waits in a box has nothing to be remembered but which side a leader shows, and that mercenaries are Elite.
            if s.unit(u).spot == Spot::Box {
                let reverse = s.unit(u).has(Flag::Reverse);
                s.unit_mut(u).flags = Flags::default();
                for (is_kept, flag) in [(reverse, Flag::Reverse), (setup.unit(u).is_mercenary, Flag::Elite)] {
                    if is_kept {
                        s.unit_mut(u).flags.set(flag);
                    }
                }
            }
        }
        for (u, flag) in &self.marks {
            let fits = match flag {
                Flag::Activated => setup.unit(*u).is_leader(),
                Flag::Top => s.unit(*u).hex().is_some(),
                _ => true,
            };
            match (fits, flag, s.unit(*u).hex()) {
                (true, Flag::Top, Some(hex)) => crate::fog::show(setup, s, *u, hex),
                (true, _, _) => s.unit_mut(*u).flags.set(*flag),
                (false, _, _) => {}
            }
        }
    }

    fn begin_with(&self, begin: Begin, s: &mut State) {
        let phase = phase_of(begin);
        let (side, second) = (s.active, s.active != s.first);
        let is_campaign = matches!(phase, Phase::Activation | Phase::Siege | Phase::Movement | Phase::Battle);
        let impulse = if is_campaign { self.impulse.max(1) } else { 0 };
        let now = Sequence { next: phase, impulse, second };
        s.phase = phase;
        s.impulse = impulse;
        let ready = (impulse > 1).then(|| self.ready.clone());
        let first = if begin == Begin::Rally { now } else { now.after() };
        s.frames = Frames::new(first.into());
        match begin {
            Begin::Rally => s.phase = Phase::Logistics,
            Begin::Events => draw_if_any(s, side),
            Begin::Drawn | Begin::Event => self.begin_with_marker(begin, side, s),
            Begin::Reinforcements => {
                s.push(Recruit { side });
                s.push(PlaceReinforcements { side });
            }
            Begin::Recruiting => s.push(Recruit { side }),
            Begin::Activation => s.push(Activation { side }),
            Begin::Siege => s.push(SiegePhase { ready }),
            Begin::FieldWorks => {
                s.push(Movement);
                s.push(Fortify);
            }
            Begin::Movement => s.push(Movement),
            Begin::Scouting => s.push(Scouting),
            Begin::Battle => s.push(BattlePhase { ready }),
            Begin::Logistics => s.push(Logistics { side, expended: self.expended.clone() }),
            Begin::Exchange => {
                for side in [s.first.enemy(), s.first] {
                    s.push(Exchange { side, list: Units::new() });
                }
            }
        }
    }

    /// Without the marker that was drawn, one is drawn now.
    fn begin_with_marker(&self, begin: Begin, side: SideId, s: &mut State) {
        let Some(Drawn { marker, done, offer, taken }) = self.drawn else { return draw_if_any(s, side) };
        if begin == Begin::Drawn {
            return s.push(KeepOrReturn { side, marker });
        }
        s.push(PlayMarker { done, ..PlayMarker::new(side, marker) });
        if let Some(effect) = done.checked_sub(1) {
            s.push(Frame::from(ChooseReinforcement {
                offer,
                taken,
                ..ChooseReinforcement::new(side, marker, effect)
            }));
        }
    }
}

fn phase_of(begin: Begin) -> Phase {
    match begin {
        Begin::Events | Begin::Drawn | Begin::Event => Phase::Events,
        Begin::Reinforcements | Begin::Recruiting => Phase::Recruiting,
        Begin::Activation => Phase::Activation,
        Begin::Siege => Phase::Siege,
        Begin::FieldWorks | Begin::Movement | Begin::Scouting => Phase::Movement,
        Begin::Battle => Phase::Battle,
        Begin::Logistics => Phase::Logistics,
        Begin::Rally | Begin::Exchange => Phase::Rally,
    }
}
