//! What the rules say of the map: asked of the document compiled and begun, never worked out here. Of a large
//! document it is asked on a thread of its own, so that no frame waits for the answer.

use super::host::{Host, Starter};
use super::look;
use super::tab::Tab;
use crate::core::{ToolKind, pieces};
use crate::words;
use egui::Ui;
use engine::game::AnyMatch;
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace, OverlayKind, OverlayView, OverlayWants, Seat, Target};
use engine::scenario::ScenarioDoc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The overlay shown, and the match it is asked of.
#[derive(Default)]
pub struct Checks {
    on: Option<&'static str>,
    /// The document's version it was begun from, and who is asked.
    asker: Option<(u64, Asker)>,
    /// What was asked last.
    asked: Option<Question>,
    answer: Option<OverlayView>,
    kinds: &'static [OverlayKind],
}

/// Who holds the match.
enum Asker {
    /// This thread; none where the document could not be begun.
    Here(Option<Box<dyn AnyMatch>>),
    Apart {
        ask: Sender<Question>,
        hear: Receiver<Told>,
    },
}

/// What comes from the other thread.
enum Told {
    /// The match is begun.
    Kinds(&'static [OverlayKind]),
    Failed,
    Answer(Box<(Question, OverlayView)>),
}

/// What an overlay is about.
#[derive(Clone, PartialEq, Eq, Debug)]
enum About {
    Nothing,
    Hex(HexId),
    Piece(Like),
    /// Something is to be pointed at or selected first.
    Missing,
}

/// A piece as it can be known again among the counters of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Like {
    hex: HexId,
    name: String,
    figure: String,
    army: String,
}

/// Version of the document, overlay and what it is about.
type Question = (u64, &'static str, About);

impl Checks {
    fn kind(&self) -> Option<&'static OverlayKind> {
        self.kinds.iter().find(|k| Some(k.id) == self.on)
    }

    /// The overlays these rules have.
    pub fn kinds(&self) -> &'static [OverlayKind] {
        self.kinds
    }

    /// The answer to show, if an overlay is on and there is one.
    pub fn answer(&self) -> Option<&OverlayView> {
        self.on.and(self.answer.as_ref())
    }

    fn say(&mut self, text: &str) {
        self.answer = Some(OverlayView { text: text.to_owned(), ..OverlayView::default() });
    }

    /// Takes what the other thread has told.
    fn hear(&mut self) {
        let Some((_, Asker::Apart { hear, .. })) = &self.asker else { return };
        for told in hear.try_iter().collect::<Vec<_>>() {
            match told {
                Told::Kinds(kinds) => self.kinds = kinds,
                Told::Failed => self.say(words::CHECK_ERRORS),
                Told::Answer(a) if self.asked.as_ref() == Some(&a.0) => self.answer = Some(a.1),
                Told::Answer(_) => {}
            }
        }
    }
}

/// Asks what is to be shown now. Call once a frame before the map is drawn.
pub fn refresh(ctx: &egui::Context, tab: &mut Tab, host: &dyn Host) {
    tab.checks.hear();
    if !tab.editable() || tab.document.in_stroke() {
        return;
    }
    let version = tab.document.version();
    // The kinds are wanted for the buttons, the match only when an overlay is on.
    let stale = tab.checks.asker.as_ref().is_none_or(|g| g.0 != version);
    if stale && (tab.checks.on.is_some() || tab.checks.kinds.is_empty()) && !tab.issues.has_errors() {
        begin(ctx, tab, host);
    }
    let Some(kind) = tab.checks.kind() else { return };
    let question = (version, kind.id, about(tab, kind));
    if tab.checks.asked.as_ref() == Some(&question) {
        return;
    }
    let checks = &mut tab.checks;
    match &checks.asker {
        Some((v, Asker::Here(Some(game)))) if *v == version => {
            checks.answer = Some(answer(game.as_ref(), kind, &question.2));
        }
        // What was shown before stays until the answer is there, unless it was about something else.
        Some((v, Asker::Apart { ask, .. })) if *v == version => {
            let told = ask.send(question.clone()).is_ok();
            let another = checks.asked.as_ref().is_none_or(|q| q.1 != question.1);
            if !told || another {
                checks.say(if told { words::CHECK_WAIT } else { words::CHECK_ERRORS });
            }
        }
        _ => checks.say(words::CHECK_ERRORS),
    }
    checks.asked = Some(question);
}

/// Begins the document as it is now.
fn begin(ctx: &egui::Context, tab: &mut Tab, host: &dyn Host) {
    let version = tab.document.version();
    let asker = match tab.large() {
        false => {
            let game = host.start(tab.document.doc());
            if let Some(g) = &game {
                tab.checks.kinds = g.overlays();
            }
            Asker::Here(game)
        }
        true => apart(host.starter(), tab.document.doc().clone(), ctx.clone()),
    };
    tab.checks.asker = Some((version, asker));
}

