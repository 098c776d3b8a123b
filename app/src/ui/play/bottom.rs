//! The bar under the map: tracks, and the end of the phase with what is left undone.

use super::PlayScreen;
use super::panel::PlayCommand;
use super::session::Session;
use super::tracks;
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Align, Frame, Layout, Margin, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use engine::present::{Affordance, Refusal, Target, Verb};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, icon_button, one_line, rule_chip};

/// The key that goes to who can still act.
const NEXT: &str = "N goes to the next";

impl PlayScreen {
    pub(super) fn bottom_bar(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let screen = ui.ctx().content_rect();
        let tall = screen.height() >= 700.0;
        let height = if screen.height() >= 900.0 {
            104.0
        } else if tall {
            92.0
        } else {
            76.0
        };
        let frame =
            Frame::new().fill(c.panel).inner_margin(Margin { left: 18, right: 14, top: 10, bottom: 4 });
        egui::Panel::bottom("play-bottom").exact_size(height).frame(frame).show(ui, |ui| {
            // The bar has its height whatever lies in it.
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height - 14.0), Sense::hover());
            let end_w = (rect.width() * 0.3).clamp(150.0, 230.0);
            let left = rect.with_max_x(rect.right() - end_w - 16.0);
            let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("tracks").max_rect(left));
            inner.shrink_clip_rect(left.expand2(vec2(2.0, 8.0)));
            let area = ScrollArea::horizontal().id_salt("tracks").auto_shrink([false, false]);
            let shown = area.show(&mut inner, |ui| {
                ui.horizontal_top(|ui| tracks::show(ui, &self.session.views.tracks, left.width(), tall));
            });
            self.pop_out(&mut inner, left, shown.content_size.x > shown.inner_rect.width() + 1.0);
            let right = rect.with_min_x(rect.right() - end_w);
            let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("end").max_rect(right));
            self.end_phase(&mut inner, end_w, out);
        });
    }

    /// Where not all tracks fit, a button over the last of them gives them a window.
    fn pop_out(&mut self, ui: &mut Ui, rect: egui::Rect, cut: bool) {
        if !std::mem::replace(&mut self.room.tracks_cut, cut) || !cut {
            return;
        }
        let at = egui::Rect::from_min_size(rect.right_top() - vec2(32.0, 2.0), vec2(32.0, 32.0));
        let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("pop-out").max_rect(at));
        if icon_button(&mut inner, Icon::PopOut, words::TRACKS_SWITCH, true, self.room.tracks).clicked() {
            self.room.tracks = !self.room.tracks;
        }
    }

    /// The bar of a small window: one line, the rest in a window of its own.
    pub(super) fn bottom_line(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let frame = Frame::new().fill(c.panel).inner_margin(Margin::symmetric(8, 0));
        egui::Panel::bottom("play-line").exact_size(40.0).frame(frame).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let width = (ui.available_width() * 0.3).clamp(110.0, 220.0);
                self.end_button(ui, width, out);
                self.undone_short(ui);
                let tracks = icon_button(ui, Icon::PopOut, words::TRACKS_SWITCH, true, self.room.tracks);
                if tracks.clicked() {
                    self.room.tracks = !self.room.tracks;
                }
                ui.add_space(4.0);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let sides = &self.session.views.score.sides;
                    let sides: Vec<&str> = sides.iter().map(|s| s.name.as_str()).collect();
                    tracks::line(ui, &self.session.views.tracks, &sides);
                });
            });
        });
    }

    /// How many can still act; a click goes to the next.
    fn undone_short(&mut self, ui: &mut Ui) {
        let p = &self.session.views.prompt;
        if p.undone.is_empty() || self.session.views.actions.is_empty() {
            return;
        }
        let (n, c) = (p.undone.len(), colours(ui));
        let names: Vec<&str> = p.undone.iter().map(|u| u.text.as_str()).collect();
        let tip = format!("{}\n{}\n{NEXT}", words::can_act(&p.points, n), names.join("\n"));
        let figure = one_line(ui, &n.to_string(), Face::Semi, 12.5, c.warn, 40.0);
        let (rect, response) = ui.allocate_exact_size(vec2(figure.size().x + 26.0, 32.0), Sense::click());
        let lit = response.hovered() || response.has_focus();
        let edge = egui::Stroke::new(1.0, if lit { c.accent } else { c.line });
        let fill = if lit { c.accent_weak } else { c.card };
        ui.painter().rect(rect, 5, fill, edge, egui::StrokeKind::Inside);
        let at = egui::Rect::from_min_size(rect.left_center() + vec2(5.0, -7.0), vec2(14.0, 14.0));
        ui_kit::icons::paint(ui.painter(), at, Icon::Warning, c.warn);
        ui.painter().galley(pos2(at.right() + 3.0, rect.center().y - figure.size().y / 2.0), figure, c.warn);
        let told = format!("{}: go to the next", words::can_act(&p.points, n));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &told));
        if response.on_hover_text(tip).clicked() {
            self.next_undone(false);
        }
    }

    /// Actions that end something, as offered now.
    pub(super) fn endings(&self) -> Vec<Affordance> {
        let of = |verb: Verb| -> Vec<Affordance> {
            let ends = |a: &&Affordance| a.verb == verb && a.subject.is_none();
            self.session.views.actions.iter().filter(ends).cloned().collect()
        };
        let ends = of(Verb::End);
        // What only closes a step is better than a dead button.
        if ends.is_empty() { of(Verb::Pass) } else { ends }
    }

    /// Why the phase cannot be ended yet.
    fn held(&mut self, ui: &mut Ui, held: &Refusal, width: f32) {
        let words = format!("Not yet: {} [{}]", held.text, held.rule);
        let button = Action::new(words::NOT_YET).name(&words).enabled(false).width(width).show(ui);
        // One line has no room for the reason: F10 says it too.
        if self.room.compact {
            button.on_hover_text(words);
            return;
        }
        self.held_reason(ui, held, width);
    }

    /// What is still missing, under the button.
    fn held_reason(&self, ui: &mut Ui, held: &Refusal, width: f32) {
        let c = colours(ui);
        let words = format!("Not yet: {} [{}]", held.text, held.rule);
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(width);
            ui.label(text(&held.text, Face::Ui, 11.5, c.warn)).on_hover_text(&words);
            rule_chip(ui, held.rule.0);
        });
    }

    fn end_phase(&mut self, ui: &mut Ui, width: f32, out: &mut Vec<Command>) {
        ui.spacing_mut().item_spacing.y = 5.0;
        self.end_button(ui, width, out);
        if let Some(held) = self.session.views.prompt.held.clone() {
            let ends = self.endings();
            // A button that only leaves the step stands there: what would finish it is still held.
            if !self.room.compact && !ends.is_empty() && ends.iter().all(|a| a.verb == Verb::Pass) {
                self.held_reason(ui, &held, width);
            }
            if ends.iter().all(|a| a.verb == Verb::Pass) {
                return;
            }
        }
        self.undone(ui, width);
    }

    fn end_button(&mut self, ui: &mut Ui, width: f32, out: &mut Vec<Command>) {
        let ends = self.endings();
        match ends.as_slice() {
            [] if self.session.views.outcome.is_some() => {
                if Action::new("Show result").width(width).show(ui).clicked() {
                    self.end_of_game.seen = false;
                }
            }
            [] if self.session.handing().is_some() => {
                if Action::new(words::HAND_OVER).width(width).show(ui).clicked() {
                    self.leave(out);
                }
            }
            [] if self.session.looks_back() => {
                if Action::new(words::TO_NOW).width(width).show(ui).clicked() {
                    self.step_time(true, super::time::Stride::All);
                }
            }
            [] if self.session.views.prompt.held.is_some() && !self.session.computer_acts() => {
                if let Some(held) = self.session.views.prompt.held.clone() {
                    self.held(ui, &held, width);
                }
            }
            [] => {
                let words = if self.session.computer_acts() {
                    self.computer.state_words()
                } else {
                    words::ANSWER_FIRST
                };
                Action::new(words).enabled(false).width(width).show(ui);
            }
            [one] => {
                let label = words::short(&one.label);
                let button = Action::new(&label).name(&one.label).key("F10").width(width).show(ui);
                if button.clicked() {
                    self.ask_end(one.id, out);
                }
            }
            many => {
                let button =
                    Action::new("End the phase…").name("End the phase").key("F10").width(width).show(ui);
                if button.clicked() {
                    self.choose_end(many, button.rect.left_top());
                }
                self.end_phase.button_at = button.rect.left_top();
            }
        }
    }

    fn undone(&mut self, ui: &mut Ui, width: f32) {
        let c = colours(ui);
        let p = &self.session.views.prompt;
        let n = p.undone.len();
        if n == 0 || self.session.views.actions.is_empty() {
            return;
        }
        let words = words::can_act(&p.points, n);
        let names: Vec<&str> = p.undone.iter().map(|u| u.text.as_str()).collect();
        let tip = format!("{}\n{NEXT}", names.join("\n"));
        let line = one_line(ui, &words, Face::Semi, 12.5, c.warn, width - 26.0);
        let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::click());
        let at = egui::Rect::from_min_size(rect.min + vec2(0.0, 2.0), vec2(16.0, 16.0));
        ui_kit::icons::paint(ui.painter(), at, Icon::Warning, c.warn);
        ui.painter().galley(rect.min + vec2(22.0, 3.0), line, c.warn);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{words}: go to the next")));
        if response.on_hover_text(tip).clicked() {
            self.next_undone(false);
        }
        if ui.available_height() > 14.0 {
            let mut hexes: Vec<String> = Vec::new();
            for hex in self.session.views.prompt.undone.iter().filter_map(|u| u.hex) {
                let label = self.session.doc().map.grid.label(hex);
                if !hexes.contains(&label) {
                    hexes.push(label);
                }
            }
            let whole = format!("{}; next: N", hexes.join(", "));
            let line = one_line(ui, &whole, Face::Ui, 11.5, c.muted, width);
            // A list cut off says nothing: the tip and the dialog have it in full.
            let fits = !hexes.is_empty() && !line.elided;
            ui.label(if fits { line } else { one_line(ui, NEXT, Face::Ui, 11.5, c.muted, width) });
        }
    }

    /// Several ways to end it: a list to choose from, over the button.
    pub(super) fn choose_end(&mut self, ends: &[Affordance], at: egui::Pos2) {
        let actions: Vec<usize> = ends.iter().map(|a| a.id).collect();
        let up = 30.0 * actions.len() as f32 + 24.0;
        self.choice = Some(super::menu::Choice {
            at: at - vec2(12.0, up),
            select: None,
            actions,
            march: None,
            fresh: true,
        });
    }

    /// Ends the phase; asks first while something is left undone and the rules want it asked.
    pub(super) fn ask_end(&mut self, id: usize, out: &mut Vec<Command>) {
        let confirm = self.session.views.actions.iter().any(|a| a.id == id && a.confirm);
        if confirm && !self.session.views.prompt.undone.is_empty() {
            self.end_phase.asking = Some(id);
        } else {
            out.push(Command::Do(id));
        }
    }
}

