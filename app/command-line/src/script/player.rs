//! Plays the lines of a script.

use super::words::label_fits;
use super::{Command, Done, How, Script, ScriptError, Step, Transcript, lines, sketch};
use crate::read_options;
use engine::dice::{Dictated, DictatedRoll};
use engine::game::{AnyMatch, NewMatch, SubmitError};
use engine::present::{Affordance, CounterPlace, CounterView, Explanation, Seat, Target, Verb};
use library::Library;
use library::files::{self, Keep};
use std::sync::Arc;

/// Seed of scripts that do not say one.
const SEED: u64 = 1;
/// More candidates than this are not listed in an error.
const MOST_LISTED: usize = 20;
/// Percentages are given to one decimal.
const NEAR: f64 = 0.05;
/// `until` gives up after this many decisions.
const MOST_PASSED: usize = 2000;

pub(super) fn run(script: &Script, library: &Library, how: &How) -> Result<Transcript, ScriptError> {
    let (mut player, first) = Player::start_match(script, library, how)?;
    for step in &script.steps[first..] {
        match player.run_step(step) {
            Ok(output) => {
                let (line, command) = (step.line, step.text.clone());
                player.transcript.steps.push(Done { line, command, output });
            }
            Err(text) => return Err(player.failed_at(step.line, &step.text, text)),
        }
    }
    if !player.dice.is_empty() {
        let text = format!("{} dictated dice were never rolled", player.dice.rolls_left());
        let last = script.steps.last().map_or(1, |s| s.line);
        return Err(player.failed_at(last, "end of script", text));
    }
    player.transcript.hash = format!("{:016x}", player.game.hash());
    Ok(player.transcript)
}

struct Player {
    game: Box<dyn AnyMatch>,
    seat: Seat,
    dice: Dictated,
    /// Length of the log before the last `do`.
    since: usize,
    transcript: Transcript,
}

impl Player {
    /// Sets the battle up; dice dictated for the start are taken by the rolls before the first
    /// decision. Also says at which step to go on.
    fn start_match(script: &Script, library: &Library, how: &How) -> Result<(Self, usize), ScriptError> {
        let failed = |e: (usize, String)| ScriptError::new(e.0, "the battle", e.1);
        let battle = sketch::build_document(script, library, how.scenario.as_deref()).map_err(failed)?;
        let rules = library.rules(&battle.doc.ruleset).map_err(|e| failed((1, e)))?;
        let older = if battle.older_charts {
            let none = || failed((1, format!("{} has no older charts", rules.name())));
            Some(rules.with_older_charts().ok_or_else(none)?)
        } else {
            None
        };
        let rules = older.as_deref().unwrap_or(rules);
        let mut options = read_options(rules, &battle.options).map_err(|e| failed((1, e)))?;
        options.extend(read_options(rules, &how.options).map_err(|e| failed((1, e)))?);
        let mut opening = Dictated::default();
        let mut steps = Vec::new();
        for s in &script.steps {
            let Command::Dice { start: true, purpose, faces } = &s.command else { break };
            opening.results.push_back(dictate_roll(purpose, faces));
            steps.push(Done { line: s.line, command: s.text.clone(), output: Vec::new() });
        }
        let seed = how.seed.or(battle.seed).unwrap_or(SEED);
        let dice = (!opening.is_empty()).then_some(opening);
        let doc = Arc::new(battle.doc);
        let made = rules.new_match(Arc::clone(&doc), &NewMatch { options, seed, dice });
        let game = made.map_err(|issues| {
            let all: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
            failed((script.steps.first().map_or(1, |s| s.line), all.join("\n  ")))
        })?;
        let first = steps.len();
        let transcript = Transcript { scenario: doc.title.clone(), seed, steps, hash: String::new() };
        let dice = Dictated::default();
        Ok((Self { game, seat: Seat::OPEN, dice, since: 0, transcript }, first))
    }

    fn failed_at(self, line: usize, command: &str, text: String) -> ScriptError {
        let mut e = ScriptError::new(line, command, text);
        *e.transcript = self.transcript;
        e
    }

