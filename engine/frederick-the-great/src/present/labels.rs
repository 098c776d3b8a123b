//! Actions in words, and why something cannot be done.

use super::board::{leader_id, stack_id};
use super::words::points;
use crate::Ctx;
use crate::action::Action;
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::movement;
use crate::placing::Thing;
use crate::setup::Item;
use crate::state::{DoorKind, Force, Frame, Mode, State};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};

/// A leader's name; with his nation where two share it.
pub fn leader(cx: &Ctx, l: LeaderId) -> String {
    let Some(info) = cx.setup.leaders.get(l.index()) else { return "the troops".into() };
    let twin = cx.setup.leaders.iter().filter(|o| o.name == info.name).count() > 1;
    if twin { format!("{} ({})", info.name, adjective(cx, info.nation)) } else { info.name.clone() }
}

pub fn adjective(cx: &Ctx, nation: NationId) -> &str {
    cx.setup.nations.get(nation.index()).map_or("", |n| n.adjective.as_str())
}

/// A hex by its number, with the fortress before it.
pub fn place(cx: &Ctx, hex: HexId) -> String {
    match cx.setup.fort(hex) {
        Some(f) => format!("{} {}", f.name, cx.setup.label(hex)),
        None => cx.setup.label(hex),
    }
}

pub fn side_name(cx: &Ctx, side: SideId) -> &str {
    &cx.setup.sides[side.index()].name
}

/// A piece left to be set up.
pub fn thing(cx: &Ctx, piece: u16) -> String {
    match cx.setup.start.loose.get(piece as usize).map(|l| l.what) {
        Some(Thing::Points { nation, sp }) => format!("{} {}", adjective(cx, nation), points(sp.into())),
        Some(Thing::Leader { leader: l }) => leader(cx, l),
        Some(Thing::Depot { .. }) => "Depot".into(),
        None => String::new(),
    }
}

/// What the builders of this rule system add: leaders as subjects, movement points as cost.
trait Labelled: Sized {
    fn led_by(self, leader: LeaderId) -> Self;
    fn movement_points(self, mp: u8) -> Self;
}

impl Labelled for Affordance {
    fn led_by(self, leader: LeaderId) -> Self {
        if leader == LeaderId::NONE { self } else { self.by(Target::Counter(leader_id(leader))) }
    }

    fn movement_points(mut self, mp: u8) -> Self {
        (self.cost, self.tag) = (format!("{mp} MP"), mp.to_string());
        self
    }
}

fn labelled(label: String, verb: Verb, target: Target, rule: &'static str) -> Affordance {
    Affordance::new(label, verb, target).rules(&[rule])
}

pub fn affordances(cx: &Ctx, s: &State, actions: &[Action]) -> Vec<Affordance> {
    // A force that is still being made up is gathered once for all actions.
    let gathered = match s.frames.top() {
        Some(Frame::Force(f)) => Some(f.clone()),
        Some(Frame::Muster { .. }) => movement::mustered_force(cx, s),
        _ => None,
    };
    Affordance::number(actions.iter().map(|a| affordance(cx, s, gathered.as_ref(), a)))
}

fn affordance(cx: &Ctx, s: &State, gathered: Option<&Force>, a: &Action) -> Affordance {
    let mut out = match gathered {
        Some(f) => force(cx, s, f, a),
        None => other(cx, s, a),
    };
    if let Target::Hex(h) = &out.target {
        out.also.push(Target::Button(format!("hex {}", cx.setup.label(*h))));
    }
    out.confirm = out.verb == Verb::End || matches!(a, Action::Destroy { .. } | Action::Forfeit);
    out
}

