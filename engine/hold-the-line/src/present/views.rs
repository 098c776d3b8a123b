//! The board, tracks, sequence, inspector and score.

use super::prompt::able;
use super::{army, counter, facing_name, hex_of, side_name, unit_of};
use crate::data::Enter;
use crate::schema::{figure_of, help_of};
use crate::state::{Frame, NO_FACING, SideId, State, UnitId, flag};
use crate::units::unit_kind;
use crate::{C, leaders, victory};
use engine::game::Outcome;
use engine::hex::{Facing, HexId};
use engine::present::{
    AreaKind, AreaView, Badge, BoardView, CounterPlace, CounterStrength, CounterView, InStack, InspectLine,
    Inspector, MarkView, OutcomeView, PhaseGroup, PhaseView, Rule, ScoreView, Seat, SequenceView, SideScore,
    Target, TrackKind, TrackView,
};

pub fn board(cx: &C, s: &State, seat: Seat) -> BoardView {
    let able = if s.over.is_none() { able(cx, s) } else { Vec::new() };
    let counters =
        s.unit_ids().filter(|u| s.unit(*u).on_map()).map(|u| view(cx, s, u, seat, &able)).collect();
    let mut areas = Vec::new();
    let marks = cx
        .setup
        .objectives
        .iter()
        .zip(&s.held)
        .flat_map(|(o, held)| {
            let who = if held.is_a_side() { side_name(cx, *held) } else { "nobody" };
            let text = format!("{}: {} VP, held by {who}", o.name, o.points);
            o.hexes.iter().map(move |h| {
                MarkView::new(Target::Hex(*h), "objective", text.clone(), "10.victory").value(o.points)
            })
        })
        .collect();
    for o in &cx.setup.objectives {
        areas.push(AreaView { name: o.name.clone(), hexes: o.hexes.clone(), kind: AreaKind::Objective });
    }
    for (side, def) in cx.setup.sides.iter().enumerate() {
        for c in &def.corps {
            let due = c.units.iter().find(|u| s.unit(**u).has_flag(flag::DUE | flag::WAITING));
            let area =
                due.and_then(|u| cx.setup.unit_def(*u).area).and_then(|a| cx.setup.areas.get(a as usize));
            if let Some(hexes) = area {
                let name = format!("{}: {}", side_name(cx, SideId(side as u8)), c.name);
                areas.push(AreaView { name, hexes: hexes.clone(), kind: AreaKind::Setup });
            }
        }
    }
    if let Some(Frame::Setup(i)) = s.frames.top()
        && let Some(step) = cx.setup.steps.get(*i as usize)
        && let Some(area) = step.units.first().and_then(|u| cx.setup.unit_def(*u).area)
    {
        let name = format!("{}: set-up", side_name(cx, step.side));
        areas.push(AreaView { name, hexes: cx.setup.areas[area as usize].clone(), kind: AreaKind::Setup });
    }
    BoardView { counters, marks, areas }
}

pub fn view(cx: &C, s: &State, u: UnitId, seat: Seat, able: &[UnitId]) -> CounterView {
    let (unit, d, k, n) = (s.unit(u), cx.setup.unit_def(u), unit_kind(cx, u), cx.setup.unit_names(u));
    let leader = d.is_leader();
    let mut badges = Vec::new();
    if unit.has_flag(flag::ACTED) {
        badges.push(Badge::Acted);
    }
    if unit.has_flag(flag::ASLEEP) {
        badges.push(Badge::Asleep);
    }
    if unit.has_flag(flag::COLUMN) {
        badges.push(Badge::Column);
    }
    let commands = s.sides[d.side.index()].commander == u;
    CounterView {
        id: counter(u),
        place: CounterPlace::Hexes(std::iter::once(unit.hex).collect()),
        stack: InStack {
            order: match d.class {
                crate::data::Class::Leader => 0,
                crate::data::Class::Guns => 2,
                _ => 1,
            },
            rider: leader,
            ..InStack::default()
        },
        facing: (unit.facing != NO_FACING).then(|| Facing::towards_corner(unit.facing)),
        army: army(cx, u),
        figure: figure_of(k, commands).into(),
        name: n.name.clone(),
        strength: CounterStrength {
            values: vec![if leader { d.rating } else { unit.mp }.to_string()],
            reduced: !leader && unit.mp < d.mp,
            pips: (!leader).then_some((unit.mp, d.mp)),
            ..CounterStrength::default()
        },
        tag: if k.elite { "ELITE".into() } else { String::new() },
        badges,
        star: commands,
        own: seat == Seat::OPEN || cx.setup.seat_for(d.side) == seat,
        can_act: able.binary_search(&u).is_ok(),
        line: super::labels::described(cx, s, u),
        ..CounterView::default()
    }
}

