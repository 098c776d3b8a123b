//! The shipped typefaces: files, text measurement and glyph outlines.

use crate::scene::{Face, Seg};
use egui::{FontData, FontDefinitions, FontFamily, Pos2, pos2};
use std::sync::{Arc, OnceLock};
use ttf_parser::{GlyphId, OutlineBuilder};

/// One shipped font file.
#[derive(Clone, Copy, Debug)]
pub struct FontFile {
    pub face: Face,
    pub file: &'static str,
    /// The egui family it is the first choice of.
    pub family: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! font {
    ($face:ident, $family:literal, $file:literal) => {
        FontFile {
            face: Face::$face,
            file: $file,
            family: $family,
            bytes: include_bytes!(concat!("../../../assets/fonts/", $file)),
        }
    };
}

/// All shipped faces.
pub static FILES: [FontFile; 11] = [
    font!(Ui, "ui", "Inter-Regular.otf"),
    font!(UiMedium, "ui-medium", "Inter-Medium.otf"),
    font!(UiSemi, "ui-semi", "Inter-SemiBold.otf"),
    font!(UiBold, "ui-bold", "Inter-Bold.otf"),
    font!(UiBlack, "ui-black", "Inter-ExtraBold.otf"),
    font!(Title, "title", "EBGaramond12-Regular.otf"),
    font!(TitleBold, "title-bold", "EBGaramond12-Bold.otf"),
    font!(TitleItalic, "title-italic", "EBGaramond12-Italic.otf"),
    font!(Small, "small", "EBGaramond08-Regular.otf"),
    font!(SmallItalic, "small-italic", "EBGaramond08-Italic.otf"),
    font!(Mono, "mono", "NotoSansMono-Regular.ttf"),
];

impl Face {
    fn file_index(self) -> usize {
        FILES.iter().position(|f| f.face == self).unwrap_or(0)
    }

    /// The egui family.
    pub fn egui_family(self) -> FontFamily {
        FontFamily::Name(FILES[self.file_index()].family.into())
    }

    /// CSS family, weight and whether italic, for SVG.
    pub fn css_font(self) -> (&'static str, u16, bool) {
        const SANS: &str = "Inter, 'Noto Sans', sans-serif";
        const TITLE: &str = "'EB Garamond 12', 'EB Garamond', 'Linux Libertine O', Georgia, serif";
        const SMALL: &str = "'EB Garamond 08', 'EB Garamond', 'Linux Libertine O', Georgia, serif";
        match self {
            Self::Ui => (SANS, 400, false),
            Self::UiMedium => (SANS, 500, false),
            Self::UiSemi => (SANS, 600, false),
            Self::UiBold => (SANS, 700, false),
            Self::UiBlack => (SANS, 800, false),
            Self::Title => (TITLE, 400, false),
            Self::TitleBold => (TITLE, 700, false),
            Self::TitleItalic => (TITLE, 400, true),
            Self::Small => (SMALL, 400, false),
            Self::SmallItalic => (SMALL, 400, true),
            Self::Mono => ("'Noto Sans Mono', monospace", 400, false),
        }
    }
}

/// Font families for egui: those of [`FILES`], and egui's own two. `custom` may give other bytes for a file name.
pub fn font_definitions(custom: &dyn Fn(&str) -> Option<Vec<u8>>) -> FontDefinitions {
    let mut out = FontDefinitions::empty();
    for f in &FILES {
        let data = custom(f.file).map_or_else(|| FontData::from_static(f.bytes), FontData::from_owned);
        out.font_data.insert(f.family.to_owned(), Arc::new(data));
        let mut chain = vec![f.family.to_owned()];
        chain.extend(["ui", "mono"].into_iter().filter(|n| *n != f.family).map(str::to_owned));
        out.families.insert(FontFamily::Name(f.family.into()), chain);
    }
    out.families.insert(FontFamily::Proportional, vec!["ui".to_owned(), "mono".to_owned()]);
    out.families.insert(FontFamily::Monospace, vec!["mono".to_owned(), "ui".to_owned()]);
    out
}

/// The parsed faces.
pub struct Fonts {
    faces: Vec<Option<ttf_parser::Face<'static>>>,
}

impl Fonts {
    /// The shipped faces, parsed once.
    pub fn shipped() -> &'static Self {
        static ALL: OnceLock<Fonts> = OnceLock::new();
        ALL.get_or_init(|| Self {
            faces: FILES.iter().map(|f| ttf_parser::Face::parse(f.bytes, 0).ok()).collect(),
        })
    }

    /// The first face that has the letter: the wanted one, the interface's, the monospaced one.
    fn find_glyph(&self, face: Face, c: char) -> Option<(&ttf_parser::Face<'static>, GlyphId)> {
        [face, Face::Ui, Face::Mono].into_iter().find_map(|f| {
            let face = self.faces.get(f.file_index())?.as_ref()?;
            face.glyph_index(c).map(|g| (face, g))
        })
    }

