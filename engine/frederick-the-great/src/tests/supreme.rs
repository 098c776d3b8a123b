//! The supreme commander rule (5.37), and what a cold reading of chapters 5, 9, 12 and 13 found.

use super::*;
use crate::ids::{NationId, SideId, Walls};

fn permit(cx: &Ctx, s: &State, a: Action) -> Result<(), why::Why> {
    legal::check_action(&movement::Judge::new(cx, s), &a)
}

/// A march phase of one side.
fn marching(cx: &Ctx, side: SideId, die: u8) -> State {
    let mut s = empty(cx, Phase::March);
    s.phasing = side;
    s.frames.push(Frame::March { side, die, nation: NationId::NONE, done: 0, next: 0 });
    s
}

/// Charles with twenty points and Browne beside him; Daun elsewhere with eight.
fn austrians(cx: &Ctx, die: u8) -> State {
    let mut s = marching(cx, SideId(1), die);
    let a = nation(cx, "austrian");
    s.add_points(hex(cx, "1125"), a, Walls::Inside, 1, true);
    s.add_points(hex(cx, "1125"), a, Walls::Outside, 20, true);
    s.add_points(hex(cx, "1230"), a, Walls::Inside, 1, true);
    s.add_points(hex(cx, "1230"), a, Walls::Outside, 8, true);
    put(cx, &mut s, "Charles", "1125", Place::Outside);
    put(cx, &mut s, "Browne", "1125", Place::Outside);
    put(cx, &mut s, "Daun", "1230", Place::Outside);
    s
}

#[test]
fn a_subordinate_takes_no_more_than_the_supreme_commander_keeps() {
    let cx = cx("1757");
    let mut s = austrians(&cx, 2);
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Browne") });
    assert_eq!(permit(&cx, &s, Action::Take { inside: Walls::Outside, sp: 10 }), Ok(()), "ten of twenty");
    assert_eq!(
        permit(&cx, &s, Action::Take { inside: Walls::Outside, sp: 11 }),
        Err(why::SUPREME),
        "eleven leave nine"
    );
    // Five hexes on is Königgrätz: within its walls they would count for nobody.
    let mut far = austrians(&cx, 4);
    act(&cx, &mut far, Action::Begin { leader: leader(&cx, "Browne") });
    assert_eq!(permit(&cx, &far, Action::Take { inside: Walls::Outside, sp: 11 }), Ok(()));
}

#[test]
fn the_supreme_commander_does_not_give_his_army_away() {
    let cx = cx("1757");
    let mut s = austrians(&cx, 4);
    let to = hex(&cx, "1126");
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Charles") });
    act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 9 });
    let mut nine = s.clone();
    act(&cx, &mut nine, Action::Step { to });
    assert_eq!(
        permit(&cx, &nine, Action::Stop { inside: Walls::Outside }),
        Err(why::SUPREME),
        "Browne has eleven"
    );
    act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 1 });
    act(&cx, &mut s, Action::Step { to });
    assert_eq!(permit(&cx, &s, Action::Stop { inside: Walls::Outside }), Ok(()), "ten and ten");
    // Alone with seven he would be lighter than Daun.
    let mut t = austrians(&cx, 4);
    put(&cx, &mut t, "Browne", "0231", Place::Outside);
    act(&cx, &mut t, Action::Begin { leader: leader(&cx, "Charles") });
    act(&cx, &mut t, Action::Take { inside: Walls::Outside, sp: 7 });
    let mut seven = t.clone();
    act(&cx, &mut seven, Action::Step { to });
    assert_eq!(permit(&cx, &seven, Action::Stop { inside: Walls::Outside }), Err(why::SUPREME));
    // Nor may he leave so many in the fortress.
    act(&cx, &mut t, Action::Take { inside: Walls::Outside, sp: 13 });
    assert_eq!(
        permit(&cx, &t, Action::Leave { inside: Walls::Inside, sp: 12 }),
        Ok(()),
        "eight against eight"
    );
    // With more in it than that he must stay inside himself: there they count for him.
    let mut within = t.clone();
    assert_eq!(permit(&cx, &within, Action::Leave { inside: Walls::Inside, sp: 13 }), Ok(()));
    act(&cx, &mut within, Action::Leave { inside: Walls::Inside, sp: 13 });
    assert_eq!(permit(&cx, &within, Action::Stop { inside: Walls::Outside }), Err(why::SUPREME));
    assert_eq!(permit(&cx, &within, Action::Stop { inside: Walls::Inside }), Ok(()));
    act(&cx, &mut within, Action::Step { to });
    assert_eq!(
        permit(&cx, &within, Action::Stop { inside: Walls::Outside }),
        Err(why::SUPREME),
        "he must go back"
    );
    act(&cx, &mut t, Action::Step { to });
    assert_eq!(permit(&cx, &t, Action::Stop { inside: Walls::Outside }), Ok(()));
}

