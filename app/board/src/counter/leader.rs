//! Leaders: a bust in a ring, ratings, and the strength of the force a leader commands.

use super::{CounterDrawing, CounterLod};
use crate::layout::Pos;
use crate::palette;
use crate::scene::{Anchor, Face, Shape, Stroke};
use egui::{pos2, vec2};

impl CounterDrawing<'_> {
    fn draw_bust(&self, out: &mut Vec<Shape>, at: Pos, ring: f32) {
        let s = Stroke::new(self.line_width(0.021, 0.6), self.army.text);
        out.push(Shape::Circle { center: at, radius: ring, fill: None, stroke: Some(s) });
        if self.c.figure == "commander" {
            let gold = if self.style.mono { palette::MARKINK } else { palette::GOLD };
            let s = Stroke::new(self.line_width(0.021, 0.6), gold);
            out.push(Shape::Circle { center: at, radius: ring * 1.1, fill: None, stroke: Some(s) });
        }
        self.draw_figure(out, at + vec2(0.0, 0.005), ring * 0.0765, true);
    }

    /// The leader of a force: the force's strength large, the leader's ratings small.
    fn draw_force_leader(&self, out: &mut Vec<Shape>) {
        self.draw_bust(out, pos2(-0.215, -0.085), 0.195);
        self.draw_number(out, pos2(0.225, 0.09), &self.c.strength.force, 0.36, 0.44, false);
        let ratings = self.joined_values();
        if self.lod == CounterLod::Full {
            self.draw_text(out, pos2(-0.42, 0.265), &ratings, (0.13, Face::UiSemi), 0.8, Anchor::Start);
            self.draw_text(out, pos2(-0.42, 0.42), &self.c.name, (0.15, Face::UiBold), 0.68, Anchor::Start);
            if self.c.tag.chars().count() <= 4 {
                self.draw_text(out, pos2(0.43, 0.42), &self.c.tag, (0.13, Face::TitleBold), 0.2, Anchor::End);
            }
        } else {
            self.draw_text(out, pos2(0.0, 0.4), &ratings, (0.21, Face::UiBold), 0.86, Anchor::Middle);
        }
    }

    pub(super) fn draw_leader(&self, out: &mut Vec<Shape>) {
        if !self.c.strength.force.is_empty() {
            return self.draw_force_leader(out);
        }
        let named = !self.c.name.is_empty() && self.lod == CounterLod::Full;
        if self.c.strength.values.is_empty() {
            let up = if named { -0.06 } else { 0.07 };
            self.draw_bust(out, pos2(0.0, up), if named { 0.265 } else { 0.35 });
            self.draw_star(out, pos2(0.355, -0.18), 0.1);
            if named {
                self.draw_text(
                    out,
                    pos2(0.0, 0.43),
                    &self.c.name,
                    (0.145, Face::UiBold),
                    0.88,
                    Anchor::Middle,
                );
            }
            return;
        }
        if self.c.strength.values.len() > 1 {
            // The large number of a leader is the strength of a force: a leader without one has none.
            self.draw_bust(out, pos2(-0.1, -0.085), 0.23);
            let ratings = self.joined_values();
            if self.lod == CounterLod::Full {
                self.draw_text(out, pos2(-0.42, 0.265), &ratings, (0.13, Face::UiSemi), 0.8, Anchor::Start);
                self.draw_text(
                    out,
                    pos2(-0.42, 0.42),
                    &self.c.name,
                    (0.15, Face::UiBold),
                    0.68,
                    Anchor::Start,
                );
                self.draw_text(out, pos2(0.43, 0.42), &self.c.tag, (0.13, Face::TitleBold), 0.2, Anchor::End);
            } else {
                self.draw_text(out, pos2(0.0, 0.4), &ratings, (0.21, Face::UiBold), 0.86, Anchor::Middle);
            }
            self.draw_star(out, pos2(0.36, -0.3), 0.085);
            return;
        }
        self.draw_bust(out, pos2(-0.12, if named { -0.005 } else { 0.06 }), 0.265);
        self.draw_star(out, pos2(0.355, -0.2), 0.1);
        self.draw_number(
            out,
            pos2(0.335, if named { 0.2 } else { 0.3 }),
            self.first_value(),
            0.33,
            0.3,
            false,
        );
        if named {
            self.draw_text(out, pos2(0.0, 0.43), &self.c.name, (0.135, Face::UiBold), 0.88, Anchor::Middle);
        }
    }
}
