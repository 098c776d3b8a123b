//! Wings that are not spotted yet: their counters, what is known of them, and how they go into a scenario (17).

use super::inspect::line;
use crate::Context;
use crate::fields;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::state::{Behind, Cover, Flag, State};
use engine::hex::HexId;
use engine::present::{Badge, CounterId, CounterPlace, CounterStrength, CounterView, InStack, Inspector};
use engine::scenario::ScenarioDoc;
use smallvec::smallvec;

pub fn views(cx: &Context, s: &State, seat: u8) -> Vec<CounterView> {
    let unspotted = (0..s.covers.len() as u8).filter(|c| s.covers[usize::from(*c)].is_on_map());
    unspotted.flat_map(|c| cover_views(cx, s, seat, c)).collect()
}

/// The counters of an unspotted wing: the leader's with its arm, then two that only say where it may be.
fn cover_views(cx: &Context, s: &State, seat: u8, cover: u8) -> Vec<CounterView> {
    let c = &s.covers[usize::from(cover)];
    let side = &cx.setup.sides[c.side.index()];
    let name = crate::words::cover_name(cx, s, cover);
    let called = |which: u8| {
        if which == 0 { name.clone() } else { format!("Dis counter {which} of {name}") }
    };
    let view = |which: u8, hex: HexId| CounterView {
        id: crate::words::cover_counter(cx, cover, which),
        place: CounterPlace::Hexes(smallvec![hex]),
        army: side.army.clone(),
        figure: if which == 0 { "leader" } else { "dust" }.into(),
        name: called(which),
        strength: CounterStrength {
            values: vec![match (which, c.cavalry) {
                (0, true) => "Cav".into(),
                (0, false) => "Inf".into(),
                _ => "Dis".into(),
            }],
            ..CounterStrength::default()
        },
        badges: if c.column { vec![Badge::Column] } else { Vec::new() },
        stack: InStack { rider: which == 0, ..InStack::default() },
        own: c.side.0 == seat,
        can_act: c.side == s.active && !c.moved,
        line: format!("{}, {}", called(which), cx.setup.label(hex)),
        ..CounterView::default()
    };
    let all = [c.at, c.dis[0], c.dis[1]].into_iter().enumerate();
    all.filter(|(_, h)| !h.is_none()).map(|(i, h)| view(i as u8, h)).collect()
}

pub fn inspect(cx: &Context, s: &State, counter: CounterId) -> Inspector {
    let first = cx.setup.units.len() + cx.setup.leaders.len();
    match (counter.0 as usize).checked_sub(first) {
        Some(n) => inspect_cover(cx, s, n),
        None => Inspector::default(),
    }
}

fn inspect_cover(cx: &Context, s: &State, n: usize) -> Inspector {
    let Some(c) = s.covers.get(n / 3) else { return Inspector::default() };
    let name = crate::words::cover_name(cx, s, (n / 3) as u8);
    let column = if c.column { "In Column" } else { "Deployed" };
    let mut lines = vec![line("Formation", column, "17.1.4")];
    if c.what != Behind::Unknown {
        lines.push(line("Movement", crate::approach::cover_allowance(cx, s, c), "17.1.4"));
    }
    Inspector { title: name, lines, ..Inspector::default() }
}

/// What is still to be set up or unspotted is set up anew; armies that are Activated stay so (4.1, 17).
pub fn position(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let is_waiting = |id: &String| {
        let unit = cx.setup.units.iter().position(|u| &u.id == id && u.set_up);
        let leader = cx.setup.leaders.iter().position(|l| &l.id == id && l.set_up);
        let is_new = s.turn == 0 || s.is_setting_up();
        match (unit, leader) {
            (Some(u), _) => {
                let u = UnitId(u as u8);
                s.has(u, Flag::Veiled) || (is_new && !s.unit(u).is_on_map())
            }
            (_, Some(l)) => {
                let l = s.leader(LeaderId(l as u8));
                l.veiled || (is_new && !l.is_on_map())
            }
            _ => false,
        }
    };
    for entry in &mut out.setup {
        entry.pieces.retain(is_waiting);
    }
    out.setup.retain(|e| !e.pieces.is_empty());
    if !fields::FORM.read(&out.props).unwrap_or_default() {
        return;
    }
    for side in SideId::BOTH {
        let card = &cx.setup.sides[side.index()];
        let Some(doc) = out.sides.iter_mut().find(|d| d.id == card.id) else { continue };
        fields::ACTIVATED.write(&mut doc.props, s.army(side).active);
        if s.turn == 0 || s.is_setting_up() || !cx.setup.is_hidden() {
            continue;
        }
        for (field, cavalry) in [(fields::INFANTRY_DUMMIES, false), (fields::CAVALRY_DUMMIES, true)] {
            let is_one =
                |c: &&Cover| c.side == side && c.cavalry == cavalry && !c.gone && c.what == Behind::Dummy;
            let left = s.covers.iter().filter(is_one).count();
            field.write(&mut doc.props, left as u8);
        }
        let is_false = |c: &&Cover| c.side == side && !c.gone && c.what == Behind::FalseLeader;
        let left = s.covers.iter().filter(is_false).count() as u8;
        fields::FALSE_LEADERS.write_if(&mut doc.props, Some(left).filter(|_| card.false_leaders > 0));
    }
}
