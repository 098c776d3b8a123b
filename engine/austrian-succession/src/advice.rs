//! What computer players go by: how well off a side is, whole undertakings, and what is not worth trying.

mod distances;
mod plans;
mod worth;

pub use distances::Distances;

use crate::action::Action;
use crate::decide::Frame;
use crate::ids::SideId;
use crate::state::State;
use crate::{AustrianSuccession, Context};
use engine::game::{Advice, Cx, Plan, RandomSource, Seen};

impl Advice for AustrianSuccession {
    fn evaluate(cx: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        worth::worth(cx, s.state(), SideId(s.seat().0.min(1)))
    }

    fn sample(cx: &Cx<Self>, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        crate::sample::sample(cx, s.state(), s.seat(), random)
    }

    fn thin_out(cx: &Cx<Self>, s: &Seen<'_, Self>, legal: &mut Vec<Action>) {
        thin_out(cx, s.state(), legal);
    }

    fn plans(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Plan<Action>>) {
        let mut legal = Vec::new();
        engine::game::decision::list_answers::<Self>(cx, s.state(), &mut legal);
        plans::plans(cx, s.state(), legal, out);
    }
}

/// Takes out of a list of legal actions what is hardly worth trying: of choices that come to much the same the first, of losses the
/// two that cost least.
fn thin_out(cx: &Context, s: &State, legal: &mut Vec<Action>) {
    if legal.len() < 2 {
        return;
    }
    match s.frames.top() {
        Some(Frame::Rout(_) | Frame::TakeTrain(_) | Frame::LoseLight(_)) => legal.truncate(1),
        Some(Frame::Retreat(_) | Frame::Honors(_)) => legal.truncate(2),
        Some(Frame::Commit(_)) => legal.retain(|a| *a == Action::Fight),
        Some(Frame::Command(_) | Frame::Losses(_)) => {
            if let Some((usual, _)) = crate::reckon::usual(cx, s, legal) {
                legal.retain(|a| *a == usual);
            }
        }
        _ => {}
    }
}