/// A thread that begins the document and answers until nobody asks any more: of several questions the latest.
fn apart(start: Starter, doc: ScenarioDoc, ctx: egui::Context) -> Asker {
    let (ask, asked) = channel::<Question>();
    let (tell, hear) = channel();
    let work = move || {
        let game = start(&doc);
        let say = |told: Told| {
            let well = tell.send(told).is_ok();
            ctx.request_repaint();
            well
        };
        let Some(game) = game else {
            say(Told::Failed);
            return;
        };
        say(Told::Kinds(game.overlays()));
        while let Ok(first) = asked.recv() {
            let question = asked.try_iter().last().unwrap_or(first);
            let Some(kind) = game.overlays().iter().find(|k| k.id == question.1) else { continue };
            let view = answer(game.as_ref(), kind, &question.2);
            if !say(Told::Answer(Box::new((question, view)))) {
                return;
            }
        }
    };
    // Where no thread is to be had, nobody answers: that is told like a document that cannot be begun.
    let _ = std::thread::Builder::new().name("overlays".into()).spawn(work);
    Asker::Apart { ask, hear }
}

fn answer(game: &dyn AnyMatch, kind: &OverlayKind, about: &About) -> OverlayView {
    let none = |text: &str| OverlayView { text: text.to_owned(), ..OverlayView::default() };
    let target = match about {
        About::Nothing => return game.overlay(Seat::OPEN, kind.id, None),
        About::Hex(h) => Some(Target::Hex(*h)),
        About::Piece(like) => counter_of(game, like).map(Target::Counter),
        About::Missing => None,
    };
    match (target, kind.wants) {
        (Some(t), _) => game.overlay(Seat::OPEN, kind.id, Some(&t)),
        (None, OverlayWants::Counter) => none(words::CHECK_PIECE),
        (None, _) => none(words::CHECK_HEX),
    }
}

/// What the overlay is about: the selected piece, or the hex pointed at.
fn about(tab: &Tab, kind: &OverlayKind) -> About {
    let chosen = tab.tools.selection.first().and_then(|id| tab.doc().piece(id));
    let stands = chosen.and_then(|p| pieces::hexes_of(&p.place).first().copied());
    let stands = stands.and_then(|h| tab.doc().map.grid.id(h));
    match kind.wants {
        OverlayWants::Nothing => About::Nothing,
        OverlayWants::Counter => match (chosen, stands) {
            (Some(p), Some(hex)) => About::Piece(Like {
                hex,
                name: p.name.clone(),
                figure: tab.schema().unit(&p.kind).map(|k| k.figure.clone()).unwrap_or_default(),
                army: super::picture::army(tab.doc(), p),
            }),
            _ => About::Missing,
        },
        OverlayWants::Hex => tab.hovered.or(stands).or(tab.widget.cursor).map_or(About::Missing, About::Hex),
    }
}

/// The counter that stands for a piece in the match: in its hex, and as like it as can be.
fn counter_of(game: &dyn AnyMatch, like: &Like) -> Option<CounterId> {
    let board = game.board(Seat::OPEN);
    let here = |c: &&engine::present::CounterView| match &c.place {
        CounterPlace::Hexes(list) => list.contains(&like.hex),
        _ => false,
    };
    let likeness = |c: &&engine::present::CounterView| {
        u8::from(!like.name.is_empty() && c.name.contains(&like.name)) * 4
            + u8::from(c.figure == like.figure) * 2
            + u8::from(c.army == like.army)
    };
    board.counters.iter().filter(here).max_by_key(likeness).map(|c| c.id)
}

/// The menu of overlays of the rules; choosing the one shown puts it out.
pub fn buttons(ui: &mut Ui, tab: &mut Tab) {
    let kinds = tab.checks.kinds;
    if kinds.is_empty() {
        // Rules are asked what overlays they have once the document can be begun.
        if tab.editable() && tab.issues.has_errors() {
            let button = egui::Button::new(words::OVERLAYS);
            ui.add_enabled(false, button).on_disabled_hover_text(words::CHECK_ERRORS);
        }
        return;
    }
    let now = tab.checks.kind().map_or(words::OVERLAYS, |k| k.name);
    let menu = ui.menu_button(now, |ui| {
        for k in kinds {
            let on = tab.checks.on == Some(k.id);
            let help = match k.wants {
                OverlayWants::Nothing => format!("{} [{}]", k.name, k.rule.0),
                OverlayWants::Counter => format!("{} of the selected piece [{}]", k.name, k.rule.0),
                OverlayWants::Hex => format!("{} from the hex pointed at [{}]", k.name, k.rule.0),
            };
            let said = format!("Show {}", k.name.to_lowercase());
            let r = look::help(ui.selectable_label(on, k.name), &help);
            r.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, said.clone()));
            if r.clicked() {
                show(tab, k.id);
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(words::OVERLAYS_HELP);
}

/// Shows an overlay, or puts it out if it is shown.
pub fn show(tab: &mut Tab, id: &'static str) {
    let on = tab.checks.on == Some(id);
    tab.checks.on = (!on).then_some(id);
    tab.checks.asked = None;
    let of_a_piece = tab.checks.kind().is_some_and(|k| k.wants == OverlayWants::Counter);
    if of_a_piece && tab.tools.kind != ToolKind::Select {
        tab.tools.take(ToolKind::Select);
    }
}

/// What the overlay says, under the map's bar.
pub fn text(ui: &mut Ui, tab: &Tab) {
    if let Some(a) = tab.checks.answer().filter(|a| !a.text.is_empty()) {
        let rules: Vec<String> = a.rules.iter().map(|r| r.0.to_owned()).collect();
        look::muted(
            ui,
            if rules.is_empty() { a.text.clone() } else { format!("{} [{}]", a.text, rules.join(", ")) },
        );
    }
}
