//! A campaign taken up midway: what a position holds beyond who stands where. Who is demoralised
//! (11.0), depots still being built (10.41), the dead and the prisoners (14.0), rules that no longer
//! bind. Pieces, special rules and schedule entries say it; [`begin`] puts it into the first state.

use super::fields;
use super::setup::{Setup, piece};
use super::state::{Amounts, Camp, Lead, MOST_NATIONS, Phase, Place as Spot, State};
use crate::ids::{LeaderId, NationId, SideId};
use engine::hex::HexId;
use engine::scenario::{At, Issues, Piece, Place, ScenarioDoc};

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

pub fn read_position(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let mut out = Midway::default();
    for p in doc.pieces.iter() {
        read_piece(p, setup, &mut out, issues);
    }
    out.demoralised.sort_unstable();
    out.demoralised.dedup();
    let confined = doc.specials.iter().filter(|s| s.rule == "confined");
    out.lifted = bits_from(confined.map(|s| fields::LIFTED.is_on(&s.props)));
    let leaves = doc.schedule.iter().filter(|e| e.kind == "withdrawal");
    out.withdrawn = bits_from(leaves.map(|e| fields::HAS_LEFT.is_on(&e.props)));
    for s in doc.specials.iter().filter(|s| s.rule == "fortified-camp") {
        let hex = fields::CAMP_HEX.find_hex(&s.props, &setup.map.grid).filter(|h| setup.is_fort(*h));
        out.camp = hex.map(|hex| Camp { hex, done: fields::CAMP_BUILT.is_on(&s.props) });
        out.camps = u8::from(out.camp.is_some() || fields::CAMP_SPENT.is_on(&s.props));
    }
    out.phase = fields::PHASE.read(&doc.props).flatten();
    setup.start.midway = out;
}

fn bits_from(list: impl Iterator<Item = bool>) -> u64 {
    list.take(64).enumerate().filter(|b| b.1).fold(0, |mask, (i, _)| mask | (1 << i))
}

fn read_piece(p: &Piece, setup: &Setup, out: &mut Midway, issues: &mut Issues) {
    let nation = setup.nations.iter().position(|n| n.id == p.nation);
    let at = At::Piece(p.id.clone());
    let fate = fields::FATE.read(&p.props).flatten();
    if let Place::Hex(h) = &p.place
        && let Some(hex) = setup.map.grid.id(*h)
    {
        if fate.is_some() {
            let text = "a piece on the map has no such fate";
            issues.error(at, piece(p), text).rule("14.0").remedy("take it off the map");
        } else if fields::DEMORALISED.is_on(&p.props)
            && let Some(n) = nation
        {
            out.demoralised.push((hex, setup.side_of(NationId(n as u8))));
        } else if p.kind == "depot" && fields::BEING_BUILT.is_on(&p.props) {
            out.building.push(hex);
        }
        return;
    }
    let Some(place) = fate else { return };
    match (p.kind.as_str(), nation) {
        ("strength", Some(n)) if n < MOST_NATIONS => {
            let sp = fields::STRENGTH.read_or_default(&p.props);
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
    let m = &setup.start.midway;
    for (hex, side) in &m.demoralised {
        s.demoralise_force(*hex, *side);
    }
    for d in s.depots.iter_mut().filter(|d| m.building.contains(&d.hex)) {
        d.done = false;
    }
    (s.off_map.prisoners, s.off_map.dead, s.off_map.removed) = (m.prisoners, m.dead, m.removed);
    for (l, place) in &m.fates {
        s.leaders[l.index()] = Lead { place: *place, hex: HexId::NONE, moved: false };
    }
    // Whoever let his king be taken has answered for it (14.15).
    s.asked = m.fates.iter().any(|(l, p)| *p == Spot::Prisoner && setup.leaders[l.index()].king);
    (s.camp, s.camps) = (m.camp, m.camps);
    (s.schedule.lifted, s.schedule.withdrawn) = (m.lifted, m.withdrawn);
}