#[test]
fn losses_oblige_nobody_and_prussians_are_exempt() {
    let cx = cx("1757");
    let mut s = austrians(&cx, 4);
    let a = nation(&cx, "austrian");
    s.remove_points(hex(&cx, "1125"), a, Walls::Outside, 15);
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Daun") });
    assert_eq!(permit(&cx, &s, Action::Take { inside: Walls::Outside, sp: 8 }), Ok(()), "he had them before");
    let mut s = marching(&cx, SideId(0), 4);
    let p = nation(&cx, "prussian");
    s.add_points(hex(&cx, "1623"), p, Walls::Outside, 20, true);
    put(&cx, &mut s, "Frederick", "1623", Place::Outside);
    put(&cx, &mut s, "Keith", "1623", Place::Outside);
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Keith") });
    assert_eq!(permit(&cx, &s, Action::Take { inside: Walls::Outside, sp: 20 }), Ok(()));
}

#[test]
fn gates_do_not_get_round_the_rule() {
    let cx = cx("1757");
    let mut s = austrians(&cx, 4);
    let a = nation(&cx, "austrian");
    act(&cx, &mut s, Action::Open { hex: hex(&cx, "1125") });
    assert_eq!(permit(&cx, &s, Action::In { nation: a, sp: 12 }), Ok(()), "eight against eight");
    assert_eq!(
        permit(&cx, &s, Action::In { nation: a, sp: 13 }),
        Err(why::SUPREME),
        "seven against Daun's eight"
    );
}

#[test]
fn a_force_march_is_made_up_before_its_die() {
    let cx = cx("1757");
    let mut s = marching(&cx, SideId(0), 0);
    let p = nation(&cx, "prussian");
    s.add_points(hex(&cx, "1623"), p, Walls::Inside, 1, true);
    s.add_points(hex(&cx, "1623"), p, Walls::Outside, 16, true);
    put(&cx, &mut s, "Frederick", "1623", Place::Outside);
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Frederick") });
    act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 5 });
    act(&cx, &mut s, Action::Go);
    roll(&cx, &mut s, 3);
    assert_eq!(s.off_map.dead[p.index()], 1, "three and three are six");
    assert_eq!(permit(&cx, &s, Action::Take { inside: Walls::Outside, sp: 11 }), Err(why::MADE_UP));
}

#[test]
fn one_attempt_a_hex_and_move() {
    let cx = cx("1757");
    let mut s = marching(&cx, SideId(0), 4);
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    // Two hexes of open country side by side.
    let from = hex(&cx, "2121");
    let Some((_, to, _)) = cx.setup.ways(from).find(|w| w.2 == 1) else { panic!("rivers all round") };
    s.add_points(from, p, Walls::Outside, 8, true);
    s.add_points(to, a, Walls::Outside, 5, true);
    put(&cx, &mut s, "Frederick", "2121", Place::Outside);
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Frederick") });
    act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 8 });
    act(&cx, &mut s, Action::Step { to });
    act(&cx, &mut s, Action::Overwhelm);
    act(&cx, &mut s, Action::Step { to: from });
    act(&cx, &mut s, Action::Step { to });
    assert_eq!(
        permit(&cx, &s, Action::Overwhelm),
        Err(why::LATE),
        "the second entry gives no second attempt"
    );
}

/// After a draw with the besiegers the Austrians of Prague may stay, go in, or leave (12.23).
#[test]
fn a_draw_before_prague() {
    let cx = cx("1757");
    let prague = hex(&cx, "1125");
    let drawn = || {
        let mut s = besieged_prague(&cx);
        let a = nation(&cx, "austrian");
        act(&cx, &mut s, Action::Open { hex: prague });
        act(&cx, &mut s, Action::Out { nation: a, sp: 9 });
        act(&cx, &mut s, Action::Done);
        act(&cx, &mut s, Action::Done);
        act(&cx, &mut s, Action::Fight { hex: prague });
        roll(&cx, &mut s, 1);
        roll(&cx, &mut s, 6);
        act(&cx, &mut s, Action::Attack);
        // Fourteen against twenty: some die gives equal totals.
        let die = (1..=6).find(|die| {
            let mut t = s.clone();
            roll(&cx, &mut t, *die);
            matches!(t.frames.top(), Some(Frame::Retire { beaten: false, .. }))
        });
        roll(&cx, &mut s, die?);
        Some(s)
    };
    let Some(s) = drawn() else { panic!("no die gives a draw") };
    assert!(s.is_besieged(prague), "the fortress remains besieged");
    let mut stay = s.clone();
    act(&cx, &mut stay, Action::Done);
    assert!(matches!(stay.frames.top(), Some(Frame::Door { .. })), "some of them may still go in");
    let mut inside = s.clone();
    act(&cx, &mut inside, Action::Retire);
    assert_eq!(inside.strength_at(&cx.setup, prague, SideId(1), Walls::Outside), 0);
    assert!(!inside.is_demoralised(prague, SideId(1)), "a draw demoralises nobody");
    let mut away = s;
    act(&cx, &mut away, Action::Retreat);
    roll(&cx, &mut away, 3);
    while let Some(Frame::Force(_)) = away.frames.top() {
        let mut list = Vec::new();
        legal::list_actions(&movement::Judge::new(&cx, &away), &mut list);
        act(&cx, &mut away, list[0]);
    }
    assert_eq!(away.strength_at(&cx.setup, prague, SideId(1), Walls::Outside), 0, "they have left the hex");
    assert!(away.demoralised.is_empty());
}

