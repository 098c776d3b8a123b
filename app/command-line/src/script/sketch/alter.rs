//! Lines that change a battle that is already there: ground, what is taken away, how turns are marked.

use super::{Sketch, read_number};
use engine::scenario::Place;
use std::sync::Arc;

impl Sketch<'_> {
    /// Pieces by id, hex or kind, `all` of them, or a whole chapter of the scenario.
    pub(super) fn remove_piece(&mut self, words: &[String]) -> Result<(), String> {
        for w in words {
            match w.as_str() {
                "schedule" => self.doc.schedule.clear(),
                "specials" => self.doc.specials.clear(),
                "setup" => self.doc.setup.clear(),
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
}
