//! Older files become today's, one pure step for each format.

use super::file::{FORMAT, FileError};
use ron::value::{Map, Value};

/// Brings a parsed file of an older format up to [`FORMAT`]. One arm for each step.
pub fn migrate(mut value: Value) -> Result<Value, FileError> {
    loop {
        match format_of(&value)? {
            FORMAT => return Ok(value),
            1 => value = one_to_two(value),
            newer if newer > FORMAT => return Err(FileError::Newer { found: newer, known: FORMAT }),
            unknown => return Err(FileError::UnknownFormat(unknown)),
        }
    }
}

fn format_of(value: &Value) -> Result<u32, FileError> {
    let Value::Map(map) = value else { return Err(FileError::NotAScenario) };
    match map.get(&key("format")) {
        Some(Value::Number(n)) => Ok(n.into_f64() as u32),
        _ => Err(FileError::NotAScenario),
    }
}

fn key(name: &str) -> Value {
    Value::String(name.to_owned())
}

/// Format 1 wrote `turns: 24`; format 2 writes a track: `turns: (count: 24)`.
fn one_to_two(value: Value) -> Value {
    let Value::Map(mut map) = value else { return value };
    if let Some(n @ Value::Number(_)) = map.get(&key("turns")).cloned() {
        let mut track = Map::new();
        track.insert(key("count"), n);
        map.insert(key("turns"), Value::Map(track));
    }
    map.insert(key("format"), Value::Number(2.into()));
    Value::Map(map)
}
