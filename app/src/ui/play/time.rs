//! Looking back: a strip with a slider over every moment of the match, going on from any of them,
//! and the lines that come of it.

use super::PlayScreen;
use crate::ui::commands::{Command, Export};
use crate::ui::words;
use egui::{Align, Frame, Key, Layout, Margin, Modifiers, Role, Slider, TextEdit, Ui, WidgetInfo};
use engine::present::{Moment, Seat};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours};
use ui_kit::widgets::{Action, caption, icon_button, one_line};

/// How far one step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    Action,
    Phase,
    Turn,
    /// To the end.
    All,
}

const STEPS: [(Icon, &str, bool, Stride); 8] = [
    (Icon::First, "To the start (Home)", false, Stride::All),
    (Icon::TurnBack, "Previous turn (Ctrl [)", false, Stride::Turn),
    (Icon::PhaseBack, "Previous phase (Shift [)", false, Stride::Phase),
    (Icon::StepBack, "Previous action ([)", false, Stride::Action),
    (Icon::StepOn, "Next action (])", true, Stride::Action),
    (Icon::PhaseOn, "Next phase (Shift ])", true, Stride::Phase),
    (Icon::TurnOn, "Next turn (Ctrl ])", true, Stride::Turn),
    (Icon::Last, "To the present (End)", true, Stride::All),
];

#[derive(Default)]
pub struct TimeStrip {
    pub open: bool,
    moments: Vec<Moment>,
    /// What the moments were made for.
    key: Option<(u64, Seat)>,
    at: usize,
    /// Where an extract begins.
    mark: Option<usize>,
    /// A line being named: the one played (none) or another.
    naming: Option<(Option<usize>, String)>,
}

impl TimeStrip {
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    pub fn at(&self) -> usize {
        self.at
    }

    fn last(&self) -> usize {
        self.moments.len().saturating_sub(1)
    }

    /// Where a step from here leads.
    fn step(&self, forward: bool, stride: Stride) -> usize {
        let other = |i: &usize| {
            let (a, b) = (&self.moments[*i], &self.moments[self.at]);
            match stride {
                Stride::Action => true,
                Stride::Phase => a.other_phase(b),
                Stride::Turn => a.other_turn(b),
                Stride::All => false,
            }
        };
        if forward {
            return (self.at + 1..self.moments.len()).find(other).unwrap_or(self.last());
        }
        let Some(found) = (0..self.at).rev().find(other) else { return 0 };
        if stride == Stride::Action {
            return found;
        }
        // To the start of the phase or turn before, not to its end.
        let m = &self.moments[found];
        let same = |i: &usize| match stride {
            Stride::Phase => !self.moments[*i].other_phase(m),
            _ => !self.moments[*i].other_turn(m),
        };
        (0..=found).rev().take_while(same).last().unwrap_or(found)
    }
}

impl PlayScreen {
    /// Opens or closes the strip; closing it returns to the present.
    pub fn toggle_time(&mut self) {
        self.time.open = !self.time.open;
        if self.time.open {
            self.computer.paused = self.session.computer_acts();
        } else {
            self.return_to_now();
        }
    }

    /// Shows the present again.
    pub fn return_to_now(&mut self) {
        if self.session.looks_back() {
            self.session.look(None);
            self.changed();
        }
        self.time.key = None;
    }

    fn refresh_moments(&mut self) {
        let key = (self.session.game.version(), self.session.viewer());
        if self.time.key == Some(key) {
            return;
        }
        self.time.moments = self.session.game.view(key.1).timeline();
        self.time.key = Some(key);
        self.time.at = self.time.last();
        self.time.mark = None;
        if self.session.looks_back() {
            self.session.look(None);
            self.changed();
        }
    }

    /// Shows moment `index`.
    pub fn look_at_moment(&mut self, index: usize) {
        self.refresh_moments();
        let index = index.min(self.time.last());
        if index == self.time.at && (index < self.time.last()) == self.session.looks_back() {
            return;
        }
        self.time.at = index;
        let past = (index < self.time.last()).then(|| self.session.game.at(self.time.moments[index].entries));
        self.session.look(past);
        self.changed();
    }

    /// Shows the moment after so many entries of the journal.
    pub fn look_at_entries(&mut self, entries: usize) {
        self.refresh_moments();
        let at = self.time.moments.iter().rposition(|m| m.entries <= entries).unwrap_or(0);
        self.look_at_moment(at);
    }

    pub fn step_time(&mut self, forward: bool, stride: Stride) {
        self.refresh_moments();
        if stride == Stride::All {
            let to = if forward { self.time.last() } else { 0 };
            return self.look_at_moment(to);
        }
        if !self.time.moments.is_empty() {
            self.look_at_moment(self.time.step(forward, stride));
        }
    }

