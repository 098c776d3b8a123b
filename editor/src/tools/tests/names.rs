//! Names: written, met by their letters, moved, turned and sized.

use super::*;
use crate::tools::{Grip, NameUnderPointer, SIZES};
use board::art::{MapArt, MapStyle};
use engine::scenario::{Label, LabelStyle};

fn hand() -> (Document, Toolbox) {
    let d = Document::new(scenario(), None, "New");
    let mut t = Toolbox::for_document(d.doc(), &schema());
    t.switch_to(ToolKind::Label);
    (d, t)
}

fn art(d: &Document) -> MapArt {
    MapArt::new(&d.doc().map, &schema())
}

fn spot(p: board::layout::Pos) -> (i32, i32) {
    ((p.x * 100.0).round() as i32, (p.y * 100.0).round() as i32)
}

fn middle(label: &str) -> (i32, i32) {
    spot(board::layout::Layout::new(grid()).center_of(at(label)))
}

fn held(d: &Document, index: usize, grip: Grip) -> NameUnderPointer {
    let b = art(d).name_box(&d.doc().map.labels[index], &MapStyle::default());
    NameUnderPointer {
        index,
        grip,
        middle: spot(b.middle),
        offset: b.offset,
        half: (b.half.x * 100.0) as u16,
    }
}

fn press(d: &mut Document, t: &mut Toolbox, ev: &Pointer) -> Option<Option<usize>> {
    let down = t.respond(d.doc(), &schema(), &Pointer { phase: Phase::Down, ..ev.clone() });
    down.commit.iter().for_each(|e| {
        d.apply(e);
    });
    let up = t.respond(d.doc(), &schema(), &Pointer { phase: Phase::Up, ..ev.clone() });
    assert!(up.commit.is_none(), "a press that goes nowhere moves nothing");
    down.label
}

fn drag(d: &mut Document, t: &mut Toolbox, on: NameUnderPointer, from: (i32, i32), by: (i32, i32)) -> Label {
    let ev = |phase, spot| Pointer { phase, name: Some(on), spot, ..Pointer::default() };
    let to = (from.0 + by.0, from.1 + by.1);
    assert!(t.respond(d.doc(), &schema(), &ev(Phase::Down, from)).commit.is_none());
    let seen = t.respond(d.doc(), &schema(), &ev(Phase::Move, to)).preview;
    let done = t.respond(d.doc(), &schema(), &ev(Phase::Up, to)).commit;
    assert_eq!(seen, done, "what is shown is what is done");
    done.iter().for_each(|e| {
        d.apply(e);
    });
    d.doc().map.labels[on.index].clone()
}

fn label(text: &str, hex: &str, dx: i16, dy: i16) -> Label {
    Label { text: text.into(), at: at(hex), dx, dy, turn: 0, size: 100, style: LabelStyle::Village }
}

fn with(labels: Vec<Label>) -> (Document, Toolbox) {
    let (mut d, t) = hand();
    for l in labels {
        d.apply(&Edit::Labels(crate::core::edit::ListEdit::Add(l)));
    }
    (d, t)
}

#[test]
fn names_are_written_and_open_ground_lets_go() {
    let (mut d, mut t) = hand();
    let here = Pointer { hex: Some(at("0707")), ..Pointer::default() };
    assert_eq!(press(&mut d, &mut t, &here), Some(None), "nothing typed, nothing written, nothing held");
    assert!(d.doc().map.labels.is_empty());
    t.label.text = " Kolin ".into();
    assert_eq!(press(&mut d, &mut t, &here), Some(Some(0)));
    assert_eq!((d.doc().map.labels[0].at, d.doc().map.labels[0].text.as_str()), (at("0707"), "Kolin"));
    t.label.text = "Planian".into();
    assert_eq!(press(&mut d, &mut t, &here), Some(Some(1)), "a hex holds more than one");
}

#[test]
fn a_name_is_met_where_its_letters_stand() {
    // Tied to one hex, written in the next; and two in one hex.
    let far = label("Schwerin", "0505", 173, 0);
    let (d, mut t) = with(vec![far, label("Elbe", "0810", 0, -60), label("Kolin", "0810", 0, 68)]);
    let (art, style) = (art(&d), MapStyle::default());
    let layout = board::layout::Layout::new(grid());
    let find = |hex: &str, dx: f32, dy: f32| {
        let c = layout.center_of(at(hex));
        art.name_at(board::layout::Pos::new(c.x + dx, c.y + dy), &style, 0.02)
    };
    assert_eq!(find("0505", 0.0, 0.0), None, "not where it is tied");
    assert_eq!(find("0605", 0.0, 0.0), Some(0), "but where it is read");
    assert_eq!((find("0810", 0.0, -0.6), find("0810", 0.0, 0.68)), (Some(1), Some(2)));
    assert_eq!(art.name_at(layout.center_of(at("0605")), &MapStyle { labels: false, ..style }, 0.02), None);
    let mut d = d;
    let on = Pointer { hex: Some(at("0810")), name: Some(held(&d, 2, Grip::Letters)), ..Pointer::default() };
    t.label.text = "Typed".into();
    assert_eq!(press(&mut d, &mut t, &on), Some(Some(2)), "a name under the pointer is taken, none written");
    assert_eq!(d.doc().map.labels.len(), 3);
}

