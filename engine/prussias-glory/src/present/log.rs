//! Log lines and the names of phases.

mod activation;
mod approach;

use crate::Context;
use crate::data::CaptureResult;
use crate::decide::{Frame, Phase, Wound};
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::leaders::{Man, man_name};
use crate::modifier::Modifier;
use crate::state::{MoraleState, State};
use crate::words::{leader_name, unit_name};
use engine::hex::HexId;
use engine::present::{DieView, LogKind, LogLine, ModLine, Rule, rules};

/// What comes next, once what is being decided is done.
pub fn next_phase(s: &State) -> Option<Phase> {
    s.frames.iter().find_map(|f| if let Frame::Sequence(q) = f { Some(q.next) } else { None })
}

/// Phases of a Player Turn in words, with rule and whether it is the present one.
pub fn phases(s: &State, side: SideId) -> Vec<(&'static str, &'static str, bool)> {
    let next = next_phase(s);
    let is_now = |list: &[Phase]| s.active == side && next.is_some_and(|n| list.contains(&n));
    vec![
        ("Army activation", "4.1", is_now(&[Phase::Muster])),
        ("Deploy from column", "4.4", is_now(&[Phase::Deploy, Phase::GroupRolls])),
        ("Command rolls", "4.5", is_now(&[Phase::SpecialLeaders, Phase::RoutedMovement])),
        ("Routed movement", "7.1", is_now(&[Phase::Locked])),
        ("Movement", "7.3", is_now(&[Phase::Movement, Phase::OffensiveFire])),
        ("Offensive bombardment", "8", is_now(&[Phase::Rally])),
        ("Rally", "9.4", is_now(&[Phase::DefensiveFire])),
        ("Defensive bombardment", "8.5", is_now(&[Phase::CloseCombat])),
        ("Close combat", "10", is_now(&[Phase::EndOfPlayerTurn])),
    ]
}

/// The phases after both Player Turns.
pub fn joint_phases(s: &State) -> Vec<(&'static str, &'static str, bool)> {
    let is_joint = s.frames.iter().any(|f| matches!(f, Frame::Joint(_)));
    let is_over = s.frames.iter().any(|f| matches!(f, Frame::Over(_)));
    vec![("Army morale", "13", is_joint), ("End of turn", "14", is_over)]
}

fn state_name(state: MoraleState) -> &'static str {
    match state {
        MoraleState::Formed => "Formed",
        MoraleState::Disordered => "Disordered",
        MoraleState::Routed => "Routed",
    }
}

fn die(value: u8, counted: bool) -> Vec<DieView> {
    vec![DieView { value, sides: 6, counted }]
}

pub fn mod_lines(list: &[Modifier]) -> Vec<ModLine> {
    let one = |m: &Modifier| {
        let (text, rule) = m.reason.words();
        ModLine { text: text.into(), value: format!("{:+}", m.value), rule: Rule(rule) }
    };
    list.iter().map(one).collect()
}

struct Words<'a>(&'a Context);

impl Words<'_> {
    fn hex(&self, h: HexId) -> String {
        self.0.setup.label(h)
    }

    fn side(&self, s: SideId) -> String {
        self.0.setup.sides[s.index()].name.clone()
    }

    fn unit(&self, u: UnitId) -> String {
        unit_name(self.0, u).to_owned()
    }

    fn leader(&self, l: LeaderId) -> String {
        leader_name(self.0, l).to_owned()
    }

    fn man(&self, man: Man) -> String {
        man_name(self.0, man)
    }

    fn line(&self, kind: LogKind, head: String, text: impl Into<String>, rule: &'static str) -> LogLine {
        LogLine { kind, head, text: text.into(), rules: rules(&[rule]), ..LogLine::default() }
    }

    fn of_unit(&self, kind: LogKind, u: UnitId, text: impl Into<String>, rule: &'static str) -> LogLine {
        let side = self.0.setup.unit(u).side;
        LogLine {
            army: self.0.setup.sides[side.index()].army.clone(),
            ..self.line(kind, self.unit(u), text, rule)
        }
    }
}

