//! What may come of an action: who against whom, every modifier with its rule, the chances as a chart.
//! In the dock, and as a card beside the target that is pointed at.

use super::PlayScreen;
use super::selection;
use crate::ui::commands::Command;
use crate::ui::pictures;
use crate::ui::words;
use egui::{
    Align, Align2, Layout, Margin, Pos2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use engine::present::{Affordance, CounterView, ModLine, Odds, OddsBranch, OddsOutcome, Quality, Verb};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, caption, card, chip_text, hatch, one_line, rule_chip, rule_chip_width};

/// Seconds the pointer or the cursor rests on a target before its odds are shown.
const REST: f64 = 0.25;
/// Seconds the pointer rests beside all targets before what it showed is put away.
const LEFT: f64 = 1.0;
/// A map lower than this has modifiers and chances side by side.
const LOW: f32 = 400.0;
/// A map lower than this does not hold the card.
const TINY: f32 = 300.0;

/// Where the pointer rests: on a target or beside all of them, and since when.
#[derive(Default)]
pub(super) struct Rested {
    on: Option<usize>,
    at: Option<engine::hex::HexId>,
    since: f64,
    /// What is shown since the pointer rested on it, and for which version of the match: it stays while the
    /// pointer travels to its button.
    shown: Option<(u64, usize)>,
}

impl PlayScreen {
    /// The target that was last rested on, while it can still be attacked.
    pub(super) fn rested_target(&self) -> Option<usize> {
        let (version, id) = self.hand.rested.shown?;
        let offered = selection::offered(&self.session.views.actions, &self.selection);
        let stands = version == self.session.game.version() && offered.iter().any(|a| a.id == id);
        stands.then_some(id)
    }