#[test]
fn a_turned_name_is_met_along_its_turn() {
    let (d, _) = with(vec![Label { turn: 90, ..label("Moldau and Elbe", "0608", 0, 1) }]);
    let c = board::layout::Layout::new(grid()).center_of(at("0608"));
    let find = |dx: f32, dy: f32| {
        art(&d).name_at(board::layout::Pos::new(c.x + dx, c.y + dy), &MapStyle::default(), 0.0)
    };
    assert_eq!((find(0.0, 0.9), find(0.9, 0.0)), (Some(0), None));
}

#[test]
fn a_name_near_its_hex_stays_tied_to_it_and_farther_off_belongs_to_the_next() {
    let (mut d, mut t) = with(vec![label("Teich", "0505", 0, 68)]);
    let on = held(&d, 0, Grip::Letters);
    let l = drag(&mut d, &mut t, on, middle("0505"), (60, -90));
    assert_eq!((l.at, l.dx, l.dy), (at("0505"), 60, -22), "moved freely");
    let on = held(&d, 0, Grip::Letters);
    let by = (middle("0909").0 - middle("0505").0, middle("0909").1 - middle("0505").1);
    let l = drag(&mut d, &mut t, on, middle("0505"), by);
    assert_ne!(l.at, at("0505"));
    let from = middle("0909");
    let stands = (i32::from(l.dx), i32::from(l.dy));
    let hex = spot(board::layout::Layout::new(grid()).center_of(l.at));
    let off = (hex.0 + stands.0 - from.0 - 60, hex.1 + stands.1 - from.1 + 22);
    assert!(off.0.abs() <= 1 && off.1.abs() <= 1, "it stays under the hand: {off:?}");
}

#[test]
fn a_long_name_may_stand_beside_its_hex() {
    let (mut d, mut t) = with(vec![label("Brandenburg an der Havel", "0505", 0, 68)]);
    let on = held(&d, 0, Grip::Letters);
    let aside = i32::from(on.half) + 60;
    assert!((160..300).contains(&aside), "{aside}");
    let l = drag(&mut d, &mut t, on, middle("0505"), (aside, -68));
    assert_eq!((l.at, i32::from(l.dx)), (at("0505"), aside));
}

#[test]
fn a_name_left_to_its_style_moves_from_where_it_is_seen() {
    let (mut d, mut t) = with(vec![label("Furt", "0505", 0, 0)]);
    let on = held(&d, 0, Grip::Letters);
    assert!(on.offset.1 > 40, "below its hex: {:?}", on.offset);
    let l = drag(&mut d, &mut t, on, middle("0505"), (10, 0));
    assert_eq!((l.dx, l.dy), (on.offset.0 + 10, on.offset.1));
    // Put down exactly on the middle it must not fall back to the style's place.
    let on = held(&d, 0, Grip::Letters);
    let l = drag(&mut d, &mut t, on, (0, 0), (-i32::from(l.dx), -i32::from(l.dy)));
    assert_eq!((l.dx, l.dy), (0, 1));
}

#[test]
fn grips_turn_and_size_a_name() {
    let (mut d, mut t) = with(vec![label("Riesengebirge", "0608", 0, 1)]);
    let on = held(&d, 0, Grip::Turn);
    let right = (on.middle.0 + 200, on.middle.1);
    let l = drag(&mut d, &mut t, on, right, (-200, 200));
    assert_eq!((l.turn, l.size), (90, 100));
    let l = drag(&mut d, &mut t, on, right, (-59, 141));
    assert_eq!(l.turn, 45);
    let l = drag(&mut d, &mut t, on, right, (-400, 60));
    assert_eq!(l.turn, -15, "never on its head");
    let on = held(&d, 0, Grip::Size);
    let corner = (on.middle.0 + 100, on.middle.1);
    let l = drag(&mut d, &mut t, on, corner, (50, 0));
    assert_eq!((l.size, l.turn), (150, -15));
    let l = drag(&mut d, &mut t, on, corner, (5000, 0));
    assert_eq!(l.size, SIZES.1);
    let l = drag(&mut d, &mut t, on, corner, (-99, 0));
    assert_eq!(l.size, SIZES.0);
}
