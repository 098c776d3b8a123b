//! Time: the turn track with its dates and marks, and the schedule as timeline and table.

use super::fields;
use super::look;
use super::tab::{PanelRequests, Tab};
use crate::core::Edit;
use crate::core::calendar::{Day, Span, clock_time, parse_clock, turn_dates, turn_times};
use crate::core::edit::ListEdit;
use crate::words;
use crate::words::forces as say;
use egui::{DragAndDrop, FontId, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder};
use engine::scenario::{ScenarioDoc, ScheduleEntry, Schema, When};

/// What the page remembers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Time {
    /// The entry shown.
    pub entry: Option<usize>,
    /// The turn shown, from 1.
    pub turn: Option<u32>,
    /// The last of several turns shown.
    pub until: Option<u32>,
    /// How long a turn is, for writing dates.
    pub span: Span,
}

impl Time {
    /// The turns shown.
    fn shown_turns(&self) -> std::ops::Range<u32> {
        let Some(a) = self.turn else { return 0..0 };
        let b = self.until.unwrap_or(a);
        a.min(b)..a.max(b) + 1
    }
}

/// An entry of the schedule dragged to another turn.
struct Due(usize);

/// The turn of an entry; none for events and conditions.
pub fn turn_of(e: &ScheduleEntry) -> Option<u32> {
    match &e.when {
        When::Turn(n) | When::Die { from: n, .. } => Some(*n),
        When::Event(_) | When::Condition { .. } => None,
    }
}

/// When, as text.
pub fn when_text(when: &When) -> String {
    match when {
        When::Turn(n) => format!("turn {n}"),
        When::Die { from, .. } => format!("die, from {from}"),
        When::Event(t) => format!("event {t}"),
        When::Condition { kind, .. } => format!("when {kind}"),
    }
}

/// What an entry is called.
pub fn entry_name(schema: &Schema, e: &ScheduleEntry) -> String {
    if !e.name.is_empty() {
        return e.name.clone();
    }
    schema.schedule.iter().find(|k| k.id == e.kind).map_or(e.kind.clone(), |k| k.name.clone())
}

const BOX: egui::Vec2 = vec2(58.0, 58.0);
const CHIP: f32 = 20.0;

/// The track: a box per turn with its entries below, in as many rows as needed; an entry can be dragged to any
/// turn.
pub fn turn_track(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let doc = tab.document.doc().clone();
    let schema = tab.schema();
    if doc.turns.count == 0 {
        look::muted_label(ui, words::NO_TURNS);
        return;
    }
    unscheduled_chips(ui, tab, &doc, &schema);
    let (gap, turns) = (3.0, (1..=doc.turns.count).collect::<Vec<u32>>());
    let per_row = ((ui.available_width() + gap) / (BOX.x + gap)).floor().max(1.0) as usize;
    for row in turns.chunks(per_row) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for turn in row {
                ui.vertical(|ui| {
                    ui.set_width(BOX.x);
                    ui.spacing_mut().item_spacing.y = gap;
                    turn_box(ui, tab, &doc, &schema, *turn, requests);
                    for i in entries_due(&doc, *turn) {
                        entry_chip(ui, tab, &doc, &schema, i);
                    }
                });
            }
        });
    }
}

/// Entries that wait for an event or a condition come before the track.
fn unscheduled_chips(ui: &mut Ui, tab: &mut Tab, doc: &ScenarioDoc, schema: &Schema) {
    let list: Vec<usize> = (0..doc.schedule.len()).filter(|i| turn_of(&doc.schedule[*i]).is_none()).collect();
    if list.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        look::muted_label(ui, say::ANY_TURN);
        for i in list {
            entry_chip(ui, tab, doc, schema, i);
        }
    });
}

fn entries_due(doc: &ScenarioDoc, turn: u32) -> Vec<usize> {
    let here = |(i, e): (usize, &ScheduleEntry)| (turn_of(e) == Some(turn)).then_some(i);
    doc.schedule.iter().enumerate().filter_map(here).collect()
}

fn marks_of(doc: &ScenarioDoc, turn: u32) -> &[String] {
    doc.turns.marks.get(&turn).map_or(&[][..], Vec::as_slice)
}

fn mark_name<'a>(schema: &'a Schema, id: &'a str) -> &'a str {
    schema.turn_marks.iter().find(|m| m.0 == id).map_or(id, |m| m.1.as_str())
}

