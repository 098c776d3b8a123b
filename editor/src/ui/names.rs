//! Names on the map: picked by their letters, framed with grips to rotate and scale them.

use super::tab::{PanelRequests, Tab};
use super::{fields, look};
use crate::core::Edit;
use crate::core::edit::ListEdit;
use crate::tools::{FAR, Grip, NameUnderPointer, SIZES};
use crate::tools::{Pointer, ToolKind};
use crate::words;
use board::art::NameBox;
use board::layout::Pos;
use egui::{CursorIcon, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};
use engine::hex::{Hex, HexId};
use engine::scenario::{Label, LabelStyle};

/// The margin of the frame around the letters, and the reach of a grip, in points.
const ROOM: f32 = 5.0;
const REACH: f32 = 9.0;

/// The name selected on the map, and the one being typed.
#[derive(Default)]
pub struct NamesState {
    pub selected: Option<usize>,
    /// The hex being named, while its name is typed.
    pub hex: Option<Hex>,
    /// The press under way began beside all names and wrote none: its release names the hex.
    pub began_on_ground: bool,
}

/// A point on the sheet in hundredths of the hex radius.
pub fn sheet_spot(at: Pos) -> (i32, i32) {
    ((at.x * 100.0).round() as i32, (at.y * 100.0).round() as i32)
}

/// The grips of a name on the sheet: to rotate it, at its right end; to scale it, at its lower right corner.
fn name_grips(b: &NameBox, zoom: f32) -> [(Grip, Pos); 2] {
    let [_, right_top, right_low, _] = b.corners(ROOM / zoom);
    let along = (right_top - b.corners(ROOM / zoom)[0]).normalized();
    let end = right_top + (right_low - right_top) / 2.0 + along * (16.0 / zoom);
    [(Grip::Turn, end), (Grip::Size, right_low)]
}

/// The name at a point of the screen; the selected one also by its grips.
pub fn name_under(tab: &Tab, at: Pos) -> Option<NameUnderPointer> {
    if tab.tools.kind != ToolKind::Label {
        return None;
    }
    let (widget, labels) = (&tab.widget, &tab.doc().map.labels);
    let on = |index: usize, grip: Grip, b: &NameBox| NameUnderPointer {
        index,
        grip,
        middle: sheet_spot(b.middle),
        offset: b.offset,
        half: (b.half.x * 100.0).clamp(0.0, 9999.0) as u16,
    };
    let sheet = widget.on_sheet(at);
    if let Some(i) = tab.names.selected
        && let Some(b) = labels.get(i).and_then(|l| widget.name_box(l))
    {
        let zoom = widget.camera.zoom;
        let met = name_grips(&b, zoom).into_iter().find(|g| (g.1 - sheet).length() * zoom <= REACH);
        if let Some((grip, _)) = met {
            return Some(on(i, grip, &b));
        }
    }
    let i = widget.name_at(at)?;
    let b = widget.name_box(labels.get(i)?)?;
    Some(on(i, Grip::Letters, &b))
}

/// A name of the hex at the keyboard cursor: the next one, if one of them is selected.
pub fn of_hex(tab: &Tab, hex: HexId) -> Option<NameUnderPointer> {
    if tab.tools.kind != ToolKind::Label {
        return None;
    }
    let map = &tab.doc().map;
    let at = map.grid.hex(hex);
    let here: Vec<usize> = (0..map.labels.len()).filter(|i| map.labels[*i].at == at).collect();
    let now = here.iter().position(|i| Some(*i) == tab.names.selected);
    let index = *here.get(now.map_or(0, |n| (n + 1) % here.len()))?;
    Some(NameUnderPointer { index, ..NameUnderPointer::default() })
}

/// Notes where a press began, before the tool writes what the palette holds.
pub fn note_press(tab: &mut Tab, ev: &Pointer) {
    tab.names.began_on_ground = ev.name.is_none() && tab.tools.label.text.trim().is_empty();
}

