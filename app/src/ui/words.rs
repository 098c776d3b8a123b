//! Words of the window, in one place.

pub use board::strings::badge_name;
use engine::present::{LedgerLine, Verb};
use engine::scenario::ProvenanceKind;

pub const PROGRAM: &str = "Oblique Order";
pub const MOTTO: &str = "Battles of Frederick the Great, 1740 to 1763";

pub const HINT_PICKED: &str = "Esc deselects · right-click any hex: why not?";
pub const SEARCH_ACTIONS: &str = "Search actions";
pub const NOTHING_FOUND: &str = "Nothing matches all these words.";
pub const ANSWER_FIRST: &str = "Answer the question first";
pub const ANIMATE: &str = "Animate moves";
pub const HINT_FREE: &str = "Click a lit counter or hex · right-click: details";
pub const HINT_COMPUTER: &str = "The computer is moving";
pub const COMPUTER_PAUSED: &str = "The computer is paused (Space)";
pub const COMPUTER_WAITS: &str = "Waiting for you to begin";
pub const MOVES_FIRST_HELP: &str = "Look at the board first. The computer's speed is in the settings.";
pub const BEGIN: &str = "Begin";

/// Who makes the first move of a match against the computer.
pub fn moves_first(name: &str) -> String {
    format!("{name} moves first")
}

pub const OFF_MAP: &str = "Point at a hex to read it";
pub const NO_LOG: &str = "Nothing has happened yet.";
pub const NONE_OWN: &str =
    "Nothing of your own yet. Begin with New scenario, or edit a copy of a shipped one.";
pub const NO_MATCH: &str = "No scenario matches. Clear the search or select another rule system.";
pub const NO_SCENARIOS: &str = "No scenario could be read. The list of problems is in the settings.";
pub const NO_RECENT: &str = "Files you open or save appear here.";
pub const HIGH_CONTRAST: &str = "High contrast, and the army's letter on every counter";
pub const HIGH_CONTRAST_HELP: &str = "Black on white or white on black, thicker lines, paler washes on the map; armies are told apart by letter.";
pub const DROP_HERE: &str = "Let go to open";
pub const DROP_COVERED: &str = "Close this dialog first, then drop the file again.";
pub const DROP_NO_DOCUMENT: &str =
    "Open a scenario in the editor first, then drop tables and pictures on it.";

/// A file whose ending says nothing here.
pub fn not_droppable(path: &std::path::Path) -> String {
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    format!(
        "{name} cannot be opened: scenarios (.ron), games (.oblique), geography (.geojson), tables (.csv) and pictures (.png, .jpg) can."
    )
}

pub const EDIT_FILE: &str = "Edit";
pub const EDIT_FILE_TIP: &str = "Opens the file in the editor instead";
pub const LEGEND: &str = "Legend";
pub const LEGEND_SWITCH: &str = "Legend (E)";
pub const TRACKS: &str = "Tracks";
pub const TRACKS_SWITCH: &str = "Tracks in a window (B)";
pub const STILL: &str = "No animation";
pub const STILL_HELP: &str = "Moves, dice and losses appear at once. A click also skips an animation.";
pub const SCORE: &str = "Victory";
pub const POINTS: &str = "Points";
pub const CUT_TITLE: &str = "Undo past a die roll?";
pub const CUT_TEXT: &str = "Dice were rolled, or the other side has moved, since that action. You can still undo it: new dice are rolled from there, and the log says so.";
pub const CUT_OTHERS: &str =
    "Dice were rolled, or the other side has moved, since that action. With two players it cannot be undone.";

pub const RULES_EMPTY: &str = "This rule system brings no rules in words.";
pub const RULES_SEARCH: &str = "Search the rules";
pub const RULES_NOT_FOUND: &str = "No rule matches all these words.";

/// A scale too large for the window.
pub fn scale_held(percent: f32) -> String {
    format!("Held at {percent:.0} % while the window is no larger.")
}

/// What is left to do, with the points left for it.
pub fn can_act(points: &str, n: usize) -> String {
    let points = if points.is_empty() { String::new() } else { format!("{points} left, ") };
    format!("{points}{} can act", count(n, "unit", "units"))
}

