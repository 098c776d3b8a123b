//! 19: supply; 20: Rally; 23: winter; 35 and 37: pillage and Large Armies.

use super::world::{Game, World};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::logistics::{Column, Depots, attrition};
use crate::state::{Flag, Phase, Spot};

const PR: &str = "prussian";
const AU: &str = "austrian";
const COALITION: SideId = SideId::COALITION;

fn still(w: World) -> Game {
    w.moving(1)
}

/// Labels of the hexes out of supply.
fn hungry(g: &Game) -> Vec<String> {
    let hexes = Depots::new(&g.cx, &g.s, COALITION).hungry(&[]);
    hexes.iter().map(|hex| g.cx.setup.map.label(*hex)).collect()
}

fn stack(kinds: &[&str]) -> Game {
    let mut w = World::new();
    for kind in kinds {
        w.unit(PR, kind, "0510");
    }
    still(w)
}

#[test]
fn one_or_two_brigades_forage_freely() {
    // 19.2.1, 19.2.5 and both examples of 19.2: one wing, one siege train and one leader; one brigade instead of the wing.
    for (kinds, fed) in [
        (&["infantry-wing", "siege-train", "leader"][..], false),
        (&["infantry", "siege-train", "leader"], true),
        (&["infantry", "cavalry"], true),
        (&["infantry", "cavalry", "light"], false),
        (&["garrison", "light", "supply-train", "leader", "leader"], true),
        (&["cavalry-wing"], false),
        (&["leader", "supply-train"], true),
    ] {
        assert_eq!(hungry(&stack(kinds)).is_empty(), fed, "{kinds:?}");
    }
}

#[test]
fn a_fortress_feeds_those_inside() {
    // 19.2.2, 35.2.2: unless it is pillaged.
    let mut w = World::new();
    w.fortress("Brieg", "0510");
    w.unit(PR, "infantry-wing", "0510");
    let mut g = still(w);
    assert!(hungry(&g).is_empty());
    let hex = g.hex("0510");
    g.s.pillaged.push(hex);
    assert_eq!(hungry(&g), ["0510"]);
}

/// A wing in 0503, and a fortress held by the Coalition so many hexes south of it.
fn line(length: usize, change: impl Fn(&mut World, &str)) -> Game {
    let mut w = World::new();
    let at = format!("05{:02}", 3 + length);
    w.fortress("Brieg", &at);
    w.unit(PR, "infantry-wing", "0503");
    w.unit(PR, "garrison", &at);
    let path: Vec<String> = (3..=3 + length).map(|row| format!("05{row:02}")).collect();
    change(&mut w, &path.join(" "));
    still(w)
}

#[test]
fn lines_are_six_by_road_nine_by_river_and_three_otherwise() {
    // 19.3.1
    for length in 1..=10 {
        let country = line(length, |_, _| {});
        assert_eq!(hungry(&country).is_empty(), length <= 3, "{length} over land");
        let road = line(length, |w, path| {
            w.road(path);
        });
        assert_eq!(hungry(&road).is_empty(), length <= 6, "{length} by road");
        let river = line(length, |w, path| {
            w.bank(path);
        });
        assert_eq!(hungry(&river).is_empty(), length <= 9, "{length} by river");
    }
}

#[test]
fn roads_and_rivers_do_not_mix() {
    // The note of 19.3: four by road, then four along a river.
    let g = line(8, |w, _| {
        w.road("0503 0504 0505 0506 0507").bank("0507 0508 0509 0510 0511");
    });
    assert_eq!(hungry(&g), ["0503"]);
}

#[test]
fn enemies_zones_mountains_and_neutrals_cut_lines() {
    // 19.3.2
    for (what, feeds) in
        [("nothing", true), ("enemy", false), ("zone", false), ("mountain", false), ("neutral", false)]
    {
        let g = line(5, |w, path| {
            w.road(path);
            match what {
                "enemy" => {
                    w.unit(AU, "garrison", "0505");
                }
                "zone" => {
                    w.unit(AU, "leader", "0605");
                }
                "mountain" => {
                    w.paint("mountain", "0505");
                }
                "neutral" => {
                    w.land("saxony", Some(2), "0505");
                }
                _ => {}
            }
        });
        assert_eq!(hungry(&g).is_empty(), feeds, "{what}");
    }
}

