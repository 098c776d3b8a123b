mod movement;
pub(crate) mod world;
