//! 13 to 15: movement and zones.

use super::world::World;
use crate::action::Action;
use crate::movement::{Group, Spent, Theatre, Way, reach};
use crate::state::Flag;

const PR: &str = "prussian";
const AU: &str = "austrian";

#[test]
fn ground_has_its_price() {
    // 13.7, 13.8: one for open ground, two for forest, three for rough; infantry has four points.
    let mut w = World::new();
    w.paint("forest", "0504").paint("rough", "0505");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504");
    assert!(!g.can_go("0505"), "2 + 3 are more than 4");
    assert_eq!(g.why_not("0505"), "13.3");
    g.go("0603");
    assert!(g.can_go("0602"), "2 + 1 + 1 are four");
    g.go("0602");
    assert!(!g.is_marching(), "nothing is left");
    assert!(g.s.unit(inf).has(Flag::Marched));
}

#[test]
fn the_first_hex_may_cost_anything() {
    // 13.4: a garrison with two points crosses a river into rough ground, and no further.
    let mut w = World::new();
    w.paint("rough", "0504").river("0503", "0504").road("0504 0505");
    let gar = w.unit(PR, "garrison", "0503");
    w.unit(PR, "garrison", "1010");
    let mut g = w.moving(1);
    g.lead(gar).go("0504");
    assert!(!g.is_marching());
    assert_eq!(g.refusal(&Action::Lead { unit: gar }).rule.0, "13.6");
}

#[test]
fn the_minimum_move_is_none_into_mountains() {
    let mut w = World::new();
    w.paint("mountain", "0504");
    let gar = w.unit(PR, "garrison", "0503");
    let mut g = w.moving(1);
    g.lead(gar);
    assert_eq!(g.why_not("0504"), "13.9");
}

#[test]
fn rivers_cost_two_more() {
    // 13.10
    let mut w = World::new();
    w.river("0503", "0504");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505");
    assert!(!g.is_marching(), "2 + 1 + 1 are four");
}

#[test]
fn a_move_wholly_by_road_goes_twice_as_far() {
    // 13.11, 13.12: eight hexes over a bridge for infantry.
    let mut w = World::new();
    w.road("0503 0504 0505 0506 0507 0508 0509 0510 0511 0512").river("0505", "0506").paint("rough", "0507");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505 0506 0507");
    assert!(
        !g.can_go("0607") && g.can_go("0508"),
        "four road hexes cost 4 at full prices: none is left off the road"
    );
    g.go("0508 0509 0510 0511");
    assert!(!g.is_marching() && g.is_at(inf, "0511"));
}

#[test]
fn who_leaves_a_road_pays_full_prices() {
    // 13.11: three hexes by road are 3 points if the move leaves it.
    let mut w = World::new();
    w.road("0503 0504 0505 0506 0507 0508 0509 0510 0511 0512");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505 0506");
    assert!(g.can_go("0606"), "3 + 1 are four");
    g.go("0507");
    assert!(!g.can_go("0607"), "4 + 1 are five");
    assert_eq!(g.why_not("0607"), "13.3");
    g.go("0508 0509 0510 0511");
    assert!(!g.is_marching(), "eight half points");
}

#[test]
fn a_road_is_joined_at_full_price() {
    // 13.11: a move that begins off the road pays one for each road hex.
    let mut w = World::new();
    w.road("0504 0505 0506 0507 0508");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505 0506 0507");
    assert!(!g.is_marching());
}

#[test]
fn passes_cost_a_whole_point() {
    // 13.13: mountains and forests along a road cost one each.
    let mut w = World::new();
    w.paint("mountain", "0504 0505").paint("forest", "0506 0507").road("0503 0504 0505 0506 0507 0508");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505 0506 0507");
    assert!(!g.is_marching());
    assert!(g.is_at(inf, "0507"));
}

#[test]
fn mountains_are_left_in_any_direction() {
    let mut w = World::new();
    w.paint("mountain", "0504").road("0503 0504");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505 0506 0507");
    assert!(g.is_at(inf, "0507"));
}

#[test]
fn leaders_and_trains_move_along_rivers() {
    // 13.14: half a point a hex over any ground, for the whole phase, and not for others.
    let mut w = World::new();
    w.paint("mountain", "0505").bank("0503 0504 0505 0506 0507 0508 0509 0510");
    let train = w.unit(PR, "siege-train", "0503");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(train);
    let by = |g: &super::world::Game, label: &str| Action::GoByRiver { to: g.hex(label) };
    let first = by(&g, "0504");
    g.act(first);
    let second = by(&g, "0505");
    g.act(second);
    assert_eq!(g.why_not("0506"), "13.14", "not mixed with other movement");
    for label in ["0506", "0507", "0508", "0509"] {
        let next = by(&g, label);
        g.act(next);
    }
    assert!(!g.is_marching(), "six hexes for three points");
    g.lead(inf);
    assert_eq!(g.refusal(&by(&g, "0504")).rule.0, "13.14");
}