#[test]
fn the_unit_itself_and_a_fortress_may_lie_in_a_zone() {
    // 19.3.2 and its note
    let g = line(3, |w, _| {
        w.unit(AU, "infantry", "0502");
        w.unit(AU, "infantry", "0507");
    });
    assert!(hungry(&g).is_empty());
    let empty = line(3, |_, _| {});
    let mut nobody = empty.s.clone();
    nobody.units[1].spot = Spot::Box;
    let hexes = Depots::new(&empty.cx, &nobody, COALITION).hungry(&[]);
    assert_eq!(hexes.len(), 1, "an empty fortress feeds nobody (19.2.3)");
}

#[test]
fn a_pillaged_fortress_is_no_source() {
    // 35.2.2
    let mut g = line(2, |_, _| {});
    let hex = g.hex("0505");
    g.s.pillaged.push(hex);
    assert_eq!(hungry(&g), ["0503"]);
}

/// The Logistics Phase of the Coalition in a turn.
fn logistics(w: World, turn: u8) -> Game {
    let mut g = w.moving(1);
    g.s.frames.pop();
    while g.s.frames.pop().is_some() {}
    g.s.turn = turn;
    g.s.active = COALITION;
    g.s.push(crate::decide::Sequence { next: Phase::Rally, impulse: 0, second: false });
    g.s.phase = Phase::Logistics;
    g.s.push(crate::decide::Logistics { side: COALITION, expended: Default::default() });
    g.go_on();
    g
}

#[test]
fn one_train_feeds_everybody_with_a_line_to_it() {
    // 19.4: two stacks, one train; it comes to the Recruit box.
    let mut w = World::new();
    w.unit(PR, "infantry-wing", "0503");
    w.unit(PR, "infantry-wing", "0507");
    let train = w.unit(PR, "supply-train", "0505");
    let far = w.unit(PR, "supply-train", "1020");
    let mut g = logistics(w, 1);
    assert_eq!(g.legal(), [Action::Expend { train }, Action::Done]);
    assert_eq!(g.refusal(&Action::Expend { train: far }).rule.0, "19.4");
    g.act(Action::Expend { train });
    assert_eq!(g.s.unit(train).spot, Spot::Box);
    assert!(!g.events.iter().any(|e| matches!(e, Event::Attrition { .. })), "nobody is out of supply");
}

#[test]
fn a_train_in_an_enemy_zone_feeds_its_own_hex_only() {
    // 19.3.2
    let mut w = World::new();
    w.unit(PR, "infantry-wing", "0505");
    w.unit(PR, "infantry-wing", "0503");
    let train = w.unit(PR, "supply-train", "0505");
    w.unit(AU, "infantry", "0506");
    let mut g = logistics(w, 1);
    g.act(Action::Expend { train });
    let rolling = attrition(&g.cx, &g.s, COALITION, &[g.hex("0505")]);
    assert_eq!(rolling.to_vec(), [(UnitId(1), Column::OutOfSupply)]);
}

#[test]
fn large_armies_need_two_trains() {
    // 37.2.2; 37.3: a fortress feeds them as others.
    for trains in [1, 2] {
        let mut w = World::new();
        w.setup.options.large_armies = true;
        for _ in 0..3 {
            w.unit(PR, "infantry-wing", "0505");
        }
        w.unit(PR, "light", "0505");
        let ids: Vec<_> = (0..trains).map(|_| w.unit(PR, "supply-train", "0506")).collect();
        let mut g = logistics(w, 1);
        for train in ids {
            g.act(Action::Expend { train });
        }
        let is_rolling = matches!(g.s.frames.top(), Some(crate::decide::Frame::Attrition(_)));
        assert_eq!(is_rolling, trains == 1, "{trains}");
    }
    let mut w = World::new();
    w.setup.options.large_armies = true;
    w.fortress("Brieg", "0506");
    w.unit(PR, "garrison", "0506");
    for _ in 0..4 {
        w.unit(PR, "infantry-wing", "0505");
    }
    assert!(hungry(&still(w)).is_empty());
}

