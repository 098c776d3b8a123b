//! 7 and 41: each event in each of its cases, on the long campaign.

use super::games::context;
use super::world::Game;
use crate::action::{Action, Landing};
use crate::data::Arm;
use crate::decide::{DrawMarker, Frame, Over, PlaceReinforcements, PlayMarker, Sequence};
use crate::event::Event;
use crate::events::{self, marker_named, nation_named};
use crate::ids::{MarkerId, SideId, UnitId};
use crate::state::{Phase, Spot, State};
use crate::{AustrianSuccession, Record, fog, recruiting};
use engine::dice::RollResult;
use engine::game::{Frames, decision};
use engine::hex::HexId;

const COALITION: SideId = SideId::COALITION;
const HABSBURG: SideId = SideId::HABSBURG;

/// The long campaign after its set-up, in the second turn, before anything is drawn.
fn campaign(options: &[&str]) -> Game {
    let cx = context("long", options);
    let mut s = State::new(&cx.setup, Frame::Sequence(Sequence::FIRST));
    for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).usual.is_some()) {
        if s.unit(u).spot == Spot::Waiting {
            fog::enter(&cx.setup, &mut s, u, cx.setup.unit(u).usual.unwrap());
        }
    }
    s.turn = 2;
    s.phase = Phase::Events;
    // Cities pay nothing here: only events move points.
    s.paid = u64::MAX;
    s.sides[0].morale = 10;
    s.sides[1].morale = 10;
    Game { cx, s, events: Vec::new() }
}

fn marker(g: &Game, id: &str) -> MarkerId {
    marker_named(&g.cx, id).unwrap()
}

/// Plays a marker with these dice, each thrown alone; it is taken out of the pool first. Nothing comes after it.
fn play(g: &mut Game, id: &str, dice: &[u16]) {
    begin(g, id);
    dice.iter().for_each(|die| g.roll(*die));
}

fn begin(g: &mut Game, id: &str) {
    let m = marker(g, id);
    let side = events::line(&g.cx, m).owner();
    take_out(g, side, m);
    g.s.frames = Frames::new(Over.into());
    g.s.push(PlayMarker::new(side, m));
    g.go_on();
}

/// Throws several dice together.
fn throw(g: &mut Game, dice: &[u16]) {
    let result = RollResult::of(dice);
    decision::answer_roll::<AustrianSuccession>(&g.cx, &mut g.s, &result, &mut Record::off());
}

fn take_out(g: &mut Game, side: SideId, m: MarkerId) {
    let names = g.s.side(side).pool.face_names(|kind| g.cx.data.events[kind].id.as_str());
    let face = names.iter().position(|n| *n == g.cx.data.events[m.index()].id).unwrap();
    g.s.side_mut(side).pool.take_drawn(&RollResult::of(&[face as u16]));
}

fn is_in_pool(g: &Game, id: &str) -> bool {
    let side = events::line(&g.cx, marker(g, id)).owner();
    let names = g.s.side(side).pool.face_names(|kind| g.cx.data.events[kind].id.as_str());
    names.iter().any(|n| n == id)
}

fn morale(g: &Game) -> [u8; 2] {
    [g.s.sides[0].morale, g.s.sides[1].morale]
}

fn place(g: &Game, name: &str) -> HexId {
    g.cx.setup.places.iter().find(|p| p.name == name).unwrap().hex
}

fn named(g: &Game, id: &str) -> UnitId {
    g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).id == id).unwrap()
}

/// Puts a unit into a place, and whoever stood there into his box.
fn occupy(g: &mut Game, id: &str, name: &str) {
    let (unit, hex) = (named(g, id), place(g, name));
    let there: Vec<UnitId> = g.s.units_in(hex).collect();
    for u in there {
        recruiting::return_to_box(&g.cx, &mut g.s, u);
    }
    fog::enter(&g.cx.setup, &mut g.s, unit, hex);
}

#[test]
fn balance_of_power_helps_the_lower_side() {
    for id in ["C1", "H1"] {
        let mut g = campaign(&[]);
        g.s.sides[0].morale = 14;
        play(&mut g, id, &[5]);
        assert_eq!(morale(&g), [14, 15], "four points are enough");
        assert!(!is_in_pool(&g, id), "discarded");
        let mut g = campaign(&[]);
        g.s.sides[0].morale = 13;
        play(&mut g, id, &[]);
        assert_eq!(morale(&g), [13, 10], "three are not");
        assert!(is_in_pool(&g, id), "it returns");
    }
}

