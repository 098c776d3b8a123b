//! The seven deployments against the rulebook's lists and the reconstructed fortresses.

use super::*;
use crate::ids::SideId;
use crate::special::Arrival;

/// Fortress, hex and victory points of the reconstruction.
const FORTRESSES: [(&str, &str, i32); 36] = [
    ("1125", "Prague", 5),
    ("1623", "Dresden", 5),
    ("2217", "Magdeburg", 4),
    ("1733", "Breslau", 5),
    ("2030", "Glogau", 3),
    ("1631", "Schweidnitz", 4),
    ("1532", "Glatz", 3),
    ("1434", "Neisse", 3),
    ("1634", "Brieg", 2),
    ("2522", "Berlin", 5),
    ("2426", "Küstrin", 3),
    ("2925", "Stettin", 4),
    ("3330", "Kolberg", 3),
    ("3741", "Königsberg", 3),
    ("1821", "Torgau", 2),
    ("1230", "Königgrätz", 2),
    ("0834", "Olmütz", 3),
    ("0631", "Brünn", 3),
    ("0231", "Vienna", 8),
    ("3321", "Stralsund", 2),
    ("0816", "Nuremberg", 3),
    ("2310", "Hanover", 4),
    ("2413", "Brunswick", 3),
    ("2711", "Verden", 2),
    ("3011", "Stade", 2),
    ("2206", "Osnabrück", 3),
    ("2104", "Münster", 3),
    ("1901", "Wesel", 3),
    ("1702", "Düsseldorf", 2),
    ("1804", "Lippstadt", 2),
    ("1604", "Cologne", 2),
    ("1306", "Coblenz", 2),
    ("1108", "Frankfurt", 3),
    ("1210", "Fulda", 2),
    ("0703", "Saarlouis", 2),
    ("0406", "Strasbourg", 3),
];

#[test]
fn every_fortress_is_there() {
    for year in YEARS {
        let cx = cx(year);
        for (at, name, vp) in FORTRESSES {
            let used = cx.setup.fort(hex(&cx, at));
            // 1756 counts only some of them (4D).
            if year == "1756" && used.is_none() {
                continue;
            }
            let f = used.unwrap_or_else(|| panic!("{year}: no fortress in {at}"));
            assert_eq!(f.vp, vp, "{year} {at} {name}");
            let first = |s: &str| s.split(['/', ' ', '-']).next().unwrap_or("").to_lowercase();
            assert_eq!(first(&f.name), first(name), "{year} {at}");
        }
        let most = if year == "1756" { 14 } else { 36 };
        assert_eq!(cx.setup.forts.len(), most, "{year}");
    }
}

/// However the players choose inside and outside, as long as garrisons stay, depots work (10.12).
#[test]
fn every_depot_is_operative_at_the_start() {
    let mut depots = 0;
    for year in YEARS {
        let cx = cx(year);
        for all in [false, true] {
            let mut s = FrederickTheGreat::start(&cx);
            while s.phase == Phase::Setup {
                act(&cx, &mut s, Action::SetUpRest { all });
            }
            for d in &cx.setup.start.depots {
                depots += 1;
                let field = supply::supply_field(&cx, &s, d.1, false);
                assert!(field.is_operative(d.0), "{year}: the depot in {}", cx.setup.label(d.0));
            }
        }
    }
    assert_eq!(depots, 2 * 7, "seven depots stand in the deployments");
}

fn strength(cx: &Ctx, id: &str) -> u16 {
    let n = nation(cx, id);
    cx.setup.start.stacks.iter().filter(|k| k.1 == n).map(|k| u16::from(k.3)).sum()
}

