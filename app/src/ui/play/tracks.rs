//! Tracks by their kind: points as discs, turns and scores as boxes.

use crate::ui::words;
use egui::{Align2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use engine::present::{TrackKind, TrackView};
use ui_kit::theme::{Face, colours, font, text};
use ui_kit::widgets::{caption, one_line, paint_flag, rule_chip};

/// More than this and only the figure is shown.
const MOST_DISCS: i32 = 14;
/// Up to this length a track of points shows what is spent.
const FEW: i32 = 9;

fn told(response: &Response, t: &TrackView) {
    let words = if t.text.is_empty() { format!("{} of {}", t.at, t.max) } else { t.text.clone() };
    let words = format!("{}: {words}", t.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
}

/// Points to spend: full discs, then spent ones struck through where the track is short. Points of
/// a second kind have a ring.
fn discs(ui: &mut Ui, t: &TrackView, room: f32) {
    let c = colours(ui);
    let n = if t.max <= FEW { t.max.max(t.at) } else { t.at };
    // Smaller discs where there are many of them; where even those have no room, the figure tells it.
    let step = (room / n.max(1) as f32).min(if n > 9 { 14.0 } else { 18.0 });
    if !(1..=MOST_DISCS).contains(&n) || step < 8.0 {
        return;
    }
    let side = step - 2.0;
    let (rect, response) = ui.allocate_exact_size(vec2(step * n as f32, 18.0), Sense::hover());
    told(&response, t);
    for i in 0..n {
        let at = pos2(rect.left() + step * i as f32 + side / 2.0, rect.center().y);
        let r = side / 2.0 - 0.5;
        if i < t.at {
            ui.painter().circle_filled(at, r, c.accent);
            if i >= t.at - t.second {
                ui.painter().circle_stroke(at, r * 0.55, Stroke::new(1.5, c.accent_t));
            }
        } else {
            ui.painter().circle_stroke(at, r - 0.5, Stroke::new(1.2, c.accent));
            let d = vec2(r, -r) * 0.62;
            ui.painter().line_segment([at - d, at + d], Stroke::new(1.2, c.accent));
        }
    }
}

/// A side's points: whose, discs, figure.
fn points(ui: &mut Ui, t: &TrackView, width: f32) {
    let c = colours(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if !t.army.is_empty() {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            paint_flag(ui, rect, &t.army);
        }
        let words = if t.text.is_empty() { format!("{} of {}", t.at, t.max) } else { t.text.clone() };
        let figure = one_line(ui, &words, Face::Semi, 12.5, c.text, width);
        discs(ui, t, width - figure.size().x - 36.0);
        let r = ui.label(figure);
        r.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{}: {words}", t.name)));
    });
}

/// A box this wide has room for its number.
const NUMBERED: f32 = 15.0;

/// Turns as boxes: past sunk, present filled. Where one row has no room for the numbers there are two; boxes narrower
/// still keep first, middle, last and present number.
fn turns(ui: &mut Ui, t: &TrackView, width: f32) {
    let c = colours(ui);
    let n = (t.max - t.min + 1).max(1);
    let (rows, high) = if n > 10 && width / (n as f32) < NUMBERED { (2, 18.0) } else { (1, 24.0) };
    let in_row = (n + rows - 1) / rows;
    let side = (width / in_row as f32).clamp(7.0, 26.0);
    let size = vec2(side * in_row as f32, (high + 1.0) * rows as f32 - 1.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    told(&response, t);
    let all = side >= NUMBERED;
    for i in 0..n {
        let step = t.min + i;
        let min = rect.min + vec2(side * (i % in_row) as f32, (high + 1.0) * (i / in_row) as f32);
        let b = Rect::from_min_size(min, vec2(side - 1.0, high));
        let (fill, ink) = match step.cmp(&t.at) {
            std::cmp::Ordering::Less => (c.sunk, c.muted),
            std::cmp::Ordering::Equal => (c.accent, c.accent_t),
            std::cmp::Ordering::Greater => (c.card, c.text),
        };
        ui.painter().rect(b, 2, fill, Stroke::new(1.0, c.line2), StrokeKind::Inside);
        let named = t.names.iter().find(|(s, _)| *s == step).map(|(_, n)| n.as_str());
        let middle = step == t.min || step == t.max || step == t.at || i == n / 2;
        let width_of = |s: &str| 6.6 * s.chars().count() as f32;
        let number = step.to_string();
        let fits = |s: &str| width_of(s) < side;
        let shown = named.filter(|s| fits(s)).unwrap_or(&number);
        // A number that stands alone may reach over its narrow box.
        let beside = (step - t.at).abs() == 1 && !all;
        if (all && fits(shown)) || step == t.at || (middle && !all && !beside) {
            let face = if step == t.at { Face::Bold } else { Face::Ui };
            ui.painter().text(b.center(), Align2::CENTER_CENTER, shown, font(face, 10.5), ink);
        }
    }
}

/// Boxes up to the goal; a score beyond it or below nothing is told by the figure.
fn score(ui: &mut Ui, t: &TrackView, width: f32) {
    let c = colours(ui);
    let n = t.goal.unwrap_or(t.max).max(t.at).max(0);
    let words = match (t.goal, t.text.is_empty()) {
        (_, false) => t.text.clone(),
        (Some(goal), _) => format!("{} of {goal}", t.at),
        (None, _) => t.at.to_string(),
    };
    let figure = one_line(ui, &words, Face::Semi, 13.0, c.text, width);
    let room = width - figure.size().x - 34.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if !t.army.is_empty() {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            paint_flag(ui, rect, &t.army);
        }
        // The figure comes first where boxes and figure have no room.
        let side = (room / n.max(1) as f32 - 1.0).min(15.0);
        if n <= 12 && side >= 8.0 {
            let (rect, response) =
                ui.allocate_exact_size(vec2((side + 1.0) * n as f32, side), Sense::hover());
            told(&response, t);
            for i in 0..n {
                let min = rect.min + vec2((side + 1.0) * i as f32, 0.0);
                let b = Rect::from_min_size(min, Vec2::splat(side));
                let fill = if i < t.at { c.text } else { c.card };
                ui.painter().rect(b, 2, fill, Stroke::new(1.2, c.text), StrokeKind::Inside);
                if t.goal == Some(i + 1) && i >= t.at {
                    ui.painter().circle_stroke(b.center(), 3.0, Stroke::new(1.2, c.accent));
                }
            }
        }
        ui.label(figure);
    });
}

