//! The charts as tables, for the panel beside the map and for paper.

use crate::Context;
use crate::data::{CombatResult, FILES, RecruitPlace, SiegeResult};
use crate::present::board::print;
use engine::present::ChartView;

pub fn charts(cx: &Context) -> Vec<ChartView> {
    let mut out = vec![
        combat(cx),
        results(cx),
        siege(cx),
        attrition(cx),
        terrain(cx),
        recruits(cx),
        morale(cx),
        units(cx),
        events(cx),
        victory(cx),
    ];
    out.extend(options(cx));
    out
}

fn file(name: &str) -> &'static str {
    FILES.iter().find(|f| f.ends_with(&format!("/{name}.ron"))).copied().unwrap_or_default()
}

/// The letters of a combat result (39).
pub fn letters(result: CombatResult) -> &'static str {
    match result {
        CombatResult::AttackerAnnihilated => "AE",
        CombatResult::AttackerRouted => "AR",
        CombatResult::AttackerDefeated => "AD",
        CombatResult::Counterattack => "CA",
        CombatResult::DefenderDefeated => "DD",
        CombatResult::DefenderRouted => "DR",
        CombatResult::DefenderAnnihilated => "DE",
        CombatResult::AttackerWithdraws => "AW",
        CombatResult::DefenderWithdraws => "DW",
    }
}

pub fn siege_words(result: SiegeResult) -> &'static str {
    match result {
        SiegeResult::Sortie => "Sortie",
        SiegeResult::Stalemate => "Stalemate",
        SiegeResult::Breach => "Breach",
        SiegeResult::HonorsOfWar => "Honors of War",
        SiegeResult::Capitulation => "Capitulation",
    }
}

pub const COMBAT_TABLE: &str = "Combat Results";
pub const SIEGE_TABLE: &str = "Formal Siege";
pub const ATTRITION_TABLE: &str = "Attrition";

fn combat(cx: &Context) -> ChartView {
    let table = &cx.data.combat;
    let mut out = ChartView::new(file("combat"), COMBAT_TABLE, "16.2", &["Die"]);
    let column = |(i, least): (usize, &u16)| match i {
        0 => format!("under {} %", table.columns.get(1).copied().unwrap_or(*least)),
        _ => format!("{least} %"),
    };
    out.columns.extend(table.columns.iter().enumerate().map(column));
    for (i, row) in table.results.iter().enumerate() {
        out.row(std::iter::once((i + 1).to_string()).chain(row.iter().map(|r| letters(*r).to_owned())));
    }
    out.note("Attacker's strength in per cent of the defender's, rounded down to a column.", "16.2");
    out.note("All shifts of the attacker to the right, then all of the defender to the left.", "16.14");
    out.note("A leader shifts by his Value; one on each side.", "16.15");
    out
}

fn results(cx: &Context) -> ChartView {
    let c = &cx.data.combat;
    let columns = ["Result", "Loser", "Winner", "Then"];
    let mut out = ChartView::new(file("combat"), "Combat results explained", "39.0", &columns);
    let withdraw = format!("withdraws {} hexes; wings break first", c.withdrawal_hexes);
    let mut row = |name: &str, loser: String, winner: String, then: &str| {
        out.row([name.to_owned(), loser, winner, then.to_owned()]);
    };
    row("AE, DE", "all".into(), "nothing".into(), "the winner may pursue");
    let (rout, defeat) = (format!("{} %", c.rout_loss), format!("{} %", c.defeat_loss));
    row("AR, DR", rout, "nothing".into(), "wings break, survivors rout; pursuit");
    row("AD, DD", defeat, format!("{} %", c.winner_loss), &withdraw);
    let both = format!("{} %", c.counterattack_loss);
    row("CA", both.clone(), both, "who defended attacks: no ground, its cavalry doubled");
    if cx.setup.options.delaying_actions {
        row("AW, DW", "nothing".into(), "nothing".into(), "withdraws; pursuit, and nobody has won");
    }
    out.note("Losses in brigade equivalents, fractions up, by the owner's choice.", "16.25");
    out
}

