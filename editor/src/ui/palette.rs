//! The tool rail, and the palette that belongs to the tool in hand.

use super::commands::{self, EditorAction};
use super::tab::{Display, PanelRequests, Tab};
use super::{fields, hex_selection_palette, icons, look, names, regions, slopes, swatch};
use crate::core::tool::{EdgeMode, LevelMode, Shape};
use crate::core::{ToolKind, Toolbox, tool};
use crate::words;
use egui::{Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::Schema;

/// Tools one under the other, each with its key in the corner.
pub fn tool_rail(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let pale = look::colour(look::theme(ui).line2);
    let taken = newly_taken(ui, tab.tools.kind);
    ui.add_enabled_ui(tab.is_editable(), |ui| {
        for kind in ToolKind::ALL {
            if matches!(kind, ToolKind::Brush | ToolKind::Unit | ToolKind::Eyedropper) {
                ui.separator();
            }
            let (name, key, _) = words::tool_text(kind);
            let on = tab.tools.kind == kind;
            let label = format!("{name} ({key})");
            let r = look::painted_button(ui, vec2(36.0, 36.0), &label, on, |p, rect, ink| {
                let ink = if on || is_used(tab, kind) { ink } else { pale };
                icons::tool_icon(p, rect.shrink(7.0).translate(vec2(-2.0, -1.0)), kind, ink);
                let font = FontId::proportional(10.5);
                p.text(rect.right_bottom() - vec2(3.0, 2.0), Align2::RIGHT_BOTTOM, key, font, ink);
            });
            let r = if is_used(tab, kind) { r } else { r.on_hover_text(why_unused(kind)) };
            if r.clicked() {
                requests.tool = Some(kind);
                requests.from_rail = true;
            }
            if on && taken {
                r.scroll_to_me(None);
            }
        }
    });
}

/// Another tool is in the hand than when the rail was last drawn: it is to be seen there.
fn newly_taken(ui: &Ui, kind: ToolKind) -> bool {
    let id = egui::Id::unique("tool in the rail");
    ui.data_mut(|d| {
        let last: Option<ToolKind> = d.get_temp(id);
        d.insert_temp(id, kind);
        last != Some(kind)
    })
}

/// These rules have something for the tool to draw.
fn is_used(tab: &Tab, kind: ToolKind) -> bool {
    let Some(s) = &tab.schema else { return true };
    match kind {
        ToolKind::Level => s.levels.is_some(),
        ToolKind::Hexside => !s.edges.is_empty(),
        ToolKind::Road => !s.roads.is_empty(),
        _ => true,
    }
}

/// Why there is nothing for it to draw.
fn why_unused(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Level => words::NO_LEVELS,
        ToolKind::Hexside => words::NO_SIDES,
        _ => words::NO_ROADS,
    }
}

/// The palette of the tool in hand.
pub fn tool_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let kind = tab.tools.kind;
    let (name, key, help) = words::tool_text(kind);
    ui.horizontal(|ui| {
        look::title_label(ui, name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            look::muted_label(ui, format!("tool {key}"));
        });
    });
    ui.add_space(6.0);
    let schema = tab.schema();
    match kind {
        ToolKind::Brush | ToolKind::Fill => terrain_palette(ui, tab, &schema),
        ToolKind::Level => {
            level_palette(ui, tab, &schema);
            slopes::slopes_section(ui, tab, &schema, requests);
        }
        ToolKind::Hexside => {
            edge_palette(ui, tab, &schema);
            slopes::slopes_section(ui, tab, &schema, requests);
        }
        ToolKind::Road => road_palette(ui, tab, &schema),
        ToolKind::Label => names::names_palette(ui, tab, requests),
        ToolKind::Area => regions::areas_palette(ui, tab, requests),
        ToolKind::Unit => unit_palette(ui, tab, &schema),
        ToolKind::Choose => hex_selection_palette::selection_palette(ui, tab, requests),
        ToolKind::Stamp => hex_selection_palette::clipboard_palette(ui, tab, requests),
        ToolKind::Select | ToolKind::Formation | ToolKind::Eyedropper => {
            look::muted_label(ui, capitalise(help));
            if kind == ToolKind::Select && tab.is_editable() {
                super::checklist::show_checklist(ui, tab, requests);
            }
            if kind == ToolKind::Formation {
                let n = tab.tools.selection.len();
                ui.add_space(8.0);
                ui.label(format!("{} selected", words::count(n, "piece", "pieces")));
                super::templates::formation_settings(ui, tab);
            }
        }
    }
}

/// With a capital at the start.
pub fn capitalise(text: &str) -> String {
    words::capitalise(text)
}

