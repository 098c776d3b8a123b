//! The words of the command line: those of `command_line`, and of the commands that draw.

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
    #[command(flatten)]
    Headless(command_line::Command),
    /// Write the setup kit of a scenario as a PDF: setup sheet, map, counters, charts
    ///
    /// A scenario with errors is printed as a draft with the list of its problems; exit code 1.
    Print(PrintArgs),
    /// Draw a scenario as it stands at the start, or its counters one by one
    Image(ImageArgs),
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
    /// Make a map of geography, or bring in an order of battle
    #[command(subcommand)]
    Import(Import),
    /// Write an order of battle as a table
    #[command(subcommand)]
    Export(Export),
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
    /// Flat sides up; as the rule system's own maps if neither is said
    #[arg(long, conflicts_with = "pointy")]
    pub flat: bool,
    /// Corners up
    #[arg(long)]
    pub pointy: bool,
    /// Letters for columns (A1); as the rule system's own maps if neither is said
    #[arg(long, conflicts_with = "figures")]
    pub letters: bool,
    /// Figures for columns and rows (0101)
    #[arg(long)]
    pub figures: bool,
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
    /// Hex size from side to side in mm (13, 16, 19, 25), `fit` for one page, or `auto`
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
