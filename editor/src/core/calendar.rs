//! Dates for the boxes of a turn track.

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day {
    pub year: i32,
    /// From 1.
    pub month: u32,
    pub day: u32,
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn length(year: i32, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Day {
    /// `1741-04-10`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = parts.next()?.parse().ok()?;
        let day = parts.next()?.parse().ok()?;
        let real = (1..=12).contains(&month) && day >= 1 && day <= length(year, month);
        (real && (1..=9999).contains(&year)).then_some(Self { year, month, day })
    }

    /// So many days later.
    pub fn plus(mut self, days: u32) -> Self {
        for _ in 0..days {
            self.day += 1;
            if self.day > length(self.year, self.month) {
                self.day = 1;
                self.month += 1;
            }
            if self.month > 12 {
                self.month = 1;
                self.year += 1;
            }
        }
        self
    }

    /// `10 Apr`; with the year where it changes.
    pub fn short(self, with_year: bool) -> String {
        let month = MONTHS.get(self.month as usize - 1).copied().unwrap_or_default();
        if with_year {
            format!("{} {month} {}", self.day, self.year)
        } else {
            format!("{} {month}", self.day)
        }
    }
}

/// Names for a track: the first day, then every so many days.
pub fn dates(first: Day, days: u32, count: u32) -> Vec<String> {
    let mut year = first.year;
    let mut at = first;
    let mut out = Vec::new();
    for i in 0..count {
        out.push(at.short(i > 0 && at.year != year));
        year = at.year;
        at = at.plus(days);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Day, dates};

    #[test]
    fn tracks_run_over_the_year_and_leap_days() {
        let first = Day::parse("1756-12-18").unwrap();
        assert_eq!(dates(first, 14, 3), ["18 Dec", "1 Jan 1757", "15 Jan"]);
        assert_eq!(Day::parse("1760-02-28").unwrap().plus(1).short(false), "29 Feb");
        assert_eq!(Day::parse("1757-02-28").unwrap().plus(1).short(false), "1 Mar");
        for bad in ["", "1757", "1757-13-01", "1757-02-30", "x-1-1"] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
    }
}