    /// Whether one may go on from another moment: nobody else is deceived by it.
    fn may_branch(&self) -> bool {
        self.session.solo() || self.session.game.outcome().is_some()
    }

    /// Plays on from the moment shown; the line left is kept.
    pub fn go_on_from_here(&mut self, out: &mut Vec<Command>) {
        let Some(m) = self.time.moments.get(self.time.at).cloned() else { return };
        if !self.may_branch() || !self.session.looks_back() {
            return;
        }
        let name = self.session.lines.free_name();
        let salt = self.session.lines.next_salt();
        let note = words::branched(&name, self.session.lines.name(), m.turn);
        let branch = self.session.game.branch(m.entries, &note, salt);
        let old = self.session.take_over(branch);
        self.session.lines.park(old);
        self.session.lines.name = name;
        self.after_line(out);
    }

    /// Goes over to another line.
    pub fn take_line(&mut self, index: usize, out: &mut Vec<Command>) {
        let name = self.session.lines.name().to_owned();
        let Some(game) = self.session.lines.take(index) else { return };
        let new = std::mem::replace(&mut self.session.lines.name, name);
        let old = self.session.take_over(game);
        self.session.lines.park(old);
        self.session.lines.name = new;
        self.after_line(out);
    }

    fn after_line(&mut self, out: &mut Vec<Command>) {
        self.time.key = None;
        self.after_undo();
        self.refresh_moments();
        out.push(Command::Autosave);
    }

