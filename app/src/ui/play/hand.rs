//! What the hand does on the map beyond clicking: a way drawn with a counter, the way an action
//! would take, and the line-of-sight tool.

use super::PlayScreen;
use super::selection::{self, Selection};
use crate::ui::commands::Command;
use crate::ui::words;
use board::overlay::Highlights;
use board::view::{Click, Drag};
use egui::{Align2, PointerButton, Role, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::present::{OverlayLine, PathPreview, ReachView, Refusal, SightView, Target, Verb};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Tone, card, icon_link, one_line, rule_chip};

/// A way being drawn with something picked up.
struct Drawn {
    subject: Target,
    /// The subject, or the group it is in.
    marcher: Target,
    from: HexId,
    way: Vec<HexId>,
    view: PathPreview,
}

/// The line-of-sight tool: from where, and what was last asked.
#[derive(Default)]
struct Sight {
    from: Option<HexId>,
    asked: Option<(HexId, HexId, u64)>,
    view: Option<SightView>,
}

/// The way of a shown action: of which version, which action.
#[derive(Default)]
struct Route {
    of: Option<(u64, usize)>,
    hexes: Vec<HexId>,
    view: PathPreview,
}

/// Where the picked-up counter could go in several steps: of which version, which counter.
#[derive(Default)]
struct Reach {
    of: Option<(u64, Target)>,
    hexes: Vec<ReachView>,
}

/// Where the selected thing may go in one undertaking: for whom and which version it was asked.
#[derive(Default)]
struct Destinations {
    of: Option<(u64, Target)>,
    all: Vec<(HexId, String)>,
    /// The path to the hex pointed at.
    pointed: Option<(HexId, PathPreview)>,
}

#[derive(Default)]
pub(super) struct Hand {
    drawn: Option<Drawn>,
    sight: Option<Sight>,
    route: Route,
    reach: Reach,
    destinations: Destinations,
    /// The cursor of the keyboard counts, not the pointer.
    pub keyboard: bool,
    pub last_cursor: Option<HexId>,
    /// The hex where a box to select counters was begun.
    pub selecting_from: Option<HexId>,
    /// The target whose odds are asked for by resting on it.
    pub rested: super::odds::Rested,
}

/// Adds a hex to a drawn way: going back takes steps back, what is not next to its end is left out.
fn draw(grid: &engine::hex::Grid, from: HexId, way: &mut Vec<HexId>, hex: HexId) {
    if hex == from {
        way.clear();
    } else if let Some(i) = way.iter().position(|h| *h == hex) {
        way.truncate(i + 1);
    } else {
        let last = way.last().copied().unwrap_or(from);
        if grid.hex(last).distance(grid.hex(hex)) == 1 {
            way.push(hex);
        }
    }
}

impl PlayScreen {
    /// Who is drawn: the counter itself if it can act, else something that can in its hex.
    fn drawn_subject(&self, drag: &Drag) -> Option<Target> {
        let able = selection::subjects(&self.session.views.actions);
        let exact = drag.counter.map(Target::Counter);
        let picked = self.selection.subject.clone();
        let here = selection::counters_on(drag.from, &self.session.views.board);
        let mut all = exact.iter().cloned().chain(here.into_iter().map(Target::Counter)).collect::<Vec<_>>();
        // Of several in the hex the one picked up is meant.
        if let Some(p) = picked.filter(|p| all.contains(p)) {
            all.insert(0, p);
        }
        all.iter().find(|t| able.contains(t)).cloned().or(exact)
    }

    pub(super) fn dragged(&mut self, drag: &Drag, at: egui::Pos2, out: &mut Vec<Command>) {
        if self.session.views.actions.is_empty() || drag.button != PointerButton::Primary {
            return;
        }
        if self.drag_box(drag) {
            return;
        }
        if drag.began
            && let Some(subject) = self.drawn_subject(drag)
        {
            self.why = None;
            self.choice = None;
            self.dock.inspected = Some(subject.clone());
            // A counter of a selected group takes the group along.
            let grouped = matches!(&subject, Target::Counter(c) if self.selection.counters().contains(c));
            if !grouped && selection::subjects(&self.session.views.actions).contains(&subject) {
                self.selection = Selection::of_one(subject.clone());
            }
            let marcher = self.selection.marcher().filter(|_| grouped).unwrap_or_else(|| subject.clone());
            let (way, view) = (Vec::new(), PathPreview::default());
            self.hand.drawn = Some(Drawn { subject, marcher, from: drag.from, way, view });
        }
        let grid = self.session.doc().map.grid;
        let Some(drawn) = &mut self.hand.drawn else { return };
        let before = drawn.way.clone();
        for hex in &drag.hexes_along {
            draw(&grid, drawn.from, &mut drawn.way, *hex);
        }
        if drawn.way != before {
            drawn.view =
                self.session.game.view(self.session.viewer()).path_preview(&drawn.marcher, &drawn.way);
        }
        if drag.ended
            && let Some(drawn) = self.hand.drawn.take()
        {
            self.drop_drawn(drawn, drag.to, at, out);
        }
    }

