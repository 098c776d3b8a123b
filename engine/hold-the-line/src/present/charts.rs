//! The charts as tables: only the kinds and grounds of this battle, with the options in force.

use crate::C;
use crate::data::{Class, Enter, FILES, Kind, Shot, Terrain, Withdraws};
use engine::present::ChartView;

pub fn charts(cx: &C) -> Vec<ChartView> {
    let mut out = vec![units(cx), terrain(cx), points(cx), dice(cx)];
    out.extend(options(cx));
    out
}

fn shot(s: Option<Shot>) -> String {
    s.map_or("-".to_owned(), |s| {
        let on = if s.hit >= 6 { "6".to_owned() } else { format!("{}-6", s.hit) };
        format!("{} on {on}", if s.dice == 1 { "1 die".to_owned() } else { format!("{} dice", s.dice) })
    })
}

fn signed(n: i8) -> String {
    if n == 0 { "-".to_owned() } else { format!("{n:+}") }
}

/// Kinds of unit in this battle, as the chart has them.
fn present(cx: &C) -> impl Iterator<Item = &Kind> {
    let here = |i: usize| cx.setup.defs.iter().any(|d| d.kind as usize == i);
    cx.data.kinds.iter().enumerate().filter(move |(i, _)| here(*i)).map(|(_, k)| k)
}

fn units(cx: &C) -> ChartView {
    let mut out = ChartView::new(FILES[0], "Units", "table.units", &["Unit", "Moves"]);
    let hill = cx.setup.options.artillery_range && present(cx).any(|k| k.class == Class::Guns);
    let ranges = present(cx).map(|k| k.fire.len()).max().unwrap_or(0);
    out.columns.extend((1..=ranges).map(|r| format!("Fire at {r}")));
    if hill {
        out.columns.push("From a hill, 1 further".into());
    }
    out.columns.extend(["Close combat".into(), "Charge".into(), "Rallies".into()]);
    for k in present(cx) {
        let mut row = vec![k.name.clone(), k.rate.to_string()];
        row.extend((0..ranges).map(|r| shot(k.fire.get(r).copied())));
        if hill {
            row.push(shot((k.class == Class::Guns).then_some(cx.data.options.hill_gun)));
        }
        let rallies = if k.rallies { "yes" } else { "no" };
        row.extend([shot(k.close), shot(k.charge), rallies.into()]);
        out.row(row);
    }
    unit_notes(cx, &mut out);
    out
}

fn unit_notes(cx: &C, out: &mut ChartView) {
    let any = |f: &dyn Fn(&Kind) -> bool| present(cx).any(f);
    let f = &cx.data.combat;
    if any(&|k| k.elite) {
        let text = format!(
            "Elite: {} on its morale dice; its last point is saved by a die of 1 to {}.",
            signed(f.elite_morale),
            f.last_stand
        );
        out.note(text, "3.elite, 3.elite-last");
    }
    if any(&|k| k.skirmish) {
        out.note("Grenzers may move and then fire, each paid for.", "6.grenzer");
    }
    if any(&|k| k.flees) {
        out.note("Light cavalry may flee before fire if it passes a check.", "3.light-flee");
    }
    if any(&|k| k.withdraws == Withdraws::Always) {
        out.note("Light cavalry may withdraw from close combat without a check.", "3.light-withdraw");
    }
    if any(&|k| k.withdraws == Withdraws::OnCheck) {
        out.note("Heavy cavalry withdraws from close combat if it passes a check.", "8.charge-heavy");
    }
    if let Some(n) = present(cx).find_map(|k| k.charge_morale) {
        out.note(format!("Light cavalry that withdraws from a charge checks against {n}."), "8.charge-light");
    }
}

fn terrain(cx: &C) -> ChartView {
    let columns = ["Ground", "Letter", "Entering", "Attacked there", "Morale there", "Sight", "Charged"];
    let mut out = ChartView::new(FILES[1], "Ground", "table.terrain", &columns);
    for (i, t) in cx.data.terrains.iter().enumerate() {
        let here = |g: &&crate::setup::Ground| g.terrain as usize == i;
        let closed: Vec<bool> = cx.setup.ground.iter().filter(here).map(|g| g.closed).collect();
        if closed.contains(&false) {
            out.row(ground(t, t.enter));
        }
        if closed.contains(&true) {
            let mut row = ground(t, Enter::Never);
            row[0] = format!("{}, closed", t.name);
            out.row(row);
        }
    }
    if cx.setup.ground.iter().any(|g| g.closed) {
        out.note("Closed water is crossed at bridges only.", "11.mollwitz");
    }
    out.note(
        "The ground of whoever is attacked counts, on every die against him and on his own check.",
        "2.combat, 2.morale",
    );
    out
}

fn ground(t: &Terrain, enter: Enter) -> Vec<String> {
    let letter = if t.key == '.' { "-".to_owned() } else { t.key.to_string() };
    let enter = match enter {
        Enter::Free => "free",
        Enter::Stop => "stops",
        Enter::Never => "never",
    };
    let sight = if t.blocks { "blocked" } else { "clear" };
    let charge = if t.charge { "yes" } else { "no" };
    vec![
        t.name.clone(),
        letter,
        enter.into(),
        signed(t.attack),
        signed(t.morale),
        sight.into(),
        charge.into(),
    ]
}

