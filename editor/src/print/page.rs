//! The page model: pages of shapes in millimetres, from which PDF, preview and tests all read.
use board::layout::{Pos, Rect};
use board::palette::Rgba;
use board::scene::{Affine, Anchor, Face, Scene, Shape, Stroke, Text};
use egui::{Vec2, vec2};
use std::sync::Arc;

/// Millimetres to a point of type.
pub const PT: f32 = 25.4 / 72.0;

/// Sheets the kit is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    #[default]
    A4,
    Letter,
    A3,
}

impl Paper {
    pub const ALL: [Self; 3] = [Self::A4, Self::Letter, Self::A3];

    /// Width and height upright, in mm.
    pub fn size(self) -> Vec2 {
        match self {
            Self::A4 => vec2(210.0, 297.0),
            Self::Letter => vec2(215.9, 279.4),
            Self::A3 => vec2(297.0, 420.0),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
            Self::A3 => "A3",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name().eq_ignore_ascii_case(word))
    }
}

/// Something on a page, in mm from its top left.
#[derive(Clone, Debug)]
pub enum Item {
    Shape(Shape),
    /// A picture laid on the page by `place`; nothing of it is seen outside `clip`.
    Scene {
        scene: Arc<Scene>,
        place: Affine,
        clip: Rect,
    },
}

impl Item {
    #[must_use]
    pub fn moved_by(&self, by: Vec2) -> Self {
        match self {
            Self::Shape(s) => Self::Shape(s.transformed(&Affine::new(by, 1.0, 0.0))),
            Self::Scene { scene, place, clip } => Self::Scene {
                scene: Arc::clone(scene),
                place: Affine { shift: place.shift + by, ..*place },
                clip: clip.translate(by),
            },
        }
    }
}

impl From<Shape> for Item {
    fn from(s: Shape) -> Self {
        Self::Shape(s)
    }
}

/// One side of a sheet.
#[derive(Clone, Debug)]
pub struct Page {
    pub size: Vec2,
    pub items: Vec<Item>,
    /// What is on it, for thumbnails and tests: `counters 1a`.
    pub name: String,
    pub part: super::Part,
}

/// Words where they stand: what a reader of the page gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    /// Left end of the base line, in mm.
    pub at: Pos,
    pub width: f32,
    /// Height of the type, in mm.
    pub size: f32,
}

impl Page {
    /// All runs of text on the page itself; those inside pictures only with `pictures`.
    pub fn words(&self, pictures: bool) -> Vec<Word> {
        let mut out = Vec::new();
        for item in &self.items {
            match item {
                Item::Shape(Shape::Text(t)) => out.push(text_word(t)),
                Item::Shape(_) => {}
                Item::Scene { scene, place, clip } if pictures => {
                    let texts = scene.shapes.iter().filter_map(|s| match s.transformed(place) {
                        Shape::Text(t) if clip.contains(t.at) => Some(text_word(&t)),
                        _ => None,
                    });
                    out.extend(texts);
                }
                Item::Scene { .. } => {}
            }
        }
        out
    }
}

fn text_word(t: &Text) -> Word {
    let width = super::text::text_width(t.face, &t.text, t.size, t.spacing);
    let left = match t.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    Word { text: t.text.clone(), at: t.at - vec2(left, 0.0), width, size: t.size }
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub title: String,
    pub page: usize,
    /// 0 for a part, 1 for what is in it.
    pub level: u8,
}

/// The whole kit.
#[derive(Clone, Debug)]
pub struct Kit {
    pub title: String,
    pub subject: String,
    pub keywords: Vec<String>,
    pub language: &'static str,
    pub pages: Vec<Page>,
    pub outline: Vec<Bookmark>,
}

/// A straight line on a page.
pub fn line_item(a: Pos, b: Pos, width: f32, color: Rgba) -> Item {
    Shape::line(a, b, Stroke::new(width, color)).into()
}

/// Words on a page; `size` in points.
pub fn text_item(
    at: Pos,
    text: impl Into<String>,
    size: f32,
    face: Face,
    color: Rgba,
    anchor: Anchor,
) -> Item {
    Shape::Text(Text::new(at, text, size * PT, face, color).anchored(anchor)).into()
}
