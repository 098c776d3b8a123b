//! Reads setup tables off a page as a person does: by where the words stand.

use editor::print::{Item, Page};

/// A word with its place in mm; `y` is the middle of its small letters.
#[derive(Clone, Debug)]
pub struct Spot {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
    pub y: f32,
}

impl Spot {
    fn middle(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }
}

/// A row of a setup table as read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    pub side: String,
    pub unit: String,
    pub hex: String,
    pub facing: String,
    pub strength: String,
}

/// The words of the page model itself.
pub fn words_of(page: &Page) -> Vec<Spot> {
    let mut out = Vec::new();
    for w in page.words(false) {
        // A run is read word by word, each at its share of the run.
        let letters = w.text.chars().count().max(1) as f32;
        let mut at = 0.0;
        for word in w.text.split(' ') {
            let n = word.chars().count() as f32;
            if !word.is_empty() {
                let x0 = w.at.x + w.width * at / letters;
                let x1 = x0 + w.width * n / letters;
                out.push(Spot { text: word.to_owned(), x0, x1, y: w.at.y - 0.25 * w.size });
            }
            at += n + 1.0;
        }
    }
    out
}

/// The words of `pdftotext -bbox`, a list for each page.
pub fn words_of_bbox(text: &str) -> Vec<Vec<Spot>> {
    const MM: f32 = 25.4 / 72.0;
    let mut pages = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("<page") {
            pages.push(Vec::new());
        }
        let Some(rest) = line.strip_prefix("<word ") else { continue };
        let number = |name: &str| -> f32 {
            let from = rest.find(&format!("{name}=\"")).map_or(0, |i| i + name.len() + 2);
            let to = rest[from..].find('"').map_or(from, |i| from + i);
            rest[from..to].parse().unwrap_or(0.0)
        };
        let word = rest.split_once('>').and_then(|r| r.1.strip_suffix("</word>")).unwrap_or_default();
        let plain = word.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        let plain = plain.replace("&quot;", "\"").replace("&apos;", "'").replace("&#39;", "'");
        let y = (number("yMin") + number("yMax")) / 2.0 * MM;
        let spot = Spot { text: plain, x0: number("xMin") * MM, x1: number("xMax") * MM, y };
        if let Some(page) = pages.last_mut() {
            page.push(spot);
        }
    }
    pages
}

/// Leaves out what stands in pictures.
pub fn without_pictures(words: Vec<Spot>, page: &Page) -> Vec<Spot> {
    let inside = |s: &Spot| {
        page.items.iter().any(|i| match i {
            Item::Scene { clip, .. } => clip.contains(egui::pos2(s.middle(), s.y)),
            Item::Shape(_) => false,
        })
    };
    words.into_iter().filter(|s| !inside(s)).collect()
}

/// Where the columns of a table stand.
struct Table {
    left: f32,
    unit: f32,
    hex: f32,
    strength: f32,
    right: f32,
    y: f32,
    side: String,
}

const LINE: f32 = 1.4;

fn tables(words: &[Spot], sides: &[String], last: &mut Vec<(i32, String)>) -> Vec<Table> {
    let mut out: Vec<Table> = Vec::new();
    for u in words.iter().filter(|w| w.text == "unit") {
        let after = |name: &str| {
            let same = |w: &&Spot| w.text == name && (w.y - u.y).abs() < LINE && w.x0 > u.x0;
            words.iter().filter(same).min_by(|a, b| a.x0.total_cmp(&b.x0))
        };
        let (Some(hex), Some(strength), Some(placed)) = (after("hex"), after("strength"), after("placed"))
        else {
            continue;
        };
        let left = u.x0 - 9.2;
        let above =
            |w: &&Spot| w.y < u.y - 2.0 && w.y > u.y - 12.0 && w.x0 >= left - 0.5 && w.x1 <= placed.x1 + 1.0;
        // The band is the lowest line above the head that begins with a side: a text may end just over it, and the number of
        // its pieces may stand a little lower.
        let mut heights: Vec<f32> = words.iter().filter(above).map(|w| w.y).collect();
        heights.sort_by(|a, b| b.total_cmp(a));
        let line_at = |y: f32| -> String {
            let in_line = words.iter().filter(above).filter(|w| (w.y - y).abs() < LINE);
            in_line.map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let named = heights.iter().find_map(|y| {
            let line = line_at(*y);
            sides.iter().find(|s| line.starts_with(s.as_str())).cloned()
        });
        let key = u.x0.round() as i32;
        let side =
            named.or_else(|| last.iter().find(|l| l.0 == key).map(|l| l.1.clone())).unwrap_or_default();
        last.retain(|l| l.0 != key);
        last.push((key, side.clone()));
        out.push(Table {
            left,
            unit: u.x0,
            hex: hex.middle(),
            strength: strength.middle(),
            right: placed.x1,
            y: u.y,
            side,
        });
    }
    out
}

/// All rows of the setup tables on a page. `last` remembers whose table a column holds, for tables
/// that go on overleaf.
pub fn rows(words: &[Spot], sides: &[String], last: &mut Vec<(i32, String)>) -> Vec<Row> {
    let all = tables(words, sides, last);
    let mut out = Vec::new();
    for t in &all {
        let below = all.iter().filter(|o| (o.left - t.left).abs() < 5.0 && o.y > t.y + 1.0).map(|o| o.y);
        let end = below.fold(f32::MAX, f32::min) - 8.0;
        let mut mine: Vec<&Spot> = words
            .iter()
            .filter(|w| w.y > t.y + 1.5 && w.y < end && w.x0 >= t.left - 0.5 && w.x0 < t.right + 1.0)
            .collect();
        mine.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0)));
        out.extend(read(t, &mine));
    }
    out
}

fn read(t: &Table, words: &[&Spot]) -> Vec<Row> {
    // Lines of words at one height.
    let mut lines: Vec<Vec<&Spot>> = Vec::new();
    for w in words {
        match lines.last_mut() {
            Some(l) if (l[0].y - w.y).abs() < LINE => l.push(w),
            _ => lines.push(vec![w]),
        }
    }
    let mut out: Vec<Row> = Vec::new();
    let mut low = t.y;
    for mut l in lines {
        l.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        // The table has ended where nothing stands for more than a row.
        if l[0].y - low > 12.0 {
            break;
        }
        low = l[0].y;
        // A heading begins left of the column of units.
        if l[0].x0 < t.unit - 0.8 {
            if !l.iter().any(|w| (w.middle() - t.strength).abs() < 6.0) && l[0].x0 < t.left + 1.4 {
                break;
            }
            continue;
        }
        // No row has so many words: the history runs under the tables of both columns.
        if l.len() >= 10 {
            break;
        }
        let near = |w: &&&Spot, at: f32, wide: f32| (w.middle() - at).abs() < wide;
        let join = |list: Vec<&&Spot>| list.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ");
        let unit = join(l.iter().filter(|w| w.x1 < t.hex - 6.2).collect());
        let hex = join(l.iter().filter(|w| near(w, t.hex, 6.9) && w.x1 >= t.hex - 6.2).collect());
        let strength = join(l.iter().filter(|w| near(w, t.strength, 7.0)).collect());
        let facing = join(l.iter().filter(|w| w.x0 > t.hex + 6.9 && w.x1 < t.strength - 6.0).collect());
        if unit.is_empty() && hex.is_empty() && strength.is_empty() {
            continue;
        }
        match out.last_mut() {
            Some(row) if hex.is_empty() && strength.is_empty() => row.unit = format!("{} {unit}", row.unit),
            _ => out.push(Row { side: t.side.clone(), unit, hex, facing, strength }),
        }
    }
    out
}
