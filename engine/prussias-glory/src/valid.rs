//! Whether a position could be one of this battle: what comes out of a file is not trusted.

use crate::Context;
use crate::board::{has_fighter, stack};
use crate::decide::{Ask, Frame};
use crate::ids::SideId;
use crate::state::{BoxKind, State};
use engine::hex::HexId;
use serde::Serialize;
use serde::ser::{self, Impossible};
use std::fmt;

pub fn check(cx: &Context, s: &State) -> Result<(), String> {
    lengths(cx, s)?;
    handles(cx, s)?;
    stacks(cx, s)?;
    covers(s)?;
    crate::approach::assert_valid(cx, s)?;
    for side in SideId::BOTH {
        tracks(cx, s, side)?;
    }
    Ok(())
}

/// The same for a position from a file, which must have run on to its next question too, with an answer to it.
pub fn check_read(cx: &Context, s: &State) -> Result<(), String> {
    check(cx, s)?;
    let Some(question) = s.question() else { return Err("nothing is asked".into()) };
    match question.ask(cx, s) {
        Ask::Nobody => Err("the position has not run on to its next question".into()),
        Ask::Side(_) => {
            let mut legal = Vec::new();
            question.list(cx, s, &mut legal);
            if legal.is_empty() { Err("nothing can be answered to what is asked".into()) } else { Ok(()) }
        }
        Ask::Chance(_) | Ask::Over => Ok(()),
    }
}

fn lengths(cx: &Context, s: &State) -> Result<(), String> {
    let x = &cx.setup;
    let pairs = [
        ("units", s.units.len(), x.units.len()),
        ("leaders", s.leaders.len(), x.leaders.len()),
        ("wings", s.wings.len(), x.wings.len()),
        ("objectives", s.holders.len(), x.objectives.len()),
        ("Detachments", s.detachments.len(), x.detachments.len()),
    ];
    match pairs.iter().find(|(_, have, want)| have != want) {
        Some((what, have, want)) => Err(format!("{have} {what} where the scenario has {want}")),
        None if s.turn > x.turns.count => Err(format!("turn {} of {}", s.turn, x.turns.count)),
        None if s.frames.depth() == 0 => Err("nothing is asked".into()),
        None => Ok(()),
    }
}

/// Every unit, leader, wing, side and hex that is named anywhere exists. Units and leaders may be off the map, what is
/// asked about hexes may not.
fn handles(cx: &Context, s: &State) -> Result<(), String> {
    let walk = |off_map: bool, part: &dyn Fn(&mut Walker<'_>) -> Result<(), Wrong>| {
        part(&mut Walker { cx, off_map, name: "" }).map_err(|w| w.0)
    };
    walk(true, &|w| s.units.serialize(&mut *w))?;
    walk(true, &|w| s.leaders.serialize(&mut *w))?;
    walk(true, &|w| s.covers.serialize(&mut *w))?;
    walk(false, &|w| s.berths.serialize(&mut *w))?;
    walk(false, &|w| s.entered.serialize(&mut *w))?;
    walk(false, &|w| s.armies.serialize(&mut *w))?;
    walk(false, &|w| s.locked.serialize(&mut *w))?;
    walk(false, &|w| s.momentum.serialize(&mut *w))?;
    walk(false, &|w| s.holders.serialize(&mut *w))?;
    walk(false, &|w| s.bombarded.serialize(&mut *w))?;
    walk(false, &|w| s.checks.serialize(&mut *w))?;
    walk(false, &|w| s.active.serialize(&mut *w))?;
    walk(false, &|w| s.combat.serialize(&mut *w))?;
    s.frames.iter().try_for_each(|f| walk(false, &|w| f.serialize(&mut *w)))
}

/// Every unspotted counter that is asked about exists (17).
fn covers(s: &State) -> Result<(), String> {
    let named = |f: &Frame| match f {
        Frame::March(m) => Some(m.cover),
        Frame::PlaceWing(p) => Some(p.cover),
        Frame::Adjust(a) => Some(a.cover),
        Frame::Spotting(spotting) => spotting.named_cover(),
        Frame::SpotRoll(roll) => roll.named_cover(),
        _ => None,
    };
    match s.frames.iter().filter_map(named).find(|c| usize::from(*c) >= s.covers.len()) {
        Some(c) => Err(format!("the counter {c} does not exist")),
        None => Ok(()),
    }
}

