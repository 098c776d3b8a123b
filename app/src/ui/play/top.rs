//! The bar over the map: where, when, whose phase; and the strip that says what is asked.

use super::{Page, PlayScreen};
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{
    Align, Frame, Layout, Margin, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use engine::present::{PhaseGroup, PhaseView, Verb};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, font, text};
use ui_kit::widgets::{
    self, caption, chip_text, icon_button, icon_link, one_line, rule_chip, rule_chip_width,
};

impl PlayScreen {
    pub(super) fn top_bar(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let frame = Frame::new().fill(c.panel).inner_margin(Margin::symmetric(12, 0));
        let high = if self.room.compact { 40.0 } else { 52.0 };
        egui::Panel::top("play-top").exact_size(high).frame(frame).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                self.buttons(ui, out);
                ui.add_space(6.0);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.place_and_phase(ui, out));
            });
        });
    }

    fn place_and_phase(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        if icon_link(ui, Icon::Home, "Home", 28.0).clicked() {
            out.push(Command::GoHome);
        }
        let doc = self.session.doc().clone();
        let wide = ui.available_width();
        let title_room = if wide > 700.0 { 260.0 } else { (wide * 0.4).max(60.0) };
        let title = one_line(ui, &doc.title, Face::Title, 22.0, c.text, title_room);
        ui.label(title).on_hover_text(&doc.summary);
        if wide > 800.0 {
            ui.label(text(&doc.date, Face::TitleItalic, 14.0, c.muted));
        }
        ui.add_space(6.0);
        let s = &self.session.views.sequence;
        let (turn, turns) = (s.turn, s.turns);
        let name = s.turn_name.clone();
        let told = if name.is_empty() { format!("Turn {turn} of {turns}") } else { name };
        let word = if wide > 560.0 { "Turn" } else { "" };
        turn_box(ui, word, turn, turns).on_hover_text(told);
        ui.add_space(8.0);
        self.sequence(ui);
    }

    fn sequence(&self, ui: &mut Ui) {
        let groups = &self.session.views.sequence.groups;
        let room = ui.available_width();
        let whole: f32 = groups.iter().map(|g| group_width(ui, g)).sum::<f32>() + 16.0 * groups.len() as f32;
        let current = groups.iter().find(|g| g.phases.iter().any(|p| p.current));
        if whole <= room {
            for g in groups {
                group(ui, g, &g.phases.iter().collect::<Vec<_>>());
                ui.add_space(8.0);
            }
        } else if let Some(g) = current {
            // As many around the current one as there is room for.
            let all: Vec<&PhaseView> = g.phases.iter().collect();
            let at = all.iter().position(|p| p.current).unwrap_or(0);
            let (mut from, mut to) = (at, at + 1);
            loop {
                let after = (to < all.len()).then(|| (from, to + 1));
                let before = (from > 0).then(|| (from - 1, to));
                let fits = |(a, b): &(usize, usize)| phases_width(ui, g, &all[*a..*b]) <= room;
                let Some(next) = after.filter(fits).or(before.filter(fits)) else { break };
                (from, to) = next;
            }
            // The phase alone, cut if need be, where not even whose it is has room.
            if phases_width(ui, g, &all[from..to]) <= room {
                group(ui, g, &all[from..to]);
            } else if let Some(p) = all.get(at) {
                phase_alone(ui, g, p, room);
            }
        }
    }

    fn buttons(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if self.room.compact {
            let more = icon_button(ui, Icon::Sort, "More", true, false);
            egui::Popup::menu(&more).show(|ui| {
                ui.set_min_width(200.0);
                let most = (ui.ctx().content_rect().height() - 70.0).max(100.0);
                egui::ScrollArea::vertical()
                    .id_salt("more")
                    .max_height(most)
                    .show(ui, |ui| self.more_menu(ui, out));
            });
        } else {
            if icon_button(ui, Icon::Help, "Shortcuts (F1)", true, false).clicked() {
                out.push(Command::Shortcuts);
            }
            if icon_button(ui, Icon::Gear, "Settings", true, false).clicked() {
                out.push(Command::Settings);
            }
            let shown = !self.map.overlays.is_empty();
            let layers = icon_button(ui, Icon::Layers, "Overlays", true, shown);
            // Several may be ticked in one go.
            egui::Popup::menu(&layers)
                .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| self.overlay_menu(ui, out));
            let sheets = !self.session.views.sheets.is_empty();
            let pages = [(Page::Score, Icon::Score), (Page::Rules, Icon::Rules), (Page::Log, Icon::Log)];
            if sheets
                && icon_button(ui, Icon::Sheets, "Sheets", true, self.room.page == Page::Sheets).clicked()
            {
                self.turn_to(Page::Sheets);
            }
            for (page, icon) in pages {
                if icon_button(ui, icon, page.name(), true, self.room.page == page).clicked() {
                    self.turn_to(page);
                }
            }
            if icon_button(ui, Icon::Clock, "Look back (T)", true, self.time.open).clicked() {
                self.toggle_time();
            }
            if icon_button(ui, Icon::Print, "Print setup kit (Ctrl P)", true, false).clicked() {
                out.push(self.print_kit());
            }
            if icon_button(ui, Icon::Pencil, words::EDIT_POSITION, true, false).clicked() {
                out.push(Command::TakePosition(None));
            }
            if icon_button(ui, Icon::Folder, words::SAVES, true, false).clicked() {
                out.push(Command::Saves);
            }
        }
        if icon_button(ui, Icon::Save, "Save (Ctrl S)", true, false).clicked() {
            out.push(Command::Save);
        }
        ui.add_space(8.0);
        if icon_button(ui, Icon::Redo, "Redo (Ctrl Y)", self.session.game.can_redo(), false).clicked() {
            out.push(Command::Redo);
        }
        let can = !matches!(self.session.game.can_undo(true), Err(engine::game::UndoError::Nothing));
        if icon_button(ui, Icon::Undo, "Undo (Ctrl Z)", can, false).clicked() {
            out.push(Command::Undo { lift: false });
        }
    }

    /// What has no room in the bar of a small window.
    fn more_menu(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if ui.selectable_label(self.time.open, "Look back (T)").clicked() {
            self.toggle_time();
            ui.close();
        }
        if ui.selectable_label(self.room.tracks, words::TRACKS_SWITCH).clicked() {
            self.room.tracks = !self.room.tracks;
            ui.close();
        }
        ui.menu_button("Overlays", |ui| {
            let most = (ui.ctx().content_rect().height() - 40.0).max(100.0);
            egui::ScrollArea::vertical()
                .id_salt("overlays")
                .max_height(most)
                .show(ui, |ui| self.overlay_menu(ui, out));
        });
        for (words, tip, command) in [
            ("Save as…", "Ctrl Shift S", Command::SaveAs),
            (words::SAVES, "", Command::Saves),
            (words::EDIT_POSITION, "", Command::TakePosition(None)),
            ("Report…", "", Command::Export(crate::ui::commands::Export::Report)),
            ("Print setup kit…", "Ctrl P", self.print_kit()),
            ("Settings", "Ctrl ,", Command::Settings),
            ("Shortcuts", "F1", Command::Shortcuts),
        ] {
            if ui.add(egui::Button::new(words).shortcut_text(tip)).clicked() {
                out.push(command);
                ui.close();
            }
        }
    }

    /// The setup kit of the scenario being played, with its options.
    pub(super) fn print_kit(&self) -> Command {
        let options = self.session.game.info().options;
        Command::Print(std::sync::Arc::clone(self.session.doc()), options)
    }

    fn overlay_menu(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        ui.set_width(250.0);
        widgets::show_box_borders(ui);
        caption(ui, "Show on the map");
        for kind in self.session.game.overlays() {
            let mut on = self.map.overlays.contains(kind.id);
            ui.horizontal(|ui| {
                if ui.checkbox(&mut on, kind.name).changed() {
                    if on {
                        self.map.overlays.insert(kind.id);
                    } else {
                        self.map.overlays.remove(kind.id);
                    }
                    self.map.overlay_key = None;
                }
                rule_chip(ui, kind.rule.0);
            });
        }
        if self.session.game.overlays().is_empty() {
            ui.label(text("This rule system offers none.", Face::Ui, 12.0, c.muted));
        }
        if ui.selectable_label(self.sighting(), "Line of sight (L)").clicked() {
            self.toggle_sight(out);
            ui.close();
        }
        widgets::rule_line(ui);
        ui.checkbox(&mut self.map.look.grid, "Grid (G)");
        ui.checkbox(&mut self.map.look.numbers, "Hex numbers (H)");
        ui.checkbox(&mut self.map.look.dim, "Fade map");
        ui.checkbox(&mut self.map.minimap, "Minimap (M)");
        ui.checkbox(&mut self.windows.legend.open, words::LEGEND_SWITCH);
        ui.checkbox(&mut self.room.tracks, words::TRACKS_SWITCH);
        ui.checkbox(&mut self.map.look.animate, words::ANIMATE);
        ui.checkbox(&mut self.map.follow, words::FOLLOW);
    }

    /// Who is asked what, with the rule; the price at the right.
    pub(super) fn prompt_strip(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let frame = Frame::new().fill(c.accent_weak).inner_margin(Margin::symmetric(16, 0));
        let high = if self.room.compact { 36.0 } else { 44.0 };
        let strip = egui::Panel::top("play-prompt").exact_size(high).frame(frame);
        let shown = strip.show(ui, |ui| {
            if self.handing_strip(ui, out) {
                return;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let p = self.session.views.prompt.clone();
                if !p.points.is_empty() {
                    ui.label(text(&p.points, Face::Bold, 14.0, c.text));
                    ui.add_space(8.0);
                }
                if self.session.computer_acts() {
                    let (icon, name) = if self.computer.paused {
                        (Icon::Play, "Resume the computer (Space)")
                    } else {
                        (Icon::Pause, "Pause the computer (Space)")
                    };
                    if icon_button(ui, icon, name, true, self.computer.paused).clicked() {
                        self.computer.toggle_pause();
                    }
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.prompt_words(ui, &p));
            });
        });
        let r = shown.response.rect;
        ui.painter().rect_filled(egui::Rect::from_min_size(r.min, vec2(4.0, r.height())), 0, c.accent);
    }

    /// Who is asked what: the unit in hand, if one has been picked up out of several, or else the side.
    fn asked_words(&self, p: &engine::present::Prompt) -> (String, String) {
        if self.session.looks_back() {
            return (String::new(), words::LOOKING_BACK.to_owned());
        }
        let free = self.session.views.actions.iter().any(|a| a.verb == Verb::End);
        let offered = super::selection::offered(&self.session.views.actions, &self.selection);
        let verbs: Vec<Verb> = offered.iter().map(|a| a.verb).collect();
        let marches = self.has_destinations();
        if let Some(subject) =
            self.selection.subject.as_ref().filter(|_| free && self.selection.others.is_empty())
            && let Some(words) = words::unit_in_hand(&verbs, marches)
        {
            let line = self.line_of(subject);
            let name = line.split(',').next().unwrap_or(&line).to_owned();
            return (name, words);
        }
        // Some rule systems name the side again.
        let again = format!("{}: ", p.who);
        let text = p.text.strip_prefix(again.as_str()).unwrap_or(&p.text);
        (p.who.clone(), text.to_owned())
    }

    fn prompt_words(&self, ui: &mut Ui, p: &engine::present::Prompt) {
        let c = colours(ui);
        if let Some(seat) = self.session.shown().to_act()
            && let Some(info) = self.session.seats.get(seat.0 as usize)
        {
            widgets::flag(ui, &info.army, &info.name, 20.0);
        }
        // A narrow strip keeps the first rule.
        let shown = if ui.available_width() < 480.0 { 1 } else { p.rules.len() };
        let chips: f32 = p.rules.iter().take(shown).map(|r| rule_chip_width(ui, r.0) + 8.0).sum();
        let (who, words) = self.asked_words(p);
        let who = if who.is_empty() { String::new() } else { format!("{who}:") };
        let room = (ui.available_width() - chips).max(60.0);
        let who = one_line(ui, &who, Face::Bold, 14.0, c.text, room * 0.5);
        let left = room - who.size().x - 16.0;
        ui.label(who);
        let mut said = one_line(ui, &words, Face::Ui, 14.0, c.text, left.max(40.0));
        // Two smaller lines where one does not hold it.
        if said.elided {
            let mut job =
                egui::text::LayoutJob::simple(words.clone(), font(Face::Ui, 12.0), c.text, left.max(40.0));
            job.wrap.max_rows = 2;
            said = ui.painter().layout_job(job);
        }
        let cut = said.elided;
        let response = ui.label(said);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Prompt: {} {words}", p.who)));
        if cut {
            response.on_hover_text(&words);
        }
        for r in p.rules.iter().take(shown) {
            rule_chip(ui, r.0);
        }
        let hint = if self.session.computer_acts() {
            self.computer.state_words()
        } else if self.selection.subject.is_some() {
            words::HINT_PICKED
        } else {
            words::HINT_FREE
        };
        let galley = ui.painter().layout_no_wrap(hint.to_owned(), font(Face::Ui, 12.0), c.muted);
        if galley.size().x + 12.0 < ui.available_width() {
            ui.add_space(6.0);
            ui.label(galley);
        }
    }
}

