//! The reconstructed Combat Results Table (9.6) against what is asked of it. The test prints the figures.

use super::*;
use crate::data::{Data, Loss};

/// What a fight brings on each face of the die: enemy points lost more than own, and whether all are captured.
fn faces(data: &Data, attacker: u16, defender: u16, shift: i8) -> Option<[(i32, bool); 6]> {
    let ratio = combat::strength_percent(attacker, defender);
    if ratio < data.combat.least {
        return None;
    }
    let points = |sp: u16, l: &Loss| {
        i32::from(if l.captured { sp } else { data.losses.points_lost(sp, l.percent).min(sp) })
    };
    let mut out = [(0, false); 6];
    for (die, face) in (1..).zip(&mut out) {
        let (own, foe) = data.combat.results.get(ratio.into(), i32::from(shift) + die)?;
        *face = (points(defender, foe) - points(attacker, own), foe.captured);
    }
    Some(out)
}

/// Faces on which the attacker wins, draws and loses (9.0).
fn outcome(data: &Data, attacker: u16, defender: u16, shift: i8, initiative: i32) -> [usize; 3] {
    let rolled = faces(data, attacker, defender, shift).unwrap();
    let won = rolled.iter().filter(|(margin, all)| *all || margin + initiative > 0).count();
    let lost = rolled.iter().filter(|(margin, all)| !*all && margin + initiative < 0).count();
    [won, 6 - won - lost, lost]
}

/// Die modifiers and differences of initiative of all pairs of leaders.
fn pairs(data: &Data) -> Vec<(i8, i32)> {
    let mut out: Vec<(i8, i32)> = Vec::new();
    for a in &data.leaders {
        for d in &data.leaders {
            let shift = a.attack as i8 - d.defence as i8;
            out.push((shift, i32::from(a.initiative) - i32::from(d.initiative)));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

#[test]
fn a_larger_enemy_is_never_the_better_target() {
    let data = FrederickTheGreat::load(&assets(), &mut Issues::default()).unwrap();
    let (mut worst_mean, mut worst_faces) = ((0.0f64, String::new()), (0usize, String::new()));
    for (shift, initiative) in pairs(&data) {
        for attacker in 6..=40u16 {
            let (mut least, mut fewest) = (f64::INFINITY, 6usize);
            for defender in (attacker * 2).div_ceil(5)..=attacker * 3 {
                let Some(rolled) = faces(&data, attacker, defender, shift) else { continue };
                let what =
                    || format!("{attacker} against {defender}, die {shift:+}, initiative {initiative:+}");
                let mean = f64::from(rolled.iter().map(|f| f.0).sum::<i32>()) / 6.0;
                if mean - least > worst_mean.0 {
                    worst_mean = (mean - least, what());
                }
                least = least.min(mean);
                let won = outcome(&data, attacker, defender, shift, initiative)[0];
                if won.saturating_sub(fewest) > worst_faces.0 {
                    worst_faces = (won - fewest, what());
                }
                fewest = fewest.min(won);
            }
        }
    }
    println!("the mean rises by {:.2} at most ({})", worst_mean.0, worst_mean.1);
    println!("victory rises by {} faces at most ({})", worst_faces.0, worst_faces.1);
    // Each mean lies within half a point, which rounding may take, of a curve that falls: so between any two
    // enemies it rises by one point at most.
    assert!(worst_mean.0 <= 1.0 + 1e-9, "{worst_mean:?}");
    assert!(worst_faces.0 <= 1, "{worst_faces:?}");
}

#[test]
fn losses_go_one_way_with_die_and_odds() {
    let data = FrederickTheGreat::load(&assets(), &mut Issues::default()).unwrap();
    let t = &data.combat.results;
    assert_eq!((t.columns.first(), t.columns.last()), (Some(&33), Some(&400)), "9.47 fixes the ends");
    let size = |l: &Loss| if l.captured { 100 } else { l.percent };
    for (r, line) in t.cells.iter().enumerate() {
        for (c, (own, foe)) in line.iter().enumerate() {
            for (own2, foe2) in [t.cells.get(r + 1).map(|l| &l[c]), line.get(c + 1)].into_iter().flatten() {
                assert!(size(own2) <= size(own) && size(foe2) >= size(foe), "row {r}, column {c}");
            }
        }
    }
}

#[test]
fn the_battles_that_are_known_can_come_out_as_they_did() {
    let data = FrederickTheGreat::load(&assets(), &mut Issues::default()).unwrap();
    let of = |name: &str| data.leaders.iter().find(|l| l.name == name).unwrap();
    let fight = |own: u16, attacker: &str, foe: u16, defender: &str| {
        let (a, d) = (of(attacker), of(defender));
        let shift = a.attack as i8 - d.defence as i8;
        let out = outcome(&data, own, foe, shift, i32::from(a.initiative) - i32::from(d.initiative));
        println!("{attacker} {own} against {defender} {foe}: won, drawn, lost {out:?}");
        out
    };
    assert!(fight(20, "Frederick", 40, "Charles")[0] >= 2, "Leuthen");
    assert!(fight(16, "Frederick", 24, "Daun")[2] >= 2, "Kolin");
    for (own, foe) in [(20, 20), (30, 20), (40, 20), (20, 30)] {
        println!("{own} against {foe}, equal leaders: won, drawn, lost {:?}", outcome(&data, own, foe, 0, 0));
    }
    let [won, _, lost] = outcome(&data, 20, 20, 0, 0);
    assert!((2..=3).contains(&won) && (2..=3).contains(&lost), "equal armies, equal leaders");
}
