//! The charts as tables, for the panel beside the map and for paper.

use crate::Context;
use crate::data::{ArmCosts, CaptureResult, CellPair, FILES};
use engine::present::ChartView;
use engine::table::Grid2;

pub fn charts(cx: &Context) -> Vec<ChartView> {
    let mut out = vec![
        combat(cx),
        combat_modifiers(cx),
        bombardment(cx),
        bombardment_modifiers(cx),
        hexes(cx),
        sides(cx),
        morale(cx),
        capture(cx),
        army_morale(cx),
        command(cx),
        movement(cx),
        leaders(cx),
        units(cx),
        victory(cx),
    ];
    out.extend(options(cx));
    out
}

fn file(name: &str) -> &'static str {
    FILES.iter().find(|f| f.ends_with(&format!("/{name}.ron"))).copied().unwrap_or_default()
}

fn signed(n: i8) -> String {
    if n == 0 { "-".to_owned() } else { format!("{n:+}") }
}

/// `1-2`, `3-2`: the odds whose least percentage this is.
pub fn odds(percent: i32) -> String {
    match percent {
        33 => "1-3".into(),
        50 => "1-2".into(),
        150 => "3-2".into(),
        n if n % 100 == 0 => format!("{}-1", n / 100),
        n => format!("{n} %"),
    }
}

/// Rows of dice: the outermost serve beyond the ends.
fn die_name<T>(grid: &Grid2<T>, i: usize) -> String {
    let die = grid.rows[i];
    if i == 0 {
        format!("{die} or less")
    } else if i + 1 == grid.rows.len() {
        format!("{die} or more")
    } else {
        die.to_string()
    }
}

pub const COMBAT_TABLE: &str = "Close combat";
pub const BOMBARDMENT_TABLE: &str = "Bombardment";

fn combat(cx: &Context) -> ChartView {
    let grid = &cx.data.combat.results;
    let mut out = ChartView::new(file("combat"), COMBAT_TABLE, "10.6", &["Die"]);
    out.columns.extend(grid.columns.iter().map(|c| odds(*c)));
    for (i, row) in grid.cells.iter().enumerate() {
        let cells = row.iter().map(|CellPair(a, d)| format!("{}/{}", a.text(), d.text()));
        out.row(std::iter::once(die_name(grid, i)).chain(cells));
    }
    let c = &cx.data.combat;
    out.note("Attacker's result left of the stroke, defender's right.", "10.8");
    out.note("Ex: a quarter of the enemy's steps, halves up; Ex+1 one more.", "10.8.2");
    out.note("R: every retreat is a rout.", "10.8.3.2");
    out.note(
        format!("r: who is still Engaged with morale below {} is Disordered.", c.losses.r_below),
        "10.8.3.3",
    );
    out.note("( ): one less with Supporting Units.", "10.8.3.4");
    out.note(
        format!("S: Engaged units of morale {} or less are captured.", c.losses.surrender_up_to),
        "10.8.3.5",
    );
    out.note("*: a battery there loses a step.", "10.8.3.1");
    out
}

