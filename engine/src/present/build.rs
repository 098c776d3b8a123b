//! Builders for the views that rule systems make by the dozen.

use super::{Affordance, CounterId, Rule, Rules, Target, Verb};

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

    /// An action that is said rather than pointed at.
    pub fn button(label: impl Into<String>, verb: Verb) -> Self {
        let label = label.into();
        Self::new(label.clone(), verb, Target::Button(label))
    }

    #[must_use]
    pub fn by(mut self, subject: Target) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Several counters do it as one; the first stands for them.
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

    /// Odds are worth asking for.
    #[must_use]
    pub fn chancy(mut self) -> Self {
        self.chancy = true;
        self
    }

    /// Asks before it is done.
    #[must_use]
    pub fn confirmed(mut self) -> Self {
        self.confirm = true;
        self
    }

    /// Numbers a list of all legal actions by their places.
    pub fn number(list: impl IntoIterator<Item = Self>) -> Vec<Self> {
        list.into_iter().enumerate().map(|(id, a)| Self { id, ..a }).collect()
    }
}