    fn run_step(&mut self, step: &Step) -> Result<Vec<String>, String> {
        match &step.command {
            Command::Dice { start: true, .. } => {
                Err("'dice start' stands before all other commands".to_owned())
            }
            Command::Draw(name) => {
                let names = [name.clone()].into();
                self.dice.results.push_back(DictatedRoll { names, ..DictatedRoll::default() });
                Ok(Vec::new())
            }
            Command::Dice { purpose, faces, .. } => {
                self.dice.results.push_back(dictate_roll(purpose, faces));
                Ok(Vec::new())
            }
            Command::Do(words) => self.play_action(words),
            Command::List(words) => Ok(self.listed_actions(words).iter().map(describe_action).collect()),
            Command::Count(n, words) => self.count_actions(*n, words),
            Command::Refuse(words) => self.expect_refusal(words),
            Command::Why { subject, target, rule } => self.explain_refusal(subject, target, rule.as_deref()),
            Command::Expect(words) => self.expect_log(words),
            Command::Unexpected(words) => self.expect_no_log(words),
            Command::Show => Ok(lines::position_lines(self.game.as_ref(), self.seat)),
            Command::State(words) => self.expect_state(words),
            Command::NoState(words) => self.no_state(words),
            Command::Until(words) => self.play_until(words),
            Command::Inspect { target, want } => self.inspect_place(target, want.as_deref()),
            Command::Score(words) => {
                one_of(lines::score_lines(self.game.as_ref(), self.seat), words.as_deref())
            }
            Command::Odds { words, check } => self.expect_odds(words, check.as_ref()),
            Command::Seat(name) => self.view_as(name),
            Command::Undo { lift } => self.undo_action(*lift),
            Command::Redo => self.redo_action(),
            Command::Hash(want) => self.expect_hash(*want),
            Command::Save(name) => self.save_match(name),
        }
    }

    /// Legal actions of whoever is to act, as far as this view may know them.
    fn listed_actions(&self, words: &str) -> Vec<Affordance> {
        let mut all = self.game.view(self.seat).affordances();
        all.retain(|a| label_fits(&a.label, words));
        all
    }

    /// The one legal action with these words. A script plays all seats, whatever it views.
    fn the_one(&self, words: &str) -> Result<Affordance, String> {
        let all = self.game.view(Seat::OPEN).affordances();
        let mut found: Vec<&Affordance> = all.iter().filter(|a| label_fits(&a.label, words)).collect();
        if found.len() > 1 {
            // Words that are the whole label mean that action and not a longer one.
            let whole: Vec<&Affordance> =
                found.iter().copied().filter(|a| same_words(&a.label, words)).collect();
            if whole.len() == 1 {
                found = whole;
            }
        }
        match found.as_slice() {
            [one] => Ok((*one).clone()),
            [] if all.is_empty() => Err("nothing can be done: the game is over".into()),
            [] => Err(format!("no legal action has these words; there are:{}", action_listing(&all))),
            several => {
                let several: Vec<Affordance> = several.iter().map(|a| (*a).clone()).collect();
                Err(format!("{} legal actions have these words:{}", several.len(), action_listing(&several)))
            }
        }
    }

    fn play_action(&mut self, words: &str) -> Result<Vec<String>, String> {
        let action = self.the_one(words)?;
        let since = self.game.log_len();
        self.game.dictate(std::mem::take(&mut self.dice));
        self.game.submit(action.id).map_err(|e| format!("{}: {e}", action.label))?;
        self.since = since;
        let mut out = vec![describe_action(&action)];
        out.extend(self.game.view(self.seat).log(since).iter().map(lines::log_line));
        Ok(out)
    }

    /// Passes every decision until who is asked what, or a legal action, has the words. Dictated dice
    /// go to the first pass that takes them all; the others are rolled.
    fn play_until(&mut self, words: &str) -> Result<Vec<String>, String> {
        let since = self.game.log_len();
        let (turn, words) = on_turn(words);
        for _ in 0..MOST_PASSED {
            let all = self.game.view(Seat::OPEN).affordances();
            let head = lines::position_lines(self.game.as_ref(), Seat::OPEN).swap_remove(0);
            let due = turn.is_none_or(|t| self.game.view(Seat::OPEN).sequence().turn == t);
            if due && (label_fits(&head, words) || all.iter().any(|a| label_fits(&a.label, words))) {
                self.since = since;
                return Ok(self.recent_log());
            }
            let ways: Vec<&Affordance> =
                all.iter().filter(|a| matches!(a.verb, Verb::End | Verb::Pass)).collect();
            let id = match ways.as_slice() {
                [one] => one.id,
                _ if all.is_empty() => return Err("the game is over before that".into()),
                _ => return Err(format!("{head}\n  cannot be passed in one way:{}", action_listing(&all))),
            };
            self.pass_on(id).map_err(|e| format!("{head}: {e}"))?;
        }
        Err(format!("it does not come within {MOST_PASSED} decisions"))
    }

    fn pass_on(&mut self, id: usize) -> Result<(), SubmitError> {
        if !self.dice.is_empty() {
            self.game.dictate(self.dice.clone());
            match self.game.submit(id) {
                Ok(_) => {
                    self.dice = Dictated::default();
                    return Ok(());
                }
                Err(SubmitError::Dice(_)) => self.game.dictate(Dictated::default()),
                Err(e) => return Err(e),
            }
        }
        self.game.submit(id).map(|_| ())
    }

