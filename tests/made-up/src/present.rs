//! How it is told and shown.

use crate::setup::{KINDS, MARKERS, SHEET, SLOT, WOOD};
use crate::state::{Action, Counter, Event, Frame, Nothing, Spot, State};
use crate::{MadeUp, rules};
use engine::game::{Aids, Cx, Describe, Outcome, Picture, Reckon, SeatInfo, Seen};
use engine::hex::{Hex, HexId};
use engine::los::ground_heights;
use engine::present::{
    Affordance, AreaKind, AreaView, Badge, BoardView, BoxView, CounterId, CounterPlace, CounterView, DieView,
    InStack, InspectLine, Inspector, KitView, LogKind, LogLine, MarkView, MarkerView, Motion, OddsOutcome,
    OutcomeView, OverlayKind, OverlayView, OverlayWants, PhaseGroup, PhaseView, PieceView, Prompt, Rule,
    Rules, ScoreView, SequenceView, SheetView, SideScore, SightStep, SightView, Target, TrackKind, TrackView,
    Verb,
};
use engine::scenario::{Piece, Place, ScenarioDoc};
use smallvec::smallvec;
use std::sync::Arc;

const ARMIES: [&str; 3] = ["prussian", "austrian", "saxon"];

fn cited(rule: &'static str) -> Rules {
    Rules::from_slice(&[Rule(rule)])
}

fn counter(c: u8) -> Target {
    Target::Counter(CounterId(u32::from(c)))
}

fn name(cx: &Cx<MadeUp>, s: &State, c: u8) -> String {
    let counter = &s.counters[c as usize];
    match cx.setup.pieces.get(counter.piece as usize) {
        Some(p) => p.name.clone(),
        None => format!("{} counter {c}", cx.setup.sides[counter.side as usize].1),
    }
}

fn face(cx: &Cx<MadeUp>, s: &State, seat: u8, i: u8, c: &Counter) -> CounterView {
    let piece = cx.setup.pieces.get(c.piece as usize);
    let place = match c.spot {
        Spot::Hex(h) | Spot::Secret(h) => CounterPlace::Hexes(smallvec![h]),
        _ => CounterPlace::Box { sheet: SHEET.into(), slot: SLOT.into() },
    };
    let hex = match c.spot {
        Spot::Hex(h) | Spot::Secret(h) => cx.setup.map.label(h),
        _ => "in its box".into(),
    };
    CounterView {
        id: CounterId(u32::from(i)),
        place,
        stack: InStack { order: c.rank, ..InStack::default() },
        army: ARMIES[c.side as usize % 3].into(),
        figure: piece.map_or_else(String::new, |p| KINDS[p.kind as usize].2.into()),
        name: piece.map_or_else(String::new, |p| p.name.clone()),
        badges: if c.moved { vec![Badge::Acted] } else { Vec::new() },
        hidden: piece.is_none(),
        own: s.owner(c) == Some(seat),
        can_act: s.owner(c) == Some(s.active) && !c.moved,
        line: format!("{}, {hex}", name(cx, s, i)),
        ..CounterView::default()
    }
}

