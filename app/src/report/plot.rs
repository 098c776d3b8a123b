//! The course of a match as a small SVG plot of steps, solid for the first side and dashed for the
//! second, so that it reads without colour.

use engine::present::{Course, CoursePoint};
use std::fmt::Write;

const SIZE: (f64, f64) = (640.0, 220.0);
const MARGIN: (f64, f64) = (44.0, 28.0);

/// One line for each side over the turns.
pub fn svg(course: &Course, of: impl Fn(&CoursePoint) -> &Vec<i32>) -> String {
    let values = || course.samples.iter().flat_map(|s| of(s).iter().copied());
    let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(1).max(1));
    let first = course.samples.first().map_or(0.0, |s| s.time);
    let last = course.samples.last().map_or(1.0, |s| s.time).max(first + 1.0);
    let x = |t: f64| MARGIN.0 + (t - first) / (last - first) * (SIZE.0 - MARGIN.0 - 12.0);
    let y = |v: f64| {
        let span = f64::from(high - low).max(1.0);
        SIZE.1 - MARGIN.1 - (v - f64::from(low)) / span * (SIZE.1 - MARGIN.1 - 26.0)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">",
        SIZE.0, SIZE.1
    );
    grid(&mut out, (low, high), (first, last), &x, &y);
    for (i, (name, army)) in course.sides.iter().enumerate() {
        let fill = readable(board::palette::army(army));
        let ink = format!("#{:02x}{:02x}{:02x}", fill.r, fill.g, fill.b);
        let mut path = String::new();
        let mut before: Option<f64> = None;
        for s in &course.samples {
            let v = y(f64::from(of(s).get(i).copied().unwrap_or(0)));
            if let Some(b) = before {
                let _ = write!(path, "L{:.1} {b:.1} ", x(s.time));
            }
            let _ = write!(path, "{}{:.1} {v:.1} ", if before.is_none() { "M" } else { "L" }, x(s.time));
            before = Some(v);
        }
        let dash = if i == 0 { "" } else { " stroke-dasharray=\"6 3\"" };
        let _ = write!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"{dash}/>");
        let at = MARGIN.0 + i as f64 * 200.0;
        let _ = write!(out, "<path d=\"M{at} 12 h26\" stroke=\"{ink}\" stroke-width=\"2\"{dash}/>");
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"16\" fill=\"#444\">{}</text>",
            at + 32.0,
            super::html::escape(name)
        );
    }
    out.push_str("</svg>");
    out
}

/// A colour of the army that is seen on white.
fn readable(army: &board::palette::Army) -> board::palette::Rgba {
    let dark = |c: &board::palette::Rgba| u32::from(c.r) * 3 + u32::from(c.g) * 6 + u32::from(c.b) < 1900;
    [army.fill, army.stripe].into_iter().find(dark).unwrap_or(board::palette::INK)
}

fn grid(
    out: &mut String,
    (low, high): (i32, i32),
    (first, last): (f64, f64),
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    let step = ((high - low) / 5).max(1);
    let mut v = low;
    while v <= high {
        let at = y(f64::from(v));
        let _ = write!(
            out,
            "<path d=\"M{} {at:.1} H{}\" stroke=\"#ccc\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#666\">{v}</text>",
            MARGIN.0,
            SIZE.0 - 12.0,
            MARGIN.0 - 6.0,
            at + 4.0
        );
        v += step;
    }
    let turns = (last - first).ceil().max(1.0);
    let every = (turns / 12.0).ceil().max(1.0);
    let mut t = first.ceil();
    while t <= last {
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#666\">{t:.0}</text>",
            x(t),
            SIZE.1 - 8.0
        );
        t += every;
    }
}