fn combat_modifiers(cx: &Context) -> ChartView {
    let (c, m) = (&cx.data.combat, &cx.data.combat.modifiers);
    let title = "Close combat: modifiers";
    let mut out = ChartView::new(file("combat"), title, "10.5", &["Modifier", "Die", "Rule"]);
    let mut row = |name: &str, value: String, rule: &str| out.row([name.into(), value, rule.into()]);
    let within = format!("the difference, at most {}", c.morale_limit);
    row("Morale of the lead units", within, "10.4");
    row("Terrain of the chosen pair of hexes", "by the terrain chart".into(), "10.5.1");
    row("Cavalry shock", "difference of the averages".into(), "10.5.2");
    row("Flank attack", signed(m.flank), "10.1.1a");
    row("An attacking hex Locked on its -2 side", signed(m.locked), "6.3");
    row("Momentum marker on a defending hex", signed(m.momentum_defender), "10.11");
    row("Momentum marker on an attacking hex", signed(m.momentum_attacker), "10.11");
    row("Attacker's army Demoralized", signed(m.attacker_demoralized), "12.4");
    row("Attacker's army Broken", signed(m.attacker_broken), "12.5");
    let by_arm = format!(
        "{} by foot, {} by horse",
        signed(m.defender_demoralized_foot),
        signed(m.defender_demoralized_horse)
    );
    row("Defender's army Demoralized", by_arm, "12.4");
    row("Defender's army Broken", signed(m.defender_broken), "12.5");
    row("An attacking unit Disordered", signed(m.attacker_disordered), "9.1");
    row("A defending unit Disordered", signed(m.defender_disordered), "9.1");
    row("An attacking unit In Column", signed(m.attacker_column), "7.6.1");
    row("A defending unit In Column", signed(m.defender_column), "7.6.1");
    row("All defenders Routed", signed(m.only_routed), "9.2");
    let shock = c.shock.iter().map(|s| format!("movement {}: {}", s.movement, s.value));
    out.note(format!("Shock by printed movement: {}.", shock.collect::<Vec<_>>().join(", ")), "10.5.2");
    let limits =
        format!("From one hex at most {} strength points, {} of horse.", c.strength, c.horse_strength);
    out.note(limits, "10.3.2");
    out.note(
        format!("Supported defence: {} loss point more for both.", c.losses.supported_defence),
        "10.1.1b",
    );
    out.note(format!("A Sweeping Charge needs {} with die, morale and modifier.", c.sweep), "10.13.2");
    out
}

fn bombardment(cx: &Context) -> ChartView {
    let grid = &cx.data.bombardment.results;
    let mut out = ChartView::new(file("bombardment"), BOMBARDMENT_TABLE, "8.3", &["Die"]);
    let last = grid.columns.len() - 1;
    let name = |(i, n): (usize, &i32)| match grid.columns.get(i + 1) {
        Some(next) if next - n > 1 => format!("{n}-{}", next - 1),
        _ if i == last => format!("{n}+"),
        _ => n.to_string(),
    };
    out.columns.extend(grid.columns.iter().enumerate().map(name));
    for (i, row) in grid.cells.iter().enumerate() {
        out.row(std::iter::once(die_name(grid, i)).chain(row.iter().map(|c| c.text())));
    }
    out.note("Columns are the bombardment strength of all guns together.", "8.3");
    let b = &cx.data.bombardment;
    out.note(
        format!("From one hex away {} steps are lost before any retreat.", b.canister_steps),
        "10.8.1.2",
    );
    out
}

fn bombardment_modifiers(cx: &Context) -> ChartView {
    let b = &cx.data.bombardment;
    let title = "Bombardment: modifiers";
    let mut out = ChartView::new(file("bombardment"), title, "8.3", &["Modifier", "Die", "Rule"]);
    let mut row = |name: &str, value: i8, rule: &str| out.row([name.into(), signed(value), rule.into()]);
    row("The target holds Routed units only", b.routed_target, "8.3");
    row("A firer Disordered", b.disordered_firer, "8.3");
    row("Firer's army Demoralized", b.demoralized, "12.4");
    row("Firer's army Broken", b.broken, "12.5");
    row("A firer under a Momentum marker", b.momentum, "10.11");
    row("All guns next to the target", b.adjacent, "8.3");
    out.note("Terrain: the worse of the two hexes and the sides the line crosses.", "8.3");
    out
}

fn points(n: Option<u8>) -> String {
    n.map_or_else(|| "no".to_owned(), |n| n.to_string())
}

fn costs(c: &ArmCosts) -> [String; 5] {
    [points(c.foot), points(c.fast_foot), points(c.horse), points(c.guns), points(c.leader)]
}

const TERRAIN: [&str; 6] = ["Ground", "Foot", "Fast foot", "Horse", "Guns", "Leaders"];

