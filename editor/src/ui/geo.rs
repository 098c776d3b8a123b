//! The dialog that brings in geography: files, sheet, mapping table, and a preview of the map.

use super::geo_job::{Done, GeoRequest, Maker};
use super::geo_preview::{self, PreviewMoved};
use super::host::{EditorCommand, FileRequest, Host};
use super::{fields, georules, look};
use crate::core::geo::{self, Feature, Frame, Imported, Mapping, Rule, Unmapped};
use crate::words;
use egui::{DragValue, RichText, ScrollArea, TextureHandle, TextureOptions, Ui, vec2};
use engine::hex::{Grid, Numbering, Order, Orientation, Shove};
use engine::scenario::{MapDoc, ScenarioDoc, Schema};
use std::path::Path;

/// Where the map goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Into {
    NewDocument,
    ThisDocument,
}

pub enum Answer {
    Open,
    Cancelled,
    /// The map, the rule system, and the names of the files.
    Made {
        map: Box<MapDoc>,
        ruleset: String,
        files: Vec<String>,
        into: Into,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Metres,
    Kilometres,
    Miles,
}

impl Unit {
    const ALL: [(Self, &'static str, f64); 3] =
        [(Self::Metres, "m", 1.0), (Self::Kilometres, "km", 1000.0), (Self::Miles, "miles", 1609.344)];

    fn metres(self) -> f64 {
        Self::ALL.iter().find(|u| u.0 == self).map_or(1.0, |u| u.2)
    }
}

/// The choices made so far.
#[derive(Clone, PartialEq)]
struct Choice {
    ruleset: String,
    mapping: Mapping,
    hex: f64,
    unit: Unit,
    /// None: the middle of the features.
    middle: Option<[f64; 2]>,
    rotate: f64,
    orientation: Orientation,
    letters: bool,
    /// Layout and numbering of the sheet it is imported onto.
    shove: Shove,
    order: Order,
    upwards: bool,
    /// None: as large as the features need.
    size: Option<(u16, u16)>,
}

pub struct GeoDialog {
    files: Vec<(String, Vec<Feature>)>,
    choice: Choice,
    into: Into,
    /// A document is open whose map can be replaced.
    replace: bool,
    /// What went wrong last.
    problem: String,
    made: Result<Imported, Vec<String>>,
    counts: Vec<usize>,
    /// Properties the features have.
    properties: Vec<String>,
    unmapped: Vec<Unmapped>,
    /// What the preview shows, and when it last changed.
    shown: Option<Choice>,
    changed: f64,
    picture: Option<TextureHandle>,
    /// The ruleset whose table was loaded.
    loaded: String,
    rules: georules::Rules,
    maker: Maker,
    /// Which part is shown where there is no room for all three beside each other.
    page: usize,
}

/// Narrower than this the parts lie one behind the other.
const BESIDE: f32 = 700.0;
/// What frame, title and buttons of the dialog take of the window's height: with its introduction, and without.
const AROUND: [f32; 2] = [176.0, 148.0];

/// The preview is updated after this pause.
const PAUSE: f64 = 0.3;

impl GeoDialog {
    /// For a document open now, or for a new one.
    pub fn new(ruleset: Option<String>) -> Self {
        let replace = ruleset.is_some();
        Self {
            files: Vec::new(),
            choice: Choice {
                ruleset: ruleset.unwrap_or_default(),
                mapping: Mapping::default(),
                hex: 500.0,
                unit: Unit::Metres,
                middle: None,
                rotate: 0.0,
                orientation: Orientation::PointyTop,
                letters: false,
                shove: Shove::Odd,
                order: Order::ColRow,
                upwards: false,
                size: None,
            },
            into: Into::NewDocument,
            replace,
            problem: String::new(),
            made: Err(Vec::new()),
            counts: Vec::new(),
            properties: Vec::new(),
            unmapped: Vec::new(),
            shown: None,
            changed: 0.0,
            picture: None,
            loaded: String::new(),
            rules: georules::Rules::default(),
            maker: Maker::default(),
            page: 0,
        }
    }

    /// For a sheet that was just made: its size and numbering stay.
    pub fn onto(doc: &ScenarioDoc) -> Self {
        let mut out = Self::new(Some(doc.ruleset.clone()));
        let grid = &doc.map.grid;
        out.choice.size = Some((grid.cols, grid.rows));
        out.choice.orientation = grid.orientation;
        out.choice.letters = grid.numbering.col.letters;
        (out.choice.shove, out.choice.order) = (grid.shove, grid.numbering.order);
        out.choice.upwards = grid.numbering.row.descending;
        out.into = Into::ThisDocument;
        out
    }

    /// A file was chosen. One that cannot be read changes nothing.
    pub fn take_file(&mut self, wish: FileRequest, path: &Path, bytes: &[u8]) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.problem = format!("{name}: this is not UTF-8 text");
            return;
        };
        self.problem.clear();
        match wish {
            FileRequest::Mapping => match Mapping::parse(text) {
                Ok(m) => self.use_mapping(m),
                Err(e) => self.problem = format!("{name}: {e}"),
            },
            _ => match geo::read(&name, text) {
                Ok(features) => {
                    if let Some(m) = Frame::stated_scale(&features) {
                        (self.choice.hex, self.choice.unit) = (m, Unit::Metres);
                    }
                    self.files.retain(|f| f.0 != name);
                    self.files.push((name, features));
                    self.shown = None;
                }
                Err(e) => self.problem = e.to_string(),
            },
        }
    }

