//! The words of the command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Design and play hex-map battles of Frederick the Great's wars.
///
/// Without arguments, or with a scenario or saved game, the window opens. The commands below work
/// without one.
#[derive(Parser, Debug)]
#[command(name = "oblique", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub struct Cli {
    /// Scenario or saved game to open in the window
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
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
    /// Write the setup kit of a scenario as a PDF: setup sheet, map, counters, charts
    ///
    /// A scenario with errors is printed as a draft with the list of its problems; exit code 1.
    Print(PrintArgs),
    /// Draw a scenario as it stands at the start, or its counters one by one
    Image(ImageArgs),
    /// Play a saved game again and compare every hash
    ///
    /// Exit code 1 if it plays differently, with the entry at which it does.
    Replay {
        /// Saved game
        save: PathBuf,
    },
    /// Tell a saved game as a report: points, dice, losses, and a map and the log of every turn
    Report {
        /// Saved game
        save: PathBuf,
        /// File to write: .html, or .md with a folder of pictures beside it
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// Only what this seat may know, from 1; everything if not said
        #[arg(long, value_name = "N")]
        seat: Option<u8>,
    },
    /// List rule systems, scenarios, computer players, options and special rules
    List {
        /// Only this rule system, in full
        ruleset: Option<String>,
        /// Only the names of scenarios, one a line
        #[arg(long)]
        scenarios: bool,
    },
    /// Make a map of geography, or bring in an order of battle
    #[command(subcommand)]
    Import(Import),
    /// Write an order of battle as a table
    #[command(subcommand)]
    Export(Export),
    /// Print or write the charts in force, with comments and provenance
    Charts {
        /// Rule system
        ruleset: String,
        /// Folder to write them to
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

const GEO_EXAMPLES: &str = "\
Polygons become terrain, levels or areas; lines hexsides, roads or works; points towns, names, bridges.

Examples (`oblique list` names the rule systems):
  oblique import geo field.geojson --ruleset ID --hex 457m -o field.ron
  oblique import geo coast.geojson rivers.geojson places.geojson --ruleset ID --hex 14mi -o theatre.ron
  oblique import geo field.geojson --ruleset ID --grid 20x15 --origin 15.2,50.0 --rotate 30 --map own.ron -o field.ron

What is wrong is told with its file and its line or feature, and nothing is written.";

#[derive(Subcommand, Debug)]
pub enum Import {
    /// GeoJSON (longitude, latitude) onto hexes
    ///
    /// A table says what the features become; rule systems bring their own, and the editor shows and
    /// saves them. Prints what was made, and whether the rivers hang together.
    #[command(after_long_help = GEO_EXAMPLES)]
    Geo(GeoArgs),
    /// An order of battle (CSV) into a scenario
    ///
    /// Rows with a known id change that piece, others add one. Nothing is written if a line is wrong.
    Csv {
        /// Path, or name as `oblique list` prints it
        scenario: String,
        /// Table to read
        table: PathBuf,
        /// Scenario to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub enum Export {
    /// The order of battle as CSV, one line a piece
    Csv {
        /// Path, or name as `oblique list` prints it
        scenario: String,
        /// File to write; printed if not said
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub struct GeoArgs {
    /// GeoJSON files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Rule system
    #[arg(long, value_name = "ID")]
    pub ruleset: String,
    /// Columns and rows, as 20x15; as large as the features need if not said
    #[arg(long, value_name = "WxH")]
    pub grid: Option<String>,
    /// From hex to hex: 457m, 22.5km, 14mi
    #[arg(long, value_name = "SIZE")]
    pub hex: Option<String>,
    /// The middle of the sheet in degrees; the features' middle if not said
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true)]
    pub origin: Option<String>,
    /// The bearing that points up, in degrees clockwise from north
    #[arg(long, default_value_t = 0.0, value_name = "DEG", allow_hyphen_values = true)]
    pub rotate: f64,
    /// Flat sides up instead of corners
    #[arg(long)]
    pub flat: bool,
    /// Letters for columns (A1) instead of figures (0101)
    #[arg(long)]
    pub letters: bool,
    /// The table: a file, or the name of one that comes with the rule system
    #[arg(long, value_name = "MAPPING.ron")]
    pub map: Option<String>,
    /// Title of the scenario
    #[arg(long)]
    pub title: Option<String>,
    /// Scenario to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

#[derive(Args, Debug)]
pub struct PrintArgs {
    /// Path, or name as `oblique list` prints it
    pub scenario: String,
    /// PDF to write; a name that ends in .csv gets the order of battle as a table
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Sheet: a4, letter or a3
    #[arg(long, default_value = "a4", value_name = "PAPER")]
    pub paper: String,
    /// Only these: setup, schedule, oob, roster, aids, map, counters
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub parts: Vec<String>,
    /// Black and white: patterns and letters in place of colour
    #[arg(long)]
    pub mono: bool,
    /// Hexes of the map from side to side in mm (13, 16, 19, 25), `fit` for one page, or `auto`
    #[arg(long, default_value = "auto", value_name = "MM")]
    pub hex: String,
    /// Side of the counters in mm: 12.7, 15.9, 19 or 25.4; what suits the hexes if not said
    #[arg(long, value_name = "MM")]
    pub counter: Option<f32>,
    /// Counters without backs
    #[arg(long)]
    pub one_sided: bool,
    /// Option of the rule system, as often as you like
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

#[derive(Args, Debug)]
pub struct ImageArgs {
    /// Path, or name as `oblique list` prints it
    pub scenario: String,
    /// Picture to write: .png or .svg; with --counters the folder for them
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Pixels from the centre of a hex to its corner
    #[arg(long, default_value_t = 48.0, value_name = "PX", conflicts_with = "dpi")]
    pub scale: f32,
    /// True size at so many dots an inch, with --hex or --counter in mm
    #[arg(long, value_name = "DPI")]
    pub dpi: Option<f32>,
    /// Hexes from side to side in mm, for --dpi
    #[arg(long, default_value_t = 19.0, value_name = "MM")]
    pub hex: f32,
    /// Write every counter and marker, front and back, as a picture of its own
    #[arg(long)]
    pub counters: bool,
    /// Side of the counters in mm
    #[arg(long, default_value_t = 15.9, value_name = "MM")]
    pub counter: f32,
    /// Counters as SVG and not as PNG
    #[arg(long, requires = "counters")]
    pub svg: bool,
    /// Only the map, without counters
    #[arg(long)]
    pub map_only: bool,
    /// Black and white
    #[arg(long)]
    pub mono: bool,
    /// With title, legend, scale bar and compass in a margin
    #[arg(long, conflicts_with = "counters")]
    pub legend: bool,
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
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: usize,
    /// Seed of the first game; the others follow from it
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Computer players, one for each seat
    #[arg(long, default_value = "random,random", value_name = "A,B", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Threads; all cores if not said. The results do not depend on it
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// Option of the rule system, as often as you like
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
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
  undo [lift], redo      take back; 'lift' also beyond dice
  hash [HEX]             print the hash of the position, or compare it
  save FILE              save the game

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
  side ID NATION...      region ID HEX...        option NAME VALUE
  first SIDE             turns N                 mark WORD TURN...
  remove ID|HEX|KIND|all|schedule|specials|setup
  special ID [FIELD=VALUE]...                    prop NAME VALUE
  VICTORY-KIND SIDE [NUMBER] [FIELD=VALUE]...    SIDE-FIELD SIDE VALUE
  SCHEDULE-KIND SIDE pieces=A,B [turn=N|from=N] [area=X] [FIELD=VALUE]...
  setup SIDE pieces=A,B area=X [order=N] [secret]
  edge KIND HEX/DIR...   road CLASS HEX HEX...   level N HEX...";
