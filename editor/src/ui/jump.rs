//! From a problem to its place: the hex on the map, the page of the dock, the tool in hand.

use super::tab::{Dock, PanelRequests, Tab};
use crate::core::{hexes, pieces};
use crate::tools::ToolKind;
use engine::hex::{Hex, HexId};
use engine::scenario::{At, Field, FieldKind, Issue, Props, Value};

impl Tab {
    /// The hex an issue is about, if it has one.
    pub fn place_of_issue(&self, issue: &Issue) -> Option<HexId> {
        let doc = self.doc();
        let grid = &doc.map.grid;
        let hex = match &issue.at {
            At::Hex(h) => Some(*h),
            At::Edge(e) => e.hexes().into_iter().find(|h| grid.contains_hex(*h)),
            At::Piece(id) => doc.piece(id).and_then(|p| pieces::hexes_of(&p.place).first().copied()),
            At::Region(id) => self.hex_of_region(id),
            At::Schedule(i) => doc.schedule.get(*i).and_then(|e| {
                let schema = self.schema();
                let fields = schema.schedule.iter().find(|k| k.id == e.kind).map(|k| &k.fields[..]);
                self.hex_named_in(fields.unwrap_or_default(), &e.props)
                    .or_else(|| self.hex_of_region(&e.area))
            }),
            At::Special(i) => doc.specials.get(*i).and_then(|s| {
                let schema = self.schema();
                let fields = schema.specials.iter().find(|k| k.id == s.rule).map(|k| &k.fields[..]);
                self.hex_named_in(fields.unwrap_or_default(), &s.props)
            }),
            _ => None,
        };
        hex.and_then(|h| hexes::on_sheet(grid, h))
    }

    fn hex_of_region(&self, id: &str) -> Option<Hex> {
        self.doc().map.region(id).and_then(|r| r.hexes.first().copied())
    }

    /// The first hex or area that fields of these kinds name.
    fn hex_named_in(&self, fields: &[Field], props: &Props) -> Option<Hex> {
        let grid = &self.doc().map.grid;
        let one = |f: &Field| {
            let text = props.get(&f.id).and_then(Value::as_text)?;
            match f.kind {
                FieldKind::Hex => grid.parse(text).map(|id| grid.hex(id)),
                FieldKind::Region => self.hex_of_region(text),
                _ => None,
            }
        };
        fields.iter().find_map(one)
    }

    /// Shows where an issue is: the hex, the piece, or the panel that holds the field.
    pub fn show_issue(&self, issue: &Issue, requests: &mut PanelRequests) {
        requests.jump = self.place_of_issue(issue);
        match &issue.at {
            At::Piece(id) => {
                requests.select = Some(vec![id.clone()]);
                requests.tool = Some(ToolKind::Select);
                requests.dock = Some(Dock::Forces);
            }
            At::Forces(side) => {
                requests.placing = Some(side.clone());
                requests.tool = Some(ToolKind::Unit);
                requests.dock = Some(Dock::Forces);
            }
            At::Side(_) => requests.dock = Some(Dock::Scenario),
            At::Field(name) => requests.dock = Some(Dock::of_field(name)),
            At::Schedule(i) => {
                requests.dock = Some(Dock::Schedule);
                requests.entry = Some(*i);
            }
            At::Special(_) | At::Option(_) => requests.dock = Some(Dock::Rules),
            At::Victory(_) => requests.dock = Some(Dock::Victory),
            At::Region(id) => {
                requests.tool = Some(ToolKind::Area);
                requests.area = Some(id.clone());
            }
            At::Edge(_) => requests.tool = Some(ToolKind::Hexside),
            At::Whole | At::Text { .. } => requests.dock = Some(Dock::Scenario),
            // Selects the pieces there; the list of problems stays visible.
            At::Hex(h) => {
                let here = |p: &&engine::scenario::Piece| pieces::hexes_of(&p.place).contains(h);
                let ids: Vec<String> = self.doc().pieces.iter().filter(here).map(|p| p.id.clone()).collect();
                if !ids.is_empty() {
                    (requests.select, requests.tool) = (Some(ids), Some(ToolKind::Select));
                }
            }
        }
    }
}