/// A click on a hex without a name starts one: the next letters typed are its name.
pub fn begin_naming(tab: &mut Tab, ev: &Pointer) {
    let on_sheet = ev.hex.filter(|h| tab.doc().map.grid.contains_hex(*h));
    let fresh = tab.tools.kind == ToolKind::Label && ev.name.is_none() && tab.names.began_on_ground;
    tab.names.hex = on_sheet.filter(|_| fresh);
}

/// Adds the name being typed, if there is one.
pub fn finish_naming(tab: &mut Tab, requests: &mut PanelRequests) -> bool {
    let typed = tab.names.hex.is_some() && !tab.tools.label.text.trim().is_empty();
    if typed && let Some(edit) = take_typed_name(tab) {
        requests.edit(edit);
    }
    typed
}

/// Takes the name that was typed for the clicked hex; ends typing.
fn take_typed_name(tab: &mut Tab) -> Option<Edit> {
    let at = tab.names.hex.take()?;
    let text = std::mem::take(&mut tab.tools.label.text).trim().to_owned();
    if text.is_empty() {
        return None;
    }
    tab.names.selected = Some(tab.doc().map.labels.len());
    Some(Edit::Labels(ListEdit::Add(Label { at, text, ..tab.tools.label.clone() })))
}

/// Frames the selected name with its grips, and previews the change in progress.
pub fn paint_selected_name(ui: &Ui, tab: &Tab, rect: Rect) {
    if tab.tools.kind != ToolKind::Label {
        return;
    }
    let painter = ui.painter_at(rect);
    let meant = match &tab.pointer.preview {
        Some(Edit::Labels(ListEdit::Add(l) | ListEdit::Set(_, l))) => Some(l),
        _ => None,
    };
    if let Some(l) = meant {
        tab.widget.draw_name(&painter, l);
    }
    let held = tab.names.selected.and_then(|i| tab.doc().map.labels.get(i));
    let moving = meant.filter(|_| matches!(tab.pointer.preview, Some(Edit::Labels(ListEdit::Set(..)))));
    let Some(label) = moving.or(held) else { return };
    let Some(b) = tab.widget.name_box(label) else { return };
    let zoom = tab.widget.camera.zoom;
    let (dark, gold) = (look::colour(board::palette::MARKINK), look::colour(board::palette::SELECTED));
    let ring: Vec<Pos> = b.corners(ROOM / zoom).into_iter().map(|p| tab.widget.on_screen(ui, p)).collect();
    painter.add(Shape::closed_line(ring.clone(), Stroke::new(4.0, dark)));
    painter.add(Shape::closed_line(ring.clone(), Stroke::new(2.0, gold)));
    for (grip, at) in name_grips(&b, zoom) {
        let at = tab.widget.on_screen(ui, at);
        let said = crate::tools::grip_text(grip, &label.text);
        if grip == Grip::Turn {
            painter.line_segment([ring[1] + (ring[2] - ring[1]) / 2.0, at], Stroke::new(2.0, dark));
            painter.circle(at, 5.5, gold, Stroke::new(1.8, dark));
        } else {
            let square = Rect::from_center_size(at, vec2(10.0, 10.0));
            painter.rect_filled(square, 1.0, gold);
            painter.rect_stroke(square, 1.0, Stroke::new(1.8, dark), egui::StrokeKind::Middle);
        }
        let id = ui.scope_id().with(("name grip", grip == Grip::Turn));
        let node = ui.interact(Rect::from_center_size(at, vec2(14.0, 14.0)), id, Sense::hover());
        node.widget_info(|| WidgetInfo::labeled(Role::Button, true, said.clone()));
    }
}

/// The cursor over a name.
pub fn name_cursor(on: Option<NameUnderPointer>, held: bool) -> CursorIcon {
    match on.map(|n| n.grip) {
        Some(Grip::Letters) if held => CursorIcon::Grabbing,
        Some(Grip::Letters) => CursorIcon::Grab,
        Some(Grip::Turn) => CursorIcon::Alias,
        Some(Grip::Size) => CursorIcon::ResizeNwSe,
        None => CursorIcon::Text,
    }
}

