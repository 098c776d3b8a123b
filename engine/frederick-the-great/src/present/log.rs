//! Events in words; every die is explained.

use super::labels::{adjective, leader, place, side_name, thing};
use super::words::{self, points};
use crate::Ctx;
use crate::event::{Event, What};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::setup::Item;
use crate::state::{LossKind, Mode};
use engine::hex::HexId;
use engine::present::{LogKind, LogLine};

struct Line(LogLine);

fn new(kind: LogKind, text: String, rule: &'static str) -> Line {
    Line(LogLine::new(kind, text, &[rule]))
}

impl Line {
    fn at(mut self, cx: &Ctx, hex: HexId) -> Self {
        if hex.index() < cx.setup.map.len() {
            self.0.head = place(cx, hex);
            self.0.at = Some(hex);
        }
        self
    }
    fn side(mut self, cx: &Ctx, side: SideId) -> Self {
        self.0.army.clone_from(&cx.setup.sides[side.index()].army);
        self
    }
    fn nation(mut self, cx: &Ctx, nation: NationId) -> Self {
        if let Some(n) = cx.setup.nations.get(nation.index()) {
            self.0.army.clone_from(&n.army);
        }
        self
    }
    /// Of the leader's nation.
    fn led(self, cx: &Ctx, leader: LeaderId) -> Self {
        let nation = cx.setup.leaders.get(leader.index()).map(|l| l.nation);
        match nation {
            Some(nation) => self.nation(cx, nation),
            None => self,
        }
    }
    fn die(mut self, die: u8, counted: bool) -> Self {
        self.0 = self.0.die(die, counted);
        self
    }
    fn modifier(mut self, text: &str, n: i32, rule: &'static str) -> Self {
        self.0 = self.0.modifier(text, n, rule);
        self
    }
    fn detail(mut self, text: String) -> Self {
        self.0 = self.0.detail(text);
        self
    }
}

/// One event as a line; none for what the picture shows. Every kind is named, so that a new one is not forgotten.
#[warn(clippy::wildcard_enum_match_arm)]
pub fn line(cx: &Ctx, e: &Event) -> Option<LogLine> {
    let line = match &e.what {
        What::Stepped { .. } => None,
        What::Turn { .. }
        | What::PlayerTurn { .. }
        | What::SetUp { .. }
        | What::Placed { .. }
        | What::ChoseInside { .. }
        | What::Arrived { .. }
        | What::Withdrawn { .. }
        | What::Stays { .. }
        | What::Interned { .. }
        | What::Recovery { .. } => phases(cx, e),
        What::MarchDie { .. } | What::Forfeit { .. } | What::Lifted { .. } | What::WinterEnd | What::Over => {
            sequence(cx, e)
        }
        What::DepotBegun { .. }
        | What::DepotDone { .. }
        | What::DepotGone { .. }
        | What::DepotTaken { .. }
        | What::DepotUsedUp { .. }
        | What::CampBegun { .. }
        | What::CampDone { .. }
        | What::CampGone { .. } => building(cx, e),
        What::ForceDie { .. }
        | What::Moved { .. }
        | What::Took { .. }
        | What::Left { .. }
        | What::Joined { .. }
        | What::Stayed { .. }
        | What::Door { .. }
        | What::DoorSp { .. } => marching(cx, e),
        What::LeaderTaken { .. }
        | What::LeaderKilled { .. }
        | What::Overwhelm { .. }
        | What::KingTaken { .. } => captures(cx, e),
        What::Captured { .. }
        | What::Besieger { .. }
        | What::Tie { .. }
        | What::Declined { .. }
        | What::Void { .. } => options(cx, e),
        What::Battle { .. } | What::Victor { .. } | What::Drawn { .. } => battles(cx, e),
        What::Lost { .. } | What::RetreatDie { .. } | What::Retired { .. } | What::Demoralised { .. } => {
            fighting(cx, e)
        }
        What::Siege { .. }
        | What::Honours { .. }
        | What::Terms { .. }
        | What::MarchedOff { .. }
        | What::Storm { .. }
        | What::FortressTaken { .. }
        | What::Exchange { .. }
        | What::Returned { .. }
        | What::LeaderReturned { .. } => aftermath(cx, e),
    };
    line.map(|l| l.0)
}