/// A row with a picture at the left and a name, one of several.
pub fn picture_row(ui: &mut Ui, name: &str, on: bool, paint: impl FnOnce(&Ui, Rect)) -> Response {
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 34.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, name));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        let fill = if on {
            look::colour(t.accent_weak)
        } else if response.hovered() {
            look::colour(t.sunk)
        } else {
            Color32::TRANSPARENT
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        if on || response.has_focus() {
            ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.5, look::colour(t.accent)), StrokeKind::Inside);
        }
        let picture = Rect::from_min_size(rect.min + vec2(6.0, 5.0), vec2(44.0, 24.0));
        paint(ui, picture);
        let at = egui::pos2(picture.right() + 10.0, rect.center().y);
        let font = FontId::proportional(13.0);
        let painter = ui.painter_at(rect.shrink(2.0));
        painter.text(at, Align2::LEFT_CENTER, name, font, look::colour(t.text));
    }
    response
}

fn hover_with_rule(response: Response, help: &str, rule: &str) -> Response {
    look::hover_help(response, &if rule.is_empty() { help.to_owned() } else { format!("{help} [{rule}]") })
}

fn terrain_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    let Tab { tools, display: Display { swatches, .. }, .. } = tab;
    for t in &schema.terrains {
        let on = tools.ground.terrain == t.id;
        let r = picture_row(ui, &t.name, on, |ui, rect| {
            let hex = Rect::from_center_size(rect.center(), vec2(28.0, 25.0));
            let turn = if tool::turns(&t.id, schema) { tools.ground.turn } else { 0 };
            swatches.terrain(ui, hex, schema, &t.id, turn);
        });
        if hover_with_rule(r, &t.help, &t.rule).clicked() {
            tools.ground.terrain.clone_from(&t.id);
        }
    }
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "How to paint");
    if tools.kind == ToolKind::Fill {
        ui.radio_value(&mut tools.ground.everywhere, false, "Joined hexes");
        ui.radio_value(&mut tools.ground.everywhere, true, "Everywhere on the map");
        rotation_choice(ui, tools, schema);
        return;
    }
    for (shape, name) in
        [(Shape::Freehand, "Freehand"), (Shape::Line, "Line"), (Shape::Rectangle, "Rectangle")]
    {
        ui.radio_value(&mut tools.ground.shape, shape, name);
    }
    radius_choice(ui, &mut tools.radius, tools.ground.shape != Shape::Rectangle);
    rotation_choice(ui, tools, schema);
}

/// Which way the terrain in hand is laid, where its picture has a direction.
fn rotation_choice(ui: &mut Ui, tools: &mut Toolbox, schema: &Schema) {
    if !tool::turns(&tools.ground.terrain, schema) {
        return;
    }
    ui.add_space(4.0);
    let key = commands::key_of(ui.ctx(), EditorAction::TurnGround);
    let label = ui.label("Turned");
    ui.horizontal_wrapped(|ui| {
        for n in 0..6u8 {
            let degrees = u16::from(n) * 60;
            let r = ui.selectable_label(tools.ground.turn == n, format!("{degrees}\u{00B0}"));
            let said = format!("Turned by {degrees} degrees");
            let on = tools.ground.turn == n;
            r.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, said.clone()));
            if r.labelled_by(label.id).on_hover_text(words::turn_help(&key)).clicked() {
                tools.ground.turn = n;
            }
        }
    });
}

/// One to five, for the tools that paint hexes.
pub fn radius_choice(ui: &mut Ui, radius: &mut u8, enabled: bool) {
    ui.add_space(4.0);
    ui.add_enabled_ui(enabled, |ui| {
        let label = ui.label("Brush size");
        ui.horizontal(|ui| {
            for n in 1..=5u8 {
                let r = ui.selectable_label(*radius == n, n.to_string());
                let r = r.labelled_by(label.id).on_hover_text(format!("Radius {n} ([ and ] change it)"));
                if r.clicked() {
                    *radius = n;
                }
            }
        });
    });
}

fn level_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    let Some((low, high)) = schema.levels else {
        look::muted_label(ui, words::NO_LEVELS);
        return;
    };
    let tools = &mut tab.tools;
    for (mode, name) in
        [(LevelMode::Raise, "Raise by one"), (LevelMode::Lower, "Lower by one"), (LevelMode::Set, "Set to")]
    {
        ui.radio_value(&mut tools.levels.mode, mode, name);
    }
    ui.horizontal_wrapped(|ui| {
        for n in low..=high {
            let on = tools.levels.mode == LevelMode::Set && tools.levels.level == n;
            if ui.selectable_label(on, n.to_string()).on_hover_text(format!("Set level {n}")).clicked() {
                tools.levels.level = n;
                tools.levels.mode = LevelMode::Set;
            }
        }
    });
    radius_choice(ui, &mut tools.radius, true);
    ui.add_space(8.0);
    look::muted_label(ui, words::SLOPES);
}

