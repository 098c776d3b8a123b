//! A tiny rule system with secret simultaneous choices, an answer in the middle of an action, and
//! dice: what no shipped scenario may use yet must still hold in the shared parts.
//!
//! Three rounds. Both seats stake 1 to 3 in secret (T.1). The stakes are shown (T.2). The first
//! seat then presses or waits (T.3); pressed, the other stands or yields (T.4); standing rolls two
//! dice, 7 and more wins; the winner takes the other's stake or spares him (T.5).

use super::*;
use crate::AssetSource;
use crate::dice::RollResult;
use crate::present::*;
use crate::scenario::{Issues, MapDoc, OptionSet, ScenarioDoc, Schema};
use serde::Deserialize;
use std::borrow::Cow;

pub struct Toy;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    Stake(u8),
    Press,
    Answer,
    Roll,
    /// The winner by dice.
    Spoils(u8),
    Over,
}

/// Somebody has staked, but this seat may not know what.
pub const UNKNOWN: u8 = 9;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub stakes: [u8; 2],
    pub points: [i8; 2],
    pub round: u8,
    pub step: Frames<Step>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Action {
    Stake(u8),
    Press,
    Wait,
    Stand,
    Yield,
    Take,
    Spare,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Staked { seat: u8, stake: u8 },
    Shown([u8; 2]),
    Rolled(u16, bool),
    Took(u8, i8),
}

impl State {
    fn next_round(&mut self) {
        self.round += 1;
        self.stakes = [0, 0];
        self.step.replace(if self.round == 3 { Step::Over } else { Step::Stake(0) });
    }

    fn take(&mut self, winner: usize, rec: &mut Recorder<Toy>) {
        let stake = self.stakes[1 - winner] as i8;
        self.points[winner] += stake;
        rec.emit(|| Event::Took(winner as u8, stake));
        self.next_round();
    }
}

fn legal(s: &State) -> Vec<Action> {
    match s.step.top() {
        Some(Step::Stake(_)) => vec![Action::Stake(1), Action::Stake(2), Action::Stake(3)],
        Some(Step::Press) => vec![Action::Press, Action::Wait],
        Some(Step::Answer) => vec![Action::Stand, Action::Yield],
        Some(Step::Spoils(_)) => vec![Action::Take, Action::Spare],
        _ => Vec::new(),
    }
}

impl Ruleset for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const RULES_VERSION: u32 = 1;
    type Data = ();
    type Setup = ();
    type State = State;
    type Action = Action;
    type Event = Event;

    fn chart_files() -> &'static [&'static str] {
        &[]
    }

    fn load(_: &dyn AssetSource, _: &mut Issues) -> Option<()> {
        Some(())
    }

    fn schema((): &()) -> Schema {
        Schema::default()
    }

    fn compile((): &(), _: &ScenarioDoc, _: &OptionSet, _: &mut Issues) -> Option<()> {
        Some(())
    }

    fn lint((): &(), _: &ScenarioDoc, _: &mut Issues) {}
}

impl Play for Toy {
    fn start(_: &Cx<Self>) -> State {
        State { stakes: [0, 0], points: [0, 0], round: 0, step: Frames::new(Step::Stake(0)) }
    }

    fn to_act(_: &Cx<Self>, s: &State) -> ToAct {
        match s.step.top() {
            Some(Step::Stake(n) | Step::Spoils(n)) => ToAct::Seat(Seat(*n)),
            Some(Step::Press) => ToAct::Seat(Seat(0)),
            Some(Step::Answer) => ToAct::Seat(Seat(1)),
            Some(Step::Roll) => ToAct::Chance(Roll::dice("stand", "T.5", 2, 6)),
            Some(Step::Over) | None => {
                let winner = match s.points[0].cmp(&s.points[1]) {
                    std::cmp::Ordering::Greater => Some(Seat(0)),
                    std::cmp::Ordering::Less => Some(Seat(1)),
                    std::cmp::Ordering::Equal => None,
                };
                ToAct::Over(Outcome { winner, grade: 0 })
            }
        }
    }

