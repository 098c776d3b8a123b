//! Spotting (17.1.6), the deployment roll and what follows from it (17.2), several wings in sight (17.5).

use super::{Ask, Decision, PlaceWing, Question};
use crate::action::Action;
use crate::approach::{counters, covers_of, leaders_laid_up};
use crate::command::{group_of, group_of_gun, wing_of};
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::leaders::{initiative_of, star_of};
use crate::setup::{Post, Star};
use crate::sight::can_see;
use crate::state::{Behind, State};
use crate::words::{answer, cover_name, cover_target, said};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Who has moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Mover {
    /// An unspotted counter.
    Cover(u8),
    /// A unit or wing leader on the map, of this wing if it has one.
    Open { side: SideId, hex: HexId, wing: Option<WingId> },
}

/// Who has been met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Met {
    Cover(u8),
    Unit(UnitId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Spotting {
    pub mover: Mover,
    /// The dice of the moving and the stationary side, the same for all wings in sight (17.5).
    pub dice: Option<(u8, u8)>,
    /// The moving wing won against the first wing it met.
    pub has_won: bool,
    /// The first wing met has been dealt with; only others in sight are looked for.
    pub settled: bool,
    /// Whom the owner of several equally near counters has named.
    pub named: Option<u8>,
}

impl Spotting {
    /// The highest number of a counter in it, to see whether it exists.
    pub fn named_cover(&self) -> Option<u8> {
        let mover = match self.mover {
            Mover::Cover(c) => Some(c),
            Mover::Open { .. } => None,
        };
        mover.max(self.named)
    }

    pub fn of_cover(cover: u8) -> Self {
        Self { mover: Mover::Cover(cover), dice: None, has_won: false, settled: false, named: None }
    }

    fn side(&self, s: &State) -> SideId {
        match self.mover {
            Mover::Cover(c) => s.covers[usize::from(c)].side,
            Mover::Open { side, .. } => side,
        }
    }

    fn hexes(&self, s: &State) -> crate::approach::Counters {
        match self.mover {
            Mover::Cover(c) => counters(&s.covers[usize::from(c)]),
            Mover::Open { hex, .. } => std::iter::once(hex).collect(),
        }
    }

    /// Whether it is all over: the moving counter has gone.
    fn is_void(&self, s: &State) -> bool {
        matches!(self.mover, Mover::Cover(c) if !s.covers[usize::from(c)].is_on_map())
    }

    pub fn meets_anybody(&self, cx: &Context, s: &State) -> bool {
        !self.nearest(cx, s).is_empty()
    }

    /// The nearest of those in sight within seven hexes: units on the map first, then counters.
    fn nearest(&self, cx: &Context, s: &State) -> SmallVec<[Met; 4]> {
        let enemy = self.side(s).enemy();
        let own = self.hexes(s);
        let mut best: Option<u16> = None;
        let mut out: SmallVec<[Met; 4]> = SmallVec::new();
        let mut consider = |met: Met, hexes: &[HexId]| {
            let Some(far) = distance_in_sight(cx, s, &own, hexes) else { return };
            if best.is_none_or(|b| far < b) {
                best = Some(far);
                out.clear();
            }
            if best == Some(far) {
                out.push(met);
            }
        };
        if matches!(self.mover, Mover::Cover(_)) && self.dice.is_none() {
            for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == enemy && s.unit(*u).is_on_map())
            {
                consider(Met::Unit(u), &[s.unit(u).hex]);
            }
        }
        for c in covers_of(s, enemy) {
            consider(Met::Cover(c), &counters(&s.covers[usize::from(c)]));
        }
        if let Some(unit) = out.iter().find(|m| matches!(m, Met::Unit(_))).copied() {
            out.clear();
            out.push(unit);
        }
        if let Some(named) = self.named.filter(|n| out.contains(&Met::Cover(*n))) {
            out.clear();
            out.push(Met::Cover(named));
        }
        out
    }

    /// The moving counter turns up; a dummy goes. True if the wing is real.
    fn turn_up(&self, s: &mut State, cover: u8, rec: &mut Record) -> bool {
        rec.reveal();
        let c = &mut s.covers[usize::from(cover)];
        let Behind::Wing(wing) = c.what else {
            c.gone = true;
            rec.emit(|| Event::DummyRemoved { cover });
            return false;
        };
        c.shown = true;
        rec.emit(|| Event::CoverShown { cover, wing });
        true
    }

    /// Nobody else is in sight: a wing that met another is placed, one that met dummies goes on unseen (17.1.6).
    fn finish(&self, s: &mut State, rec: &mut Record) {
        let Mover::Cover(cover) = self.mover else { return };
        let c = &mut s.covers[usize::from(cover)];
        if self.dice.is_none() {
            if c.shown {
                c.shown = false;
                rec.emit(|| Event::CoverTurnedDown { cover });
            }
            return;
        }
        // 17.2.4: a winner in column chooses, all others stay as they were.
        let column = if self.has_won && c.column { None } else { Some(c.column) };
        s.push(PlaceWing::new(cover, column, true));
    }

    fn rating(&self, cx: &Context, s: &State) -> u8 {
        match self.mover {
            Mover::Cover(c) => match s.covers[usize::from(c)].what {
                Behind::Wing(w) => wing_rating(cx, s, w),
                _ => 0,
            },
            Mover::Open { wing: Some(w), .. } => wing_rating(cx, s, w),
            Mover::Open { side, .. } => cx.setup.groups[usize::from(side.0) * 2].rating,
        }
    }

    /// Both dice are known for the wing met: the loser is placed as he was, the winner may adjust and choose (17.2).
    fn settle(&self, cx: &Context, s: &mut State, met: Met, rec: &mut Record) {
        let Some((moving, stationary)) = self.dice else { return };
        let own = moving + self.rating(cx, s);
        let wing = match met {
            Met::Cover(c) => match s.covers[usize::from(c)].what {
                Behind::Wing(w) => Some(w),
                _ => None,
            },
            Met::Unit(u) => wing_of(cx, s, u),
        };
        let rating = match (wing, met) {
            (Some(w), _) => wing_rating(cx, s, w) + quick_bonus(cx, s, w),
            (None, Met::Unit(u)) => cx.setup.groups[group_of_gun(cx, s, u) as usize].rating,
            (None, Met::Cover(_)) => 0,
        };
        let enemy = stationary + rating;
        let wins = own > enemy;
        let side = self.side(s);
        rec.emit(|| Event::ContestRolled { side, moving: own, stationary: enemy, moving_wins: wins });
        // From here on only others in sight are looked for.
        let is_first = !self.settled;
        let has_won = self.has_won || (wins && is_first);
        s.push(Self { has_won, settled: true, named: None, ..self.clone() });
        if let Met::Cover(c) = met {
            let cover = &s.covers[usize::from(c)];
            let column = match (wins, s.army(cover.side).active) {
                (false, true) => None,
                (true, true) => Some(cover.column),
                (_, false) => Some(false),
            };
            s.push(PlaceWing::new(c, column, false));
        }
        if let Mover::Cover(cover) = self.mover
            && wins
            && is_first
        {
            let most = (own - enemy).min(cx.data.options.most_adjustment);
            s.push(Adjust { cover, most });
        }
    }
}

