//! Frederick the Great: the campaigns of 1756 to 1762. Leaders pick up strength points, march on a
//! shared die, besiege fortresses from depots, hide their forces and go into winter quarters.
//!
//! A reader with the rulebook open finds each chapter in a file of its own; see `RULES.md`.

mod action;
mod advice;
mod bounds;
mod combat;
mod command;
mod data;
mod depots;
mod duties;
mod evaluate;
mod event;
mod fields;
mod first_evaluate;
mod flood;
mod flow;
mod fortress;
mod ids;
mod legal;
mod lint;
mod march;
mod midway;
mod movement;
mod pieces;
mod placing;
mod present;
mod prisoners;
mod redact;
mod retreat;
mod sample;
mod schema;
mod setup;
mod sides;
mod siege;
mod special;
mod state;
mod supply;
#[cfg(test)]
mod tests;
mod valid;
mod victory;
mod why;

use crate::ids::{SideId, Walls};
use action::Action;
use engine::AssetSource;
use engine::dice::{Roll, RollResult};
use engine::game::{Advice, Cx, Outcome, Play, RandomSource, Recorder, Ruleset, Seen, ToAct};
use engine::present::{Refusal, Seat};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use event::{Event, What};
use movement::Judge;
use setup::Item;
use state::{BattleStage, Frame, Lead, Phase, Place, State};
use std::borrow::Cow;

/// The rule system.
pub struct FrederickTheGreat;

type Ctx = Cx<FrederickTheGreat>;
type Rec = Recorder<FrederickTheGreat>;

/// An event for everybody.
fn for_everybody(what: What) -> Event {
    Event { to: None, what }
}

/// An event for one side.
fn for_side(side: SideId, what: What) -> Event {
    Event { to: Some(side), what }
}

impl Ruleset for FrederickTheGreat {
    const ID: &'static str = "frederick-the-great";
    const NAME: &'static str = "Frederick the Great";
    const RULES_VERSION: u32 = 2;
    type Data = data::Data;
    type Setup = setup::Setup;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn chart_files() -> &'static [&'static str] {
        data::FILES
    }

    fn older_charts() -> &'static [(&'static str, &'static str)] {
        data::OLDER
    }

    fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Self::Data> {
        data::Data::load(src, issues)
    }

    fn schema(data: &Self::Data) -> Schema {
        schema::schema(data)
    }

    fn compile(
        data: &Self::Data,
        doc: &ScenarioDoc,
        options: &OptionSet,
        issues: &mut Issues,
    ) -> Option<Self::Setup> {
        let setup = setup::compile(data, doc, issues)?;
        options.is_empty().then_some(setup)
    }

    fn lint(data: &Self::Data, doc: &ScenarioDoc, issues: &mut Issues) {
        lint::lint(data, doc, issues);
    }
}

