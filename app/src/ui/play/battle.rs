//! What is particular to this battle: special rules, options, terrain and pieces, each with its rule.

use super::session::Session;
use egui::{ScrollArea, Ui};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{caption, rule_chip, rule_line};

/// Terrain, pieces, special rules and options in force, each with its rule.
pub(super) fn show_battle(session: &Session, ui: &mut Ui) {
    let c = colours(ui);
    caption(ui, &session.ruleset_name);
    let schema = &session.schema;
    let doc = session.doc();
    let info = session.game.info();
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
