//! The guide of a tutorial: it tells, points, waits for what the data says, and lays down the dice.
//! It knows no rule system; every word and step is in the lesson.

use super::{Page, PlayScreen, selection};
use crate::ui::commands::Command;
use crate::ui::words;
use board::overlay::Highlights;
use egui::{Align2, Frame, Margin, Rect, Stroke, StrokeKind, Ui, vec2};
use engine::has_words;
use engine::hex::HexId;
use engine::present::{
    CounterPlace, CounterView, Lesson, Point, Step, Target, Until, dictated, place_among_cards,
};
use std::sync::Arc;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, Tone, link, rule_chip};

/// A lesson being taken.
pub struct Guide {
    lesson: Arc<Lesson>,
    at: usize,
    /// The position at which each step began, for going back with it when something is taken back.
    hashes: Vec<u64>,
    /// Where the card lies in this step: the step, and the corner of the map.
    corner: Option<(usize, usize)>,
}

impl Guide {
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.at)
    }

    pub fn at(&self) -> usize {
        self.at
    }
}

fn fits(line: &str, wanted: &str) -> bool {
    has_words(line, &wanted.split_whitespace().collect::<Vec<_>>())
}

impl PlayScreen {
    /// Takes the learner by the hand.
    pub fn begin_lesson(&mut self, lesson: Arc<Lesson>) {
        let hashes = vec![self.session.game.hash()];
        self.guide = Some(Guide { lesson, at: 0, hashes, corner: None });
        self.drop_selection();
    }

    /// The lesson being taken.
    pub fn guide(&self) -> Option<&Guide> {
        self.guide.as_ref()
    }

    fn step(&self) -> Option<&Step> {
        self.guide.as_ref().and_then(Guide::step)
    }

    fn next_step(&mut self) {
        let hash = self.session.game.hash();
        if let Some(g) = &mut self.guide {
            g.at += 1;
            g.hashes.push(hash);
            if g.at >= g.lesson.steps.len() {
                self.guide = None;
            }
        }
    }

    /// Goes back with an action that was taken back.
    pub(super) fn guide_back(&mut self) {
        let hash = self.session.game.hash();
        if let Some(g) = &mut self.guide
            && let Some(i) = g.hashes.iter().position(|h| *h == hash)
        {
            // Steps that only tell or show something are not gone through again.
            let acts = |s: &Step| matches!(s.until, Until::Do(_) | Until::Watch(_));
            let to = (i..=g.at).find(|n| g.lesson.steps.get(*n).is_some_and(acts)).unwrap_or(i);
            g.at = to.min(g.at);
            g.hashes.truncate(g.at + 1);
        }
    }

    /// The one legal action of a step.
    fn step_action(&self, wanted: &str) -> Option<usize> {
        let seat = self.session.game.to_act()?;
        let all = self.session.game.view(seat).affordances();
        // Words that are the whole label mean that action and not a longer one.
        if let Some(whole) = all.iter().find(|a| a.label.eq_ignore_ascii_case(wanted)) {
            return Some(whole.id);
        }
        let mut found = all.iter().filter(|a| fits(&a.label, wanted));
        let first = found.next()?.id;
        found.next().is_none().then_some(first)
    }

    /// Whether the guide lets an action pass; it lays down its dice.
    pub(super) fn guide_allows(&mut self, id: usize) -> Result<(), String> {
        let Some(step) = self.step().cloned() else { return Ok(()) };
        match &step.until {
            Until::Do(wanted) | Until::Watch(wanted) if self.step_action(wanted) == Some(id) => {
                self.session.game.dictate(dictated(&step.dice));
                Ok(())
            }
            _ => Err(words::guide_waits(&step.title)),
        }
    }

    /// After an action the guide let pass; what goes on at once is done by the guide.
    pub(super) fn guide_did(&mut self, out: &mut Vec<Command>) {
        if self.guide.is_some() {
            self.next_step();
        }
        let next = self.step().cloned();
        if let Some(Step { at_once: true, until: Until::Watch(wanted) | Until::Do(wanted), .. }) = next {
            self.do_step(&wanted, out);
        }
    }

