//! The registry: the only place that lists rule systems.

use engine::AssetSource;
use engine::game::{AnyRuleset, Loaded, Present};
use engine::scenario::Issues;

/// All rule systems whose charts could be read.
pub struct Registry {
    rulesets: Vec<Box<dyn AnyRuleset>>,
}

impl Registry {
    /// Loads every rule system from `src`; what cannot be used is said in `issues`.
    pub fn load(src: &dyn AssetSource, issues: &mut Issues) -> Self {
        let rulesets = [
            load::<hold_the_line::HoldTheLine>(src, issues),
            load::<frederick_the_great::FrederickTheGreat>(src, issues),
            load::<prussias_glory::PrussiasGlory>(src, issues),
            load::<austrian_succession::AustrianSuccession>(src, issues),
        ];
        Self { rulesets: rulesets.into_iter().flatten().collect() }
    }

    /// A registry of these rule systems and no others, for tests that bring their own.
    pub fn with(rulesets: Vec<Box<dyn AnyRuleset>>) -> Self {
        Self { rulesets }
    }

    pub fn all(&self) -> impl Iterator<Item = &dyn AnyRuleset> {
        self.rulesets.iter().map(AsRef::as_ref)
    }

    pub fn get(&self, id: &str) -> Option<&dyn AnyRuleset> {
        self.all().find(|r| r.id() == id)
    }

    /// Ids of all that are loaded, for messages.
    pub fn ids(&self) -> Vec<&'static str> {
        self.all().map(|r| r.id()).collect()
    }
}

fn load<R: Present>(src: &dyn AssetSource, issues: &mut Issues) -> Option<Box<dyn AnyRuleset>> {
    Loaded::<R>::load(src, issues).map(|r| Box::new(r.with_players(players::roster())) as Box<dyn AnyRuleset>)
}
