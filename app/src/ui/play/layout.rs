//! Where the parts of the screen lie. A roomy window has the dock at its side; in a small one, or at a
//! large scale, the map keeps the window: the dock is a drawer over it, bars are one line.

use super::{Page, PlayScreen, selection};
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Align, Align2, Frame, Layout, Margin, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use engine::present::{Affordance, Seat, Target, Verb};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{card, icon_button, icon_link, one_line};

/// From this size on there is room for the dock beside the map.
const ROOMY: egui::Vec2 = vec2(1100.0, 680.0);
/// The drawer is no wider than this, nor than half the window.
const DRAWER: f32 = 340.0;
const GAP: f32 = 8.0;
/// Height of the hex in words and the zoom over the lower edge of the map.
const STATUS: f32 = 42.0;

/// Where the parts of the screen lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub top: Rect,
    pub dock: Rect,
    pub prompt: Rect,
    pub bottom: Rect,
    /// The map with what floats over it.
    pub map: Rect,
}

impl Default for Parts {
    fn default() -> Self {
        let r = Rect::NOTHING;
        Self { top: r, dock: r, prompt: r, bottom: r, map: r }
    }
}

/// What the list of actions was looked through for: version, viewer, what is picked up.
type Looked = (u64, Seat, Option<Target>);

/// How the parts share the window.
#[derive(Default)]
pub(super) struct Room {
    /// The page of the dock that is open.
    pub page: Page,
    /// Width of the dock as the player has set it.
    pub dock_width: Option<f32>,
    pub compact: bool,
    /// The drawer is open. A roomy window has no drawer.
    pub drawer: bool,
    /// It was opened because the map has nothing to click.
    offered: bool,
    looked: Option<Looked>,
    /// The tracks have a window of their own.
    pub tracks: bool,
    /// Not all tracks fit into the bar.
    pub tracks_cut: bool,
    pub parts: Parts,
}

impl Room {
    pub fn with_dock_width(dock_width: Option<f32>) -> Self {
        Self { dock_width, ..Self::default() }
    }
}

/// Pages with their icons and keys, as the rail and the drawer show them.
const PAGES: [(Page, Icon, &str); 5] = [
    (Page::Play, Icon::Actions, ""),
    (Page::Log, Icon::Log, ""),
    (Page::Rules, Icon::Rules, " (R)"),
    (Page::Score, Icon::Score, ""),
    (Page::Sheets, Icon::Sheets, ""),
];

fn drawer_width(ui: &Ui) -> f32 {
    DRAWER.min(ui.ctx().content_rect().width() * 0.5)
}

impl PlayScreen {
    /// The bars and the dock; where each lies is kept for the guide.
    pub(super) fn panels(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let room = |ui: &Ui| ui.available_rect_before_wrap();
        let whole = room(ui);
        self.room.compact = whole.width() < ROOMY.x || whole.height() < ROOMY.y;
        self.top_bar(ui, out);
        let under = room(ui);
        if self.room.compact {
            self.offer_list();
        } else {
            self.dock_panel(ui, out);
        }
        let beside = room(ui);
        self.prompt_strip(ui, out);
        let left = room(ui);
        if self.room.compact {
            self.bottom_line(ui, out);
        } else {
            self.bottom_bar(ui, out);
        }
        let map = room(ui);
        let dock = match (self.room.compact, self.room.drawer) {
            (true, true) => map.with_min_x(map.right() - drawer_width(ui)),
            // The buttons that open the drawer say themselves where they lie.
            (true, false) => self.room.parts.dock,
            (false, _) => under.with_min_x(beside.right()),
        };
        self.room.parts = Parts {
            top: whole.with_max_y(under.top()),
            dock,
            prompt: beside.with_max_y(left.top()),
            bottom: left.with_min_y(map.bottom()),
            map: self.room.parts.map,
        };
    }

