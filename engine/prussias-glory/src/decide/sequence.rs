//! The sequence of play (3).

use super::{
    Ask, Bombard, Decision, DeployColumn, GroupRoll, Joint, Move, Question, Rally, RoutMove, SpecialLeaders,
    Trace,
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
    EndOfPlayerTurn,
    Joint,
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

    fn go(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let then = |s: &mut State, next: Phase| s.push(Self { next });
        match self.next {
            Phase::Turn => {
                if s.turn >= cx.setup.turns {
                    let difference = crate::victory::difference(cx, s);
                    rec.emit(|| Event::Ended { difference });
                    s.push(Over);
                    return;
                }
                s.turn += 1;
                s.active = SideId::PRUSSIAN;
                let turn = s.turn;
                rec.emit(|| Event::TurnBegan { turn });
                then(s, Phase::Command);
            }
            Phase::Command => {
                begin_player_turn(cx, s, rec);
                then(s, Phase::Deploy);
                s.push(Trace);
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
                then(s, Phase::EndOfPlayerTurn);
                begin_fire(cx, s);
                s.push(Bombard::new(true));
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
                    then(s, Phase::Command);
                } else {
                    then(s, Phase::Joint);
                }
            }
            Phase::Joint => {
                then(s, Phase::Turn);
                let joint = Joint::new(s);
                s.push(joint);
            }
        }
    }
}

pub fn begin_player_turn(cx: &Context, s: &mut State, rec: &mut Record) {
    let side = s.active;
    rec.emit(|| Event::PlayerTurnBegan { side });
    for each in SideId::BOTH {
        for flag in [Flag::Moved, Flag::GunMoved, Flag::Fired, Flag::Lifted, Flag::Tried, Flag::Refused] {
            s.clear_all(&cx.setup, each, flag);
        }
    }
    for flag in [Flag::OutOfCommand, Flag::Traced, Flag::GunEffective] {
        s.clear_all(&cx.setup, side, flag);
    }
    for wing in &mut s.wings {
        wing.deploy_tried = false;
        wing.moved = false;
        wing.guns = 0;
    }
    for leader in &mut s.leaders {
        leader.moved = false;
        leader.rolled = false;
    }
    s.army_mut(side).traced = 0;
    for u in cx.setup.unit_ids() {
        if cx.setup.unit(u).side == side && s.unit(u).is_on_map() && is_out_of_reach(cx, s, u) {
            s.set(u, Flag::OutOfCommand);
        }
    }
}

fn begin_fire(cx: &Context, s: &mut State) {
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
