//! Whether everything a position names exists: hexes, nations, leaders, sides and entries of lists. A
//! position may come from a damaged file; whatever passes here may be looked up without a further question.

use super::Ctx;
use super::setup::Setup;
use super::state::{Amounts, Force, Frame, MOST_NATIONS, Mode, Phase, State, leader_bit, leaders_in};
use crate::ids::{LeaderId, NationId, SideId};
use engine::hex::HexId;

/// More frames than anything that goes on at once; setting up has one for each entry.
const DEEPEST: usize = 256;
/// More than any real position has.
const LONGEST_LIST: usize = 4_096;

/// What exists in this scenario.
struct Known<'a> {
    setup: &'a Setup,
    leaders: usize,
}

impl Known<'_> {
    fn hex(&self, hex: HexId) -> bool {
        !hex.is_none() && hex.index() < self.setup.map.len()
    }

    fn land(&self, hex: HexId) -> bool {
        self.hex(hex) && self.setup.ground.land[hex.index()]
    }

    fn side(&self, side: SideId) -> bool {
        SideId::BOTH.contains(&side)
    }

    fn side_or_none(&self, side: SideId) -> bool {
        side == SideId::NONE || self.side(side)
    }

    fn nation(&self, nation: NationId) -> bool {
        nation.index() < self.setup.nations.len()
    }

    fn leader(&self, leader: LeaderId) -> bool {
        leader.index() < self.leaders
    }

    fn leader_of(&self, leader: LeaderId, side: SideId) -> bool {
        self.leader(leader) && self.setup.leaders[leader.index()].side == side
    }

    /// A set of leaders that exist.
    fn leaders(&self, mask: u64) -> bool {
        leaders_in(mask).all(|l| self.leader(l))
    }

    /// Points of nations that exist and belong to one side.
    fn carried(&self, carried: &Amounts, side: SideId) -> bool {
        (0..MOST_NATIONS as u8)
            .map(NationId)
            .zip(carried)
            .all(|(nation, sp)| *sp == 0 || (self.nation(nation) && self.setup.side_of(nation) == side))
    }

    /// Points and leaders of a force, and who leads it.
    fn party(&self, leader: LeaderId, carried: &Amounts, riders: u64) -> bool {
        self.leader(leader) && {
            let side = self.setup.leaders[leader.index()].side;
            self.riders_of(riders, side) && riders & leader_bit(leader) != 0 && self.carried(carried, side)
        }
    }

    fn riders_of(&self, riders: u64, side: SideId) -> bool {
        leaders_in(riders).all(|l| self.leader_of(l, side))
    }

    fn force(&self, f: &Force) -> bool {
        let led = if f.leader == LeaderId::NONE {
            f.mode == Mode::Retreat
        } else {
            self.leader_of(f.leader, f.side) && f.riders & leader_bit(f.leader) != 0
        };
        self.side(f.side)
            && led
            && self.land(f.at)
            && self.riders_of(f.riders, f.side)
            && self.carried(&f.carried, f.side)
            && f.visited.iter().chain(f.tried.iter()).all(|h| self.hex(*h))
    }
}

fn ensure_known(ok: bool, what: &str) -> Result<(), String> {
    if ok { Ok(()) } else { Err(format!("{what} that the scenario does not have")) }
}

/// Everything the position names, list by list and frame by frame.
pub fn check_bounds(cx: &Ctx, s: &State) -> Result<(), String> {
    let setup = &*cx.setup;
    if s.leaders.len() != setup.leaders.len() {
        return Err("the leaders are not those of the scenario".into());
    }
    let known = Known { setup, leaders: s.leaders.len() };
    if !known.side(s.phasing) || !known.side_or_none(s.forfeited) {
        return Err("there are two sides".into());
    }
    let turns = setup.calendar.first_turn..=setup.calendar.last_turn.max(setup.calendar.first_turn);
    if !turns.contains(&s.turn) {
        return Err(format!("turn {} of {}", s.turn, setup.calendar.last_turn));
    }
    check_lists(&known, s)?;
    if s.frames.depth() > DEEPEST || (s.frames.depth() == 0 && s.phase != Phase::Over) {
        return Err("nothing is going on, or too much".into());
    }
    for (i, f) in s.frames.iter().enumerate() {
        check_frame(&known, f)?;
        if i + 1 < s.frames.depth() && is_always_on_top(f) {
            return Err(format!("something goes on within {f:?}"));
        }
    }
    Ok(())
}

/// Moving forces carry what the rest of the position counts on: nothing goes on within their march but the
/// fight they begin, which takes them off first.
fn is_always_on_top(f: &Frame) -> bool {
    matches!(f, Frame::Muster { .. } | Frame::ForceDie { .. })
}