pub const TIME_SLIDER: &str = "Moments of the match";
pub const TIME_START: &str = "The start";
pub const GO_ON_TIP: &str =
    "Plays on from this moment with new dice. The line you leave is kept, and you can return to it.";
pub const EXTRACT_TIP: &str = "Begin an extract at an earlier moment first.";
pub const TO_NOW: &str = "Return to the present";
pub const LOOKING_BACK: &str = "You are looking back. Continue from here, or return to the present.";

/// Which line of the match is played.
pub fn line_played(name: &str) -> String {
    format!("Line: {name}")
}

/// Written into the log where a line leaves another.
pub fn branched(name: &str, from: &str, turn: u32) -> String {
    format!("{name} leaves {from} here, on turn {turn}; new dice are rolled from this point.")
}

pub const RECKONING: &str = "Calculating…";
pub const NO_TURNING: &str = "No turning points yet.";
pub const NO_DICE: &str = "No dice have been rolled yet.";
pub const NO_LOSSES: &str = "No losses yet.";
pub const REPORT_BEGUN: &str = "The report is being written.";
pub const REPORT_LOST: &str = "The report could not be finished.";
pub const REPORT_TIP: &str = "A report of the match as HTML or Markdown, with a map of every turn";

/// What a turning point gained.
pub fn gain(points: i32, strength: i32, side: &str) -> String {
    match (points, strength) {
        (0, s) => format!("{side} +{s} strength"),
        (p, 0) => format!("{side} +{p} VP"),
        (p, s) => format!("{side} +{p} VP, +{s} strength"),
    }
}

/// How many dice in how many rolls.
pub fn rolls(rolls: u32, dice: u32) -> String {
    let rolls = count(rolls as usize, "roll", "rolls");
    format!("{rolls}, {}", count(dice as usize, "die", "dice"))
}

/// Dice that counted, against what was to be expected.
pub fn counted(l: &LedgerLine) -> String {
    let luck = l.luck();
    let told = match luck {
        _ if l.variance < 1e-9 => "",
        l if l >= 2.0 => ": far more than expected",
        l if l >= 1.0 => ": more than expected",
        l if l <= -2.0 => ": far fewer than expected",
        l if l <= -1.0 => ": fewer than expected",
        _ => ": about as expected",
    };
    format!("{} counted, {:.1} expected{told}", l.counted, l.expected)
}

/// Faces on the average, against what was to be expected.
pub fn faces(l: &LedgerLine) -> String {
    let n = f64::from(l.dice.max(1));
    format!("Average face {:.2}, {:.2} expected", f64::from(l.sum) / n, l.expected_sum / n)
}

pub const GUIDE_YOUR_TURN: &str = "Your turn.";
pub const GUIDE_LOST: &str = "The guide has lost its place in this position and ends here.";
pub const LEARN: &str = "Learn";
pub const FIRST_START: &str = "New here? A guided battle takes a few minutes and shows a turn of the game.";

/// The name of a lesson's button.
pub fn learn(ruleset: &str) -> String {
    format!("Guided battle: {ruleset}")
}

/// Said when something else is done than the guide waits for.
pub fn guide_waits(title: &str) -> String {
    format!("The guide waits for something else first: {title}.")
}

pub const NO_CHARTS: &str = "This rule system has no charts.";
pub const ROW_USED: &str = "The marked row was used last.";
pub const OWN_CHART: &str = "own chart";
pub const OWN_CHART_TIP: &str = "A file of your own stands in place of the shipped one.";

/// Where the figures of a chart come from.
pub fn figures(kind: ProvenanceKind) -> &'static str {
    match kind {
        ProvenanceKind::Rulebook => "from the rulebook",
        ProvenanceKind::Found => "from public sources",
        ProvenanceKind::Reconstructed => "reconstructed",
        ProvenanceKind::Own => "own design",
    }
}