fn edge_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    if schema.edges.is_empty() {
        look::muted_label(ui, words::NO_SIDES);
        return;
    }
    let Tab { tools, display: Display { swatches, .. }, .. } = tab;
    for k in &schema.edges {
        let on = tools.edges.kind == k.id;
        let r = picture_row(ui, &k.name, on, |ui, rect| swatches.side(ui, rect, schema, &k.id));
        if hover_with_rule(r, &k.help, &k.rule).clicked() {
            tools.edges.kind.clone_from(&k.id);
        }
    }
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "How to draw");
    for (mode, name) in [
        (EdgeMode::Click, "Click sides"),
        (EdgeMode::Drag, "Drag along sides"),
        (EdgeMode::Corners, "Corner to corner"),
    ] {
        if ui.radio_value(&mut tools.edges.mode, mode, name).clicked() {
            tools.cancel();
        }
    }
    let directed = schema.edge(&tools.edges.kind).is_some_and(|k| k.directed);
    ui.add_enabled_ui(directed, |ui| {
        let flip = egui::Button::selectable(tools.edges.flip, "Flip direction").shortcut_text("X");
        if ui.add(flip).on_hover_text(words::FLIP).clicked() {
            tools.edges.flip = !tools.edges.flip;
        }
    });
    ui.checkbox(&mut tools.erase, "Erase").on_hover_text(words::ERASE);
    if schema.edge(&tools.edges.kind).is_some_and(|k| k.art == "river" || k.art == "stream") {
        crossing_choice(ui, tools, schema);
    }
}

fn road_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    if schema.roads.is_empty() {
        look::muted_label(ui, words::NO_ROADS);
        return;
    }
    let Tab { tools, display: Display { swatches, .. }, .. } = tab;
    for i in 0..schema.roads.len() {
        let class = (i + 1).min(255) as u8;
        let on = tools.roads.class == class;
        let name = words::road_name(schema, class);
        if picture_row(ui, name, on, |ui, rect| swatches.road(ui, rect, schema, class)).clicked() {
            tools.roads.class = class;
        }
    }
    ui.add_space(8.0);
    ui.separator();
    crossing_choice(ui, tools, schema);
    ui.checkbox(&mut tools.erase, "Erase").on_hover_text(words::ERASE);
}

/// What comes along where a road meets water.
fn crossing_choice(ui: &mut Ui, tools: &mut Toolbox, schema: &Schema) {
    let kinds: Vec<_> = tool::crossings(schema).map(|k| (k.id.clone(), k.name.as_str())).collect();
    if schema.roads.is_empty() || kinds.is_empty() {
        return;
    }
    look::section_caption(ui, words::ROAD_MEETS_WATER);
    for (id, name) in kinds.into_iter().chain([(String::new(), words::NO_CROSSING)]) {
        ui.radio_value(&mut tools.roads.crossing, id, name).on_hover_text(words::BRIDGES);
    }
    ui.add_space(4.0);
}

fn unit_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    if schema.units.is_empty() {
        look::muted_label(ui, words::NO_UNITS);
        return;
    }
    let doc = tab.document.doc().clone();
    let template = &mut tab.tools.template;
    if let Some(side) = fields::choice_field(ui, "Side", "", &template.side, &fields::side_choices(&doc)) {
        template.nation = doc.side(&side).and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        template.side = side;
    }
    if let Some(n) = fields::choice_field(ui, "Nation", "", &template.nation, &fields::nation_choices(&doc)) {
        template.nation = n;
    }
    if doc.sides.is_empty() {
        look::muted_label(ui, words::NO_SIDES_YET);
    }
    ui.add_space(6.0);
    super::templates::template_menu(ui, &doc, schema, &tab.rules.templates, template);
    for u in &schema.units {
        let on = template.kind == u.id;
        let mut sample = template.clone();
        sample.kind.clone_from(&u.id);
        if !on {
            sample.props.clear();
        }
        let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
        let view = crate::core::counters::counter_view(&doc, schema, &sample, CounterId(0), place);
        let r = picture_row(ui, &u.name, on, |ui, rect| {
            swatch::paint_counter(ui, Rect::from_center_size(rect.center(), vec2(26.0, 26.0)), &view);
        });
        if hover_with_rule(r, &u.help, &u.rule).clicked() && !on {
            template.kind.clone_from(&u.id);
            template.props.clear();
            template.name.clear();
        }
    }
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "As placed");
    if let Some(name) = fields::text_line(ui, "Name", "", &template.name) {
        template.name = name;
    }
    let Some(kind) = schema.unit(&template.kind) else { return };
    let scope = fields::Scope { doc: &doc, schema };
    let props = template.props.clone();
    if let Some((id, v)) = fields::property_fields(ui, scope, &kind.fields, |id| props.get(id).cloned()) {
        template.props.insert(id, v);
    }
}
