//! Other pages of the dock: the reckoning, the vocabulary of the rules, sheets off the map.

use super::PlayScreen;
use super::dock::{fact, row};
use crate::ui::commands::Command;
use egui::{ScrollArea, Ui, vec2};
use engine::present::{ScoreView, SheetView, Target};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, caption, card, flag, rule_chip, rule_line};

/// Who stands where, line by line.
pub fn reckoning(ui: &mut Ui, s: &ScoreView) {
    let c = colours(ui);
    for side in &s.sides {
        card(ui).show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal(|ui| {
                flag(ui, &side.army, &side.name, 22.0);
                ui.label(text(&side.name, Face::Title, 18.0, c.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let goal = side.goal.map_or_else(String::new, |g| format!(" of {g}"));
                    ui.label(text(format!("{}{goal}", side.points), Face::Bold, 16.0, c.text));
                });
            });
            for l in &side.lines {
                fact(ui, &l.name, &l.value, l.rule.map_or("", |r| r.0));
            }
        });
        ui.add_space(4.0);
    }
    if !s.conditions.is_empty() {
        caption(ui, "How it is won");
        for l in &s.conditions {
            fact(ui, &l.name, &l.value, l.rule.map_or("", |r| r.0));
        }
    }
}

impl PlayScreen {
    /// Terrain, pieces, special rules and options in force, each with its rule.
    pub(super) fn battle_tab(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        caption(ui, &self.session.ruleset_name);
        let schema = std::sync::Arc::clone(&self.session.schema);
        let doc = std::sync::Arc::clone(self.session.doc());
        let info = self.session.game.info();
        ScrollArea::vertical().id_salt("rules").auto_shrink([false, false]).show(ui, |ui| {
            let entry = |ui: &mut Ui, name: &str, rule: &str, help: &str| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(text(name, Face::Semi, 12.5, c.text));
                    if !rule.is_empty() {
                        rule_chip(ui, rule);
                    }
                });
                if !help.is_empty() {
                    ui.label(text(help, Face::Ui, 12.0, c.muted));
                }
                ui.add_space(3.0);
            };
            if !doc.specials.is_empty() {
                caption(ui, "Special rules of this battle");
                for s in &doc.specials {
                    let known = schema.specials.iter().find(|k| k.id == s.rule);
                    let (name, rule, help) = known.map_or((s.rule.as_str(), "", ""), |k| {
                        (k.name.as_str(), k.rule.as_str(), k.help.as_str())
                    });
                    entry(ui, name, rule, help);
                }
                rule_line(ui);
            }
            caption(ui, "Options");
            for o in &schema.options {
                let value = info.options.get(&o.id).unwrap_or(&o.default);
                entry(ui, &format!("{}: {value}", o.name), &o.rule, &o.help);
            }
            rule_line(ui);
            caption(ui, "Terrain");
            schema.terrains.iter().for_each(|t| entry(ui, &t.name, &t.rule, &t.help));
            schema.edges.iter().for_each(|t| entry(ui, &t.name, &t.rule, &t.help));
            rule_line(ui);
            caption(ui, "Pieces");
            schema.units.iter().for_each(|t| entry(ui, &t.name, &t.rule, &t.help));
            rule_line(ui);
            caption(ui, "Where this comes from");
            ui.label(text(&doc.provenance.note, Face::Ui, 12.0, c.muted));
            ui.label(text(format!("Dice seed {}", info.seed), Face::Mono, 11.5, c.muted));
        });
    }

    /// Boxes off the map, clickable like hexes; each sheet may have a window of its own.
    pub(super) fn sheets_page(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let sheets = self.session.views.sheets.clone();
        let mut hit = None;
        ScrollArea::vertical().id_salt("sheets").auto_shrink([false, false]).show(ui, |ui| {
            for s in &sheets {
                let out_there = self.hand.popped.contains(&s.id);
                ui.horizontal(|ui| {
                    caption(ui, &s.name);
                    if let Some(r) = s.rule {
                        rule_chip(ui, r.0);
                    }
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let (word, name) = if out_there { ("dock", "Dock") } else { ("pop out", "Pop out") };
                        let name = format!("{name} {}", s.name);
                        if widgets::link(ui, word, &name, Face::Ui, 12.0).clicked() {
                            if out_there {
                                self.hand.popped.remove(&s.id);
                            } else {
                                self.hand.popped.insert(s.id.clone());
                                // In a small window it would lie under the drawer.
                                self.room.drawer = false;
                            }
                        }
                    });
                });
                if out_there {
                    ui.label(text(crate::ui::words::POPPED, Face::Ui, 12.0, c.muted));
                } else {
                    self.sheet(ui, s, &mut hit);
                }
                ui.add_space(8.0);
            }
            if sheets.is_empty() {
                ui.label(text("This rule system has no sheets off the map.", Face::Ui, 12.5, c.muted));
            }
        });
        if let Some(t) = hit {
            self.pointed_at(t, ui, out);
        }
    }

    /// The boxes of one sheet with what lies in them.
    pub(super) fn sheet(&self, ui: &mut Ui, s: &SheetView, hit: &mut Option<Target>) {
        for b in &s.boxes {
            let name = format!("{}: {}", s.name, b.name);
            // What does not fit beside the name stands below it.
            let long = b.text.chars().count() > 12;
            let beside = if long { "" } else { b.text.as_str() };
            if row(ui, &b.name, &name, beside, "", false).clicked() {
                *hit = Some(Target::Box { sheet: s.id.clone(), slot: b.id.clone() });
            }
            if long {
                let inset =
                    egui::Frame::new().inner_margin(egui::Margin { left: 8, right: 8, top: 0, bottom: 4 });
                inset.show(ui, |ui| ui.label(text(&b.text, Face::Ui, 12.5, colours(ui).muted)));
            }
            if b.counters.is_empty() {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
                let of = |id: &engine::present::CounterId| {
                    self.session.views.board.counters.iter().find(|c| c.id == *id)
                };
                for counter in b.counters.iter().filter_map(of) {
                    let (rect, r) = ui.allocate_exact_size(vec2(40.0, 40.0), egui::Sense::click());
                    crate::ui::pictures::counter(ui, rect, counter);
                    r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &counter.line));
                    if r.on_hover_text(&counter.line).clicked() {
                        *hit = Some(Target::Counter(counter.id));
                    }
                }
            });
        }
    }

    /// How it ended, with the reckoning.
    pub(super) fn end_of_game(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(o) = self.session.views.outcome.clone() else {
            self.end_seen &= self.session.looks_back();
            return;
        };
        if self.end_seen {
            return;
        }
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let army = o
            .winner
            .and_then(|s| self.session.seats.get(s.0 as usize))
            .map(|s| (s.army.clone(), s.name.clone()));
        let course = self.course(ui);
        let mut jump = None;
        let modal = egui::Modal::new(egui::Id::unique("end-of-game")).frame(widgets::dialog_frame(ui));
        modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 80.0).min(560.0));
            ui.horizontal(|ui| {
                if let Some((army, name)) = &army {
                    flag(ui, army, name, 34.0);
                }
                ui.label(text(&o.title, Face::Title, 32.0, c.text));
            });
            ui.horizontal_wrapped(|ui| {
                ui.label(text(&o.text, Face::Ui, 13.5, c.text));
                rule_chip(ui, o.rule.0);
            });
            ui.add_space(6.0);
            let most = (room.y - if room.x < 620.0 { 270.0 } else { 240.0 }).max(44.0);
            ScrollArea::vertical().id_salt("end").max_height(most).min_scrolled_height(most).show(ui, |ui| {
                if let Some(course) = &course {
                    jump = super::reckon::turning(ui, course);
                    ui.add_space(6.0);
                }
                reckoning(ui, &self.session.views.score);
            });
            ui.add_space(10.0);
            ui.horizontal_wrapped(|ui| {
                if widgets::Action::primary("Look at the field").show(ui).clicked() {
                    self.end_seen = true;
                }
                if widgets::Action::new("Course and dice").height(36.0).show(ui).clicked() {
                    self.end_seen = true;
                    self.reckoner.tab = super::reckon::Tab::Course;
                    self.open_page(super::Page::Score);
                }
                if widgets::Action::new("Report…").height(36.0).show(ui).clicked() {
                    out.push(Command::Export(crate::ui::commands::Export::Report));
                }
                if widgets::Action::new("Save the game").height(36.0).show(ui).clicked() {
                    out.push(Command::Save);
                }
                if widgets::Action::new("Play again").height(36.0).show(ui).clicked() {
                    out.push(Command::PlayAgain);
                }
                if widgets::Action::new("Home").height(36.0).show(ui).clicked() {
                    out.push(Command::GoHome);
                }
            });
        });
        if let Some(entries) = jump {
            self.end_seen = true;
            self.time.open = true;
            self.look_at_entries(entries);
        }
    }
}
