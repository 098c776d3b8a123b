//! Unknown fields of the file's own structs. Serde ignores them, so they are looked for in the text.

use super::doc::{
    Nation, Pool, Provenance, ScheduleEntry, Seating, SetupEntry, Side, Special, TurnTrack, Victory,
};
use super::file_form::{LabelFile, PieceFile, RegionFile, ScenarioFile};
use super::nearest::suggestion;
use super::text_index::{Node, NodeKind, TextIndex};
use super::{At, Issues, Severity};
use crate::hex::{Grid, Numbering};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// The error with which the collecting deserializer stops once it has the names.
#[derive(Debug)]
struct Heard(&'static [&'static str]);

impl std::fmt::Display for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Heard {}

impl Error for Heard {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self(&[])
    }
}

/// Deserialises nothing: it only collects the field names a struct asks for.
struct AskForFields;

impl<'de> Deserializer<'de> for AskForFields {
    type Error = Heard;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Heard> {
        Err(Heard(&[]))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Heard> {
        Err(Heard(fields))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The fields of a struct as its file form names them.
fn field_names<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    match T::deserialize(AskForFields) {
        Err(Heard(fields)) => fields,
        Ok(_) => &[],
    }
}

/// A struct of the file, and where it stands: `*` is any entry of a list.
fn structs() -> [(&'static str, &'static [&'static str]); 17] {
    [
        ("", field_names::<ScenarioFile>()),
        ("provenance", field_names::<Provenance>()),
        ("grid", field_names::<Grid>()),
        ("grid/numbering", field_names::<Numbering>()),
        ("labels/*", field_names::<LabelFile>()),
        ("regions/*", field_names::<RegionFile>()),
        ("turns", field_names::<TurnTrack>()),
        ("nations/*", field_names::<Nation>()),
        ("sides/*", field_names::<Side>()),
        ("seats/*", field_names::<Seating>()),
        ("pieces/*", field_names::<PieceFile>()),
        ("setup/*", field_names::<SetupEntry>()),
        ("schedule/*", field_names::<ScheduleEntry>()),
        ("specials/*", field_names::<Special>()),
        ("victory/*", field_names::<Victory>()),
        ("pools/*", field_names::<Pool>()),
        ("schedule/*/when", &["from", "kind", "props"]),
    ]
}

/// Adds every field of the file that no struct has, with its place and the nearest right name.
pub fn check(index: &TextIndex, severity: Severity, issues: &mut Issues) {
    for (place, known) in structs() {
        let steps: Vec<&str> = place.split('/').filter(|s| !s.is_empty()).collect();
        visit(&index.root, &steps, &mut String::new(), known, severity, issues);
    }
}

fn visit(
    node: &Node,
    steps: &[&str],
    path: &mut String,
    known: &[&str],
    severity: Severity,
    issues: &mut Issues,
) {
    let Some((step, rest)) = steps.split_first() else {
        check_struct(node, path, known, severity, issues);
        return;
    };
    for child in node.children.iter().filter(|c| *step == "*" || c.key == *step) {
        let length = path.len();
        path.push_str(&child.key);
        path.push('/');
        visit(child, rest, path, known, severity, issues);
        path.truncate(length);
    }
}

fn check_struct(node: &Node, path: &str, known: &[&str], severity: Severity, issues: &mut Issues) {
    if node.kind != NodeKind::Struct {
        return;
    }
    for (i, field) in node.children.iter().enumerate() {
        let owner = if path.is_empty() { "the scenario" } else { path.trim_end_matches('/') };
        if node.children[..i].iter().any(|f| f.key == field.key) {
            let text = format!("'{}' is given twice", field.key);
            issues.error(At::Field(field.key.clone()), owner, text).position(field.key_position);
        }
        if known.contains(&field.key.as_str()) {
            continue;
        }
        let text = format!("there is no field '{}'", field.key);
        issues
            .push(severity, At::Field(field.key.clone()), owner, text)
            .remedy(suggestion(&field.key, known.iter().copied()))
            .position(field.key_position);
    }
}
