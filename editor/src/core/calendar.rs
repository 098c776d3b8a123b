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

fn days_in_month(year: i32, month: u32) -> u32 {
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
        let real = (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month);
        (real && (1..=9999).contains(&year)).then_some(Self { year, month, day })
    }

    /// This many days later.
    pub fn plus_days(mut self, days: u32) -> Self {
        for _ in 0..days {
            self.day += 1;
            if self.day > days_in_month(self.year, self.month) {
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
    pub fn short_date(self, with_year: bool) -> String {
        let month = MONTHS.get(self.month as usize - 1).copied().unwrap_or_default();
        if with_year {
            format!("{} {month} {}", self.day, self.year)
        } else {
            format!("{} {month}", self.day)
        }
    }
}

/// How long a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// Minutes a turn, by the clock: battles. The first turn begins at this minute of the day.
    Minutes {
        each: u32,
        from: u32,
    },
    Days(u32),
    HalfMonth,
    Month,
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// `14:20`, as a clock shows this minute of the day.
pub fn clock_time(minute: u32) -> String {
    format!("{}:{:02}", minute % DAY / 60, minute % 60)
}

/// The minute of the day of `14:20`, `1420` or `14`.
pub fn parse_clock(text: &str) -> Option<u32> {
    let text = text.trim();
    let (hour, minute) = match text.split_once([':', '.']) {
        Some((hour, minute)) => (hour.parse::<u32>().ok()?, minute.parse::<u32>().ok()?),
        None if text.len() > 2 && text.is_ascii() => {
            let (hour, minute) = text.split_at(text.len() - 2);
            (hour.parse().ok()?, minute.parse().ok()?)
        }
        None => (text.parse().ok()?, 0),
    };
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

impl Default for Span {
    fn default() -> Self {
        Self::Days(1)
    }
}

const WHOLE: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Names for a track by the clock.
pub fn turn_times(each: u32, from: u32, count: u32) -> Vec<String> {
    (0..count).map(|i| clock_time(from.wrapping_add(i.wrapping_mul(each)))).collect()
}

/// Names for a track starting at its first day: days, half months or months.
pub fn turn_dates(first: Day, span: Span, count: u32) -> Vec<String> {
    if let Span::Minutes { each, from } = span {
        return turn_times(each, from, count);
    }
    let mut year = first.year;
    let mut at = first;
    let mut out = Vec::new();
    for i in 0..count {
        let new_year = i > 0 && at.year != year;
        let month = WHOLE.get(at.month as usize - 1).copied().unwrap_or_default();
        let named = |text: String| if new_year { format!("{text} {}", at.year) } else { text };
        out.push(match span {
            Span::Days(_) | Span::Minutes { .. } => at.short_date(new_year),
            Span::HalfMonth => named(format!("{} {month}", if at.day <= 15 { "Early" } else { "Late" })),
            Span::Month => named(month.to_owned()),
        });
        year = at.year;
        at = match span {
            Span::Days(n) => at.plus_days(n),
            Span::Minutes { .. } => at,
            Span::HalfMonth if at.day <= 15 => Day { day: 16, ..at },
            Span::HalfMonth | Span::Month => Day { day: 1, ..at }.plus_days(days_in_month(at.year, at.month)),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Day, Span, parse_clock, turn_dates};

    #[test]
    fn tracks_run_over_the_year_and_leap_days() {
        let first = Day::parse("1756-12-18").unwrap();
        assert_eq!(turn_dates(first, Span::Days(14), 3), ["18 Dec", "1 Jan 1757", "15 Jan"]);
        let halves = ["Late December", "Early January 1757", "Late January", "Early February"];
        assert_eq!(turn_dates(first, Span::HalfMonth, 4), halves);
        let first = Day::parse("1757-01-31").unwrap();
        assert_eq!(turn_dates(first, Span::Month, 3), ["January", "February", "March"]);
        let battle = Span::Minutes { each: 20, from: parse_clock("13:20").unwrap() };
        assert_eq!(turn_dates(first, battle, 4), ["13:20", "13:40", "14:00", "14:20"]);
        let night = Span::Minutes { each: 60, from: parse_clock("23").unwrap() };
        assert_eq!(turn_dates(first, night, 3), ["23:00", "0:00", "1:00"]);
        assert_eq!((parse_clock("0630"), parse_clock("24:00"), parse_clock("x")), (Some(390), None, None));
        assert_eq!(Day::parse("1760-02-28").unwrap().plus_days(1).short_date(false), "29 Feb");
        assert_eq!(Day::parse("1757-02-28").unwrap().plus_days(1).short_date(false), "1 Mar");
        for bad in ["", "1757", "1757-13-01", "1757-02-30", "x-1-1"] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
    }
}
