use super::*;
use engine::hex::{Grid, Numbering, Orientation, Shove};
use engine::scenario::LabelStyle;

fn grid(cols: u16, rows: u16) -> Grid {
    Grid { orientation: Orientation::FlatTop, shove: Shove::Odd, cols, rows, numbering: Numbering::default() }
}

#[test]
fn detail_follows_the_radius() {
    let at = [(9.9, Lod::Flat), (10.0, Lod::Plan), (17.9, Lod::Plan), (18.0, Lod::Wash), (24.0, Lod::Small)];
    for (px, lod) in
        at.into_iter().chain([(34.0, Lod::Medium), (48.0, Lod::Full), (90.0, Lod::Full), (90.1, Lod::Large)])
    {
        assert_eq!(Lod::of(px), lod, "{px}");
    }
    assert!((MapStyle::at_scale(6.0).line_width(0.016) * 6.0 - 0.75).abs() < 1e-4);
    assert!((MapStyle::at_scale(62.0).line_width(0.05) - 0.05).abs() < 1e-6);
    assert!((MapStyle::at_scale(248.0).line_width(0.05) * 248.0 - 0.05 * 124.0).abs() < 1e-3);
}

#[test]
fn odd_maps_do_not_fail() {
    let schema = Schema::default();
    let empty = MapDoc::blank(grid(0, 0), "clear");
    assert!(map_scene(&empty, &schema, &MapStyle::default()).shapes.is_empty());
    let strange = MapDoc::blank(grid(3, 3), "lava");
    for px in [2.0, 12.0, 20.0, 30.0, 40.0, 62.0, 200.0] {
        let s = map_scene(&strange, &schema, &MapStyle::at_scale(px));
        assert!(!s.shapes.is_empty() && s.bounds.is_finite());
    }
    let marks = map_scene(&strange, &schema, &MapStyle::default());
    let question = |s: &Shape| matches!(s, Shape::Text(t) if t.text == "?");
    assert_eq!(marks.shapes.iter().filter(|s| question(s)).count(), 9);
}

#[test]
fn the_same_wood_grows_in_every_picture() {
    let doc = MapDoc::blank(grid(6, 6), "heavy wood");
    let art = MapArt::new(&doc, &Schema::default());
    let style = MapStyle { frame: false, ..MapStyle::default() };
    let whole = art.shapes_in(art.bounds(&style), &style);
    let part = art.shapes_in(Rect::from_center_size(art.layout.center(HexId(14)), Vec2::splat(0.5)), &style);
    assert!(part.len() < whole.len());
    let trees = |s: &&Shape| matches!(s, Shape::Path { fill: Some(f), .. } if *f == palette::TREEH);
    assert!(part.iter().filter(trees).count() > 15);
    assert!(part.iter().filter(trees).all(|s| whole.contains(s)));
}

#[test]
fn high_ground_has_hachures_on_the_low_side() {
    let mut doc = MapDoc::blank(grid(3, 3), "clear");
    doc.levels.set(4, 2);
    let art = MapArt::new(&doc, &Schema::default());
    let style = MapStyle { frame: false, grid: false, numbers: false, ..MapStyle::default() };
    let shapes = art.shapes_in(art.bounds(&style), &style);
    let strokes = |s: &&Shape| matches!(s, Shape::Polygon { fill: Some(f), .. } if *f == palette::HACH);
    assert_eq!(shapes.iter().filter(strokes).count(), 6 * 19);
    let c = art.layout.center(HexId(4));
    for s in shapes.iter().filter(strokes) {
        let Shape::Polygon { points, .. } = s else { continue };
        assert!(points[1].distance(c) > 0.86, "the tip lies outside the high hex");
    }
}

/// A tributary that comes in beside a river is joined to it once, not by a ring of water.
#[test]
fn a_tributary_joins_without_a_ring() {
    let layout = Layout::new(Grid { orientation: Orientation::PointyTop, ..grid(9, 9) });
    let hex = |id: u16| layout.grid.hex(HexId(id));
    // A river through the middle row, a brook from the south that ends beside two of its hexes.
    let river: Vec<Hex> = (0..9).map(|c| hex(4 * 9 + c)).collect();
    let foot = river[3].step(Dir(1));
    let brook = [foot, foot.step(Dir(1)), foot.step(Dir(1)).step(Dir(1))];
    let beside = river.iter().filter(|h| h.distance(foot) == 1).count();
    assert_eq!(beside, 2, "the brook ends beside two hexes");
    let is = |h: Hex| river.contains(&h) || brook.contains(&h);
    let courses = super::chains::through_hexes(&layout, &is);
    assert_eq!(courses.len(), 3, "two parts of the river and the brook meet in one hex");
}

