//! Words for people, in one place.

use crate::ids::Walls;
use engine::present::Rule;

pub const ATTACK_BONUS: &str = "attack bonus of the commander";
pub const DEFENCE_BONUS: &str = "defence bonus of the enemy commander";
pub const MOUNTAIN: &str = "mountain hex";
pub const GARRISON_COMMANDER: &str = "initiative of the garrison commander";
pub const CAMP: &str = "fortified camp";
pub const VICTORY: &str = "victory";
pub const BREACH: &str = "breach";
pub const NOTHING_LOST: &str = "nothing lost";

pub const OWN_FALLS: &str = "a leader of yours falls";
pub const ENEMY_FALLS: &str = "an enemy leader falls";

pub fn allowance(mp: u8, lost: u16) -> String {
    format!("{mp} MP, {lost} lost")
}

pub fn losses(mine: u16, his: u16) -> String {
    format!("{mine} lost, enemy {his}")
}

/// `lost`: whether the battle was lost; none for a draw or an attack that is void.
pub fn battle(lost: Option<bool>, mine: u16, his: u16) -> String {
    let word = match lost {
        Some(true) => "beaten",
        Some(false) => VICTORY,
        None if mine == 0 && his == 0 => return "no loss, or void (under 33 %)".into(),
        None => "draw",
    };
    format!("{word}: {}", losses(mine, his))
}

pub fn announced(sp: u8) -> String {
    format!("against the {} announced", points(sp.into()))
}

pub fn against(sp: u8) -> String {
    format!("against {}", points(sp.into()))
}

/// `1 point`, `5 points`.
pub fn points(n: u16) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}

pub fn his_decision(side: &str) -> String {
    format!("{side} is to decide now")
}

/// Who is spoken of: a leader, or troops in the plural.
pub struct Piece {
    pub name: String,
    pub many: bool,
}

impl Piece {
    fn be(&self) -> String {
        format!("{} {}", self.name, if self.many { "are" } else { "is" })
    }

    fn have(&self) -> String {
        format!("{} {}", self.name, if self.many { "have" } else { "has" })
    }
}

pub fn troops_in(adjective: &str, place: &str, inside: Walls) -> String {
    format!("the {adjective} troops {} {place}", if inside == Walls::Inside { "inside" } else { "in" })
}

pub fn depot_stays(place: &str) -> String {
    format!("the depot in {place} stays where it is: depots never move")
}

pub fn depot_in(place: &str) -> String {
    format!("the depot in {place}")
}

pub fn not_his_move(piece: &Piece, owner: &str, mover: &str) -> String {
    format!("{} under {owner}, and only {mover} moves in this phase", piece.be())
}

pub fn not_his(piece: &Piece, owner: &str, mover: &str) -> String {
    format!("{} under {owner}, and now {mover} is to act", piece.be())
}

pub fn water(place: &str) -> String {
    format!("{place} is water, and nobody enters sea or lake")
}

pub fn barred(place: &str, adjective: &str, confined: &str) -> String {
    format!("{place} is closed to the {adjective} army: it {confined}")
}

pub fn shut(place: &str, region: &str) -> String {
    format!("{place} lies in {region}, which the scenario has closed to everybody")
}

pub fn has_moved(piece: &Piece) -> String {
    format!("{} already moved, and no unit moves twice in one movement phase", piece.have())
}

pub fn led_by(troops: &str, reason: &str) -> String {
    format!("{troops} cannot go without a leader, and {reason}")
}

pub fn nation_done(piece: &Piece, adjective: &str) -> String {
    format!("{} too late: the {adjective} army has finished its movement of this phase", piece.be())
}

pub fn bypassed(piece: &Piece) -> String {
    format!("{} been passed over: leaders move in the order of rank", piece.have())
}

pub fn shut_in(piece: &Piece) -> String {
    format!("{} besieged, and a besieged fortress is left only through a combat", piece.be())
}

pub fn quarters(piece: &Piece) -> String {
    format!("{} in winter quarters, and nobody in quarters moves or comes out", piece.be())
}

pub fn no_forced(piece: &Piece) -> String {
    format!("{} demoralised, and demoralised units do not force march", piece.be())
}

pub fn commander_moves(piece: &Piece, place: &str) -> String {
    format!("{} demoralised: the force in {place} is moved by its commander as a whole", piece.be())
}

