//! The text of the rules: found by number, by search, or by browsing.

use crate::AssetSource;
use crate::scenario::{At, Issues};
use serde::{Deserialize, Serialize};

/// One numbered rule in our own words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleText {
    /// As cited: `8.fire`, `9.52`.
    #[serde(rename = "n")]
    pub number: String,
    pub title: String,
    pub text: String,
    /// Related rules, by number.
    #[serde(default)]
    pub see: Vec<String>,
}

/// The rules of one rule system, in reading order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rulebook {
    pub title: String,
    #[serde(default)]
    pub note: String,
    pub rules: Vec<RuleText>,
}

/// Where the rules of a rule system are found among the assets.
pub fn rules_path(ruleset: &str) -> String {
    format!("{ruleset}/rules.ron")
}

/// A number up to, but not into, its chapter: `5.31`, `5.3`, `5.`, `5`.
fn shorter(number: &str) -> impl Iterator<Item = &str> {
    let chapter = number.find('.').unwrap_or(number.len());
    let ends = number.char_indices().map(|(i, _)| i).rev().take_while(move |i| *i >= chapter);
    std::iter::once(number).chain(ends.map(move |i| &number[..i]))
}

impl Rulebook {
    /// Reads the rules. Empty if there are none, or if the file is damaged, which is reported with its place.
    pub fn load(src: &dyn AssetSource, ruleset: &str, issues: &mut Issues) -> Self {
        read(src, &rules_path(ruleset), issues).unwrap_or_default()
    }

    /// The rule of exactly this number.
    pub fn exact(&self, number: &str) -> Option<&RuleText> {
        self.rules.iter().find(|r| r.number == number)
    }

    /// The rule of this number, or else the nearest one above it.
    pub fn find(&self, number: &str) -> Option<&RuleText> {
        shorter(number).find_map(|n| self.exact(n).or_else(|| self.exact(&format!("{n}.0"))))
    }

    /// What a chip that cites this rule shows. Rules with numbers of their own show the number (`9.52`); index
    /// words are for scripts, and readers get the title instead: `8 Charge`, `Option: rapid movement`.
    pub fn chip_text(&self, number: &str) -> String {
        let Some((chapter, rest)) = number.split_once('.') else { return number.to_owned() };
        let Some(rule) = self.exact(number).filter(|_| !rest.starts_with(|c: char| c.is_ascii_digit()))
        else {
            return number.to_owned();
        };
        let title = ["The ", "A "].iter().find_map(|article| rule.title.strip_prefix(article));
        let title = title.unwrap_or(&rule.title);
        let (first, others) = title.split_at(title.chars().next().map_or(0, char::len_utf8));
        match chapter {
            "opt" => format!("Option: {}{others}", first.to_lowercase()),
            c if c.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{c} {}{others}", first.to_uppercase())
            }
            _ => title.to_owned(),
        }
    }

    /// The rule above this one in the tree.
    pub fn parent(&self, number: &str) -> Option<&RuleText> {
        let own = self.exact(number)?;
        let whole = number.strip_suffix(".0").unwrap_or(number);
        let above = |n: &str| self.exact(n).or_else(|| self.exact(&format!("{n}.0")));
        shorter(whole).skip(1).find_map(above).filter(|r| r.number != own.number)
    }

    /// Depth in the tree: 0 for chapters.
    pub fn depth(&self, number: &str) -> usize {
        let mut depth = 0;
        let mut at = number;
        while let Some(p) = self.parent(at).filter(|_| depth < 8) {
            depth += 1;
            at = &p.number;
        }
        depth
    }

    /// Rules that contain every word in number, title or text; matches in titles come first.
    pub fn search(&self, words: &str) -> Vec<&RuleText> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let holds = |text: &str| {
            let text = text.to_lowercase();
            words.iter().all(|w| text.contains(w))
        };
        let in_title = |r: &RuleText| holds(&format!("{} {}", r.number, r.title));
        let anywhere = |r: &RuleText| holds(&format!("{} {} {}", r.number, r.title, r.text));
        let mut out: Vec<&RuleText> = self.rules.iter().filter(|r| in_title(r)).collect();
        out.extend(self.rules.iter().filter(|r| !in_title(r) && anywhere(r)));
        out
    }
}

/// Reads an optional RON file.
pub(crate) fn read<T: serde::de::DeserializeOwned>(
    src: &dyn AssetSource,
    path: &str,
    issues: &mut Issues,
) -> Option<T> {
    let text = src.read(path).ok()?;
    match ron::from_str(&text) {
        Ok(read) => Some(read),
        Err(e) => {
            let at = e.span.start;
            let place = format!("{path}, line {}, column {}", at.line, at.col);
            let whole = At::Text { path: path.to_owned(), line: at.line, column: at.col };
            issues.error(whole, place, e.code.to_string());
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(numbers: &[&str]) -> Rulebook {
        let one = |n: &&str| RuleText { number: (*n).into(), title: format!("t{n}"), ..RuleText::default() };
        Rulebook { rules: numbers.iter().map(one).collect(), ..Rulebook::default() }
    }

    #[test]
    fn unknown_numbers_fall_back_to_the_nearest_above() {
        let b = book(&["5.0", "5.3", "5.31", "8", "8.close", "8.close-advance", "1757", "1757.4A"]);
        let found = |n: &str| b.find(n).map(|r| r.number.as_str());
        assert_eq!(found("5.31"), Some("5.31"));
        assert_eq!(found("5.39"), Some("5.3"));
        assert_eq!(found("5.7"), Some("5.0"));
        assert_eq!(found("8.close-retreat"), Some("8.close"));
        assert_eq!(found("8.los"), Some("8"));
        assert_eq!(found("1757.9"), Some("1757"));
        assert_eq!(found("55.1"), None, "another chapter is not above");
        assert_eq!(
            (b.depth("5.0"), b.depth("5.3"), b.depth("5.31"), b.depth("8.close-advance")),
            (0, 1, 2, 2)
        );
    }

    #[test]
    fn chips_show_numbers_or_titles() {
        let mut b = book(&["5.31", "1757.4A", "8.charge", "opt.rapid", "table.units"]);
        for (rule, title) in b.rules[2..].iter_mut().zip(["The charge", "Rapid movement", "Unit chart"]) {
            rule.title = title.into();
        }
        let chips: Vec<String> = b.rules.iter().map(|r| b.chip_text(&r.number)).collect();
        assert_eq!(chips, ["5.31", "1757.4A", "8 Charge", "Option: rapid movement", "Unit chart"]);
        assert_eq!(b.chip_text("8.unknown"), "8.unknown");
    }

    #[test]
    fn titles_are_found_before_texts() {
        let mut b = book(&["1", "2"]);
        b.rules[0].text = "about t2 too".into();
        let found: Vec<&str> = b.search("T2").iter().map(|r| r.number.as_str()).collect();
        assert_eq!(found, ["2", "1"]);
        assert!(b.search("nothing").is_empty());
    }
}
