//! The words of the commands that need no picture.

use clap::{Args, Subcommand};
use std::path::PathBuf;

fn games(text: &str) -> Result<u32, String> {
    within(text, 1, 10_000_000)
}

fn threads(text: &str) -> Result<u16, String> {
    within(text, 0, 256)
}

/// A whole number within bounds, or what it must be.
fn within<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let number = text.parse().ok().filter(|n| (least..=most).contains(n));
    number
        .and_then(|n| T::try_from(n).ok())
        .ok_or_else(|| format!("it must be a number from {least} to {most}"))
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check scenarios, saved games, chart files and folders of charts
    ///
    /// Prints every issue with its place and severity. Nothing is written.
    /// Exit code 1 if there are errors.
    Check {
        /// Files, folders of charts, or names of scenarios as `oblique list` prints them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Play a script: one command a line
    #[command(after_long_help = SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Let computer players play many games
    Sim(SimArgs),
    /// Play a saved game again and compare every hash
    ///
    /// Exit code 1 if it plays differently, with the entry at which it does.
    Replay {
        /// Saved game
        save: PathBuf,
    },
    /// List rule systems, scenarios, computer players, options and special rules
    List {
        /// Only this rule system, in full
        ruleset: Option<String>,
        /// Only the names of scenarios, one a line
        #[arg(long)]
        scenarios: bool,
    },
    /// Write a small scenario file with a comment on every part, to begin with
    New {
        /// Rule system
        ruleset: String,
        /// File to write; printed if not said
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print or write what a scenario file may say: every field, kind and value, with an example
    Reference {
        /// Rule system
        ruleset: String,
        /// File to write (Markdown); printed if not said
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print or write the charts in force, with comments and provenance
    Charts {
        /// Rule system
        ruleset: String,
        /// Folder to write them to
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub struct ScriptArgs {
    /// Path or name of the scenario; or a script that brings its own, and no second argument
    pub scenario: String,
    /// Script to play, `-` for standard input
    pub file: Option<String>,
    /// Seed of the dice that are not dictated
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Option of the rule system, as often as you like
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Print the transcript as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct SimArgs {
    /// Path, or name as `oblique list` prints it
    pub scenario: String,
    /// Games to play
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = games)]
    pub games: u32,
    /// Seed of the first game; the others follow from it
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Computer players, one for each seat
    #[arg(long, default_value = "random,random", value_name = "A,B", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Threads; all cores if not said. The results do not depend on it
    #[arg(long, default_value_t = 0, value_name = "T", value_parser = threads)]
    pub threads: u16,
    /// Option of the rule system, as often as you like
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Compare two computer players: each plays each seed from both seats
    #[arg(long)]
    pub swap: bool,
    /// Print what points and other tracks stood at on average as each turn began, and at the end
    #[arg(long, conflicts_with = "swap")]
    pub by_turn: bool,
    /// Write the log of the first game to this file, `-` for the screen, and play no other
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

const SCRIPT_HELP: &str = "\
Commands, one a line; '#' begins a comment:
  dice [PURPOSE] 5 5 6   dictate the next results; the next 'do' must use them all
  dice start 4           dictate the rolls before the first decision (first line of the script)
  do WORDS               play the one legal action whose label has all the words
  list [WORDS]           print the legal actions
  count N WORDS          fail unless exactly N legal actions have the words
  refuse WORDS           fail if a legal action has the words
  why SUBJECT TARGET [=> RULE]   print why not, with its rule; fail unless it is that rule
  expect WORDS           fail unless a log line since the last 'do' has the words
  unexpected WORDS       fail if a log line since the last 'do' has the words
  show                   print counters, tracks and who is to act
  state WORDS            fail unless a line of 'show' has the words
  nostate WORDS          fail if a line of 'show' has the words
  until [turn N] WORDS   pass every decision until the question or a legal action has the words
  inspect HEX|NAME [=> WORDS]    print what is known there; fail unless a line has the words
  score [WORDS]          print the reckoning; fail unless a line has the words
  odds WORDS [=> TEXT PERCENT]   print what may come of an action; fail unless it is so likely
  seat NAME              view as that side ('seat open' sees everything)
  undo [lift], redo      undo and redo; 'lift' also past dice
  hash [HEX]             print the hash of the position, or compare it
  save FILE              save the game
  repeat N ... end       the lines between, N times; {n} in them is the number of the round
  use FILE               the lines of a file beside the script, as a shared map and set-up

Words are whole words in any order, in any case; hex numbers are words. Words in quotes
must stand so in the line: expect \"20 against 10\"
Names of several words are quoted: why \"Prinz Karl\" E4

Lines before the first command may describe the battle, so that a script stands alone:
  scenario NAME          a shipped scenario, or a file beside the script
  ruleset ID             then a map, one letter a hex, and pieces:
  map
    . . F . .
     . . . . .
  end
  SIDE KIND [NUMBER] HEX [name X] [nation X] [facing X] [id X] [FIELD [VALUE]]...
  nobody KIND ...        a piece without a side, where the rule system has such
  side ID NATION...      region ID HEX...        option NAME VALUE
  first SIDE             turns N                 mark WORD TURN...
  grid flat-top|pointy-top odd|even ccrr|letters   how hexes lie and are named; before the map
  charts older           the charts as the version before shipped them
  remove ID|HEX|KIND|all|schedule|specials|setup|victory|pools|marks
  special ID [FIELD=VALUE]...                    prop NAME VALUE
  VICTORY-KIND SIDE [NUMBER] [FIELD=VALUE]...    SIDE-FIELD SIDE VALUE
  SCHEDULE-KIND SIDE pieces=A,B [turn=N|from=N] [area=X] [FIELD=VALUE]...
  setup SIDE pieces=A,B area=X [order=N] [secret]
  edge KIND HEX/DIR...   road CLASS HEX HEX...   level N HEX...
  pool ID MARKER[=N]...  seating NAME SIDE...    SHEET:BOX in place of a hex";
