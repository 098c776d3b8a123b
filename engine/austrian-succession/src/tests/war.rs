//! 4 to 6, 27 and 40: sequence, morale, initiative, victory and deployment.

use super::games::context;
use super::world::{Game, World};
use crate::action::Action;
use crate::decide::{Frame, Sequence};
use crate::event::{Event, Reason};
use crate::ids::SideId;
use crate::morale::{self, Change};
use crate::state::{Phase, Spot, State, SuddenEnd};
use crate::victory::{self, CAMPAIGN, DECISIVE, DRAW, MARGINAL};
use crate::{AustrianSuccession, Record, fog};
use engine::dice::DiceStream;
use engine::game::{Play, Recorder, ToAct, decision};

const COALITION: SideId = SideId::COALITION;
const HABSBURG: SideId = SideId::HABSBURG;

fn points(g: &mut Game, change: Change) {
    morale::change(&g.cx, &mut g.s, change, Reason::Combat, &mut Record::off());
}

#[test]
fn gains_are_added_and_cut_before_losses_are_taken() {
    let mut g = World::new().moving(1);
    g.s.sides[0].morale = 18;
    let mut change = Change::gain(COALITION, 5);
    change.add_loss(COALITION, 4);
    points(&mut g, change);
    assert_eq!(g.s.sides[0].morale, 16, "18 and 5 are 20 at most, less 4");
}

#[test]
fn morale_at_zero_ends_the_war() {
    let mut g = World::new().moving(1);
    points(&mut g, Change::loss(HABSBURG, 30));
    assert_eq!(g.s.ended, Some(SuddenEnd::Collapse(Some(HABSBURG))));
    let outcome = victory::outcome(&g.cx, &g.s);
    assert_eq!((outcome.winner, outcome.grade), (Some(COALITION.seat()), DECISIVE));
    let mut g = World::new().moving(1);
    let mut change = Change::loss(HABSBURG, 30);
    change.add_loss(COALITION, 30);
    points(&mut g, change);
    assert_eq!(victory::outcome(&g.cx, &g.s).winner, None, "both at once: a draw");
}

#[test]
fn the_higher_morale_has_the_initiative_and_ties_are_rolled_again() {
    let begin = |coalition: u8, habsburg: u8| {
        let mut w = World::new();
        w.setup.sides[0].morale = coalition;
        w.setup.sides[1].morale = habsburg;
        w.at(Phase::Initiative, 0, COALITION)
    };
    assert_eq!(begin(9, 12).s.first, HABSBURG);
    assert_eq!(begin(12, 9).s.first, COALITION);
    let mut g = begin(10, 10);
    for die in [4, 4, 2, 5] {
        g.roll(die);
    }
    assert_eq!(g.s.first, HABSBURG, "fours are rolled again; 5 beats 2");
}

/// The phases of a game in order, with the side whose half it is.
fn phases(name: &str, turns: u8) -> Vec<(u8, Phase, u8, Option<SideId>)> {
    let cx = context(name, &[]);
    let mut s = AustrianSuccession::start(&cx);
    let (mut rec, mut dice) = (Recorder::new(), DiceStream::new(3));
    let mut out = Vec::new();
    loop {
        for e in rec.take() {
            if let Event::PhaseBegan { phase, impulse, side, turn } = e {
                out.push((turn, phase, impulse, side));
            }
        }
        if s.turn > turns {
            return out;
        }
        match AustrianSuccession::to_act(&cx, &s) {
            ToAct::Seat(_) => {
                let mut legal = Vec::new();
                decision::list_answers::<AustrianSuccession>(&cx, &s, &mut legal);
                let wanted = [Action::PlaceRest, Action::Done, Action::No];
                let action = wanted.into_iter().find(|a| legal.contains(a)).unwrap_or(legal[0].clone());
                AustrianSuccession::apply(&cx, &mut s, &action, &mut rec);
            }
            ToAct::Chance(roll) => {
                let result = dice.roll(&roll);
                AustrianSuccession::resolve(&cx, &mut s, &result, &mut rec);
            }
            ToAct::Over(_) => return out,
        }
    }
}

#[test]
fn a_turn_goes_through_its_phases_in_order() {
    let all = phases("long", 2);
    let first: Vec<Phase> = all.iter().filter(|p| p.0 == 1).map(|p| p.1).collect();
    assert!(!first.contains(&Phase::Events), "no events on the first turn (40.8.1)");
    let second: Vec<(Phase, u8, Option<SideId>)> =
        all.iter().filter(|p| p.0 == 2).map(|p| (p.1, p.2, p.3)).collect();
    let one = second.iter().find_map(|p| p.2).unwrap();
    let two = one.enemy();
    let mut wanted = vec![(Phase::Initiative, 0, None)];
    for phase in [Phase::Events, Phase::Recruiting] {
        wanted.extend([(phase, 0, Some(one)), (phase, 0, Some(two))]);
    }
    for side in [one, two] {
        wanted.extend([Phase::Siege, Phase::Movement, Phase::Battle].map(|p| (p, 1, Some(side))));
    }
    for impulse in [2, 3] {
        wanted.extend([one, two].map(|side| (Phase::Activation, impulse, Some(side))));
    }
    for phase in [Phase::Logistics, Phase::Rally] {
        wanted.extend([(phase, 0, Some(one)), (phase, 0, Some(two))]);
    }
    assert_eq!(second, wanted, "nobody is activated: later impulses are skipped (18)");
}

