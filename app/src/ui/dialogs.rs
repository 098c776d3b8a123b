//! Dialogs over any screen: settings, shortcuts, taking back beyond dice, and what went wrong.

use super::commands::Command;
use super::words;
use crate::settings::{SCALE, Settings, Theme};
use egui::{Id, Modal, ScrollArea, Ui};
use engine::game::Restored;
use std::path::PathBuf;
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, caption, filter_chip, icon_link, key_hint, rule_line};

/// What is open over the screen.
pub enum Dialog {
    Shortcuts,
    Settings,
    /// Undo was cut; lifting it is offered.
    Cut,
    /// The program is to end while these scenarios are unsaved.
    Unsaved {
        titles: Vec<String>,
    },
    /// Something went wrong that needs more than a line.
    Problem {
        title: String,
        lines: Vec<String>,
    },
    /// A save cannot be loaded; older versions of it that can.
    Older {
        title: String,
        lines: Vec<String>,
        older: Vec<(PathBuf, String)>,
    },
    /// The program is to end in the middle of a match.
    /// With the reason, if the match is not on the disk.
    Leaving {
        lost: Option<String>,
    },
    /// The program ended in the middle of a match: what was kept of it.
    Recover {
        standing: String,
    },
    /// A save whose journal no longer plays: its last position is offered.
    Diverged {
        path: Option<PathBuf>,
        why: String,
        restored: Box<Restored>,
    },
}

/// What a dialog wants beyond its commands.
pub enum Wish {
    Stay,
    Close,
    /// Go on from the snapshot.
    Adopt,
    /// Close the program all the same.
    Leave,
    /// Go on with the kept match.
    Continue,
    /// Save the running match to another file.
    SaveGame,
    /// Save all scenarios, then close the program.
    SaveAll,
}

fn modal<T>(ui: &mut Ui, id: &str, width: f32, title: &str, add: impl FnOnce(&mut Ui) -> T) -> (T, bool) {
    let c = colours(ui);
    let room = ui.ctx().content_rect().size();
    let modal = Modal::new(Id::unique(id)).frame(widgets::dialog_frame(ui));
    let mut close = false;
    let shown = modal.show(ui.ctx(), |ui| {
        ui.set_width((room.x - 90.0).min(width));
        ui.horizontal(|ui| {
            ui.label(text(title, Face::Title, 24.0, c.text));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                close = icon_link(ui, Icon::Cross, "Close", 26.0).clicked();
            });
        });
        add(ui)
    });
    let close = close || shown.should_close();
    (shown.inner, close)
}

impl Dialog {
    pub fn show(
        &self,
        ui: &mut Ui,
        settings: &mut Settings,
        problems: &[String],
        out: &mut Vec<Command>,
    ) -> Wish {
        let (wish, close) = match self {
            Self::Shortcuts => modal(ui, "shortcuts", 860.0, "Shortcuts", shortcuts),
            Self::Settings => {
                modal(ui, "settings", 520.0, "Settings", |ui| settings_page(ui, settings, problems, out))
            }
            Self::Cut => modal(ui, "cut", 430.0, words::CUT_TITLE, |ui| cut(ui, out)),
            Self::Unsaved { titles } => {
                modal(ui, "unsaved", 460.0, words::UNSAVED_TITLE, |ui| unsaved(ui, titles))
            }
            Self::Problem { title, lines } => modal(ui, "problem", 560.0, title, |ui| problem(ui, lines)),
            Self::Older { title, lines, older } => {
                modal(ui, "older", 560.0, title, |ui| older_versions(ui, lines, older, out))
            }
            Self::Leaving { lost: None } => modal(ui, "leaving", 430.0, words::LEAVING_TITLE, leaving),
            Self::Leaving { lost: Some(why) } => {
                modal(ui, "losing", 470.0, words::LOSING_TITLE, |ui| losing(ui, why))
            }
            Self::Recover { standing } => {
                modal(ui, "recover", 460.0, words::RECOVER_TITLE, |ui| recover(ui, standing))
            }
            Self::Diverged { why, .. } => {
                modal(ui, "diverged", 560.0, "This game no longer plays as written", |ui| diverged(ui, why))
            }
        };
        if close { Wish::Close } else { wish }
    }
}

fn shortcuts(ui: &mut Ui) -> Wish {
    let c = colours(ui);
    let room = ui.ctx().content_rect().height();
    ScrollArea::vertical()
        .id_salt("keys")
        .max_height((room - 150.0).max(120.0))
        .min_scrolled_height((room - 150.0).max(120.0))
        .show(ui, |ui| {
            let columns = if ui.available_width() > 620.0 { 2 } else { 1 };
            ui.columns(columns, |cols| {
                let mut filled = [0; 2];
                for (heading, keys) in words::SHORTCUTS {
                    // Each sheet into the column with more room.
                    let at = usize::from(columns == 2 && filled[1] < filled[0]);
                    filled[at] += keys.len() + 2;
                    let ui = &mut cols[at];
                    caption(ui, heading);
                    for (key, meaning) in *keys {
                        ui.horizontal(|ui| {
                            let before = ui.cursor().left();
                            key_hint(ui, key);
                            ui.add_space((before + 110.0 - ui.cursor().left()).max(4.0));
                            ui.label(text(*meaning, Face::Ui, 13.0, c.text));
                        });
                    }
                    ui.add_space(10.0);
                }
            });
        });
    Wish::Stay
}

