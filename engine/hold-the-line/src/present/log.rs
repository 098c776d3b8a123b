//! What happened, line by line, with every die explained.

use super::{army, counter, facing_name, mod_line, points_word, side_name, unit_at};
use crate::C;
use crate::event::{CheckWhy, Event, Loss, Mods, Said, WakeWhy};
use crate::state::{Back, Fight, SideId, UnitId};
use engine::hex::HexId;
use engine::present::{DieView, LogKind, LogLine, ModLine, Motion};

struct Line<'a> {
    cx: &'a C,
    out: LogLine,
}

impl Line<'_> {
    fn unit(mut self, u: UnitId, hex: HexId) -> Self {
        self.out.army = army(self.cx, u);
        self.out.head = unit_at(self.cx, u, hex);
        self.out.at = hex.to_option();
        self
    }

    fn side(mut self, side: SideId) -> Self {
        self.out.army.clone_from(&self.cx.setup.sides[side.index()].army);
        self.out.head = side_name(self.cx, side).to_owned();
        self
    }

    fn text(mut self, text: impl Into<String>) -> Self {
        self.out.text = text.into();
        self
    }

    fn detail(mut self, text: impl Into<String>) -> Self {
        self.out.detail = text.into();
        self
    }

    fn mods(mut self, mods: &Mods) -> Self {
        self.out.mods = mods.iter().map(|m| mod_line(self.cx, m)).collect();
        self
    }

    fn dice(mut self, faces: &[u8], counted: impl Fn(u8) -> bool) -> Self {
        self.out.dice = faces.iter().map(|v| DieView { value: *v, sides: 6, counted: counted(*v) }).collect();
        self
    }
}

fn cost(n: u8) -> String {
    if n == 0 { String::new() } else { format!(" ({})", points_word(i64::from(n))) }
}

/// The price as a line of its own.
fn paid(n: u8) -> String {
    if n == 0 { String::new() } else { points_word(i64::from(n)) }
}

