//! A background image: which file, how strongly it shows, and where it lies on the sheet.
//!
//! Kept among the properties only the editor reads. A pin says that a point of the picture belongs to
//! a point of the sheet: one moves the picture, two also rotate and scale it, three fit it exactly.

use super::edit::Edit;
use crate::words;
use engine::scenario::{ScenarioDoc, Value};

/// A point of the picture (pixels) and where it belongs (hex radii).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pin {
    pub pixel: [f32; 2],
    pub sheet: [f32; 2],
}

#[derive(Clone, PartialEq, Debug)]
pub struct Underlay {
    /// As written: relative to the scenario's file, or absolute.
    pub path: String,
    /// Per cent.
    pub opacity: u8,
    pub locked: bool,
    /// At most three.
    pub pins: Vec<Pin>,
}

/// Sheet from pixels: `x = a x + b y + c`, `y = d x + e y + f`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit(pub [f32; 6]);

impl Fit {
    pub fn apply(&self, p: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * p[0] + b * p[1] + c, d * p[0] + e * p[1] + f]
    }

    /// The pixel that lies at a point of the sheet; none if the picture is squashed to a line.
    pub fn invert(&self, p: [f32; 2]) -> Option<[f32; 2]> {
        let [a, b, c, d, e, f] = self.0;
        let det = a * e - b * d;
        if det.abs() < 1e-12 {
            return None;
        }
        let (x, y) = (p[0] - c, p[1] - f);
        Some([(e * x - b * y) / det, (a * y - d * x) / det])
    }
}

const PATH: &str = "underlay";
const OPACITY: &str = "underlay-opacity";
const LOCKED: &str = "underlay-locked";
const PINS: &str = "underlay-pins";
/// Pins are kept in thousandths.
const FINE: f32 = 1000.0;

impl Underlay {
    pub fn new(path: String) -> Self {
        Self { path, opacity: 50, locked: false, pins: Vec::new() }
    }

    pub fn of(doc: &ScenarioDoc) -> Option<Self> {
        let path = doc.editor.get(PATH)?.as_text()?.to_owned();
        let opacity = doc.editor.get(OPACITY).and_then(Value::as_int).unwrap_or(50).clamp(0, 100) as u8;
        let locked = doc.editor.get(LOCKED).and_then(Value::as_bool).unwrap_or(false);
        let list = doc.editor.get(PINS).and_then(Value::as_list).unwrap_or(&[]);
        let numbers: Vec<f32> = list.iter().filter_map(Value::as_int).map(|n| n as f32 / FINE).collect();
        let pin = |n: &[f32]| Pin { pixel: [n[0], n[1]], sheet: [n[2], n[3]] };
        let pins = numbers.chunks_exact(4).take(3).map(pin).collect();
        Some(Self { path, opacity, locked, pins })
    }

    /// The edit that stores it in a document; `None` removes it.
    pub fn edit(of: Option<&Self>) -> Edit {
        let fine = |v: f32| Value::Int((f64::from(v) * f64::from(FINE)).round() as i64);
        let pins = |u: &Self| {
            u.pins.iter().flat_map(|p| [p.pixel[0], p.pixel[1], p.sheet[0], p.sheet[1]]).map(fine).collect()
        };
        let values = [
            (PATH, of.map(|u| Value::Text(u.path.clone()))),
            (OPACITY, of.map(|u| Value::Int(u.opacity.into()))),
            (LOCKED, of.map(|u| Value::Bool(u.locked))),
            (PINS, of.map(|u| Value::List(pins(u)))),
        ];
        let note = |(id, value): (&str, Option<Value>)| Edit::Note { id: id.to_owned(), value };
        Edit::Together {
            name: words::UNDERLAY_STEP.to_owned(),
            edits: values.into_iter().map(note).collect(),
        }
    }

    /// The edit that changes it; continuous changes (dragging, opacity) are one step as long as they
    /// last.
    pub fn change_edit(&self, new: &Self) -> Edit {
        let only_opacity = Self { opacity: self.opacity, ..new.clone() } == *self;
        match only_opacity {
            true => Edit::Note { id: OPACITY.to_owned(), value: Some(Value::Int(new.opacity.into())) },
            false => Self::edit(Some(new)),
        }
    }

    /// What a step did to it, in words.
    pub fn describe_change(before: Option<&Self>, after: Option<&Self>) -> String {
        match (before, after) {
            (_, Some(new)) if before.is_none_or(|old| old.path != new.path) => words::trace_step(&new.path),
            (Some(_), None) => words::UNDERLAY_GONE.to_owned(),
            (Some(old), Some(new)) if old.opacity != new.opacity => words::underlay_shows(new.opacity),
            (Some(old), Some(new)) if old.locked != new.locked => {
                words::underlay_locked(new.locked).to_owned()
            }
            (Some(_), Some(new)) if new.pins.is_empty() => words::UNDERLAY_LOOSE.to_owned(),
            (Some(old), Some(new)) if old.pins.len() < new.pins.len() => {
                words::underlay_pinned(new.pins.len())
            }
            (Some(_), Some(_)) => words::UNDERLAY_MOVED.to_owned(),
            (None, _) => words::UNDERLAY_STEP.to_owned(),
        }
    }

    /// Whether an edit is about it.
    pub fn is_meant(edit: &Edit) -> bool {
        match edit {
            Edit::Note { id, .. } => [PATH, OPACITY, LOCKED, PINS].contains(&id.as_str()),
            Edit::Together { edits, .. } => !edits.is_empty() && edits.iter().all(Self::is_meant),
            _ => false,
        }
    }