fn check_lists(known: &Known<'_>, s: &State) -> Result<(), String> {
    let longest = [
        s.stacks.len(),
        s.demoralised.len(),
        s.sieges.besieged.len(),
        s.sieges.announced.len(),
        s.duty.len(),
        s.sieges.sallies.len(),
    ];
    if longest.iter().any(|n| *n > LONGEST_LIST) {
        return Err("a list is too long".into());
    }
    for k in &s.stacks {
        ensure_known(known.land(k.hex) && known.nation(k.nation), "points in a place, or of a nation,")?;
    }
    for l in s.leaders.iter() {
        ensure_known(!l.on_map() || known.land(l.hex), "a leader in a place")?;
        ensure_known(l.hex.is_none() || known.hex(l.hex), "a leader in a place")?;
    }
    ensure_known(s.depots.iter().all(|d| known.land(d.hex) && known.side(d.side)), "a depot in a place")?;
    ensure_known(s.camp.is_none_or(|c| known.land(c.hex)), "a camp in a place")?;
    let sided = s.demoralised.iter().chain(&s.duty).chain(&s.shut);
    ensure_known(sided.clone().all(|(h, side)| known.hex(*h) && known.side(*side)), "a force in a place")?;
    ensure_known(s.sieges.besieged.iter().all(|h| known.setup.is_fort(*h)), "a siege of a fortress")?;
    ensure_known(s.sieges.announced.iter().all(|a| known.hex(a.0)), "besiegers in a place")?;
    let sally = |y: &super::state::Sally| {
        known.setup.is_fort(y.hex) && known.nation(y.nation) && known.leaders(y.leaders)
    };
    ensure_known(s.sieges.sallies.iter().all(sally), "a sally from a fortress")?;
    ensure_known(s.named.iter().all(|(h, l)| known.hex(*h) && known.leader(*l)), "a commander")?;
    ensure_known(
        s.set_up.plan.iter().all(|p| usize::from(p.0) < known.setup.start.items.len()),
        "a choice of setting up",
    )?;
    let placed =
        |(p, h, _): &(u16, HexId, _)| usize::from(*p) < known.setup.start.loose.len() && known.hex(*h);
    ensure_known(s.set_up.placed.iter().all(placed), "a piece to set up")
}

fn check_frame(known: &Known<'_>, f: &Frame) -> Result<(), String> {
    let setup = known.setup;
    let ok = match f {
        Frame::Sequence | Frame::Depots | Frame::MarchDie => true,
        Frame::Setup { side, left } => {
            known.side(*side) && left.iter().all(|i| usize::from(*i) < setup.start.items.len())
        }
        Frame::Place { entry, left } => {
            usize::from(*entry) < setup.start.entries.len()
                && left.iter().all(|i| usize::from(*i) < setup.start.loose.len())
        }
        Frame::WithdrawDie { entry } => usize::from(*entry) < setup.special.withdrawals.len(),
        Frame::Exchange { entry } => usize::from(*entry) < setup.special.exchanges.len(),
        Frame::RecoverDie { hex }
        | Frame::TakeUp { hex }
        | Frame::SiegeDie { hex }
        | Frame::Honours { hex }
        | Frame::Terms { hex } => known.land(*hex),
        Frame::Possess { hex, .. } => setup.is_fort(*hex),
        Frame::March { side, nation, die, .. } => {
            known.side(*side) && (*nation == NationId::NONE || known.nation(*nation)) && *die <= 6
        }
        Frame::Muster { leader, at, carried, riders, .. }
        | Frame::ForceDie { leader, at, carried, riders, .. } => {
            known.land(*at) && known.party(*leader, carried, *riders)
        }
        Frame::Force(f) => known.force(f),
        Frame::Garrisons { side } | Frame::KingTaken { side } => known.side(*side),
        Frame::Door { hex, side, .. } => setup.is_fort(*hex) && known.side(*side),
        Frame::Combats { left, .. } => left.iter().all(|h| known.land(*h)),
        Frame::Sieges { left } => left.iter().all(|h| known.land(*h)),
        Frame::Nominate { hex, side }
        | Frame::AttackOption { hex, side, .. }
        | Frame::Retire { hex, side, .. }
        | Frame::RetreatDie { hex, side, .. } => known.land(*hex) && known.side(*side),
        Frame::TieDie { hex, first } => known.land(*hex) && *first <= 6,
        Frame::Battle { hex, attacker, leads, loser, .. } => {
            let led = |(side, l): (SideId, &LeaderId)| *l == LeaderId::NONE || known.leader_of(*l, side);
            known.land(*hex)
                && known.side(*attacker)
                && known.side_or_none(*loser)
                && SideId::BOTH.into_iter().zip(leads).all(led)
        }
        Frame::Lose { side, hex, .. } => known.side(*side) && known.land(*hex),
        Frame::Refuge { hex, nation } => known.land(*hex) && known.nation(*nation),
        Frame::Release { holder, .. } => known.side(*holder),
        Frame::PutBack { nation, leaders, .. } => known.nation(*nation) && known.leaders(*leaders),
    };
    if ok { Ok(()) } else { Err(format!("out of bounds: {f:?}")) }
}