fn many(n: u8, one: &str) -> String {
    match n {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// Whether it tells what came of something the line before began.
fn is_continuation(e: &Event) -> bool {
    match e {
        Event::Check { why, .. } => *why != CheckWhy::Discipline,
        Event::Dice { .. }
        | Event::Said { .. }
        | Event::Hit { .. }
        | Event::LastStand { .. }
        | Event::Lost { .. }
        | Event::LeaderRoll { .. }
        | Event::WentBack { .. }
        | Event::Displaced { .. }
        | Event::LeaderWent { .. }
        | Event::Advanced { .. } => true,
        _ => false,
    }
}

pub fn line(cx: &C, e: &Event) -> LogLine {
    LogLine { follows: is_continuation(e), ..line_of_event(cx, e) }
}

/// Every kind of event is named, so that a new one is not forgotten.
#[warn(clippy::wildcard_enum_match_arm)]
fn line_of_event(cx: &C, e: &Event) -> LogLine {
    match e {
        Event::Points { .. } => points(cx, e),
        Event::Dice { .. } => dice(cx, e),
        Event::Check { .. } => check(cx, e),
        Event::Moved { .. }
        | Event::WentBack { .. }
        | Event::Displaced { .. }
        | Event::LeaderWent { .. }
        | Event::Advanced { .. }
        | Event::Faced { .. }
        | Event::Stayed { .. }
        | Event::Formed { .. }
        | Event::Placed { .. } => movement(cx, e),
        Event::Declared { .. }
        | Event::Said { .. }
        | Event::Hit { .. }
        | Event::LastStand { .. }
        | Event::Lost { .. }
        | Event::LeaderRoll { .. } => fighting(cx, e),
        Event::TookCommand { .. }
        | Event::Rallied { .. }
        | Event::Woke { .. }
        | Event::Called { .. }
        | Event::Held { .. }
        | Event::Ended { .. }
        | Event::Won { .. } => keeping(cx, e),
    }
}

fn new<'a>(cx: &'a C, kind: LogKind, cited: &[&'static str]) -> Line<'a> {
    Line { cx, out: LogLine::new(kind, "", cited) }
}

fn short(cx: &C, u: UnitId) -> &str {
    &cx.setup.unit_names(u).short
}

/// It withdraws from close combat without a check.
fn always(cx: &C, u: UnitId) -> bool {
    crate::units::unit_kind(cx, u).withdraws == crate::data::Withdraws::Always
}

fn with_leader(cx: &C, leader: UnitId) -> String {
    leader.some().map_or(String::new(), |l| format!(" with {}", short(cx, l)))
}

/// Who went where.
fn movement(cx: &C, e: &Event) -> LogLine {
    let label = |h: HexId| cx.setup.hex_label(h);
    let line = match e {
        Event::Moved { unit, path, lead, cost: ap, column, fight } => {
            let to = path.last().copied().unwrap_or(HexId::NONE);
            let from = path.first().copied().unwrap_or(HexId::NONE);
            // A charge ends before its target: all its hexes are passed.
            let last = if fight.is_some() { path.len() } else { path.len().saturating_sub(1) };
            let passed: Vec<String> = path[..last].iter().skip(1).map(|h| label(*h)).collect();
            let via = if passed.is_empty() {
                String::new()
            } else {
                format!(" via {}", engine::joined_with_and(&passed))
            };
            let how = if *column { " in column" } else { "" };
            let (verb, cited): (String, &[&str]) = match fight {
                Some(t) => (format!("charges {}", label(*t)), &["8.charge", "6.charge"]),
                None if cx.setup.unit_def(*unit).is_leader() => {
                    (format!("moves to {}", label(to)), &["3.leader"])
                }
                None => (format!("moves{how} to {}", label(to)), &["7.step"]),
            };
            let text = format!("{verb}{via}{}.", with_leader(cx, *lead));
            let mut l = new(cx, LogKind::Move, cited).unit(*unit, from).text(text).detail(paid(*ap));
            l.out.at = to.to_option();
            l
        }
        Event::WentBack { unit, from, to, back } => {
            let (verb, cited) = match back {
                Back::Flee => ("flees", "3.light-flee"),
                Back::Withdraw => ("withdraws", "8.charge-cavalry"),
                Back::Slip if always(cx, *unit) => ("withdraws", "3.light-withdraw"),
                Back::Slip => ("withdraws", "8.charge-heavy"),
                Back::Retreat => ("retreats", "8.retreat"),
            };
            let mut l = new(cx, LogKind::Move, &[cited])
                .unit(*unit, *from)
                .text(format!("{verb} to {}.", label(*to)));
            l.out.at = to.to_option();
            l
        }
        Event::Displaced { unit, from, to } => new(cx, LogKind::Move, &["8.displace"])
            .unit(*unit, *from)
            .text(format!("makes room and goes to {}.", label(*to))),
        Event::LeaderWent { leader, from, to, followed, driven } => {
            let text = if *followed { "goes with his units to" } else { "joins the nearest friends in" };
            let text = format!("{text} {}.", label(*to));
            let cited = if *driven { "7.leader-displace" } else { "8.leader-follow" };
            new(cx, LogKind::Move, &[cited]).unit(*leader, *from).text(text)
        }
        Event::Advanced { unit, from, to, lead, fight } => {
            let cited = match fight {
                Fight::Fire => "opt.advance",
                Fight::Close => "8.close-advance",
                Fight::Charge if super::labels::light(cx, *unit) => "8.charge-light",
                Fight::Charge => "8.charge-heavy",
            };
            let text = format!("advances into {}{}.", label(*to), with_leader(cx, *lead));
            new(cx, LogKind::Move, &[cited]).unit(*unit, *from).text(text)
        }
        Event::Faced { unit, hex, facing, cost: ap, .. } => {
            let text = format!("faces {}{}.", facing_name(cx, *facing), cost(*ap));
            new(cx, LogKind::Move, &["opt.facing"]).unit(*unit, *hex).text(text)
        }
        Event::Stayed { unit, hex, cost: ap } => new(cx, LogKind::Move, &["opt.facing"])
            .unit(*unit, *hex)
            .text(format!("does not leave its front and stays{}.", cost(*ap))),
        Event::Formed { unit, hex, column, facing, cost: ap } => {
            let what = if *column { "forms column" } else { "forms line" };
            let way =
                if *facing < 6 { format!(" facing {}", facing_name(cx, *facing)) } else { String::new() };
            new(cx, LogKind::Move, &["opt.facing"])
                .unit(*unit, *hex)
                .text(format!("{what}{way}{}.", cost(*ap)))
        }
        Event::Placed { unit, hex, arrival, .. } => {
            let verb = if *arrival { "arrives in" } else { "is set up in" };
            let cited = if *arrival { "11.liegnitz" } else { "4.stack" };
            let mut l = new(cx, LogKind::Move, &[cited])
                .unit(*unit, HexId::NONE)
                .text(format!("{verb} {}.", label(*hex)));
            l.out.at = hex.to_option();
            l
        }
        _ => new(cx, LogKind::Other, &["5.sequence"]),
    };
    line.out
}

/// Attacks, answers and losses.
fn fighting(cx: &C, e: &Event) -> LogLine {
    let label = |h: HexId| cx.setup.hex_label(h);
    let line = match e {
        Event::Declared { unit, from, target, fight, cost: ap } => {
            let (verb, cited) = match fight {
                Fight::Fire => ("fires at", "8.fire"),
                Fight::Close => ("attacks", "8.close"),
                Fight::Charge => ("charges", "8.charge"),
            };
            let text = format!("{verb} {}.", label(*target));
            new(cx, LogKind::Combat, &[cited]).unit(*unit, *from).text(text).detail(paid(*ap))
        }
        Event::Said { unit, hex, what, fight } => {
            let (text, cited) = answer_in_words(*what, *fight, always(cx, *unit));
            new(cx, LogKind::Combat, &[cited]).unit(*unit, *hex).text(text)
        }
        Event::Hit { unit, hex, left } => {
            let text = format!("takes a hit: {left} MP left.");
            new(cx, LogKind::Loss, &["3.mp", "8.hit-highest"]).unit(*unit, *hex).text(text)
        }
        Event::LastStand { unit, hex, die, held } => {
            let most = cx.data.combat.last_stand;
            let text =
                if *held { "makes a last stand and ignores the hit." } else { "makes a last stand in vain." };
            let detail = format!("Rolled {die}: 1 to {most} ignores the hit.");
            new(cx, LogKind::Check, &["3.elite-last"])
                .unit(*unit, *hex)
                .text(text)
                .detail(detail)
                .dice(&[*die], |_| !*held)
        }
        Event::Lost { unit, hex, how } => {
            let (text, cited): (&str, &[&str]) = match how {
                Loss::Hits => ("is eliminated: 1 VP.", &["10.victory", "3.mp"]),
                Loss::NoRetreat => {
                    ("cannot retreat and is eliminated: 1 VP.", &["8.retreat-blocked", "10.victory"])
                }
                Loss::LeaderShot(_) => {
                    ("falls: 1 VP, and one command action point less.", &["9.leader-loss", "10.victory"])
                }
                Loss::NoFriends { driven } => (
                    "finds no friends to join and is lost: 1 VP, and one command action point less.",
                    if *driven {
                        &["7.leader-displace", "9.leader-loss"]
                    } else {
                        &["8.leader-follow", "9.leader-loss"]
                    },
                ),
            };
            new(cx, LogKind::Loss, cited).unit(*unit, *hex).text(text)
        }
        Event::LeaderRoll { leader, hex, fight, faces, killed } => {
            let cited = if *fight == Fight::Fire { "9.casualty-fire" } else { "9.casualty-close" };
            let text =
                if *killed { "leader casualty check: killed." } else { "leader casualty check: unhurt." };
            let danger = cx.data.combat.leader_danger as u8;
            let detail = format!(
                "One die for {}; a {danger} is fatal.",
                if *fight == Fight::Fire {
                    "any 1 among the fire dice"
                } else {
                    "each 1 among the attack dice"
                }
            );
            new(cx, LogKind::Check, &[cited])
                .unit(*leader, *hex)
                .text(text)
                .detail(detail)
                .dice(faces, |f| f == danger)
        }
        _ => new(cx, LogKind::Other, &["5.sequence"]),
    };
    line.out
}

/// Points, leaders, sleepers, reinforcements and the end.
fn keeping(cx: &C, e: &Event) -> LogLine {
    let line = match e {
        Event::TookCommand { side, leader } => new(cx, LogKind::Other, &["9.idle-commander"])
            .side(*side)
            .text(format!("{} takes command of the army.", short(cx, *leader))),
        Event::Rallied { unit, leader, hex, mp, cost: ap } => {
            let text = format!("is rallied by {} to {mp} MP{}.", short(cx, *leader), cost(*ap));
            new(cx, LogKind::Other, &["9.rally"]).unit(*unit, *hex).text(text)
        }
        Event::Woke { unit, hex, why, cost: ap } => {
            let why = match why {
                WakeWhy::Called => format!("is awakened and acts from the next turn{}.", cost(*ap)),
                WakeWhy::EnemyNear => "awakes: an enemy is next to it.".to_owned(),
                WakeWhy::FiredOn => "awakes: it was fired on.".to_owned(),
            };
            new(cx, LogKind::Other, &["11.kesselsdorf"]).unit(*unit, *hex).text(why)
        }
        Event::Called { side, corps, die, on, cost: ap, came } => {
            let name =
                cx.setup.sides[side.index()].corps.get(*corps as usize).map_or("", |c| c.name.as_str());
            let need = if *on > 1 { format!("1 to {on}") } else { "1".to_owned() };
            let text = format!(
                "calls for {name}{}: {}.",
                cost(*ap),
                if *came { "it arrives" } else { "no units arrive" }
            );
            new(cx, LogKind::Other, &["11.liegnitz"])
                .side(*side)
                .text(text)
                .detail(format!("Rolled {die}: comes on {need}."))
                .dice(&[*die], |d| d <= *on)
        }
        Event::Held { objective, side } => {
            let name = cx.setup.objectives.get(*objective as usize).map_or("", |o| o.name.as_str());
            new(cx, LogKind::Points, &["10.victory"]).side(*side).text(format!("takes {name}."))
        }
        Event::Ended { side, stored, idle, points } => {
            let kept = if *stored > 0 {
                format!(" and keeps {}", points_word(i64::from(*stored)))
            } else {
                String::new()
            };
            let idle = if *idle { "The army commander did not act: +1 AP next turn. " } else { "" };
            let [a, b] = &cx.setup.sides;
            let detail = format!("{idle}{} {} VP, {} {} VP.", a.name, points[0], b.name, points[1]);
            new(cx, LogKind::Points, &["5.sequence", "9.store", "10.victory"])
                .side(*side)
                .text(format!("ends the turn{kept}."))
                .detail(detail)
        }
        Event::Won { side, points, by_time } => {
            let text = match (side, by_time) {
                (Some(_), false) => "wins: it has reached its victory points.".to_owned(),
                (Some(_), true) => "wins: time has run out.".to_owned(),
                (None, _) => "Time has run out: the battle is drawn.".to_owned(),
            };
            let [a, b] = &cx.setup.sides;
            let detail = format!("{} {} VP, {} {} VP.", a.name, points[0], b.name, points[1]);
            let l = new(cx, LogKind::Heading, &["10.victory"]).text(text).detail(detail);
            match side {
                Some(side) => l.side(*side),
                None => l,
            }
        }
        _ => new(cx, LogKind::Other, &["5.sequence"]),
    };
    line.out
}

fn answer_in_words(what: Said, fight: Fight, sure: bool) -> (&'static str, &'static str) {
    match what {
        Said::Flee => ("tries to flee before the fire.", "3.light-flee"),
        Said::Stay => ("stays under fire.", "3.light-flee"),
        Said::Withdraw if fight == Fight::Charge => {
            ("tries to withdraw before the charge.", "8.charge-cavalry")
        }
        Said::Withdraw if sure => ("withdraws from close combat.", "3.light-withdraw"),
        Said::Withdraw => ("tries to withdraw from close combat.", "8.charge-heavy"),
        Said::Stand if fight == Fight::Charge => ("stands to meet the charge.", "8.charge-cavalry"),
        Said::Stand => ("stands.", "8.close"),
        // How it came to look for a target: after a flight, a failed nerve, or a charge.
        Said::HoldFire | Said::NoTarget => {
            let cited = match fight {
                Fight::Fire => "3.light-flee",
                Fight::Close => "opt.attacker-morale",
                Fight::Charge => "opt.momentum",
            };
            let text = if what == Said::HoldFire {
                "holds its fire."
            } else {
                "has no other target: its action is lost."
            };
            (text, cited)
        }
        Said::Halt => ("stays where it is.", "8.close-advance"),
    }
}

fn points(cx: &C, e: &Event) -> LogLine {
    let Event::Points { side, turn, die, random, command, lost, bonus, kept, total } = e else {
        return LogLine::new(LogKind::Points, "", &["6.ap-roll"]);
    };
    let line = |text: &str, n: u8, sign: &str, rule: &'static str| ModLine {
        text: text.to_owned(),
        value: format!("{sign}{n}"),
        rule: engine::present::Rule(rule),
    };
    let mut mods = vec![line("Die", *random, "+", "6.ap-roll"), line("Command", *command, "+", "6.ap-roll")];
    if *lost > 0 {
        mods.push(line("Leaders lost", *lost, "-", "9.leader-loss"));
    }
    if *bonus > 0 {
        mods.push(line("Commander did not act", *bonus, "+", "9.idle-commander"));
    }
    if *kept > 0 {
        mods.push(line("Kept", *kept, "+", "9.store"));
    }
    let l = Line { cx, out: LogLine::new(LogKind::Heading, "", &["5.sequence", "6.ap-roll"]) };
    let mut out = l
        .side(*side)
        .text(format!("Turn {turn}: {total} AP."))
        .detail(format!("Rolled {die}: {random} AP."))
        .dice(&[*die], |_| true)
        .out;
    out.mods = mods;
    out
}

fn dice(cx: &C, e: &Event) -> LogLine {
    let Event::Dice { unit, from, target, fight, back, range, need, faces, mods, hits, bonus } = e else {
        return LogLine::new(LogKind::Combat, "", &["8.fire"]);
    };
    let sum: i8 = crate::units::Attack {
        fight: *fight,
        dice: faces.len() as u8,
        need: *need,
        range: *range,
        mods: mods.clone(),
        doubles: 0,
    }
    .on_die();
    let place = cx.setup.hex_label(*target);
    let (what, cited): (String, &[&str]) = match (fight, back) {
        (Fight::Fire, _) => (format!("fires at {place}, range {range}"), &["8.fire", "2.combat"]),
        (Fight::Close, _) => (format!("attacks {place} in close combat"), &["8.close", "2.combat"]),
        (_, true) => (format!("countercharges {place}"), &["8.charge-cavalry", "2.combat"]),
        (_, false) => (format!("charges {place}"), &["8.charge", "2.combat"]),
    };
    let more = if *bonus > 0 { format!(" and {} for doubles", many(*bonus, "hit")) } else { String::new() };
    let real = need - sum;
    let needs = match real {
        ..=1 => "every die hits".to_owned(),
        2..=5 => format!("hits on {real}-6"),
        6 => "hits on 6".to_owned(),
        _ => "no die can hit".to_owned(),
    };
    let detail =
        if sum == 0 { format!("Each die {needs}.") } else { format!("Needs {need}; with {sum:+} {needs}.") };
    Line { cx, out: LogLine::new(LogKind::Combat, "", cited) }
        .unit(*unit, *from)
        .text(format!("{what}: {}{more}.", many(*hits, "hit")))
        .detail(detail)
        .mods(mods)
        .dice(faces, |f| f as i8 + sum >= *need)
        .out
}

/// What a check decides and the rule it comes from.
fn purpose(why: CheckWhy) -> (&'static str, &'static str) {
    match why {
        CheckWhy::Flee => ("to flee", "3.light-flee"),
        CheckWhy::WithdrawCharge => ("to withdraw before the charge", "8.charge-cavalry"),
        CheckWhy::WithdrawClose => ("to withdraw from close combat", "8.charge-heavy"),
        CheckWhy::Countercharge => ("to countercharge", "8.charge-cavalry"),
        CheckWhy::Retreat(Fight::Charge) => ("to hold against the charge", "8.charge-foot"),
        CheckWhy::Retreat(_) => ("to hold in close combat", "8.close-retreat"),
        CheckWhy::Nerve => ("to close with the enemy", "opt.attacker-morale"),
        CheckWhy::Steady => ("after going back", "opt.withdrawal"),
        CheckWhy::Discipline => ("to leave its front", "opt.facing"),
    }
}

fn check(cx: &C, e: &Event) -> LogLine {
    let Event::Check { unit, hex, why, die, limit, base, mods, passed } = e else {
        return LogLine::new(LogKind::Check, "", &["8.close"]);
    };
    let (what, cited) = purpose(*why);
    let on_die: i8 =
        crate::units::Check { unit: *unit, hex: *hex, why: *why, base: *base, mods: mods.clone() }.on_die();
    let always = *die as i8 >= cx.data.combat.always_fails;
    let verdict = if *passed { "passes" } else { "fails" };
    let detail = if always {
        format!("Rolled {die}: a natural {die} always fails.")
    } else if on_die == 0 {
        format!("Rolled {die}; passes on {limit} or less.")
    } else {
        format!("Rolled {die}, {on_die:+} makes {}; passes on {limit} or less.", *die as i8 + on_die)
    };
    Line { cx, out: LogLine::new(LogKind::Check, "", &[cited, "9.morale"]) }
        .unit(*unit, *hex)
        .text(format!("{verdict} the morale check {what}."))
        .detail(detail)
        .mods(mods)
        .dice(&[*die], |_| !*passed)
        .out
}

/// What moves on the map.
pub fn motion(cx: &C, e: &Event) -> Option<Motion> {
    let go = |u: &UnitId, path: &[HexId]| Some(Motion::Moved { counter: counter(*u), path: path.to_vec() });
    match e {
        Event::Moved { unit, path, .. } => go(unit, path),
        Event::WentBack { unit, from, to, .. }
        | Event::Displaced { unit, from, to }
        | Event::Advanced { unit, from, to, .. } => go(unit, &[*from, *to]),
        Event::LeaderWent { leader, from, to, .. } => go(leader, &[*from, *to]),
        Event::Placed { unit, hex, .. } => go(unit, &[*hex]),
        Event::Hit { unit, .. } => Some(Motion::Lost { counter: counter(*unit), steps: 1 }),
        Event::Lost { unit, .. } => Some(Motion::Gone { counter: counter(*unit) }),
        Event::Dice { .. }
        | Event::Check { .. }
        | Event::LeaderRoll { .. }
        | Event::LastStand { .. }
        | Event::Points { .. }
        | Event::Called { .. } => Some(Motion::Dice(line(cx, e).dice)),
        _ => None,
    }
}
