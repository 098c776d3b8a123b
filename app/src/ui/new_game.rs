//! The dialog before a match: who plays each side, which options, which dice.

use super::commands::{Command, Start};
use super::play::session::Player;
use super::play::sharing::Mode;
use crate::settings::Settings;
use egui::{DragValue, ScrollArea, TextEdit, Ui, WidgetInfo};
use engine::game::BotInfo;
use engine::present::Rulebook;
use engine::scenario::{FieldKind, Issues, OptionSet, ScenarioDoc, Schema, Value};
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, caption, flag, icon_link, rule_chip, rule_line};

pub struct NewGame {
    doc: Arc<ScenarioDoc>,
    schema: Arc<Schema>,
    ruleset: String,
    book: Arc<Rulebook>,
    bots: &'static [BotInfo],
    /// Name and army of each seat.
    seats: Vec<(String, String)>,
    players: Vec<Player>,
    options: OptionSet,
    seed: String,
    /// How several seats of people share the screen.
    mode: Mode,
    hides: bool,
    /// Where it was read from, if it was opened by itself.
    file: Option<PathBuf>,
    /// Why it could not be started.
    pub refused: Issues,
}

/// What the dialog must know of the rule system.
pub struct About {
    pub schema: Arc<Schema>,
    pub ruleset: String,
    /// Titles of the rules that options cite.
    pub book: Arc<Rulebook>,
    pub bots: &'static [BotInfo],
    /// Some seat may not know everything.
    pub hides: bool,
    /// Where the scenario was read from, if it was opened by itself.
    pub file: Option<PathBuf>,
}

/// A seed nobody chose.
pub fn random_seed() -> u64 {
    let mut h = std::collections::hash_map::RandomState::new().build_hasher();
    h.write_u8(1);
    h.finish() % 1_000_000_000
}

/// Seats of a document: as it says, else one for each side.
fn seats_of(doc: &ScenarioDoc) -> Vec<(String, String)> {
    let army = |side: &str| {
        let nation = doc.side(side).and_then(|s| s.nations.first());
        nation.and_then(|n| doc.nation(n)).map_or_else(String::new, |n| n.army.clone())
    };
    if doc.seats.is_empty() {
        doc.sides.iter().map(|s| (s.name.clone(), army(&s.id))).collect()
    } else {
        let first = |sides: &[String]| sides.first().map_or_else(String::new, |s| army(s));
        doc.seats.iter().map(|s| (s.name.clone(), first(&s.sides))).collect()
    }
}

impl NewGame {
    /// The rule system of what is to be played.
    pub fn ruleset_id(&self) -> &str {
        &self.doc.ruleset
    }

    pub fn new(doc: Arc<ScenarioDoc>, about: About, settings: &Settings) -> Self {
        let About { schema, ruleset, book, bots, hides, file } = about;
        let seats = seats_of(&doc);
        // Whoever has never chosen plays against the computer.
        let rival = bots.iter().find(|b| b.id == "greedy").or(bots.first()).map_or("", |b| b.id);
        let usual = || format!("{},{rival}", super::play::session::PERSON);
        let remembered = settings.words.get("players").cloned().unwrap_or_else(usual);
        let mut words = remembered.split(',');
        let known = |w: &str| w == super::play::session::PERSON || bots.iter().any(|b| b.id == w);
        let player = |w: Option<&str>| Player::from_word(w.filter(|w| known(w)).unwrap_or_default());
        let players = seats.iter().map(|_| player(words.next())).collect();
        let value = |o: &engine::scenario::OptionKind| doc.options.get(&o.id).unwrap_or(&o.default).clone();
        let options = schema.options.iter().map(|o| (o.id.clone(), value(o))).collect();
        let usual = settings.words.get("sharing").and_then(|w| Mode::from_word(w));
        let mode = usual.unwrap_or_default().fitting(hides);
        let seed = random_seed().to_string();
        let refused = Issues::default();
        Self { doc, schema, ruleset, book, bots, seats, players, options, seed, mode, hides, file, refused }
    }

    pub fn remember(&self, settings: &mut Settings) {
        let words: Vec<&str> = self.players.iter().map(Player::word).collect();
        settings.words.insert("players".into(), words.join(","));
        settings.words.insert("sharing".into(), self.mode.word().into());
    }