    pub(super) fn time_strip(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if !self.time.open {
            return;
        }
        self.refresh_moments();
        let c = colours(ui);
        let fill = if self.session.looks_back() { c.warn_weak } else { c.panel };
        let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(10, 4));
        egui::Panel::bottom("play-time").frame(frame).show(ui, |ui| {
            if self.time.naming.is_some() {
                self.naming(ui, out);
                return;
            }
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                self.time_row(ui, out);
            });
        });
    }

    /// One line: steps back, slider, steps on, where one is, and what can be done from there.
    fn time_row(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        // A narrow strip has the longer steps in the menu.
        let wide = ui.available_width() > 760.0;
        let width = ui.available_width();
        self.steps(ui, false, wide);
        self.time_slider(ui, (width * 0.17).clamp(80.0, 380.0));
        self.steps(ui, true, wide);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Cross, "Close the time strip (T)", true, false).clicked() {
                self.toggle_time();
            }
            if !wide {
                let more = icon_button(ui, Icon::Sort, "Longer steps", true, false);
                egui::Popup::menu(&more).show(|ui| self.steps_menu(ui));
            }
            if self.may_branch() {
                self.branch_buttons(ui, wide, out);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.where_we_are(ui));
        });
    }

    fn steps(&mut self, ui: &mut Ui, forward: bool, wide: bool) {
        let able = if forward { self.time.at < self.time.last() } else { self.time.at > 0 };
        let short = |s: Stride| matches!(s, Stride::Action | Stride::All);
        for (icon, name, on, stride) in STEPS.into_iter().filter(|s| s.2 == forward) {
            if (wide || short(stride)) && icon_button(ui, icon, name, able, false).clicked() {
                self.step_time(on, stride);
            }
        }
    }

    fn steps_menu(&mut self, ui: &mut Ui) {
        ui.set_min_width(180.0);
        for (_, name, forward, stride) in STEPS {
            if ui.button(name).clicked() {
                self.step_time(forward, stride);
            }
        }
    }

    /// Going on from here, other lines, and files; from the right.
    fn branch_buttons(&mut self, ui: &mut Ui, wide: bool, out: &mut Vec<Command>) {
        let export = icon_button(ui, Icon::Export, "Export from here", true, false);
        egui::Popup::menu(&export).show(|ui| self.export_menu(ui, out));
        let lines = icon_button(ui, Icon::Branch, "Lines of this match", true, false);
        egui::Popup::menu(&lines).show(|ui| self.lines_menu(ui, out));
        let back = self.session.looks_back();
        let go = if wide {
            Action::new("Continue from here").enabled(back).show(ui)
        } else {
            icon_button(ui, Icon::Play, "Continue from here", back, false)
        };
        if back && go.on_hover_text(words::GO_ON_TIP).clicked() {
            self.go_on_from_here(out);
        }
    }

    fn time_slider(&mut self, ui: &mut Ui, width: f32) {
        let last = self.time.last();
        let mut at = self.time.at;
        ui.spacing_mut().slider_width = width;
        let slider = Slider::new(&mut at, 0..=last.max(1)).show_value(false);
        let r = ui.add_enabled(last > 0, slider);
        r.widget_info(|| WidgetInfo::labeled(Role::Slider, true, words::TIME_SLIDER));
        if at != self.time.at {
            self.look_at_moment(at);
        }
    }

    /// The moment shown, in words; what does not fit is in the tooltip.
    fn where_we_are(&self, ui: &mut Ui) {
        let c = colours(ui);
        let last = self.time.last();
        let Some(m) = self.time.moments.get(self.time.at) else { return };
        let turn = if m.turn_name.is_empty() { format!("Turn {}", m.turn) } else { m.turn_name.clone() };
        let said = if m.text.is_empty() { words::TIME_START.to_owned() } else { m.text.clone() };
        let head = format!("{turn} · {}", m.phase);
        let said = format!("{} of {last}: {said}", self.time.at);
        let room = ui.available_width() - 4.0;
        if room < 30.0 {
            return;
        }
        let tip = format!("{head}\n{said}\n{}", words::line_played(self.session.lines.name()));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(one_line(ui, &head, Face::Semi, 12.0, c.text, room)).on_hover_text(&tip);
            ui.label(one_line(ui, &said, Face::Ui, 12.0, c.muted, room)).on_hover_text(&tip);
        });
    }

    fn lines_menu(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        ui.set_min_width(250.0);
        caption(ui, "Lines of this match");
        let now = self.session.lines.name().to_owned();
        ui.add_enabled(false, egui::Button::selectable(true, format!("{now} (played now)")));
        let others: Vec<(usize, String, String)> = (0..)
            .zip(&self.session.lines.others)
            .map(|(i, l)| (i, l.name.clone(), l.standing.clone()))
            .collect();
        for (i, name, standing) in others {
            ui.horizontal(|ui| {
                if ui.button(format!("Return to {name}")).on_hover_text(standing).clicked() {
                    self.take_line(i, out);
                    ui.close();
                }
                if ui.small_button("Name…").clicked() {
                    self.time.naming = Some((Some(i), name.clone()));
                    ui.close();
                }
            });
        }
        ui.separator();
        if ui.button("Name this line…").clicked() {
            self.time.naming = Some((None, now));
            ui.close();
        }
    }

    fn export_menu(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        ui.set_min_width(250.0);
        let Some(entries) = self.time.moments.get(self.time.at).map(|m| m.entries) else { return };
        if ui.button(words::EDIT_POSITION).on_hover_text(words::TAKE_HELP).clicked() {
            out.push(Command::TakePosition(Some(entries)));
            ui.close();
        }
        if ui.button(words::POSITION_FILE).clicked() {
            out.push(Command::Export(Export::Position { entries }));
            ui.close();
        }
        if ui.button("Begin an extract here").clicked() {
            self.time.mark = Some(entries);
            ui.close();
        }
        let from = self.time.mark.filter(|m| *m < entries);
        let button = egui::Button::new("The extract up to here as a replay…");
        if ui.add_enabled(from.is_some(), button).on_disabled_hover_text(words::EXTRACT_TIP).clicked()
            && let Some(from) = from
        {
            out.push(Command::Export(Export::Extract { from, to: entries }));
            ui.close();
        }
    }

    fn naming(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some((which, mut name)) = self.time.naming.take() else { return };
        let mut open = true;
        ui.horizontal(|ui| {
            ui.label("Name of the line");
            let field = ui.add(TextEdit::singleline(&mut name).desired_width(180.0));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name of the line"));
            let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if (Action::new("Keep").name("Keep the name").show(ui).clicked() || enter)
                && !name.trim().is_empty()
            {
                let name = name.trim().to_owned();
                match which.and_then(|i| self.session.lines.others.get_mut(i)) {
                    Some(line) => line.name = name,
                    None => self.session.lines.name = name,
                }
                out.push(Command::Autosave);
                open = false;
            }
            if Action::new("Cancel").name("Leave the name").show(ui).clicked() {
                open = false;
            }
        });
        if open {
            self.time.naming = Some((which, name));
        }
    }

    pub(super) fn time_keys(&mut self, hit: &dyn Fn(Modifiers, Key) -> bool) {
        let plain = Modifiers::NONE;
        if hit(plain, Key::T) {
            self.toggle_time();
        }
        if !self.time.open {
            return;
        }
        for (key, forward) in [(Key::OpenBracket, false), (Key::CloseBracket, true)] {
            if hit(Modifiers::COMMAND, key) {
                self.step_time(forward, Stride::Turn);
            } else if hit(Modifiers::SHIFT, key) {
                self.step_time(forward, Stride::Phase);
            } else if hit(plain, key) {
                self.step_time(forward, Stride::Action);
            }
        }
        if hit(plain, Key::Home) {
            self.step_time(false, Stride::All);
        }
        if hit(plain, Key::End) {
            self.step_time(true, Stride::All);
        }
    }
}
