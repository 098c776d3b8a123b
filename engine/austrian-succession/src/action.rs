//! What players may answer. What an answer means is said by the question it belongs to.

use crate::ids::{LotId, MarkerId, PlaceId, UnitId};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

/// Where a new counter is put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Landing {
    Hex(HexId),
    Staging,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A unit is set up (40), a recruit or reinforcement placed (9, 10).
    Place {
        unit: UnitId,
        at: Landing,
    },
    /// All that is left of the set-up goes where it usually stands.
    PlaceRest,
    /// This unit: to be lost, to lead, to go first, to be returned, …
    Choose {
        unit: UnitId,
    },
    /// This hex: a refuge, a fortress to retreat towards, …
    ChooseHex {
        hex: HexId,
    },
    /// This unit lies on top of its stack (24).
    ShowOnTop {
        unit: UnitId,
    },
    /// The event marker goes back into the pool for points, and another is drawn (28).
    ReturnMarker,
    /// The event marker drawn is played.
    PlayMarker {
        marker: MarkerId,
    },
    /// One of the choices an event offers.
    Take {
        offer: u8,
    },
    /// A lot of recruits is bought (10).
    Buy {
        lot: LotId,
    },
    /// The lot is bought with the points of an event (41.H4).
    BuyWithPurse {
        lot: LotId,
    },
    /// A leader trains (11).
    Train {
        leader: UnitId,
    },
    /// Three brigades, of which this is the first, become a wing (12.3).
    Combine {
        unit: UnitId,
    },
    /// A wing is broken into three brigades (12.4).
    Divide {
        wing: UnitId,
    },
    /// A leader is activated for a later impulse (18.2).
    Activate {
        leader: UnitId,
    },
    /// A formal siege from a hex (21.3).
    Besiege {
        from: HexId,
        place: PlaceId,
    },
    /// A Storm from a hex (21.7).
    Storm {
        from: HexId,
        place: PlaceId,
    },
    /// A group begins to move with this unit (13.2).
    Lead {
        unit: UnitId,
    },
    /// This unit joins the group that is about to move.
    Join {
        unit: UnitId,
    },
    /// Every unit of the hex that may joins the group.
    JoinAll,
    /// The group goes one hex on.
    Go {
        to: HexId,
    },
    /// The group goes one hex on along a river (13.14).
    GoByRiver {
        to: HexId,
    },
    /// This unit of the group stays where it is (18.4).
    Drop {
        unit: UnitId,
    },
    /// The group comes out of its staging area (26.2).
    Enter {
        to: HexId,
    },
    /// A supply train is expended for Field Works (36.2).
    Fortify {
        train: UnitId,
    },
    /// Light units pillage the hex they are in (35.1).
    Pillage {
        unit: UnitId,
    },
    /// A cavalry or light unit is shown, so that stacks next to it must be (24.1.1).
    Scout {
        unit: UnitId,
    },
    /// An Advance Guard Action is declared (29.1).
    Charge,
    /// Units of one hex attack another (16.2).
    Attack {
        from: HexId,
        to: HexId,
    },
    /// This unit takes no part in the attack.
    LeaveOut {
        unit: UnitId,
    },
    /// The attack is made.
    Fight,
    /// A supply train is expended (19.4, 31).
    Expend {
        train: UnitId,
    },
    /// The owner gives up this unit.
    Lose {
        unit: UnitId,
    },
    /// One unit goes into the hex the enemy has left (17.11), or one hex further (32).
    Pursue {
        unit: UnitId,
        to: HexId,
    },
    /// Prisoners offered and asked for (38.4): this unit on the list, or off it.
    Offer {
        unit: UnitId,
    },
    Yes,
    No,
    /// The group stops.
    Halt,
    Done,
}
