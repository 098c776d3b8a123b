//! The twelve steps of a close combat (10) and the steps of a bombardment (8.3), with all that counts in them.

use super::inspect::line;
use super::log::mod_lines;
use crate::Context;
use crate::board::face;
use crate::combat::{Combat, Stage};
use crate::decide::{Bombard, Frame};
use crate::ids::{Hexes, SideId, UnitId};
use crate::odds::{self, Surround};
use crate::state::State;
use engine::hex::HexId;
use engine::present::{InspectLine, ProcedureStep, ProcedureView, Rule, StepState};

pub fn procedure(cx: &Context, s: &State) -> Option<ProcedureView> {
    let is_phase = s.frames.iter().any(|f| matches!(f, Frame::CloseCombat(_)));
    if let Some(combat) = s.combat.as_deref().filter(|_| is_phase) {
        return Some(fought(cx, s, combat));
    }
    match s.frames.top() {
        Some(Frame::CloseCombat(c)) if !c.chosen.is_empty() => Some(designated(cx, s, &c.chosen)),
        Some(Frame::Bombard(b)) => bombardment(cx, s, b),
        _ => None,
    }
}

fn labels(cx: &Context, hexes: &[HexId]) -> String {
    if hexes.is_empty() {
        return "…".into();
    }
    hexes.iter().map(|h| cx.setup.label(*h)).collect::<Vec<_>>().join(" and ")
}

fn unit_words(cx: &Context, s: &State, u: UnitId) -> String {
    let card = cx.setup.unit(u);
    format!("{} {}", card.name, face(cx, s, u).text(card.arm))
}

/// Names and rules of the twelve steps.
const STEPS: [(&str, &str); 12] = [
    ("Attack designation", "10.1"),
    ("Withdrawal", "10.2"),
    ("Odds", "10.3"),
    ("Lead units", "10.4"),
    ("Modifiers", "10.5"),
    ("The die", "10.6"),
    ("Leaders in danger", "10.7"),
    ("Results", "10.8"),
    ("Advance", "10.10"),
    ("Momentum", "10.11"),
    ("Combat Success", "10.12"),
    ("Cavalry", "10.13"),
];

