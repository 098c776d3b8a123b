//! Resolves names into the handles a compiler works with. A name that does not resolve gives `None`: [`super::check`]
//! has reported it. Only what depends on the rule system (how many sides, which sides need a seat) is reported here.

use super::super::{At, Issues, Piece, Place, ScenarioDoc, Schema, Side};
use crate::hex::HexId;
use crate::seat::Seat;

/// A nation as described by the scenario, or else by the rule system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedNation {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
}

/// Which seat decides for which side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedSeats {
    /// Each seat with its own name, empty where it has none, and its sides.
    pub seats: Vec<(String, Vec<usize>)>,
    /// The seat of each side.
    pub of_side: Vec<Seat>,
}

#[derive(Clone, Copy)]
pub struct Resolver<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
}

impl<'a> Resolver<'a> {
    pub fn new(doc: &'a ScenarioDoc, schema: &'a Schema) -> Self {
        Self { doc, schema }
    }

    /// The sides of a game for two.
    pub fn two_sides(&self, rule: &str, issues: &mut Issues) -> Option<[&'a Side; 2]> {
        if let [first, second] = self.doc.sides.as_slice() {
            return Some([first, second]);
        }
        let text = format!("{} sides; this game is for exactly two", self.doc.sides.len());
        issues.error(At::Field("sides".into()), "sides", text).rule(rule);
        None
    }

    pub fn side(&self, id: &str) -> Option<usize> {
        self.doc.sides.iter().position(|s| s.id == id)
    }

    /// The seats of all sides: those of the scenario, else one for each side. Every side has exactly one.
    pub fn seats(&self, rule: &str, issues: &mut Issues) -> ResolvedSeats {
        let sides = self.doc.sides.len();
        let own = |s: &super::super::Seating| {
            (s.name.clone(), s.sides.iter().filter_map(|id| self.side(id)).collect())
        };
        let seats: Vec<(String, Vec<usize>)> = match self.doc.seats.as_slice() {
            [] => (0..sides).map(|side| (String::new(), vec![side])).collect(),
            list => list.iter().map(own).collect(),
        };
        let mut of_side = Vec::with_capacity(sides);
        for (i, side) in self.doc.sides.iter().enumerate() {
            let count = seats.iter().flat_map(|s| &s.1).filter(|s| **s == i).count();
            if count != 1 {
                let text = if count == 0 { "nobody sits for it" } else { "it has two seats" };
                issues.error(At::Field("seats".into()), format!("side {}", side.id), text).rule(rule);
            }
            let seat = seats.iter().position(|s| s.1.contains(&i)).unwrap_or(i);
            of_side.push(Seat(seat as u8));
        }
        ResolvedSeats { seats, of_side }
    }

    /// A nation. What the scenario leaves open is taken from the rule system, or else from its id.
    pub fn nation(&self, id: &str) -> ResolvedNation {
        let own = self.doc.nation(id);
        let known = self.schema.nations.iter().find(|n| n.id == id);
        let pick = |own: Option<&String>, known: Option<&String>| {
            let given = own.filter(|t| !t.is_empty()).or(known).filter(|t| !t.is_empty());
            given.map_or_else(|| id.to_owned(), Clone::clone)
        };
        ResolvedNation {
            id: id.to_owned(),
            name: pick(own.map(|n| &n.name), known.map(|n| &n.name)),
            adjective: pick(own.map(|n| &n.adjective), known.map(|n| &n.adjective)),
            army: pick(own.map(|n| &n.army), known.map(|n| &n.army)),
        }
    }

    /// All nations there may be: the scenario's, then the rule system's others.
    pub fn nations(&self) -> Vec<ResolvedNation> {
        let own = self.doc.nations.iter().map(|n| n.id.as_str());
        let known = self.schema.nations.iter().map(|n| n.id.as_str());
        let others = known.filter(|id| self.doc.nation(id).is_none());
        own.chain(others).map(|id| self.nation(id)).collect()
    }

    /// The army whose colours a side has: that of its first nation.
    pub fn army(&self, side: &Side) -> String {
        side.nations.first().map_or_else(String::new, |id| self.nation(id).army)
    }

    /// The kind of a piece, as an index into the schema's.
    pub fn unit_kind(&self, piece: &Piece) -> Option<usize> {
        self.schema.units.iter().position(|k| k.id == piece.kind)
    }

