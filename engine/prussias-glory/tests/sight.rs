//! Line of sight (8.2): the predicate of the rule system against a second, slow one written from the text, on random
//! maps. `SIGHT_MAPS=10000` is the long run.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod support;

use engine::hex::{Dir, Hex, HexId};
use engine::present::{Seat, SightView};
use engine::scenario::{EdgeFeature, MapDoc, OptionSet, ScenarioDoc};
use std::sync::Arc;
use support::{Numbers, add, field, rounds, rules, try_match};

const COLS: u16 = 11;
const ROWS: u16 = 11;
/// The longest line the rules ask for (4.1.3).
const LONGEST: u16 = 7;

/// A random battlefield and who stands where.
struct Battlefield {
    doc: ScenarioDoc,
    units: Vec<HexId>,
}

fn battlefield(numbers: &mut Numbers) -> Battlefield {
    let mut doc = field(COLS, ROWS);
    let hexes = usize::from(COLS * ROWS);
    let most = 1 + numbers.below(4);
    for i in 0..hexes {
        let hex = HexId(i as u16);
        // Some maps are rough, others rise in broad steps.
        let level = if most < 3 { numbers.below(most + 1) } else { (i / 30 + numbers.below(2)) % (most + 1) };
        doc.map.levels.set(hex.index(), level as i8);
        match numbers.below(14) {
            0 => doc.map.set_terrain(hex, "light-woods"),
            1 => doc.map.set_terrain(hex, "village"),
            2 => doc.map.set_terrain(hex, "marsh"),
            _ => false,
        };
    }
    if numbers.below(2) == 0 {
        draw_slopes(&mut doc.map, numbers);
    }
    let mut units = Vec::new();
    for i in 0..10 {
        let hex = HexId(numbers.below(hexes) as u16);
        if !units.contains(&hex) {
            let (side, parent) = if i % 2 == 0 { ("prussia", "schwerin") } else { ("austria", "browne") };
            add(&mut doc, &format!("unit-{i}"), "infantry", side, parent, hex);
            units.push(hex);
        }
    }
    Battlefield { doc, units }
}

/// Slopes drawn by hand and suppressed ones, here and there.
fn draw_slopes(map: &mut MapDoc, numbers: &mut Numbers) {
    for _ in 0..12 {
        let from = map.grid.hex(HexId(numbers.below(usize::from(COLS * ROWS)) as u16));
        let to = from.step(Dir(numbers.below(6) as u8));
        let Some(edge) = engine::hex::Edge::between(from, to).filter(|_| map.grid.id(to).is_some()) else {
            continue;
        };
        let (kind, from) = match numbers.below(3) {
            0 => ("slope", Some(from)),
            1 => ("steep-slope", Some(from)),
            _ => ("no-slope", None),
        };
        Arc::make_mut(&mut map.edges).insert(edge, vec![EdgeFeature { kind: kind.into(), from }]);
    }
}

/// How much higher the next hex is: as drawn, else by the levels.
fn rise(map: &MapDoc, from: Hex, to: Hex) -> i32 {
    let drawn = engine::hex::Edge::between(from, to).and_then(|e| map.edges.get(&e));
    let level = |h: Hex| map.grid.id(h).and_then(|id| map.levels.get(id.index())).map_or(0, i32::from);
    match drawn.and_then(|list| list.first()) {
        Some(f) if f.kind == "no-slope" => 0,
        Some(f) => {
            let size = if f.kind == "slope" { 1 } else { 2 };
            if f.from == Some(from) { -size } else { size }
        }
        None => level(to) - level(from),
    }
}

type Point = (i32, i32);

/// Cube coordinates times three, so that corners are whole too.
fn centre(h: Hex) -> Point {
    (i32::from(h.q) * 3, i32::from(h.r) * 3)
}

fn corners(h: Hex) -> [Point; 6] {
    let (q, r) = centre(h);
    [(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)].map(|(a, b)| (q + a, r + b))
}