    fn legal_actions(_: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Action>) {
        out.extend(legal(s.state()));
    }

    fn check(_: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        if legal(s.state()).contains(a) { Ok(()) } else { Err(Refusal::new("T.1", "not now")) }
    }

    fn apply(_: &Cx<Self>, s: &mut State, a: &Action, rec: &mut Recorder<Self>) {
        match (a, s.step.top().cloned()) {
            (Action::Stake(n), Some(Step::Stake(seat))) => {
                s.stakes[seat as usize] = *n;
                rec.emit(|| Event::Staked { seat, stake: *n });
                if seat == 0 {
                    s.step.replace(Step::Stake(1));
                } else {
                    rec.reveal();
                    rec.emit(|| Event::Shown(s.stakes));
                    s.step.replace(Step::Press);
                }
            }
            (Action::Press, _) => s.step.replace(Step::Answer),
            (Action::Wait, _) => s.next_round(),
            (Action::Stand, _) => s.step.replace(Step::Roll),
            (Action::Yield, _) => s.take(0, rec),
            (Action::Take, Some(Step::Spoils(winner))) => s.take(winner as usize, rec),
            (Action::Spare, _) => s.next_round(),
            _ => {}
        }
    }

    fn resolve(_: &Cx<Self>, s: &mut State, r: &RollResult, rec: &mut Recorder<Self>) {
        let sum: u16 = r.faces.iter().sum();
        rec.emit(|| Event::Rolled(sum, sum >= 7));
        s.step.replace(Step::Spoils(u8::from(sum < 7)));
    }

    fn redact<'a>(_: &Cx<Self>, s: &'a State, seat: Seat) -> Cow<'a, State> {
        match s.step.top() {
            Some(Step::Stake(1)) if seat == Seat(1) => {
                let mut known = s.clone();
                known.stakes[0] = UNKNOWN;
                Cow::Owned(known)
            }
            _ => Cow::Borrowed(s),
        }
    }

    fn at_rest(_: &Cx<Self>, s: &State) -> bool {
        !matches!(s.step.top(), Some(Step::Answer | Step::Roll | Step::Spoils(_)))
    }

    fn opens_group(_: &Cx<Self>, _: &State, a: &Action) -> bool {
        !matches!(a, Action::Stand | Action::Yield | Action::Take | Action::Spare)
    }

    fn is_visible_to(_: &Cx<Self>, e: &Event, seat: Seat) -> bool {
        !matches!(e, Event::Staked { seat: s, .. } if Seat(*s) != seat)
    }

    fn longest(_: &Cx<Self>) -> usize {
        16
    }

    fn assert_valid(_: &Cx<Self>, s: &State) -> Result<(), String> {
        if s.round <= 3 { Ok(()) } else { Err("a fourth round".into()) }
    }
}

impl Advice for Toy {
    fn evaluate(_: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        f64::from(s.state().round)
    }

    fn sample(_: &Cx<Self>, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        let mut state = s.state().clone();
        for stake in state.stakes.iter_mut().filter(|n| **n == UNKNOWN) {
            *stake = 1 + random.index(3) as u8;
        }
        state
    }
}

fn line(text: String, rule: &'static str) -> LogLine {
    LogLine::new(crate::present::LogKind::Other, text, &[rule])
}

impl Describe for Toy {
    fn seats(_: &Cx<Self>) -> Vec<SeatInfo> {
        ["One", "Two"].map(|n| SeatInfo { name: n.into(), army: String::new() }).into()
    }

    fn prompt(_: &Cx<Self>, s: &Seen<'_, Self>) -> Prompt {
        let text = format!("{:?}", s.state().step.top());
        Prompt { text, rules: Rules::from_slice(&[Rule("T.1")]), ..Prompt::default() }
    }

    fn affordances(_: &Cx<Self>, _: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        let one = |a: &Action| {
            let subject = Target::Counter(CounterId(0));
            Affordance::button(format!("{a:?}"), Verb::Choose).by(subject).rules(&["T.3"]).chancy()
        };
        Affordance::number(actions.iter().map(one))
    }