    /// Where the picture lies. `size` is its own, `sheet` that of the hexes.
    pub fn fit(&self, size: [f32; 2], sheet: [f32; 2]) -> Fit {
        let k = (sheet[0] / size[0].max(1.0)).min(sheet[1] / size[1].max(1.0));
        match self.pins.as_slice() {
            [] => Fit([k, 0.0, (sheet[0] - size[0] * k) / 2.0, 0.0, k, (sheet[1] - size[1] * k) / 2.0]),
            [p] => Fit([k, 0.0, p.sheet[0] - p.pixel[0] * k, 0.0, k, p.sheet[1] - p.pixel[1] * k]),
            [p, q] => similarity_fit(*p, *q),
            [p, q, r, ..] => affine_fit(*p, *q, *r).unwrap_or_else(|| similarity_fit(*p, *q)),
        }
    }

    /// Adds a pin; the fourth takes the place of the first.
    pub fn pin(&mut self, pin: Pin) {
        if self.pins.len() >= 3 {
            self.pins.remove(0);
        }
        self.pins.push(pin);
    }
}

/// Rotated and scaled so that both pins match.
fn similarity_fit(p: Pin, q: Pin) -> Fit {
    let (px, py) = (q.pixel[0] - p.pixel[0], q.pixel[1] - p.pixel[1]);
    let (sx, sy) = (q.sheet[0] - p.sheet[0], q.sheet[1] - p.sheet[1]);
    let len = (px * px + py * py).max(1e-6);
    let (a, d) = ((px * sx + py * sy) / len, (px * sy - py * sx) / len);
    let (c, f) = (p.sheet[0] - a * p.pixel[0] + d * p.pixel[1], p.sheet[1] - d * p.pixel[0] - a * p.pixel[1]);
    Fit([a, -d, c, d, a, f])
}

/// All three pins match; none if they are on one line.
fn affine_fit(p: Pin, q: Pin, r: Pin) -> Option<Fit> {
    let (x1, y1) = (q.pixel[0] - p.pixel[0], q.pixel[1] - p.pixel[1]);
    let (x2, y2) = (r.pixel[0] - p.pixel[0], r.pixel[1] - p.pixel[1]);
    let det = x1 * y2 - x2 * y1;
    if det.abs() < 1.0 {
        return None;
    }
    let row = |i: usize| {
        let (u, v) = (q.sheet[i] - p.sheet[i], r.sheet[i] - p.sheet[i]);
        let (a, b) = ((u * y2 - v * y1) / det, (v * x1 - u * x2) / det);
        (a, b, p.sheet[i] - a * p.pixel[0] - b * p.pixel[1])
    };
    let ((a, b, c), (d, e, f)) = (row(0), row(1));
    Some(Fit([a, b, c, d, e, f]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tests::scenario;
    use crate::core::{Document, apply};

    fn near(a: [f32; 2], b: [f32; 2]) -> bool {
        (a[0] - b[0]).abs() < 0.02 && (a[1] - b[1]).abs() < 0.02
    }

    #[test]
    fn pins_hold_and_pixels_are_found_again() {
        let mut u = Underlay::new("map.png".into());
        let (size, sheet) = ([800.0, 600.0], [40.0, 30.0]);
        assert!(near(u.fit(size, sheet).apply([400.0, 300.0]), [20.0, 15.0]));
        let pins = [
            Pin { pixel: [100.0, 100.0], sheet: [6.0, 4.0] },
            Pin { pixel: [700.0, 120.0], sheet: [33.0, 7.0] },
            Pin { pixel: [300.0, 500.0], sheet: [12.0, 26.0] },
        ];
        for (n, pin) in pins.into_iter().enumerate() {
            u.pin(pin);
            let fit = u.fit(size, sheet);
            for p in &pins[..=n] {
                assert!(near(fit.apply(p.pixel), p.sheet), "{n} pins: {p:?} at {:?}", fit.apply(p.pixel));
            }
            let back = fit.invert(fit.apply([250.0, 333.0])).unwrap();
            assert!((back[0] - 250.0).abs() < 0.5 && (back[1] - 333.0).abs() < 0.5);
        }
        u.pin(Pin { pixel: [0.0, 0.0], sheet: [0.0, 0.0] });
        assert_eq!(u.pins.len(), 3);
    }

    #[test]
    fn it_is_kept_in_the_file_and_undone_in_one_step() {
        let mut u = Underlay::new("maps/kolin.png".into());
        u.pin(Pin { pixel: [10.5, 20.25], sheet: [1.125, -2.5] });
        (u.opacity, u.locked) = (35, true);
        let mut d = Document::new(scenario(), None, "new");
        assert!(d.apply(&Underlay::edit(Some(&u))));
        assert_eq!(Underlay::of(d.doc()), Some(u.clone()));
        let text = d.to_text();
        let again = engine::scenario::parse(&text, &mut engine::scenario::Issues::default()).unwrap();
        assert_eq!(Underlay::of(&again), Some(u));
        assert_eq!(&again, d.doc());
        d.undo();
        assert_eq!(Underlay::of(d.doc()), None);
        let mut doc = again;
        apply(&mut doc, &Underlay::edit(None));
        assert!(doc.editor.is_empty());
    }
}
