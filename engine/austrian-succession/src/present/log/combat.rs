//! Log lines of battles, sieges, retreats and what follows from them.

use super::of;
use crate::Context;
use crate::combat::{CombatEvent, Fought, Kind, Line, Peril};
use crate::ids::{SideId, UnitId};
use crate::present::charts::{letters, siege_words};
use crate::words::{force_words, hex_name, side_name, unit_name};
use engine::hex::HexId;
use engine::present::{LogKind, LogLine, ModLine, Rule};

fn names(cx: &Context, units: &[UnitId]) -> String {
    units.iter().map(|u| unit_name(cx, *u)).collect::<Vec<_>>().join(", ")
}

fn plain(kind: LogKind, text: String, rule: &'static str) -> LogLine {
    LogLine::new(kind, text, &[rule])
}

fn at(hex: HexId, line: LogLine) -> LogLine {
    LogLine { at: Some(hex), ..line }
}

fn follows(line: LogLine) -> LogLine {
    LogLine { follows: true, ..line }
}

/// Shifts or factors with their rules.
pub fn mod_lines(cx: &Context, lines: &[Line]) -> Vec<ModLine> {
    let one = |l: &Line| {
        let (text, rule) = l.words(cx);
        ModLine { text, value: format!("{:+}", l.value), rule: Rule(rule) }
    };
    lines.iter().map(one).collect()
}

/// Every kind of event is named, so that a new one is not forgotten.
#[warn(clippy::wildcard_enum_match_arm)]
pub fn log_line(cx: &Context, e: &CombatEvent) -> LogLine {
    match e {
        CombatEvent::Declared { kind, side, from, at: hex } => declared(cx, *kind, *side, *from, *hex),
        CombatEvent::Void { side, at: hex } => {
            let text = format!("The attack on {} is forbidden and does not take place", hex_name(cx, *hex));
            at(*hex, of(cx, *side, LogKind::Combat, text, "41.C6"))
        }
        CombatEvent::Shown { units } => {
            let text = format!("Revealed: {}", force_words(cx, None, units));
            follows(plain(LogKind::Combat, text, "16.2"))
        }
        CombatEvent::Delaying { side } => {
            let text = format!("{} declares a Delaying Action", side_name(cx, *side));
            follows(of(cx, *side, LogKind::Combat, text, "30.2"))
        }
        CombatEvent::Commander { side, leader } => {
            follows(of(cx, *side, LogKind::Combat, format!("{} commands", unit_name(cx, *leader)), "16.15"))
        }
        CombatEvent::Supplied { side, train } => {
            let text = format!("{} is expended for the combat", unit_name(cx, *train));
            follows(of(cx, *side, LogKind::Loss, text, "31.2"))
        }
        CombatEvent::Rolled(fought) => rolled(cx, fought),
        CombatEvent::Besieged { factors, lines, die, result, .. } => {
            let [attacker, defender] = factors;
            let text = format!("Siege, factor {attacker} against {defender}: {}", siege_words(*result));
            let line = plain(LogKind::Combat, text, "21.5").die(*die, true);
            follows(LogLine { mods: mod_lines(cx, lines), ..line })
        }
        CombatEvent::AdvanceGuard { side, at: hex, strength, against, succeeds } => {
            let what = if *succeeds { "rides down" } else { "is too weak for" };
            let text = format!("The advance guard {what} the enemy in {}", hex_name(cx, *hex));
            let line = of(cx, *side, LogKind::Combat, text, "29.1");
            at(*hex, line.detail(format!("strength {strength} against {against}")))
        }
        CombatEvent::WingBroken { .. }
        | CombatEvent::Eliminated { .. }
        | CombatEvent::Escape { .. }
        | CombatEvent::Deserted { .. }
        | CombatEvent::FrederickTurned { .. }
        | CombatEvent::TrainTaken { .. }
        | CombatEvent::Ended { .. } => loss(cx, e),
        CombatEvent::RoutDie { .. }
        | CombatEvent::Retreated { .. }
        | CombatEvent::Risked { .. }
        | CombatEvent::Stopped { .. }
        | CombatEvent::RetreatIgnored { .. }
        | CombatEvent::Advanced { .. }
        | CombatEvent::Honors { .. } => retreat_line(cx, e),
        CombatEvent::WorksBuilt { .. }
        | CombatEvent::WorksGone { .. }
        | CombatEvent::Proposed { .. }
        | CombatEvent::Answered { .. }
        | CombatEvent::Returned { .. } => works_or_prisoners_line(cx, e),
    }
}