    /// A way was drawn to its end: it is gone, or what is there is done, or it is said why not.
    fn drop_drawn(&mut self, d: Drawn, to: Option<HexId>, at: egui::Pos2, out: &mut Vec<Command>) {
        let Some(to) = to.filter(|to| *to != d.from) else { return };
        let whole = d.view.refused.is_none() && d.view.steps.len() == d.way.len() && !d.way.is_empty();
        if whole && d.way.last() == Some(&to) {
            out.push(Command::Follow { subject: d.marcher, way: d.way });
            return;
        }
        let board = &self.session.views.board;
        let mut hits: Vec<Target> =
            selection::counters_on(to, board).into_iter().map(Target::Counter).collect();
        hits.push(Target::Hex(to));
        let sel = match d.subject {
            Target::Counter(c) if self.selection.counters().contains(&c) => {
                Selection { pending: None, ..self.selection.clone() }
            }
            _ => Selection::of_one(d.subject.clone()),
        };
        if !selection::aimed(&self.session.views.actions, board, &sel, &hits).is_empty() {
            // Dropped on a target: as if it had been clicked, but nothing else is picked up there.
            let only = hits.into_iter().filter(|t| !self.is_able(t)).collect::<Vec<_>>();
            let answer = selection::click(&self.session.views.actions, board, &sel, &only);
            self.selection = sel;
            self.answer(answer, at, out);
            return;
        }
        match d.view.refused {
            Some((hex, refusal)) => {
                let heading =
                    format!("{} and {}", self.line_of(&d.subject), self.session.doc().map.grid.label(hex));
                self.say_why(heading, refusal);
            }
            None => self.ask_why(&d.subject, &Target::Hex(to)),
        }
    }

    fn is_able(&self, t: &Target) -> bool {
        self.session.views.actions.iter().any(|a| a.subject.as_ref() == Some(t))
    }

    pub(super) fn say_why(&mut self, heading: String, refusal: Refusal) {
        self.why = Some(super::Why { heading, refusal: Ok(refusal) });
    }

    /// Goes a drawn way: one action after another, as long as nothing else is to be decided.
    pub fn follow(&mut self, subject: &Target, way: &[HexId], out: &mut Vec<Command>) {
        // Setting out, taking troops along and stopping are actions of their own.
        let counters = if let Target::Group(all) = subject { all.as_slice() } else { &[] };
        let most = way.len() + counters.len() + 4;
        for _ in 0..most {
            let viewer = self.session.viewer();
            let Some(id) = self.session.game.view(viewer).next_on_path(subject, way) else { break };
            let Some(a) = self.session.views.actions.iter().find(|a| a.id == id) else { break };
            if a.chancy || a.confirm {
                self.selection =
                    Selection { subject: a.subject.clone(), others: a.with.clone(), pending: Some(id) };
                break;
            }
            let before = self.session.game.version();
            self.perform_one(id, out);
            if self.session.game.version() == before {
                break;
            }
        }
        let at = selection::hexes_of(subject, &self.session.views.board).first().copied();
        let goes = |s: &Target| s == subject || matches!(s, Target::Counter(c) if counters.contains(c));
        let under_way = self.session.views.actions.iter().any(|a| a.subject.as_ref().is_some_and(goes));
        if under_way && at != way.last().copied() && self.selection.pending.is_none() {
            out.push(Command::Toast(Tone::Plain, words::DECIDE_FIRST.into()));
        }
    }

