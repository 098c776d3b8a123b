//! What the search finds beside commands: ground, hexsides and pieces of the rules, overlays, open documents, and
//! places, areas and pieces of the document in front.

use super::commands::{self, Act};
use super::menu::Around;
use super::screen::EditorScreen;
use super::tab::{Dock, Tab, Wishes};
use crate::core::{ToolKind, pieces};
use crate::words::{self, finds as say};
use egui::Context;
use engine::hex::HexId;

/// Something found by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Find {
    Act(Act),
    /// The brush takes it up.
    Terrain(String),
    Side(String),
    /// A class of road.
    Road(u8),
    /// The next piece placed is one of these.
    Unit(String),
    Overlay(&'static str),
    /// An open document, by its place among the tabs.
    Document(usize),
    Hex(HexId),
    /// A place by the name written there.
    Name(usize),
    Piece(String),
    Area(String),
}

/// One line of the list.
pub struct Hit {
    pub what: Find,
    /// Where it belongs: `Terrain`, `File`.
    pub group: String,
    pub name: String,
    pub key: String,
    pub help: String,
    pub can: bool,
}

/// So many things of the document itself are listed at most.
const MOST: usize = 12;

/// Everything whose words hold every word searched for, the nearest first.
pub fn hits(text: &str, around: &Around<'_>, ctx: &Context) -> Vec<Hit> {
    let command = |c: commands::Command| Hit {
        can: commands::enabled(c.act, around.tab, around.copied, around.documents.len()),
        what: Find::Act(c.act),
        group: words::commands::menu(c.menu).to_owned(),
        name: c.name().to_owned(),
        key: c.key(ctx),
        help: c.help().to_owned(),
    };
    let mut out: Vec<Hit> =
        commands::all().into_iter().filter(|c| c.act != Act::Search).map(command).collect();
    if !text.trim().is_empty() {
        vocabulary(around, &mut out);
        of_document(text, around, &mut out);
    }
    let mut found: Vec<(u32, Hit)> =
        out.into_iter().filter_map(|h| Some((commands::score(text, &h.name, &line(&h))?, h))).collect();
    found.sort_by_key(|f| (f.0, matches!(f.1.what, Find::Name(_) | Find::Piece(_) | Find::Area(_))));
    found.into_iter().map(|f| f.1).collect()
}

fn line(h: &Hit) -> String {
    let also = if let Find::Act(act) = h.what { words::also::also(act) } else { "" };
    format!("{} {} {also}", h.help, h.group)
}

fn hit(what: Find, group: &str, name: &str, help: &str, can: bool) -> Hit {
    let (group, name, help) = (group.to_owned(), name.to_owned(), help.to_owned());
    Hit { what, group, name, key: String::new(), help, can }
}

fn said(what: &str, help: &str) -> String {
    if help.is_empty() { what.to_owned() } else { format!("{what}. {help}") }
}

/// What the rules know.
fn vocabulary(around: &Around<'_>, out: &mut Vec<Hit>) {
    for (i, title) in around.documents.iter().enumerate() {
        out.push(hit(Find::Document(i), say::DOCUMENT, title, say::DOCUMENT_HELP, true));
    }
    let Some(tab) = around.tab else { return };
    let (schema, can) = (tab.schema(), tab.editable());
    for t in &schema.terrains {
        out.push(hit(
            Find::Terrain(t.id.clone()),
            say::TERRAIN,
            &t.name,
            &said(say::TERRAIN_HELP, &t.help),
            can,
        ));
    }
    for e in &schema.edges {
        out.push(hit(Find::Side(e.id.clone()), say::SIDE, &e.name, &said(say::SIDE_HELP, &e.help), can));
    }
    for (i, r) in schema.roads.iter().enumerate() {
        out.push(hit(Find::Road(i as u8 + 1), say::ROAD, &r.name, say::ROAD_HELP, can));
    }
    for u in &schema.units {
        out.push(hit(Find::Unit(u.id.clone()), say::UNIT, &u.name, &said(say::UNIT_HELP, &u.help), can));
    }
    for k in tab.checks.kinds() {
        out.push(hit(Find::Overlay(k.id), words::OVERLAYS, k.name, words::OVERLAYS_HELP, can));
    }
}