/// On which side of the line from `a` to `b` a point lies.
fn turn(a: Point, b: Point, p: Point) -> i32 {
    ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
}

/// How far along the line a point lies: the scalar product of the plane in cube coordinates.
fn along(a: Point, b: Point, p: Point) -> i32 {
    let cube = |p: Point| (p.0, p.1, -p.0 - p.1);
    let (d, v) = (cube((b.0 - a.0, b.1 - a.1)), cube((p.0 - a.0, p.1 - a.1)));
    d.0 * v.0 + d.1 * v.1 + d.2 * v.2
}

/// The hexes between two others, one or two for each stretch: through the inside of a hex, or along the side between two.
fn stretches(from: Hex, to: Hex) -> Vec<Vec<Hex>> {
    let (a, b) = (centre(from), centre(to));
    let whole = along(a, b, b);
    let mut found: Vec<(i32, Hex)> = Vec::new();
    // Hexes beyond the sheet count for the line, although nobody sees over them.
    for h in from.hexes_within(LONGEST + 1) {
        let at = along(a, b, centre(h));
        if h == from || h == to || at <= 0 || at >= whole {
            continue;
        }
        let sides: Vec<i32> = corners(h).iter().map(|p| turn(a, b, *p)).collect();
        let inside = sides.contains(&1) && sides.contains(&-1);
        let beside = sides.iter().filter(|s| **s == 0).count() == 2;
        if inside || beside {
            found.push((at, h));
        }
    }
    found.sort_by_key(|(at, h)| (*at, h.q, h.r));
    let mut out: Vec<(i32, Vec<Hex>)> = Vec::new();
    for (at, h) in found {
        match out.last_mut() {
            Some((last, list)) if *last == at => list.push(h),
            _ => out.push((at, vec![h])),
        }
    }
    out.into_iter().map(|(_, list)| list).collect()
}

/// Low ground vanishes: a hollow is filled up to the lower of its rims, until none is left (8.2.1.1).
fn fill_hollows(levels: &[i32]) -> Vec<i32> {
    let mut out = levels.to_vec();
    loop {
        let before = out.clone();
        let mut i = 1;
        while i + 1 < out.len() {
            let mut end = i;
            while end + 1 < out.len() && out[end + 1] == out[i] {
                end += 1;
            }
            if end + 1 < out.len() && out[i - 1] > out[i] && out[end + 1] > out[i] {
                let rim = out[i - 1].min(out[end + 1]);
                out[i..=end].fill(rim);
            }
            i = end + 1;
        }
        if out == before {
            return out;
        }
    }
}

/// 8.2 read aloud, for one choice of hexes along sides.
fn is_clear(field: &Battlefield, path: &[Hex]) -> bool {
    let map = &field.doc.map;
    let n = path.len() - 1;
    let Some(ids) = path.iter().map(|h| map.grid.id(*h)).collect::<Option<Vec<HexId>>>() else {
        return false;
    };
    let blocks = |id: &HexId| matches!(map.terrain_at(*id), "light-woods" | "village");
    if ids[1..n].iter().any(blocks) {
        return false;
    }
    let mut levels = vec![0];
    for pair in path.windows(2) {
        levels.push(levels[levels.len() - 1] + rise(map, pair[0], pair[1]));
    }
    let mut ground = fill_hollows(&levels);
    let mut bare = levels.clone();
    let mut stands: Vec<bool> = ids.iter().map(|id| field.units.contains(id)).collect();
    if ground[n] > ground[0] {
        ground.reverse();
        bare.reverse();
        stands.reverse();
    }
    // From the higher end: no rise between, and falls in the first sides only, without a pause.
    let falls: Vec<usize> = (1..=n).filter(|i| ground[*i] < ground[*i - 1]).collect();
    let is_rise_between = (1..=n).any(|i| ground[i] > ground[i - 1]);
    if is_rise_between || falls.iter().enumerate().any(|(i, side)| *side != i + 1) {
        return false;
    }
    (1..n).all(|i| {
        let is_on_low_ground = bare[i] < ground[i];
        let is_below_the_high_end = i == 1 && bare[0] > bare[n] && bare[1] < bare[0];
        !stands[i] || is_on_low_ground || is_below_the_high_end
    })
}