pub const RECAP: &str = "What your side saw";
pub const RECAP_ENEMY: &str = "What the enemy did";
pub const SPEED: &str = "Speed of the computer's moves";
pub const RECAP_SWITCH: &str = "Show what the enemy did after its turn";
pub const FOLLOW: &str = "Camera follows the action";
pub const GO_ON: &str = "Continue";
pub const SKIP: &str = "Skip replay";
pub const AGAIN: &str = "Show it on the map";
pub const CURTAIN_NOTE: &str = "Map, lists and log are covered until then.";
pub const HAND_OVER: &str = "Hand over the screen";
pub const DECIDE_FIRST: &str = "Something has to be decided first: choose it in the list, then continue.";
pub const NO_SIGHT: &str = "This rule system has no line of sight.";
pub const SIGHT_HINT: &str = "Click where to look from, point at what to see. Esc closes it.";
pub const PROFILE: &str = "The ground under the line, from the side: levels, and what stands in the way";
pub const POPPED: &str = "In a window of its own";
pub const STACK: &str = "stack, top first";
pub const ALL: &str = "All";
pub const TROUBLE_KEPT: &str = "Nothing was changed. How do you want to continue?";
pub const TRY_AGAIN: &str = "Let it try again";
pub const TAKE_OVER: &str = "Play this side myself";
/// Asked of an empty hex with nothing picked up.
pub const WHY_WHO: &str = "Nobody is here. Select a unit first, then ask what keeps it from this hex.";
/// Asked of several selected counters that no rule lets act together.
pub const NOT_AS_ONE: &str = "These counters cannot act as one. Select those that may, or one of them.";
pub const NOT_YET: &str = "Not yet";
pub const A_PERSON: &str = "A player at this computer decides for this side.";
pub const RANDOM: &str = "Let the random player move";
/// Enemies within so many hexes are told with a hex.
pub const NEAR: u16 = 2;

/// Said when a new battle takes the place of one that goes on.
pub fn laid_aside(path: &std::path::Path) -> String {
    let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    format!("Previous game saved as \"{name}\"")
}

/// A save that cannot be read, in the list.
pub fn damaged(why: &str) -> String {
    format!("Damaged, or not a saved game ({why}). Click for older versions.")
}

/// Files that were left out, on the home screen.
pub fn unusable(n: usize) -> String {
    format!("{} could not be used:", count(n, "file", "files"))
}

pub fn curtain(name: &str) -> String {
    format!("{name} is to act. Everybody else looks away.")
}

pub fn sit(name: &str) -> String {
    format!("I am {name}: show the board")
}

pub fn hand_over(name: &str) -> String {
    format!("Hand over to {name}")
}

pub fn next_decides(name: &str) -> String {
    format!("{name} is next")
}

pub fn trouble(name: &str) -> String {
    format!("The computer gave no answer for {name}")
}

pub fn enemies_near(n: usize) -> String {
    let few = ["one enemy", "two enemies", "three enemies", "four enemies", "five enemies"];
    let many = || format!("{n} enemies");
    format!("{} within {NEAR}", few.get(n - 1).map_or_else(many, |w| (*w).to_owned()))
}

/// A place in a stack, 0 on top.
pub fn place_in_stack(i: usize) -> String {
    if i == 0 { "on top".into() } else { format!("{} from the top", i + 1) }
}

/// How people share the screen: what it is called, and what it means.
pub fn sharing(mode: super::play::sharing::Mode) -> (&'static str, &'static str) {
    use super::play::sharing::Mode;
    match mode {
        Mode::Open => ("Solitaire, nothing hidden", "Everything is shown; dice rolls can be undone."),
        Mode::Fog => (
            "Solitaire, with fog of war",
            "The side to act sees only what it may see; dice rolls can be undone.",
        ),
        Mode::Table => ("Hot-seat", "Nothing is hidden in this game. Dice rolls cannot be undone."),
        Mode::Curtain => (
            "Hot-seat, hidden screens",
            "The screen is covered at every change of player; then each side sees what happened meanwhile.",
        ),
    }
}

