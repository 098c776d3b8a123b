//! What a table game of the campaign needs: leaders, strength points in coin, depots, markers.

use super::board::{blank, leader_id};
use super::labels::adjective;
use crate::Ctx;
use crate::ids::{LeaderId, NationId, SideId};
use crate::placing::Thing;
use engine::hex::HexId;
use engine::present::{
    CounterId, CounterStrength, CounterView, KitView, MarkerView, PieceView, RosterView, Rule,
};

/// Strength points come in these denominations, largest first.
const COIN: [u16; 5] = [10, 5, 3, 2, 1];
/// Spare ones of each denomination for forces that part, for a nation of ten points and more.
const CHANGE: [u16; 5] = [0, 1, 1, 2, 3];
/// Depots a side may build beyond those it starts with.
const SPARE_DEPOTS: u16 = 4;

pub fn kit(cx: &Ctx) -> KitView {
    let mut out = KitView { secret: true, ..KitView::default() };
    for (i, l) in cx.setup.leaders.iter().enumerate() {
        let mut c =
            blank(leader_id(LeaderId(i as u8)), HexId::NONE, 0, &cx.setup.nations[l.nation.index()].army);
        c.figure = if l.rank == 1 { "commander" } else { "leader" }.into();
        c.name.clone_from(&l.name);
        c.strength.values = [l.initiative, l.attack, l.defence].map(|n| n.to_string()).into();
        c.star = l.rank == 1;
        c.line = format!("{} {}, rank {}", adjective(cx, l.nation), l.name, l.rank);
        let side = cx.setup.sides[l.side.index()].id.clone();
        out.pieces.push(piece_with_back(l.id.clone(), side.clone(), c, 1));
        out.roster.push(RosterView {
            piece: l.id.clone(),
            side,
            name: l.name.clone(),
            boxes: 1,
            note: format!("{}, rank {}", adjective(cx, l.nation), l.rank),
            rule: Rule("9.44"),
        });
    }
    for nation in 0..cx.setup.nations.len() {
        strength(cx, NationId(nation as u8), &mut out);
    }
    for side in SideId::BOTH {
        depots(cx, side, &mut out);
    }
    out.markers = markers(cx);
    out.special_rules = super::sheets::special_sentences(cx);
    out
}

/// Enemies see the army's letter.
fn piece_with_back(piece: String, side: String, front: CounterView, copies: u16) -> PieceView {
    let back = CounterView { hidden: true, ..front.clone() };
    PieceView { piece, side, front, back, copies }
}

/// Forces of a nation as they start or come, each to be paid out by itself.
fn forces(cx: &Ctx, nation: NationId) -> Vec<u16> {
    let start = cx.setup.start.stacks.iter().filter(|k| k.1 == nation).map(|k| u16::from(k.3));
    let later = cx.setup.special.arrivals.iter().map(|a| u16::from(a.sp[nation.index()]));
    let loose = cx.setup.start.loose.iter().filter_map(|l| match l.what {
        Thing::Points { nation: n, sp } if n == nation => Some(u16::from(sp)),
        _ => None,
    });
    start.chain(later).chain(loose).filter(|n| *n > 0).collect()
}

fn strength(cx: &Ctx, nation: NationId, out: &mut KitView) {
    let info = &cx.setup.nations[nation.index()];
    let total: u16 = forces(cx, nation).iter().sum();
    if total == 0 {
        return;
    }
    let mut count = [0u16; COIN.len()];
    for mut left in forces(cx, nation) {
        for (n, coin) in count.iter_mut().zip(COIN) {
            *n += left / coin;
            left %= coin;
        }
    }
    let side = cx.setup.sides[info.side.index()].id.clone();
    for (i, coin) in COIN.into_iter().enumerate() {
        let spare = if total >= COIN[0] { CHANGE[i] } else { 0 };
        for (copies, tag) in [(count[i], ""), (spare, "CHANGE")].into_iter().filter(|c| c.0 > 0) {
            let id = CounterId(500 + u32::from(nation.0) * 10 + i as u32);
            let mut c = blank(id, HexId::NONE, 0, &info.army);
            c.figure = "infantry".into();
            c.strength.values = vec![coin.to_string()];
            c.tag = tag.into();
            c.line = format!("{} strength {coin}", info.adjective);
            out.pieces.push(piece_with_back(String::new(), side.clone(), c, copies));
        }
    }
    out.roster.push(RosterView {
        piece: String::new(),
        side,
        name: format!("{} strength lost", info.adjective),
        boxes: total,
        note: "killed or taken".into(),
        rule: Rule("17.0"),
    });
}

fn depots(cx: &Ctx, side: SideId, out: &mut KitView) {
    let info = &cx.setup.sides[side.index()];
    let start = cx.setup.start.depots.iter().filter(|d| d.1 == side).count();
    let later = cx.setup.special.arrivals.iter().filter(|a| a.side == side && a.depot.is_some()).count();
    let loose = |l: &&crate::placing::Loose| {
        matches!(l.what, Thing::Depot { .. }) && cx.setup.start.entries[l.entry as usize].side == side
    };
    let placed = cx.setup.start.loose.iter().filter(loose).count();
    let mut c = blank(CounterId(900 + u32::from(side.0)), HexId::NONE, 0, &info.army);
    c.figure = "depot".into();
    c.name = "Depot".into();
    c.line = format!("Depot of {}", info.name);
    let back = CounterView {
        name: "Building".into(),
        strength: CounterStrength { reduced: true, ..c.strength.clone() },
        ..c.clone()
    };
    let copies = (start + later + placed) as u16 + SPARE_DEPOTS;
    out.pieces.push(PieceView { piece: String::new(), side: info.id.clone(), front: c, back, copies });
}

fn markers(cx: &Ctx) -> Vec<MarkerView> {
    let mut out = Vec::new();
    let mut add = |name: &str, back: &str, army: &str, count: usize, rule: &'static str| {
        out.push(MarkerView::worded(name, back, army, count, rule));
    };
    add("Turn", "Winter", "", 1, "4.1");
    add("March", "Forced", "", 1, "5.1");
    for s in &cx.setup.sides {
        add("Beaten", "Beaten", &s.army, 4, "11.11");
        add("Inside", "Inside", &s.army, (cx.setup.forts.len() / 3).clamp(4, 12), "12.1");
        add("VP", "-VP", &s.army, 1, "17.0");
    }
    add("Siege", "Siege", "", (cx.setup.forts.len() / 4).clamp(2, 8), "13.12");
    if cx.setup.special.camp.is_some() {
        add("Camp", "Building", "", 1, "1761.4C");
    }
    out
}
