//! A scene as an SVG file: real text, nothing embedded, fonts by name.

use crate::layout::Pos;
use crate::palette::Rgba;
use crate::scene::{Anchor, Scene, Seg, Shape, Stroke, Text};
use std::fmt::Write as _;

/// The scene as SVG text, one scene unit being `px_per_unit` pixels.
pub fn to_svg(scene: &Scene, px_per_unit: f32) -> String {
    let k = px_per_unit.max(0.01);
    let size = scene.bounds.size() * k;
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">",
        w = num(size.x.max(1.0)),
        h = num(size.y.max(1.0))
    );
    let w = Writer { k, origin: scene.bounds.min };
    for s in &scene.shapes {
        w.shape(&mut out, s);
    }
    out.push_str("</svg>\n");
    out
}

/// A number with at most two places.
fn num(v: f32) -> String {
    let mut s = format!("{v:.2}");
    while s.ends_with('0') {
        s.pop();
    }
    if s.ends_with('.') {
        s.pop();
    }
    if s == "-0" { "0".to_owned() } else { s }
}

struct Writer {
    k: f32,
    origin: Pos,
}

impl Writer {
    fn at(&self, p: Pos) -> Pos {
        ((p - self.origin) * self.k).to_pos2()
    }

    fn pair(&self, p: Pos) -> String {
        let p = self.at(p);
        format!("{},{}", num(p.x), num(p.y))
    }

    fn points(&self, pts: &[Pos]) -> String {
        pts.iter().map(|p| self.pair(*p)).collect::<Vec<_>>().join(" ")
    }

    fn shape(&self, out: &mut String, s: &Shape) {
        let _ = match s {
            Shape::Polygon { points, fill, stroke } => {
                let style = self.style(*fill, stroke.as_ref());
                writeln!(out, "<polygon points=\"{}\"{style}/>", self.points(points))
            }
            Shape::Polyline { points, stroke } => {
                let style = self.style(None, Some(stroke));
                writeln!(out, "<polyline points=\"{}\"{style}/>", self.points(points))
            }
            Shape::Path { path, fill, stroke } => {
                let style = self.style(*fill, stroke.as_ref());
                writeln!(out, "<path d=\"{}\"{style}/>", self.path(path))
            }
            Shape::Circle { center, radius, fill, stroke } => {
                let c = self.at(*center);
                let style = self.style(*fill, stroke.as_ref());
                writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{style}/>",
                    num(c.x),
                    num(c.y),
                    num(radius * self.k)
                )
            }
            Shape::Text(t) => self.text(out, t),
        };
    }

    fn path(&self, path: &[Seg]) -> String {
        let mut d = String::new();
        for s in path {
            let _ = match s {
                Seg::Move(p) => write!(d, "M{}", self.pair(*p)),
                Seg::Line(p) => write!(d, "L{}", self.pair(*p)),
                Seg::Cubic(a, b, c) => write!(d, "C{} {} {}", self.pair(*a), self.pair(*b), self.pair(*c)),
                Seg::Close => write!(d, "Z"),
            };
        }
        d
    }

    fn style(&self, fill: Option<Rgba>, stroke: Option<&Stroke>) -> String {
        let mut s = String::new();
        paint(&mut s, "fill", fill);
        if let Some(st) = stroke {
            paint(&mut s, "stroke", Some(st.color));
            let _ = write!(s, " stroke-width=\"{}\"", num(st.width * self.k));
            let _ = write!(s, " stroke-linejoin=\"{}\"", if st.miter { "miter" } else { "round" });
            if st.round {
                s.push_str(" stroke-linecap=\"round\"");
            }
            if !st.dash.is_empty() {
                let d: Vec<String> = st.dash.iter().map(|d| num(d * self.k)).collect();
                let _ = write!(s, " stroke-dasharray=\"{}\"", d.join(" "));
            }
        }
        s
    }

    fn text(&self, out: &mut String, t: &Text) -> std::fmt::Result {
        let p = self.at(t.at);
        let (family, weight, italic) = t.face.css();
        write!(
            out,
            "<text x=\"{}\" y=\"{}\" font-family=\"{family}\" font-size=\"{}\"",
            num(p.x),
            num(p.y),
            num(t.size * self.k)
        )?;
        if weight != 400 {
            write!(out, " font-weight=\"{weight}\"")?;
        }
        if italic {
            out.push_str(" font-style=\"italic\"");
        }
        match t.anchor {
            Anchor::Start => {}
            Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
            Anchor::End => out.push_str(" text-anchor=\"end\""),
        }
        if t.spacing != 0.0 {
            write!(out, " letter-spacing=\"{}\"", num(t.spacing * self.k))?;
        }
        if t.turn != 0.0 {
            write!(out, " transform=\"rotate({} {} {})\"", num(t.turn.to_degrees()), num(p.x), num(p.y))?;
        }
        paint(out, "fill", Some(t.color));
        if let Some((c, w)) = t.halo {
            paint(out, "stroke", Some(c));
            write!(
                out,
                " stroke-width=\"{}\" paint-order=\"stroke\" stroke-linejoin=\"round\"",
                num(w * self.k)
            )?;
        }
        writeln!(out, ">{}</text>", escape(&t.text))
    }
}

fn paint(s: &mut String, what: &str, c: Option<Rgba>) {
    let _ = match c {
        None => write!(s, " {what}=\"none\""),
        Some(c) if c.a == 255 => write!(s, " {what}=\"{}\"", c.css()),
        Some(c) => {
            write!(s, " {what}=\"{}\" {what}-opacity=\"{:.3}\"", c.css(), f32::from(c.a) / 255.0)
        }
    };
}

fn escape(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() || matches!(c, '\t' | '\n');
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(allowed) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
