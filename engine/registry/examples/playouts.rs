//! Random games of one scenario: decisions and listed actions a second, the cost of copying a state,
//! and one number for all last positions, which a change for speed must leave as it was.
//!
//! `cargo run --release -p registry --example playouts -- scenarios/RULESET/NAME.ron [GAMES]`

use engine::MemoryAssets;
use engine::game::digest;
use engine::scenario::{self, Issues, OptionSet};
use registry::Registry;
use std::path::Path;
use std::time::Instant;

/// Seconds this process has computed, where the system tells it (else `since`): other programs do not
/// count.
fn busy(since: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos: Option<f64> = text.split_whitespace().next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| since.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Everything below a folder, as the engine wants it: names below the root, with slashes.
fn read_below(root: &Path, folder: &Path, into: &mut MemoryAssets) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_below(root, &path, into)?;
        } else if path.extension().is_some_and(|e| e == "ron") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            into.insert(name, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which scenario?")?;
    let games: u64 = args.next().map_or(Ok(40), |n| n.parse())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let mut assets = MemoryAssets::default();
    read_below(&root, &root, &mut assets)?;
    let registry = Registry::load(&assets, &mut Issues::default());
    let doc = scenario::parse(&std::fs::read_to_string(&file)?, &mut Issues::default())?;
    let rules = registry.get(&doc.ruleset).ok_or("its rule system is unknown")?;
    let none = OptionSet::new();
    let since = Instant::now();

    let seeds: Vec<u64> = (0..games).collect();
    let (mut best, mut played) = (f64::MAX, Vec::new());
    for _ in 0..5 {
        let start = busy(since);
        played = rules.sims(&doc, &none, &seeds).map_err(|i| format!("{:?}", i.list))?;
        best = best.min(busy(since) - start);
    }
    let decisions: u64 = played.iter().map(|g| g.actions).sum();
    let listed: u64 = played.iter().map(|g| g.listed).sum();
    let ends: Vec<u8> = played.iter().flat_map(|g| g.hash.to_le_bytes()).collect();
    println!(
        "{file}: {games} games, {decisions} decisions, {:.1} listed each",
        listed as f64 / decisions as f64
    );
    println!("decisions a second {:.0}", decisions as f64 / best);
    println!("listed actions a second {:.0}", listed as f64 / best);
    println!("last positions {:016x}", digest(&ends));

    let mut probe = rules.probe(&doc, &none, 7, 60).map_err(|i| format!("{:?}", i.list))?;
    let (rounds, mut copy) = (200_000u32, f64::MAX);
    for _ in 0..5 {
        let start = busy(since);
        (0..rounds).for_each(|_| probe.copy());
        copy = copy.min((busy(since) - start) / f64::from(rounds));
    }
    println!("copy of {} bytes {:.0} ns", probe.size(), copy * 1e9);
    Ok(())
}