    /// What is known of a hex or a counter.
    fn inspect_place(&self, word: &str, want: Option<&str>) -> Result<Vec<String>, String> {
        let target = match self.game.doc().map.grid.parse(word) {
            Some(hex) => Target::Hex(hex),
            None => Target::Counter(self.counter_named(word, self.seat)?.id),
        };
        one_of(lines::inspect_lines(self.game.as_ref(), self.seat, &target), want)
    }

    fn count_actions(&self, n: usize, words: &str) -> Result<Vec<String>, String> {
        let found = self.listed_actions(words);
        if found.len() == n {
            return Ok(Vec::new());
        }
        Err(format!("{} legal actions have these words:{}", found.len(), action_listing(&found)))
    }

    fn expect_refusal(&self, words: &str) -> Result<Vec<String>, String> {
        let all = self.game.view(Seat::OPEN).affordances();
        match all.iter().find(|a| label_fits(&a.label, words)) {
            Some(a) => Err(format!("this is legal: {}", describe_action(a))),
            None => Ok(Vec::new()),
        }
    }

    fn explain_refusal(
        &self,
        subject: &str,
        target: &str,
        want: Option<&str>,
    ) -> Result<Vec<String>, String> {
        let seat = lines::viewing_seat(self.game.as_ref(), self.seat);
        let grid = &self.game.doc().map.grid;
        let subject = self.counter_named(subject, seat)?;
        let target = match grid.parse(target) {
            Some(hex) => Target::Hex(hex),
            None => Target::Counter(self.counter_named(target, seat)?.id),
        };
        let answer = self.game.view(seat).explain(&Target::Counter(subject.id), &target);
        match (answer, want) {
            (Explanation::Legal(ids), want) => {
                let all = self.game.view(seat).affordances();
                let legal: Vec<String> = all
                    .iter()
                    .filter(|a| ids.contains(&a.id))
                    .map(|a| format!("legal: {}", describe_action(a)))
                    .collect();
                match want {
                    Some(_) => Err(legal.join("; ")),
                    None => Ok(legal),
                }
            }
            (Explanation::Refused(r), Some(want)) if r.rule.0 != want => {
                Err(format!("the reason is another: {r}"))
            }
            (Explanation::Refused(r), _) => Ok(vec![r.to_string()]),
        }
    }

    /// The counter a word means: at a hex, the first of this seat's that is no leader; else by name.
    fn counter_named(&self, word: &str, seat: Seat) -> Result<CounterView, String> {
        let grid = &self.game.doc().map.grid;
        let all = self.game.view(seat).board().counters;
        if let Some(hex) = grid.parse(word) {
            let here =
                |c: &&CounterView| matches!(&c.place, CounterPlace::Hexes(list) if list.contains(&hex));
            let mut found: Vec<&CounterView> = all.iter().filter(here).collect();
            found.sort_by_key(|c| (!c.own, c.stack.rider, c.stack.order));
            return found.first().map(|c| (*c).clone()).ok_or_else(|| format!("nobody is in {word}"));
        }
        let line =
            |c: &CounterView| format!("{} {}", lines::counter_name(c), lines::place_text(&c.place, grid));
        let exact = all.iter().find(|c| c.name.eq_ignore_ascii_case(word));
        let found = exact.or_else(|| all.iter().find(|c| label_fits(&line(c), word)));
        found.cloned().ok_or_else(|| format!("no counter is called '{word}'"))
    }

    fn recent_log(&self) -> Vec<String> {
        self.game.view(self.seat).log(self.since).iter().map(lines::log_line).collect()
    }

    fn expect_log(&self, words: &str) -> Result<Vec<String>, String> {
        let recent = self.recent_log();
        match recent.iter().find(|l| label_fits(l, words)) {
            Some(_) => Ok(Vec::new()),
            None => {
                Err(format!("no log line since the last 'do' has these words:\n  {}", recent.join("\n  ")))
            }
        }
    }

    fn expect_no_log(&self, words: &str) -> Result<Vec<String>, String> {
        match self.recent_log().iter().find(|l| label_fits(l, words)) {
            Some(line) => Err(format!("the log has: {line}")),
            None => Ok(Vec::new()),
        }
    }

    fn expect_state(&self, words: &str) -> Result<Vec<String>, String> {
        let all = lines::position_lines(self.game.as_ref(), self.seat);
        match all.iter().find(|l| label_fits(l, words)) {
            Some(_) => Ok(Vec::new()),
            None => Err(format!("no line has these words:\n  {}", all.join("\n  "))),
        }
    }

    fn no_state(&self, words: &str) -> Result<Vec<String>, String> {
        let all = lines::position_lines(self.game.as_ref(), self.seat);
        match all.iter().find(|l| label_fits(l, words)) {
            Some(line) => Err(format!("there is a line with these words: {line}")),
            None => Ok(Vec::new()),
        }
    }