/// What is worth knowing beside the figure, where there is room.
fn notes(ui: &mut Ui, group: &[&TrackView], width: f32) {
    let c = colours(ui);
    let noted = group.iter().filter(|t| !t.note.is_empty());
    // Whose note it is must be said where several share a column.
    let say =
        |t: &&&TrackView| if group.len() > 1 { format!("{}: {}", t.name, t.note) } else { t.note.clone() };
    let said: Vec<String> = noted.map(|t| say(&t)).collect();
    if !said.is_empty() {
        ui.label(one_line(ui, &said.join("; "), Face::Ui, 11.5, c.muted, width));
    }
}

/// Words for readers and pointers of a track.
fn tip(t: &TrackView) -> String {
    let rules: Vec<&str> = t.rules.iter().map(|r| r.0).collect();
    let mut out =
        format!("{}: {}", t.name, if t.text.is_empty() { t.at.to_string() } else { t.text.clone() });
    for part in [t.note.as_str(), &rules.join(", ")] {
        if !part.is_empty() {
            out.push('\n');
            out.push_str(part);
        }
    }
    out
}

const KINDS: [TrackKind; 4] = [TrackKind::Points, TrackKind::Turns, TrackKind::Score, TrackKind::Other];

/// Tracks that share a column.
fn groups(tracks: &[TrackView], kind: TrackKind) -> Vec<Vec<&TrackView>> {
    let of_kind: Vec<&TrackView> = tracks.iter().filter(|t| t.kind == kind).collect();
    match kind {
        _ if of_kind.is_empty() => Vec::new(),
        TrackKind::Score | TrackKind::Points => vec![of_kind],
        _ => of_kind.into_iter().map(|t| vec![t]).collect(),
    }
}

/// All tracks side by side, those of the sides under one another.
pub fn show(ui: &mut Ui, tracks: &[TrackView], width: f32, tall: bool) {
    // Narrow windows have the notes on hover only.
    let noted = tall && width > 860.0;
    // Columns have their width whatever the figures are: nothing moves as points are spent.
    let columns: Vec<(TrackKind, Vec<&TrackView>)> =
        KINDS.into_iter().flat_map(|k| groups(tracks, k).into_iter().map(move |g| (k, g))).collect();
    let share = |kind: TrackKind| match kind {
        TrackKind::Points => (width * 0.31).clamp(150.0, 300.0),
        TrackKind::Score => (width * 0.29).clamp(150.0, 260.0),
        TrackKind::Turns => 0.0,
        TrackKind::Other => 110.0,
    };
    let others: f32 = columns.iter().map(|c| share(c.0)).sum();
    let turns = columns.iter().filter(|c| c.0 == TrackKind::Turns).count().max(1) as f32;
    let gaps = GAP * columns.len() as f32;
    let turn_width = ((width - others - gaps) / turns).clamp(110.0, 620.0);
    for (kind, group) in columns {
        let wide = if kind == TrackKind::Turns { turn_width } else { share(kind) };
        let layout = egui::Layout::top_down(egui::Align::Min);
        let size = vec2(wide, ui.available_height());
        let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(wide);
            column(ui, kind, &group, wide, (tall, noted));
        });
        let words: Vec<String> = group.iter().map(|t| tip(t)).collect();
        shown.response.on_hover_text(words.join("\n"));
        ui.add_space(GAP - ui.spacing().item_spacing.x);
    }
}