/// What stands on the map: a hex by its number, places, areas and pieces by name.
fn of_document(text: &str, around: &Around<'_>, out: &mut Vec<Hit>) {
    let Some(tab) = around.tab else { return };
    let (doc, schema) = (tab.doc(), tab.schema());
    let grid = &doc.map.grid;
    if let Some(id) = grid.parse(&text.trim().to_uppercase()) {
        out.push(hit(Find::Hex(id), say::HEX, &grid.label(id), say::HEX_HELP, true));
    }
    let near = |name: &str, group: &str| commands::score(text, name, group).is_some();
    let labels = doc.map.labels.iter().enumerate().filter(|(_, l)| near(&l.text, say::PLACE)).take(MOST);
    out.extend(labels.map(|(i, l)| hit(Find::Name(i), say::PLACE, &l.text, say::HEX_HELP, true)));
    let areas = doc.map.regions.iter().filter(|r| near(super::regions::title(r), say::AREA)).take(MOST);
    out.extend(
        areas.map(|r| {
            hit(Find::Area(r.id.clone()), say::AREA, super::regions::title(r), say::AREA_HELP, true)
        }),
    );
    let named = doc
        .pieces
        .iter()
        .map(|p| (p, pieces::title(p, &schema)))
        .filter(|(_, n)| near(n, say::PIECE))
        .take(MOST);
    out.extend(named.map(|(p, n)| hit(Find::Piece(p.id.clone()), say::PIECE, &n, say::PIECE_HELP, true)));
}

impl EditorScreen {
    /// Goes to what was found, or takes it up.
    pub(super) fn take_found(&mut self, found: Find, ctx: &Context, host: &mut dyn super::host::Host) {
        if let Find::Act(act) = found {
            return self.perform(act, ctx, host);
        }
        if let Find::Document(i) = found {
            self.current = i.min(self.tabs.len().saturating_sub(1));
            return;
        }
        match found {
            Find::Terrain(_) | Find::Side(_) | Find::Road(_) | Find::Unit(_) | Find::Area(_) => {
                self.panels.tool_taken();
            }
            Find::Piece(_) => self.panels.reveal(commands::Side::Dock),
            _ => {}
        }
        if let Some(tab) = self.tabs.get_mut(self.current) {
            tab.take_found(found);
        }
        ctx.request_repaint();
    }
}

impl Tab {
    fn take_found(&mut self, found: Find) {
        let mut wishes = Wishes::default();
        let grid = self.doc().map.grid;
        match found {
            Find::Terrain(id) => {
                (self.tools.terrain, self.tools.turn) = (id, 0);
                wishes.tool = Some(ToolKind::Brush);
            }
            Find::Side(id) => {
                self.tools.hexside = id;
                wishes.tool = Some(ToolKind::Hexside);
            }
            Find::Road(class) => {
                self.tools.road = class;
                wishes.tool = Some(ToolKind::Road);
            }
            Find::Unit(id) => {
                let template = &mut self.tools.template;
                template.kind = id;
                template.props.clear();
                template.name.clear();
                wishes.tool = Some(ToolKind::Unit);
            }
            Find::Overlay(id) => super::checks::show(self, id),
            Find::Hex(id) => wishes.jump = Some(id),
            Find::Name(i) => wishes.jump = self.doc().map.labels.get(i).and_then(|l| grid.id(l.at)),
            Find::Piece(id) => {
                let stands = self.doc().piece(&id).map(|p| pieces::hexes_of(&p.place)).unwrap_or_default();
                wishes.jump = stands.first().and_then(|h| grid.id(*h));
                wishes.select = Some(vec![id]);
                (wishes.tool, wishes.dock) = (Some(ToolKind::Select), Some(Dock::Forces));
            }
            Find::Area(id) => {
                let hexes = self.doc().map.region(&id).map(|r| r.hexes.clone()).unwrap_or_default();
                wishes.jump = hexes.first().and_then(|h| grid.id(*h));
                wishes.area = Some(id);
                wishes.tool = Some(ToolKind::Area);
            }
            Find::Act(_) | Find::Document(_) => {}
        }
        self.fulfil(wishes);
    }
}
