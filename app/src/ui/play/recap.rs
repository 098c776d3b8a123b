//! What one seat saw since it last had the screen: a list, and a short film on the map.

use super::PlayScreen;
use super::log;
use crate::ui::words;
use board::overlay::Highlights;
use egui::{Align2, Key, Modifiers, ScrollArea, Ui, vec2};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, LogKind, LogLine, Motion, Told};
use std::collections::BTreeSet;
use std::time::Duration;
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, card, icon_link};

/// Seconds a line without movement stays.
const STILL: f64 = 0.55;
/// Seconds between two moves.
const REST: f64 = 0.18;

/// The film: the field as it was, changed step by step into what it is.
struct Film {
    board: BoardView,
    at: usize,
    /// When the next step is due; none before the first frame.
    due: Option<f64>,
    /// Where something happens now.
    here: Option<HexId>,
}

pub(super) struct Recap {
    title: &'static str,
    told: Vec<Told>,
    lines: Vec<LogLine>,
    before: BoardView,
    film: Option<Film>,
    /// What the player was looking at before the film.
    camera: Option<board::view::Camera>,
}

impl Recap {
    /// None if there is nothing to tell.
    pub fn new(told: Vec<Told>, before: Option<BoardView>, now: &BoardView) -> Option<Self> {
        let lines: Vec<LogLine> = told.iter().filter_map(|t| t.line.clone()).collect();
        if !lines.iter().any(|l| l.kind != LogKind::Heading) {
            return None;
        }
        let before = before.unwrap_or_else(|| rewound(now, &told));
        let mut recap = Self { title: words::RECAP, told, lines, before, film: None, camera: None };
        recap.play();
        Some(recap)
    }

    /// The same for somebody who watched it: the film is shown only when asked for.
    pub fn after_turn(
        title: &'static str,
        told: Vec<Told>,
        before: BoardView,
        now: &BoardView,
    ) -> Option<Self> {
        Some(Self { title, film: None, ..Self::new(told, Some(before), now)? })
    }

    /// The line the film is at.
    fn now(&self) -> usize {
        let at = self.film.as_ref().map_or(0, |f| f.at);
        self.told.iter().take(at).filter(|t| t.line.is_some()).count().saturating_sub(1)
    }

    fn play(&mut self) {
        if self.told.iter().any(|t| t.motion.is_some()) {
            self.film = Some(Film { board: self.before.clone(), at: 0, due: None, here: None });
        }
    }
}

/// What is told from the first line of an enemy to the last: what the own side did around it is known.
pub(super) fn of_enemies(mut told: Vec<Told>, now: &BoardView) -> Vec<Told> {
    let own: BTreeSet<&str> = now.counters.iter().filter(|c| c.own).map(|c| c.army.as_str()).collect();
    let is_enemys = |t: &Told| {
        let line = t.line.as_ref().filter(|l| l.kind != LogKind::Heading);
        line.is_some_and(|l| !l.army.is_empty() && !own.contains(l.army.as_str()))
    };
    let Some(last) = told.iter().rposition(is_enemys) else { return told };
    // Dice and losses of the last event belong to it, and so does what moved.
    let after = told.iter().skip(last + 1).position(|t| t.line.as_ref().is_some_and(|l| !l.follows));
    told.truncate(after.map_or(told.len(), |n| last + 1 + n));
    let mut first = told.iter().position(is_enemys).unwrap_or(0);
    // What moved before its line was told is a part of it.
    while first > 0 && told[first - 1].line.is_none() {
        first -= 1;
    }
    told.drain(..first);
    told
}

/// The field as it was before what is told, as far as movement tells it.
fn rewound(now: &BoardView, told: &[Told]) -> BoardView {
    let mut board = now.clone();
    for t in told.iter().rev() {
        if let Some(Motion::Moved { counter, path }) = &t.motion
            && let Some(first) = path.first()
        {
            put(&mut board, *counter, *first);
        }
    }
    board
}

fn put(board: &mut BoardView, counter: CounterId, hex: HexId) {
    let found = board.counters.iter_mut().find(|c| c.id == counter);
    if let Some(CounterPlace::Hexes(h)) = found.map(|c| &mut c.place) {
        h.clear();
        h.push(hex);
    }
}

impl Film {
    /// Shows the next thing told. Seconds it takes.
    fn step(&mut self, told: &Told, now: &BoardView) -> f64 {
        let at = told.line.as_ref().and_then(|l| l.at);
        self.here = at.or(self.here);
        match &told.motion {
            Some(Motion::Moved { counter, path }) => {
                // What comes into sight while it moves is known from the field as it is now.
                if !self.board.counters.iter().any(|c| c.id == *counter)
                    && let Some(c) = now.counters.iter().find(|c| c.id == *counter)
                {
                    self.board.counters.push(c.clone());
                }
                if let Some(last) = path.last() {
                    put(&mut self.board, *counter, *last);
                    self.here = Some(*last);
                }
                (0.12 * path.len().saturating_sub(1) as f64).min(0.6) + REST
            }
            Some(Motion::Gone { counter }) => {
                self.board.counters.retain(|c| c.id != *counter);
                STILL
            }
            Some(Motion::Lost { counter, .. }) => {
                if let Some(c) = now.counters.iter().find(|c| c.id == *counter)
                    && let Some(old) = self.board.counters.iter_mut().find(|o| o.id == *counter)
                {
                    let place = old.place.clone();
                    *old = c.clone();
                    old.place = place;
                }
                STILL
            }
            Some(Motion::Dice(_)) => STILL,
            None if told.line.is_some() => REST,
            None => 0.0,
        }
    }
}

