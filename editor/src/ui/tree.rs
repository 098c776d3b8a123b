//! The order of battle as a tree: sides, wings, pieces, with their totals.

use super::forces::{Carried, counter_values, matches_filter, where_is};
use super::tab::{PanelRequests, Tab};
use super::{icons, list_navigation, look, roster, swatch, timeline};
use crate::core::counters;
use crate::core::enlist::Entry;
use crate::core::off_map::{self, Lot};
use crate::core::order::{self, Gap, Mark};
use crate::core::pieces;
use crate::core::tree::{self, Row, What};
use crate::words;
use egui::{
    Align2, EventFilter, FontId, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{Field, Piece, Schema};

const ROW: f32 = 28.0;
const STEP: f32 = 14.0;
/// Width of the fold triangle.
const TURN: f32 = 18.0;
/// From the right edge: where hexes and values end.
const HEX: f32 = 6.0;
const VALUES: f32 = 74.0;

pub fn forces_tree(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let mut state = std::mem::take(&mut tab.forces.rows);
    let schema = tab.schema();
    let doc = tab.doc();
    let find = |p: &Piece| matches_filter(doc, &schema, p, &tab.forces.filter);
    let find: Option<&dyn Fn(&Piece) -> bool> =
        if tab.forces.filter.trim().is_empty() { None } else { Some(&find) };
    let all = tree::tree_rows(doc, &schema, find, &state.folded, words::NO_SIDE);
    column_heads(ui);
    if find.is_some() && all.iter().all(|r| piece_id(r).is_none()) {
        look::muted_label(ui, words::forces::none_found(&tab.forces.filter));
    }
    let fresh = state.seen != tab.tools.selection;
    let first = tab.tools.selection.first().filter(|_| fresh).map(|id| format!("piece {id}"));
    let pitch = ROW + ui.spacing().item_spacing.y;
    let (whole, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), pitch * all.len() as f32), Sense::hover());
    let (clip, held) = (ui.clip_rect().expand(pitch), ui.memory(egui::Memory::focused));
    let mut focus = None;
    for (i, row) in all.iter().enumerate() {
        let corner = pos2(whole.left(), whole.top() + i as f32 * pitch);
        let rect = Rect::from_min_size(corner, vec2(whole.width(), ROW));
        let id = ui.scope_id().with(&row.key);
        let called = state.go.as_deref() == Some(row.key.as_str());
        if called {
            ui.memory_mut(|m| m.request_focus(id));
        }
        if called || first.as_deref() == Some(row.key.as_str()) {
            ui.scroll_to_rect(rect, None);
        }
        // Hidden rows are skipped, except the one with the keyboard focus.
        if !called && held != Some(id) && !clip.intersects(rect) {
            continue;
        }
        if tree_row(ui, tab, &schema, (&all, i), (rect, id), &mut state, requests) {
            focus = Some(i);
            state.held = Some(id);
        }
    }
    state.go = None;
    if let Some(at) = focus {
        handle_arrows(ui, tab, &mut state, &all, at, requests);
    }
    drop(all);
    if fresh {
        state.seen.clone_from(&tab.tools.selection);
    }
    tab.forces.rows = state;
}

/// One row with folding, selection, dragging and context menu. True if it has the keyboard focus.
fn tree_row(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    (all, i): (&[Row<'_>], usize),
    (rect, id): (Rect, egui::Id),
    state: &mut list_navigation::State,
    requests: &mut PanelRequests,
) -> bool {
    let row = &all[i];
    if fold_toggle(ui, rect, row) {
        state.toggle_fold(&row.key);
    }
    let mut area = rect;
    area.min.x += row_indent(row) + if row.parent { TURN } else { 0.0 };
    let r = ui.interact(area, id, Sense::click_and_drag());
    describe_row(tab, schema, row, &r);
    let focused = r.has_focus();
    if focused {
        let arrows = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(id, arrows));
    }
    if r.clicked() {
        r.request_focus();
        let held = ui.input(|i| i.modifiers);
        let order: Vec<&str> = all.iter().filter_map(piece_id).collect();
        list_navigation::select_row(tab, state, &order, &row_pieces(row), held, requests);
    }
    let mut over = Over::Nothing;
    if tab.is_editable() {
        over = drag_or_drop(&r, tab, row, requests);
        list_navigation::row_menu(&r, tab, || row_pieces(row), requests);
    }
    if ui.is_rect_visible(rect) {
        paint_row(ui, tab, schema, row, (rect, area), &r, over == Over::Row);
        if let Over::Gap { after } = over {
            gap_line(ui, area, after);
        }
    }
    row_hover(r, schema, row);
    focused
}

/// What a drop would go to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Nothing,
    /// The row itself: under the piece, into the wing or side.
    Row,
    /// Between it and the row before or after it.
    Gap {
        after: bool,
    },
}