    /// False when it is to be closed.
    pub fn show(&mut self, ui: &mut Ui, out: &mut Vec<Command>) -> bool {
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        widgets::set_chip_rulebook(ui.ctx(), &self.book);
        let mut open = true;
        let modal = egui::Modal::new(egui::Id::unique("new-game")).frame(widgets::dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 90.0).min(620.0));
            ui.spacing_mut().item_spacing.y = 7.0;
            ui.horizontal(|ui| {
                ui.label(text(&self.doc.title, Face::Title, 26.0, c.text));
                ui.label(text(&self.doc.date, Face::TitleItalic, 15.0, c.muted));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_link(ui, Icon::Cross, "Close", 26.0).clicked() {
                        open = false;
                    }
                });
            });
            let most = (room.y - 210.0).max(110.0);
            ScrollArea::vertical().id_salt("new-game").max_height(most).min_scrolled_height(most).show(
                ui,
                |ui| {
                    self.who(ui);
                    self.option_list(ui);
                    self.dice(ui);
                    self.problems(ui);
                },
            );
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                let ready = self.seed.trim().parse::<u64>().is_ok();
                let start = Action::primary("Start")
                    .key("Enter")
                    .icon(Icon::Play)
                    .enabled(ready)
                    .width(200.0)
                    .show(ui);
                let enter =
                    ready && !ui.ctx().text_edit_focused() && ui.input(|i| i.key_pressed(egui::Key::Enter));
                if start.clicked() || enter {
                    out.extend(self.start());
                }
                if let Some(file) = &self.file {
                    let edit = Action::new(super::words::EDIT_FILE).height(36.0).show(ui);
                    if edit.on_hover_text(super::words::EDIT_FILE_TIP).clicked() {
                        out.push(Command::EditFile(file.clone()));
                        open = false;
                    }
                }
                if Action::new("Cancel").height(36.0).show(ui).clicked() {
                    open = false;
                }
            });
        });
        open && !shown.should_close()
    }

    fn start(&self) -> Option<Command> {
        let seed = self.seed.trim().parse().ok()?;
        Some(Command::Start(Box::new(Start {
            doc: Arc::clone(&self.doc),
            players: self.players.clone(),
            options: self.chosen(),
            seed,
            mode: self.mode,
        })))
    }

    /// Options that differ from what the scenario and the rules say by themselves.
    fn chosen(&self) -> OptionSet {
        let usual = |id: &str| {
            let own = self.doc.options.get(id);
            own.or_else(|| self.schema.option(id).map(|o| &o.default)).cloned()
        };
        self.options
            .iter()
            .filter(|(k, v)| usual(k).as_ref() != Some(*v))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect()
    }

    fn who(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        caption(ui, "Who plays");
        let wide = |name: &str| {
            widgets::one_line(ui, name, Face::Semi, 13.5, c.text, 220.0)
                .size()
                .x
                .min(ui.available_width() * 0.4)
        };
        let column = self.seats.iter().map(|s| wide(&s.0)).fold(90.0, f32::max) + 2.0;
        for ((name, army), player) in self.seats.iter().zip(&mut self.players) {
            ui.horizontal(|ui| {
                flag(ui, army, name, 24.0);
                let g = widgets::one_line(ui, name, Face::Semi, 13.5, c.text, column);
                let pad = (column + 8.0 - g.size().x).max(4.0);
                ui.label(g);
                ui.add_space(pad);
                let mut choose = |ui: &mut Ui, who: Player, words: &str, help: &str| {
                    let on = *player == who;
                    let r = widgets::filter_chip(ui, words, on).on_hover_text(help);
                    let told = format!("{name}: {words}");
                    r.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, on, &told));
                    if r.clicked() {
                        *player = who;
                    }
                };
                // Chips that need a second line stay beside the name.
                ui.horizontal_wrapped(|ui| {
                    choose(ui, Player::Person, "Human", super::words::A_PERSON);
                    for b in self.bots {
                        choose(
                            ui,
                            Player::Computer(b.id.to_owned()),
                            &format!("Computer: {}", b.name),
                            b.help,
                        );
                    }
                });
            });
        }
        let persons = self.players.iter().filter(|p| **p == Player::Person).count();
        if persons > 1 {
            ui.add_space(2.0);
            for mode in Mode::offered(self.hides) {
                let (name, meaning) = super::words::sharing(mode);
                ui.radio_value(&mut self.mode, mode, name);
                let inset =
                    egui::Frame::new().inner_margin(egui::Margin { left: 24, right: 8, top: 0, bottom: 4 });
                inset.show(ui, |ui| ui.label(text(meaning, Face::Ui, 12.0, c.muted)));
            }
        }
        rule_line(ui);
    }

    fn option_list(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        ui.horizontal(|ui| {
            caption(ui, "Options");
            ui.label(text(format!("{}; as the scenario sets them", self.ruleset), Face::Ui, 12.0, c.muted));
        });
        if self.schema.options.is_empty() {
            ui.label(text("This rule system has none.", Face::Ui, 12.5, c.muted));
        }
        let schema = Arc::clone(&self.schema);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 24.0;
        for o in &schema.options {
            let value = self.options.entry(o.id.clone()).or_insert_with(|| o.default.clone());
            ui.horizontal(|ui| {
                let response = option_field(ui, &o.name, &o.kind, value);
                if !o.help.is_empty() {
                    response.on_hover_text(&o.help);
                }
                if !o.rule.is_empty() {
                    rule_chip(ui, &o.rule);
                }
            });
            if !o.help.is_empty() {
                let inset =
                    egui::Frame::new().inner_margin(egui::Margin { left: 24, right: 8, top: 0, bottom: 6 });
                inset.show(ui, |ui| ui.label(text(&o.help, Face::Ui, 11.5, c.muted)));
            }
        }
        ui.spacing_mut().item_spacing.y = 7.0;
        rule_line(ui);
    }

    fn dice(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        caption(ui, "Dice");
        ui.horizontal(|ui| {
            let label = ui.label(text("Seed", Face::Ui, 13.0, c.text));
            let edit = TextEdit::singleline(&mut self.seed)
                .desired_width(150.0)
                .font(ui_kit::theme::font(Face::Mono, 12.5));
            ui.add(edit)
                .labelled_by(label.id)
                .on_hover_text("The same seed and the same moves give the same dice");
            if Action::new("Shuffle").icon(Icon::Dice).show(ui).clicked() {
                self.seed = random_seed().to_string();
            }
        });
        if self.seed.trim().parse::<u64>().is_err() {
            ui.label(text("A seed is a whole number, not negative.", Face::Ui, 12.0, c.danger));
        }
    }

    fn problems(&self, ui: &mut Ui) {
        let c = colours(ui);
        if self.refused.list.is_empty() {
            return;
        }
        rule_line(ui);
        caption(ui, "Cannot start");
        for i in &self.refused.list {
            ui.label(text(i.to_string(), Face::Ui, 12.5, c.danger));
        }
    }
}