    fn use_mapping(&mut self, mapping: Mapping) {
        let stated = self.files.iter().any(|f| Frame::stated_scale(&f.1).is_some());
        if mapping.hex_m > 0 && !stated {
            let miles = mapping.hex_m >= 5000;
            self.choice.unit = if miles { Unit::Miles } else { Unit::Metres };
            let size = f64::from(mapping.hex_m) / self.choice.unit.metres();
            self.choice.hex = (size * 10.0).round() / 10.0;
        }
        self.choice.mapping = mapping;
    }

    fn all_features(&self) -> Vec<Feature> {
        self.files.iter().flat_map(|f| f.1.iter().cloned()).collect()
    }

    fn map_frame(&self, features: &[Feature]) -> Option<Frame> {
        let c = &self.choice;
        let grid = Grid {
            orientation: c.orientation,
            shove: c.shove,
            cols: 1,
            rows: 1,
            numbering: Numbering::default(),
        };
        let middle = c.middle.or_else(|| Frame::middle_of(features))?;
        let mut frame = Frame { grid, hex_m: c.hex * c.unit.metres(), middle, rotate: c.rotate };
        let (cols, rows) = c.size.or_else(|| frame.fit(features))?;
        (frame.grid.cols, frame.grid.rows) = (cols, rows);
        frame.grid.numbering =
            if c.letters { Numbering::letters() } else { super::imports::wide_figures(cols, rows) };
        if !c.letters {
            frame.grid.numbering.order = c.order;
        }
        frame.grid.numbering.row.descending = c.upwards;
        Some(frame)
    }

    /// Remakes the map after a pause.
    fn refresh_map(&mut self, ctx: &egui::Context, schema: &Schema, before: &Choice) {
        let now = ctx.input(|i| i.time);
        if *before != self.choice {
            self.changed = now;
        }
        if let Some(done) = self.maker.done(ctx) {
            self.accept_result(ctx, done);
        }
        if self.shown.as_ref() == Some(&self.choice) || self.maker.is_busy() {
            return;
        }
        let waited = now - self.changed;
        if self.shown.is_some() && waited < PAUSE {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(PAUSE - waited));
            return;
        }
        self.shown = Some(self.choice.clone());
        let features = self.all_features();
        let frame = self.map_frame(&features);
        let mapping = self.choice.mapping.clone();
        let wish = GeoRequest { features, mapping, frame, schema: schema.clone() };
        match self.maker.begin(ctx, wish) {
            Some(done) => self.accept_result(ctx, done),
            None if self.maker.is_busy() => {}
            None => self.made = Err(vec![words::GEO_NO_THREAD.to_owned()]),
        }
        ctx.request_repaint();
    }

    fn accept_result(&mut self, ctx: &egui::Context, done: Done) {
        (self.counts, self.unmapped, self.properties) = (done.counts, done.unmapped, done.properties);
        self.made = done.made;
        self.picture = done.picture.map(|p| ctx.load_texture("geography", p, TextureOptions::LINEAR));
    }

    /// Whether the preview is up to date.
    fn is_settled(&self) -> bool {
        self.shown.as_ref() == Some(&self.choice) && !self.maker.is_busy()
    }

