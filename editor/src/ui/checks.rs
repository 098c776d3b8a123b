//! Overlays for checking a map: computed by the rules from the compiled document, never here. Large documents
//! are compiled and queried on a thread of their own, so that no frame waits for the rules.
use super::host::{Host, Starter};
use super::look;
use super::tab::Tab;
use crate::core::pieces;
use crate::tools::ToolKind;
use crate::words;
use egui::Ui;
use engine::game::AnyMatch;
use engine::hex::HexId;
use engine::present::{
    AreaView, CounterId, CounterPlace, MarkView, OverlayKind, OverlayView, OverlayWants, Seat, Target,
};
use engine::scenario::{FieldKind, Piece, ScenarioDoc, Schema, Value};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The overlays shown, and the match they are asked of.
#[derive(Default)]
pub struct Checks {
    /// Ids of the overlays that are on, in the order they were turned on.
    on: Vec<&'static str>,
    kinds: &'static [OverlayKind],
    /// The last question, so that nothing is asked twice.
    asked: Option<Question>,
    answers: Vec<OverlayView>,
    /// What the rules draw on the board at the start: objectives, areas of set-up and arrival.
    ground: Arc<GroundMarks>,
    here: Game,
    apart: Option<Apart>,
}

/// What stands on the ground of a match at its start, counters apart.
#[derive(Default, PartialEq, Debug)]
pub struct GroundMarks {
    pub marks: Vec<MarkView>,
    pub areas: Vec<AreaView>,
}

impl Checks {
    fn shown_kinds(&self) -> Vec<&'static OverlayKind> {
        self.on.iter().filter_map(|id| self.kinds.iter().find(|k| k.id == *id)).collect()
    }

    /// The overlays these rules have.
    pub fn overlay_kinds(&self) -> &'static [OverlayKind] {
        self.kinds
    }

    /// The overlays to show, as far as they are on and computed.
    pub fn answers(&self) -> &[OverlayView] {
        if self.on.is_empty() { &[] } else { &self.answers }
    }

    pub fn ground(&self) -> &Arc<GroundMarks> {
        &self.ground
    }

    fn take_answer(&mut self, answer: Answer) {
        if !answer.kinds.is_empty() {
            self.kinds = answer.kinds;
        }
        if let Some(ground) = answer.ground.filter(|g| *g != *self.ground) {
            self.ground = Arc::new(ground);
        }
        // A late answer about overlays no longer shown is nobody's.
        if answer.question.kinds.iter().map(|k| k.0).eq(self.on.iter().copied()) {
            self.answers = answer.views;
        }
    }
}

/// What the overlay is about: nothing, the selected piece, or the hex pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
enum About {
    Nothing,
    Piece(String),
    Hex(HexId),
    /// Nothing is selected or pointed at yet.
    Unsaid,
}

/// Version of the document, overlays (none: only list them) with their subjects, and the side whose turn it is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Question {
    version: u64,
    kinds: Vec<(&'static str, About)>,
    /// Empty: whoever begins.
    side: String,
}

/// A question with all that is needed to answer it anywhere.
struct Job {
    question: Question,
    doc: ScenarioDoc,
    schema: Arc<Schema>,
}

struct Answer {
    question: Question,
    kinds: &'static [OverlayKind],
    views: Vec<OverlayView>,
    /// None if the match cannot be begun.
    ground: Option<GroundMarks>,
}

/// The match begun from a version of the document with a side to act; none if it cannot be begun.
type Begun = (u64, String, Option<Box<dyn AnyMatch>>);

#[derive(Default)]
struct Game(Option<Begun>);

/// The document with this side to move first, where the rules let a scenario say so: its pieces can be examined too.
fn with_first(doc: &ScenarioDoc, schema: &Schema, side: &str) -> ScenarioDoc {
    let mut out = doc.clone();
    for f in schema.scenario_fields.iter().filter(|f| f.kind == FieldKind::Side && !side.is_empty()) {
        out.props.insert(f.id.clone(), Value::from(side));
    }
    out
}