/// A relieving army that beats the besiegers lifts the siege; its troops may go in at once (12.23).
#[test]
fn a_victory_lifts_the_siege() {
    let cx = cx("1757");
    let prague = hex(&cx, "1125");
    let mut s = besieged_prague(&cx);
    let a = nation(&cx, "austrian");
    s.add_points(prague, a, Walls::Outside, 55, true);
    act(&cx, &mut s, Action::Done);
    act(&cx, &mut s, Action::Fight { hex: prague });
    roll(&cx, &mut s, 1);
    roll(&cx, &mut s, 6);
    act(&cx, &mut s, Action::Attack);
    roll(&cx, &mut s, 6);
    roll(&cx, &mut s, 3);
    while let Some(Frame::Force(_)) = s.frames.top() {
        let mut list = Vec::new();
        legal::list_actions(&movement::Judge::new(&cx, &s), &mut list);
        act(&cx, &mut s, list[0]);
    }
    assert!(!s.is_besieged(prague), "the Prussians had to retreat");
    assert_eq!(s.depot_at(prague).map(|d| d.side), Some(SideId::SECOND), "their depot is captured");
    assert!(matches!(s.frames.top(), Some(Frame::Door { side: SideId(1), .. })), "{:?}", s.frames.top());
    act(&cx, &mut s, Action::In { nation: a, sp: 4 });
    assert_eq!(s.strength_at(&cx.setup, prague, SideId(1), Walls::Inside), 14);
}

/// A commander stays the commander of a mixed force when its losses change who is stronger (8.23).
#[test]
fn losses_do_not_change_the_commander() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::Combat);
    let (a, f, p) = (nation(&cx, "austrian"), nation(&cx, "french"), nation(&cx, "prussian"));
    let at = hex(&cx, "1821");
    s.add_points(at, a, Walls::Outside, 6, true);
    s.add_points(at, f, Walls::Outside, 5, true);
    s.add_points(at, p, Walls::Outside, 30, true);
    put(&cx, &mut s, "Charles", "1821", Place::Outside);
    put(&cx, &mut s, "Broglie", "1821", Place::Outside);
    put(&cx, &mut s, "Frederick", "1821", Place::Outside);
    s.frames.push(Frame::Combats { begun: true, left: smallvec::smallvec![at] });
    act(&cx, &mut s, Action::Fight { hex: at });
    act(&cx, &mut s, Action::Attack);
    roll(&cx, &mut s, 1);
    let Some(Frame::Battle { leads, .. }) =
        s.frames.iter().find(|f| matches!(f, Frame::Battle { .. })).cloned()
    else {
        panic!("{:?}", s.frames.top());
    };
    assert_eq!(leads, [leader(&cx, "Frederick"), leader(&cx, "Charles")]);
}

/// What surrenders is garrisoned at once (13.33).
#[test]
fn a_surrendered_fortress_is_garrisoned() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::Siege);
    let prague = hex(&cx, "1125");
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    s.add_points(prague, a, Walls::Inside, 4, true);
    s.add_points(prague, p, Walls::Outside, 9, true);
    s.add_points(hex(&cx, "1623"), p, Walls::Inside, 1, true);
    s.depots.push(Depot { hex: prague, side: SideId(0), done: true, offmap: false, used: false });
    s.frames.push(Frame::Sieges { left: smallvec::smallvec![prague] });
    supply::update_supply(&cx, &mut s, &mut Recorder::off());
    act(&cx, &mut s, Action::Besiege { hex: prague });
    roll(&cx, &mut s, 6);
    act(&cx, &mut s, Action::Deny);
    act(&cx, &mut s, Action::Surrender);
    assert_eq!(s.off_map.prisoners[a.index()], 4);
    assert_eq!(permit(&cx, &s, Action::Done), Err(why::GARRISON_IT));
    act(&cx, &mut s, Action::In { nation: p, sp: 1 });
    act(&cx, &mut s, Action::Done);
    assert_eq!(s.depot_at(prague), None, "the depot of the siege is used up");
}

/// The besieger says how strong he is in every combat phase (13.14).
#[test]
fn besiegers_announce_their_strength() {
    let cx = cx("1757");
    let mut s = besieged_prague(&cx);
    s.frames = Frames::new(Frame::Sequence);
    s.phase = Phase::ForceMarch;
    super::super::flow::run_until_asked(&cx, &mut s, &mut Recorder::off());
    assert_eq!(s.phase, Phase::Combat);
    assert_eq!(s.sieges.announced, [(hex(&cx, "1125"), 20)]);
    let seen = engine::game::testing::seen_by(&cx, &s, cx.setup.seat(SideId(1)));
    assert_eq!(seen.state().sieges.announced, s.sieges.announced, "the besieged are told");
    assert!(seen.state().stacks_at(hex(&cx, "1125")).iter().any(|k| k.sp() == UNKNOWN), "but do not see it");
}