#[test]
fn countries_join_with_their_points() {
    for (id, party, points) in [("C2", "bavaria", 3), ("C7", "france", 6), ("C9", "saxony", 3)] {
        let mut g = campaign(&[]);
        let index = g.cx.setup.parties.iter().position(|p| p.id == party).unwrap();
        let party = crate::ids::PartyId(index as u8);
        assert!(!g.s.has_joined(party));
        play(&mut g, id, &[]);
        assert_eq!(g.s.side_of_party(party), Some(COALITION));
        assert_eq!(morale(&g), [10 + points, 10]);
        assert!(!is_in_pool(&g, id), "kept or discarded, it is not drawn again");
        events::end_turn(&g.cx, &mut g.s);
        assert!(g.s.has_joined(party), "it stays in the war (7.6)");
    }
}

#[test]
fn campaign_continues_always_returns() {
    for (id, after) in [("C3", [11, 10]), ("H3", [10, 11])] {
        let mut g = campaign(&[]);
        play(&mut g, id, &[]);
        assert_eq!(morale(&g), after);
        assert!(is_in_pool(&g, id));
    }
}

#[test]
fn command_shakeup_sends_leaders_of_joined_countries_home() {
    let mut g = campaign(&[]);
    play(&mut g, "C4", &[]);
    assert!(is_in_pool(&g, "C4"), "nobody has joined: no dice, and it returns");
    let mut g = campaign(&[]);
    play(&mut g, "C2", &[]);
    let seckendorff =
        g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).name.contains("Seckendorff")).unwrap();
    play(&mut g, "C4", &[2]);
    assert_eq!(g.s.unit(seckendorff).spot, Spot::Box, "1 or 2: to the box");
    let mut g = campaign(&[]);
    play(&mut g, "C2", &[]);
    play(&mut g, "C4", &[3]);
    assert!(g.s.unit(seckendorff).hex().is_some(), "3: he stays");
    assert_eq!(morale(&g), [13, 10], "no morale for it");
}

#[test]
fn charles_alberts_claim_needs_prague() {
    let mut g = campaign(&[]);
    play(&mut g, "C5", &[]);
    assert!(is_in_pool(&g, "C5"));
    let mut g = campaign(&[]);
    play(&mut g, "C2", &[]);
    occupy(&mut g, "pr-inf-1", "Prague");
    play(&mut g, "C5", &[4]);
    assert_eq!(morale(&g), [17, 10]);
    let bavarian = named(&g, "bv-inf-1");
    assert!(events::halts(&g.cx, &g.s, bavarian).is_some(), "Bavarians are halted");
    assert!(events::halts(&g.cx, &g.s, named(&g, "pr-inf-1")).is_none());
    events::end_turn(&g.cx, &mut g.s);
    assert!(events::halts(&g.cx, &g.s, bavarian).is_none(), "for one turn (7.5)");
}

#[test]
fn klein_schnellendorf_needs_two_fortresses_of_silesia() {
    let mut g = campaign(&[]);
    occupy(&mut g, "pr-inf-1", "Glogau");
    play(&mut g, "C6", &[]);
    assert!(is_in_pool(&g, "C6"), "one is not enough");
    let mut g = campaign(&[]);
    occupy(&mut g, "pr-inf-1", "Glogau");
    occupy(&mut g, "pr-inf-2", "Breslau");
    play(&mut g, "C6", &[6]);
    assert_eq!(morale(&g), [16, 10]);
    assert!(events::halts(&g.cx, &g.s, named(&g, "pr-inf-3")).is_some());
    let glogau = place(&g, "Glogau");
    assert!(events::forbids_attack(&g.cx, &g.s, HABSBURG, glogau).is_some());
    assert!(events::forbids_attack(&g.cx, &g.s, COALITION, glogau).is_none());
    let saxon = named(&g, "sx-inf-1");
    fog::enter(&g.cx.setup, &mut g.s, saxon, glogau);
    assert!(events::forbids_attack(&g.cx, &g.s, HABSBURG, glogau).is_none(), "a mixed stack");
}