fn points(cx: &C) -> ChartView {
    let ap = &cx.data.ap;
    let mut out = ChartView::new(FILES[2], "Action points", "6.ap-roll", &["Action", "AP"]);
    let has = |f: &dyn Fn(&Kind) -> bool| present(cx).any(f);
    let mut price = |name: &str, cost: u8| out.row([name.to_owned(), cost.to_string()]);
    price("Move", ap.move_cost);
    price("Fire", ap.fire_cost);
    if has(&|k| k.close.is_some()) {
        price("Close combat", ap.close_cost);
    }
    if has(&|k| k.charge.is_some()) {
        price("Cavalry charge", ap.charge_cost);
    }
    if has(&Kind::is_leader) {
        price("Rally by a leader", ap.rally_cost);
        price("Extra hex with a leader, on top of the move", ap.leader_hex_cost);
        price("Leader alone", 0);
    }
    if cx.setup.options.facing {
        price("Turn or change formation on the spot", ap.turn_cost);
    }
    if cx.setup.options.momentum {
        price("Fire after a charge", cx.data.options.momentum_cost);
    }
    for s in &cx.setup.sides {
        if let Some(cost) = s.asleep {
            price(&format!("{}: wake a unit", s.name), cost);
        }
        for c in &s.corps {
            if let crate::setup::Comes::Die { cost, .. } = c.comes {
                price(&format!("{}: call for {}", s.name, c.name), cost);
            }
        }
    }
    let faces: Vec<String> =
        ap.random.iter().enumerate().map(|(i, n)| format!("{} brings {n}", i + 1)).collect();
    out.note(format!("Die of the turn: {}.", faces.join(", ")), "6.ap-roll");
    let command: Vec<String> = cx.setup.sides.iter().map(|s| format!("{} {}", s.name, s.command)).collect();
    out.note(format!("Command points, added to the die: {}.", command.join(", ")), "6.ap-roll");
    out.note(format!("Each leader lost takes {} of them.", ap.leader_loss), "9.leader-loss");
    out.note(format!("A commander who did not act: +{} next turn.", ap.idle_bonus), "9.idle-commander");
    out
}

fn dice(cx: &C) -> ChartView {
    let f = &cx.data.combat;
    let mut out =
        ChartView::new(FILES[3], "Checks, leaders and losses", "8.close", &["Event", "Die or points"]);
    let mut row = |name: &str, value: String| out.row([name.to_owned(), value]);
    row("Morale check passes on", "the unit's MP or less".into());
    row("A leader in the hex adds", "his rating".into());
    row("Always fails on", f.always_fails.to_string());
    if present(cx).any(Kind::is_leader) {
        row("Leader casualty check on an attack die of", f.leader_danger.to_string());
        row("Leader killed if the check rolls", f.leader_danger.to_string());
        row("MP regained by a rally", f.rally.to_string());
    }
    row("Victory points for a unit eliminated", f.unit_points.to_string());
    row("Victory points for a leader eliminated", f.leader_points.to_string());
    out.note("Ground and options add to the die of the check.", "2.morale");
    out
}

/// Options in force, with their figures; nothing where none is.
fn options(cx: &C) -> Option<ChartView> {
    let (o, f) = (&cx.setup.options, &cx.data.options);
    let mut out = ChartView::new(FILES[4], "Optional rules in force", "opt", &["Option", "Effect", "Rule"]);
    let mut add = |on: bool, name: &str, effect: String, rule: &str| {
        if on {
            out.row([name.to_owned(), effect, rule.to_owned()]);
        }
    };
    let more = |n: u8, what: &str| format!("{n} more {what}{}", if n == 1 { "" } else { "s" });
    add(o.rapid, "Rapid movement", more(f.rapid_hexes, "hex away from the enemy"), "opt.rapid");
    add(
        o.attacker_morale,
        "Attacker morale",
        "check before closing, or fire only".into(),
        "opt.attacker-morale",
    );
    let cavalry = format!("{} on its dice when it withdraws", signed(f.cavalry_withdrawal));
    add(o.austrian_cavalry, "Austrian cavalry", cavalry, "opt.nation");
    let doubles = format!("doubles up to range {} bring {}", f.doubles_range, more(f.doubles_hits, "hit"));
    add(o.prussian_infantry, "Prussian infantry", doubles, "opt.nation");
    add(o.unit_rally, "Unit rally", "only units not fired on".into(), "opt.unit-rally");
    let elite =
        format!("{} from {} MP where there are {}", more(f.elite_dice, "die"), f.elite_mp, f.elite_from_dice);
    add(o.elite, "Elite bonus", elite, "opt.elite");
    add(
        o.artillery_range,
        "Artillery range",
        "guns on a hill: one hex further".into(),
        "opt.artillery-range",
    );
    add(o.advance, "Attacker advance", "into a hex emptied by fire".into(), "opt.advance");
    let flank = format!(
        "{} on attack dice, {} on morale in close combat",
        signed(f.flank_attack),
        signed(f.flank_morale)
    );
    add(o.flank, "Opposite sides", flank, "opt.flank");
    let withdrawal = format!("check after going back, or {} lost", f.withdrawal_hits);
    add(o.withdrawal, "Withdrawal", withdrawal, "opt.withdrawal");
    add(o.linear, "Linear discipline", more(f.linear_dice, "die beside the line"), "opt.linear");
    add(
        o.momentum,
        "Cavalry momentum",
        format!("fire after a charge for {} AP", f.momentum_cost),
        "opt.momentum",
    );
    let facing = format!(
        "flank {} on dice, {} on morale; rear {} and {}; column {}",
        signed(f.side_attack),
        signed(f.side_morale),
        signed(f.rear_attack),
        signed(f.rear_morale),
        more(f.column_hexes, "hex")
    );
    add(o.facing, "Facing", facing, "opt.facing");
    (!out.rows.is_empty()).then_some(out)
}