#[test]
fn a_river_move_is_not_joined_from_another() {
    let mut w = World::new();
    w.bank("0504 0505 0506");
    let train = w.unit(PR, "supply-train", "0503");
    let mut g = w.moving(1);
    g.lead(train).go("0504");
    let to = g.hex("0505");
    assert_eq!(g.refusal(&Action::GoByRiver { to }).rule.0, "13.14");
}

#[test]
fn a_drawn_path_is_gone_along_the_river_if_only_that_leads_to_its_end() {
    let mut w = World::new();
    w.bank("0503 0504 0505 0506 0507 0508 0509 0510");
    let train = w.unit(PR, "siege-train", "0503");
    let g = w.moving(1);
    let side = crate::ids::SideId::COALITION;
    let theatre = Theatre::new(&g.cx, &g.s, side);
    let group = Group::of(&g.cx, &g.s, side, &[train], false);
    let path: Vec<_> = ["0504", "0505", "0506", "0507"].iter().map(|label| g.hex(label)).collect();
    let by_river =
        |n: usize| crate::movement::is_by_river(&theatre, &group, Spent::NOTHING, g.hex("0503"), &path[..n]);
    assert_eq!([by_river(1), by_river(3), by_river(4)], [false, false, true]);
}

#[test]
fn enemies_neutrals_and_closed_land_are_no_ground() {
    // 13.5, 14.1, 25.3
    let mut w = World::new();
    w.land("saxony", Some(2), "0604 0605").land("poland", None, "0403");
    let inf = w.unit(PR, "infantry", "0504");
    w.unit(AU, "infantry", "0505");
    w.unit("saxon", "infantry", "0604");
    let mut g = w.moving(1);
    g.lead(inf);
    assert_eq!(g.why_not("0505"), "13.5");
    assert_eq!(g.why_not("0604"), "25.3");
    assert_eq!(g.why_not("0403"), "25.3");
    assert!(g.can_go("0503"));
}

#[test]
fn neutral_land_opens_when_its_country_joins() {
    // 25.2
    let mut w = World::new();
    w.land("saxony", Some(2), "0504");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.s.control.join(2, engine::present::Seat(0));
    g.lead(inf).go("0504");
}

#[test]
fn an_enemy_zone_stops() {
    // 13.16, 15.4: leaders, trains and garrisons have zones too (15.2.1).
    for kind in ["leader", "supply-train", "garrison", "infantry"] {
        let mut w = World::new();
        let inf = w.unit(PR, "infantry", "0503");
        w.unit(AU, kind, "0506");
        let mut g = w.moving(1);
        g.lead(inf).go("0504 0505");
        assert!(!g.is_marching(), "{kind}");
    }
}

#[test]
fn who_begins_in_a_zone_enters_no_other() {
    // 15.7: neither next to it nor further on.
    let mut w = World::new();
    let inf = w.unit(PR, "infantry", "0505");
    w.unit(AU, "infantry", "0506");
    w.unit(AU, "infantry", "0501");
    let mut g = w.moving(1);
    g.lead(inf);
    let zone = g.legal();
    assert!(!zone.contains(&Action::Go { to: g.hex("0605") }), "0605 touches 0506");
    assert_eq!(g.why_not("0605"), "15.7");
    g.go("0504 0503");
    assert_eq!(g.why_not("0502"), "15.7", "a zone of somebody else is one all the same");
}

#[test]
fn a_zone_is_there_whoever_stands_in_it() {
    // 15.2.2, 15.8: friends do not cancel a zone.
    let mut w = World::new();
    let inf = w.unit(PR, "infantry", "0503");
    w.unit(PR, "infantry", "0505");
    w.unit(AU, "infantry", "0506");
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505");
    assert!(!g.is_marching());
}

