//! Rules and everything headless: geometry, maps, search, dice, the contract every rule system
//! keeps, matches with their journal, scenario documents.
//!
//! Nothing here knows a screen, a disk or a clock. Text comes in through [`AssetSource`] and
//! leaves as plain values ([`present`]).

pub mod dice;
pub mod flat_record;
pub mod game;
pub mod hex;
pub mod los;
pub mod map;
pub mod present;
pub mod scenario;
pub mod search;
pub mod table;

mod assets;
mod rule;
mod seat;
mod words;

pub use assets::{AssetError, AssetSource, MemoryAssets};
pub use words::{capitalised, has_words, joined_with_and, sentence};
