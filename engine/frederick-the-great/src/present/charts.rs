//! The charts as tables: the nations and leaders of this campaign, and the tables it is played by.

use super::labels::adjective;
use crate::data::{FILES, Loss, SiegeResult};
use crate::{Ctx, setup};
use engine::present::ChartView;

pub fn charts(cx: &Ctx) -> Vec<ChartView> {
    vec![combat(cx), losses(cx), movement(cx), siege(cx), leaders(cx), nations(cx), victory(cx)]
}

fn half(l: &Loss) -> String {
    match (l.captured, l.leader) {
        (true, _) => "P".into(),
        (_, true) => format!("{}L", l.percent),
        _ => l.percent.to_string(),
    }
}

fn combat(cx: &Ctx) -> ChartView {
    let c = &cx.data.combat;
    let mut out = ChartView::new(FILES[3], "Combat results", "9.4", &["Odds"]);
    let grid = &c.results;
    let last = grid.rows.len().saturating_sub(1);
    let die = |(i, die): (usize, &i32)| match i {
        0 => format!("≤ {die}"),
        n if n == last => format!("≥ {die}"),
        _ => die.to_string(),
    };
    out.columns.extend(grid.rows.iter().enumerate().map(die));
    // Odds go down and the die across: there are more odds than a page is wide.
    for (i, percent) in grid.columns.iter().enumerate() {
        let cell = |cells: &Vec<(Loss, Loss)>| {
            cells.get(i).map(|(a, d)| format!("{}/{}", half(a), half(d))).unwrap_or_default()
        };
        out.row(std::iter::once(format!("{percent} %")).chain(grid.cells.iter().map(cell)));
    }
    out.note("Under the modified die, attacker/defender: per cent lost; L the lowest leader falls, P all are taken.", "9.43, 9.44");
    out.note("Strength of the attacker in per cent of the defender's, rounded down to a row.", "9.31");
    out.note(format!("No attack below {} per cent.", c.least), "9.47");
    out.note(format!("From {} per cent on a force may be overrun in the march.", c.overwhelming), "5.5");
    out.note(
        format!("Die: + attack bonus, - defence bonus, {:+} in a mountain hex.", c.mountain),
        "9.22, 9.23",
    );
    out
}

fn losses(cx: &Ctx) -> ChartView {
    let l = &cx.data.losses;
    let mut out = ChartView::new(FILES[4], "Percentage losses", "9.32", &["Points"]);
    out.columns.extend(l.columns.iter().map(|p| format!("{p} %")));
    for (i, row) in l.rows.iter().enumerate() {
        out.row(std::iter::once((i + 1).to_string()).chain(row.iter().map(ToString::to_string)));
    }
    out.note(
        format!("Beyond {}: per cent of the points, to the nearest whole, halves up.", l.rows.len()),
        "9.32",
    );
    out
}

fn movement(cx: &Ctx) -> ChartView {
    let m = &cx.data.movement;
    let mut out = ChartView::new(
        FILES[2],
        "Movement, supply and attrition",
        "5.0",
        &["What it is for", "Points", "Rule"],
    );
    let map = &cx.setup.map;
    let side = |bit: u8| {
        map.grid.ids().any(|h| engine::hex::Dir::ALL.iter().any(|d| map.edge_kinds(h, *d).has(bit)))
    };
    let mut row = |name: &str, n: u8, unit: &str, rule: &str| {
        out.row([name.to_owned(), format!("{n}{unit}"), rule.to_owned()])
    };
    row("Enter a clear hex", m.hex, " MP", "5.32");
    if side(setup::RIVER) {
        row("Cross a river, in addition", m.river, " MP", "5.41");
    }
    if side(setup::PASS) {
        row("Cross a mountain pass, in addition", m.pass, " MP", "5.45");
    }
    row("Enter a hex with enemies, in addition", m.enemy, " MP", "5.43");
    row("Most a leader has (die plus initiative)", m.most, " MP", "5.1");
    if !cx.setup.calendar.winter.is_empty() {
        row("Less in a winter turn", m.winter, " MP", "5.39");
    }
    row("Forced march loses points on die plus initiative of", m.forced_from, " or more", "5.2");
    row("Lost by a force on such a forced march", m.forced_loss, " SP", "5.2");
    row("Needed in a hex to build a depot", m.depot, " SP", "10.42");
    row("Morale recovers on die plus initiative of", m.recovery, " or more", "11.2");
    row("Attrition of a hex out of supply", m.unsupplied, " SP", "10.61");
    if !cx.setup.calendar.winter.is_empty() {
        row("Attrition of a force in the open in winter", m.in_the_open, " SP", "16.31");
    }
    row("Leaders who never leave supply: initiative below", m.bound_below, "", "10.22");
    for s in &cx.setup.sides {
        row(&format!("Longest supply path of {}", s.name), s.supply, " hexes", "10.22");
    }
    out.note("Mountain sides without a pass, lakes and sea are never crossed.", "5.45");
    out
}

