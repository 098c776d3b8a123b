//! The dock: who against whom, what may come of it, the button; everything the selected thing may
//! do; what is known of the thing pointed at.

use super::selection;
use super::{Page, PlayScreen};
use crate::ui::commands::Command;
use crate::ui::pictures;
use crate::ui::words;
use egui::{Align, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use egui::{CursorIcon, Layout};
use engine::present::{Affordance, CounterView, Inspector, Target, Verb};
use std::collections::BTreeMap;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, caption, chip_text, one_line, rule_chip, rule_chip_width, rule_line};

/// Actions aimed at hexes are listed as small buttons from this many on.
const MANY: usize = 6;
/// Height of a long list of other things that may be done.
const OTHERS: f32 = 150.0;

/// The actions page: what is known of the thing looked at, and what is set in its lists.
#[derive(Default)]
pub(super) struct DockPanel {
    /// What the sheet below the list is of.
    pub inspected: Option<Target>,
    /// What was last asked about a thing, and at which version of the match.
    inspector: (Option<(Target, u64)>, Inspector),
    /// The action pointed at in a list: lit on the map.
    pub pointed_in_list: Option<usize>,
    /// The odds of one action have been calculated in this frame.
    pub reckoned_this_frame: bool,
    /// Amounts set on sliders, by what they are of.
    pub amounts: BTreeMap<String, i32>,
    /// Where and when a button of the dock last did something.
    pressed: Option<(egui::Pos2, f64)>,
}

/// Another button that comes under a resting pointer takes no second press for so many seconds.
const SAME_PRESS: f64 = 0.7;

/// Whether a heading is a hex number (`J5`, `0504`) and no name.
fn is_number(title: &str) -> bool {
    title.ends_with(|c: char| c.is_ascii_digit()) && title.chars().count() <= 5 && !title.contains(' ')
}

impl PlayScreen {
    /// The page of the dock that is open.
    pub(super) fn dock(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        match self.room.page {
            Page::Play => self.play_page(ui, out),
            Page::Log => self.show_log(ui, out),
            Page::Rules => self.rules.show(&self.session, ui),
            Page::Score => {
                let asked = self.score.show(&self.session, ui);
                self.carry_out(asked, ui, out);
            }
            Page::Sheets => {
                let asked = self.windows.sheets.show(&self.session, ui);
                self.carry_out(asked, ui, out);
            }
        }
    }

    fn show_log(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let asked = self.log.show(&self.session.views.log, ui);
        self.carry_out(asked, ui, out);
    }

