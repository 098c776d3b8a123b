//! A field is declared once, as a constant of its rule system: name, type, range, rule and help. The declaration makes the
//! field of the schema (and so the checks of the front end and the editor's widget), reads its value and writes it.
//!
//! Reading needs no checks: a value of the wrong type or out of range reads as if it were not there, and
//! [`super::front_end`] has reported it.

use super::{Field, FieldKind, OptionKind, Props, Repair, Value};
use crate::hex::{Grid, HexId};
use std::borrow::Cow;
use std::marker::PhantomData;

/// What a field may hold, and how that reads in Rust.
pub trait FieldType: Copy {
    type Read<'p>;
    fn kind(&self) -> FieldKind;
    fn default_value(&self) -> Value;
    fn read<'p>(&self, value: &'p Value) -> Option<Self::Read<'p>>;
    fn write(&self, value: Self::Read<'_>) -> Value;
}

/// A field of some type, declared.
#[derive(Clone, Copy, Debug)]
pub struct Declared<T> {
    pub id: &'static str,
    pub name: &'static str,
    /// The rule it follows from.
    pub rule: &'static str,
    pub help: &'static str,
    printed: bool,
    holds: T,
}

pub type NumberField<N> = Declared<Number<N>>;
pub type SwitchField = Declared<Switch>;
pub type TextField = Declared<Text>;
pub type NameField = Declared<NameOf>;
pub type HexField = Declared<HexNumber>;
pub type ChoiceField<C> = Declared<Choice<C>>;
pub type ListField<T> = Declared<List<T>>;

impl<T> Declared<T> {
    pub const fn new(
        id: &'static str,
        name: &'static str,
        holds: T,
        rule: &'static str,
        help: &'static str,
    ) -> Self {
        Self { id, name, rule, help, printed: false, holds }
    }
}

impl<T: FieldType> Declared<T> {
    /// The same, as one of the figures on the counter.
    #[must_use]
    pub const fn printed(self) -> Self {
        Self { printed: true, ..self }
    }

    /// The same under another rule, where several rules have the field.
    #[must_use]
    pub const fn under(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// The field of the schema.
    pub fn field(&self) -> Field {
        Field {
            id: self.id.to_owned(),
            name: self.name.to_owned(),
            kind: self.holds.kind(),
            default: self.holds.default_value(),
            rule: self.rule.to_owned(),
            help: self.help.to_owned(),
            printed: self.printed,
        }
    }

    /// The same declared as an option of the rule system.
    pub fn option(&self) -> OptionKind {
        let Field { id, name, kind, default, rule, help, printed: _ } = self.field();
        OptionKind { id, name, kind, default, rule, help }
    }

    pub fn is_given(&self, props: &Props) -> bool {
        props.contains_key(self.id)
    }

    /// The value given.
    pub fn read<'p>(&self, props: &'p Props) -> Option<T::Read<'p>> {
        props.get(self.id).and_then(|v| self.holds.read(v))
    }

    pub fn write(&self, props: &mut Props, value: T::Read<'_>) {
        props.insert(self.id.to_owned(), self.holds.write(value));
    }

    /// Writes a value, or takes the field away.
    pub fn write_if(&self, props: &mut Props, value: Option<T::Read<'_>>) {
        match value {
            Some(value) => self.write(props, value),
            None => drop(props.remove(self.id)),
        }
    }

    /// The change that gives a piece this value.
    pub fn repair(&self, piece: &str, value: T::Read<'_>) -> Repair {
        Repair::PieceProp { id: piece.to_owned(), field: self.id.to_owned(), value: self.holds.write(value) }
    }
}

/// A whole number within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Number<N> {
    min: i64,
    max: i64,
    default: i64,
    as_type: PhantomData<N>,
}

impl<N> Number<N> {
    pub const fn between(min: i64, max: i64, default: i64) -> Self {
        Self { min, max, default, as_type: PhantomData }
    }
}

impl<N: Copy + Default + TryFrom<i64> + Into<i64>> FieldType for Number<N> {
    type Read<'p> = N;

    fn kind(&self) -> FieldKind {
        FieldKind::Int { min: self.min, max: self.max }
    }

    fn default_value(&self) -> Value {
        Value::Int(self.default)
    }

    fn read(&self, value: &Value) -> Option<N> {
        value.as_int().filter(|n| (self.min..=self.max).contains(n)).and_then(|n| N::try_from(n).ok())
    }

