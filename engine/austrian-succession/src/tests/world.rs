//! A small map made by hand, for rules that need no scenario: columns run north to south, so that 0503 and 0504 are neighbours.

use crate::data::tests::shipped;
use crate::decide::{Frame, Sequence};
use crate::ids::{LandId, NationId, PartyId, PlaceId, SideId, UnitId};
use crate::setup::{
    Crossing, Ground, LandCard, OptionFlags, PartyCard, PlaceCard, Setup, SideCard, StagingAreas,
    StagingCard, Start, TurnCard, UnitCard, Value,
};
use crate::state::{Phase, State};
use crate::{Action, AustrianSuccession, Context, Data, Event, Record};
use engine::dice::RollResult;
use engine::game::{Control, Cx, decision};
use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
use engine::map::Map;
use engine::present::Refusal;
use engine::scenario::{Issues, MapDoc, ScenarioDoc, Schema, Seating, Side};
use std::sync::Arc;

pub struct World {
    pub data: Data,
    pub setup: Setup,
}

fn grid() -> Grid {
    let (orientation, shove) = (Orientation::FlatTop, Shove::Odd);
    Grid { orientation, shove, cols: 16, rows: 24, numbering: Numbering::ccrr() }
}

fn control() -> Control {
    let mut doc = ScenarioDoc::blank("austrian-succession", MapDoc::blank(grid(), "open"));
    for id in ["prussia", "austria", "saxony"] {
        doc.sides.push(Side { id: id.into(), ..Side::default() });
    }
    for id in ["prussia", "austria"] {
        doc.seats.push(Seating { name: id.into(), sides: vec![id.into()] });
    }
    Control::from_document(&doc)
}

impl World {
    pub fn new() -> Self {
        let data = shipped();
        let map = Map::compile(&MapDoc::blank(grid(), "open"), &Schema::default(), &mut Issues::default());
        let open = Ground {
            terrain: 0,
            cost: Some(2),
            road_cost: 1,
            shift: 0,
            is_mountain: false,
            is_fortress: false,
            land: None,
            place: None,
        };
        let nations = |ids: &[&str]| -> Vec<NationId> {
            let of = |id: &&str| NationId(data.nations.iter().position(|n| n.id == *id).unwrap() as u8);
            ids.iter().map(of).collect()
        };
        let party = |id: &str, side: SideId, of: &[&str]| PartyCard {
            id: id.into(),
            name: id.into(),
            side,
            nations: nations(of),
        };
        let side = |id: &str, morale: u8| SideCard {
            id: id.into(),
            name: id.into(),
            army: id.into(),
            morale,
            pool: data.events.iter().map(|_| 0).collect(),
        };
        let turn =
            |winter: bool| TurnCard { name: "turn".into(), winter, no_events: true, no_recruiting: false };
        let setup = Setup {
            ground: vec![open; map.len()],
            crossings: vec![[Crossing::default(); 6]; map.len()],
            lands: Vec::new(),
            places: Vec::new(),
            units: Vec::new(),
            parties: vec![
                party("prussia", SideId::COALITION, &["prussian"]),
                party("austria", SideId::HABSBURG, &["austrian", "hungarian"]),
                party("saxony", SideId::COALITION, &["saxon"]),
            ],
            sides: [side("coalition", 12), side("habsburg", 12)],
            staging: StagingAreas {
                cards: Vec::new(),
                of_nation: vec![None; data.nations.len()],
                instead: None,
            },
            set_up: Vec::new(),
            set_up_areas: Vec::new(),
            bonus: Vec::new(),
            turns: vec![turn(false), turn(true), turn(false)],
            options: OptionFlags::default(),
            control: control(),
            in_force: Vec::new(),
            midway: crate::midway::Midway::default(),
            paid: Vec::new(),
            levels: data.victory,
            map,
            distances: std::sync::OnceLock::new(),
        };
        Self { data, setup }
    }

    pub fn hex(&self, label: &str) -> HexId {
        self.setup.map.grid.parse(label).unwrap()
    }

