//! The position as a scenario of its own: a battle taken up in the middle.

use super::{log, unspotted};
use crate::Context;
use crate::command::is_effective;
use crate::data::Arm;
use crate::decide::{BREAK_UP, Frame, Phase, Piece};
use crate::fields::{self, Filling, Held, LeaderMark, SideMark};
use crate::ids::{LeaderId, SideId, UnitId};
use crate::setup::Post;
use crate::state::{BoxKind, BoxPiece, Flag, MoraleState, Spirit, State};
use engine::hex::HexId;
use engine::scenario::declared::{Choice, ListField};
use engine::scenario::{Place, Props, ScenarioDoc, Special};
use std::sync::Arc;

/// What is in the middle of a combat, a retreat or a morale check begins with its phase again; all else is as it is.
pub fn position(cx: &Context, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    let is_begun = s.turn > 0 && !s.is_setting_up();
    pieces(cx, s, &mut out, is_begun);
    unspotted::position(cx, s, &mut out);
    if is_begun {
        phase(cx, s, &mut out.props);
        for side in SideId::BOTH {
            let id = &cx.setup.sides[side.index()].id;
            if let Some(found) = out.sides.iter_mut().find(|d| d.id == *id) {
                army(cx, s, side, &mut found.props);
            }
        }
        specials(cx, s, &mut out);
        objectives(cx, s, &mut out);
    }
    out
}

fn pieces(cx: &Context, s: &State, out: &mut ScenarioDoc, is_begun: bool) {
    let grid = cx.setup.map.grid;
    let place = |hex: HexId| if hex.is_none() { Place::Off } else { Place::Hex(grid.hex(hex)) };
    for piece in Arc::make_mut(&mut out.pieces) {
        if let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) {
            let u = UnitId(i as u8);
            piece.place = place(s.unit(u).hex);
            fields::ORDER.write(&mut piece.props, s.unit(u).order);
            if is_begun {
                unit(cx, s, u, &mut piece.props);
            }
        } else if let Some(i) = cx.setup.leaders.iter().position(|l| l.id == piece.id) {
            let l = LeaderId(i as u8);
            piece.place = place(s.leader(l).hex);
            if is_begun {
                leader(cx, s, l, &mut piece.props);
            }
        }
    }
}

/// Marks that are set; none: the field goes.
fn write_marks<C: Copy + PartialEq>(
    field: ListField<Choice<C>>,
    all: &[(&str, &str, C)],
    props: &mut Props,
    is_set: impl Fn(C) -> bool,
) {
    let set: Vec<C> = all.iter().map(|m| m.2).filter(|m| is_set(*m)).collect();
    field.write_if(props, Some(set).filter(|l| !l.is_empty()));
}

/// What the counter has spent, if it is moving.
fn spent(s: &State, piece: Piece) -> Option<u8> {
    let moving = s.frames.iter().find_map(|f| if let Frame::Move(m) = f { m.mover } else { None });
    moving.filter(|m| m.piece == piece && m.spent > 0).map(|m| m.spent)
}

/// A coup d'oeil that is being asked for is asked for again.
fn is_asked(s: &State, side: SideId, detachment: Option<u8>) -> bool {
    let is_it = |f: &Frame| matches!(f, Frame::CoupDOeil(c) if c.side == side && c.detachment == detachment);
    s.frames.iter().any(is_it)
}

fn unit(cx: &Context, s: &State, u: UnitId, props: &mut Props) {
    let (unit, card) = (s.unit(u), cx.setup.unit(u));
    let lost = card.steps().saturating_sub(unit.steps);
    fields::LOST.write_if(props, Some(lost).filter(|n| *n > 0));
    fields::STATE.write_if(props, Some(unit.morale).filter(|m| *m != MoraleState::Formed));
    if card.arm == Arm::Guns {
        fields::COLUMN.write_if_on(props, unit.has(Flag::Column));
        fields::DEGRADED.write_if_on(props, !is_effective(cx, s, u));
    }
    fields::SPENT.write_if(props, spent(s, Piece::Unit(u)));
    // Who is in the middle of his rout begins it again.
    let is_under_way = s.frames.iter().any(|f| matches!(f, Frame::Retreat(r) if r.unit == u));
    write_marks(fields::MARKS, fields::ALL_MARKS, props, |flag| {
        unit.has(flag) && !(flag == Flag::Tried && is_under_way)
    });
}