    /// Takes note of where the pointer rests. The first target is shown at once; another takes its place once
    /// the pointer has rested on it, so that nothing changes on the way to the button.
    pub(super) fn rest_on(&mut self, ui: &Ui, target: Option<usize>, at: Option<engine::hex::HexId>) {
        let now = ui.input(|i| i.time);
        let rested = &mut self.hand.rested;
        if rested.on != target || rested.at != at {
            (rested.on, rested.at, rested.since) = (target, at, now);
        }
        let waited = now - rested.since;
        let shown = self.rested_target();
        let due = match (target, shown) {
            (Some(id), Some(old)) if id == old => None,
            // A card over the map waits; in the dock nothing is in the way.
            (Some(_), None) => Some(if self.room.compact && !self.room.drawer { REST } else { 0.0 }),
            (Some(_), Some(_)) => Some(REST),
            // Off the map the pointer is on its way to the button, or there already.
            (None, Some(_)) if at.is_some() => Some(LEFT),
            (None, _) => None,
        };
        let Some(due) = due else { return };
        if waited >= due {
            self.hand.rested.shown = target.map(|id| (self.session.game.version(), id));
            ui.ctx().request_repaint();
        } else {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(due - waited));
        }
    }

    /// What was rested on is no longer shown.
    pub(super) fn forget_rested(&mut self) {
        self.hand.rested = Rested::default();
    }

    /// The action whose odds stand beside its target. Beside an open dock the map has the tag alone.
    fn carded(&mut self) -> Option<usize> {
        let busy = self.choice.is_some() || self.sighting() || self.drawing() || self.recap.is_some();
        let docked = !self.room.compact || self.room.drawer;
        if busy || docked || self.covered() {
            return None;
        }
        let known = |id: &usize| self.session.views.actions.iter().any(|a| a.id == *id);
        self.selection.pending.filter(known).or_else(|| self.rested_target())
    }

    /// The odds beside the target, inside the map.
    pub(super) fn odds_card(&mut self, ui: &mut Ui, map: Rect, out: &mut Vec<Command>) {
        let Some(id) = self.carded() else { return };
        let Some(a) = self.session.views.actions.iter().find(|a| a.id == id).cloned() else { return };
        let board = &self.session.views.board;
        let place = |hexes: Vec<engine::hex::HexId>| hexes.first().and_then(|h| self.widget.screen_of(*h));
        let to = place(selection::hexes_of(&a.target, board));
        let from = a.subject.as_ref().and_then(|s| place(selection::hexes_of(s, board)));
        let low = map.height() < LOW;
        // A very low map lends room from the bars around it.
        let bounds = if map.height() < TINY { ui.ctx().content_rect().shrink(6.0) } else { map };
        let width = if low { (bounds.width() - 60.0).min(560.0) } else { (bounds.width() - 40.0).min(330.0) };
        let name = egui::Id::unique("odds-card");
        let area = egui::Area::new(name);
        let known = ui.ctx().memory(|m| m.area_rect(name)).map_or(vec2(width, 240.0), |r| r.size());
        let at = beside(bounds.shrink(6.0), known, to, from, self.widget.camera.zoom);
        let below = if low { 44.0 } else { self.buttons_height(id) };
        let most = (bounds.height() - 40.0 - below).max(60.0);
        let area = area.order(egui::Order::Middle).enabled(ui.is_enabled());
        area.fixed_pos(at).constrain_to(bounds).show(ui.ctx(), |ui| {
            let shadow = ui.style().visuals.popup_shadow;
            card(ui).shadow(shadow).stroke(Stroke::new(1.0, colours(ui).line2)).show(ui, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 4.0;
                let area = ScrollArea::vertical().id_salt("odds").max_height(most).min_scrolled_height(most);
                area.show(ui, |ui| if low { self.low_card(ui, &a) } else { self.action_card(ui, id) });
                if low {
                    self.low_buttons(ui, &a, out);
                } else {
                    self.action_buttons(ui, id, out);
                }
            });
        });
    }

    /// What does it, and the other ways to do it, in one line.
    fn low_buttons(&mut self, ui: &mut Ui, a: &Affordance, out: &mut Vec<Command>) {
        let others = self.same_place(a);
        let gap = 6.0;
        let width = (ui.available_width() - gap * others.len() as f32) / (others.len() + 1) as f32;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            let label = words::short(&a.label);
            let key = if self.selection.pending == Some(a.id) { "Enter" } else { "" };
            let act = Action::primary(&label).key(key).name(&a.label).width(width).height(34.0);
            if act.show(ui).on_hover_text(&a.label).clicked() {
                out.push(Command::Do(a.id));
            }
            for o in others {
                let label = words::short_of(&o.label, &o.cost);
                let other = Action::new(&label).name(&o.label).width(width).height(34.0).show(ui);
                if other.on_hover_text(&o.label).clicked() {
                    self.selection.pending = Some(o.id);
                }
            }
        });
    }

    /// Modifiers and chances side by side.
    fn low_card(&mut self, ui: &mut Ui, a: &Affordance) {
        let c = colours(ui);
        ui.horizontal(|ui| {
            let chips: f32 = a.rules.iter().map(|r| rule_chip_width(ui, r.0) + 6.0).sum();
            let room = ui.available_width() - chips - 8.0;
            ui.label(one_line(ui, &a.label, Face::Semi, 12.5, c.text, room)).on_hover_text(&a.label);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for r in a.rules.iter().rev() {
                    rule_chip(ui, r.0);
                }
            });
        });
        let odds = if a.chancy { self.session.odds(a.id).cloned() } else { None };
        let Some(odds) = odds else { return };
        let half = (ui.available_width() - 12.0) * 0.42;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            if !odds.mods.is_empty() {
                ui.vertical(|ui| {
                    ui.set_width(half);
                    mods(ui, &odds.mods);
                });
            }
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                outcomes(ui, &odds);
            });
        });
    }

    /// What it is, and the rules behind it.
    fn card_head(&self, ui: &mut Ui, a: &Affordance) {
        ui.horizontal(|ui| {
            caption(ui, words::verb(a.verb));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for r in a.rules.iter().rev() {
                    rule_chip(ui, r.0);
                }
            });
        });
    }

    pub(super) fn action_card(&mut self, ui: &mut Ui, id: usize) {
        let Some(a) = self.session.views.actions.iter().find(|a| a.id == id).cloned() else { return };
        let c = colours(ui);
        self.card_head(ui, &a);
        let (from, to) = (self.counter(a.subject.as_ref()), self.counter(Some(&a.target)));
        let odds = if a.chancy { self.session.odds(id).cloned() } else { None };
        self.versus(ui, &a, from.as_ref(), to.as_ref().filter(|_| a.verb == Verb::Attack));
        if let Some(odds) = &odds {
            mods(ui, &odds.mods);
            outcomes(ui, odds);
        } else if a.confirm {
            ui.label(text("This cannot be undone by another action.", Face::Ui, 12.0, c.muted));
        }
    }

    fn versus(&self, ui: &mut Ui, a: &Affordance, from: Option<&CounterView>, to: Option<&CounterView>) {
        let c = colours(ui);
        let (Some(from), Some(to)) = (from, to) else {
            ui.label(text(&a.label, Face::Medium, 13.0, c.text));
            return;
        };
        let side = 50.0;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), side + 2.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &a.label));
        let left = Rect::from_min_size(rect.min, vec2(side, side));
        let right = Rect::from_min_size(pos2(rect.right() - side, rect.top()), vec2(side, side));
        pictures::counter(ui, left, from);
        pictures::counter(ui, right, to);
        let (x0, x1, y) = (left.right() + 10.0, right.left() - 12.0, rect.center().y);
        ui.painter().line_segment([pos2(x0, y), pos2(x1 - 8.0, y)], Stroke::new(1.6, c.text));
        let tip = vec![pos2(x1, y), pos2(x1 - 10.0, y - 5.0), pos2(x1 - 10.0, y + 5.0)];
        ui.painter().add(egui::Shape::convex_polygon(tip, c.text, Stroke::NONE));
        let room = x1 - x0;
        let cost = one_line(ui, &a.cost, Face::Semi, 12.0, c.text, room);
        ui.painter().galley(pos2((x0 + x1 - cost.size().x) / 2.0, y - 18.0), cost, c.text);
        let half = ui.available_width() / 2.0 - 6.0;
        // Names are told in full, on two lines if need be.
        let named = |line: &str, halign: Align| {
            let font = ui_kit::theme::font(Face::Medium, 12.0);
            let mut job = egui::text::LayoutJob::simple(line.to_owned(), font, c.text, half);
            (job.halign, job.wrap.max_rows) = (halign, 3);
            ui.painter().layout_job(job)
        };
        let (left, right) = (named(&from.line, Align::Min), named(&to.line, Align::Max));
        let height = left.size().y.max(right.size().y);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        ui.painter().galley(rect.left_top(), left, c.text);
        ui.painter().galley(rect.right_top(), right, c.text);
        let told = format!("{} against {}", from.line, to.line);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    }
}

