//! Damaged files are refused with a word or compile; nothing panics. `MUTATIONS=100000` is the long run.

use super::*;
use crate::data::tests::charts;
use crate::data::{FILES, load};
use engine::{AssetSource, MemoryAssets};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn rounds(sample: usize) -> usize {
    std::env::var("MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(sample)
}

/// A small generator (splitmix64): the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// Another character, a cut, a doubled part, a changed number.
fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        match numbers.below(6) {
            0 => bytes[at] = b"0123456789-\"(),[]{}:"[numbers.below(20)],
            1 => drop(bytes.drain(at..(at + numbers.below(30)).min(bytes.len()))),
            2 => {
                let part = bytes[at..(at + numbers.below(200)).min(bytes.len())].to_vec();
                bytes.splice(at..at, part);
            }
            // A whole line taken away can still be read, and leaves a name without its owner.
            3 => {
                let end = (at..bytes.len()).find(|i| bytes[*i] == b'\n').unwrap_or(bytes.len());
                let start = (0..at).rev().find(|i| bytes[*i] == b'\n').unwrap_or(0);
                bytes.drain(start..end);
            }
            _ => {
                if let Some(i) = (at..bytes.len()).find(|i| bytes[*i].is_ascii_digit()) {
                    let word = ["0", "9", "99", "255", "-1", "65536", "300"][numbers.below(7)];
                    bytes.splice(i..=i, word.bytes());
                }
            }
        }
        if bytes.is_empty() {
            return String::new();
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_scenarios_make_no_panic() {
    let (data, mut numbers) = (shipped(), Numbers(10));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/austrian-succession");
    let texts = SCENARIOS.map(|n| std::fs::read_to_string(folder.join(format!("{n}.ron"))).unwrap());
    let (mut read, mut compiled) = (0, 0);
    for round in 0..rounds(300) {
        // The small one can be tried most often in the time.
        let text = damaged(&texts[if round % 5 == 0 { 0 } else { 2 }], &mut numbers);
        let done = catch_unwind(AssertUnwindSafe(|| {
            let doc = engine::scenario::parse(&text, &mut Issues::default()).ok()?;
            let (setup, issues) = said(&data, &doc);
            assert!(setup.is_some() || issues.has_errors(), "refused without a word");
            Some(setup.is_some())
        }));
        let done = done.unwrap_or_else(|_| panic!("round {round} panics"));
        read += usize::from(done.is_some());
        compiled += usize::from(done == Some(true));
    }
    println!("{read} could be read, {compiled} compiled");
    assert!(read > 0 && compiled > 0 && compiled < read, "a poor sample");
}

#[test]
fn damaged_charts_are_refused_whole_or_serve() {
    let (whole, doc, mut numbers) = (charts(&[]), scenario("tutorial"), Numbers(11));
    let (mut refused, mut served) = (0, 0);
    for round in 0..rounds(300) {
        let path = FILES[round % FILES.len()];
        let mut files = MemoryAssets::default();
        for other in FILES {
            files.insert(*other, whole.read(other).unwrap());
        }
        files.insert(path, damaged(&whole.read(path).unwrap(), &mut numbers));
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut issues = Issues::default();
            match load(&files, &mut issues) {
                Some(data) => {
                    let _ = said(&data, &doc);
                    true
                }
                None => {
                    // What one chart lacks is said where another asks for it.
                    assert!(issues.has_errors(), "{path} is refused without a word");
                    false
                }
            }
        }));
        let done = done.unwrap_or_else(|_| panic!("round {round}: {path} panics"));
        refused += usize::from(!done);
        served += usize::from(done);
    }
    println!("{refused} refused, {served} serve");
    assert!(refused > 0 && served > 0);
}
