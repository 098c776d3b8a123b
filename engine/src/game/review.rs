//! Looking back on a match: luck against expectation, losses, points and strength over time.

use super::match_::Logged;
use super::{Entry, Match, Present, Recorder, ToAct};
use crate::dice::{Draw, Roll, RollResult};
use crate::present::{
    BoardView, ChartUse, CounterId, CounterView, Course, CoursePoint, LedgerLine, LogKind, LossLine, Seat,
    TurningPoint,
};
use std::collections::BTreeMap;

/// How many turning points are reported.
const MOST_TURNING: usize = 6;
/// Steps of strength that weigh as much as one victory point.
const POINT_WEIGHT: i32 = 3;

/// A counter over the whole match: army, group, steps at most, steps now, still there.
type Fate = (String, String, u32, u32, bool);

struct Looking {
    seat: Seat,
    course: Course,
    armies: Vec<Vec<String>>,
    fates: BTreeMap<CounterId, Fate>,
    ledger: BTreeMap<(String, String), LedgerLine>,
    /// Log entries already included in a sample.
    told: usize,
    phase: (u32, usize),
    /// The kind of each piece, as the rule system names it.
    kinds: BTreeMap<String, String>,
}

/// Steps of a counter as shown on its face; leaders have none.
fn steps(c: &CounterView) -> u32 {
    if c.stack.rider || c.hidden {
        return 0;
    }
    let printed = || c.strength.values.first().and_then(|v| v.parse().ok()).unwrap_or(0);
    c.strength.pips.map_or_else(printed, |p| p.0.into())
}

fn group_name(c: &CounterView) -> String {
    crate::capitalised(&c.figure.replace('-', " "))
}

impl<R: Present> Match<R> {
    /// Chart rows used by the latest log entry `seat` may read that used any.
    pub fn charts_used(&self, seat: Seat) -> Vec<ChartUse> {
        let used = |l: &Logged<R::Event>| match l {
            Logged::Event(e) if seat == Seat::OPEN || R::is_visible_to(&self.cx, e, seat) => {
                Some(R::charts_used(&self.cx, e)).filter(|u| !u.is_empty())
            }
            _ => None,
        };
        self.log.iter().rev().find_map(used).unwrap_or_default()
    }

    /// The whole match as `seat` may look back on it.
    pub fn course(&self, seat: Seat) -> Course {
        let mut again = self.at_start();
        let mut look = self.looking(seat);
        let mut cut = false;
        for i in 0..=self.journal.len() {
            if !matches!(again.to_act(), ToAct::Chance(_))
                && !matches!(self.journal.get(i), Some(Entry::Note(_)))
            {
                let last = i == self.journal.len();
                again.sample(&mut look, i, last);
            }
            let Some(e) = self.journal.get(i) else { break };
            if let (Entry::Roll(r), ToAct::Chance(roll)) = (e, again.to_act()) {
                again.enter(&mut look, &roll, r);
            }
            again.perform(e.clone(), &mut cut);
        }
        let mut course = look.course;
        course.ledger = look.ledger.into_values().collect();
        course.losses = match R::losses(&self.cx, &self.seen(seat)) {
            Some(lines) => lines,
            None => losses(look.fates),
        };
        course.turning.sort_by_key(|t| std::cmp::Reverse(weight(t.points, t.strength)));
        course.turning.truncate(MOST_TURNING);
        course
    }

    fn looking(&self, seat: Seat) -> Looking {
        let score = R::score(&self.cx, &self.seen(seat));
        let sides: Vec<(String, String)> =
            score.sides.iter().map(|s| (s.name.clone(), s.army.clone())).collect();
        let armies = |i: usize| {
            let nations = self.doc.sides.get(i).map_or(&[][..], |s| &s.nations);
            let army = |n: &String| self.doc.nation(n).map_or_else(|| n.clone(), |n| n.army.clone());
            nations.iter().map(army).chain(std::iter::once(sides[i].1.clone())).collect()
        };
        Looking {
            seat,
            armies: (0..sides.len()).map(armies).collect(),
            course: Course { sides, ..Course::default() },
            fates: BTreeMap::new(),
            ledger: BTreeMap::new(),
            told: 0,
            phase: (u32::MAX, 0),
            kinds: self.kind_names(),
        }
    }

    /// The kind of each piece, as the rule system names it everywhere else.
    fn kind_names(&self) -> BTreeMap<String, String> {
        let schema = R::schema(&self.cx.data);
        let name = |kind: &str| schema.units.iter().find(|u| u.id == kind).map(|u| u.name.clone());
        self.doc.pieces.iter().filter_map(|p| Some((p.id.clone(), name(&p.kind)?))).collect()
    }

