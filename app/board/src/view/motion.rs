//! Animations of moves, losses and dice, drawn over the final state. Skipping them loses nothing.

use super::BoardWidget;
use crate::board::PlacedCounter;
use crate::layout::{Layout, Pos, Rect};
use crate::palette;
use crate::scene::{Affine, Face, Shape, Stroke, Text};
use egui::{Vec2, pos2, vec2};
use engine::present::{BoardView, CounterId, CounterView, DieView, Motion};

/// Seconds per hex of a move, and at most.
const STEP: (f64, f64) = (0.12, 0.6);
/// Seconds in which a lost pip fades.
const LOSS: f64 = 0.15;
/// Seconds in which a removed counter fades.
const GONE: f64 = 0.25;
/// Seconds that dice tumble, and until they disappear.
const DICE: (f64, f64) = (0.35, 1.7);

/// A moving counter.
#[derive(Clone, Debug)]
struct Moving {
    counter: CounterId,
    path: Vec<Pos>,
    started: f64,
    lasts: f64,
}

/// All animations of one board.
#[derive(Default)]
pub struct Motions {
    pending: Vec<Motion>,
    moving: Vec<Moving>,
    losses: Vec<(CounterId, u8, f64)>,
    gone: Vec<(Box<(PlacedCounter, CounterView)>, f64)>,
    dice: Option<(Vec<DieView>, f64)>,
    /// The counters as last shown, to fade those that are removed.
    before: Vec<(PlacedCounter, CounterView)>,
}

impl Motions {
    pub fn queue_motions(&mut self, motions: &[Motion]) {
        self.pending.extend(motions.iter().cloned());
    }

    pub fn is_active(&self) -> bool {
        let still = self.pending.is_empty() && self.moving.is_empty() && self.losses.is_empty();
        !(still && self.gone.is_empty() && self.dice.is_none())
    }

    pub fn skip_all(&mut self) {
        let before = std::mem::take(&mut self.before);
        *self = Self { before, ..Self::default() };
    }

    /// Starts queued motions and drops finished ones.
    pub fn start_pending(&mut self, layout: &Layout, animate: bool, now: f64) {
        if !animate {
            self.skip_all();
        }
        for m in std::mem::take(&mut self.pending) {
            match m {
                Motion::Moved { counter, path } if path.len() > 1 => {
                    let path: Vec<Pos> = path.iter().map(|h| layout.center(*h)).collect();
                    let lasts = (STEP.0 * (path.len() - 1) as f64).min(STEP.1);
                    self.moving.retain(|m| m.counter != counter);
                    self.moving.push(Moving { counter, path, started: now, lasts });
                }
                Motion::Moved { .. } => {}
                Motion::Lost { counter, steps } => self.losses.push((counter, steps, now)),
                Motion::Gone { counter } => {
                    let last = self.before.iter().find(|(_, c)| c.id == counter);
                    self.gone.extend(last.map(|l| (Box::new(l.clone()), now)));
                }
                Motion::Dice(dice) if !dice.is_empty() => self.dice = Some((dice, now)),
                Motion::Dice(_) => {}
            }
        }
        self.moving.retain(|m| now < m.started + m.lasts);
        self.losses.retain(|l| now < l.2 + LOSS);
        self.gone.retain(|g| now < g.1 + GONE);
        self.dice.take_if(|d| now >= d.1 + DICE.1);
    }

    /// Remembers the counters on the board, if they have changed.
    pub fn remember_board(&mut self, placed: &[PlacedCounter], view: &BoardView) {
        let same = self.before.len() == placed.len()
            && self.before.iter().zip(placed).all(|((old, c), p)| {
                old.center == p.center && view.counters.get(p.index).is_some_and(|v| v.id == c.id)
            });
        if !same {
            let known = placed.iter().filter_map(|p| Some((p.clone(), view.counters.get(p.index)?.clone())));
            self.before = known.collect();
        }
    }