#[test]
fn a_side_without_a_slope_has_no_hachures_whatever_the_levels_are() {
    let mut doc = MapDoc::blank(grid(3, 3), "clear");
    doc.levels.set(4, 1);
    let (hex, low) = (doc.grid.hex(HexId(4)), doc.grid.hex(HexId(4)).step(Dir(1)));
    let mut say = |d: u8, kind: &str, from| {
        let f = vec![engine::scenario::EdgeFeature { kind: kind.into(), from }];
        std::sync::Arc::make_mut(&mut doc.edges).insert(Edge::new(hex, Dir(d)), f);
    };
    say(0, "no slope", None);
    say(1, "steep slope", Some(low));
    let art = MapArt::new(&doc, &Schema::default());
    let style = MapStyle { frame: false, grid: false, numbers: false, ..MapStyle::default() };
    let shapes = art.shapes_in(art.bounds(&style), &style);
    let strokes = |s: &&Shape| matches!(s, Shape::Polygon { fill: Some(f), .. } if *f == palette::HACH);
    assert_eq!(shapes.iter().filter(strokes).count(), 4 * 13 + 19, "four derived, one drawn the other way");
}

#[test]
fn ground_with_a_direction_is_drawn_turned_and_other_ground_is_not() {
    let schema = Schema::default();
    let style = MapStyle { frame: false, ..MapStyle::default() };
    for kind in
        ["town", "village", "redoubt", "trench", "pond", "fortress", "bridge", "ford", "heavy wood", "marsh"]
    {
        let mut doc = MapDoc::blank(grid(1, 1), kind);
        let before = MapArt::new(&doc, &schema);
        doc.set_turned(doc.grid.hex(HexId(0)), 1);
        let mut after = before.clone();
        let changed = after.update_from(&doc, &schema);
        let shapes = |a: &MapArt| a.shapes_in(a.bounds(&style), &style);
        let differs = shapes(&before) != shapes(&after);
        assert_eq!(differs, terrain_rotation_rule(kind, &schema) != RotationRule::Never, "{kind}");
        assert!(matches!(changed, Changed::Parts(p) if p.len() == 1), "{kind}: the tile is drawn anew");
    }
}

#[test]
fn a_name_turns_about_its_middle_and_a_rivers_name_on_the_bank_has_the_paper_behind_it() {
    use engine::scenario::{Label, LabelStyle};
    let doc = MapDoc::blank(grid(5, 5), "waterway");
    let art = MapArt::new(&doc, &Schema::default());
    let style = MapStyle::default();
    let at = doc.grid.hex_at(2, 2);
    let label =
        |dx, turn| Label { text: "Elbe".into(), at, dx, dy: 1, turn, size: 100, style: LabelStyle::Water };
    let middle = |turn| art.name_box(&label(20, turn), &style).middle;
    for turn in [30, 60, 90, -45] {
        assert!((middle(turn) - middle(0)).length() < 1e-3, "{turn}");
    }
    assert_eq!(art.name_box(&label(20, 45), &style).offset, (20, 1));
    let halo = |dx| match art.name_shape(&label(dx, 0), &style) {
        Shape::Text(t) => t.halo.map(|h| h.0),
        _ => None,
    };
    assert_eq!((halo(0), halo(70)), (Some(palette::WATER), Some(palette::PAPER)));
}

/// Changes of every kind, many times over: what is read anew in part is what is read whole.
#[test]
fn a_map_read_anew_in_part_is_the_map_read_whole() {
    use engine::scenario::{EdgeFeature, LabelStyle, Region};
    use std::sync::Arc;
    let schema = Schema::default();
    let mut doc = MapDoc::blank(grid(14, 11), "clear");
    doc.scale_m = COUNTRY_M;
    let mut art = MapArt::new(&doc, &schema);
    let mut seed = 7u64;
    let mut die = |n: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) % n
    };
    let grounds = ["clear", "hill", "lake", "waterway", "bridge", "forest", "town", "sea"];
    let kinds = ["river", "stream", "border", "sea", "slope", "pass"];
    for round in 0..600 {
        let id = HexId(die(14 * 11) as u16);
        let hex = doc.grid.hex(id);
        let side = Edge::new(hex, Dir(die(6) as u8));
        match die(9) {
            0 | 1 => drop(doc.set_terrain(id, grounds[die(8) as usize])),
            2 => drop(doc.levels.set(id.index(), die(4) as i8)),
            3 => drop(doc.set_turned(hex, die(6) as u8)),
            4 => {
                let list = vec![EdgeFeature { kind: kinds[die(6) as usize].into(), from: None }];
                Arc::make_mut(&mut doc.edges).insert(side, list);
            }
            5 => drop(Arc::make_mut(&mut doc.edges).remove(&side)),
            6 => drop(Arc::make_mut(&mut doc.roads).insert(side, 1 + die(2) as u8)),
            7 => {
                let label = Label {
                    text: format!("Place {round}"),
                    at: hex,
                    dx: 0,
                    dy: 60,
                    turn: 0,
                    size: 100,
                    style: LabelStyle::Town,
                };
                Arc::make_mut(&mut doc.labels).push(label);
            }
            _ => {
                let hexes = doc.grid.ids().filter(|_| die(3) == 0).map(|i| doc.grid.hex(i)).collect();
                let region = Region { id: format!("r{round}"), name: String::new(), hexes };
                Arc::make_mut(&mut doc.regions).truncate(3);
                Arc::make_mut(&mut doc.regions).insert(0, region);
                doc.scale_m = [0, COUNTRY_M][die(2) as usize];
            }
        }
        art.update_from(&doc, &schema);
        assert!(art == MapArt::new(&doc, &schema), "after change {round}");
    }
    assert_eq!(art.update_from(&doc, &schema), Changed::Parts(Vec::new()));
}

