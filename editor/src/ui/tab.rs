//! One open document with the state of its panels.

use super::commands::EditorAction;
use super::host::Host;
use super::problem_check::{ProblemCheck, is_large};
use super::swatch::Swatches;
use crate::core::counters;
use crate::core::edit::ListEdit;
use crate::core::{Document, Edit};
use crate::tools::{ToolKind, Toolbox};
use board::view::BoardWidget;
use engine::hex::HexId;
use engine::present::{AreaView, BoardView, Target};
use engine::scenario::{ScenarioDoc, Schema};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dock {
    #[default]
    Forces,
    Schedule,
    Victory,
    Rules,
    Scenario,
    Problems,
}

impl Dock {
    /// The page that holds a field of the document.
    pub fn of_field(field: &str) -> Self {
        // 'setup 2' is the second line of the set-up.
        match field.split(' ').next().unwrap_or_default() {
            "setup" | "schedule" => Self::Schedule,
            "victory" => Self::Victory,
            "specials" | "options" | "pools" => Self::Rules,
            "pieces" => Self::Forces,
            _ => Self::Scenario,
        }
    }
}

/// A change to the document or to its history. The canvas and the panels only collect these;
/// [`Tab::change_document`] is the one place that makes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// Joins the last step if both are typing into the same field.
    Edit(Edit),
    /// What a tool has drawn: always a step of its own, or part of the stroke.
    Commit(Edit),
    BeginStroke,
    EndStroke,
    Undo,
    Redo,
    GoTo(usize),
}

/// What panels and canvas ask for; carried out once all widgets of the frame are done.
#[derive(Default)]
pub struct PanelRequests {
    pub changes: Vec<DocumentChange>,
    pub jump: Option<HexId>,
    pub select: Option<Vec<String>>,
    pub dock: Option<Dock>,
    pub tool: Option<ToolKind>,
    /// The side whose pieces are to be placed.
    pub placing: Option<String>,
    /// The area to be painted.
    pub area: Option<String>,
    /// The tool was taken from the rail.
    pub from_rail: bool,
    /// The entry of the schedule to look at.
    pub entry: Option<usize>,
    /// The row of the order of battle to go to.
    pub row: Option<String>,
    /// Asked for by name.
    pub acts: Vec<EditorAction>,
}

impl PanelRequests {
    pub fn edit(&mut self, edit: Edit) {
        self.changes.push(DocumentChange::Edit(edit));
    }

    pub fn extend_edits(&mut self, edits: impl IntoIterator<Item = Edit>) {
        self.changes.extend(edits.into_iter().map(DocumentChange::Edit));
    }
}

/// Which layers of the picture are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerVisibility {
    pub grid: bool,
    pub numbers: bool,
    pub counters: bool,
    pub areas: bool,
    pub problems: bool,
}

pub struct Tab {
    /// Unique; the index of a tab changes when others close.
    pub key: u64,
    pub document: Document,
    /// None: the rule system is unknown and the document is read-only.
    pub schema: Option<Arc<Schema>>,
    pub tools: Toolbox,
    pub widget: BoardWidget,
    pub display: Display,
    /// The page of the dock in front.
    pub dock: Dock,
    pub problems: ProblemCheck,
    pub areas: super::regions::State,
    pub names: super::names::NamesState,
    pub pointer: super::canvas::PointerState,
    pub clipboard: Clipboard,
    pub forces: super::forces::ForcesState,
    pub rules: RulesAnswers,
    pub time: super::timeline::Time,
    pub trace: super::trace::Trace,
    pub slopes: super::slopes::Counted,
    /// The widget that has the keyboard: typing elsewhere begins a new step.
    focus: Option<egui::Id>,
    pub file: FileState,
    /// It was played from here.
    pub was_played: bool,
}

/// Which layers are drawn, and cached pictures.
pub struct Display {
    pub shown: LayerVisibility,
    pub swatches: Swatches,
    view: Option<(ViewKey, Arc<BoardView>)>,
}

/// What was copied, and its pictures.
#[derive(Default)]
pub struct Clipboard {
    pub hand: super::stamp_preview::ClipboardThumbs,
    /// Copied in this document and others: the latest first.
    pub parts: Vec<Arc<crate::core::pattern::Pattern>>,
}

/// What the rule system says about the document, and what it brings for the editor.
pub struct RulesAnswers {
    pub checks: super::checks::Checks,
    pub faces: super::counter_faces::Faces,
    pub templates: crate::core::template::Templates,
}