/// Every kind of event is named, so that a new one is not forgotten.
#[warn(clippy::wildcard_enum_match_arm)]
pub fn log_line(cx: &Context, e: &Event) -> Option<LogLine> {
    let w = Words(cx);
    Some(match e {
        Event::UnitPlaced { .. } | Event::LeaderPlaced { .. } | Event::SetUpDone { .. } => {
            return activation::of_activation(&w, e);
        }
        Event::LaidUp { .. }
        | Event::LeaderLaidUp { .. }
        | Event::Detached { .. }
        | Event::Rejoined { .. }
        | Event::CoverPlaced { .. }
        | Event::CoverMoved { .. }
        | Event::DisMoved { .. }
        | Event::CoverFormed { .. }
        | Event::CoverDeployed { .. }
        | Event::CoverShown { .. }
        | Event::CoverTurnedDown { .. }
        | Event::DummyRemoved { .. }
        | Event::ContestRolled { .. }
        | Event::SecretRolled { .. }
        | Event::VeiledRolled { .. } => return approach::of_approach(&w, e),
        Event::LeashNamed { .. }
        | Event::FortuneRolled { .. }
        | Event::WingStruck { .. }
        | Event::CoverStruck { .. }
        | Event::CoverSpared { .. } => return approach::of_fortunes(&w, e),
        Event::StaysInactive { .. }
        | Event::ActivationPaid { .. }
        | Event::ActivationRolled { .. }
        | Event::ArmyAlarmed { .. }
        | Event::ArmyActivated { .. }
        | Event::CoupRolled { .. }
        | Event::CoupDeclined { .. }
        | Event::DetachmentActivated { .. }
        | Event::DetachmentDissolved { .. } => return activation::of_activation(&w, e),
        Event::TurnBegan { .. }
        | Event::PlayerTurnBegan { .. }
        | Event::Traced { .. }
        | Event::GroupRolled { .. }
        | Event::SpecialRolled { .. }
        | Event::WingDeployed { .. }
        | Event::GunDeployed { .. }
        | Event::WingFormedColumn { .. }
        | Event::GunFormedColumn { .. }
        | Event::LeaderChangedColumn { .. }
        | Event::DeploymentRolled { .. } => return of_command(&w, e),
        Event::Moved { unit, from, to, cost } => {
            let text = format!("moves from {} to {} for {cost}", w.hex(*from), w.hex(*to));
            w.of_unit(LogKind::Move, *unit, text, "7.3")
        }
        Event::LeaderMoved { man, to, .. } => {
            w.line(LogKind::Move, w.man(*man), format!("rides to {}", w.hex(*to)), "7.3")
        }
        Event::LeftMap { unit } => w.of_unit(LogKind::Move, *unit, "leaves the map", "12.4"),
        Event::Reordered { unit, hex, position } => {
            let text = format!("takes place {} in {}", position + 1, w.hex(*hex));
            w.of_unit(LogKind::Other, *unit, text, "5.5")
        }
        Event::GaveUp { unit } => {
            w.of_unit(LogKind::Loss, *unit, "gives up a step: nobody can leave the hex", "7.3")
        }
        Event::Locked { hex } => w.line(LogKind::Other, w.hex(*hex), "is Locked", "7.2"),
        Event::LockedFlipped { hex } => {
            w.line(LogKind::Other, w.hex(*hex), "other units are Engaged: -2 in close combat", "6.3")
        }
        Event::CossackRolled { unit, die: d, refuses } => {
            let text = if *refuses { "refuses to close" } else { "closes" };
            LogLine { dice: die(*d, *refuses), ..w.of_unit(LogKind::Check, *unit, text, "16.1c") }
        }
        Event::WoodsRolled { unit, die: d, fails } => {
            let text = if *fails { "loses order in the woods" } else { "keeps order in the woods" };
            LogLine { dice: die(*d, *fails), ..w.of_unit(LogKind::Check, *unit, text, "16.4") }
        }
        Event::Bombarded { target, guns, strength, die: d, modifiers, result } => LogLine {
            dice: die(*d, result != "-"),
            mods: mod_lines(modifiers),
            at: Some(*target),
            detail: guns.iter().map(|u| w.unit(*u)).collect::<Vec<_>>().join(", "),
            ..w.line(
                LogKind::Combat,
                w.hex(*target),
                format!("is bombarded with {strength}: {result}"),
                "8.3",
            )
        },
        Event::LeaderCaught { man, die: d, killed } => {
            let text = if *killed { "is caught alone and killed" } else { "is caught alone and rides off" };
            LogLine { dice: die(*d, *killed), ..w.line(LogKind::Check, w.man(*man), text, "15.2") }
        }
        Event::LeaderReplaced { man, promoted } => {
            let text = match promoted {
                Some(p) => format!("is followed by {}", w.leader(*p)),
                None => "is replaced".into(),
            };
            w.line(LogKind::Other, w.man(*man), text, "15.1")
        }
        Event::RallyRolled { .. }
        | Event::StepLost { .. }
        | Event::Eliminated { .. }
        | Event::Captured { .. }
        | Event::StateChanged { .. }
        | Event::Retreated { .. }
        | Event::RoutedOff { .. }
        | Event::OverstackedRetreat { .. }
        | Event::Checked { .. } => return of_morale(&w, e),
        Event::CombatDesignated { .. }
        | Event::Withdrew { .. }
        | Event::Fought { .. }
        | Event::LeaderTested { .. }
        | Event::Advanced { .. }
        | Event::CaptureRolled { .. }
        | Event::CounterCaptured { .. }
        | Event::MomentumMarked { .. }
        | Event::SweepRolled { .. }
        | Event::Sniped { .. } => return of_combat(&w, e),
        Event::Fatigued { .. }
        | Event::Rested { .. }
        | Event::Encouraged { .. }
        | Event::MoraleMarked { .. }
        | Event::DemoralizationRolled { .. }
        | Event::ArmyDemoralized { .. }
        | Event::ArmyBroken { .. }
        | Event::Ended { .. } => return of_armies(&w, e),
    })
}