#[test]
fn fortresses_neither_give_nor_take_zones() {
    // 15.2.3, 15.8: the enemy inside has no zone; an empty fortress next to enemies is entered and left.
    let mut w = World::new();
    w.fortress("Brieg", "0504").fortress("Neisse", "0506");
    w.unit(PR, "infantry", "0502");
    w.unit(AU, "infantry", "0506");
    w.unit(AU, "infantry", "0604");
    let g = w.moving(1);
    // 0604 touches 0504 and 0505; the fortress is free of its zone.
    let field = crate::zones::Field::of(&g.cx.setup, &g.s);
    let habsburg = crate::ids::SideId::HABSBURG;
    assert!(!field.is_in_zone_of(habsburg, g.hex("0504")));
    assert!(!field.is_in_zone_of(habsburg, g.hex("0507")), "out of a fortress");
    assert!(field.is_in_zone_of(habsburg, g.hex("0603")));
    assert_eq!(
        field.is_in_zone_of(habsburg, g.hex("0505")),
        crate::zones::is_in_enemy_zone(&g.cx.setup, &g.s, crate::ids::SideId::COALITION, g.hex("0505"))
    );
}

#[test]
fn a_fortress_is_left_into_a_zone() {
    let mut w = World::new();
    w.fortress("Brieg", "0504");
    let inf = w.unit(PR, "infantry", "0504");
    w.unit(AU, "infantry", "0506");
    let mut g = w.moving(1);
    g.lead(inf).go("0505");
    assert!(!g.is_marching());
}

#[test]
fn a_group_goes_as_fast_as_its_slowest() {
    // 13.2: and who stays behind lets the others go on.
    let mut w = World::new();
    let cav = w.unit(PR, "cavalry", "0503");
    let inf = w.unit(PR, "infantry", "0503");
    w.unit(PR, "garrison", "1010");
    let mut g = w.moving(1);
    g.lead(cav);
    g.act(Action::Join { unit: inf });
    g.go("0504 0505 0506 0507");
    assert!(!g.can_go("0508"));
    g.act(Action::Drop { unit: inf });
    g.go("0508 0509");
    assert!(!g.is_marching());
    assert!(g.is_at(inf, "0507") && g.is_at(cav, "0509"));
    assert_eq!(g.refusal(&Action::Lead { unit: inf }).rule.0, "13.6", "all its movement was one move");
}

#[test]
fn whoever_does_not_join_after_all_may_still_move() {
    let mut w = World::new();
    let units: Vec<_> = (0..3).map(|_| w.unit(PR, "infantry", "0503")).collect();
    let mut g = w.moving(1);
    g.lead(units[0]);
    g.act(Action::JoinAll);
    g.act(Action::Drop { unit: units[2] });
    assert!(!g.legal().contains(&Action::Join { unit: units[2] }), "it does not come and go");
    g.go("0504 0505 0506 0507");
    assert!(g.is_at(units[1], "0507"));
    g.lead(units[2]);
}

#[test]
fn stacks_are_of_any_size() {
    // 14.1
    let mut w = World::new();
    let inf = w.unit(PR, "infantry", "0503");
    for _ in 0..20 {
        w.unit(PR, "infantry-wing", "0504");
    }
    let mut g = w.moving(1);
    g.lead(inf).go("0504 0505");
}

#[test]
fn large_armies_stop_who_enters() {
    // 37.2.1: ten brigade equivalents; trains of supply, leaders and garrisons do not count.
    for (wings, brigades, stops) in [(3, 1, true), (3, 0, false)] {
        let mut w = World::new();
        w.setup.options.large_armies = true;
        let inf = w.unit(PR, "infantry", "0503");
        for _ in 0..wings {
            w.unit(PR, "infantry-wing", "0504");
        }
        for _ in 0..brigades {
            w.unit(PR, "siege-train", "0504");
        }
        w.unit(PR, "garrison", "0504");
        w.unit(PR, "leader", "0504");
        w.unit(PR, "supply-train", "0504");
        let mut g = w.moving(1);
        g.lead(inf).go("0504");
        assert_eq!(!g.is_marching(), stops, "{wings} wings, {brigades} trains");
    }
}

#[test]
fn a_moving_large_army_goes_on() {
    // 37.2.1: its own size does not stop it.
    let mut w = World::new();
    w.setup.options.large_armies = true;
    let units: Vec<_> = (0..4).map(|_| w.unit(PR, "infantry-wing", "0503")).collect();
    let mut g = w.moving(1);
    g.lead(units[0]);
    g.act(Action::JoinAll);
    g.go("0504 0505 0506");
    assert!(units.iter().all(|u| g.is_at(*u, "0506")));
}