/// Where a card of this size lies beside its target: inside the map, over neither target nor actor if there is
/// another place.
fn beside(map: Rect, size: Vec2, to: Option<Pos2>, from: Option<Pos2>, hex: f32) -> Pos2 {
    let Some(to) = to else { return pos2(map.center().x - size.x / 2.0, map.top()) };
    let off = hex + 10.0;
    let inside = |p: Pos2| {
        let most = (map.max - size).max(map.min);
        p.clamp(map.min, most)
    };
    let ways = [
        pos2(to.x + off, to.y - size.y / 2.0),
        pos2(to.x - off - size.x, to.y - size.y / 2.0),
        pos2(to.x - size.x / 2.0, to.y - off - size.y),
        pos2(to.x - size.x / 2.0, to.y + off),
    ];
    let covers = |p: Pos2| {
        let card = Rect::from_min_size(p, size);
        let part = |at: Pos2, weight: f32| {
            let cut = Rect::from_center_size(at, Vec2::splat(hex * 1.5)).intersect(card);
            if cut.is_positive() { cut.area() * weight } else { 0.0 }
        };
        part(to, 3.0) + from.map_or(0.0, |f| part(f, 1.0))
    };
    let mut best = inside(ways[0]);
    for way in &ways[1..] {
        let way = inside(*way);
        if covers(way) + 1.0 < covers(best) {
            best = way;
        }
    }
    best
}

fn mods(ui: &mut Ui, mods: &[ModLine]) {
    if mods.is_empty() {
        return;
    }
    let c = colours(ui);
    let frame = card(ui).inner_margin(Margin::symmetric(8, 2));
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for m in mods {
            let chip_w = rule_chip_width(ui, m.rule.0);
            let value =
                one_line(ui, &m.value, Face::Semi, 12.0, c.text, ui.available_width() - chip_w - 12.0);
            let room = ui.available_width() - chip_w - value.size().x - 20.0;
            // Narrow cards keep what stands before the colon, or have two lines.
            let whole = one_line(ui, &m.text, Face::Ui, 12.0, c.text, room);
            let words = if whole.elided { m.text.split(':').next().unwrap_or(&m.text) } else { &m.text };
            let mut g = one_line(ui, words, Face::Ui, 12.0, c.text, room);
            let two = g.elided;
            if two {
                g = one_line(ui, words, Face::Ui, 12.0, c.text, ui.available_width());
            }
            let above = if two { 17.0 } else { 0.0 };
            let size = vec2(ui.available_width(), 24.0 + above);
            let (row, response) = ui.allocate_exact_size(size, Sense::hover());
            let rect = row.with_min_y(row.top() + above);
            let y = |h: f32| rect.center().y - h / 2.0;
            let top = if two { row.top() + 3.0 } else { y(g.size().y) };
            ui.painter().galley(pos2(rect.left(), top), g, c.text);
            let at = Rect::from_min_max(pos2(rect.right() - chip_w, rect.top() + 2.0), rect.max);
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(at));
            rule_chip(&mut inner, m.rule.0);
            let vy = y(value.size().y);
            let vx = rect.right() - chip_w - 8.0 - value.size().x;
            ui.painter().galley(pos2(vx, vy), value, c.text);
            response
                .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{} {}", m.text, m.value)));
            let rule = chip_text(ui, m.rule.0);
            response.on_hover_text(format!("{}: {}\nRule {rule}", m.text, m.value));
        }
    });
}

