//! The speed goals of screen, editor and files, each a ratio of two figures taken in one run on one core, in processor
//! time. `cargo bench -p tests --bench ratios` prints the table of `BENCHMARKS.md`; the rules have a bench of their own.

#[path = "../../rules/benches/rules/common.rs"]
mod common;
mod drawing;
mod editing;
mod geometry;
mod play;
mod scenarios;

fn main() {
    let only = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|o| name.contains(o.as_str()));
    println!("| what | here | against | ratio | goal |");
    println!("|---|---|---|---|---|");
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