impl Play for FrederickTheGreat {
    // Each hex of a march is seen as motion; the march is told when it ends.
    const SILENT_EVENTS: &'static [&'static str] = &["Stepped"];

    fn start(cx: &Ctx) -> State {
        let setup = &*cx.setup;
        let off = Lead { place: Place::Off, hex: engine::hex::HexId::NONE, moved: false };
        let lead = |at: &Option<(engine::hex::HexId, Walls)>| match at {
            Some((hex, walls)) => Lead { place: Place::at(*walls), hex: *hex, moved: false },
            None => off,
        };
        let mut s = State {
            turn: setup.calendar.first_turn,
            leaders: setup.start.leader_at.iter().map(lead).collect(),
            ..State::default()
        };
        for (hex, nation, inside, sp) in &setup.start.stacks {
            s.add_points(*hex, *nation, *inside, *sp, true);
        }
        s.depots.extend(setup.start.depots.iter().map(|d| state::Depot {
            hex: d.0,
            side: d.1,
            done: true,
            offmap: d.2,
            used: false,
        }));
        midway::apply_position(setup, &mut s);
        for side in [SideId::SECOND, SideId::FIRST] {
            let own = |i: &Item| match i {
                Item::Points { nation, .. } => setup.side_of(*nation) == side,
                Item::Leader { leader, .. } => setup.leaders[leader.index()].side == side,
            };
            let left = (0..setup.start.items.len() as u16)
                .filter(|i| own(&setup.start.items[*i as usize]))
                .collect();
            s.frames.push(Frame::Setup { side, left });
        }
        placing::frames(setup).into_iter().for_each(|f| s.frames.push(f));
        flow::run_until_asked(cx, &mut s, &mut Recorder::off());
        s
    }

    fn to_act(cx: &Ctx, s: &State) -> ToAct {
        if s.phase == Phase::Over {
            return ToAct::Over(victory::outcome(cx, s));
        }
        if let Some(side) = legal::deciding_side(cx, s) {
            return ToAct::Seat(cx.setup.seat(side));
        }
        let (purpose, rule) = match s.frames.top() {
            Some(Frame::WithdrawDie { entry }) => {
                ("withdrawal", cx.setup.special.withdrawals.get(*entry as usize).map_or("18.0", |w| w.rule))
            }
            Some(Frame::RecoverDie { .. }) => ("morale", "11.2"),
            Some(Frame::MarchDie) => ("march", "5.1"),
            Some(Frame::ForceDie { .. }) => ("forced march", "5.2"),
            Some(Frame::TieDie { .. }) => ("initiative", "9.0"),
            Some(Frame::Battle { stage: BattleStage::Die, .. }) => ("combat", "9.6"),
            Some(Frame::RetreatDie { .. }) => ("retreat", "9.51"),
            Some(Frame::SiegeDie { .. }) => ("siege", "13.2"),
            _ => return ToAct::Over(Outcome { winner: None, grade: 0 }),
        };
        ToAct::Chance(Roll::dice(purpose, rule, 1, 6))
    }

    fn legal_actions(cx: &Ctx, s: &Seen<'_, Self>, out: &mut Vec<Action>) {
        legal::list_actions(&Judge::new(cx, s.state()), out);
    }

    fn check(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        legal::check_action(&Judge::new(cx, s.state()), a).map_err(Into::into)
    }

    fn apply(cx: &Ctx, s: &mut State, a: &Action, rec: &mut Rec) {
        act(cx, s, a, rec);
        flow::run_until_asked(cx, s, rec);
    }

    fn resolve(cx: &Ctx, s: &mut State, r: &RollResult, rec: &mut Rec) {
        let die = r.one() as u8;
        match s.frames.top() {
            Some(Frame::WithdrawDie { .. }) => flow::withdraw_die(cx, s, die, rec),
            Some(Frame::RecoverDie { .. }) => flow::recover_die(cx, s, die, rec),
            Some(Frame::MarchDie) => flow::march_die(s, die, rec),
            Some(Frame::ForceDie { .. }) => march::force_die(cx, s, die, rec),
            Some(Frame::TieDie { .. }) => combat::tie_die(s, die, rec),
            Some(Frame::Battle { .. }) => combat::battle_die(cx, s, die, rec),
            Some(Frame::RetreatDie { .. }) => retreat::resolve_retreat_die(cx, s, die, rec),
            Some(Frame::SiegeDie { .. }) => siege::resolve_siege_die(cx, s, die, rec),
            _ => {}
        }
        flow::run_until_asked(cx, s, rec);
    }

    fn redact<'a>(cx: &Ctx, s: &'a State, seat: Seat) -> Cow<'a, State> {
        match hidden_from(cx, s, seat) {
            Some(side) => Cow::Owned(redact::redact(cx, s, side)),
            None => Cow::Borrowed(s),
        }
    }

    fn has_hidden_information(_: &Ctx) -> bool {
        true
    }

    fn at_rest(_: &Ctx, s: &State) -> bool {
        is_rest(s)
            || matches!(
                s.frames.top(),
                Some(Frame::MarchDie | Frame::RecoverDie { .. } | Frame::WithdrawDie { .. })
            )
    }

    fn opens_group(_: &Ctx, s: &State, _: &Action) -> bool {
        is_rest(s)
    }

    fn event_kind(e: &Event) -> String {
        let text = format!("{:?}", e.what);
        text.chars().take_while(|c| c.is_alphanumeric()).collect()
    }

    fn is_visible_to(cx: &Ctx, e: &Event, seat: Seat) -> bool {
        e.to.is_none_or(|side| cx.setup.seat(side) == seat)
    }

    fn longest(_: &Ctx) -> usize {
        400_000
    }

    fn assert_valid(cx: &Ctx, s: &State) -> Result<(), String> {
        valid::check_state(cx, s)
    }

    fn check_read(cx: &Ctx, s: &State) -> Result<(), String> {
        valid::check_read(cx, s)
    }
}