/// Hexes between the nearest that see each other within seven, if any do.
fn distance_in_sight(cx: &Context, s: &State, a: &[HexId], b: &[HexId]) -> Option<u16> {
    let range = cx.data.options.spotting_range;
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y)));
    let near = pairs.map(|(x, y)| (cx.setup.map.distance(x, y), x, y)).filter(|p| p.0 <= range);
    near.filter(|p| can_see(cx, s, p.1, p.2)).map(|p| p.0).min()
}

/// The rating of a wing's group, or the initiative of an Army Commander or Special Leader with it (17.2.1).
pub fn wing_rating(cx: &Context, s: &State, w: WingId) -> u8 {
    let card = cx.setup.wing(w);
    let rating = cx.setup.groups[usize::from(group_of(cx, s, w))].rating;
    let counts = |l: &LeaderId| {
        matches!(cx.setup.leader(*l).post, Post::Commander) || star_of(cx, s, *l) != Star::None
    };
    let best = if s.leader(card.leader).veiled {
        leaders_laid_up(cx, s, w).into_iter().filter(counts).map(|l| initiative_of(cx, s, l)).max()
    } else {
        let with = cx.setup.leader_ids().filter(|l| crate::command::is_with(cx, s, *l, w));
        with.filter(counts).map(|l| initiative_of(cx, s, l)).max()
    };
    rating.max(best.unwrap_or(0))
}

/// Prussian cavalry that does not move, alone in its wing (17.2.1).
pub fn quick_bonus(cx: &Context, s: &State, w: WingId) -> u8 {
    let mut units: SmallVec<[UnitId; 12]> = crate::approach::laid_up(cx, s, w);
    if units.is_empty() {
        units = crate::command::units_of(cx, s, w).into_iter().filter(|u| s.is_present(*u)).collect();
    }
    let is_quick = !units.is_empty() && units.iter().all(|u| cx.setup.unit(*u).traits.quick_cavalry);
    if is_quick && cx.setup.wing(w).side != s.active { cx.data.command.quick_cavalry as u8 } else { 0 }
}