fn sees(field: &Battlefield, from: Hex, to: Hex) -> bool {
    if from.distance(to) <= 1 {
        return true;
    }
    let parts = stretches(from, to);
    let mut paths = vec![vec![from]];
    for part in parts {
        paths = paths.iter().flat_map(|p| part.iter().map(move |h| [p.as_slice(), &[*h]].concat())).collect();
    }
    paths.iter().any(|p| is_clear(field, &[p.as_slice(), &[to]].concat()))
}

/// Whether the tool names something in the way, and it is there: a wood or a village, a unit, or ground that is not level.
fn is_named(field: &Battlefield, view: &SightView, place: &str) -> bool {
    let Some(at) = view.blocked_at else { return false };
    let map = &field.doc.map;
    let label = map.grid.label(at);
    let blocks: Vec<HexId> =
        view.steps.iter().filter(|s| s.blocks).filter_map(|s| s.hexes.first().copied()).collect();
    assert_eq!(blocks, [at], "{place}: one stretch blocks: {view:?}");
    let rule = view.rules.first().map(|r| r.0);
    if rule == Some("8.2.2") {
        assert!(field.units.contains(&at), "{place}: no unit stands in {label}: {}", view.text);
        assert!(view.text.contains("unit-"), "{place}: {}", view.text);
    } else if rule == Some("8.2.1") {
        let is_uneven = view.steps.windows(2).any(|w| w[0].ground != w[1].ground);
        assert!(is_uneven && view.text.contains("ground"), "{place}: {view:?}");
    } else if view.text.contains("nobody sees") {
        // All ways along sides lead over the edge of the sheet.
        return true;
    } else {
        let is_close = matches!(map.terrain_at(at), "light-woods" | "village");
        assert!(is_close, "{place}: {label} is open: {}", view.text);
    }
    assert!(view.text.contains(&label), "{place}: {} does not name {label}", view.text);
    true
}

#[test]
fn sight_is_as_the_text_says_and_the_same_both_ways() {
    let rules = rules();
    let mut numbers = Numbers(8);
    let (mut pairs, mut clear, mut named) = (0usize, 0usize, 0usize);
    for round in 0..rounds("SIGHT_MAPS", 100) {
        let field = battlefield(&mut numbers);
        let game = try_match(&rules, field.doc.clone(), OptionSet::new(), 1)
            .unwrap_or_else(|e| panic!("{:?}", e.list));
        let view = game.view(Seat(0));
        let grid = field.doc.map.grid;
        for _ in 0..60 {
            let from = HexId(numbers.below(usize::from(COLS * ROWS)) as u16);
            let to = HexId(numbers.below(usize::from(COLS * ROWS)) as u16);
            let (a, b) = (grid.hex(from), grid.hex(to));
            if from == to || a.distance(b) > LONGEST {
                continue;
            }
            let (there, back) = (view.sight(from, to).unwrap(), view.sight(to, from).unwrap());
            let want = sees(&field, a, b);
            let place = format!("map {round}, {} to {}", grid.label(from), grid.label(to));
            assert_eq!(there.blocked_at.is_none(), want, "{place}: {there:?}");
            assert_eq!(back.blocked_at.is_none(), want, "{place}, looking back");
            for view in [&there, &back] {
                named += usize::from(is_named(&field, view, &place));
            }
            pairs += 1;
            clear += usize::from(want);
        }
    }
    assert_eq!(named, 2 * (pairs - clear), "every line that is blocked names what blocks");
    assert!(clear * 20 > pairs && clear * 20 < pairs * 19, "{clear} of {pairs} are clear: a poor sample");
    println!("{pairs} pairs, {clear} in sight");
}