    fn dock_panel(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let screen = ui.ctx().content_rect().width();
        let usual = if screen >= 1500.0 { 388.0 } else { 340.0_f32.min(screen * 0.27) };
        let (least, most) = (250.0_f32.min(screen * 0.27), screen * 0.4);
        let frame =
            Frame::new().fill(c.panel).inner_margin(Margin { left: 16, right: 14, top: 12, bottom: 8 });
        let shown = egui::Panel::right("play-dock")
            .resizable(true)
            .default_size(self.room.dock_width.unwrap_or(usual).min(most))
            .size_range(least..=most.max(least))
            .frame(frame)
            .show(ui, |ui| {
                // The panel has its width whatever lies in it.
                let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
                let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("dock").max_rect(rect));
                inner.shrink_clip_rect(rect.expand(6.0));
                self.dock(&mut inner, out);
            });
        let width = shown.response.rect.width();
        if (width - usual).abs() > 2.0 || self.room.dock_width.is_some() {
            self.room.dock_width = Some(width);
        }
    }

    /// Where the map lies, for those who look whether it has room enough.
    pub fn map_rect(&self) -> Rect {
        self.room.parts.map
    }

    /// Opens a page, and the drawer where there is one.
    pub(super) fn open_page(&mut self, page: Page) {
        self.room.page = page;
        self.room.drawer = true;
        self.room.offered = false;
    }

    pub(super) fn turn_to(&mut self, page: Page) {
        if self.room.page != page || (self.room.compact && !self.room.drawer) {
            self.open_page(page);
        } else {
            self.room.page = Page::Play;
            self.room.drawer = false;
        }
    }

    /// The drawer lies over the map.
    pub(super) fn drawer_open(&self) -> bool {
        self.room.compact && self.room.drawer
    }

    pub(super) fn close_drawer(&mut self) {
        self.room.drawer = false;
        self.room.page = Page::Play;
    }

    /// What is chosen from a list alone has its list opened, and closed again.
    fn offer_list(&mut self) {
        let key = (self.session.shown().version(), self.session.viewer(), self.selection.subject.clone());
        // While one is told what happened, the map is to be seen.
        if self.room.looked.as_ref() == Some(&key) || self.recap.is_some() {
            return;
        }
        self.room.looked = Some(key);
        let (board, actions) = (&self.session.views.board, &self.session.views.actions);
        let own = self.selection.subject.as_ref().map_or_else(Vec::new, |s| selection::hexes_of(s, board));
        let on_map = |a: &Affordance| {
            let hexes = selection::hexes_of(&a.target, board);
            matches!(a.target, Target::Edge(_))
                || (!hexes.is_empty() && !hexes.iter().any(|h| own.contains(h)))
        };
        let offered: Vec<&Affordance> = selection::offered(actions, &self.selection)
            .into_iter()
            .filter(|a| a.verb != Verb::End)
            .collect();
        let listed = !offered.is_empty() && !offered.into_iter().any(on_map);
        if listed && !self.room.drawer {
            self.room.page = Page::Play;
            self.room.drawer = true;
            self.room.offered = true;
        } else if !listed && self.room.offered {
            self.room.drawer = false;
            self.room.offered = false;
        }
    }

    /// What floats over the map: the hex in words and zoom, in a small window drawer or rail. What is
    /// left of the map for cards.
    pub(super) fn floating(&mut self, ui: &mut Ui, map: Rect, out: &mut Vec<Command>) -> Rect {
        self.room.parts.map = map;
        let free = match (self.room.compact, self.room.drawer) {
            (false, _) => map,
            (true, true) => self.drawer(ui, map, out),
            (true, false) => self.rail(ui, map),
        };
        // The rail ends above the lower edge.
        self.floating_status(ui, if self.drawer_open() { free } else { map });
        free.with_max_y(free.bottom() - STATUS)
    }

    /// How much of the map's right and lower edge lies under other things. A small map is not made smaller for
    /// the line under it.
    pub(super) fn covered_map(&self) -> egui::Vec2 {
        match (self.room.compact, self.room.drawer) {
            (false, _) => vec2(0.0, STATUS),
            (true, true) => vec2(self.room.parts.dock.width(), 0.0),
            (true, false) => egui::Vec2::ZERO,
        }
    }

    fn pages(&self) -> impl Iterator<Item = (Page, Icon, String)> + use<> {
        let sheets = !self.session.views.sheets.is_empty();
        PAGES
            .into_iter()
            .filter(move |p| p.0 != Page::Sheets || sheets)
            .map(|(page, icon, key)| (page, icon, format!("{}{key}", page.name())))
    }

    fn drawer(&mut self, ui: &mut Ui, map: Rect, out: &mut Vec<Command>) -> Rect {
        let c = colours(ui);
        let width = drawer_width(ui);
        let rect = map.with_min_x(map.right() - width);
        let area = egui::Area::new(egui::Id::unique("drawer")).order(egui::Order::Middle);
        area.enabled(ui.is_enabled()).fixed_pos(rect.min).constrain(false).show(ui.ctx(), |ui| {
            ui.set_clip_rect(rect);
            let frame = Frame::new().fill(c.panel).stroke(egui::Stroke::new(1.0, c.line2));
            frame.inner_margin(Margin { left: 12, right: 10, top: 4, bottom: 6 }).show(ui, |ui| {
                let size = rect.size() - vec2(24.0, 12.0);
                let (inside, _) = ui.allocate_exact_size(size, Sense::hover());
                let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("drawer").max_rect(inside));
                self.drawer_head(&mut inner);
                inner.add_space(4.0);
                let body = inner.available_rect_before_wrap();
                inner.shrink_clip_rect(body.expand2(vec2(6.0, 2.0)));
                self.dock(&mut inner, out);
            });
        });
        self.room.parts.dock = rect;
        map.with_max_x(rect.left())
    }

    fn drawer_head(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        let mut chosen = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (page, icon, name) in self.pages() {
                if icon_button(ui, icon, &name, true, self.room.page == page).clicked() {
                    chosen = Some(page);
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_link(ui, Icon::Cross, "Close the drawer (Esc)", 24.0).clicked() {
                    self.close_drawer();
                }
                let room = ui.available_width() - 4.0;
                if room > 30.0 {
                    ui.label(one_line(ui, self.room.page.name(), Face::Semi, 13.0, c.text, room));
                }
            });
        });
        if let Some(page) = chosen {
            self.open_page(page);
        }
    }

    /// The buttons at the right edge of the map that open the drawer.
    fn rail(&mut self, ui: &mut Ui, map: Rect) -> Rect {
        let mut pages: Vec<_> = self.pages().collect();
        // Where they do not all fit, the drawer has the others.
        let fit = ((map.height() - 56.0) / 36.0).floor().max(1.0) as usize;
        if fit < pages.len() {
            pages.truncate(1);
        }
        let mut chosen = None;
        let at = map.right_top() + vec2(-GAP, GAP);
        let area = egui::Area::new(egui::Id::unique("rail")).order(egui::Order::Middle);
        let shown =
            area.enabled(ui.is_enabled()).pivot(Align2::RIGHT_TOP).fixed_pos(at).constrain_to(map).show(
                ui.ctx(),
                |ui| {
                    ui.spacing_mut().item_spacing.y = 4.0;
                    for (page, icon, name) in pages {
                        if icon_button(ui, icon, &name, true, false).clicked() {
                            chosen = Some(page);
                        }
                    }
                },
            );
        self.room.parts.dock = shown.response.rect;
        if let Some(page) = chosen {
            self.open_page(page);
        }
        map.with_max_x(map.right() - 32.0 - GAP)
    }

    fn floating_status(&mut self, ui: &mut Ui, free: Rect) {
        let at_right = free.right_bottom() + vec2(-GAP, -GAP);
        let area = egui::Area::new(egui::Id::unique("zoom")).order(egui::Order::Middle);
        let zoom = area
            .enabled(ui.is_enabled())
            .pivot(Align2::RIGHT_BOTTOM)
            .fixed_pos(at_right)
            .constrain_to(free)
            .show(ui.ctx(), |ui| {
                card(ui).inner_margin(Margin::symmetric(4, 0)).show(ui, |ui| {
                    ui.horizontal(|ui| self.zoom_buttons(ui, !self.room.compact));
                });
            });
        let room = zoom.response.rect.left() - free.left() - 2.0 * GAP - 24.0;
        if room < 90.0 {
            return;
        }
        let area = egui::Area::new(egui::Id::unique("hex-line")).order(egui::Order::Middle);
        area.interactable(false)
            .pivot(Align2::LEFT_BOTTOM)
            .fixed_pos(free.left_bottom() + vec2(GAP, -GAP))
            .constrain_to(free)
            .show(ui.ctx(), |ui| self.hex_line_card(ui, room));
    }

    /// The hex pointed at in one line; what does not fit is in the tooltip.
    pub(super) fn hex_line_card(&mut self, ui: &mut Ui, room: f32) {
        let c = colours(ui);
        let line = self.map.read_hex(&self.session);
        card(ui).inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
            let galley = one_line(ui, &line, Face::Ui, 12.5, c.text, room.max(40.0));
            let cut = galley.elided;
            let response = ui.label(galley);
            let told = format!("Hex: {line}");
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
            if cut {
                response.on_hover_text(line);
            }
        });
    }

    /// Zoom, whole map and small map; in a row that runs from the right the other way round.
    pub(super) fn zoom_buttons(&mut self, ui: &mut Ui, percent: bool) {
        let c = colours(ui);
        ui.spacing_mut().item_spacing.x = 2.0;
        let mut order = [0, 1, 2, 3, 4];
        if ui.layout().prefer_right_to_left() {
            order.reverse();
        }
        for n in order {
            match n {
                0 if icon_link(ui, Icon::Minus, "Farther (-)", 26.0).clicked() => self.widget.zoom_by(0.8),
                1 if percent => {
                    let words = format!("{:.0} %", self.widget.zoom_percent());
                    ui.label(text(words, Face::Medium, 12.5, c.text));
                }
                2 if icon_link(ui, Icon::Plus, "Closer (+)", 26.0).clicked() => self.widget.zoom_by(1.25),
                3 if icon_link(ui, Icon::Fit, "Whole map (F)", 26.0).clicked() => self.widget.fit_map(),
                4 if icon_link(ui, Icon::Minimap, "Small map (M)", 26.0).clicked() => {
                    self.map.minimap = !self.map.minimap;
                }
                _ => {}
            }
        }
    }

    /// Tracks in a window of their own.
    pub(super) fn tracks_window(&mut self, ui: &mut Ui, map: Rect) {
        if !self.room.tracks {
            return;
        }
        let mut open = true;
        let width = 330.0_f32.min(map.width() - 30.0);
        egui::Window::new(words::TRACKS)
            .id(egui::Id::unique("tracks-window"))
            .open(&mut open)
            .default_pos(map.left_top() + vec2(10.0, 10.0))
            .default_width(width)
            .max_height(map.height() - 12.0)
            .constrain_to(map)
            .show(ui.ctx(), |ui| {
                let most = (map.height() - 60.0).max(60.0);
                egui::ScrollArea::vertical().id_salt("tracks-window").max_height(most).show(ui, |ui| {
                    super::tracks::list(ui, &self.session.views.tracks, width);
                });
            });
        self.room.tracks = open;
    }
}