    fn expect_odds(&self, words: &str, check: Option<&(String, f64)>) -> Result<Vec<String>, String> {
        let action = self.the_one(words)?;
        let seat = lines::viewing_seat(self.game.as_ref(), self.seat);
        let odds = self.game.view(seat).odds(action.id).ok_or("this seat is not to act")?;
        let text = lines::odds_lines(&odds);
        if let Some((words, percent)) = check {
            let near = |(line, p): &(String, f64)| {
                label_fits(line, words.as_str()) && (p * 100.0 - percent).abs() <= NEAR
            };
            if !odds.branches.iter().flat_map(lines::chance_lines).any(|c| near(&c)) {
                return Err(format!("the odds are:\n  {}", text.join("\n  ")));
            }
        }
        let mut out = vec![describe_action(&action)];
        out.extend(text);
        Ok(out)
    }

    fn view_as(&mut self, name: &str) -> Result<Vec<String>, String> {
        if name.eq_ignore_ascii_case("open") {
            self.seat = Seat::OPEN;
            return Ok(Vec::new());
        }
        let seats = self.game.seats();
        let found =
            seats.iter().position(|s| s.name.eq_ignore_ascii_case(name) || s.army.eq_ignore_ascii_case(name));
        match found {
            Some(i) => {
                self.seat = Seat(i as u8);
                Ok(Vec::new())
            }
            None => {
                let names: Vec<&str> = seats.iter().map(|s| s.name.as_str()).collect();
                Err(format!("no seat is called '{name}'; there are: {}, open", names.join(", ")))
            }
        }
    }

    fn undo_action(&mut self, lift: bool) -> Result<Vec<String>, String> {
        self.game.undo(lift).map_err(|e| e.to_string())?;
        self.since = self.since.min(self.game.log_len());
        Ok(Vec::new())
    }

    fn redo_action(&mut self) -> Result<Vec<String>, String> {
        let since = self.game.log_len();
        if !self.game.redo() {
            return Err("nothing was undone".into());
        }
        self.since = since;
        Ok(self.recent_log())
    }

    fn expect_hash(&self, want: Option<u64>) -> Result<Vec<String>, String> {
        let hash = self.game.hash();
        match want {
            Some(w) if w != hash => Err(format!("the position has hash {hash:016x}")),
            _ => Ok(vec![format!("{hash:016x}")]),
        }
    }

    fn save_match(&self, name: &str) -> Result<Vec<String>, String> {
        let path = std::path::Path::new(name);
        let text = self.game.save().to_text();
        let note = files::write(path, text.as_bytes(), Keep::Generations).map_err(|e| e.to_string())?;
        Ok(note.into_iter().chain([format!("saved as {}", path.display())]).collect())
    }
}

/// `turn 3 WORDS`: the turn that is waited for and what else. A number among the words could as well
/// be a die.
fn on_turn(words: &str) -> (Option<u32>, &str) {
    let rest = words.strip_prefix("turn ").map(str::trim_start);
    let split = rest.map(|r| r.split_once(char::is_whitespace).unwrap_or((r, "")));
    match split.and_then(|(n, rest)| n.parse().ok().map(|n| (n, rest))) {
        Some((n, rest)) => (Some(n), rest),
        None => (None, words),
    }
}

/// All lines; an error unless one of them has the words.
fn one_of(all: Vec<String>, words: Option<&str>) -> Result<Vec<String>, String> {
    match words {
        Some(w) if !all.iter().any(|l| label_fits(l, w)) => {
            Err(format!("no line has these words:\n  {}", all.join("\n  ")))
        }
        Some(_) => Ok(Vec::new()),
        None => Ok(all),
    }
}

fn dictate_roll(purpose: &Option<String>, faces: &[u16]) -> DictatedRoll {
    DictatedRoll::with_faces(purpose.clone(), faces)
}

fn describe_action(a: &Affordance) -> String {
    format!("{}{}", a.label, lines::rule_numbers(&a.rules))
}

fn action_listing(list: &[Affordance]) -> String {
    let mut out: String =
        list.iter().take(MOST_LISTED).map(|a| format!("\n  {}", describe_action(a))).collect();
    if list.len() > MOST_LISTED {
        out += &format!("\n  and {} more", list.len() - MOST_LISTED);
    }
    out
}

/// The words are all of the label, its cost in brackets aside.
fn same_words(label: &str, words: &str) -> bool {
    let bare = match label.trim_end().strip_suffix(')') {
        Some(open) => open.rsplit_once('(').map_or(label, |(before, _)| before),
        None => label,
    };
    label_fits(words, bare)
}