fn leader(cx: &Context, s: &State, l: LeaderId, props: &mut Props) {
    let (leader, card) = (s.leader(l), cx.setup.leader(l));
    let wing = if let Post::Wing(w) = card.post { Some(s.wing(w)) } else { None };
    fields::COLUMN.write_if_on(props, leader.column);
    if let Some(wing) = wing {
        fields::DEGRADED.write_if_on(props, !wing.effective);
        fields::GUNS_IN_COLUMN.write_if(props, Some(wing.guns).filter(|n| *n > 0));
    }
    fields::SPENT.write_if(props, spent(s, Piece::Leader(l)));
    // Who fell cannot follow as second in command (15.1).
    let has_fallen = !s.is_leader_present(l) && card.takes_part();
    write_marks(fields::LEADER_MARKS, fields::ALL_LEADER_MARKS, props, |mark| match mark {
        LeaderMark::Moved => leader.moved,
        LeaderMark::Rolled => leader.rolled,
        LeaderMark::Replaced => leader.replaced || has_fallen,
        LeaderMark::DeployTried => wing.is_some_and(|w| w.deploy_tried),
        LeaderMark::WingMoved => wing.is_some_and(|w| w.moved),
        LeaderMark::Struck => wing.is_some_and(|w| w.struck),
        LeaderMark::Rash => wing.is_some_and(|w| w.rash),
    });
}

/// The phase that is being played, and the turn it is in.
fn phase(cx: &Context, s: &State, props: &mut Props) {
    let steps_on = s.frames.iter().find_map(|f| if let Frame::Joint(j) = f { Some(j.step) } else { None });
    let begin = match log::next_phase(s) {
        Some(Phase::Muster | Phase::Command) => Phase::Activation,
        Some(Phase::Deploy) => Phase::Command,
        Some(Phase::GroupRolls) => Phase::Deploy,
        Some(Phase::SpecialLeaders) => Phase::GroupRolls,
        Some(Phase::RoutedMovement) => Phase::SpecialLeaders,
        Some(Phase::Locked) => Phase::RoutedMovement,
        Some(Phase::Movement | Phase::OffensiveFire) => Phase::Movement,
        Some(Phase::Rally) => Phase::OffensiveFire,
        Some(Phase::DefensiveFire) => Phase::Rally,
        Some(Phase::CloseCombat) => Phase::DefensiveFire,
        Some(Phase::EndOfPlayerTurn) => Phase::CloseCombat,
        Some(Phase::Turn) if steps_on.is_some_and(|n| n < BREAK_UP) => Phase::Joint,
        Some(Phase::Turn) => Phase::BreakUp,
        Some(Phase::Activation) => Phase::Activation,
        Some(Phase::Joint) => Phase::Joint,
        Some(Phase::BreakUp) => Phase::BreakUp,
        // The battle is over.
        None => Phase::Turn,
    };
    fields::BEGIN.write(props, begin);
    fields::ACTIVE.write(props, s.active);
    fields::FIRST_TURN.write(props, s.turn + u8::from(begin == Phase::Turn));
    fields::RESUMED.write(props, true);
    let bombarded: Vec<_> = s.bombarded.iter().map(|h| cx.setup.label(*h).into()).collect();
    fields::BOMBARDED.write_if(props, Some(bombarded).filter(|l| !l.is_empty()));
}