impl Game {
    fn answer(&mut self, job: Job, start: impl Fn(&ScenarioDoc) -> Option<Box<dyn AnyMatch>>) -> Answer {
        let (version, side) = (job.question.version, &job.question.side);
        if self.0.as_ref().is_none_or(|g| g.0 != version || g.1 != *side) {
            let game = start(&with_first(&job.doc, &job.schema, side)).or_else(|| start(&job.doc));
            self.0 = Some((version, side.clone(), game));
        }
        let game = self.0.as_ref().and_then(|g| g.2.as_deref());
        let kinds = game.map_or(&[][..], AnyMatch::overlays);
        let views = job.question.kinds.iter().map(|(kind, about)| match (game, about) {
            (None, _) => text_only_overlay(words::CHECK_ERRORS),
            (Some(game), About::Nothing) => game.view(Seat::OPEN).overlay(kind, None),
            (Some(game), About::Hex(h)) => game.view(Seat::OPEN).overlay(kind, Some(&Target::Hex(*h))),
            (Some(game), About::Piece(id)) => {
                match job.doc.piece(id).and_then(|p| counter_of(&job.doc, &job.schema, game, p)) {
                    Some(c) => game.view(Seat::OPEN).overlay(kind, Some(&Target::Counter(c))),
                    None => text_only_overlay(words::CHECK_PIECE),
                }
            }
            (Some(_), About::Unsaid) => {
                let wants = kinds.iter().find(|k| k.id == *kind).map(|k| k.wants);
                text_only_overlay(if wants == Some(OverlayWants::Hex) {
                    words::CHECK_HEX
                } else {
                    words::CHECK_PIECE
                })
            }
        });
        let views = views.collect();
        let ground = game.map(|g| {
            let board = g.view(Seat::OPEN).board();
            // Marks of pieces are drawn with the pieces.
            let marks = board.marks.into_iter().filter(|m| m.art == OBJECTIVE).collect();
            GroundMarks { marks, areas: board.areas }
        });
        Answer { question: job.question, kinds, views, ground }
    }
}

/// The art of marks that stand for no piece.
const OBJECTIVE: &str = "objective";

fn text_only_overlay(text: &str) -> OverlayView {
    OverlayView { text: text.to_owned(), ..OverlayView::default() }
}

/// The thread that answers for a large document. It ends when its sender is dropped.
struct Apart {
    ask: Sender<Job>,
    hear: Receiver<Answer>,
}