#[test]
fn light_units_slip_from_zone_to_zone() {
    // 34.1: with a free hex between, and only with the option.
    for light in [true, false] {
        let mut w = World::new();
        w.setup.options.light_units = light;
        let lt = w.unit(PR, "light", "0505");
        w.unit(AU, "infantry", "0506");
        w.unit(AU, "infantry", "0501");
        let mut g = w.moving(1);
        g.lead(lt);
        assert_eq!(g.why_not("0605"), "15.7", "never straight from one to the next");
        g.go("0504 0503");
        assert_eq!(g.can_go("0502"), light);
        if light {
            g.go("0502");
            assert!(!g.is_marching(), "it stops in the first");
        }
    }
}

#[test]
fn light_units_cross_mountains() {
    // 34.2: as rough ground; others with them keep them on the road.
    let mut w = World::new();
    w.setup.options.light_units = true;
    w.paint("mountain", "0504 0505");
    let lt = w.unit(PR, "light", "0503");
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    g.lead(lt);
    g.act(Action::Join { unit: inf });
    assert_eq!(g.why_not("0504"), "13.9");
    g.act(Action::Drop { unit: inf });
    g.go("0504 0505");
    assert!(!g.is_marching(), "3 + 3 are six");
}

#[test]
fn pillaged_hexes_cost_one_more() {
    // 35.2.1
    let mut w = World::new();
    let inf = w.unit(PR, "infantry", "0503");
    let mut g = w.moving(1);
    let hex = g.hex("0504");
    g.s.pillaged.push(hex);
    g.lead(inf).go("0504 0505 0506");
    assert!(!g.is_marching(), "2 + 1 + 1 are four");
}

#[test]
fn works_bar_the_gate_of_a_fortress() {
    // 36.2: the enemy's next to a held fortress.
    let mut w = World::new();
    w.fortress("Brieg", "0504");
    let inf = w.unit(PR, "infantry", "0504");
    let other = w.unit(PR, "infantry", "0502");
    w.unit(AU, "infantry", "0505");
    let mut g = w.moving(1);
    let hex = g.hex("0505");
    g.s.works.push(crate::state::FieldWorks { hex, side: crate::ids::SideId::HABSBURG });
    assert!(!g.legal().contains(&Action::Lead { unit: inf }));
    g.lead(other).go("0503");
    assert_eq!(g.why_not("0504"), "36.2");
}

#[test]
fn reach_agrees_with_hex_by_hex() {
    let mut w = World::new();
    w.paint("forest", "0504 0606").paint("rough", "0704").paint("mountain", "0803 0405");
    w.road("0503 0504 0505 0506 0507 0508 0509 0510").road("0507 0607 0707").river("0505", "0605");
    w.fortress("Brieg", "0604");
    let units: Vec<_> = ["infantry", "cavalry", "leader"].iter().map(|k| w.unit(PR, k, "0503")).collect();
    w.unit(AU, "infantry", "0708");
    w.unit(AU, "light", "0301");
    let g = w.moving(1);
    let side = crate::ids::SideId::COALITION;
    let from = g.hex("0503");
    let theatre = Theatre::new(&g.cx, &g.s, side);
    let group = Group::of(&g.cx, &g.s, side, &units, false);
    let found = reach(&theatre, &group, Spent::NOTHING, from);
    // Every hex, by every path that steps allow.
    let mut best: std::collections::BTreeMap<engine::hex::HexId, u8> = Default::default();
    let mut open = vec![(from, Spent::NOTHING)];
    let mut seen = std::collections::BTreeSet::new();
    while let Some((at, spent)) = open.pop() {
        for (to, by_river) in theatre.steps(&group, spent, at).collect::<Vec<_>>() {
            let step = theatre.step(&group, spent, at, to, by_river).unwrap();
            let cost = step.spent.least().min(group.allowance);
            best.entry(to).and_modify(|c| *c = (*c).min(cost)).or_insert(cost);
            let key = (to, step.spent.full, step.spent.road, step.spent.river);
            if !step.stops && seen.insert(key) {
                open.push((to, step.spent));
            }
        }
    }
    best.remove(&from);
    assert!(best.len() > 20);
    assert_eq!(found.hexes(from), best.keys().copied().collect::<Vec<_>>());
    for (hex, cost) in &best {
        assert_eq!(found.cost_of(*hex).unwrap().1, *cost, "{}", g.cx.setup.map.label(*hex));
        let (by_river, path) = found.path_to(*hex).unwrap();
        let mut at = from;
        let mut spent = Spent::NOTHING;
        for to in path {
            spent = theatre.step(&group, spent, at, to, by_river).unwrap().spent;
            at = to;
        }
        assert_eq!((at, spent.least().min(group.allowance)), (*hex, *cost));
    }
    assert_eq!(found.cost_of(g.hex("0509")).map(|c| c.0), Some(Way::Road));
}
