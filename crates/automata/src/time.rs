//! The clock of phones and testing scripts: whole seconds, no time zone.

use std::fmt;
use std::str::FromStr;

use device::days_since_1970;

/// A second, as a clock on the wall shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    year: i32,
    /// Since the beginning of the year 1970.
    seconds: i64,
}

/// When a tool was running.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// Its start; without it, times are counted from the log's first line.
    pub from: Option<Time>,
    /// Its end; without it, the log's last line is the end.
    pub to: Option<Time>,
}

impl Time {
    /// A second that exists.
    pub fn new(year: i32, month: u32, day: u32, hour: u32, minute: u32, second: u32) -> Option<Time> {
        let exists = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        let seconds =
            || days_until(year, month, day) * 86_400 + i64::from(hour * 3600 + minute * 60 + second);
        exists.then(|| Time { year, seconds: seconds() })
    }

    /// The year.
    pub fn year(self) -> i32 {
        self.year
    }

    /// Seconds from another time until this one.
    pub fn since(self, other: Time) -> i64 {
        self.seconds - other.seconds
    }
}

/// The two lines of `<tool>_testing_time_on_emulator.txt`, the second of which may be absent or damaged.
impl Window {
    /// Reads a time record. `None` where the first line is no time.
    pub fn parse_record(text: &str) -> Option<Window> {
        let mut lines = text.lines().map(|line| line.trim().parse().ok());
        let from = lines.next().flatten()?;
        Some(Window { from: Some(from), to: lines.next().flatten() })
    }
}

/// `2022-06-01-10:00:00`, as the replication package writes it, or with dashes throughout, as its runner for ComboDroid does; a blank or
/// a `T` before the hour is as good.
impl FromStr for Time {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Time, NoTime> {
        let bytes = text.as_bytes();
        let shape = bytes.len() == 19
            && bytes[4] == b'-'
            && bytes[7] == b'-'
            && matches!(bytes[10], b'-' | b' ' | b'T')
            && matches!((bytes[13], bytes[16]), (b':', b':') | (b'-', b'-'));
        if !shape {
            return Err(NoTime);
        }
        let number = |from: usize, to: usize| digits(&bytes[from..to]);
        let time = || {
            let [month, day, hour, minute, second] = [5, 8, 11, 14, 17].map(|at| number(at, at + 2));
            Time::new(number(0, 4)? as i32, month?, day?, hour?, minute?, second?)
        };
        time().ok_or(NoTime)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, seconds) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        let mut day = days - days_until(self.year, 1, 1) + 1;
        let mut month = 1;
        while day > i64::from(days_in(self.year, month)) {
            day -= i64::from(days_in(self.year, month));
            month += 1;
        }
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{:04}-{month:02}-{day:02}-{hour:02}:{minute:02}:{second:02}", self.year)
    }
}

/// A text that is no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write it as 2022-06-01-10:00:00")]
pub struct NoTime;

/// A number of one or a few ASCII digits.
pub(crate) fn digits(text: &[u8]) -> Option<u32> {
    let all = !text.is_empty() && text.len() <= 9 && text.iter().all(u8::is_ascii_digit);
    all.then(|| text.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

fn days_in(year: i32, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_until(year: i32, month: u32, day: u32) -> i64 {
    days_since_1970(year.into(), month.into(), day.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let mut expected = days_until(1999, 1, 1);
        for year in 1999..2105 {
            for (month, day) in
                (1..=12).flat_map(|month| (1..=days_in(year, month)).map(move |day| (month, day)))
            {
                assert_eq!(days_until(year, month, day), expected, "{year}-{month}-{day}");
                expected += 1;
            }
        }
        assert_eq!(days_since_1970(1970, 1, 1), 0);
    }

    #[test]
    fn times_are_read_as_scripts_write_them() {
        let time: Time = "2022-06-01-10:00:00".parse().unwrap();
        for same in ["2022-06-01-10-00-00", "2022-06-01 10:00:00", "2022-06-01T10:00:00"] {
            assert_eq!(same.parse(), Ok(time));
        }
        for wrong in [
            "",
            "2022-06-01",
            "2022-13-01-10:00:00",
            "2022-02-29-10:00:00",
            "2022-06-01-10:00-00",
            "2022-06-01-24:00:00",
        ] {
            assert_eq!(wrong.parse::<Time>(), Err(NoTime), "{wrong}");
        }
        assert_eq!(time.to_string(), "2022-06-01-10:00:00");
        assert_eq!("2024-12-31-23:59:59".parse::<Time>().unwrap().to_string(), "2024-12-31-23:59:59");
    }

    #[test]
    fn a_record_may_lack_its_end() {
        let from = "2022-06-01-10:00:00".parse().ok();
        assert_eq!(Window::parse_record("2022-06-01-10:00:00\n"), Some(Window { from, to: None }));
        assert_eq!(
            Window::parse_record("2022-06-01-10:00:00\r\nnonsense\n"),
            Some(Window { from, to: None })
        );
        assert_eq!(Window::parse_record("nonsense\n2022-06-01-10:00:00"), None);
    }
}