impl Apart {
    fn new(start: Starter, ctx: egui::Context) -> Option<Self> {
        let (ask, jobs) = channel::<Job>();
        let (tell, hear) = channel();
        let work = move || {
            let mut game = Game::default();
            while let Ok(mut job) = jobs.recv() {
                // The pointer has moved on: only the last question matters.
                while let Ok(later) = jobs.try_recv() {
                    job = later;
                }
                if tell.send(game.answer(job, &*start)).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        std::thread::Builder::new().name("overlays".into()).spawn(work).ok()?;
        Some(Self { ask, hear })
    }
}

/// Asks what is to be shown now. Call once a frame before the map is drawn.
pub fn refresh_overlay(ctx: &egui::Context, tab: &mut Tab, host: &Host<'_>) {
    let Checks { apart, .. } = &mut tab.rules.checks;
    if let Some(answer) = apart.as_ref().and_then(|a| a.hear.try_iter().last()) {
        // An outdated answer is better than none.
        tab.rules.checks.take_answer(answer);
    }
    if !tab.is_editable() || tab.document.in_stroke() {
        return;
    }
    let version = tab.document.version();
    let shown = tab.rules.checks.shown_kinds();
    if tab.problems.issues.has_errors() {
        if !shown.is_empty() {
            (tab.rules.checks.asked, tab.rules.checks.answers) =
                (None, vec![text_only_overlay(words::CHECK_ERRORS)]);
        }
        return;
    }
    // Without an overlay the rules are asked once the document is known to be sound.
    if shown.is_empty() && !tab.rules.checks.kinds.is_empty() && !tab.is_sound() {
        return;
    }
    let kinds: Vec<(&'static str, About)> = shown.iter().map(|k| (k.id, overlay_subject(tab, k))).collect();
    let side = kinds.iter().find_map(|k| match &k.1 {
        About::Piece(id) => tab.doc().piece(id).map(|p| p.side.clone()),
        About::Nothing | About::Hex(_) | About::Unsaid => None,
    });
    let question = Question { version, kinds, side: side.unwrap_or_default() };
    if tab.rules.checks.asked.as_ref() == Some(&question) {
        return;
    }
    tab.rules.checks.asked = Some(question.clone());
    let job = Job { question, doc: tab.doc().clone(), schema: tab.schema() };
    if !tab.is_large() {
        let answer = tab.rules.checks.here.answer(job, |doc| (host.given.start)(doc));
        return tab.rules.checks.take_answer(answer);
    }
    if tab.rules.checks.apart.is_none() {
        tab.rules.checks.apart = Apart::new(host.given.start.clone(), ctx.clone());
    }
    match &tab.rules.checks.apart {
        Some(a) => {
            drop(a.ask.send(job)); // What was shown before stays until the answer is there.
            if tab.rules.checks.answers.is_empty() {
                tab.rules.checks.answers = vec![text_only_overlay(words::CHECK_WAIT)];
            }
        }
        None => {
            let answer = tab.rules.checks.here.answer(job, |doc| (host.given.start)(doc));
            tab.rules.checks.take_answer(answer);
        }
    }
}

fn overlay_subject(tab: &Tab, kind: &OverlayKind) -> About {
    let chosen = tab.tools.selection.first().and_then(|id| tab.doc().piece(id));
    match kind.wants {
        OverlayWants::Nothing => About::Nothing,
        OverlayWants::Counter => chosen.map_or(About::Unsaid, |p| About::Piece(p.id.clone())),
        OverlayWants::Hex => {
            let stands = chosen.and_then(|p| pieces::hexes_of(&p.place).first().copied());
            let stands = stands.and_then(|h| tab.doc().map.grid.id(h));
            tab.pointer.hovered.or(stands).or(tab.widget.cursor).map_or(About::Unsaid, About::Hex)
        }
    }
}

/// The counter of a piece in the match: the best match in its hex.
fn counter_of(doc: &ScenarioDoc, schema: &Schema, game: &dyn AnyMatch, p: &Piece) -> Option<CounterId> {
    let hex: HexId = pieces::hexes_of(&p.place).first().and_then(|h| doc.map.grid.id(*h))?;
    let board = game.view(Seat::OPEN).board();
    let here = |c: &&engine::present::CounterView| match &c.place {
        CounterPlace::Hexes(list) => list.contains(&hex),
        _ => false,
    };
    let figure = schema.unit(&p.kind).map(|k| k.figure.clone()).unwrap_or_default();
    let army = crate::core::counters::army_of(doc, p);
    let likeness = |c: &&engine::present::CounterView| {
        u8::from(!p.name.is_empty() && c.name.contains(&p.name)) * 4
            + u8::from(c.figure == figure) * 2
            + u8::from(c.army == army)
    };
    board.counters.iter().filter(here).max_by_key(likeness).map(|c| c.id)
}

/// The menu of overlays: any number of them at once.
pub fn overlay_menu(ui: &mut Ui, tab: &mut Tab) {
    let kinds = tab.rules.checks.kinds;
    if kinds.is_empty() {
        // The rules list their overlays once the document compiles.
        if tab.is_editable() && tab.problems.issues.has_errors() {
            let button = egui::Button::new(words::OVERLAYS);
            ui.add_enabled(false, button).on_disabled_hover_text(words::CHECK_ERRORS);
        }
        return;
    }
    let now = match tab.rules.checks.shown_kinds().as_slice() {
        [] => words::OVERLAYS.to_owned(),
        [one] => one.name.to_owned(),
        several => words::overlays_shown(several.len()),
    };
    let menu = ui.menu_button(now, |ui| {
        ui_kit::widgets::show_box_borders(ui);
        for k in kinds {
            let mut on = tab.rules.checks.on.contains(&k.id);
            let help = match k.wants {
                OverlayWants::Nothing => format!("{} [{}]", k.name, k.rule.0),
                OverlayWants::Counter => {
                    format!("{} of the selected piece, of either side [{}]", k.name, k.rule.0)
                }
                OverlayWants::Hex => format!("{} from the hex pointed at [{}]", k.name, k.rule.0),
            };
            let said = format!("Show {}", k.name.to_lowercase());
            let r = look::hover_help(ui.checkbox(&mut on, k.name), &help);
            let enabled = r.enabled();
            r.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, enabled, on, said.clone()));
            if r.clicked() {
                toggle_overlay(tab, k.id);
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(words::OVERLAYS_HELP);
}

/// Shows an overlay, or hides it.
pub fn toggle_overlay(tab: &mut Tab, id: &'static str) {
    let checks = &mut tab.rules.checks;
    match checks.on.iter().position(|on| *on == id) {
        Some(i) => drop(checks.on.remove(i)),
        None => checks.on.push(id),
    }
    checks.asked = None;
    checks.answers.clear();
    let of_a_piece = checks.shown_kinds().iter().any(|k| k.id == id && k.wants == OverlayWants::Counter);
    if of_a_piece && tab.tools.kind != ToolKind::Select {
        tab.tools.switch_to(ToolKind::Select);
    }
}

/// What the overlays say, on the map's lower edge: the map keeps its place.
pub fn overlay_text(ui: &Ui, tab: &Tab, map: egui::Rect) {
    let texts: Vec<String> =
        tab.rules.checks.answers().iter().filter(|a| !a.text.is_empty()).map(overlay_line).collect();
    if texts.is_empty() {
        return;
    }
    let place = map.left_bottom() + egui::vec2(8.0, -8.0);
    let area = egui::Area::new(egui::Id::unique("what overlays say")).fixed_pos(place);
    area.pivot(egui::Align2::LEFT_BOTTOM).interactable(false).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width((map.width() - 40.0).max(120.0));
            for text in texts {
                look::muted_label(ui, text);
            }
        });
    });
}

fn overlay_line(view: &OverlayView) -> String {
    let rules: Vec<String> = view.rules.iter().map(|r| r.0.to_owned()).collect();
    if rules.is_empty() { view.text.clone() } else { format!("{} [{}]", view.text, rules.join(", ")) }
}
