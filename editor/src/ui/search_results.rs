//! What the search finds besides commands: terrain, hexsides and pieces of the rules, overlays, open documents, and
//! places, areas and pieces of the current document.

use super::commands::{self, EditorAction};
use super::menu::Around;
use super::screen::EditorScreen;
use super::tab::{Dock, PanelRequests, Tab};
use crate::core::pieces;
use crate::tools::ToolKind;
use crate::words::{self, search_results as say};
use egui::Context;
use engine::hex::HexId;

/// Something found by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Find {
    Action(EditorAction),
    /// A terrain for the brush.
    Terrain(String),
    Side(String),
    /// A class of road.
    Road(u8),
    /// A kind of piece to place.
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

/// The most results from the document itself.
const MOST: usize = 12;

/// Everything that contains all the words searched for, the best match first.
pub fn search_hits(text: &str, around: &Around<'_>, ctx: &Context) -> Vec<Hit> {
    let command = |c: commands::Command| Hit {
        can: commands::is_enabled(c.act, around.tab, around.copied, around.documents.len()),
        what: Find::Action(c.act),
        group: super::command_text::menu_name(c.menu).to_owned(),
        name: c.name().to_owned(),
        key: c.key_text(ctx),
        help: c.help().to_owned(),
    };
    let mut out: Vec<Hit> = commands::all_commands()
        .into_iter()
        .filter(|c| c.act != EditorAction::Search && commands::is_offered(c.act, around.tab))
        .map(command)
        .collect();
    if !text.trim().is_empty() {
        add_vocabulary(around, &mut out);
        of_document(text, around, &mut out);
    }
    let mut found: Vec<(u32, Hit)> = out
        .into_iter()
        .filter_map(|h| Some((commands::match_score(text, &h.name, &hit_line(&h))?, h)))
        .collect();
    found.sort_by_key(|f| (f.0, matches!(f.1.what, Find::Name(_) | Find::Piece(_) | Find::Area(_))));
    found.into_iter().map(|f| f.1).collect()
}

fn hit_line(h: &Hit) -> String {
    let also = if let Find::Action(act) = h.what { super::search_synonyms::search_synonyms(act) } else { "" };
    format!("{} {} {also}", h.help, h.group)
}

fn make_hit(what: Find, group: &str, name: &str, help: &str, can: bool) -> Hit {
    let (group, name, help) = (group.to_owned(), name.to_owned(), help.to_owned());
    Hit { what, group, name, key: String::new(), help, can }
}

fn help_line(what: &str, help: &str) -> String {
    if help.is_empty() { what.to_owned() } else { format!("{what}. {help}") }
}

/// What the rules offer.
fn add_vocabulary(around: &Around<'_>, out: &mut Vec<Hit>) {
    for (i, title) in around.documents.iter().enumerate() {
        out.push(make_hit(Find::Document(i), say::DOCUMENT, title, say::DOCUMENT_HELP, true));
    }
    let Some(tab) = around.tab else { return };
    let (schema, can) = (tab.schema(), tab.is_editable());
    for t in &schema.terrains {
        out.push(make_hit(
            Find::Terrain(t.id.clone()),
            say::TERRAIN,
            &t.name,
            &help_line(say::TERRAIN_HELP, &t.help),
            can,
        ));
    }
    for e in &schema.edges {
        out.push(make_hit(
            Find::Side(e.id.clone()),
            say::SIDE,
            &e.name,
            &help_line(say::SIDE_HELP, &e.help),
            can,
        ));
    }
    for (i, r) in schema.roads.iter().enumerate() {
        out.push(make_hit(Find::Road(i as u8 + 1), say::ROAD, &r.name, say::ROAD_HELP, can));
    }
    for u in &schema.units {
        out.push(make_hit(
            Find::Unit(u.id.clone()),
            say::UNIT,
            &u.name,
            &help_line(say::UNIT_HELP, &u.help),
            can,
        ));
    }
    for k in tab.rules.checks.overlay_kinds() {
        out.push(make_hit(Find::Overlay(k.id), words::OVERLAYS, k.name, words::OVERLAYS_HELP, can));
    }
}

