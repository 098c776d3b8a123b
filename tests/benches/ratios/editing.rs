//! The editor on a map of 200 x 150 hexes with 500 pieces: a brush stroke, undo and redo, each against
//! one frame of 16 ms; in the document alone, and as whole frames of the screen with the map redrawn.

use crate::common::{best, row, time};
use editor::core::{Document, Phase, Pointer, ToolKind, Toolbox, hexes};
use editor::ui::{Checker, EditorScreen, FileWish, Host, SaveOutcome};
use engine::game::AnyMatch;
use engine::hex::Dir;
use engine::scenario::{Issues, ScenarioDoc, Schema};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FRAME: Duration = Duration::from_millis(16);

fn against_a_frame(what: &str, d: Duration) {
    row(what, &time(d), "a frame, 16 ms", d.as_secs_f64() / FRAME.as_secs_f64(), "≤ 1", d <= FRAME);
}

/// A stroke of thirteen events with a brush of radius 3, as the hand makes it.
fn stroke(d: &mut Document, schema: &Schema, tools: &mut Toolbox, n: u16) {
    let grid = d.doc().map.grid;
    tools.take(ToolKind::Brush);
    tools.radius = 3;
    tools.terrain.clone_from(&schema.terrains[1 + n as usize % 3].id);
    let from = grid.hex_at(n * 13 % 150 + 10, n * 17 % 120 + 10);
    let to = (0..12).fold(from, |h, _| h.step(Dir(0)));
    d.begin_stroke();
    for (k, h) in hexes::line(&grid, from, to).into_iter().enumerate() {
        let phase = if k == 0 { Phase::Down } else { Phase::Move };
        let reply = tools.respond(d.doc(), schema, &Pointer { phase, hex: Some(h), ..Pointer::default() });
        if let Some(e) = reply.commit {
            d.apply(&e);
        }
    }
    d.end_stroke();
}

fn document(doc: &ScenarioDoc, schema: &Schema) {
    let half = Duration::from_millis(150);
    let mut d = Document::new(doc.clone(), None, "New");
    let mut tools = Toolbox::for_document(d.doc(), schema);
    let mut n = 0;
    let whole = best(half, || {
        n = (n + 1) % 3000;
        stroke(&mut d, schema, &mut tools, n);
    });
    against_a_frame("editor: a whole brush stroke of 13 events, 200 x 150 hexes, 500 pieces", whole);
    let mut d = Document::new(doc.clone(), None, "New");
    (1..200).for_each(|n| stroke(&mut d, schema, &mut tools, n));
    let there_and_back = |d: &mut Document, back: bool| {
        let start = Instant::now();
        let mut n = 0u32;
        while if back { d.undo() } else { d.redo() } {
            n += 1;
        }
        start.elapsed() / n.max(1)
    };
    let (mut undo, mut redo) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        undo = undo.min(there_and_back(&mut d, true));
        redo = redo.min(there_and_back(&mut d, false));
    }
    against_a_frame("editor: undo of such a stroke", undo);
    against_a_frame("editor: redo of such a stroke", redo);
}

/// A host with rules and nothing else.
struct Bare(Schema);

