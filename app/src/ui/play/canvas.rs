//! The map: what is lit, what a click hits, the line that reads the hex, zoom and the small map.

use super::PlayScreen;
use super::panel::PlayView;
use super::selection::{self, Answer, Selection};
use super::session::Session;
use crate::settings::Settings;
use crate::ui::commands::Command;
use crate::ui::words;
use board::overlay::Highlights;
use board::view::{BoardInput, BoardOutput, Camera, Click, ViewOptions};
use egui::{Align2, Frame, PointerButton, Role, Ui, WidgetInfo, vec2};
use engine::game::AnyMatch;
use engine::hex::HexId;
use engine::present::{
    Affordance, BoardView, CounterPlace, CounterView, OverlayView, OverlayWants, Seat, Target, Verb,
};
use std::collections::{BTreeMap, BTreeSet};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{card, icon_link, one_line, rule_chip};

/// What is drawn of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub grid: bool,
    pub numbers: bool,
    pub dim: bool,
    /// Movement, dice and losses are shown as they happen.
    pub animate: bool,
}

/// What an overlay was asked for: kinds, subject, version.
type OverlayKey = (Vec<&'static str>, Option<Target>, Option<HexId>, u64);

/// The map: what is drawn of it, what is pointed at, and where each seat has it.
pub(super) struct MapPanel {
    pub look: Look,
    pub minimap: bool,
    /// The camera follows questions and the computer's moves.
    pub follow: bool,
    /// The map has been opened at a readable size.
    pub opened: bool,
    /// Overlays that are switched on, by their ids.
    pub overlays: BTreeSet<&'static str>,
    pub overlay_key: Option<OverlayKey>,
    pub overlay: OverlayView,
    pub hovered: Option<HexId>,
    /// The chancy action whose target is pointed at.
    pub hovered_action: Option<usize>,
    /// The hovered hex in words: hex, version of the match, line.
    pub hex_line: (Option<HexId>, u64, String),
    /// Changes with the map shown, so that its pictures are drawn anew.
    pub version: u64,
    /// Where the whole map was last fitted in, and how.
    pub fitted: Option<(egui::Rect, Camera)>,
    /// How each seat had the map when it left the screen.
    pub cameras: BTreeMap<u8, Camera>,
    /// The map as a control that can have the focus.
    pub focus_id: Option<egui::Id>,
}

impl MapPanel {
    pub fn new(settings: &Settings, version: u64) -> Self {
        let on = |name: &str, usual: bool| settings.switches.get(name).copied().unwrap_or(usual);
        Self {
            look: Look {
                grid: on("grid", true),
                numbers: on("numbers", true),
                dim: on("dim", false),
                animate: on("animate", true),
            },
            minimap: on("minimap", false),
            follow: on("follow", true),
            opened: false,
            overlays: BTreeSet::new(),
            overlay_key: None,
            overlay: OverlayView::default(),
            hovered: None,
            hovered_action: None,
            hex_line: (None, u64::MAX, String::new()),
            version,
            fitted: None,
            cameras: BTreeMap::new(),
            focus_id: None,
        }
    }

    /// Nothing asked for an earlier viewer stays.
    pub fn forget_view(&mut self) {
        self.hovered = None;
        self.hovered_action = None;
        self.overlay_key = None;
        self.overlay = OverlayView::default();
        self.hex_line = (None, u64::MAX, String::new());
    }

    /// Asks the match for the overlays that are switched on, once for each change.
    fn ask_overlays(&mut self, view: PlayView<'_>) {
        let kinds: Vec<&'static str> = self.overlays.iter().copied().collect();
        if kinds.is_empty() {
            self.overlay = OverlayView::default();
            self.overlay_key = None;
            return;
        }
        let hex = self.hovered;
        let key = (kinds, view.selection.subject.clone(), hex, view.session.shown().version());
        if self.overlay_key.as_ref() == Some(&key) {
            return;
        }
        let seen = view.session.shown().view(view.session.viewer());
        let mut all = OverlayView::default();
        for kind in view.session.shown().overlays().iter().filter(|k| self.overlays.contains(k.id)) {
            let hex_target = hex.map(Target::Hex);
            let counter = view.selection.subject.clone().or_else(|| {
                let top =
                    hex.and_then(|h| selection::counters_on(h, &view.session.views.board).first().copied());
                top.map(Target::Counter)
            });
            let subject = match kind.wants {
                OverlayWants::Nothing => None,
                OverlayWants::Counter => counter,
                OverlayWants::Hex => hex_target,
            };
            if kind.wants != OverlayWants::Nothing && subject.is_none() {
                continue;
            }
            let one = seen.overlay(kind.id, subject.as_ref());
            all.areas.extend(one.areas);
            all.tags.extend(one.tags);
            all.lines.extend(one.lines);
            if !one.text.is_empty() {
                all.text = format!("{}{}: {} ", all.text, kind.name, one.text);
            }
        }
        self.overlay = all;
        self.overlay_key = Some(key);
    }

    /// The hovered hex in one line; made once for each hex and change.
    pub fn read_hex(&mut self, session: &Session) -> String {
        let Some(hex) = self.hovered else { return words::OFF_MAP.to_owned() };
        let version = session.shown().version();
        if self.hex_line.0 != Some(hex) || self.hex_line.1 != version {
            let line = describe(session.shown(), session.viewer(), &session.views.board, hex);
            self.hex_line = (Some(hex), version, line);
        }
        self.hex_line.2.clone()
    }
}

impl PlayScreen {
    /// What lies under the pointer, most exact first.
    fn hits(&self, click: &Click) -> Vec<Target> {
        let mut out = Vec::new();
        if let Some(c) = click.counter {
            out.push(Target::Counter(c));
        }
        if let Some(hex) = click.hex {
            for id in selection::counters_on(hex, &self.session.views.board) {
                let t = Target::Counter(id);
                if !out.contains(&t) {
                    out.push(t);
                }
            }
            out.push(Target::Hex(hex));
        }
        // Hexsides count only where an action is aimed at them.
        let aimed =
            |t: &Target| self.session.views.actions.iter().any(|a| a.target == *t || a.also.contains(t));
        let edge = click.edge.filter(|e| e.1 < 0.2).map(|e| Target::Edge(e.0)).filter(aimed);
        edge.into_iter().chain(out).collect()
    }

    /// The things under the pointer, those the click was not made on left out if one was hit.
    fn pointed(&self, click: &Click) -> Vec<Target> {
        let all = self.hits(click);
        match click.counter {
            // A click on one counter of a stack means that one or the ground, not its neighbour.
            Some(c) => {
                let able = selection::subjects(&self.session.views.actions);
                let chosen = Target::Counter(c);
                if able.contains(&chosen) && self.selection.subject.as_ref() != Some(&chosen) {
                    all.into_iter().filter(|t| !matches!(t, Target::Counter(o) if *o != c)).collect()
                } else {
                    all
                }
            }
            None => all,
        }
    }

    fn lit(&mut self) -> Highlights {
        let mut h = Highlights { can_act: self.selection.subject.is_none(), ..Highlights::default() };
        let board = &self.session.views.board;
        let offered: Vec<Affordance> =
            selection::offered(&self.session.views.actions, &self.selection).into_iter().cloned().collect();
        h.selected.extend(self.selection.subject.clone());
        h.selected.extend(self.selection.others.iter().map(|c| Target::Counter(*c)));
        let own = self.selection.subject.as_ref().map_or_else(Vec::new, |s| selection::hexes_of(s, board));
        for a in &offered {
            let hexes = selection::hexes_of(&a.target, board);
            // What it does to itself is listed, not lit; neither is what nobody in particular does.
            let nobody = a.subject.is_none() && a.verb == Verb::Other;
            if !nobody && !hexes.iter().any(|h| own.contains(h)) {
                light(&mut h, a, &hexes);
            }
        }
        let rested = self.rested_target();
        let shown =
            self.selection.pending.or(self.dock.pointed_in_list).or(self.map.hovered_action).or(rested);
        if let Some(a) = shown.and_then(|id| self.session.views.actions.iter().find(|a| a.id == id)).cloned()
        {
            let to = selection::hexes_of(&a.target, &self.session.views.board).first().copied();
            let from = a
                .subject
                .as_ref()
                .and_then(|s| selection::hexes_of(s, &self.session.views.board).first().copied());
            if let (Verb::Attack, Some(from), Some(to)) = (a.verb, from, to) {
                h.arrow = Some((from, to));
            }
            if let Target::Path(path) = &a.target {
                h.path = path.clone();
            }
            if a.chancy
                && let Some(to) = to
                && let Some(tag) = self.odds_tag(a.id)
            {
                match h.targets.iter_mut().find(|t| t.0 == to) {
                    Some(t) => t.1 = tag,
                    None => h.targets.push((to, tag)),
                }
            }
            if self.dock.pointed_in_list == Some(a.id) && !self.hand.keyboard {
                h.cursor = to;
            }
        }
        if let Some((from, to)) = self.session.views.prompt.threat
            && h.arrow.is_none()
        {
            h.arrow = Some((from, to));
            if !h.targets.iter().any(|t| t.0 == to) {
                h.targets.push((to, String::new()));
            }
        }
        self.map.ask_overlays(PlayView { session: &self.session, selection: &self.selection });
        h.add_overlay(&self.map.overlay);
        if let Some(p) = &self.session.views.procedure {
            // Arrows reach over the hexsides between those who fight.
            let grid = &self.session.doc().map.grid;
            let touch = |a: HexId, d: HexId| grid.hex(a).distance(grid.hex(d)) == 1;
            let pairs = p.attackers.iter().flat_map(|a| p.defenders.iter().map(|d| (*a, *d)));
            h.arrows.extend(pairs.filter(|(a, d)| touch(*a, *d)));
        }
        self.light_destinations(&mut h);
        self.guide_light(&mut h);
        self.light_hand(&mut h);
        h
    }

    /// The chance that anything comes of it, short enough for a tag.
    fn odds_tag(&mut self, id: usize) -> Option<String> {
        self.session.odds(id)?.headline.as_ref().map(engine::present::Headline::text)
    }

    pub(super) fn canvas(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let filmed = self.filmed().map(|(board, lit)| (board.clone(), lit));
        let lit = self.lit();
        egui::CentralPanel::default().frame(Frame::new().fill(c.desk)).show(ui, |ui| {
            let rect = ui.max_rect();
            let got = self.board(ui, rect, &lit, filmed.as_ref());
            self.map.focus_id = Some(got.response.id);
            // The keys are the map's whenever nothing else has them.
            if ui.is_enabled()
                && !egui::Popup::is_any_open(ui.ctx())
                && ui.ctx().memory(|m| m.focused().is_none())
            {
                got.response.request_focus();
            }
            self.point(ui, &got);
            let at = ui.ctx().pointer_latest_pos().unwrap_or(rect.center());
            if let Some(click) = got.clicked {
                if filmed.is_some() {
                    self.skip_film();
                } else if self.recap.take().is_some() {
                    // The first click puts away what was told.
                } else if !self.sight_click(&click) {
                    self.clicked(&click, at, out);
                }
            }
            if let Some(drag) = got.dragged.as_ref().filter(|_| filmed.is_none()) {
                self.dragged(drag, at, out);
            }
            self.resting(&got);
            let free = self.floating(ui, rect, out);
            self.odds_card(ui, free, out);
            self.drawn_words(ui, rect);
            self.show_box(ui);
            self.why_card(ui, free);
            self.guide_card(ui, free, out);
            self.sight_card(ui, free);
            self.windows(ui, free, out);
            self.recap_card(ui, free);
            self.first_move_card(ui, free);
        });
    }

    /// The board itself and the small map.
    fn board(
        &mut self,
        ui: &mut Ui,
        rect: egui::Rect,
        lit: &Highlights,
        filmed: Option<&(BoardView, Highlights)>,
    ) -> BoardOutput {
        let doc = std::sync::Arc::clone(self.session.doc());
        let schema = std::sync::Arc::clone(&self.session.schema);
        let options = ViewOptions {
            grid: self.map.look.grid,
            numbers: self.map.look.numbers,
            dim: self.map.look.dim,
            animate: self.map.look.animate,
            left_pan: true,
            keep_tab: true,
            winter: self.session.is_winter(),
            ..ViewOptions::default()
        };
        // A map that was wholly in view stays so when the window or what lies over it changes.
        self.widget.covered = self.covered_map();
        let whole = rect;
        let rect = egui::Rect::from_min_max(rect.min, rect.max - self.widget.covered);
        if self.map.fitted.is_some_and(|(r, camera)| r != rect && camera == self.widget.camera) {
            self.widget.fit_map();
        }
        let refit = self.map.fitted.is_none_or(|(r, camera)| r != rect && camera == self.widget.camera);
        let viewer = self.session.viewer();
        let (game, views, known) = (self.session.shown(), &self.session.views, &self.map.hex_line);
        let version = game.version();
        let read = |hex: HexId| match known {
            (Some(h), v, line) if *h == hex && *v == version => line.clone(),
            _ => describe(game, viewer, &views.board, hex),
        };
        let raised = super::framing::raised(&self.selection, &views.board);
        let board = raised.as_ref().unwrap_or(&views.board);
        let (view, highlights) = filmed.map_or((board, lit), |(b, h)| (b, h));
        let input = BoardInput {
            doc: &doc.map,
            doc_key: self.map.version,
            schema: &schema,
            view,
            highlights,
            desk: colours(ui).desk,
            options,
            lines_for_hex: Some(&read),
        };
        let got = self.widget.show(ui, &input);
        if self.map.minimap {
            let size = vec2(200.0, 140.0).min(whole.size() * 0.35);
            let rail = if self.room.compact && !self.drawer_open() { 44.0 } else { 0.0 };
            let at = rect.right_top() + vec2(-size.x - 12.0 - rail, 12.0);
            let at = egui::Rect::from_min_size(at, size);
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(at));
            board::minimap::show_minimap(&mut inner, &mut self.widget, &input, size);
        }
        self.open_map(ui);
        if refit {
            self.map.fitted = Some((rect, self.widget.camera));
        }
        got
    }

    /// What is pointed at: the hex under the pointer, or the one of the keyboard if that moved last.
    fn point(&mut self, ui: &Ui, got: &BoardOutput) {
        let cursor = self.widget.cursor;
        let moved = |e: &egui::Event| matches!(e, egui::Event::PointerMoved(_));
        if ui.input(|i| i.events.iter().any(moved) || i.pointer.any_pressed()) {
            self.hand.keyboard = false;
        } else if cursor.is_some() && cursor != self.hand.last_cursor && got.response.has_focus() {
            self.hand.keyboard = true;
        }
        self.hand.last_cursor = cursor;
        let keyboard = self.hand.keyboard && got.response.has_focus();
        let before = self.map.hovered;
        self.map.hovered = if keyboard { cursor } else { got.hovered };
        // What is lit hangs on it, and was drawn before it was known.
        if self.map.hovered != before {
            ui.ctx().request_repaint();
        }
        let counter = if keyboard { None } else { got.hovered_counter };
        self.map.hovered_action = self.hovered_target(self.map.hovered, counter);
        self.rest_on(ui, self.map.hovered_action, self.map.hovered);
        if self.selection.subject.is_none() && self.map.hovered.is_some() {
            self.dock.inspected = self.map.hovered.map(Target::Hex);
        }
    }

    /// Counters, badges and marks in words for a pointer that rests on them.
    fn resting(&self, got: &BoardOutput) {
        // A target has its odds there, an open stack its cards.
        let free = got.dragged.is_none() && self.map.hovered_action.is_none() && !self.widget.is_stack_open();
        let Some(hex) = got.hovered.filter(|_| free) else { return };
        let board = &self.session.views.board;
        let told = super::windows::symbols(board, hex);
        if !told.is_empty() {
            got.response.clone().on_hover_ui_at_pointer(|ui| {
                ui.set_max_width(340.0);
                for line in told {
                    ui.label(text(line, Face::Ui, 12.5, colours(ui).text));
                }
            });
        }
    }

    /// The chancy action the pointer is over: the first, where several are aimed there.
    fn hovered_target(
        &self,
        hex: Option<HexId>,
        counter: Option<engine::present::CounterId>,
    ) -> Option<usize> {
        let hits: Vec<Target> =
            counter.map(Target::Counter).into_iter().chain(hex.map(Target::Hex)).collect();
        let sel = Selection { pending: None, ..self.selection.clone() };
        let views = &self.session.views;
        let aimed = selection::aimed(&views.actions, &views.board, &sel, &hits);
        aimed.iter().find(|a| a.chancy).map(|a| a.id)
    }

    fn clicked(&mut self, click: &Click, at: egui::Pos2, out: &mut Vec<Command>) {
        if click.button == PointerButton::Secondary {
            let Some(hex) = click.hex else { return };
            self.dock.inspected = Some(Target::Hex(hex));
            self.ask_why_here(click.counter, hex);
            return;
        }
        if click.button != PointerButton::Primary || self.session.views.actions.is_empty() {
            self.dock.inspected = click.hex.map(Target::Hex);
            return;
        }
        if click.modifiers.shift {
            self.select_more(click);
            return;
        }
        self.let_go(click, out);
        let hits = self.pointed(click);
        let views = &self.session.views;
        let answer = selection::click(&views.actions, &views.board, &self.selection, &hits);
        if let (Answer::WhyNot { .. }, Some(hex)) = (&answer, click.hex)
            && let Some(follow) = self.far_way(hex)
        {
            out.push(follow);
            return;
        }
        if let Some(hex) = click.hex.filter(|hex| self.destination_cost(*hex).is_some()) {
            match answer {
                Answer::WhyNot { .. } | Answer::Look(_) => {
                    self.march_to(hex, out);
                    return;
                }
                // Somebody else stands there who could be selected: a march there is offered too.
                Answer::Select(other) => {
                    self.why = None;
                    let (select, actions, march) = (Some(other), Vec::new(), Some(hex));
                    self.choice = Some(super::menu::Choice { at, select, actions, march, fresh: true });
                    return;
                }
                _ => {}
            }
        }
        self.answer(answer, at, out);
    }

    /// Why not, over the top of the map.
    fn why_card(&mut self, ui: &mut Ui, rect: egui::Rect) {
        let Some(why) = &self.why else { return };
        let c = colours(ui);
        let mut close = false;
        // The card of the guide keeps its place.
        let at = if self.guide_is_above() {
            (Align2::CENTER_BOTTOM, rect.center_bottom() - vec2(0.0, 10.0))
        } else {
            (Align2::CENTER_TOP, rect.center_top() + vec2(0.0, 10.0))
        };
        let area = egui::Area::new(egui::Id::unique("why"))
            .order(egui::Order::Middle)
            .pivot(at.0)
            .fixed_pos(at.1)
            .constrain_to(rect);
        area.show(ui.ctx(), |ui| {
            let frame = card(ui).fill(c.danger_weak).stroke(egui::Stroke::new(1.0, c.danger));
            frame.show(ui, |ui| {
                ui.set_max_width((rect.width() - 40.0).min(520.0));
                ui.horizontal(|ui| {
                    let room = ui.available_width() - 34.0;
                    ui.label(one_line(ui, &why.heading, Face::Semi, 12.0, c.text, room));
                    if icon_link(ui, Icon::Cross, "Close the reason", 22.0).clicked() {
                        close = true;
                    }
                });
                ui.horizontal_wrapped(|ui| match &why.refusal {
                    Ok(r) => {
                        let said = ui.label(text(&r.text, Face::Medium, 13.0, c.danger));
                        let words = format!("Why not: {} [{}]", r.text, r.rule);
                        said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
                        rule_chip(ui, r.rule.0);
                    }
                    Err(legal) => {
                        ui.label(text(legal, Face::Medium, 13.0, c.text));
                    }
                });
            });
        });
        if close {
            self.why = None;
        }
    }
}