    fn tracks(_: &Cx<Self>, _: &Seen<'_, Self>) -> Vec<TrackView> {
        Vec::new()
    }

    fn sequence(_: &Cx<Self>, _: &Seen<'_, Self>) -> SequenceView {
        SequenceView::default()
    }

    fn inspect(_: &Cx<Self>, s: &Seen<'_, Self>, _: &Target) -> Inspector {
        Inspector { title: format!("{:?}", s.state().stakes), ..Inspector::default() }
    }

    fn score(_: &Cx<Self>, _: &Seen<'_, Self>) -> ScoreView {
        ScoreView::default()
    }

    fn outcome(_: &Cx<Self>, _: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        OutcomeView { winner: o.winner, title: "over".into(), text: String::new(), rule: Rule("T.5") }
    }

    fn log_line(_: &Cx<Self>, e: &Event) -> Option<LogLine> {
        Some(line(format!("{e:?}"), "T.2"))
    }

    fn meant(_: &Cx<Self>, _: &Seen<'_, Self>, _: &Target, _: &Target) -> Vec<Action> {
        vec![Action::Stake(4)]
    }
}

impl Picture for Toy {
    fn board(_: &Cx<Self>, _: &Seen<'_, Self>) -> BoardView {
        BoardView::default()
    }

    fn overlays() -> &'static [OverlayKind] {
        &[]
    }

    fn overlay(_: &Cx<Self>, _: &Seen<'_, Self>, _: &str, _: Option<&Target>) -> OverlayView {
        OverlayView::default()
    }
}

impl Reckon for Toy {
    fn usual_answer(_: &Cx<Self>, _: &Seen<'_, Self>, legal: &[Action]) -> Option<UsualAnswer<Action>> {
        let action = legal.iter().find(|a| **a == Action::Take)?.clone();
        Some(UsualAnswer { action, assumed: "the winner takes the stake".into() })
    }

    fn result(_: &Cx<Self>, before: &Seen<'_, Self>, _: &Action, after: &State) -> OddsOutcome {
        let won = after.points[0] > before.state().points[0];
        OddsOutcome {
            text: if won { "won" } else { "not won" }.into(),
            p: 0.0,
            removes: false,
            rank: i32::from(won),
        }
    }
}

impl Aids for Toy {
    fn position(_: &Cx<Self>, _: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        doc.clone()
    }
}

