//! The lines of a mapping table: conditions and what features become.

use super::{fields, look, names};
use crate::core::geo::{Make, Mapping, Rule, ShapeKind};
use crate::core::water;
use crate::words;
use egui::{RichText, Ui};
use engine::scenario::Schema;

/// Which line is open.
#[derive(Default)]
pub struct Rules {
    open: Option<usize>,
}

/// The context of the lines: the rules, and the features.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    pub schema: &'a Schema,
    /// How many features each line takes.
    pub counts: &'a [usize],
    /// Properties the features have.
    pub properties: &'a [String],
}

/// A change to a line, applied after all are shown.
enum Wish {
    Remove,
    Earlier,
    Later,
}

impl Rules {
    /// All lines in order; one of them open with all its settings.
    pub fn rule_list(&mut self, ui: &mut Ui, files: Files<'_>, rules: &mut Vec<Rule>) {
        let mut wish = None;
        let all = rules.len();
        for (i, rule) in rules.iter_mut().enumerate() {
            ui.push_id(("rule", i), |ui| {
                if let Some(w) = self.rule_row(ui, files, rule, (i, all)) {
                    wish = Some((i, w));
                }
            });
        }
        match wish {
            Some((i, Wish::Remove)) => {
                rules.remove(i);
                self.open = None;
            }
            Some((i, Wish::Earlier)) if i > 0 => {
                rules.swap(i, i - 1);
                self.open = Some(i - 1);
            }
            Some((i, Wish::Later)) if i + 1 < all => {
                rules.swap(i, i + 1);
                self.open = Some(i + 1);
            }
            _ => {}
        }
    }

    fn rule_row(
        &mut self,
        ui: &mut Ui,
        files: Files<'_>,
        rule: &mut Rule,
        (i, all): (usize, usize),
    ) -> Option<Wish> {
        let n = files.counts.get(i).copied().unwrap_or(0);
        let mut wish = None;
        let open = self.open == Some(i);
        ui.horizontal(|ui| {
            let said = words::rule_details(&rule.condition_text());
            let size = egui::vec2(18.0, 22.0);
            let toggle = look::painted_button(ui, size, &said, false, |p, r, ink| {
                let (c, d) = (r.center(), 4.5);
                let points = match open {
                    true => vec![
                        c + egui::vec2(-d, -d / 2.0),
                        c + egui::vec2(d, -d / 2.0),
                        c + egui::vec2(0.0, d),
                    ],
                    false => vec![
                        c + egui::vec2(-d / 2.0, -d),
                        c + egui::vec2(d, 0.0),
                        c + egui::vec2(-d / 2.0, d),
                    ],
                };
                p.add(egui::Shape::convex_polygon(points, ink, egui::Stroke::NONE));
            });
            if toggle.clicked() {
                self.open = (!open).then_some(i);
            }
            if fields::icon_cross(ui, &format!("Remove the rule for {}", rule.condition_text())).clicked() {
                wish = Some(Wish::Remove);
            }
            ui.vertical(|ui| make_choice(ui, files.schema, rule, n));
        });
        if open {
            ui.indent("details", |ui| {
                if let Some(w) = rule_details(ui, files, rule, (i, all)) {
                    wish = Some(w);
                }
            });
            ui.add_space(6.0);
        }
        wish
    }
}

const SHAPES: [(Option<ShapeKind>, &str); 4] = [
    (None, "any"),
    (Some(ShapeKind::Point), "points"),
    (Some(ShapeKind::Line), "lines"),
    (Some(ShapeKind::Area), "areas"),
];

/// All settings of a line besides its result.
fn rule_details(ui: &mut Ui, files: Files<'_>, rule: &mut Rule, (i, all): (usize, usize)) -> Option<Wish> {
    rule_conditions(ui, files, rule);
    let items: Vec<(String, String)> = SHAPES.map(|(_, n)| (n.to_owned(), n.to_owned())).to_vec();
    let now = SHAPES.iter().find(|s| s.0 == rule.shape).map_or("any", |s| s.1);
    if let Some(new) = fields::choice_field(ui, "Features", words::RULE_SHAPE, now, &items) {
        rule.shape = SHAPES.iter().find(|s| s.1 == new).and_then(|s| s.0);
    }
    if let Some(style) = names::style_or_none(ui, "Name", words::RULE_NAME, rule.label) {
        rule.label = style;
    }
    let area = !matches!(rule.shape, Some(ShapeKind::Point | ShapeKind::Line));
    if area && matches!(rule.make, Make::Terrain(_) | Make::Level(_) | Make::LevelFrom(_)) {
        let share = if rule.share == 0 { 50 } else { rule.share };
        if let Some(n) = fields::number_field(ui, "Share", words::RULE_SHARE, share.into(), (1, 100)) {
            rule.share = n.clamp(1, 100) as u8;
        }
    }
    if matches!(rule.make, Make::Terrain(_)) && matches!(rule.shape, None | Some(ShapeKind::Point)) {
        let items = fields::or_none(files.schema.terrains.iter().map(|t| (t.id.clone(), t.name.clone())));
        if let Some(id) = fields::choice_field(ui, "Points onto", words::RULE_ONTO, &rule.onto, &items) {
            rule.onto = id;
        }
    }
    if let Make::Side(id) = &rule.make
        && files.schema.edge(id).is_some_and(|k| k.directed)
    {
        ui.checkbox(&mut rule.left, words::RULE_LEFT).on_hover_text(words::RULE_LEFT_HELP);
    }
    ui.checkbox(&mut rule.settlement, "People live there").on_hover_text(words::RULE_SETTLEMENT);
    let mut wish = None;
    ui.horizontal(|ui| {
        let earlier = ui.add_enabled(i > 0, egui::Button::new("Earlier"));
        if earlier.on_hover_text(words::RULE_ORDER).clicked() {
            wish = Some(Wish::Earlier);
        }
        let later = ui.add_enabled(i + 1 < all, egui::Button::new("Later"));
        if later.on_hover_text(words::RULE_ORDER).clicked() {
            wish = Some(Wish::Later);
        }
    });
    wish
}

