//! Editors for the fields a rule system's schema names, and for the scenario's own texts.

use super::look;
use crate::core::pieces;
use crate::words;
use egui::{ComboBox, DragValue, Response, TextEdit, Ui};
use engine::scenario::{Field, FieldKind, FigureForm, Piece, ScenarioDoc, Schema, Value};

/// What choices may refer to.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub doc: &'a ScenarioDoc,
    pub schema: &'a Schema,
}

/// Width of a name beside its editor, and of an editor for a number.
const NAME: f32 = 108.0;
const FIGURE: f32 = 64.0;

/// A row: name at the left, editor at the right. The name labels the editor for screen readers.
pub fn field_row(ui: &mut Ui, name: &str, help: &str, add: impl FnOnce(&mut Ui) -> Response) -> Response {
    let room = (ui.available_width() * 0.4).min(NAME);
    row_with(ui, name, help, (room, room), add)
}

/// The same with the least and the greatest width for the name; a longer one goes above its editor.
fn row_with(
    ui: &mut Ui,
    name: &str,
    help: &str,
    room: (f32, f32),
    add: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let long = ui.painter().layout_no_wrap(name.to_owned(), font, egui::Color32::BLACK).size().x;
    let told = |r: Response| look::hover_help(r, help);
    if long > room.1 {
        let label = told(ui.add(egui::Label::new(name).wrap()));
        return told(ui.horizontal(add).inner.labelled_by(label.id));
    }
    ui.horizontal(|ui| {
        let width = (long + 2.0).clamp(room.0, room.1.max(room.0));
        let place = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui
            .allocate_ui_with_layout(egui::vec2(width, 22.0), place, |ui| {
                ui.set_min_width(width);
                ui.add(egui::Label::new(name).truncate())
            })
            .inner;
        let label = told(label);
        told(add(ui).labelled_by(label.id))
    })
    .inner
}

/// A value of several things: shared, or different for each.
#[derive(Clone, Copy)]
pub struct Shared<T> {
    pub value: T,
    pub differs: bool,
}

impl<T> Shared<T> {
    /// Of one thing.
    pub fn single(value: T) -> Self {
        Self { value, differs: false }
    }
}

impl<T: PartialEq> Shared<T> {
    /// The shared value, or that of the first.
    pub fn common_to(mut all: impl Iterator<Item = T>) -> Option<Self> {
        let value = all.next()?;
        let differs = all.any(|v| v != value);
        Some(Self { value, differs })
    }
}

/// One line of text; returns the new text while it is typed.
pub fn text_line(ui: &mut Ui, name: &str, help: &str, text: &str) -> Option<String> {
    shared_line(ui, name, help, Shared::single(text))
}

/// One line of text for several things at once: empty where they differ.
pub fn shared_line(ui: &mut Ui, name: &str, help: &str, text: Shared<&str>) -> Option<String> {
    let mut now = if text.differs { String::new() } else { text.value.to_owned() };
    let hint = if text.differs { words::forces::DIFFERS } else { "" };
    let edit = TextEdit::singleline(&mut now).hint_text(hint).desired_width(f32::INFINITY);
    let r = field_row(ui, name, help, |ui| ui.add(edit));
    (r.changed() && (text.differs || now != text.value)).then_some(now)
}

/// The same for text stored differently than typed (a list separated by commas): while it is typed it stays as
/// it is.
pub fn typed_line(ui: &mut Ui, name: &str, help: &str, text: Shared<&str>) -> Option<String> {
    let id = ui.scope_id().with((name, "typed"));
    let raw: Option<String> = ui.data(|d| d.get_temp(id));
    let plain = if text.differs { "" } else { text.value };
    let mut now = raw.unwrap_or_else(|| plain.to_owned());
    let hint = if text.differs { words::forces::DIFFERS } else { "" };
    let edit = TextEdit::singleline(&mut now).hint_text(hint).desired_width(f32::INFINITY);
    let r = field_row(ui, name, help, |ui| ui.add(edit));
    if r.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, now.clone()));
    } else {
        ui.data_mut(|d| d.remove::<String>(id));
    }
    r.changed().then_some(now)
}

/// Several lines of text under their name.
pub fn text_area(ui: &mut Ui, name: &str, text: &str) -> Option<String> {
    let label = ui.label(name);
    let mut now = text.to_owned();
    let edit = TextEdit::multiline(&mut now).desired_rows(3).desired_width(f32::INFINITY);
    let r = ui.add(edit).labelled_by(label.id);
    (r.changed() && now != text).then_some(now)
}

pub fn number_field(ui: &mut Ui, name: &str, help: &str, value: i64, range: (i64, i64)) -> Option<i64> {
    shared_number(ui, name, help, Shared::single(value), range)
}

