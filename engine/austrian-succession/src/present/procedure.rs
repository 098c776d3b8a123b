//! A battle or siege step by step, with every shift and its rule (16.2, 21.5).

use super::charts::letters;
use super::inspect::line;
use super::log::combat_mods;
use crate::Context;
use crate::combat::{self, Battle, Kind};
use crate::decide::Frame;
use crate::ids::SideId;
use crate::state::State;
use crate::words::{force_words, hex_name, side_name};
use engine::present::{InspectLine, ModLine, ProcedureStep, ProcedureView, Rule, StepState};

fn step(name: &str, rule: &'static str, state: StepState, lines: Vec<InspectLine>) -> ProcedureStep {
    ProcedureStep { name: name.to_owned(), rule: Rule(rule), state, lines, mods: Vec::new() }
}

pub fn procedure(cx: &Context, s: &State) -> Option<ProcedureView> {
    let b = s.battle.as_deref()?;
    let (verb, rule) = match b.kind {
        Kind::Battle => ("attacks", "16.2"),
        Kind::Storm => ("storms", "21.7"),
        Kind::Breach => ("storms the breach of", "21.6"),
        Kind::FormalSiege => ("besieges", "21.5"),
        Kind::AdvanceGuard => ("falls upon", "29.1"),
    };
    let steps = match b.kind {
        Kind::FormalSiege => siege_steps(cx, s, b),
        Kind::AdvanceGuard => return None,
        Kind::Battle | Kind::Storm | Kind::Breach => battle_steps(cx, s, b),
    };
    Some(ProcedureView {
        title: format!("{} {verb} {}", side_name(cx, b.attacker), hex_name(cx, b.at)),
        rule: Rule(rule),
        attackers: vec![b.from],
        defenders: vec![b.at],
        steps,
    })
}

/// Units of a side in the battle, as far as they are known.
fn force(cx: &Context, s: &State, b: &Battle, side: SideId) -> InspectLine {
    let units = b.force(side);
    if units.is_empty() {
        return line(side_name(cx, side), "nobody is left", "16.2");
    }
    let strength = combat::strength(cx, s, units);
    line(side_name(cx, side), format!("{}: strength {strength}", force_words(cx, Some(s), units)), "16.2")
}

fn battle_steps(cx: &Context, s: &State, b: &Battle) -> Vec<ProcedureStep> {
    let is_fought = b.result.is_some();
    let is_open = b.round > 0 || is_fought || !b.force(b.defender()).is_empty();
    let done = |is_done: bool, is_now: bool| match (is_done, is_now) {
        (true, _) => StepState::Done,
        (false, true) => StepState::Now,
        (false, false) => StepState::Ahead,
    };
    let mut out = vec![step("Attackers", "16.2", done(is_open, true), vec![force(cx, s, b, b.attacker)])];
    if !is_open {
        out.push(step("Reveal", "16.2", StepState::Ahead, Vec::new()));
        return out;
    }
    out.push(step("Reveal", "16.2", StepState::Done, vec![force(cx, s, b, b.defender())]));
    let reckoning = combat::reckon(cx, s, b);
    let [attack, defence] = reckoning.strengths;
    let odds = format!("{attack} against {defence}: {} %", reckoning.percentage);
    out.push(step("Percentage", "16.2", done(is_fought, false), vec![line("Strength", odds, "16.2")]));
    let column = |i: u8| cx.data.combat.columns.get(usize::from(i)).copied().unwrap_or(0);
    let shifted = format!("{} % to {} %", column(reckoning.base), column(reckoning.column));
    out.push(ProcedureStep {
        mods: combat_mods(cx, &reckoning.lines),
        ..step("Shifts", "16.14", done(is_fought, true), vec![line("Column", shifted, "16.14")])
    });
    let result = b.result.map(|r| line("Result", letters(r), "39.0"));
    out.push(step("Die", "16.2", done(is_fought, false), result.into_iter().collect()));
    let lost = SideId::BOTH
        .map(|side| line(side_name(cx, side), format!("{} BE lost", b.gone[side.index()]), "16.25"));
    out.push(step("Losses, retreat, pursuit", "16.23", done(false, is_fought), lost.to_vec()));
    out
}

fn siege_steps(cx: &Context, s: &State, b: &Battle) -> Vec<ProcedureStep> {
    let factors = crate::siege::reckon(cx, s, b);
    let forces = SideId::BOTH.map(|side| force(cx, s, b, side)).to_vec();
    let first = cx.data.siege.first_factor;
    let column = i16::from(factors.column) + i16::from(first);
    let both = format!("{} for, {} against: column {column}", factors.attacker, factors.defender);
    let is_ahead = matches!(s.frames.top(), Some(Frame::CombatSupply(_) | Frame::SiegeDie(_)));
    if !is_ahead {
        // What the factors were is told in the log: the garrison may have gone since.
        return vec![
            step("Besiegers and besieged", "21.3", StepState::Done, forces),
            step("Factors", "21.5", StepState::Done, Vec::new()),
            step("Die and result", "21.6", StepState::Done, Vec::new()),
            step("What follows", "21.6", StepState::Now, Vec::new()),
        ];
    }
    vec![
        step("Besiegers and besieged", "21.3", StepState::Done, forces),
        ProcedureStep {
            mods: combat_mods(cx, &factors.lines),
            ..step("Factors", "21.5", StepState::Now, vec![line("Siege factors", both, "21.5")])
        },
        step("Die and result", "21.6", StepState::Ahead, Vec::new()),
    ]
}

/// The shifts an attack would be fought with, as far as the attacker knows: for the preview.
pub fn preview(cx: &Context, s: &State) -> Vec<ModLine> {
    let Some(b) = s.battle.as_deref() else { return Vec::new() };
    match b.kind {
        Kind::FormalSiege => combat_mods(cx, &crate::siege::reckon(cx, s, b).lines),
        Kind::AdvanceGuard => Vec::new(),
        Kind::Battle | Kind::Storm | Kind::Breach => combat_mods(cx, &combat::reckon(cx, s, b).lines),
    }
}