#[test]
fn light_troops_roll_place_by_place() {
    let mut g = campaign(&[]);
    let light = named(&g, "au-lt-1");
    assert_eq!(g.s.unit(light).hex(), Some(place(&g, "Vienna")));
    play(&mut g, "C8", &[2]);
    assert_eq!(morale(&g), [10, 9]);
    assert!(is_in_pool(&g, "C8"));
    let mut g = campaign(&[]);
    g.s.sides[1].morale = 1;
    play(&mut g, "C8", &[1]);
    assert_eq!(morale(&g), [10, 1], "never below one");
    let mut g = campaign(&[]);
    play(&mut g, "C8", &[3]);
    assert_eq!(g.s.unit(light).spot, Spot::Box, "3: a light unit is lost");
    let mut g = campaign(&[]);
    play(&mut g, "C8", &[4]);
    assert!(g.s.unit(light).hex().is_some() && morale(&g) == [10, 10]);
}

#[test]
fn saxons_waver_when_the_habsburgs_lead_by_four() {
    let mut g = campaign(&[]);
    g.s.sides[1].morale = 13;
    play(&mut g, "C10", &[]);
    assert!(is_in_pool(&g, "C10"));
    let mut g = campaign(&[]);
    g.s.sides[1].morale = 14;
    play(&mut g, "C10", &[]);
    assert!(!is_in_pool(&g, "C10"));
    events::end_turn(&g.cx, &mut g.s);
    let saxon = named(&g, "sx-inf-1");
    assert!(events::bars_later_impulses(&g.cx, &g.s, saxon).is_some(), "for the rest of the game");
    assert!(events::bars_later_impulses(&g.cx, &g.s, named(&g, "pr-inf-1")).is_none());
}

#[test]
fn sweden_and_the_russians_in_either_order() {
    let prussian = |g: &Game| nation_named(&g.cx, "prussian").unwrap();
    let mut g = campaign(&[]);
    play(&mut g, "H9", &[]);
    assert_eq!(events::recruit_cap(&g.cx, &g.s, prussian(&g)).map(|c| c.1), Some(2));
    play(&mut g, "C11", &[]);
    assert!(events::recruit_cap(&g.cx, &g.s, prussian(&g)).is_none(), "turned face down");
    let mut g = campaign(&[]);
    play(&mut g, "C11", &[]);
    play(&mut g, "H9", &[]);
    assert!(events::recruit_cap(&g.cx, &g.s, prussian(&g)).is_none(), "without effect from the start");
    assert!(!is_in_pool(&g, "H9") && !is_in_pool(&g, "C11"));
    let played = |e: &Event| matches!(e, Event::Played { took_effect: false, .. });
    assert!(g.events.iter().any(played));
}

/// Hexes where the reinforcements of a side may come now.
fn landings(g: &mut Game, side: SideId) -> Vec<Landing> {
    g.s.frames = Frames::new(Over.into());
    g.s.push(PlaceReinforcements { side });
    let of = |a: &Action| if let Action::Place { at, .. } = a { Some(*at) } else { None };
    g.legal().iter().filter_map(of).collect()
}

#[test]
fn the_coalitions_uprising_needs_a_country_in_enemy_hands() {
    let mut g = campaign(&[]);
    play(&mut g, "C12", &[]);
    assert!(is_in_pool(&g, "C12"));
    let mut g = campaign(&[]);
    occupy(&mut g, "au-inf-1", "Crossen");
    play(&mut g, "C12", &[4]);
    assert_eq!(morale(&g), [10, 6]);
    let light = g
        .legal()
        .into_iter()
        .find(|a| matches!(a, Action::Choose { unit } if g.cx.setup.unit(*unit).arm == Arm::Light));
    g.act(light.unwrap());
    let open = landings(&mut g, COALITION);
    let prussia = |at: &Landing| {
        let Landing::Hex(hex) = at else { return false };
        g.cx.setup.ground(*hex).land.is_some_and(|l| g.cx.setup.lands[l.index()].id == "prussia")
    };
    assert!(!open.is_empty() && open.iter().all(prussia), "in Prussia alone");
    let crossen = place(&g, "Crossen");
    let near = |at: &Landing| {
        matches!(at, Landing::Hex(hex) if g.cx.setup.map.distance(*hex, crossen) <= 1
            && !g.cx.setup.ground(*hex).is_fortress)
    };
    assert!(!open.iter().any(near), "not in an enemy zone (9.4)");
}

