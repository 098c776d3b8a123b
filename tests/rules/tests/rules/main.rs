//! Everything that needs no screen: the contract, counts, playthroughs, formats, odds, refusals, the command line.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used)]

mod charts;
mod command_line;
mod computer;
mod contract;
mod counts;
mod dependencies;
mod forged;
mod formations;
mod formats;
mod hidden_twins;
mod layering;
mod made_up;
mod misspelt_names;
mod needs;
mod odds;
mod older_saves;
mod phrases;
mod playthroughs;
mod reference;
mod replay;
mod rule_tables;
mod rulebook;
mod typos;
mod why_not;