pub fn other_nation(troops: &str, leader: &str) -> String {
    format!("{troops} cannot be moved by {leader}, who is of another nation")
}

pub fn must_seek(leader: &str) -> String {
    format!("{leader} is out of supply and must first try to get back into it")
}

pub fn must_end_supplied(leader: &str, place: &str) -> String {
    format!(
        "{leader} must end his move in supply, or as near to a source as he can, and not in or by {place}"
    )
}

pub fn supreme(leader: &str, adjective: &str) -> String {
    format!(
        "{leader} would upset the {adjective} command: no subordinate may have more than the supreme commander"
    )
}

pub fn one_at_a_time(piece: &str, leader: &str) -> String {
    format!("{piece} must wait: forces move one at a time, and {leader} is on his way")
}

pub fn goes_with(piece: &str, leader: &str) -> String {
    format!("{piece} cannot be told apart from the force of {leader}: choose him to go on or to stop")
}

pub fn build_here(place: &str) -> String {
    format!("a depot can be begun in {place}: choose the hex, not the troops")
}

pub fn open_first(place: &str) -> String {
    format!("choose to move troops in or out of {place} first, then who goes in or comes out")
}

pub fn passed(piece: &Piece, place: &str) -> String {
    format!("{} gone in or out of {place} in this phase, which is done once", piece.have())
}

pub fn say_how_many(piece: &Piece, place: &str) -> String {
    format!("{} in {place}: choose how many go in or out", piece.be())
}

pub fn choose_hex(place: &str) -> String {
    format!("combat at {place} can be resolved now: choose the hex, not the units in it")
}

pub fn pressed(place: &str) -> String {
    format!("the siege of {place} has been pressed in this phase, and only one die is rolled for it")
}

/// Said where an overlay needs somebody who marches.
pub const PICK_A_LEADER: &str = "Choose a leader: troops march with one.";

pub fn picked_up(troops: &str) -> String {
    format!("{troops} move with a leader: choose one of their nation there and let him pick them up")
}

pub fn need_a_leader(troops: &str, adjective: &str) -> String {
    format!("{troops} move only with a leader of their nation, and no {adjective} leader is there")
}

pub fn no_way(place: &str) -> String {
    format!("no way leads to {place} that does not cross water, mountains or forbidden country")
}

pub fn beyond_most(leader: &str, place: &str, cost: u16, most: u8) -> String {
    format!(
        "{place} is {cost} movement points from {leader}, and no force moves more than {most} in one phase"
    )
}

pub fn in_winter(leader: &str, place: &str, cost: u16, mp: u8) -> String {
    format!("{place} costs {cost} movement points, and in winter {leader} has one less than usual, {mp}")
}

pub fn for_the_enemy(leader: &str, place: &str, cost: u16, mp: u8) -> String {
    format!("{place} costs {cost} movement points, one of them for the enemy there, and {leader} has {mp}")
}

pub fn allowed(leader: &str, place: &str, cost: u16, mp: u8, die: u8, initiative: u8) -> String {
    format!(
        "{place} costs {cost} movement points; {leader} has {mp}, by die {die} and initiative {initiative}"
    )
}

pub fn costs(leader: &str, place: &str, cost: u16, left: u8) -> String {
    format!("{place} costs {cost} movement points, and {leader} has {left} left")
}

pub fn hex_by_hex(leader: &str, place: &str) -> String {
    format!("{leader} moves hex by hex: {place} is in reach but not next to him")
}

pub fn begin_first(leader: &str, place: &str) -> String {
    format!("start the march of {leader} first: then he picks up troops and goes to {place}")
}

pub fn roll_first(leader: &str) -> String {
    format!("{leader} marches after the die: make up his force, then roll")
}

pub fn stands_there(piece: &Piece) -> String {
    format!("{} placed by the scenario; you only choose inside or outside the fortress", piece.be())
}

pub fn not_marching(piece: &Piece, phase: &str) -> String {
    format!("{} cannot move now: units march in the two movement phases, and this is {phase}", piece.name)
}

pub fn not_shared(piece: &Piece, place: &str) -> String {
    format!("{} cannot attack {place}: only forces in the same hex fight", piece.name)
}

pub fn losses_first(place: &str) -> String {
    format!("first it is settled who bears the loss in {place}")
}

