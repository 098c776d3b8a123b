//! Reconstructs the Combat Results Table of Frederick the Great (9.6), which the scan of the rulebook lacks.
//!
//! The text fixes the ends (33 and 400 per cent, 9.47), the kinds of result (9.41 to 9.44) and who wins: the
//! side with more enemy points eliminated plus initiative (9.0). What is wanted of the cells:
//! - losses of the attacker fall, those of the defender rise, with the die and with the odds;
//! - a larger enemy never makes victory likelier by more than one face of the die, and the mean of enemy loss
//!   minus own loss lies within half a point, which rounding may take, of a curve that falls (so that it never
//!   rises by more than one point between any two enemies), whoever leads;
//! - armies of equal strength under equal leaders win, draw and lose about equally often; Leuthen (Frederick 20 against
//!   Charles 40) is won on two faces at least, Kolin (Frederick 16 against Daun 24) lost on two.
//!
//! Prints the cells for `assets/frederick-the-great/combat.ron`. Cells begin as a margin that is linear in the
//! die and in the logarithm of the odds; then single cells are changed by a step of five per cent as long as
//! something gets better, with a seed of its own, so that the same table comes out every time.
//!
//!     rustc -O -o /tmp/combat_table tests/tools/combat_table.rs && /tmp/combat_table assets/frederick-the-great/leaders.ron

use std::collections::BTreeSet;

const COLUMNS: &[u32] =
    &[33, 36, 40, 44, 50, 55, 60, 66, 75, 83, 90, 100, 110, 125, 140, 155, 175, 200, 225, 250, 300, 400];
const ROWS: usize = 14;
/// The modified die of the first row.
const LOWEST: i32 = -3;
/// Steps of five per cent: forty at most; above, all are captured (9.43).
const MOST: i32 = 8;
const CAPTURED: i32 = 9;

type Table = [[(i32, i32); COLUMNS.len()]; ROWS];

/// A fight of the survey: defender, column.
struct Survey {
    attacker: i32,
    fights: Vec<(i32, usize)>,
}

struct Aim {
    surveys: Vec<Survey>,
    /// Die modifiers, with the differences of initiative that come with each.
    leaders: Vec<(i32, Vec<i32>)>,
}

fn column_of(attacker: i32, defender: i32) -> Option<usize> {
    let ratio = (attacker * 100 / defender) as u32;
    COLUMNS.iter().rposition(|c| *c <= ratio)
}

/// Percentage Loss Table (9.32): the nearest whole number, halves up.
const fn points(sp: i32, step: i32) -> i32 {
    if step == CAPTURED { sp } else { (sp * step * 5 + 50) / 100 }
}

fn row_of(total: i32) -> usize {
    (total - LOWEST).clamp(0, ROWS as i32 - 1) as usize
}

/// Own loss, enemy loss and whether he is captured, for each face.
fn faces(table: &Table, attacker: i32, defender: i32, column: usize, shift: i32) -> [(i32, bool); 6] {
    std::array::from_fn(|die| {
        let (own, foe) = table[row_of(die as i32 + 1 + shift)][column];
        (points(defender, foe) - points(attacker, own), foe == CAPTURED)
    })
}

fn won(rolled: &[(i32, bool); 6], initiative: i32) -> i32 {
    rolled.iter().filter(|(margin, all)| *all || margin + initiative > 0).count() as i32
}

fn lost(rolled: &[(i32, bool); 6], initiative: i32) -> i32 {
    rolled.iter().filter(|(margin, all)| !*all && margin + initiative < 0).count() as i32
}

/// Strengths, die modifier and initiative of the attacker more, and how many faces win and lose.
const WANTED: &[(i32, i32, i32, i32, (i32, i32), (i32, i32))] = &[
    (20, 20, 0, 0, (2, 2), (2, 2)),
    (30, 20, 0, 0, (3, 4), (0, 1)),
    (40, 20, 0, 0, (5, 5), (0, 1)),
    (20, 30, 0, 0, (0, 1), (4, 5)),
    (20, 40, 3, 3, (2, 3), (2, 4)),
    (16, 24, 1, 2, (2, 3), (2, 3)),
];

/// How far the battles that are known are from what they should bring.
fn unmet(table: &Table) -> f64 {
    let mut total = 0;
    for (a, d, shift, initiative, w, l) in WANTED {
        let Some(column) = column_of(*a, *d) else { continue };
        let rolled = faces(table, *a, *d, column, *shift);
        let outside = |n: i32, (low, high): (i32, i32)| (low - n).max(0) + (n - high).max(0);
        total += outside(won(&rolled, *initiative), *w) + outside(lost(&rolled, *initiative), *l);
    }
    60.0 * f64::from(total)
}

