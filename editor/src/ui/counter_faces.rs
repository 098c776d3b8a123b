//! Both faces of the counters as the rules print them, for the preview and the numbers in the lists. They come
//! from the compiled document, when the user is idle; until then the schema alone says how a counter looks.

use super::host::Host;
use super::problem_check::LARGE;
use super::tab::{Dock, Tab};
use engine::present::{CounterView, KitView};
use engine::scenario::{Piece, ScenarioDoc};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Front and back of a counter.
#[derive(Clone, PartialEq, Debug)]
pub struct Both {
    pub front: CounterView,
    pub back: CounterView,
}

#[derive(Default)]
pub struct Faces {
    /// The version asked for last.
    asked: Option<u64>,
    /// The pieces the answer is about, and the answer by id with the piece as it was.
    pieces: Arc<Vec<Piece>>,
    known: BTreeMap<String, (Piece, Both)>,
    waiting: Option<Question>,
}

/// The pieces asked about on another thread, and the receiver of the answer.
type Question = (Arc<Vec<Piece>>, Receiver<Option<KitView>>);

impl Faces {
    /// Both faces of a piece, if it has not changed since.
    pub fn faces_of(&self, p: &Piece) -> Option<&Both> {
        let (old, both) = self.known.get(&p.id)?;
        // Its position is not printed on it.
        let like = old.kind == p.kind && old.nation == p.nation && old.name == p.name && old.props == p.props;
        (like && old.side == p.side).then_some(both)
    }

    fn take_kit(&mut self, pieces: Arc<Vec<Piece>>, kit: Option<KitView>) {
        let Some(kit) = kit else { return };
        // A piece may have several counters; the one it begins with comes first.
        let mut cut: BTreeMap<String, Both> = BTreeMap::new();
        for p in kit.pieces {
            cut.entry(p.piece).or_insert(Both { front: p.front, back: p.back });
        }
        let known = |p: &Piece| Some((p.id.clone(), (p.clone(), cut.remove(&p.id)?)));
        self.known = pieces.iter().filter_map(known).collect();
        self.pieces = pieces;
    }
}

/// Asks once the document has no errors and the user is idle. Call once a frame.
pub fn refresh_faces(ctx: &egui::Context, tab: &mut Tab, host: &Host<'_>) {
    if let Some((pieces, hear)) = tab.rules.faces.waiting.take() {
        match hear.try_recv() {
            Ok(kit) => tab.rules.faces.take_kit(pieces, kit),
            Err(TryRecvError::Empty) => tab.rules.faces.waiting = Some((pieces, hear)),
            Err(TryRecvError::Disconnected) => {}
        }
        return;
    }
    let version = tab.document.version();
    let wanted = tab.dock == Dock::Forces && tab.is_editable() && !tab.document.in_stroke();
    if !wanted || tab.rules.faces.asked == Some(version) || !tab.is_sound() {
        return;
    }
    tab.rules.faces.asked = Some(version);
    let doc = tab.document.doc();
    let pieces = Arc::clone(&doc.pieces);
    // Only what is printed on counters matters: painting the map changes none.
    if tab.rules.faces.pieces == pieces {
        return;
    }
    let start = host.given.start.clone();
    let kit = move |doc: &ScenarioDoc| start(doc).map(|g| g.kit());
    if doc.map.grid.len().max(pieces.len() * 20) <= LARGE {
        let answer = kit(doc);
        tab.rules.faces.take_kit(pieces, answer);
        return;
    }
    let (tell, hear) = channel();
    let (doc, ctx) = (doc.clone(), ctx.clone());
    let work = move || {
        let _ = tell.send(kit(&doc));
        ctx.request_repaint();
    };
    if std::thread::Builder::new().name("faces".into()).spawn(work).is_ok() {
        tab.rules.faces.waiting = Some((pieces, hear));
    }
}