/// How near to the edge of a row a drop goes into the gap beside it.
const EDGE: f32 = 8.0;

/// Drags a row, or drops something on it or beside it.
fn drag_or_drop(r: &Response, tab: &Tab, row: &Row<'_>, requests: &mut PanelRequests) -> Over {
    roster::drag_row(r, tab, || row_pieces(row));
    let Some(c) = r.dnd_hover_payload::<Carried>() else { return Over::Nothing };
    let doc = tab.doc();
    let at = r.ctx.pointer_latest_pos().unwrap_or_else(|| r.rect.center());
    let gap = match (at.y < r.rect.top() + EDGE, at.y > r.rect.bottom() - EDGE) {
        (true, _) => Some(false),
        // Below an open leader come its subordinates.
        (_, true) if !row.parent || row.folded => Some(true),
        _ => None,
    };
    let wing = order::whole_wing(doc, &c.0).is_some();
    let mark = match row.what {
        What::Piece(p) if !wing || c.0.len() == 1 => Some(Mark::Piece(&p.id)),
        What::Body { side, name } if wing => Some(Mark::Wing { side, name }),
        _ => None,
    };
    let (edit, over) = match gap.zip(mark) {
        Some((after, by)) => (order::into_gap(doc, &c.0, Gap { by, after }), Over::Gap { after }),
        None => (roster::join_formation(doc, &c.0, &drop_target(row)), Over::Row),
    };
    let Some(edit) = edit else { return Over::Nothing };
    if r.dnd_release_payload::<Carried>().is_some() {
        requests.edit(edit);
    }
    over
}

/// Where the dragged pieces would go.
fn gap_line(ui: &Ui, area: Rect, after: bool) {
    let ink = look::colour(look::theme(ui).accent);
    let y = if after { area.bottom() + 0.5 } else { area.top() - 0.5 };
    ui.painter().hline(area.x_range(), y, Stroke::new(2.0, ink));
    ui.painter().circle_filled(pos2(area.left() + 2.0, y), 3.0, ink);
}

fn piece_id<'a>(row: &Row<'a>) -> Option<&'a str> {
    match row.what {
        What::Piece(p) => Some(&p.id),
        _ => None,
    }
}

/// The pieces a click on the row selects: the piece, or all of a wing or side.
fn row_pieces(row: &Row<'_>) -> Vec<String> {
    match row.what {
        What::Piece(p) => vec![p.id.clone()],
        _ => row.ids.iter().map(|id| (*id).to_owned()).collect(),
    }
}

/// The pieces a drag moves, and what a drop joins.
fn drop_target(row: &Row<'_>) -> roster::Spot {
    let (side, parent) = match row.what {
        What::Side { id, .. } => (id, ""),
        What::Body { side, name } => (side, name),
        What::Piece(p) => (p.side.as_str(), p.id.as_str()),
    };
    roster::Spot { ids: row_pieces(row), side: side.to_owned(), parent: parent.to_owned() }
}

fn row_indent(row: &Row<'_>) -> f32 {
    row.depth as f32 * STEP
}

/// The triangle before a row that has others under it.
fn fold_toggle(ui: &Ui, rect: Rect, row: &Row<'_>) -> bool {
    if !row.parent {
        return false;
    }
    let at = Rect::from_min_size(pos2(rect.left() + row_indent(row), rect.top()), vec2(TURN, ROW));
    let r = ui.interact(at, ui.scope_id().with(("fold", &row.key)), Sense::click());
    let name = match row.what {
        What::Side { name, .. } | What::Body { name, .. } => name,
        What::Piece(p) => &p.id,
    };
    let said = words::forces::fold_tip(!row.folded, name);
    r.widget_info(|| WidgetInfo::labeled(Role::Button, true, said.clone()));
    let ink = look::colour(if r.hovered() || r.has_focus() {
        look::theme(ui).accent
    } else {
        look::theme(ui).text
    });
    icons::fold_triangle(ui.painter(), at.center(), !row.folded, ink);
    let clicked = r.clicked();
    r.on_hover_text(said);
    clicked
}

