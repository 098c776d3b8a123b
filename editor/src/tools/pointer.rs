//! What the pointer does over the map, and what a tool answers.

use super::eyedropper::Picked;
use super::name::NameUnderPointer;
use crate::core::edit::Edit;
use engine::hex::{Corner, Edge, Hex};

/// What the pointer does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    #[default]
    Hover,
    Down,
    /// Held down and moved.
    Move,
    Up,
}

/// One pointer event over the map, already in the map's terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    pub phase: Phase,
    pub hex: Option<Hex>,
    pub edge: Option<Edge>,
    /// The pointer is on that hexside, not only nearest to it.
    pub on_edge: bool,
    pub corner: Option<Corner>,
    /// Where on the sheet, in hundredths of the hex radius.
    pub spot: (i32, i32),
    /// The topmost name under the pointer.
    pub name: Option<NameUnderPointer>,
    /// Id of the topmost piece under the pointer.
    pub piece: Option<String>,
    pub shift: bool,
    /// Ctrl, or Command where that is usual.
    pub ctrl: bool,
    pub alt: bool,
}

/// The gesture that a press has started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Gesture {
    pub down: bool,
    pub start: Option<Hex>,
    pub last: Option<Hex>,
    pub corner: Option<Corner>,
    /// Hexes this stroke has passed: levels change once per stroke.
    pub over: Vec<Hex>,
    pub erase: bool,
    pub moved: bool,
    /// A piece or label is being dragged.
    pub carrying: bool,
    pub name: Option<NameUnderPointer>,
    /// Where on the sheet the press was.
    pub spot: (i32, i32),
}

/// Whether a stroke begins or ends with this event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    #[default]
    None,
    Begin,
    End,
}

/// The reply of a tool to an event. In order: begin the stroke, make the edit, end the stroke.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// What a click would do now.
    pub preview: Option<Edit>,
    pub commit: Option<Edit>,
    pub stroke: Stroke,
    /// The new selection of pieces.
    pub select: Option<Vec<String>>,
    /// The frame of a selection being drawn.
    pub marquee: Vec<Hex>,
    /// The name that was pressed; the inner none clears the selection.
    pub label: Option<Option<usize>>,
    /// What a press would pick up instead of drawing.
    pub pick: Option<Picked>,
    /// The corner where a path would start.
    pub corner: Option<Corner>,
    /// The hex where a road would start.
    pub begin: Option<Hex>,
    /// The hex where the origin of the part being pasted would be.
    pub put: Option<Hex>,
}
