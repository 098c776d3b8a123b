//! Why something may not be done: the same questions the rules ask. What will not change comes before
//! what holds for this turn, and that before what is only being decided first.

use super::refusals::Asked;
use super::{hex_of, labels, points_word, unit_now, unit_of};
use crate::board::{Board, Eyes};
use crate::data::{Class, Enter};
use crate::state::{Back, Combat, Fight, Frame, Stage, State, UnitId, flag};
use crate::units::unit_kind;
use crate::why::Why;
use crate::{C, charge, close_combat, fire, leaders, movement, sight, special, walk};
use engine::hex::HexId;
use engine::present::{Refusal, Target};

pub fn explain(cx: &C, s: &State, subject: &Target, target: &Target) -> Refusal {
    if s.over.is_some() {
        return Why::Over.refusal();
    }
    let Some(unit) = unit_of(cx, subject) else {
        return match hex_of(cx, s, subject) {
            Some(_) => Refusal::new("6.once", "Choose a unit, not a hex."),
            None => Why::NoUnit.refusal(),
        };
    };
    let Some(to) = hex_of(cx, s, target) else {
        return match s.frames.top() {
            Some(Frame::Act) | None => Why::NoHex.refusal(),
            Some(frame) => decided_first(cx, s, *frame),
        };
    };
    let board = Board::new(&cx.setup, s);
    let a = Asked { cx, s, board: &board, unit, to };
    match s.frames.top() {
        Some(Frame::Act) => idle(&a),
        Some(Frame::Setup(_) | Frame::Arrive) => place(&a),
        Some(frame) => busy(&a, *frame),
        None => Why::NotAsked.refusal(),
    }
}

/// Units are being placed.
fn place(a: &Asked) -> Refusal {
    let arriving = matches!(a.s.frames.top(), Some(Frame::Arrive));
    let rule = if arriving { "11.liegnitz" } else { "4.stack" };
    match special::can_place(a.cx, a.s, a.board, a.cx.setup.unit_def(a.unit).side, a.unit, a.to) {
        Err(Why::NotWaiting) if a.s.unit(a.unit).on_map() => {
            Refusal::new(rule, format!("{} stands on the map; first place the units that do not.", a.name()))
        }
        Err(Why::OutsideArea) => {
            Refusal::new(rule, format!("{} is outside the area of {}.", a.place(), a.name()))
        }
        Err(why) => a.say(why),
        Ok(()) => decided_first(a.cx, a.s, Frame::Arrive),
    }
}

/// Between two actions.
fn idle(a: &Asked) -> Refusal {
    let (cx, s, board) = (a.cx, a.s, a.board);
    let def = cx.setup.unit_def(a.unit);
    let ready = movement::check_ready(cx, s, a.unit);
    if let Err(why @ (Why::NotYours | Why::OffMap | Why::Asleep)) = ready {
        return a.say(why);
    }
    let here = a.own_hex();
    let ground = cx.setup.ground_at(a.to);
    if a.to != here && ground.closed {
        return a.say(Why::BridgesOnly);
    }
    if a.to != here && ground.enter == Enter::Never {
        return a.say(Why::Impassable);
    }
    if let Err(why) = ready {
        return acted(a, why);
    }
    if a.to == here {
        return a.say(leaders::can_rally(cx, s, board, a.unit).err().unwrap_or(Why::SameHex));
    }
    if board.cell(a.to).held_by(def.side.enemy()) && def.is_combat_unit() {
        return attack(a);
    }
    let most = movement::movement_legs(cx, s, board, a.unit, false, false).map_or(0, |l| l.most_hexes());
    match movement::can_move(cx, s, board, a.unit, a.to, false, false) {
        Err(Why::TooFar) => too_far(a),
        // Who stands there may be gone by the time it could come.
        Err(Why::UnitThere | Why::GunsThere | Why::TwoLeaders | Why::EnemyHeld)
            if a.away() > u16::from(most.max(def.rate)) =>
        {
            too_far(a)
        }
        Err(why) => a.say(why),
        Ok(_) => a.say(Why::NotAsked),
    }
}