/// The turn in a sunk box.
fn turn_box(ui: &mut Ui, word: &str, turn: u32, turns: u32) -> Response {
    let c = colours(ui);
    let parts = [
        one_line(ui, word, Face::Ui, 13.0, c.muted, 80.0),
        one_line(ui, &turn.to_string(), Face::Bold, 16.0, c.text, 80.0),
        one_line(ui, &format!("of {turns}"), Face::Ui, 13.0, c.muted, 80.0),
    ];
    let width: f32 =
        parts.iter().map(|p| p.size().x).sum::<f32>() + if word.is_empty() { 25.0 } else { 30.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 32.0), Sense::hover());
    ui.painter().rect_filled(rect, 5, c.sunk);
    let mut x = rect.left() + 10.0;
    for p in parts.into_iter().filter(|p| p.size().x > 0.0) {
        let size = p.size();
        ui.painter().galley(pos2(x, rect.center().y - size.y / 2.0), p, c.text);
        x += size.x + 5.0;
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Turn {turn} of {turns}")));
    response
}

const PHASE_PAD: f32 = 26.0;

fn phase_width(ui: &Ui, p: &PhaseView) -> f32 {
    let c = colours(ui);
    let face = if p.current { Face::Bold } else { Face::Ui };
    ui.painter().layout_no_wrap(p.name.clone(), font(face, 13.0), c.text).size().x + PHASE_PAD
}

