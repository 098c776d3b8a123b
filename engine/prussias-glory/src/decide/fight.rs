//! The twelve steps of a close combat, one after another (10).

use super::{
    Advance, Ask, Decision, LeadUnit, LeaderLoss, Losses, Momentum, PairOfHexes, Passage, Question, Sweep,
    Withdraw,
};
use crate::board::{arm_of, fighters, has_fighter, has_unit, leaders_in};
use crate::combat::{Combat, Rolled, Stage};
use crate::data::Arm;
use crate::event::{Event, Taken};
use crate::ids::{Hexes, SideId, UnitId};
use crate::leaders::notice_all_caught;
use crate::morale::{capture, set_state};
use crate::odds;
use crate::state::{Flag, MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

/// Goes from step to step; what is asked in a step is a frame of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fight;

impl Decision for Fight {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let Some(mut c) = s.combat.take() else { return };
        let stage = c.stage;
        let enemy = s.active.enemy();
        if stage == Stage::End {
            close(cx, s, &c, &[], rec);
            // The record stays to be looked at until the next one.
            s.combat = Some(c);
            return;
        }
        s.push(Self);
        match stage {
            Stage::Withdrawal => {
                c.stage = Stage::EmptiedHexes;
                surrender(cx, s, &c, rec);
                let hexes = withdrawing_hexes(cx, s, &c);
                if !hexes.is_empty() {
                    s.push(Withdraw::before_combat(enemy, hexes));
                }
            }
            Stage::EmptiedHexes => after_withdrawal(cx, s, &mut c),
            Stage::Lead => {
                c.stage = Stage::DefendersLead;
                s.push(LeadUnit { side: s.active });
            }
            Stage::DefendersLead => {
                c.stage = Stage::Pair;
                s.push(LeadUnit { side: enemy });
            }
            Stage::Pair => {
                c.stage = Stage::Roll;
                s.push(PairOfHexes);
            }
            Stage::Roll => {
                c.stage = Stage::LeaderLosses;
                s.push(CombatRoll);
            }
            Stage::LeaderLosses => {
                if let Some(leader) = c.leaders.pop() {
                    s.push(LeaderLoss { leader, hit: false });
                } else {
                    c.stage = Stage::DefendersLosses;
                }
            }
            Stage::DefendersLosses => {
                c.stage = Stage::AttackersLosses;
                s.push(Losses::of_combat(&c, enemy, 1));
            }
            Stage::AttackersLosses => {
                c.stage = Stage::Advance;
                s.push(Losses::of_combat(&c, s.active, 0));
            }
            Stage::Advance | Stage::Guns | Stage::DefendersAdvance => advance(s, &mut c),
            Stage::Momentum => {
                c.stage = Stage::Sweep;
                if c.fought && c.due[1].points > 0 && !c.advanced.is_empty() {
                    s.push(Momentum);
                }
            }
            Stage::Sweep => {
                c.stage = Stage::End;
                if c.fought && !c.is_sweep() {
                    s.push(Sweep::new(&c));
                }
            }
            Stage::End => {}
        }
        s.combat = Some(c);
        // Leaders left alone are tested after every withdrawal, retreat and advance (15.2).
        if stage >= Stage::Advance || stage == Stage::EmptiedHexes {
            notice_all_caught(cx, s);
        }
    }
}

fn advance(s: &mut State, c: &mut Combat) {
    let (next, passage) = match c.stage {
        Stage::Advance => (Stage::Guns, Passage::Vacated),
        Stage::Guns => (Stage::DefendersAdvance, Passage::Guns),
        _ => (Stage::Momentum, Passage::DefendersGuns),
    };
    c.stage = next;
    s.push(Advance { passage });
}

/// Routed units of a beaten army give up when they are attacked (9.2).
fn surrender(cx: &Context, s: &mut State, c: &Combat, rec: &mut Record) {
    let enemy = s.active.enemy();
    if s.army(enemy).spirit == Spirit::Steady {
        return;
    }
    for hex in &c.defenders {
        for u in
            fighters(cx, s, *hex, enemy).into_iter().filter(|u| s.unit(*u).is_routed()).collect::<Vec<_>>()
        {
            capture(cx, s, u, Taken::RiddenDown, rec);
        }
    }
}

fn withdrawing_hexes(cx: &Context, s: &State, c: &Combat) -> Hexes {
    c.defenders
        .iter()
        .copied()
        .filter(|h| !super::withdraw::options(cx, s, *h, super::withdraw::Cause::Combat(c)).is_empty())
        .collect()
}