fn siege(cx: &Context) -> ChartView {
    let table = &cx.data.siege;
    let mut out = ChartView::new(file("siege"), SIEGE_TABLE, "21.5", &["Die"]);
    let count = table.results.first().map_or(0, Vec::len);
    let factor = |i: usize| (i16::from(table.first_factor) + i as i16).to_string();
    out.columns.extend((0..count).map(factor));
    for (i, row) in table.results.iter().enumerate() {
        out.row(std::iter::once((i + 1).to_string()).chain(row.iter().map(|r| siege_words(*r).to_owned())));
    }
    out.note(format!("Attacker: {} for each siege train, a leader's Value.", table.per_train), "21.5");
    let strength = table.strength.iter().map(|(least, n)| format!("{n} from {least} % of the besieged"));
    out.note(format!("Attacker by strength: {}.", strength.collect::<Vec<_>>().join(", ")), "21.5");
    out.note(format!("Defender: a leader's Value, {} if the besiegers are weaker.", table.weaker), "21.5");
    out
}

fn attrition(cx: &Context) -> ChartView {
    let t = &cx.data.attrition;
    let columns =
        ["Die", "Out of supply", "Winter march", "Winter and out of supply", "The same, and it marched"];
    let mut out = ChartView::new(file("attrition"), ATTRITION_TABLE, "19.5", &columns);
    for die in 0..6 {
        let cell = |list: &[bool; 6]| if list[die] { "lost" } else { "-" }.to_owned();
        out.row([
            (die + 1).to_string(),
            cell(&t.out_of_supply),
            cell(&t.winter_march),
            cell(&t.winter_out_of_supply),
            cell(&t.winter_out_of_supply_march),
        ]);
    }
    out.note(format!("Elite units add {} to the die.", t.elite), "19.5");
    out.note("A wing loses one brigade and breaks into two.", "19.5");
    out
}

fn half(points: u8) -> String {
    if points.is_multiple_of(2) { (points / 2).to_string() } else { format!("{}½", points / 2) }
}

fn terrain(cx: &Context) -> ChartView {
    let t = &cx.data.terrain;
    let columns = ["Ground", "Movement", "By road alone", "Shift for the defender"];
    let mut out = ChartView::new(file("terrain"), "Terrain Effects", "13.7", &columns);
    for line in &t.hexes {
        let cost = line.cost.map_or_else(|| "only by road".to_owned(), half);
        let shift = if line.fortress { format!("{} in a Storm", line.shift) } else { line.shift.to_string() };
        out.row([line.name.clone(), cost, half(line.road_cost), shift]);
    }
    out.row(["River side".into(), format!("+{}", half(t.river_cost)), "-".into(), t.river_shift.to_string()]);
    out.note("A move wholly by road doubles the allowance; one that is not pays full points.", "13.11");
    out.note("Leaders and trains may go along a river as on a road for a whole phase.", "13.14");
    out.note("Only the best shift of hex and hexside counts.", "16.18");
    let lengths = format!(
        "Lines of Communications: {} hexes by road, {} along rivers, {} otherwise.",
        t.supply_by_road, t.supply_by_river, t.supply_otherwise
    );
    out.note(lengths, "19.3");
    out
}

fn recruits(cx: &Context) -> ChartView {
    let columns = ["One point buys", "Number", "Where"];
    let mut out = ChartView::new(file("recruits"), "Recruit Chart", "10.1", &columns);
    for line in &cx.data.recruits {
        if line.mercenary && !cx.setup.options.mercenaries {
            continue;
        }
        let place = match line.place {
            RecruitPlace::HomeFortress => "a held fortress at home",
            RecruitPlace::AnyFortress => "any held fortress",
            RecruitPlace::AnyFortressOrTown => "any held fortress or town",
        };
        out.row([line.name.clone(), line.number.to_string(), place.to_owned()]);
    }
    out.note("French: only their staging area.", "10.3");
    out.note("Austrians also, Hungarians only their staging area or a held fortress at home.", "26.3");
    out.note("Reichsarmee: a Free City without enemies or their zone, held or not.", "10.3");
    out
}