    pub fn show(&mut self, ctx: &egui::Context, host: &mut Host<'_>) -> Answer {
        let rulesets = host.given.rulesets;
        if self.choice.ruleset.is_empty()
            && let Some(first) = rulesets.first()
        {
            self.choice.ruleset.clone_from(&first.0);
        }
        if self.loaded != self.choice.ruleset {
            self.loaded.clone_from(&self.choice.ruleset);
            let tables = host.editor_texts(&self.choice.ruleset, "geo-");
            let first = tables.first().and_then(|t| Mapping::parse(&t.1).ok());
            self.use_mapping(first.unwrap_or_default());
        }
        let schema = host.schema(&self.choice.ruleset).cloned().unwrap_or_default();
        let before = self.choice.clone();
        let mut answer = Answer::Open;
        let room = ctx.content_rect().size();
        let wide = (room.x - 70.0).min(1180.0);
        let narrow = wide < BESIDE;
        let high = (room.y - AROUND[usize::from(narrow)]).min(640.0);
        let modal = look::modal_dialog(ctx, "editor import geography").show(ctx, |ui| {
            ui.set_width(wide);
            if narrow {
                self.page_tabs(ui);
            } else {
                look::title_label(ui, words::GEO_STEP);
                look::muted_label(ui, words::GEO_INTRO);
            }
            ui.add_space(6.0);
            self.three_columns(ui, host, rulesets, &schema, vec2(wide, high));
            ui.add_space(6.0);
            self.dialog_buttons(ui, &mut answer);
        });
        self.refresh_map(ctx, &schema, &before);
        if modal.should_close() && matches!(answer, Answer::Open) {
            answer = Answer::Cancelled;
        }
        answer
    }

