//! The events chart (41): conditions, effects and what becomes of the marker.

use super::Arm;
use crate::ids::SideId;
use serde::{Deserialize, Serialize};

/// Who an event speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    Coalition,
    Habsburg,
    /// The side with fewer Morale Points.
    Lower,
}

/// What must hold for the first case of an event (41).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Condition {
    /// One side has at least so many points more.
    Gap(u8),
    Lead {
        side: Who,
        by: u8,
    },
    /// Units of the side (of the nation, where one is named) stand there.
    Holds {
        side: Who,
        #[serde(default)]
        nation: Option<String>,
        place: String,
    },
    HoldsFortresses {
        side: Who,
        #[serde(default)]
        nation: Option<String>,
        lands: Vec<String>,
        least: u8,
    },
    /// A fortress or town of these lands.
    HoldsAnyPlace {
        side: Who,
        lands: Vec<String>,
    },
    InLand {
        side: Who,
        lands: Vec<String>,
    },
    InForce(String),
    Any(Vec<Condition>),
}

/// How many points an event moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Points {
    Fixed(u8),
    Dice(u8),
}

/// Where free units of an event may be placed (9.2).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Landing {
    /// Any hex of these lands without enemy units or zone that may be entered; `enemy_held`: only those of which
    /// the enemy holds a fortress or town.
    AnyHex {
        lands: Vec<String>,
        #[serde(default)]
        enemy_held: bool,
    },
    /// A fortress, town or free city of these lands, or a hex of the map's edge, which is an area of the scenario.
    PlaceOrEdge {
        lands: Vec<String>,
        edge: Option<String>,
    },
    /// A friendly-occupied fortress of these lands, or the staging area.
    FortressOrStaging {
        lands: Vec<String>,
    },
    Staging,
    /// Named places, where there is no staging area.
    Places(Vec<String>),
}

/// A choice of free units: so many of an arm.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Offer {
    pub arms: Vec<Arm>,
    pub number: u8,
}

/// What an event does (41).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Effect {
    Gain {
        side: Who,
        points: Points,
    },
    /// Never below 1.
    Lose {
        side: Who,
        points: Points,
    },
    /// One die: on an even result `even` gains it and the other loses it, on an odd one the reverse.
    Swing {
        even: Who,
    },
    Join(String),
    /// The owner takes one of the offers from the Recruit box.
    Reinforce {
        side: Who,
        nations: Vec<String>,
        choice: Vec<Offer>,
        landing: Landing,
    },
    /// Units of the nation neither move nor attack this turn.
    Halt(String),
    /// The side does not attack stacks that hold only this nation this turn.
    Truce {
        side: Who,
        nation: String,
    },
    /// At most so many points a turn for lots with this nation.
    CapRecruits {
        nation: String,
        points: u8,
    },
    NoRecruits(String),
    /// Dice of points for recruits of the nation this turn.
    Purse {
        nation: String,
        dice: u8,
    },
    /// A die for each leader of these nations in play: up to `box_up_to` he goes to the Recruit box.
    RollLeaders {
        nations: Vec<String>,
        box_up_to: u8,
    },
    /// A die for each place with light units: up to `lose_up_to` its owner loses a point, on `light_lost` a light unit goes.
    RollLights {
        lose_up_to: u8,
        light_lost: u8,
    },
    FirstImpulseOnly(String),
    /// The other marker has no effect, now or if it is drawn later.
    Cancel(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum After {
    Return,
    Discard,
    Keep,
}

/// An event marker.
#[derive(Clone, Debug, Deserialize)]
pub struct EventLine {
    pub id: String,
    pub name: String,
    /// The paragraph it is cited by (41.C1).
    pub rule: String,
    /// Whose pool it belongs to.
    pub side: Who,
    #[serde(default)]
    pub condition: Option<Condition>,
    pub effects: Vec<Effect>,
    pub after: After,
    /// Where it goes if the condition fails.
    #[serde(default)]
    pub otherwise: Option<After>,
    /// What the card says, in our own words.
    pub text: String,
}

impl EventLine {
    /// Whose pool it belongs to.
    pub fn owner(&self) -> SideId {
        if self.side == Who::Habsburg { SideId::HABSBURG } else { SideId::COALITION }
    }
}

impl Condition {
    /// Nations, places and lands it names.
    pub fn names(&self) -> Names<'_> {
        let mut out = Names::default();
        self.add_names(&mut out);
        out
    }

    fn add_names<'a>(&'a self, out: &mut Names<'a>) {
        match self {
            Self::Gap(_) | Self::Lead { .. } => {}
            Self::Holds { nation, place, .. } => {
                out.nations.extend(nation.as_deref());
                out.places.push(place);
            }
            Self::HoldsFortresses { nation, lands, .. } => {
                out.nations.extend(nation.as_deref());
                out.lands.extend(lands.iter().map(String::as_str));
            }
            Self::HoldsAnyPlace { lands, .. } | Self::InLand { lands, .. } => {
                out.lands.extend(lands.iter().map(String::as_str));
            }
            Self::InForce(marker) => out.markers.push(marker),
            Self::Any(list) => list.iter().for_each(|c| c.add_names(out)),
        }
    }
}

impl Effect {
    /// Nations, places, lands and other markers it names.
    pub fn names(&self) -> Names<'_> {
        let mut out = Names::default();
        match self {
            Self::Gain { .. } | Self::Lose { .. } | Self::Swing { .. } | Self::RollLights { .. } => {}
            Self::Join(nation)
            | Self::Halt(nation)
            | Self::Truce { nation, .. }
            | Self::CapRecruits { nation, .. }
            | Self::NoRecruits(nation)
            | Self::Purse { nation, .. }
            | Self::FirstImpulseOnly(nation) => out.nations.push(nation),
            Self::RollLeaders { nations, .. } => out.nations.extend(nations.iter().map(String::as_str)),
            Self::Cancel(marker) => out.markers.push(marker),
            Self::Reinforce { nations, landing, .. } => {
                out.nations.extend(nations.iter().map(String::as_str));
                match landing {
                    Landing::AnyHex { lands, .. }
                    | Landing::PlaceOrEdge { lands, .. }
                    | Landing::FortressOrStaging { lands } => {
                        out.lands.extend(lands.iter().map(String::as_str));
                    }
                    Landing::Places(places) => out.places.extend(places.iter().map(String::as_str)),
                    Landing::Staging => {}
                }
            }
        }
        out
    }
}

/// What a condition or an effect names, by id; places by name.
#[derive(Default)]
pub struct Names<'a> {
    pub nations: Vec<&'a str>,
    pub places: Vec<&'a str>,
    pub lands: Vec<&'a str>,
    pub markers: Vec<&'a str>,
}
