//! Converts files of older formats, one pure step for each format.

use super::TurnTrack;
use super::file::{FORMAT, FileError};
use super::file_form::{ScenarioFile, Turns};

/// Converts a file of an older format, one arm for each step. Format 3 has the same structure as 2 but does not allow
/// unknown names; a file of format 2 keeps its number and may therefore contain some.
pub fn migrate(mut file: ScenarioFile) -> Result<ScenarioFile, FileError> {
    loop {
        file = match file.format {
            2 | FORMAT => return Ok(file),
            1 => one_to_two(file),
            newer if newer > FORMAT => return Err(FileError::Newer { found: newer, known: FORMAT }),
            unknown => return Err(FileError::UnknownFormat(unknown)),
        }
    }
}

/// Format 1 wrote `turns: 24`; format 2 writes a track: `turns: (count: 24)`.
fn one_to_two(mut file: ScenarioFile) -> ScenarioFile {
    if let Turns::Count(count) = file.turns {
        file.turns = Turns::Track(TurnTrack { count, ..TurnTrack::default() });
    }
    file.format = 2;
    file
}