#[test]
fn the_habsburg_uprising_is_anywhere_in_the_empire() {
    let mut g = campaign(&[]);
    play(&mut g, "H12", &[]);
    assert!(is_in_pool(&g, "H12"));
    let mut g = campaign(&[]);
    occupy(&mut g, "pr-inf-1", "Breslau");
    play(&mut g, "H12", &[6]);
    assert_eq!(morale(&g), [4, 10]);
    let garrison = g
        .legal()
        .into_iter()
        .find(|a| matches!(a, Action::Choose { unit } if g.cx.setup.unit(*unit).arm == Arm::Garrison));
    g.act(garrison.unwrap());
    let open = landings(&mut g, HABSBURG);
    let empire = |at: &Landing| {
        let Landing::Hex(hex) = at else { return false };
        g.cx.setup.ground(*hex).land.is_some_and(|l| g.cx.setup.lands[l.index()].is_empire)
    };
    assert!(open.len() > 500 && open.iter().all(empire));
}

#[test]
fn subsidies_and_distant_campaigns_move_points() {
    let mut g = campaign(&[]);
    begin(&mut g, "H2");
    throw(&mut g, &[3, 5]);
    assert_eq!(morale(&g), [10, 18], "two dice together");
    for (id, die, after) in [("H6", 4, [6, 14]), ("H6", 3, [13, 7]), ("H7", 4, [14, 6]), ("H7", 3, [7, 13])] {
        let mut g = campaign(&[]);
        play(&mut g, id, &[die]);
        assert_eq!(morale(&g), after, "{id} with {die}");
        assert!(!is_in_pool(&g, id));
    }
    let mut g = campaign(&[]);
    g.s.sides[0].morale = 3;
    play(&mut g, "H6", &[6]);
    assert_eq!(morale(&g), [1, 16], "the loser stops at one, the gainer gains all");
}

#[test]
fn the_hungarian_insurrection_is_a_purse() {
    let mut g = campaign(&[]);
    play(&mut g, "H4", &[]);
    assert!(is_in_pool(&g, "H4"));
    let mut g = campaign(&[]);
    occupy(&mut g, "pr-inf-1", "Pressburg");
    begin(&mut g, "H4");
    throw(&mut g, &[2, 6]);
    assert_eq!(g.s.side(HABSBURG).purse, 8);
    assert_eq!(morale(&g), [10, 10], "no points of the track");
}

#[test]
fn the_imperial_diet_brings_two_units() {
    let mut g = campaign(&[]);
    play(&mut g, "H5", &[]);
    assert_eq!(morale(&g), [10, 12]);
    while let Some(Action::Choose { unit }) = g.legal().first().cloned() {
        g.act(Action::Choose { unit });
    }
    let due: Vec<Arm> = g.s.reinforcements.iter().map(|r| g.cx.setup.unit(r.unit).arm).collect();
    assert_eq!(due, [Arm::Infantry, Arm::Garrison]);
    let open = landings(&mut g, HABSBURG);
    let nuremberg = place(&g, "Nuremberg");
    assert!(open.contains(&Landing::Hex(nuremberg)));
    let west = |at: &Landing| {
        let Landing::Hex(hex) = at else { return false };
        let grid = &g.cx.setup.map.grid;
        grid.column_and_row(grid.hex(*hex)).0 == 0
    };
    assert!(open.iter().any(west), "or on the west edge");
}

#[test]
fn maria_theresa_brings_an_austrian_leader() {
    let mut g = campaign(&[]);
    play(&mut g, "H8", &[5]);
    assert_eq!(morale(&g), [10, 15]);
    let names: Vec<String> = g
        .legal()
        .iter()
        .filter_map(|a| {
            if let Action::Choose { unit } = a { Some(g.cx.setup.unit(*unit).name.clone()) } else { None }
        })
        .collect();
    assert_eq!(names.len(), 3, "{names:?}: the Austrian leaders of the box, no Hungarian");
    let first = g.legal()[0].clone();
    g.act(first);
    let open = landings(&mut g, HABSBURG);
    assert!(open.contains(&Landing::Staging) && open.contains(&Landing::Hex(place(&g, "Vienna"))));
}

