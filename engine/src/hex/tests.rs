use super::*;

#[test]
fn an_edge_has_one_key() {
    let a = Hex::new(3, -2);
    for d in Dir::ALL {
        assert_eq!(Edge::new(a, d), Edge::new(a.step(d), d.opposite()));
    }
}

#[test]
fn a_corner_has_one_key() {
    let a = Hex::new(-1, 4);
    for i in 0..6u8 {
        let c = Corner::new(a, i);
        let b = a.step(Dir(i));
        let d = a.step(Dir((i + 1) % 6));
        assert_eq!(c, Corner::new(b, (i + 2) % 6));
        assert_eq!(c, Corner::new(d, (i + 4) % 6));
        let mut want = [a, b, d];
        let mut have = c.hexes();
        want.sort();
        have.sort();
        assert_eq!(want, have);
        for e in c.edges_meeting() {
            assert!(e.end_corners().contains(&c));
            assert!(c.other_end(e).is_some_and(|o| o != c));
        }
    }
}

#[test]
fn rings_are_whole() {
    let c = Hex::new(2, 5);
    for n in 0..5 {
        let mut ring = c.ring_around(n);
        assert!(ring.iter().all(|h| c.distance(*h) == n));
        ring.sort();
        ring.dedup();
        assert_eq!(ring.len(), if n == 0 { 1 } else { 6 * n as usize });
    }
    assert_eq!(c.hexes_within(3).len(), 37);
}

#[test]
fn turning_six_times_is_nothing() {
    let (c, h) = (Hex::new(1, 1), Hex::new(4, -3));
    assert_eq!(h.rotated_about(c, 6), h);
    assert_eq!(h.rotated_about(c, 2).rotated_about(c, 4), h);
    assert_eq!(c.step(Dir(0)).rotated_about(c, 1), c.step(Dir(1)));
    assert_eq!(h.mirrored_about(c).mirrored_about(c), h);
}

#[test]
fn facing_counts_twelfths() {
    assert_eq!(Facing::towards_corner(0).turns_from(Dir(0)), 1);
    assert_eq!(Facing::towards_corner(0).turns_from(Dir(1)), 1);
    assert_eq!(Facing::towards_corner(0).turns_from(Dir(2)), 3);
    assert_eq!(Facing::towards_corner(0).turns_from(Dir(3)), 5);
    assert_eq!(Facing::towards_corner(0).turns_from(Dir(5)), 3);
    for o in [Orientation::FlatTop, Orientation::PointyTop] {
        for f in 0..12 {
            assert_eq!(Facing::parse_compass(Facing(f).compass_name(o), o), Some(Facing(f)));
        }
    }
}