/// It has had its turn; who has moved may not fight, and each arm has its own rule for that.
fn acted(a: &Asked, why: Why) -> Refusal {
    let (u, def, k) = (a.s.unit(a.unit), a.cx.setup.unit_def(a.unit), unit_kind(a.cx, a.unit));
    let enemy = def.is_combat_unit() && a.board.cell(a.to).held_by(def.side.enemy());
    if !enemy || !u.has_flag(flag::SHIFTED) || why != Why::Acted {
        return a.say(why);
    }
    let name = a.name();
    let (rule, text) = if u.has_flag(flag::HURRIED) {
        ("6.leader-bonus", "it used the extra hex of its leader and may not fight this turn")
    } else if k.skirmish {
        ("6.grenzer", "it has had its action; it fires only directly after its move")
    } else if def.class != Class::Horse {
        ("6.move-or-fire", "it has had its action this turn; foot and guns move or fight, not both")
    } else if labels::light(a.cx, a.unit) {
        ("3.light-cavalry", "it has had its action this turn; light cavalry moves, fires or charges")
    } else {
        ("3.heavy-cavalry", "it has had its action this turn; heavy cavalry moves, fires or charges")
    };
    Refusal::new(rule, format!("{name}: {text}."))
}

/// Beyond its rate; if the extra hex of a leader or of rapid movement would do, why it has none.
fn too_far(a: &Asked) -> Refusal {
    let (cx, s, board, far) = (a.cx, a.s, a.board, a.away());
    let (def, ap) = (cx.setup.unit_def(a.unit), &cx.data.ap);
    let (here, name, place) = (a.own_hex(), a.name(), a.place());
    let column = if s.unit(a.unit).has_flag(flag::COLUMN) { cx.data.options.column_hexes } else { 0 };
    let base = def.rate + column;
    let rapid = if cx.setup.options.rapid && def.is_combat_unit() { cx.data.options.rapid_hexes } else { 0 };
    let near = board.near_enemy(here, def.side) || board.near_enemy(a.to, def.side);
    if far > u16::from(base) && far <= u16::from(base + rapid) && near {
        let text =
            format!("{name} goes further than its rate of {base} only if it is never next to the enemy.");
        return Refusal::new("opt.rapid", text);
    }
    let leader = board.leader_at(here, def.side).filter(|l| cx.setup.unit_def(*l).nation == def.nation);
    if let Some(l) = leader.filter(|_| def.is_combat_unit())
        && far > u16::from(base + rapid)
        && far <= u16::from(base + rapid + ap.leader_hexes)
    {
        let with = &cx.setup.unit_names(l).short;
        let price = ap.move_cost + ap.leader_hex_cost;
        let apart = s.unit(a.unit).has_flag(flag::SHIFTED) || s.unit(l).has_flag(flag::SHIFTED | flag::ACTED);
        let text = if near {
            format!("{name} goes one hex further with {with} only if it is never next to the enemy.")
        } else if apart {
            format!("{name} goes one hex further only with a leader who began the turn with it and waited.")
        } else if s.active_side().points() < price {
            let (price, left) = (points_word(price.into()), s.active_side().points());
            format!("With {with}, one hex further, {name} needs {price}; {left} left.")
        } else {
            format!("{name} finds no free way to {place} with {with}.")
        };
        return Refusal::new("6.leader-bonus", text);
    }
    let hexes = if base == 1 { "1 hex".to_owned() } else { format!("{base} hexes") };
    let text = if far > u16::from(base) {
        format!("{name} moves {hexes}, and {place} is {far} away.")
    } else {
        format!("{name} moves {hexes}, and every free way to {place} is longer.")
    };
    Refusal::new("7.step", text)
}

/// The most telling reason among fire, close combat and charge.
fn attack(a: &Asked) -> Refusal {
    let (cx, s, board, unit, to) = (a.cx, a.s, a.board, a.unit, a.to);
    let fired = fire::can_fire(cx, s, board, unit, to).err();
    let closed = close_combat::can_close(cx, s, board, unit, to).err();
    let charged = charge::may_charge(cx, s, board, unit)
        .and_then(|()| charge::may_be_charged(cx, board, unit, to))
        .err();
    // A unit that could charge is stopped by something more interesting than its short range.
    let why = match (fired, closed, charged) {
        (Some(Why::OutOfRange), _, Some(why)) if why != Why::NeverCharges => why,
        (Some(Why::OutOfRange), _, None) => return no_way_to_charge(a),
        (Some(why), _, _) => why,
        (None, Some(why), _) | (None, None, Some(why)) => why,
        (None, None, None) => Why::NotAsked,
    };
    if why == Why::NoPoints && s.active_side().points() > 0 && rides(cx, unit) {
        let (price, left) = (cx.data.ap.charge_cost, s.active_side().points());
        let text = format!("{} needs {price} AP to charge {}, and {left} is left.", a.name(), a.place());
        return Refusal::new("6.charge", text);
    }
    aimed(a, why)
}

