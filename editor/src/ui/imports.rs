//! Imports and exports besides scenarios: geography, orders of battle, pictures.

use super::geo::{Answer, GeoDialog, Into};
use super::host::{EditorCommand, FileRequest, Host};
use super::screen::EditorScreen;
use super::tab::Tab;
use crate::core::{Edit, csv, pieces};
use crate::words;
use board::board::{BoardStyle, board_scene};
use board::furniture::sheet_with_margin;
use board::overlay::Highlights;
use engine::hex::Numbering;
use engine::scenario::{Provenance, ProvenanceKind, ScenarioDoc, Schema};
use std::path::Path;

/// Entries of the File menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportExport {
    Geography,
    TableIn,
    TableOut,
    Picture,
    /// The map with its counters as PNG or SVG.
    PngOut,
    SvgOut,
}

/// Pixels from the middle of a hex to its corner, and along the longest side of a picture at most.
const SCALE: f32 = 48.0;
const LONGEST: f32 = 8000.0;

/// The sheet as shown on the screen, with title and legend: file extension and bytes.
fn draw_sheet(tab: &mut Tab, lines: bool) -> (&'static str, Vec<u8>) {
    let (schema, view) = (tab.schema(), tab.board_view());
    let doc = tab.doc();
    let size = board::layout::Layout::new(doc.map.grid).sheet_size();
    let scale = SCALE.min(LONGEST / (size.x.max(size.y) * 1.3));
    let style = BoardStyle::at_scale(scale);
    let scene = board_scene(&doc.map, &schema, &view, &Highlights::default(), &style);
    let scene = sheet_with_margin(scene, &doc.map, &schema, &style.map, &doc.title, &doc.subtitle);
    match lines {
        true => ("svg", board::svg::to_svg(&scene, scale).into_bytes()),
        false => ("png", board::raster::to_png(&scene, scale)),
    }
}

impl EditorScreen {
    /// Shows the dialog for geography when next shown.
    pub fn ask_geography(&mut self) {
        let open = self.tabs.get(self.current).filter(|t| t.is_editable());
        self.dialogs.geo = Some(GeoDialog::new(open.map(|t| t.doc().ruleset.clone())));
    }

    /// Opens the dialog for geography unless it is open: a file is about to arrive.
    pub fn expect_geography(&mut self) {
        if self.dialogs.geo.is_none() {
            self.ask_geography();
        }
    }

    pub(super) fn grant_other(&mut self, what: ImportExport, host: &mut Host<'_>) {
        match what {
            ImportExport::Geography => self.ask_geography(),
            ImportExport::TableIn => host.ask(EditorCommand::AskFile(FileRequest::Table)),
            ImportExport::Picture => match self.tabs.get_mut(self.current) {
                // There is a picture already: show its settings.
                Some(tab) if crate::core::underlay::Underlay::of(tab.doc()).is_some() => {
                    super::trace::reveal_section(tab);
                    self.panels.reveal(super::commands::PanelKind::Dock);
                }
                _ => host.ask(EditorCommand::AskFile(FileRequest::Picture)),
            },
            ImportExport::PngOut | ImportExport::SvgOut => {
                let Some(tab) = self.tabs.get_mut(self.current) else { return };
                let (ending, bytes) = draw_sheet(tab, what == ImportExport::SvgOut);
                let stem = pieces::slug(&tab.title());
                host.ask(EditorCommand::WriteFile {
                    request: FileRequest::SavePicture,
                    suggested_name: format!("{stem}.{ending}"),
                    bytes,
                });
            }
            ImportExport::TableOut => {
                let Some(tab) = self.tabs.get(self.current) else { return };
                // With a byte order mark, so that spreadsheets recognise UTF-8.
                let text = format!("\u{feff}{}", csv::export(tab.doc(), &tab.schema()));
                let stem = pieces::slug(&tab.title());
                host.ask(EditorCommand::WriteFile {
                    request: FileRequest::SaveTable,
                    suggested_name: format!("{stem}.csv"),
                    bytes: text.into_bytes(),
                });
            }
        }
    }

