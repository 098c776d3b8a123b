//! One decision, one place: what a question asks, which answers it has, what they do, and how its prompt and labels
//! read are methods of one type. The questions of a rule system lie on a stack of frames; the top one is asked.

use super::{Cx, Frames, Outcome, Play, Recorder, ToAct};
use crate::dice::{Roll, RollResult};
use crate::present::{Affordance, Refusal, Seat};

/// Who answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Seat(Seat),
    Chance(Roll),
    /// Nobody: it goes on by itself.
    Nobody,
    Over(Outcome),
}

/// A question in words, with its rule.
pub type Question = (String, &'static str);

/// What is asked. The frame is taken off the stack before it is answered, and puts itself back if it goes on.
pub trait Decision<R: Play> {
    fn ask(&self, cx: &Cx<R>, s: &R::State) -> Ask;

    /// Every answer, in any order.
    fn list(&self, _cx: &Cx<R>, _s: &R::State, _out: &mut Vec<R::Action>) {}

    /// Why an answer that is not listed is refused.
    fn refuse(&self, cx: &Cx<R>, s: &R::State, _action: &R::Action) -> Refusal {
        let (asked, rule) = self.prompt(cx, s);
        Refusal::new(rule, format!("That is not asked now: {asked}."))
    }

    fn apply(&self, _cx: &Cx<R>, _s: &mut R::State, _action: &R::Action, _rec: &mut Recorder<R>) {}

    fn resolve(&self, _cx: &Cx<R>, _s: &mut R::State, _roll: &RollResult, _rec: &mut Recorder<R>) {}

    /// Goes on where nobody is asked.
    fn go_on(&self, _cx: &Cx<R>, _s: &mut R::State, _rec: &mut Recorder<R>) {}

    fn prompt(&self, cx: &Cx<R>, s: &R::State) -> Question;

    /// What is still missing before the answer one would expect to give may be given.
    fn what_is_missing(&self, _cx: &Cx<R>, _s: &R::State) -> Option<Refusal> {
        None
    }

    fn label(&self, cx: &Cx<R>, s: &R::State, action: &R::Action) -> Affordance;

    /// Names of what a draw may bring, by face.
    fn draw_names(&self, _cx: &Cx<R>, _s: &R::State) -> Vec<String> {
        Vec::new()
    }

    /// Whether it is asked although there is only one answer.
    fn is_always_asked(&self, _cx: &Cx<R>, _s: &R::State) -> bool {
        false
    }

    /// Whether nothing begun is unfinished while this is asked.
    fn is_rest(&self) -> bool {
        false
    }
}

/// A frame holds one of the questions of a rule system.
pub trait AsDecision<R: Play> {
    fn decision(&self) -> &dyn Decision<R>;
}

/// A rule system whose sequence of play is a stack of questions.
pub trait Questions: Play {
    type Frame: AsDecision<Self> + Clone + Eq;

    fn frames(s: &Self::State) -> &Frames<Self::Frame>;

    fn frames_mut(s: &mut Self::State) -> &mut Frames<Self::Frame>;

    /// Called before every question: what happens of itself between two of them.
    fn notice(_cx: &Cx<Self>, _s: &mut Self::State, _rec: &mut Recorder<Self>) {}
}

/// The question that is being asked.
pub fn question<R: Questions>(s: &R::State) -> Option<&dyn Decision<R>> {
    R::frames(s).top().map(AsDecision::decision)
}

/// Goes on until a seat or chance is asked. A question with one answer is not asked unless it says so.
pub fn run<R: Questions>(cx: &Cx<R>, s: &mut R::State, rec: &mut Recorder<R>) {
    let mut only = Vec::new();
    loop {
        R::notice(cx, s, rec);
        let Some(asked) = question::<R>(s) else { return };
        match asked.ask(cx, s) {
            Ask::Chance(_) | Ask::Over(_) => return,
            Ask::Nobody => {
                if let Some(frame) = R::frames_mut(s).pop() {
                    frame.decision().go_on(cx, s, rec);
                }
            }
            Ask::Seat(_) if asked.is_always_asked(cx, s) => return,
            Ask::Seat(_) => {
                only.clear();
                asked.list(cx, s, &mut only);
                let [action] = only.as_slice() else { return };
                let action = action.clone();
                if let Some(frame) = R::frames_mut(s).pop() {
                    frame.decision().apply(cx, s, &action, rec);
                }
            }
        }
    }
}

/// Gives the answer of a seat and goes on.
pub fn answer<R: Questions>(cx: &Cx<R>, s: &mut R::State, action: &R::Action, rec: &mut Recorder<R>) {
    if let Some(frame) = R::frames_mut(s).pop() {
        frame.decision().apply(cx, s, action, rec);
    }
    run(cx, s, rec);
}

/// Gives the answer of chance and goes on.
pub fn answer_roll<R: Questions>(cx: &Cx<R>, s: &mut R::State, roll: &RollResult, rec: &mut Recorder<R>) {
    if let Some(frame) = R::frames_mut(s).pop() {
        frame.decision().resolve(cx, s, roll, rec);
    }
    run(cx, s, rec);
}

/// Who is asked now; without a question the match is over.
pub fn to_act<R: Questions>(cx: &Cx<R>, s: &R::State) -> ToAct {
    match question::<R>(s).map(|q| q.ask(cx, s)) {
        Some(Ask::Seat(seat)) => ToAct::Seat(seat),
        Some(Ask::Chance(roll)) => ToAct::Chance(roll),
        Some(Ask::Over(outcome)) => ToAct::Over(outcome),
        Some(Ask::Nobody) | None => ToAct::Over(Outcome { winner: None, grade: 0 }),
    }
}

/// Every answer to the question, sorted.
pub fn list_answers<R: Questions>(cx: &Cx<R>, s: &R::State, out: &mut Vec<R::Action>) {
    if let Some(asked) = question::<R>(s) {
        asked.list(cx, s, out);
        out.sort();
        out.dedup();
    }
}

/// Whether an answer may be given, by the same list.
pub fn check_answer<R: Questions>(cx: &Cx<R>, s: &R::State, action: &R::Action) -> Result<(), Refusal> {
    let Some(asked) = question::<R>(s) else {
        return Err(Refusal::new("", "The match is over."));
    };
    let mut listed = Vec::new();
    asked.list(cx, s, &mut listed);
    if listed.contains(action) { Ok(()) } else { Err(asked.refuse(cx, s, action)) }
}

/// Declares the frames of a rule system: one variant for each question, named like it.
#[macro_export]
macro_rules! questions {
    ($(#[$doc:meta])* $frame:ident of $rules:ty: $($name:ident),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $frame {
            $($name($name)),*
        }

        impl $crate::game::AsDecision<$rules> for $frame {
            fn decision(&self) -> &dyn $crate::game::Decision<$rules> {
                match self {
                    $(Self::$name(inner) => inner),*
                }
            }
        }

        $(impl From<$name> for $frame {
            fn from(inner: $name) -> Self {
                Self::$name(inner)
            }
        })*
    };
}