#[test]
fn attrition_has_its_columns() {
    // 19.5, 23: the table, cell by cell, regular and Elite.
    let g = stack(&["infantry"]);
    let table = [
        (Column::OutOfSupply, [true, true, false, false, false, false]),
        (Column::WinterMarch, [true, false, false, false, false, false]),
        (Column::WinterOutOfSupply, [true, true, true, false, false, false]),
        (Column::WinterOutOfSupplyMarch, [true, true, true, true, false, false]),
    ];
    for (column, lost) in table {
        for die in 1..=6 {
            assert_eq!(column.is_lost(&g.cx, die, false), lost[usize::from(die) - 1], "{column:?} {die}");
            let elite = lost[usize::from(die.min(5))];
            assert_eq!(column.is_lost(&g.cx, die, true), elite, "{column:?} {die}, Elite");
        }
    }
    assert_eq!(Column::of(false, false, true), None, "marching costs nothing in summer");
    assert_eq!(Column::of(false, true, true), Some(Column::OutOfSupply));
    assert_eq!(Column::of(true, false, false), None);
    assert_eq!(Column::of(true, false, true), Some(Column::WinterMarch));
    assert_eq!(Column::of(true, true, false), Some(Column::WinterOutOfSupply));
    assert_eq!(Column::of(true, true, true), Some(Column::WinterOutOfSupplyMarch));
}

#[test]
fn every_unit_out_of_supply_rolls() {
    // 19.5: leaders and supply trains do not; the lost one lies in the Recruit box.
    let mut w = World::new();
    let units: Vec<_> =
        ["infantry", "cavalry", "light"].iter().map(|kind| w.unit(PR, kind, "0505")).collect();
    w.unit(PR, "leader", "0505");
    let mut g = logistics(w, 1);
    g.roll(3);
    g.roll(2);
    g.roll(6);
    let spots: Vec<bool> = units.iter().map(|u| g.s.unit(*u).spot == Spot::Box).collect();
    assert_eq!(spots, [false, true, false]);
    assert_eq!(g.events.iter().filter(|e| matches!(e, Event::Attrition { .. })).count(), 3);
}

#[test]
fn a_wing_loses_one_brigade_and_breaks() {
    // 19.5, 16.26: into two brigades of its grade, or what there is.
    for brigades in [0, 1, 3] {
        let mut w = World::new();
        let wing = w.unit(PR, "infantry-wing", "0505");
        let spare: Vec<_> = (0..brigades).map(|_| w.unit(PR, "infantry", "box")).collect();
        w.unit(PR, "cavalry", "box");
        let mut g = logistics(w, 1);
        g.roll(1);
        assert_eq!(g.s.unit(wing).spot, Spot::Box);
        let there = spare.iter().filter(|u| g.is_at(**u, "0505")).count();
        assert_eq!(there, brigades.min(2));
    }
}

#[test]
fn in_winter_marching_costs_men() {
    // 23: turn 2 is a winter turn; units in supply that moved roll too, nobody else.
    for (turn, rolls) in [(1, false), (2, true)] {
        let mut w = World::new();
        let inf = w.unit(PR, "infantry", "0505");
        w.unit(PR, "infantry", "0805");
        let leader = w.unit(PR, "leader", "0506");
        let mut g = w.moving(1);
        g.s.turn = turn;
        g.s.unit_mut(inf).flags.set(Flag::Marched);
        g.s.unit_mut(leader).flags.set(Flag::Marched);
        let list = attrition(&g.cx, &g.s, COALITION, &[]);
        let want: &[(UnitId, Column)] = if rolls { &[(inf, Column::WinterMarch)] } else { &[] };
        assert_eq!(list.to_vec(), want);
    }
}

#[test]
fn nobody_in_a_staging_area_needs_supply() {
    // 26.4
    let mut w = World::new();
    w.staging(&["prussian"], "0101");
    for _ in 0..4 {
        w.unit(PR, "infantry-wing", "staging");
    }
    let g = still(w);
    assert!(hungry(&g).is_empty());
    assert!(attrition(&g.cx, &g.s, COALITION, &[]).is_empty());
}

