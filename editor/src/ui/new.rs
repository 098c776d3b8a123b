//! The dialog for a new scenario: rules, sides, sheet and turns; from nothing, from an existing map
//! or from geography.

use super::fields;
use super::host::{Host, MapChoice};
use super::numbering::{self, Way};
use super::{look, swatch};
use crate::core::pieces;
use crate::core::sheet;
use crate::words;
use egui::{Key, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use engine::hex::{Grid, Orientation, Shove};
use engine::scenario::{FieldKind, MapDoc, ScenarioDoc, Schema, Value};
use std::sync::Arc;

/// Widths of the fields and of the picture beside them.
const FIELDS: f32 = 410.0;
const SAMPLE: f32 = 230.0;

/// Where the map comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    #[default]
    Blank,
    Map,
    Geography,
}

/// What has been filled in so far.
#[derive(Clone, Debug)]
pub struct NewDialog {
    start: Start,
    /// The scenario whose map is reused.
    map: String,
    ruleset: String,
    title: String,
    /// Nations of the two sides, by id; empty for the rule system's first ones.
    nations: [String; 2],
    cols: u16,
    rows: u16,
    orientation: Orientation,
    shove: Shove,
    numbers: Way,
    turns: u32,
    focused: bool,
    title_field: Option<egui::Id>,
    /// A number is being typed at the start of the frame.
    number_is_typed: bool,
    /// The greatest height of the fields so far.
    tall: f32,
    /// The rule system whose defaults were last applied.
    custom: String,
    /// A picture of the map to reuse.
    picture: Option<(String, Arc<board::scene::Scene>)>,
    /// Open documents, whose maps can be reused too.
    open: Vec<MapChoice>,
}

impl Default for NewDialog {
    fn default() -> Self {
        Self {
            start: Start::Blank,
            map: String::new(),
            ruleset: String::new(),
            title: String::new(),
            nations: Default::default(),
            cols: 20,
            rows: 15,
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            numbers: Way::Letters,
            turns: 20,
            focused: false,
            title_field: None,
            number_is_typed: false,
            tall: 0.0,
            custom: String::new(),
            picture: None,
            open: Vec::new(),
        }
    }
}

pub enum NewDialogOutcome {
    Open,
    Cancelled,
    /// The document, and whether to import geography into it next.
    Made(Box<ScenarioDoc>, bool),
}