fn turn_box(
    ui: &mut Ui,
    tab: &mut Tab,
    doc: &ScenarioDoc,
    schema: &Schema,
    turn: u32,
    requests: &mut PanelRequests,
) {
    let on = tab.time.shown_turns().contains(&turn);
    // Numbers alone need little room.
    let plain = doc.turns.marks.is_empty() && doc.turns.names.iter().all(String::is_empty);
    let size = vec2(BOX.x, if plain { 28.0 } else { BOX.y });
    let (rect, r) = ui.allocate_exact_size(size, Sense::click());
    let name = doc.turns.names.get(turn as usize - 1).cloned().unwrap_or_default();
    let marks: Vec<&str> = marks_of(doc, turn).iter().map(|m| mark_name(schema, m)).collect();
    let said = [vec![format!("Turn {turn}"), name.clone()], marks.iter().map(|m| (*m).to_owned()).collect()]
        .concat();
    let said = said.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(", ");
    r.widget_info(|| WidgetInfo::selected(Role::Button, true, on, said.clone()));
    if r.clicked() {
        let further = ui.input(|i| i.modifiers.shift) && tab.time.turn.is_some();
        let alone = on && tab.time.until.is_none();
        match further {
            true => tab.time.until = Some(turn).filter(|t| tab.time.turn != Some(*t)),
            false => (tab.time.turn, tab.time.until) = ((!alone).then_some(turn), None),
        }
    }
    if let Some(d) = r.dnd_release_payload::<Due>()
        && let Some(e) = entry_moved_to(doc, d.0, turn)
    {
        requests.edit(Edit::Schedule(ListEdit::Set(d.0, e)));
    }
    let t = look::theme(ui);
    let over = r.dnd_hover_payload::<Due>().is_some();
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, look::colour(if on { t.accent_weak } else { t.card }));
    let ink = if over || on { t.accent } else { t.line2 };
    painter.rect_stroke(
        rect,
        4.0,
        Stroke::new(if over { 2.0 } else { 1.0 }, look::colour(ink)),
        StrokeKind::Inside,
    );
    let text = |y: f32, size: f32, rows: usize, words: &str, ink| {
        let mut job = egui::text::LayoutJob::simple(
            words.to_owned(),
            FontId::proportional(size),
            look::colour(ink),
            BOX.x - 4.0,
        );
        job.wrap.max_rows = rows;
        job.halign = egui::Align::Center;
        let galley = painter.layout_job(job);
        let at = egui::pos2(rect.center().x, rect.top() + y - galley.size().y / 2.0);
        painter.galley(at, galley, look::colour(ink));
    };
    text(if plain { 14.0 } else { 9.0 }, 13.0, 1, &turn.to_string(), t.text);
    text(30.0, 10.5, 2, &name, t.muted);
    text(49.0, 10.5, 1, &marks.join(" "), t.accent);
    r.on_hover_text(format!("{said}\n{}", say::TURN_RANGE));
}

fn entry_moved_to(doc: &ScenarioDoc, entry: usize, turn: u32) -> Option<ScheduleEntry> {
    let mut e = doc.schedule.get(entry)?.clone();
    match &mut e.when {
        When::Turn(n) | When::Die { from: n, .. } if *n != turn => *n = turn,
        _ => return None,
    }
    Some(e)
}

fn entry_chip(ui: &mut Ui, tab: &mut Tab, doc: &ScenarioDoc, schema: &Schema, i: usize) {
    let Some(e) = doc.schedule.get(i) else { return };
    let on = tab.time.entry == Some(i);
    let (rect, r) = ui.allocate_exact_size(vec2(BOX.x, CHIP), Sense::click_and_drag());
    let name = entry_name(schema, e);
    let side = doc.side(&e.side).map_or(e.side.as_str(), |s| s.name.as_str());
    let said = format!(
        "{name}, {side}, {}, {}",
        when_text(&e.when),
        words::count(e.pieces.len(), "piece", "pieces")
    );
    r.widget_info(|| WidgetInfo::selected(Role::Button, true, on, said.clone()));
    if r.clicked() {
        tab.time.entry = if on { None } else { Some(i) };
    }
    if r.drag_started() && tab.is_editable() {
        DragAndDrop::set_payload(&r.ctx, Due(i));
    }
    let army = doc.side(&e.side).and_then(|s| s.nations.first()).and_then(|n| doc.nation(n));
    let colours = board::palette::army(army.map_or("", |n| n.army.as_str()));
    let t = look::theme(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, look::colour(colours.fill));
    let frame = if on {
        Stroke::new(2.0, look::colour(t.accent))
    } else {
        Stroke::new(1.0, look::colour(colours.edge))
    };
    painter.rect_stroke(rect, 4.0, frame, StrokeKind::Inside);
    let galley = look::truncated_text(
        ui,
        &name,
        FontId::proportional(10.5),
        look::colour(colours.text),
        rect.width() - 6.0,
    );
    painter.galley(rect.center() - galley.size() / 2.0, galley, look::colour(colours.text));
    r.on_hover_text(format!("{said}\n{}", words::DRAG_ENTRY));
}

