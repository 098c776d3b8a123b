//! Small positions on the ground of a shipped battle, made for one combat.

use super::games::context;
use super::*;
use crate::decide::{CloseCombat, Frame, Phase, Sequence};
use crate::ids::{SideId, UnitId};
use crate::state::MoraleState;
use engine::game::Frames;
use engine::hex::{Dir, HexId};

/// A position with nobody on the map, and open ground to fight on.
pub struct Duel {
    pub cx: Context,
    pub s: State,
    pub middle: HexId,
}

impl Duel {
    /// The Prussian side attacks in its Close Combat Phase.
    pub fn new(scenario: &str, options: &OptionSet) -> Self {
        let cx = context(scenario, options);
        let mut s = State::new(&cx.setup, Sequence { next: Phase::Turn }.into());
        s.turn = 1;
        s.units.iter_mut().for_each(|u| u.hex = HexId::NONE);
        s.leaders.iter_mut().for_each(|l| l.hex = HexId::NONE);
        s.frames = Frames::new(Frame::Sequence(Sequence { next: Phase::EndOfPlayerTurn }));
        s.push(CloseCombat::new());
        let map = &cx.setup.map;
        let is_open = |h: HexId| {
            let near = map.neighbours(h).iter().chain([&h]).copied().collect::<Vec<_>>();
            near.iter().all(|n| {
                !n.is_none()
                    && cx.setup.terrain(&cx.data, *n).id == "clear"
                    && Dir::ALL.iter().all(|d| cx.setup.effects[n.index()][d.0 as usize] == flat())
            })
        };
        let middle = map
            .grid
            .ids()
            .find(|h| is_open(*h) && map.neighbours(*h).iter().all(|n| !n.is_none() && is_open(*n)));
        let middle = middle.unwrap();
        Self { cx, s, middle }
    }

    pub fn around(&self, dir: u8) -> HexId {
        self.cx.setup.map.neighbours(self.middle)[dir as usize]
    }

    /// Puts the next free unit of a side with this full-strength face into a hex, below those there.
    pub fn put(&mut self, side: SideId, face: &str, hex: HexId) -> UnitId {
        let setup = &self.cx.setup;
        let u = setup
            .unit_ids()
            .find(|u| {
                let card = setup.unit(*u);
                card.side == side && !self.s.unit(*u).is_on_map() && card.faces[0].text(card.arm) == face
            })
            .unwrap_or_else(|| panic!("no {face} is left"));
        self.s.unit_mut(u).morale = MoraleState::Formed;
        crate::board::put(&self.cx, &mut self.s, u, hex, crate::board::Layer::Bottom);
        u
    }

    /// Designates an attack with these hexes; the next answer is the last one.
    pub fn designate(&mut self, hexes: &[HexId]) {
        for hex in hexes {
            self.s.apply_action(&self.cx, &Action::ChooseHex { hex: *hex }, &mut Recorder::off());
        }
    }
}

fn flat() -> crate::setup::SideEffect {
    crate::setup::SideEffect { combat: [Some(0), Some(0)], ..crate::setup::SideEffect::default() }
}