impl Advice for FrederickTheGreat {
    fn evaluate(cx: &Ctx, s: &Seen<'_, Self>) -> f64 {
        evaluate::evaluate(cx, s.state(), s.seat())
    }

    fn evaluate_first(cx: &Ctx, s: &Seen<'_, Self>) -> f64 {
        first_evaluate::evaluate(cx, s.state(), s.seat())
    }

    fn thin_out(_: &Ctx, _: &Seen<'_, Self>, legal: &mut Vec<Action>) {
        advice::thin_out(legal);
    }

    fn is_rash(cx: &Ctx, s: &Seen<'_, Self>, a: &Action, _: &mut RandomSource) -> bool {
        *a == Action::Overwhelm && advice::overwhelms_in_vain(cx, s.state())
    }

    fn sample(cx: &Ctx, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        match hidden_from(cx, s.state(), s.seat()) {
            Some(side) => sample::sample(cx, s.state(), side, random),
            None => s.state().clone(),
        }
    }
}

/// The side a seat plays, if the other side's secrets are hidden from it.
fn hidden_from(cx: &Ctx, s: &State, seat: Seat) -> Option<SideId> {
    let mut own = SideId::BOTH.into_iter().filter(|side| cx.setup.seat(*side) == seat);
    match (own.next(), own.next()) {
        (Some(side), None) if seat != Seat::OPEN && s.phase != Phase::Over => Some(side),
        _ => None,
    }
}

/// Between two undertakings.
fn is_rest(s: &State) -> bool {
    matches!(
        s.frames.top(),
        Some(
            Frame::Setup { .. }
                | Frame::Place { .. }
                | Frame::Depots
                | Frame::March { .. }
                | Frame::Garrisons { .. }
                | Frame::Combats { .. }
                | Frame::Sieges { .. }
        )
    )
}