/// A number of several things at once.
fn shared_number(
    ui: &mut Ui,
    name: &str,
    help: &str,
    Shared { value, differs }: Shared<i64>,
    range: (i64, i64),
) -> Option<i64> {
    // Where they differ the editor starts from a value none has, so that any value counts as a change.
    let start = if differs { range.0.min(value) - 1 } else { value };
    let mut now = start;
    // A value from the file is shown as it is, even out of range.
    let range = range.0.min(value)..=range.1.max(value);
    let wide = ui.available_width();
    let room = ((wide * 0.4).min(NAME), (wide - FIGURE).max(40.0));
    let mut drag = DragValue::new(&mut now).range(range).speed(0.1);
    if differs {
        let shown = move |v: f64, _: std::ops::RangeInclusive<usize>| {
            if v == start as f64 { words::forces::DIFFERS.to_owned() } else { v.to_string() }
        };
        drag = drag.clamp_existing_to_range(false).custom_formatter(shown);
    }
    // Zero stands for what the rule system's chart says.
    if !differs && value == 0 && help.starts_with(FROM_CHART) {
        drag = drag.custom_formatter(
            |v, _| {
                if v == 0.0 { words::forces::CHART.to_owned() } else { v.to_string() }
            },
        );
    }
    let r = row_with(ui, name, help, room, |ui| ui.add(drag));
    (r.changed() && now != start).then_some(now)
}

/// How the help of a field begins whose usual value is that of a chart.
const FROM_CHART: &str = "From the chart";

/// A choice by id; an id that is not on the list is kept and shown.
pub fn choice_field(
    ui: &mut Ui,
    name: &str,
    help: &str,
    value: &str,
    items: &[(String, String)],
) -> Option<String> {
    shared_choice(ui, name, help, Shared::single(value), items)
}

/// The same for several things at once.
pub fn shared_choice(
    ui: &mut Ui,
    name: &str,
    help: &str,
    Shared { value, differs }: Shared<&str>,
    items: &[(String, String)],
) -> Option<String> {
    let shown = items.iter().find(|i| i.0 == value).map_or(value, |i| i.1.as_str());
    let shown = match (differs, shown) {
        (true, _) => words::forces::DIFFERS,
        (_, "") => words::NONE,
        (_, shown) => shown,
    };
    let mut picked = None;
    field_row(ui, name, help, |ui| {
        let box_ = ComboBox::from_id_salt((ui.scope_id(), name))
            .selected_text(shown)
            .truncate()
            .width(ui.available_width().max(60.0));
        box_.show_ui(ui, |ui| {
            for (id, text) in items {
                let text = if text.is_empty() { words::NONE } else { text };
                let on = id == value && !differs;
                if ui.selectable_label(on, text).clicked() && !on {
                    picked = Some(id.clone());
                }
            }
        })
        .response
    });
    picked
}

fn named_choices<'a>(items: impl Iterator<Item = (&'a String, &'a String)>) -> Vec<(String, String)> {
    let words = |(id, name): (&String, &String)| {
        (id.clone(), if name.is_empty() { id.clone() } else { name.clone() })
    };
    items.map(words).collect()
}

pub fn side_choices(doc: &ScenarioDoc) -> Vec<(String, String)> {
    named_choices(doc.sides.iter().map(|s| (&s.id, &s.name)))
}

/// The choices, preceded by an empty one.
pub fn or_none(items: impl Iterator<Item = (String, String)>) -> Vec<(String, String)> {
    std::iter::once((String::new(), words::NONE.to_owned())).chain(items).collect()
}

pub fn nation_choices(doc: &ScenarioDoc) -> Vec<(String, String)> {
    named_choices(doc.nations.iter().map(|n| (&n.id, &n.name)))
}

/// The nations of a side; all where it lists none.
pub fn side_nation_choices(doc: &ScenarioDoc, side: &str) -> Vec<(String, String)> {
    let own: Vec<(String, String)> = match doc.side(side) {
        Some(s) => nation_choices(doc).into_iter().filter(|n| s.nations.contains(&n.0)).collect(),
        None => Vec::new(),
    };
    if own.is_empty() { nation_choices(doc) } else { own }
}

pub fn area_choices(doc: &ScenarioDoc) -> Vec<(String, String)> {
    named_choices(doc.map.regions.iter().map(|r| (&r.id, &r.name)))
}

pub fn unit_choices(schema: &Schema) -> Vec<(String, String)> {
    named_choices(schema.units.iter().map(|u| (&u.id, &u.name)))
}