fn steps(now: usize) -> Vec<ProcedureStep> {
    let state = |i: usize| match i.cmp(&now) {
        std::cmp::Ordering::Less => StepState::Done,
        std::cmp::Ordering::Equal => StepState::Now,
        std::cmp::Ordering::Greater => StepState::Ahead,
    };
    let one = |(i, (name, rule)): (usize, &(&str, &'static str))| ProcedureStep {
        name: (*name).to_owned(),
        rule: Rule(rule),
        state: state(i),
        lines: Vec::new(),
        mods: Vec::new(),
    };
    STEPS.iter().enumerate().map(one).collect()
}

/// The step that is being asked about: the stage of a combat is the one that comes next.
fn present_step(c: &Combat) -> usize {
    match c.stage {
        Stage::Withdrawal | Stage::EmptiedHexes | Stage::Lead => 1,
        Stage::DefendersLead | Stage::Pair => 3,
        Stage::Roll => 4,
        Stage::LeaderLosses if !c.fought => 5,
        Stage::LeaderLosses | Stage::DefendersLosses => 6,
        Stage::AttackersLosses | Stage::Advance => 7,
        Stage::Guns | Stage::DefendersAdvance | Stage::Momentum => 8,
        Stage::Sweep => 9,
        Stage::End => 11,
    }
}

/// Hexes chosen so far, what the combat would be, and what is still missing.
fn designated(cx: &Context, s: &State, chosen: &Hexes) -> ProcedureView {
    let is_own = |h: &HexId| crate::board::has_fighter(cx, s, *h, s.active);
    let (attackers, defenders): (Hexes, Hexes) = chosen.iter().copied().partition(is_own);
    let mut steps = steps(0);
    if attackers.is_empty() || defenders.is_empty() {
        steps[0].lines = sides(cx, &attackers, &defenders);
    } else {
        // Lead units and ground are those that are usually chosen.
        let usual = crate::reckon::previewed(cx, s, &crate::Action::Done);
        let combat = usual.unwrap_or_else(|| {
            Combat::new(cx, s, attackers.clone(), defenders.clone(), crate::ids::Units::new())
        });
        tell_forces(cx, s, &combat, &mut steps);
    }
    if let Some(held) = s.question().and_then(|q| q.what_is_missing(cx, s)) {
        steps[0].lines.push(line("Still missing:", held.text, held.rule.0));
    }
    ProcedureView {
        title: format!("{} attack {}", labels(cx, &attackers), labels(cx, &defenders)),
        rule: Rule("10.1"),
        attackers: attackers.to_vec(),
        defenders: defenders.to_vec(),
        steps,
    }
}

fn sides(cx: &Context, attackers: &[HexId], defenders: &[HexId]) -> Vec<InspectLine> {
    vec![line("Attackers:", labels(cx, attackers), "10.1"), line("Defenders:", labels(cx, defenders), "10.1")]
}

/// Who takes part, the odds and the modifiers, before the die.
fn tell_forces(cx: &Context, s: &State, c: &Combat, steps: &mut [ProcedureStep]) {
    let (own, enemy) = (s.active, s.active.enemy());
    let front = |side: SideId| -> Vec<InspectLine> {
        let word = if side == own { "Attacks:" } else { "Defends:" };
        let list = |h: &HexId| {
            let names: Vec<String> =
                c.lines(cx, s, *h, side).0.iter().map(|u| unit_words(cx, s, *u)).collect();
            line(word, format!("{} from {}", names.join(", "), cx.setup.label(*h)), "6.2")
        };
        c.hexes(s, side).iter().map(list).collect()
    };
    steps[0].lines.extend(front(own));
    steps[0].lines.extend(front(enemy));
    match odds::surround(cx, s, c) {
        Surround::No => {}
        Surround::Flank => steps[0].lines.push(line("Surrounded:", "flank attack", "10.1.1a")),
        Surround::SupportedDefence => {
            steps[0].lines.push(line("Surrounded:", "supported defence", "10.1.1b"));
        }
    }
    let (attack, defence) = (odds::force(cx, s, c, own), odds::force(cx, s, c, enemy));
    let column = odds::column_name(cx, odds::percent(attack.strength, defence.strength));
    let text = format!("{} to {}: column {column}", attack.strength, defence.strength);
    steps[2].lines.push(line("Strength points:", text, "10.3.4"));
    tell_leads(cx, s, c, steps);
    let mods = odds::modifiers(cx, s, c);
    steps[4].mods = mod_lines(&mods.0);
    steps[4].lines.push(line("In all:", format!("{:+}", mods.total()), "10.5"));
    if let Some((from, to)) = c.pair {
        let pair = format!("from {} to {}", cx.setup.label(from), cx.setup.label(to));
        steps[4].lines.push(line("Ground:", pair, "10.5.1"));
    }
}

fn tell_leads(cx: &Context, s: &State, c: &Combat, steps: &mut [ProcedureStep]) {
    for (word, lead) in ["Attacker:", "Defender:"].into_iter().zip(c.lead) {
        if let Some(u) = lead {
            steps[3].lines.push(line(word, unit_words(cx, s, u), "10.4"));
        }
    }
}

/// A combat that goes on: what is known of the steps done, and what is still owed.
fn fought(cx: &Context, s: &State, c: &Combat) -> ProcedureView {
    let mut steps = steps(present_step(c));
    match &c.rolled {
        None if !c.guns_only => tell_forces(cx, s, c, &mut steps),
        None => steps[0].lines = sides(cx, &c.attackers, &c.targets),
        Some(rolled) => {
            steps[0].lines = sides(cx, &c.attackers, &c.targets);
            let column = odds::column_name(cx, odds::percent(rolled.strength.0, rolled.strength.1));
            let text = format!("{} to {}: column {column}", rolled.strength.0, rolled.strength.1);
            steps[2].lines.push(line("Strength points:", text, "10.3.4"));
            tell_leads(cx, s, c, &mut steps);
            steps[4].mods = mod_lines(&rolled.modifiers);
            let total: i32 = rolled.modifiers.iter().map(|m| i32::from(m.value)).sum();
            let text = format!("{} {total:+} = {}", rolled.die, i32::from(rolled.die) + total);
            steps[5].lines.push(line("Die:", text, "10.6"));
            steps[5].lines.push(line("Result, attacker/defender:", &rolled.result, "10.8"));
            let due = format!("attacker {}, defender {}", c.imposed[0], c.imposed[1]);
            steps[7].lines.push(line("Loss points:", due, "10.8.1"));
        }
    }
    if let Some(hex) = c.marked {
        steps[9].lines.push(line("Marker on", cx.setup.label(hex), "10.11"));
    }
    let what = if c.is_sweep() { "charge" } else { "attack" };
    let defenders = if c.defenders.is_empty() { &c.targets } else { &c.defenders };
    ProcedureView {
        title: format!("{} {what} {}", labels(cx, &c.attackers), labels(cx, &c.targets)),
        rule: Rule("10"),
        attackers: c.attackers.to_vec(),
        defenders: defenders.to_vec(),
        steps,
    }
}

/// The guns that fire at a hex, their strength and what is added to the die.
fn bombardment(cx: &Context, s: &State, b: &Bombard) -> Option<ProcedureView> {
    let target = b.target?;
    let step = |name: &str, rule: &'static str, state: StepState, lines: Vec<InspectLine>| ProcedureStep {
        name: name.to_owned(),
        rule: Rule(rule),
        state,
        lines,
        mods: Vec::new(),
    };
    let gun = |u: &UnitId| {
        let far = cx.setup.map.distance(s.unit(*u).hex, target);
        let strength = crate::fire::strength(cx, s, *u, target);
        line(&cx.setup.unit(*u).name, format!("{strength} at {far}"), "8.3")
    };
    let total: u8 = b.guns.iter().map(|u| crate::fire::strength(cx, s, *u, target)).sum();
    let mods = crate::fire::modifiers(cx, s, &b.guns, target);
    let mut modifiers =
        step("Modifiers", "8.3", StepState::Now, vec![line("In all:", format!("{:+}", mods.total()), "8.3")]);
    modifiers.mods = mod_lines(&mods.0);
    let mut attackers: Vec<HexId> = b.guns.iter().map(|u| s.unit(*u).hex).collect();
    attackers.sort_unstable();
    attackers.dedup();
    Some(ProcedureView {
        title: format!("{} is bombarded", cx.setup.label(target)),
        rule: Rule("8.3"),
        attackers,
        defenders: vec![target],
        steps: vec![
            step("Guns that fire", "8.1", StepState::Now, b.guns.iter().map(gun).collect()),
            step("Strength", "8.3", StepState::Now, vec![line("Together:", total, "8.3")]),
            modifiers,
            step("The die", "8.3", StepState::Ahead, Vec::new()),
            step("Results", "10.8", StepState::Ahead, Vec::new()),
        ],
    })
}
