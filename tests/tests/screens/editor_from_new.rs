//! As a new user would: from New to a battle of one's own that is played for a turn, all of it by
//! widgets and keys, each of them counted. For every rule system that is registered.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::{App, Screen};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use engine::hex::HexId;
use engine::present::Verb;
use engine::scenario::{Place, When};
use tempfile::TempDir;

/// At most this many clicks and keys, a letter typed being one key.
const MOST: usize = 250;

/// How something is drawn in a rule system: on hexes or along sides.
enum Draw {
    Terrain {
        name: &'static str,
        way: &'static [&'static str],
    },
    /// From the corner common to three hexes to another.
    Sides {
        name: &'static str,
        from: [&'static str; 3],
        to: [&'static str; 3],
    },
    /// The side between two hexes.
    Side {
        name: &'static str,
        between: [&'static str; 2],
    },
    /// A road from hex to hex.
    Road {
        way: &'static [&'static str],
    },
}

/// What a battle is made of in one rule system. Hexes are those of a sheet of 20 by 15 numbered A1.
struct Plan {
    ruleset: &'static str,
    /// The nation of the second side, where the one offered first will not do.
    second: Option<&'static str>,
    river: Draw,
    crossing: Draw,
    hills: Draw,
    troops: &'static str,
    leader: &'static str,
    /// Name typed, and fields of the leader with what is typed into them.
    leaders: [(&'static str, &'static [(&'static str, &'static str)]); 2],
    /// The entry of the schedule, and the hex it comes to where that is a field; nothing where rules know no schedule.
    arrival: Option<(&'static str, Option<&'static str>)>,
    /// The victory condition, or the kind of piece that is worth points.
    victory: Result<&'static str, &'static str>,
    /// The ground and the hex of the victory condition, where it names one.
    place: Option<(&'static str, &'static str)>,
}

const PLANS: &[Plan] = &[
    Plan {
        ruleset: "hold-the-line",
        second: None,
        river: Draw::Terrain { name: "Waterway", way: &["J1", "J15"] },
        crossing: Draw::Terrain { name: "Bridge", way: &["J8"] },
        hills: Draw::Terrain { name: "Hill", way: &["D4", "F4"] },
        troops: "Infantry",
        leader: "Leader",
        leaders: [("", &[("Command", "1")]), ("", &[("Command", "1")])],
        arrival: Some(("Arrival", None)),
        victory: Ok("Victory points"),
        place: None,
    },
    Plan {
        ruleset: "frederick-the-great",
        second: Some("Austria"),
        river: Draw::Sides { name: "River", from: ["J2", "K2", "J3"], to: ["J13", "K13", "J14"] },
        crossing: Draw::Side { name: "Mountain pass", between: ["E10", "F10"] },
        hills: Draw::Terrain { name: "Mountain", way: &["D4", "F4"] },
        troops: "Strength points",
        leader: "Leader",
        leaders: [("Keith", &[]), ("Daun", &[])],
        arrival: Some(("Reinforcements", Some("B8"))),
        victory: Err("Fortress"),
        place: None,
    },
    Plan {
        ruleset: "austrian-succession",
        second: None,
        river: Draw::Sides { name: "River", from: ["J2", "K3", "J3"], to: ["J13", "K14", "J14"] },
        crossing: Draw::Road { way: &["D8", "P8"] },
        hills: Draw::Terrain { name: "Mountain", way: &["D4", "F4"] },
        troops: "Infantry brigade",
        leader: "Leader",
        leaders: [("Schwerin", &[("Leader Value", "2")]), ("Neipperg", &[("Leader Value", "1")])],
        arrival: None,
        victory: Ok("Place"),
        place: Some(("Fortress", "L8")),
    },
];

/// Rule systems whose battle is not built by hand here yet; their RULES.md says so.
const WITHOUT_PLAN: &[&str] = &["prussias-glory"];

struct Hand {
    harness: Harness<'static, App>,
    _folder: TempDir,
    count: usize,
}

impl Hand {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let mut settings = Settings::default();
        settings.switches.insert("own-file-dialog".into(), true);
        let build = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_max_steps(120);
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        harness.run();
        Self { harness, _folder: folder, count: 0 }
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.count += 1;
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    fn plain(&mut self, key: Key) {
        self.key(Modifiers::NONE, key);
    }

    /// Letters into the field that has the focus.
    fn write(&mut self, text: &str) {
        self.count += text.chars().count();
        self.harness.event(Event::Text(text.into()));
        self.harness.run();
    }

    /// A click on the first thing of this name from the left, whatever `wanted` says of it.
    fn click_if(&mut self, label: &str, wanted: impl Fn(&Node<'_>) -> bool) {
        self.count += 1;
        let found = self.harness.query_all_by_label(label).filter(|n| wanted(n));
        let first = found.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        let node = first.unwrap_or_else(|| panic!("nothing to click is called {label}"));
        node.scroll_to_me();
        self.harness.run();
        let found = self.harness.query_all_by_label(label).filter(|n| wanted(n));
        let first = found.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        first.unwrap().click();
        self.harness.run();
    }

    fn click(&mut self, label: &str) {
        self.click_if(label, |n| n.accesskit_node().role() != Role::Label);
    }

    fn choose(&mut self, field: &str, item: &str) {
        self.click_if(field, |n| n.accesskit_node().role() == Role::ComboBox);
        // The list lies over everything else: the last of that name.
        self.count += 1;
        let listed = |n: &Node<'_>| n.accesskit_node().role() != Role::Label;
        let all: Vec<Node<'_>> = self.harness.query_all_by_label(item).filter(listed).collect();
        all.last().unwrap_or_else(|| panic!("{field} offers no {item}")).click();
        drop(all);
        self.harness.run();
    }

    /// A number typed over the old one.
    fn number(&mut self, field: &str, digits: &str) {
        self.click_if(field, |n| n.accesskit_node().role() == Role::SpinButton);
        self.write(digits);
        self.plain(Key::Enter);
    }

    /// A text typed into a field.
    fn text(&mut self, field: &str, text: &str) {
        self.click_if(field, |n| n.accesskit_node().role() == Role::TextInput);
        self.write(text);
    }

    /// A hex by letter and figure, however the sheet itself is numbered.
    fn hex(&self, label: &str) -> HexId {
        let grid = self.app().editor().document().unwrap().doc().map.grid;
        let plain = engine::hex::Grid { numbering: engine::hex::Numbering::letters(), ..grid };
        plain.parse(label).unwrap_or_else(|| panic!("no hex {label}"))
    }

    /// The number the sheet itself gives such a hex.
    fn number_of(&self, label: &str) -> String {
        self.app().editor().document().unwrap().doc().map.grid.label(self.hex(label))
    }

    fn place(&self, label: &str) -> Pos2 {
        self.app().editor().screen_of(self.hex(label)).unwrap()
    }

    /// Where three hexes meet.
    fn corner(&self, labels: &[&str]) -> Pos2 {
        let sum = labels.iter().map(|l| self.place(l).to_vec2()).fold(egui::Vec2::ZERO, |a, b| a + b);
        (sum / labels.len() as f32).to_pos2()
    }

    /// Press, move, release: one click.
    fn drag(&mut self, way: &[Pos2]) {
        self.count += 1;
        self.harness.hover_at(way[0]);
        self.harness.run();
        let button = |pos, pressed| Event::PointerButton {
            pos,
            pressed,
            button: PointerButton::Primary,
            modifiers: Modifiers::NONE,
        };
        self.harness.event(button(way[0], true));
        self.harness.step();
        for p in way {
            self.harness.event(Event::PointerMoved(*p));
            self.harness.step();
        }
        self.harness.event(button(way[way.len() - 1], false));
        self.harness.run();
    }

    fn on_map(&mut self, labels: &[&str]) {
        let way: Vec<Pos2> = labels.iter().map(|l| self.place(l)).collect();
        self.drag(&way);
    }

    fn draw(&mut self, what: &Draw) {
        match what {
            Draw::Terrain { name, way } => {
                self.plain(Key::B);
                self.click(name);
                self.on_map(way);
            }
            Draw::Sides { name, from, to } => {
                self.plain(Key::H);
                self.click(name);
                let way = [self.corner(from), self.corner(to)];
                self.drag(&way);
            }
            Draw::Side { name, between } => {
                self.plain(Key::H);
                self.click(name);
                let at = self.corner(between);
                self.drag(&[at]);
            }
            Draw::Road { way } => {
                self.plain(Key::R);
                self.on_map(way);
            }
        }
    }

    fn sees(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    fn version(&self) -> u64 {
        self.app().play().unwrap().session.game.version()
    }

    fn turn(&self) -> u32 {
        self.app().play().unwrap().session.views.sequence.turn
    }

    /// Ends what can be ended, and does the first thing offered where something must be done.
    fn play_on(&mut self) {
        let actions = self.app().play().unwrap().session.views.actions.clone();
        let before = self.version();
        let end = actions.iter().find(|a| a.verb == Verb::End);
        let pass = actions.iter().find(|a| a.verb == Verb::Pass);
        let a = end.or(pass).or(actions.first()).expect("somebody can act").clone();
        if let Some(s) = &a.subject {
            self.count += 1;
            self.harness.state_mut().select(s.clone());
            self.harness.run();
        }
        if end.is_some() {
            self.plain(Key::F10);
        }
        if self.version() == before && self.harness.query_all_by_label(&a.label).next().is_some() {
            self.count += 1;
            self.harness.query_all_by_label(&a.label).next().unwrap().scroll_to_me();
            self.harness.run();
            self.harness.query_all_by_label(&a.label).next().unwrap().click_accesskit();
            self.harness.run();
        }
        if self.version() == before && self.sees("End it") {
            self.click("End it");
        } else if self.version() == before {
            self.plain(Key::Enter);
        }
        assert_ne!(self.version(), before, "{} was not done", a.label);
    }
}

/// Troops and a leader of the side chosen in the palette.
fn army(w: &mut Hand, plan: &Plan, side: usize, hexes: &[&str], at: &str) {
    w.click(plan.troops);
    for h in hexes {
        w.on_map(&[h]);
    }
    w.click(plan.leader);
    let (name, fields) = plan.leaders[side];
    if !name.is_empty() {
        w.text("Name", name);
    }
    for (field, digits) in fields {
        w.number(field, digits);
    }
    w.on_map(&[at]);
}

fn build(w: &mut Hand, plan: &Plan) {
    w.key(Modifiers::COMMAND, Key::N);
    w.write("Test");
    let rulesets = Library::shipped();
    let name = rulesets.registry.get(plan.ruleset).unwrap().name().to_owned();
    if rulesets.registry.ids().first().is_none_or(|first| *first != plan.ruleset) {
        w.choose("Rules", &name);
    }
    if let Some(nation) = plan.second {
        w.choose("Second side", nation);
    }
    w.plain(Key::Enter);
    assert_eq!(w.app().screen(), Screen::Editor);
    w.draw(&plan.river);
    w.draw(&plan.crossing);
    w.draw(&plan.hills);
    // Two armies with their leaders.
    w.plain(Key::U);
    army(w, plan, 0, &["C7", "C8", "C9", "C10"], "C8");
    let second = w.app().editor().document().unwrap().doc().sides[1].name.clone();
    w.choose("Side", &second);
    army(w, plan, 1, &["Q7", "Q8", "Q9", "Q10"], "Q8");
    if let Err(piece) = plan.victory {
        w.click(piece);
        w.on_map(&["L8"]);
    }
    // Reinforcements of the first side wait off the map.
    let first = w.app().editor().document().unwrap().doc().sides[0].name.clone();
    w.choose("Side", &first);
    w.click(plan.troops);
    w.on_map(&["B3"]);
    w.click("Take off map");
    if let Some((entry, hex)) = plan.arrival {
        schedule(w, entry, hex);
    }
    if let Some((ground, hex)) = plan.place {
        w.plain(Key::B);
        w.click(ground);
        w.on_map(&[hex]);
    }
    if let Ok(kind) = plan.victory {
        w.click("Victory");
        w.click("Add victory condition");
        w.click(kind);
    }
    if let Some((_, hex)) = plan.place {
        w.text("Hex", &w.number_of(hex));
    }
}

/// What was taken off the map comes on turn 3.
fn schedule(w: &mut Hand, entry: &str, hex: Option<&str>) {
    if hex.is_none() {
        w.plain(Key::A);
        w.text("Name of a new area", "West");
        w.plain(Key::Enter);
        w.on_map(&["A6", "A10"]);
    }
    w.click("Schedule");
    w.click("Add to schedule");
    w.click(entry);
    w.number("Turn", "3");
    match hex {
        Some(hex) => w.text("Hex", &w.number_of(hex)),
        None => w.choose("Area", "West"),
    }
}

fn check(w: &Hand, plan: &Plan) {
    let document = w.app().editor().document().unwrap();
    let doc = document.doc();
    assert_eq!(doc.ruleset, plan.ruleset);
    assert_eq!((doc.map.grid.cols, doc.map.grid.rows), (20, 15));
    let terrains: Vec<&str> = doc.map.grid.ids().map(|id| doc.map.terrain_at(id)).collect();
    let drawn = |d: &Draw| match d {
        Draw::Terrain { name, way } => {
            terrains.iter().any(|t| t.eq_ignore_ascii_case(name)) && !way.is_empty()
        }
        Draw::Sides { .. } | Draw::Side { .. } => !doc.map.edges.is_empty(),
        Draw::Road { .. } => !doc.map.roads.is_empty(),
    };
    assert!(drawn(&plan.river) && drawn(&plan.crossing) && drawn(&plan.hills));
    for side in &doc.sides {
        let on_map = doc.pieces.iter().filter(|p| p.side == side.id && matches!(p.place, Place::Hex(_)));
        assert!(on_map.count() >= 5, "{} has an army and a leader", side.name);
    }
    assert_eq!(doc.schedule.len(), usize::from(plan.arrival.is_some()));
    for entry in &doc.schedule {
        assert_eq!(entry.when, When::Turn(3));
        assert_eq!(entry.pieces.len(), 1);
    }
    if let Some((ground, hex)) = plan.place {
        let painted = doc.map.terrain_at(w.hex(hex));
        assert!(painted.eq_ignore_ascii_case(ground), "{painted} in {hex}");
        let named = doc.victory[0].props.get("hex").and_then(engine::scenario::Value::as_text);
        assert_eq!(named, Some(w.number_of(hex).as_str()), "the place of the victory condition");
    }
}

/// The position of the test becomes a scenario of its own; the document tested stays as it was.
fn taken_back(w: &mut Hand, before: &str) {
    let turn = w.turn();
    w.click("Use position as scenario");
    assert_eq!(w.app().screen(), Screen::Editor);
    w.harness.run();
    let editor = w.app().editor();
    let taken = editor.document().unwrap();
    assert!(taken.is_dirty() && taken.path().is_none());
    assert_eq!(editor.documents().count(), 2);
    assert!(editor.documents().any(|d| d.to_text() == before), "the document tested is as it was");
    let issues = Library::shipped().check_document(taken.doc(), &Default::default());
    assert!(!issues.has_errors(), "turn {turn}: {:#?}", issues.list);
}

#[test]
fn every_rule_system_has_its_plan() {
    let library = Library::shipped();
    for id in library.registry.ids() {
        let planned = PLANS.iter().any(|p| p.ruleset == id);
        assert!(planned != WITHOUT_PLAN.contains(&id), "no plan for {id}: add one to the list");
    }
}

#[test]
fn from_new_to_a_turn_played_in_at_most_250_clicks_and_keys() {
    for plan in PLANS {
        let mut w = Hand::new();
        build(&mut w, plan);
        check(&w, plan);
        let before = w.app().editor().document().unwrap().to_text();
        let built = w.count;
        w.plain(Key::F5);
        let said = || {
            let library = Library::shipped();
            let doc = w.app().editor().document().unwrap().doc().clone();
            library.check_document(&doc, &Default::default()).list
        };
        assert_eq!(w.app().screen(), Screen::Play, "{}: {:#?}", plan.ruleset, said());
        let first = w.turn();
        while w.turn() == first && w.app().play().unwrap().session.views.outcome.is_none() {
            w.play_on();
            assert!(
                w.count <= MOST,
                "{}: {built} to build, still in turn {first} after {}",
                plan.ruleset,
                w.count
            );
        }
        println!("{}: {built} clicks and keys to build, {} with a turn played", plan.ruleset, w.count);
        assert!(w.count <= MOST);
        if plan.victory.is_ok() {
            taken_back(&mut w, &before);
            continue;
        }
        // Back to the editor with everything as it was.
        for _ in 0..4 {
            if w.app().screen() == Screen::Play {
                w.plain(Key::Escape);
            }
        }
        assert_eq!(w.app().screen(), Screen::Editor);
        assert_eq!(w.app().editor().document().unwrap().to_text(), before);
    }
}