    /// Lights what is being drawn, or the way of the action pointed at, or the line of sight.
    pub(super) fn light_hand(&mut self, h: &mut Highlights) {
        if let Some(d) = &self.hand.drawn {
            h.reach.clear();
            show_way(h, d.from, &d.view);
            if let Some((hex, _)) = &d.view.refused {
                h.problems.push(*hex);
            }
            let last = d.view.steps.last().map(|s| s.hex);
            if let (Target::Counter(id), Some(hex)) = (&d.subject, last) {
                let counter = self.session.views.board.counters.iter().find(|c| c.id == *id);
                h.ghosts.extend(counter.map(|c| (hex, c.clone())));
            }
            return;
        }
        self.light_reach(h);
        self.light_sight(h);
        self.light_route(h);
    }

    /// Hexes several steps away, where the picked-up counter goes hex by hex.
    fn light_reach(&mut self, h: &mut Highlights) {
        let Some(subject) = self.selection.marcher() else { return };
        let key = Some((self.session.game.version(), subject.clone()));
        if self.hand.reach.of != key {
            let hexes = self.session.game.view(self.session.viewer()).reach(&subject);
            self.hand.reach = Reach { of: key, hexes };
        }
        for far in &self.hand.reach.hexes {
            if h.targets.iter().any(|t| t.0 == far.hex) {
                continue;
            }
            match h.reach.iter_mut().find(|r| r.0 == far.hex) {
                Some(near) if near.1.is_empty() => near.1.clone_from(&far.cost),
                Some(_) => {}
                None => h.reach.push((far.hex, far.cost.clone())),
            }
        }
        let hovered = self.map.hovered.filter(|_| h.path.is_empty());
        if let Some(far) = self.hand.reach.hexes.iter().find(|r| Some(r.hex) == hovered && r.way.len() > 1) {
            let from = selection::hexes_of(&subject, &self.session.views.board).first().copied();
            h.path = from.into_iter().chain(far.way.iter().copied()).collect();
        }
    }

    /// The way to a hex several steps away that was clicked.
    pub(super) fn far_way(&self, hex: HexId) -> Option<Command> {
        let (version, subject) = self.hand.reach.of.clone()?;
        if version != self.session.game.version() || self.selection.marcher().as_ref() != Some(&subject) {
            return None;
        }
        let far = self.hand.reach.hexes.iter().find(|r| r.hex == hex)?;
        Some(Command::Follow { subject, way: far.way.clone() })
    }

    /// Ends what is under way where another counter is clicked that could act then.
    pub(super) fn let_go(&mut self, click: &Click, out: &mut Vec<Command>) {
        let (Some(id), Some(counter)) = (self.session.views.prompt.lets_go, click.counter) else { return };
        let target = Target::Counter(counter);
        let could_act = |c: &engine::present::CounterView| c.id == counter && c.own && c.can_act;
        if self.session.views.board.counters.iter().any(could_act)
            && !self.is_able(&target)
            && self.selection.subject.as_ref() != Some(&target)
        {
            self.perform(id, out);
            self.selection = Selection::default();
        }
    }

    fn light_route(&mut self, h: &mut Highlights) {
        let Some(subject) = self.selection.subject.clone() else { return };
        let shown = self.selection.pending.or(self.dock.pointed_in_list).or_else(|| self.hovered_move());
        let Some(id) = shown else { return };
        let Some(from) = selection::hexes_of(&subject, &self.session.views.board).first().copied() else {
            return;
        };
        let key = Some((self.session.game.version(), id));
        if self.hand.route.of != key {
            let seen = self.session.game.view(self.session.viewer());
            let hexes = seen.path_of_action(id);
            let view = seen.path_preview(&subject, &hexes);
            drop(seen);
            self.hand.route = Route { of: key, hexes, view };
        }
        let route = &self.hand.route;
        if route.hexes.len() > 1 && h.path.is_empty() {
            show_way(h, from, &route.view);
            if route.view.steps.len() < route.hexes.len() {
                h.path = std::iter::once(from).chain(route.hexes.iter().copied()).collect();
            }
        }
    }

    /// The one move that a click on the hovered hex would make.
    fn hovered_move(&self) -> Option<usize> {
        let hex = Target::Hex(self.map.hovered?);
        let offered = selection::offered(&self.session.views.actions, &self.selection);
        offered.into_iter().find(|a| a.verb == Verb::Move && a.target == hex).map(|a| a.id)
    }

    /// Asks once for each change where the selected thing may go.
    fn ask_destinations(&mut self) {
        let subject = self.selection.marcher();
        let idle = self.session.views.actions.is_empty() || self.session.looks_back();
        let Some(subject) = subject.filter(|_| !idle) else {
            self.hand.destinations = Destinations::default();
            return;
        };
        let of = Some((self.session.game.version(), subject.clone()));
        if self.hand.destinations.of != of {
            let all = self.session.game.view(self.session.viewer()).destinations(&subject);
            self.hand.destinations = Destinations { of, all, pointed: None };
        }
    }