fn morale(cx: &Context) -> ChartView {
    let m = &cx.data.morale;
    let columns = ["For", "Gains", "Loses", "Rule"];
    let mut out = ChartView::new(file("morale"), "Morale Chart", "5.1", &columns);
    let mut row = |name: &str, gains: String, loses: String, rule: &str| {
        out.row([name.to_owned(), gains, loses, rule.to_owned()]);
    };
    let n = |points: u8| points.to_string();
    row("Each brigade equivalent of the loser", n(m.per_brigade), n(m.per_brigade), "5.11");
    row("The loser routed", n(m.rout), n(m.rout), "5.11");
    row("A leader of the loser who does not escape", n(m.leader_gain), n(m.leader_loss), "22.4");
    row("Frederick present: Coalition won, or lost", n(m.frederick), n(m.frederick), "22.6");
    row("A leader activated", "-".into(), n(m.activation), "5.7");
    row("A lot of recruits", "-".into(), n(m.lot), "5.8");
    row("Training by a leader", "-".into(), n(m.training), "5.9");
    if cx.setup.options.grand_diplomacy {
        row("An event marker put back", "-".into(), n(m.marker_back), "28.0");
    }
    row("Rally: each objective held", n(m.objective), "-".into(), "20.1");
    row("Rally: a die, or half of it after later impulses", "1-6 or 0-3".into(), "-".into(), "20.2");
    for place in &cx.setup.places {
        if let Some((side, points)) = place.payment {
            let name = format!("{}: {} first in it", place.name, cx.setup.sides[side.index()].name);
            row(&name, n(points), "-".into(), "5.11");
        }
    }
    out.note(format!("Never over {}; at 0 the war is lost.", m.most), "5.4");
    out
}

fn units(cx: &Context) -> ChartView {
    let columns = ["Counter", "Regular", "Elite", "Brigades"];
    let mut out = ChartView::new(file("units"), "Counters", "2.6", &columns);
    for line in &cx.data.units {
        let text = |face: Option<crate::data::Face>, elite: bool| {
            face.map_or_else(|| "-".to_owned(), |f| print(line.arm, f, elite))
        };
        let brigades = if line.wing { "3" } else { "1" };
        out.row([line.name.clone(), text(line.regular, false), text(line.elite, true), brigades.to_owned()]);
    }
    out.note("Strength and movement; strength in parentheses only defends.", "16.4");
    out
}

fn events(cx: &Context) -> ChartView {
    let columns = ["Marker", "Side", "Text", "Rule"];
    let mut out = ChartView::new(file("events"), "Events", "41.0", &columns);
    for (i, line) in cx.data.events.iter().enumerate() {
        let side = &cx.setup.sides[line.owner().index()];
        if side.pool.get(i).copied().unwrap_or(0) > 0 {
            out.row([line.name.clone(), side.name.clone(), line.text.clone(), line.rule.clone()]);
        }
    }
    out
}

fn victory(cx: &Context) -> ChartView {
    let v = &cx.setup.levels;
    let mut out = ChartView::new(file("victory"), "Levels of victory", "27.2", &["Points ahead", "Level"]);
    out.row([v.decisive.to_string(), "decisive".into()]);
    out.row([v.campaign.to_string(), "campaign".into()]);
    out.row([v.marginal.to_string(), "marginal".into()]);
    out.note("Fewer points ahead: a draw.", "27.2");
    out
}

/// Options in force; nothing where none is.
fn options(cx: &Context) -> Option<ChartView> {
    let o = &cx.setup.options;
    let all = [
        (o.grand_diplomacy, "Grand Diplomacy", "28.0"),
        (o.advance_guard, "Advance Guard Actions", "29.1"),
        (o.delaying_actions, "Delaying Actions", "30.1"),
        (o.combat_supply, "Combat and supply", "31.1"),
        (o.enhanced_pursuit, "Enhanced Pursuit", "32.1"),
        (o.mercenaries, "Mercenaries", "33.0"),
        (o.light_units, "Light units", "34.1"),
        (o.pillage, "Pillage", "35.1"),
        (o.field_works, "Field fortifications", "36.1"),
        (o.large_armies, "Supplying large armies", "37.1"),
        (o.prisoners, "Prisoners of war", "38.1"),
    ];
    let mut out = ChartView::new("", "Optional rules in force", "28-38", &["Option", "Rule"]);
    for (_, name, rule) in all.iter().filter(|(is_on, ..)| *is_on) {
        out.row([(*name).to_owned(), (*rule).to_owned()]);
    }
    (!out.rows.is_empty()).then_some(out)
}