pub const SAVES: &str = "Saved games";
pub const NO_SAVES: &str = "No game has been saved yet.";
pub const OTHER_FILE: &str = "Another file";
pub const OLDER: &str = "Older versions";
pub const OLDER_GOOD: &str = "Older versions that can be read";
pub const KEPT: &str = "autosave";
pub const DELETE: &str = "Delete";
pub const DELETE_SURE: &str = "Really?";
pub const LEAVING_TITLE: &str = "Close in the middle of the game?";
pub const LEAVING: &str = "The game is saved as it is and offered at the next start.";
pub const LOSING_TITLE: &str = "The game could not be saved";
pub const LOSING: &str = "If you close now, what was played since it was last saved is lost. Save it somewhere else, or stay: it is tried again every few seconds.";
pub const SAVE_ELSEWHERE: &str = "Save as\u{2026}";
pub const LOSE_IT: &str = "Close and lose it";
pub const RECOVER_TITLE: &str = "The last game was interrupted";
pub const RECOVER: &str = "Oblique Order did not close properly. The game was saved after its last action:";

/// A verb over a group of actions.
pub fn verb(v: Verb) -> &'static str {
    match v {
        Verb::Move => "Move",
        Verb::Attack => "Attack",
        Verb::Place => "Place",
        Verb::Choose => "Choose",
        Verb::Turn => "Turn",
        Verb::Rally => "Rally",
        Verb::Other => "Other",
        Verb::Pass => "Decline",
        Verb::End => "End",
    }
}

/// Provenance in a chip.
pub fn provenance(kind: ProvenanceKind) -> &'static str {
    match kind {
        ProvenanceKind::Rulebook => "from the rulebook",
        ProvenanceKind::Found => "from public sources",
        ProvenanceKind::Reconstructed => "map reconstructed",
        ProvenanceKind::Own => "own design",
    }
}

/// `1 thing`, `2 things`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// A probability as shown.
pub fn percent(p: f64) -> String {
    format!("{:.1} %", p * 100.0)
}

/// A label without the name of who acts before the colon, with a capital.
pub fn short(label: &str) -> String {
    short_of(label, "")
}

/// The same without the price in brackets, for where the price stands beside it.
pub fn short_of(label: &str, cost: &str) -> String {
    let tail = label.split_once(": ").map_or(label, |(_, tail)| tail);
    let priced = format!(" ({cost})");
    let tail = if cost.is_empty() { tail } else { tail.strip_suffix(priced.as_str()).unwrap_or(tail) };
    engine::capitalised(tail)
}

/// What a unit in hand can do now; none where nothing on the map can be clicked for it.
pub fn unit_in_hand(verbs: &[Verb], marches: bool) -> Option<String> {
    let can = |v: Verb| verbs.contains(&v);
    let mut choices = Vec::new();
    if can(Verb::Attack) {
        choices.push("choose a target");
    }
    if marches {
        choices.push("click a lit hex to march there");
    } else if can(Verb::Move) {
        choices.push(if choices.is_empty() { "choose a hex to enter" } else { "a hex to enter" });
    }
    let others = [(Verb::Rally, "rally"), (Verb::Turn, "turn")].into_iter().filter(|o| can(o.0));
    choices.extend(others.map(|o| o.1));
    let (last, first) = choices.split_last()?;
    let words =
        if first.is_empty() { (*last).to_owned() } else { format!("{}, or {last}", first.join(", ")) };
    Some(engine::capitalised(&format!("{words}.")))
}

/// A march to a place, in a menu.
pub fn march_to(place: &str) -> String {
    format!("March to {place}")
}

/// Short names of actions that are told apart: where several have one place, what their labels differ in is added.
pub fn told_apart(places: &[String], labels: &[String]) -> Vec<String> {
    let alike = |i: usize| -> Vec<usize> { (0..places.len()).filter(|j| places[*j] == places[i]).collect() };
    let named = |i: usize| {
        let group = alike(i);
        if group.len() < 2 {
            return places[i].clone();
        }
        let words: Vec<Vec<&str>> = group.iter().map(|j| labels[*j].split(' ').collect()).collect();
        let shortest = words.iter().map(Vec::len).min().unwrap_or(0);
        let same = |k: &usize| words.iter().all(|w| w[*k] == words[0][*k]);
        let mut common = (0..shortest).take_while(same).count();
        // 'from F2' says more than 'F2'.
        let joins = |w: &&str| ["with", "from", "via", "in", "facing", "and"].contains(w);
        if common > 0 && words[0].get(common - 1).is_some_and(joins) {
            common -= 1;
        }
        let own: Vec<&str> = labels[i].split(' ').skip(common).collect();
        format!("{} {}", places[i], own.join(" ")).trim_end().to_owned()
    };
    (0..places.len()).map(named).collect()
}

