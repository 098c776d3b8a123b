mod battle;
mod games;
mod movement;
mod options;
mod results;
mod retreats;
mod sieges;
pub(crate) mod world;