/// Emptied hexes are entered; the combat goes on against those who stay, if there are any (10.2).
fn after_withdrawal(cx: &Context, s: &mut State, c: &mut Combat) {
    let enemy = s.active.enemy();
    c.defenders.retain(|h| has_fighter(cx, s, *h, enemy));
    c.muster(cx, s);
    let stands = |h: &HexId| !c.standing(cx, s, *h, enemy).is_empty();
    c.defenders = c.defenders.iter().copied().filter(stands).collect();
    if c.defenders.is_empty() {
        c.stage = Stage::Advance;
        return;
    }
    c.stage = Stage::Lead;
    if c.targets.iter().any(|h| !has_unit(cx, s, *h, enemy)) {
        s.push(Advance { passage: Passage::Emptied });
    }
}

/// All infantry and cavalry of the combat have fought, and horse loses its order but for those who sweep on (10.13.3).
pub fn close(cx: &Context, s: &mut State, c: &Combat, sweepers: &[UnitId], rec: &mut Record) {
    let involved = c.present.iter().map(|p| p.0).filter(|_| !c.guns_only).chain(c.advanced.iter().copied());
    for u in involved {
        s.set(u, Flag::Fought);
    }
    blow_horses(cx, s, c, sweepers, rec);
}

/// 10.13.3: Formed cavalry that was Engaged loses its order without retreat; those who are to sweep later do so afterwards.
pub fn blow_horses(cx: &Context, s: &mut State, c: &Combat, sweepers: &[UnitId], rec: &mut Record) {
    if !c.fought && !c.is_sweep() {
        return;
    }
    for u in c.engaged.iter().chain(&c.sweepers) {
        let unit = s.unit(*u);
        if arm_of(cx, *u) == Arm::Horse && unit.is_on_map() && unit.is_formed() && !sweepers.contains(u) {
            set_state(cx, s, *u, MoraleState::Disordered, rec);
        }
    }
}

/// The die of a close combat (10.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CombatRoll;

impl Decision for CombatRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("close combat", "10.6", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let Some(mut c) = s.combat.take() else { return };
        let (own, enemy) = (s.active, s.active.enemy());
        let (attack, defence) = (odds::force(cx, s, &c, own), odds::force(cx, s, &c, enemy));
        let percent = odds::percent(attack.strength, defence.strength);
        let mods = odds::modifiers(cx, s, &c);
        let die = roll.one() as u8;
        let cell = odds::result(cx, percent, i32::from(die) + i32::from(mods.total()));
        let only_routed = odds::is_only_routed(cx, s, &c);
        c.fought = true;
        c.due[1] = odds::due(cx, s, &c, enemy, cell.1, attack.steps);
        if !only_routed {
            c.due[0] = odds::due(cx, s, &c, own, cell.0, defence.steps);
            for (side, hexes) in [(enemy, &c.defenders), (own, &c.attackers)] {
                c.leaders.extend(hexes.iter().flat_map(|h| leaders_in(cx, s, *h, side)));
            }
            c.leaders.reverse();
        }
        c.imposed = [c.due[0].points, c.due[1].points];
        let fronts = [c.front(cx, s, own), c.front(cx, s, enemy)];
        for front in fronts {
            c.note_engaged(&front);
        }
        use_markers(s, &c, [own, enemy]);
        let result = format!("{}/{}", cell.0.text(), cell.1.text());
        c.rolled = Some(Rolled {
            strength: (attack.strength, defence.strength),
            die,
            modifiers: mods.0.iter().copied().collect(),
            result: result.clone(),
        });
        rec.emit(|| Event::Fought {
            attackers: c.attackers.to_vec(),
            defenders: c.defenders.to_vec(),
            strength: (attack.strength, defence.strength),
            column: odds::column_name(cx, percent),
            die,
            modifiers: mods.0,
            result,
            points: (c.due[0].points, c.due[1].points),
        });
        s.combat = Some(c);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("The close combat is fought".into(), "10.6")
    }
}

/// Momentum markers go once they have been used (10.11).
fn use_markers(s: &mut State, c: &Combat, sides: [SideId; 2]) {
    s.momentum.retain(|m| {
        let hexes = if m.side == sides[0] { &c.attackers } else { &c.defenders };
        !hexes.contains(&m.hex)
    });
}