#[test]
fn a_part_cut_out_is_drawn_alone() {
    let doc = MapDoc::blank(grid(6, 6), "heavy wood");
    let style = MapStyle { frame: false, numbers: false, ..MapStyle::default() };
    let art = MapArt::new(&doc, &Schema::default());
    let hex = HexId(14);
    let middle = art.layout.center(hex);
    let all = art.bounds(&style);
    let whole = art.shapes_in(all, &style).len();
    let cut = art.cut_out(&[hex]);
    let shapes = cut.shapes_in(all, &style);
    assert!(shapes.len() > 20 && shapes.len() * 10 < whole, "{} of {whole}", shapes.len());
    // Nothing lies farther off than its corners and the crowns of its trees.
    let near = Rect::from_center_size(middle, Vec2::splat(2.4));
    assert!(shapes.iter().all(|s| near.contains_rect(s.bounding_box())), "nothing of the other hexes");
    let paper = |s: &Shape| matches!(s, Shape::Polygon { fill: Some(f), .. } if *f == palette::PAPER);
    assert!(shapes.iter().any(paper), "its paper covers what lies below");
    assert_eq!(cut.ground_at(cut.layout.grid.hex(HexId(0))), None);
}

#[test]
fn small_maps_show_names_and_numbers_where_detail_is_wanted() {
    let mut doc = MapDoc::blank(grid(6, 6), "clear");
    let at = doc.grid.hex_at(2, 2);
    let village =
        Label { text: "Furt".into(), at, dx: 0, dy: 0, turn: 0, size: 100, style: LabelStyle::Wood };
    doc.labels = vec![village].into();
    let texts = |style: &MapStyle| -> Vec<String> {
        let scene = map_scene(&doc, &Schema::default(), style);
        let text = |s: &Shape| if let Shape::Text(t) = s { Some(t.text.clone()) } else { None };
        scene.shapes.iter().filter_map(text).collect()
    };
    let plain = MapStyle::at_scale(18.0);
    assert!(!texts(&plain).contains(&"Furt".to_owned()) && !texts(&plain).contains(&"0101".to_owned()));
    let near = texts(&MapStyle { detail: 1.5, ..plain });
    assert!(
        near.contains(&"Furt".to_owned()) && near.contains(&doc.grid.label(engine::hex::HexId(0))),
        "{near:?}"
    );
    let tiny = MapStyle { detail: 1.5, all_names: true, ..MapStyle::at_scale(6.0) };
    assert!(texts(&tiny).contains(&"Furt".to_owned()), "what was just written is always seen");
    let s = MapStyle { detail: 1.5, ..MapStyle::at_scale(18.0) };
    assert!(s.number_size() * s.px >= 8.0, "numbers can be read");
}

#[test]
fn wide_water_round_a_corner_has_no_hole() {
    let doc = MapDoc::blank(grid(4, 4), "waterway");
    let art = MapArt::new(&doc, &Schema::default());
    let style = MapStyle { frame: false, grid: false, numbers: false, ..MapStyle::default() };
    let shapes = art.shapes_in(art.bounds(&style), &style);
    let sheet = |s: &&Shape| matches!(s, Shape::Polygon { points, fill: Some(f), .. } if points.len() == 3 && *f == palette::WATER);
    assert_eq!(shapes.iter().filter(sheet).count(), 18, "each corner that three hexes share, once");
}

#[test]
fn frontiers_are_told_from_hexsides_without_colour() {
    use engine::scenario::Region;
    use std::sync::Arc;
    // Two great states: frontiers of small ones are left out of small pictures.
    let mut doc = MapDoc::blank(grid(16, 4), "clear");
    doc.scale_m = COUNTRY_M;
    let side = |west: bool| doc.grid.ids().map(|id| doc.grid.hex(id)).filter(|h| (h.q < 7) == west).collect();
    let regions = [true, false].map(|west| Region {
        id: format!("west {west}"),
        name: String::new(),
        hexes: side(west),
    });
    *Arc::make_mut(&mut doc.regions) = regions.into();
    let art = MapArt::new(&doc, &Schema::default());
    for px in [14.0, 20.0, 30.0, 62.0] {
        let style = MapStyle { frame: false, mono: true, ..MapStyle::at_scale(px) };
        let shapes = art.shapes_in(art.bounds(&style), &style);
        let widest = |dashed: bool| {
            let strokes = shapes.iter().filter_map(|s| match s {
                Shape::Path { stroke: Some(s), .. } | Shape::Polyline { stroke: s, .. } => Some(s),
                Shape::Polygon { stroke: Some(s), .. } => Some(s),
                _ => None,
            });
            strokes.filter(|s| s.dash.is_empty() != dashed).map(|s| s.width).fold(0.0, f32::max)
        };
        assert!(widest(true) > 1.9 * widest(false), "{px}: {} against {}", widest(true), widest(false));
    }
}