/// A control for one option; its name is its label.
fn option_field(ui: &mut Ui, name: &str, kind: &FieldKind, value: &mut Value) -> egui::Response {
    match kind {
        FieldKind::Bool => {
            let mut on = value.as_bool().unwrap_or(false);
            let r = ui.checkbox(&mut on, name);
            if r.changed() {
                *value = Value::Bool(on);
            }
            r
        }
        FieldKind::Int { min, max } => {
            let mut n = value.as_int().unwrap_or(*min);
            let label = ui.label(name);
            let r = ui.add(DragValue::new(&mut n).range(*min..=*max)).labelled_by(label.id);
            if r.changed() {
                *value = Value::Int(n);
            }
            r
        }
        FieldKind::Choice(all) => {
            let label = ui.label(name);
            let now = value.as_text().unwrap_or_default().to_owned();
            let shown = all.iter().find(|(id, _)| *id == now).map_or(now.as_str(), |(_, n)| n);
            let combo = egui::ComboBox::from_id_salt(name).selected_text(shown);
            let r = combo.show_ui(ui, |ui| {
                for (id, n) in all {
                    if ui.selectable_label(*id == now, n).clicked() {
                        *value = Value::Text(id.clone());
                    }
                }
            });
            r.response.labelled_by(label.id)
        }
        _ => {
            let label = ui.label(name);
            let mut words = value.to_string();
            let r = ui.add(TextEdit::singleline(&mut words).desired_width(140.0)).labelled_by(label.id);
            if r.changed() {
                *value = Value::from_words(&words);
            }
            r
        }
    }
}
