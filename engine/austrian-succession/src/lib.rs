//! War of the Austrian Succession: the First Silesian War, 1740 to 1742. `RULES.md` says where each rule lives.

mod data;
mod ids;
mod setup;
