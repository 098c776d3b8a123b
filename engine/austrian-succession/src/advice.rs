//! What computer players go by: how well off a side is.

use crate::ids::SideId;
use crate::state::{Spot, State};
use crate::{AustrianSuccession, Context, victory};
use engine::game::{Advice, Cx, RandomSource, Seen};

/// What a Victory Point is worth, where 100 is a brigade.
const POINT: f64 = 60.0;
/// What a Morale Point is worth beside the Victory Point it counts as.
const MORALE: f64 = 40.0;
/// What a point of combat strength on the map is worth.
const STRENGTH: f64 = 40.0;

impl Advice for AustrianSuccession {
    fn evaluate(cx: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        let side = SideId(s.seat().0.min(1));
        worth(cx, s.state(), side) - worth(cx, s.state(), side.enemy())
    }

    fn sample(cx: &Cx<Self>, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        crate::sample::sample(cx, s.state(), s.seat(), random)
    }
}

/// Points, morale, and what stands on the map; of the enemy, what is seen of it.
fn worth(cx: &Context, s: &State, side: SideId) -> f64 {
    let setup = &cx.setup;
    let mut sum = f64::from(victory::points(cx, s, side)) * POINT + f64::from(s.side(side).morale) * MORALE;
    for u in setup.unit_ids().filter(|u| s.owner(setup, *u) == Some(side)) {
        let unit = s.unit(u);
        if matches!(unit.spot, Spot::Hex(_) | Spot::Staging | Spot::Covered) {
            sum += f64::from(setup.unit(u).face(unit.is_elite()).strength) * STRENGTH;
        }
    }
    sum
}
