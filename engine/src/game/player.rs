//! The interface for computer players: what the seat knows, a budget, a random source of the player's own, and the
//! events its seat observed. No match, no seed, no future dice, no open view.
//!
//! A player cannot reach the seed or the dice of the match. (A stable `rustdoc` sees only that these examples do not
//! compile; with `RUSTC_BOOTSTRAP=1` it also compares the reason.)
//!
//! ```compile_fail,E0599
//! fn cheat<R: engine::game::Present>(knowledge: &engine::game::Knowledge<R>) -> u64 {
//!     knowledge.seed()
//! }
//! ```
//! ```compile_fail,E0599
//! fn cheat(request: &dyn engine::game::PlayerRequest) -> engine::game::SaveFile {
//!     request.save()
//! }
//! ```
//! ```compile_fail,E0616
//! fn cheat(random: &engine::game::RandomSource) -> u64 {
//!     random.stream.seed()
//! }
//! ```
//! nor what another seat sees, or everything:
//! ```compile_fail,E0599
//! fn cheat(request: &dyn engine::game::PlayerRequest) {
//!     request.view(engine::present::Seat::OPEN);
//! }
//! ```
//! ```compile_fail,E0616
//! fn cheat<R: engine::game::Present>(mut knowledge: engine::game::Knowledge<R>) {
//!     knowledge.seat = engine::present::Seat(1);
//! }
//! ```
//! nor make a `Seen` of a state by itself:
//! ```compile_fail,E0624
//! use engine::game::{Cx, Present, Seen};
//! use engine::present::Seat;
//! fn cheat<R: Present>(cx: &Cx<R>, state: &R::State) {
//!     Seen::by(cx, state, Seat::OPEN);
//! }
//! ```
//! What it is meant to do compiles:
//! ```
//! use engine::game::{Budget, Knowledge, Present, RandomSource};
//! fn choose<R: Present>(knowledge: &Knowledge<R>, random: &mut RandomSource, budget: &Budget) -> usize {
//!     let mut world = knowledge.sample(random);
//!     world.apply(&knowledge.legal()[0]);
//!     if budget.spend_node() && world.evaluate(knowledge.seat()) > 0.0 { 0 } else { 1 }
//! }
//! ```

use super::{Advice, Cx, Plan, Recorder, Seen, ToAct};
use crate::dice::{DiceStream, Roll, RollResult};
use crate::present::Seat;
use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A computer player's own randomness, unrelated to the dice and the seed of the match.
#[derive(Clone, Debug)]
pub struct RandomSource {
    stream: DiceStream,
}

impl RandomSource {
    /// A different stream from the dice of a match with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: DiceStream::new(super::time::other_seed(seed, 0x706c_6179_6572)) }
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn index(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.stream.random_index(n) }
    }

    /// A roll in an imagined world.
    pub fn roll(&mut self, roll: &Roll) -> RollResult {
        self.stream.roll(roll)
    }

    /// A new, independent stream.
    pub fn split(&mut self) -> Self {
        Self { stream: DiceStream::new(self.stream.random_index(usize::MAX) as u64) }
    }
}

/// How much a player may think over one decision.
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    spent: Cell<u64>,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// At most `nodes` actions tried, and none once `stop` is set.
    pub fn new(nodes: u64, stop: Arc<AtomicBool>) -> Self {
        Self { nodes, spent: Cell::new(0), stop }
    }

    pub fn unlimited() -> Self {
        Self::new(u64::MAX, Arc::default())
    }

    /// Counts one action tried. False when the player must answer with the best it has.
    pub fn spend_node(&self) -> bool {
        self.spent.set(self.spent.get() + 1);
        !self.is_spent()
    }

    pub fn is_spent(&self) -> bool {
        self.spent.get() >= self.nodes || self.stop.load(Ordering::Relaxed)
    }
}

/// What the seat to act knows: context, redacted state and legal actions.
pub struct Knowledge<R: Advice> {
    cx: Cx<R>,
    /// As redacted for the seat.
    state: R::State,
    seat: Seat,
    legal: Vec<R::Action>,
}

impl<R: Advice> Knowledge<R> {
    pub(super) fn new(cx: &Cx<R>, seen: &Seen<'_, R>, legal: &[R::Action]) -> Self {
        Self { cx: cx.clone(), state: seen.state().clone(), seat: seen.seat(), legal: legal.to_vec() }
    }

    pub fn cx(&self) -> &Cx<R> {
        &self.cx
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub fn seen(&self) -> Seen<'_, R> {
        Seen::whole(&self.state, self.seat)
    }

    /// Everything the seat may do, sorted; a choice is a place in this list.
    pub fn legal(&self) -> &[R::Action] {
        &self.legal
    }

    /// Whole undertakings the seat may begin now.
    pub fn plans(&self) -> Vec<Plan<R::Action>> {
        let mut out = Vec::new();
        R::plans(&self.cx, &self.seen(), &mut out);
        out
    }

    /// Whether an action most likely gives something away for nothing.
    pub fn is_rash(&self, action: &R::Action, random: &mut RandomSource) -> bool {
        R::is_rash(&self.cx, &self.seen(), action, random)
    }

    /// A random position that agrees with what the seat has seen, to search in.
    pub fn sample(&self, random: &mut RandomSource) -> Imagined<'_, R> {
        Imagined { cx: &self.cx, state: R::sample(&self.cx, &self.seen(), random) }
    }
}