/// The row's label for screen readers.
fn describe_row(tab: &Tab, schema: &Schema, row: &Row<'_>, r: &Response) {
    let chosen = &tab.tools.selection;
    r.widget_info(|| match row.what {
        What::Piece(p) => {
            let said =
                format!("{}, {}", crate::core::pieces::piece_name(p, schema), where_is(tab.doc(), schema, p));
            WidgetInfo::selected(Role::ListItem, true, chosen.contains(&p.id), said)
        }
        What::Side { name, .. } | What::Body { name, .. } => {
            let what = if matches!(row.what, What::Side { .. }) { "side" } else { "formation" };
            let said = words::forces::formation_row(name, what, row.ids.len());
            let on = row.ids.len() == chosen.len() && row.ids.iter().all(|id| chosen.iter().any(|s| s == id));
            WidgetInfo::selected(Role::TreeItem, true, on, said)
        }
    });
}

fn row_hover(r: Response, schema: &Schema, row: &Row<'_>) {
    r.on_hover_ui(|ui| {
        match row.what {
            What::Piece(p) => ui.label(piece_help(schema, p)),
            _ => ui.label(words::totals_text(&row.totals)),
        };
        look::muted_label(ui, words::forces::TREE_KEYS);
    });
}

/// Arrow keys: up and down move and select, left and right fold or go to parent or child.
fn handle_arrows(
    ui: &Ui,
    tab: &Tab,
    state: &mut list_navigation::State,
    all: &[Row<'_>],
    at: usize,
    requests: &mut PanelRequests,
) {
    const KEYS: [Key; 6] =
        [Key::ArrowDown, Key::ArrowUp, Key::Home, Key::End, Key::ArrowLeft, Key::ArrowRight];
    // The event's own modifiers count: they may be released by the end of the frame.
    let pressed =
        |m: Modifiers| KEYS.into_iter().find(|k| ui.input_mut(|i| i.consume_key(m, *k))).map(|k| (k, m));
    let row = &all[at];
    for (key, up) in [(Key::ArrowUp, true), (Key::ArrowDown, false)] {
        if tab.is_editable() && ui.input_mut(|i| i.consume_key(Modifiers::ALT, key)) {
            if !matches!(row.what, What::Side { .. }) {
                requests.extend_edits(order::move_among_siblings(
                    tab.doc(),
                    &list_navigation::affected_pieces(tab, row_pieces(row)),
                    up,
                ));
            }
            state.go = Some(row.key.clone());
            ui.ctx().request_repaint();
            return;
        }
    }
    let Some((key, held)) = pressed(Modifiers::SHIFT).or_else(|| pressed(Modifiers::NONE)) else { return };
    let folds =
        (key == Key::ArrowLeft && row.parent && !row.folded) || (key == Key::ArrowRight && row.folded);
    if folds {
        state.toggle_fold(&row.key);
        return;
    }
    let to = match key {
        Key::ArrowDown => Some(at + 1),
        Key::ArrowUp => at.checked_sub(1),
        Key::Home => Some(0),
        Key::End => all.len().checked_sub(1),
        Key::ArrowLeft => (0..at).rev().find(|j| all[*j].depth < row.depth),
        _ => row.parent.then_some(at + 1),
    };
    let Some(to) = to.filter(|to| *to != at && *to < all.len()) else { return };
    state.go = Some(all[to].key.clone());
    let order: Vec<&str> = all.iter().filter_map(piece_id).collect();
    list_navigation::select_row(tab, state, &order, &row_pieces(&all[to]), held, requests);
    ui.ctx().request_repaint();
}

fn paint_row(
    ui: &Ui,
    tab: &Tab,
    schema: &Schema,
    row: &Row<'_>,
    (rect, area): (Rect, Rect),
    r: &Response,
    over: bool,
) {
    let t = look::theme(ui);
    let on = match row.what {
        What::Piece(p) => tab.tools.selection.contains(&p.id),
        _ => false,
    };
    if on || r.hovered() || r.has_focus() {
        let fill = if on { t.accent_weak } else { t.sunk };
        ui.painter().rect_filled(area, 4.0, look::colour(fill));
    }
    if on {
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, look::colour(t.accent));
    }
    if over || r.has_focus() {
        let stroke = Stroke::new(if over { 2.0 } else { 1.0 }, look::colour(t.accent));
        ui.painter().rect_stroke(area, 4.0, stroke, StrokeKind::Inside);
    }
    match row.what {
        What::Piece(p) => paint_piece(ui, tab, schema, p, row, area),
        _ => paint_formation(ui, tab, row, area),
    }
}