fn force(cx: &Ctx, s: &State, f: &Force, a: &Action) -> Affordance {
    let at = cx.setup.label(f.at);
    let who = leader(cx, f.leader);
    let here = Target::Hex(f.at);
    let name = format!("{who} {at}");
    // One name for each thing that may be done with points: they share a slider.
    let amount = |what: &str, sp: u8| Target::Amount { of: format!("{what} {at}"), count: sp.into() };
    match *a {
        Action::Step { to } => {
            let retreats = f.mode == Mode::Retreat;
            let mp = movement::step_cost(cx, s, f, to);
            let verb = if retreats { "retreat to" } else { "to" };
            let rule = if retreats { "9.52" } else { "5.41" };
            let text = format!("{name}: {verb} {} ({mp} MP)", cx.setup.label(to));
            labelled(text, Verb::Move, Target::Hex(to), rule).led_by(f.leader).movement_points(mp)
        }
        Action::Overwhelm => {
            labelled(format!("{name}: overwhelming attack on the enemy here"), Verb::Attack, here, "5.5")
                .led_by(f.leader)
        }
        Action::Take { inside, sp } => {
            let from = if inside == Walls::Inside { " out of the fortress" } else { "" };
            labelled(
                format!("{name}: take {}{from}", points(sp.into())),
                Verb::Choose,
                amount(&format!("take{from}"), sp),
                "5.35",
            )
            .led_by(f.leader)
        }
        Action::TakeLeader { leader: l } => {
            let t = Target::Counter(leader_id(l));
            labelled(format!("{name}: take {} along", leader(cx, l)), Verb::Choose, t, "5.35")
                .led_by(f.leader)
        }
        Action::Leave { inside, sp } => {
            let where_ = if inside == Walls::Inside { "inside the fortress" } else { "here" };
            labelled(
                format!("{name}: leave {} {where_}", points(sp.into())),
                Verb::Choose,
                amount(&format!("leave {where_}"), sp),
                "5.35",
            )
            .led_by(f.leader)
        }
        Action::LeaveLeader { leader: l, inside } => {
            let where_ = if inside == Walls::Inside { "inside the fortress" } else { "here" };
            let t = Target::Counter(leader_id(l));
            labelled(format!("{name}: leave {} {where_}", leader(cx, l)), Verb::Choose, t, "5.35")
                .led_by(f.leader)
        }
        Action::Stop { inside } => {
            let (text, rule) = if inside == Walls::Inside {
                (format!("{name}: stop inside the fortress"), "12.22")
            } else {
                (format!("{name}: stop here"), "5.36")
            };
            let t = if inside == Walls::Inside { Target::Button("inside".into()) } else { here };
            labelled(text, Verb::Pass, t, rule).led_by(f.leader)
        }
        Action::Go => labelled(format!("{name}: roll for the force march"), Verb::Move, here, "5.2")
            .led_by(f.leader)
            .chancy(),
        _ => other(cx, s, a),
    }
}

fn stack(hex: HexId, nation: NationId, inside: Walls) -> Target {
    Target::Counter(stack_id(hex, nation, inside))
}

fn other(cx: &Ctx, s: &State, a: &Action) -> Affordance {
    let label = |h: HexId| place(cx, h);
    let button = |t: &str| Target::Button(t.into());
    match *a {
        Action::Build { hex } => {
            labelled(format!("Start a depot in {}", label(hex)), Verb::Place, Target::Hex(hex), "10.42")
        }
        Action::Camp { hex } => labelled(
            format!("Start a fortified camp at {}", label(hex)),
            Verb::Place,
            Target::Hex(hex),
            "1761.4C",
        ),
        Action::Begin { leader: l } => begin(cx, s, l),
        Action::Destroy { hex } => {
            labelled(format!("Destroy the depot in {}", label(hex)), Verb::Other, Target::Hex(hex), "10.47")
        }
        Action::Open { hex } => labelled(
            format!("Move troops in or out of {}", label(hex)),
            Verb::Other,
            Target::Hex(hex),
            "12.21",
        ),
        Action::In { nation, sp } | Action::Out { nation, sp } => {
            let into = matches!(a, Action::In { .. });
            let hex = door_hex(s);
            let word = if into { "go inside" } else { "come out" };
            let text = format!("{}, {}: {} {word}", label(hex), adjective(cx, nation), points(sp.into()));
            let t = Target::Amount { of: format!("{word} {}", cx.setup.label(hex)), count: sp.into() };
            labelled(text, Verb::Choose, t, "12.21").by(stack(hex, nation, Walls::from(!into)))
        }
        Action::LeaderIn { leader: l } => labelled(
            format!("{}, {} goes inside", label(door_hex(s)), leader(cx, l)),
            Verb::Choose,
            button("inside"),
            "12.21",
        )
        .led_by(l),
        Action::LeaderOut { leader: l } => labelled(
            format!("{}, {} comes out", label(door_hex(s)), leader(cx, l)),
            Verb::Choose,
            button("outside"),
            "12.21",
        )
        .led_by(l),
        _ => deciding(cx, s, a),
    }
}

