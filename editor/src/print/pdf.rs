//! The kit as a PDF: vectors, real text shaped and embedded, outline, title and language.
use super::page::{Item, Kit, Page};
use super::png::shapes_in_clip;
use board::fonts::FILES;
use board::layout::{Pos, Rect};
use board::palette::Rgba;
use board::scene::{Anchor, Face, Seg, Shape, Stroke, Text, path_through};
use harfrust::{FontRef, ShaperData, UnicodeBuffer};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

/// Points to a millimetre.
const MM: f32 = 72.0 / 25.4;

/// Why no PDF could be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfError(pub String);

impl std::fmt::Display for PdfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the pages cannot be written as PDF: {}", self.0)
    }
}

impl std::error::Error for PdfError {}

/// Writes the kit. `progress` is told the share of pages done and answers whether to go on; `None`
/// if it said no.
pub fn write(kit: &Kit, progress: &mut dyn FnMut(f32) -> bool) -> Option<Result<Vec<u8>, PdfError>> {
    let faces: Vec<Option<Typeface>> = FILES.iter().map(|f| Typeface::new(f.face, f.bytes)).collect();
    let settings = SerializeSettings { enable_tagging: false, ..SerializeSettings::default() };
    let mut doc = Document::new_with(settings);
    doc.set_metadata(
        Metadata::new()
            .title(kit.title.clone())
            .description(kit.subject.clone())
            .keywords(kit.keywords.clone())
            .language(kit.language.to_owned())
            .creator(concat!("Oblique Order ", env!("CARGO_PKG_VERSION")).to_owned()),
    );
    for (i, page) in kit.pages.iter().enumerate() {
        if !progress(i as f32 / kit.pages.len().max(1) as f32) {
            return None;
        }
        let Some(settings) = PageSettings::from_wh(page.size.x * MM, page.size.y * MM) else {
            return Some(Err(PdfError(format!("page {} has no size", i + 1))));
        };
        let mut out = doc.start_page_with(settings);
        let mut surface = out.surface();
        surface.push_transform(&Transform::from_scale(MM, MM));
        draw_page(&mut surface, page, &faces);
        surface.pop();
        surface.finish();
        out.finish();
    }
    doc.set_outline(pdf_outline(kit));
    Some(doc.finish().map_err(|e| PdfError(format!("{e:?}"))))
}

fn pdf_outline(kit: &Kit) -> Outline {
    let mut out = Outline::new();
    let node = |title: &str, page: usize| {
        OutlineNode::new(title.to_owned(), XyzDestination::new(page, Point::from_xy(0.0, 0.0)))
    };
    let mut i = 0;
    while i < kit.outline.len() {
        let b = &kit.outline[i];
        let mut parent = node(&b.title, b.page);
        i += 1;
        while let Some(child) = kit.outline.get(i).filter(|c| c.level > 0) {
            parent.push_child(node(&child.title, child.page));
            i += 1;
        }
        out.push_child(parent);
    }
    out
}

fn draw_page(surface: &mut Surface<'_>, page: &Page, faces: &[Option<Typeface>]) {
    for item in &page.items {
        match item {
            Item::Shape(s) => draw_shape(surface, s, faces),
            Item::Scene { scene, place, clip } => {
                let Some(path) = rect_path(*clip) else { continue };
                surface.push_clip_path(&path, &FillRule::NonZero);
                for s in shapes_in_clip(&scene.shapes, place, *clip) {
                    draw_shape(surface, &s, faces);
                }
                surface.pop();
            }
        }
    }
}

fn rect_path(r: Rect) -> Option<Path> {
    let mut b = PathBuilder::new();
    b.push_rect(krilla::geom::Rect::from_ltrb(r.min.x, r.min.y, r.max.x, r.max.y)?);
    b.finish()
}

fn draw_shape(surface: &mut Surface<'_>, s: &Shape, faces: &[Option<Typeface>]) {
    match s {
        Shape::Polygon { points, fill, stroke } => {
            paint_path(surface, path_of(path_through(points, true)), *fill, stroke.as_ref())
        }
        Shape::Polyline { points, stroke } => {
            paint_path(surface, path_of(path_through(points, false)), None, Some(stroke))
        }
        Shape::Path { path, fill, stroke } => {
            paint_path(surface, path_of(path.iter().copied()), *fill, stroke.as_ref())
        }
        Shape::Circle { center, radius, fill, stroke } => {
            let path = path_of(board::scene::ellipse(*center, *radius, *radius));
            paint_path(surface, path, *fill, stroke.as_ref());
        }
        Shape::Text(t) => draw_text(surface, t, faces),
    }
}