/// How long ago, roughly.
pub fn ago(seconds: u64) -> String {
    match seconds {
        0..90 => "just now".to_owned(),
        90..5400 => format!("{} minutes ago", (seconds + 30) / 60),
        5400..129_600 => format!("{} hours ago", (seconds + 1800) / 3600),
        _ => format!("{} days ago", (seconds + 43_200) / 86_400),
    }
}

/// The sheet of shortcuts: heading, then key and meaning.
pub const SHORTCUTS: &[(&str, &[(&str, &str)])] = &[
    (
        "All screens",
        &[
            ("F1", "This sheet"),
            ("Ctrl +", "Larger interface"),
            ("Ctrl -", "Smaller interface"),
            ("Ctrl 0", "Interface at 100 %"),
            ("Ctrl D", "Light or dark"),
            ("Ctrl ,", "Settings"),
            ("Ctrl O", "Open a file"),
            ("Ctrl P", "Print the setup kit"),
            ("Ctrl Q", "Quit; the game is saved"),
            ("Tab", "Next control"),
            ("Esc", "Close, deselect"),
        ],
    ),
    (
        "Home",
        &[
            ("Arrows", "Select a scenario"),
            ("Enter", "Play it"),
            ("Ctrl E", "Edit a copy"),
            ("Ctrl N", "New scenario"),
            ("Ctrl F", "Search"),
        ],
    ),
    (
        "Play",
        &[
            ("Click", "Select, act"),
            ("Right-click", "Why not, or details"),
            ("Enter", "Do what is shown"),
            ("0 to 9", "Choose from a menu"),
            ("N or Tab", "Next unit that can act (Shift: previous)"),
            ("Drag", "Draw a path"),
            ("W", "Why not, at the hex pointed at"),
            ("L", "Line of sight"),
            ("K", "Stack in a window"),
            ("B", "Tracks in a window"),
            ("Hover", "Show odds"),
            ("F10", "End the phase"),
            ("Ctrl Shift P", "Search actions"),
            ("Ctrl Z", "Undo"),
            ("Ctrl Y", "Redo"),
            ("Ctrl S", "Save"),
            ("Ctrl Shift S", "Save as"),
            ("Space", "Pause or resume the computer"),
            ("R", "Rules"),
            ("C", "Charts"),
            ("T", "Look back: the time strip"),
            ("[ and ]", "Previous and next action, in the time strip"),
            ("Shift [ ]", "Previous and next phase"),
            ("Ctrl [ ]", "Previous and next turn"),
            ("Home, End", "To the start, to the present"),
        ],
    ),
    (
        "Map",
        &[
            ("Wheel", "Zoom to the pointer"),
            ("Drag", "Move the map"),
            ("+ and -", "Zoom"),
            ("F", "Whole map"),
            ("M", "Minimap"),
            ("E", "Legend"),
            ("G", "Grid"),
            ("H", "Hex numbers"),
            ("Arrows", "Hex by hex, when the map has the focus"),
        ],
    ),
];

pub const RECOVERY_TITLE: &str = "Unsaved work was found";
pub const RECOVERY: &str = "The program ended while these scenarios had changes that were in no file.";
pub const NO_TITLE: &str = "Untitled";
pub const NEVER_SAVED: &str = "never saved";
pub const NOTHING_LEFT: &str =
    "No unsaved work waits: whatever an earlier run left is open, saved or discarded.";
pub const DISCARD_ASK: &str = "Discard it? It cannot be brought back.";

/// Where a document found belongs, and when it was kept.
pub fn found_line(from: &str, age: u64, file_is_newer: bool) -> String {
    let newer = if file_is_newer { "; the file was written since" } else { "" };
    format!("{from}, kept {}{newer}", ago(age))
}

pub fn recover_later(n: usize) -> String {
    let what = if n == 1 { "It is" } else { "They are" };
    format!("{what} offered again at the next start, and in the editor under File.")
}