#[test]
fn grenzers_are_two_lights_or_one_brigade() {
    let mut g = campaign(&[]);
    play(&mut g, "H10", &[]);
    assert_eq!(g.legal(), [Action::Take { offer: 0 }, Action::Take { offer: 1 }]);
    g.act(Action::Take { offer: 0 });
    while g.legal().iter().any(|a| matches!(a, Action::Choose { .. })) {
        let first = g.legal()[0].clone();
        g.act(first);
    }
    assert_eq!(g.s.reinforcements.len(), 2);
    assert_eq!(landings(&mut g, HABSBURG), [Landing::Staging; 2].to_vec());
}

#[test]
fn the_turkish_frontier_stops_hungarian_recruits_for_a_turn() {
    let mut g = campaign(&[]);
    let hungarian = nation_named(&g.cx, "hungarian").unwrap();
    play(&mut g, "H11", &[]);
    assert!(events::forbids_recruits(&g.cx, &g.s, hungarian).is_some());
    events::end_turn(&g.cx, &mut g.s);
    assert!(events::forbids_recruits(&g.cx, &g.s, hungarian).is_none());
}

#[test]
fn grand_diplomacy_puts_a_marker_back_once() {
    for (options, asked) in [(&[][..], false), (&["grand-diplomacy"], true)] {
        let mut g = campaign(options);
        g.s.frames = Frames::new(Over.into());
        g.s.push(DrawMarker { side: COALITION, again: false });
        let names = g.s.side(COALITION).pool.face_names(|kind| g.cx.data.events[kind].id.as_str());
        let face = names.iter().position(|n| *n == "C11").unwrap() as u16;
        throw(&mut g, &[face]);
        assert_eq!(g.legal().contains(&Action::ReturnMarker), asked);
        if asked {
            let total = g.s.side(COALITION).pool.total_left();
            g.act(Action::ReturnMarker);
            assert_eq!(g.s.side(COALITION).pool.total_left(), total + 1);
            assert_eq!(morale(&g), [7, 10], "three points");
            assert!(matches!(g.s.frames.top(), Some(Frame::DrawMarker(d)) if d.again));
        }
    }
}

#[test]
fn a_full_pool_is_drawn_from_evenly() {
    use engine::dice::DiceStream;
    let g = campaign(&[]);
    let mut dice = DiceStream::new(1740);
    let mut seen = [0u32; 32];
    let draws = 100_000;
    for _ in 0..draws {
        let mut pool = g.s.side(COALITION).pool.clone();
        let roll = pool.draw_roll("event", "7.3");
        seen[pool.take_drawn(&dice.roll(&roll)).unwrap()] += 1;
    }
    let kinds: Vec<u32> = seen.into_iter().filter(|n| *n > 0).collect();
    assert_eq!(kinds.len(), 12);
    let expected = f64::from(draws) / 12.0;
    let square: f64 = kinds.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    println!("first draws of a full pool: chi-square {square:.2} with eleven degrees of freedom");
    assert!(square < 31.26, "{square:.2}: beyond one in a thousand");
}

/// 7.4.1, 7.4.2: in 20,000 draws from the pool as it is left.
#[test]
fn a_returned_marker_comes_again_and_a_discarded_one_never() {
    use engine::dice::DiceStream;
    let mut g = campaign(&[]);
    play(&mut g, "C3", &[]);
    g.s.sides[1].morale = 2;
    play(&mut g, "C1", &[4]);
    let mut dice = DiceStream::new(1741);
    let mut seen = [0u32; 32];
    for _ in 0..20_000 {
        let mut pool = g.s.side(COALITION).pool.clone();
        let roll = pool.draw_roll("event", "7.3");
        seen[pool.take_drawn(&dice.roll(&roll)).unwrap()] += 1;
    }
    let [returned, discarded] = ["C3", "C1"].map(|id| seen[marker(&g, id).index()]);
    println!("of 20,000 draws {returned} are the returned marker, {discarded} the discarded one");
    assert!(returned > 1_500 && discarded == 0);
    assert_eq!(seen.iter().filter(|n| **n > 0).count(), 11);
}