    /// The selected thing can be sent to a place in one go.
    pub(super) fn has_destinations(&self) -> bool {
        !self.hand.destinations.all.is_empty() || self.hand.reach.hexes.iter().any(|r| r.way.len() > 1)
    }

    /// What it costs the selected thing to go there in one undertaking; none where it cannot.
    pub(super) fn destination_cost(&self, hex: HexId) -> Option<String> {
        self.hand.destinations.all.iter().find(|d| d.0 == hex).map(|d| d.1.clone())
    }

    /// Lights where the selected thing may go, and the path to the hex pointed at.
    pub(super) fn light_destinations(&mut self, h: &mut Highlights) {
        self.ask_destinations();
        let found = &self.hand.destinations;
        for (hex, cost) in &found.all {
            if !h.reach.iter().any(|r| r.0 == *hex) && !h.targets.iter().any(|t| t.0 == *hex) {
                h.reach.push((*hex, cost.clone()));
            }
        }
        let pointed = self.map.hovered.filter(|hex| found.all.iter().any(|d| d.0 == *hex));
        let (Some(hex), Some((_, subject))) = (pointed, found.of.clone()) else {
            self.hand.destinations.pointed = None;
            return;
        };
        if self.hand.destinations.pointed.as_ref().is_none_or(|p| p.0 != hex) {
            let view = self.session.game.view(self.session.viewer());
            let path = view.path_to(&subject, hex);
            self.hand.destinations.pointed = Some((hex, view.path_preview(&subject, &path)));
        }
        let from = selection::hexes_of(&subject, &self.session.views.board).first().copied();
        if let (Some(from), Some((_, way))) = (from, &self.hand.destinations.pointed) {
            show_way(h, from, way);
        }
    }

    /// Marches the selected thing to one of its destinations.
    pub(super) fn march_to(&mut self, hex: HexId, out: &mut Vec<Command>) {
        let Some(subject) = self.selection.marcher() else { return };
        let way = self.session.game.view(self.session.viewer()).path_to(&subject, hex);
        if !way.is_empty() {
            (self.why, self.choice) = (None, None);
            out.push(Command::Follow { subject, way });
        }
    }

    /// What is drawn, in words beside the pointer.
    pub(super) fn drawn_words(&self, ui: &Ui, rect: egui::Rect) {
        let Some(d) = &self.hand.drawn else { return };
        let c = colours(ui);
        let Some(at) = ui.ctx().pointer_latest_pos() else { return };
        let area = egui::Area::new(egui::Id::unique("drawn"))
            .order(egui::Order::Tooltip)
            .interactable(false)
            .fixed_pos(at + vec2(18.0, 16.0))
            .constrain_to(rect);
        area.show(ui.ctx(), |ui| {
            card(ui).show(ui, |ui| {
                ui.set_max_width(320.0);
                if !d.view.text.is_empty() {
                    ui.label(text(&d.view.text, Face::Semi, 13.0, c.text));
                }
                if let Some((_, r)) = &d.view.refused {
                    ui.horizontal_wrapped(|ui| {
                        ui.label(text(&r.text, Face::Medium, 12.5, c.danger));
                        rule_chip(ui, r.rule.0);
                    });
                }
            });
        });
    }

    /// Takes the line-of-sight tool up, or puts it down.
    pub(super) fn toggle_sight(&mut self, out: &mut Vec<Command>) {
        if self.hand.sight.take().is_some() {
            return;
        }
        let viewer = self.session.viewer();
        if self.session.shown().view(viewer).sight(HexId(0), HexId(0)).is_none() {
            out.push(Command::Toast(Tone::Plain, words::NO_SIGHT.into()));
            return;
        }
        let board = &self.session.views.board;
        let picked =
            self.selection.subject.as_ref().and_then(|s| selection::hexes_of(s, board).first().copied());
        self.hand.sight = Some(Sight { from: picked.or(self.map.hovered), ..Sight::default() });
    }

    /// A way is being drawn.
    pub(super) fn drawing(&self) -> bool {
        self.hand.drawn.is_some()
    }

    pub(super) fn sighting(&self) -> bool {
        self.hand.sight.is_some()
    }

