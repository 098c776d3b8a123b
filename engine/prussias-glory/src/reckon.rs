//! The odds of a close combat before it is confirmed, and of other rolls: modifiers, results, the usual answers.

use crate::action::Action;
use crate::board::{arm_of, has_fighter, morale, side_of};
use crate::combat::{Combat, Due};
use crate::contact::Contacts;
use crate::data::Arm;
use crate::decide::{Bombard, Frame, candidates};
use crate::ids::{SideId, UnitId, Units};
use crate::modifier::Modifiers;
use crate::morale::crosses_counter;
use crate::odds::{best_pair, modifiers};
use crate::state::State;
use crate::{Context, PrussiasGlory};
use engine::game::{Cx, Reckon, Seen, UsualAnswer};
use engine::present::{ModLine, OddsFact, OddsOutcome, Rule};

/// The unit a side usually leads with: the best morale, of equals the most steps.
pub fn usual_lead(cx: &Context, s: &State, c: &Combat, side: SideId) -> Option<UnitId> {
    let all = candidates(cx, s, c, side);
    all.into_iter().max_by_key(|u| (morale(cx, s, *u), s.unit(*u).steps, u8::MAX - u.0))
}

/// The combat an action would begin or go on with, with the choices still open made as usual.
pub fn previewed(cx: &Context, s: &State, action: &Action) -> Option<Combat> {
    let mut c = match (s.frames.top()?, action) {
        (Frame::CloseCombat(frame), Action::Done) => frame.preview(cx, s, &Contacts::now(cx, s))?,
        (Frame::LeadUnit(frame), Action::Choose { unit }) => {
            let mut c = s.combat.as_deref()?.clone();
            c.lead[usize::from(frame.side != s.active)] = Some(*unit);
            c
        }
        (Frame::PairOfHexes(_), Action::Pair { from, to }) => {
            let mut c = s.combat.as_deref()?.clone();
            c.pair = Some((*from, *to));
            c
        }
        (Frame::Withdraw(_), Action::Done) => s.combat.as_deref()?.clone(),
        _ => return None,
    };
    for (place, side) in [s.active, s.active.enemy()].into_iter().enumerate() {
        if c.lead[place].is_none() {
            c.lead[place] = usual_lead(cx, s, &c, side);
        }
    }
    c.pair = c.pair.or_else(|| best_pair(cx, s, &c));
    Some(c)
}

/// What an owner usually does with a loss point: no counter is lost if it can be helped, and nobody runs who need not.
fn loss_rank(cx: &Context, s: &State, action: &Action) -> (u8, u8) {
    match action {
        Action::LoseStep { unit } if !crosses_counter(cx, s, *unit) => (3, s.unit(*unit).steps),
        Action::GiveWay { unit } => {
            (u8::from(morale(cx, s, *unit) < cx.data.combat.losses.forced_retreat_below) * 2, 0)
        }
        Action::LoseStep { unit } => (1, s.unit(*unit).steps),
        _ => (0, 0),
    }
}

fn usual(cx: &Context, s: &State, legal: &[Action]) -> Option<(Action, &'static str)> {
    let done = || legal.contains(&Action::Done).then_some(Action::Done);
    match s.frames.top()? {
        Frame::Withdraw(_) => Some((done()?, "the defender stands")),
        Frame::LeadUnit(frame) => {
            let unit = usual_lead(cx, s, s.combat.as_deref()?, frame.side)?;
            Some((Action::Choose { unit }, "the best morale leads"))
        }
        Frame::PairOfHexes(_) => {
            let (from, to) = best_pair(cx, s, s.combat.as_deref()?)?;
            Some((Action::Pair { from, to }, "the best pair of hexes for terrain"))
        }
        Frame::Losses(_) => {
            let best = legal.iter().rev().max_by_key(|a| loss_rank(cx, s, a))?;
            Some((best.clone(), "losses where they cost no counter, and no retreat that need not be"))
        }
        Frame::Retreat(_) => Some((legal.first()?.clone(), "of equal hexes the first")),
        Frame::LeaderAlong(_) => Some((Action::Yes, "leaders go along with retreats")),
        Frame::RideAway(_) => Some((legal.first()?.clone(), "of equal hexes the first")),
        Frame::Advance(_) | Frame::Momentum(_) => Some((done()?, "nobody advances")),
        Frame::Sweep(_) => Some((done()?, "no Sweeping Charge")),
        _ => None,
    }
}

/// Loss points with what comes on top, as the table prints it: `3r`.
fn due_text(points: u8, due: Due) -> String {
    let mut text = points.to_string();
    for (is_set, mark) in [(due.rout, 'R'), (due.retreat, 'r'), (due.surrender, 'S'), (due.gun_step, '*')] {
        if is_set {
            text.push(mark);
        }
    }
    text
}

fn steps_lost(cx: &Context, before: &State, after: &State, side: SideId) -> i32 {
    let own = cx.setup.unit_ids().filter(|u| side_of(cx, *u) == side);
    own.map(|u| i32::from(before.unit(u).steps) - i32::from(after.unit(u).steps)).sum()
}