    fn play_page(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let height = ui.available_height();
        // Low windows have room for one of the two: the log is then a page of its own.
        let split = height > 380.0;
        let most = if split { height * 0.62 } else { height };
        let shown = self.previewed();
        // The button of what is shown stays in view whatever the length of the reckoning.
        let buttons = shown.map_or(0.0, |id| self.buttons_height(id));
        let most = (most + if split && shown.is_some() { height * 0.12 } else { 0.0 } - buttons).max(60.0);
        let area = ScrollArea::vertical().id_salt("dock").auto_shrink([false, true]).max_height(most);
        // The bar never lies on the figures at the right.
        ui.spacing_mut().scroll.floating_allocated_width = 8.0;
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            if let Some(id) = shown {
                self.action_card(ui, id);
                ui.add_space(6.0);
                rule_line(ui);
            }
            if let Some(procedure) = &self.session.views.procedure {
                super::procedure::show(ui, procedure);
            }
            self.action_list(ui, out);
            self.inspector(ui);
        });
        if let Some(id) = shown {
            self.action_buttons(ui, id, out);
        }
        if split {
            ui.add_space(4.0);
            rule_line(ui);
            self.show_log(ui, out);
        }
    }

    /// The action whose preview is shown: the one about to be done, else the one pointed at.
    pub(super) fn previewed(&self) -> Option<usize> {
        let known = |id: &usize| self.session.views.actions.iter().any(|a| a.id == *id);
        self.selection.pending.filter(known).or_else(|| self.rested_target())
    }

    pub(super) fn counter(&self, target: Option<&Target>) -> Option<CounterView> {
        let board = &self.session.views.board;
        match target? {
            Target::Counter(id) => board.counters.iter().find(|c| c.id == *id).cloned(),
            other => {
                let hex = *selection::hexes_of(other, board).first()?;
                let id = *selection::counters_on(hex, board).first()?;
                board.counters.iter().find(|c| c.id == id).cloned()
            }
        }
    }

    pub(super) fn buttons_height(&self, id: usize) -> f32 {
        let found = self.session.views.actions.iter().find(|a| a.id == id);
        46.0 + found.map_or(0.0, |a| 38.0 * self.same_place(a).len() as f32)
    }

    pub(super) fn action_buttons(&mut self, ui: &mut Ui, id: usize, out: &mut Vec<Command>) {
        let Some(a) = self.session.views.actions.iter().find(|a| a.id == id).cloned() else { return };
        let label = words::short(&a.label);
        let width = ui.available_width();
        // What is only pointed at is armed by Enter, not done.
        let key = if self.selection.pending == Some(id) { "Enter" } else { "" };
        let primary = Action::primary(&label).key(key).name(&a.label).width(width).show(ui);
        if primary.clicked() {
            self.press(ui, a.id, out);
        }
        for o in self.same_place(&a) {
            let label = words::short_of(&o.label, &o.cost);
            if Action::new(&label).name(&o.label).key(&o.cost).width(width).show(ui).clicked() {
                self.selection.pending = Some(o.id);
            }
        }
    }

    /// Does what a button of the dock says, unless it has only just come under the pointer that pressed
    /// another one.
    pub(super) fn press(&mut self, ui: &Ui, id: usize, out: &mut Vec<Command>) {
        let now = ui.input(|i| i.time);
        if let Some(at) = ui.input(|i| i.pointer.interact_pos()) {
            let again = self.dock.pressed.is_some_and(|(p, t)| p.distance(at) < 4.0 && now - t < SAME_PRESS);
            self.dock.pressed = Some((at, now));
            if again {
                return;
            }
        }
        out.push(Command::Do(id));
    }

    /// Other things the same subject may do to the same place.
    pub(super) fn same_place(&self, a: &Affordance) -> Vec<Affordance> {
        let board = &self.session.views.board;
        let here = selection::hexes_of(&a.target, board);
        let same = |o: &&Affordance| {
            o.id != a.id
                && o.subject == a.subject
                && (o.target == a.target
                    || selection::hexes_of(&o.target, board).iter().any(|h| here.contains(h)))
        };
        self.session.views.actions.iter().filter(same).take(2).cloned().collect()
    }

    fn action_list(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        if self.session.views.actions.is_empty() {
            if self.session.computer_acts() {
                ui.label(text(self.computer.state_words(), Face::Ui, 12.5, c.muted));
            }
            return;
        }
        let all = self.session.views.actions.clone();
        if let Some(subject) = self.selection.subject.clone() {
            let group = self.group_words();
            let line = if group.is_empty() { self.line_of(&subject) } else { group };
            ui.horizontal_wrapped(|ui| {
                caption(ui, "Selected");
                ui.label(text(&line, Face::Semi, 12.5, c.text));
            });
        }
        let offered = selection::listed(&all, &self.selection);
        let (amounts, offered) = super::amounts::groups(&offered);
        for g in &amounts {
            self.amount(ui, g, out);
        }
        let mut verbs: Vec<Verb> = offered.iter().map(|a| a.verb).collect();
        verbs.sort();
        verbs.dedup();
        for v in verbs {
            let group: Vec<&Affordance> = offered.iter().copied().filter(|a| a.verb == v).collect();
            caption(ui, words::verb(v));
            let many = group.len() >= MANY;
            if many && v == Verb::Other {
                // A hex number would not say what is done there.
                let area = egui::ScrollArea::vertical().id_salt("others").max_height(OTHERS);
                // The rows keep their width: their chips leave room for the bar.
                ui.spacing_mut().scroll.floating_allocated_width = 0.0;
                area.auto_shrink([false, true]).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    group.iter().for_each(|a| self.action_row(ui, a, out));
                });
            } else if many && group.iter().all(|a| !self.place_name(&a.target).is_empty()) {
                self.small_buttons(ui, &group, out);
            } else {
                ui.spacing_mut().item_spacing.y = 1.0;
                for a in group {
                    self.action_row(ui, a, out);
                }
                ui.spacing_mut().item_spacing.y = 6.0;
            }
        }
        if self.selection.subject.is_none() {
            self.able(ui, &all);
        }
        ui.add_space(6.0);
    }

    fn able(&mut self, ui: &mut Ui, all: &[Affordance]) {
        let subjects = selection::subjects(all);
        if subjects.is_empty() {
            return;
        }
        caption(ui, "Can act");
        ui.spacing_mut().item_spacing.y = 1.0;
        for s in subjects {
            let line = self.line_of(&s);
            let row = row(ui, &line, &line, "", "", false);
            if row.clicked() {
                self.select(s);
            }
        }
        ui.spacing_mut().item_spacing.y = 6.0;
    }

    fn action_row(&mut self, ui: &mut Ui, a: &Affordance, out: &mut Vec<Command>) {
        let chip = a.rules.first().map_or("", |r| r.0);
        let shown = self.selection.pending == Some(a.id);
        let headline = self.headline(a);
        let both = !headline.is_empty() && !a.cost.is_empty();
        let right = format!("{headline}{}{}", if both { " · " } else { "" }, a.cost);
        let response = row(ui, &words::short_of(&a.label, &a.cost), &a.label, &right, chip, shown);
        if response.hovered() {
            self.dock.pointed_in_list = Some(a.id);
        }
        // An answer shows what may come of it before it is given.
        if is_answer(a)
            && let Some(odds) = self.session.odds(a.id).cloned()
        {
            super::odds::answer_outcomes(ui, &odds);
            ui.add_space(6.0);
        }
        if response.clicked() {
            if (a.chancy || a.confirm) && !shown {
                self.selection.pending = Some(a.id);
            } else {
                self.press(ui, a.id, out);
            }
        }
    }

    /// The chance of an action in one figure; reckoned for one action a frame.
    pub(super) fn headline(&mut self, a: &Affordance) -> String {
        if !a.chancy || a.verb == Verb::End {
            return String::new();
        }
        let found = self.session.odds_if_ready(a.id, &mut self.dock.reckoned_this_frame);
        found.and_then(|o| o.headline.as_ref()).map_or_else(String::new, |h| h.text())
    }

    fn small_buttons(&mut self, ui: &mut Ui, group: &[&Affordance], out: &mut Vec<Command>) {
        let c = colours(ui);
        let places: Vec<String> = group.iter().map(|a| self.place_name(&a.target)).collect();
        let labels: Vec<String> = group.iter().map(|a| words::short_of(&a.label, &a.cost)).collect();
        let named = words::told_apart(&places, &labels);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (a, place) in group.iter().zip(named) {
                let words = if a.tag.is_empty() { place } else { format!("{place} · {}", a.tag) };
                // Room is kept for a chance that is still being worked out: no button moves when it comes.
                let room = if a.chancy { format!("{words} · 00 %") } else { words.clone() };
                let room = one_line(ui, &room, Face::Medium, 12.0, c.text, 200.0).size().x;
                let words = match self.headline(a).split_once('%') {
                    Some((chance, _)) => format!("{words} · {chance}%"),
                    None => words,
                };
                let shown = self.selection.pending == Some(a.id);
                let galley = one_line(ui, &words, Face::Medium, 12.0, c.text, 200.0);
                let width = galley.size().x.max(room) + 14.0;
                let (rect, response) = ui.allocate_exact_size(vec2(width, 28.0), Sense::click());
                let lit = shown || response.hovered() || response.has_focus();
                let (fill, edge) = if lit { (c.accent_weak, c.accent) } else { (c.card, c.line) };
                ui.painter().rect(rect, 5, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
                ui.painter().galley(rect.center() - galley.size() / 2.0, galley, c.text);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &a.label));
                if response.hovered() {
                    self.dock.pointed_in_list = Some(a.id);
                }
                let rules: Vec<String> = a.rules.iter().map(|r| chip_text(ui, r.0)).collect();
                let tip = format!("{}\nRule {}", a.label, rules.join(", "));
                let response = response.on_hover_text(tip).on_hover_cursor(CursorIcon::PointingHand);
                if response.clicked() {
                    if (a.chancy || a.confirm) && !shown {
                        self.selection.pending = Some(a.id);
                    } else {
                        self.press(ui, a.id, out);
                    }
                }
            }
        });
    }

    /// What a target is called on the map; empty for what is not on it.
    fn place_name(&self, target: &Target) -> String {
        let board = &self.session.views.board;
        let grid = &self.session.doc().map.grid;
        selection::hexes_of(target, board).first().map_or_else(String::new, |h| grid.label(*h))
    }

    /// One readable line for a thing.
    pub(super) fn line_of(&self, target: &Target) -> String {
        match target {
            Target::Counter(id) => {
                let found = self.session.views.board.counters.iter().find(|c| c.id == *id);
                found.map_or_else(String::new, |c| c.line.clone())
            }
            other => self.session.shown().view(self.session.viewer()).inspect(other).title,
        }
    }

    fn inspector(&mut self, ui: &mut Ui) {
        let Some(target) = self.dock.inspected.clone() else { return };
        let i = self.inspect(&target);
        if i == Inspector::default() {
            return;
        }
        let c = colours(ui);
        rule_line(ui);
        ui.horizontal(|ui| {
            // Old-style figures read as letters where there is nothing but a hex number.
            let (face, size) = if is_number(&i.title) { (Face::Semi, 14.5) } else { (Face::Title, 17.0) };
            ui.label(text(&i.title, face, size, c.text));
            if !i.subtitle.is_empty() {
                let room = ui.available_width();
                ui.label(one_line(ui, &i.subtitle, Face::Ui, 12.0, c.muted, room));
            }
        });
        let here: Vec<CounterView> = i
            .counters
            .iter()
            .filter_map(|id| self.session.views.board.counters.iter().find(|c| c.id == *id).cloned())
            .collect();
        // What is told with its counter below is not told twice.
        for l in i.lines.iter().filter(|l| here.iter().all(|c| c.line != l.value)) {
            let chip = l.rule.map_or("", |r| r.0);
            fact(ui, &l.name, &l.value, chip);
        }
        for counter in here {
            self.counter_row(ui, &counter);
        }
    }

    /// A counter with its line; a click picks it up or looks at it.
    fn counter_row(&mut self, ui: &mut Ui, counter: &CounterView) {
        let c = colours(ui);
        let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::click());
        if r.hovered() || r.has_focus() {
            ui.painter().rect_filled(rect, 5, c.accent_weak);
        }
        let at = Rect::from_min_size(rect.min + vec2(1.0, 1.0), vec2(34.0, 34.0));
        pictures::counter(ui, at, counter);
        let line = one_line(ui, &counter.line, Face::Ui, 12.5, c.text, rect.width() - 46.0);
        let y = rect.center().y - line.size().y / 2.0;
        ui.painter().galley(pos2(rect.left() + 42.0, y), line, c.text);
        r.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Look at {}", counter.line)));
        let signs: Vec<&str> = counter.badges.iter().map(|b| words::badge_name(*b)).collect();
        let tip = [&[counter.line.as_str()], signs.as_slice()].concat().join("\n");
        if r.on_hover_text(tip).clicked() {
            let t = Target::Counter(counter.id);
            if selection::subjects(&self.session.views.actions).contains(&t) {
                self.select(t);
            } else {
                self.dock.inspected = Some(t);
            }
        }
    }

    /// What is known of a thing; asked once for each change.
    fn inspect(&mut self, target: &Target) -> Inspector {
        let version = self.session.shown().version();
        let asked = self.dock.inspector.0.as_ref();
        if asked.is_none_or(|(t, v)| t != target || *v != version) {
            let found = self.session.shown().view(self.session.viewer()).inspect(target);
            self.dock.inspector = (Some((target.clone(), version)), found);
        }
        self.dock.inspector.1.clone()
    }
}