fn army(cx: &Context, s: &State, side: SideId, props: &mut Props) {
    let (army, card) = (s.army(side), &cx.setup.sides[side.index()]);
    let positive = |n: u8| Some(n).filter(|n| *n > 0);
    fields::MORALE.write(props, army.base.clamp(1, 99) as u8);
    fields::TRACK_TOP.write(props, card.track_top.clamp(0, 99) as u8);
    fields::FILLED.write_if(props, None);
    fields::MARKER_ABOVE.write_if(props, Some(army.marker.saturating_sub(army.lowest())).filter(|n| *n != 0));
    fields::SUCCESS.write_if(props, positive(army.success));
    fields::SPIRIT.write_if(props, Some(army.spirit).filter(|x| *x != Spirit::Steady));
    fields::FALLEN.write_if(props, positive(army.fallen));
    fields::TRIES.write_if(props, positive(army.tries));
    fields::STAYS_UNTIL.write_if(props, positive(army.stays_until));
    let leash = army.leash.map(|w| cx.setup.leader(cx.setup.wing(w).leader).id.as_str());
    fields::LEASH.write_if(props, leash);
    write_marks(fields::SIDE_MARKS, fields::ALL_SIDE_MARKS, props, |mark| match mark {
        SideMark::Tired => army.tired,
        SideMark::Alarmed => army.due,
        SideMark::CoupUsed => army.coup_used && !is_asked(s, side, None),
        SideMark::Second => army.second,
    });
}

/// Markers on the map, pieces on the tracks, Detachments.
fn specials(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let is_written = [fields::LOCKED, fields::LOCKED_PENALTY, fields::MOMENTUM, fields::TRACK_BOX];
    out.specials.retain(|x| !is_written.contains(&x.rule.as_str()));
    let kept = out.specials.iter_mut().filter(|x| x.rule == fields::DETACHMENT);
    for (i, (special, detachment)) in kept.zip(&s.detachments).enumerate() {
        let is_used = detachment.coup_used && !is_asked(s, cx.setup.detachments[i].side, Some(i as u8));
        fields::AWAKE.write_if_on(&mut special.props, detachment.active);
        fields::COUP_USED.write_if_on(&mut special.props, is_used);
    }
    let mut add = |rule: &str, props: Props| out.specials.push(Special { rule: rule.into(), props });
    let id = |side: SideId| cx.setup.sides[side.index()].id.as_str();
    for locked in &s.locked {
        let mut props = Props::new();
        fields::HEX.write(&mut props, cx.setup.label(locked.hex).into());
        fields::PENALTY.write_if_on(&mut props, locked.penalty);
        let engaged = locked.engaged.iter().map(|u| cx.setup.unit(*u).id.as_str()).collect();
        fields::ENGAGED.write(&mut props, engaged);
        add(fields::LOCKED, props);
    }
    for momentum in &s.momentum {
        let mut props = Props::new();
        fields::OWNER.write(&mut props, id(momentum.side));
        fields::HEXES.write(&mut props, vec![cx.setup.label(momentum.hex).into()]);
        fields::LIFE.write(&mut props, momentum.life);
        add(fields::MOMENTUM, props);
    }
    for side in SideId::BOTH {
        for piece in &s.army(side).boxes {
            add(fields::TRACK_BOX, track_box(cx, id(side), *piece));
        }
    }
}

fn track_box(cx: &Context, side: &str, piece: BoxPiece) -> Props {
    let mut props = Props::new();
    fields::OWNER.write(&mut props, side);
    fields::LEVEL.write(&mut props, piece.level);
    let what = match piece.kind {
        BoxKind::Lost(_) => Filling::Lost,
        BoxKind::Captured(_, steps) => {
            fields::STEPS.write(&mut props, steps);
            Filling::Captured
        }
        BoxKind::Fatigue => Filling::Fatigue,
        BoxKind::Cost => Filling::Cost,
    };
    fields::FILLING.write(&mut props, what);
    fields::UNIT.write_if(&mut props, piece.kind.unit().map(|u| cx.setup.unit(u).id.as_str()));
    props
}

/// Who holds what (19.2).
fn objectives(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for (card, holder) in cx.setup.objectives.iter().zip(&s.holders) {
        if let Some(rule) = out.victory.get_mut(card.index) {
            fields::HELD.write(&mut rule.props, holder.map_or(Held::ByNobody, Held::By));
        }
    }
}
