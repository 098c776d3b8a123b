//! 9: reinforcements, which events bring without cost.

use crate::action::Landing;
use crate::data::{Effect, Landing as LandingRule};
use crate::events::{is_barred, is_in, lands_named, line};
use crate::ids::{LandId, SideId, UnitId};
use crate::setup::Setup;
use crate::state::{Reinforcement, State};
use crate::words::unit_name;
use crate::{Context, belligerents};
use engine::hex::HexId;
use engine::present::Refusal;
use smallvec::SmallVec;

/// Where the marker of a reinforcement lets it land.
fn landing_rule<'a>(cx: &'a Context, group: &Reinforcement) -> Option<&'a LandingRule> {
    line(cx, group.marker).effects.iter().find_map(|e| match e {
        Effect::Reinforce { landing, .. } => Some(landing),
        _ => None,
    })
}

fn is_friendly_fortress(setup: &Setup, s: &State, side: SideId, hex: HexId) -> bool {
    setup.ground(hex).is_fortress && s.holder(setup, hex) == Some(side)
}

/// The staging area of a unit's nation, or the hex that stands for it on sheets without one.
fn staging_landing(cx: &Context, unit: UnitId) -> Option<Landing> {
    let nation = cx.setup.unit(unit).nation;
    let area = cx.setup.staging_area_of(nation);
    area.map(|_| Landing::Staging).or(cx.setup.staging.instead.map(Landing::Hex))
}

/// Whether a hex belongs to an edge of the map, which is an area of the scenario.
fn is_on_edge(setup: &Setup, hex: HexId, edge: &str) -> bool {
    setup.map.region(edge).is_some_and(|hexes| hexes.contains(&hex))
}

/// Whether the rule of an event names this hex, enemies apart.
fn names(cx: &Context, s: &State, group: &Reinforcement, rule: &LandingRule, at: Landing) -> bool {
    let setup = &cx.setup;
    let in_lands = |hex: HexId, lands: &[String]| {
        let fixed: &[LandId] = &group.lands;
        if fixed.is_empty() {
            is_in(setup, hex, &lands_named(setup, lands))
        } else {
            is_in(setup, hex, fixed)
        }
    };
    match (rule, at) {
        (LandingRule::AnyHex { lands, .. }, Landing::Hex(hex)) => {
            in_lands(hex, lands) && setup.ground(hex).cost.is_some()
        }
        (LandingRule::PlaceOrEdge { lands, edge }, Landing::Hex(hex)) => {
            let is_place = setup.ground(hex).place.is_some() && in_lands(hex, lands);
            let is_edge = edge.as_deref().is_some_and(|e| is_on_edge(setup, hex, e));
            is_place || (is_edge && setup.ground(hex).cost.is_some())
        }
        (LandingRule::FortressOrStaging { lands }, Landing::Hex(hex)) => {
            in_lands(hex, lands) && is_friendly_fortress(setup, s, group.side, hex)
        }
        (LandingRule::Places(list), Landing::Hex(hex)) => {
            setup.place_at(hex).is_some_and(|p| list.contains(&p.name))
        }
        (LandingRule::FortressOrStaging { .. } | LandingRule::Staging, at) => {
            staging_landing(cx, group.unit) == Some(at)
        }
        _ => false,
    }
}

/// Whether a reinforcement may be placed there (9.2, 9.4).
pub fn check(cx: &Context, s: &State, group: &Reinforcement, at: Landing) -> Result<(), Refusal> {
    let setup = &cx.setup;
    let name = unit_name(cx, group.unit);
    let Some(rule) = landing_rule(cx, group) else {
        return Err(Refusal::new("9.2", format!("No event says where {name} comes.")));
    };
    if !names(cx, s, group, rule, at) {
        return Err(Refusal::new("9.2", format!("The event does not bring {name} there.")));
    }
    let Landing::Hex(hex) = at else { return Ok(()) };
    if belligerents::is_shut(setup, s, hex) {
        return Err(Refusal::new("25.3", "That land is shut to both sides."));
    }
    if is_barred(setup, s, group.side, hex) {
        return Err(Refusal::new(
            "9.4",
            format!("{name} may not come where the enemy stands or has a zone."),
        ));
    }
    Ok(())
}

/// Everywhere a reinforcement may be placed now.
pub fn landings(cx: &Context, s: &State, group: &Reinforcement) -> Vec<Landing> {
    let setup = &cx.setup;
    let staging = [Landing::Staging].into_iter();
    let hexes = setup.map.grid.ids().map(Landing::Hex);
    staging.chain(hexes).filter(|at| check(cx, s, group, *at).is_ok()).collect()
}

/// Groups of a side that wait for their place.
pub fn due(s: &State, side: SideId) -> SmallVec<[Reinforcement; 4]> {
    s.reinforcements.iter().filter(|r| r.side == side).cloned().collect()
}
