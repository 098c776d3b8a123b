//! The name tool: a click adds a name to the map; names are selected by their letters, rotated and scaled by
//! their grips.

use super::{Gesture, IconLine, Phase, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::edit::{Edit, ListEdit};
use crate::core::hexes;
use crate::ui::names;
use crate::ui::tab::{PanelRequests, Tab};
use crate::words;
use board::layout::{Layout, Pos};
use egui::{CursorIcon, Ui};
use engine::scenario::{Label, ScenarioDoc, Schema};

/// The part of a name under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grip {
    #[default]
    Letters,
    Turn,
    Size,
}

/// A name under the pointer, as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NameUnderPointer {
    pub index: usize,
    pub grip: Grip,
    /// The centre of its letters, on the sheet in hundredths of the hex radius.
    pub middle: (i32, i32),
    /// From the centre of its hex, even where the label leaves that to its style.
    pub offset: (i16, i16),
    /// Half the width of its letters.
    pub half: u16,
}

/// A name keeps its hex up to this distance, in hundredths of the hex radius; a long one far enough
/// to fit beside it.
const TIED: f32 = 150.0;
const BESIDE: f32 = 80.0;
/// How far a name is below its place, in the same unit.
const BELOW: f32 = 68.0;
/// The largest offset of a label from its hex.
pub const FAR: i16 = 300;
pub const SIZES: (u16, u16) = (25, 400);

pub struct Name;

impl Tool for Name {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Names",
            key: "T",
            help: "click a hex and type its name; drag a name or its grips to move, rotate and scale it.",
            synonyms: "text label town write",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(5.0, 6.5), (5.0, 4.5), (19.0, 4.5), (19.0, 6.5)],
            &[(12.0, 4.5), (12.0, 19.5)],
            &[(9.0, 19.5), (15.0, 19.5)],
        ]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, _: &Schema, ev: &Pointer) -> Option<Edit> {
        if let Some(held) = tools.gesture.name {
            let old = doc.map.labels.get(held.index)?;
            let new = changed_name(tools, doc, ev, held, old);
            return (new != *old).then_some(Edit::Labels(ListEdit::Set(held.index, new)));
        }
        let at = ev.hex.filter(|h| hexes::on_sheet(&doc.map.grid, *h).is_some())?;
        if tools.label.text.trim().is_empty() {
            return None;
        }
        let text = tools.label.text.trim().to_owned();
        Some(Edit::Labels(ListEdit::Add(Label { at, text, ..tools.label.clone() })))
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => {
                let preview = if ev.name.is_none() { tools.plan(doc, schema, ev) } else { None };
                Reply { preview, ..Reply::default() }
            }
            Phase::Down => {
                tools.gesture = Gesture {
                    down: true,
                    start: ev.hex,
                    last: ev.hex,
                    name: ev.name,
                    spot: ev.spot,
                    carrying: ev.name.is_some(),
                    ..Gesture::default()
                };
                let commit = if tools.gesture.carrying { None } else { tools.plan(doc, schema, ev) };
                let new = commit.as_ref().map(|_| doc.map.labels.len());
                Reply { label: Some(ev.name.map(|n| n.index).or(new)), commit, ..Reply::default() }
            }
            Phase::Move | Phase::Up => {
                tools.gesture.last = ev.hex.or(tools.gesture.last);
                let plan = if tools.gesture.carrying { tools.plan(doc, schema, ev) } else { None };
                if ev.phase == Phase::Up {
                    tools.gesture = Gesture::default();
                    return Reply { commit: plan, ..Reply::default() };
                }
                Reply { preview: plan, ..Reply::default() }
            }
        }
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, _: &Schema, name_held: bool) -> String {
        match (name_held, tools.label.text.trim()) {
            (false, "") => "Names: click a hex and type, or click a name to change it.".to_owned(),
            (true, "") => {
                "Names: drag the letters, the round grip rotates, the square one scales.".to_owned()
            }
            (_, text) => format!("{text}: click where it is to be written."),
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        names::names_palette(ui, tab, requests);
    }

    fn cursor(&self, ev: &Pointer, pressing: bool) -> Option<CursorIcon> {
        Some(names::name_cursor(ev.name, pressing))
    }
}

/// The name as changed by the drag so far.
fn changed_name(
    tools: &Toolbox,
    doc: &ScenarioDoc,
    ev: &Pointer,
    held: NameUnderPointer,
    old: &Label,
) -> Label {
    let from = |p: (i32, i32)| ((p.0 - held.middle.0) as f32, (p.1 - held.middle.1) as f32);
    let (then, now) = (from(tools.gesture.spot), from(ev.spot));
    if ev.spot == tools.gesture.spot {
        return old.clone();
    }
    match held.grip {
        Grip::Letters => moved_name(doc, ev, tools.gesture.spot, held, old),
        Grip::Turn => {
            let step = if ev.shift { 15.0 } else { 5.0 };
            let degrees = now.1.atan2(now.0).to_degrees();
            let turn = ((degrees / step).round() * step) as i16;
            // Text is never upside down.
            let turn = match turn {
                91.. => turn - 180,
                ..=-91 => turn + 180,
                _ => turn,
            };
            Label { turn, ..old.clone() }
        }
        Grip::Size => {
            let grown = now.0.hypot(now.1) / then.0.hypot(then.1).max(1.0);
            let size = (f32::from(old.size) * grown / 5.0).round() * 5.0;
            let size = size.clamp(f32::from(SIZES.0), f32::from(SIZES.1)) as u16;
            Label { size, ..old.clone() }
        }
    }
}

/// Moves the name with the pointer. It keeps its hex while it is near; farther away it belongs to the
/// hex it is now at.
fn moved_name(
    doc: &ScenarioDoc,
    ev: &Pointer,
    start: (i32, i32),
    held: NameUnderPointer,
    old: &Label,
) -> Label {
    let layout = Layout::new(doc.map.grid);
    let middle = |h| {
        let c = layout.center_of(h);
        (c.x * 100.0, c.y * 100.0)
    };
    let from = middle(old.at);
    let x = from.0 + f32::from(held.offset.0) + (ev.spot.0 - start.0) as f32;
    let y = from.1 + f32::from(held.offset.1) + (ev.spot.1 - start.1) as f32;
    let under = |down: f32| {
        let at = Pos::new(x / 100.0, (y - down) / 100.0);
        layout.hex_at(at).map(|id| layout.grid.hex(id))
    };
    let tied = TIED.max(f32::from(held.half) + BESIDE).min(f32::from(FAR));
    let near = (x - from.0).hypot(y - from.1) <= tied;
    let at = if near { old.at } else { under(BELOW).or_else(|| under(0.0)).unwrap_or(old.at) };
    let now = middle(at);
    let far = f32::from(FAR);
    let round = |v: f32| v.round().clamp(-far, far) as i16;
    let (dx, dy) = (round(x - now.0), round(y - now.1));
    // An offset of zero would leave it to the style again.
    let dy = if (dx, dy) == (0, 0) { 1 } else { dy };
    Label { at, dx, dy, ..old.clone() }
}

/// What a grip of a name is for.
pub fn grip_text(grip: Grip, name: &str) -> String {
    match grip {
        Grip::Turn => format!("Rotate {name}"),
        Grip::Size => format!("Size of {name}"),
        Grip::Letters => words::move_name(name),
    }
}
