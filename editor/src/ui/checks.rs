//! Overlays for checking a map: asked of the document compiled and begun, never worked out here.

use super::host::Host;
use super::look;
use super::tab::Tab;
use crate::core::{ToolKind, pieces};
use crate::words;
use egui::Ui;
use engine::game::AnyMatch;
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace, OverlayKind, OverlayView, OverlayWants, Seat, Target};
use engine::scenario::Piece;

/// The overlay shown, and the match it is asked of.
#[derive(Default)]
pub struct Checks {
    on: Option<&'static str>,
    /// The document's version it was begun from.
    game: Option<(u64, Option<Box<dyn AnyMatch>>)>,
    /// What was asked last, with the answer.
    asked: Option<(Question, OverlayView)>,
    kinds: &'static [OverlayKind],
}

type Question = (u64, &'static str, Option<Target>);

impl Checks {
    fn kind(&self) -> Option<&'static OverlayKind> {
        self.kinds.iter().find(|k| Some(k.id) == self.on)
    }

    /// The answer to show, if an overlay is on and there is one.
    pub fn answer(&self) -> Option<&OverlayView> {
        self.on.and(self.asked.as_ref()).map(|a| &a.1)
    }
}

/// Asks what is to be shown now. Call once a frame before the map is drawn.
pub fn refresh(tab: &mut Tab, host: &dyn Host) {
    if !tab.editable() || tab.document.in_stroke() {
        return;
    }
    let version = tab.document.version();
    // The kinds are wanted for the buttons, the match only when an overlay is on.
    let stale = tab.checks.game.as_ref().is_none_or(|g| g.0 != version);
    if stale && (tab.checks.on.is_some() || tab.checks.kinds.is_empty()) && !tab.issues.has_errors() {
        let game = host.start(tab.document.doc());
        if let Some(g) = &game {
            tab.checks.kinds = g.overlays();
        }
        tab.checks.game = Some((version, game));
    }
    let Some(kind) = tab.checks.kind() else { return };
    let subject = subject(tab, kind);
    let question = (version, kind.id, subject.clone());
    if tab.checks.asked.as_ref().is_some_and(|a| a.0 == question) {
        return;
    }
    let answer = match (&tab.checks.game, kind.wants, &subject) {
        (Some((v, Some(game))), OverlayWants::Nothing, _) if *v == version => {
            game.overlay(Seat::OPEN, kind.id, None)
        }
        (Some((v, Some(game))), _, Some(s)) if *v == version => game.overlay(Seat::OPEN, kind.id, Some(s)),
        (Some((v, Some(_))), wants, None) if *v == version => {
            let text = if wants == OverlayWants::Counter { words::CHECK_PIECE } else { words::CHECK_HEX };
            OverlayView { text: text.to_owned(), ..OverlayView::default() }
        }
        _ => OverlayView { text: words::CHECK_ERRORS.to_owned(), ..OverlayView::default() },
    };
    tab.checks.asked = Some((question, answer));
}

/// What the overlay is about: the selected piece, or the hex pointed at.
fn subject(tab: &Tab, kind: &OverlayKind) -> Option<Target> {
    let chosen = tab.tools.selection.first().and_then(|id| tab.doc().piece(id));
    match kind.wants {
        OverlayWants::Nothing => None,
        OverlayWants::Counter => {
            let (_, game) = tab.checks.game.as_ref()?;
            counter_of(tab, game.as_deref()?, chosen?).map(Target::Counter)
        }
        OverlayWants::Hex => {
            let stands = chosen.and_then(|p| pieces::hexes_of(&p.place).first().copied());
            let stands = stands.and_then(|h| tab.doc().map.grid.id(h));
            tab.hovered.or(stands).or(tab.widget.cursor).map(Target::Hex)
        }
    }
}

/// The counter that stands for a piece in the match: in its hex, and as like it as can be.
fn counter_of(tab: &Tab, game: &dyn AnyMatch, p: &Piece) -> Option<CounterId> {
    let hex: HexId = pieces::hexes_of(&p.place).first().and_then(|h| tab.doc().map.grid.id(*h))?;
    let board = game.board(Seat::OPEN);
    let here = |c: &&engine::present::CounterView| match &c.place {
        CounterPlace::Hexes(list) => list.contains(&hex),
        CounterPlace::On { .. } => false,
        _ => false,
    };
    let figure = tab.schema().unit(&p.kind).map(|k| k.figure.clone()).unwrap_or_default();
    let army = super::picture::army(tab.doc(), p);
    let likeness = |c: &&engine::present::CounterView| {
        u8::from(!p.name.is_empty() && c.name.contains(&p.name)) * 4
            + u8::from(c.figure == figure) * 2
            + u8::from(c.army == army)
    };
    board.counters.iter().filter(here).max_by_key(likeness).map(|c| c.id)
}

/// The menu of overlays of the rules; choosing the one shown puts it out.
pub fn buttons(ui: &mut Ui, tab: &mut Tab) {
    let kinds = tab.checks.kinds;
    if kinds.is_empty() {
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
                tab.checks.on = (!on).then_some(k.id);
                tab.checks.asked = None;
                if !on && k.wants == OverlayWants::Counter && tab.tools.kind != ToolKind::Select {
                    tab.tools.take(ToolKind::Select);
                }
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(words::OVERLAYS_HELP);
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
