//! An open scenario with its history: what each named step changed, both ways.

use super::delta::Delta;
use super::edit::{Edit, apply};
use crate::words::history::{self, Names};
use engine::scenario::{MapDoc, ScenarioDoc, Schema, to_text};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One entry of the history: its name, and what it changed.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    pub name: String,
    /// Unique within one document.
    pub serial: u64,
    /// From the step before to this one.
    delta: Delta,
    merge: Option<String>,
}

impl HistoryEntry {
    /// Roughly how many bytes the history holds for it.
    pub fn weight(&self) -> usize {
        size_of::<Self>() + self.name.len() + self.delta.weight()
    }
}

/// Older steps than this are forgotten.
pub const MOST_STEPS: usize = 1000;

/// A scenario being edited.
#[derive(Clone, Debug)]
pub struct Document {
    doc: ScenarioDoc,
    /// The document at the current step, without the stroke in progress.
    base: ScenarioDoc,
    path: Option<PathBuf>,
    steps: Vec<HistoryEntry>,
    at: usize,
    saved: Option<u64>,
    serial: u64,
    version: u64,
    map_version: u64,
    stroke: Option<Vec<Edit>>,
    /// The rule system whose terms are used to name steps.
    schema: Arc<Schema>,
}

impl Document {
    /// A document just read from `path`, or a new one that has no file yet.
    pub fn new(doc: ScenarioDoc, path: Option<PathBuf>, first: &str) -> Self {
        let saved = path.is_some().then_some(0);
        let step = HistoryEntry { name: first.to_owned(), serial: 0, delta: Delta::default(), merge: None };
        let (steps, base) = (vec![step], doc.clone());
        Self {
            doc,
            base,
            path,
            steps,
            at: 0,
            saved,
            serial: 0,
            version: 1,
            map_version: 1,
            stroke: None,
            schema: Arc::default(),
        }
    }

    /// From now on steps are named in the terms of these rules.
    pub fn set_schema(&mut self, schema: Arc<Schema>) {
        self.schema = schema;
    }

    /// A document recovered after a crash: its contents are in no
    /// file, whichever file it came from.
    pub fn recovered(doc: ScenarioDoc, path: Option<PathBuf>, first: &str) -> Self {
        Self { saved: None, ..Self::new(doc, path, first) }
    }

    /// A copy of what is kept elsewhere: nothing is lost with it until it is changed.
    pub fn copied(doc: ScenarioDoc, first: &str) -> Self {
        let mut out = Self::new(doc, None, first);
        out.saved = Some(out.steps[out.at].serial);
        out
    }

    pub fn doc(&self) -> &ScenarioDoc {
        &self.doc
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Changes whenever the scenario changes, also by undo: for checks and autosave.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Changes whenever the picture of the map changes.
    pub fn map_version(&self) -> u64 {
        self.map_version
    }

    /// Whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.steps[self.at].serial) || self.stroke_changed()
    }

    fn stroke_changed(&self) -> bool {
        self.stroke.as_ref().is_some_and(|s| !s.is_empty())
    }

    /// The file's text; the same document always gives the same text.
    pub fn to_text(&self) -> String {
        to_text(&self.doc)
    }

    /// The step a text made now belongs to; hand it back to [`Self::mark_saved`].
    pub fn save_point(&mut self) -> u64 {
        self.end_stroke();
        self.steps[self.at].serial
    }

    /// The text of `save_point` was written to `path`.
    pub fn mark_saved(&mut self, path: PathBuf, save_point: u64) {
        self.path = Some(path);
        self.saved = Some(save_point);
    }

    /// The file no longer holds what was saved, so the document counts as unsaved.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// The step that is saved in the file, if it is still in the history.
    pub fn saved_step(&self) -> Option<usize> {
        self.path.as_ref()?;
        self.saved.and_then(|serial| self.steps.iter().position(|s| s.serial == serial))
    }

