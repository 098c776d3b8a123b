//! The menu that opens where several things could be meant: each row with its key, its chance and its rule.

use super::PlayScreen;
use super::dock::row;
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Frame, Margin, Rect, Sense, Stroke, StrokeKind, Ui, vec2};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use ui_kit::theme::{Face, colours};
use ui_kit::widgets::{one_line, rule_chip_width};

/// A row of a menu: the key that does it as a key cap at the left.
fn menu_row(ui: &mut Ui, key: &str, words: &str, name: &str, right: &str, chip: &str) -> egui::Response {
    let c = colours(ui);
    let at = ui.cursor().min;
    let response = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.allocate_exact_size(vec2(26.0, 28.0), Sense::hover());
        row(ui, words, name, right, chip, false)
    });
    if !key.is_empty() {
        let cap = Rect::from_min_size(at + vec2(2.0, 4.0), vec2(20.0, 20.0));
        ui.painter().rect(cap, 4, c.sunk, Stroke::new(1.0, c.line2), StrokeKind::Inside);
        let g = one_line(ui, key, Face::Semi, 11.0, c.text, 18.0);
        ui.painter().galley(cap.center() - g.size() / 2.0, g, c.text);
    }
    response.inner
}

/// The list that opens where several things could be meant.
pub(super) struct Choice {
    pub at: egui::Pos2,
    pub select: Option<Target>,
    pub actions: Vec<usize>,
    /// A march there by what is selected.
    pub march: Option<HexId>,
    pub fresh: bool,
}

/// What a row of the list does.
enum Chosen {
    Action(Box<Affordance>),
    March(HexId),
    Select(Target),
}

struct MenuRow {
    key: Option<usize>,
    words: String,
    name: String,
    right: String,
    chip: &'static str,
    does: Chosen,
}

impl PlayScreen {
    /// The rows of the list, each with the digit that chooses it: where amounts are chosen, the amount.
    fn menu_rows(&mut self, choice: &Choice) -> Vec<MenuRow> {
        let listed = |a: &&Affordance| choice.actions.contains(&a.id);
        let actions: Vec<Affordance> = self.session.views.actions.iter().filter(listed).cloned().collect();
        let counts: Vec<Option<usize>> = actions.iter().map(|a| amount_of(&a.target)).collect();
        let by_amount = counts.len() > 1 && counts.iter().all(Option::is_some);
        let mut rows = Vec::new();
        if let Some(s) = &choice.select {
            let line = format!("Select {}", self.line_of(s));
            let does = Chosen::Select(s.clone());
            rows.push(MenuRow {
                key: None,
                words: line.clone(),
                name: line,
                right: String::new(),
                chip: "",
                does,
            });
        }
        if let (Some(hex), Some(subject)) = (choice.march, self.selection.subject.clone()) {
            let cost = self.destination_cost(hex).unwrap_or_default();
            let words = words::march_to(&self.session.doc().map.grid.label(hex));
            let name = format!("{words}: {}", self.line_of(&subject));
            rows.push(MenuRow { key: None, words, name, right: cost, chip: "", does: Chosen::March(hex) });
        }
        for (a, count) in actions.into_iter().zip(counts) {
            rows.push(MenuRow {
                key: count.filter(|_| by_amount),
                words: words::short(&a.label),
                name: a.label.clone(),
                right: self.headline(&a),
                chip: a.rules.first().map_or("", |r| r.0),
                does: Chosen::Action(Box::new(a)),
            });
        }
        if !by_amount {
            rows.iter_mut().enumerate().take(9).for_each(|(i, r)| r.key = Some(i + 1));
        }
        rows
    }

    pub(super) fn choice_popup(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(choice) = self.choice.take() else { return };
        let c = colours(ui);
        let rows = self.menu_rows(&choice);
        let wide = |r: &MenuRow| {
            let words = one_line(ui, &r.words, Face::Ui, 12.5, c.text, f32::INFINITY).size().x;
            let right = one_line(ui, &r.right, Face::Semi, 12.0, c.text, f32::INFINITY).size().x;
            let chip = if r.chip.is_empty() { 0.0 } else { rule_chip_width(ui, r.chip) };
            words + right + chip + 80.0
        };
        let most = ui.ctx().content_rect().width() - 40.0;
        let width = rows.iter().map(wide).fold(310.0, f32::max).min(most);
        let digit = if ui.ctx().text_edit_focused() { None } else { pressed_digit(ui) };
        let area = egui::Area::new(egui::Id::unique("choice")).order(egui::Order::Foreground).constrain(true);
        let mut chosen = None;
        let shown = area.fixed_pos(choice.at + vec2(12.0, 8.0)).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).fill(c.card).inner_margin(Margin::same(6)).show(ui, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 2.0;
                for r in rows {
                    let key = r.key.map_or_else(String::new, |k| k.to_string());
                    let response = menu_row(ui, &key, &r.words, &r.name, &r.right, r.chip);
                    if let Chosen::Action(a) = &r.does
                        && response.hovered()
                    {
                        self.dock.pointed_in_list = Some(a.id);
                    }
                    if response.clicked() || (digit.is_some() && digit == r.key) {
                        chosen = Some(r.does);
                    }
                }
            });
        });
        let outside = ui.input(|i| i.pointer.any_pressed())
            && !ui.input(|i| i.pointer.interact_pos()).is_some_and(|p| shown.response.rect.contains(p));
        match chosen {
            Some(Chosen::Action(a)) if a.verb == Verb::End => self.ask_end(a.id, out),
            Some(Chosen::Action(a)) if a.chancy || a.confirm => self.selection.pending = Some(a.id),
            Some(Chosen::Action(a)) => out.push(Command::Do(a.id)),
            Some(Chosen::March(hex)) => self.march_to(hex, out),
            Some(Chosen::Select(target)) => self.select(target),
            None if choice.fresh || !outside => self.choice = Some(Choice { fresh: false, ..choice }),
            None => {}
        }
    }
}

/// A small amount that a digit can name.
fn amount_of(target: &Target) -> Option<usize> {
    match target {
        Target::Amount { count, .. } => usize::try_from(*count).ok().filter(|n| *n <= 9),
        _ => None,
    }
}

fn pressed_digit(ui: &Ui) -> Option<usize> {
    use egui::Key;
    let keys = [
        Key::Num0,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    keys.iter().position(|k| ui.input(|i| i.key_pressed(*k)))
}