/// What keeps a charge from the hexes next to its target, the nearest to success first: friends on the way or
/// in the hexes, ground that stops or bars, the enemy, and only then the distance.
fn no_way_to_charge(a: &Asked) -> Refusal {
    let (cx, s) = (a.cx, a.s);
    let rank = |why: Why| match why {
        Why::FriendsInWay => 0,
        Why::NoWay => 1,
        Why::UnitThere | Why::GunsThere | Why::TwoLeaders => 2,
        Why::Foreign => 3,
        Why::BridgesOnly | Why::Impassable => 4,
        Why::EnemyInWay => 5,
        Why::EnemyHeld => 6,
        _ => 7,
    };
    let rate = cx.setup.unit_def(a.unit).rate;
    let near = |h: &HexId| cx.setup.hex_distance(a.own_hex(), *h) <= u16::from(rate);
    let around = cx.setup.ring[a.to.index()].iter().copied().take_while(|h| !h.is_none()).filter(near);
    let reasons = around.filter_map(|from| {
        Some((from, charge::can_charge(cx, s, a.board, a.unit, from, a.to, false).err()?))
    });
    match reasons.min_by_key(|(from, why)| (rank(*why), *from)) {
        Some((_, why @ (Why::FriendsInWay | Why::NoWay | Why::EnemyInWay))) => a.say(why),
        Some((from, why)) if rank(why) < 7 => Asked { to: from, ..*a }.say(why),
        _ => {
            let (name, place) = (a.name(), a.place());
            let text = format!(
                "{name} rides {rate} hexes to charge, and finds no free hex next to {place} so near."
            );
            Refusal::new("7.step", text)
        }
    }
}

/// Why a target cannot be fired at.
fn aimed(a: &Asked, why: Why) -> Refusal {
    let (cx, s) = (a.cx, a.s);
    if why == Why::NoSight
        && let Some(at) = sight::sight_blocked_at(cx, a.board, a.own_hex(), a.to)
    {
        let (name, place, block) = (a.name(), a.place(), cx.setup.hex_label(at));
        return Refusal::new("8.los", format!("{name} does not see {place}: {block} is in the way."));
    }
    let guns = cx.setup.options.artillery_range && cx.setup.unit_def(a.unit).class == Class::Guns;
    let most = cx.setup.unit_def(a.unit).range;
    if why == Why::OutOfRange
        && guns
        && fire::fire_range(cx, s, a.unit) == most
        && a.away() == u16::from(most) + 1
    {
        let text = format!("{} fires up to {most} hexes; only from a hill it fires one more.", a.name());
        return Refusal::new("opt.artillery-range", text);
    }
    a.say(why)
}

/// Whether the piece charges rather than fires or closes.
fn rides(cx: &C, unit: UnitId) -> bool {
    cx.setup.unit_def(unit).class == Class::Horse
}

/// Something else is decided first; for the piece it is about, why it may not do that there.
fn busy(a: &Asked, frame: Frame) -> Refusal {
    let own = match frame {
        Frame::Walk(w) => w.unit,
        Frame::Fall { unit, .. } | Frame::Displace { unit, .. } => unit,
        Frame::Skirmish(u) => u,
        Frame::Combat(c) if c.stage == Stage::Aim => c.unit,
        _ => return decided_first(a.cx, a.s, frame),
    };
    if own != a.unit {
        return decided_first(a.cx, a.s, frame);
    }
    match frame {
        Frame::Walk(w) => match walk::can_step(a.cx, a.s, a.board, &w, a.to) {
            Err(Why::NotAdjacent) => Refusal::new(
                "7.step",
                format!("{} goes hex by hex, and {} is not next to it.", a.name(), a.place()),
            ),
            Err(Why::NoWay) => Refusal::new(
                "2.movement",
                format!("{} has entered ground on which every move ends.", a.name()),
            ),
            Err(Why::SameHex) => {
                Refusal::new("7.step", format!("{} does not go back where it began.", a.name()))
            }
            Err(Why::TooFar) => too_far(a),
            Err(why) => a.say(why),
            Ok(_) => a.say(Why::NotAsked),
        },
        Frame::Fall { from, back, .. } => fallen(a, from, back),
        Frame::Displace { from, .. } => Refusal::new("8.displace", away(a, from, "makes room")),
        Frame::Skirmish(_) => match fire::can_reach(a.cx, a.s, a.board, a.unit, a.to) {
            Err(Why::NoTarget) => {
                let text = format!("{} has moved: now it may only fire, or hold its fire.", a.name());
                Refusal::new("6.grenzer", text)
            }
            Err(why) => aimed(a, why),
            Ok(_) => decided_first(a.cx, a.s, frame),
        },
        Frame::Combat(c) => match fire::can_reach(a.cx, a.s, a.board, a.unit, a.to) {
            Err(Why::OutOfRange | Why::NoSight) if c.momentum => {
                let text = format!("{} rides on: it fires at a neighbour only.", a.name());
                Refusal::new("opt.momentum", text)
            }
            Err(Why::NoTarget) | Ok(_) => decided_first(a.cx, a.s, frame),
            Err(why) => aimed(a, why),
        },
        _ => decided_first(a.cx, a.s, frame),
    }
}