/// An action in words, with who does it and where.
fn affordance(cx: &Cx<MadeUp>, s: &State, a: &Action) -> Affordance {
    let hex = |h: &HexId| cx.setup.map.label(*h);
    let who = |c: &u8| name(cx, s, *c);
    let at = |text: String, verb, h: &HexId| Affordance::new(text, verb, Target::Hex(*h));
    match a {
        Action::Place { counter: c, hex: h } => {
            at(format!("Place {} in {}", who(c), hex(h)), Verb::Place, h).by(counter(*c)).rules(&["M.2"])
        }
        Action::PlaceRest => Affordance::button("Place the rest", Verb::Pass).rules(&["M.2"]),
        Action::Move { group, to } => {
            let mut names: Vec<String> = group.iter().map(who).collect();
            names.sort_unstable();
            at(format!("Move {} to {}", names.join(" and "), hex(to)), Verb::Move, to)
                .by_group(group.iter().map(|c| CounterId(u32::from(*c))))
                .rules(&["M.3"])
        }
        Action::Withdraw { counter: c } => {
            let slot = Target::Box { sheet: SHEET.into(), slot: SLOT.into() };
            Affordance::new(format!("Withdraw {}", who(c)), Verb::Other, slot).by(counter(*c)).rules(&["M.4"])
        }
        Action::Lift { counter: c, position } => {
            let stack = placed_hex(&s.counters[*c as usize]).unwrap_or(HexId::NONE);
            let target = Target::StackPosition { hex: stack, position: *position };
            let text = format!("Put {} at place {} in {}", who(c), position + 1, hex(&stack));
            Affordance::new(text, Verb::Other, target).by(counter(*c)).rules(&["M.4"])
        }
        Action::Deploy { counter: c, hex: h } => {
            at(format!("Deploy {} in {}", who(c), hex(h)), Verb::Place, h).by(counter(*c)).rules(&["M.4"])
        }
        Action::Attack => Affordance::button("Attack", Verb::Attack).rules(&["M.5"]),
        Action::Toggle { hex: h } => at(format!("Choose {}", hex(h)), Verb::Choose, h).rules(&["M.5"]),
        Action::Fire => Affordance::button("Fire", Verb::Attack).rules(&["M.5"]).chancy(),
        Action::Cancel => Affordance::button("Call it off", Verb::Pass).rules(&["M.5"]),
        Action::End => Affordance::button("End phase", Verb::End).rules(&["M.2"]).confirmed(),
    }
}

fn placed_hex(c: &Counter) -> Option<HexId> {
    match c.spot {
        Spot::Hex(h) | Spot::Secret(h) => Some(h),
        Spot::Off | Spot::Box | Spot::Lost => None,
    }
}

impl Describe for MadeUp {
    fn seats(cx: &Cx<Self>) -> Vec<SeatInfo> {
        let seat = |i: usize| SeatInfo { name: cx.setup.sides[i].1.clone(), army: ARMIES[i].into() };
        vec![seat(0), seat(1)]
    }

