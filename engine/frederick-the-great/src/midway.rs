//! A campaign taken up midway: what a position holds beyond who stands where. Who is demoralised
//! (11.0), depots still being built (10.41), the dead and the prisoners (14.0), rules that no longer
//! bind. Pieces, special rules and schedule entries say it; [`begin`] puts it into the first state.

use super::setup::{Setup, hex_prop, number, piece, text};
use super::state::{Amounts, Camp, Lead, MOST_NATIONS, Phase, Place as Spot, State};
use crate::ids::{LeaderId, NationId, SideId};
use engine::hex::HexId;
use engine::scenario::{At, Issues, Piece, Place, Props, ScenarioDoc, Value};

/// What has become of a piece that is off the map.
pub const FATES: [(&str, Spot); 3] =
    [("prisoner", Spot::Prisoner), ("dead", Spot::Dead), ("removed", Spot::Removed)];

/// Phases a campaign can be taken up in (4.2).
pub const PHASES: [(&str, Phase); 7] = [
    ("recovery", Phase::Recovery),
    ("depots", Phase::Depots),
    ("march", Phase::March),
    ("force-march", Phase::ForceMarch),
    ("combat", Phase::Combat),
    ("siege", Phase::Siege),
    ("attrition", Phase::Attrition),
];

/// What the first state begins with.
#[derive(Default)]
pub struct Midway {
    /// Hex and side.
    demoralised: Vec<(HexId, SideId)>,
    building: Vec<HexId>,
    prisoners: Amounts,
    dead: Amounts,
    removed: Amounts,
    fates: Vec<(LeaderId, Spot)>,
    camp: Option<Camp>,
    camps: u8,
    lifted: u64,
    withdrawn: u64,
    /// The phase of the first player turn that is begun with; none for its beginning.
    pub phase: Option<Phase>,
}

impl Midway {
    /// Points of a nation that are no longer on the map and will not come.
    pub fn points_gone(&self, nation: usize) -> u16 {
        [&self.prisoners, &self.dead, &self.removed].iter().map(|a| u16::from(a[nation])).sum()
    }
}

fn flag_is_set(props: &Props, key: &str) -> bool {
    props.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// The fate of a piece; none if it is in play or yet to come.
pub fn fate_of_piece(p: &Piece) -> Option<Spot> {
    let word = text(&p.props, "fate");
    FATES.iter().find(|f| f.0 == word).map(|f| f.1)
}

/// How a fate is written.
pub fn fate_word(place: Spot) -> Option<&'static str> {
    FATES.iter().find(|f| f.1 == place).map(|f| f.0)
}

pub fn read_position(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let mut out = Midway::default();
    for p in doc.pieces.iter() {
        read_piece(p, setup, &mut out, issues);
    }
    out.demoralised.sort_unstable();
    out.demoralised.dedup();
    let confined = doc.specials.iter().filter(|s| s.rule == "confined");
    out.lifted = bits_from(confined.map(|s| flag_is_set(&s.props, "lifted")));
    let leaves = doc.schedule.iter().filter(|e| e.kind == "withdrawal");
    out.withdrawn = bits_from(leaves.map(|e| flag_is_set(&e.props, "done")));
    for s in doc.specials.iter().filter(|s| s.rule == "fortified-camp") {
        let hex = hex_prop(&setup.map, &s.props, "hex").filter(|h| setup.is_fort(*h));
        out.camp = hex.map(|hex| Camp { hex, done: flag_is_set(&s.props, "built") });
        out.camps = u8::from(out.camp.is_some() || flag_is_set(&s.props, "spent"));
    }
    let word = text(&doc.props, "phase");
    out.phase = PHASES.iter().find(|p| p.0 == word).map(|p| p.1);
    if out.phase.is_none() && !word.is_empty() {
        let text = format!("there is no phase '{word}' to begin with");
        issues.error(At::Field("props".into()), "phase", text).rule("4.2");
    }
    setup.midway = out;
}

fn bits_from(list: impl Iterator<Item = bool>) -> u64 {
    list.take(64).enumerate().filter(|b| b.1).fold(0, |mask, (i, _)| mask | (1 << i))
}

fn read_piece(p: &Piece, setup: &Setup, out: &mut Midway, issues: &mut Issues) {
    let nation = setup.nations.iter().position(|n| n.id == p.nation);
    let at = At::Piece(p.id.clone());
    let written = text(&p.props, "fate");
    if let Place::Hex(h) = &p.place
        && let Some(hex) = setup.map.grid.id(*h)
    {
        if !written.is_empty() {
            let text = "a piece on the map has no such fate";
            issues.error(at, piece(p), text).rule("14.0").remedy("take it off the map");
        } else if flag_is_set(&p.props, "demoralised")
            && let Some(n) = nation
        {
            out.demoralised.push((hex, setup.side_of(NationId(n as u8))));
        } else if p.kind == "depot" && flag_is_set(&p.props, "building") {
            out.building.push(hex);
        }
        return;
    }
    let Some(place) = fate_of_piece(p) else {
        if !written.is_empty() {
            let text = format!("'fate' is prisoner, dead or removed, not '{written}'");
            issues.error(at, piece(p), text).rule("14.0");
        }
        return;
    };
    match (p.kind.as_str(), nation) {
        ("strength", Some(n)) if n < MOST_NATIONS => {
            let sp = number(&p.props, "sp", 1, (1, 250), (&at, &piece(p)), issues) as u8;
            let heap = match place {
                Spot::Prisoner => &mut out.prisoners,
                Spot::Dead => &mut out.dead,
                _ => &mut out.removed,
            };
            heap[n] = heap[n].saturating_add(sp);
        }
        ("leader", _) => {
            let leader = setup.leaders.iter().position(|l| l.id == p.id);
            out.fates.extend(leader.map(|l| (LeaderId(l as u8), place)));
        }
        _ => {
            issues.error(at, piece(p), "only troops and leaders have a fate").rule("14.0");
        }
    }
}

/// Puts it into a state that has the pieces of the map and nothing else yet.
pub fn apply_position(setup: &Setup, s: &mut State) {
    let m = &setup.midway;
    for (hex, side) in &m.demoralised {
        s.demoralise_force(*hex, *side);
    }
    for d in s.depots.iter_mut().filter(|d| m.building.contains(&d.hex)) {
        d.done = false;
    }
    (s.prisoners, s.dead, s.removed) = (m.prisoners, m.dead, m.removed);
    for (l, place) in &m.fates {
        s.leaders[l.index()] = Lead { place: *place, hex: HexId::NONE, moved: false };
    }
    // Whoever let his king be taken has answered for it (14.15).
    s.asked = m.fates.iter().any(|(l, p)| *p == Spot::Prisoner && setup.leaders[l.index()].king);
    (s.camp, s.camps) = (m.camp, m.camps);
    (s.lifted, s.withdrawn) = (m.lifted, m.withdrawn);
}