#[test]
fn first_in_a_city_pays_once() {
    let mut w = World::new();
    w.fortress("Prague", "0510");
    w.setup.places[0].payment = Some((COALITION, 3));
    let unit = w.unit("prussian", "infantry", "0509");
    let mut g = w.moving(1);
    let before = g.s.sides[0].morale;
    g.lead(unit).go("0510");
    assert_eq!(g.s.sides[0].morale, before + 3);
    assert_eq!(g.s.paid, 1);
    let hex = g.hex("0509");
    fog::enter(&g.cx.setup, &mut g.s, unit, hex);
    victory::notice(&g.cx, &mut g.s, &mut Record::off());
    let hex = g.hex("0510");
    fog::enter(&g.cx.setup, &mut g.s, unit, hex);
    victory::notice(&g.cx, &mut g.s, &mut Record::off());
    assert_eq!(g.s.sides[0].morale, before + 3, "never twice (5.11.2)");
}

fn reckoned(change: impl Fn(&mut World)) -> Game {
    let mut w = World::new();
    w.fortress("Berlin", "0303").fortress("Breslau", "0310");
    w.unit("prussian", "garrison", "0303");
    change(&mut w);
    w.moving(1)
}

#[test]
fn places_and_morale_are_points_and_levels_come_at_ten_twenty_and_thirty() {
    let g = reckoned(|_| {});
    assert_eq!(victory::points(&g.cx, &g.s, COALITION), 13, "a fortress of 1 point and morale 12");
    for (ahead, grade) in
        [(0, DRAW), (9, DRAW), (10, MARGINAL), (19, MARGINAL), (20, CAMPAIGN), (30, DECISIVE)]
    {
        let mut w = World::new();
        w.fortress("Berlin", "0303");
        w.unit("prussian", "garrison", "0303");
        w.setup.places[0].points = ahead;
        let g = w.moving(1);
        let outcome = victory::outcome(&g.cx, &g.s);
        assert_eq!((outcome.grade, outcome.winner.is_some()), (grade, grade != DRAW), "{ahead} ahead");
    }
}

#[test]
fn bonus_lines_want_units_of_that_very_nation() {
    let with = |nation: &'static str| {
        reckoned(move |w| {
            let prussian = w.data.nation("prussian").unwrap();
            w.setup.bonus.push(crate::setup::BonusLine {
                name: "Silesia".into(),
                side: COALITION,
                nation: prussian,
                places: vec![crate::ids::PlaceId(0), crate::ids::PlaceId(1)],
                points: 10,
            });
            w.setup.control.join(2, COALITION.seat());
            w.unit(nation, "infantry", "0310");
        })
    };
    let g = with("prussian");
    assert_eq!(victory::points(&g.cx, &g.s, COALITION), 24);
    let g = with("saxon");
    assert_eq!(victory::points(&g.cx, &g.s, COALITION), 14, "Saxons hold it, but they are no Prussians");
}

#[test]
fn all_objectives_or_all_fortresses_win_at_once() {
    let mut w = World::new();
    w.fortress("Berlin", "0303").fortress("Breslau", "0310");
    w.land("prussia", Some(0), "0303 0310");
    w.setup.places[1].is_objective = true;
    w.unit("prussian", "garrison", "0303");
    let unit = w.unit("prussian", "infantry", "0309");
    w.unit("austrian", "infantry", "1020");
    let mut g = w.moving(1);
    assert_eq!(g.s.ended, None);
    g.lead(unit).go("0310");
    assert_eq!(g.s.ended, Some(SuddenEnd::Objectives(COALITION)));
    let mut w = World::new();
    w.fortress("Berlin", "0303").fortress("Breslau", "0310");
    w.land("prussia", Some(0), "0303 0310");
    w.unit("prussian", "garrison", "0303");
    let unit = w.unit("prussian", "infantry", "0309");
    let mut g = w.moving(1);
    g.lead(unit).go("0310");
    assert_eq!(g.s.ended, Some(SuddenEnd::Fortresses(COALITION)));
}

#[test]
fn both_sides_set_up_in_their_order_and_auto_is_history() {
    let cx = context("long", &[]);
    let mut s: State = AustrianSuccession::start(&cx);
    let mut order = Vec::new();
    while let ToAct::Seat(seat) = AustrianSuccession::to_act(&cx, &s) {
        let Some(Frame::SetUp(_)) = s.frames.top() else { break };
        order.push(seat.0);
        AustrianSuccession::apply(&cx, &mut s, &Action::PlaceRest, &mut Recorder::off());
    }
    assert_eq!(order, [1, 1, 1, 0, 0, 0], "Habsburg by three lines, then the Coalition and the neutrals");
    assert!(s.units.iter().all(|u| u.spot != Spot::Waiting));
    let at = |id: &str| {
        let u = cx.setup.unit_ids().find(|u| cx.setup.unit(*u).id == id).unwrap();
        cx.setup.map.label(s.unit(u).hex().unwrap())
    };
    assert_eq!((at("pr-inf-1"), at("au-inf-1")), ("2908".into(), "4316".into()), "Crossen and Breslau");
    assert_eq!(Sequence::FIRST.next, Phase::Initiative);
}