/// Leaps between neighbours of more than a step, and battles in which nothing happens.
fn roughness(table: &Table) -> f64 {
    let mut sum = 0;
    for r in 0..ROWS {
        for c in 0..COLUMNS.len() {
            let (own, foe) = table[r][c];
            for (r2, c2) in [(r + 1, c), (r, c + 1)] {
                if r2 < ROWS && c2 < COLUMNS.len() {
                    let (own2, foe2) = table[r2][c2];
                    let leap = (own - own2 - 1).max(0) + if foe2 == CAPTURED { 0 } else { (foe2 - foe - 1).max(0) };
                    sum += leap * leap;
                }
            }
            sum += i32::from(own + foe < 2) * 4;
        }
    }
    0.02 * f64::from(sum)
}

/// The greatest rise of the mean, of victory, and what is to be made small; breaks off above `limit`.
fn flaws(aim: &Aim, table: &Table, limit: f64) -> (f64, i32, f64) {
    let (mut worst, mut worst_faces, mut total) = (0.0f64, 0, roughness(table) + unmet(table));
    for s in &aim.surveys {
        if total > limit {
            break;
        }
        for (shift, initiatives) in &aim.leaders {
            let (mut least, mut low) = (f64::INFINITY, [6; 8]);
            for (defender, column) in &s.fights {
                let rolled = faces(table, s.attacker, *defender, *column, *shift);
                let mean = f64::from(rolled.iter().map(|r| r.0).sum::<i32>()) / 6.0;
                let rise = mean - least;
                if rise > 0.0 {
                    worst = worst.max(rise);
                    total += (rise - 0.5).max(0.0) * 0.4;
                    total += if rise > 1.0 + 1e-9 { 5.0 + 20.0 * (rise - 1.0) } else { 0.0 };
                }
                least = least.min(mean);
                for (i, initiative) in initiatives.iter().enumerate() {
                    let now = won(&rolled, *initiative);
                    let rise = now - low[i];
                    worst_faces = worst_faces.max(rise);
                    total += f64::from((rise - 1).max(0)) * 8.0;
                    low[i] = low[i].min(now);
                }
            }
        }
    }
    (worst, worst_faces, total)
}

/// Losses go one way with the die and with the odds; captured everywhere beyond where it begins.
fn make_steady(table: &mut Table, (r, c): (usize, usize)) {
    let (own, foe) = table[r][c];
    for (r2, line) in table.iter_mut().enumerate() {
        for (c2, cell) in line.iter_mut().enumerate() {
            if r2 >= r && c2 >= c {
                *cell = (cell.0.min(own), cell.1.max(foe));
            }
            if r2 <= r && c2 <= c {
                *cell = (cell.0.max(own), cell.1.min(foe));
            }
        }
    }
}

fn first_guess(die: f64, odds: f64, blood: f64) -> Table {
    let cell = |r: usize, i: usize| {
        let (row, c) = (f64::from(r as i32 + LOWEST), COLUMNS[i]);
        let after = COLUMNS.get(i + 1).map_or(f64::from(c) * 1.2, |n| f64::from(*n));
        let ratio = (f64::from(c) * after).sqrt() / 100.0;
        let margin = die * (row - 3.5) + odds * ratio.ln();
        let shed = blood / ratio.max(1.0).sqrt();
        let own = ((shed - margin) / 2.0).clamp(0.0, 40.0);
        let foe = (ratio * (shed + margin) / 2.0).clamp(0.0, 40.0);
        let captured = (c >= 400 && row >= 7.0) || (c >= 300 && row >= 9.0);
        let step = |n: f64| (n / 5.0 + 0.5).floor() as i32;
        (step(own), if captured { CAPTURED } else { step(foe) })
    };
    let mut table: Table = std::array::from_fn(|r| std::array::from_fn(|i| cell(r, i)));
    for r in 0..ROWS {
        for c in 0..COLUMNS.len() {
            make_steady(&mut table, (r, c));
        }
    }
    table
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }
}

fn improve(aim: &Aim, table: &mut Table, rounds: usize, dice: &mut Dice) -> f64 {
    let mut now = flaws(aim, table, f64::INFINITY).2;
    let mut best = (now, *table);
    for round in 0..rounds {
        let heat = 3.0 * (1.0 - round as f64 / rounds as f64).powi(3) + 1e-6;
        let (r, c) = (dice.below(ROWS), dice.below(COLUMNS.len()));
        let (own, foe) = table[r][c];
        let change = dice.below(4);
        let new = match change {
            0 => (own + 1, foe),
            1 => (own - 1, foe),
            2 => (own, foe + 1),
            _ => (own, foe - 1),
        };
        // All are captured from eight on at three times the strength at the earliest.
        let may_capture = COLUMNS[c] >= 225 && r as i32 + LOWEST >= 7;
        let most = if may_capture { CAPTURED } else { MOST };
        if !(0..=MOST).contains(&new.0) || !(0..=most).contains(&new.1) {
            continue;
        }
        let before = *table;
        table[r][c] = new;
        make_steady(table, (r, c));
        let spread = table.iter().enumerate().any(|(r, line)| {
            line.iter().enumerate().any(|(c, cell)| cell.1 == CAPTURED && (COLUMNS[c] < 225 || (r as i32) + LOWEST < 7))
        });
        let luck = (dice.below(1 << 30) as f64 + 1.0) / f64::from(1 << 30);
        let limit = now - heat * luck.ln();
        let after = if spread { f64::INFINITY } else { flaws(aim, table, limit).2 };
        if after <= limit {
            now = after;
            if now < best.0 {
                best = (now, *table);
            }
        } else {
            *table = before;
        }
        if best.0 < 1e-9 {
            break;
        }
    }
    *table = best.1;
    best.0
}

