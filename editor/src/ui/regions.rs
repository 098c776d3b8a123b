//! Named areas: how they look on the map, and their palette.

use super::tab::{PanelRequests, Tab};
use super::{fields, look, palette};
use crate::core::edit::ListEdit;
use crate::core::{Edit, pieces};
use crate::tools::ToolKind;
use crate::words;
use board::areas::{AreaMark, LOOKS};
use board::scene::Affine;
use egui::{Role, Ui, Vec2, WidgetInfo, vec2};
use engine::hex::{Dir, Hex};
use engine::scenario::{MapDoc, Region};
use std::collections::BTreeMap;
use std::sync::Arc;

/// More areas than this are found by typing.
const MANY: usize = 8;

/// The state of the areas panel.
#[derive(Default)]
pub struct State {
    /// The name typed for a new area.
    pub new_name: String,
    filter: String,
    /// The look of each, kept stable while painting.
    looks: BTreeMap<String, u8>,
    marks: Option<(Key, Arc<Vec<AreaMark>>)>,
}

/// Version of the document, and the current area.
type Key = (u64, Option<String>);

impl State {
    pub fn look_of(&self, id: &str) -> u8 {
        self.looks.get(id).copied().unwrap_or(0)
    }
}

/// The name of an area, or what the file calls it.
pub fn area_title(r: &Region) -> &str {
    if r.name.trim().is_empty() { &r.id } else { &r.name }
}

/// The areas as the map shows them now; none while they are hidden.
pub fn area_marks(tab: &mut Tab) -> Arc<Vec<AreaMark>> {
    let at_work = tab.tools.kind == ToolKind::Area;
    if !at_work && !tab.display.shown.areas {
        return Arc::default();
    }
    let current = at_work.then(|| tab.tools.region.clone());
    let key = (tab.document.version(), current.clone());
    refresh_looks(tab);
    if let Some((k, marks)) = &tab.areas.marks
        && *k == key
    {
        return marks.clone();
    }
    let map = &tab.document.doc().map;
    let few = map.regions.len() <= usize::from(LOOKS);
    let mark = |r: &Region| {
        let in_hand = current.as_deref() == Some(r.id.as_str());
        AreaMark {
            name: area_title(r).to_owned(),
            hexes: r.hexes.iter().filter_map(|h| map.grid.id(*h)).collect(),
            look: tab.areas.look_of(&r.id),
            current: in_hand,
            // With many areas, overlapping hatching is unreadable.
            hatched: few || in_hand,
        }
    };
    let marks: Arc<Vec<AreaMark>> = Arc::new(map.regions.iter().map(mark).collect());
    tab.areas.marks = Some((key, marks.clone()));
    marks
}

/// Looks are assigned when areas are added or removed, not for every hex painted.
fn refresh_looks(tab: &mut Tab) {
    let map = &tab.document.doc().map;
    let known = &tab.areas.looks;
    if known.len() != map.regions.len() || !map.regions.iter().all(|r| known.contains_key(&r.id)) {
        tab.areas.looks = assign_looks(map);
    }
}

/// A look for each area: neighbouring and overlapping areas differ as far as there are looks.
fn assign_looks(map: &MapDoc) -> BTreeMap<String, u8> {
    let mut lies: Vec<Vec<usize>> = vec![Vec::new(); map.grid.len()];
    for (i, r) in map.regions.iter().enumerate() {
        for id in r.hexes.iter().filter_map(|h| map.grid.id(*h)) {
            lies[id.index()].push(i);
        }
    }
    let mut given: Vec<u8> = Vec::new();
    for r in map.regions.iter() {
        let mut near = vec![false; map.regions.len()];
        let around = |h: &Hex| [*h].into_iter().chain(Dir::ALL.map(|d| h.step(d)));
        for id in r.hexes.iter().flat_map(around).filter_map(|h| map.grid.id(h)) {
            lies[id.index()].iter().for_each(|i| near[*i] = true);
        }
        let count = |look: u8, close: bool| {
            given.iter().enumerate().filter(|(i, l)| **l == look && (!close || near[*i])).count()
        };
        let best = (0..LOOKS).min_by_key(|l| (count(*l, true), count(*l, false), *l));
        given.push(best.unwrap_or(0));
    }
    map.regions.iter().map(|r| r.id.clone()).zip(given).collect()
}