fn hexes(cx: &Context) -> ChartView {
    let mut out = ChartView::new(file("terrain"), "Terrain", "7.3", &TERRAIN);
    out.columns
        .extend(["In column", "Foot attacks", "Horse attacks", "Bombarded", "Sight"].map(String::from));
    for t in &cx.data.terrain.hexes {
        if !cx.setup.map.terrain.iter().any(|id| cx.data.terrain.hexes[id.0 as usize].id == t.id) {
            continue;
        }
        let [foot, fast, horse, guns, leader] = costs(&t.cost);
        let sight = if t.blocks { "blocked" } else { "free" };
        out.row([
            t.name.clone(),
            foot,
            fast,
            horse,
            guns,
            leader,
            t.column.to_string(),
            signed(t.combat.foot),
            signed(t.combat.horse),
            signed(t.bombard),
            sight.into(),
        ]);
    }
    out.note("Movement points to enter; 'no' is prohibited ground.", "7.4.3");
    out.note("In close combat the worse of the two hexes counts against the attacker.", "10.5.1");
    out
}

fn sides(cx: &Context) -> ChartView {
    let mut out = ChartView::new(file("terrain"), "Hexsides", "7.3", &TERRAIN);
    out.columns[0] = "Hexside".into();
    out.columns.extend(["Foot attacks", "Horse attacks", "Fire across"].map(String::from));
    for t in &cx.data.terrain.sides {
        let [foot, fast, horse, guns, leader] = costs(&t.cost);
        let attack = |n: Option<i8>| n.map_or_else(|| "no".to_owned(), signed);
        out.row([
            t.name.clone(),
            foot,
            fast,
            horse,
            guns,
            leader,
            attack(t.combat.foot),
            attack(t.combat.horse),
            signed(t.bombard),
        ]);
    }
    out.note(
        "Added to the hex entered. Slopes count going up only, entrenchments into the work only.",
        "7.3",
    );
    out.note("A bridge, ford, causeway or gate takes the place of the side it crosses.", "7.3");
    out
}

fn morale(cx: &Context) -> ChartView {
    let m = &cx.data.morale;
    let title = "Morale checks and rally";
    let mut out = ChartView::new(file("morale"), title, "9.3", &["Modifier", "Check", "Rally", "Rule"]);
    let mut row = |name: &str, check: String, rally: String, rule: &str| {
        out.row([name.into(), check, rally, rule.into()]);
    };
    row("Best Morale Modifier in the hex", "added".into(), "added".into(), "15");
    row("Army Demoralized", signed(m.demoralized), signed(m.demoralized), "12.4");
    row("Army Broken", signed(m.broken), signed(m.broken), "12.5");
    row("Foot and horse mixed, to the die", signed(m.mixed_die), "-".into(), "10.9.2");
    row("The unit is Routed", "-".into(), signed(m.rally_routed), "9.4");
    row("In an enemy zone", "-".into(), signed(m.rally_zone), "9.4");
    row("Out of Command", "-".into(), signed(m.rally_out_of_command), "9.4");
    row("In a town", "-".into(), signed(m.rally_town), "9.4");
    let text = format!(
        "A check fails by {} or more: Disordered; by {} or more: Routed.",
        m.disorders_by, m.routs_by
    );
    out.note(text, "9.3");
    out.note("A rally needs a die of the rating or less.", "9.4");
    out
}

fn capture(cx: &Context) -> ChartView {
    let c = &cx.data.capture;
    let title = "Capturing guns";
    let mut out = ChartView::new(file("capture"), title, "10.10.4", &["Die", "Result"]);
    for (i, line) in c.results.iter().enumerate() {
        let die = match c.results.get(i + 1) {
            Some(next) if i == 0 => format!("{} or less", next.least - 1),
            Some(next) if next.least - 1 > line.least => format!("{} to {}", line.least, next.least - 1),
            Some(_) => line.least.to_string(),
            None => format!("{} or more", line.least),
        };
        let result = match line.result {
            CaptureResult::Escapes => "escapes: Disordered, one hex back",
            CaptureResult::Counter => "the counter on the map is captured, the rest escapes",
            CaptureResult::Unit => "all of it is captured",
        };
        out.row([die, result.into()]);
    }
    let list = [
        ("cavalry advanced", c.horse),
        ("guns Disordered", c.disordered),
        ("their army Demoralized", c.demoralized),
        ("Broken", c.broken),
        ("guns of a steady nation", c.steady_guns),
        ("friends of the guns next to them", c.friends_near),
    ];
    let words: Vec<String> = list.iter().map(|(name, n)| format!("{name} {}", signed(*n))).collect();
    out.note(format!("To the die: {}.", words.join(", ")), "10.10.4");
    out.note("Routed guns are taken without a die.", "10.10.4");
    out
}

