//! What players may answer. What an answer means is said by the question it belongs to.

use crate::board::Layer;
use crate::ids::{LeaderId, UnitId, WingId};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// This unit (to rally, to fire, to lead, …).
    Choose {
        unit: UnitId,
    },
    /// This hex (to attack from, to attack, to retreat to, …).
    ChooseHex {
        hex: HexId,
    },
    /// This wing (to deploy).
    ChooseWing {
        wing: WingId,
    },
    /// A Special Leader tries for a wing, or for the guns with him alone (4.5).
    Inspire {
        leader: LeaderId,
        wing: Option<WingId>,
    },
    /// The two hexes that lend their terrain (10.5.1).
    Pair {
        from: HexId,
        to: HexId,
    },
    /// One hex on, above or below those who stand there (7.3, 10.10).
    Go {
        unit: UnitId,
        to: HexId,
        layer: Layer,
    },
    /// A leader one hex on (7.3), along with a retreat or advance, or to a unit (15.2).
    Ride {
        leader: LeaderId,
        to: HexId,
    },
    /// Into another place of its stack (5.5).
    Lift {
        unit: UnitId,
        position: u8,
    },
    /// Off the map (12.4).
    Exit {
        unit: UnitId,
    },
    /// A battery fires at this hex (8.1).
    Aim {
        unit: UnitId,
        hex: HexId,
    },
    /// A wing goes into column (7.6).
    Form {
        wing: WingId,
    },
    /// A battery goes into column with a wing (7.6).
    FormGun {
        unit: UnitId,
        wing: WingId,
    },
    /// An Army Commander or extra leader goes into column or out of it (7.6).
    FormLeader {
        leader: LeaderId,
    },
    /// A step is lost (10.8.1.1).
    LoseStep {
        unit: UnitId,
    },
    /// A loss of morale state with its retreat (10.8.1.3, 10.8.1.4).
    GiveWay {
        unit: UnitId,
    },
    /// A unit is set up.
    Place {
        unit: UnitId,
        hex: HexId,
    },
    /// A leader is set up.
    PlaceLeader {
        leader: LeaderId,
        hex: HexId,
    },
    /// A battery is laid up with a wing (17.1.1).
    Berth {
        unit: UnitId,
        wing: WingId,
    },
    /// The Army Commander or an extra leader is laid up with a wing (17.1.1).
    BerthLeader {
        leader: LeaderId,
        wing: WingId,
    },
    /// A unit is detached to the Army Commander (17.1.1).
    Detach {
        unit: UnitId,
    },
    /// The next counter of an unspotted wing or dummy is set up: the leader's, then the Dis counters (17.1.2).
    PlaceCover {
        cover: u8,
        hex: HexId,
    },
    /// The leader's counter of an unspotted wing one hex on (17.1.4).
    March {
        cover: u8,
        to: HexId,
    },
    /// A Dis counter to a hex within its reach (17.1.4).
    Trail {
        cover: u8,
        which: u8,
        to: HexId,
    },
    /// Only the Dis counters move.
    Rearrange {
        cover: u8,
    },
    /// An unspotted wing goes into column.
    FormCover {
        cover: u8,
    },
    /// An unspotted wing shows itself and deploys (17.4).
    DeployHere {
        cover: u8,
    },
    /// This counter of an unspotted wing.
    ChooseCover {
        cover: u8,
    },
    /// All that is left is set up where it usually stands.
    PlaceRest,
    /// The die is asked for.
    Roll,
    /// From the beginning.
    Restart,
    Yes,
    No,
    /// The army stays inactive and is not asked before this turn, unless something comes into sight (4.1).
    Stay {
        until: u8,
    },
    Halt,
    Done,
    /// A leader's counter that masks a Detachment, or a false leader, is set up with its cavalry side up (17.6.4.3).
    PlaceMasked {
        cover: u8,
        hex: HexId,
    },
}