    /// Steps that end by something other than an action.
    fn guide_watches(&mut self) {
        let Some(step) = self.step() else { return };
        let done = match &step.until {
            Until::Select(wanted) => {
                let picked = self.selection.subject.as_ref();
                picked.is_some_and(|t| fits(&self.line_of(t), wanted))
            }
            Until::Open(page) => match page.as_str() {
                "time" => self.time.open,
                other => self.room.page != Page::Play && self.room.page.name().eq_ignore_ascii_case(other),
            },
            _ => false,
        };
        if done {
            self.next_step();
        }
    }

    fn pointed_counter(&self, wanted: &str) -> Option<&CounterView> {
        self.session.views.board.counters.iter().find(|c| fits(&c.line, wanted))
    }

    /// Lights what the step points at.
    pub(super) fn guide_light(&self, h: &mut Highlights) {
        h.cursor = self.guide_hex().or(h.cursor);
    }

    /// The hex the step points at.
    fn guide_hex(&self) -> Option<HexId> {
        match &self.step()?.point {
            Point::Hex(number) => self.session.doc().map.grid.parse(number),
            Point::Counter(wanted) => {
                let id = self.pointed_counter(wanted)?.id;
                selection::hexes_of(&Target::Counter(id), &self.session.views.board).first().copied()
            }
            Point::Panel(_) | Point::Nothing => None,
        }
    }

