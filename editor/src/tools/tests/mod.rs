//! Every tool, on a small sheet of a made-up rule system.

mod gestures;
mod names;

use super::{Phase, Pointer, ToolKind, Toolbox};
use crate::core::tests::*;
use crate::core::{Document, Edit};
