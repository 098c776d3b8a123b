//! `oblique image`
use super::{Exit, Failure};
use crate::library::Library;
use std::io::Write;
use std::path::Path;

pub fn run(_l: &Library, _s: &str, _p: &Path, _px: f32, _out: &mut dyn Write) -> Result<Exit, Failure> {
    Err(Failure::Said("pictures are not part of this build".into()))
}
