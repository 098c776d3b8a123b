//! Lines about the ground of a battle, and those that change one that is already there.

use super::{Sketch, read_number};
use engine::hex::HexId;
use engine::scenario::{EdgeFeature, Place, Pool, Seating};
use std::sync::Arc;

impl Sketch<'_> {
    /// Pieces by id, hex or kind, `all` of them, or a whole chapter of the scenario.
    pub(super) fn remove_piece(&mut self, words: &[String]) -> Result<(), String> {
        for w in words {
            match w.as_str() {
                "schedule" => self.doc.schedule.clear(),
                "specials" => self.doc.specials.clear(),
                "setup" => self.doc.setup.clear(),
                "victory" => self.doc.victory.clear(),
                "pools" => self.doc.pools.clear(),
                "marks" => self.doc.turns.marks.clear(),
                _ => self.remove_pieces(w)?,
            }
        }
        Ok(())
    }

    fn remove_pieces(&mut self, word: &str) -> Result<(), String> {
        let before = self.doc.pieces.len();
        let hex = self.doc.map.grid.parse(word).map(|id| Place::Hex(self.doc.map.grid.hex(id)));
        let kind = self.schema.unit(word).is_some();
        let pieces = Arc::make_mut(&mut self.doc.pieces);
        pieces.retain(|p| {
            let named = p.id == word || hex.as_ref() == Some(&p.place);
            !(word == "all" || named || (kind && p.kind == word))
        });
        if pieces.len() == before && word != "all" {
            return Err(format!("no piece is called '{word}' or stands there"));
        }
        Ok(())
    }

    /// `terrain town 0303 0304`: ground that is another than the map says.
    pub(super) fn change_terrain(&mut self, words: &[String]) -> Result<(), String> {
        let Some((id, hexes)) = words.split_first() else { return Err("terrain ID HEX...".into()) };
        if !self.schema.terrains.iter().any(|t| t.id == *id) {
            let ids: Vec<&str> = self.schema.terrains.iter().map(|t| t.id.as_str()).collect();
            return Err(format!("no terrain is called '{id}'; there are: {}", ids.join(", ")));
        }
        for word in hexes {
            let hex = self.hex_named(word)?;
            self.doc.map.set_terrain(hex, id);
        }
        Ok(())
    }

    /// `off`, a hex, `C2+C3` for a long piece, or `boxes:dead` for a box of a sheet.
    pub(super) fn place_named(&self, word: &str) -> Result<Place, String> {
        if word == "off" {
            return Ok(Place::Off);
        }
        if let Some((sheet, slot)) = word.split_once(':') {
            if !self.schema.sheets.iter().any(|s| s == sheet) {
                return Err(format!(
                    "no sheet is called '{sheet}'; there are: {}",
                    self.schema.sheets.join(", ")
                ));
            }
            return Ok(Place::Box { sheet: sheet.to_owned(), slot: slot.to_owned() });
        }
        let ids: Result<Vec<HexId>, String> = word.split('+').map(|h| self.hex_named(h)).collect();
        let mut hexes: Vec<_> = ids?.into_iter().map(|id| self.doc.map.grid.hex(id)).collect();
        match hexes.len() {
            1 => Ok(Place::Hex(hexes.remove(0))),
            _ => Ok(Place::Hexes(hexes)),
        }
    }

    /// `pool events "France Joins" Uprising=2`: what a pool holds, and nothing else.
    pub(super) fn read_pool(&mut self, words: &[String]) -> Result<(), String> {
        let Some((id, items)) = words.split_first() else { return Err("pool ID MARKER[=N]...".into()) };
        let Some(kind) = self.schema.pools.iter().find(|k| k.id == *id) else {
            let ids: Vec<&str> = self.schema.pools.iter().map(|k| k.id.as_str()).collect();
            return Err(format!("no pool is called '{id}'; there are: {}", ids.join(", ")));
        };
        let read = |word: &String| match word.split_once('=') {
            Some((name, count)) => read_number(Some(&count.to_owned())).map(|n| (name.to_owned(), n)),
            None => Ok((word.clone(), 1)),
        };
        let items: Result<Vec<(String, u32)>, String> = items.iter().map(read).collect();
        self.doc.pools.retain(|p| p.id != *id);
        self.doc.pools.push(Pool { id: id.clone(), name: kind.name.clone(), items: items? });
        Ok(())
    }

    /// `seating Coalition prussia saxony`: who decides for which sides. A side without a seat belongs to nobody.
    pub(super) fn read_seating(&mut self, words: &[String]) -> Result<(), String> {
        let Some((name, sides)) = words.split_first() else { return Err("seating NAME SIDE...".into()) };
        sides.iter().try_for_each(|side| self.known_side(side))?;
        match self.doc.seats.iter_mut().find(|s| s.name == *name) {
            Some(seat) => seat.sides = sides.to_vec(),
            None => self.doc.seats.push(Seating { name: name.clone(), sides: sides.to_vec() }),
        }
        Ok(())
    }

    /// `mark winter 16 17 18`: a word on the turn track.
    pub(super) fn mark_place(&mut self, words: &[String]) -> Result<(), String> {
        let Some((mark, turns)) = words.split_first() else { return Err("mark WORD TURN...".into()) };
        for turn in turns {
            let marks = self.doc.turns.marks.entry(read_number(Some(turn))?).or_default();
            if !marks.contains(mark) {
                marks.push(mark.clone());
            }
        }
        Ok(())
    }

    /// `edge slope >E7/NE`: with `>` it points out of the hex named.
    pub(super) fn read_edge(&mut self, words: &[String]) -> Result<(), String> {
        let Some((kind, sides)) = words.split_first() else { return Err("edge KIND HEX/DIR...".into()) };
        if self.schema.edge(kind).is_none() {
            let ids: Vec<&str> = self.schema.edges.iter().map(|e| e.id.as_str()).collect();
            return Err(format!("no hexside is called '{kind}'; there are: {}", ids.join(", ")));
        }
        for word in sides {
            let (text, directed) = word.strip_prefix('>').map_or((word.as_str(), false), |t| (t, true));
            let edge = self.doc.map.parse_edge(text).ok_or_else(|| format!("{word} is no hexside"))?;
            let hex = text.split('/').next().unwrap_or_default();
            let from = if directed { Some(self.doc.map.grid.hex(self.hex_named(hex)?)) } else { None };
            let edges = Arc::make_mut(&mut self.doc.map.edges);
            edges.entry(edge).or_default().push(EdgeFeature { kind: kind.clone(), from });
        }
        Ok(())
    }

    pub(super) fn read_road(&mut self, words: &[String]) -> Result<(), String> {
        let class: u8 = read_number(words.first())?;
        let ids: Result<Vec<HexId>, String> = words.iter().skip(1).map(|h| self.hex_named(h)).collect();
        for pair in ids?.windows(2) {
            let (a, b) = (self.doc.map.grid.hex(pair[0]), self.doc.map.grid.hex(pair[1]));
            let edge = engine::hex::Edge::between(a, b).ok_or("the road jumps")?;
            Arc::make_mut(&mut self.doc.map.roads).insert(edge, class);
        }
        Ok(())
    }

    pub(super) fn read_level(&mut self, words: &[String]) -> Result<(), String> {
        let level: i8 = read_number(words.first())?;
        for w in words.iter().skip(1) {
            let id = self.hex_named(w)?;
            self.doc.map.levels.set(id.index(), level);
        }
        Ok(())
    }
}