/// A path around its own first point. Like shapes in many hexes are then the same text in the file but for their place, which
/// is what makes large maps small.
struct LocalPath {
    at: Pos,
    path: Path,
}

/// Hundredths of a millimetre: finer than any printer, and few digits in the file.
fn round_off(v: f32) -> f32 {
    (v * 100.0).round() / 100.0
}

fn path_of(path: impl IntoIterator<Item = Seg>) -> Option<LocalPath> {
    let mut at = None;
    let mut b = PathBuilder::new();
    for s in path {
        let first = match s {
            Seg::Move(p) | Seg::Line(p) | Seg::Cubic(p, ..) => Some(p),
            Seg::Close => None,
        };
        let from =
            *at.get_or_insert_with(|| first.map_or(Pos::ZERO, |p| Pos::new(round_off(p.x), round_off(p.y))));
        let local = |p: Pos| (round_off(p.x - from.x), round_off(p.y - from.y));
        match s {
            Seg::Move(p) => {
                let (x, y) = local(p);
                b.move_to(x, y);
            }
            Seg::Line(p) => {
                let (x, y) = local(p);
                b.line_to(x, y);
            }
            Seg::Cubic(a, c, p) => {
                let ((ax, ay), (cx, cy), (x, y)) = (local(a), local(c), local(p));
                b.cubic_to(ax, ay, cx, cy, x, y);
            }
            Seg::Close => b.close(),
        }
    }
    Some(LocalPath { at: at?, path: b.finish()? })
}

fn opacity_of(c: Rgba) -> NormalizedF32 {
    NormalizedF32::new(f32::from(c.a) / 255.0).unwrap_or(NormalizedF32::ONE)
}

fn fill_of(c: Rgba) -> Fill {
    Fill { paint: rgb::Color::new(c.r, c.g, c.b).into(), opacity: opacity_of(c), rule: FillRule::NonZero }
}

fn stroke_of(s: &Stroke) -> krilla::paint::Stroke {
    let c = s.color;
    krilla::paint::Stroke {
        paint: rgb::Color::new(c.r, c.g, c.b).into(),
        width: s.width,
        miter_limit: 4.0,
        line_cap: if s.round { LineCap::Round } else { LineCap::Butt },
        line_join: if s.miter { LineJoin::Miter } else { LineJoin::Round },
        opacity: opacity_of(c),
        dash: (!s.dash.is_empty()).then(|| StrokeDash { array: s.dash.clone(), offset: 0.0 }),
    }
}

fn paint_path(
    surface: &mut Surface<'_>,
    path: Option<LocalPath>,
    fill: Option<Rgba>,
    stroke: Option<&Stroke>,
) {
    let Some(LocalPath { at, path }) = path else { return };
    let fill = fill.filter(|c| c.a > 0);
    let stroke = stroke.filter(|s| s.color.a > 0 && s.width > 0.0);
    if fill.is_none() && stroke.is_none() {
        return;
    }
    surface.set_fill(fill.map(fill_of));
    surface.set_stroke(stroke.map(stroke_of));
    surface.push_transform(&Transform::from_translate(at.x, at.y));
    surface.draw_path(&path);
    surface.pop();
}

/// A face that can be shaped and embedded.
struct Typeface {
    face: Face,
    font: Font,
    bytes: FontRef<'static>,
    shaper: ShaperData,
    units: f32,
}

impl Typeface {
    fn new(face: Face, bytes: &'static [u8]) -> Option<Self> {
        let font = Font::new(bytes.into(), 0)?;
        let reader = FontRef::new(bytes).ok()?;
        let shaper = ShaperData::new(&reader);
        let units = font.units_per_em();
        Some(Self { face, font, bytes: reader, shaper, units })
    }

