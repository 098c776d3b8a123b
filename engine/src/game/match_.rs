use super::player::{Knowledge, Request};
use super::{Cx, Entry, Present, Recorder, Seen, ToAct, state_hash};
use crate::dice::{DiceStream, Dictated, Roll, RollResult};
use crate::present::{LogKind, LogLine, Refusal, Rules, Seat, Told};
use crate::scenario::ScenarioDoc;
use std::sync::Arc;

/// Why an action was rejected. The match has not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    #[error("no such action: the list has {0}")]
    NoSuchAction(usize),
    #[error("the match has changed since this action was listed")]
    Stale,
    #[error("the game is over")]
    Over,
    #[error("{0}")]
    Refused(Refusal),
    #[error("{0}")]
    Dice(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    #[error("there is nothing to undo")]
    Nothing,
    #[error("dice have been rolled or something was shown since: only a solo player may undo that")]
    Cut,
}

/// What the log holds: an event, or a note of the program.
#[derive(Clone, Debug)]
pub(super) enum Logged<E> {
    Event(E),
    Note(String),
}

#[derive(Clone)]
struct Mark<S> {
    state: S,
    journal: usize,
    log: usize,
    /// Undo past this mark needs `lift`: dice were rolled or hidden information was revealed.
    cut: bool,
}

/// A game being played: the state, how it came about, and the dice to come.
pub struct Match<R: Present> {
    pub(super) cx: Cx<R>,
    pub(super) doc: Arc<ScenarioDoc>,
    pub(super) state: R::State,
    /// Where the journal starts from; the start of the scenario unless restored from a snapshot.
    pub(super) base: Option<R::State>,
    pub(super) dice: DiceStream,
    pub(super) dictated: Option<Dictated>,
    pub(super) journal: Vec<Entry<R::Action>>,
    pub(super) log: Vec<Logged<R::Event>>,
    /// Hashes along the journal, one after every `save::EVERY` entries.
    pub(super) hashes: Vec<(usize, u64)>,
    legal: Vec<R::Action>,
    marks: Vec<Mark<R::State>>,
    redo: Vec<Vec<Entry<R::Action>>>,
    pub(super) version: u64,
}

impl<R: Present> Clone for Match<R> {
    fn clone(&self) -> Self {
        Self {
            cx: self.cx.clone(),
            doc: Arc::clone(&self.doc),
            state: self.state.clone(),
            base: self.base.clone(),
            dice: self.dice.clone(),
            dictated: self.dictated.clone(),
            journal: self.journal.clone(),
            log: self.log.clone(),
            hashes: self.hashes.clone(),
            legal: self.legal.clone(),
            marks: self.marks.clone(),
            redo: self.redo.clone(),
            version: self.version,
        }
    }
}

impl<R: Present> Match<R> {
    /// A new match. Dice that come before the first decision are rolled at once, from `dictated`
    /// if given.
    pub fn new(
        cx: Cx<R>,
        doc: Arc<ScenarioDoc>,
        seed: u64,
        dictated: Option<Dictated>,
    ) -> Result<Self, String> {
        let state = R::start(&cx);
        let mut game = Self::from_state(cx, doc, state, seed);
        game.dictated = dictated.filter(|d| !d.is_empty());
        let mut rolled = false;
        game.run_chance(&mut rolled)?;
        game.finish_dictated()?;
        game.refresh();
        Ok(game)
    }

    /// A match that has not yet rolled its first dice.
    pub(super) fn from_state(cx: Cx<R>, doc: Arc<ScenarioDoc>, state: R::State, seed: u64) -> Self {
        Self {
            cx,
            doc,
            state,
            base: None,
            dice: DiceStream::new(seed),
            dictated: None,
            journal: Vec::new(),
            log: Vec::new(),
            hashes: Vec::new(),
            legal: Vec::new(),
            marks: Vec::new(),
            redo: Vec::new(),
            version: 0,
        }
    }

    /// A copy with what a save needs and no more: it cannot be played on.
    pub(super) fn without_log_and_undo(&self) -> Self {
        let mut copy =
            Self::from_state(self.cx.clone(), Arc::clone(&self.doc), self.state.clone(), self.dice.seed());
        copy.base.clone_from(&self.base);
        copy.dice = self.dice.clone();
        copy.journal.clone_from(&self.journal);
        copy.hashes.clone_from(&self.hashes);
        copy
    }

    pub fn cx(&self) -> &Cx<R> {
        &self.cx
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn doc(&self) -> &Arc<ScenarioDoc> {
        &self.doc
    }

    pub fn journal(&self) -> &[Entry<R::Action>] {
        &self.journal
    }

    /// Grows with every change; views made for an older version are stale.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn hash(&self) -> u64 {
        state_hash(&self.state)
    }

    pub fn to_act(&self) -> ToAct {
        R::to_act(&self.cx, &self.state)
    }