const STYLES: [(LabelStyle, &str); 6] = [
    (LabelStyle::Town, "Town"),
    (LabelStyle::Village, "Village"),
    (LabelStyle::Hill, "Hill"),
    (LabelStyle::Wood, "Wood"),
    (LabelStyle::Water, "Water"),
    (LabelStyle::Province, "Province"),
];

fn style_choice(ui: &mut Ui, style: LabelStyle) -> Option<LabelStyle> {
    let items: Vec<(String, String)> =
        STYLES.iter().map(|(_, n)| ((*n).to_owned(), (*n).to_owned())).collect();
    let now = STYLES.iter().find(|s| s.0 == style).map_or("", |s| s.1);
    let new = fields::choice_field(ui, "Style", "", now, &items)?;
    STYLES.iter().find(|s| s.1 == new).map(|s| s.0)
}

/// Chooses a style of names or none, for tables; returns the new one if it changed.
pub fn style_or_none(
    ui: &mut Ui,
    label: &str,
    help: &str,
    style: Option<LabelStyle>,
) -> Option<Option<LabelStyle>> {
    let name = |s: &str| (s.to_owned(), s.to_owned());
    let items: Vec<(String, String)> =
        std::iter::once(name(words::NOT_NAMED)).chain(STYLES.iter().map(|s| name(s.1))).collect();
    let now = STYLES.iter().find(|s| Some(s.0) == style).map_or(words::NOT_NAMED, |s| s.1);
    let new = fields::choice_field(ui, label, help, now, &items)?;
    Some(STYLES.iter().find(|s| s.1 == new).map(|s| s.0))
}

/// The palette: a name to add, and the selected one.
pub fn names_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    look::section_caption(ui, "New name");
    ui.push_id("new", |ui| {
        let hint = egui::TextEdit::singleline(&mut tab.tools.label.text).hint_text("Name to write");
        let r = ui.add(hint.desired_width(f32::INFINITY));
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name to write"));
        if let Some(s) = style_choice(ui, tab.tools.label.style) {
            tab.tools.label.style = s;
        }
    });
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "Selected name");
    let Some((i, old)) = tab.names.selected.and_then(|i| tab.doc().map.labels.get(i).map(|l| (i, l.clone())))
    else {
        look::muted_label(ui, words::NO_LABEL);
        return;
    };
    let new = selected_name_fields(ui, &old);
    if new != old {
        requests.edit(Edit::Labels(ListEdit::Set(i, new)));
    }
    if ui.button("Delete name").clicked() {
        requests.edit(Edit::Labels(ListEdit::Remove(i)));
        tab.names.selected = None;
    }
    ui.add_space(4.0);
    look::muted_label(ui, words::NAME_GRIPS);
}

/// The fields of the selected name.
fn selected_name_fields(ui: &mut Ui, old: &Label) -> Label {
    let mut l = old.clone();
    if let Some(t) = fields::text_line(ui, "Text", "", &l.text) {
        l.text = t;
    }
    if let Some(s) = style_choice(ui, l.style) {
        l.style = s;
    }
    let (far, small) = (i64::from(FAR), |n: i64| n.clamp(-1000, 1000) as i16);
    if let Some(n) = fields::number_field(ui, "X offset", words::HUNDREDTHS, l.dx.into(), (-far, far)) {
        l.dx = small(n);
    }
    if let Some(n) = fields::number_field(ui, "Y offset", words::HUNDREDTHS, l.dy.into(), (-far, far)) {
        l.dy = small(n);
    }
    if let Some(n) = fields::number_field(ui, "Angle", words::TURN_KEYS, l.turn.into(), (-90, 90)) {
        l.turn = small(n);
    }
    let sizes = (SIZES.0.into(), SIZES.1.into());
    if let Some(n) = fields::number_field(ui, "Size", words::SIZE_KEYS, l.size.into(), sizes) {
        l.size = n.clamp(sizes.0, sizes.1) as u16;
    }
    let usual = (l.dx, l.dy) == (0, 0);
    let back = ui.add_enabled(!usual, egui::Button::new(words::USUAL_PLACE));
    if back.on_hover_text(words::USUAL_PLACE_HELP).clicked() {
        (l.dx, l.dy) = (0, 0);
    }
    l
}