fn army_morale(cx: &Context) -> ChartView {
    let a = &cx.data.army_morale;
    let title = "Army morale";
    let mut out = ChartView::new(file("army_morale"), title, "12.4", &["Box", "Demoralized on"]);
    for line in &a.demoralization {
        let dice = if line.die == 1 { "1".to_owned() } else { format!("1-{}", line.die) };
        out.row([line.level.to_string(), dice]);
    }
    out.row([format!("{} and less", a.automatic), "without a die".into()]);
    out.row([format!("{} and less", a.broken), "Broken, without a die".into()]);
    out.note(format!("{} Combat Success points raise morale by 1.", a.success), "13");
    out.note(format!("A turn of rest takes off up to {} fatigue boxes.", a.rest), "12.3");
    out
}

fn command(cx: &Context) -> ChartView {
    let c = &cx.data.command;
    let mut out = ChartView::new(file("command"), "Command", "4.2", &["Group", "Side", "Effective on"]);
    for g in &cx.setup.groups {
        let side = cx.setup.sides[g.side.index()].name.clone();
        out.row([g.name.clone(), side, format!("1-{}", g.rating)]);
    }
    let text = format!(
        "To the die: {} for a Demoralized army, {} for a Broken one.",
        signed(c.demoralized),
        signed(c.broken)
    );
    out.note(text, "4.5");
    out.note(format!("Command range {} hexes.", c.command_range), "4.2.5");
    let d = &c.degraded_column;
    let text = format!(
        "In column {} points more; a Degraded column has {} with foot, {} with horse, {} with guns.",
        c.column_bonus, d.foot, d.horse, d.guns
    );
    out.note(text, "7.6.1");
    out.note(
        format!("Enemies within {} hexes force a column to deploy or be caught.", c.forced_deployment_range),
        "7.6.3",
    );
    out
}

fn movement(cx: &Context) -> ChartView {
    let m = &cx.data.movement;
    let title = "Stacking and zones";
    let mut out =
        ChartView::new(file("movement"), title, "5.1", &["Limit or cost", "Steps or points", "Rule"]);
    let mut row = |name: &str, n: u8, rule: &str| out.row([name.into(), n.to_string(), rule.into()]);
    row("Steps of foot and horse in a hex", m.steps, "5.1");
    row("Steps of guns beside them", m.gun_steps, "5.1");
    row("Steps of guns alone", m.guns_alone, "5.1");
    row("Steps of foot and horse in column", m.column_steps, "5.2");
    row("Steps Engaged, from the top", m.engaged_steps, "6.2");
    row("Movement from which a unit is Fast", m.fast, "7.5.3");
    row("Points to leave a zone: Supporting Units", m.leave_supporting, "7.5.1");
    row("Guns", m.leave_guns, "7.5.2");
    row("Engaged Fast Units", m.leave_fast, "7.5.3");
    row("Engaged Prussian cavalry", m.leave_quick_cavalry, "7.5.3");
    row("Hexes of a rout: foot", m.rout_foot, "9.2");
    row("Hexes of a rout: horse", m.rout_horse, "9.2");
    row("Hexes of a Disorder", m.disorder, "9.1");
    out
}

fn leaders(cx: &Context) -> ChartView {
    let l = &cx.data.leaders;
    let title = "Leaders in danger";
    let mut out = ChartView::new(file("leaders"), title, "15.2", &["When", "Die", "Result"]);
    out.row(["After a close combat in his hex".into(), l.hit.to_string(), "hit: a second die".into()]);
    out.row(["Second die".into(), format!("1-{}", l.flesh_wound), "a flesh wound".into()]);
    out.row(["Second die".into(), format!("{}-{}", l.flesh_wound + 1, l.killed - 1), "wounded".into()]);
    out.row(["Second die".into(), l.killed.to_string(), "killed".into()]);
    out.row(["Alone in an enemy zone".into(), l.caught.to_string(), "killed, else he rides off".into()]);
    out
}

