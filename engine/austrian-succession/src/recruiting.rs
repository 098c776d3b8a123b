//! 10: recruiting. One Morale Point buys a lot of one type, whose nations may be mixed.

use crate::action::Landing;
use crate::data::{Arm, NationRecruits, RecruitLine, RecruitPlace};
use crate::events::{forbids_recruits, is_barred, purse_nation, recruit_cap, rule_of};
use crate::ids::{LotId, NationId, SideId, UnitId};
use crate::morale;
use crate::setup::{Setup, UnitCard};
use crate::state::{Flag, Spot, State};
use crate::words::unit_name;
use crate::{Context, belligerents, fog};
use engine::hex::HexId;
use engine::present::Refusal;

pub fn lot(cx: &Context, lot: LotId) -> Option<&RecruitLine> {
    cx.data.recruits.get(lot.index())
}

/// A lot that is being taken: what has been bought and how it is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Purchase {
    pub side: SideId,
    pub lot: LotId,
    /// Counters that may still be taken.
    pub left: u8,
    /// Paid with the points of an event for one nation (41.H4).
    pub with_purse: bool,
    /// Has been counted against the nation whose recruiting is capped (41.H9).
    pub counted: bool,
}

/// Whether a counter is of the type of a lot; wings are never recruited (10.4).
fn is_of_type(cx: &Context, chart: &RecruitLine, card: &UnitCard) -> bool {
    card.arm == chart.arm
        && card.is_mercenary == chart.mercenary
        && !card.is_wing
        && (!card.is_mercenary || cx.setup.options.mercenaries)
}

/// Whether a side has mercenaries under its control (33).
fn has_mercenaries(setup: &Setup, s: &State, side: SideId) -> bool {
    setup
        .unit_ids()
        .any(|u| setup.unit(u).is_mercenary && s.unit(u).spot != Spot::Box && s.owner(setup, u) == Some(side))
}

/// Whether a counter in the box may be taken for this lot, its place apart (10.4).
pub fn check_counter(cx: &Context, s: &State, p: &Purchase, unit: UnitId) -> Result<(), Refusal> {
    let setup = &cx.setup;
    let card = setup.unit(unit);
    let name = unit_name(cx, unit);
    let refuse = |rule, text: String| Err(Refusal::new(rule, text));
    let Some(chart) = lot(cx, p.lot) else { return refuse("10.1", "The chart has no such line.".into()) };
    if s.unit(unit).spot != Spot::Box {
        return refuse("10.1", format!("{name} is not in the Recruit box."));
    }
    if !is_of_type(cx, chart, card) {
        return refuse("10.4", format!("{name} is not of the type that was bought."));
    }
    if card.is_mercenary {
        return match has_mercenaries(setup, s, p.side) {
            true => refuse("33.0", "A side has only one unit of mercenaries at a time.".into()),
            false => Ok(()),
        };
    }
    if s.owner(setup, unit) != Some(p.side) {
        return refuse("10.4", format!("{name} belongs to no belligerent of this side."));
    }
    if p.with_purse && purse_nation(cx, s) != Some(card.nation) {
        return refuse("41.H4", format!("These points are not for {name}."));
    }
    if let Some(marker) = forbids_recruits(cx, s, card.nation) {
        return Err(Refusal::new(rule_of(cx, marker), format!("{name} cannot be recruited this turn.")));
    }
    if let Some((marker, most)) = recruit_cap(cx, s, card.nation)
        && !p.counted
        && !p.with_purse
        && s.side(p.side).capped_spent >= most
    {
        let text = format!("No more than {most} points a turn go into recruits like {name}.");
        return Err(Refusal::new(rule_of(cx, marker), text));
    }
    Ok(())
}

fn is_home(setup: &Setup, hex: HexId, nation: NationId) -> bool {
    setup.ground(hex).land.is_some_and(|l| setup.lands[l.index()].home_of.contains(&nation))
}

/// Whether enemy Field Works next to a fortress keep recruits out of it (36.2).
fn is_sealed(setup: &Setup, s: &State, side: SideId, hex: HexId) -> bool {
    setup.ground(hex).is_fortress
        && s.works.iter().any(|w| w.side != side && setup.map.is_adjacent(w.hex, hex))
}