impl NewDialog {
    /// Besides the maps of the library, those of these documents can be reused.
    pub fn with_open<'a>(documents: impl Iterator<Item = &'a ScenarioDoc>) -> Self {
        let one = |(i, doc): (usize, &ScenarioDoc)| {
            let (title, ruleset) = (words::open_map(&doc.title), doc.ruleset.clone());
            MapChoice { key: format!("open {i}"), title, ruleset, doc: Arc::new(doc.clone()) }
        };
        Self { open: documents.enumerate().map(one).collect(), ..Self::default() }
    }

    /// Open documents first, then the library.
    fn map_choices(&self, host: &Host<'_>) -> Vec<MapChoice> {
        self.open.iter().chain(&host.given.maps).filter(|m| m.ruleset == self.ruleset).cloned().collect()
    }

    fn chosen_map(&self, host: &Host<'_>) -> Option<Arc<ScenarioDoc>> {
        let found = self.open.iter().chain(&host.given.maps).find(|m| m.key == self.map);
        found.map(|m| Arc::clone(&m.doc))
    }

    /// Hexes, numbers and enemies as usual for these rules: those of the first scenario in the library.
    fn follow_custom(&mut self, schema: &Schema, host: &Host<'_>) {
        if std::mem::replace(&mut self.custom, self.ruleset.clone()) == self.ruleset {
            return;
        }
        let first = host.given.maps.iter().find(|m| m.ruleset == self.ruleset).map(|m| &*m.doc);
        self.nations = enemies(schema, first);
        if let Some(doc) = first {
            let grid = &doc.map.grid;
            (self.orientation, self.shove) = (grid.orientation, grid.shove);
            self.numbers = Way::of(grid);
        }
    }

    pub fn show(&mut self, ctx: &egui::Context, host: &Host<'_>) -> NewDialogOutcome {
        let rulesets = host.given.rulesets;
        if self.ruleset.is_empty()
            && let Some(first) = rulesets.first()
        {
            self.ruleset.clone_from(&first.0);
        }
        if let Some(schema) = host.schema(&self.ruleset) {
            self.follow_custom(schema, host);
        }
        let mut answer = NewDialogOutcome::Open;
        // Enter in a number takes over the number and nothing else.
        let focus = ctx.memory(egui::Memory::focused);
        self.number_is_typed = focus
            .is_some_and(|id| Some(id) != self.title_field && egui::TextEdit::load_state(ctx, id).is_some());
        let room = ctx.content_rect();
        let modal = look::modal_dialog(ctx, "editor new scenario").show(ctx, |ui| {
            // A window too narrow for both shows the fields alone.
            let beside = room.width() > FIELDS + SAMPLE + 90.0;
            let wide = if beside { FIELDS + SAMPLE + 24.0 } else { FIELDS.min(room.width() - 70.0) };
            ui.set_width(wide);
            look::title_label(ui, "New scenario");
            look::muted_label(ui, words::NEW_HELP);
            ui.add_space(8.0);
            let most = (room.height() - 190.0).max(120.0);
            ui.horizontal_top(|ui| {
                let fields = ui.vertical(|ui| {
                    ui.set_width(FIELDS.min(wide));
                    // The dialog keeps its height, so that nothing moves under the pointer.
                    ui.set_min_height(self.tall.min(most));
                    ScrollArea::vertical().id_salt("new").max_height(most).show(ui, |ui| {
                        self.scenario_settings(ui, rulesets, host);
                        match self.start {
                            Start::Map => self.choose_map(ui, host),
                            Start::Blank | Start::Geography => self.sheet_settings(ui),
                        }
                    });
                });
                self.tall = self.tall.max(fields.response.rect.height());
                if beside {
                    ui.add_space(16.0);
                    ui.vertical(|ui| self.sample_picture(ui, host));
                }
            });
            ui.add_space(10.0);
            answer = self.dialog_buttons(ui, host);
        });
        if modal.should_close() && matches!(answer, NewDialogOutcome::Open) {
            answer = NewDialogOutcome::Cancelled;
        }
        answer
    }

    /// Rules, title, sides, turns and where the map comes from.
    fn scenario_settings(&mut self, ui: &mut Ui, rulesets: &[(String, String)], host: &Host<'_>) {
        if let Some(r) = fields::choice_field(ui, "Rules", words::NEW_RULES, &self.ruleset, rulesets) {
            self.ruleset = r;
            self.map.clear();
        }
        let title = fields::field_row(ui, "Title", "", |ui| {
            let edit = egui::TextEdit::singleline(&mut self.title).hint_text(words::NEW_TITLE);
            ui.add(edit.desired_width(f32::INFINITY))
        });
        self.title_field = Some(title.id);
        if !std::mem::replace(&mut self.focused, true) {
            title.request_focus();
        }
        if let Some(schema) = host.schema(&self.ruleset) {
            let all: Vec<(String, String)> =
                schema.nations.iter().map(|n| (n.id.clone(), n.name.clone())).collect();
            for (i, name) in ["First side", "Second side"].into_iter().enumerate() {
                if let Some(n) = fields::choice_field(ui, name, words::NEW_SIDE, &self.nations[i], &all) {
                    self.nations[i] = n;
                }
            }
        }
        if let Some(n) = fields::number_field(ui, "Turns", "", self.turns.into(), (1, 999)) {
            self.turns = n.clamp(1, 999) as u32;
        }
        ui.add_space(6.0);
        look::section_caption(ui, "Map");
        ui.horizontal_wrapped(|ui| {
            for (start, name, help) in [
                (Start::Blank, "Blank sheet", "Open ground everywhere"),
                (Start::Map, "Existing map", "The map of an open document or of a scenario of the library"),
                (Start::Geography, "Geography", "A blank sheet, then GeoJSON files are read onto it"),
            ] {
                ui.radio_value(&mut self.start, start, name).on_hover_text(help);
            }
        });
        if self.start == Start::Geography {
            look::muted_label(ui, words::NEW_GEOGRAPHY);
        }
        ui.add_space(4.0);
    }

    fn sheet_settings(&mut self, ui: &mut Ui) {
        let side = (1, 2000);
        if let Some(n) = fields::number_field(ui, "Columns", words::NEW_SIZE, self.cols.into(), side) {
            self.cols = n.clamp(1, 2000) as u16;
        }
        if let Some(n) = fields::number_field(ui, "Rows", words::NEW_SIZE, self.rows.into(), side) {
            self.rows = n.clamp(1, 2000) as u16;
        }
        ui.add_space(4.0);
        look::section_caption(ui, "Hexes");
        ui.horizontal(|ui| {
            ui.radio_value(&mut self.orientation, Orientation::PointyTop, "Pointy top")
                .on_hover_text("Hexes in straight rows");
            ui.radio_value(&mut self.orientation, Orientation::FlatTop, "Flat top")
                .on_hover_text("Hexes in straight columns");
        });
        let mut even = self.shove == Shove::Even;
        let name = words::first_shoved(self.orientation);
        if ui.checkbox(&mut even, name).on_hover_text(words::NEW_SHOVE_TIP).changed() {
            self.shove = if even { Shove::Even } else { Shove::Odd };
        }
        look::section_caption(ui, "Numbering");
        numbering::numbering_choice(ui, &mut self.numbers, self.cols, self.rows);
    }

    /// A picture of the sheet: the corner of a new one, or the reused map.
    fn sample_picture(&mut self, ui: &mut Ui, host: &Host<'_>) {
        let taken = if self.start == Start::Map { self.chosen_map(host) } else { None };
        let grid = taken.as_ref().map_or_else(|| self.grid(), |d| d.map.grid);
        let (rect, r) = ui.allocate_exact_size(vec2(SAMPLE, SAMPLE * 0.86), Sense::hover());
        r.widget_info(|| WidgetInfo::labeled(Role::Image, true, words::NEW_SAMPLE));
        let t = look::theme(ui);
        ui.painter().rect_filled(rect, 6.0, look::colour(t.desk));
        match (&taken, host.schema(&self.ruleset)) {
            (Some(doc), Some(schema)) => {
                if self.picture.as_ref().is_none_or(|p| p.0 != self.map) {
                    self.picture = Some((self.map.clone(), Arc::new(swatch::sheet_scene(&doc.map, schema))));
                }
                if let Some((_, scene)) = &self.picture {
                    swatch::paint_whole(ui, rect.shrink(6.0), scene);
                }
            }
            _ => corner_of(ui, rect.shrink(6.0), grid),
        }
        ui.add_space(4.0);
        look::muted_label(ui, words::new_sheet(&grid));
    }

    fn choose_map(&mut self, ui: &mut Ui, host: &Host<'_>) {
        let all = self.map_choices(host);
        if self.map.is_empty() {
            self.map = all.first().map(|m| m.key.clone()).unwrap_or_default();
        }
        let items: Vec<(String, String)> = all.into_iter().map(|m| (m.key, m.title)).collect();
        if items.is_empty() {
            look::muted_label(ui, words::NO_MAPS);
            return;
        }
        if let Some(key) = fields::choice_field(ui, "Map of", words::MAP_OF, &self.map, &items) {
            self.map = key;
        }
        if let Some(doc) = self.chosen_map(host) {
            look::muted_label(ui, words::sheet_summary(&doc.map));
        }
    }

    fn dialog_buttons(&self, ui: &mut Ui, host: &Host<'_>) -> NewDialogOutcome {
        let mut answer = NewDialogOutcome::Open;
        let problem = self.missing_input(host);
        if let Some(why) = problem {
            ui.colored_label(look::colour(look::theme(ui).danger), why);
        }
        ui.horizontal(|ui| {
            let ready = problem.is_none();
            let make =
                ui.add_enabled_ui(ready, |ui| look::primary_button(ui, "Create scenario", "Enter")).inner;
            let enter = ui.input(|i| i.key_pressed(Key::Enter)) && ready && !self.number_is_typed;
            if (make.clicked() || enter)
                && let Some(schema) = host.schema(&self.ruleset)
            {
                let doc = self.make(schema, host);
                answer = NewDialogOutcome::Made(Box::new(doc), self.start == Start::Geography);
            }
            if ui.button("Cancel").on_hover_text("Esc").clicked() {
                answer = NewDialogOutcome::Cancelled;
            }
        });
        answer
    }

    /// Why it cannot be made yet.
    fn missing_input(&self, host: &Host<'_>) -> Option<&'static str> {
        if host.schema(&self.ruleset).is_none() {
            return Some(words::NO_RULES);
        }
        if !self.nations[0].is_empty() && self.nations[0] == self.nations[1] {
            return Some(words::SAME_NATION);
        }
        match self.start {
            Start::Map if self.chosen_map(host).is_none() => Some(words::NO_MAPS),
            Start::Map => None,
            _ if usize::from(self.cols) * usize::from(self.rows) > Grid::MOST => Some(words::TOO_LARGE),
            _ if matches!(self.numbers, Way::Own(_)) && !sheet::has_distinct_numbers(&self.grid()) => {
                Some(words::NUMBERS_ALIKE)
            }
            _ => None,
        }
    }

    /// Starts from the map of a scenario of the library.
    #[cfg(test)]
    pub fn take_map(&mut self, ruleset: &str, key: &str) {
        self.start = Start::Map;
        (self.ruleset, self.map) = (ruleset.to_owned(), key.to_owned());
    }

    /// The document that would be made now.
    #[cfg(test)]
    pub fn made(&self, host: &Host<'_>) -> Option<ScenarioDoc> {
        self.missing_input(host).is_none().then(|| host.schema(&self.ruleset).map(|s| self.make(s, host)))?
    }

    fn grid(&self) -> Grid {
        let Self { orientation, shove, cols, rows, .. } = *self;
        Grid { orientation, shove, cols, rows, numbering: self.numbers.numbering(cols, rows) }
    }

    /// The sheet with two opposing nations and no pieces.
    fn make(&self, schema: &Schema, host: &Host<'_>) -> ScenarioDoc {
        let ground = schema.terrains.first().map_or("", |t| t.id.as_str());
        let taken = if self.start == Start::Map { self.chosen_map(host) } else { None };
        let map = taken.map_or_else(|| MapDoc::blank(self.grid(), ground), |d| d.map.clone());
        let mut doc = ScenarioDoc::blank(&self.ruleset, map);
        doc.title =
            if self.title.trim().is_empty() { words::UNTITLED.into() } else { self.title.trim().into() };
        doc.id = pieces::slug(&doc.title);
        doc.turns.count = self.turns;
        for n in self.nations.iter().filter_map(|id| schema.nations.iter().find(|n| n.id == *id)) {
            pieces::add_side(&mut doc, schema, n);
        }
        // Where the rules ask for a side (who moves first), default to the first.
        for f in schema.scenario_fields.iter().filter(|f| f.kind == FieldKind::Side) {
            if let Some(side) = doc.sides.first() {
                doc.props.insert(f.id.clone(), Value::Text(side.id.clone()));
            }
        }
        doc
    }
}