/// The side with its verb: `Prussia besieges`, `Prussia and allies besiege`.
fn does(cx: &Ctx, side: SideId, one: &str, many: &str) -> String {
    format!("{} {}", side_name(cx, side), verb(cx, side, one, many))
}

/// A side of several allies is a plural.
fn verb<'a>(cx: &Ctx, side: SideId, one: &'a str, many: &'a str) -> &'a str {
    if side_name(cx, side).contains(" and ") { many } else { one }
}

fn phases(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Check, Heading, Other};
    Some(match &e.what {
        What::Turn { turn, winter } => {
            let name = cx.setup.calendar.turn_names.get(*turn as usize - 1).filter(|n| !n.is_empty());
            let name = name.map_or_else(String::new, |n| format!(": {n}"));
            let winter = if *winter { ", winter" } else { "" };
            new(Heading, format!("Turn {turn}{name}{winter}"), "4.1")
        }
        What::PlayerTurn { side } => new(Heading, side_name(cx, *side).to_owned(), "4.2").side(cx, *side),
        What::SetUp { side } => {
            new(Other, format!("{} set up.", does(cx, *side, "has", "have")), "18.0").side(cx, *side)
        }
        What::Placed { piece, hex, inside } => {
            let within = if *inside == Walls::Inside { " inside" } else { "" };
            new(Other, format!("{} set up{within}.", thing(cx, *piece)), "18.0").at(cx, *hex)
        }
        What::ChoseInside { item, inside } => match cx.setup.start.items.get(*item as usize)? {
            Item::Points { hex, nation, sp } => {
                new(Other, format!("{inside} of {} inside.", points((*sp).into())), "18.0")
                    .at(cx, *hex)
                    .nation(cx, *nation)
            }
            Item::Leader { leader: l, hex } => {
                let word = if *inside > 0 { "inside" } else { "outside" };
                new(Other, format!("{} stays {word}.", leader(cx, *l)), "18.0").at(cx, *hex).led(cx, *l)
            }
        },
        What::Arrived { entry } => {
            let a = cx.setup.special.arrivals.get(*entry as usize)?;
            new(Other, format!("{} arrive.", a.name), "15.11").at(cx, a.hex).side(cx, a.side)
        }
        What::Withdrawn { nation, die } => {
            let l = new(
                Other,
                format!("All {} forces leave the game.", adjective(cx, *nation)),
                leaves_by(cx, *nation),
            )
            .nation(cx, *nation);
            if *die > 0 { l.die(*die, true) } else { l }
        }
        What::Stays { nation, die } => new(
            Check,
            format!("The {} forces stay in the war.", adjective(cx, *nation)),
            leaves_by(cx, *nation),
        )
        .nation(cx, *nation)
        .die(*die, false),
        What::Interned { hex, side, sp } => {
            new(Other, format!("{} in a closed region are interned.", points((*sp).into())), "1762.5B")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Recovery { hex, side, die, initiative, back } => {
            let text = if *back { "recovers its morale." } else { "stays demoralised." };
            let need = format!("Die and initiative must reach {}.", cx.data.movement.recovery);
            new(Check, format!("The force {text}"), "11.2")
                .at(cx, *hex)
                .side(cx, *side)
                .die(*die, *back)
                .modifier("initiative", (*initiative).into(), "11.2")
                .detail(need)
        }
        _ => return None,
    })
}

/// The paragraph by which a nation leaves.
fn leaves_by(cx: &Ctx, nation: NationId) -> &'static str {
    cx.setup.special.withdrawals.iter().find(|w| w.nation == nation).map_or("18.0", |w| w.rule)
}