/// Does one legal action; the sequence is run afterwards.
fn act(cx: &Ctx, s: &mut State, a: &Action, rec: &mut Rec) {
    let keeps = matches!(
        a,
        Action::Open { .. }
            | Action::Done
            | Action::Take { .. }
            | Action::TakeLeader { .. }
            | Action::Leave { .. }
            | Action::LeaveLeader { .. }
    );
    if !keeps {
        s.shut.clear();
    }
    match *a {
        Action::Place { piece, hex, inside } => placing::place(cx, s, piece, hex, inside, rec),
        Action::PlaceRest => placing::place_rest(cx, s, rec),
        Action::SetUp { item, inside } => choose(cx, s, item, inside, rec),
        Action::SetUpRest { all } => choose_rest(cx, s, all, rec),
        Action::Build { hex } => depots::start_depot(s, hex, rec),
        Action::Camp { hex } => depots::begin_camp(s, hex, rec),
        Action::Begin { leader } => march::begin_march(cx, s, leader),
        Action::Destroy { hex } => depots::destroy_depot(s, hex, rec),
        Action::Open { hex } => open_door(s, hex),
        Action::Take { inside, sp } => march::take_points(cx, s, inside, sp, rec),
        Action::TakeLeader { leader } => march::take_leader(cx, s, leader, rec),
        Action::Go => march::roll_for_force_march(s),
        Action::Step { to } => march::march_step(cx, s, to, rec),
        Action::Overwhelm => march::try_overwhelming_attack(cx, s, rec),
        Action::Leave { inside, sp } => march::leave_points(cx, s, inside, sp, rec),
        Action::LeaveLeader { leader, inside } => march::leave_leader(cx, s, leader, inside, rec),
        Action::Stop { inside } => march::end_march(s, inside, rec),
        Action::In { .. } | Action::Out { .. } | Action::LeaderIn { .. } | Action::LeaderOut { .. } => {
            fortress::pass_gate(cx, s, a, rec);
        }
        Action::Fight { hex } => combat::take_up_hex(cx, s, hex),
        Action::Nominate { leader } => combat::name_commander(s, leader),
        Action::Attack => combat::declare_attack(cx, s, rec),
        Action::Decline => combat::decline_battle(cx, s, rec),
        Action::Lose { nation, sp } => combat::give_up(cx, s, nation, sp, rec),
        Action::Retire => retreat::retire_into_fortress(cx, s, rec),
        Action::Retreat => retreat::leave_hex(s),
        Action::Besiege { hex } => siege::press_siege(s, hex),
        Action::Grant => siege::grant_honours(cx, s, rec),
        Action::Deny => siege::deny_honours(s, rec),
        Action::Surrender => siege::surrender_fortress(cx, s, rec),
        Action::Refuse => siege::storm_fortress(cx, s, rec),
        Action::Refuge { hex } => siege::march_off(cx, s, Some(hex), rec),
        Action::Release { .. } | Action::ReleaseLeader { .. } => prisoners::release_prisoners(cx, s, a),
        Action::PutBack { .. } | Action::PutLeader { .. } => prisoners::put_back(cx, s, a, rec),
        Action::Forfeit => {
            if let Some(Frame::KingTaken { side }) = s.frames.pop() {
                s.forfeited = side;
                s.phase = Phase::Over;
                rec.emit(|| self::for_everybody(What::Forfeit { side }));
            }
        }
        Action::PlayOn => {
            s.frames.pop();
        }
        Action::Done => match s.frames.top() {
            Some(Frame::Door { .. }) => fortress::close_gate(cx, s, rec),
            _ => {
                s.frames.pop();
            }
        },
    }
}

/// The rest inside, or one point of each group inside and the rest out.
fn choose_rest(cx: &Ctx, s: &mut State, all: bool, rec: &mut Rec) {
    let Some(Frame::Setup { left, .. }) = s.frames.top().cloned() else { return };
    for item in left {
        let inside = match cx.setup.start.items.get(item as usize) {
            Some(Item::Points { sp, .. }) if all => *sp,
            Some(Item::Points { .. }) => 1,
            _ => u8::from(all),
        };
        choose(cx, s, item, inside, rec);
    }
}

/// One secret choice of setting up (18.0).
fn choose(cx: &Ctx, s: &mut State, item: u16, inside: u8, rec: &mut Rec) {
    let Some(Frame::Setup { side, left }) = s.frames.top_mut() else { return };
    let side = *side;
    left.retain(|i| *i != item);
    let at = s.set_up.plan.partition_point(|p| p.0 < item);
    s.set_up.plan.insert(at, (item, inside));
    let _ = cx;
    rec.emit(|| for_side(side, What::ChoseInside { item, inside }));
}

fn open_door(s: &mut State, hex: engine::hex::HexId) {
    let (side, kind) = match s.frames.top() {
        Some(Frame::March { side, .. }) => (*side, state::DoorKind::Move),
        Some(Frame::Garrisons { side }) => (*side, state::DoorKind::Combat),
        _ => return,
    };
    s.shut.push((hex, side));
    s.shut.sort_unstable();
    s.frames.push(Frame::Door { hex, side, kind });
}