    /// Glyphs with their positions along the baseline at size 1, and the whole advance.
    fn lay_out_text(
        &self,
        face: Face,
        text: &str,
        spacing: f32,
    ) -> (Vec<(f32, f32, &ttf_parser::Face<'static>, GlyphId)>, f32) {
        let mut x = 0.0;
        let mut out: Vec<(f32, f32, &ttf_parser::Face<'static>, GlyphId)> = Vec::new();
        for c in text.chars() {
            let Some((f, g)) = self.find_glyph(face, c) else { continue };
            let unit = 1.0 / f32::from(f.units_per_em());
            if let Some((_, _, pf, pg)) = out.last()
                && std::ptr::eq(*pf, f)
            {
                x += f32::from(pair_kerning(f, *pg, g)) * unit;
            }
            out.push((x, unit, f, g));
            x += f32::from(f.glyph_hor_advance(g).unwrap_or(0)) * unit + spacing;
        }
        let width = if out.is_empty() { 0.0 } else { x - spacing };
        (out, width)
    }

    /// Width of a line of text.
    pub fn text_width(&self, face: Face, text: &str, size: f32, spacing: f32) -> f32 {
        if size <= 0.0 {
            return 0.0;
        }
        self.lay_out_text(face, text, spacing / size).1 * size
    }

    /// The outlines of a line of text whose baseline starts at the origin.
    pub fn glyph_outlines(&self, face: Face, text: &str, size: f32, spacing: f32) -> Vec<Seg> {
        if size <= 0.0 {
            return Vec::new();
        }
        let mut pen = Pen::default();
        for (x, unit, f, g) in self.lay_out_text(face, text, spacing / size).0 {
            pen.at = x * size;
            pen.scale = unit * size;
            let _ = f.outline_glyph(g, &mut pen);
        }
        pen.out
    }
}

/// The kerning of a pair, in font units.
fn pair_kerning(face: &ttf_parser::Face<'_>, a: GlyphId, b: GlyphId) -> i16 {
    use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
    let Some(gpos) = face.tables().gpos else { return 0 };
    let kern = ttf_parser::Tag::from_bytes(b"kern");
    let Some(feature) = gpos.features.into_iter().find(|f| f.tag == kern) else { return 0 };
    for lookup in feature.lookup_indices.into_iter().filter_map(|i| gpos.lookups.get(i)) {
        for table in lookup.subtables.into_iter::<PositioningSubtable<'_>>() {
            let PositioningSubtable::Pair(pair) = table else { continue };
            let Some(covered) = pair.coverage().get(a) else { continue };
            let found = match pair {
                PairAdjustment::Format1 { sets, .. } => {
                    sets.get(covered).and_then(|s| s.get(b)).map(|(v, _)| v.x_advance)
                }
                PairAdjustment::Format2 { classes, matrix, .. } => {
                    matrix.get((classes.0.get(a), classes.1.get(b))).map(|(v, _)| v.x_advance)
                }
            };
            if let Some(v) = found {
                return v;
            }
        }
    }
    0
}

/// Collects glyph outlines; fonts have y up, pictures y down.
#[derive(Default)]
struct Pen {
    out: Vec<Seg>,
    at: f32,
    scale: f32,
    last: Pos2,
}

impl Pen {
    fn pen_point(&mut self, x: f32, y: f32) -> Pos2 {
        pos2(self.at + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.pen_point(x, y);
        self.out.push(Seg::Move(self.last));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.last = self.pen_point(x, y);
        self.out.push(Seg::Line(self.last));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (c, to) = (self.pen_point(x1, y1), self.pen_point(x, y));
        self.out.push(crate::scene::quad_as_cubic(self.last, c, to));
        self.last = to;
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = (self.pen_point(x1, y1), self.pen_point(x2, y2), self.pen_point(x, y));
        self.out.push(Seg::Cubic(a, b, to));
        self.last = to;
    }
    fn close(&mut self) {
        self.out.push(Seg::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_measures_and_draws() {
        let f = Fonts::shipped();
        for file in &FILES {
            let w = f.text_width(file.face, "Hülsen 8-6-3", 10.0, 0.0);
            assert!(w > 30.0 && w < 90.0, "{}: {w}", file.file);
            assert!(f.glyph_outlines(file.face, "Äß?", 10.0, 0.0).len() > 20, "{}", file.file);
            let spaced = f.text_width(file.face, "AB", 10.0, 2.0);
            assert!((spaced - f.text_width(file.face, "AB", 10.0, 0.0) - 2.0).abs() < 1e-3);
        }
        assert!(
            f.text_width(Face::Title, "AV", 10.0, 0.0)
                < f.text_width(Face::Title, "A", 10.0, 0.0) + f.text_width(Face::Title, "V", 10.0, 0.0)
        );
        assert!(f.glyph_outlines(Face::Ui, "\u{10FFFF}", 10.0, 0.0).is_empty());
    }
}