fn declared(cx: &Context, kind: Kind, side: SideId, from: HexId, hex: HexId) -> LogLine {
    let (verb, rule) = match kind {
        Kind::Battle => ("attacks", "16.2"),
        Kind::Storm => ("storms", "21.7"),
        Kind::Breach => ("storms the breach of", "21.6"),
        Kind::FormalSiege => ("besieges", "21.3"),
        Kind::AdvanceGuard => ("falls upon", "29.1"),
    };
    let text = format!("{} {verb} {} from {}", side_name(cx, side), hex_name(cx, hex), hex_name(cx, from));
    at(hex, of(cx, side, LogKind::Combat, text, rule))
}

fn rolled(cx: &Context, f: &Fought) -> LogLine {
    let [attack, defence] = f.strengths;
    let round = if f.round > 0 { "Counterattack" } else { "Battle" };
    let changed =
        if f.rolled == f.result { String::new() } else { format!(" instead of {}", letters(f.rolled)) };
    let text =
        format!("{round}, {attack} against {defence}, {} %: {}{changed}", f.percentage, letters(f.result));
    let columns = &cx.data.combat.columns;
    let name = |i: u8| columns.get(usize::from(i)).map_or_else(String::new, |c| format!("{c} %"));
    let detail = format!("column {}, after shifts {}", name(f.base), name(f.column));
    let line = of(cx, f.striker, LogKind::Combat, text, "16.2").die(f.die, true).detail(detail);
    follows(LogLine { mods: mod_lines(cx, &f.lines), ..line })
}

fn loss(cx: &Context, e: &CombatEvent) -> LogLine {
    match e {
        CombatEvent::WingBroken { wing, into, lost, uncounted } => {
            let text = format!("{} breaks into {} brigades", unit_name(cx, *wing), into.len());
            let detail = match (lost, uncounted) {
                (0, 0) => String::new(),
                (n, 0) => format!("{n} BE lost"),
                (n, m) => format!("{n} BE lost, {m} for want of counters and not counted"),
            };
            follows(plain(LogKind::Loss, text, "16.26").detail(detail))
        }
        CombatEvent::Eliminated { unit, hex, cause, captured } => {
            let what = if *captured { "is taken prisoner" } else { "is eliminated" };
            let rule = if *captured { "38.1" } else { cause.rule() };
            follows(at(*hex, plain(LogKind::Loss, format!("{} {what}", unit_name(cx, *unit)), rule)))
        }
        CombatEvent::Escape { leader, die, to, captured } => {
            let name = unit_name(cx, *leader);
            let text = match (to, captured) {
                (Some(hex), _) => format!("{name} escapes to {}", hex_name(cx, *hex)),
                (None, true) => format!("{name} is taken prisoner"),
                (None, false) => format!("{name} is lost for good"),
            };
            follows(plain(LogKind::Loss, text, "22.4").die(*die, to.is_none()))
        }
        CombatEvent::Deserted { unit, die, lost } => {
            let what = if *lost { "loses men on the pursuit" } else { "keeps its men on the pursuit" };
            follows(
                plain(LogKind::Check, format!("{} {what}", unit_name(cx, *unit)), "32.1").die(*die, *lost),
            )
        }
        CombatEvent::FrederickTurned { leader } => {
            follows(plain(LogKind::Other, format!("{} has his higher Value", unit_name(cx, *leader)), "22.6"))
        }
        CombatEvent::TrainTaken { side, train, hex } => {
            let text = format!("{} is placed for a captured train", unit_name(cx, *train));
            at(*hex, of(cx, *side, LogKind::Other, text, "38.6"))
        }
        CombatEvent::Ended { winner } => {
            let text =
                winner.map_or("Nobody has won".to_owned(), |side| format!("{} has won", side_name(cx, side)));
            follows(plain(LogKind::Combat, text, "16.27"))
        }
        _ => LogLine::default(),
    }
}