/// The Rally Phase with the Coalition first.
fn rally(mut w: World, prepare: impl Fn(&mut Game)) -> Game {
    w.setup.sides[0].morale = 10;
    let mut g = w.moving(1);
    while g.s.frames.pop().is_some() {}
    prepare(&mut g);
    g.s.push(crate::decide::Sequence { next: Phase::Rally, impulse: 0, second: false });
    g.go_on();
    g
}

#[test]
fn rally_brings_objectives_and_a_die() {
    // 20.1, 20.2: all of the die, or half of it after a second or third impulse.
    for (has_activated, die, points) in
        [(false, 5, 5), (true, 5, 2), (true, 1, 0), (false, 6, 6), (true, 6, 3)]
    {
        let mut w = World::new();
        w.fortress("Brieg", "0505").fortress("Neisse", "0705");
        for place in &mut w.setup.places {
            place.is_objective = true;
        }
        w.unit(PR, "supply-train", "0505");
        w.unit(AU, "garrison", "0705");
        let mut g = rally(w, |g| g.s.sides[0].has_activated = has_activated);
        g.roll(die);
        assert_eq!(g.s.sides[0].morale, 10 + 1 + points, "{has_activated} {die}");
        g.roll(1);
        assert_eq!(g.s.sides[1].morale, 12 + 1 + 1, "the other side gains its own");
    }
}

#[test]
fn morale_stops_at_twenty() {
    // 5.4
    let mut g = rally(World::new(), |g| g.s.sides[0].morale = 18);
    g.roll(6);
    assert_eq!(g.s.sides[0].morale, 20);
}

#[test]
fn light_units_pillage_instead_of_moving() {
    // 35.1, 35.3: an odd die; one attempt a hex and phase.
    for (die, success) in [(1, true), (2, false), (5, true), (6, false)] {
        let mut w = World::new();
        w.setup.options.light_units = true;
        w.setup.options.pillage = true;
        let lights: Vec<_> = (0..2).map(|_| w.unit(PR, "light", "0505")).collect();
        let inf = w.unit(PR, "infantry", "0505");
        let mut g = w.moving(1);
        assert_eq!(g.refusal(&Action::Pillage { unit: inf }).rule.0, "35.1");
        g.act(Action::Pillage { unit: lights[0] });
        g.roll(die);
        assert_eq!(g.s.pillaged.len(), usize::from(success));
        assert_eq!(g.refusal(&Action::Lead { unit: lights[0] }).rule.0, "13.6");
        let again = g.refusal(&Action::Pillage { unit: lights[1] }).rule.0;
        assert_eq!(again, if success { "35.3" } else { "35.1" });
    }
}

#[test]
fn pillage_is_an_option_and_needs_a_leader_later() {
    let mut w = World::new();
    w.setup.options.light_units = true;
    let lt = w.unit(PR, "light", "0505");
    assert_eq!(w.moving(1).refusal(&Action::Pillage { unit: lt }).rule.0, "35.0");
    let mut w = World::new();
    w.setup.options.light_units = true;
    w.setup.options.pillage = true;
    let lt = w.unit(PR, "light", "0505");
    let leader = w.unit(PR, "leader", "0505");
    let mut g = w.moving(2);
    g.s.frames.push(crate::decide::Movement.into());
    assert_eq!(g.refusal(&Action::Pillage { unit: lt }).rule.0, "18.4");
    g.s.unit_mut(leader).flags.set(Flag::Activated);
    g.act(Action::Pillage { unit: lt });
}

#[test]
fn pillaged_markers_go_in_the_rally_phase() {
    // 35.4: a die each, once a turn, gone on 1 and 2.
    let mut g = rally(World::new(), |g| {
        let hexes = ["0503", "0504", "0505"].map(|label| g.hex(label));
        g.s.pillaged.extend(hexes);
        g.s.pillaged.sort_unstable();
    });
    for die in [2, 3, 1] {
        g.roll(die);
    }
    let left: Vec<String> = g.s.pillaged.iter().map(|hex| g.cx.setup.map.label(*hex)).collect();
    assert_eq!(left, ["0504"]);
    assert_eq!(g.s.sides[0].morale, 10, "then the dice of Rally");
}
