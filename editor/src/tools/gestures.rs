//! Gestures that several tools share.

use super::{Gesture, Phase, Pointer, Reply, Stroke, Toolbox};
use engine::scenario::{ScenarioDoc, Schema};

/// One press, one edit.
pub fn click_gesture(tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
    let preview = tools.plan(doc, schema, ev);
    let commit = if ev.phase == Phase::Down { preview.clone() } else { None };
    Reply { preview, commit, ..Reply::default() }
}

/// From press to release: previewed while dragging, made at the end.
pub fn drag_gesture(tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
    if ev.phase == Phase::Down {
        let (start, last) = (ev.hex, ev.hex);
        tools.gesture = Gesture { down: true, start, last, erase: ev.ctrl, ..Gesture::default() };
    }
    tools.gesture.last = ev.hex.or(tools.gesture.last);
    let preview = tools.plan(doc, schema, ev);
    if ev.phase == Phase::Up {
        tools.gesture = Gesture::default();
        return Reply { commit: preview, ..Reply::default() };
    }
    Reply { preview, ..Reply::default() }
}

/// Paint while the button is held.
pub fn stroke_gesture(tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
    match ev.phase {
        Phase::Hover => Reply { preview: tools.plan(doc, schema, ev), ..Reply::default() },
        Phase::Up => {
            tools.gesture = Gesture::default();
            Reply { stroke: Stroke::End, ..Reply::default() }
        }
        Phase::Down | Phase::Move => {
            let begins = ev.phase == Phase::Down;
            if begins {
                tools.gesture = Gesture { down: true, erase: ev.ctrl, ..Gesture::default() };
            }
            let commit = tools.plan(doc, schema, ev);
            if let Some(e) = &commit {
                tools.gesture.over.extend(e.hexes());
            }
            tools.gesture.last = ev.hex.or(tools.gesture.last);
            let stroke = if begins { Stroke::Begin } else { Stroke::None };
            Reply { preview: commit.clone(), commit, stroke, ..Reply::default() }
        }
    }
}

/// The list, unless there is nothing in it.
pub fn unless_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    if list.is_empty() { None } else { Some(list) }
}
