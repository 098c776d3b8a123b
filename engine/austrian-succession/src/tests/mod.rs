mod battle;
mod games;
mod movement;
pub(crate) mod world;
