mod battle;
mod contract;
mod forged;
mod games;
mod impulses;
mod logistics;
mod movement;
mod speed;
pub(crate) mod world;