    fn write(&self, value: N) -> Value {
        Value::Int(value.into())
    }
}

impl<N: Copy + Default + TryFrom<i64> + Into<i64>> NumberField<N> {
    /// The same with another default, where a chart has it.
    #[must_use]
    pub fn with_default(self, default: N) -> Self {
        Self { holds: Number { default: default.into(), ..self.holds }, ..self }
    }

    /// The value given, else the default.
    pub fn read_or_default(&self, props: &Props) -> N {
        self.read(props).or_else(|| N::try_from(self.holds.default).ok()).unwrap_or_default()
    }
}

/// True or false; false where nothing is said.
#[derive(Clone, Copy, Debug)]
pub struct Switch;

impl FieldType for Switch {
    type Read<'p> = bool;

    fn kind(&self) -> FieldKind {
        FieldKind::Bool
    }

    fn default_value(&self) -> Value {
        Value::Bool(false)
    }

    fn read(&self, value: &Value) -> Option<bool> {
        value.as_bool()
    }

    fn write(&self, value: bool) -> Value {
        Value::Bool(value)
    }
}

impl SwitchField {
    pub fn is_on(&self, props: &Props) -> bool {
        self.read(props).unwrap_or(false)
    }

    /// Writes that it is on, or takes the field away.
    pub fn write_if_on(&self, props: &mut Props, is_on: bool) {
        self.write_if(props, is_on.then_some(true));
    }
}

/// Any words; those of a new entry.
#[derive(Clone, Copy, Debug)]
pub struct Text(pub &'static str);

fn read_words(value: &Value) -> Option<&str> {
    value.as_text().filter(|t| !t.is_empty())
}

impl FieldType for Text {
    type Read<'p> = &'p str;

    fn kind(&self) -> FieldKind {
        FieldKind::Text
    }

    fn default_value(&self) -> Value {
        Value::from(self.0)
    }

    /// An empty text says nothing.
    fn read<'p>(&self, value: &'p Value) -> Option<&'p str> {
        read_words(value)
    }

    fn write(&self, value: &str) -> Value {
        Value::from(value)
    }
}

/// Something of the scenario by its id.
#[derive(Clone, Copy, Debug)]
pub enum NameOf {
    Region,
    Side,
    Nation,
    Piece,
    UnitKind,
}

impl FieldType for NameOf {
    type Read<'p> = &'p str;

    fn kind(&self) -> FieldKind {
        match self {
            Self::Region => FieldKind::Region,
            Self::Side => FieldKind::Side,
            Self::Nation => FieldKind::Nation,
            Self::Piece => FieldKind::Piece,
            Self::UnitKind => FieldKind::UnitKind,
        }
    }

    fn default_value(&self) -> Value {
        Value::from("")
    }

    /// An empty text names nothing.
    fn read<'p>(&self, value: &'p Value) -> Option<&'p str> {
        read_words(value)
    }

    fn write(&self, value: &str) -> Value {
        Value::from(value)
    }
}

/// A hex by its number, which may stand without quotation marks where it has no letters.
#[derive(Clone, Copy, Debug)]
pub struct HexNumber;

impl FieldType for HexNumber {
    type Read<'p> = Cow<'p, str>;

    fn kind(&self) -> FieldKind {
        FieldKind::Hex
    }

    fn default_value(&self) -> Value {
        Value::from("")
    }

    fn read<'p>(&self, value: &'p Value) -> Option<Cow<'p, str>> {
        match value {
            Value::Text(t) if !t.is_empty() => Some(Cow::Borrowed(t)),
            Value::Int(n) => Some(Cow::Owned(format!("{n:04}"))),
            Value::Text(_) | Value::Bool(_) | Value::List(_) => None,
        }
    }

    fn write(&self, value: Cow<'_, str>) -> Value {
        Value::Text(value.into_owned())
    }
}

impl HexField {
    /// The hex named, if it is on the map.
    pub fn find_hex(&self, props: &Props, grid: &Grid) -> Option<HexId> {
        self.read(props).and_then(|number| grid.parse(&number))
    }
}

/// One of a few words, each with its name on screen and what it means in the rules. The first is the default.
#[derive(Debug)]
pub struct Choice<C: 'static> {
    choices: &'static [(&'static str, &'static str, C)],
}

impl<C> Clone for Choice<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Choice<C> {}

