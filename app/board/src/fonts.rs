//! The shipped typefaces: files, text measurement and glyph outlines.

use crate::scene::{Face, Seg};
use egui::{FontData, FontDefinitions, FontFamily, Pos2, pos2};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::gpos::{PairPos, PositionLookup, PositionSubtables};
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};
use std::sync::{Arc, OnceLock};

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

/// One face, ready to be measured and drawn.
struct ParsedFace {
    font: FontRef<'static>,
    /// Font units to size 1.
    unit: f32,
    /// Tables of pairs that are drawn closer together or farther apart.
    pairs: Vec<PairPos<'static>>,
}

impl ParsedFace {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let unit = 1.0 / f32::from(font.head().ok()?.units_per_em().max(1));
        Some(Self { pairs: kerning_tables(&font).unwrap_or_default(), font, unit })
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        let metrics = self.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        metrics.advance_width(glyph).unwrap_or(0.0) * self.unit
    }

    fn kerning(&self, a: GlyphId, b: GlyphId) -> f32 {
        let found = self.pairs.iter().find_map(|table| pair_value(table, a, b));
        f32::from(found.unwrap_or(0)) * self.unit
    }
}

/// The pair tables of the feature `kern`.
fn kerning_tables(font: &FontRef<'static>) -> Option<Vec<PairPos<'static>>> {
    let gpos = font.gpos().ok()?;
    let (features, lookups) = (gpos.feature_list().ok()?, gpos.lookup_list().ok()?);
    let kern = features.feature_records().iter().find(|r| r.feature_tag() == Tag::new(b"kern"))?;
    let feature = kern.feature(features.offset_data()).ok()?;
    let mut out = Vec::new();
    for index in feature.lookup_list_indices() {
        let lookup: Option<PositionLookup<'static>> = lookups.lookups().get(index.get().into()).ok();
        if let Some(Ok(PositionSubtables::Pair(tables))) = lookup.map(|l| l.subtables()) {
            out.extend(tables.iter().filter_map(Result::ok));
        }
    }
    Some(out)
}

/// What a table says of a pair, in font units.
fn pair_value(table: &PairPos<'_>, a: GlyphId, b: GlyphId) -> Option<i16> {
    match table {
        PairPos::Format1(pairs) => {
            let set = pairs.pair_sets().get(pairs.coverage().ok()?.get(a)?.into()).ok()?;
            let of_second =
                |r: &skrifa::raw::tables::gpos::PairValueRecord| GlyphId::from(r.second_glyph()) == b;
            let pair = set.pair_value_records().iter().filter_map(Result::ok).find(of_second)?;
            Some(pair.value_record1().x_advance().unwrap_or(0))
        }
        PairPos::Format2(classes) => {
            classes.coverage().ok()?.get(a)?;
            let (first, second) = (classes.class_def1().ok()?.get(a), classes.class_def2().ok()?.get(b));
            let row = classes.class1_records().get(first.into()).ok()?;
            let cell = row.class2_records().get(second.into()).ok()?;
            Some(cell.value_record1().x_advance().unwrap_or(0))
        }
    }
}

/// A glyph on the base line: where it begins at size 1, its face and its id.
type PlacedGlyph<'a> = (f32, &'a ParsedFace, GlyphId);

/// The parsed faces.
pub struct Fonts {
    faces: Vec<Option<ParsedFace>>,
}

impl Fonts {
    /// The shipped faces, parsed once.
    pub fn shipped() -> &'static Self {
        static ALL: OnceLock<Fonts> = OnceLock::new();
        ALL.get_or_init(|| Self { faces: FILES.iter().map(|f| ParsedFace::read(f.bytes)).collect() })
    }

    /// The first face that has the letter: the wanted one, the interface's, the monospaced one.
    fn find_glyph(&self, face: Face, c: char) -> Option<(&ParsedFace, GlyphId)> {
        [face, Face::Ui, Face::Mono].into_iter().find_map(|f| {
            let face = self.faces.get(f.file_index())?.as_ref()?;
            face.font.charmap().map(c).map(|g| (face, g))
        })
    }

    /// Glyphs with their positions along the baseline at size 1, and the whole advance.
    fn lay_out_text(&self, face: Face, text: &str, spacing: f32) -> (Vec<PlacedGlyph<'_>>, f32) {
        let mut x = 0.0;
        let mut out: Vec<PlacedGlyph<'_>> = Vec::new();
        for c in text.chars() {
            let Some((f, g)) = self.find_glyph(face, c) else { continue };
            if let Some((_, last_face, last)) = out.last()
                && std::ptr::eq(*last_face, f)
            {
                x += f.kerning(*last, g);
            }
            out.push((x, f, g));
            x += f.advance(g) + spacing;
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
        for (x, f, g) in self.lay_out_text(face, text, spacing / size).0 {
            pen.at = x * size;
            pen.scale = f.unit * size;
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            if let Some(outline) = f.font.outline_glyphs().get(g) {
                // A glyph that cannot be drawn leaves its room empty.
                let _ = outline.draw(settings, &mut pen);
            }
        }
        pen.out
    }
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

impl OutlinePen for Pen {
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
