//! How it is told and shown.

use crate::setup::{KINDS, MARKERS, SHEET, SLOT};
use crate::state::{Action, Counter, Event, Frame, Nothing, Spot, State};
use crate::{MadeUp, rules};
use engine::game::{Aids, Cx, Describe, Outcome, Picture, Reckon, SeatInfo, Seen};
use engine::hex::HexId;
use engine::los::ground_heights;
use engine::present::{
    Affordance, AreaKind, AreaView, Badge, BoardView, BoxView, CounterId, CounterPlace, CounterView, DieView,
    InspectLine, Inspector, KitView, LogKind, LogLine, MarkView, MarkerView, Motion, OddsOutcome,
    OutcomeView, OverlayKind, OverlayView, OverlayWants, PhaseGroup, PhaseView, PieceView, Prompt, Refusal,
    Rule, Rules, ScoreView, SequenceView, SheetView, SideScore, SightStep, SightView, Target, TrackKind,
    TrackView, Verb,
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
        order: c.rank,
        army: ARMIES[c.side as usize % 3].into(),
        figure: piece.map_or_else(String::new, |p| KINDS[p.kind as usize].2.into()),
        name: piece.map_or_else(String::new, |p| p.name.clone()),
        badges: if c.halted { vec![Badge::Acted] } else { Vec::new() },
        hidden: piece.is_none(),
        own: s.owner(c) == Some(seat),
        can_act: s.owner(c) == Some(s.active) && !c.halted,
        line: format!("{}, {hex}", name(cx, s, i)),
        ..CounterView::default()
    }
}