impl PlayScreen {
    /// The field to draw: the film's while one runs.
    pub(super) fn filmed(&self) -> Option<(&BoardView, Highlights)> {
        let film = self.recap.as_ref()?.film.as_ref()?;
        Some((&film.board, Highlights { cursor: film.here, ..Highlights::default() }))
    }

    /// Everything the film would still show has been seen.
    pub(super) fn skip_film(&mut self) {
        if let Some(recap) = &mut self.recap {
            recap.film = None;
        }
        self.widget.skip_motion();
    }

    /// Runs the film on.
    pub(super) fn run_film(&mut self, ui: &Ui) {
        if !self.map.look.animate || ui.style().animation_time <= 0.0 {
            self.skip_film();
        }
        let Some(recap) = &mut self.recap else { return };
        let Some(film) = &mut recap.film else { return };
        let now = ui.input(|i| i.time);
        let due = *film.due.get_or_insert(now + STILL);
        if now < due {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(due - now));
            return;
        }
        let Some(told) = recap.told.get(film.at) else {
            recap.film = None;
            ui.ctx().request_repaint();
            return;
        };
        film.at += 1;
        let lasts = film.step(told, &self.session.views.board);
        film.due = Some(now + lasts);
        if let Some(hex) = film.here {
            self.widget.reveal_hex(hex);
        }
        self.widget.play_motions(told.motion.as_slice());
        ui.ctx().request_repaint();
    }

    /// The list over the left of the map.
    pub(super) fn recap_card(&mut self, ui: &mut Ui, rect: egui::Rect) {
        let Some(recap) = &self.recap else { return };
        let c = colours(ui);
        let (running, can_run) = (recap.film.is_some(), recap.told.iter().any(|t| t.motion.is_some()));
        let lines = recap.lines.clone();
        let now = recap.now().min(lines.len());
        let (mut close, mut again, mut skip, mut jump) = (false, false, false, None);
        let area = egui::Area::new(egui::Id::unique("recap"))
            .order(egui::Order::Middle)
            .pivot(Align2::LEFT_TOP)
            .fixed_pos(rect.left_top() + vec2(12.0, 12.0))
            .constrain_to(rect);
        area.show(ui.ctx(), |ui| {
            card(ui).fill(c.panel).show(ui, |ui| {
                ui.set_width((rect.width() - 40.0).clamp(180.0, 360.0));
                ui.horizontal(|ui| {
                    ui.label(text(recap.title, Face::Title, 19.0, c.text));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        close = icon_link(ui, Icon::Cross, "Close the recap", 24.0).clicked();
                    });
                });
                // While the film runs the map is to be seen: one line at a time.
                let shown = if running { &lines[now..(now + 1).min(lines.len())] } else { &lines[..] };
                let most = (rect.height() - 140.0).clamp(60.0, 420.0);
                let list = ScrollArea::vertical().id_salt(("recap", running)).max_height(most);
                list.auto_shrink([false, true]).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    for e in log::entries(shown) {
                        log::entry(ui, &e, &mut jump);
                    }
                });
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    if Action::primary(words::GO_ON).key("Enter").show(ui).clicked() {
                        close = true;
                    }
                    if running && Action::new(words::SKIP).show(ui).clicked() {
                        skip = true;
                    }
                    if !running && can_run && Action::new(words::AGAIN).icon(Icon::Play).show(ui).clicked() {
                        again = true;
                    }
                });
            });
        });
        let hit = |k: Key| ui.ctx().input_mut(|i| i.consume_key(Modifiers::NONE, k));
        if ui.is_enabled() && (hit(Key::Enter) || hit(Key::Escape)) {
            close = true;
        }
        if let Some(hex) = jump {
            self.look_at(hex);
        }
        if close || skip {
            self.skip_film();
        }
        if close {
            let camera = self.recap.take().and_then(|r| r.camera);
            if let Some(camera) = camera.filter(|_| jump.is_none()) {
                self.widget.camera = camera;
            }
        } else if again && let Some(recap) = &mut self.recap {
            recap.camera.get_or_insert(self.widget.camera);
            recap.play();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(kind: LogKind) -> LogLine {
        LogLine { kind, text: "x".into(), ..LogLine::default() }
    }

    #[test]
    fn what_the_own_side_did_around_it_is_not_the_enemys_turn() {
        use engine::present::CounterView;
        let of = |army: &str, kind, follows| Told {
            line: Some(LogLine { army: army.into(), follows, ..line(kind) }),
            motion: None,
        };
        let told = vec![
            of("own", LogKind::Move, false),
            of("enemy", LogKind::Move, false),
            of("own", LogKind::Heading, false),
            of("enemy", LogKind::Combat, false),
            of("own", LogKind::Loss, true),
            of("own", LogKind::Heading, false),
            of("own", LogKind::Move, false),
        ];
        let own = CounterView { own: true, army: "own".into(), ..CounterView::default() };
        let board = BoardView { counters: vec![own], ..BoardView::default() };
        assert_eq!(of_enemies(told.clone(), &board), told[1..5]);
    }

    #[test]
    fn headings_alone_are_nothing_to_tell() {
        let told = vec![Told { line: Some(line(LogKind::Heading)), motion: None }];
        assert!(Recap::new(told.clone(), None, &BoardView::default()).is_none());
        let more = [told, vec![Told { line: Some(line(LogKind::Move)), motion: None }]].concat();
        let recap = Recap::new(more, None, &BoardView::default()).unwrap();
        assert!(recap.film.is_none(), "nothing moved: no film");
    }
}
