//! What the panels of the play screen read, and what they ask for.

use super::selection::Selection;
use super::session::{Player, Session};
use super::{Page, PlayScreen, selection};
use crate::ui::commands::Command;
use egui::Ui;
use engine::hex::HexId;
use engine::present::{Seat, Target};

/// What a panel reads: the match as its viewer sees it, and what is selected.
#[derive(Clone, Copy)]
pub(super) struct PlayView<'a> {
    pub session: &'a Session,
    pub selection: &'a Selection,
}

/// What a panel asks of the play screen. Carried out as soon as the panel has been drawn.
#[derive(Clone, Debug)]
pub(super) enum PlayCommand {
    /// For the program, which carries it out after the frame.
    Program(Command),
    OpenPage(Page),
    /// Closes the drawer of a small window, so that what lies under it can be seen.
    HideDrawer,
    /// Centres the map on a hex and shows what is known of it.
    CenterOn(HexId),
    /// Shows the match as it was after this many entries of its journal.
    LookBackTo {
        entries: usize,
    },
    /// As if this had been clicked on the map.
    Click(Target),
    /// Shows what may come of an action before it is done.
    Preview {
        action: usize,
        subject: Option<Target>,
    },
    /// Selects something and shows where it is.
    Select(Target),
    /// Shows why a subject cannot do anything to a target.
    AskWhy {
        subject: Target,
        target: Target,
    },
    /// Another player decides for a seat from now on.
    ReplacePlayer(Seat, Player),
}

impl PlayScreen {
    /// Carries out what a panel asked for.
    pub(super) fn carry_out(&mut self, commands: Vec<PlayCommand>, ui: &Ui, out: &mut Vec<Command>) {
        for command in commands {
            match command {
                PlayCommand::Program(command) => out.push(command),
                PlayCommand::OpenPage(page) => self.open_page(page),
                PlayCommand::HideDrawer => self.room.drawer = false,
                PlayCommand::CenterOn(hex) => self.look_at(hex),
                PlayCommand::LookBackTo { entries } => {
                    self.time.open = true;
                    self.look_at_entries(entries);
                }
                // With Shift a counter joins the selected group.
                PlayCommand::Click(Target::Counter(counter)) if ui.input(|i| i.modifiers.shift) => {
                    self.select_counters(&[counter]);
                }
                PlayCommand::Click(target) => {
                    let views = &self.session.views;
                    let answer = selection::click(&views.actions, &views.board, &self.selection, &[target]);
                    let at = ui.ctx().pointer_latest_pos().unwrap_or_default();
                    self.answer(answer, at, out);
                }
                PlayCommand::Preview { action, subject } => {
                    if let Some(subject) = subject {
                        self.select(subject);
                    }
                    self.selection.pending = Some(action);
                }
                PlayCommand::Select(target) => self.select(target),
                PlayCommand::AskWhy { subject, target } => self.ask_why(&subject, &target),
                PlayCommand::ReplacePlayer(seat, player) => {
                    self.session.seat(seat, player);
                    self.computer.resume();
                    self.changed();
                }
            }
        }
    }
}
