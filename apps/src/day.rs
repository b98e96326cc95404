//! Days and times as apps show them. No time zones: a simulated phone lives in UTC.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A day, counted from 1 January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day(pub(crate) i64);

/// A day by the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: i64,
    /// 1 to 12.
    pub(crate) month: u8,
    /// 1 to 31.
    pub(crate) day: u8,
}

impl Day {
    /// The day of a moment.
    pub(crate) fn of_ms(unix_ms: u64) -> Day {
        Day((unix_ms / DAY_MS) as i64)
    }

    /// So many days later. Stays within some millennia, whatever people type.
    pub(crate) fn plus(self, days: i64) -> Day {
        Day(self.0.saturating_add(days).clamp(-1_000_000, 4_000_000))
    }

    /// By the calendar. Howard Hinnant's way: years that begin in March put the leap day last.
    pub(crate) fn date(self) -> Date {
        let days = self.0 + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Date { year, month: month as u8, day: day as u8 }
    }

    /// 0 is Monday, 6 is Sunday.
    pub(crate) fn weekday(self) -> usize {
        (self.0 + 3).rem_euclid(7) as usize
    }

    /// The first day of its month.
    pub(crate) fn first_of_month(self) -> Day {
        Day(self.0 - i64::from(self.date().day) + 1)
    }

    /// The first day of the month after its own.
    pub(crate) fn next_month(self) -> Day {
        // 31 days after the first lies in the next month, whichever month it is.
        self.first_of_month().plus(31).first_of_month()
    }

    /// The first day of the month before its own.
    pub(crate) fn last_month(self) -> Day {
        self.first_of_month().plus(-1).first_of_month()
    }
}

/// The hour and the minute of a moment: `09:41`.
pub(crate) fn clock(unix_ms: u64) -> String {
    let minutes = unix_ms / 60_000 % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// How long ago something was: `3 min ago`, or the date when it is more than a week.
pub(crate) fn ago(now_ms: u64, then_ms: u64) -> String {
    let minutes = now_ms.saturating_sub(then_ms) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1_440 => format!("{} h ago", minutes / 60),
        1_440..10_080 => format!("{} d ago", minutes / 1_440),
        _ => {
            let date = Day::of_ms(then_ms).date();
            format!("{} {} {}", date.day, &MONTHS[usize::from(date.month) - 1][..3], date.year)
        }
    }
}

/// The names of the months.
pub(crate) const MONTHS: [&str; 12] = [
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

/// The names of the days of the week, from Monday.
pub(crate) const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(days: i64, expected: (i64, u8, u8), weekday: usize) {
        let day = Day(days);
        let date = day.date();
        assert_eq!((date.year, date.month, date.day), expected);
        assert_eq!(day.weekday(), weekday);
    }

    #[test]
    fn days_by_the_calendar() {
        check(0, (1970, 1, 1), 3);
        check(-1, (1969, 12, 31), 2);
        check(11_016, (2000, 2, 29), 1);
        check(19_782, (2024, 2, 29), 3);
        check(19_783, (2024, 3, 1), 4);
    }

    #[test]
    fn months_follow_one_another() {
        let mut month = Day(19_723);
        for at in 0..48 {
            let next = month.next_month();
            assert_eq!(next.date().day, 1);
            assert_eq!(next.last_month(), month, "month {at}");
            month = next;
        }
        assert_eq!(month.date(), Date { year: 2028, month: 1, day: 1 });
    }

    #[test]
    fn times_are_told_as_people_do() {
        let now = 1_700_000_000_000;
        assert_eq!(ago(now, now), "just now");
        assert_eq!(ago(now, now + 5), "just now");
        assert_eq!(ago(now, now - 59 * 60_000), "59 min ago");
        assert_eq!(ago(now, now - 47 * 3_600_000), "1 d ago");
        assert_eq!(ago(now, 1_690_000_000_000), "22 Jul 2023");
        assert_eq!(clock(now), "22:13");
    }
}