pub fn tracks(cx: &C, s: &State) -> Vec<TrackView> {
    let points = victory::victory_points(cx, s);
    let names = cx.setup.turns.names.iter().enumerate().map(|(i, n)| (i as i32 + 1, n.clone())).collect();
    let turns = i32::from(cx.setup.turns.last);
    let turn = i32::from(s.turn);
    let mut out = vec![TrackView {
        text: format!("Turn {turn} of {turns}"),
        names,
        ..TrackView::new("turn", "Turn", TrackKind::Turns, turn, (1, turns), &["5.sequence"])
    }];
    for (i, def) in cx.setup.sides.iter().enumerate() {
        let st = &s.sides[i];
        let active = i == s.active.index();
        let (at, second) = if active { (st.points(), st.kept) } else { (st.stored, st.stored) };
        let most = leaders::most_stored(cx, s, SideId(i as u8));
        let mut note = Vec::new();
        if second > 0 {
            note.push(format!("{second} kept from last turn"));
        }
        if active && most > 0 {
            note.push(format!("up to {most} may be kept"));
        }
        if st.idle {
            note.push(format!("commander did not act: +{} AP", cx.data.ap.idle_bonus));
        }
        let (id, name) = (format!("ap-{}", def.id), format!("{} action points", def.name));
        let range = (0, i32::from(at).max(12));
        out.push(TrackView {
            army: def.army.clone(),
            second: i32::from(second),
            text: format!("{} {at} AP", def.name),
            note: note.join("; "),
            ..TrackView::new(id, name, TrackKind::Points, i32::from(at), range, &["6.ap-roll", "9.store"])
        });
    }
    for (i, def) in cx.setup.sides.iter().enumerate() {
        let goal = def.goal;
        let of = goal.map_or(String::new(), |g| format!(" of {g}"));
        let (id, name) = (format!("vp-{}", def.id), format!("{} victory points", def.name));
        let range = (0, points[i].max(goal.unwrap_or(10)));
        out.push(TrackView {
            army: def.army.clone(),
            goal,
            text: format!("{} {}{of} VP", def.name, points[i]),
            note: if def.avoids { "wins if time runs out".into() } else { String::new() },
            ..TrackView::new(id, name, TrackKind::Score, points[i], range, &["10.victory"])
        });
    }
    out
}

pub fn sequence(cx: &C, s: &State) -> SequenceView {
    let rolling = matches!(s.frames.iter().next(), Some(Frame::Points));
    let setting_up = s.turn == 0;
    let order = [cx.setup.turns.opening_side, cx.setup.turns.opening_side.enemy()];
    let mut groups = Vec::new();
    if !cx.setup.steps.is_empty() {
        let phases = vec![PhaseView { name: "Set up".into(), current: setting_up, rule: Rule("4.stack") }];
        groups.push(PhaseGroup { name: "Set-up".into(), army: String::new(), phases });
    }
    for side in order {
        let mine = side == s.active && s.over.is_none() && !setting_up;
        let phase =
            |name: &str, current: bool, rule| PhaseView { name: name.into(), current, rule: Rule(rule) };
        groups.push(PhaseGroup {
            name: side_name(cx, side).into(),
            army: cx.setup.sides[side.index()].army.clone(),
            phases: vec![
                phase("Roll", mine && rolling, "6.ap-roll"),
                phase("Act", mine && !rolling, "5.sequence"),
                phase("Check", side == s.active && s.over.is_some(), "10.victory"),
            ],
        });
    }
    let name = cx.setup.turns.names.get(usize::from(s.turn).saturating_sub(1)).cloned();
    let turn_name = name.filter(|n| !n.is_empty()).unwrap_or_else(|| format!("Turn {}", s.turn));
    SequenceView { turn: u32::from(s.turn), turns: u32::from(cx.setup.turns.last), turn_name, groups }
}