pub fn option_first(place: &str) -> String {
    format!("first it is decided whether to attack in {place}")
}

pub fn few_for_depot(place: &str, need: u8, here: &str) -> String {
    format!("a depot needs {need} friendly points in its hex, and in {place} are {here}")
}

pub fn at_the_gate(piece: &Piece, place: &str) -> String {
    format!("{} must wait: only units in the hex of {place} go in or out now", piece.name)
}

pub fn only_the_gate(piece: &Piece, place: &str) -> String {
    format!("{} must wait: units of {place} only go in or out now", piece.name)
}

pub const IN_SUPPLY: &str = "In supply";
pub const OUT_OF_SUPPLY: &str = "Out of supply";
pub const SOURCES: &str = "Sources";
pub const NO_SOURCE: &str = "Out of supply: no source can be reached.";
pub const ZONES: &str = "Allied supply paths may enter these hexes but not leave them.";
pub const ZONE_AREA: &str = "Zones of control";
pub const REACH: &str = "Reach";

pub fn network(side: &str, reach: u8, sources: usize, hungry: usize, idle: &[String]) -> String {
    let mut out = format!("{side}: {sources} sources, paths of {reach} hexes");
    match hungry {
        0 => out.push_str(", everybody in supply"),
        1 => out.push_str(", 1 hex out of supply"),
        n => out.push_str(&format!(", {n} hexes out of supply")),
    }
    if !idle.is_empty() {
        out.push_str(&format!("; not operative: {}", idle.join(", ")));
    }
    out.push('.');
    out
}

pub fn supplied_from(place: &str, far: u16) -> String {
    match far {
        0 => format!("{place} is itself a source."),
        1 => format!("Supplied from {place}, 1 hex away."),
        n => format!("Supplied from {place}, {n} hexes away."),
    }
}

pub fn source_too_far(place: &str, far: u16, reach: u8) -> String {
    format!("Out of supply: the nearest source, {place}, is {far} hexes away; paths are {reach} long.")
}

pub fn path_stopped(place: &str, at: &str) -> String {
    if at.is_empty() {
        format!("Out of supply: no free path leads here from {place}.")
    } else {
        format!("Out of supply: the path from {place} is stopped at {at}.")
    }
}

pub fn reach_left(leader: &str, left: u8) -> String {
    format!("{leader}: {left} MP left.")
}

pub fn reach_die(leader: &str, mp: u8, die: u8) -> String {
    format!("{leader}: {mp} MP with a die of {die}.")
}

pub const LOSSES_SHEET: &str = "Prisoners and losses";
pub const ARRIVALS_SHEET: &str = "Reinforcements";
pub const SPECIAL_SHEET: &str = "Special rules";
pub const PRISONERS: &str = "prisoners";
pub const LOST: &str = "lost";
pub const ELIMINATED: &str = "eliminated";
pub const OUT_OF_PLAY: &str = "out of play";
pub const DEPOT: &str = "a depot";
pub const ARRIVED: &str = "arrived";
pub const GONE: &str = "has left the war";
pub const EXCHANGE: &str = "Prisoners";
pub const NO_EXCHANGE: &str = "are not exchanged";
pub const AT_THE_END: &str = "at the end of the game";
pub const MUST_SURRENDER: &str = "must surrender when denied the honours of war";
pub const DOUBLE: &str = "count double";
pub const NEGATIVE: &str = "A total below zero";
pub const DEFEATED: &str = "is a defeat";

pub fn force_at_place(force: &str, place: &str) -> String {
    format!("{force} at {place}")
}

pub fn on_turn(turn: u16, side: &str) -> String {
    format!("Turn {turn}, {side}")
}

pub fn leaves_on(turn: u8) -> String {
    format!("leaves at the start of turn {turn}")
}

pub fn leaves_die(turn: u8, die: u8) -> String {
    format!("from turn {turn} on, leaves when a die shows {die}")
}

pub fn confined(region: &str, stays_in: bool, until: Option<&str>, lifted: bool) -> String {
    let mut out = if stays_in { format!("never leaves {region}") } else { format!("never enters {region}") };
    if let Some(fort) = until {
        out.push_str(&format!(" until the enemy has taken {fort}"));
    }
    if lifted {
        out.push_str(" (lifted)");
    }
    out
}