    fn prompt(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Prompt {
        let state = s.state();
        let who = cx.setup.sides[state.active as usize % 3].1.clone();
        let (text, held, rule) = match state.frames.top() {
            Some(Frame::Place { .. }) => ("Set up your counters".to_owned(), None, "M.2"),
            Some(Frame::Attack { from, at, .. }) => {
                let text = format!("Attack: {} hexes at {} hexes", from.len(), at.len());
                (text, rules::missing(&cx.setup, state, from, at), "M.5")
            }
            _ => ("Move, order stacks, attack".to_owned(), None, "M.3"),
        };
        Prompt { who, text, held, rules: cited(rule), ..Prompt::default() }
    }

    fn affordances(cx: &Cx<Self>, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        Affordance::number(actions.iter().map(|a| affordance(cx, s.state(), a)))
    }

    fn tracks(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<TrackView> {
        let (turn, turns) = (s.state().turn as i32, cx.setup.turns as i32);
        vec![TrackView::new("turns", "Turns", TrackKind::Turns, turn, (1, turns), &["M.1"])]
    }

    fn sequence(cx: &Cx<Self>, s: &Seen<'_, Self>) -> SequenceView {
        let group = |i: usize| PhaseGroup {
            name: cx.setup.sides[i].1.clone(),
            army: ARMIES[i].into(),
            phases: vec![PhaseView {
                name: "Phase".into(),
                current: s.state().active == i as u8,
                rule: Rule("M.3"),
            }],
        };
        let (turn, turns) = (s.state().turn, cx.setup.turns);
        SequenceView { turn, turns, turn_name: String::new(), groups: vec![group(0), group(1)] }
    }

    fn inspect(cx: &Cx<Self>, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        let line =
            |name: &str, value: String| InspectLine { name: name.into(), value, rule: Some(Rule("M.3")) };
        match t {
            Target::Hex(h) => Inspector {
                title: cx.setup.map.label(*h),
                lines: vec![line("Level", cx.setup.map.level[h.index()].to_string())],
                counters: s.state().stack(*h).iter().map(|c| CounterId(u32::from(*c))).collect(),
                ..Inspector::default()
            },
            Target::Counter(c) if (c.0 as usize) < s.state().counters.len() => {
                Inspector { title: name(cx, s.state(), c.0 as u8), ..Inspector::default() }
            }
            _ => Inspector::default(),
        }
    }

    fn score(cx: &Cx<Self>, s: &Seen<'_, Self>) -> ScoreView {
        let side = |i: u8| SideScore {
            name: cx.setup.sides[i as usize].1.clone(),
            army: ARMIES[i as usize].into(),
            points: i32::from(s.state().losses(1 - i)),
            goal: None,
            lines: Vec::new(),
        };
        ScoreView { sides: vec![side(0), side(1)], ..ScoreView::default() }
    }

    fn outcome(cx: &Cx<Self>, _: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        let title = o.winner.map_or("A draw".into(), |s| format!("{} wins", cx.setup.sides[s.0 as usize].1));
        OutcomeView { winner: o.winner, title, text: String::new(), rule: Rule("M.1") }
    }

    fn log_line(cx: &Cx<Self>, e: &Event) -> Option<LogLine> {
        let hex = |h: &HexId| cx.setup.map.label(*h);
        let list = |hexes: &[HexId]| hexes.iter().map(hex).collect::<Vec<_>>().join(", ");
        let mut dice = Vec::new();
        let (kind, head, text, rule) = match e {
            Event::Placed { hex: h, .. } => (LogKind::Move, hex(h), "a counter is set up".to_owned(), "M.2"),
            Event::Drawn { marker } => {
                (LogKind::Heading, "Event".into(), format!("drawn: {}", MARKERS[*marker as usize]), "M.6")
            }
            Event::Arrived { hex: h, .. } => (LogKind::Move, hex(h), "reinforcements arrive".into(), "M.7"),
            Event::Moved { counters, path } => {
                (LogKind::Move, list(path), format!("{} counters move up", counters.len()), "M.3")
            }
            Event::Withdrawn { .. } => {
                (LogKind::Move, "Camp".into(), "a counter is withdrawn to its box".into(), "M.4")
            }
            Event::Reordered { hex: h } => {
                (LogKind::Other, hex(h), "the stack is put in order".into(), "M.4")
            }
            Event::Deployed { hex: h, .. } => (LogKind::Move, hex(h), "a reserve is deployed".into(), "M.4"),
            Event::Fired { dice: faces, at } => {
                dice = faces.iter().map(|f| DieView { value: *f, sides: 6, counted: *f >= 5 }).collect();
                (LogKind::Combat, list(at), "is fired at".into(), "M.5")
            }
            Event::Destroyed { hex: h, .. } => {
                (LogKind::Loss, hex(h), "the top counter is lost".into(), "M.5")
            }
            Event::Ended { side } => {
                (LogKind::Other, cx.setup.sides[*side as usize].1.clone(), "ends its phase".into(), "M.2")
            }
        };
        Some(LogLine { kind, head, text, dice, rules: cited(rule), ..LogLine::default() })
    }

    fn meant(_: &Cx<Self>, _: &Seen<'_, Self>, subject: &Target, target: &Target) -> Vec<Action> {
        let counter = match subject {
            Target::Counter(c) => u8::try_from(c.0).ok(),
            _ => None,
        };
        let mut tries = Vec::new();
        match (counter, target) {
            (Some(counter), Target::Hex(hex)) => {
                tries.push(Action::Move { group: smallvec![counter], to: *hex });
                tries.push(Action::Deploy { counter, hex: *hex });
                tries.push(Action::Place { counter, hex: *hex });
                tries.push(Action::Toggle { hex: *hex });
            }
            (Some(counter), Target::Box { .. }) => tries.push(Action::Withdraw { counter }),
            (Some(counter), Target::StackPosition { position, .. }) => {
                tries.push(Action::Lift { counter, position: *position });
            }
            _ => {}
        }
        tries
    }

    fn reason_rank(refusal: &engine::present::Refusal) -> u8 {
        // What is about more than the time tells most.
        u8::from(refusal.rule.0 == "M.2")
    }
}

impl Picture for MadeUp {
    fn board(cx: &Cx<Self>, s: &Seen<'_, Self>) -> BoardView {
        let state = s.state();
        let shown = |c: &&(usize, &Counter)| matches!(c.1.spot, Spot::Hex(_) | Spot::Secret(_) | Spot::Box);
        let all: Vec<(usize, &Counter)> = state.counters.iter().enumerate().collect();
        let counters =
            all.iter().filter(shown).map(|(i, c)| face(cx, state, s.seat().0, *i as u8, c)).collect();
        let fire = |e: &engine::hex::Edge| {
            MarkView::new(Target::Edge(*e), "fire", "Burning: nobody crosses or sees across it", "M.3")
        };
        let marks = if state.burning { cx.setup.bridges.iter().map(fire).collect() } else { Vec::new() };
        let areas = match state.frames.top() {
            Some(Frame::Attack { from, at, .. }) => {
                let area = |name: &str, hexes: &[HexId], kind| AreaView {
                    name: name.into(),
                    hexes: hexes.to_vec(),
                    kind,
                };
                vec![area("From", from, AreaKind::Reach), area("At", at, AreaKind::Target)]
            }
            _ => Vec::new(),
        };
        BoardView { counters, marks, areas }
    }

    fn sheets(_: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<SheetView> {
        let held = s.state().counters.iter().enumerate().filter(|(_, c)| c.spot == Spot::Box);
        let slot = BoxView {
            id: SLOT.into(),
            name: "Reserve".into(),
            col: 0,
            row: 0,
            counters: held.map(|(i, _)| CounterId(i as u32)).collect(),
            text: String::new(),
            parent: None,
        };
        vec![SheetView { id: SHEET.into(), name: "Camp".into(), boxes: vec![slot], rule: Some(Rule("M.4")) }]
    }

    fn motion(_: &Cx<Self>, e: &Event) -> Option<Motion> {
        match e {
            Event::Moved { counters, path } => {
                let counter = CounterId(u32::from(*counters.first()?));
                Some(Motion::Moved { counter, path: path.clone() })
            }
            Event::Destroyed { counter, .. } => {
                Some(Motion::Gone { counter: CounterId(u32::from(*counter)) })
            }
            _ => None,
        }
    }

    fn sight(cx: &Cx<Self>, s: &Seen<'_, Self>, from: HexId, to: HexId) -> Option<SightView> {
        let setup = &cx.setup;
        let (a, b) = (setup.map.grid.hex(from), setup.map.grid.hex(to));
        let mut best: Option<(Vec<SightStep>, Option<usize>)> = None;
        // The path with nothing in the way, or else the first.
        setup.lines.any_path(a, b, |path| {
            let block = rules::first_block(setup, s.state(), path);
            if best.is_none() || block.is_none() {
                best = Some((sight_steps(setup, path, block), block));
            }
            block.is_none()
        });
        let (steps, block) = best.unwrap_or_default();
        let is_clear = rules::can_see(setup, s.state(), from, to);
        let blocked_hex = block.and_then(|i| steps.get(i)).and_then(|step| step.hexes.first().copied());
        let blocked_at = if is_clear { None } else { blocked_hex.or(Some(to)) };
        let text = match blocked_at {
            None => "seen".to_owned(),
            Some(hex) if block.is_some() => format!("not seen: {} is in the way", setup.map.label(hex)),
            Some(_) => "not seen: too far".to_owned(),
        };
        Some(SightView { from, to, blocked_at, steps, text, rules: cited("M.5") })
    }

    fn overlays() -> &'static [OverlayKind] {
        &[OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("M.3") }]
    }

    fn overlay(cx: &Cx<Self>, s: &Seen<'_, Self>, _: &str, subject: Option<&Target>) -> OverlayView {
        let Some(Target::Counter(c)) = subject else { return OverlayView::default() };
        let Some(c) = s.state().counters.get(c.0 as usize) else { return OverlayView::default() };
        let Spot::Hex(at) = c.spot else { return OverlayView::default() };
        let side = s.state().owner(c).unwrap_or(c.side);
        let search = rules::find_reach(&cx.setup, s.state(), side, at);
        let tag = |node: &u32| Some((HexId(*node as u16), search.cost_of(*node)?.to_string()));
        let tags = search.reached().iter().filter_map(tag).collect();
        OverlayView { tags, text: "Reach".into(), rules: cited("M.3"), ..OverlayView::default() }
    }
}

impl Reckon for MadeUp {
    fn result(_: &Cx<Self>, before: &Seen<'_, Self>, _: &Action, after: &State) -> OddsOutcome {
        let lost = |s: &State| i32::from(s.losses(0)) + i32::from(s.losses(1));
        let n = lost(after) - lost(before.state());
        OddsOutcome { text: format!("{n} lost"), p: 0.0, removes: n > 0, rank: n }
    }
}

impl Aids for MadeUp {
    fn position(cx: &Cx<Self>, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        let mut out = doc.clone();
        let pieces = Arc::make_mut(&mut out.pieces);
        for c in &s.state().counters {
            let Some(p) = cx.setup.pieces.get(c.piece as usize) else { continue };
            let place = match c.spot {
                Spot::Hex(h) => Place::Hex(cx.setup.map.grid.hex(h)),
                Spot::Box => Place::Box { sheet: SHEET.into(), slot: SLOT.into() },
                Spot::Off | Spot::Secret(_) | Spot::Lost => Place::Off,
            };
            pieces.iter_mut().filter(|q: &&mut Piece| q.id == p.id).for_each(|q| q.place = place.clone());
        }
        let off = |id: &String| pieces.iter().any(|p| p.id == *id && p.place == Place::Off);
        for e in &mut out.setup {
            e.pieces.retain(off);
        }
        out.setup.retain(|e| !e.pieces.is_empty());
        out
    }