fn group_width(ui: &Ui, g: &PhaseGroup) -> f32 {
    let c = colours(ui);
    let name = ui.painter().layout_no_wrap(g.name.clone(), font(Face::Semi, 13.0), c.text).size().x;
    name + 22.0 + 24.0 + g.phases.iter().map(|p| phase_width(ui, p)).sum::<f32>()
}

/// The same with only some of its phases.
fn phases_width(ui: &Ui, g: &PhaseGroup, phases: &[&PhaseView]) -> f32 {
    let shown: f32 = phases.iter().map(|p| phase_width(ui, p)).sum();
    let all: f32 = g.phases.iter().map(|p| phase_width(ui, p)).sum();
    group_width(ui, g) - all + shown
}

fn group(ui: &mut Ui, g: &PhaseGroup, phases: &[&PhaseView]) {
    let c = colours(ui);
    if !g.army.is_empty() {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
        widgets::paint_flag(ui, rect, &g.army);
    }
    let acting = g.phases.iter().any(|p| p.current);
    let face = if acting { Face::Bold } else { Face::Medium };
    ui.label(text(&g.name, face, 13.0, c.text));
    ui.spacing_mut().item_spacing.x = 0.0;
    for (i, p) in phases.iter().enumerate() {
        arrow(ui, p, i == 0);
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// The phase that is on, in the room there is; everything is told to who points at it.
fn phase_alone(ui: &mut Ui, g: &PhaseGroup, p: &PhaseView, room: f32) {
    let c = colours(ui);
    if room < 50.0 {
        return;
    }
    let flag = if g.army.is_empty() { 0.0 } else { 22.0 };
    let words = one_line(ui, &p.name, Face::Bold, 12.5, c.accent_t, room - flag - 18.0);
    let (rect, response) = ui.allocate_exact_size(vec2(words.size().x + flag + 16.0, 28.0), Sense::hover());
    if flag > 0.0 {
        let at = egui::Rect::from_center_size(rect.left_center() + vec2(9.0, 0.0), Vec2::splat(17.0));
        widgets::paint_flag(ui, at, &g.army);
    }
    let pill = rect.with_min_x(rect.left() + flag);
    ui.painter().rect_filled(pill, 5, c.accent);
    ui.painter().galley(pill.center() - words.size() / 2.0, words, c.accent_t);
    let told = format!("{}: {}, now", g.name, p.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Phase {told}")));
    response.on_hover_text(format!("{told}\nRule {}", chip_text(ui, p.rule.0)));
}

/// One phase as an arrow that leads to the next.
fn arrow(ui: &mut Ui, p: &PhaseView, first: bool) -> Response {
    let c = colours(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(phase_width(ui, p), 28.0), Sense::hover());
    let (fill, ink) = if p.current { (c.accent, c.accent_t) } else { (c.sunk, c.muted) };
    let tip = 8.0;
    let (l, r, t, b, m) = (rect.left() + 1.0, rect.right() - tip, rect.top(), rect.bottom(), rect.center().y);
    let mut points = vec![pos2(l, t), pos2(r, t), pos2(rect.right() + tip * 0.4, m), pos2(r, b), pos2(l, b)];
    if !first {
        points.push(pos2(l + tip, m));
    }
    // The notch makes it concave: fill by two halves that overlap a little, outline as one.
    let (mu, ml) = (m + 0.7, m - 0.7);
    let upper = if first {
        vec![pos2(l, t), pos2(r, t), points[2], pos2(points[2].x, mu), pos2(l, mu)]
    } else {
        vec![pos2(l, t), pos2(r, t), points[2], pos2(points[2].x, mu), pos2(l + tip, mu)]
    };
    let lower = if first {
        vec![pos2(l, ml), pos2(points[2].x, ml), points[2], pos2(r, b), pos2(l, b)]
    } else {
        vec![pos2(l + tip, ml), pos2(points[2].x, ml), points[2], pos2(r, b), pos2(l, b)]
    };
    ui.painter().add(Shape::convex_polygon(upper, fill, Stroke::NONE));
    ui.painter().add(Shape::convex_polygon(lower, fill, Stroke::NONE));
    ui.painter().add(Shape::closed_line(points, Stroke::new(1.0, if p.current { c.accent } else { c.line })));
    let face = if p.current { Face::Bold } else { Face::Ui };
    ui.painter().text(
        rect.center() + vec2(if first { 0.0 } else { 2.0 }, 0.0),
        egui::Align2::CENTER_CENTER,
        &p.name,
        font(face, 13.0),
        ink,
    );
    let words = format!("{}{}", p.name, if p.current { ", now" } else { "" });
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Phase {words}")));
    response.on_hover_text(format!("{words}\nRule {}", chip_text(ui, p.rule.0)))
}
