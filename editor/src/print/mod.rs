//! The setup kit: everything needed to play a scenario on a table, as pages.
//!
//! [`Source`] gathers what is printed as plain data, [`compose`] lays it out in millimetres as a
//! [`page::Kit`], and [`pdf`] and [`png`] draw that. Layout knows the schema and the plain views of
//! the engine and no rule system.

mod aids;
mod counters;
mod flow;
mod forces;
mod maps;
pub mod page;
pub mod pdf;
pub mod png;
mod press;
mod setup;
mod source;
mod tables;
mod text;
mod tracks;
mod words;

pub use counters::single_counters;
pub use maps::HexSize;
pub use page::{Item, Kit, Page, Paper, Word};
pub use source::Source;

/// What the kit is made of, in printing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Setup,
    Schedule,
    Oob,
    Roster,
    Aids,
    Map,
    Counters,
}

impl Part {
    pub const ALL: [Self; 7] =
        [Self::Setup, Self::Schedule, Self::Oob, Self::Roster, Self::Aids, Self::Map, Self::Counters];

    /// As written on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Schedule => "schedule",
            Self::Oob => "oob",
            Self::Roster => "roster",
            Self::Aids => "aids",
            Self::Map => "map",
            Self::Counters => "counters",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.word() == word)
    }

    /// As shown.
    pub fn name(self) -> &'static str {
        words::part_name(self)
    }
}

/// Sides of a counter that can be chosen, in mm.
pub const COUNTERS: [f32; 4] = [12.7, 15.9, 19.0, 25.4];

/// How the kit is printed.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    pub paper: Paper,
    pub parts: Vec<Part>,
    /// Black and white: patterns and letters in place of colour.
    pub mono: bool,
    pub hex: HexSize,
    /// Side of a counter in mm; what suits the hex if none.
    pub counter: Option<f32>,
    /// Counters without backs.
    pub one_sided: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            parts: Part::ALL.to_vec(),
            mono: false,
            hex: HexSize::Auto,
            counter: None,
            one_sided: false,
        }
    }
}

impl Options {
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// Lays the kit out. `progress` is told the share done and answers whether to go on.
pub fn compose(src: &Source, options: &Options, progress: &mut dyn FnMut(f32) -> bool) -> Option<Kit> {
    let mut press = press::Press::new(src, options);
    type Step = fn(&mut press::Press<'_>);
    let steps: [(Part, Step); 7] = [
        (Part::Setup, setup::print),
        (Part::Schedule, tracks::print),
        (Part::Oob, forces::print_oob),
        (Part::Roster, forces::print_roster),
        (Part::Aids, aids::print),
        (Part::Map, maps::print),
        (Part::Counters, counters::print),
    ];
    for (i, (part, step)) in steps.into_iter().enumerate() {
        if !progress(i as f32 / steps.len() as f32) {
            return None;
        }
        if options.has(part) {
            press.part = part;
            step(&mut press);
        }
        // Sealed pages come after everything both sides may read.
        if part == Part::Schedule && (options.has(Part::Setup) || options.has(Part::Schedule)) {
            press.part = if options.has(Part::Setup) { Part::Setup } else { Part::Schedule };
            if options.has(Part::Setup) {
                setup::print_texts(&mut press);
                setup::print_field(&mut press);
            }
            setup::print_sealed(&mut press);
        }
    }
    progress(1.0).then(|| press.finish())
}