fn cell_text(row: usize, column: usize, (own, foe): (i32, i32)) -> String {
    // A leader falls where an army breaks.
    let margin = if foe == CAPTURED { 0.0 } else { f64::from(foe * 500) / f64::from(COLUMNS[column]) } - f64::from(own * 5);
    let left = if own >= 4 && margin <= -20.0 { "L" } else { "" };
    let right = if own == 0 && foe >= 5 && foe < CAPTURED && row >= 7 { "L" } else { "" };
    let foe = if foe == CAPTURED { "P".to_owned() } else { (foe * 5).to_string() };
    format!("\"{}{left}/{foe}{right}\"", own * 5)
}

fn print_table(table: &Table) {
    let join = |list: Vec<String>| list.join(", ");
    println!("            columns: [{}],", join(COLUMNS.iter().map(u32::to_string).collect()));
    println!("            rows: [{}],", join((0..ROWS as i32).map(|r| (r + LOWEST).to_string()).collect()));
    println!("            cells: [");
    for (r, line) in table.iter().enumerate() {
        let cells = line.iter().enumerate().map(|(c, cell)| cell_text(r, c, *cell)).collect();
        println!("                [{}],", join(cells));
    }
    println!("            ],");
}

/// Attack, defence and initiative of every leader.
fn read_leaders(text: &str) -> Vec<(i32, i32, i32)> {
    let figure = |line: &str, name: &str| -> Option<i32> {
        let rest = line.split_once(&format!("{name}: "))?.1;
        rest.chars().next()?.to_digit(10).map(|d| d as i32)
    };
    let one = |l: &str| Some((figure(l, "attack")?, figure(l, "defence")?, figure(l, "initiative")?));
    text.lines().filter_map(one).collect()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "assets/frederick-the-great/leaders.ron".into());
    let rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(250_000);
    let seed = args.next().and_then(|n| n.parse().ok()).unwrap_or(1756);
    let leaders = read_leaders(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}")));
    let mut pairs: BTreeSet<(i32, i32)> = BTreeSet::new();
    for (attack, _, own) in &leaders {
        for (_, defence, foe) in &leaders {
            pairs.insert((attack - defence, own - foe));
        }
    }
    let shifts: BTreeSet<i32> = pairs.iter().map(|p| p.0).collect();
    let of = |s: i32| pairs.iter().filter(|p| p.0 == s).map(|p| p.1).collect();
    let survey = |attacker: i32| Survey {
        attacker,
        fights: ((attacker * 2 + 4) / 5..=attacker * 3)
            .filter_map(|d| Some((d, column_of(attacker, d)?)))
            .collect(),
    };
    let aim = Aim {
        surveys: (6..=40).map(survey).collect(),
        leaders: shifts.into_iter().map(|s| (s, of(s))).collect(),
    };
    let (mut best, mut chosen) = (f64::INFINITY, [[(0, 0); COLUMNS.len()]; ROWS]);
    for die in [3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0] {
        for odds in [14.0, 18.0, 22.0, 26.0, 30.0, 36.0, 42.0] {
            for blood in [18.0, 22.0, 26.0, 30.0] {
                let table = first_guess(die, odds, blood);
                let now = flaws(&aim, &table, best).2;
                if now < best {
                    (best, chosen) = (now, table);
                    eprintln!("die {die}, odds {odds}, blood {blood}: {now:.1}");
                }
            }
        }
    }
    let left = improve(&aim, &mut chosen, rounds, &mut Dice(seed));
    let (mean, rise, _) = flaws(&aim, &chosen, f64::INFINITY);
    eprintln!("left over {left:.3}: the mean rises by {mean:.2} at most, victory by {rise} faces");
    for (a, d, shift, initiative, ..) in WANTED {
        let rolled = faces(&chosen, *a, *d, column_of(*a, *d).unwrap_or(0), *shift);
        let (w, l) = (won(&rolled, *initiative), lost(&rolled, *initiative));
        eprintln!("{a} against {d}, die {shift:+}, initiative {initiative:+}: {w} won, {} drawn, {l} lost", 6 - w - l);
    }
    print_table(&chosen);
}