/// Units that have entered a hex since are tested against unspotted counters (17.1.6).
pub fn notice(cx: &Context, s: &mut State) {
    if s.entered.is_empty() {
        return;
    }
    let entered = std::mem::take(&mut s.entered);
    if s.turn == 0 || s.is_setting_up() {
        return;
    }
    for (side, hex, wing) in entered {
        let mover = Mover::Open { side, hex, wing };
        let spotting = Spotting { mover, dice: None, has_won: false, settled: false, named: None };
        if spotting.meets_anybody(cx, s) {
            s.push(spotting);
        }
    }
}

impl Decision for Spotting {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_shown = match self.mover {
            Mover::Cover(c) => s.covers[usize::from(c)].shown,
            Mover::Open { .. } => true,
        };
        if !self.is_void(s) && is_shown && self.nearest(cx, s).len() > 1 {
            return Ask::Side(self.side(s).enemy());
        }
        Ask::Nobody
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.nearest(cx, s).into_iter().filter_map(|m| match m {
            Met::Cover(cover) => Some(Action::ChooseCover { cover }),
            Met::Unit(_) => None,
        }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("17.5", "the nearest counter in sight is turned up")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::ChooseCover { cover } = *action else { return };
        s.push(Self { named: Some(cover), ..self.clone() });
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.is_void(s) {
            return;
        }
        let Some(met) = self.nearest(cx, s).first().copied() else { return self.finish(s, rec) };
        if let Mover::Cover(c) = self.mover
            && !s.covers[usize::from(c)].shown
        {
            if self.turn_up(s, c, rec) {
                s.push(self.clone());
            }
            return;
        }
        if let Met::Cover(c) = met
            && !s.covers[usize::from(c)].shown
            && !self.turn_up(s, c, rec)
        {
            return s.push(self.clone());
        }
        match self.dice {
            None => s.push(SpotRoll { spotting: self.clone(), met, moving: 0 }),
            Some(_) => self.settle(cx, s, met, rec),
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Several of your counters are equally near: which is turned up?".into(), "17.5")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseCover { cover } => {
                let label = format!("Turn up {}", cover_name(cx, s, *cover));
                answer(label, Verb::Choose, cover_target(cx, *cover, 0), "17.5")
            }
            _ => said("Done", Verb::Pass, "17.5"),
        }
    }
}

/// Each side throws one die: first the moving one (17.2.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SpotRoll {
    pub spotting: Spotting,
    pub met: Met,
    /// The moving side's die; 0 before it has rolled.
    pub moving: u8,
}

impl SpotRoll {
    pub fn named_cover(&self) -> Option<u8> {
        let met = match self.met {
            Met::Cover(c) => Some(c),
            Met::Unit(_) => None,
        };
        met.max(self.spotting.named_cover())
    }
}

impl Decision for SpotRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        let purpose = if self.moving == 0 { "wing deployment" } else { "wing deployment of the enemy" };
        Ask::Chance(Roll::dice(purpose, "17.2.1", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        if self.moving == 0 {
            return s.push(Self { moving: die, ..self.clone() });
        }
        let spotting = Spotting { dice: Some((self.moving, die)), ..self.spotting.clone() };
        spotting.settle(cx, s, self.met, rec);
    }
}

/// The leader of a victorious moving wing is shifted (17.2.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Adjust {
    pub cover: u8,
    pub most: u8,
}

impl Adjust {
    fn hexes(&self, cx: &Context, s: &State) -> Vec<HexId> {
        let c = &s.covers[usize::from(self.cover)];
        let Behind::Wing(w) = c.what else { return Vec::new() };
        let leader = cx.setup.wing(w).leader;
        let is_open = |h: &HexId| {
            *h != c.at
                && cx.setup.map.distance(*h, c.at) <= u16::from(self.most)
                && super::is_open_to(cx, s, super::Piece::Leader(leader), *h).is_ok()
                && !crate::approach::has_cover(s, *h, c.side.enemy())
        };
        cx.setup.map.grid.ids().filter(is_open).collect()
    }
}

impl Decision for Adjust {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.covers[usize::from(self.cover)].side)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.hexes(cx, s).into_iter().map(|hex| Action::ChooseHex { hex }));
        out.push(Action::No);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("17.2.2", "the leader is moved by the difference of the dice, three hexes at most")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::ChooseHex { hex } = *action else { return };
        let cover = self.cover;
        let from = s.covers[usize::from(cover)].at;
        s.covers[usize::from(cover)].at = hex;
        rec.emit(|| Event::CoverMoved { cover, from, to: hex });
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let name = cover_name(cx, s, self.cover);
        (format!("The deployment roll is won: move the leader of {name} up to {} hexes", self.most), "17.2.2")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseHex { hex } => {
                let label = format!("Move the leader to {}", cx.setup.label(*hex));
                answer(label, Verb::Move, Target::Hex(*hex), "17.2.2").by(cover_target(cx, self.cover, 0))
            }
            _ => said("Stay", Verb::Pass, "17.2.2"),
        }
    }
}
