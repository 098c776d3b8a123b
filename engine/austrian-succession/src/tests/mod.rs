mod battle;
mod contract;
mod games;
mod impulses;
mod logistics;
mod movement;
pub(crate) mod world;