    fn kit(cx: &Cx<Self>) -> KitView {
        let piece = |p: &crate::setup::Piece| {
            let army = ARMIES[p.side as usize % 3];
            let front = CounterView {
                army: army.into(),
                figure: KINDS[p.kind as usize].2.into(),
                name: p.name.clone(),
                line: p.name.clone(),
                ..CounterView::default()
            };
            let back = CounterView { army: army.into(), hidden: true, ..CounterView::default() };
            PieceView {
                piece: p.id.clone(),
                side: cx.setup.sides[p.side as usize].0.clone(),
                front,
                back,
                copies: 1,
            }
        };
        let marker =
            |(i, m): (usize, &&str)| MarkerView::worded(m, "Event", "", cx.setup.pool[i].into(), "M.6");
        KitView {
            secret: true,
            pieces: cx.setup.pieces.iter().map(piece).collect(),
            markers: MARKERS.iter().enumerate().map(marker).collect(),
            ..KitView::default()
        }
    }
}

/// The ground under a sight line, hex by hex; the slopes crossed give the heights.
fn sight_steps(setup: &crate::Setup, path: &[Hex], block: Option<usize>) -> Vec<SightStep> {
    let heights = ground_heights(&setup.map, path).unwrap_or_default();
    let hexes = path.iter().filter_map(|h| setup.map.grid.id(*h));
    let step = |(i, (hex, ground)): (usize, (HexId, i16))| {
        let is_wood = setup.map.terrain[hex.index()].0 == WOOD;
        let name = if is_wood { "Wood" } else { "Clear" }.to_owned();
        SightStep {
            hexes: smallvec![hex],
            name,
            ground,
            height: i16::from(is_wood),
            blocks: block == Some(i),
        }
    };
    hexes.zip(heights).enumerate().map(step).collect()
}

/// Covered counters say nothing: there is no piece behind them.
const _: () = assert!(Nothing::PIECE > Nothing::MOST);