fn of_command(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let cx = w.0;
    let wing = |wing: crate::ids::WingId| w.leader(cx.setup.wing(wing).leader);
    let state = |effective: bool| if effective { "Effective" } else { "Degraded" };
    Some(match e {
        Event::TurnBegan { turn } => w.line(LogKind::Heading, format!("Turn {turn}"), "begins", "3"),
        Event::PlayerTurnBegan { side } => w.line(LogKind::Heading, w.side(*side), "Player Turn", "3"),
        Event::Traced { unit } => {
            w.of_unit(LogKind::Other, *unit, "is traced to the Army Commander", "4.2.5")
        }
        Event::GroupRolled { group, die: d, effective, .. } => {
            let group = &cx.setup.groups[*group as usize];
            let head = format!("{}, {}", w.side(group.side), group.name);
            LogLine { dice: die(*d, *effective), ..w.line(LogKind::Check, head, state(*effective), "4.5") }
        }
        Event::SpecialRolled { man, wing: to, die: d, effective, .. } => {
            let what = to.map_or_else(|| "his guns".to_owned(), |t| format!("the wing of {}", wing(t)));
            let text = format!("tries to recover {what}: {}", state(*effective));
            LogLine { dice: die(*d, *effective), ..w.line(LogKind::Check, w.man(*man), text, "4.5") }
        }
        Event::WingDeployed { wing: to } => w.line(LogKind::Other, wing(*to), "the wing deploys", "7.6.2"),
        Event::GunDeployed { unit } => w.of_unit(LogKind::Other, *unit, "deploys", "4.4"),
        Event::WingFormedColumn { wing: to } => {
            w.line(LogKind::Other, wing(*to), "the wing forms column", "7.6")
        }
        Event::GunFormedColumn { unit } => w.of_unit(LogKind::Other, *unit, "forms column", "7.6"),
        Event::DeploymentRolled { wing: to, own, enemy, deploys } => {
            let result = if *deploys { "deploys in time" } else { "is caught in column" };
            w.line(LogKind::Check, wing(*to), format!("{own} to {enemy}: {result}"), "7.6.3")
        }
        Event::LeaderChangedColumn { man, column } => {
            let text = if *column { "goes into column" } else { "leaves the column" };
            w.line(LogKind::Other, w.man(*man), text, "7.6")
        }
        _ => return None,
    })
}

fn of_morale(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    Some(match e {
        Event::RallyRolled { unit, die: d, rating, rallies } => {
            let text = if *rallies { "rallies" } else { "does not rally" };
            let text = format!("{text} ({rating} or less)");
            LogLine { dice: die(*d, *rallies), ..w.of_unit(LogKind::Check, *unit, text, "9.4") }
        }
        Event::StepLost { unit, left } => {
            let card = w.0.setup.unit(*unit);
            let text = format!("loses a step: {} now, {left} left", card.face(*left).text(card.arm));
            w.of_unit(LogKind::Loss, *unit, text, "10.8.1.1")
        }
        Event::Eliminated { unit } => w.of_unit(LogKind::Loss, *unit, "is eliminated", "10.8.1.1"),
        Event::Captured { unit, how } => w.of_unit(LogKind::Loss, *unit, "is captured", how.rule()),
        Event::StateChanged { unit, to } => {
            w.of_unit(LogKind::Check, *unit, format!("is {}", state_name(*to)), "9")
        }
        Event::Retreated { unit, to, .. } => {
            w.of_unit(LogKind::Move, *unit, format!("retreats to {}", w.hex(*to)), "10.9")
        }
        Event::RoutedOff { unit } => w.of_unit(LogKind::Loss, *unit, "runs off the map", "7.1"),
        Event::OverstackedRetreat { hex } => {
            w.line(LogKind::Check, w.hex(*hex), "is overstacked by a retreat: all are Disordered", "10.9.2")
        }
        Event::Checked { unit, die: d, rating, to, .. } => {
            let text = match to {
                Some(_) => format!("fails its morale check at {rating}"),
                None => format!("stands its morale check at {rating}"),
            };
            LogLine { dice: die(*d, to.is_some()), ..w.of_unit(LogKind::Check, *unit, text, "9.3") }
        }
        _ => return None,
    })
}