/// A sampled position. Nothing in it is secret, because none of its hidden parts is known to be true.
pub struct Imagined<'a, R: Advice> {
    cx: &'a Cx<R>,
    state: R::State,
}

impl<R: Advice> Clone for Imagined<'_, R> {
    fn clone(&self) -> Self {
        Self { cx: self.cx, state: self.state.clone() }
    }
}

impl<R: Advice> Imagined<'_, R> {
    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn to_act(&self) -> ToAct {
        R::to_act(self.cx, &self.state)
    }

    pub fn is_at_rest(&self) -> bool {
        R::at_rest(self.cx, &self.state)
    }

    /// What `seat`, which is to act, may do.
    pub fn legal_actions(&self, seat: Seat, out: &mut Vec<R::Action>) {
        out.clear();
        R::legal_actions(self.cx, &Seen::whole(&self.state, seat), out);
    }

    /// Leaves of a list of legal actions those that are worth trying.
    pub fn thin_out(&self, seat: Seat, legal: &mut Vec<R::Action>) {
        R::thin_out(self.cx, &Seen::whole(&self.state, seat), legal);
    }

    /// Whether `seat`, which is to act, may do this.
    pub fn is_legal(&self, seat: Seat, action: &R::Action) -> bool {
        R::check(self.cx, &Seen::whole(&self.state, seat), action).is_ok()
    }

    pub fn apply(&mut self, action: &R::Action) {
        R::apply(self.cx, &mut self.state, action, &mut Recorder::off());
    }

    pub fn resolve(&mut self, result: &RollResult) {
        R::resolve(self.cx, &mut self.state, result, &mut Recorder::off());
    }

    /// The value of this position for `seat`.
    pub fn evaluate(&self, seat: Seat) -> f64 {
        R::evaluate(self.cx, &Seen::whole(&self.state, seat))
    }

    /// The same by the judgement of the first greedy player.
    pub fn evaluate_first(&self, seat: Seat) -> f64 {
        R::evaluate_first(self.cx, &Seen::whole(&self.state, seat))
    }
}

/// A computer player of one rule system.
pub trait Player<R: Advice>: Send {
    /// The place in [`Knowledge::legal`] of the action to do; none if there is nothing to choose.
    fn choose(
        &mut self,
        knowledge: &Knowledge<R>,
        random: &mut RandomSource,
        budget: &Budget,
    ) -> Option<usize>;
    /// What the player's seat has seen happen since it was last told, in order.
    fn observe(&mut self, _events: &[R::Event]) {}
    /// An undo or a change of branch: everything observed so far is void.
    fn forget(&mut self) {}
}

/// A computer player.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct BotInfo {
    pub id: &'static str,
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub help: &'static str,
}

/// The computer players of a rule system.
pub struct Roster<R: Advice> {
    pub players: &'static [BotInfo],
    /// Those that are there to measure others against; nobody is offered them to play against.
    pub yardsticks: &'static [BotInfo],
    pub make: fn(&str) -> Option<Box<dyn Player<R>>>,
}

impl<R: Advice> Roster<R> {
    pub fn empty() -> Self {
        Self { players: &[], yardsticks: &[], make: |_| None }
    }
}

impl<R: Advice> Clone for Roster<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Advice> Copy for Roster<R> {}

/// A request for one decision, for any rule system. It holds no match and can be sent to another thread.
pub trait PlayerRequest: Send {
    fn seat(&self) -> Seat;
    /// The version of the match the answer is for.
    fn version(&self) -> u64;
    fn legal_count(&self) -> usize;
    /// The request with its concrete type, for players of the same rule system.
    fn as_any(&self) -> &dyn Any;
}

/// A computer player for any rule system.
pub trait AnyPlayer: Send {
    fn id(&self) -> &str;
    /// The number of the legal action to do; none when there is nothing to choose.
    fn choose(&mut self, request: &dyn PlayerRequest, budget: &Budget) -> Option<usize>;
    /// The log entry up to which the player has received the events its seat saw.
    fn observed(&self) -> usize {
        0
    }
    /// After an undo the player receives all events again.
    fn forget(&mut self) {}
}

pub(super) struct Request<R: Advice> {
    pub knowledge: Knowledge<R>,
    /// The events the seat saw, up to log entry `log_len`.
    pub events: Vec<R::Event>,
    pub log_len: usize,
    pub version: u64,
}

impl<R: Advice> PlayerRequest for Request<R> {
    fn seat(&self) -> Seat {
        self.knowledge.seat
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn legal_count(&self) -> usize {
        self.knowledge.legal.len()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A player with its random source and how many log entries it has observed.
pub(super) struct Seated<R: Advice> {
    pub id: String,
    pub player: Box<dyn Player<R>>,
    pub random: RandomSource,
    pub observed: usize,
}

impl<R: Advice> AnyPlayer for Seated<R> {
    fn id(&self) -> &str {
        &self.id
    }

    fn choose(&mut self, request: &dyn PlayerRequest, budget: &Budget) -> Option<usize> {
        let request = request.as_any().downcast_ref::<Request<R>>()?;
        self.player.observe(&request.events);
        self.observed = request.log_len;
        self.player.choose(&request.knowledge, &mut self.random, budget)
    }

    fn observed(&self) -> usize {
        self.observed
    }

    fn forget(&mut self) {
        self.observed = 0;
        self.player.forget();
    }
}
