//! The editor on a map of 200 x 150 hexes with 500 pieces: a brush stroke, undo and redo, each against
//! one frame of 16 ms; in the document alone, and as whole frames of the screen with the map redrawn.

use crate::common::{ProcessorTime, best, row, time};
use editor::core::{Document, hexes};
use editor::tools::{Phase, Pointer, ToolKind, Toolbox};
use editor::ui::EditorScreen;
use engine::hex::Dir;
use engine::scenario::{ScenarioDoc, Schema};
use std::time::Duration;
use tests::desk::OneRuleSystem;

const FRAME: Duration = Duration::from_millis(16);

fn against_a_frame(what: &str, d: Duration) {
    row(what, &time(d), "a frame, 16 ms", d.as_secs_f64() / FRAME.as_secs_f64(), "≤ 1", d <= FRAME);
}

/// A stroke of thirteen events with a brush of radius 3, as the hand makes it.
fn stroke(d: &mut Document, schema: &Schema, tools: &mut Toolbox, n: u16) {
    let grid = d.doc().map.grid;
    tools.switch_to(ToolKind::Brush);
    tools.radius = 3;
    tools.ground.terrain.clone_from(&schema.terrains[1 + n as usize % 3].id);
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
        let start = ProcessorTime::now();
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

/// The screen without a window: events in, shapes and tessellation out.
struct Stage {
    ctx: egui::Context,
    screen: EditorScreen,
    host: OneRuleSystem,
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
        let (screen, around) = (&mut self.screen, self.host.surroundings());
        let start = ProcessorTime::now();
        let mut out = self.ctx.run_ui(input, |ui| {
            screen.show(ui, &around);
        });
        let shapes = std::mem::take(&mut out.shapes);
        std::hint::black_box(self.ctx.tessellate(shapes, out.pixels_per_point));
        let took = start.elapsed();
        out.textures_delta.clear();
        took
    }

    /// Frames in which nothing happens: missing tiles are made.
    fn rest(&mut self, frames: u32) {
        for _ in 0..frames {
            self.frame(Vec::new());
        }
    }

    /// A key: its frame, and those in which what it did comes onto the screen.
    fn key(&mut self, key: egui::Key, modifiers: egui::Modifiers) -> Vec<Duration> {
        let event = |pressed| egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let changed = egui::Event::ModifiersChanged(modifiers);
        let up = vec![event(false), egui::Event::ModifiersChanged(egui::Modifiers::NONE)];
        let mut all = vec![self.frame(vec![changed, event(true)]), self.frame(up)];
        all.extend((0..8).map(|_| self.frame(Vec::new())));
        all
    }

    /// Six strokes from left to right with a button held, each of sixty frames.
    fn strokes(&mut self) -> Vec<Duration> {
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            pressed,
            button: egui::PointerButton::Primary,
            modifiers: egui::Modifiers::NONE,
        };
        let at = |i: u16| egui::pos2(700.0 + f32::from(i % 60) * 8.0, 300.0 + f32::from(i / 60) * 60.0);
        let mut all = Vec::new();
        for row in 0..6u16 {
            self.frame(vec![egui::Event::PointerMoved(at(row * 60))]);
            all.push(self.frame(vec![button(at(row * 60), true)]));
            for i in 1..60 {
                all.push(self.frame(vec![egui::Event::PointerMoved(at(row * 60 + i))]));
            }
            all.push(self.frame(vec![button(at(row * 60 + 59), false)]));
            all.extend((0..8).map(|_| self.frame(Vec::new())));
        }
        all
    }
}

/// The middle and the slowest of many frames.
fn middle_and_worst(mut all: Vec<Duration>) -> (Duration, Duration) {
    all.sort();
    (all[all.len() / 2], all[all.len() - 1])
}

fn screen(doc: &ScenarioDoc, schema: &Schema) {
    let ctx = egui::Context::default();
    ctx.set_fonts(board::fonts::font_definitions(&|_| None));
    let mut screen = EditorScreen::new();
    screen.open(doc.clone(), None);
    let mut s = Stage { ctx, screen, host: OneRuleSystem::new(&doc.ruleset, schema.clone()), time: 0.0 };
    s.rest(600);
    // The whole map is seen, the hardest case: every event paints hexes nobody has painted yet.
    for (name, key, closer) in [
        ("painting, the whole map in sight", egui::Key::B, false),
        ("drawing a river, the whole map in sight", egui::Key::H, false),
        ("painting, near by", egui::Key::B, true),
        ("drawing a river, near by", egui::Key::H, true),
    ] {
        if closer {
            (0..8).for_each(|_| drop(s.key(egui::Key::Plus, egui::Modifiers::NONE)));
            s.rest(200);
        }
        s.key(key, egui::Modifiers::NONE);
        let steps = s.screen.document().map_or(0, |d| d.steps().len());
        let (mid, worst) = middle_and_worst(s.strokes());
        let drawn = s.screen.document().map_or(0, |d| d.steps().len()) - steps;
        assert!(drawn >= 5, "{name}: {drawn} strokes arrived");
        against_a_frame(&format!("editor: a frame of the screen while {name}, the middle one"), mid);
        against_a_frame("editor: the slowest of them", worst);
        s.rest(60);
        let mut again = |key| -> Duration {
            (0..6).flat_map(|_| s.key(key, egui::Modifiers::COMMAND)).max().unwrap_or_default()
        };
        let (undo, redo) = (again(egui::Key::Z), again(egui::Key::Y));
        against_a_frame("editor: the slowest frame of undoing it, until all is redrawn", undo);
        against_a_frame("editor: the slowest frame of redoing it", redo);
    }
}

pub fn run() {
    let (doc, schema) = (crate::scenarios::large(), crate::drawing::schema());
    document(&doc, &schema);
    screen(&doc, &schema);
}