pub fn closed_from(turn: u8) -> String {
    format!("closed to everybody from turn {turn}; its fortresses count for nobody")
}

pub fn camp(region: &str, after: u8, used: bool) -> String {
    let used = if used { " (begun)" } else { "" };
    format!("may build one fortified camp at a fortress of {region} after turn {after}{used}")
}

pub fn turns(list: &[u8]) -> String {
    let all: Vec<String> = list.iter().map(ToString::to_string).collect();
    format!("on turns {}", all.join(", "))
}

pub fn exchange(first: &str, second: &str, when: &str) -> String {
    format!("{first} for {second} {when}")
}

pub const NO_EXCHANGE_SENTENCE: &str = "Prisoners are not exchanged [14.1].";

/// What [`confined`] says of one nation, of its troops in the plural.
pub fn troops_confined(adjective: &str, bound: &str, rule: &str) -> String {
    let bound = bound.replacen("never leaves", "never leave", 1).replacen("never enters", "never enter", 1);
    format!("{adjective} troops {bound} [{rule}].")
}

pub fn region_closed(region: &str, turn: u8, rule: &str) -> String {
    format!("{region} is {} [{rule}].", closed_from(turn))
}

pub fn garrison_surrenders(adjective: &str) -> String {
    format!("A garrison of {adjective} troops {MUST_SURRENDER} [13.33].")
}

pub fn side_may(adjective: &str, may: &str) -> String {
    format!("The {adjective} player {may} [1761.4C].")
}

pub fn prisoners_exchanged(first: &str, second: &str, when: &str) -> String {
    format!("{first} prisoners are exchanged for {second} prisoners {when} [14.1].")
}

pub fn losses_beyond_limit(sp: u16, limit: u16) -> String {
    format!("{} beyond {limit} count double", points(sp))
}

pub fn difference(from: i32) -> String {
    format!("Difference of {from} and more")
}

pub fn lost_beyond(side: &str, n: u16) -> String {
    format!("{side} lost beyond {n}")
}

pub const GROUND_WATER: &str = "water";
pub const GROUND_MOUNTAIN: &str = "mountain: two off the combat die";
pub const GROUND_OPEN: &str = "open country";
pub const UNKNOWN_STRENGTH: &str = "troops, strength unknown";
pub const NO_LEADER: &str = "no leader";
pub const DEMORALISED: &str = "demoralised: initiative counts 0";
pub const CAMP_EFFECT: &str = "one off the siege die";

pub fn besieged_by(sp: u16) -> String {
    format!("besieged by {} (announced)", points(sp))
}

pub const SET_UP: &str = "the set-up";
pub const DEPOT_PHASE: &str = "the depot phase";
pub const COMBAT_PHASE: &str = "the combat phase";
pub const SIEGE_PHASE: &str = "the siege phase";
pub const ATTRITION_PHASE: &str = "the attrition phase";
pub const EXCHANGE_PHASE: &str = "the exchange of prisoners";
pub const ANOTHER_PHASE: &str = "another one";

pub const PHASES: [(&str, Rule); 8] = [
    ("Reinforcements", Rule("15.11")),
    ("Morale recovery", Rule("11.2")),
    ("Depots", Rule("10.41")),
    ("March", Rule("5.1")),
    ("Enemy force march", Rule("5.2")),
    ("Combat", Rule("9.0")),
    ("Sieges", Rule("13.0")),
    ("Enemy attrition", Rule("10.6")),
];

pub const DEAR: &str = "Dearer from some side";
pub const CLOSED: &str = "Closed";
pub const IN_ONE_TURN: &str = "In one turn";
pub const LED: &str = "Under a leader";
pub const UNLED: &str = "Without a leader";
pub const SUPREME: &str = "Supreme commanders";

pub fn going(usual: u8, dear: usize, closed: usize) -> String {
    format!("A hex costs {usual}; {dear} cost more from some side; {closed} are closed.")
}

pub fn marching_turns(leader: &str, mp: u16, die: u8, far: u16) -> String {
    format!("{leader}: turns of marching at {mp} MP, a roll of {die} each time; up to {far} turns.")
}

pub fn command(led: usize, alone: usize) -> String {
    format!(
        "A leader commands in his own hex only: {led} forces have one (rank shown), {alone} do not and cannot move."
    )
}
