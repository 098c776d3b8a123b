//! The possible results of an action before it is confirmed: what is assumed of later choices and of stacks nobody has opened.

use crate::action::Action;
use crate::combat::{self, Battle, Kind};
use crate::decide::Frame;
use crate::ids::{SideId, UnitId, Units};
use crate::redact::keeper;
use crate::state::{Flag, Spot, State};
use crate::words::{hex_name, side_name, unit_name};
use crate::{AustrianSuccession, Context, leaders};
use engine::game::{Cx, Reckon, Recorder, Seen, UsualAnswer};
use engine::hex::HexId;
use engine::present::{ModLine, OddsFact, OddsOutcome};

/// How much it counts in the order of results that the enemy is gone from the hex attacked.
const CLEARED: i32 = 1000;

/// After so many counterattacks, and with more units on a withdrawal, the calculation ends: what is left is rare, or has too many
/// cases to be shown at once.
const MOST_ROUNDS: u8 = 4;
const MOST_UNITS: usize = 5;

/// The usual answer to a choice that comes up while odds are worked out, and how it is told. None where the calculation ends:
/// in a rout every unit runs by a die of its own.
pub fn usual(cx: &Context, s: &State, legal: &[Action]) -> Option<(Action, &'static str)> {
    let first = |text| Some((legal.first()?.clone(), text));
    let listed = |action: Action, text| legal.contains(&action).then_some((action, text));
    match s.frames.top()? {
        Frame::Delay(_) => listed(Action::No, "no Delaying Action is declared"),
        Frame::Command(frame) => {
            let b = s.battle.as_deref()?;
            let unit = leaders::best(cx, s, b.force(frame.side))?;
            listed(Action::Choose { unit }, "the leader of the highest value commands")
        }
        Frame::CombatSupply(_) => listed(Action::No, "nobody expends a supply train"),
        Frame::Commit(_) => listed(Action::Fight, "every unit that may attacks"),
        Frame::Losses(_) if s.battle.as_deref().is_some_and(|b| b.round > MOST_ROUNDS) => None,
        Frame::Losses(_) => Some((least_loss(cx, s, legal)?, "the weakest units are lost first")),
        Frame::Retreat(frame) if frame.units.len() > MOST_UNITS => None,
        Frame::Retreat(_) => listed(Action::Halt, "a retreat stops in the first fortress")
            .or_else(|| first("of equal ways of retreat the first")),
        Frame::Pursuit(_) => listed(Action::Done, "nobody pursues"),
        Frame::Honors(_) => first("of fortresses equally near the first"),
        Frame::TakeTrain(_) => first("of trains alike the first is taken"),
        Frame::AdvanceGuard(_) => listed(Action::No, "no Advance Guard Action is declared"),
        Frame::LoseLight(_) => first("of light units alike the first is lost"),
        _ => None,
    }
}

/// The counter whose loss costs least: no leader, little strength, regulars before Elites.
fn least_loss(cx: &Context, s: &State, legal: &[Action]) -> Option<Action> {
    let price = |a: &Action| match a {
        Action::Lose { unit } => {
            let card = cx.setup.unit(*unit);
            let strength = u16::from(card.face(s.unit(*unit).is_elite()).strength) * 6;
            Some((card.is_leader(), strength / u16::from(card.brigades()), s.unit(*unit).is_elite(), *unit))
        }
        _ => None,
    };
    legal.iter().filter(|a| price(a).is_some()).min_by_key(|a| price(a)).cloned()
}

/// Brigade equivalents of a side that have gone from the map, and Morale Points it has more.
fn change(cx: &Context, before: &State, after: &State, side: SideId) -> (u8, i16) {
    let setup = &cx.setup;
    let on_map = |s: &State| -> u8 {
        let ours = setup.unit_ids().filter(|u| s.owner(setup, *u) == Some(side));
        ours.filter(|u| matches!(s.unit(*u).spot, Spot::Hex(_) | Spot::Covered))
            .map(|u| setup.unit(u).brigades())
            .fold(0, u8::saturating_add)
    };
    let points = i16::from(after.side(side).morale) - i16::from(before.side(side).morale);
    (on_map(before).saturating_sub(on_map(after)), points)
}

/// Where a combat is fought out, seen from before it: who attacks, and the hex attacked.
fn scene(cx: &Context, s: &State, action: &Action) -> Option<(SideId, HexId)> {
    let place = |at: &crate::ids::PlaceId| cx.setup.places.get(at.index()).map(|p| p.hex);
    match action {
        Action::Attack { to, .. } => Some((s.active, *to)),
        Action::Besiege { place: at, .. } | Action::Storm { place: at, .. } => Some((s.active, place(at)?)),
        _ => s.battle.as_deref().map(|b| (b.attacker, b.at)),
    }
}

