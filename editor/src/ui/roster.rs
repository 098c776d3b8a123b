//! The order of battle as a table and by where pieces wait; carrying rows about.

use super::forces::{Carried, matches, pick_from, row, values, where_is};
use super::look;
use super::tab::{Tab, Wishes};
use crate::core::edit::PieceChange;
use crate::core::{Edit, forces, pieces};
use crate::words;
use egui::{DragAndDrop, Response, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};
use engine::hex::Hex;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema, When};

const COLUMNS: [&str; 6] = ["Piece", "Kind", "Side", "Values", "Hex", "Comes"];

/// When a piece comes into play, if not at the start.
pub fn comes(doc: &ScenarioDoc, p: &Piece) -> String {
    let entry = doc.schedule.iter().find(|e| e.pieces.contains(&p.id));
    let setup = || doc.setup.iter().any(|e| e.pieces.contains(&p.id));
    match entry.map(|e| &e.when) {
        Some(When::Turn(n)) => format!("turn {n}"),
        Some(When::Die { from, .. }) => format!("die from turn {from}"),
        Some(When::Event(t)) => format!("event {t}"),
        Some(When::Condition { kind, .. }) => format!("when {kind}"),
        None if setup() => "set-up".to_owned(),
        None => String::new(),
    }
}

/// The cells of a piece, in the order of the columns.
fn cells(doc: &ScenarioDoc, schema: &Schema, p: &Piece) -> [String; 6] {
    let side = doc.side(&p.side).map_or(p.side.as_str(), |s| s.name.as_str());
    let kind = schema.unit(&p.kind).map_or(p.kind.as_str(), |u| u.name.as_str());
    let name = if p.name.is_empty() { p.id.clone() } else { p.name.clone() };
    [name, kind.to_owned(), side.to_owned(), values(schema, p), where_is(doc, p), comes(doc, p)]
}

/// Numbers as numbers, words as words.
fn key(text: &str) -> (Option<u64>, String) {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().ok(), text.to_lowercase())
}

/// Rows as shown: filtered, and sorted by the column chosen.
pub fn rows<'a>(
    doc: &'a ScenarioDoc,
    schema: &Schema,
    filter: &str,
    sort: (usize, bool),
) -> Vec<(&'a Piece, [String; 6])> {
    let mut list: Vec<(&Piece, [String; 6])> = doc
        .pieces
        .iter()
        .filter(|p| {
            matches(doc, schema, p, filter)
                || comes(doc, p).contains(filter.trim()) && !filter.trim().is_empty()
        })
        .map(|p| (p, cells(doc, schema, p)))
        .collect();
    let column = sort.0.min(COLUMNS.len() - 1);
    list.sort_by_cached_key(|(p, c)| (key(&c[column]), p.id.clone()));
    if sort.1 {
        list.reverse();
    }
    list
}

pub fn table(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let schema = tab.schema();
    let mut sort = tab.sort;
    let list = rows(tab.document.doc(), &schema, &tab.filter, sort);
    let wide = ui.available_width();
    egui::ScrollArea::horizontal().id_salt("roster").max_width(wide).auto_shrink([false, true]).show(
        ui,
        |ui| {
            TableBuilder::new(ui)
                .striped(true)
                .sense(Sense::click())
                .column(Column::auto().at_least(104.0).at_most(170.0).clip(true).resizable(true))
                .columns(Column::auto().at_least(52.0).clip(true).resizable(true), 4)
                .column(Column::remainder().at_least(60.0))
                .header(30.0, |mut head| {
                    for (i, name) in COLUMNS.into_iter().enumerate() {
                        head.col(|ui| {
                            let on = sort.0 == i;
                            let arrow = if !on {
                                ""
                            } else if sort.1 {
                                " \u{2193}"
                            } else {
                                " \u{2191}"
                            };
                            let text = RichText::new(format!("{name}{arrow}")).size(11.5);
                            let r = ui.add(egui::Button::new(text).frame(false));
                            if r.on_hover_text(format!("Sort by {}", name.to_lowercase())).clicked() {
                                sort = (i, on && !sort.1);
                            }
                        });
                    }
                })
                .body(|body| {
                    body.rows(24.0, list.len(), |mut line| {
                        let (p, cells) = &list[line.index()];
                        line.set_selected(tab.tools.selection.contains(&p.id));
                        let mut clicked = false;
                        for text in cells {
                            line.col(|ui| {
                                clicked |=
                                    ui.add(egui::Label::new(text).sense(Sense::click()).truncate()).clicked();
                            });
                        }
                        let r = line.response();
                        if r.clicked() || clicked {
                            pick_from(&r.ctx, tab, p, wishes);
                        }
                    });
                });
        },
    );
    tab.sort = sort;
}

/// Pieces that do not start on the map, under what they wait for.
pub fn off_map(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    let waits = |p: &&Piece| pieces::hexes_of(&p.place).is_empty() && !matches!(p.place, Place::On { .. });
    let mut groups: std::collections::BTreeMap<String, Vec<&Piece>> = std::collections::BTreeMap::new();
    for p in doc.pieces.iter().filter(waits).filter(|p| matches(doc, &schema, p, &tab.filter)) {
        let head = match (&p.place, comes(doc, p)) {
            (Place::Box { sheet, slot }, _) => format!("{sheet}: {slot}"),
            (_, when) if when.is_empty() => words::NEVER_COMES.to_owned(),
            (_, when) => super::palette::sentence(&when),
        };
        groups.entry(head).or_default().push(p);
    }
    if groups.is_empty() {
        look::muted(ui, words::NO_OFF_MAP);
    }
    for (head, list) in groups {
        let total = words::totals(&forces::totals(&schema, list.iter().copied()));
        look::caption(ui, &format!("{head}  {total}"));
        for p in list {
            row(ui, tab, &schema, p, 0, wishes);
        }
        ui.add_space(4.0);
    }
}