/// An area with these hexes under a free name; a typed name is used first.
pub fn made_of(tab: &Tab, hexes: &[Hex]) -> Region {
    let map = &tab.doc().map;
    let typed = tab.areas.new_name.trim();
    let free = |name: &String| map.region(&pieces::slug(name)).is_none() && !pieces::slug(name).is_empty();
    let numbered =
        (1..).map(|n| if typed.is_empty() { words::default_area_name(n) } else { format!("{typed} {n}") });
    let name = Some(typed.to_owned()).filter(free).or_else(|| numbered.into_iter().find(free));
    let name = name.unwrap_or_default();
    let mut hexes = hexes.to_vec();
    hexes.sort_unstable();
    hexes.dedup();
    Region { id: pieces::slug(&name), name, hexes }
}

/// The palette: a new area, the current one, how to paint, and the list.
pub fn areas_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let regions = tab.doc().map.regions.clone();
    if regions.is_empty() {
        look::muted_label(ui, words::NO_AREAS);
    }
    ui.add_space(6.0);
    new_area(ui, tab, requests);
    let here = regions.iter().position(|r| r.id == tab.tools.region);
    if let Some((i, old)) = here.and_then(|i| regions.get(i).map(|r| (i, r))) {
        ui.separator();
        selected_area(ui, tab, requests, i, old);
    }
    palette::radius_choice(ui, &mut tab.tools.radius, true);
    ui.checkbox(&mut tab.tools.erase, "Erase").on_hover_text(words::ERASE);
    ui.add_space(6.0);
    ui.separator();
    area_list(ui, tab, requests, &regions);
}

/// The name of a new area, and the button that makes it.
pub fn new_area(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let hint = egui::TextEdit::singleline(&mut tab.areas.new_name).hint_text(words::NEW_AREA);
    let r = ui.add(hint.desired_width(f32::INFINITY));
    r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words::NEW_AREA));
    let id = pieces::slug(&tab.areas.new_name);
    let taken = tab.doc().map.region(&id).is_some();
    let free = !id.is_empty() && !taken;
    let entered = r.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    let n = tab.tools.area.len();
    let choosing = tab.tools.kind == ToolKind::Choose;
    let add = ui.horizontal_wrapped(|ui| {
        let add = (!choosing).then(|| {
            let why = if taken { words::AREA_TAKEN } else { words::AREA_NAME_FIRST };
            ui.add_enabled(free, egui::Button::new("Add area")).on_disabled_hover_text(why).clicked()
        });
        if n > 0 {
            let act = super::commands::EditorAction::AreaOfHexes;
            let (_, help) = super::command_text::action_text(act);
            if ui.button(words::area_of(n)).on_hover_text(help).clicked() {
                requests.acts.push(act);
            }
        }
        add.unwrap_or(false)
    });
    if free && (add.inner || (entered && !choosing)) {
        let name = tab.areas.new_name.trim().to_owned();
        requests.edit(Edit::Regions(ListEdit::Add(Region { id: id.clone(), name, hexes: Vec::new() })));
        tab.tools.region = id;
        tab.areas.new_name.clear();
    } else if entered && choosing && n > 0 {
        requests.acts.push(super::commands::EditorAction::AreaOfHexes);
    }
}

/// The current area: its name, and actions on its hexes and the selected ones.
fn selected_area(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests, i: usize, old: &Region) {
    if let Some(name) = fields::text_line(ui, "Name", "", &old.name) {
        requests.edit(Edit::Regions(ListEdit::Set(i, Region { name, ..old.clone() })));
    }
    let chosen = &tab.tools.area;
    ui.horizontal_wrapped(|ui| {
        let some = !old.hexes.is_empty();
        let choose = ui.add_enabled(some, egui::Button::new(words::CHOOSE_ITS_HEXES));
        if choose.on_hover_text(words::CHOOSE_ITS_HEXES_HELP).clicked() {
            requests.acts.push(super::commands::EditorAction::HexesOfArea);
        }
        for (inside, text) in
            [(true, words::add_chosen(chosen.len())), (false, words::take_chosen(chosen.len()))]
        {
            let hexes: Vec<Hex> =
                chosen.iter().filter(|h| old.hexes.binary_search(h).is_ok() != inside).copied().collect();
            if !chosen.is_empty() && ui.add_enabled(!hexes.is_empty(), egui::Button::new(text)).clicked() {
                requests.edit(Edit::RegionHexes { id: old.id.clone(), hexes, inside });
            }
        }
        if ui.button("Delete area").clicked() {
            requests.edit(Edit::Regions(ListEdit::Remove(i)));
        }
    });
}

