//! Whatever is wrong with a document is said at its place, with rule and remedy, and play refuses it.

use super::*;
