//! A battle taken up in the middle: states, columns, markers and armies as a scenario may give them, and the phase it begins with.

use crate::compile::{Pieces, flag};
use crate::decide::{Phase, Sequence, begin_player_turn, place_locked};
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::setup::Post;
use crate::state::{BoxKind, Flag, Momentum, MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::{Props, ScenarioDoc, Value};

/// Phases a scenario may begin with: word, name, what comes first.
pub const PHASES: [(&str, &str, Phase); 9] = [
    ("turn", "the first turn", Phase::Turn),
    ("command", "the Command Phase", Phase::Command),
    ("group-rolls", "the command rolls", Phase::GroupRolls),
    ("routed-movement", "routed movement", Phase::RoutedMovement),
    ("movement", "normal movement", Phase::Movement),
    ("bombardment", "offensive bombardment", Phase::OffensiveFire),
    ("rally", "the Rally Phase", Phase::Rally),
    ("defence", "defensive bombardment", Phase::DefensiveFire),
    ("army-morale", "the Joint Army Morale Phase", Phase::Joint),
];

pub const STATES: [(&str, &str, MoraleState); 3] = [
    ("formed", "Formed", MoraleState::Formed),
    ("disordered", "Disordered", MoraleState::Disordered),
    ("routed", "Routed", MoraleState::Routed),
];

pub const SPIRITS: [(&str, &str, Spirit); 3] = [
    ("steady", "steady", Spirit::Steady),
    ("demoralized", "Demoralized", Spirit::Demoralized),
    ("broken", "Broken", Spirit::Broken),
];

#[derive(Clone, Copy, Default)]
pub struct ArmyOpening {
    /// Boxes already filled, below the level given (12.2).
    pub filled: u8,
    pub success: u8,
    pub spirit: Spirit,
}

/// How the battle stands when it begins; empty for most.
pub struct Opening {
    pub begin: Phase,
    pub active: SideId,
    pub states: Vec<(UnitId, MoraleState)>,
    pub columns: Vec<WingId>,
    pub column_leaders: Vec<LeaderId>,
    pub column_guns: Vec<UnitId>,
    pub degraded_wings: Vec<WingId>,
    pub degraded_guns: Vec<UnitId>,
    pub armies: [ArmyOpening; 2],
    /// Locked markers with the penalty side up (6.3).
    pub penalties: Vec<HexId>,
    pub momentum: Vec<Momentum>,
}

fn chosen<T: Copy>(props: &Props, field: &str, words: &[(&str, &str, T)]) -> T {
    let word = props.get(field).and_then(Value::as_text);
    words.iter().find(|w| Some(w.0) == word).map_or(words[0].2, |w| w.2)
}

fn hexes(props: &Props, map: &Map) -> Vec<HexId> {
    let list = props.get("hexes").and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(|v| crate::compile::hex_of(map, v)).collect()
}

impl Opening {
    pub fn read(doc: &ScenarioDoc, map: &Map, pieces: &Pieces, order: &[usize; 2]) -> Self {
        let armies = order.map(|i| {
            let props = &doc.sides[i].props;
            let count = |id: &str| props.get(id).and_then(Value::as_int).unwrap_or(0).clamp(0, 99) as u8;
            ArmyOpening {
                filled: count("filled"),
                success: count("success"),
                spirit: chosen(props, "spirit", &SPIRITS),
            }
        });
        let active = doc.props.get("active").and_then(Value::as_text);
        let mut out = Self {
            begin: chosen(&doc.props, "begin", &PHASES),
            active: if active == Some("coalition") { SideId::COALITION } else { SideId::PRUSSIAN },
            states: Vec::new(),
            columns: Vec::new(),
            column_leaders: Vec::new(),
            column_guns: Vec::new(),
            degraded_wings: Vec::new(),
            degraded_guns: Vec::new(),
            armies,
            penalties: Vec::new(),
            momentum: Vec::new(),
        };
        out.read_pieces(doc, pieces);
        for s in &doc.specials {
            match s.rule.as_str() {
                "locked-penalty" => out.penalties.extend(hexes(&s.props, map)),
                "momentum" => {
                    let id = s.props.get("side").and_then(Value::as_text).unwrap_or_default();
                    let side = order.iter().position(|i| doc.sides[*i].id == id);
                    let side = side.map_or(SideId::COALITION, |i| SideId(i as u8));
                    let marker = |hex| Momentum { hex, side, life: 2 };
                    out.momentum.extend(hexes(&s.props, map).into_iter().map(marker));
                }
                _ => {}
            }
        }
        out
    }

    fn read_pieces(&mut self, doc: &ScenarioDoc, pieces: &Pieces) {
        for piece in doc.pieces.iter() {
            let p = &piece.props;
            if let Some(i) = pieces.units.iter().position(|u| u.id == piece.id) {
                let u = UnitId(i as u8);
                let state = chosen(p, "state", &STATES);
                if state != MoraleState::Formed {
                    self.states.push((u, state));
                }
                if flag(p, "column") {
                    self.column_guns.push(u);
                }
                if flag(p, "degraded") {
                    self.degraded_guns.push(u);
                }
            } else if let Some(i) = pieces.leaders.iter().position(|l| l.id == piece.id) {
                let l = LeaderId(i as u8);
                let wing = match pieces.leaders[i].post {
                    Post::Wing(w) => Some(w),
                    Post::Commander | Post::Extra => None,
                };
                if flag(p, "column") {
                    self.column_leaders.push(l);
                    self.columns.extend(wing);
                }
                if flag(p, "degraded") {
                    self.degraded_wings.extend(wing);
                }
            }
        }
    }
}

/// Puts the position of the scenario in place of the usual beginning.
pub fn take_up(cx: &Context, s: &mut State) {
    let opening = &cx.setup.opening;
    for (u, state) in &opening.states {
        s.unit_mut(*u).morale = *state;
    }
    for w in &opening.columns {
        s.wing_mut(*w).column = true;
        for u in &cx.setup.wing(*w).units {
            s.set(*u, Flag::Column);
        }
    }
    for l in &opening.column_leaders {
        s.leader_mut(*l).column = true;
    }
    for u in &opening.column_guns {
        s.set(*u, Flag::Column);
    }
    for side in SideId::BOTH {
        let given = opening.armies[side.index()];
        for _ in 0..given.filled {
            crate::army_morale::fill_box(s, side, BoxKind::Cost);
        }
        let army = s.army_mut(side);
        army.marker = army.lowest();
        army.success = given.success;
        army.spirit = given.spirit;
    }
    s.momentum.extend(opening.momentum.iter().copied());
    if opening.begin != Phase::Turn {
        begin_in(cx, s, opening.begin);
    }
}

/// Does quietly what the phases before this one would have done.
fn begin_in(cx: &Context, s: &mut State, phase: Phase) {
    let opening = &cx.setup.opening;
    let mut quiet = Record::off();
    s.turn = 1;
    s.active = opening.active;
    if phase != Phase::Command {
        begin_player_turn(cx, s, &mut quiet);
    }
    for w in &opening.degraded_wings {
        s.wing_mut(*w).effective = false;
    }
    for u in &opening.degraded_guns {
        s.degraded |= 1 << cx.setup.unit(*u).group;
    }
    // The other batteries of such a group keep their full movement.
    for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).wing.is_none()) {
        let is_degraded = crate::command::is_group_degraded(s, cx.setup.unit(u).group);
        if is_degraded && !opening.degraded_guns.contains(&u) {
            s.set(u, Flag::GunEffective);
        }
    }
    if phase > Phase::Locked && phase <= Phase::EndOfPlayerTurn {
        place_locked(cx, s, &mut quiet);
        for locked in s.locked.iter_mut().filter(|l| opening.penalties.contains(&l.hex)) {
            locked.penalty = true;
        }
    }
    s.frames = engine::game::Frames::new(Sequence { next: phase }.into());
}