fn line(name: &str, value: impl Into<String>, rule: &'static str) -> InspectLine {
    let rule = (!rule.is_empty()).then_some(Rule(rule));
    InspectLine { name: name.into(), value: value.into(), rule }
}

pub fn inspect(cx: &C, s: &State, t: &Target) -> Inspector {
    match (t, unit_of(cx, t)) {
        (_, Some(u)) => inspect_unit(cx, s, u),
        _ => hex_of(cx, s, t).map_or_else(Inspector::default, |h| inspect_hex(cx, s, h)),
    }
}

fn inspect_hex(cx: &C, s: &State, h: HexId) -> Inspector {
    let g = cx.setup.ground_at(h);
    let t = &cx.data.terrains[g.terrain as usize];
    let mut lines = Vec::new();
    let enter = match (g.closed, g.enter) {
        (true, _) => line("Movement", "crossed at bridges only", "11.mollwitz"),
        (_, Enter::Free) => line("Movement", "no effect", "2.movement"),
        (_, Enter::Stop) => line("Movement", "units stop on entering", "2.movement"),
        (_, Enter::Never) => line("Movement", "impassable", "2.movement"),
    };
    lines.push(enter);
    let signed = |n: i8| if n == 0 { "no effect".to_owned() } else { format!("{n:+} on each die") };
    lines.push(line("Attacked here", signed(g.attack), "2.combat"));
    lines.push(line("Defender's morale", signed(g.morale), "2.morale"));
    lines.push(line("Sight", if g.blocks { "blocked through it" } else { "no effect" }, "2.los"));
    lines.push(line("Charge", if g.charge { "may be charged" } else { "cannot be charged" }, "8.charge"));
    if g.objective > 0
        && let Some(o) = cx.setup.objectives.get(g.objective as usize - 1)
    {
        let held = s.held.get(g.objective as usize - 1).copied().unwrap_or(SideId::NOBODY);
        let who = if held.is_a_side() { side_name(cx, held) } else { "nobody" };
        lines.push(line("Objective", format!("{}: {} VP, held by {who}", o.name, o.points), "10.victory"));
    }
    let mut here: Vec<UnitId> = s.unit_ids().filter(|u| s.unit(*u).hex == h).collect();
    here.sort_by_key(|u| match cx.setup.unit_def(*u).class {
        crate::data::Class::Leader => 0,
        crate::data::Class::Guns => 2,
        _ => 1,
    });
    let counters = here.into_iter().map(counter).collect();
    Inspector { title: cx.setup.hex_label(h), subtitle: t.name.clone(), lines, counters }
}

