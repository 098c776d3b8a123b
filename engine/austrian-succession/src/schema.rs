//! What a scenario file may say.

use crate::Data;
use engine::scenario::Schema;

pub fn schema(_: &Data) -> Schema {
    Schema::default()
}
