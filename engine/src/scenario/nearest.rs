//! The name that was probably meant.

/// Letters to insert, drop, change or swap to get from one word to the other; case costs nothing.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The known name nearest to `written`, if it is near enough to have been meant.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).max(1) + 1;
    let near = known.into_iter().filter(|k| !k.is_empty()).map(|k| (distance(written, k), k));
    near.filter(|(d, k)| *d <= limit && *d < k.chars().count().max(2)).min().map(|(_, k)| k)
}

/// What to do about an unknown name: the nearest right one, or all there are.
pub fn suggestion<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().filter(|k| !k.is_empty()).collect();
    match (nearest(written, known.iter().copied()), known.is_empty()) {
        (Some(name), _) => format!("did you mean '{name}'?"),
        (None, true) => "leave it out: there is none".to_owned(),
        (None, false) => format!("use one of: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_lead_to_the_name_meant() {
        let known = ["rating", "commander", "mp", "now", "awake"];
        for (written, meant) in [
            ("ratting", "rating"),
            ("comander", "commander"),
            ("pm", "mp"),
            ("Awake", "awake"),
            ("nwo", "now"),
        ] {
            assert_eq!(nearest(written, known), Some(meant), "{written}");
        }
        assert_eq!(nearest("strength", known), None);
        assert_eq!(suggestion("strength", ["a", "b"]), "use one of: a, b");
    }
}