    /// Adds a sample if anything has changed since the last one.
    fn sample(&self, look: &mut Looking, entries: usize, last: bool) {
        let sequence = R::sequence(&self.cx, &self.seen(look.seat));
        let phases: Vec<bool> = sequence.groups.iter().flat_map(|g| &g.phases).map(|p| p.current).collect();
        // Between phases, and after the last one, the time stays what it was.
        let same = if look.phase.0 == sequence.turn { look.phase.1 } else { 0 };
        let at = phases.iter().position(|c| *c).unwrap_or(same);
        let lines = self.log(look.seat, look.told);
        let heavy = |k: LogKind| matches!(k, LogKind::Loss | LogKind::Points | LogKind::Combat);
        let moved_on = look.phase != (sequence.turn, at);
        let fought = R::at_rest(&self.cx, &self.state) && lines.iter().any(|l| heavy(l.kind));
        if !(moved_on || fought || last) {
            return;
        }
        look.phase = (sequence.turn, at);
        look.told = self.log.len();
        let seen = self.seen(look.seat);
        let board = R::board(&self.cx, &seen);
        let formation = |c: &CounterView| {
            let piece = R::piece(&self.cx, c.id);
            let of = piece.and_then(|p| self.doc.formation(p)).map(str::to_owned);
            let kind = || piece.and_then(|p| look.kinds.get(p)).cloned();
            of.or_else(kind).unwrap_or_else(|| group_name(c))
        };
        note_fates(&mut look.fates, &board, formation);
        let now = CoursePoint {
            entries,
            turn: sequence.turn,
            time: f64::from(sequence.turn) + at as f64 / phases.len().max(1) as f64,
            points: R::score(&self.cx, &seen).sides.iter().map(|s| s.points).collect(),
            strength: look.armies.iter().map(|a| strength(&board, a)).collect(),
        };
        if let Some(before) = look.course.samples.last() {
            let rank = |k: LogKind| match k {
                LogKind::Loss => 0,
                LogKind::Points => 1,
                LogKind::Combat => 2,
                _ => 3,
            };
            // Of several losses the last tells what became of the piece, not its first hit.
            let line = lines.iter().rev().filter(|l| !l.text.is_empty()).min_by_key(|l| rank(l.kind));
            let text = line.map_or_else(String::new, |l| format!("{} {}", l.head, l.text));
            look.course.turning.extend(turned(before, &now, text.trim()));
        }
        look.course.samples.push(now);
    }

    /// Enters a roll: the expected and the actual number of successes.
    fn enter(&self, look: &mut Looking, roll: &Roll, result: &RollResult) {
        let Draw::Dice { count, sides } = roll.draw else { return };
        let Some((army, counted)) = self.counted(look.seat, result) else { return };
        let (mut all, mut mean, mut square) = (0.0, 0.0, 0.0);
        for (outcome, ways) in roll.all_outcomes() {
            let n = f64::from(self.counted(look.seat, &outcome).map_or(0, |c| c.1));
            let ways = ways as f64;
            all += ways;
            mean += ways * n;
            square += ways * n * n;
        }
        let (mean, square) = (mean / f64::max(all, 1.0), square / f64::max(all, 1.0));
        let line = look.ledger.entry((army.clone(), roll.purpose.to_owned())).or_insert_with(|| LedgerLine {
            army,
            kind: roll.purpose.to_owned(),
            rule: roll.rule,
            rolls: 0,
            dice: 0,
            sum: 0,
            expected_sum: 0.0,
            counted: 0,
            expected: 0.0,
            variance: 0.0,
        });
        line.rolls += 1;
        line.dice += u32::from(count);
        line.sum += result.faces.iter().map(|f| u32::from(*f)).sum::<u32>();
        line.expected_sum += f64::from(count) * (f64::from(sides) + 1.0) / 2.0;
        line.counted += counted;
        line.expected += mean;
        line.variance += (square - mean * mean).max(0.0);
    }

    /// Whose dice they are told to be, and how many of them did something, had this been rolled.
    fn counted(&self, seat: Seat, result: &RollResult) -> Option<(String, u32)> {
        let mut state = self.state.clone();
        let mut rec = Recorder::new();
        R::resolve(&self.cx, &mut state, result, &mut rec);
        rec.take().iter().filter(|e| seat == Seat::OPEN || R::is_visible_to(&self.cx, e, seat)).find_map(
            |e| {
                let line = R::log_line(&self.cx, e).filter(|l| !l.dice.is_empty())?;
                Some((line.army, line.dice.iter().filter(|d| d.counted).count() as u32))
            },
        )
    }
}

fn note_fates(
    fates: &mut BTreeMap<CounterId, Fate>,
    board: &BoardView,
    group: impl Fn(&CounterView) -> String,
) {
    fates.values_mut().for_each(|f| f.4 = false);
    for c in board.counters.iter().filter(|c| !c.hidden) {
        let now = steps(c);
        let most = c.strength.pips.map_or(now, |p| p.1.into());
        let fate = fates.entry(c.id).or_insert_with(|| (c.army.clone(), group(c), 0, 0, true));
        (fate.2, fate.3, fate.4) = (fate.2.max(most), now, true);
    }
}

fn losses(fates: BTreeMap<CounterId, Fate>) -> Vec<LossLine> {
    let mut out: BTreeMap<(String, String), LossLine> = BTreeMap::new();
    for (army, name, most, now, there) in fates.into_values() {
        let line = out.entry((army.clone(), name.clone())).or_default();
        (line.army, line.name) = (army, name);
        line.pieces += 1;
        line.pieces_lost += u32::from(!there);
        line.steps += most;
        line.steps_lost += most - if there { now.min(most) } else { 0 };
    }
    out.into_values().collect()
}

fn strength(board: &BoardView, armies: &[String]) -> i32 {
    board.counters.iter().filter(|c| armies.contains(&c.army)).map(|c| steps(c) as i32).sum()
}

fn weight(points: i32, strength: i32) -> i32 {
    points.abs() * POINT_WEIGHT + strength.abs()
}

/// Whether the balance between the first two sides has changed.
fn turned(before: &CoursePoint, now: &CoursePoint, text: &str) -> Option<TurningPoint> {
    let ahead = |v: &[i32]| v.first().zip(v.get(1)).map_or(0, |(a, b)| a - b);
    let points = ahead(&now.points) - ahead(&before.points);
    let strength = ahead(&now.strength) - ahead(&before.strength);
    if points == 0 && strength.abs() < 2 || text.is_empty() {
        return None;
    }
    let good = if points == 0 { strength } else { points };
    Some(TurningPoint {
        entries: now.entries,
        turn: before.turn,
        text: text.to_owned(),
        side: usize::from(good < 0),
        points: points.abs(),
        strength: strength.abs(),
    })
}