fn outcomes(ui: &mut Ui, odds: &Odds) {
    let c = colours(ui);
    ui.horizontal(|ui| {
        caption(ui, "Outcome");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let said = match odds.quality {
                Quality::Exact => "exact".to_owned(),
                Quality::About { error } => format!("within {}", words::percent(error)),
            };
            ui.label(text(said, Face::Semi, 11.5, c.accent));
        });
    });
    let top = odds.branches.iter().flat_map(|b| &b.outcomes).fold(0.0_f64, |m, o| m.max(o.p)).max(1e-9);
    for b in &odds.branches {
        branch(ui, b, top);
    }
    for assumed in &odds.assumed {
        ui.label(text(format!("Assumed: {assumed}"), Face::Ui, 11.5, c.muted));
    }
}

/// The outcomes of one answer, for a row of it.
pub(super) fn answer_outcomes(ui: &mut Ui, odds: &Odds) {
    let top = odds.branches.iter().flat_map(|b| &b.outcomes).fold(0.0_f64, |m, o| m.max(o.p)).max(1e-9);
    odds.branches.iter().for_each(|b| branch(ui, b, top));
}

fn branch(ui: &mut Ui, b: &OddsBranch, top: f64) {
    let c = colours(ui);
    if !b.answer.is_empty() {
        ui.label(text(&b.answer, Face::TitleItalic, 14.0, c.text));
    }
    let mut lines: Vec<_> = b.outcomes.iter().collect();
    lines.sort_by_key(|o| o.rank);
    let width = ui.available_width();
    let longest = |o: &&OddsOutcome| one_line(ui, &o.text, Face::Ui, 12.0, c.text, width).size().x;
    let name_w = lines.iter().map(longest).fold(90.0_f32, f32::max) + 10.0;
    // Where the words of any outcome would be cut, all of them stand above their bars.
    let above = name_w > width * 0.62;
    let name_w = if above { 0.0 } else { name_w };
    ui.spacing_mut().item_spacing.y = 2.0;
    for o in lines {
        if above {
            ui.label(text(&o.text, Face::Ui, 12.0, c.text));
        }
        outcome_bar(ui, o, (width, name_w), (o.p / top).clamp(0.0, 1.0) as f32);
    }
    if !b.facts.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for f in &b.facts {
                ui.label(text(&f.text, Face::Ui, 12.0, c.text));
                ui.label(text(words::percent(f.p), Face::Semi, 12.0, c.danger));
                ui.add_space(10.0);
            }
        });
    }
}

/// One outcome: its words at the left unless they stand above, a bar and the chance.
fn outcome_bar(ui: &mut Ui, o: &OddsOutcome, (width, name_w): (f32, f32), share: f32) {
    let c = colours(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, if name_w > 0.0 { 20.0 } else { 16.0 }), Sense::hover());
    if name_w > 0.0 {
        let g = one_line(ui, &o.text, Face::Ui, 12.0, c.text, name_w - 8.0);
        let x = rect.left() + name_w - 8.0 - g.size().x;
        ui.painter().galley(pos2(x, rect.center().y - g.size().y / 2.0), g, c.text);
    }
    let bar = Rect::from_min_max(
        pos2(rect.left() + name_w, rect.top() + 2.0),
        pos2(rect.right() - 56.0, rect.bottom() - 2.0),
    );
    ui.painter().rect_filled(bar, 2, c.sunk);
    let full = Rect::from_min_size(bar.min, vec2((bar.width() * share).max(1.0), bar.height()));
    if o.removes {
        ui.painter().rect_filled(full, 2, c.accent_weak);
        hatch(ui, full, c.accent);
        ui.painter().rect_stroke(full, 2, Stroke::new(1.5, c.accent), StrokeKind::Inside);
    } else {
        ui.painter().rect_filled(full, 2, c.accent);
    }
    let at = pos2(rect.right(), rect.center().y);
    let font = ui_kit::theme::font(Face::Semi, 12.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, words::percent(o.p), font, c.text);
    let told = format!("{}: {}", o.text, words::percent(o.p));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    response.on_hover_text(told);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_lies_inside_the_map_and_not_over_its_target() {
        let map = Rect::from_min_size(pos2(10.0, 20.0), vec2(600.0, 400.0));
        let size = vec2(250.0, 200.0);
        for x in [20.0, 150.0, 310.0, 500.0, 600.0] {
            for y in [30.0, 200.0, 410.0] {
                let (to, from) = (pos2(x, y), pos2((x - 60.0).max(20.0), y));
                let card = Rect::from_min_size(beside(map, size, Some(to), Some(from), 30.0), size);
                assert!(map.contains_rect(card), "{card:?} for {to:?}");
                assert!(!card.contains(to), "{card:?} covers {to:?}");
            }
        }
    }
}