    /// Where a counter is drawn now: on its path, or at its place.
    pub fn current_pos(&self, id: CounterId, place: Pos, now: f64) -> Pos {
        let Some(m) = self.moving.iter().find(|m| m.counter == id) else { return place };
        let t = ((now - m.started) / m.lasts).clamp(0.0, 1.0) as f32;
        // Ease out.
        let t = 1.0 - (1.0 - t) * (1.0 - t);
        let at = t * (m.path.len() - 1) as f32;
        let i = (at as usize).min(m.path.len() - 2);
        let end = m.path[m.path.len() - 1];
        let (a, b) = (m.path[i], m.path[i + 1]);
        a + (b - a) * (at - i as f32) + (place - end) * t
    }

    /// The counter as it was before its loss, and the opacity of that picture.
    pub fn fading_loss(&self, c: &CounterView, now: f64) -> Option<(CounterView, f32)> {
        let (_, steps, since) = self.losses.iter().rev().find(|l| l.0 == c.id)?;
        let mut old = c.clone();
        if let Some((left, all)) = &mut old.strength.pips {
            *left = left.saturating_add(*steps).min(*all);
        }
        if let [only] = old.strength.values.as_mut_slice()
            && let Ok(n) = only.parse::<u32>()
        {
            *only = (n + u32::from(*steps)).to_string();
        }
        Some((old, 1.0 - ((now - since) / LOSS).clamp(0.0, 1.0) as f32))
    }

    /// Counters that were just removed, and their opacity.
    pub fn fading_counters(&self, now: f64) -> impl Iterator<Item = (&PlacedCounter, &CounterView, f32)> {
        self.gone.iter().map(move |(b, since)| {
            let left = 1.0 - ((now - since) / GONE).clamp(0.0, 1.0) as f32;
            (&b.0, &b.1, left)
        })
    }

    /// Dice at the lower edge of the board: tumbling, then still; those that counted are dark.
    pub fn dice_shapes(&self, screen: Rect, now: f64) -> Vec<Shape> {
        const SIDE: f32 = 34.0;
        let Some((dice, since)) = &self.dice else { return Vec::new() };
        let age = now - since;
        let wide = dice.len() as f32 * (SIDE + 8.0) + 8.0;
        let tray = Rect::from_center_size(
            pos2(screen.center().x, screen.max.y - SIDE - 62.0),
            vec2(wide.min(screen.width() - 16.0), SIDE + 16.0),
        );
        let edge = Stroke::new(1.4, palette::INK2);
        let mut out = vec![Shape::round_rect(tray, 7.0, Some(palette::TAGCARD.alpha(0.94)), Some(edge))];
        let step = (tray.width() - 8.0) / dice.len() as f32;
        for (i, d) in dice.iter().enumerate() {
            let tumbling = age < DICE.0;
            let face = if tumbling { tumbling_face(i, age, d.sides) } else { d.value };
            let turn = if tumbling { ((age * 19.0 + i as f64).sin() * 0.35) as f32 } else { 0.0 };
            let at = pos2(tray.min.x + 4.0 + step * (i as f32 + 0.5), tray.center().y);
            let m = Affine::new(at.to_vec2(), SIDE.min(step - 4.0), turn);
            let dark = d.counted && !tumbling;
            out.extend(die_shapes(face, d.sides, dark).iter().map(|s| s.transformed(&m)));
        }
        out
    }
}

/// The face of a tumbling die, the same in every run.
fn tumbling_face(i: usize, age: f64, sides: u8) -> u8 {
    let k = (age / 0.06) as usize;
    ((k * 5 + i * 3) % usize::from(sides.max(1))) as u8 + 1
}

/// A die in the unit square: pips up to six, else a number.
pub fn die_shapes(value: u8, sides: u8, dark: bool) -> Vec<Shape> {
    let (fill, ink) =
        if dark { (palette::MARKINK, palette::WHITE) } else { (palette::WHITE, palette::MARKINK) };
    let r = Rect::from_center_size(Pos::ZERO, Vec2::splat(0.94));
    let mut out = vec![Shape::round_rect(r, 0.16, Some(fill), Some(Stroke::new(0.045, palette::MARKINK)))];
    if sides != 6 || !(1..=6).contains(&value) {
        let size = if value > 9 { 0.5 } else { 0.62 };
        out.push(Shape::Text(Text::new(pos2(0.0, size * 0.36), value.to_string(), size, Face::UiBlack, ink)));
        return out;
    }
    const Q: f32 = 0.25;
    let corners: &[(f32, f32)] = match value {
        2 | 3 => &[(-Q, -Q), (Q, Q)],
        4 | 5 => &[(-Q, -Q), (Q, Q), (-Q, Q), (Q, -Q)],
        6 => &[(-Q, -Q), (Q, Q), (-Q, Q), (Q, -Q), (-Q, 0.0), (Q, 0.0)],
        _ => &[],
    };
    let middle = (value % 2 == 1).then_some((0.0, 0.0));
    out.extend(corners.iter().copied().chain(middle).map(|(x, y)| Shape::disc(pos2(x, y), 0.085, ink)));
    out
}