    /// The one hex a piece stands in; none off the map. Any other place is reported.
    pub fn start_hex(&self, piece: &Piece, rule: &str, issues: &mut Issues) -> Option<HexId> {
        let wrong = match &piece.place {
            Place::Off => return None,
            Place::Hex(hex) => match self.doc.map.grid.id(*hex) {
                Some(id) => return Some(id),
                None => "its hex is not on the map".to_owned(),
            },
            Place::Hexes(list) => match list.as_slice() {
                [hex] if self.doc.map.grid.contains_hex(*hex) => return self.doc.map.grid.id(*hex),
                _ => "it must stand in one hex".to_owned(),
            },
            Place::Unknown(text) => format!("hex {text} is not on the map"),
            Place::Box { .. } | Place::On { .. } => "these rules have no boxes and no carriers".to_owned(),
        };
        issues.error(At::Piece(piece.id.clone()), format!("piece {}", piece.id), wrong).rule(rule);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{MapDoc, Nation, NationKind, Seating};
    use super::*;
    use crate::hex::{Grid, Hex, Numbering, Orientation, Shove};

    fn doc() -> ScenarioDoc {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 4,
            rows: 4,
            numbering: Numbering::ccrr(),
        };
        let mut doc = ScenarioDoc::blank("any", MapDoc::blank(grid, "clear"));
        let side = |id: &str| Side { id: id.into(), nations: vec![id.into()], ..Side::default() };
        doc.sides = vec![side("blue"), side("red")];
        doc
    }

    fn texts(issues: &Issues) -> Vec<&str> {
        issues.list.iter().map(|i| i.text.as_str()).collect()
    }

    #[test]
    fn every_side_has_one_seat() {
        let (mut doc, schema, mut issues) = (doc(), Schema::default(), Issues::default());
        let seats = Resolver::new(&doc, &schema).seats("1", &mut issues);
        assert_eq!(seats.of_side, [Seat(0), Seat(1)]);
        let seat = |name: &str, sides: &[&str]| Seating {
            name: name.into(),
            sides: sides.iter().map(|s| (*s).to_owned()).collect(),
        };
        doc.seats = vec![seat("both", &["red", "blue"])];
        let seats = Resolver::new(&doc, &schema).seats("1", &mut issues);
        assert_eq!((seats.of_side, seats.seats), (vec![Seat(0), Seat(0)], vec![("both".into(), vec![1, 0])]));
        assert!(issues.is_empty());
        doc.seats = vec![seat("one", &["red"]), seat("other", &["red"])];
        Resolver::new(&doc, &schema).seats("1", &mut issues);
        assert_eq!(texts(&issues), ["nobody sits for it", "it has two seats"]);
    }

    #[test]
    fn a_nation_is_described_by_the_scenario_first() {
        let mut doc = doc();
        doc.nations = vec![Nation { id: "blue".into(), name: "Blues".into(), ..Nation::default() }];
        let known = |id: &str| NationKind {
            id: id.into(),
            name: format!("{id} of the rules"),
            adjective: format!("{id}ish"),
            army: format!("army of {id}"),
        };
        let schema = Schema { nations: vec![known("blue"), known("red")], ..Schema::default() };
        let resolver = Resolver::new(&doc, &schema);
        let blue = resolver.nation("blue");
        assert_eq!((blue.name.as_str(), blue.adjective.as_str()), ("Blues", "blueish"));
        assert_eq!(resolver.nation("green").army, "green");
        let ids: Vec<String> = resolver.nations().into_iter().map(|n| n.id).collect();
        assert_eq!(ids, ["blue", "red"]);
        assert_eq!(resolver.army(&doc.sides[1]), "army of red");
    }

    #[test]
    fn pieces_stand_in_one_hex_or_nowhere() {
        let (doc, schema) = (doc(), Schema::default());
        let hex = doc.map.grid.hex(HexId(5));
        for (place, found, wrong) in [
            (Place::Off, None, None),
            (Place::Hex(hex), Some(HexId(5)), None),
            (Place::Hexes(vec![hex]), Some(HexId(5)), None),
            (Place::Hexes(vec![hex, hex]), None, Some("it must stand in one hex")),
            (Place::Hex(Hex::new(40, 40)), None, Some("its hex is not on the map")),
            (Place::Unknown("Z9".into()), None, Some("hex Z9 is not on the map")),
        ] {
            let (piece, mut issues) = (Piece { place, ..Piece::default() }, Issues::default());
            assert_eq!(Resolver::new(&doc, &schema).start_hex(&piece, "1", &mut issues), found);
            assert_eq!(texts(&issues).first().copied(), wrong);
        }
    }
}
