mod battle;
pub(crate) mod world;