/// A hex and what stands on it, in one line, with the enemies near it.
fn describe(game: &dyn AnyMatch, viewer: Seat, board: &BoardView, hex: HexId) -> String {
    let i = game.view(viewer).inspect(&Target::Hex(hex));
    let mut line = i.title.clone();
    if !i.subtitle.is_empty() {
        line = format!("{line}, {}", i.subtitle);
    }
    let here: Vec<&CounterView> =
        i.counters.iter().filter_map(|id| board.counters.iter().find(|c| c.id == *id)).collect();
    for c in &here {
        line = format!("{line}; {}", c.line);
    }
    let grid = &game.doc().map.grid;
    let own = here.first().is_none_or(|c| c.own);
    let near = |c: &&CounterView| {
        c.own != own
            && matches!(&c.place, CounterPlace::Hexes(h)
                if h.iter().any(|h| *h != hex && grid.hex(*h).distance(grid.hex(hex)) <= words::NEAR))
    };
    match board.counters.iter().filter(near).count() {
        0 => line,
        n => format!("{line}; {}", words::enemies_near(n)),
    }
}

/// Lights the place of one action by its kind.
fn light(h: &mut Highlights, a: &Affordance, hexes: &[HexId]) {
    match (&a.target, a.verb) {
        (Target::Edge(e), _) => h.target_edges.push(*e),
        (Target::Counter(c), v) if v != Verb::Attack => h.target_counters.push(*c),
        (_, v) if v != Verb::Attack => {
            for hex in hexes {
                match h.reach.iter_mut().find(|r| r.0 == *hex) {
                    Some(r) if r.1.is_empty() => r.1.clone_from(&a.tag),
                    Some(_) => {}
                    None => h.reach.push((*hex, a.tag.clone())),
                }
            }
        }
        _ => {
            for hex in hexes {
                match h.targets.iter_mut().find(|t| t.0 == *hex) {
                    Some(t) if t.1.is_empty() => t.1.clone_from(&a.tag),
                    Some(_) => {}
                    None => h.targets.push((*hex, a.tag.clone())),
                }
            }
        }
    }
}