/// Under the list: add a piece, give new numbers.
pub fn buttons(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    ui.horizontal(|ui| {
        ui.menu_button("Add piece", |ui| {
            egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                let side = tab.tools.template.side.clone();
                let nation = tab.tools.template.nation.clone();
                for t in tab.templates.of(&nation) {
                    if ui.button(&t.name).clicked() {
                        add(named(doc, t.piece(doc, &side, &nation)), wishes);
                    }
                }
                if tab.templates.of(&nation).next().is_some() {
                    ui.separator();
                }
                for u in &schema.units {
                    if ui.button(&u.name).on_hover_text(&u.help).clicked() {
                        let (kind, side, nation) = (u.id.clone(), side.clone(), nation.clone());
                        let piece = Piece { kind, side, nation, ..Piece::default() };
                        add(named(doc, piece), wishes);
                    }
                }
            });
        })
        .response
        .on_hover_text(words::ADD_PIECE);
        let chosen = &tab.tools.selection;
        let renumber = ui.add_enabled(chosen.len() > 1, egui::Button::new("Renumber"));
        if renumber.on_hover_text(words::RENUMBER).clicked()
            && let Some(p) = chosen.first().and_then(|id| doc.piece(id))
        {
            let stem = p.id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
            let edit = forces::renumber(doc, chosen, if stem.is_empty() { &p.kind } else { stem });
            wishes.edits.extend(edit);
            wishes.select = Some(Vec::new());
        }
    });
}

/// Adds a piece and selects it: what is new is what is worked on next.
fn add(piece: Piece, wishes: &mut Wishes) {
    wishes.select = Some(vec![piece.id.clone()]);
    wishes.edit(Edit::AddPieces(vec![piece]));
}

fn named(doc: &ScenarioDoc, piece: Piece) -> Piece {
    let stem = if piece.nation.is_empty() { &piece.side } else { &piece.nation };
    let id = pieces::free_id(doc, &pieces::slug(&format!("{stem} {}", piece.kind)));
    Piece { id, ..piece }
}

/// A row is picked up, or something is dropped on it. True while something hovers over it.
pub fn carry(r: &Response, tab: &Tab, p: &Piece, wishes: &mut Wishes) -> bool {
    if r.drag_started() {
        let chosen = &tab.tools.selection;
        let ids = if chosen.contains(&p.id) { chosen.clone() } else { vec![p.id.clone()] };
        DragAndDrop::set_payload(&r.ctx, Carried(ids));
    }
    if let Some(c) = r.dnd_release_payload::<Carried>() {
        join(tab.doc(), &c.0, &p.id, &p.side, wishes);
    }
    r.dnd_hover_payload::<Carried>().is_some_and(|c| !c.0.contains(&p.id))
}

/// Puts pieces under another; whoever would be under himself stays.
fn join(doc: &ScenarioDoc, ids: &[String], parent: &str, side: &str, wishes: &mut Wishes) {
    let may = |id: &&String| {
        doc.piece(id).is_some_and(|p| p.parent != parent && p.side == side)
            && (parent.is_empty() || forces::may_join(doc, id, parent))
    };
    let ids: Vec<String> = ids.iter().filter(may).cloned().collect();
    if !ids.is_empty() {
        wishes.edit(Edit::ChangePieces { ids, change: PieceChange::Parent(parent.to_owned()) });
    }
}

/// A place to drop what is to be under nobody; seen while something is carried.
pub fn drop_to_top(ui: &mut Ui, tab: &Tab, side: &str, wishes: &mut Wishes) {
    if !DragAndDrop::has_payload_of_type::<Carried>(ui.ctx()) {
        return;
    }
    let r = ui.add(egui::Button::new(RichText::new(words::DROP_TOP).size(11.5)).sense(Sense::hover()));
    if let Some(c) = r.dnd_release_payload::<Carried>() {
        join(tab.doc(), &c.0, "", side, wishes);
    }
}

/// What was carried is let go over a hex of the map: as near to it as ground and stacking allow.
pub fn drop_on_map(tab: &Tab, ids: &[String], at: Hex) -> Option<Edit> {
    let doc = tab.doc();
    let schema = tab.schema();
    let list: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
    let settled = forces::Ground::new(doc, &schema, ids).settle(&list, &vec![at; list.len()]);
    let place = |(id, place): (String, Place)| {
        let side = doc.piece(&id).map(|p| p.side.clone()).unwrap_or_default();
        let hex = pieces::hexes_of(&place).first().copied().unwrap_or(at);
        (id, place, crate::core::tool::facing_enemy(doc, &schema, &side, hex))
    };
    let moves: Vec<_> = settled.into_iter().map(place).collect();
    (!moves.is_empty()).then_some(Edit::PlacePieces(moves))
}
