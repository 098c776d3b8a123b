//! What a table game needs: counters with both faces, event markers, markers.

use super::board::unit_view;
use crate::events::line;
use crate::ids::{MarkerId, SideId, UnitId};
use crate::state::Flag;
use crate::{AustrianSuccession, Context, State};
use engine::game::Play;
use engine::present::{CounterPlace, CounterView, InStack, KitView, MarkerView, PieceView, Seat};

pub fn kit(cx: &Context) -> KitView {
    let start = AustrianSuccession::start(cx);
    KitView {
        secret: true,
        pieces: cx.setup.unit_ids().map(|u| piece(cx, &start, u)).collect(),
        markers: markers(cx),
        roster: Vec::new(),
        special_rules: Vec::new(),
    }
}

/// A counter with its regular and its Elite side; Frederick has two Values (2.6, 22.6).
fn piece(cx: &Context, start: &State, u: UnitId) -> PieceView {
    let card = cx.setup.unit(u);
    let face = |turned: bool| {
        let mut s = start.clone();
        let flags = &mut s.unit_mut(u).flags;
        flags.clear(Flag::Elite);
        let flag = if card.is_leader() { Flag::Reverse } else { Flag::Elite };
        if turned || card.regular.is_none() {
            flags.set(flag);
        }
        let view = unit_view(cx, &s, Seat::OPEN, u, false);
        CounterView {
            place: CounterPlace::Box { sheet: String::new(), slot: String::new() },
            badges: Vec::new(),
            stack: InStack::default(),
            ..view
        }
    };
    let front = face(false);
    let has_back = card.elite.is_some() && card.regular.is_some();
    let has_reverse = card.value.is_some_and(|v| v.reverse.is_some());
    let back =
        if has_back || has_reverse { face(true) } else { CounterView { hidden: true, ..front.clone() } };
    let side = card.party.map_or_else(String::new, |p| cx.setup.parties[p.index()].id.clone());
    PieceView { piece: card.id.clone(), side, front, back, copies: 1 }
}

fn markers(cx: &Context) -> Vec<MarkerView> {
    let mut out = vec![
        MarkerView::worded("Turn", "Turn", "", 1, "4.1"),
        MarkerView::worded("Initiative", "Initiative", "", 1, "6.2"),
        MarkerView::worded("Drill", "Activated", "", 10, "11.5"),
    ];
    if cx.setup.options.field_works {
        out.push(MarkerView::worded("Field Works", "Field Works", "", 6, "36.2"));
    }
    if cx.setup.options.pillage {
        out.push(MarkerView::worded("Pillaged", "Pillaged", "", 8, "35.1"));
    }
    for side in SideId::BOTH {
        let card = &cx.setup.sides[side.index()];
        out.push(MarkerView::worded("Morale", "Morale", &card.army, 1, "5.2"));
        for (i, count) in card.pool.iter().enumerate().filter(|(_, n)| **n > 0) {
            let name = &line(cx, MarkerId(i as u8)).name;
            out.push(MarkerView::worded(name, "Event", &card.army, usize::from(*count), "7.2"));
        }
    }
    out
}