fn inspect_unit(cx: &C, s: &State, u: UnitId) -> Inspector {
    let (unit, d, k) = (s.unit(u), cx.setup.unit_def(u), unit_kind(cx, u));
    let nation = &cx.setup.nations[d.nation as usize].adjective;
    let mut lines = Vec::new();
    if d.is_leader() {
        lines.push(line("Rating", d.rating.to_string(), "9.morale"));
        if s.sides[d.side.index()].commander == u {
            lines.push(line("Command", "army commander", "9.store"));
        } else if d.rank > 1 {
            lines.push(line("Command", "takes over if the commander falls", "9.idle-commander"));
        }
    } else {
        lines.push(line("Morale points", format!("{} of {}", unit.mp, d.mp), "3.mp"));
        lines.push(line("Fights", help_of(k), "table.units"));
    }
    lines.push(line(
        "Moves",
        if d.rate == 1 { "1 hex".into() } else { format!("{} hexes", d.rate) },
        "table.units",
    ));
    if unit.facing != NO_FACING {
        lines.push(line("Faces", facing_name(cx, unit.facing), "opt.facing"));
    }
    let states: [(u16, &str, &'static str); 7] = [
        (flag::ACTED, "has acted this turn", "6.once"),
        (flag::ASLEEP, "asleep", "11.kesselsdorf"),
        (flag::ARRIVED, "arrived this turn: may only fire", "11.liegnitz"),
        (flag::COLUMN, "in column", "opt.facing"),
        (flag::SHOT, "fired on", "opt.unit-rally"),
        (flag::LOST, "lost", "10.victory"),
        (flag::DUE | flag::WAITING, "not yet on the map", "11.liegnitz"),
    ];
    for (f, text, rule) in states.into_iter().filter(|x| unit.has_flag(x.0)) {
        if f == flag::SHOT && !cx.setup.options.unit_rally {
            continue;
        }
        lines.push(line("State", text, rule));
    }
    let title = cx.setup.unit_names(u).unique.clone();
    let place = if unit.on_map() { cx.setup.hex_label(unit.hex) } else { "off the map".into() };
    let subtitle = format!("{nation} {}, {place}", k.name.to_lowercase());
    Inspector { title, subtitle, lines, counters: vec![counter(u)] }
}

pub fn score(cx: &C, s: &State) -> ScoreView {
    let points = victory::victory_points(cx, s);
    let side = |id: SideId| {
        let def = &cx.setup.sides[id.index()];
        let lost =
            s.unit_ids().filter(|u| cx.setup.unit_def(*u).side != id && s.unit(*u).has_flag(flag::LOST));
        let mut lines: Vec<InspectLine> = lost
            .map(|u| {
                let leader = cx.setup.unit_def(u).is_leader();
                let worth = if leader { cx.data.combat.leader_points } else { cx.data.combat.unit_points };
                let n = cx.setup.unit_names(u);
                line(&format!("{} eliminated", n.unique), format!("{worth} VP"), "10.victory")
            })
            .collect();
        for (o, held) in cx.setup.objectives.iter().zip(&s.held) {
            if *held == id && o.side.is_none_or(|only| only == id) {
                lines.push(line(&format!("{} held", o.name), format!("{} VP", o.points), "10.victory"));
            }
        }
        SideScore {
            name: def.name.clone(),
            army: def.army.clone(),
            points: points[id.index()],
            goal: def.goal,
            lines,
        }
    };
    let mut conditions = Vec::new();
    for def in &cx.setup.sides {
        if let Some(goal) = def.goal {
            let text = format!("wins with {goal} VP at the end of a player turn");
            conditions.push(line(&def.name, text, cx.setup.rule));
        }
        if def.avoids {
            let text = format!("wins if nobody has won after turn {}", cx.setup.turns.last);
            conditions.push(line(&def.name, text, cx.setup.rule));
        }
    }
    ScoreView { sides: SideId::BOTH.map(side).into(), conditions, outcome: None }
}

/// `Prussian victory`; a side of several nations is named as it is.
fn victory_title(cx: &C, side: &crate::setup::SideDef) -> String {
    let nation = cx.setup.nations.iter().find(|n| n.army == side.army && !n.adjective.is_empty());
    match nation.filter(|_| !side.name.contains(' ')) {
        Some(n) => format!("{} victory", n.adjective),
        None => format!("Victory for {}", side.name),
    }
}

pub fn outcome(cx: &C, s: &State, o: Outcome) -> OutcomeView {
    let points = victory::victory_points(cx, s);
    let [a, b] = &cx.setup.sides;
    let tally = format!("{} {} VP, {} {} VP, turn {}.", a.name, points[0], b.name, points[1], s.turn);
    let (title, text) = match s.over {
        Some(side) if side.is_a_side() => {
            let def = &cx.setup.sides[side.index()];
            let reached = def.goal.is_some_and(|g| points[side.index()] >= g);
            let why =
                if reached { "has reached its victory points" } else { "has avoided defeat to the end" };
            (victory_title(cx, def), format!("{} {why}. {tally}", def.name))
        }
        _ => ("Draw".to_owned(), format!("Time has run out. {tally}")),
    };
    OutcomeView { winner: o.winner, title, text, rule: Rule("10.victory") }
}