    /// A click while the tool is up sets where one looks from. True if it was taken.
    pub(super) fn sight_click(&mut self, click: &Click) -> bool {
        let Some(sight) = &mut self.hand.sight else { return false };
        match click.button {
            PointerButton::Primary => {
                sight.from = click.hex.or(sight.from);
                (sight.view, sight.asked) = (None, None);
            }
            _ => self.hand.sight = None,
        }
        true
    }

    fn light_sight(&mut self, h: &mut Highlights) {
        let viewer = self.session.viewer();
        let Some(sight) = &mut self.hand.sight else { return };
        let Some(from) = sight.from else { return };
        h.reach.clear();
        h.targets.clear();
        h.cursor = Some(from);
        let Some(to) = self.map.hovered.filter(|to| *to != from) else { return };
        let key = Some((from, to, self.session.shown().version()));
        if sight.asked != key {
            sight.view = self.session.shown().view(viewer).sight(from, to);
            sight.asked = key;
        }
        if let Some(v) = &sight.view {
            h.lines.push(OverlayLine::sight(from, to, v.blocked_at));
        }
    }

    /// What the tool sees: words, rule and the profile of the ground.
    pub(super) fn sight_card(&mut self, ui: &mut Ui, rect: egui::Rect) {
        let grid = self.session.doc().map.grid;
        let Some(sight) = &self.hand.sight else { return };
        let c = colours(ui);
        let mut close = false;
        // Where it hides neither end of the line.
        let ends = [sight.from, self.map.hovered].map(|h| h.and_then(|h| self.widget.screen_of(h)));
        let inner = rect.shrink(12.0);
        let size = vec2((rect.width() - 50.0).clamp(200.0, 460.0) + 24.0, 230.0_f32.min(inner.height()));
        let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM, Align2::LEFT_TOP, Align2::RIGHT_TOP];
        let hidden = |corner: &Align2| {
            let card = corner.align_size_within_rect(size, inner).expand(20.0);
            ends.iter().flatten().filter(|p| card.contains(**p)).count()
        };
        let corner = corners.into_iter().min_by_key(hidden).unwrap_or(Align2::LEFT_BOTTOM);
        let area = egui::Area::new(egui::Id::unique("sight"))
            .order(egui::Order::Middle)
            .pivot(corner)
            .fixed_pos(corner.pos_in_rect(&inner))
            .constrain_to(rect);
        area.show(ui.ctx(), |ui| {
            card(ui).show(ui, |ui| {
                let width = (rect.width() - 50.0).clamp(200.0, 460.0);
                ui.set_width(width);
                let seen = sight.view.as_ref().filter(|_| sight.from.is_some());
                let words = seen.map_or(words::SIGHT_HINT, |v| v.text.as_str());
                ui.horizontal(|ui| {
                    let line = one_line(ui, words, Face::Semi, 13.0, c.text, width - 34.0);
                    let told = ui.label(line);
                    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Sight: {words}")));
                    close = icon_link(ui, Icon::Cross, "Put the line of sight away (L)", 22.0).clicked();
                });
                if let Some(v) = seen {
                    let high = (rect.height() - 110.0).clamp(54.0, 120.0);
                    super::profile::show(ui, v, &grid, vec2(width, high));
                    ui.horizontal_wrapped(|ui| {
                        for r in &v.rules {
                            rule_chip(ui, r.0);
                        }
                    });
                }
            });
        });
        if close {
            self.hand.sight = None;
        }
    }
}

fn show_way(h: &mut Highlights, from: HexId, view: &PathPreview) {
    h.path = std::iter::once(from).chain(view.steps.iter().map(|s| s.hex)).collect();
    h.path_tags = view.steps.iter().map(|s| s.cost.clone()).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_goes_on_and_back_and_never_jumps() {
        let grid = engine::hex::Grid {
            orientation: engine::hex::Orientation::default(),
            shove: engine::hex::Shove::default(),
            cols: 8,
            rows: 8,
            numbering: engine::hex::Numbering::default(),
        };
        let mut way = Vec::new();
        for hex in [1u16, 2, 3, 2, 7].map(HexId) {
            draw(&grid, HexId(0), &mut way, hex);
        }
        assert_eq!(way, [HexId(1), HexId(2)], "back to 2, and 7 is not next to it");
        draw(&grid, HexId(0), &mut way, HexId(0));
        assert!(way.is_empty(), "back where it began");
    }
}