/// A name, its value at the right, and the rule behind it.
pub(super) fn fact(ui: &mut Ui, name: &str, value: &str, chip: &str) {
    let c = colours(ui);
    let chip_w = if chip.is_empty() { 0.0 } else { rule_chip_width(ui, chip) + 8.0 };
    let room = ui.available_width() - chip_w - 4.0;
    let value_galley = one_line(ui, value, Face::Semi, 12.5, c.text, room * 0.6);
    let name_room = room - value_galley.size().x - 8.0;
    // Long values go under their names instead of being cut.
    if value_galley.elided || one_line(ui, name, Face::Ui, 12.5, c.muted, name_room).elided {
        ui.horizontal(|ui| {
            ui.label(text(name, Face::Ui, 12.5, c.muted));
            if !chip.is_empty() {
                rule_chip(ui, chip);
            }
        });
        ui.label(text(value, Face::Semi, 12.5, c.text));
        return;
    }
    ui.horizontal(|ui| {
        ui.label(text(name, Face::Ui, 12.5, c.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !chip.is_empty() {
                rule_chip(ui, chip);
            }
            ui.label(text(value, Face::Semi, 12.5, c.text));
        });
    });
}

/// An answer to what another does: said, not pointed at, and decided by dice.
fn is_answer(a: &Affordance) -> bool {
    a.chancy && matches!(a.target, Target::Button(_)) && matches!(a.verb, Verb::Choose | Verb::Pass)
}