fn siege(cx: &Ctx) -> ChartView {
    let s = &cx.data.siege;
    let mut out = ChartView::new(FILES[5], "Siege resolution", "13.3", &["Die", "Result", "Rule"]);
    for (i, r) in s.results.iter().enumerate() {
        let to = s.results.get(i + 1).map(|n| n.from - 1);
        let die = match (i, to) {
            (0, Some(to)) => format!("{to} or less"),
            (_, None) => format!("{} or more", r.from),
            (_, Some(to)) if to == r.from => to.to_string(),
            (_, Some(to)) => format!("{} to {to}", r.from),
        };
        let (result, rule) = match r.result {
            SiegeResult::AttackerLoss => (format!("sortie: the besieger loses {} SP", s.sortie), "13.32"),
            SiegeResult::NoEffect => ("no effect".to_owned(), "13.31"),
            SiegeResult::Breach => ("breach: the garrison asks for honours".to_owned(), "13.33"),
        };
        out.row([die, result, rule.to_owned()]);
    }
    out.note("Die less the initiative of the garrison's commander.", "13.0");
    if cx.setup.special.camp.is_some() {
        out.note(format!("{:+} against a fortified camp.", s.camp), "1761.4C");
    }
    out
}

fn leaders(cx: &Ctx) -> ChartView {
    let columns = ["Leader", "Nation", "Rank", "Initiative", "Attack", "Defence"];
    let mut out = ChartView::new(FILES[1], "Leaders", "8.0", &columns);
    let mut all: Vec<_> = cx.setup.leaders.iter().collect();
    all.sort_by_key(|l| (l.nation, l.rank));
    for l in all {
        let numbers = [l.rank, l.initiative, l.attack, l.defence].map(|n| n.to_string());
        let nation = adjective(cx, l.nation).to_owned();
        out.row([l.name.clone(), nation].into_iter().chain(numbers));
    }
    if let Some(k) = cx.setup.leaders.iter().find(|l| l.king) {
        out.note(format!("{} is the king: never exchanged; his capture may end the game.", k.name), "14.15");
    }
    out
}

fn nations(cx: &Ctx) -> ChartView {
    let columns = ["Nation", "Side", "Points in all", "Zone of control", "Supreme commander"];
    let mut out = ChartView::new(FILES[0], "Nations", "6.0", &columns);
    for (i, n) in cx.setup.nations.iter().enumerate() {
        if cx.setup.totals[i] == 0 && !cx.setup.leaders.iter().any(|l| l.nation.index() == i) {
            continue;
        }
        let side = super::labels::side_name(cx, n.side).to_owned();
        let zone = if n.zone { "yes" } else { "no" };
        let free = if n.free_command { "free of the rule" } else { "outweighed by nobody" };
        out.row([n.name.clone(), side, cx.setup.totals[i].to_string(), zone.into(), free.into()]);
    }
    out.note("Zones of control count for supply only.", "6.1");
    out.note("No subordinate may take more than the supreme commander of his nation has.", "5.37");
    out
}

fn victory(cx: &Ctx) -> ChartView {
    let v = &cx.data.victory;
    let mut out = ChartView::new(FILES[6], "Victory", "17.1", &["Difference of the totals", "Level"]);
    for (i, l) in v.levels.iter().enumerate() {
        let range = match v.levels.get(i + 1) {
            Some(next) => format!("{} to {}", l.from, next.from - 1),
            None => format!("{} or more", l.from),
        };
        out.row([range, l.name.clone()]);
    }
    out.note("Total: points of the fortresses garrisoned, less the strength lost.", "17.0");
    for s in &cx.setup.sides {
        if let Some(n) = s.double_after {
            out.note(format!("{}: each point lost beyond {n} counts {}.", s.name, v.double), "17.0");
        }
    }
    out
}
