//! The sequence of play (3).

use super::{
    Activate, Ask, Bombard, CloseCombat, Decision, DeployColumn, Detached, GroupRoll, Joint, Leash, Move,
    Question, Rally, RoutMove, SpecialLeaders, Trace,
};
use crate::board::{engaged, fighters, is_zoned};
use crate::command::is_out_of_reach;
use crate::event::Event;
use crate::ids::SideId;
use crate::state::{Flag, Locked, State};
use crate::{Context, Record};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    Turn,
    Activation,
    Muster,
    Command,
    Deploy,
    GroupRolls,
    SpecialLeaders,
    RoutedMovement,
    Locked,
    Movement,
    OffensiveFire,
    Rally,
    DefensiveFire,
    CloseCombat,
    EndOfPlayerTurn,
    Joint,
    /// The rest of the Joint Army Morale Phase, where a battle is taken up in it.
    BreakUp,
}

/// What comes next when nothing else is left to do.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sequence {
    pub next: Phase,
}

impl Decision for Sequence {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let then = |s: &mut State, next: Phase| s.push(Self { next });
        match self.next {
            Phase::Turn => {
                if s.turn >= cx.setup.turns.count {
                    let difference = crate::victory::difference(cx, s);
                    rec.emit(|| Event::Ended { difference });
                    s.push(Over);
                    return;
                }
                s.turn += 1;
                s.active = SideId::PRUSSIAN;
                let turn = s.turn;
                rec.emit(|| Event::TurnBegan { turn });
                then(s, Phase::Activation);
            }
            Phase::Activation => {
                then(s, Phase::Muster);
                let side = s.active;
                if s.army(side).due {
                    crate::activation::activate(cx, s, side, rec);
                } else if !s.army(side).active {
                    s.push(Activate);
                }
            }
            // 4.1.1: an inactive army skips the rest; Detachments may be active by themselves (4.3).
            Phase::Muster => {
                let is_any = crate::activation::is_anybody_awake(cx, s, s.active);
                then(s, if is_any { Phase::Command } else { Phase::EndOfPlayerTurn });
            }
            Phase::Command => {
                begin_player_turn(cx, s, rec);
                then(s, Phase::Deploy);
                s.push(Trace);
                s.push(Detached);
                if cx.setup.options.fortunes_of_war {
                    s.push(Leash);
                }
            }
            Phase::Deploy => {
                then(s, Phase::GroupRolls);
                s.push(DeployColumn);
            }
            Phase::GroupRolls => {
                then(s, Phase::SpecialLeaders);
                s.degraded = 0;
                s.push(GroupRoll { group: 0 });
            }
            Phase::SpecialLeaders => {
                then(s, Phase::RoutedMovement);
                s.push(SpecialLeaders);
            }
            Phase::RoutedMovement => {
                then(s, Phase::Locked);
                s.clear_all(&cx.setup, s.active, Flag::Tried);
                s.push(RoutMove);
            }
            Phase::Locked => {
                place_locked(cx, s, rec);
                then(s, Phase::Movement);
            }
            Phase::Movement => {
                then(s, Phase::OffensiveFire);
                s.push(Move { mover: None });
                super::column::offer_at_start(cx, s);
            }
            Phase::OffensiveFire => {
                then(s, Phase::Rally);
                begin_fire(cx, s);
                s.push(Bombard::new(false));
            }
            Phase::Rally => {
                // Moved markers go after offensive bombardment (8.4).
                s.clear_all(&cx.setup, s.active, Flag::GunMoved);
                s.clear_all(&cx.setup, s.active, Flag::Tried);
                then(s, Phase::DefensiveFire);
                s.push(Rally);
            }
            Phase::DefensiveFire => {
                then(s, Phase::CloseCombat);
                begin_fire(cx, s);
                s.push(Bombard::new(true));
            }
            Phase::CloseCombat => {
                then(s, Phase::EndOfPlayerTurn);
                for side in SideId::BOTH {
                    s.clear_all(&cx.setup, side, Flag::Fought);
                    s.clear_all(&cx.setup, side, Flag::Swept);
                }
                s.push(CloseCombat::new());
            }
            Phase::EndOfPlayerTurn => {
                // 11: Locked markers go; momentum markers of the last Player Turn too (10.11).
                s.locked.clear();
                s.momentum.retain_mut(|m| {
                    m.life = m.life.saturating_sub(1);
                    m.life > 0
                });
                if s.active == SideId::PRUSSIAN {
                    s.active = SideId::COALITION;
                    then(s, Phase::Activation);
                } else {
                    then(s, Phase::Joint);
                }
            }
            Phase::Joint => {
                then(s, Phase::Turn);
                let joint = Joint::new(s);
                s.push(joint);
            }
            Phase::BreakUp => {
                then(s, Phase::Turn);
                let joint = Joint::break_up(s);
                s.push(joint);
            }
        }
    }
}

pub fn begin_player_turn(cx: &Context, s: &mut State, rec: &mut Record) {
    let side = s.active;
    rec.emit(|| Event::PlayerTurnBegan { side });
    for each in SideId::BOTH {
        for flag in [
            Flag::Moved,
            Flag::GunMoved,
            Flag::Fired,
            Flag::Lifted,
            Flag::Tried,
            Flag::Refused,
            Flag::Fought,
            Flag::Swept,
        ] {
            s.clear_all(&cx.setup, each, flag);
        }
    }
    super::march::begin_turn(s, side);
    for flag in [Flag::OutOfCommand, Flag::Traced, Flag::GunEffective, Flag::Slowed] {
        s.clear_all(&cx.setup, side, flag);
    }
    for wing in &mut s.wings {
        wing.deploy_tried = false;
        wing.moved = false;
        wing.guns = 0;
        wing.struck = false;
        wing.rash = false;
    }
    for leader in &mut s.leaders {
        leader.moved = false;
        leader.rolled = false;
    }
    s.army_mut(side).traced = 0;
    s.army_mut(side).leash = None;
    for u in cx.setup.unit_ids() {
        if cx.setup.unit(u).side == side && s.unit(u).is_on_map() && is_out_of_reach(cx, s, u) {
            s.set(u, Flag::OutOfCommand);
        }
    }
}

fn begin_fire(cx: &Context, s: &mut State) {
    // Kept until here, so that the odds of the last combat of a phase can tell its result.
    s.combat = None;
    s.bombarded.clear();
    for side in SideId::BOTH {
        s.clear_all(&cx.setup, side, Flag::Fired);
    }
}

/// 7.2: stacks of the active player with Engaged units.
pub fn place_locked(cx: &Context, s: &mut State, rec: &mut Record) {
    let side = s.active;
    s.locked.clear();
    let mut hexes: Vec<HexId> = s.units.iter().filter(|u| u.is_on_map()).map(|u| u.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        if !fighters(cx, s, hex, side).is_empty() && is_zoned(cx, s, hex, side.enemy()) {
            let engaged = engaged(cx, s, hex, side).into_iter().collect();
            s.locked.push(Locked { hex, penalty: false, engaged });
            rec.emit(|| Event::Locked { hex });
        }
    }
}

/// The battle is over.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Over;

impl Decision for Over {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Over
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("The battle is over".into(), "14")
    }
}
