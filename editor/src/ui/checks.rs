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
use engine::present::{CounterId, CounterPlace, OverlayKind, OverlayView, OverlayWants, Seat, Target};
use engine::scenario::{Piece, ScenarioDoc, Schema};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The overlay shown, and the match it is asked of.
#[derive(Default)]
pub struct Checks {
    on: Option<&'static str>,
    kinds: &'static [OverlayKind],
    /// The last question, so that nothing is asked twice.
    asked: Option<Question>,
    answer: Option<OverlayView>,
    here: Game,
    apart: Option<Apart>,
}

impl Checks {
    fn overlay_kind(&self) -> Option<&'static OverlayKind> {
        self.kinds.iter().find(|k| Some(k.id) == self.on)
    }

    /// The overlays these rules have.
    pub fn overlay_kinds(&self) -> &'static [OverlayKind] {
        self.kinds
    }

    /// The overlay to show, if one is on and computed.
    pub fn answer(&self) -> Option<&OverlayView> {
        self.on.and(self.answer.as_ref())
    }

    fn take_answer(&mut self, answer: Answer) {
        if !answer.kinds.is_empty() {
            self.kinds = answer.kinds;
        } // A late answer about an overlay no longer shown is nobody's.
        if answer.view.is_some() && answer.question.kind.is_some_and(|k| Some(k.0) == self.on) {
            self.answer = answer.view;
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

/// Version of the document, overlay (none: only list them), and subject.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Question {
    version: u64,
    kind: Option<(&'static str, About)>,
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
    view: Option<OverlayView>,
}

/// The match begun from a version of the document; none if it cannot be begun.
#[derive(Default)]
struct Game(Option<(u64, Option<Box<dyn AnyMatch>>)>);

impl Game {
    fn answer(&mut self, job: Job, start: impl Fn(&ScenarioDoc) -> Option<Box<dyn AnyMatch>>) -> Answer {
        let version = job.question.version;
        if self.0.as_ref().is_none_or(|g| g.0 != version) {
            self.0 = Some((version, start(&job.doc)));
        }
        let game = self.0.as_ref().and_then(|g| g.1.as_deref());
        let kinds = game.map_or(&[][..], AnyMatch::overlays);
        let view = job.question.kind.as_ref().map(|(kind, about)| match (game, about) {
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
        Answer { question: job.question, kinds, view }
    }
}

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
    let kind = tab.rules.checks.overlay_kind(); // The kinds are wanted for the buttons, the match only when an overlay is on.
    if (kind.is_none() && !tab.rules.checks.kinds.is_empty()) || tab.problems.issues.has_errors() {
        if kind.is_some() && tab.problems.issues.has_errors() {
            (tab.rules.checks.asked, tab.rules.checks.answer) =
                (None, Some(text_only_overlay(words::CHECK_ERRORS)));
        }
        return;
    }
    let question = Question { version, kind: kind.map(|k| (k.id, overlay_subject(tab, k))) };
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
            tab.rules.checks.answer.get_or_insert_with(|| text_only_overlay(words::CHECK_WAIT));
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

/// The menu of overlays; choosing the current one hides it.
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
    let now = tab.rules.checks.overlay_kind().map_or(words::OVERLAYS, |k| k.name);
    let menu = ui.menu_button(now, |ui| {
        for k in kinds {
            let on = tab.rules.checks.on == Some(k.id);
            let help = match k.wants {
                OverlayWants::Nothing => format!("{} [{}]", k.name, k.rule.0),
                OverlayWants::Counter => format!("{} of the selected piece [{}]", k.name, k.rule.0),
                OverlayWants::Hex => format!("{} from the hex pointed at [{}]", k.name, k.rule.0),
            };
            let said = format!("Show {}", k.name.to_lowercase());
            let r = look::hover_help(ui.selectable_label(on, k.name), &help);
            r.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, said.clone()));
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
    let on = tab.rules.checks.on == Some(id);
    tab.rules.checks.on = (!on).then_some(id);
    (tab.rules.checks.asked, tab.rules.checks.answer) = (None, None);
    let of_a_piece = tab.rules.checks.overlay_kind().is_some_and(|k| k.wants == OverlayWants::Counter);
    if of_a_piece && tab.tools.kind != ToolKind::Select {
        tab.tools.switch_to(ToolKind::Select);
    }
}

/// What the overlay says, under the map's bar.
pub fn overlay_text(ui: &mut Ui, tab: &Tab) {
    if let Some(a) = tab.rules.checks.answer().filter(|a| !a.text.is_empty()) {
        let rules: Vec<String> = a.rules.iter().map(|r| r.0.to_owned()).collect();
        look::muted_label(
            ui,
            if rules.is_empty() { a.text.clone() } else { format!("{} [{}]", a.text, rules.join(", ")) },
        );
    }
}