/// The end of the phase: the action being asked about, and where the button lies.
#[derive(Debug, Default)]
pub(super) struct EndPhase {
    /// The action to be confirmed.
    pub asking: Option<usize>,
    /// Where the list of endings opens.
    pub button_at: egui::Pos2,
}

impl EndPhase {
    /// Asks whether to end the phase while something is left undone.
    pub fn show_dialog(&mut self, session: &Session, ui: &mut Ui) -> Vec<PlayCommand> {
        let mut out = Vec::new();
        let Some(id) = self.asking else { return out };
        let Some(a) = session.views.actions.iter().find(|a| a.id == id).cloned() else {
            self.asking = None;
            return out;
        };
        let c = colours(ui);
        let n = session.views.prompt.undone.len();
        let points = session.views.prompt.points.clone();
        let modal = egui::Modal::new(egui::Id::unique("ask-end")).frame(widgets::dialog_frame(ui));
        let mut go_to = None;
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width(380.0);
            ui.label(text(format!("{}?", words::short(&a.label)), Face::Title, 22.0, c.text));
            let left = if points.is_empty() { points } else { format!("{points} left, ") };
            let said = format!("{left}{} can still act.", words::count(n, "unit", "units"));
            ui.label(text(said, Face::Ui, 13.0, c.text));
            ui.horizontal(|ui| {
                for r in &a.rules {
                    widgets::rule_chip(ui, r.0);
                }
            });
            go_to = list_undone(session, ui);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let go = Action::primary("End it").name("End it").key("Enter").show(ui);
                if go.clicked() || ui.input(|i| i.key_pressed(egui::Key::Enter)) {
                    out.push(PlayCommand::Program(Command::Do(id)));
                    self.asking = None;
                }
                if Action::new("Not yet").height(36.0).key("Esc").show(ui).clicked() {
                    self.asking = None;
                }
            });
        });
        if shown.should_close() {
            self.asking = None;
        }
        if let Some(t) = go_to {
            self.asking = None;
            out.push(PlayCommand::Select(t));
        }
        out
    }
}

/// What is left undone, one row each; a click goes there instead.
fn list_undone(session: &Session, ui: &mut Ui) -> Option<Target> {
    let most = (ui.ctx().content_rect().height() - 320.0).clamp(60.0, 260.0);
    let mut chosen = None;
    ScrollArea::vertical().id_salt("undone").max_height(most).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for u in &session.views.prompt.undone {
            let at = u.hex.map_or_else(String::new, |h| session.doc().map.grid.label(h));
            if super::dock::row(ui, &u.text, &format!("Go to {}", u.text), &at, "", false).clicked() {
                chosen = Some(Target::Counter(u.counter));
            }
        }
    });
    chosen
}