impl<C> Choice<C> {
    pub const fn of(choices: &'static [(&'static str, &'static str, C)]) -> Self {
        Self { choices }
    }
}

impl<C: Copy + PartialEq> FieldType for Choice<C> {
    type Read<'p> = C;

    fn kind(&self) -> FieldKind {
        FieldKind::Choice(self.choices.iter().map(|c| (c.0.to_owned(), c.1.to_owned())).collect())
    }

    fn default_value(&self) -> Value {
        Value::from(self.choices.first().map_or("", |c| c.0))
    }

    fn read(&self, value: &Value) -> Option<C> {
        let word = value.as_text()?;
        self.choices.iter().find(|c| c.0 == word).map(|c| c.2)
    }

    fn write(&self, value: C) -> Value {
        Value::from(self.choices.iter().find(|c| c.2 == value).map_or("", |c| c.0))
    }
}

impl<C: PartialEq> ChoiceField<C> {
    /// Whether there is a word for this.
    pub fn allows(&self, value: &C) -> bool {
        self.holds.choices.iter().any(|c| c.2 == *value)
    }
}

/// Several values of one type.
#[derive(Clone, Copy, Debug)]
pub struct List<T>(pub T);

impl<T: FieldType> FieldType for List<T> {
    type Read<'p> = Vec<T::Read<'p>>;

    fn kind(&self) -> FieldKind {
        FieldKind::List(Box::new(self.0.kind()))
    }

    fn default_value(&self) -> Value {
        Value::List(Vec::new())
    }

    fn read<'p>(&self, value: &'p Value) -> Option<Vec<T::Read<'p>>> {
        value.as_list().map(|l| l.iter().filter_map(|v| self.0.read(v)).collect())
    }

    fn write(&self, value: Vec<T::Read<'_>>) -> Value {
        Value::List(value.into_iter().map(|v| self.0.write(v)).collect())
    }
}

impl<T: FieldType> ListField<T> {
    /// The values given; none where nothing is said.
    pub fn read_all<'p>(&self, props: &'p Props) -> Vec<T::Read<'p>> {
        self.read(props).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: NumberField<u8> =
        Declared::new("points", "Points", Number::between(1, 9, 3), "1.1", "How many.").printed();
    const MOOD: ChoiceField<bool> = Declared::new(
        "mood",
        "Mood",
        Choice::of(&[("glad", "glad", true), ("sad", "sad", false)]),
        "1.2",
        "How it feels.",
    );
    const PLACES: ListField<NameOf> =
        Declared::new("places", "Places", List(NameOf::Region), "1.3", "Where it may be.");
    const HEX: HexField = Declared::new("hex", "Hex", HexNumber, "1.4", "Where it is.");

    #[test]
    fn the_schema_says_what_was_declared() {
        let field = POINTS.with_default(4).field();
        assert_eq!(field.kind, FieldKind::Int { min: 1, max: 9 });
        assert_eq!((field.default, field.printed, field.rule.as_str()), (Value::Int(4), true, "1.1"));
        assert_eq!(MOOD.field().default, Value::from("glad"));
        assert_eq!(PLACES.field().kind, FieldKind::List(Box::new(FieldKind::Region)));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut props = Props::new();
        assert_eq!(POINTS.read_or_default(&props), 3);
        POINTS.write(&mut props, 9);
        MOOD.write(&mut props, false);
        PLACES.write(&mut props, vec!["camp", "ford"]);
        HEX.write(&mut props, "0102".into());
        assert_eq!(POINTS.read(&props), Some(9));
        assert_eq!(MOOD.read(&props), Some(false));
        assert_eq!(PLACES.read_all(&props), ["camp", "ford"]);
        assert_eq!(HEX.read(&props).as_deref(), Some("0102"));
    }

    #[test]
    fn what_does_not_fit_reads_as_nothing() {
        for value in [Value::Int(10), Value::Int(0), Value::from("nine"), Value::Bool(true)] {
            let props = Props::from([("points".to_owned(), value)]);
            assert_eq!(POINTS.read(&props), None);
            assert_eq!(POINTS.read_or_default(&props), 3);
        }
        let props = Props::from([("mood".to_owned(), Value::from("angry")), ("hex".into(), Value::Int(102))]);
        assert_eq!(MOOD.read(&props), None);
        assert_eq!(HEX.read(&props).as_deref(), Some("0102"));
    }
}
