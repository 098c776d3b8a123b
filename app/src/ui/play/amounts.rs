//! So many of something: one slider in place of a row for each number.

use super::PlayScreen;
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Role, Slider, Ui, WidgetInfo};
use engine::present::{Affordance, Target};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, card, rule_chip};

/// Actions that differ in their amount alone, fewest first.
pub(super) struct Group<'a> {
    /// What it is of; one slider for each.
    key: String,
    actions: Vec<(i32, &'a Affordance)>,
}

/// Takes out of a list what is better set on a slider.
pub(super) fn groups<'a>(offered: &[&'a Affordance]) -> (Vec<Group<'a>>, Vec<&'a Affordance>) {
    let mut found: Vec<Group<'a>> = Vec::new();
    for a in offered {
        let Target::Amount { of, count } = &a.target else { continue };
        let key = format!("{:?} {of}", a.subject);
        match found.iter_mut().find(|g| g.key == key) {
            Some(g) => g.actions.push((*count, a)),
            None => found.push(Group { key, actions: vec![(*count, a)] }),
        }
    }
    // One number is no choice, and numbers that come twice are not of one thing.
    found.retain_mut(|g| {
        g.actions.sort_by_key(|a| a.0);
        g.actions.len() > 1 && g.actions.windows(2).all(|w| w[0].0 < w[1].0)
    });
    let grouped = |a: &Affordance| found.iter().any(|g| g.actions.iter().any(|o| o.1.id == a.id));
    let rest = offered.iter().copied().filter(|a| !grouped(a)).collect();
    (found, rest)
}

impl PlayScreen {
    /// A slider over the amounts, 'all' and the button that does it.
    pub(super) fn amount(&mut self, ui: &mut Ui, g: &Group<'_>, out: &mut Vec<Command>) {
        let c = colours(ui);
        let (Some(least), Some(most)) = (g.actions.first().map(|a| a.0), g.actions.last().map(|a| a.0))
        else {
            return;
        };
        let set = self.dock.amounts.get(&g.key).copied().unwrap_or(most).clamp(least, most);
        let mut chosen = set;
        card(ui).show(ui, |ui| {
            let width = ui.available_width();
            ui.set_width(width);
            let at = g.actions.partition_point(|a| a.0 < chosen).min(g.actions.len() - 1);
            let a = g.actions[at].1;
            ui.horizontal_wrapped(|ui| {
                ui.label(text(words::short_of(&a.label, &a.cost), Face::Medium, 12.5, c.text));
                a.rules.iter().for_each(|r| drop(rule_chip(ui, r.0)));
            });
            ui.horizontal(|ui| {
                ui.spacing_mut().slider_width = (width - 130.0).max(60.0);
                // On a card the rail would have the colour of its ground.
                ui.visuals_mut().widgets.inactive.bg_fill = c.line2;
                let slider = ui.add(Slider::new(&mut chosen, least..=most).trailing_fill(true));
                let told = format!("Amount, {}", a.label);
                slider.widget_info(|| WidgetInfo::slider(true, f64::from(chosen), &told));
                if Action::new(words::ALL).name(&format!("All {most}: {}", a.label)).show(ui).clicked() {
                    chosen = most;
                }
            });
            // Not every number between the ends need be on offer.
            let near = g.actions.iter().min_by_key(|a| (a.0 - chosen).abs()).map_or(most, |a| a.0);
            chosen = near;
            let doing = g.actions.iter().find(|a| a.0 == chosen).map_or(a, |a| a.1);
            let label = words::short_of(&doing.label, &doing.cost);
            let button = Action::new(&label).name(&doing.label).width(width).show(ui);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &doing.label));
            if button.clicked() {
                self.press(ui, doing.id, out);
            }
        });
        if chosen != set || !self.dock.amounts.contains_key(&g.key) {
            self.dock.amounts.insert(g.key.clone(), chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::present::{Rules, Verb};

    fn af(id: usize, target: Target) -> Affordance {
        Affordance {
            id,
            subject: None,
            with: Vec::new(),
            target,
            also: Vec::new(),
            label: String::new(),
            verb: Verb::Choose,
            cost: String::new(),
            tag: String::new(),
            rules: Rules::new(),
            confirm: false,
            chancy: false,
        }
    }

    fn so_many(of: &str, count: i32) -> Target {
        Target::Amount { of: of.into(), count }
    }

    #[test]
    fn amounts_of_one_thing_share_a_slider_and_the_rest_stays_a_list() {
        let all = [
            af(0, so_many("take", 2)),
            af(1, so_many("take", 1)),
            af(2, so_many("leave", 1)),
            af(3, Target::Button("stop".into())),
            af(4, so_many("mixed", 1)),
            af(5, so_many("mixed", 1)),
        ];
        let offered: Vec<&Affordance> = all.iter().collect();
        let (groups, rest) = groups(&offered);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].actions.iter().map(|a| a.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(rest.iter().map(|a| a.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }
}
