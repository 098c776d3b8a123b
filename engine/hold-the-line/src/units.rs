//! Chapter 3, units: morale points, hits, losses, and morale checks.

use super::C;
use super::data::Kind;
use super::event::{CheckWhy, Event, Loss, Mod, ModKind, Mods};
use super::state::{Fight, Frame, NO_FACING, State, UnitId, flag};
use super::{Rec, options, terrain};
use engine::hex::HexId;

pub fn unit_kind(cx: &C, u: UnitId) -> &Kind {
    &cx.data.kinds[cx.setup.unit_def(u).kind as usize]
}

/// 3.mp, 3.elite-last: one hit on `u`. An elite unit on its last point rolls for it.
pub fn hit_unit(cx: &C, s: &mut State, u: UnitId, rec: &mut Rec) {
    let hex = s.unit(u).hex;
    if s.unit(u).mp > 1 {
        s.unit_mut(u).mp -= 1;
        let left = s.unit(u).mp;
        rec.emit(|| Event::Hit { unit: u, hex, left });
    } else if unit_kind(cx, u).elite {
        s.frames.push(Frame::LastStand { unit: u });
    } else {
        lose_unit(cx, s, u, Loss::Hits, rec);
    }
}

/// 10.victory, 9.leader-loss: takes a piece off the map for good.
pub fn lose_unit(cx: &C, s: &mut State, u: UnitId, how: Loss, rec: &mut Rec) {
    let hex = s.unit(u).hex;
    let unit = s.unit_mut(u);
    unit.hex = HexId::NONE;
    unit.mp = 0;
    unit.facing = NO_FACING;
    unit.flags = flag::LOST;
    let def = cx.setup.unit_def(u);
    if def.is_leader() {
        let side = &mut s.sides[def.side.index()];
        side.leaders_lost = side.leaders_lost.saturating_add(1);
        if side.commander == u {
            // Stored points and the idle bonus go with him.
            side.commander = UnitId::NONE;
            side.stored = 0;
            side.idle = false;
        }
    }
    rec.emit(|| Event::Lost { unit: u, hex, how });
}

/// A morale check before its die is thrown.
#[derive(Clone, Debug)]
pub struct Check {
    pub unit: UnitId,
    pub hex: HexId,
    pub why: CheckWhy,
    /// Morale points, or what stands for them.
    pub base: i8,
    pub mods: Mods,
}

impl Check {
    /// The die, after its modifiers, must not be above this.
    pub fn highest_passing_die(&self) -> i8 {
        let led = |m: &&Mod| matches!(m.what, ModKind::Leader(_));
        self.base + self.mods.iter().filter(led).map(|m| m.value).sum::<i8>()
    }

    /// Added to the die.
    pub fn on_die(&self) -> i8 {
        let counts = |m: &&Mod| !matches!(m.what, ModKind::Leader(_) | ModKind::ChargeMorale);
        self.mods.iter().filter(counts).map(|m| m.value).sum()
    }

    pub fn is_passed_by(&self, cx: &C, die: u16) -> bool {
        let die = die as i8;
        die < cx.data.combat.always_fails && die + self.on_die() <= self.highest_passing_die()
    }

    /// Takes the die, tells of it, and says whether it was passed.
    pub fn take_die(self, cx: &C, die: u16, rec: &mut Rec) -> bool {
        let passed = self.is_passed_by(cx, die);
        rec.emit(|| Event::Check {
            unit: self.unit,
            hex: self.hex,
            why: self.why,
            die: die as u8,
            limit: self.highest_passing_die(),
            base: self.base,
            mods: self.mods.clone(),
            passed,
        });
        passed
    }
}

/// 8.close, 9.morale: the check `unit` makes for `why`; `from` is where the enemy stands.
pub fn morale_check(cx: &C, s: &State, unit: UnitId, why: CheckWhy, from: HexId) -> Check {
    let (u, k) = (s.unit(unit), unit_kind(cx, unit));
    let mut mods = Mods::new();
    let mut base = u.mp as i8;
    let led = !matches!(why, CheckWhy::Flee | CheckWhy::Discipline);
    let ground = led && why != CheckWhy::Nerve;
    if why == CheckWhy::WithdrawCharge
        && let Some(stands_for) = k.charge_morale
    {
        base = stands_for;
        mods.push(Mod { what: ModKind::ChargeMorale, value: stands_for });
    }
    if led && let Some((leader, rating)) = leader_with(cx, s, unit) {
        mods.push(Mod { what: ModKind::Leader(leader), value: rating });
    }
    if ground {
        terrain::morale_modifiers(cx, u.hex, &mut mods);
    }
    if k.elite {
        mods.push(Mod { what: ModKind::Elite, value: cx.data.combat.elite_morale });
    }
    options::check_mods(cx, s, unit, why, from, &mut mods);
    Check { unit, hex: u.hex, why, base, mods }
}

/// The leader whose rating helps `unit`: in its hex, of its nation.
pub fn leader_with(cx: &C, s: &State, unit: UnitId) -> Option<(UnitId, i8)> {
    let (def, hex) = (cx.setup.unit_def(unit), s.unit(unit).hex);
    s.unit_ids()
        .find(|l| {
            let d = cx.setup.unit_def(*l);
            d.is_leader() && d.side == def.side && d.nation == def.nation && s.unit(*l).hex == hex
        })
        .map(|l| (l, cx.setup.unit_def(l).rating as i8))
}

/// Dice of an attack and what makes them hit.
#[derive(Clone, Debug)]
pub struct Attack {
    pub fight: Fight,
    pub dice: u8,
    pub need: i8,
    pub range: u8,
    pub mods: Mods,
    /// Doubles bring so many hits.
    pub doubles: u8,
}

impl Attack {
    pub fn on_die(&self) -> i8 {
        let counts = |m: &&Mod| {
            matches!(m.what, ModKind::Terrain(_) | ModKind::Opposite | ModKind::Side | ModKind::Rear)
        };
        self.mods.iter().filter(counts).map(|m| m.value).sum()
    }

    pub fn count_hits(&self, faces: &[u16]) -> (u8, u8) {
        let m = self.on_die();
        let hits = faces.iter().filter(|f| **f as i8 + m >= self.need).count() as u8;
        let mut sorted: smallvec::SmallVec<[u16; 8]> = faces.into();
        sorted.sort_unstable();
        let doubled = sorted.windows(2).any(|w| w[0] == w[1]);
        (hits, if doubled { self.doubles } else { 0 })
    }
}
