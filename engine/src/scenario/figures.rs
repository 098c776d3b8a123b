//! Figures of a counter in a fixed order, as they are printed on it: `8-6-3`, `(2)-2-3`, `6-4-2 5-2`.

use serde::Serialize;

/// How the figures of a counter are written, and what each of them is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FigureForm {
    /// What each figure is, in order: `strength`, `morale`, …
    pub names: Vec<String>,
    /// Figures in each group; groups have a space between them, figures of one group a dash.
    pub groups: Vec<usize>,
    pub most: i64,
    /// The first figure may stand in brackets; what that means, in a word or two. Empty where it may not.
    pub bracket: String,
}

/// Figures that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    pub values: Vec<i64>,
    pub bracketed: bool,
}

impl FigureForm {
    pub fn new(names: &[&str], groups: &[usize], most: i64, bracket: &str) -> Self {
        let names = names.iter().map(|n| (*n).to_owned()).collect();
        Self { names, groups: groups.to_vec(), most, bracket: bracket.to_owned() }
    }

    /// Reads figures; none where the text is not of this form.
    pub fn read(&self, text: &str) -> Option<Figures> {
        let mut values = Vec::new();
        let mut bracketed = false;
        let groups: Vec<&str> = text.split(' ').collect();
        if groups.len() != self.groups.len() {
            return None;
        }
        for (group, count) in groups.iter().zip(&self.groups) {
            let figures: Vec<&str> = group.split('-').collect();
            if figures.len() != *count {
                return None;
            }
            for figure in figures {
                let inner = figure.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
                if inner.is_some() && (self.bracket.is_empty() || !values.is_empty()) {
                    return None;
                }
                bracketed |= inner.is_some();
                let digits = inner.unwrap_or(figure);
                let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                values.push(digits.parse().ok().filter(|n| is_plain && *n <= self.most)?);
            }
        }
        Some(Figures { values, bracketed })
    }

    /// Writes figures as they are printed.
    pub fn write(&self, figures: &Figures) -> String {
        let mut out = String::new();
        let mut at = 0;
        for (g, count) in self.groups.iter().enumerate() {
            if g > 0 {
                out.push(' ');
            }
            for i in 0..*count {
                if i > 0 {
                    out.push('-');
                }
                let n = figures.values.get(at).copied().unwrap_or_default();
                out += &if at == 0 && figures.bracketed { format!("({n})") } else { n.to_string() };
                at += 1;
            }
        }
        out
    }

    /// An example for a message: `3-3-3`.
    pub fn example(&self) -> String {
        self.write(&Figures { values: vec![3; self.names.len()], bracketed: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_they_were_read() {
        let foot = FigureForm::new(&["strength", "morale", "movement"], &[3], 30, "exhausted");
        let guns = FigureForm::new(&["1 hex", "2 hexes", "3 hexes", "morale", "movement"], &[3, 2], 30, "");
        for (form, text) in [(&foot, "8-6-3"), (&foot, "(2)-2-3"), (&guns, "6-4-2 5-2")] {
            let read = form.read(text).unwrap();
            assert_eq!(form.write(&read), text);
        }
        assert!(foot.read("(2)-2-3").unwrap().bracketed);
        for text in ["", "8-6", "8-6-3-1", "8-(6)-3", "8 6 3", "8--3", "+8-6-3", "8-6-31", "a-6-3"] {
            assert!(foot.read(text).is_none(), "'{text}' is no face");
        }
        assert!(guns.read("(6)-4-2 5-2").is_none(), "guns have no brackets");
        assert_eq!(guns.example(), "3-3-3 3-3");
    }
}
