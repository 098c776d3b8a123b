//! What a table game of the battle needs: a counter for each unit with its reduced side, markers,
//! and a line of the roster for each.

use crate::setup::Comes;
use crate::state::{State, UnitId};
use crate::{C, HoldTheLine};
use engine::game::Play;
use engine::present::{
    CounterPlace, CounterStrength, CounterView, KitView, MarkerView, PieceView, RosterView, Rule, Seat,
};

pub fn kit(cx: &C) -> KitView {
    let start = HoldTheLine::start(cx);
    let secret = cx.setup.steps.iter().any(|s| s.secret) || cx.setup.defs.iter().any(|d| d.secret);
    KitView {
        secret,
        pieces: start.unit_ids().map(|u| piece(cx, &start, u)).collect(),
        markers: markers(cx),
        roster: start.unit_ids().map(|u| roster(cx, u)).collect(),
        special_rules: Vec::new(),
    }
}

fn side(cx: &C, u: UnitId) -> String {
    cx.setup.sides[cx.setup.unit_def(u).side.index()].id.clone()
}

fn piece(cx: &C, start: &State, u: UnitId) -> PieceView {
    let d = cx.setup.unit_def(u);
    let mut front = super::views::view(cx, start, u, Seat::OPEN, &[]);
    front.place = CounterPlace::Box { sheet: String::new(), slot: String::new() };
    front.badges.clear();
    front.facing = None;
    let left = d.mp / 2;
    let back = if d.is_leader() || left == 0 {
        CounterView { hidden: true, ..front.clone() }
    } else {
        let pips = Some((left, d.mp));
        CounterView {
            strength: CounterStrength {
                values: vec![left.to_string()],
                reduced: true,
                pips,
                ..front.strength.clone()
            },
            ..front.clone()
        }
    };
    PieceView { piece: cx.setup.unit_names(u).id.clone(), side: side(cx, u), front, back, copies: 1 }
}

fn roster(cx: &C, u: UnitId) -> RosterView {
    let (d, n) = (cx.setup.unit_def(u), cx.setup.unit_names(u));
    let (boxes, note, rule) = if d.is_leader() {
        (1, format!("rating {}", d.rating), "9.leader-loss")
    } else {
        (u16::from(d.mp), String::new(), "3.mp")
    };
    RosterView {
        piece: n.id.clone(),
        side: side(cx, u),
        name: n.unique.clone(),
        boxes,
        note,
        rule: Rule(rule),
    }
}

fn markers(cx: &C) -> Vec<MarkerView> {
    let setup = &*cx.setup;
    let mut out = Vec::new();
    let mut add = |name: &str, back: &str, army: &str, count: usize, rule: &'static str| {
        out.push(MarkerView::worded(name, back, army, count, rule));
    };
    add("Turn", "Turn", "", 1, "5.sequence");
    for s in &setup.sides {
        add("AP", "+10 AP", &s.army, 1, "6.ap-roll");
        add("VP", "+10 VP", &s.army, 1, "10.victory");
        add("Kept", "Kept", &s.army, 1, "9.store");
    }
    // No turn can bring more actions than points.
    let dice = cx.data.ap.random.iter().copied().max().unwrap_or(0);
    let most = setup.sides.iter().map(|s| s.command).max().unwrap_or(0) + dice + cx.data.ap.idle_bonus;
    add("Acted", "Acted", "", most.into(), "6.once");
    for s in setup.sides.iter().filter(|_| !setup.objectives.is_empty()) {
        add("Held", "Held", &s.army, setup.objectives.len(), "10.victory");
    }
    for (i, s) in setup.sides.iter().enumerate().filter(|s| s.1.asleep.is_some()) {
        let units = setup.defs.iter().filter(|d| d.side.index() == i && d.is_combat_unit()).count();
        add("Asleep", "Awake", &s.army, units, "11.kesselsdorf");
    }
    for s in &setup.sides {
        let called = s.corps.iter().filter(|c| matches!(c.comes, Comes::Die { .. })).count();
        if called > 0 {
            add("Call", "Failed", &s.army, called, "11.liegnitz");
        }
    }
    if setup.options.facing {
        let linear = |d: &&crate::setup::Def| cx.data.kinds[d.kind as usize].linear;
        add("Column", "Column", "", setup.defs.iter().filter(linear).count().div_ceil(2), "opt.facing");
    }
    if setup.options.unit_rally {
        add("Fired on", "Fired on", "", setup.defs.len().div_ceil(2), "opt.unit-rally");
    }
    out
}