pub fn piece_choices(scope: Scope<'_>) -> Vec<(String, String)> {
    scope.doc.pieces.iter().map(|p| (p.id.clone(), pieces::piece_name(p, scope.schema))).collect()
}

/// The editor of one value. Returns the new value when it changes.
pub fn value_field(
    ui: &mut Ui,
    scope: Scope<'_>,
    name: &str,
    help: &str,
    kind: &FieldKind,
    old: &Value,
) -> Option<Value> {
    shared_value(ui, scope, name, help, kind, Shared::single(old))
}

/// The editor of a value of several things at once.
pub fn shared_value(
    ui: &mut Ui,
    scope: Scope<'_>,
    name: &str,
    help: &str,
    kind: &FieldKind,
    Shared { value: old, differs }: Shared<&Value>,
) -> Option<Value> {
    let text = old.to_string();
    let text = Shared { value: text.as_str(), differs };
    let pick = |ui: &mut Ui, mut items: Vec<(String, String)>| {
        items.insert(0, (String::new(), String::new()));
        shared_choice(ui, name, help, text, &items).map(Value::Text)
    };
    match kind {
        FieldKind::Bool => {
            let mut on = old.as_bool().unwrap_or(false) && !differs;
            let r = ui.add(egui::Checkbox::new(&mut on, name).indeterminate(differs));
            let r = look::hover_help(r, help);
            r.changed().then_some(Value::Bool(on))
        }
        FieldKind::Int { min, max } => {
            let now = Shared { value: old.as_int().unwrap_or(*min), differs };
            shared_number(ui, name, help, now, (*min, *max)).map(Value::Int)
        }
        FieldKind::Text => shared_line(ui, name, help, text).map(Value::Text),
        FieldKind::Choice(items) => shared_choice(ui, name, help, text, items).map(Value::Text),
        FieldKind::Hex => {
            hex_field(ui, scope, name, help, text).map(|new| Value::Text(new.trim().to_uppercase()))
        }
        FieldKind::Region => pick(ui, area_choices(scope.doc)),
        FieldKind::Side => pick(ui, side_choices(scope.doc)),
        FieldKind::Nation => pick(ui, nation_choices(scope.doc)),
        FieldKind::Piece => pick(ui, piece_choices(scope)),
        FieldKind::UnitKind => pick(ui, unit_choices(scope.schema)),
        FieldKind::Figures(form) => figures_field(ui, name, help, form, text).map(Value::Text),
        FieldKind::List(of) => list_field(ui, scope, name, help, of, old),
    }
}

/// A hex number, typed or taken from the map.
fn hex_field(ui: &mut Ui, scope: Scope<'_>, name: &str, help: &str, text: Shared<&str>) -> Option<String> {
    let mut now = if text.differs { String::new() } else { text.value.to_owned() };
    let hint = if text.differs { words::forces::DIFFERS } else { "" };
    let mut taken = None;
    let r = field_row(ui, name, help, |ui| {
        let wide = (ui.available_width() - 32.0).max(40.0);
        let r = ui.add(TextEdit::singleline(&mut now).hint_text(hint).desired_width(wide));
        taken = super::pick::pick_button(ui, name);
        r
    });
    if !text.value.is_empty() && scope.doc.map.grid.parse(text.value).is_none() {
        let ink = look::colour(look::theme(ui).danger);
        ui.label(egui::RichText::new(words::forces::HEX_FIELD).size(12.0).color(ink));
    }
    taken.or_else(|| (r.changed() && (text.differs || now != text.value)).then_some(now))
}

/// Figures of a counter, each in a box of its own; what cannot be read is offered as text.
fn figures_field(
    ui: &mut Ui,
    name: &str,
    help: &str,
    form: &FigureForm,
    text: Shared<&str>,
) -> Option<String> {
    let Some(old) = form.read(text.value).filter(|_| !text.differs) else {
        return shared_line(ui, name, help, text);
    };
    let mut now = old.clone();
    field_row(ui, name, help, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (part, value) in form.names.iter().zip(&mut now.values) {
                let box_ = DragValue::new(value).range(0..=form.most).speed(0.05);
                let r = ui.add(box_).on_hover_text(part);
                let label = format!("{name}: {part}");
                r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &label));
            }
            if !form.bracket.is_empty() {
                let label = format!("{name}: {}", form.bracket);
                let r = ui.checkbox(&mut now.bracketed, "( )").on_hover_text(&form.bracket);
                r.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::CheckBox, true, now.bracketed, &label)
                });
            }
        })
        .response
    });
    (now != old).then(|| form.write(&now))
}

