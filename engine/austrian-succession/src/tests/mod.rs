mod battle;
mod contract;
mod games;
mod movement;
pub(crate) mod world;