fn area_list(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests, regions: &[Region]) {
    if regions.len() > MANY {
        let hint = egui::TextEdit::singleline(&mut tab.areas.filter).hint_text(words::FIND_AREA);
        let r = ui.add(hint.desired_width(f32::INFINITY));
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words::FIND_AREA));
    } else {
        tab.areas.filter.clear();
    }
    refresh_looks(tab);
    let wanted = tab.areas.filter.trim().to_lowercase();
    for r in regions.iter().filter(|r| area_title(r).to_lowercase().contains(&wanted)) {
        let on = tab.tools.region == r.id;
        let n = tab.areas.look_of(&r.id);
        if area_row(ui, r, on, n).clicked() {
            tab.tools.region.clone_from(&r.id);
            requests.jump = crate::core::hexes::middle_hex(&r.hexes).and_then(|h| tab.doc().map.grid.id(h));
        }
    }
}

/// An area of the list: how it looks, its name, how many hexes it has.
fn area_row(ui: &mut Ui, r: &Region, on: bool, n: u8) -> egui::Response {
    let text = format!("{}, {}", area_title(r), words::count(r.hexes.len(), "hex", "hexes"));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), egui::Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, &text));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        if on || response.hovered() {
            ui.painter().rect_filled(rect, 5.0, look::colour(if on { t.accent_weak } else { t.sunk }));
        }
        if on || response.has_focus() {
            let edge = egui::Stroke::new(1.5, look::colour(t.accent));
            ui.painter().rect_stroke(rect, 5.0, edge, egui::StrokeKind::Inside);
        }
        let swatch = egui::Rect::from_min_size(rect.min + vec2(6.0, 7.0), vec2(24.0, 16.0));
        let mut out = Vec::new();
        let still = Affine::new(Vec2::ZERO, 1.0, 0.0);
        board::paint::append_shapes(ui.ctx(), &board::areas::look_sample(n, swatch), &still, &mut out);
        ui.painter_at(swatch.expand(2.0)).extend(out);
        let (ink, pale) = (look::colour(t.text), look::colour(t.muted));
        let font = egui::FontId::proportional;
        let count = ui.painter().layout_no_wrap(r.hexes.len().to_string(), font(12.0), pale);
        let (left, right) = (swatch.right() + 8.0, rect.right() - 7.0 - count.size().x);
        let mut job = egui::text::LayoutJob::simple_singleline(area_title(r).to_owned(), font(13.0), ink);
        job.wrap = egui::text::TextWrapping::truncate_at_width((right - 6.0 - left).max(10.0));
        let name = ui.painter().layout_job(job);
        let middle = |high: f32| rect.center().y - high / 2.0;
        ui.painter().galley(egui::pos2(left, middle(name.size().y)), name, ink);
        ui.painter().galley(egui::pos2(right, middle(count.size().y)), count, pale);
    }
    response.on_hover_text(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tests::{at, grid};

    #[test]
    fn neighbours_and_overlapping_areas_look_different() {
        let mut map = MapDoc::blank(grid(), "clear");
        let region = |id: &str, labels: &[&str]| {
            let mut hexes: Vec<Hex> = labels.iter().map(|l| at(l)).collect();
            hexes.sort_unstable();
            Region { id: id.into(), name: String::new(), hexes }
        };
        map.regions = Arc::new(vec![
            region("a", &["0202", "0302"]),
            region("far", &["0912"]),
            region("beside", &["0402"]),
            region("over", &["0302", "0402"]),
        ]);
        let l = assign_looks(&map);
        assert_eq!(l.len(), 4);
        assert!(l["a"] != l["beside"] && l["a"] != l["over"] && l["beside"] != l["over"], "{l:?}");
    }
}