/// The combat that came of an action, once it is over.
fn fought<'a>(before: &State, action: &Action, after: &'a State) -> Option<&'a Combat> {
    let is_combat = match (before.frames.top()?, action) {
        (Frame::CloseCombat(frame), Action::Done) => !frame.is_new(),
        (Frame::LeadUnit(_), Action::Choose { .. })
        | (Frame::PairOfHexes(_), Action::Pair { .. })
        | (Frame::Withdraw(_), _) => true,
        _ => false,
    };
    after.combat.as_deref().filter(|c| is_combat && c.fought)
}

/// What a bombardment would roll with, the battery that is aimed included.
fn fire_modifiers(cx: &Context, s: &State, b: &Bombard, action: &Action) -> Modifiers {
    let (guns, target): (Units, _) = match (action, b.target) {
        (Action::Roll, Some(target)) => (b.guns.clone(), target),
        (Action::Aim { unit, hex }, _) => (b.guns.iter().copied().chain([*unit]).collect(), *hex),
        _ => return Modifiers::default(),
    };
    crate::fire::modifiers(cx, s, &guns, target)
}

impl Reckon for PrussiasGlory {
    fn dice_modifiers(cx: &Cx<Self>, s: &Seen<'_, Self>, action: &Action) -> Vec<ModLine> {
        let line = |m: &crate::modifier::Modifier| {
            let (text, rule) = m.reason.words();
            ModLine { text: text.into(), value: format!("{:+}", m.value), rule: Rule(rule) }
        };
        let all = match (s.state().frames.top(), previewed(cx, s.state(), action)) {
            (_, Some(c)) => modifiers(cx, s.state(), &c),
            (Some(Frame::Bombard(b)), None) => fire_modifiers(cx, s.state(), b, action),
            _ => return Vec::new(),
        };
        all.0.iter().map(line).collect()
    }

    fn result(cx: &Cx<Self>, before: &Seen<'_, Self>, action: &Action, after: &State) -> OddsOutcome {
        let s = before.state();
        if let Some(c) = fought(s, action, after) {
            let [attacker, defender] = c.imposed;
            let text = format!(
                "{} loss points to the attacker, {} to the defender",
                due_text(attacker, c.due[0]),
                due_text(defender, c.due[1])
            );
            let rank = i32::from(defender) * 10 - i32::from(attacker);
            let removes = c.present.iter().any(|(u, _)| !after.unit(*u).is_on_map());
            return OddsOutcome { text, p: 0.0, removes, rank };
        }
        let (own, enemy) = (steps_lost(cx, s, after, s.active), steps_lost(cx, s, after, s.active.enemy()));
        let text = format!("{own} steps lost, {enemy} steps of the enemy lost");
        OddsOutcome { text, p: 0.0, removes: own + enemy > 0, rank: enemy - own }
    }

    fn success_words(cx: &Cx<Self>, s: &Seen<'_, Self>, action: &Action) -> &'static str {
        let fires = matches!(s.state().frames.top(), Some(Frame::Bombard(_)));
        if fires || previewed(cx, s.state(), action).is_some() { "to inflict losses" } else { "" }
    }

    fn usual_answer(cx: &Cx<Self>, s: &Seen<'_, Self>, legal: &[Action]) -> Option<UsualAnswer<Action>> {
        let (action, assumed) = usual(cx, s.state(), legal)?;
        Some(UsualAnswer { action, assumed: assumed.into() })
    }

    fn side_effects(cx: &Cx<Self>, before: &Seen<'_, Self>, action: &Action, after: &State) -> Vec<OddsFact> {
        let s = before.state();
        let Some(c) = fought(s, action, after) else { return Vec::new() };
        let enemy = s.active.enemy();
        let is_left =
            |hexes: &[engine::hex::HexId], side| !hexes.iter().any(|h| has_fighter(cx, after, *h, side));
        let taken = |side: SideId| {
            let of: Units = c.present.iter().map(|p| p.0).filter(|u| side_of(cx, *u) == side).collect();
            of.iter().any(|u| !after.unit(*u).is_on_map())
        };
        let hurt = cx.setup.leader_ids().any(|l| s.leader(l).replaced != after.leader(l).replaced);
        let horse = c
            .engaged
            .iter()
            .any(|u| arm_of(cx, *u) == Arm::Horse && s.unit(*u).is_formed() && after.unit(*u).is_routed());
        let all = [
            (is_left(&c.targets, enemy), "the defender leaves the ground"),
            (is_left(&c.attackers, s.active), "the attacker is driven off"),
            (taken(enemy), "a defending unit is lost"),
            (taken(s.active), "an attacking unit is lost"),
            (c.due[1].points > 0, "loss points are left: momentum if somebody advances"),
            (hurt, "a leader falls"),
            (horse, "Formed cavalry is routed"),
        ];
        all.into_iter().filter(|f| f.0).map(|f| OddsFact { text: f.1.into(), p: 1.0 }).collect()
    }
}
