//! Reasons for a refusal, each with its rule.

use engine::present::Refusal;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why(pub &'static str, pub &'static str);

impl From<Why> for Refusal {
    fn from(w: Why) -> Self {
        Self::new(w.0, w.1)
    }
}

pub const NOT_NOW: Why = Why("4.1", "that cannot be done at this point of the sequence");
pub const NOT_YOURS: Why = Why("5.31", "only the player whose movement phase it is moves his own units");
pub const NOT_ON_MAP: Why = Why("8.12", "this leader is not on the map");
pub const HAS_MOVED: Why = Why("5.36", "no unit moves twice in one movement phase");
pub const NATION_DONE: Why = Why("5.33", "the movement of this nationality is finished");
pub const BYPASSED: Why = Why("5.34", "leaders move in the order of rank; this one has been passed over");
pub const MUST_SEEK: Why = Why("10.52", "a leader out of supply must first try to get back into supply");
pub const SHUT_IN: Why = Why("12.23", "who is inside a besieged fortress leaves it only through a combat");
pub const QUARTERS: Why = Why("16.22", "troops in winter quarters neither move nor come out");
pub const UNDIVIDED: Why = Why("11.12", "a demoralised force may not be divided");
pub const COMMANDER_MOVES: Why = Why("11.16", "a demoralised force is moved by its commander as a whole");
pub const NO_FORCED: Why = Why("11.18", "demoralised units do not force march");
pub const OTHER_NATION: Why = Why("8.22", "a leader moves only units of his own nationality");
pub const HIGHER_RANK: Why = Why("5.34", "only leaders of lower rank can be taken along");
pub const NOT_HERE: Why = Why("5.35", "there is nothing of that kind here that may still move");
pub const SUPREME: Why =
    Why("5.37", "no subordinate may gather more of his nation's strength than the supreme commander has");
pub const NOT_CARRIED: Why = Why("5.35", "the force does not have that many");
pub const NO_FORT: Why = Why("12.11", "there is no fortress in this hex");
pub const SHUT_AGAIN: Why =
    Why("12.21", "nobody has passed this gate: it stays closed until something else has been done");
pub const ENEMY_FORT: Why = Why("12.13", "the enemy holds this fortress");
pub const BESIEGED_FORT: Why =
    Why("12.23", "a besieged fortress is entered only after a combat with the besiegers");
pub const NOT_ADJACENT: Why = Why("5.32", "a force moves from hex to hex");
pub const NO_WAY: Why = Why("5.45", "nobody crosses sea, lakes, or mountains without a pass");
pub const OFF_MAP: Why = Why("5.44", "a force may never leave the map");
pub const TOO_DEAR: Why = Why("5.41", "there are not enough movement points left");
pub const HELD: Why =
    Why("5.54", "having come over a pass into an enemy hex it may not leave without an overwhelming success");
pub const NO_ENEMY_HEX: Why = Why("11.14", "demoralised units may not enter an enemy hex");
/// With the paragraph of the scenario.
pub const FORBIDDEN: &str = "the scenario forbids this nationality to go there";
/// With the paragraph of the scenario.
pub const CLOSED: &str = "the scenario has closed this region";
pub const SUPPLY: Why =
    Why("10.52", "this leader must end his move in supply, or as near to a source as he can");
pub const NO_TARGET: Why = Why("5.5", "there is no enemy force outside a fortress to overwhelm");
pub const LATE: Why = Why("5.58", "an overwhelming attack is tried at the moment of entering the hex, once");
pub const NO_POINTS: Why = Why("5.5", "an overwhelming attack needs strength points");
pub const FEW_FOR_DEPOT: Why = Why("10.42", "a depot needs ten friendly strength points in its hex");
pub const DEPOT_THERE: Why = Why("10.44", "there is a depot in this hex already");
pub const FORT_DEPOT: Why = Why("10.44", "no depot stands beside a friendly garrison");
pub const UNSUPPLIED: Why = Why("10.43", "no unblocked supply path leads into this hex");
pub const NO_DEPOT: Why = Why("10.47", "there is no depot of yours in this hex");
pub const NO_CAMP: Why = Why("1761.4C", "a fortified camp cannot be begun here");
pub const RETREAT_WAY: Why =
    Why("9.52", "the retreat must spend all it can and end in supply, or as near to a source as possible");
pub const MADE_UP: Why = Why("5.2", "a force march is made up before its die is rolled");
pub const PUT_BACK: Why =
    Why("5.35", "He has put something back here and takes nothing up before he goes on");
pub const LEADERS_ONLY: Why = Why("9.23", "leaders without troops cannot attack");
pub const ONLY_IN: Why = Why("12.23", "now they may only go in");
pub const GARRISON_IT: Why = Why("13.33", "a fortress that surrendered is garrisoned at once");
pub const MUST_RETREAT: Why = Why("9.51", "a beaten force leaves the field at once");
pub const GAME_OVER: Why = Why("17.0", "the game is over");
pub const NOBODY_CHOSEN: Why = Why("5.0", "choose a leader first: he moves the troops");
pub const DEPOT_STAYS: Why = Why("5.38", "depots never move");
pub const BEGIN_FIRST: Why =
    Why("5.35", "begin his move first: he picks up what he takes along and goes from hex to hex");
pub const OPTION: Why = Why("9.0", "you may attack in this hex or let it be");
pub const INSIDE_NO_ATTACK: Why = Why("12.31", "units inside a fortress cannot attack");
pub const INSIDE_SAFE: Why = Why("12.32", "units inside a fortress cannot be attacked, only besieged");
pub const DEMORALISED_DEFENDS: Why = Why("9.14", "demoralised units do not attack, they only defend");
pub const NOT_GARRISONED: Why = Why("13.11", "only a fortress with an enemy garrison can be besieged");
pub const TERMS: Why = Why("13.33", "first the terms of this fortress must be settled");
pub const KING: Why = Why("14.15", "first say whether you give up the game for the captured king");
pub const TWICE: Why = Why("9.52", "a retreat never enters a hex twice");
pub const DUTY: Why = Why("5.54", "after a failed overwhelming attack over a pass this force must attack");
pub const NOT_CONTESTED: Why = Why("9.11", "combat is possible only where opposing forces share a hex");
pub const NOT_BESIEGED: Why = Why("13.12", "a siege needs an operative depot before an enemy garrison");
pub const MUST_SURRENDER: Why = Why("1756.4A", "these troops must surrender when denied the honours of war");
pub const NO_REFUGE: Why =
    Why("13.33", "the garrison goes to the nearest one of its nationality that is not besieged");
pub const NOT_CAPTIVE: Why = Why("14.13", "there are not that many prisoners to hand over");
pub const NO_RETURN: Why =
    Why("14.16", "they return to a fortress with a garrison of their nation that is not besieged");
pub const NOT_LOST: Why = Why("9.45", "that many points of this nationality cannot be given up");
pub const NO_NOMINEE: Why =
    Why("8.23", "only a leader of the highest rank of the strongest nation may be named");
pub const OUT_OF_AREA: Why = Why("18.0", "it must be set up within its area");
pub const SETTLED: Why = Why("18.0", "that has been decided");