impl BoardWidget {
    /// Animates moves, losses and dice over the final state.
    pub fn play_motions(&mut self, motions: &[Motion]) {
        self.motion.queue_motions(motions);
    }

    /// Whether an animation is running.
    pub fn is_moving(&self) -> bool {
        self.motion.is_active()
    }

    /// Ends all animations. A click on the board does the same.
    pub fn skip_motion(&mut self) {
        self.motion.skip_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
    use engine::present::CounterStrength;

    fn layout() -> Layout {
        Layout::new(Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 6,
            rows: 6,
            numbering: Numbering::default(),
        })
    }

    #[test]
    fn everything_ends_by_itself_and_at_once_when_skipped_or_switched_off() {
        let l = layout();
        let die = DieView { value: 5, sides: 6, counted: true };
        let all = [
            Motion::Moved { counter: CounterId(1), path: vec![HexId(0), HexId(1), HexId(2)] },
            Motion::Lost { counter: CounterId(1), steps: 1 },
            Motion::Dice(vec![die]),
        ];
        let mut m = Motions::default();
        m.queue_motions(&all);
        m.start_pending(&l, true, 10.0);
        assert!(m.is_active());
        let place = l.center(HexId(2));
        let (start, later) =
            (m.current_pos(CounterId(1), place, 10.0), m.current_pos(CounterId(1), place, 10.2));
        assert!(start.distance(l.center(HexId(0))) < 1e-4 && later.x > start.x);
        let c = CounterView {
            id: CounterId(1),
            strength: CounterStrength {
                pips: Some((2, 4)),
                values: vec!["2".into()],
                ..CounterStrength::default()
            },
            ..CounterView::default()
        };
        let (old, left) = m.fading_loss(&c, 10.075).expect("a loss");
        assert_eq!((old.strength.pips, old.strength.values[0].as_str()), (Some((3, 4)), "3"));
        assert!((left - 0.5).abs() < 0.01);
        assert!(!m.dice_shapes(Rect::from_min_size(Pos::ZERO, vec2(400.0, 300.0)), 10.1).is_empty());
        m.start_pending(&l, true, 12.0);
        assert!(!m.is_active(), "over after two seconds");
        m.queue_motions(&all);
        m.start_pending(&l, true, 20.0);
        m.skip_all();
        assert!(!m.is_active());
        m.queue_motions(&all);
        m.start_pending(&l, false, 30.0);
        assert!(!m.is_active(), "switched off");
    }

    #[test]
    fn a_removed_counter_fades_at_its_place() {
        let l = layout();
        let c = CounterView {
            id: CounterId(7),
            place: engine::present::CounterPlace::Hexes([HexId(8)].into_iter().collect()),
            ..CounterView::default()
        };
        let view = BoardView { counters: vec![c], ..BoardView::default() };
        let mut m = Motions::default();
        m.remember_board(&crate::board::place_counters(&l, &view), &view);
        m.queue_motions(&[Motion::Gone { counter: CounterId(7) }]);
        m.start_pending(&l, true, 1.0);
        m.remember_board(&[], &BoardView::default());
        let (p, _, left) = m.fading_counters(1.1).next().expect("still seen");
        assert!(p.center == l.center(HexId(8)) && left > 0.0 && left < 1.0);
        m.start_pending(&l, true, 1.3);
        assert!(m.fading_counters(1.3).next().is_none());
    }

    #[test]
    fn a_die_has_as_many_pips_as_it_says() {
        for v in 1..=6 {
            assert_eq!(die_shapes(v, 6, false).len(), 1 + v as usize);
        }
        assert_eq!(die_shapes(9, 10, true).len(), 2);
    }
}