/// What is on the map: a hex by its number, places, areas and pieces by name.
fn of_document(text: &str, around: &Around<'_>, out: &mut Vec<Hit>) {
    let Some(tab) = around.tab else { return };
    let (doc, schema) = (tab.doc(), tab.schema());
    let grid = &doc.map.grid;
    if let Some(id) = grid.parse(&text.trim().to_uppercase()) {
        out.push(make_hit(Find::Hex(id), say::HEX, &grid.label(id), say::HEX_HELP, true));
    }
    let near = |name: &str, group: &str| commands::match_score(text, name, group).is_some();
    let labels = doc.map.labels.iter().enumerate().filter(|(_, l)| near(&l.text, say::PLACE)).take(MOST);
    out.extend(labels.map(|(i, l)| make_hit(Find::Name(i), say::PLACE, &l.text, say::HEX_HELP, true)));
    let areas = doc.map.regions.iter().filter(|r| near(super::regions::area_title(r), say::AREA)).take(MOST);
    out.extend(areas.map(|r| {
        make_hit(Find::Area(r.id.clone()), say::AREA, super::regions::area_title(r), say::AREA_HELP, true)
    }));
    let named = doc
        .pieces
        .iter()
        .map(|p| (p, pieces::piece_title(p, &schema)))
        .filter(|(_, n)| near(n, say::PIECE))
        .take(MOST);
    out.extend(
        named.map(|(p, n)| make_hit(Find::Piece(p.id.clone()), say::PIECE, &n, say::PIECE_HELP, true)),
    );
}

impl EditorScreen {
    /// Goes to what was found, or selects it for drawing.
    pub(super) fn take_found(&mut self, found: Find, ctx: &Context, host: &mut super::host::Host<'_>) {
        if let Find::Action(act) = found {
            return self.perform_action(act, ctx, host);
        }
        if let Find::Document(i) = found {
            self.current = i.min(self.tabs.len().saturating_sub(1));
            return;
        }
        match found {
            Find::Terrain(_) | Find::Side(_) | Find::Road(_) | Find::Unit(_) | Find::Area(_) => {
                self.panels.tool_taken();
            }
            Find::Piece(_) => self.panels.reveal(commands::PanelKind::Dock),
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
        let mut requests = PanelRequests::default();
        let grid = self.doc().map.grid;
        match found {
            Find::Terrain(id) => {
                (self.tools.ground.terrain, self.tools.ground.turn) = (id, 0);
                requests.tool = Some(ToolKind::Brush);
            }
            Find::Side(id) => {
                self.tools.edges.kind = id;
                requests.tool = Some(ToolKind::Hexside);
            }
            Find::Road(class) => {
                self.tools.roads.class = class;
                requests.tool = Some(ToolKind::Road);
            }
            Find::Unit(id) => {
                let template = &mut self.tools.template;
                template.kind = id;
                template.props.clear();
                template.name.clear();
                requests.tool = Some(ToolKind::Unit);
            }
            Find::Overlay(id) => super::checks::toggle_overlay(self, id),
            Find::Hex(id) => requests.jump = Some(id),
            Find::Name(i) => requests.jump = self.doc().map.labels.get(i).and_then(|l| grid.id(l.at)),
            Find::Piece(id) => {
                let stands = self.doc().piece(&id).map(|p| pieces::hexes_of(&p.place)).unwrap_or_default();
                requests.jump = stands.first().and_then(|h| grid.id(*h));
                requests.select = Some(vec![id]);
                (requests.tool, requests.dock) = (Some(ToolKind::Select), Some(Dock::Forces));
            }
            Find::Area(id) => {
                let hexes = self.doc().map.region(&id).map(|r| r.hexes.clone()).unwrap_or_default();
                requests.jump = hexes.first().and_then(|h| grid.id(*h));
                requests.area = Some(id);
                requests.tool = Some(ToolKind::Area);
            }
            Find::Action(_) | Find::Document(_) => {}
        }
        self.fulfil(requests);
    }
}