    /// Makes a change: a step of its own, part of the stroke under way, or part of the last step
    /// if both are typing into the same field. Returns whether anything changed.
    pub fn apply(&mut self, edit: &Edit) -> bool {
        let before = self.doc.clone();
        apply(&mut self.doc, edit);
        if self.doc == before {
            // Nothing changed: drop the copied Arcs.
            self.doc = before;
            return false;
        }
        self.bump_versions(&before.map);
        if let Some(stroke) = &mut self.stroke {
            if !stroke.last_mut().is_some_and(|last| last.absorb(edit)) {
                stroke.push(edit.clone());
            }
            return true;
        }
        let merge = edit.merge_key().map(|key| key + history::changed_aspect(edit, &before));
        let newest = self.at + 1 == self.steps.len();
        let last = &self.steps[self.at];
        let joins = merge.is_some() && last.merge == merge && newest && self.saved != Some(last.serial);
        if joins {
            // Rebuild and rename the step from its starting point.
            let mut start = before;
            last.delta.apply(&mut start, false);
            self.serial += 1;
            let name = self.step_name(edit, &start);
            let delta = Delta::between(&start, &self.doc);
            self.steps[self.at] = HistoryEntry { name, serial: self.serial, delta, merge };
            self.base = self.doc.clone();
        } else {
            self.push_step(self.step_name(edit, &before), merge);
        }
        true
    }

    fn step_name(&self, edit: &Edit, before: &ScenarioDoc) -> String {
        history::edit_name(edit, Names { schema: &self.schema, before, after: &self.doc })
    }

    fn bump_versions(&mut self, before: &MapDoc) {
        self.version += 1;
        let now = &self.doc.map;
        let same = now.grid == before.grid
            && now.palette == before.palette
            && now.terrain == before.terrain
            && now.levels == before.levels
            && now.turned == before.turned
            && now.edges == before.edges
            && now.roads == before.roads
            && now.labels == before.labels
            && now.regions == before.regions
            && now.scale_m == before.scale_m;
        if !same {
            self.map_version += 1;
        }
    }

    fn push_step(&mut self, name: String, merge: Option<String>) {
        self.steps.truncate(self.at + 1);
        self.serial += 1;
        let delta = Delta::between(&self.base, &self.doc);
        self.base = self.doc.clone();
        self.steps.push(HistoryEntry { name, serial: self.serial, delta, merge });
        if self.steps.len() > MOST_STEPS {
            self.steps.remove(0);
        }
        self.at = self.steps.len() - 1;
    }

    /// The next edit starts a new step, even in the same field.
    pub fn seal_step(&mut self) {
        self.steps[self.at].merge = None;
    }

    /// Until [`Self::end_stroke`], all changes are one step.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.stroke = Some(Vec::new());
    }

    /// The edits of the stroke in progress.
    pub fn stroke(&self) -> &[Edit] {
        self.stroke.as_deref().unwrap_or_default()
    }

    pub fn in_stroke(&self) -> bool {
        self.stroke.is_some()
    }

    /// Ends the stroke; if nothing changed, no step is added.
    pub fn end_stroke(&mut self) {
        let Some(edits) = self.stroke.take() else { return };
        if !edits.is_empty() && self.doc != self.base {
            let names = Names { schema: &self.schema, before: &self.base, after: &self.doc };
            self.push_step(history::stroke_name(&edits, names), None);
        }
    }

    /// Discards the stroke in progress.
    pub fn cancel_stroke(&mut self) {
        if self.stroke.take().is_some_and(|s| !s.is_empty()) {
            self.become_(self.base.clone());
        }
    }

    fn become_(&mut self, doc: ScenarioDoc) {
        let before = std::mem::replace(&mut self.doc, doc);
        self.bump_versions(&before.map);
    }

    pub fn steps(&self) -> &[HistoryEntry] {
        &self.steps
    }

    /// The current step.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn can_undo(&self) -> bool {
        self.at > 0 || self.stroke_changed()
    }

    pub fn can_redo(&self) -> bool {
        self.at + 1 < self.steps.len()
    }

    /// The name of the step that undo would revert.
    pub fn undo_name(&self) -> Option<&str> {
        (self.at > 0).then(|| self.steps[self.at].name.as_str())
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.steps.get(self.at + 1).map(|s| s.name.as_str())
    }

    /// One step back; a stroke in progress is ended first.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        self.at > 0 && self.go_to(self.at - 1)
    }

    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        self.go_to(self.at + 1)
    }

    /// Jumps to any step of the history.
    pub fn go_to(&mut self, step: usize) -> bool {
        self.end_stroke();
        if step >= self.steps.len() || step == self.at {
            return false;
        }
        let before = self.doc.map.clone();
        while self.at > step {
            self.steps[self.at].delta.apply(&mut self.doc, false);
            self.at -= 1;
        }
        while self.at < step {
            self.at += 1;
            self.steps[self.at].delta.apply(&mut self.doc, true);
        }
        self.base = self.doc.clone();
        self.seal_step();
        self.bump_versions(&before);
        true
    }
}
