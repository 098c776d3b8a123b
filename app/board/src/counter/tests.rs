use super::*;
use engine::present::{CounterId, CounterPlace, CounterStrength};

pub(crate) fn any(army: &str, figure: &str) -> CounterView {
    CounterView {
        id: CounterId(1),
        place: CounterPlace::Hexes(smallvec_of(0)),
        army: army.to_owned(),
        figure: figure.to_owned(),
        name: "Hülsen".to_owned(),
        strength: CounterStrength {
            values: vec!["4".to_owned()],
            pips: Some((3, 4)),
            ..CounterStrength::default()
        },
        band: Some(1),
        own: true,
        can_act: true,
        ..CounterView::default()
    }
}

fn smallvec_of(id: u16) -> smallvec::SmallVec<[engine::hex::HexId; 3]> {
    [engine::hex::HexId(id)].into_iter().collect()
}

#[test]
fn detail_follows_the_side() {
    use CounterLod::{Dot, Full, Large, Medium, Plan, Small};
    for (px, lod) in
        [(6.0, Dot), (12.0, Plan), (17.9, Plan), (18.0, Small), (28.0, Medium), (40.0, Large), (56.0, Full)]
    {
        assert_eq!(CounterLod::of(px), lod);
    }
}

#[test]
fn every_arm_of_every_army_draws_at_every_size() {
    let figures = [
        "infantry",
        "grenadier",
        "light infantry",
        "heavy cavalry",
        "dragoon",
        "hussar",
        "light artillery",
        "heavy artillery",
        "howitzer",
        "leader",
        "commander",
        "supply train",
        "siege train",
        "depot",
        "garrison",
        "baggage",
        "dust",
    ];
    for f in figures {
        assert!(figures::find_figure(f).is_some(), "{f}");
        for a in &palette::ARMIES {
            for px in [5.0, 12.0, 24.0, 34.0, 48.0, 96.0] {
                for mono in [false, true] {
                    let style = CounterStyle { mono, ..CounterStyle::default() };
                    assert!(!counter_shapes(&any(a.name, f), px, &style).is_empty());
                }
            }
        }
    }
    assert!(!counter_shapes(&any("martian", "tank"), 64.0, &CounterStyle::default()).is_empty());
}

#[test]
fn a_back_tells_the_army_and_nothing_else() {
    let style = CounterStyle::default();
    let mut a = any("prussian", "infantry");
    let mut b = any("prussian", "hussar");
    b.strength.values = vec!["9".to_owned(), "9".to_owned()];
    b.name = "Zieten".to_owned();
    b.strength.pips = None;
    b.band = None;
    b.star = true;
    (b.strength.force, b.stack.inside) = ("14".to_owned(), true);
    (a.hidden, b.hidden) = (true, true);
    for px in [5.0, 14.0, 24.0, 64.0] {
        assert_eq!(counter_shapes(&a, px, &style), counter_shapes(&b, px, &style), "{px}");
    }
}

#[test]
fn words_stay_on_the_plate() {
    let mut c = any("austrian", "infantry");
    c.name = "Serbelloni-Kürassiere".to_owned();
    c.strength.values = vec!["10".to_owned(), "10".to_owned(), "10".to_owned()];
    for px in [24.0, 34.0, 48.0, 64.0, 96.0] {
        for s in counter_shapes(&c, px, &CounterStyle::default()) {
            let Shape::Text(t) = s else { continue };
            let w = Fonts::shipped().text_width(t.face, &t.text, t.size, t.spacing);
            let left = match t.anchor {
                Anchor::Start => t.at.x,
                Anchor::Middle => t.at.x - w / 2.0,
                Anchor::End => t.at.x - w,
            };
            assert!(left > -0.5 && left + w < 0.5, "{} at {px}: {left} to {}", t.text, left + w);
        }
    }
}
