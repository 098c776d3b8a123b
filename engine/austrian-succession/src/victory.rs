//! 27: how the war is won.

use crate::event::Reason;
use crate::ids::SideId;
use crate::morale::{self, Change};
use crate::setup::{PlaceCard, Setup};
use crate::state::{Spot, State, SuddenEnd};
use crate::{Context, Record};
use engine::game::Outcome;
use smallvec::SmallVec;

/// Levels of victory as grades of an outcome (27.2).
pub const DRAW: i16 = 0;
pub const MARGINAL: i16 = 1;
pub const CAMPAIGN: i16 = 2;
pub const DECISIVE: i16 = 3;

/// One line of a side's reckoning (27.1, 27.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    pub name: String,
    pub rule: &'static str,
    pub points: i16,
}

/// The points of a side as they stand, line by line.
pub fn reckoning(cx: &Context, s: &State, side: SideId) -> Vec<Points> {
    let setup = &cx.setup;
    let mut lines: Vec<Points> = setup
        .places
        .iter()
        .filter(|p| p.points != 0 && s.holder(setup, p.hex) == Some(side))
        .map(|p| Points { name: p.name.clone(), rule: "27.1", points: p.points })
        .collect();
    lines.push(Points { name: "Morale Points".into(), rule: "27.1", points: i16::from(s.side(side).morale) });
    for line in setup.bonus.iter().filter(|b| b.side == side) {
        let holds = |p: &crate::ids::PlaceId| {
            s.nation_units(setup, line.nation)
                .any(|u| s.unit(u).spot == Spot::Hex(setup.places[p.index()].hex))
        };
        if !line.places.is_empty() && line.places.iter().all(holds) {
            lines.push(Points { name: line.name.clone(), rule: "27.4", points: line.points });
        }
    }
    lines
}

pub fn points(cx: &Context, s: &State, side: SideId) -> i16 {
    reckoning(cx, s, side).iter().map(|p| p.points).sum()
}

/// Who holds each place, worked out in one pass.
fn holders(setup: &Setup, s: &State) -> SmallVec<[Option<SideId>; 64]> {
    let mut held: SmallVec<[Option<SideId>; 64]> = smallvec::smallvec![None; setup.places.len()];
    for u in setup.unit_ids() {
        if let Spot::Hex(hex) = s.unit(u).spot
            && let Some(place) = setup.ground(hex).place
            && let Some(side) = s.owner(setup, u)
        {
            held[place.index()] = Some(side);
        }
    }
    held
}

/// Cities entered for the first time are paid for; then whoever has won at once is noticed (5.11.2, 27.3.2, 27.5).
pub fn notice(cx: &Context, s: &mut State, rec: &mut Record) {
    if s.ended.is_some() {
        return;
    }
    let setup = &cx.setup;
    let held = holders(setup, s);
    for (i, place) in setup.places.iter().enumerate() {
        let Some((side, points)) = place.payment else { continue };
        if s.paid & (1 << i) == 0 && held[i] == Some(side) {
            s.paid |= 1 << i;
            morale::change(cx, s, Change::gain(side, points), Reason::City(place.hex), rec);
        }
    }
    let objectives = setup.places.iter().zip(&held).filter(|(p, _)| p.is_objective);
    for ((_, holder), last) in objectives.zip(s.last_in.iter_mut()) {
        *last = holder.or(*last);
    }
    for side in SideId::BOTH {
        if !s.last_in.is_empty() && s.last_in.iter().all(|last| *last == Some(side)) {
            s.ended = s.ended.or(Some(SuddenEnd::Objectives(side)));
        }
        let counts = |p: &PlaceCard| p.is_fortress && is_at_war(setup, s, p);
        let mut counted = setup.places.iter().zip(&held).filter(|(p, _)| counts(p)).peekable();
        if counted.peek().is_some() && counted.all(|(_, holder)| *holder == Some(side)) {
            s.ended = s.ended.or(Some(SuddenEnd::Fortresses(side)));
        }
    }
}

/// Whether a place lies in a country that takes part in the war; German States are none (2.5, 27.3.2).
fn is_at_war(setup: &Setup, s: &State, place: &PlaceCard) -> bool {
    let land = setup.ground(place.hex).land.map(|l| &setup.lands[l.index()]);
    land.is_some_and(|l| l.is_country && l.joins_with.is_none_or(|p| s.has_joined(p)))
}

pub fn outcome(cx: &Context, s: &State) -> Outcome {
    match s.ended {
        Some(SuddenEnd::Collapse(None)) => Outcome { winner: None, grade: DRAW },
        Some(SuddenEnd::Collapse(Some(loser))) => {
            Outcome { winner: Some(loser.enemy().seat()), grade: DECISIVE }
        }
        Some(SuddenEnd::Fortresses(side) | SuddenEnd::Objectives(side)) => {
            Outcome { winner: Some(side.seat()), grade: DECISIVE }
        }
        None => {
            let [coalition, habsburg] = SideId::BOTH.map(|side| points(cx, s, side));
            let chart = &cx.setup.levels;
            let ahead = (coalition - habsburg).abs();
            let grade = match ahead {
                n if n >= chart.decisive => DECISIVE,
                n if n >= chart.campaign => CAMPAIGN,
                n if n >= chart.marginal => MARGINAL,
                _ => DRAW,
            };
            let leader = if coalition > habsburg { SideId::COALITION } else { SideId::HABSBURG };
            Outcome { winner: (grade != DRAW).then_some(leader.seat()), grade }
        }
    }
}
