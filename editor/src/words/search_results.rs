//! What the search finds beside commands.

pub const DOCUMENT: &str = "Document";
pub const DOCUMENT_HELP: &str = "An open scenario: to the front";
pub const TERRAIN: &str = "Terrain";
pub const TERRAIN_HELP: &str = "Ground: the brush paints with it";
pub const SIDE: &str = "Hexside";
pub const SIDE_HELP: &str = "Drawn along sides of hexes";
pub const ROAD: &str = "Road";
pub const ROAD_HELP: &str = "Drawn from hex to hex";
pub const UNIT: &str = "Piece";
pub const UNIT_HELP: &str = "Place pieces of this kind";
pub const HEX: &str = "Hex";
pub const HEX_HELP: &str = "Shows it on the map";
pub const PLACE: &str = "Place";
pub const AREA: &str = "Area";
pub const AREA_HELP: &str = "Shows it, with the tool to paint it";
pub const PIECE: &str = "On the map";
pub const PIECE_HELP: &str = "Selects it and shows where it stands";