/// Who the seat is that asks.
fn asker(s: &Seen<'_, AustrianSuccession>) -> SideId {
    SideId::of_seat(s.seat()).unwrap_or(s.state().active)
}

fn holds(cx: &Context, s: &State, side: SideId, hex: HexId) -> bool {
    s.units_in(hex).any(|u| s.owner(&cx.setup, u) == Some(side))
}

/// What has come of it so far, with the morale a combat that ends here brings, and who is still running.
fn settled(cx: &Context, after: &State) -> (State, Option<(SideId, &'static str)>) {
    let mut end = after.clone();
    let runs = match after.frames.top() {
        Some(Frame::Rout(rout)) => Some((rout.side, "routs")),
        Some(Frame::Retreat(retreat)) => Some((retreat.side, "withdraws")),
        _ => None,
    };
    if runs.is_some() {
        combat::settle(cx, &mut end, &mut Recorder::off());
    }
    (end, runs)
}

/// The units under the top of an enemy stack that the seat does not see could be these: added until they are so strong.
fn assumed_stack(cx: &Context, s: &State, hex: HexId, side: SideId, strength: u16) -> State {
    let setup = &cx.setup;
    let mut out = s.clone();
    let stands: Units = combat::units_of(setup, s, side, hex);
    let mut sum = combat::strength(cx, s, &stands);
    let unseen = |u: &UnitId| {
        s.unit(*u).spot == Spot::Covered && s.owner(setup, *u) == Some(side) && !setup.unit(*u).is_leader()
    };
    for u in setup.unit_ids().filter(unseen) {
        let own = u16::from(setup.unit(u).face(s.unit(u).is_elite()).strength);
        if own > 0 && sum + own <= strength {
            out.unit_mut(u).spot = Spot::Hex(hex);
            sum += own;
        }
    }
    out
}

/// States to reckon with where the defenders have not been opened: the unit on top alone, and stacks as strong as the attackers,
/// half as strong and twice as strong.
fn assumed(cx: &Context, s: &State, asker: SideId, action: &Action) -> Vec<(String, State)> {
    let plain = || vec![(String::new(), s.clone())];
    let Some((side, hex)) = scene(cx, s, action).filter(|(side, _)| *side == asker) else { return plain() };
    let enemy = side.enemy();
    let is_closed = match action {
        Action::Fight => s.battle.as_deref().is_some_and(|b| b.force(enemy).is_empty()),
        Action::Attack { .. } | Action::Besiege { .. } | Action::Storm { .. } => true,
        _ => false,
    };
    let Some(top) = s.units_in(hex).find(|u| s.unit(*u).has(Flag::Top)) else { return plain() };
    let is_opened = s.unit(top).has(Flag::Scouted) || s.unit(top).has(Flag::Revealed);
    let is_hidden = |u: UnitId| s.unit(u).spot == Spot::Covered && keeper(&cx.setup, s, u) == Some(enemy);
    if !is_closed || is_opened || !cx.setup.unit_ids().any(is_hidden) {
        return plain();
    }
    let own = own_strength(cx, s, side, action);
    let mut out: Vec<(String, State)> = vec![(format!("{} alone", unit_name(cx, top)), s.clone())];
    let mut told: Vec<u16> = vec![combat::strength(cx, s, &combat::units_of(&cx.setup, s, enemy, hex))];
    for wanted in [own / 2, own, own * 2] {
        let state = assumed_stack(cx, s, hex, enemy, wanted);
        let strength = combat::strength(cx, &state, &combat::units_of(&cx.setup, &state, enemy, hex));
        if !told.contains(&strength) {
            told.push(strength);
            out.push((format!("against strength {strength}"), state));
        }
    }
    out
}

fn own_strength(cx: &Context, s: &State, side: SideId, action: &Action) -> u16 {
    let from = match (action, s.battle.as_deref()) {
        (Action::Attack { from, .. } | Action::Besiege { from, .. } | Action::Storm { from, .. }, _) => *from,
        (_, Some(b)) => return combat::strength(cx, s, b.force(side)),
        (_, None) => return 0,
    };
    combat::strength(cx, s, &combat::units_of(&cx.setup, s, side, from))
}

/// The shifts of the fight or the factors of the siege that an action begins.
fn fight_lines(cx: &Context, s: &State, action: &Action) -> Vec<ModLine> {
    let begun = match *action {
        Action::Attack { from, to } => Some((Kind::Battle, from, to)),
        Action::Storm { from, place } => {
            cx.setup.places.get(place.index()).map(|p| (Kind::Storm, from, p.hex))
        }
        Action::Besiege { from, place } => {
            cx.setup.places.get(place.index()).map(|p| (Kind::FormalSiege, from, p.hex))
        }
        _ => None,
    };
    let Some((kind, from, at)) = begun else { return crate::present::procedure::preview(cx, s) };
    let side = s.active;
    let mut b = Battle::new(kind, side, from, at, combat::units_of(&cx.setup, s, side, from));
    b.forces[side.enemy().index()] = combat::units_of(&cx.setup, s, side.enemy(), at);
    let mut begun = s.clone();
    begun.battle = Some(Box::new(b));
    crate::present::procedure::preview(cx, &begun)
}

impl Reckon for AustrianSuccession {
    /// The shifts or factors of the combat that is being decided.
    fn dice_modifiers(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Vec<ModLine> {
        match a {
            Action::Attack { .. } | Action::Storm { .. } | Action::Besiege { .. } | Action::Fight => {
                fight_lines(cx, s.state(), a)
            }
            Action::Choose { .. } | Action::Expend { .. } | Action::Yes | Action::No => {
                crate::present::procedure::preview(cx, s.state())
            }
            _ => Vec::new(),
        }
    }

    /// Losses of either side in brigade equivalents, what the change does to morale, who leaves the hex attacked, and who routs.
    fn result(cx: &Cx<Self>, before: &Seen<'_, Self>, a: &Action, after: &State) -> OddsOutcome {
        let (s, own) = (before.state(), asker(before));
        let (end, runs) = settled(cx, after);
        let mut parts = Vec::new();
        let mut rank = 0;
        let mut removes = false;
        for side in SideId::BOTH {
            let (lost, points) = change(cx, s, &end, side);
            let sign = if side == own { -1 } else { 1 };
            rank += sign * i32::from(lost);
            removes |= lost > 0;
            let name = side_name(cx, side);
            if lost > 0 {
                parts.push(format!("{name} loses {lost} BE"));
            }
            if let Some((_, how)) = runs.filter(|r| r.0 == side) {
                parts.push(format!("{name} {how}"));
            }
            if points != 0 {
                parts.push(format!("{name} {points:+} MP"));
            }
        }
        if let Some((attacker, hex)) = scene(cx, s, a) {
            let enemy = attacker.enemy();
            let is_gone = runs.is_some_and(|r| r.0 == enemy)
                || (holds(cx, s, enemy, hex) && !holds(cx, &end, enemy, hex));
            if is_gone {
                rank += if own == attacker { CLEARED } else { -CLEARED };
                if runs.is_none() {
                    parts.push(format!("{} leaves {}", side_name(cx, enemy), hex_name(cx, hex)));
                }
            }
        }
        let text = if parts.is_empty() { "no loss".to_owned() } else { parts.join(", ") };
        OddsOutcome { text, p: 0.0, removes, rank }
    }

    fn success_words(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> &'static str {
        match scene(cx, s.state(), a) {
            Some((attacker, _)) if attacker == asker(s) => "to drive the enemy out",
            _ => "",
        }
    }

    fn is_success(_: &Cx<Self>, _: &Action, outcome: &OddsOutcome) -> bool {
        outcome.rank > CLEARED / 2
    }

    fn usual_answer(cx: &Cx<Self>, s: &Seen<'_, Self>, legal: &[Action]) -> Option<UsualAnswer<Action>> {
        let (action, assumed) = usual(cx, s.state(), legal)?;
        Some(UsualAnswer { action, assumed: assumed.into() })
    }

    fn side_effects(cx: &Cx<Self>, before: &Seen<'_, Self>, _: &Action, after: &State) -> Vec<OddsFact> {
        let s = before.state();
        let mut out = Vec::new();
        for leader in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).is_leader()) {
            let was_there = matches!(s.unit(leader).spot, Spot::Hex(_) | Spot::Covered);
            let is_lost = matches!(after.unit(leader).spot, Spot::Dead | Spot::Prisoner);
            if was_there && is_lost {
                out.push(OddsFact { text: format!("{} falls", unit_name(cx, leader)), p: 1.0 });
            }
        }
        if let Some(end) = after.ended.filter(|_| s.ended.is_none()) {
            let text = match end {
                crate::state::SuddenEnd::Collapse(Some(side)) => {
                    format!("{}'s morale collapses", side_name(cx, side))
                }
                crate::state::SuddenEnd::Collapse(None) => "both sides' morale collapses".to_owned(),
                crate::state::SuddenEnd::Fortresses(side) | crate::state::SuddenEnd::Objectives(side) => {
                    format!("{} wins the war", side_name(cx, side))
                }
            };
            out.push(OddsFact { text, p: 1.0 });
        }
        out
    }

    fn assumptions(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Vec<(String, State)> {
        assumed(cx, s.state(), asker(s), a)
    }
}