fn list_field(
    ui: &mut Ui,
    scope: Scope<'_>,
    name: &str,
    help: &str,
    of: &FieldKind,
    old: &Value,
) -> Option<Value> {
    let items = old.as_list().unwrap_or(&[]).to_vec();
    let mut new = None;
    for (i, item) in items.iter().enumerate() {
        ui.horizontal(|ui| {
            let delete = format!("Remove {name} {}", i + 1);
            if icon_cross(ui, &delete).clicked() {
                let mut rest = items.clone();
                rest.remove(i);
                new = Some(rest);
            }
            ui.push_id(i, |ui| {
                if let Some(v) = value_field(ui, scope, &format!("{name} {}", i + 1), help, of, item) {
                    let mut all = items.clone();
                    all[i] = v;
                    new = Some(all);
                }
            });
        });
    }
    let add = ui.button(format!("Add to {}", name.to_lowercase()));
    if add.clicked() {
        let mut all = items;
        all.push(empty_value(of));
        new = Some(all);
    }
    new.map(Value::List)
}

/// What a new entry of a list starts with.
pub fn empty_value(kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Bool => Value::Bool(false),
        FieldKind::Int { min, .. } => Value::Int(*min),
        FieldKind::List(_) => Value::List(Vec::new()),
        FieldKind::Figures(form) => Value::Text(form.example()),
        FieldKind::Choice(items) => Value::Text(items.first().map(|i| i.0.clone()).unwrap_or_default()),
        _ => Value::Text(String::new()),
    }
}

/// All fields of a thing; returns the one that changed.
pub fn property_fields(
    ui: &mut Ui,
    scope: Scope<'_>,
    fields: &[Field],
    get: impl Fn(&str) -> Option<Value>,
) -> Option<(String, Value)> {
    let mut changed = None;
    for f in fields {
        let now = get(&f.id).unwrap_or_else(|| f.default.clone());
        let help = if f.rule.is_empty() { f.help.clone() } else { format!("{} [{}]", f.help, f.rule) };
        ui.push_id(&f.id, |ui| {
            if let Some(v) = value_field(ui, scope, &f.name, &help, &f.kind, &now) {
                changed = Some((f.id.clone(), v));
            }
        });
    }
    changed
}

/// A value as text; empty if it is not meaningful.
fn in_words(scope: Scope<'_>, kind: &FieldKind, v: &Value) -> String {
    let named = |items: Vec<(String, String)>, id: &str| {
        items.into_iter().find(|i| i.0 == id).map_or_else(|| id.to_owned(), |i| i.1)
    };
    match (kind, v) {
        (FieldKind::Choice(list), Value::Text(t)) => named(list.clone(), t),
        (FieldKind::Region, Value::Text(t)) => named(area_choices(scope.doc), t),
        (FieldKind::Side, Value::Text(t)) => named(side_choices(scope.doc), t),
        (FieldKind::Nation, Value::Text(t)) => named(nation_choices(scope.doc), t),
        (FieldKind::UnitKind, Value::Text(t)) => named(unit_choices(scope.schema), t),
        (FieldKind::Piece, Value::Text(t)) => {
            scope.doc.piece(t).map_or_else(|| t.clone(), |p| pieces::piece_name(p, scope.schema))
        }
        (FieldKind::List(of), Value::List(list)) => {
            list.iter().map(|v| in_words(scope, of, v)).collect::<Vec<_>>().join(", ")
        }
        _ => v.to_string(),
    }
}

/// Fields with meaningful values: `nation Sweden`, `demoralised`.
pub fn fields_text(scope: Scope<'_>, fields: &[Field], props: &engine::scenario::Props) -> Vec<String> {
    let one = |f: &Field| {
        let v = props.get(&f.id)?;
        let name = f.name.to_lowercase();
        match v {
            Value::Bool(on) => on.then_some(name),
            v => {
                let text = in_words(scope, &f.kind, v);
                (!text.is_empty()).then(|| format!("{name} {text}"))
            }
        }
    };
    fields.iter().filter_map(one).collect()
}

/// The state in which a piece starts or arrives: fields that differ from the default, besides its printed numbers.
pub fn state_of(scope: Scope<'_>, p: &Piece) -> Vec<String> {
    let Some(kind) = scope.schema.unit(&p.kind) else { return Vec::new() };
    let unusual = |f: &&Field| !f.printed && p.props.get(&f.id).is_some_and(|v| *v != f.default);
    let list: Vec<Field> = kind.fields.iter().filter(unusual).cloned().collect();
    fields_text(scope, &list, &p.props)
}

/// A small button with a cross.
pub fn icon_cross(ui: &mut Ui, name: &str) -> Response {
    look::painted_button(ui, egui::vec2(22.0, 22.0), name, false, |p, r, ink| {
        super::icons::cross_icon(p, r.shrink(3.0), ink);
    })
}
