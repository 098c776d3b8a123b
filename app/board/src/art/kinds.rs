//! Art names as the schema writes them, read into kinds.

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
    /// A place with bastions, on maps of whole countries.
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

    /// A river that fills hexes, also where it is crossed.
    pub fn is_waterway(self) -> bool {
        matches!(self, Self::Waterway | Self::Bridge | Self::Ford)
    }

    /// Open water from side to side.
    pub fn is_water(self) -> bool {
        matches!(self, Self::Lake | Self::Sea)
    }

    /// The wash on a level.
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

    /// The tone the wash dries to at its edge.
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

    /// Its letter in black and white, where the schema gives none.
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

    /// What its picture's direction follows.
    pub fn rotation_rule(self) -> RotationRule {
        match self {
            Self::Town | Self::Fortress | Self::Redoubt | Self::Trench | Self::Pond => RotationRule::Free,
            Self::Village => RotationRule::Road,
            Self::Bridge | Self::Ford => RotationRule::Around,
            _ => RotationRule::Never,
        }
    }

    /// Grounds that share a rim: two woods side by side keep theirs.
    pub fn same_wash(self, other: Self) -> bool {
        self == other || (self.is_water() && other.is_water())
    }
}

/// What the direction of a ground's picture follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RotationRule {
    /// It looks the same whichever way it lies.
    Never,
    /// It lies level until it is turned.
    Free,
    /// It lies along the road through its hex, level without one.
    Road,
    /// It lies as what is around it says.
    Around,
}

/// What the direction of a terrain's picture follows.
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
    /// Levels differ and yet there is no slope.
    NoSlope,
    Entrenchment,
    Wall,
    Pass,
    /// Mountains along a side, impassable but by a pass.
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

/// The art of a terrain by its id in the schema, with its letter; its id serves where the schema
/// does not know it.
pub fn terrain_ground(id: &str, schema: &Schema) -> (Ground, String) {
    let kind = schema.terrain(id);
    let ground = Ground::parse(kind.map_or(id, |t| t.art.as_str()));
    let given = kind.map(|t| t.letter.trim()).filter(|l| !l.is_empty());
    (ground, given.unwrap_or_else(|| ground.mono_letter()).to_owned())
}

pub fn edge_art(id: &str, schema: &Schema) -> EdgeArt {
    EdgeArt::parse(schema.edge(id).map_or(id, |e| e.art.as_str()))
}

/// Whether a road class is drawn as a major road; class 1 is where the schema is silent.
pub fn is_major_road(class: u8, schema: &Schema) -> bool {
    let kind = (class as usize).checked_sub(1).and_then(|i| schema.roads.get(i));
    kind.map_or(class <= 1, |k| {
        !k.art.to_ascii_lowercase().contains("minor") && !k.art.eq_ignore_ascii_case("track")
    })
}