fn deciding(cx: &Ctx, s: &State, a: &Action) -> Affordance {
    let label = |h: HexId| place(cx, h);
    let button = |t: &str| Target::Button(t.into());
    match *a {
        Action::Fight { hex } => {
            labelled(format!("Resolve combat at {}", label(hex)), Verb::Choose, Target::Hex(hex), "9.0")
        }
        Action::Nominate { leader: l } => labelled(
            format!("{} commands", leader(cx, l)),
            Verb::Choose,
            Target::Counter(leader_id(l)),
            "8.23",
        ),
        Action::Attack => {
            let hex = option_hex(s);
            labelled(format!("Attack in {}", label(hex)), Verb::Attack, Target::Hex(hex), "9.0").chancy()
        }
        Action::Decline => labelled(
            format!("Do not attack in {}", label(option_hex(s))),
            Verb::Pass,
            button("decline"),
            "9.0",
        ),
        Action::Lose { nation, sp } => {
            let hex = match s.frames.top() {
                Some(Frame::Lose { hex, .. }) => *hex,
                _ => HexId(0),
            };
            let t = Target::Amount { of: adjective(cx, nation).into(), count: sp.into() };
            let text =
                format!("{}: give up {} of {} troops", label(hex), points(sp.into()), adjective(cx, nation));
            labelled(text, Verb::Choose, t, "9.45").by(stack(hex, nation, Walls::Outside))
        }
        Action::Retire => labelled("Go inside the fortress".into(), Verb::Move, button("inside"), "12.23"),
        Action::Retreat => labelled("Retreat out of the hex".into(), Verb::Move, button("retreat"), "9.51"),
        Action::Besiege { hex } => {
            labelled(format!("Press the siege of {}", label(hex)), Verb::Attack, Target::Hex(hex), "13.0")
                .chancy()
        }
        Action::Refuge { hex } => {
            labelled(format!("March off to {}", label(hex)), Verb::Move, Target::Hex(hex), "13.33")
        }
        Action::SetUp { .. } | Action::SetUpRest { .. } | Action::Place { .. } | Action::PlaceRest => {
            setting_up(cx, a)
        }
        Action::Release { .. }
        | Action::ReleaseLeader { .. }
        | Action::PutBack { .. }
        | Action::PutLeader { .. } => exchanging(cx, s, a),
        _ => plain(cx, s, a),
    }
}

fn setting_up(cx: &Ctx, a: &Action) -> Affordance {
    let label = |h: HexId| place(cx, h);
    let button = |t: &str| Target::Button(t.into());
    match *a {
        Action::SetUp { item, inside } => match cx.setup.start.items.get(item as usize) {
            Some(Item::Points { hex, nation, sp }) => {
                let text = format!(
                    "{}, {}: {inside} of {} inside",
                    label(*hex),
                    adjective(cx, *nation),
                    points((*sp).into())
                );
                let t =
                    Target::Amount { of: format!("inside {}", cx.setup.label(*hex)), count: inside.into() };
                labelled(text, Verb::Place, t, "18.0").by(stack(*hex, *nation, Walls::Outside))
            }
            Some(Item::Leader { leader: l, hex }) => {
                let word = if inside > 0 { "inside" } else { "outside" };
                labelled(
                    format!("{}, {}: {word}", label(*hex), leader(cx, *l)),
                    Verb::Place,
                    button(word),
                    "18.0",
                )
                .led_by(*l)
            }
            None => labelled("Set up".into(), Verb::Place, button("set up"), "18.0"),
        },
        Action::Place { piece, hex, inside } => {
            let within = if inside == Walls::Inside { " inside" } else { "" };
            let text = format!("{}: set up in {}{within}", thing(cx, piece), label(hex));
            labelled(text, Verb::Place, Target::Hex(hex), "18.0")
        }
        Action::PlaceRest => labelled("Set up the rest anywhere".into(), Verb::End, button("rest"), "18.0"),
        Action::SetUpRest { all } => {
            let text = if all {
                "Put everything else inside"
            } else {
                "Leave 1 point in every other fortress, the rest in the field"
            };
            labelled(text.into(), Verb::End, button(text), "18.0")
        }
        _ => labelled("Set up".into(), Verb::Place, button("set up"), "18.0"),
    }
}

