//! Victory points (19).

use crate::Context;
use crate::board::{arm_of, is_fighter};
use crate::data::Arm;
use crate::ids::{SideId, UnitId};
use crate::state::{BoxKind, State};
use engine::game::Outcome;

/// Points of one side, by where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    pub counters: i16,
    pub captured: i16,
    pub commanders: i16,
    pub objectives: i16,
}

impl Points {
    pub fn total(self) -> i16 {
        self.counters + self.captured + self.commanders + self.objectives
    }
}

/// At the start an objective is held by the side whose infantry or cavalry is nearest (19.2).
pub fn take_objectives(cx: &Context, s: &mut State) {
    for (i, o) in cx.setup.objectives.iter().enumerate().filter(|(_, o)| !o.is_held) {
        let nearest = |side: SideId| {
            let is_own =
                |u: &UnitId| cx.setup.unit(*u).side == side && is_fighter(cx, *u) && s.unit(*u).is_on_map();
            let units = cx.setup.unit_ids().filter(is_own);
            units
                .flat_map(|u| o.hexes.iter().map(move |h| (u, *h)))
                .map(|(u, h)| cx.setup.map.distance(s.unit(u).hex, h))
                .min()
        };
        s.holders[i] = match (nearest(SideId::PRUSSIAN), nearest(SideId::COALITION)) {
            (Some(a), Some(b)) if a == b => None,
            (Some(a), Some(b)) => Some(if a < b { SideId::PRUSSIAN } else { SideId::COALITION }),
            (Some(_), None) => Some(SideId::PRUSSIAN),
            (None, Some(_)) => Some(SideId::COALITION),
            (None, None) => None,
        };
    }
}

/// Who holds an objective now.
pub fn holder(cx: &Context, s: &State, objective: usize) -> Option<SideId> {
    let o = &cx.setup.objectives[objective];
    if o.units == 0 {
        return s.holders.get(objective).copied().flatten();
    }
    let count = |side: SideId| {
        let is_near = |u: &UnitId| {
            let unit = s.unit(*u);
            unit.is_on_map()
                && !unit.is_routed()
                && is_fighter(cx, *u)
                && cx.setup.unit(*u).side == side
                && o.hexes.iter().any(|h| cx.setup.map.distance(*h, unit.hex) <= o.radius)
        };
        cx.setup.unit_ids().filter(is_near).count()
    };
    SideId::BOTH.into_iter().find(|side| count(*side) >= usize::from(o.units) && count(side.enemy()) == 0)
}

/// What a side has now (19.1, 19.2).
pub fn points(cx: &Context, s: &State, side: SideId) -> Points {
    let v = &cx.data.victory;
    let mut out = Points::default();
    for piece in &s.army(side.enemy()).boxes {
        match piece.kind {
            BoxKind::Lost(_) => out.counters += v.counter,
            BoxKind::Captured(u, steps) if arm_of(cx, u) == Arm::Guns => {
                out.captured += v.captured_gun_step * i16::from(steps);
            }
            BoxKind::Captured(..) => out.captured += v.captured_counter,
            BoxKind::Fatigue | BoxKind::Cost => {}
        }
    }
    out.commanders = s.army(side.enemy()).fallen.into();
    for (i, o) in cx.setup.objectives.iter().enumerate() {
        if holder(cx, s, i) == Some(side) && o.side.is_none_or(|wants| wants == side) {
            out.objectives += o.points;
        }
    }
    out
}

/// Prussian less Coalition total (19.2).
pub fn difference(cx: &Context, s: &State) -> i16 {
    points(cx, s, SideId::PRUSSIAN).total() - points(cx, s, SideId::COALITION).total()
}

/// Who has won and how clearly: 1 marginal, 2 substantive, 3 decisive.
pub fn outcome(cx: &Context, s: &State) -> Outcome {
    let d = difference(cx, s);
    let levels = &cx.setup.levels;
    let prussian = levels.prussian.iter().filter(|l| d >= **l).count() as i16;
    let coalition = levels.coalition.iter().filter(|l| d <= **l).count() as i16;
    match (prussian, coalition) {
        (0, 0) => Outcome { winner: None, grade: 0 },
        (0, grade) => Outcome { winner: Some(SideId::COALITION.seat()), grade },
        (grade, _) => Outcome { winner: Some(SideId::PRUSSIAN.seat()), grade },
    }
}