    /// Paints hexes with a terrain of the chart.
    pub fn paint(&mut self, terrain: &str, hexes: &str) -> &mut Self {
        let i = self.data.terrain.hexes.iter().position(|t| t.id == terrain).unwrap();
        let line = &self.data.terrain.hexes[i];
        for label in hexes.split_whitespace() {
            let hex = self.setup.map.grid.parse(label).unwrap();
            let ground = &mut self.setup.ground[hex.index()];
            *ground = Ground {
                terrain: i as u8,
                cost: line.cost,
                road_cost: line.road_cost,
                shift: line.shift,
                is_mountain: line.mountain,
                is_fortress: line.fortress,
                land: ground.land,
                place: ground.place,
            };
        }
        self
    }

    fn cross(&mut self, a: &str, b: &str, change: impl Fn(&mut Crossing)) {
        let (a, b) = (self.hex(a), self.hex(b));
        for (from, to) in [(a, b), (b, a)] {
            let dir = self.setup.map.direction_to(from, to).unwrap_or_else(|| panic!("{from:?} {to:?}"));
            change(&mut self.setup.crossings[from.index()][dir.0 as usize]);
        }
    }

    /// A road through neighbouring hexes.
    pub fn road(&mut self, hexes: &str) -> &mut Self {
        let list: Vec<&str> = hexes.split_whitespace().collect();
        list.windows(2).for_each(|pair| self.cross(pair[0], pair[1], |c| c.road = true));
        self
    }

    /// Neighbouring hexes that touch one river.
    pub fn bank(&mut self, hexes: &str) -> &mut Self {
        let list: Vec<&str> = hexes.split_whitespace().collect();
        list.windows(2).for_each(|pair| self.cross(pair[0], pair[1], |c| c.along_river = true));
        self
    }

    /// A river side between two hexes.
    pub fn river(&mut self, a: &str, b: &str) -> &mut Self {
        self.cross(a, b, |c| c.river = true);
        self
    }

    /// A fortress with a name.
    pub fn fortress(&mut self, name: &str, at: &str) -> &mut Self {
        self.paint("fortress", at);
        let hex = self.hex(at);
        self.setup.ground[hex.index()].place = Some(PlaceId(self.setup.places.len() as u8));
        self.setup.places.push(PlaceCard {
            name: name.into(),
            hex,
            is_fortress: true,
            is_free_city: false,
            points: 1,
            is_objective: false,
            payment: None,
        });
        self
    }

    /// Land of a country that has not joined, or closed land.
    pub fn land(&mut self, id: &str, joins_with: Option<u8>, hexes: &str) -> &mut Self {
        let land = LandId(self.setup.lands.len() as u8);
        self.setup.lands.push(LandCard {
            id: id.into(),
            name: id.into(),
            closed: joins_with.is_none(),
            joins_with: joins_with.map(PartyId),
            is_empire: false,
            is_country: true,
            home_of: Vec::new(),
        });
        for label in hexes.split_whitespace() {
            let hex = self.hex(label);
            self.setup.ground[hex.index()].land = Some(land);
        }
        self
    }

    /// A staging area of nations with its entry hexes.
    pub fn staging(&mut self, nations: &[&str], entry: &str) -> &mut Self {
        let entry = entry.split_whitespace().map(|label| self.hex(label)).collect();
        let of = |id: &&str| NationId(self.data.nations.iter().position(|n| n.id == *id).unwrap() as u8);
        let nations: Vec<NationId> = nations.iter().map(of).collect();
        for n in &nations {
            self.setup.staging.of_nation[n.index()] = Some(self.setup.staging.cards.len() as u8);
        }
        self.setup.staging.cards.push(StagingCard {
            id: "area".into(),
            name: "the area".into(),
            nations,
            entry,
        });
        self
    }

