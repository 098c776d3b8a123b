//! 21: formal sieges: who may besiege, and the factors of both.

use crate::Context;
use crate::combat::{Battle, Line, Shift, check_fortress, strength, units_of, why_not_fight};
use crate::data::{Arm, SiegeResult};
use crate::ids::{SideId, UnitId, Units};
use crate::leaders;
use crate::state::State;
use crate::words::hex_name;
use engine::hex::HexId;
use engine::present::Refusal;
use smallvec::SmallVec;

/// The besieging force of a hex: all units of it that may take part, a siege train among them (21.3).
pub fn check_siege(
    cx: &Context,
    s: &State,
    ready: Option<&[HexId]>,
    from: HexId,
    at: HexId,
) -> Result<Units, Refusal> {
    check_fortress(cx, s, ready, from, at, false)?;
    let is_train = |u: &UnitId| cx.setup.unit(*u).arm == Arm::SiegeTrain;
    let own = units_of(&cx.setup, s, s.active, from);
    let name = hex_name(cx, from);
    if !own.iter().any(is_train) {
        return Err(Refusal::new("21.3", format!("No siege train is in {name}.")));
    }
    let able: Units = own.iter().copied().filter(|u| why_not_fight(cx, s, *u).is_none()).collect();
    if able.iter().any(is_train) {
        return Ok(able);
    }
    let why = own.iter().filter(|u| is_train(u)).find_map(|u| why_not_fight(cx, s, *u));
    let (rule, text) = why.unwrap_or(("21.3", "it cannot besiege"));
    Err(Refusal::new(rule, format!("The siege train in {name} may not besiege: {text}.")))
}

/// Both siege factors, the column and the lines behind them (21.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factors {
    pub attacker: i8,
    pub defender: i8,
    pub column: u8,
    /// The besieger's with plus, the besieged's with minus.
    pub lines: SmallVec<[Line; 6]>,
}

/// The factors of a siege as it stands; trains expended so far are counted.
pub fn reckon(cx: &Context, s: &State, b: &Battle) -> Factors {
    let chart = &cx.data.siege;
    let (side, other) = (b.attacker, b.defender());
    let (force, garrison) = (b.force(side), b.force(other));
    let mut lines: SmallVec<[Line; 6]> = SmallVec::new();
    let mut add = |shift, side, value: i8| {
        if value != 0 {
            lines.push(Line { shift, side, value });
        }
    };
    let trains = force.iter().filter(|u| cx.setup.unit(**u).arm == Arm::SiegeTrain).count() as i8;
    add(Shift::SiegeTrains(trains as u8), side, trains * chart.per_train);
    if let Some(leader) = leaders::best(cx, s, force) {
        add(Shift::Leader(leader), side, leaders::value(cx, s, leader) as i8);
    }
    let (ours, theirs) = (strength(cx, s, force), strength(cx, s, garrison));
    let hundredths = crate::combat::percentage(cx, ours, theirs);
    let gained = chart.strength.iter().rev().find(|(least, _)| hundredths >= *least).map_or(0, |(_, f)| *f);
    add(Shift::Strength, side, gained);
    if crate::works::stands(s, side, b.from) {
        add(Shift::FieldWorks, side, chart.works);
    }
    if b.supplied[side.index()] {
        add(Shift::Supply, side, chart.supply);
    }
    if let Some(leader) = leaders::best(cx, s, garrison) {
        add(Shift::Leader(leader), other, -(leaders::value(cx, s, leader) as i8));
    }
    if ours < theirs {
        add(Shift::Weaker, other, -chart.weaker);
    }
    if b.supplied[other.index()] {
        add(Shift::Supply, other, -chart.supply);
    }
    let of = |who: SideId| lines.iter().filter(|l| l.side == who).map(|l| l.value).sum::<i8>();
    let (attacker, defender) = (of(side), -of(other));
    let columns = chart.results.first().map_or(1, Vec::len) as i8;
    let column = (attacker - defender - chart.first_factor).clamp(0, columns - 1) as u8;
    Factors { attacker, defender, column, lines }
}

/// The cell of the Siege Table.
pub fn result(cx: &Context, column: u8, die: u8) -> SiegeResult {
    let rows = &cx.data.siege.results;
    let row = rows.get(usize::from(die.max(1)) - 1).or(rows.last());
    row.and_then(|r| r.get(usize::from(column))).copied().unwrap_or(SiegeResult::Stalemate)
}
