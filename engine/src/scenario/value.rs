//! Values of fields that only a rule system understands.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A field's value as written in a scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Self>),
}

/// Named values, stably ordered.
pub type Props = BTreeMap<String, Value>;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> serde::de::Visitor<'de> for Read {
            type Value = Value;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("true, false, a whole number, a text in quotation marks, or a list of these")
            }

            fn visit_bool<E: serde::de::Error>(self, b: bool) -> Result<Value, E> {
                Ok(Value::Bool(b))
            }

            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Value, E> {
                Ok(Value::Int(n))
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Value, E> {
                i64::try_from(n).map(Value::Int).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
                let mut out = Vec::new();
                while let Some(value) = list.next_element()? {
                    out.push(value);
                }
                Ok(Value::List(out))
            }
        }
        from.deserialize_any(Read)
    }
}

impl Value {
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(t) => Some(t),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(l) => Some(l),
            _ => None,
        }
    }

    /// Reads `true`, `3` or any other word, as typed on a command line.
    pub fn from_words(text: &str) -> Self {
        match text {
            "true" | "on" | "yes" => Self::Bool(true),
            "false" | "off" | "no" => Self::Bool(false),
            _ => text.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Int),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("on"),
            Self::Bool(false) => f.write_str("off"),
            Self::Int(n) => write!(f, "{n}"),
            Self::Text(t) => f.write_str(t),
            Self::List(l) => {
                for (i, v) in l.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{v}")?;
                }
                Ok(())
            }
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Bool(b)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}

impl From<&str> for Value {
    fn from(t: &str) -> Self {
        Self::Text(t.to_owned())
    }
}