/// How fast the computer moves, and what is shown of it.
fn computer_player(ui: &mut Ui, s: &mut Settings) {
    use super::play::computer::{RECAP_SETTING, SPEED_SETTING, Speed};
    caption(ui, words::SPEED);
    let set = Speed::from_word(s.words.get(SPEED_SETTING).map_or("", String::as_str));
    ui.horizontal_wrapped(|ui| {
        for speed in Speed::ALL {
            if filter_chip(ui, speed.word(), set == speed).clicked() {
                s.words.insert(SPEED_SETTING.into(), speed.word().into());
            }
        }
    });
    let recap = s.switches.entry(RECAP_SETTING.into()).or_insert(true);
    ui.checkbox(recap, words::RECAP_SWITCH);
    let follow = s.switches.entry("follow".into()).or_insert(true);
    ui.checkbox(follow, words::FOLLOW);
}

fn settings_page(ui: &mut Ui, s: &mut Settings, problems: &[String], out: &mut Vec<Command>) -> Wish {
    let c = colours(ui);
    let before = s.clone();
    let room = ui.ctx().content_rect().height();
    ScrollArea::vertical()
        .id_salt("settings")
        .max_height((room - 150.0).max(120.0))
        .min_scrolled_height((room - 150.0).max(120.0))
        .show(ui, |ui| {
            caption(ui, "Theme");
            ui.horizontal_wrapped(|ui| {
                for (theme, name) in
                    [(Theme::Desktop, "System"), (Theme::Light, "Light"), (Theme::Dark, "Dark")]
                {
                    if filter_chip(ui, name, s.theme == theme).clicked() {
                        s.theme = theme;
                    }
                }
            });
            ui.checkbox(&mut s.contrast, words::HIGH_CONTRAST).on_hover_text(words::HIGH_CONTRAST_HELP);
            ui.checkbox(&mut s.still, words::STILL).on_hover_text(words::STILL_HELP);
            ui.add_space(6.0);
            caption(ui, "Interface scale");
            ui.horizontal_wrapped(|ui| {
                for scale in [75, 90, 100, 125, 150, 175, 200, 250] {
                    if filter_chip(ui, &format!("{scale} %"), s.scale == scale).clicked() {
                        s.scale = scale;
                    }
                }
            });
            ui.label(text(
                format!("Ctrl + and Ctrl - change it by ten, from {} to {} %.", SCALE.0, SCALE.1),
                Face::Ui,
                12.0,
                c.muted,
            ));
            let held = (ui.ctx().zoom_factor() * 100.0).round();
            if held + 1.0 < f32::from(s.scale) {
                ui.label(text(words::scale_held(held), Face::Semi, 12.0, c.warn));
            }
            ui.add_space(6.0);
            computer_player(ui, s);
            ui.add_space(6.0);
            caption(ui, "Files");
            let own = s.switches.entry("own-file-dialog".into()).or_insert(false);
            ui.checkbox(own, "Use the built-in file dialog");
            if let Some(places) = crate::files::Places::find() {
                ui.label(text("Saved games:", Face::Ui, 12.0, c.muted));
                ui.label(text(places.saves().display().to_string(), Face::Mono, 11.5, c.text));
                ui.label(text("Own charts and scenarios:", Face::Ui, 12.0, c.muted));
                ui.label(text(places.own_files_folder().display().to_string(), Face::Mono, 11.5, c.text));
            }
            if !problems.is_empty() {
                rule_line(ui);
                caption(ui, "Problems found at start-up");
                for p in problems {
                    ui.label(text(p, Face::Ui, 12.5, c.danger));
                }
            }
        });
    if *s != before {
        out.push(Command::SettingsChanged);
    }
    Wish::Stay
}

fn cut(ui: &mut Ui, out: &mut Vec<Command>) -> Wish {
    let c = colours(ui);
    ui.label(text(words::CUT_TEXT, Face::Ui, 13.0, c.text));
    ui.add_space(8.0);
    let mut wish = Wish::Stay;
    ui.horizontal(|ui| {
        let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
        if Action::primary("Undo").key("Enter").show(ui).clicked() || enter {
            out.push(Command::Undo { lift: true });
            wish = Wish::Close;
        }
        if Action::new("Cancel").height(36.0).key("Esc").show(ui).clicked() {
            wish = Wish::Close;
        }
    });
    wish
}

