//! How much a scenario may hold. What is beyond is cut when the file is read, and said: everything behind the reader (maps,
//! dialogs, printed sheets) may lay out what it is given without asking how long it is.

use super::file_form::{ScenarioFile, Turns};
use super::{At, Issues};

/// Turns of a track.
pub const MOST_TURNS: u32 = 999;
/// Letters of a name, a title, or anything else that stands in one line.
pub const MOST_LETTERS: usize = 200;
/// Letters of a summary, history, note.
const MOST_TEXT: usize = 100_000;
/// Entries of a list: pieces, names on the map, areas.
const MOST_ENTRIES: usize = 20_000;
/// Entries of what is set up, comes later, or is a rule.
const MOST_RULES: usize = 2_000;

/// Cuts what is too long or too many, with an error for each field.
pub fn cut(file: &mut ScenarioFile, issues: &mut Issues) {
    let mut cutter = Cutter { issues };
    cutter.cut_turns(&mut file.turns);
    for (field, text) in [
        ("title", &mut file.title),
        ("subtitle", &mut file.subtitle),
        ("date", &mut file.date),
        ("date_key", &mut file.date_key),
        ("id", &mut file.id),
        ("credits", &mut file.credits),
    ] {
        cutter.cut_text(field, text, MOST_LETTERS);
    }
    for (field, text) in
        [("summary", &mut file.summary), ("history", &mut file.history), ("notes", &mut file.notes)]
    {
        cutter.cut_text(field, text, MOST_TEXT);
    }
    cutter.cut_text("provenance/note", &mut file.provenance.note, MOST_TEXT);
    cutter.cut_list("labels", &mut file.labels, MOST_ENTRIES);
    cutter.cut_list("regions", &mut file.regions, MOST_ENTRIES);
    cutter.cut_list("pieces", &mut file.pieces, MOST_ENTRIES);
    cutter.cut_list("nations", &mut file.nations, MOST_RULES);
    cutter.cut_list("sides", &mut file.sides, MOST_RULES);
    cutter.cut_list("seats", &mut file.seats, MOST_RULES);
    cutter.cut_list("setup", &mut file.setup, MOST_RULES);
    cutter.cut_list("schedule", &mut file.schedule, MOST_RULES);
    cutter.cut_list("specials", &mut file.specials, MOST_RULES);
    cutter.cut_list("victory", &mut file.victory, MOST_RULES);
    cutter.cut_list("pools", &mut file.pools, MOST_RULES);
    for (i, l) in file.labels.iter_mut().enumerate() {
        cutter.cut_text(&format!("labels/{i}/text"), &mut l.text, MOST_LETTERS);
    }
    for (i, r) in file.regions.iter_mut().enumerate() {
        cutter.cut_text(&format!("regions/{i}/name"), &mut r.name, MOST_LETTERS);
    }
    for (i, n) in file.nations.iter_mut().enumerate() {
        cutter.cut_text(&format!("nations/{i}/name"), &mut n.name, MOST_LETTERS);
        cutter.cut_text(&format!("nations/{i}/adjective"), &mut n.adjective, MOST_LETTERS);
    }
    for (i, s) in file.sides.iter_mut().enumerate() {
        cutter.cut_text(&format!("sides/{i}/name"), &mut s.name, MOST_LETTERS);
    }
    for (i, p) in file.pieces.iter_mut().enumerate() {
        cutter.cut_text(&format!("pieces/{i}/name"), &mut p.name, MOST_LETTERS);
        cutter.cut_text(&format!("pieces/{i}/id"), &mut p.id, MOST_LETTERS);
    }
    for (i, e) in file.schedule.iter_mut().enumerate() {
        cutter.cut_text(&format!("schedule/{i}/name"), &mut e.name, MOST_LETTERS);
    }
}

struct Cutter<'a> {
    issues: &'a mut Issues,
}

impl Cutter<'_> {
    fn report(&mut self, path: &str, text: String, remedy: &str) {
        let field = path.split('/').next().unwrap_or_default();
        let place = path.rsplit('/').next().unwrap_or_default();
        self.issues.error(At::Field(field.to_owned()), place, text).path(path).remedy(remedy);
    }

    fn cut_text(&mut self, path: &str, text: &mut String, most: usize) {
        // Bytes are never fewer than letters.
        if text.len() <= most {
            return;
        }
        let Some((at, _)) = text.char_indices().nth(most) else { return };
        let letters = text.chars().count();
        text.truncate(at);
        let words = format!("the text has {letters} letters and is cut after {most}");
        self.report(path, words, "shorten it");
    }

    fn cut_list<T>(&mut self, path: &str, list: &mut Vec<T>, most: usize) {
        if list.len() > most {
            let words = format!("there are {} entries; only the first {most} are read", list.len());
            list.truncate(most);
            self.report(path, words, "remove some");
        }
    }

    fn cut_turns(&mut self, turns: &mut Turns) {
        let count = match turns {
            Turns::Count(count) => count,
            Turns::Track(track) => {
                track.names.truncate(MOST_TURNS as usize);
                for i in 0..track.names.len() {
                    self.cut_text(&format!("turns/names/{i}"), &mut track.names[i], MOST_LETTERS);
                }
                track.marks.retain(|turn, _| *turn <= MOST_TURNS);
                &mut track.count
            }
        };
        if *count > MOST_TURNS {
            let words = format!("there are {count} turns; at most {MOST_TURNS} are read");
            *count = MOST_TURNS;
            self.report("turns/count", words, "give fewer");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Issues, parse};

    #[test]
    fn absurd_figures_and_long_texts_are_cut_and_said() {
        let head = "(format: 3, ruleset: \"x\", grid: (orientation: PointyTop, shove: Odd, cols: 2, rows: 1, numbering: (order: ColRow, col: (letters: true, first: 1, descending: false, width: 1), row: (letters: false, first: 1, descending: false, width: 1))), legend: {'.': \"clear\"}, terrain: [\"..\"],";
        let long = "ä".repeat(10_000);
        let labels = "(text: \"x\", at: \"A1\"),".repeat(70_000);
        let text = format!(
            "{head} title: \"{long}\",\n turns: (count: 2147483647),\n labels: [{labels}],\n pieces: [(id: \"a\", name: \"{long}\")])"
        );
        let mut issues = Issues::default();
        let doc = parse(&text, &mut issues).unwrap();
        assert_eq!((doc.title.chars().count(), doc.turns.count, doc.map.labels.len()), (200, 999, 20_000));
        assert_eq!(doc.pieces[0].name.chars().count(), 200);
        let told: Vec<(usize, &str)> = issues
            .list
            .iter()
            .filter(|i| !i.remedy.is_empty() && (i.text.contains("cut") || i.text.contains("read")))
            .map(|i| (i.position.map_or(0, |p| p.line), i.place.as_str()))
            .collect();
        assert_eq!(told, [(2, "count"), (1, "title"), (3, "labels"), (4, "name")]);
    }
}