/// Name and marks of the turn shown; for several turns the marks.
pub fn turn_fields(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let turns: Vec<u32> = tab.time.shown_turns().filter(|t| *t >= 1 && *t <= doc.turns.count).collect();
    let (Some(turn), Some(last)) = (turns.first().copied(), turns.last().copied()) else { return };
    let schema = tab.schema();
    look::section_caption(ui, &say::turns_head(turn, last));
    let index = turn as usize - 1;
    let name = doc.turns.names.get(index).cloned().unwrap_or_default();
    if turns.len() == 1
        && let Some(new) = fields::text_line(ui, "Name", words::TURN_NAME, &name)
    {
        let mut names = doc.turns.names.clone();
        names.resize(names.len().max(index + 1), String::new());
        names[index] = new;
        requests.edit(Edit::TurnNames(names));
    }
    for (id, name) in &schema.turn_marks {
        let marked = turns.iter().filter(|t| marks_of(doc, **t).contains(id)).count();
        let mut on = marked == turns.len();
        let box_ = egui::Checkbox::new(&mut on, name).indeterminate(marked > 0 && marked < turns.len());
        if ui.add(box_).changed() {
            requests.edit(marked_turns(doc, &turns, |marks| {
                marks.retain(|m| m != id);
                if on {
                    marks.push(id.clone());
                }
            }));
        }
    }
    let known = |m: &String| schema.turn_marks.iter().any(|k| k.0 == *m);
    let free = |t: u32| marks_of(doc, t).iter().filter(|m| !known(m)).cloned().collect::<Vec<_>>().join(", ");
    let text = fields::Shared::common_to(turns.iter().map(|t| free(*t)))
        .unwrap_or_else(|| fields::Shared::single(free(turn)));
    let text = fields::Shared { value: text.value.as_str(), differs: text.differs };
    if let Some(text) = fields::typed_line(ui, "Marks", say::MARKS, text) {
        let typed = text.split(',').map(str::trim).filter(|t| !t.is_empty());
        let typed: Vec<String> = typed.map(str::to_owned).collect();
        requests.edit(marked_turns(doc, &turns, |marks| {
            marks.retain(known);
            marks.extend(typed.iter().cloned());
        }));
    }
    ui.add_space(6.0);
}

/// Changes the marks of several turns in one step.
fn marked_turns(doc: &ScenarioDoc, turns: &[u32], change: impl Fn(&mut Vec<String>)) -> Edit {
    let one = |t: &u32| {
        let mut marks = marks_of(doc, *t).to_vec();
        change(&mut marks);
        Edit::TurnMarks(*t, marks)
    };
    let mut edits: Vec<Edit> = turns.iter().map(one).collect();
    match edits.len() {
        1 => edits.remove(0),
        n => Edit::Together { name: say::mark_turns(n), edits },
    }
}

/// Dates for all boxes at once.
pub fn date_fields(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let first = Day::parse(&tab.doc().date_key);
    let span = tab.time.span;
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("A turn is");
        let kinds = [
            (Span::Minutes { each: 20, from: 8 * 60 }, say::SPAN_MINUTES),
            (Span::Days(1), say::SPAN_DAYS),
            (Span::HalfMonth, say::SPAN_HALF),
            (Span::Month, say::SPAN_MONTH),
        ];
        let same = |k: Span| std::mem::discriminant(&k) == std::mem::discriminant(&span);
        let now = kinds.iter().find(|k| same(k.0)).map_or("", |k| k.1);
        if let Span::Days(mut n) = span {
            let days = ui.add(egui::DragValue::new(&mut n).range(1..=366)).labelled_by(label.id);
            if days.on_hover_text(words::DAYS).changed() {
                tab.time.span = Span::Days(n.clamp(1, 366));
            }
        }
        if let Span::Minutes { mut each, mut from } = span {
            let minutes = ui.add(egui::DragValue::new(&mut each).range(1..=1440)).labelled_by(label.id);
            let begin = ui.label(say::CLOCK_FROM);
            let clock = egui::DragValue::new(&mut from).range(0..=1439).speed(5.0);
            let clock = clock
                .custom_formatter(|n, _| clock_time(n as u32))
                .custom_parser(|text| parse_clock(text).map(f64::from));
            let clock = ui.add(clock).labelled_by(begin.id).on_hover_text(say::CLOCK_FROM_HELP);
            if minutes.on_hover_text(words::DAYS).changed() || clock.changed() {
                tab.time.span = Span::Minutes { each: each.clamp(1, 1440), from: from.min(1439) };
            }
        }
        let combo = egui::ComboBox::from_id_salt("span").selected_text(now).width(72.0).show_ui(ui, |ui| {
            for (kind, name) in kinds {
                if ui.selectable_label(same(kind), name).clicked() && !same(kind) {
                    tab.time.span = kind;
                }
            }
        });
        combo.response.labelled_by(label.id).on_hover_text(words::DAYS);
        let count = tab.doc().turns.count;
        let names = match (span, first) {
            (Span::Minutes { each, from }, _) => Some(turn_times(each, from, count)),
            (_, Some(first)) => Some(turn_dates(first, span, count)),
            (_, None) => None,
        };
        let write = ui.add_enabled(names.is_some(), egui::Button::new(words::FILL_IN_DATES));
        if write.on_hover_text(words::WRITE_DATES).on_disabled_hover_text(words::NO_DATE).clicked()
            && let Some(names) = names
        {
            requests.edit(Edit::TurnNames(names));
        }
        let some = tab.doc().turns.names.iter().any(|n| !n.is_empty());
        if some && ui.button("Clear").on_hover_text("Numbers only").clicked() {
            requests.edit(Edit::TurnNames(Vec::new()));
        }
    });
}

