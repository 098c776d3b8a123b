//! The speed goals, each a ratio of two figures taken in one run on one core.
//!
//! `cargo bench -p tests --bench ratios` prints the table of `BENCHMARKS.md`. Set `OPENSPIEL_CHESS` to a
//! command that prints `listed actions/s N` for OpenSpiel's chess to get the first row.

mod common;
mod drawing;
mod editing;
mod geometry;
mod play;
mod rules;
mod scenarios;

fn main() {
    let only = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|o| name.contains(o.as_str()));
    println!("| what | here | against | ratio | goal |");
    println!("|---|---|---|---|---|");
    if wanted("rules") {
        rules::run();
    }
    if wanted("reach") {
        geometry::run();
    }
    if wanted("drawing") {
        drawing::run();
    }
    if wanted("play") {
        play::run();
    }
    if wanted("open") {
        scenarios::run();
    }
    if wanted("editing") {
        editing::run();
    }
}