/// A side or a wing: its colour, its name, its total.
fn paint_formation(ui: &Ui, tab: &Tab, row: &Row<'_>, area: Rect) {
    let t = look::theme(ui);
    let mid = area.center().y;
    let mut left = area.left() + 4.0;
    let name = match row.what {
        What::Side { id, name } => {
            let doc = tab.doc();
            let army = doc.side(id).and_then(|s| s.nations.first()).and_then(|n| doc.nation(n));
            let square = Rect::from_min_size(pos2(left, mid - 8.0), vec2(16.0, 16.0));
            look::paint_flag(ui, square, army.map_or("", |n| n.army.as_str()));
            left += 22.0;
            name
        }
        What::Body { name, .. } => {
            let bar = Rect::from_min_size(pos2(left, mid - 8.0), vec2(5.0, 16.0));
            ui.painter().rect_filled(bar, 1.0, look::colour(look::wing_colour(name)));
            left += 11.0;
            name
        }
        What::Piece(_) => return,
    };
    let small = FontId::proportional(11.5);
    let total = words::totals_short(&row.totals);
    let galley = ui.painter().layout_no_wrap(total, small, look::colour(t.muted));
    let right = area.right() - HEX - galley.size().x;
    ui.painter().galley(pos2(right, mid - galley.size().y / 2.0), galley, look::colour(t.muted));
    let clip = Rect::from_min_max(area.min, pos2(right - 6.0, area.bottom()));
    let font = look::semibold_font(ui, 12.5);
    ui.painter_at(clip).text(pos2(left, mid), Align2::LEFT_CENTER, name, font, look::colour(t.text));
}

fn paint_piece(ui: &Ui, tab: &Tab, schema: &Schema, p: &Piece, row: &Row<'_>, area: Rect) {
    let doc = tab.doc();
    let t = look::theme(ui);
    let square = Rect::from_min_size(pos2(area.left() + 4.0, area.top() + 3.0), vec2(22.0, 22.0));
    let place_of = CounterPlace::Hexes([HexId(0)].into_iter().collect());
    swatch::paint_counter(ui, square, &counters::counter_view(doc, schema, p, CounterId(0), place_of));
    let painter = ui.painter_at(area);
    let font = FontId::proportional(12.5);
    let mid = area.center().y;
    let text = |x: f32, s: &str, ink| {
        painter.text(pos2(x, mid), Align2::RIGHT_CENTER, s, font.clone(), look::colour(ink));
    };
    let place = match off_map::lot_of(doc, schema, p) {
        Some(Lot::Entry(Entry::Schedule(i))) => timeline::when_text(&doc.schedule[i].when),
        Some(Lot::Entry(Entry::Setup(_))) => words::forces::BY_PLAYER.to_owned(),
        _ => where_is(doc, schema, p),
    };
    let galley = look::truncated_text(ui, &place, font.clone(), look::colour(t.accent), VALUES - HEX - 4.0);
    let at = pos2(area.right() - HEX - galley.size().x, mid - galley.size().y / 2.0);
    painter.galley(at, galley, look::colour(t.accent));
    text(area.right() - VALUES, &counter_values(tab, schema, p), t.text);
    let clip = Rect::from_min_max(area.min, pos2(area.right() - VALUES - 34.0, area.bottom()));
    let at = pos2(square.right() + 8.0, mid);
    // The counter shows the kind; space is short.
    let short = pieces::piece_title(p, schema);
    let short = match row.ids.len() {
        0 | 1 => short,
        _ => format!("{short}  {}", words::totals_short(&row.totals)),
    };
    ui.painter_at(clip).text(at, Align2::LEFT_CENTER, short, font.clone(), look::colour(t.text));
}

/// Kind and figures of a piece in words.
fn piece_help(schema: &Schema, p: &Piece) -> String {
    let Some(kind) = schema.unit(&p.kind) else { return p.kind.clone() };
    let figure = |f: &Field| {
        // A missing number may be in the rules' charts.
        let usual = Some(&f.default).filter(|v| pieces::says_something(v));
        let v = p.props.get(&f.id).or(usual)?;
        v.as_int().map(|n| format!("{} {n}", f.name.to_lowercase()))
    };
    let figures: Vec<String> = kind.fields.iter().filter_map(figure).collect();
    if figures.is_empty() { kind.name.clone() } else { format!("{}: {}", kind.name, figures.join(", ")) }
}

/// The columns of the rows.
fn column_heads(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 14.0), Sense::hover());
    let (font, ink) = (FontId::proportional(11.0), look::colour(look::theme(ui).muted));
    for (x, text) in [(HEX, words::HEAD_HEX), (VALUES, words::HEAD_VALUES)] {
        let at = pos2(rect.right() - x, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font.clone(), ink);
    }
}