/// Room between two columns.
const GAP: f32 = 18.0;

/// All tracks under one another, with everything they have to say.
pub fn list(ui: &mut Ui, tracks: &[TrackView], width: f32) {
    for kind in KINDS {
        for group in groups(tracks, kind) {
            let response = ui.vertical(|ui| column(ui, kind, &group, width - 10.0, (true, false))).response;
            let words: Vec<String> = group.iter().map(|t| tip(t)).collect();
            response.on_hover_text(words.join("\n"));
            let c = colours(ui);
            for t in group.iter().filter(|t| !t.note.is_empty()) {
                let words = if group.len() > 1 { format!("{}: {}", t.name, t.note) } else { t.note.clone() };
                ui.add(egui::Label::new(text(words, Face::Ui, 11.5, c.muted)).wrap());
            }
            let rules: Vec<&str> = group.iter().flat_map(|t| t.rules.iter().map(|r| r.0)).collect();
            ui.horizontal_wrapped(|ui| {
                for (i, r) in rules.iter().enumerate().filter(|(i, r)| !rules[..*i].contains(r)) {
                    ui.push_id(i, |ui| rule_chip(ui, r));
                }
            });
            ui.add_space(6.0);
        }
    }
}

/// The figures alone, as many as there is room for. The turn stands in the bar over the map, and the flag
/// says whose they are: `sides` are names not to be said again.
pub fn line(ui: &mut Ui, tracks: &[TrackView], sides: &[&str]) {
    let c = colours(ui);
    let narrow = ui.available_width() < 320.0;
    for kind in KINDS.into_iter().filter(|k| *k != TrackKind::Turns) {
        for t in tracks.iter().filter(|t| t.kind == kind) {
            let figure = match (t.text.is_empty(), t.goal, kind) {
                (false, ..) => t.text.clone(),
                (_, Some(goal), _) => format!("{} of {goal}", t.at),
                (_, _, TrackKind::Score) => t.at.to_string(),
                _ => format!("{} of {}", t.at, t.max),
            };
            let bare =
                sides.iter().find_map(|n| figure.strip_prefix(n)).map_or(figure.as_str(), str::trim_start);
            let words = if t.army.is_empty() { format!("{} {figure}", t.name) } else { bare.to_owned() };
            let words = if narrow { words.replace(" of ", "/") } else { words };
            let galley = one_line(ui, &words, Face::Semi, 12.5, c.text, f32::INFINITY);
            let flag = if t.army.is_empty() { 0.0 } else { 20.0 };
            let size = vec2(galley.size().x + flag, 20.0);
            if size.x > ui.available_width() {
                return;
            }
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            if !t.army.is_empty() {
                let at = Rect::from_center_size(rect.left_center() + vec2(8.0, 0.0), Vec2::splat(15.0));
                paint_flag(ui, at, &t.army);
            }
            let at = pos2(rect.left() + flag, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(at, galley, c.text);
            told(&response, t);
            response.on_hover_text(tip(t));
            ui.add_space(6.0);
        }
    }
}

fn column(ui: &mut Ui, kind: TrackKind, group: &[&TrackView], width: f32, (tall, noted): (bool, bool)) {
    let c = colours(ui);
    // What has no room is scrolled to, not broken into letters.
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    ui.spacing_mut().item_spacing.y = if tall { 4.0 } else { 2.0 };
    ui.spacing_mut().interact_size.y = 18.0;
    let Some(first) = group.first() else { return };
    let heading = match kind {
        TrackKind::Score if group.len() > 1 => words::SCORE,
        TrackKind::Points if group.len() > 1 => words::POINTS,
        _ => &first.name,
    };
    caption(ui, heading);
    for t in group {
        match kind {
            TrackKind::Points => points(ui, t, width),
            TrackKind::Turns => turns(ui, t, width),
            TrackKind::Score => score(ui, t, width),
            TrackKind::Other => {
                let words = if t.text.is_empty() { format!("{} of {}", t.at, t.max) } else { t.text.clone() };
                ui.label(text(words, Face::Semi, 13.0, c.text));
            }
        }
    }
    if noted {
        notes(ui, group, width);
    }
}
