//! Writes scenes as SVG: text stays text, fonts are named and not embedded.

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
        w = format_number(size.x.max(1.0)),
        h = format_number(size.y.max(1.0))
    );
    let w = Writer { k, origin: scene.bounds.min };
    for s in &scene.shapes {
        w.write_shape(&mut out, s);
    }
    out.push_str("</svg>\n");
    out
}

/// A number with at most two decimals.
fn format_number(v: f32) -> String {
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
    fn scaled_pos(&self, p: Pos) -> Pos {
        ((p - self.origin) * self.k).to_pos2()
    }

    fn coordinates(&self, p: Pos) -> String {
        let p = self.scaled_pos(p);
        format!("{},{}", format_number(p.x), format_number(p.y))
    }

    fn point_list(&self, pts: &[Pos]) -> String {
        pts.iter().map(|p| self.coordinates(*p)).collect::<Vec<_>>().join(" ")
    }

    fn write_shape(&self, out: &mut String, s: &Shape) {
        let _ = match s {
            Shape::Polygon { points, fill, stroke } => {
                let style = self.style_attributes(*fill, stroke.as_ref());
                writeln!(out, "<polygon points=\"{}\"{style}/>", self.point_list(points))
            }
            Shape::Polyline { points, stroke } => {
                let style = self.style_attributes(None, Some(stroke));
                writeln!(out, "<polyline points=\"{}\"{style}/>", self.point_list(points))
            }
            Shape::Path { path, fill, stroke } => {
                let style = self.style_attributes(*fill, stroke.as_ref());
                writeln!(out, "<path d=\"{}\"{style}/>", self.path_data(path))
            }
            Shape::Circle { center, radius, fill, stroke } => {
                let c = self.scaled_pos(*center);
                let style = self.style_attributes(*fill, stroke.as_ref());
                writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{style}/>",
                    format_number(c.x),
                    format_number(c.y),
                    format_number(radius * self.k)
                )
            }
            Shape::Text(t) => self.write_text(out, t),
        };
    }

    fn path_data(&self, path: &[Seg]) -> String {
        let mut d = String::new();
        for s in path {
            let _ = match s {
                Seg::Move(p) => write!(d, "M{}", self.coordinates(*p)),
                Seg::Line(p) => write!(d, "L{}", self.coordinates(*p)),
                Seg::Cubic(a, b, c) => {
                    write!(d, "C{} {} {}", self.coordinates(*a), self.coordinates(*b), self.coordinates(*c))
                }
                Seg::Close => write!(d, "Z"),
            };
        }
        d
    }

    fn style_attributes(&self, fill: Option<Rgba>, stroke: Option<&Stroke>) -> String {
        let mut s = String::new();
        write_paint(&mut s, "fill", fill);
        if let Some(st) = stroke {
            write_paint(&mut s, "stroke", Some(st.color));
            let _ = write!(s, " stroke-width=\"{}\"", format_number(st.width * self.k));
            let _ = write!(s, " stroke-linejoin=\"{}\"", if st.miter { "miter" } else { "round" });
            if st.round {
                s.push_str(" stroke-linecap=\"round\"");
            }
            if !st.dash.is_empty() {
                let d: Vec<String> = st.dash.iter().map(|d| format_number(d * self.k)).collect();
                let _ = write!(s, " stroke-dasharray=\"{}\"", d.join(" "));
            }
        }
        s
    }

    fn write_text(&self, out: &mut String, t: &Text) -> std::fmt::Result {
        let p = self.scaled_pos(t.at);
        let (family, weight, italic) = t.face.css_font();
        write!(
            out,
            "<text x=\"{}\" y=\"{}\" font-family=\"{family}\" font-size=\"{}\"",
            format_number(p.x),
            format_number(p.y),
            format_number(t.size * self.k)
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
            write!(out, " letter-spacing=\"{}\"", format_number(t.spacing * self.k))?;
        }
        if t.turn != 0.0 {
            write!(
                out,
                " transform=\"rotate({} {} {})\"",
                format_number(t.turn.to_degrees()),
                format_number(p.x),
                format_number(p.y)
            )?;
        }
        write_paint(out, "fill", Some(t.color));
        if let Some((c, w)) = t.halo {
            write_paint(out, "stroke", Some(c));
            write!(
                out,
                " stroke-width=\"{}\" paint-order=\"stroke\" stroke-linejoin=\"round\"",
                format_number(w * self.k)
            )?;
        }
        writeln!(out, ">{}</text>", escape_xml(&t.text))
    }
}

fn write_paint(s: &mut String, what: &str, c: Option<Rgba>) {
    let _ = match c {
        None => write!(s, " {what}=\"none\""),
        Some(c) if c.a == 255 => write!(s, " {what}=\"{}\"", c.css()),
        Some(c) => {
            write!(s, " {what}=\"{}\" {what}-opacity=\"{:.3}\"", c.css(), f32::from(c.a) / 255.0)
        }
    };
}

fn escape_xml(text: &str) -> String {
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