/// The document on disk: its recovery copy and its file.
pub struct FileState {
    pub kept: super::recovery::State,
    pub disk: super::disk::Disk,
    /// The user has agreed that a save removes the comments of the file.
    pub comments_may_go: bool,
}

type ViewKey = (u64, bool, usize);

impl Tab {
    pub fn new(key: u64, mut document: Document, host: &Host<'_>) -> Self {
        let schema = host.schema(&document.doc().ruleset).cloned();
        document.set_schema(schema.clone().unwrap_or_default());
        let tools =
            schema.as_ref().map_or_else(Toolbox::default, |s| Toolbox::for_document(document.doc(), s));
        let templates = host.editor_texts(&document.doc().ruleset, "templates");
        let templates = templates.first().and_then(|t| crate::core::template::Templates::parse(&t.1).ok());
        let templates = templates.unwrap_or_default();
        let shown =
            LayerVisibility { grid: true, numbers: true, counters: true, areas: false, problems: true };
        Self {
            key,
            schema,
            tools,
            widget: BoardWidget::new(),
            display: Display { shown, swatches: Swatches::default(), view: None },
            dock: Dock::default(),
            problems: ProblemCheck::new(document.version()),
            areas: super::regions::State::default(),
            names: super::names::NamesState::default(),
            pointer: super::canvas::PointerState::default(),
            clipboard: Clipboard::default(),
            forces: super::forces::ForcesState::default(),
            rules: RulesAnswers {
                checks: super::checks::Checks::default(),
                faces: super::counter_faces::Faces::default(),
                templates,
            },
            time: super::timeline::Time::default(),
            trace: super::trace::Trace::default(),
            slopes: super::slopes::Counted::default(),
            focus: None,
            file: FileState {
                kept: super::recovery::State::new(&document),
                disk: super::disk::Disk::new(&document),
                comments_may_go: false,
            },
            was_played: false,
            document,
        }
    }

    pub fn doc(&self) -> &ScenarioDoc {
        self.document.doc()
    }

    pub fn schema(&self) -> Arc<Schema> {
        self.schema.clone().unwrap_or_default()
    }

    pub fn is_editable(&self) -> bool {
        self.schema.is_some()
    }

    pub fn title(&self) -> String {
        let t = self.doc().title.trim();
        if t.is_empty() { crate::words::UNTITLED.to_owned() } else { t.to_owned() }
    }

    /// Typing into another field, or into the same one again, is a step of its own.
    pub fn follow_focus(&mut self, ctx: &egui::Context) {
        let now = ctx.memory(egui::Memory::focused);
        if std::mem::replace(&mut self.focus, now) != now {
            self.document.seal_step();
        }
    }

    /// Validates the document once the user has been idle for a moment.
    pub fn refresh_problems(&mut self, ctx: &egui::Context, host: &Host<'_>) {
        self.problems.refresh(ctx, &self.document, host);
    }

    /// The rules are asked about it off the screen's thread.
    pub fn is_large(&self) -> bool {
        is_large(self.document.doc())
    }

    /// Whether the current version was checked and can be played.
    pub fn is_sound(&self) -> bool {
        self.problems.is_sound(self.document.version())
    }

    /// The pieces as the board draws them.
    pub fn board_view(&mut self) -> Arc<BoardView> {
        let ground = Arc::clone(self.rules.checks.ground());
        let key = (self.document.version(), self.display.shown.counters, Arc::as_ptr(&ground) as usize);
        if let Some((k, v)) = &self.display.view
            && *k == key
        {
            return v.clone();
        }
        let mut view = counters::board_view(self.doc(), &self.schema(), self.display.shown.counters);
        let grid = &self.doc().map.grid;
        let is_on_sheet = |h: &HexId| h.index() < grid.len();
        // As in play: objectives, and areas of set-up and arrival. What is written there already is not written again.
        view.marks.extend(
            ground.marks.iter().filter(|m| matches!(&m.at, Target::Hex(h) if is_on_sheet(h))).cloned(),
        );
        for area in ground.areas.iter().filter(|a| a.hexes.iter().all(is_on_sheet)) {
            let is_written = area
                .hexes
                .iter()
                .any(|h| self.doc().map.place_name(grid.hex(*h)) == Some(area.name.as_str()));
            let name = if is_written { String::new() } else { area.name.clone() };
            view.areas.push(AreaView { name, ..area.clone() });
        }
        let view = Arc::new(view);
        self.display.view = Some((key, view.clone()));
        view
    }

