//! Structs divided into parts that stay one flat record in files: how a record is written does not change when the
//! struct is divided, and neither does its hash.

use serde::de::{DeserializeSeed, Deserializer, Visitor};
use std::fmt;

/// Reads and writes a struct as one record. The list names its fields in the order they are written, those of a part as
/// `part.field`; the part's name is not written. `as` gives a field another name in files. The struct needs `Default`,
/// which is overwritten field by field.
///
/// ```
/// #[derive(Default)]
/// struct Losses {
///     dead: u8,
///     captured: u8,
/// }
/// #[derive(Default)]
/// struct State {
///     turn: u8,
///     losses: Losses,
/// }
/// engine::flat_record!(State { losses.dead, turn, losses.captured as prisoners });
///
/// let state: State = ron::from_str("(dead:2,turn:7,prisoners:1)")?;
/// assert_eq!((state.losses.captured, state.turn), (1, 7));
/// assert_eq!(ron::to_string(&state)?, "(dead:2,turn:7,prisoners:1)");
/// assert!(ron::from_str::<State>("(dead:2,turn:7)").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! flat_record {
    ($record:ident { $($first:ident $(. $field:ident)? $(as $name:ident)?),+ $(,)? }) => {
        $crate::read_flat_record!($record { $($first $(. $field)? $(as $name)?),+ });

        impl ::serde::Serialize for $record {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeStruct;
                let names = [$($crate::name_in_record!($first $($field)? $(as $name)?)),+];
                let mut out = to.serialize_struct(stringify!($record), names.len())?;
                $(out.serialize_field($crate::name_in_record!($first $($field)? $(as $name)?), &self.$first$(.$field)?)?;)+
                out.end()
            }
        }
    };
}

/// Reads a struct from one record, as [`flat_record!`] does.
#[macro_export]
macro_rules! read_flat_record {
    ($record:ident { $($first:ident $(. $field:ident)? $(as $name:ident)?),+ $(,)? }) => {
        impl<'de> ::serde::Deserialize<'de> for $record {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                use ::serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
                const NAMES: &[&str] = &[$($crate::name_in_record!($first $($field)? $(as $name)?)),+];
                struct Fields;
                impl<'de> Visitor<'de> for Fields {
                    type Value = $record;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str(concat!("struct ", stringify!($record)))
                    }

                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$record, A::Error> {
                        let mut record = $record::default();
                        let mut is_read = [false; NAMES.len()];
                        while let Some(found) = map.next_key_seed($crate::flat_record::NameIn(NAMES))? {
                            let Some(at) = found else {
                                map.next_value::<IgnoredAny>()?;
                                continue;
                            };
                            if ::std::mem::replace(&mut is_read[at], true) {
                                return Err(A::Error::duplicate_field(NAMES[at]));
                            }
                            $(if NAMES[at] == $crate::name_in_record!($first $($field)? $(as $name)?) {
                                record.$first$(.$field)? = map.next_value()?;
                                continue;
                            })+
                        }
                        match is_read.iter().position(|is_read| !is_read) {
                            Some(at) => Err(A::Error::missing_field(NAMES[at])),
                            None => Ok(record),
                        }
                    }

                    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<$record, A::Error> {
                        let mut record = $record::default();
                        let mut at = 0;
                        $(
                            record.$first$(.$field)? =
                                list.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
                            at += 1;
                        )+
                        let _ = at;
                        Ok(record)
                    }
                }
                from.deserialize_struct(stringify!($record), NAMES, Fields)
            }
        }
    };
}

/// The name a field has in a record: the one given by `as`, or its own without that of the part it is in.
#[doc(hidden)]
#[macro_export]
macro_rules! name_in_record {
    ($part:ident $field:ident as $name:ident) => {
        stringify!($name)
    };
    ($field:ident as $name:ident) => {
        stringify!($name)
    };
    ($part:ident $field:ident) => {
        stringify!($field)
    };
    ($field:ident) => {
        stringify!($field)
    };
}

/// A field's name as read from a file: its place among these, or none.
#[doc(hidden)]
pub struct NameIn(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for NameIn {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NameIn {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|n| *n == name))
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Default, PartialEq, Debug)]
    struct Fort {
        name: String,
        held: bool,
    }

    #[derive(Clone, Default, PartialEq, Debug)]
    struct Divided {
        turn: u16,
        fort: Fort,
        losses: Vec<u8>,
    }

    flat_record!(Divided { fort.name, turn, losses as lost, fort.held as garrisoned });

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Divided")]
    struct Flat {
        name: String,
        turn: u16,
        lost: Vec<u8>,
        garrisoned: bool,
    }

    fn both() -> (Divided, Flat) {
        let fort = Fort { name: "Glatz".into(), held: true };
        let flat = Flat { name: "Glatz".into(), turn: 300, lost: vec![1, 2], garrisoned: true };
        (Divided { turn: 300, fort, losses: vec![1, 2] }, flat)
    }

    #[test]
    fn a_divided_struct_is_written_and_hashed_like_a_flat_one() {
        let (divided, flat) = both();
        let text = ron::to_string(&flat).unwrap();
        assert_eq!(ron::to_string(&divided).unwrap(), text);
        assert_eq!(ron::from_str::<Divided>(&text).unwrap(), divided);
        assert_eq!(crate::game::state_hash(&divided), crate::game::state_hash(&flat));
        let bytes = postcard::to_allocvec(&flat).unwrap();
        assert_eq!(postcard::from_bytes::<Divided>(&bytes).unwrap(), divided);
    }

    #[test]
    fn any_order_and_unknown_fields_are_read_gaps_and_doubles_are_refused_as_of_a_flat_one() {
        for text in [
            "(garrisoned: true, turn: 300, lost: [1, 2], name: \"Glatz\")",
            "(garrisoned: true, extra: (1, 2), turn: 300, lost: [1, 2], name: \"Glatz\")",
            "(turn: 300, lost: [1, 2], name: \"Glatz\")",
            "(garrisoned: true, garrisoned: true, turn: 300, lost: [1, 2], name: \"Glatz\")",
            "(garrisoned: true, turn: -1, lost: [1, 2], name: \"Glatz\")",
            "[1]",
        ] {
            let plain = ron::from_str::<Flat>(text).map(|_| both().0).map_err(|e| e.to_string());
            assert_eq!(ron::from_str::<Divided>(text).map_err(|e| e.to_string()), plain, "{text}");
        }
    }
}