/// A row of a list that can be clicked.
pub(super) fn row(ui: &mut Ui, words: &str, name: &str, right: &str, chip: &str, on: bool) -> egui::Response {
    let c = colours(ui);
    let width = ui.available_width();
    let chip_width = if chip.is_empty() { 0.0 } else { rule_chip_width(ui, chip) + 8.0 };
    let right = (!right.is_empty()).then(|| one_line(ui, right, Face::Semi, 12.0, c.muted, 170.0));
    let beside = right.as_ref().map_or(0.0, |g| g.size().x + 8.0);
    let whole = one_line(ui, words, Face::Ui, 12.5, c.text, f32::INFINITY).size().x;
    // The rule goes below where it would cut the words.
    let below = chip_width > 0.0 && whole + beside + chip_width + 16.0 > width;
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, if below { 48.0 } else { 28.0 }), Sense::click());
    if on || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 5, c.accent_weak, Stroke::new(1.0, c.accent), StrokeKind::Inside);
    }
    let (middle, mut x) = (rect.top() + 14.0, rect.right() - 8.0);
    if !chip.is_empty() {
        let at =
            if below { pos2(rect.left() + 8.0, middle + 19.0) } else { pos2(x - chip_width + 8.0, middle) };
        let at = Rect::from_min_max(pos2(at.x, at.y - 10.0), pos2(at.x + chip_width - 8.0, at.y + 10.0));
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(at));
        rule_chip(&mut inner, chip);
        x -= if below { 0.0 } else { chip_width };
    }
    if let Some(g) = right {
        x -= g.size().x;
        ui.painter().galley(pos2(x, middle - g.size().y / 2.0), g, c.muted);
        x -= 8.0;
    }
    let g = one_line(ui, words, Face::Ui, 12.5, c.text, x - rect.left() - 8.0);
    ui.painter().galley(pos2(rect.left() + 8.0, middle - g.size().y / 2.0), g, c.text);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    response.on_hover_text(name).on_hover_cursor(CursorIcon::PointingHand)
}