fn exchanging(cx: &Ctx, s: &State, a: &Action) -> Affordance {
    let label = |h: HexId| place(cx, h);
    match *a {
        Action::Release { nation, sp } => {
            let t = Target::Amount { of: adjective(cx, nation).into(), count: sp.into() };
            labelled(
                format!("Hand over {} of {} prisoners", points(sp.into()), adjective(cx, nation)),
                Verb::Choose,
                t,
                "14.13",
            )
        }
        Action::ReleaseLeader { leader: l } => labelled(
            format!("Hand over {}", leader(cx, l)),
            Verb::Choose,
            Target::Counter(leader_id(l)),
            "14.14",
        ),
        Action::PutBack { hex, sp } => {
            let nation = match s.frames.top() {
                Some(Frame::PutBack { nation, .. }) => *nation,
                _ => NationId(0),
            };
            let text = format!("{} of {} troops to {}", points(sp.into()), adjective(cx, nation), label(hex));
            labelled(text, Verb::Place, Target::Hex(hex), "14.16")
        }
        Action::PutLeader { hex, leader: l } => {
            labelled(format!("{} to {}", leader(cx, l), label(hex)), Verb::Place, Target::Hex(hex), "14.16")
        }
        _ => plain(cx, s, a),
    }
}

fn begin(cx: &Ctx, s: &State, l: LeaderId) -> Affordance {
    let at = s.leaders[l.index()].hex;
    let forced = movement::current_march(s).is_none_or(|m| m.die == 0);
    let here = Target::Hex(at);
    if forced {
        return labelled(
            format!("{} {}: force march", leader(cx, l), cx.setup.label(at)),
            Verb::Move,
            here,
            "5.2",
        )
        .led_by(l);
    }
    let die = movement::current_march(s).map_or(0, |m| m.die);
    let mp = movement::movement_points(cx, s, die, movement::leader_initiative(cx, s, l));
    labelled(format!("{} {}: march ({mp} MP)", leader(cx, l), cx.setup.label(at)), Verb::Move, here, "5.1")
        .led_by(l)
}

fn plain(cx: &Ctx, s: &State, a: &Action) -> Affordance {
    let button = |t: &str| Target::Button(t.into());
    let of = |t: &str, verb, rule| labelled(t.into(), verb, button(t), rule);
    match a {
        Action::Grant => of("Grant the honours of war", Verb::Choose, "13.33"),
        Action::Deny => of("Deny the honours of war", Verb::Choose, "13.33"),
        Action::Surrender => of("Surrender", Verb::Choose, "13.33"),
        Action::Refuse => of("Refuse and face the storm", Verb::Choose, "13.33"),
        Action::Forfeit => of("Give up the game", Verb::End, "14.15"),
        Action::PlayOn => of("Play on without the king", Verb::Pass, "14.15"),
        _ => match s.frames.top() {
            Some(Frame::Depots) => of("End depot phase", Verb::End, "10.41"),
            Some(Frame::March { die: 0, .. }) => of("End the force marches", Verb::End, "5.2"),
            Some(Frame::March { .. }) => of("End the march", Verb::End, "5.1"),
            Some(Frame::Garrisons { .. }) => of("No change to garrisons", Verb::End, "12.21"),
            Some(Frame::Door { hex, kind, .. }) => {
                let taken = matches!(kind, DoorKind::Possess | DoorKind::Seize);
                let rule = if taken { "13.33" } else { "12.21" };
                labelled(
                    format!("Done with the garrison of {}", place(cx, *hex)),
                    Verb::Pass,
                    button("close"),
                    rule,
                )
            }
            Some(Frame::Sieges { .. }) => of("No more sieges", Verb::End, "13.15"),
            Some(Frame::Retire { hex, .. }) => {
                labelled(format!("Stay before {}", place(cx, *hex)), Verb::Pass, button("stay"), "12.23")
            }
            _ => of("Done", Verb::Pass, "4.1"),
        },
    }
}

fn door_hex(s: &State) -> HexId {
    match s.frames.top() {
        Some(Frame::Door { hex, .. }) => *hex,
        _ => HexId(0),
    }
}

fn option_hex(s: &State) -> HexId {
    match s.frames.top() {
        Some(Frame::AttackOption { hex, .. }) => *hex,
        _ => HexId(0),
    }
}