/// The opponents: as in this scenario, else the first two nations.
fn enemies(schema: &Schema, first: Option<&ScenarioDoc>) -> [String; 2] {
    let known = |id: &&String| schema.nations.iter().any(|n| n.id == **id);
    let of = |i: usize| {
        let side = first.and_then(|d| d.sides.get(i));
        side.and_then(|s| s.nations.iter().find(known)).cloned()
    };
    let listed = |i: usize| schema.nations.get(i).map(|n| n.id.clone()).unwrap_or_default();
    match (of(0), of(1)) {
        (Some(a), Some(b)) if a != b => [a, b],
        _ => [listed(0), listed(1)],
    }
}

/// The first hexes of a sheet with their numbers.
pub fn corner_of(ui: &Ui, rect: egui::Rect, grid: Grid) {
    let small = Grid { cols: grid.cols.min(4), rows: grid.rows.min(4), ..grid };
    let layout = board::layout::Layout::new(small);
    let whole = layout.sheet_rect();
    let scale = (rect.width() / whole.width()).min(rect.height() / whole.height());
    let shift = rect.center() - vec2(whole.center().x, whole.center().y) * scale;
    let t = look::theme(ui);
    let painter = ui.painter_at(rect);
    let edge = egui::Stroke::new(1.0, look::colour(board::palette::LIGHT.line2));
    for id in small.ids() {
        let centre = pos2(layout.center(id).x * scale + shift.x, layout.center(id).y * scale + shift.y);
        let corners = (0..6u8).map(|i| centre + layout.corner_offset(i) * scale).collect();
        painter.add(egui::Shape::convex_polygon(corners, look::colour(t.card), edge));
        // The number as on the whole sheet: it may have more digits than these few hexes need.
        let label = grid.id(small.hex(id)).map(|id| grid.label(id)).unwrap_or_default();
        let font = egui::FontId::proportional((scale * 0.42).clamp(8.0, 14.0));
        painter.text(centre, egui::Align2::CENTER_CENTER, label, font, look::colour(t.muted));
    }
}
