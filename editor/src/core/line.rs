//! A formation along a drawn line: first line, second line and reserve, facing the enemy, each piece
//! where ground and stacking let it stand.

use super::edit::Edit;
use super::forces::Ground;
use super::hexes;
use super::tool::{facing_along, facing_enemy};
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

/// Puts pieces along the line from `a` to `b`; none if nothing would change.
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
    let foes = enemies(doc, &side);
    let back = behind(&foes, &front);
    let leads = |p: &Piece| schema.unit(&p.kind).is_some_and(|k| k.leader);
    let troops: Vec<&Piece> = chosen.iter().copied().filter(|p| !leads(p)).collect();
    let leaders: Vec<&Piece> = chosen.iter().copied().filter(|p| leads(p)).collect();
    let count = usize::from(lines.count.clamp(1, 3)).min(troops.len().max(1));
    let each = troops.len().div_ceil(count).max(1);
    let mut wishes: Vec<Hex> = Vec::new();
    for (n, part) in troops.chunks(each).enumerate() {
        let shift = n as i16 * i16::from(lines.gap.clamp(1, 6));
        let step = Hex::default().step(back);
        let at = |h: Hex| Hex::new(h.q + step.q * shift, h.r + step.r * shift);
        wishes.extend((0..part.len()).map(|i| at(front[slot(i, part.len(), front.len())])));
    }
    // Leaders ride spread along the first line.
    wishes.extend((0..leaders.len()).map(|i| front[slot(i, leaders.len(), front.len())]));
    let all: Vec<&Piece> = troops.into_iter().chain(leaders).collect();
    let settled = Ground::new(doc, schema, ids).settle(&all, &wishes);
    let place = |(id, place): (String, Place)| {
        let at = super::pieces::hexes_of(&place).first().copied().unwrap_or(a);
        let rear = Hex::default().step(back);
        // While no enemy stands on the map the front of the line says where he is expected.
        let facing = match foes.is_empty() {
            true => facing_along(schema, (-i64::from(rear.q), -i64::from(rear.r))),
            false => facing_enemy(doc, schema, &side, at),
        };
        (id, place, facing)
    };
    let moves: Vec<_> = settled.into_iter().map(place).collect();
    (!moves.is_empty()).then_some(Edit::PlacePieces(moves))
}

/// The `i`th of `k` spread evenly over `n` hexes.
fn slot(i: usize, k: usize, n: usize) -> usize {
    match k {
        0 | 1 => (n - 1) / 2,
        _ if k <= n => i * (n - 1) / (k - 1),
        _ => i * n / k,
    }
}

/// Where the enemies of a side stand; what belongs to nobody is no enemy.
fn enemies(doc: &ScenarioDoc, side: &str) -> Vec<Hex> {
    let foe = |p: &&Piece| p.side != side && !p.side.is_empty();
    doc.pieces.iter().filter(foe).flat_map(|p| super::pieces::hexes_of(&p.place)).collect()
}

/// The way to the rear: away from the enemy's middle, or to the right of the line as drawn.
fn behind(foes: &[Hex], front: &[Hex]) -> Dir {
    let middle = front[front.len() / 2];
    let (mut q, mut r, mut n) = (0i64, 0i64, 0i64);
    for h in foes {
        (q, r, n) = (q + i64::from(h.q), r + i64::from(h.r), n + 1);
    }
    let away = if n > 0 {
        (i64::from(middle.q) * n - q, i64::from(middle.r) * n - r)
    } else {
        // Turned clockwise by a right angle from the line's direction.
        let (a, b) = (front[0], front[front.len() - 1]);
        let (dq, dr) = (i64::from(b.q - a.q), i64::from(b.r - a.r));
        (-dq - 2 * dr, 2 * dq + dr)
    };
    let dot = |d: Dir| {
        let s = Hex::default().step(d);
        let (x, y) = (i64::from(s.q), i64::from(s.r));
        2 * x * away.0 + 2 * y * away.1 + x * away.1 + y * away.0
    };
    Dir::ALL.into_iter().max_by_key(|d| (dot(*d), std::cmp::Reverse(d.0))).unwrap_or(Dir(2))
}