    /// A counter in a hex, or 'box', 'staging'.
    pub fn unit(&mut self, nation: &str, kind: &str, at: &str) -> UnitId {
        let i = self.data.units.iter().position(|u| u.id == kind).unwrap();
        let line = self.data.units[i].clone();
        let nation_id = NationId(self.data.nations.iter().position(|n| n.id == nation).unwrap() as u8);
        let start = match at {
            "box" => Start::Box,
            "staging" => Start::Staging,
            label => Start::Hex(self.hex(label)),
        };
        let id = UnitId(self.setup.units.len() as u8);
        self.setup.units.push(UnitCard {
            id: format!("{nation}-{kind}-{}", id.0),
            name: format!("{nation} {kind} {}", id.0),
            kind: i as u8,
            arm: line.arm,
            is_wing: line.wing,
            is_mercenary: line.mercenary,
            nation: nation_id,
            party: self.setup.party_of(nation_id),
            regular: line.regular,
            elite: line.elite,
            value: (kind == "leader").then_some(Value { front: 1, reverse: None }),
            start,
            starts_elite: false,
            starts_reversed: false,
            hired_by: None,
            usual: None,
        });
        id
    }

    /// The position at the start of a Movement Phase of the Coalition in this impulse.
    pub fn moving(self, impulse: u8) -> Game {
        self.at(Phase::Movement, impulse, SideId::COALITION)
    }

    pub fn at(self, phase: Phase, impulse: u8, side: SideId) -> Game {
        let cx = Cx { data: Arc::new(self.data), setup: Arc::new(self.setup) };
        let mut s = State::new(&cx.setup, Frame::Sequence(Sequence { next: phase, impulse, second: false }));
        s.first = side;
        let mut game = Game { cx, s, events: Vec::new() };
        game.go_on();
        game
    }
}

/// A position that is played on.
pub struct Game {
    pub cx: Context,
    pub s: State,
    pub events: Vec<Event>,
}

impl Game {
    fn recorded(&mut self, play: impl FnOnce(&Context, &mut State, &mut Record)) {
        let mut rec = Record::new();
        play(&self.cx, &mut self.s, &mut rec);
        self.events.extend(rec.take());
    }

    pub fn go_on(&mut self) {
        self.recorded(decision::run::<AustrianSuccession>);
    }

    pub fn hex(&self, label: &str) -> HexId {
        self.cx.setup.map.grid.parse(label).unwrap()
    }

    pub fn legal(&self) -> Vec<Action> {
        let mut out = Vec::new();
        decision::list_answers::<AustrianSuccession>(&self.cx, &self.s, &mut out);
        out
    }

    /// The rule that forbids an action.
    pub fn refusal(&self, action: &Action) -> Refusal {
        decision::check_answer::<AustrianSuccession>(&self.cx, &self.s, action).unwrap_err()
    }

    pub fn act(&mut self, action: Action) {
        let check = decision::check_answer::<AustrianSuccession>(&self.cx, &self.s, &action);
        assert!(check.is_ok(), "{action:?}: {check:?}, legal are {:?}", self.legal());
        self.recorded(|cx, s, rec| decision::answer::<AustrianSuccession>(cx, s, &action, rec));
        crate::valid::check(&self.cx, &self.s).unwrap();
    }

    pub fn roll(&mut self, die: u16) {
        let result = RollResult::of(&[die]);
        self.recorded(|cx, s, rec| decision::answer_roll::<AustrianSuccession>(cx, s, &result, rec));
        crate::valid::check(&self.cx, &self.s).unwrap();
    }

    pub fn lead(&mut self, unit: UnitId) -> &mut Self {
        self.act(Action::Lead { unit });
        self
    }

    /// Goes through these hexes, one after the other.
    pub fn go(&mut self, hexes: &str) -> &mut Self {
        for label in hexes.split_whitespace() {
            let to = self.hex(label);
            self.act(Action::Go { to });
        }
        self
    }

    /// Whether the group that is moving may go there.
    pub fn can_go(&self, label: &str) -> bool {
        self.legal().contains(&Action::Go { to: self.hex(label) })
    }

    pub fn is_at(&self, unit: UnitId, label: &str) -> bool {
        self.s.unit(unit).hex() == Some(self.hex(label))
    }

    pub fn is_marching(&self) -> bool {
        matches!(self.s.frames.top(), Some(Frame::March(_)))
    }

    /// Why the group that is moving may not go there.
    pub fn why_not(&self, label: &str) -> String {
        let refusal = self.refusal(&Action::Go { to: self.hex(label) });
        refusal.rule.0.to_owned()
    }
}