/// Whether a recruit may be put there (10.3).
pub fn check_place(cx: &Context, s: &State, p: &Purchase, unit: UnitId, at: Landing) -> Result<(), Refusal> {
    let setup = &cx.setup;
    let card = setup.unit(unit);
    let name = unit_name(cx, unit);
    let refuse = |rule, text: String| Err(Refusal::new(rule, text));
    let Some(chart) = lot(cx, p.lot) else { return refuse("10.1", "The chart has no such line.".into()) };
    let habit = cx.data.nations[card.nation.index()].recruits;
    let Landing::Hex(hex) = at else {
        let has_area = setup.staging_area_of(card.nation).is_some();
        let may = has_area && !matches!(habit, NationRecruits::Chart | NationRecruits::FreeCities);
        return if may { Ok(()) } else { refuse("26.2", format!("{name} has no staging area.")) };
    };
    let ground = setup.ground(hex);
    let is_held = s.holder(setup, hex) == Some(p.side);
    let is_held_fortress = is_held && ground.is_fortress;
    let by_chart = match chart.place {
        RecruitPlace::HomeFortress => is_held_fortress && is_home(setup, hex, card.nation),
        RecruitPlace::AnyFortress => is_held_fortress,
        RecruitPlace::AnyFortressOrTown => is_held && ground.place.is_some(),
    };
    let (named, rule) = match habit {
        NationRecruits::Chart | NationRecruits::ChartOrStaging => (by_chart, "10.3"),
        NationRecruits::Staging => (false, "10.3"),
        NationRecruits::StagingOrHome => (is_held_fortress && is_home(setup, hex, card.nation), "10.3"),
        NationRecruits::FreeCities => (setup.place_at(hex).is_some_and(|p| p.is_free_city), "10.3"),
    };
    if !named {
        return refuse(rule, format!("{name} is not raised there."));
    }
    if belligerents::is_shut(setup, s, hex) {
        return refuse("25.3", "That land is shut to both sides.".into());
    }
    if is_barred(setup, s, p.side, hex) {
        return refuse("9.4", "The enemy stands there or has a zone.".into());
    }
    if is_sealed(setup, s, p.side, hex) {
        return refuse("36.2", "Enemy Field Works next to the fortress keep recruits out.".into());
    }
    Ok(())
}

/// Every place a recruit may be put.
pub fn places(cx: &Context, s: &State, p: &Purchase, unit: UnitId) -> Vec<Landing> {
    let hexes = cx.setup.places.iter().map(|place| Landing::Hex(place.hex));
    let all = [Landing::Staging].into_iter().chain(hexes);
    all.filter(|at| check_place(cx, s, p, unit, *at).is_ok()).collect()
}

/// One counter of each kind and nation that may be taken: those alike are the same for play.
pub fn counters(cx: &Context, s: &State, p: &Purchase) -> Vec<UnitId> {
    let setup = &cx.setup;
    let mut out: Vec<UnitId> = Vec::new();
    for u in setup.unit_ids().filter(|u| check_counter(cx, s, p, *u).is_ok()) {
        let card = setup.unit(u);
        let is_like = |o: &UnitId| {
            let other = setup.unit(*o);
            !card.is_leader() && other.nation == card.nation && other.kind == card.kind
        };
        if !out.iter().any(is_like) {
            out.push(u);
        }
    }
    out
}

/// Whether a lot may be bought (10.2, 10.4): the point can be paid, and something of it can be placed.
pub fn check_lot(cx: &Context, s: &State, p: &Purchase) -> Result<(), Refusal> {
    let turn = &cx.setup.turns[usize::from(s.turn) - 1];
    if turn.no_recruiting {
        return Err(Refusal::new("40.8", "Nobody recruits in this turn."));
    }
    let cost = cx.data.morale.lot;
    if p.with_purse && s.side(p.side).purse < cost {
        return Err(Refusal::new("41.H4", "The event's points are spent."));
    }
    if !p.with_purse && !morale::can_pay(cx, s, p.side, cost) {
        return Err(Refusal::new("10.4", "The last Morale Point cannot be spent."));
    }
    let has_room = counters(cx, s, p).into_iter().any(|u| !places(cx, s, p, u).is_empty());
    if has_room {
        Ok(())
    } else {
        Err(Refusal::new("10.3", "Nothing of this type can be raised and placed."))
    }
}

/// A counter leaves the box for its place, on its regular side, mercenaries as Elites (10.4, 33).
pub fn raise(cx: &Context, s: &mut State, p: &mut Purchase, unit: UnitId, at: Landing) {
    let card = cx.setup.unit(unit);
    if recruit_cap(cx, s, card.nation).is_some() && !p.counted && !p.with_purse {
        p.counted = true;
        s.side_mut(p.side).capped_spent += 1;
    }
    if card.is_mercenary {
        let flags = &mut s.unit_mut(unit).flags;
        flags.set(Flag::Elite);
        if p.side == SideId::HABSBURG { flags.set(Flag::HabsburgPay) } else { flags.clear(Flag::HabsburgPay) }
    }
    put(cx, s, unit, at);
    p.left -= 1;
}

/// Puts a new counter onto the map or into its staging area.
pub fn put(cx: &Context, s: &mut State, unit: UnitId, at: Landing) {
    match at {
        Landing::Hex(hex) => fog::enter(&cx.setup, s, unit, hex),
        Landing::Staging => fog::leave(&cx.setup, s, unit, Spot::Staging),
    }
}

/// An eliminated or exchanged counter lies in the Recruit box on its regular side, to be recruited again (10.6).
pub fn return_to_box(cx: &Context, s: &mut State, unit: UnitId) {
    fog::leave(&cx.setup, s, unit, Spot::Box);
    let reverse = s.unit(unit).has(Flag::Reverse);
    let flags = &mut s.unit_mut(unit).flags;
    *flags = crate::state::Flags::default();
    if reverse {
        flags.set(Flag::Reverse);
    }
    if cx.setup.unit(unit).is_mercenary {
        flags.set(Flag::Elite);
    }
}

/// What a lot is called: '2 infantry brigades'.
pub fn lot_name(cx: &Context, id: LotId) -> String {
    lot(cx, id).map_or_else(String::new, |l| match l.arm {
        Arm::Leader => "a leader".to_owned(),
        _ => format!("{} {}", l.number, l.name.to_lowercase()),
    })
}