fn of_combat(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let hexes = |list: &[HexId]| list.iter().map(|h| w.hex(*h)).collect::<Vec<_>>().join(" and ");
    Some(match e {
        Event::CombatDesignated { attackers, defenders, sweep } => {
            let (what, rule) = if *sweep { ("charge", "10.13.2") } else { ("attack", "10.1") };
            w.line(LogKind::Combat, hexes(attackers), format!("{what} {}", hexes(defenders)), rule)
        }
        Event::Withdrew { unit, to, .. } => {
            w.of_unit(LogKind::Move, *unit, format!("withdraws to {}", w.hex(*to)), "10.2")
        }
        Event::Fought { defenders, strength, column, die: d, modifiers, result, points, .. } => {
            let text = format!(
                "is attacked with {} to {}, {column}: {result}, {} and {} loss points",
                strength.0, strength.1, points.0, points.1
            );
            LogLine {
                dice: die(*d, true),
                mods: mod_lines(modifiers),
                at: defenders.first().copied(),
                ..w.line(LogKind::Combat, hexes(defenders), text, "10.6")
            }
        }
        Event::LeaderTested { man, die: d, wound } => {
            let (text, counted) = match wound {
                Wound::Unhurt => ("is unhurt", false),
                Wound::Hit => ("is hit", true),
                Wound::Flesh => ("has a flesh wound", false),
                Wound::Wounded => ("is wounded", true),
                Wound::Killed => ("is killed", true),
            };
            LogLine { dice: die(*d, counted), ..w.line(LogKind::Check, w.man(*man), text, "15.2") }
        }
        Event::Advanced { unit, to, .. } => {
            w.of_unit(LogKind::Move, *unit, format!("advances to {}", w.hex(*to)), "10.10")
        }
        Event::CaptureRolled { unit, die: d, modifiers, result } => {
            let text = match result {
                CaptureResult::Escapes => "escape capture",
                CaptureResult::Counter => "lose the counter on the map",
                CaptureResult::Unit => "are taken",
            };
            LogLine {
                dice: die(*d, *result != CaptureResult::Escapes),
                mods: mod_lines(modifiers),
                ..w.of_unit(LogKind::Combat, *unit, text, "10.10.4")
            }
        }
        Event::CounterCaptured { unit, steps } => {
            w.of_unit(LogKind::Loss, *unit, format!("lose {steps} steps captured"), "10.10.4")
        }
        Event::MomentumMarked { hex } => {
            w.line(LogKind::Other, w.hex(*hex), "is marked for a Momentum Attack", "10.11")
        }
        Event::SweepRolled { units, die: d, joined, .. } => {
            let text = format!("{} of {} units charge on", joined.len(), units.len());
            let line = w.line(LogKind::Check, "Sweeping Charge".into(), text, "10.13.2");
            let helped = |(u, modifier): &(UnitId, u8)| ModLine {
                text: format!("Morale Modifier for {}", w.unit(*u)),
                value: format!("+{modifier}"),
                rule: Rule("10.13.2"),
            };
            let mods = units.iter().filter(|x| x.1 > 0).map(helped).collect();
            LogLine { dice: die(*d, !joined.is_empty()), mods, ..line }
        }
        Event::Sniped { unit, die: d, strength, hits } => {
            let result = if *hits { "loses its order" } else { "stands" };
            let text = format!("is sniped at with {strength}: {result}");
            LogLine { dice: die(*d, *hits), ..w.of_unit(LogKind::Combat, *unit, text, "16.2") }
        }
        _ => return None,
    })
}

fn of_armies(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let kind = LogKind::Points;
    Some(match e {
        Event::Fatigued { side, points } => {
            w.line(kind, w.side(*side), format!("fatigue costs {points}"), "12.3")
        }
        Event::Rested { side, points } => {
            w.line(kind, w.side(*side), format!("rest gives back {points}"), "12.3")
        }
        Event::Encouraged { side, points } => {
            w.line(kind, w.side(*side), format!("combat success gives {points}"), "13")
        }
        Event::MoraleMarked { side, level, routed } => {
            w.line(kind, w.side(*side), format!("army morale {level}, {routed} units Routed"), "13")
        }
        Event::DemoralizationRolled { side, die: d, range, demoralized } => LogLine {
            dice: die(*d, *demoralized),
            ..w.line(LogKind::Check, w.side(*side), format!("demoralized on {range} or less"), "12.4")
        },
        Event::ArmyDemoralized { side } => {
            w.line(LogKind::Heading, w.side(*side), "the army is Demoralized", "12.4")
        }
        Event::ArmyBroken { side } => w.line(LogKind::Heading, w.side(*side), "the army is Broken", "12.5"),
        Event::Ended { difference } => {
            w.line(LogKind::Heading, "The end".into(), format!("difference {difference}"), "19.2")
        }
        _ => return None,
    })
}