    pub fn seen(&self, seat: Seat) -> Seen<'_, R> {
        Seen::by(&self.cx, &self.state, seat)
    }

    /// Everything the seat to act may do.
    pub fn legal(&self) -> &[R::Action] {
        &self.legal
    }

    /// Dictates the next dice; the next action must use all of them.
    pub fn dictate(&mut self, dictated: Dictated) {
        self.dictated = (!dictated.is_empty()).then_some(dictated);
    }

    /// Applies the legal action at this index, rolls the dice it needs, and runs on to the next decision.
    pub fn submit(&mut self, id: usize) -> Result<(), SubmitError> {
        let ToAct::Seat(seat) = self.to_act() else { return Err(SubmitError::Over) };
        let action = self.legal.get(id).cloned().ok_or(SubmitError::NoSuchAction(self.legal.len()))?;
        R::check(&self.cx, &self.seen(seat), &action).map_err(SubmitError::Refused)?;
        let opens = R::opens_group(&self.cx, &self.state, &action);
        let before = (self.state.clone(), self.journal.len(), self.log.len(), self.dice.clone());
        let given = self.dictated.clone();
        let mut cut = false;
        self.perform(Entry::Action(action), &mut cut);
        let done = self.run_chance(&mut cut).and_then(|()| self.finish_dictated());
        if let Err(text) = done {
            (self.state, self.dice) = (before.0, before.3);
            self.journal.truncate(before.1);
            self.forget_hashes();
            self.log.truncate(before.2);
            self.dictated = given;
            return Err(SubmitError::Dice(text));
        }
        cut |= self.to_act() != ToAct::Seat(seat);
        if opens || self.marks.is_empty() {
            self.marks.push(Mark { state: before.0, journal: before.1, log: before.2, cut });
        } else if let Some(mark) = self.marks.last_mut() {
            mark.cut |= cut;
        }
        self.redo.clear();
        self.refresh();
        Ok(())
    }

    pub(super) fn perform(&mut self, entry: Entry<R::Action>, cut: &mut bool) {
        let mut rec = Recorder::new();
        match &entry {
            Entry::Action(a) => R::apply(&self.cx, &mut self.state, a, &mut rec),
            Entry::Roll(r) => {
                R::resolve(&self.cx, &mut self.state, r, &mut rec);
                *cut = true;
            }
            Entry::Note(text) => self.log.push(Logged::Note(text.clone())),
        }
        *cut |= rec.was_revealed();
        self.journal.push(entry);
        if self.journal.len().is_multiple_of(super::save::EVERY) {
            self.hashes.push((self.journal.len(), state_hash(&self.state)));
        }
        self.log.extend(rec.take().into_iter().map(Logged::Event));
    }

    fn run_chance(&mut self, cut: &mut bool) -> Result<(), String> {
        while let ToAct::Chance(roll) = self.to_act() {
            let result = self.answer(&roll)?;
            self.perform(Entry::Roll(result), cut);
        }
        Ok(())
    }

    fn answer(&mut self, roll: &Roll) -> Result<RollResult, String> {
        match &mut self.dictated {
            Some(d) => d.take_faces(roll, &R::draw_names(&self.cx, &self.state)),
            None => Ok(self.dice.roll(roll)),
        }
    }

    fn finish_dictated(&mut self) -> Result<(), String> {
        match self.dictated.take() {
            Some(d) if !d.is_empty() => Err(format!(
                "too many dice dictated: {} left when nothing more was asked for",
                d.rolls_left()
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn refresh(&mut self) {
        self.version += 1;
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        if let ToAct::Seat(seat) = self.to_act() {
            R::legal_actions(&self.cx, &self.seen(seat), &mut legal);
        }
        self.legal = legal;
    }

    /// Drops hashes beyond the end of the journal.
    fn forget_hashes(&mut self) {
        let n = self.journal.len();
        self.hashes.retain(|h| h.0 <= n);
    }

    /// Log lines `seat` may read from entry `from` on, each with the movement it saw.
    pub fn log_with_motions(&self, seat: Seat, from: usize) -> Vec<Told> {
        let one = |l: &Logged<R::Event>| {
            let motion = match l {
                Logged::Event(e) if !self.is_told(e, seat) => return None,
                Logged::Event(e) => R::motion(&self.cx, e),
                Logged::Note(_) => None,
            };
            let line = self.line(l, seat);
            (line.is_some() || motion.is_some()).then_some(Told { line, motion })
        };
        self.log.iter().skip(from).filter_map(one).collect()
    }

    /// A request to the computer player in `seat` for its next decision.
    pub(super) fn request(&self, seat: Seat, observed: usize) -> Request<R> {
        let seen_event = |l: &Logged<R::Event>| match l {
            Logged::Event(e) if R::is_visible_to(&self.cx, e, seat) => Some(e.clone()),
            Logged::Event(_) | Logged::Note(_) => None,
        };
        Request {
            knowledge: Knowledge::new(&self.cx, &self.seen(seat), &self.legal),
            events: self.log.iter().skip(observed).filter_map(seen_event).collect(),
            log_len: self.log.len(),
            version: self.version,
        }
    }

    pub fn can_undo(&self, lift: bool) -> Result<(), UndoError> {
        match self.marks.last() {
            None => Err(UndoError::Nothing),
            Some(m) if m.cut && !lift => Err(UndoError::Cut),
            Some(_) => Ok(()),
        }
    }

    /// Undoes the last group of steps. Going past dice, reveals or a change of seat needs `lift` and is noted in
    /// the log. Dice that were undone are rolled anew.
    pub fn undo(&mut self, lift: bool) -> Result<(), UndoError> {
        self.can_undo(lift)?;
        let mark = self.marks.pop().ok_or(UndoError::Nothing)?;
        self.redo.push(self.journal.split_off(mark.journal));
        self.forget_hashes();
        self.log.truncate(mark.log);
        self.state = mark.state;
        if mark.cut {
            let mut cut = false;
            self.perform(Entry::Note(super::any_match::UNDO_NOTE.into()), &mut cut);
        }
        self.refresh();
        Ok(())
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Redoes what was undone last, with the same dice.
    pub fn redo(&mut self) -> bool {
        let Some(entries) = self.redo.pop() else { return false };
        let mark = (self.state.clone(), self.journal.len(), self.log.len());
        let (before, mut cut) = (self.to_act(), false);
        for entry in entries {
            self.perform(entry, &mut cut);
        }
        cut |= self.to_act() != before;
        self.marks.push(Mark { state: mark.0, journal: mark.1, log: mark.2, cut });
        self.refresh();
        true
    }

    /// The log from line `from` on, as told to `seat`.
    pub fn log(&self, seat: Seat, from: usize) -> Vec<LogLine> {
        self.log.iter().skip(from).filter_map(|l| self.line(l, seat)).collect()
    }

    /// How many entries the log has, whether or not a seat may read them.
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Whether an event stands in the log of this seat. Whoever sees everything is told nothing twice.
    fn is_told(&self, e: &R::Event, seat: Seat) -> bool {
        if seat == Seat::OPEN { !R::retells(e) } else { R::is_visible_to(&self.cx, e, seat) }
    }

    fn line(&self, l: &Logged<R::Event>, seat: Seat) -> Option<LogLine> {
        match l {
            Logged::Event(e) if !self.is_told(e, seat) => None,
            Logged::Event(e) => R::log_line(&self.cx, e),
            Logged::Note(text) => Some(LogLine {
                kind: LogKind::Note,
                army: String::new(),
                head: String::new(),
                text: text.clone(),
                detail: String::new(),
                at: None,
                dice: Vec::new(),
                mods: Vec::new(),
                rules: Rules::new(),
                follows: false,
            }),
        }
    }

    /// Replays one recorded entry; `Err` says why it does not fit this state.
    pub(super) fn replay(&mut self, entry: Entry<R::Action>) -> Result<(), String> {
        let mut cut = false;
        match (&entry, self.to_act()) {
            (Entry::Action(a), ToAct::Seat(seat)) => {
                R::check(&self.cx, &self.seen(seat), a).map_err(|r| r.to_string())?;
                let opens = R::opens_group(&self.cx, &self.state, a);
                if opens || self.marks.is_empty() {
                    let (journal, log) = (self.journal.len(), self.log.len());
                    self.marks.push(Mark { state: self.state.clone(), journal, log, cut: false });
                }
                self.perform(entry, &mut cut);
                if let Some(m) = self.marks.last_mut() {
                    m.cut |= cut || R::to_act(&self.cx, &self.state) != ToAct::Seat(seat);
                }
                Ok(())
            }
            (Entry::Roll(r), ToAct::Chance(roll)) => {
                if !roll.is_answered_by(r) {
                    return Err(format!(
                        "the dice {:?} do not answer {}",
                        r.faces.as_slice(),
                        crate::dice::describe_roll(&roll)
                    ));
                }
                self.perform(entry, &mut cut);
                if let Some(m) = self.marks.last_mut() {
                    m.cut = true;
                }
                Ok(())
            }
            (Entry::Note(_), _) => {
                self.perform(entry, &mut cut);
                Ok(())
            }
            (Entry::Action(_), ToAct::Chance(roll)) => {
                Err(format!("an action stands where the game asks for {}", crate::dice::describe_roll(&roll)))
            }
            (Entry::Roll(_), _) => Err("dice stand where the game asks for none".into()),
            (_, ToAct::Over(_)) => Err("the game is over".into()),
        }
    }
}
