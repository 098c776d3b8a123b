//! A stack spread out under the pointer.

use super::counters::flush_meshes;
use super::{BoardInput, BoardWidget, atlas, input};
use crate::board::PlacedCounter;
use crate::counter;
use crate::layout::{Layout, Pos, Rect};
use crate::palette;
use crate::scene::Affine;
use egui::{Color32, Painter, Vec2, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterView};

/// A stack that is, or is about to be, spread out under the pointer.
#[derive(Clone, Debug)]
pub(super) struct Fan {
    pub hex: HexId,
    /// The counter under the pointer: its card stays below the pointer.
    pub on: Option<CounterId>,
    /// Time at which the pointer came to the stack.
    pub since: f64,
    pub open: bool,
    /// A counter was taken from it: it stays closed until the pointer has left, for it would cover the hexes around.
    pub picked: bool,
    /// Where the pointer was when it opened.
    pub at: Option<Pos>,
}

#[derive(Default)]
pub(super) struct FanState {
    pub stack: Option<Fan>,
    /// Cards of an open fan on the screen, in the order of hit tests; the last is the background, which has no counter.
    pub cards: Vec<(Rect, Option<CounterId>)>,
}

impl BoardWidget {
    /// Whether the counters of a stack lie side by side under the pointer.
    pub fn is_stack_open(&self) -> bool {
        self.fan.stack.as_ref().is_some_and(|f| f.open)
    }

    /// Draws the open stack. True if pictures are missing.
    pub(super) fn paint_fan(
        &mut self,
        painter: &Painter,
        input: &BoardInput<'_>,
        layout: &Layout,
        placed: &[PlacedCounter],
        to: &Affine,
    ) -> bool {
        self.fan.cards.clear();
        let Some(fan) = self.fan.stack.clone().filter(|f| f.open) else { return false };
        let ppp = painter.ctx().pixels_per_point();
        let mut stack: Vec<&CounterView> =
            input.view.counters.iter().filter(|c| input::stands_on(c, fan.hex)).collect();
        stack.sort_by_key(|c| (c.stack.rider, c.stack.order));
        if stack.len() < 2 {
            self.fan.stack = None;
            return false;
        }
        let side = (counter::counter_side(layout.is_flat_top()) * self.camera.zoom).clamp(58.0, 96.0);
        let step = side * 1.12;
        let room = (self.screen.width() - 24.0).max(step);
        let step = step.min(room / stack.len().max(1) as f32);
        let wide = step * (stack.len().saturating_sub(1)) as f32 + side;
        let at = to.apply(layout.center(fan.hex));
        let most = (self.screen.right() - wide - 8.0).max(self.screen.left() + 8.0);
        let under = stack.iter().position(|c| Some(c.id) == fan.on);
        let before = under.map_or(wide / 2.0, |i| step * i as f32 + side / 2.0);
        let left = (at.x - before).clamp(self.screen.left() + 8.0, most);
        let y = at.y.clamp(self.screen.top() + side * 0.75, self.screen.bottom() - side * 0.75);
        // At the rim of the map another card would come under the resting pointer: the cards lie below it, or above.
        let over = |p: &Pos| {
            let i = ((p.x - left) / step).floor();
            (p.y - y).abs() < side * 0.64 && under.is_some_and(|u| i != u as f32)
        };
        let y = match fan.at.filter(over) {
            Some(p) if p.y + side * 1.3 < self.screen.bottom() => p.y + side * 0.64 + 1.0,
            Some(p) => p.y - side * 0.64 - 1.0,
            None => y,
        };
        let card =
            Rect::from_min_size(egui::pos2(left, y - side / 2.0), vec2(wide, side)).expand(side * 0.14);
        painter.rect_filled(card.translate(vec2(1.5, 2.5)), 7.0, Color32::from_black_alpha(70));
        painter.rect_filled(card, 7.0, Color32::from(palette::TAGCARD));
        painter.rect_stroke(card, 7.0, (1.0, Color32::from(palette::INK2)), egui::StrokeKind::Inside);
        let mut meshes = Vec::new();
        let mut missing = false;
        for (i, c) in stack.iter().enumerate() {
            let middle = egui::pos2(left + side / 2.0 + step * i as f32, y);
            let index = input.view.counters.iter().position(|x| x.id == c.id).unwrap_or(0);
            let alone = PlacedCounter {
                count: 1,
                buried: false,
                badges_left: false,
                index,
                ..lone_counter_place(placed, fan.hex)
            };
            let look = atlas::look_hash(c, &alone, self.high_contrast);
            let px = (side * ppp).round() as u32;
            let spot = self.atlas.find_spot(look, px).or_else(|| {
                self.atlas.make_picture(painter.ctx(), layout, (c, &alone, self.high_contrast), look, px)
            });
            missing |= spot.is_none();
            if let Some(s) = spot {
                self.atlas.add_quad(&mut meshes, s, middle, side, ppp, Color32::WHITE);
            }
            self.fan.cards.push((Rect::from_center_size(middle, Vec2::splat(side)), Some(c.id)));
        }
        flush_meshes(painter, &mut meshes);
        paint_parts(painter, &stack, card, (left - (step - side) / 2.0, step));
        self.fan.cards.push((card, None));
        missing
    }
}

/// A line where the part of the stack changes, with the names of both parts.
fn paint_parts(painter: &Painter, stack: &[&CounterView], card: Rect, (left, step): (f32, f32)) {
    let ink = Color32::from(palette::INK2);
    for (i, c) in stack.iter().enumerate() {
        let begins = i == 0 || stack[i - 1].stack.rank != c.stack.rank;
        if !begins {
            continue;
        }
        let x = left + step * i as f32;
        if i > 0 {
            painter.vline(x, card.y_range(), egui::Stroke::new(2.0, ink));
        }
        let font = egui::FontId::proportional(10.5);
        painter.text(egui::pos2(x + 4.0, card.bottom()), egui::Align2::LEFT_BOTTOM, &c.stack.rank, font, ink);
    }
}

/// The placement of a single counter in that hex.
fn lone_counter_place(placed: &[PlacedCounter], hex: HexId) -> PlacedCounter {
    let found = placed.iter().find(|p| p.hex == hex && p.hexes.is_empty()).cloned();
    found.unwrap_or_else(|| PlacedCounter::single(0, hex, Pos::ZERO, 1.0))
}