fn retreat_line(cx: &Context, e: &CombatEvent) -> LogLine {
    match e {
        CombatEvent::RoutDie { unit, die } => {
            let text = format!("{} routs {die} hexes", unit_name(cx, *unit));
            follows(plain(LogKind::Check, text, "17.4").die(*die, true))
        }
        CombatEvent::Retreated { units, from, to } => {
            let text = format!("Retreat from {} to {}", hex_name(cx, *from), hex_name(cx, *to));
            at(*to, plain(LogKind::Move, text, "17.5").detail(force_words(cx, None, units)))
        }
        CombatEvent::Risked { unit, peril, die, survived } => {
            let what = match peril {
                Peril::Zone => "in an enemy zone",
                Peril::River => "across a river",
            };
            let end = if *survived { "gets through" } else { "is lost" };
            let text = format!("{} {end} {what}", unit_name(cx, *unit));
            follows(plain(LogKind::Check, text, "17.7").die(*die, !*survived))
        }
        CombatEvent::Stopped { units, hex } => {
            let text = format!("The retreat ends in {}", hex_name(cx, *hex));
            follows(at(*hex, plain(LogKind::Move, text, "17.9").detail(names(cx, units))))
        }
        CombatEvent::RetreatIgnored { side } => {
            let text = format!("{} is inside a fortress and does not retreat", side_name(cx, *side));
            follows(of(cx, *side, LogKind::Combat, text, "21.7"))
        }
        CombatEvent::Advanced { unit, to, .. } => {
            let text = format!("{} pursues to {}", unit_name(cx, *unit), hex_name(cx, *to));
            at(*to, plain(LogKind::Move, text, "17.11"))
        }
        CombatEvent::Honors { units, to } => {
            let text = format!("The garrison marches off to {}", hex_name(cx, *to));
            at(*to, plain(LogKind::Move, text, "21.6").detail(force_words(cx, None, units)))
        }
        _ => LogLine::default(),
    }
}

fn works_or_prisoners_line(cx: &Context, e: &CombatEvent) -> LogLine {
    match e {
        CombatEvent::WorksBuilt { side, hex } => {
            let text = format!("Field works in {}", hex_name(cx, *hex));
            at(*hex, of(cx, *side, LogKind::Other, text, "36.2"))
        }
        CombatEvent::WorksGone { hex } => {
            let text = format!("The field works in {} are gone", hex_name(cx, *hex));
            at(*hex, plain(LogKind::Other, text, "36.4"))
        }
        CombatEvent::Proposed { side, given, wanted } => {
            let text = format!("{} offers an exchange of prisoners", side_name(cx, *side));
            let detail = format!("{} for {}", names(cx, given), names(cx, wanted));
            of(cx, *side, LogKind::Other, text, "38.4").detail(detail)
        }
        CombatEvent::Answered { side, accepted } => {
            let what = if *accepted { "accepts" } else { "declines" };
            follows(of(cx, *side, LogKind::Other, format!("{} {what}", side_name(cx, *side)), "38.4"))
        }
        CombatEvent::Returned { unit, hex } => {
            let text = format!("{} comes back to {}", unit_name(cx, *unit), hex_name(cx, *hex));
            at(*hex, plain(LogKind::Move, text, "38.4"))
        }
        _ => LogLine::default(),
    }
}