impl Host for Bare {
    fn rulesets(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn schema(&self, _: &str) -> Option<&Schema> {
        Some(&self.0)
    }
    fn check(&self, _: &ScenarioDoc) -> Issues {
        Issues::default()
    }
    fn checker(&self) -> Checker {
        Arc::new(|_| Issues::default())
    }
    fn save(&mut self, _: Option<&Path>, _: &str, _: &str) -> SaveOutcome {
        SaveOutcome::Cancelled
    }
    fn ask_open(&mut self) {}
    fn ask_file(&mut self, _: FileWish) {}
    fn write_file(&mut self, _: FileWish, _: &str, _: Vec<u8>) {}
    fn read_file(&self, _: &Path, _: Option<&Path>) -> Result<Vec<u8>, String> {
        Err(String::new())
    }
    fn editor_files(&self, _: &str, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }
    fn start(&self, _: &ScenarioDoc) -> Option<Box<dyn AnyMatch>> {
        None
    }
    fn play(&mut self, _: &ScenarioDoc) {}
    fn print(&mut self, _: &ScenarioDoc) {}
    fn go_home(&mut self) {}
    fn toast(&mut self, _: String) {}
    fn dark(&self) -> bool {
        false
    }
}

/// The screen without a window: events in, shapes and tessellation out.
struct Stage {
    ctx: egui::Context,
    screen: EditorScreen,
    host: Bare,
    time: f64,
}

impl Stage {
    fn frame(&mut self, events: Vec<egui::Event>) -> Duration {
        self.time += 1.0 / 60.0;
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1920.0, 1080.0))),
            time: Some(self.time),
            focused: true,
            events,
            ..Default::default()
        };
        let (screen, host) = (&mut self.screen, &mut self.host);
        let start = Instant::now();
        let out = self.ctx.run_ui(input, |ui| screen.show(ui, host));
        std::hint::black_box(self.ctx.tessellate(out.shapes, out.pixels_per_point));
        start.elapsed()
    }

    /// Frames in which nothing happens: missing tiles are made.
    fn rest(&mut self, frames: u32) {
        for _ in 0..frames {
            self.frame(Vec::new());
        }
    }

    fn key(&mut self, key: egui::Key, modifiers: egui::Modifiers) -> Duration {
        let event = |pressed| egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let changed = egui::Event::ModifiersChanged(modifiers);
        let t = self.frame(vec![changed, event(true)]);
        self.frame(vec![event(false), egui::Event::ModifiersChanged(egui::Modifiers::NONE)]);
        t
    }
}

/// The middle and the slowest of many frames.
fn middle_and_worst(mut all: Vec<Duration>) -> (Duration, Duration) {
    all.sort();
    (all[all.len() / 2], all[all.len() - 1])
}

fn screen(doc: &ScenarioDoc, schema: &Schema) {
    let ctx = egui::Context::default();
    ctx.set_fonts(board::fonts::definitions(&|_| None));
    let mut screen = EditorScreen::new();
    screen.open(doc.clone(), None);
    let mut s = Stage { ctx, screen, host: Bare(schema.clone()), time: 0.0 };
    s.rest(600);
    s.key(egui::Key::B, egui::Modifiers::NONE);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        pressed,
        button: egui::PointerButton::Primary,
        modifiers: egui::Modifiers::NONE,
    };
    // The whole map is seen, the hardest case: every event paints hexes nobody has painted yet.
    let at = |i: u16| egui::pos2(700.0 + f32::from(i % 60) * 8.0, 300.0 + f32::from(i / 60) * 60.0);
    let mut paint = Vec::new();
    for row in 0..6u16 {
        s.frame(vec![egui::Event::PointerMoved(at(row * 60))]);
        paint.push(s.frame(vec![button(at(row * 60), true)]));
        for i in 1..60 {
            paint.push(s.frame(vec![egui::Event::PointerMoved(at(row * 60 + i))]));
        }
        s.frame(vec![button(at(row * 60 + 59), false)]);
        s.rest(60);
    }
    assert!(s.screen.dirty(), "the brush has painted");
    let (mid, worst) = middle_and_worst(paint);
    against_a_frame("editor: a frame of the screen while painting, the middle of 360", mid);
    against_a_frame("editor: the slowest of them", worst);
    let (mut undo, mut redo) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        undo.push(s.key(egui::Key::Z, egui::Modifiers::COMMAND));
        s.rest(30);
    }
    for _ in 0..6 {
        redo.push(s.key(egui::Key::Y, egui::Modifiers::COMMAND));
        s.rest(30);
    }
    against_a_frame("editor: the slowest frame with an undo", middle_and_worst(undo).1);
    against_a_frame("editor: the slowest frame with a redo", middle_and_worst(redo).1);
}

pub fn run() {
    let (doc, schema) = (crate::scenarios::large(), crate::drawing::schema());
    document(&doc, &schema);
    screen(&doc, &schema);
}