fn stacks(cx: &Context, s: &State) -> Result<(), String> {
    for u in cx.setup.unit_ids() {
        let (unit, card) = (s.unit(u), cx.setup.unit(u));
        if unit.steps > card.steps() || (unit.is_on_map() && unit.steps == 0) {
            return Err(format!("{} has {} steps", card.name, unit.steps));
        }
        if !unit.is_on_map() {
            continue;
        }
        // Guns may share a hex with those who have come to capture them (10.10.3).
        if has_fighter(cx, s, unit.hex, card.side) && has_fighter(cx, s, unit.hex, card.side.enemy()) {
            return Err(format!("both sides stand in {}", cx.setup.label(unit.hex)));
        }
        let orders: Vec<u8> = stack(cx, s, unit.hex, card.side).iter().map(|o| s.unit(*o).order).collect();
        if orders.iter().enumerate().any(|(i, o)| usize::from(*o) != i) {
            return Err(format!("a stack is out of order: {orders:?}"));
        }
    }
    Ok(())
}

/// Counters lost and counters on the track agree, and no count can overflow.
fn tracks(cx: &Context, s: &State, side: SideId) -> Result<(), String> {
    let army = s.army(side);
    let own = |u: &crate::ids::UnitId| cx.setup.unit(*u).side == side;
    let lost = |u: crate::ids::UnitId| {
        usize::from(cx.setup.unit(u).counters_lost(cx.setup.unit(u).steps(), s.unit(u).steps))
    };
    let lost: usize = cx.setup.unit_ids().filter(own).map(lost).sum();
    let laid = army.boxes.iter().filter(|b| b.kind.is_counter()).count();
    if lost != laid {
        return Err(format!("{lost} counters lost, {laid} on the track"));
    }
    let top = cx.setup.sides[side.index()].track_top.max(99);
    let is_wild = |level: i8| !(-99..=top).contains(&level);
    if is_wild(army.marker) || is_wild(army.base) || army.boxes.iter().any(|b| is_wild(b.level)) {
        return Err("army morale is off its track".into());
    }
    let is_foreign = |kind: &BoxKind| match kind {
        BoxKind::Lost(u) | BoxKind::Captured(u, _) => !own(u),
        BoxKind::Fatigue | BoxKind::Cost => false,
    };
    if army.boxes.iter().any(|b| is_foreign(&b.kind)) {
        return Err("a counter of the enemy lies on the track".into());
    }
    match army.commander {
        Some(l) if cx.setup.leader(l).side != side => Err("the enemy's commander leads the army".into()),
        _ => Ok(()),
    }
}

/// Goes through whatever can be written down and looks at the handles in it, by the names of their types.
struct Walker<'a> {
    cx: &'a Context,
    off_map: bool,
    name: &'static str,
}

#[derive(Debug)]
struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl ser::Error for Wrong {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

impl Walker<'_> {
    fn number(&self, n: u64) -> Result<(), Wrong> {
        let x = &self.cx.setup;
        let is_none = n == u64::from(HexId::NONE.0);
        let known = match self.name {
            "UnitId" => n < x.units.len() as u64,
            "LeaderId" => n < x.leaders.len() as u64,
            "WingId" => n < x.wings.len() as u64,
            "SideId" => n < 2,
            "HexId" if is_none => self.off_map,
            "HexId" => n < x.map.grid.ids().count() as u64,
            "Dir" => n < 6,
            _ => true,
        };
        if known { Ok(()) } else { Err(Wrong(format!("{} {n} does not exist", self.name))) }
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, v: $type) -> Result<(), Wrong> {
            self.number(v as u64)
        })*
    };
}

impl ser::Serializer for &mut Walker<'_> {
    type Ok = ();
    type Error = Wrong;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Impossible<(), Wrong>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);
    numbers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);

    fn serialize_bool(self, _: bool) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_f64(self, _: f64) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_char(self, _: char) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_str(self, _: &str) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Wrong> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Wrong> {
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Wrong> {
        let outer = std::mem::replace(&mut self.name, name);
        let done = value.serialize(&mut *self);
        self.name = outer;
        done
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Wrong> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Wrong> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Wrong> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Wrong> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Wrong> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Wrong> {
        Err(Wrong("a position has no maps".into()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Wrong> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Wrong> {
        Ok(self)
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident($($key:ident)?)),*) => {
        $(impl ser::$trait for &mut Walker<'_> {
            type Ok = ();
            type Error = Wrong;

            fn $method<T: ?Sized + Serialize>(&mut self, $($key: &'static str,)? value: &T) -> Result<(), Wrong> {
                $(let _ = $key;)?
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Wrong> {
                Ok(())
            }
        })*
    };
}

parts!(
    SerializeSeq serialize_element(),
    SerializeTuple serialize_element(),
    SerializeTupleStruct serialize_field(),
    SerializeTupleVariant serialize_field(),
    SerializeStruct serialize_field(key),
    SerializeStructVariant serialize_field(key)
);
