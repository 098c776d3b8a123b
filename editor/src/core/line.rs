//! A formation along a drawn line: first line, second line and reserve, facing the enemy, each piece
//! where ground and stacking allow.

use super::edit::Edit;
use super::facing::{facing_along, facing_enemy};
use super::forces::Ground;
use super::hexes;
use engine::hex::{Dir, Hex};
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};

/// How a formation is drawn up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// 1 to 3.
    pub count: u8,
    /// Hexes from one line to the next.
    pub gap: u8,
}

impl Default for Lines {
    fn default() -> Self {
        Self { count: 1, gap: 2 }
    }
}

/// Places pieces along the line from `a` to `b`; none if nothing would change.
pub fn draw_up(
    doc: &ScenarioDoc,
    schema: &Schema,
    ids: &[String],
    (a, b): (Hex, Hex),
    lines: Lines,
) -> Option<Edit> {
    let front = hexes::line(&doc.map.grid, a, b);
    let chosen: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
    let side = chosen.first()?.side.clone();
    if front.is_empty() {
        return None;
    }
    let foes = enemy_hexes(doc, &side);
    let rear = Rear::of(&foes, &front);
    let leads = |p: &Piece| schema.unit(&p.kind).is_some_and(|k| k.leader);
    let troops: Vec<&Piece> = chosen.iter().copied().filter(|p| !leads(p)).collect();
    let leaders: Vec<&Piece> = chosen.iter().copied().filter(|p| leads(p)).collect();
    let count = usize::from(lines.count.clamp(1, 3)).min(troops.len().max(1));
    let each = troops.len().div_ceil(count).max(1);
    let mut wishes: Vec<Hex> = Vec::new();
    for (n, part) in troops.chunks(each).enumerate() {
        let shift = n as i16 * i16::from(lines.gap.clamp(1, 6));
        let at = |i: usize| rear.step_back(front[spread_slot(i, part.len(), front.len())], shift);
        wishes.extend((0..part.len()).map(at));
    }
    // Leaders are spread along the first line.
    wishes.extend((0..leaders.len()).map(|i| front[spread_slot(i, leaders.len(), front.len())]));
    let all: Vec<&Piece> = troops.into_iter().chain(leaders).collect();
    // A piece with no room in the line goes behind rather than in front of it.
    let before = |h: Hex, wish: Hex| rear.is_ahead_of(h, wish);
    let settled = Ground::new(doc, schema, ids).place_pieces(&all, &wishes, &before);
    let place = |(id, place): (String, Place)| {
        let at = super::pieces::hexes_of(&place).first().copied().unwrap_or(a);
        // While there is no enemy on the map, the front of the line shows where he is expected.
        let facing = match foes.is_empty() {
            true => facing_along(schema, (-rear.0.0, -rear.0.1)),
            false => facing_enemy(doc, schema, &side, at),
        };
        (id, place, facing)
    };
    let moves: Vec<_> = settled.into_iter().map(place).collect();
    (!moves.is_empty()).then_some(Edit::PlacePieces(moves))
}

/// The `i`th of `k` spread evenly over `n` hexes.
fn spread_slot(i: usize, k: usize, n: usize) -> usize {
    match k {
        0 | 1 => (n - 1) / 2,
        _ if k <= n => i * (n - 1) / (k - 1),
        _ => i * n / k,
    }
}

/// Hexes of the enemies of a side; pieces without a side are not enemies.
fn enemy_hexes(doc: &ScenarioDoc, side: &str) -> Vec<Hex> {
    let foe = |p: &&Piece| p.side != side && !p.side.is_empty();
    doc.pieces.iter().filter(foe).flat_map(|p| super::pieces::hexes_of(&p.place)).collect()
}

/// The direction to the rear of a line, at right angles to it: away from the enemy, or to its right as drawn.
#[derive(Clone, Copy, Debug)]
struct Rear((i64, i64));

fn dot(a: (i64, i64), b: (i64, i64)) -> i64 {
    2 * a.0 * b.0 + 2 * a.1 * b.1 + a.0 * b.1 + a.1 * b.0
}

fn vector_between(from: Hex, to: Hex) -> (i64, i64) {
    (i64::from(to.q) - i64::from(from.q), i64::from(to.r) - i64::from(from.r))
}

impl Rear {
    fn of(foes: &[Hex], front: &[Hex]) -> Self {
        let (first, last, middle) = (front[0], front[front.len() - 1], front[front.len() / 2]);
        // The sum of the vectors from each of them: where they are on average.
        let away =
            foes.iter().map(|h| vector_between(*h, middle)).fold((0, 0), |a, v| (a.0 + v.0, a.1 + v.1));
        let (q, r) = vector_between(first, last);
        // Turned clockwise by a right angle from the line's direction.
        let right = (-q - 2 * r, 2 * q + r);
        match (right == (0, 0), dot(right, away) < 0) {
            (true, _) if away == (0, 0) => Self((0, 1)),
            (true, _) => Self(away),
            (_, true) => Self((-right.0, -right.1)),
            (_, false) => Self(right),
        }
    }

    /// This many hexes back, as straight as hexes allow.
    fn step_back(self, from: Hex, hexes: i16) -> Hex {
        let mut at = from;
        for _ in 0..hexes {
            let aside = |h: &Hex| {
                let (q, r) = vector_between(from, *h);
                (q * self.0.1 - r * self.0.0).abs()
            };
            let steps = Dir::ALL.into_iter().map(|d| at.step(d));
            let behind = steps.filter(|h| dot(vector_between(at, *h), self.0) > 0);
            at = behind.min_by_key(|h| (aside(h), -dot(vector_between(from, *h), self.0))).unwrap_or(at);
        }
        at
    }

    /// Whether a hex is ahead of another by more than the bends of a line.
    fn is_ahead_of(self, hex: Hex, of: Hex) -> bool {
        let far = dot(vector_between(of, hex), self.0);
        far < 0 && 25 * far * far > 18 * dot(self.0, self.0)
    }
}