    /// Makes one change. Returns the ids of pieces that a tool has just placed: they become the selection.
    pub fn change_document(&mut self, change: &DocumentChange) -> Option<Vec<String>> {
        if !self.is_editable() {
            return None;
        }
        let names = self.doc().map.labels.len();
        match change {
            DocumentChange::Edit(edit) => {
                self.document.apply(edit);
                return None;
            }
            DocumentChange::Commit(edit) => return self.commit_edit(edit),
            DocumentChange::BeginStroke => self.document.begin_stroke(),
            DocumentChange::EndStroke => self.document.end_stroke(),
            DocumentChange::Undo => {
                // A path in progress would continue from something that no longer exists.
                self.tools.cancel();
                self.document.undo();
            }
            DocumentChange::Redo => {
                self.document.redo();
            }
            DocumentChange::GoTo(step) => {
                self.document.go_to(*step);
            }
        }
        // After undo the index of the selected name may refer to another.
        if names != self.doc().map.labels.len() {
            self.names.selected = None;
        }
        None
    }

    fn commit_edit(&mut self, edit: &Edit) -> Option<Vec<String>> {
        self.document.seal_step();
        self.document.apply(edit);
        self.document.seal_step();
        match edit {
            Edit::AddPieces(new) => {
                Some(self.doc().pieces.iter().rev().take(new.len()).map(|p| p.id.clone()).collect())
            }
            // A name is added once; the next click selects.
            Edit::Labels(ListEdit::Add(_)) => {
                self.tools.label.text.clear();
                None
            }
            _ => None,
        }
    }

    /// Makes one edit outside a frame: an import, a dialog.
    pub fn apply_edit(&mut self, edit: Edit) {
        self.change_document(&DocumentChange::Edit(edit));
    }

    /// Carries out what the panels and the canvas asked for.
    pub fn fulfil(&mut self, requests: PanelRequests) {
        let mut placed = None;
        for change in requests.changes {
            placed = self.change_document(&change).or(placed);
        }
        if let Some(s) = requests.select.or(placed) {
            self.tools.selection = s;
        }
        if let Some(t) = requests.tool {
            self.tools.switch_to(t);
        }
        if let Some(area) = requests.area {
            self.tools.region = area;
        }
        if let Some(side) = requests.placing {
            self.place_for(&side);
        }
        if let Some(d) = requests.dock {
            self.dock = d;
        }
        if requests.row.is_some() {
            self.forces.rows.go = requests.row;
        }
        if requests.entry.is_some() {
            self.time.entry = requests.entry;
        }
        if let Some(h) = requests.jump {
            // Do not scroll if the hex is visible.
            self.widget.reveal_hex(h);
            self.widget.cursor = Some(h);
        }
        self.forget_the_gone();
    }

    /// Deselects things that no longer exist.
    fn forget_the_gone(&mut self) {
        let doc = self.document.doc();
        self.tools.selection.retain(|id| doc.piece(id).is_some());
        let grid = doc.map.grid;
        self.tools.area.retain(|h| crate::core::hexes::on_sheet(&grid, *h).is_some());
        if doc.map.region(&self.tools.region).is_none() {
            self.tools.region = doc.map.regions.first().map(|r| r.id.clone()).unwrap_or_default();
        }
        self.names.selected = self.names.selected.filter(|i| *i < doc.map.labels.len());
        if doc.side(&self.tools.template.side).is_none()
            && let Some(first) = doc.sides.first().map(|s| s.id.clone())
        {
            self.place_for(&first);
        }
    }

    /// Makes this the side of the next pieces placed.
    fn place_for(&mut self, side: &str) {
        if let Some(side) = self.document.doc().side(side) {
            self.tools.template.side.clone_from(&side.id);
            self.tools.template.nation = side.nations.first().cloned().unwrap_or_default();
        }
    }

    /// Deletes what is selected.
    pub fn delete_selected(&mut self, requests: &mut PanelRequests) {
        if self.tools.kind == ToolKind::Label
            && let Some(i) = self.names.selected
        {
            requests.edit(Edit::Labels(ListEdit::Remove(i)));
            self.names.selected = None;
        } else if !self.tools.selection.is_empty() {
            requests.edit(Edit::RemovePieces(self.tools.selection.clone()));
        }
    }
}
