//! The art names of the schema as enums.

use crate::palette::{self, Rgba};
use engine::scenario::Schema;

/// How the ground of a hex is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    Clear,
    LightWood,
    HeavyWood,
    Hill,
    Town,
    /// A fortified place, on maps of whole countries.
    Fortress,
    Village,
    Marsh,
    Pond,
    Lake,
    Sea,
    Heath,
    Rough,
    Mountain,
    Redoubt,
    Trench,
    Waterway,
    Bridge,
    Ford,
    Unknown,
}

impl Ground {
    pub fn parse(art: &str) -> Self {
        match art.to_ascii_lowercase().as_str() {
            "clear" | "open" => Self::Clear,
            "light wood" | "light woods" | "orchard" => Self::LightWood,
            "heavy wood" | "heavy woods" | "wood" | "woods" | "forest" => Self::HeavyWood,
            "hill" => Self::Hill,
            "town" | "city" => Self::Town,
            "fortress" => Self::Fortress,
            "village" => Self::Village,
            "marsh" | "swamp" => Self::Marsh,
            "pond" => Self::Pond,
            "lake" => Self::Lake,
            "sea" => Self::Sea,
            "heath" => Self::Heath,
            "rough" => Self::Rough,
            "mountain" => Self::Mountain,
            "redoubt" => Self::Redoubt,
            "trench" => Self::Trench,
            "waterway" => Self::Waterway,
            "bridge" => Self::Bridge,
            "ford" => Self::Ford,
            _ => Self::Unknown,
        }
    }

    /// A river that fills hexes, including its bridges and fords.
    pub fn is_waterway(self) -> bool {
        matches!(self, Self::Waterway | Self::Bridge | Self::Ford)
    }

    /// Open water that fills the hex.
    pub fn is_water(self) -> bool {
        matches!(self, Self::Lake | Self::Sea)
    }

    /// The wash colour at a level.
    pub fn wash_on_level(self, level: i8) -> Rgba {
        match self {
            Self::LightWood => palette::WL,
            Self::HeavyWood => palette::WH,
            Self::Town => palette::TOWN,
            Self::Marsh => palette::MARSH,
            Self::Lake => palette::LAKE,
            Self::Sea => palette::SEA,
            Self::Heath => palette::HEATH,
            Self::Rough => palette::ROUGH,
            Self::Mountain => palette::MTN,
            _ => palette::LEVELS[level.clamp(0, 4) as usize],
        }
    }

    /// The darker tone at the edge of the wash.
    pub fn rim_tone(self) -> Option<Rgba> {
        match self {
            Self::LightWood => Some(Rgba::hex(0x9AAA6C)),
            Self::HeavyWood => Some(Rgba::hex(0x7F9458)),
            Self::Marsh => Some(Rgba::hex(0x8FA98F)),
            Self::Heath => Some(Rgba::hex(0xB79E8E)),
            Self::Rough => Some(Rgba::hex(0xB39A6E)),
            Self::Mountain => Some(Rgba::hex(0x9C8259)),
            Self::Unknown => Some(palette::INK3),
            _ => None,
        }
    }

    /// Its letter in black and white, unless the schema gives one.
    pub fn mono_letter(self) -> &'static str {
        match self {
            Self::Clear | Self::Hill => "",
            Self::LightWood => "Lw",
            Self::HeavyWood => "W",
            Self::Town => "T",
            Self::Fortress => "F",
            Self::Village => "V",
            Self::Marsh => "M",
            Self::Pond => "P",
            Self::Lake => "L",
            Self::Sea => "Sea",
            Self::Heath => "H",
            Self::Rough => "R",
            Self::Mountain => "Mt",
            Self::Redoubt | Self::Trench => "E",
            Self::Waterway | Self::Bridge | Self::Ford => "~",
            Self::Unknown => "?",
        }
    }

    /// What determines the rotation of its picture.
    pub fn rotation_rule(self) -> RotationRule {
        match self {
            Self::Town | Self::Fortress | Self::Redoubt | Self::Trench | Self::Pond => RotationRule::Free,
            Self::Village => RotationRule::Road,
            Self::Bridge | Self::Ford => RotationRule::Around,
            _ => RotationRule::Never,
        }
    }

    /// Whether no rim is drawn between two neighbours.
    pub fn same_wash(self, other: Self) -> bool {
        self == other || (self.is_water() && other.is_water())
    }
}

/// What determines the rotation of a ground's picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RotationRule {
    /// The picture is not rotated.
    Never,
    /// Level, unless the map rotates it.
    Free,
    /// Along the road through its hex; level without a road.
    Road,
    /// Set by the neighbouring hexes.
    Around,
}

/// What determines the rotation of a terrain's picture.
pub fn terrain_rotation_rule(id: &str, schema: &Schema) -> RotationRule {
    terrain_ground(id, schema).0.rotation_rule()
}

/// How a hexside is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeArt {
    River,
    Stream,
    Bridge,
    Ford,
    Slope,
    Steep,
    /// No slope, although the levels differ.
    NoSlope,
    Entrenchment,
    Wall,
    Pass,
    /// Mountains along a hexside, passable only by a pass.
    Ridge,
    Border,
    /// Sea or lake between two hexes.
    Water,
    Unknown,
}

impl EdgeArt {
    pub fn parse(art: &str) -> Self {
        match art.to_ascii_lowercase().as_str() {
            "river" => Self::River,
            "stream" => Self::Stream,
            "bridge" => Self::Bridge,
            "ford" => Self::Ford,
            "slope" => Self::Slope,
            "steep slope" | "steep" => Self::Steep,
            "no slope" => Self::NoSlope,
            "entrenchment" => Self::Entrenchment,
            "wall" => Self::Wall,
            "pass" => Self::Pass,
            "ridge" | "mountain" | "mountains" => Self::Ridge,
            "border" => Self::Border,
            "sea" | "lake" => Self::Water,
            _ => Self::Unknown,
        }
    }
}

/// The art and letter of a terrain. An id that the schema does not have is read as an art name.
pub fn terrain_ground(id: &str, schema: &Schema) -> (Ground, String) {
    let kind = schema.terrain(id);
    let ground = Ground::parse(kind.map_or(id, |t| t.art.as_str()));
    let given = kind.map(|t| t.letter.trim()).filter(|l| !l.is_empty());
    (ground, given.unwrap_or_else(|| ground.mono_letter()).to_owned())
}

pub fn edge_art(id: &str, schema: &Schema) -> EdgeArt {
    EdgeArt::parse(schema.edge(id).map_or(id, |e| e.art.as_str()))
}

/// Whether a road class is drawn as a major road; without a schema entry class 1 is.
pub fn is_major_road(class: u8, schema: &Schema) -> bool {
    let kind = (class as usize).checked_sub(1).and_then(|i| schema.roads.get(i));
    kind.map_or(class <= 1, |k| {
        !k.art.to_ascii_lowercase().contains("minor") && !k.art.eq_ignore_ascii_case("track")
    })
}