fn unsaved(ui: &mut Ui, titles: &[String]) -> Wish {
    let c = colours(ui);
    ui.label(text(words::UNSAVED, Face::Ui, 13.0, c.text));
    let most = (ui.ctx().content_rect().height() - 260.0).max(60.0);
    ScrollArea::vertical().id_salt("unsaved").max_height(most).show(ui, |ui| {
        for title in titles {
            let title = if title.is_empty() { words::NO_TITLE } else { title };
            ui.add(egui::Label::new(text(title, Face::Semi, 13.5, c.text)).truncate());
        }
    });
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    let mut wish = if enter { Wish::SaveAll } else { Wish::Stay };
    ui.horizontal_wrapped(|ui| {
        let save = if titles.len() > 1 { words::SAVE_ALL } else { words::SAVE_IT };
        if Action::primary(save).key("Enter").show(ui).clicked() {
            wish = Wish::SaveAll;
        }
        if Action::new("Close without saving").height(36.0).show(ui).clicked() {
            wish = Wish::Leave;
        }
        if Action::new("Stay").key("Esc").height(36.0).show(ui).clicked() {
            wish = Wish::Close;
        }
    });
    wish
}

fn problem(ui: &mut Ui, lines: &[String]) -> Wish {
    let c = colours(ui);
    let room = ui.ctx().content_rect().height();
    ScrollArea::vertical()
        .id_salt("problem")
        .max_height((room - 220.0).max(80.0))
        .min_scrolled_height((room - 220.0).max(80.0))
        .show(ui, |ui| {
            for l in lines {
                ui.label(text(l, Face::Ui, 13.0, c.text));
            }
        });
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    if Action::primary("OK").show(ui).clicked() || enter { Wish::Close } else { Wish::Stay }
}

fn older_versions(
    ui: &mut Ui,
    lines: &[String],
    older: &[(PathBuf, String)],
    out: &mut Vec<Command>,
) -> Wish {
    let c = colours(ui);
    lines.iter().for_each(|l| drop(ui.label(text(l, Face::Ui, 13.0, c.text))));
    let mut wish = Wish::Stay;
    if !older.is_empty() {
        ui.add_space(4.0);
        caption(ui, words::OLDER_GOOD);
        let most = (ui.ctx().content_rect().height() - 260.0).max(70.0);
        ScrollArea::vertical().id_salt("older").max_height(most).show(ui, |ui| {
            for (path, label) in older {
                let width = ui.available_width();
                if Action::new(label).name(&format!("Load {label}")).width(width).show(ui).clicked() {
                    out.push(Command::Open(path.clone()));
                    wish = Wish::Close;
                }
            }
        });
    }
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    if Action::primary("OK").show(ui).clicked() || enter { Wish::Close } else { wish }
}

fn leaving(ui: &mut Ui) -> Wish {
    let c = colours(ui);
    ui.label(text(words::LEAVING, Face::Ui, 13.0, c.text));
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    let mut wish = if enter { Wish::Leave } else { Wish::Stay };
    ui.horizontal(|ui| {
        if Action::primary("Close the program").key("Enter").show(ui).clicked() {
            wish = Wish::Leave;
        }
        if Action::new("Stay").key("Esc").height(36.0).show(ui).clicked() {
            wish = Wish::Close;
        }
    });
    wish
}

/// The match cannot be written: Enter saves it elsewhere, never closes.
fn losing(ui: &mut Ui, why: &str) -> Wish {
    let c = colours(ui);
    ui.label(text(words::LOSING, Face::Ui, 13.0, c.text));
    ui.label(text(why, Face::Medium, 13.0, c.danger));
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    let mut wish = if enter { Wish::SaveGame } else { Wish::Stay };
    ui.horizontal_wrapped(|ui| {
        if Action::primary(words::SAVE_ELSEWHERE).key("Enter").show(ui).clicked() {
            wish = Wish::SaveGame;
        }
        if Action::new("Stay").key("Esc").height(36.0).show(ui).clicked() {
            wish = Wish::Close;
        }
        if Action::new(words::LOSE_IT).height(36.0).show(ui).clicked() {
            wish = Wish::Leave;
        }
    });
    wish
}

fn recover(ui: &mut Ui, standing: &str) -> Wish {
    let c = colours(ui);
    ui.label(text(words::RECOVER, Face::Ui, 13.0, c.text));
    ui.label(text(standing, Face::Semi, 13.5, c.text));
    ui.add_space(8.0);
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    let mut wish = if enter { Wish::Continue } else { Wish::Stay };
    ui.horizontal(|ui| {
        if Action::primary("Continue").key("Enter").show(ui).clicked() {
            wish = Wish::Continue;
        }
        if Action::new("Later").key("Esc").height(36.0).show(ui).clicked() {
            wish = Wish::Close;
        }
    });
    wish
}

fn diverged(ui: &mut Ui, why: &str) -> Wish {
    let c = colours(ui);
    ui.label(text(why, Face::Medium, 13.0, c.danger));
    let words = "The rules or charts have changed since it was saved. The file also holds the last position as a snapshot: the game can go on from there, without the log and the undo of what came before. The file itself stays as it is.";
    ui.label(text(words, Face::Ui, 13.0, c.text));
    ui.add_space(8.0);
    let mut wish = Wish::Stay;
    ui.horizontal(|ui| {
        if Action::primary("Continue from the snapshot").show(ui).clicked() {
            wish = Wish::Adopt;
        }
        if Action::new("Cancel").height(36.0).show(ui).clicked() {
            wish = Wish::Close;
        }
    });
    wish
}