    /// Glyphs with their text; letter space turns ligatures off. None if a letter is missing.
    fn shape_text(&self, text: &str, spacing: f32) -> Option<Vec<KrillaGlyph>> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let plain =
            [*b"liga", *b"clig", *b"dlig"].map(|t| harfrust::Feature::new(harfrust::Tag::new(&t), 0, ..));
        let features: &[harfrust::Feature] = if spacing == 0.0 { &[] } else { &plain };
        let options = harfrust::ShapeOptions::new().features(features);
        let shaped = self.shaper.shaper(&self.bytes).build().shape(buffer, options);
        let (infos, places) = (shaped.glyph_infos(), shaped.glyph_positions());
        if infos.iter().any(|i| i.glyph_id == 0) {
            return None;
        }
        let mut out = Vec::with_capacity(infos.len());
        for (i, (info, place)) in infos.iter().zip(places).enumerate() {
            let start = info.cluster as usize;
            let next = infos[i + 1..].iter().map(|n| n.cluster as usize).find(|c| *c != start);
            out.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                place.x_advance as f32 / self.units + spacing,
                place.x_offset as f32 / self.units,
                place.y_offset as f32 / self.units,
                place.y_advance as f32 / self.units,
                start..next.unwrap_or(text.len()),
                None,
            ));
        }
        Some(out)
    }
}

/// Runs of text, each in a face that has its letters: the wanted one, else the interface's, else
/// the mono; what none has is left out, as on the screen.
fn text_runs<'f>(
    faces: &'f [Option<Typeface>],
    face: Face,
    text: &str,
    spacing: f32,
) -> Vec<(&'f Typeface, String, Vec<KrillaGlyph>)> {
    let find = |f: Face| faces.iter().flatten().find(|t| t.face == f);
    let chain: Vec<&Typeface> = [face, Face::Ui, Face::Mono].into_iter().filter_map(find).collect();
    if let Some(first) = chain.first()
        && let Some(glyphs) = first.shape_text(text, spacing)
    {
        return vec![(first, text.to_owned(), glyphs)];
    }
    let mut parts: Vec<(&Typeface, String)> = Vec::new();
    for c in text.chars() {
        let word = c.to_string();
        let Some(t) = chain.iter().find(|t| t.shape_text(&word, 0.0).is_some()) else { continue };
        match parts.last_mut() {
            Some((last, run)) if std::ptr::eq(*last, *t) => run.push(c),
            _ => parts.push((t, word)),
        }
    }
    let shaped = parts.into_iter().filter_map(|(t, run)| {
        let glyphs = t.shape_text(&run, spacing)?;
        Some((t, run, glyphs))
    });
    shaped.collect()
}

/// Outlines and no text, so that a reader of the file finds the words once. Each letter is drawn around its own
/// beginning: it is then the same text in the file wherever it stands, and numbers in every hex cost little.
fn draw_outlines(
    surface: &mut Surface<'_>,
    at: Point,
    (face, words, glyphs): (&Typeface, &str, &[KrillaGlyph]),
    size: f32,
) {
    let mut x = at.x;
    for glyph in glyphs {
        surface.push_transform(&Transform::from_translate(round_off(x), round_off(at.y)));
        surface.draw_glyphs(
            Point::from_xy(0.0, 0.0),
            std::slice::from_ref(glyph),
            face.font.clone(),
            words,
            size,
            true,
        );
        surface.pop();
        x += glyph.x_advance * size;
    }
}

fn draw_text(surface: &mut Surface<'_>, t: &Text, faces: &[Option<Typeface>]) {
    if t.size <= 0.0 || t.text.trim().is_empty() {
        return;
    }
    let spacing = t.spacing / t.size;
    let runs = text_runs(faces, t.face, &t.text, spacing);
    let advance = |g: &[KrillaGlyph]| g.iter().map(|g| g.x_advance).sum::<f32>() * t.size;
    let whole: f32 = runs.iter().map(|r| advance(&r.2)).sum::<f32>() - t.spacing;
    let left = match t.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -whole / 2.0,
        Anchor::End => -whole,
    };
    let turned = t.turn != 0.0;
    let origin = if turned { Pos::ZERO } else { t.at };
    if turned {
        let (s, c) = t.turn.sin_cos();
        surface.push_transform(&Transform::from_row(c, s, -s, c, t.at.x, t.at.y));
    }
    let mut x = origin.x + left;
    for (face, words, glyphs) in &runs {
        let at = Point::from_xy(x, origin.y);
        if let Some((color, width)) = t.halo.filter(|h| h.0.a > 0 && h.1 > 0.0) {
            surface.set_fill(None);
            surface.set_stroke(Some(stroke_of(&Stroke::round(width, color))));
            draw_outlines(surface, at, (face, words, glyphs), t.size);
        }
        surface.set_stroke(None);
        surface.set_fill(Some(fill_of(t.color)));
        surface.draw_glyphs(at, glyphs, face.font.clone(), words, t.size, false);
        x += advance(glyphs);
    }
    if turned {
        surface.pop();
    }
}
