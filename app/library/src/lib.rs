//! The library: rule systems with their charts, and scenarios.

pub mod assets;
pub mod files;

use assets::Assets;
use engine::AssetSource;
use engine::game::{AnyRuleset, SaveError, SaveFile};
use engine::scenario::{At, FileError, Issue, Issues, OptionSet, ScenarioDoc, Severity, parse, suggestion};
use registry::Registry;
use std::path::Path;
use std::sync::Arc;

/// A scenario of the library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `rule-system/name`.
    pub key: String,
    /// Path among the assets.
    pub path: String,
    pub text: String,
    /// The user's own.
    pub own: bool,
    pub doc: Result<Arc<ScenarioDoc>, FileError>,
    /// Problems found when it was read.
    pub issues: Issues,
}

/// Rule systems and scenarios, with the problems of the user's files.
pub struct Library {
    pub assets: Assets,
    pub registry: Arc<Registry>,
    pub scenarios: Vec<Entry>,
}

impl Library {
    pub fn open() -> Self {
        Self::from_assets(Assets::open())
    }

    /// Without the user's own files.
    pub fn shipped() -> Self {
        Self::from_assets(Assets::shipped())
    }

    pub fn from_assets(mut assets: Assets) -> Self {
        let registry = Arc::new(load_rules(&mut assets));
        let scenarios = list_entries(&mut assets);
        Self { assets, registry, scenarios }
    }

    /// Problems with charts and the user's files.
    pub fn issues(&self) -> &Issues {
        self.assets.issues()
    }

    /// A scenario by `rule-system/name`, or by its name alone where only one has it.
    pub fn find(&self, name: &str) -> Result<&Entry, String> {
        let name = name.trim_end_matches(".ron");
        if let Some(e) = self.scenarios.iter().find(|e| e.key == name) {
            return Ok(e);
        }
        let ends = |e: &&Entry| e.key.rsplit('/').next() == Some(name);
        let found: Vec<&Entry> = self.scenarios.iter().filter(ends).collect();
        match found.as_slice() {
            [one] => Ok(one),
            [] => {
                let keys: Vec<&str> = self.scenarios.iter().map(|e| e.key.as_str()).collect();
                Err(format!("no file and no scenario is called '{name}'; there are: {}", keys.join(", ")))
            }
            several => {
                let keys: Vec<&str> = several.iter().map(|e| e.key.as_str()).collect();
                Err(format!("several scenarios are called '{name}': {}", keys.join(", ")))
            }
        }
    }

    /// A scenario from a file, or one of the library by name, with the problems found when it was read.
    pub fn scenario_named(&self, name: &str) -> Result<(Arc<ScenarioDoc>, Issues), String> {
        let path = Path::new(name);
        if path.is_file() {
            let text = files::read_text(path).map_err(|e| e.to_string())?;
            let mut issues = Issues::default();
            let doc = parse(&text, &mut issues).map_err(|e| format!("{name}: {e}"))?;
            return Ok((Arc::new(doc), issues));
        }
        let entry = match (self.find(name), path.extension()) {
            // It looks like a path: report what is wrong with the file.
            (Err(_), Some(_)) => {
                return Err(files::read_text(path).map_or_else(|e| e.to_string(), |_| String::new()));
            }
            (found, _) => found?,
        };
        match &entry.doc {
            Ok(doc) => Ok((Arc::clone(doc), entry.issues.clone())),
            Err(e) => Err(format!("{}: {e}", entry.path)),
        }
    }

    /// The rule system of a document, or an issue if it is unknown.
    pub fn rules(&self, id: &str) -> Result<&dyn AnyRuleset, String> {
        rules(&self.registry, id)
    }

    /// Everything wrong with a document under these options.
    pub fn check_document(&self, doc: &ScenarioDoc, options: &OptionSet) -> Issues {
        check_document(&self.registry, doc, options)
    }

    /// Reads a saved match with its rule system.
    pub fn read_save(&self, text: &str) -> Result<(SaveFile, &dyn AnyRuleset), SaveError> {
        let file = SaveFile::parse(text)?;
        let rules = self.registry.get(&file.ruleset);
        let rules = rules.ok_or_else(|| SaveError::UnknownRuleset(file.ruleset.clone()))?;
        Ok((file, rules))
    }
}

fn rules<'a>(registry: &'a Registry, id: &str) -> Result<&'a dyn AnyRuleset, String> {
    registry
        .get(id)
        .ok_or_else(|| format!("the rule system '{id}' is unknown; there are: {}", registry.ids().join(", ")))
}

/// Everything wrong with a document. Needs the rule systems only, so it can run on any thread.
pub fn check_document(registry: &Registry, doc: &ScenarioDoc, options: &OptionSet) -> Issues {
    match rules(registry, &doc.ruleset) {
        Ok(rules) => rules.check(doc, options),
        Err(text) => {
            let mut issues = Issues::default();
            let known = registry.ids();
            issues
                .error(At::Field("ruleset".into()), "ruleset", text)
                .remedy(suggestion(&doc.ruleset, known.iter().copied()));
            issues
        }
    }
}

/// Loads all rule systems. A chart of the user's that does not load is rejected and the shipped one used.
fn load_rules(assets: &mut Assets) -> Registry {
    let (registry, errors) = try_load(assets);
    if errors.is_empty() {
        return registry;
    }
    let is_chart = |p: &&str| !p.starts_with("scenarios/") && p.ends_with(".ron");
    let charts: Vec<String> = assets.own_files().filter(is_chart).map(str::to_owned).collect();
    for path in &charts {
        if let Some(e) = try_load(&assets.with_only(path)).1.first() {
            assets.refuse_file(path, e.text.clone());
        }
    }
    let (registry, errors) = try_load(assets);
    let Some(first) = errors.first() else { return registry };
    // Each loads alone, but not together with the others: none is used.
    for path in &charts {
        assets.refuse_file(path, format!("does not go with the other own charts: {first}"));
    }
    try_load(assets).0
}

fn try_load(assets: &Assets) -> (Registry, Vec<Issue>) {
    let mut issues = Issues::default();
    let registry = Registry::load(assets, &mut issues);
    issues.list.retain(|i| i.severity == Severity::Error);
    (registry, issues.list)
}

fn list_entries(assets: &mut Assets) -> Vec<Entry> {
    let mut out = Vec::new();
    for path in assets.scenarios() {
        let own = assets.is_override(&path);
        let mut entry = match assets.read(&path) {
            Ok(text) => read_entry(&path, text, own),
            Err(_) => continue,
        };
        if let (true, Err(e)) = (own, &entry.doc) {
            assets.refuse_file(&path, e.to_string());
            match assets.read_shipped(&path) {
                Ok(text) => entry = read_entry(&path, text, false),
                Err(_) => continue,
            }
        }
        out.push(entry);
    }
    out.sort_by_cached_key(|e| {
        let (folder, name) = e.key.split_once('/').unwrap_or(("", &e.key));
        let date = e.doc.as_ref().map_or(String::new(), |d| d.date_key.clone());
        (folder.to_owned(), date, name.to_owned())
    });
    out
}

fn read_entry(path: &str, text: String, own: bool) -> Entry {
    let mut issues = Issues::default();
    let doc = parse(&text, &mut issues).map(Arc::new);
    let key = path.trim_start_matches("scenarios/").trim_end_matches(".ron").to_owned();
    Entry { key, path: path.to_owned(), text, own, doc, issues }
}