const COLUMNS: [&str; 6] = ["When", "What", "Side", "Pieces", "Where", "State"];

/// All entries, one per line; a click shows one below.
pub fn schedule_table(ui: &mut Ui, tab: &mut Tab) {
    let doc = tab.document.doc().clone();
    let schema = tab.schema();
    let mut order: Vec<usize> = (0..doc.schedule.len()).collect();
    order.sort_by_key(|i| (turn_of(&doc.schedule[*i]).unwrap_or(u32::MAX), *i));
    let height = (order.len() as f32 * 24.0 + 30.0).min(240.0);
    let wide = ui.available_width();
    let area = ScrollArea::horizontal().id_salt("schedule table").max_width(wide).auto_shrink([false, true]);
    area.show(ui, |ui| {
        TableBuilder::new(ui)
            .striped(true)
            .sense(Sense::click())
            .max_scroll_height(height)
            .column(Column::auto().at_least(62.0))
            .column(Column::auto().at_least(112.0).at_most(190.0).clip(true).resizable(true))
            .column(Column::auto().at_least(54.0).at_most(110.0).clip(true))
            .column(Column::auto().at_least(40.0))
            .column(Column::auto().at_least(60.0).at_most(130.0).clip(true))
            .column(Column::remainder().at_least(60.0))
            .header(30.0, |mut head| {
                for name in COLUMNS {
                    head.col(|ui| {
                        look::section_caption(ui, name);
                    });
                }
            })
            .body(|body| {
                body.rows(24.0, order.len(), |mut line| {
                    let i = order[line.index()];
                    line.set_selected(tab.time.entry == Some(i));
                    let mut clicked = false;
                    for text in entry_cells(&doc, &schema, &doc.schedule[i]) {
                        line.col(|ui| {
                            let label = egui::Label::new(text).sense(Sense::click()).truncate();
                            clicked |= ui.add(label).clicked();
                        });
                    }
                    if line.response().clicked() || clicked {
                        tab.time.entry = Some(i);
                    }
                });
            });
    });
}

/// An entry in the columns of the table: the last has the state of its pieces and its other fields.
fn entry_cells(doc: &ScenarioDoc, schema: &Schema, e: &ScheduleEntry) -> [String; COLUMNS.len()] {
    let side = doc.side(&e.side).map_or(e.side.as_str(), |s| s.name.as_str());
    let kind = schema.schedule_kind(&e.kind);
    let scope = fields::Scope { doc, schema };
    let mut state: Vec<String> = Vec::new();
    if let When::Die { props, .. } | When::Condition { props, .. } = &e.when {
        state.extend(fields::fields_text(scope, kind.map_or(&[][..], |k| k.when_fields(&e.when)), props));
    }
    // The hex is in the Where column.
    let place = kind.filter(|k| !k.area).and_then(|k| k.hex_field()).map_or("", |f| f.id.as_str());
    let own: Vec<_> = kind.map_or(&[][..], |k| &k.fields).iter().filter(|f| f.id != place).cloned().collect();
    state.extend(fields::fields_text(scope, &own, &e.props));
    for p in e.pieces.iter().filter_map(|id| doc.piece(id)) {
        for said in fields::state_of(scope, p) {
            if !state.contains(&said) {
                state.push(said);
            }
        }
    }
    [
        when_text(&e.when),
        entry_name(schema, e),
        side.to_owned(),
        if e.pieces.is_empty() { String::new() } else { e.pieces.len().to_string() },
        super::schedule::place_of(doc, schema, e),
        state.join(", "),
    ]
}