fn building(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::Other;
    Some(match &e.what {
        What::DepotBegun { hex, side } => {
            new(Other, "A depot is started.".into(), "10.41").at(cx, *hex).side(cx, *side)
        }
        What::DepotDone { hex, side } => {
            new(Other, "The depot is finished.".into(), "10.41").at(cx, *hex).side(cx, *side)
        }
        What::DepotGone { hex, side } => {
            new(Other, "The depot is gone.".into(), "10.42").at(cx, *hex).side(cx, *side)
        }
        What::DepotTaken { hex, side } => {
            new(Other, format!("The depot falls to {}.", side_name(cx, *side)), "10.46")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::DepotUsedUp { hex } => new(Other, "The siege depot is used up.".into(), "10.48").at(cx, *hex),
        What::CampBegun { hex } => new(Other, "A fortified camp is started.".into(), "1761.4C").at(cx, *hex),
        What::CampDone { hex } => {
            new(Other, "The fortified camp is finished.".into(), "1761.4C").at(cx, *hex)
        }
        What::CampGone { hex } => {
            new(Other, "The fortified camp is given up.".into(), "1761.4C").at(cx, *hex)
        }
        _ => return None,
    })
}

fn sequence(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Heading, Move, Other};
    Some(match &e.what {
        What::Lifted { limit } => {
            let l = cx.setup.special.limits.get(*limit as usize)?;
            new(Other, format!("The {} forces may now go anywhere.", adjective(cx, l.nation)), l.rule)
                .nation(cx, l.nation)
        }
        What::WinterEnd => {
            new(Heading, "All combat units are in winter quarters: the campaign ends.".into(), "16.23")
        }
        What::Over => new(Heading, "The campaign is over.".into(), "17.0"),
        What::Forfeit { side } => {
            new(Heading, format!("{} the game.", does(cx, *side, "gives up", "give up")), "14.15")
                .side(cx, *side)
        }
        What::MarchDie { side, die } => {
            let most = cx.data.movement.most;
            new(
                Move,
                format!("March die {die}: each leader has MP equal to the die plus his initiative, maximum {most}."),
                "5.1",
            )
            .side(cx, *side)
            .die(*die, true)
        }
        _ => return None,
    })
}

fn marching(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::Move;
    Some(match &e.what {
        What::ForceDie { leader: l, die, initiative, allowance, lost } => {
            let loss = if *lost > 0 {
                format!(", {} lost on the road", points((*lost).into()))
            } else {
                String::new()
            };
            new(Move, format!("{} force marches with {allowance} MP{loss}.", leader(cx, *l)), "5.2")
                .nation(cx, cx.setup.leaders.get(l.index())?.nation)
                .die(*die, *lost > 0)
                .modifier("initiative", (*initiative).into(), "5.2")
        }
        What::Moved { leader: l, side, from, to, mode } => {
            let (verb, rule) = match mode {
                Mode::March => ("marches", "5.1"),
                Mode::Forced => ("force marches", "5.2"),
                Mode::Retreat => ("retreats", "9.52"),
            };
            let way = if from == to {
                format!("stays in {}", place(cx, *to))
            } else {
                format!("{verb} from {} to {}", cx.setup.label(*from), place(cx, *to))
            };
            let who = engine::capitalised(&leader(cx, *l));
            new(Move, format!("{who} {way}."), rule).at(cx, *to).side(cx, *side)
        }
        What::Took { leader: l, at, sp } => {
            new(Move, format!("{} takes {}.", leader(cx, *l), points((*sp).into())), "5.35")
                .at(cx, *at)
                .led(cx, *l)
        }
        What::Left { leader: l, at, sp, inside } => {
            let where_ = if *inside == Walls::Inside { "inside the fortress" } else { "behind" };
            new(Move, format!("{} leaves {} {where_}.", leader(cx, *l), points((*sp).into())), "5.35")
                .at(cx, *at)
                .led(cx, *l)
        }
        What::Joined { leader: l, with, at } => {
            new(Move, format!("{} goes with {}.", leader(cx, *l), leader(cx, *with)), "5.35")
                .at(cx, *at)
                .led(cx, *l)
        }
        What::Stayed { leader: l, at } => {
            new(Move, format!("{} stays behind.", leader(cx, *l)), "5.35").at(cx, *at).led(cx, *l)
        }
        What::Door { side, hex, into } => {
            let word = if *into { "go inside" } else { "come out" };
            new(Move, format!("Troops {word}."), "12.21").at(cx, *hex).side(cx, *side)
        }
        What::DoorSp { hex, nation, sp, into, .. } => {
            let word = if *into { "inside" } else { "outside" };
            new(
                Move,
                format!("{} of {} troops are now {word}.", points((*sp).into()), adjective(cx, *nation)),
                "12.21",
            )
            .at(cx, *hex)
            .nation(cx, *nation)
        }
        _ => return None,
    })
}