fn units(cx: &Context) -> ChartView {
    let title = "Units of this battle";
    let mut out = ChartView::new(file("units"), title, "2.1", &["Unit", "Nation", "Kind", "Faces"]);
    for card in &cx.setup.units {
        let nation = cx.data.nations[card.nation as usize].adjective.clone();
        let kind = cx.data.units[card.kind as usize].name.clone();
        let faces: Vec<String> = card.faces.iter().map(|f| f.text(card.arm)).collect();
        out.row([card.name.clone(), nation, kind, faces.join(", ")]);
    }
    out.note(
        "Strength, morale, movement; guns: bombardment at 1, 2, 3 hexes, then morale and movement.",
        "2.1",
    );
    out
}

fn victory(cx: &Context) -> ChartView {
    let v = &cx.data.victory;
    let title = "Victory points";
    let mut out = ChartView::new(file("victory"), title, "19.1", &["For", "Points", "Rule"]);
    let mut row = |name: &str, n: i16, rule: &str| out.row([name.into(), n.to_string(), rule.into()]);
    row("A counter destroyed or routed off the map", v.counter, "19.1");
    row("A counter of foot or horse captured instead", v.captured_counter, "19.1");
    row("A gun step captured instead", v.captured_gun_step, "19.1");
    row("Any other Coalition commander", v.other_commander.into(), "19.1");
    for l in cx.setup.leaders.iter().filter(|l| l.wounded_points + l.killed_points > 0) {
        row(&format!("{} wounded", l.name), l.wounded_points.into(), "19.1");
        row(&format!("{} killed", l.name), l.killed_points.into(), "19.1");
    }
    for o in &cx.setup.objectives {
        row(&o.name, o.points, "19.2");
    }
    out
}

/// Options in force; nothing where none is.
fn options(cx: &Context) -> Option<ChartView> {
    let (o, f) = (&cx.setup.options, &cx.data.options);
    let title = "Optional rules in force";
    let mut out = ChartView::new(file("options"), title, "16", &["Option", "Effect", "Rule"]);
    let mut add = |is_on: bool, name: &str, effect: String, rule: &str| {
        if is_on {
            out.row([name.into(), effect, rule.into()]);
        }
    };
    add(o.cavalry_withdrawal, "Cavalry withdraws", "rides off before it is bombarded".into(), "16.1a");
    let less =
        format!("{} from {} loss points up, without foot", signed(f.cavalry_losses), f.cavalry_losses_from);
    add(o.cavalry_losses, "Lighter cavalry losses", less, "16.1b");
    add(o.cossacks, "Cossacks", format!("refuse to close on {}", f.cossack_refuses), "16.1c");
    add(o.cossacks, "Cossacks", "withdraw from anybody who attacks".into(), "16.1c");
    let sniped = "instead of attacking: die and strength above morale Disorder an Engaged unit";
    add(o.croat_sniping, "Croats snipe", sniped.into(), "16.2");
    let range = format!("{} hexes at lower ground", f.extended_range);
    add(o.extended_range, "Longer range downhill", range, "16.3.1");
    add(o.howitzers, "Howitzers", "slopes and works do not count against them".into(), "16.3.2");
    let woods = f.woods.iter().map(|w| format!("morale {}+: {}-6", w.morale, w.die));
    add(o.woods_disorder, "Order in the woods", woods.collect::<Vec<_>>().join(", "), "16.4");
    add(o.column_roads, "Columns on roads", "one point a hex, also through closed ground".into(), "7.3");
    let first = "each unit loses a step before it retreats from fire at 2 or 3 hexes";
    add(o.step_before_retreat, "A step before a retreat", first.into(), "8.3");
    let alone = "his modifier counts for cavalry of his hex only";
    add(o.sweep_leader_in_hex, "Leader of a Sweeping Charge", alone.into(), "10.13.2");
    let unseen = format!("wings move unseen until they are spotted within {} hexes", f.spotting_range);
    add(o.limited_intelligence, "Limited intelligence", unseen, "17");
    let fortunes = "a 6 on a group's command roll calls two dice".to_owned();
    add(o.fortunes_of_war, "Fortunes of war", fortunes, "18");
    (!out.rows.is_empty()).then_some(out)
}