pub fn doc() -> Arc<ScenarioDoc> {
    let grid = crate::hex::Grid {
        orientation: crate::hex::Orientation::FlatTop,
        shove: crate::hex::Shove::Odd,
        cols: 2,
        rows: 2,
        numbering: crate::hex::Numbering::ccrr(),
    };
    Arc::new(ScenarioDoc::blank("toy", MapDoc::blank(grid, "clear")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryAssets;
    use crate::present::Quality;

    fn start() -> Box<dyn AnyMatch> {
        let toy = Loaded::<Toy>::load(&MemoryAssets::default(), &mut Issues::default()).unwrap();
        toy.new_match(doc(), &NewMatch::default()).unwrap()
    }

    fn play(game: &mut dyn AnyMatch, label: &str) {
        let seat = game.to_act().unwrap();
        let id = game.view(seat).affordances().iter().find(|a| a.label == label).unwrap().id;
        game.submit(id).unwrap();
    }

    #[test]
    fn the_contract_holds() {
        let toy = Loaded::<Toy>::load(&MemoryAssets::default(), &mut Issues::default()).unwrap();
        for seed in 0..200 {
            toy.contract(&doc(), &OptionSet::new(), seed).unwrap();
        }
    }

    #[test]
    fn a_secret_stays_one() {
        let (mut a, mut b) = (start(), start());
        play(&mut *a, "Stake(1)");
        play(&mut *b, "Stake(3)");
        let two = Seat(1);
        assert_ne!(a.hash(), b.hash());
        let any = Target::Button(String::new());
        assert_eq!(a.view(two).inspect(&any), b.view(two).inspect(&any));
        assert_eq!(a.view(two).log(0), b.view(two).log(0));
        assert_ne!(a.view(Seat(0)).log(0), b.view(Seat(0)).log(0));
        play(&mut *a, "Stake(2)");
        play(&mut *b, "Stake(2)");
        assert_ne!(a.view(two).inspect(&any), b.view(two).inspect(&any), "shown now");
    }

    #[test]
    fn undo_stops_where_something_was_shown() {
        let mut game = start();
        play(&mut *game, "Stake(1)");
        assert_eq!(game.can_undo(false), Err(UndoError::Cut), "the other seat is to act");
        play(&mut *game, "Stake(1)");
        assert_eq!(game.can_undo(false), Err(UndoError::Cut));
        game.undo(true).unwrap();
        let notes = game.view(Seat::OPEN).log(0);
        assert_eq!(notes.last().map(|l| l.kind), Some(crate::present::LogKind::Note));
    }

    #[test]
    fn odds_give_one_distribution_for_each_answer() {
        let mut game = start();
        play(&mut *game, "Stake(1)");
        play(&mut *game, "Stake(3)");
        let odds = game.view(Seat(0)).odds(0).unwrap();
        assert_eq!(odds.quality, Quality::Exact);
        let answers: Vec<&str> = odds.branches.iter().map(|b| b.answer.as_str()).collect();
        assert_eq!(answers, ["Stand", "Yield"]);
        let won = |b: &crate::present::OddsBranch| {
            b.outcomes.iter().filter(|o| o.text == "won").map(|o| o.p).sum::<f64>()
        };
        assert!((won(&odds.branches[0]) - 21.0 / 36.0).abs() < 1e-12);
        assert!((won(&odds.branches[1]) - 1.0).abs() < 1e-12);
        assert_eq!(odds.assumed, ["the winner takes the stake"], "and it says so");
    }

    #[test]
    fn a_broken_save_offers_the_snapshot() {
        let toy = Loaded::<Toy>::load(&MemoryAssets::default(), &mut Issues::default()).unwrap();
        let mut game = start();
        play(&mut *game, "Stake(1)");
        play(&mut *game, "Stake(3)");
        play(&mut *game, "Wait");
        let mut file = game.save();
        assert!(toy.restore(&file).unwrap().diverged.is_none());
        file.journal[1] = SavedEntry::Do("Wait".into());
        let again = toy.restore(&file).unwrap();
        assert!(matches!(again.diverged, Some(SaveError::Diverged { at: 2, .. })));
        assert_eq!(again.game.hash(), game.hash());
        file.snapshot = "nonsense".into();
        assert!(matches!(toy.restore(&file), Err(SaveError::Snapshot(_))));
        file.format = 99;
        assert!(matches!(SaveFile::parse(&file.to_text()), Err(SaveError::Newer { found: 99, .. })));
    }

    #[test]
    fn an_action_listed_for_an_older_version_is_refused() {
        let mut game = start();
        let version = game.view(Seat(0)).version();
        game.submit_listed(version, 0).unwrap();
        assert_eq!(game.submit_listed(version, 0), Err(SubmitError::Stale));
        assert_eq!(game.to_act(), Some(Seat(1)), "nothing happened");
    }

    #[test]
    fn dictated_dice_must_fit() {
        let mut game = start();
        play(&mut *game, "Stake(1)");
        play(&mut *game, "Stake(3)");
        play(&mut *game, "Press");
        let stand = game.view(Seat(1)).affordances().iter().find(|a| a.label == "Stand").unwrap().id;
        let before = game.hash();
        let dice = |faces: &[u16]| crate::dice::Dictated {
            results: [crate::dice::DictatedRoll::with_faces(None, faces)].into(),
        };
        game.dictate(dice(&[6]));
        assert!(
            matches!(game.submit(stand), Err(SubmitError::Dice(t)) if t.contains("2d6 for 'stand' [T.5]"))
        );
        game.dictate(dice(&[6, 6, 6]));
        assert!(matches!(game.submit(stand), Err(SubmitError::Dice(t)) if t.contains("too many")));
        assert_eq!(game.hash(), before, "nothing happened");
        game.dictate(dice(&[6, 6]));
        game.submit(stand).unwrap();
    }
}