    /// A frame around the part of the screen the step points at.
    fn guide_frame(&self, ui: &Ui) {
        let Some(Step { point: Point::Panel(name), .. }) = self.step() else { return };
        let c = colours(ui);
        let rect = match name.as_str() {
            "tracks" | "end" => self.room.parts.bottom,
            "top" => self.room.parts.top,
            "prompt" => self.room.parts.prompt,
            _ => self.room.parts.dock,
        };
        let button = (rect.width() * 0.3).clamp(150.0, 250.0);
        let rect = match name.as_str() {
            "end" => rect.with_min_x(rect.right() - button),
            "tracks" => rect.with_max_x(rect.right() - button),
            _ => rect,
        };
        let painter = ui
            .ctx()
            .layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("guide-frame")));
        painter.rect_stroke(rect.shrink(2.0), 6, Stroke::new(3.0, c.accent), StrokeKind::Inside);
    }

    /// The card that tells and waits.
    pub(super) fn guide_card(&mut self, ui: &mut Ui, map: Rect, out: &mut Vec<Command>) {
        self.guide_watches();
        let Some(step) = self.step().cloned() else { return };
        if self.covered() {
            return;
        }
        self.guide_frame(ui);
        let c = colours(ui);
        let (at, all) = self.guide.as_ref().map_or((0, 0), |g| place_among_cards(&g.lesson.steps, g.at));
        let width = (map.width() - 24.0).clamp(200.0, 340.0);
        let area = egui::Area::new(egui::Id::unique("guide")).order(egui::Order::Middle);
        let (pivot, corner) = self.guide_corner(map, width);
        area.pivot(pivot).fixed_pos(corner).show(ui.ctx(), |ui| {
            let frame = Frame::popup(ui.style())
                .fill(c.card)
                .stroke(Stroke::new(2.0, c.accent))
                .corner_radius(7)
                .inner_margin(Margin::same(12));
            frame.show(ui, |ui| {
                ui.set_width(width);
                ui.horizontal(|ui| {
                    ui.label(text(&step.title, Face::Title, 19.0, c.text));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        ui.label(text(format!("{at} of {all}"), Face::Ui, 11.5, c.muted));
                        if !step.rule.is_empty() {
                            rule_chip(ui, &step.rule);
                        }
                    });
                });
                let most = (map.height() - 130.0).max(50.0);
                egui::ScrollArea::vertical().id_salt("guide").max_height(most).show(ui, |ui| {
                    ui.add(egui::Label::new(text(&step.text, Face::Ui, 13.5, c.text)).wrap());
                });
                ui.add_space(4.0);
                self.guide_buttons(ui, &step, at == all, out);
            });
        });
    }

    /// The card of the guide lies at the upper edge of the map.
    pub(super) fn guide_is_above(&self) -> bool {
        self.guide.as_ref().and_then(|g| g.corner).is_some_and(|c| c.1 < 2)
    }

    /// The corner of the map where the card hides least: not what it points at, and few counters.
    fn guide_corner(&mut self, map: Rect, width: f32) -> (Align2, egui::Pos2) {
        let inner = map.shrink(12.0);
        let corners = [Align2::LEFT_TOP, Align2::RIGHT_TOP, Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM];
        let at = self.guide.as_ref().map_or(0, |g| g.at);
        if let Some((_, i)) = self.guide.as_ref().and_then(|g| g.corner).filter(|c| c.0 == at) {
            return (corners[i], corners[i].pos_in_rect(&inner));
        }
        let size = vec2(width + 28.0, 170.0);
        let spot = |h: HexId| self.widget.screen_of(h);
        let pointed = self.guide_hex().and_then(spot);
        let hexes = self.session.views.board.counters.iter().filter_map(|c| match &c.place {
            CounterPlace::Hexes(h) => h.first().copied(),
            _ => None,
        });
        let counters: Vec<egui::Pos2> = hexes.filter_map(spot).collect();
        let hidden = |i: &usize| {
            let card = corners[*i].align_size_within_rect(size, inner).expand(24.0);
            let over = |p: &egui::Pos2| card.contains(*p);
            counters.iter().filter(|p| over(p)).count()
                + 100 * usize::from(pointed.as_ref().is_some_and(over))
        };
        let best = (0..corners.len()).min_by_key(hidden).unwrap_or(0);
        if let Some(g) = self.guide.as_mut().filter(|_| pointed.is_some() || !counters.is_empty()) {
            g.corner = Some((at, best));
        }
        (corners[best], corners[best].pos_in_rect(&inner))
    }

    fn guide_buttons(&mut self, ui: &mut Ui, step: &Step, last: bool, out: &mut Vec<Command>) {
        let c = colours(ui);
        ui.horizontal_wrapped(|ui| {
            match &step.until {
                Until::Read => {
                    let (word, name) =
                        if last { ("Play on", "Play on without the guide") } else { ("Next", "Next step") };
                    if Action::primary(word).name(name).show(ui).clicked() {
                        self.next_step();
                    }
                }
                Until::Watch(wanted) => {
                    if Action::primary("Watch").name("Watch the other side").show(ui).clicked() {
                        self.do_step(wanted, out);
                    }
                }
                Until::Do(wanted) => {
                    ui.label(text(words::GUIDE_YOUR_TURN, Face::Semi, 12.5, c.accent));
                    if link(ui, "Do it for me", "Do this step for me", Face::Ui, 12.0).clicked() {
                        self.do_step(wanted, out);
                    }
                }
                Until::Select(_) | Until::Open(_) => {
                    ui.label(text(words::GUIDE_YOUR_TURN, Face::Semi, 12.5, c.accent));
                    if link(ui, "Skip", "Skip this step", Face::Ui, 12.0).clicked() {
                        self.next_step();
                    }
                }
            }
            if !last && link(ui, "Leave the guide", "Leave the guide", Face::Ui, 12.0).clicked() {
                self.guide = None;
            }
            if last && Action::new("Home").name("Home from the guide").height(36.0).show(ui).clicked() {
                self.guide = None;
                out.push(Command::GoHome);
            }
        });
    }

    fn do_step(&mut self, wanted: &str, out: &mut Vec<Command>) {
        match self.step_action(wanted) {
            Some(id) => out.push(Command::Do(id)),
            None => {
                // The lesson no longer fits the game: the learner is not left stuck.
                self.guide = None;
                out.push(Command::Toast(Tone::Warn, words::GUIDE_LOST.into()));
            }
        }
    }
}

/// Told on the home screen to whoever has never played.
pub fn hint(ui: &mut Ui, lessons: &[(String, String, String)], width: f32, out: &mut Vec<Command>) {
    let c = colours(ui);
    let frame = widgets::card(ui).stroke(Stroke::new(1.5, c.accent));
    frame.show(ui, |ui| {
        ui.set_width(width - 22.0);
        ui.label(text(words::FIRST_START, Face::Ui, 12.5, c.text));
        lessons_list(ui, lessons, width - 22.0, out);
    });
}

/// A button for each lesson: rule system, its name, and what it teaches.
pub fn lessons_list(ui: &mut Ui, lessons: &[(String, String, String)], width: f32, out: &mut Vec<Command>) {
    for (ruleset, name, summary) in lessons {
        let label = words::learn(name);
        let short = name.split(':').next().unwrap_or(name);
        let button =
            Action::new(short).name(&label).icon(ui_kit::icons::Icon::Learn).width(width).height(34.0);
        if button.show(ui).on_hover_text(summary).clicked() {
            out.push(Command::Learn(ruleset.clone()));
        }
    }
}