/// Points on the map at the start, added up by hand from the rulebook's lists.
#[test]
fn strengths_are_those_of_the_rulebook() {
    let table: [(&str, &[(&str, u16)]); 7] = [
        ("1756", &[("prussian", 39), ("austrian", 32), ("empire", 9)]),
        (
            "1757",
            &[
                ("prussian", 69),
                ("hanoverian", 17),
                ("austrian", 58),
                ("french", 39),
                ("empire", 1),
                ("swedish", 6),
            ],
        ),
        (
            "1758",
            &[
                ("prussian", 67),
                ("hanoverian", 14),
                ("austrian", 52),
                ("french", 31),
                ("russian", 30),
                ("empire", 11),
                ("swedish", 5),
            ],
        ),
        (
            "1759",
            &[
                ("prussian", 57),
                ("hanoverian", 19),
                ("austrian", 49),
                ("french", 43),
                ("russian", 30),
                ("empire", 8),
                ("swedish", 5),
            ],
        ),
        (
            "1760",
            &[
                ("prussian", 52),
                ("hanoverian", 35),
                ("austrian", 60),
                ("french", 61),
                ("russian", 30),
                ("empire", 8),
                ("swedish", 5),
            ],
        ),
        (
            "1761",
            &[
                ("prussian", 54),
                ("hanoverian", 35),
                ("austrian", 53),
                ("french", 68),
                ("russian", 30),
                ("empire", 7),
                ("swedish", 5),
            ],
        ),
        (
            "1762",
            &[
                ("prussian", 53),
                ("hanoverian", 28),
                ("austrian", 57),
                ("french", 57),
                ("empire", 6),
                ("swedish", 5),
            ],
        ),
    ];
    for (year, list) in table {
        let cx = cx(year);
        for (id, sp) in list {
            assert_eq!(strength(&cx, id), *sp, "{year} {id}");
        }
    }
}

#[test]
fn reinforcements_are_those_of_the_rulebook() {
    /// Turn, hex, nation, points, leaders.
    type Row = (u8, &'static str, &'static str, u8, &'static [&'static str]);
    let table: [(&str, &[Row]); 7] = [
        ("1756", &[]),
        (
            "1757",
            &[
                (8, "0406", "french", 10, &["Soubise"]),
                (8, "3742", "russian", 22, &["Apraxin", "Fermor"]),
                (8, "0816", "empire", 8, &["Saxe"]),
            ],
        ),
        (
            "1758",
            &[
                (3, "2206", "hanoverian", 4, &[]),
                (3, "1702", "french", 4, &[]),
                (5, "1702", "french", 4, &[]),
                (8, "2907", "hanoverian", 4, &["Sackville"]),
                (8, "1702", "french", 4, &[]),
            ],
        ),
        (
            "1759",
            &[
                (4, "2104", "french", 4, &[]),
                (4, "1230", "austrian", 4, &[]),
                (4, "2310", "hanoverian", 4, &[]),
            ],
        ),
        ("1760", &[(4, "3011", "hanoverian", 3, &[]), (6, "3011", "hanoverian", 3, &[])]),
        ("1761", &[]),
        ("1762", &[(5, "1936", "russian", 8, &["Rum"])]),
    ];
    for (year, list) in table {
        let cx = cx(year);
        assert_eq!(cx.setup.special.arrivals.len(), list.len(), "{year}");
        for (turn, at, id, sp, leaders) in list {
            let n = nation(&cx, id).index();
            let fits = |a: &&Arrival| (a.turn, a.hex, a.sp[n]) == (*turn, hex(&cx, at), *sp);
            let a = cx
                .setup
                .special
                .arrivals
                .iter()
                .find(fits)
                .unwrap_or_else(|| panic!("{year}: turn {turn}, {at}"));
            let names: Vec<&str> = crate::state::leaders_in(a.leaders)
                .map(|l| cx.setup.leaders[l.index()].name.as_str())
                .collect();
            assert_eq!(names.len(), leaders.len(), "{year} {names:?}");
            assert!(leaders.iter().all(|l| names.iter().any(|n| n.starts_with(l))), "{year} {names:?}");
        }
    }
    let cx = cx("1762");
    let russians = &cx.setup.nations[nation(&cx, "russian").index()];
    assert_eq!(russians.side, SideId::FIRST, "the Russians of 1762 are led by the Prussian player");
}
