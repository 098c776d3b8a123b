//! Whether a value is of the type its field declares.

use super::super::{FieldKind, Value, suggestion};
use super::Names;

/// What is wrong with a value, to be said after the name of its field.
#[derive(Debug, PartialEq, Eq)]
pub struct WrongValue {
    pub text: String,
    pub remedy: String,
}

fn wrong(text: impl Into<String>, remedy: impl Into<String>) -> Result<(), WrongValue> {
    Err(WrongValue { text: text.into(), remedy: remedy.into() })
}

/// A value as its writer would call it.
fn describe(value: &Value) -> String {
    match value {
        Value::Bool(b) => format!("is {b}"),
        Value::Int(n) => format!("is {n}"),
        Value::Text(t) => format!("is the text '{t}'"),
        Value::List(_) => "is a list".to_owned(),
    }
}

/// Compares a value with the type declared for it. An empty text names nothing and is always allowed where a name stands.
pub fn check(value: &Value, kind: &FieldKind, names: &Names) -> Result<(), WrongValue> {
    match (kind, value) {
        (FieldKind::Bool, Value::Bool(_)) | (FieldKind::Text, Value::Text(_)) => Ok(()),
        (FieldKind::Bool, _) => wrong(describe(value), "it must be true or false"),
        (FieldKind::Int { min, max }, Value::Int(n)) if (min..=max).contains(&n) => Ok(()),
        (FieldKind::Int { min, max }, _) => {
            wrong(describe(value), format!("it must be a number from {min} to {max}"))
        }
        (FieldKind::Text, _) => wrong(describe(value), "it must be a text in quotation marks"),
        (FieldKind::List(item), Value::List(list)) => list.iter().try_for_each(|v| check(v, item, names)),
        (FieldKind::List(_), _) => wrong(describe(value), "it must be a list, in square brackets"),
        // Hex numbers without letters may stand without quotation marks.
        (FieldKind::Hex, Value::Int(n)) if names.is_hex(&format!("{n:04}")) => Ok(()),
        (FieldKind::Hex, Value::Text(t)) if t.is_empty() || names.is_hex(t) => Ok(()),
        (FieldKind::Hex, Value::Text(t)) => {
            wrong(format!("is '{t}', which is not on the map"), "give a hex number")
        }
        (FieldKind::Hex, _) => wrong(describe(value), "it must be a hex number of the map"),
        (FieldKind::Choice(choices), Value::Text(t)) => {
            name(t, "choice", choices.iter().map(|c| c.0.as_str()).collect())
        }
        (FieldKind::Figures(form), Value::Text(t)) if form.read(t).is_some() => Ok(()),
        (FieldKind::Figures(form), _) => {
            let names = form.names.join(", ");
            wrong(describe(value), format!("give {names}, like '{}'", form.example()))
        }
        (FieldKind::Region, Value::Text(t)) => name(t, "area", names.regions()),
        (FieldKind::Side, Value::Text(t)) => name(t, "side", names.sides()),
        (FieldKind::Nation, Value::Text(t)) => name(t, "nation", names.nations()),
        (FieldKind::Piece, Value::Text(t)) => name(t, "piece", names.pieces()),
        (FieldKind::UnitKind, Value::Text(t)) => name(t, "unit kind", names.unit_kinds()),
        (
            FieldKind::Choice(_)
            | FieldKind::Region
            | FieldKind::Side
            | FieldKind::Nation
            | FieldKind::Piece
            | FieldKind::UnitKind,
            _,
        ) => wrong(describe(value), "it must be a name in quotation marks"),
    }
}

fn name(written: &str, what: &str, known: Vec<&str>) -> Result<(), WrongValue> {
    if written.is_empty() || known.contains(&written) {
        return Ok(());
    }
    wrong(format!("names the {what} '{written}', which does not exist"), suggestion(written, known))
}