/// Documents that another version of the program kept.
pub fn unread(n: usize, first: &std::path::Path) -> String {
    let what = count(n, "document", "documents");
    format!("Unsaved work was found that this version cannot read: {what}, left alone in {}", first.display())
}

/// An older version of a scenario was opened because its file cannot be read.
pub fn older_opened(file: &std::path::Path) -> String {
    format!("This is an older version. Saving writes it to {}.", file.display())
}

/// What a file holds and this program cannot take in.
pub const PARTLY_READ: &str = "Not everything in the file could be read";
pub const PARTLY_READ_HELP: &str = "These parts are left out: the next save writes the file without them. The file as it is now stays among its older versions.";
pub const TAKE_POSITION: &str = "Use position as scenario";
pub const TAKE_HELP: &str = "Opens the current position in the editor as a new scenario";
pub const TAKEN: &str = "The position is open as a new scenario.";
pub const TAKEN_FROM_MATCH: &str =
    "The position is open as a new scenario. The game is saved; Continue on the home screen resumes it.";
pub const EDIT_POSITION: &str = "Edit this position";
pub const POSITION_FILE: &str = "Write this position to a file\u{2026}";
pub const BACK_TO_EDITOR: &str = "Back to the editor";
pub const BACK_HELP: &str = "The document is as you left it; this game is not saved";

pub fn testing(title: &str) -> String {
    format!("Playtest of {title}")
}

pub const UNSAVED_TITLE: &str = "Save before closing?";
pub const UNSAVED: &str = "Unsaved changes in the editor:";
pub const SAVE_ALL: &str = "Save all and close";
pub const SAVE_IT: &str = "Save and close";

/// How every failure to save begins.
pub const NOT_SAVED: &str = "Not saved.";

pub fn not_saved(why: &str) -> String {
    format!("{NOT_SAVED} {why}. The document stays open with its changes.")
}

pub fn folder_gone(folder: &std::path::Path) -> String {
    format!(
        "{NOT_SAVED} The folder {} is gone. The document stays open with its changes: Save as puts it elsewhere.",
        folder.display()
    )
}

/// A moment by the clock of the world: `18 Nov 2026, 00:43 UTC`.
pub fn moment(seconds: u64) -> String {
    let first = editor::core::calendar::Day { year: 1970, month: 1, day: 1 };
    let day = first.plus_days((seconds / 86_400).min(1_000_000) as u32).short_date(true);
    format!("{day}, {:02}:{:02} UTC", seconds % 86_400 / 3600, seconds % 3600 / 60)
}

pub fn not_kept(why: &str) -> String {
    format!("The recovery copy of the editor could not be written: {why}")
}

pub const FILE_NAME: &str = "File name, or a path";
/// Said wherever a game is saved.
pub const SAVES_ARE_OPEN: &str = "A saved game is plain text: whoever opens it in a text editor can read hidden forces and the dice to come.";

pub fn folder_unread(why: &str) -> String {
    format!("This folder cannot be read: {why}")
}

pub fn files_selected(n: usize) -> String {
    format!("{n} files")
}

pub const NO_WINDOW: &str = "the desktop does not answer";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_labels_read_well() {
        assert_eq!(short("Infantry 1 E7: fire at G4"), "Fire at G4");
        assert_eq!(short_of("A: move to E6 (1 AP)", "1 AP"), "Move to E6");
        assert_eq!(short("end turn"), "End turn");
        assert_eq!(ago(720), "12 minutes ago");
        assert_eq!(moment(1_794_962_600), "18 Nov 2026, 00:43 UTC");
        assert_eq!(count(1, "unit", "units"), "1 unit");
        let strings = |all: [&str; 3]| all.map(str::to_owned);
        let places = strings(["D4", "D4", "E4"]);
        let labels = strings(["Move to D4", "Move to D4 with Truchsess", "Move to E4"]);
        assert_eq!(told_apart(&places, &labels), ["D4", "D4 with Truchsess", "E4"]);
        let labels = strings(["Charge G2 from F2", "Charge G2 from G3", "Charge G2 from G3 with Römer"]);
        let places = strings(["G2", "G2", "G2"]);
        assert_eq!(told_apart(&places, &labels), ["G2 from F2", "G2 from G3", "G2 from G3 with Römer"]);
    }
}