/// Which features a line is for: all its conditions must hold.
fn rule_conditions(ui: &mut Ui, files: Files<'_>, rule: &mut Rule) {
    let several = rule.when.len() > 1;
    let mut gone = None;
    for (property, values) in &mut rule.when {
        if let Some(new) = fields::text_line(ui, property, words::RULE_VALUES, values) {
            *values = new;
        }
        if several && fields::icon_cross(ui, &words::without_condition(property)).clicked() {
            gone = Some(property.clone());
        }
    }
    if let Some(property) = gone {
        rule.when.remove(&property);
    }
    let others: Vec<&String> = files.properties.iter().filter(|p| !rule.when.contains_key(*p)).collect();
    if others.is_empty() {
        return;
    }
    let menu = ui.menu_button(words::RULE_AND, |ui| {
        egui::ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
            for property in others {
                if ui.button(property).clicked() {
                    rule.when.insert(property.clone(), "*".to_owned());
                    ui.close();
                }
            }
        });
    });
    menu.response.on_hover_text(words::RULE_AND_HELP);
}

/// The terrain where there is no feature, and the crossing where roads meet water.
pub fn default_ground(ui: &mut Ui, schema: &Schema, mapping: &mut Mapping) {
    let first = schema.terrains.first().map(|t| t.id.as_str()).unwrap_or_default();
    let now = if mapping.ground.is_empty() { first } else { &mapping.ground };
    let items: Vec<_> = schema.terrains.iter().map(|t| (t.id.clone(), t.name.clone())).collect();
    if let Some(id) = fields::choice_field(ui, "Default terrain", words::GEO_GROUND, now, &items) {
        mapping.ground = id;
    }
    let over = fields::or_none(water::crossings(schema).map(|k| (k.id.clone(), k.name.clone())));
    if !schema.roads.is_empty()
        && over.len() > 1
        && let Some(id) = fields::choice_field(ui, "Over water", words::GEO_BRIDGE, &mapping.bridge, &over)
    {
        mapping.bridge = id;
    }
    ui.add_space(4.0);
}

/// The choices a rule has, with their words.
fn rule_results(schema: &Schema, shape: Option<ShapeKind>, now: &Make) -> Vec<(Make, String)> {
    let mut out = vec![(Make::Nothing, "nothing".to_owned()), (Make::Name, "its name".to_owned())];
    out.extend(schema.terrains.iter().map(|t| (Make::Terrain(t.id.clone()), format!("terrain: {}", t.name))));
    if schema.levels.is_some() && shape != Some(ShapeKind::Line) {
        out.push((Make::LevelFrom("level".into()), "level by its property".to_owned()));
        if let Some((low, high)) = schema.levels {
            out.extend((low..=high).map(|n| (Make::Level(n), words::level_text(n))));
        }
    }
    if shape != Some(ShapeKind::Area) {
        out.extend(schema.edges.iter().map(|e| (Make::Side(e.id.clone()), format!("hexside: {}", e.name))));
    }
    if shape != Some(ShapeKind::Point) {
        let road = |(i, r): (usize, &engine::scenario::RoadKind)| {
            (Make::Road((i + 1).min(255) as u8), format!("road: {}", r.name))
        };
        out.extend(schema.roads.iter().enumerate().map(road));
    }
    if shape != Some(ShapeKind::Line) {
        out.push((Make::Region("name".into()), "area by its name".to_owned()));
        out.extend(
            schema.edges.iter().map(|e| (Make::Outline(e.id.clone()), format!("outline: {}", e.name))),
        );
    }
    if !out.iter().any(|m| m.0 == *now) {
        out.push((now.clone(), format!("{now:?}")));
    }
    out
}

/// What the features become; the condition above it with the number of features it holds for.
pub fn make_choice(ui: &mut Ui, schema: &Schema, rule: &mut Rule, count: usize) {
    let all = rule_results(schema, rule.shape, &rule.make);
    let items: Vec<(String, String)> =
        all.iter().enumerate().map(|(i, m)| (i.to_string(), m.1.clone())).collect();
    let now = all.iter().position(|m| m.0 == rule.make).unwrap_or(0).to_string();
    let name = rule.condition_text();
    let text = RichText::new(&name).size(12.0);
    let text = if count == 0 { text.color(look::colour(look::theme(ui).muted)) } else { text };
    // The count first, from the right: a long condition is cut, not the count.
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            look::muted_label(ui, words::shape_count(rule.shape, count));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate()).on_hover_text(&name);
            });
        });
    });
    if let Some(i) = fields::choice_field(ui, "becomes", &name, &now, &items)
        && let Some(m) = i.parse::<usize>().ok().and_then(|i| all.get(i))
    {
        rule.make = m.0.clone();
    }
}