    /// The title, and beside it the names of the parts: one of them is shown.
    fn page_tabs(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            look::title_label(ui, words::GEO_STEP).on_hover_text(words::GEO_INTRO);
            ui.add_space(14.0);
            ui.spacing_mut().item_spacing.x = 14.0;
            for (i, name) in words::GEO_PARTS.into_iter().enumerate() {
                if look::page_tab(ui, name, name, self.page == i, None).clicked() {
                    self.page = i;
                }
            }
        });
    }

    /// Files and sheet, the table, the preview: side by side, each scrolling by itself, or only one of them.
    fn three_columns(
        &mut self,
        ui: &mut Ui,
        host: &mut Host<'_>,
        rulesets: &[(String, String)],
        schema: &Schema,
        size: egui::Vec2,
    ) {
        let (room, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let narrow = size.x < BESIDE;
        let cuts = match (narrow, self.page) {
            (true, 0) => [0.0, size.x, size.x, size.x],
            (true, 1) => [0.0, 0.0, size.x, size.x],
            (true, _) => [0.0, 0.0, 0.0, size.x],
            _ => [0.0, (size.x * 0.26).clamp(200.0, 290.0), (size.x * 0.62).clamp(440.0, 720.0), size.x],
        };
        let line = egui::Stroke::new(1.0, look::colour(look::theme(ui).line2));
        for (i, edge) in cuts.windows(2).enumerate().filter(|(_, e)| e[1] > e[0]) {
            let left = room.left() + edge[0] + if i > 0 && !narrow { 12.0 } else { 0.0 };
            let right = room.left() + edge[1] - if i < 2 && !narrow { 12.0 } else { 0.0 };
            let rect = egui::Rect::from_x_y_ranges(left..=right, room.y_range());
            if i > 0 && !narrow {
                ui.painter().vline(left - 12.0, room.y_range(), line);
            }
            let build =
                egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::Min));
            let mut part = ui.new_child(build.id_salt(("geo", i)));
            part.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
            match i {
                0 => {
                    ScrollArea::vertical().id_salt("geo left").show(&mut part, |ui| {
                        self.source_list(ui, host, rulesets);
                        self.sheet_settings(ui);
                    });
                }
                1 => self.rule_table(&mut part, host, schema, size.y),
                _ => self.map_preview(&mut part, size.y),
            }
        }
    }

    fn source_list(&mut self, ui: &mut Ui, host: &mut Host<'_>, rulesets: &[(String, String)]) {
        look::section_caption(ui, "Files");
        let mut gone = None;
        for (i, (name, features)) in self.files.iter().enumerate() {
            ui.horizontal(|ui| {
                if fields::icon_cross(ui, &format!("Leave out {name}")).clicked() {
                    gone = Some(i);
                }
                ui.add(egui::Label::new(name).truncate()).on_hover_text(words::count(
                    features.len(),
                    "feature",
                    "features",
                ));
            });
        }
        if let Some(i) = gone {
            self.files.remove(i);
            self.shown = None;
        }
        if ui.button("Add file\u{2026}").on_hover_text("GeoJSON in longitude and latitude").clicked() {
            host.ask(EditorCommand::AskFile(FileRequest::Geography));
        }
        if !self.problem.is_empty() {
            ui.add(
                egui::Label::new(RichText::new(&self.problem).color(look::colour(look::theme(ui).danger)))
                    .wrap(),
            );
        }
        ui.add_space(8.0);
        look::section_caption(ui, "Rules");
        if let Some(r) = fields::choice_field(ui, "Rules", "", &self.choice.ruleset, rulesets) {
            self.choice.ruleset = r;
        }
    }

    fn sheet_settings(&mut self, ui: &mut Ui) {
        let c = &mut self.choice;
        ui.add_space(8.0);
        look::section_caption(ui, "Sheet");
        fields::field_row(ui, "Hex size", "From the middle of a hex to the next", |ui| {
            ui.horizontal_wrapped(|ui| {
                // All three units in one line.
                (ui.spacing_mut().item_spacing.x, ui.spacing_mut().button_padding.x) = (3.0, 5.0);
                let r = ui.add(DragValue::new(&mut c.hex).range(0.1..=100_000.0).speed(1.0).max_decimals(2));
                for (unit, name, _) in Unit::ALL {
                    ui.selectable_value(&mut c.unit, unit, name);
                }
                r
            })
            .inner
        });
        let mut fit = c.size.is_none();
        if ui.checkbox(&mut fit, "Fit to data").on_hover_text(words::GEO_FIT).changed() {
            let now = self.made.as_ref().map_or((30, 20), |m| (m.map.grid.cols, m.map.grid.rows));
            c.size = (!fit).then_some(now);
        }
        if let Some((cols, rows)) = &mut c.size {
            if let Some(n) = fields::number_field(ui, "Columns", "", (*cols).into(), (1, 2000)) {
                *cols = n.clamp(1, 2000) as u16;
            }
            if let Some(n) = fields::number_field(ui, "Rows", "", (*rows).into(), (1, 2000)) {
                *rows = n.clamp(1, 2000) as u16;
            }
        }
        let mut own = c.middle.is_some();
        if ui.checkbox(&mut own, "Custom centre").on_hover_text(words::GEO_MIDDLE).changed() {
            let all: Vec<Feature> = self.files.iter().flat_map(|f| f.1.iter().cloned()).collect();
            c.middle = own.then(|| Frame::middle_of(&all).unwrap_or([15.0, 50.0]));
        }
        if let Some(at) = &mut c.middle {
            let names = [("Longitude", 180.0), ("Latitude", 90.0)];
            for ((name, most), v) in names.into_iter().zip(at.iter_mut()) {
                fields::field_row(ui, name, "Degrees; east and north are positive", |ui| {
                    ui.add(DragValue::new(v).range(-most..=most).speed(0.01).max_decimals(4))
                });
            }
        }
        fields::field_row(ui, "Rotation", "The bearing that points up, clockwise from north", |ui| {
            ui.add(DragValue::new(&mut c.rotate).range(-180.0..=180.0).speed(1.0).suffix("\u{00B0}"))
        });
        ui.horizontal(|ui| {
            ui.radio_value(&mut c.orientation, Orientation::PointyTop, "Pointy top");
            ui.radio_value(&mut c.orientation, Orientation::FlatTop, "Flat top");
        });
        ui.horizontal(|ui| {
            ui.radio_value(&mut c.letters, false, "0101").on_hover_text(words::GEO_FIGURES);
            ui.radio_value(&mut c.letters, true, "A1").on_hover_text(words::GEO_LETTERS);
        });
    }

    /// The mapping table: one line per rule, then features that no rule covers.
    fn rule_table(&mut self, ui: &mut Ui, host: &mut Host<'_>, schema: &Schema, high: f32) {
        ui.horizontal(|ui| {
            look::section_caption(ui, "Feature mapping");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.small_button("Save\u{2026}").on_hover_text("Keep this table as a file").clicked() {
                    let text = self.choice.mapping.to_text();
                    host.ask(EditorCommand::WriteFile {
                        request: FileRequest::SaveMapping,
                        suggested_name: "geo-own.ron".to_owned(),
                        bytes: text.into_bytes(),
                    });
                }
                if ui.small_button("Open\u{2026}").on_hover_text("Use a table from a file").clicked() {
                    host.ask(EditorCommand::AskFile(FileRequest::Mapping));
                }
                let tables = host.editor_texts(&self.choice.ruleset, "geo-");
                if tables.len() > 1 {
                    ui.menu_button("Tables", |ui| {
                        for (name, text) in &tables {
                            if let Ok(m) = Mapping::parse(text)
                                && ui.button(if m.name.is_empty() { name } else { &m.name }).clicked()
                            {
                                self.choice.mapping = m;
                            }
                        }
                    });
                }
            });
        });
        ScrollArea::vertical().id_salt("geo table").max_height(high - 30.0).auto_shrink([false, false]).show(
            ui,
            |ui| {
                // Leave room for the scroll bar.
                ui.set_max_width(ui.available_width() - 10.0);
                georules::default_ground(ui, schema, &mut self.choice.mapping);
                let files = georules::Files { schema, counts: &self.counts, properties: &self.properties };
                self.rules.rule_list(ui, files, &mut self.choice.mapping.rules);
                if !self.unmapped.is_empty() {
                    ui.add_space(6.0);
                    look::section_caption(ui, "Not in the table");
                }
                let mut added = None;
                for (i, u) in self.unmapped.iter().enumerate() {
                    ui.push_id(("rest", i), |ui| {
                        let mut rule = Rule {
                            when: [(u.property.clone(), u.value.clone())].into(),
                            shape: Some(u.shape),
                            ..Rule::default()
                        };
                        let before = rule.make.clone();
                        georules::make_choice(ui, schema, &mut rule, u.count);
                        if rule.make != before {
                            added = Some(rule);
                        }
                    });
                }
                self.choice.mapping.rules.extend(added);
            },
        );
    }

    /// The preview was dragged, or zoomed by the wheel: the sheet's middle and the size of its hexes follow.
    fn move_sheet(&mut self, moved: &PreviewMoved) {
        let Some(frame) = self.map_frame(&self.all_features()) else { return };
        let sheet = board::layout::Layout::new(frame.grid).sheet_rect();
        // The sheet keeps its columns and rows from here on.
        self.choice.size = Some((frame.grid.cols, frame.grid.rows));
        if moved.by != egui::Vec2::ZERO {
            let per_point = sheet.width() / moved.width.max(1.0);
            self.choice.middle = Some(frame.position(sheet.center() - moved.by * per_point));
        }
        if moved.zoom != 1.0 {
            self.choice.middle.get_or_insert(frame.middle);
            self.choice.hex = (self.choice.hex / f64::from(moved.zoom)).clamp(0.1, 100_000.0);
        }
    }

    fn map_preview(&mut self, ui: &mut Ui, high: f32) {
        let mut moved = None;
        ScrollArea::vertical().id_salt("geo preview").max_height(high).show(ui, |ui| {
            let width = ui.available_width().max(160.0);
            if self.maker.is_busy() {
                ui.horizontal(|ui| {
                    ui.spinner();
                    look::muted_label(ui, words::GEO_MAKING);
                });
            }
            match (&self.picture, self.files.is_empty()) {
                (_, true) => {
                    look::muted_label(ui, words::GEO_EMPTY);
                }
                (Some(t), _) => {
                    let size = t.size_vec2();
                    let k = (width / size.x).min(high * 0.62 / size.y);
                    moved = Some(geo_preview::show(ui, t, size * k));
                }
                (None, false) => {}
            }
            if let Some(moved) = moved.filter(PreviewMoved::is_any) {
                self.move_sheet(&moved);
            }
            match &self.made {
                Ok(made) if !self.files.is_empty() => {
                    for line in made.report.report_lines(&made.map) {
                        look::muted_label(ui, line);
                    }
                }
                Ok(_) => {}
                Err(problems) => {
                    let ink = look::colour(look::theme(ui).danger);
                    for p in problems {
                        ui.add(egui::Label::new(RichText::new(p).color(ink)).wrap());
                    }
                }
            }
        });
    }

    fn dialog_buttons(&mut self, ui: &mut Ui, answer: &mut Answer) {
        ui.horizontal(|ui| {
            if self.replace {
                ui.radio_value(&mut self.into, Into::NewDocument, "A new scenario");
                ui.radio_value(&mut self.into, Into::ThisDocument, "In place of this map")
                    .on_hover_text("One step of the history: undo brings the old map back");
                ui.separator();
            }
            let ready = self.made.is_ok() && !self.files.is_empty() && self.is_settled();
            let go = ui.add_enabled_ui(ready, |ui| look::primary_button(ui, "Import", "")).inner;
            if go.clicked()
                && let Ok(made) = &self.made
            {
                *answer = Answer::Made {
                    map: Box::new(made.map.clone()),
                    ruleset: self.choice.ruleset.clone(),
                    files: self.files.iter().map(|f| f.0.clone()).collect(),
                    into: self.into,
                };
            }
            if ui.button("Cancel").on_hover_text("Esc").clicked() {
                *answer = Answer::Cancelled;
            }
        });
    }
}
