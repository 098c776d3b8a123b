//! Text on paper: fonts, measures, and line breaking.
use super::page::PT;
use board::fonts::Fonts;
use board::palette::{self, Rgba};
use board::scene::{Face, Text};
use egui::pos2;

/// A kind of text; sizes in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TextStyle {
    pub face: Face,
    pub size: f32,
    pub color: Rgba,
    /// Letter space in points.
    pub spacing: f32,
    /// From base line to base line, in points.
    pub lead: f32,
}

const fn text_style(face: Face, size: f32, color: Rgba, lead: f32) -> TextStyle {
    TextStyle { face, size, color, spacing: 0.0, lead }
}

pub const INK: Rgba = palette::MARKINK;
pub const QUIET: Rgba = Rgba::hex(0x4A3F33);
/// Rules between rows.
pub const HAIR: Rgba = Rgba::hex(0xB9AB90);

pub const TITLE: TextStyle = text_style(Face::Title, 30.0, INK, 32.0);
pub const DATE: TextStyle = text_style(Face::TitleItalic, 13.0, QUIET, 16.0);
pub const SHEET: TextStyle = text_style(Face::Title, 14.0, INK, 16.0);
pub const BODY: TextStyle = text_style(Face::Title, 9.5, INK, 12.0);
pub const NOTE: TextStyle = text_style(Face::TitleItalic, 9.0, QUIET, 11.2);
pub const CELL: TextStyle = text_style(Face::Title, 9.5, INK, 12.0);
pub const SMALL: TextStyle = text_style(Face::Small, 8.0, INK, 10.0);
pub const FIGURE: TextStyle = text_style(Face::UiSemi, 8.2, INK, 11.0);
pub const RULE: TextStyle = text_style(Face::SmallItalic, 7.6, QUIET, 10.0);
pub const CAPTION: TextStyle = TextStyle { spacing: 0.7, ..text_style(Face::UiBold, 7.4, INK, 11.0) };
pub const COLUMN: TextStyle = text_style(Face::SmallItalic, 8.0, QUIET, 10.0);
pub const GROUP: TextStyle = text_style(Face::Title, 9.5, INK, 12.0);
pub const FOOT: TextStyle = text_style(Face::Small, 7.6, INK, 10.0);
pub const HASH: TextStyle = text_style(Face::Mono, 7.4, INK, 10.0);

/// Width of words in the units of `size`.
pub fn text_width(face: Face, text: &str, size: f32, spacing: f32) -> f32 {
    Fonts::shipped().text_width(face, text, size, spacing)
}

impl TextStyle {
    /// Width of a line in mm.
    pub fn width(&self, text: &str) -> f32 {
        text_width(self.face, text, self.size * PT, self.spacing * PT)
    }

    /// Height of a line in mm.
    pub fn line_height(&self) -> f32 {
        self.lead * PT
    }

    #[must_use]
    pub fn at_size(mut self, size: f32) -> Self {
        self.lead *= size / self.size;
        self.size = size;
        self
    }

    #[must_use]
    pub fn with_colour(mut self, color: Rgba) -> Self {
        self.color = color;
        self
    }

    /// A run whose base line begins at the origin.
    pub fn text_run(&self, text: impl Into<String>) -> Text {
        let t = Text::new(pos2(0.0, 0.0), text, self.size * PT, self.face, self.color);
        t.anchored(board::scene::Anchor::Start).spaced(self.spacing * PT)
    }

    /// The text in lines no wider than `most` mm; a word that is wider is cut in pieces.
    pub fn wrap(&self, text: &str, most: f32) -> Vec<String> {
        let mut out = Vec::new();
        for paragraph in text.lines() {
            let mut now = String::new();
            // Of a paragraph no wider than the line nothing is cut.
            if self.width(paragraph) <= most {
                out.push(paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
                continue;
            }
            for word in paragraph.split_whitespace() {
                for piece in self.break_word(word, most) {
                    let longer = if now.is_empty() { piece.clone() } else { format!("{now} {piece}") };
                    if now.is_empty() || self.width(&longer) <= most {
                        now = longer;
                    } else {
                        out.push(std::mem::replace(&mut now, piece));
                    }
                }
            }
            out.push(now);
        }
        if out.is_empty() { vec![String::new()] } else { out }
    }

    fn break_word(&self, word: &str, most: f32) -> Vec<String> {
        if self.width(word) <= most || most <= 0.0 {
            return vec![word.to_owned()];
        }
        let mut out = vec![String::new()];
        for c in word.chars() {
            let last = out.len() - 1;
            let longer = format!("{}{c}", out[last]);
            if out[last].is_empty() || self.width(&longer) <= most {
                out[last] = longer;
            } else {
                out.push(c.to_string());
            }
        }
        out
    }

    /// The text on one line, smaller where it is too wide, but never under 7 points: then it is cut
    /// with an ellipsis.
    pub fn fit_line(&self, text: &str, most: f32) -> (Self, String) {
        let wide = self.width(text);
        if wide <= most {
            return (*self, text.to_owned());
        }
        let small = self.at_size((self.size * most / wide).max(7.0));
        if small.width(text) <= most * 1.001 {
            return (small, text.to_owned());
        }
        // As many letters as fit, found by halving: a text may be very long.
        let ends: Vec<usize> = text.char_indices().map(|(i, c)| i + c.len_utf8()).collect();
        let short = |n: usize| format!("{}\u{2026}", text[..ends[n - 1]].trim_end());
        let fits = |n: usize| small.width(&short(n)) <= most;
        let (mut some, mut too_many) = (0, ends.len());
        while too_many - some > 1 {
            let middle = some + (too_many - some) / 2;
            if fits(middle) { some = middle } else { too_many = middle }
        }
        if some > 0 {
            return (small, short(some));
        }
        (small, String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_width_and_every_letter() {
        let text = "Three Austrian armies had closed round the king at Liegnitz\nand meant to fall on him. Donaudampfschifffahrtsgesellschaftskapitänswitwe";
        for most in [12.0, 30.0, 80.0] {
            let lines = BODY.wrap(text, most);
            assert!(lines.iter().all(|l| BODY.width(l) <= most), "{lines:?}");
            let letters = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        let (hand, cut) = BODY.fit_line("Saxe-Hildburghausen and the army of the Empire", 30.0);
        assert!(hand.size >= 7.0 && hand.width(&cut) <= 30.0 && cut.ends_with('\u{2026}'));
    }
}