/// What is decided first, and by which rule.
fn decided_first(cx: &C, s: &State, frame: Frame) -> Refusal {
    let name = |u: UnitId| unit_now(cx, s, u);
    let (rule, text) = match frame {
        Frame::Setup(_) => ("4.stack", "First the units are placed.".to_owned()),
        Frame::Arrive => ("11.liegnitz", "First the units that arrive are placed.".to_owned()),
        // 6.once: a unit finishes before the next begins.
        Frame::Walk(w) => ("6.once", format!("First {} finishes its move.", name(w.unit))),
        Frame::Fall { unit, back, .. } => {
            let (rule, word) = back_rule(cx, unit, back);
            (rule, format!("First {} {word}.", name(unit)))
        }
        Frame::Displace { unit, whom, .. } => {
            ("8.displace", format!("First {} makes room for {}.", name(unit), name(whom)))
        }
        Frame::Home { leader, driven, .. } => {
            let rule = if driven { "7.leader-displace" } else { "8.leader-follow" };
            (rule, format!("First {} goes to his nearest friends.", name(leader)))
        }
        Frame::Share { main, guns } => (
            "8.hit-highest",
            format!("First it is said whether {} or {} takes the hit.", name(main), name(guns)),
        ),
        Frame::Face(u) => ("opt.facing", format!("First {} chooses its front.", name(u))),
        Frame::Skirmish(u) => ("6.grenzer", format!("First {} fires or holds its fire.", name(u))),
        Frame::Combat(c) => (combat_rule(cx, &c), combat_words(cx, s, &c)),
        _ => return Why::NotAsked.refusal(),
    };
    Refusal::new(rule, text)
}

fn combat_words(cx: &C, s: &State, c: &Combat) -> String {
    let name = |u: UnitId| if u.is_none() { "the defender".to_owned() } else { unit_now(cx, s, u) };
    let (unit, main, target) = (name(c.unit), name(c.main), cx.setup.hex_label(c.target));
    match (c.fight, c.stage) {
        (_, Stage::Flee) => format!("First {main} says whether it flees from the fire of {unit}."),
        (Fight::Charge, Stage::Answer) => {
            format!("First {main} says whether it withdraws from the charge of {unit}.")
        }
        (_, Stage::Answer) => format!("First {main} says whether it withdraws from {unit}."),
        (_, Stage::Aim) => format!("First {unit} chooses a target or holds its fire."),
        (_, Stage::Advance) => format!("First {unit} says whether it advances into {target}."),
        _ => format!("First the attack of {unit} on {target} is decided."),
    }
}

fn combat_rule(cx: &C, c: &Combat) -> &'static str {
    match (c.fight, c.stage) {
        (Fight::Close, Stage::Answer) if !labels::light(cx, c.main) => "8.charge-heavy",
        (Fight::Fire, Stage::Aim) if !c.momentum && !c.shaken => "3.light-flee",
        _ => labels::combat_rule(cx, c),
    }
}

/// The rule by which a unit goes back, and the word for it.
fn back_rule(cx: &C, unit: UnitId, back: Back) -> (&'static str, &'static str) {
    match back {
        Back::Flee => ("3.light-flee", "flees"),
        Back::Withdraw => ("8.charge-cavalry", "withdraws before the charge"),
        Back::Slip if labels::light(cx, unit) => ("3.light-withdraw", "withdraws from the close combat"),
        Back::Slip => ("8.charge-heavy", "withdraws from the close combat"),
        Back::Retreat => ("8.retreat", "retreats"),
    }
}

fn fallen(a: &Asked, from: HexId, back: Back) -> Refusal {
    let (_, word) = back_rule(a.cx, a.unit, back);
    let rule = if back == Back::Flee { "3.light-flee" } else { "8.retreat" };
    Refusal::new(rule, away(a, from, word))
}

/// Why a piece does not go back to where it was pointed.
fn away(a: &Asked, from: HexId, word: &str) -> String {
    let (cx, at, name) = (a.cx, a.own_hex(), a.name());
    if a.to == at {
        return format!("{name} may not stay: it {word}.");
    }
    if !cx.setup.are_adjacent(at, a.to) {
        return format!("{name} {word} by one hex, and {} is not next to it.", a.place());
    }
    if a.to == from || cx.setup.are_adjacent(a.to, from) {
        return format!("{name} {word}, away from the enemy in {} where it can.", cx.setup.hex_label(from));
    }
    format!("{name} {word} to a hex that can take it in, and {} cannot.", a.place())
}