fn label(cx: &Cx<MadeUp>, s: &State, a: &Action) -> (Option<Target>, Target, String, Verb, &'static str) {
    let hex = |h: &HexId| cx.setup.map.label(*h);
    let who = |c: &u8| name(cx, s, *c);
    let button = |text: &str| Target::Button(text.into());
    match a {
        Action::Place { counter: c, hex: h } => (
            Some(counter(*c)),
            Target::Hex(*h),
            format!("Place {} in {}", who(c), hex(h)),
            Verb::Place,
            "M.2",
        ),
        Action::PlaceRest => (None, button("Place the rest"), "Place the rest".into(), Verb::Pass, "M.2"),
        Action::Join { counter: c } => {
            (Some(counter(*c)), button("Move"), format!("Move {} along", who(c)), Verb::Choose, "M.3")
        }
        Action::Go { to } => {
            let subject = s.group.first().map(|c| counter(*c));
            (subject, Target::Hex(*to), format!("Go to {}", hex(to)), Verb::Move, "M.3")
        }
        Action::Halt => (None, button("Halt"), "Halt".into(), Verb::Pass, "M.3"),
        Action::Lift { counter: c, position } => {
            let Spot::Hex(h) = s.counters[*c as usize].spot else {
                return (None, button("Lift"), String::new(), Verb::Other, "M.4");
            };
            let target = Target::StackPosition { hex: h, position: *position };
            let text = format!("Put {} at place {} in {}", who(c), position + 1, hex(&h));
            (Some(counter(*c)), target, text, Verb::Other, "M.4")
        }
        Action::Deploy { counter: c, hex: h } => (
            Some(counter(*c)),
            Target::Hex(*h),
            format!("Deploy {} in {}", who(c), hex(h)),
            Verb::Place,
            "M.4",
        ),
        Action::Attack => (None, button("Attack"), "Attack".into(), Verb::Attack, "M.5"),
        Action::Toggle { hex: h } => {
            (None, Target::Hex(*h), format!("Choose {}", hex(h)), Verb::Choose, "M.5")
        }
        Action::Fire => (None, button("Fire"), "Fire".into(), Verb::Attack, "M.5"),
        Action::Cancel => (None, button("Call it off"), "Call it off".into(), Verb::Pass, "M.5"),
        Action::End => (None, button("End phase"), "End phase".into(), Verb::End, "M.2"),
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
        Affordance::number(actions.iter().map(|a| {
            let (subject, target, label, verb, rule) = label(cx, s.state(), a);
            let mut words = Affordance::new(label, verb, target).rules(&[rule]);
            words.subject = subject;
            words.confirm = *a == Action::End;
            words.chancy = *a == Action::Fire;
            words
        }))
    }

    fn tracks(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<TrackView> {
        vec![TrackView {
            id: "turns".into(),
            name: "Turns".into(),
            kind: TrackKind::Turns,
            army: String::new(),
            at: s.state().turn as i32,
            min: 1,
            max: cx.setup.turns as i32,
            goal: None,
            second: 0,
            text: String::new(),
            note: String::new(),
            rules: cited("M.1"),
            names: Vec::new(),
        }]
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
            Event::Moved { counters, to } => {
                (LogKind::Move, hex(to), format!("{} counters move up", counters.len()), "M.3")
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

    fn explain(cx: &Cx<Self>, s: &Seen<'_, Self>, _: &Target, target: &Target) -> Refusal {
        let Target::Hex(hex) = target else { return Refusal::new("M.2", "not now") };
        let tries = [Action::Go { to: *hex }, Action::Toggle { hex: *hex }];
        let refused = tries.iter().filter_map(|a| rules::check(&cx.setup, s.state(), a).err());
        refused.max_by_key(|r| r.rule.0 != "M.2").unwrap_or_else(|| Refusal::new("M.2", "not now"))
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
            MarkView::new(Target::Side(*e), "fire", "Burning: nobody crosses or sees across it", "M.3")
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
            Event::Moved { counters, to } => {
                let counter = CounterId(u32::from(*counters.first()?));
                Some(Motion::Moved { counter, path: vec![*to] })
            }
            Event::Destroyed { counter, .. } => {
                Some(Motion::Gone { counter: CounterId(u32::from(*counter)) })
            }
            _ => None,
        }
    }

    fn sight(cx: &Cx<Self>, s: &Seen<'_, Self>, from: HexId, to: HexId) -> Option<SightView> {
        let setup = &cx.setup;
        let clear = rules::can_see(setup, s.state(), from, to);
        let mut steps = Vec::new();
        setup.lines.any_path(setup.map.grid.hex(from), setup.map.grid.hex(to), |path| {
            let heights = ground_heights(&setup.map, path).unwrap_or_default();
            let hexes = path.iter().filter_map(|h| setup.map.grid.id(*h));
            steps = hexes
                .zip(heights)
                .map(|(h, ground)| {
                    let wood = setup.map.terrain[h.index()].0 == crate::setup::WOOD;
                    let name = if wood { "Wood" } else { "Clear" }.to_owned();
                    SightStep { hexes: smallvec![h], name, ground, height: i16::from(wood), blocks: false }
                })
                .collect();
            true
        });
        let blocked_at =
            if clear { None } else { steps.get(1).and_then(|s| s.hexes.first().copied()).or(Some(to)) };
        let text = if clear { "seen" } else { "not seen" }.to_owned();
        Some(SightView { from, to, blocked_at, steps, text, rules: cited("M.5") })
    }

    fn overlays() -> &'static [OverlayKind] {
        &[OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("M.3") }]
    }

    fn overlay(cx: &Cx<Self>, s: &Seen<'_, Self>, _: &str, subject: Option<&Target>) -> OverlayView {
        let Some(Target::Counter(c)) = subject else { return OverlayView::default() };
        let Some(c) = s.state().counters.get(c.0 as usize) else { return OverlayView::default() };
        let Spot::Hex(at) = c.spot else { return OverlayView::default() };
        let left = rules::ALLOWANCE.saturating_sub(c.spent);
        let reach = rules::reach(&cx.setup, s.state(), at, left);
        let tags = reach.iter().map(|(h, cost)| (*h, cost.to_string())).collect();
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

/// Covered counters say nothing: there is no piece behind them.
const _: () = assert!(Nothing::PIECE > Nothing::MOST);
