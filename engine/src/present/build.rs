//! Builders for views that every rule system makes in large numbers.

use super::{
    Affordance, CounterId, DieView, LogKind, LogLine, ModLine, Rule, Rules, Target, TrackKind, TrackView,
    Verb,
};

/// Rule numbers as a list.
pub fn rules(list: &[&'static str]) -> Rules {
    list.iter().map(|r| Rule(r)).collect()
}

impl Affordance {
    /// An action without subject, cost or rules. Its `id` is set by [`Affordance::number`].
    pub fn new(label: impl Into<String>, verb: Verb, target: Target) -> Self {
        Self {
            id: 0,
            subject: None,
            with: Vec::new(),
            target,
            also: Vec::new(),
            label: label.into(),
            verb,
            cost: String::new(),
            tag: String::new(),
            rules: Rules::new(),
            confirm: false,
            chancy: false,
        }
    }

    /// An action on a button instead of on the map.
    pub fn button(label: impl Into<String>, verb: Verb) -> Self {
        let label = label.into();
        Self::new(label.clone(), verb, Target::Button(label))
    }

    #[must_use]
    pub fn by(mut self, subject: Target) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Several counters act as one; the first is the subject.
    #[must_use]
    pub fn by_group(mut self, counters: impl IntoIterator<Item = CounterId>) -> Self {
        let mut counters = counters.into_iter();
        self.subject = counters.next().map(Target::Counter);
        self.with = counters.collect();
        self
    }

    #[must_use]
    pub fn rules(mut self, list: &[&'static str]) -> Self {
        self.rules = rules(list);
        self
    }

    /// What it costs, as shown.
    #[must_use]
    pub fn costing(mut self, cost: impl Into<String>) -> Self {
        self.cost = cost.into();
        self
    }

    /// Odds are worth showing.
    #[must_use]
    pub fn chancy(mut self) -> Self {
        self.chancy = true;
        self
    }

    /// Needs confirmation.
    #[must_use]
    pub fn confirmed(mut self) -> Self {
        self.confirm = true;
        self
    }

    /// Gives each affordance of the whole list its place as `id`.
    pub fn number(list: impl IntoIterator<Item = Self>) -> Vec<Self> {
        list.into_iter().enumerate().map(|(id, a)| Self { id, ..a }).collect()
    }
}

impl LogLine {
    pub fn new(kind: LogKind, text: impl Into<String>, cited: &[&'static str]) -> Self {
        Self { kind, text: text.into(), rules: rules(cited), ..Self::default() }
    }

    /// Adds a six-sided die; `counted` if it did something.
    #[must_use]
    pub fn die(mut self, value: u8, counted: bool) -> Self {
        self.dice.push(DieView { value, sides: 6, counted });
        self
    }

    #[must_use]
    pub fn modifier(mut self, text: impl Into<String>, value: i32, rule: &'static str) -> Self {
        self.mods.push(ModLine { text: text.into(), value: format!("{value:+}"), rule: Rule(rule) });
        self
    }

    #[must_use]
    pub fn detail(mut self, text: impl Into<String>) -> Self {
        self.detail = text.into();
        self
    }
}

impl TrackView {
    /// A track from `min` to `max` that stands at `at`.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        kind: TrackKind,
        at: i32,
        (min, max): (i32, i32),
        cited: &[&'static str],
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            kind,
            army: String::new(),
            at,
            min,
            max,
            goal: None,
            second: 0,
            text: String::new(),
            note: String::new(),
            rules: rules(cited),
            names: Vec::new(),
        }
    }
}