    /// Takes a file the editor asked for. One that cannot be read is an error and changes nothing.
    pub(super) fn take_file(
        &mut self,
        wish: FileRequest,
        path: &Path,
        bytes: Result<Vec<u8>, String>,
        host: &mut Host<'_>,
    ) {
        let bytes = match bytes {
            Ok(b) => b,
            Err(why) => return host.show_error(why),
        };
        match wish {
            FileRequest::Geography | FileRequest::Mapping => {
                if let Some(dialog) = &mut self.dialogs.geo {
                    dialog.take_file(wish, path, &bytes);
                }
            }
            FileRequest::Table => self.take_table(path, &bytes, host),
            FileRequest::Picture => {
                if let Some(tab) = self.tabs.get_mut(self.current).filter(|t| t.is_editable()) {
                    super::trace::take_picture(tab, path, &bytes, host);
                    if tab.trace.reveal {
                        self.panels.reveal(super::commands::PanelKind::Dock);
                    }
                }
            }
            FileRequest::SaveTable | FileRequest::SaveMapping | FileRequest::SavePicture => {}
        }
    }

    fn take_table(&mut self, path: &Path, bytes: &[u8], host: &mut Host<'_>) {
        let Some(tab) = self.tabs.get_mut(self.current).filter(|t| t.is_editable()) else { return };
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(text) = crate::core::cells::decode(bytes) else {
            return host.show_error(words::not_text(&name));
        };
        match csv::import(tab.doc(), &tab.schema(), &text) {
            Ok(edit) => {
                let said = edit.description();
                tab.apply_edit(edit);
                host.toast(format!("{name}: {said}"));
            }
            Err(problems) => {
                let lines = problems.iter().map(ToString::to_string).collect();
                self.dialogs.refused = Some((name, lines));
            }
        }
    }

    pub(super) fn geo_dialog(&mut self, ctx: &egui::Context, host: &mut Host<'_>) {
        let Some(mut dialog) = self.dialogs.geo.take() else { return };
        match dialog.show(ctx, host) {
            Answer::Open => self.dialogs.geo = Some(dialog),
            Answer::Cancelled => {}
            Answer::Made { map, into: Into::ThisDocument, .. } => {
                if let Some(tab) = self.tabs.get_mut(self.current) {
                    tab.apply_edit(Edit::ReplaceMap { name: words::GEO_STEP.to_owned(), map });
                    tab.widget.fit_map();
                }
            }
            Answer::Made { map, ruleset, files, into: Into::NewDocument } => {
                let mut doc = ScenarioDoc::blank(&ruleset, *map);
                let stem = files.first().and_then(|f| f.split('.').next()).unwrap_or_default();
                doc.title = engine::capitalised(stem);
                doc.id = pieces::slug(&doc.title);
                doc.provenance = Provenance {
                    kind: ProvenanceKind::Reconstructed,
                    note: format!("map from geography: {}", files.join(", ")),
                };
                if let Some(schema) = host.schema(&ruleset) {
                    default_sides(&mut doc, schema);
                }
                self.open(doc, None);
                ctx.request_repaint();
            }
        }
    }
}

/// The rule system's first two nations facing each other.
fn default_sides(doc: &mut ScenarioDoc, schema: &Schema) {
    for n in schema.nations.iter().take(2) {
        pieces::add_side(doc, schema, n);
    }
}

/// Numbers wide enough for the sheet, so that each can be parsed again.
pub fn wide_figures(cols: u16, rows: u16) -> Numbering {
    let digits = |n: u16| n.to_string().len().max(2) as u8;
    let mut n = Numbering::ccrr();
    n.col.width = digits(cols);
    n.row.width = digits(rows);
    n
}
