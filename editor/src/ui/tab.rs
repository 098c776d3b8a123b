//! One open document with everything the screen remembers of it.

use super::commands::EditorAction;
use super::host::Host;
use super::picture;
use super::swatch::Swatches;
use crate::core::edit::ListEdit;
use crate::core::{Document, Edit, ToolKind, Toolbox};
use board::view::BoardWidget;
use engine::hex::{Hex, HexId};
use engine::present::BoardView;
use engine::scenario::{Issues, ScenarioDoc, Schema};
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
        match field {
            "setup" | "schedule" => Self::Schedule,
            "victory" => Self::Victory,
            "specials" | "options" | "pools" => Self::Rules,
            "pieces" => Self::Forces,
            _ => Self::Scenario,
        }
    }
}

/// What panels wish for; done once the frame's widgets are through.
#[derive(Default)]
pub struct PanelRequests {
    pub edits: Vec<Edit>,
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
    pub undo: bool,
    pub redo: bool,
    pub go_to: Option<usize>,
    /// The entry of the schedule to look at.
    pub entry: Option<usize>,
    /// The row of the order of battle to go to.
    pub row: Option<String>,
    /// Asked for by name.
    pub acts: Vec<EditorAction>,
}

impl PanelRequests {
    pub fn edit(&mut self, edit: Edit) {
        self.edits.push(edit);
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
    /// Never given twice; tabs move when others close.
    pub key: u64,
    pub document: Document,
    /// None: the rule system is unknown and the map is only looked at.
    pub schema: Option<Arc<Schema>>,
    pub tools: Toolbox,
    pub widget: BoardWidget,
    pub shown: LayerVisibility,
    pub dock: Dock,
    pub issues: Issues,
    pub filter: String,
    pub new_region: String,
    pub areas: super::regions::State,
    pub label: Option<usize>,
    /// The hex that was clicked to be named, while its name is typed.
    pub naming: Option<Hex>,
    /// The click under way may begin a name.
    pub names_next: bool,
    pub rename: Option<(String, String)>,
    pub swatches: Swatches,
    pub hovered: Option<HexId>,
    /// The pointer's press began on the map.
    pub pressing: bool,
    /// What a click would do, and the frame of a selection, as last answered.
    pub preview: Option<Edit>,
    pub starts: super::preview::Starts,
    pub marquee: Vec<Hex>,
    pub hand: super::stamp_preview::ClipboardThumbs,
    /// What was copied, in this document and others: the latest first.
    pub parts: Vec<Arc<crate::core::pattern::Pattern>>,
    /// What the keyboard is in: typing elsewhere begins a new step.
    focus: Option<egui::Id>,
    checked: Option<u64>,
    /// Version last seen and when it changed, so that checks wait for a pause.
    changed: (u64, f64),
    view: Option<(ViewKey, Arc<BoardView>)>,
    pub checks: super::checks::Checks,
    pub faces: super::counter_faces::Faces,
    /// Of the rule system.
    pub templates: crate::core::template::Templates,
    /// Column the table is sorted by, and whether upside down.
    pub sort: (usize, bool),
    pub forces_view: super::forces::View,
    pub rows: super::list_navigation::State,
    pub time: super::timeline::Time,
    pub trace: super::trace::Trace,
    pub slopes: super::slopes::Counted,
    /// A check under way on a thread of its own, of this version.
    checking: Option<(u64, std::sync::mpsc::Receiver<Issues>)>,
    pub kept: super::recovery::State,
    pub disk: super::disk::Disk,
}

type ViewKey = (u64, bool);

/// How long the hand must rest before the document is checked.
const PAUSE: f64 = 0.25;

/// Documents larger than this are checked off the screen's thread: a check must not cost a frame.
pub const LARGE: usize = 3000;

impl Tab {
    pub fn new(key: u64, mut document: Document, host: &dyn Host) -> Self {
        let schema = host.schema(&document.doc().ruleset).cloned().map(Arc::new);
        document.set_schema(schema.clone().unwrap_or_default());
        let tools =
            schema.as_ref().map_or_else(Toolbox::default, |s| Toolbox::for_document(document.doc(), s));
        let templates = host.editor_files(&document.doc().ruleset, "templates");
        let templates = templates.first().and_then(|t| crate::core::template::Templates::parse(&t.1).ok());
        let templates = templates.unwrap_or_default();
        let shown =
            LayerVisibility { grid: true, numbers: true, counters: true, areas: false, problems: true };
        Self {
            key,
            schema,
            tools,
            widget: BoardWidget::new(),
            shown,
            dock: Dock::default(),
            issues: Issues::default(),
            filter: String::new(),
            new_region: String::new(),
            areas: super::regions::State::default(),
            label: None,
            naming: None,
            names_next: false,
            rename: None,
            swatches: Swatches::default(),
            hovered: None,
            pressing: false,
            preview: None,
            starts: super::preview::Starts::default(),
            marquee: Vec::new(),
            hand: super::stamp_preview::ClipboardThumbs::default(),
            parts: Vec::new(),
            focus: None,
            checked: None,
            changed: (document.version(), 0.0),
            view: None,
            checks: super::checks::Checks::default(),
            faces: super::counter_faces::Faces::default(),
            templates,
            sort: (0, false),
            forces_view: super::forces::View::default(),
            rows: super::list_navigation::State::default(),
            time: super::timeline::Time::default(),
            trace: super::trace::Trace::default(),
            slopes: super::slopes::Counted::default(),
            checking: None,
            kept: super::recovery::State::new(&document),
            disk: super::disk::Disk::new(&document, host),
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

    /// Asks for everything wrong with the document once the hand has rested.
    pub fn refresh_problems(&mut self, ctx: &egui::Context, host: &dyn Host) {
        let version = self.document.version();
        if self.checked == Some(version) {
            return;
        }
        let now = ctx.input(|i| i.time);
        if self.changed.0 != version {
            self.changed = (version, now);
        }
        let waited = now - self.changed.1;
        if self.checked.is_some() && (waited < PAUSE || self.document.in_stroke()) {
            let left = (PAUSE - waited).max(0.02);
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
            return;
        }
        match self.is_large() {
            true => self.check_apart(ctx, host, version),
            false => {
                self.issues = host.check(self.document.doc());
                self.checked = Some(version);
            }
        }
    }

    /// The rules are asked about it off the screen's thread.
    pub fn is_large(&self) -> bool {
        let doc = self.document.doc();
        doc.map.grid.len().max(doc.pieces.len() * 20) > LARGE
    }

    /// Large documents are checked on a thread of their own; the list follows when it is done.
    fn check_apart(&mut self, ctx: &egui::Context, host: &dyn Host, version: u64) {
        if let Some((v, hear)) = &self.checking {
            match hear.try_recv() {
                Ok(issues) => {
                    let done = *v;
                    self.issues = issues;
                    self.checked = Some(done);
                    self.checking = None;
                    if done == version {
                        return;
                    }
                }
                Err(std::sync::mpsc::TryRecvError::Empty) => {
                    ctx.request_repaint_after(std::time::Duration::from_millis(50));
                    return;
                }
                Err(std::sync::mpsc::TryRecvError::Disconnected) => self.checking = None,
            }
        }
        let (tell, hear) = std::sync::mpsc::channel();
        let (check, doc, ctx) = (host.checker(), self.document.doc().clone(), ctx.clone());
        let work = move || {
            let _ = tell.send(check(&doc));
            ctx.request_repaint();
        };
        if std::thread::Builder::new().name("problems".into()).spawn(work).is_ok() {
            self.checking = Some((version, hear));
        } else {
            self.issues = host.check(self.document.doc());
            self.checked = Some(version);
        }
    }

    /// The document as it is was checked and can be played.
    pub fn is_sound(&self) -> bool {
        self.checked == Some(self.document.version()) && !self.issues.has_errors()
    }

    /// The pieces as the board draws them.
    pub fn board_view(&mut self) -> Arc<BoardView> {
        let key = (self.document.version(), self.shown.counters);
        if let Some((k, v)) = &self.view
            && *k == key
        {
            return v.clone();
        }
        let view = Arc::new(picture::board_view(self.doc(), &self.schema(), self.shown.counters));
        self.view = Some((key, view.clone()));
        view
    }

    /// Does what the panels wished.
    pub fn fulfil(&mut self, requests: PanelRequests) {
        let names = self.doc().map.labels.len();
        if self.is_editable() {
            for e in &requests.edits {
                self.document.apply(e);
            }
            if requests.undo {
                // A path under way would go on from what is no longer there.
                self.tools.cancel();
                self.document.undo();
            }
            if requests.redo {
                self.document.redo();
            }
            if let Some(step) = requests.go_to {
                self.document.go_to(step);
            }
            // The number of the selected name would mean another one.
            let back = requests.undo || requests.redo || requests.go_to.is_some();
            if back && names != self.doc().map.labels.len() {
                self.label = None;
            }
        }
        if let Some(s) = requests.select {
            self.tools.selection = s;
        }
        if let Some(t) = requests.tool {
            self.tools.take(t);
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
            self.rows.go = requests.row;
        }
        if requests.entry.is_some() {
            self.time.entry = requests.entry;
        }
        if let Some(h) = requests.jump {
            // What is in sight already stays where it is.
            self.widget.reveal_hex(h);
            self.widget.cursor = Some(h);
        }
        self.forget_the_gone();
    }

    /// Drops selected things that are no more.
    fn forget_the_gone(&mut self) {
        let doc = self.document.doc();
        self.tools.selection.retain(|id| doc.piece(id).is_some());
        let grid = doc.map.grid;
        self.tools.area.retain(|h| crate::core::hexes::on_sheet(&grid, *h).is_some());
        if doc.map.region(&self.tools.region).is_none() {
            self.tools.region = doc.map.regions.first().map(|r| r.id.clone()).unwrap_or_default();
        }
        self.label = self.label.filter(|i| *i < doc.map.labels.len());
        if doc.side(&self.tools.template.side).is_none()
            && let Some(first) = doc.sides.first().map(|s| s.id.clone())
        {
            self.place_for(&first);
        }
    }

    /// The next pieces placed are of this side.
    fn place_for(&mut self, side: &str) {
        if let Some(side) = self.document.doc().side(side) {
            self.tools.template.side.clone_from(&side.id);
            self.tools.template.nation = side.nations.first().cloned().unwrap_or_default();
        }
    }

    /// Deletes what is selected.
    pub fn delete_selected(&mut self, requests: &mut PanelRequests) {
        if self.tools.kind == ToolKind::Label
            && let Some(i) = self.label
        {
            requests.edit(Edit::Labels(ListEdit::Remove(i)));
            self.label = None;
        } else if !self.tools.selection.is_empty() {
            requests.edit(Edit::RemovePieces(self.tools.selection.clone()));
        }
    }
}