fn captures(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Combat, Loss};
    Some(match &e.what {
        What::LeaderTaken { leader: l, hex } => {
            new(Loss, format!("{} is captured.", leader(cx, *l)), "8.31").at(cx, *hex)
        }
        What::LeaderKilled { leader: l, hex } => {
            new(Loss, format!("{} falls.", leader(cx, *l)), "9.44").at(cx, *hex)
        }
        What::KingTaken { leader: l } => new(Loss, format!("{} is in enemy hands!", leader(cx, *l)), "14.15"),
        What::Overwhelm { side, hex, sp, success } => {
            let text = if *success { "The enemy is overwhelmed." } else { "Overwhelming attack fails." };
            let need = format!("Needs {} % of the enemy's strength.", cx.data.combat.overwhelming);
            new(
                Combat,
                format!("{} {}. {text}", does(cx, *side, "announces", "announce"), points(*sp)),
                "5.5",
            )
            .at(cx, *hex)
            .side(cx, *side)
            .detail(need)
        }
        _ => return None,
    })
}

fn options(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Check, Combat, Loss};
    Some(match &e.what {
        What::Captured { side, hex, sp } => {
            let total: u16 = sp.iter().map(|n| u16::from(*n)).sum();
            new(Loss, format!("{} of {} are captured.", points(total), side_name(cx, *side)), "14.0")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Besieger { hex, side, sp } => {
            new(Combat, format!("{} with {}.", does(cx, *side, "besieges", "besiege"), points(*sp)), "13.14")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Tie { hex, dice } => {
            let text = "Equal initiative: the higher die has the first option.".to_owned();
            new(Check, text, "9.0")
                .at(cx, *hex)
                .die(dice[0], dice[0] > dice[1])
                .die(dice[1], dice[1] > dice[0])
        }
        What::Declined { hex, side } => {
            new(Combat, format!("{} attack.", does(cx, *side, "does not", "do not")), "9.0")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Void { hex, side } => {
            let has = verb(cx, *side, "has", "have");
            let (who, least) = (side_name(cx, *side), cx.data.combat.least);
            let text = format!("{who} would attack, but {has} less than {least} %: void.");
            new(Combat, text, "9.47").at(cx, *hex).side(cx, *side)
        }
        _ => return None,
    })
}

fn battles(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::Combat;
    Some(match &e.what {
        What::Battle { hex, attacker, sp, percent, die, attack, defence, mountain, total, cells } => {
            let part = |c: &(u8, bool, bool)| match c {
                (_, _, true) => "P".to_owned(),
                (n, true, _) => format!("{n}L"),
                (n, ..) => n.to_string(),
            };
            let loss = |c: &(u8, bool, bool)| match c {
                (_, _, true) => "all captured".to_owned(),
                (0, false, _) => "no loss".to_owned(),
                (n, true, _) => format!("{n} % and a leader check"),
                (n, ..) => format!("{n} %"),
            };
            let text = format!(
                "{} {} {} vs {} ({percent} %): {} / {}.",
                side_name(cx, *attacker),
                verb(cx, *attacker, "attacks", "attack"),
                sp[0],
                sp[1],
                loss(&cells[0]),
                loss(&cells[1])
            );
            let mut l = new(Combat, text, "9.6")
                .at(cx, *hex)
                .side(cx, *attacker)
                .die(*die, true)
                .modifier(words::ATTACK_BONUS, (*attack).into(), "9.23")
                .modifier(words::DEFENCE_BONUS, -i32::from(*defence), "9.23")
                .detail(format!("Modified die {total}: {}/{}.", part(&cells[0]), part(&cells[1])));
            if *mountain != 0 {
                l = l.modifier(words::MOUNTAIN, (*mountain).into(), "9.22");
            }
            l
        }
        What::Victor { hex, side, totals, prisoners } => {
            let (a, b) = (totals[side.index()], totals[side.enemy().index()]);
            let text = format!(
                "{} {} {a} to {b} and {} {} prisoner.",
                side_name(cx, *side),
                verb(cx, *side, "wins", "win"),
                verb(cx, *side, "takes", "take"),
                points((*prisoners).into())
            );
            new(Combat, text, "9.0")
                .at(cx, *hex)
                .side(cx, *side)
                .detail("Enemy points eliminated and own initiative.".into())
        }
        What::Drawn { hex, total } => {
            new(Combat, format!("The battle is drawn at {total}."), "9.0").at(cx, *hex)
        }
        _ => return None,
    })
}

fn fighting(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Check, Combat, Loss};
    Some(match &e.what {
        What::Lost { hex, nation, sp, kind, .. } => {
            let (word, rule) = match kind {
                LossKind::Killed => ("lost in battle", "9.42"),
                LossKind::Captured => ("taken prisoner", "9.45"),
                LossKind::Attrition => ("lost to attrition (out of supply)", "10.61"),
                LossKind::Winter => ("lost in the open in winter", "16.31"),
                LossKind::Sortie => ("lost to a sortie", "13.32"),
                LossKind::Storm => ("lost in the storm", "13.33"),
            };
            new(Loss, format!("{} of {} troops {word}.", points((*sp).into()), adjective(cx, *nation)), rule)
                .at(cx, *hex)
                .nation(cx, *nation)
        }
        What::RetreatDie { hex, side, die, initiative, allowance } => {
            new(Combat, format!("{} with {allowance} MP.", does(cx, *side, "retreats", "retreat")), "9.51")
                .at(cx, *hex)
                .side(cx, *side)
                .die(*die, true)
                .modifier("initiative", (*initiative).into(), "9.51")
        }
        What::Retired { hex, side } => {
            new(Combat, format!("{} into the fortress.", does(cx, *side, "goes back", "go back")), "12.23")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Demoralised { hex, side } => {
            new(Check, format!("{} demoralised here.", does(cx, *side, "is", "are")), "11.11")
                .at(cx, *hex)
                .side(cx, *side)
        }
        _ => return None,
    })
}

fn aftermath(cx: &Ctx, e: &Event) -> Option<Line> {
    use LogKind::{Combat, Other};
    Some(match &e.what {
        What::Siege { hex, die, initiative, camp, total, result } => {
            let text = match result {
                0 => "a sortie costs the besieger.",
                1 => "no effect.",
                _ => "a breach! The garrison asks for the honours of war.",
            };
            let mut l = new(Combat, format!("Siege: {text}"), "13.2")
                .at(cx, *hex)
                .die(*die, *result != 1)
                .modifier(words::GARRISON_COMMANDER, -i32::from(*initiative), "13.0")
                .detail(format!("Modified die {total}."));
            if *camp != 0 {
                l = l.modifier(words::CAMP, (*camp).into(), "1761.4C");
            }
            l
        }
        What::Honours { hex, granted } => {
            let text =
                if *granted { "The honours of war are granted." } else { "The honours of war are denied." };
            new(Combat, text.into(), "13.33").at(cx, *hex)
        }
        What::Terms { hex, surrendered } => {
            let text =
                if *surrendered { "The garrison surrenders." } else { "The garrison refuses to surrender." };
            new(Combat, text.into(), "13.33").at(cx, *hex)
        }
        What::MarchedOff { hex, nation, to } => {
            let text = match to {
                Some(h) => {
                    format!("The {} garrison marches off to {}.", adjective(cx, *nation), place(cx, *h))
                }
                None => format!("The {} garrison leaves the game.", adjective(cx, *nation)),
            };
            new(Combat, text, "13.33").at(cx, *hex).nation(cx, *nation)
        }
        What::Storm { hex, besieger, garrison } => {
            new(Combat, format!("Storm: {besieger} against {garrison}."), "13.33").at(cx, *hex)
        }
        What::FortressTaken { hex, side } => {
            new(Combat, format!("{} possession of the fortress.", does(cx, *side, "takes", "take")), "13.33")
                .at(cx, *hex)
                .side(cx, *side)
        }
        What::Exchange { sp, leaders } => new(
            Other,
            format!("Exchange: {} and {leaders} leaders of each side.", points((*sp).into())),
            "14.12",
        ),
        What::Returned { nation, hex, sp } => {
            let how_many = if *sp == 0 { "Exchanged".into() } else { format!("{} of", points((*sp).into())) };
            let text = format!("{how_many} {} troops return.", adjective(cx, *nation));
            new(Other, text, "14.16").at(cx, *hex).nation(cx, *nation)
        }
        What::LeaderReturned { leader: l, hex } => {
            new(Other, format!("{} returns.", leader(cx, *l)), "14.16").at(cx, *hex)
        }
        _ => return None,
    })
}
