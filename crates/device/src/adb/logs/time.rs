//! The times that logcat prints and takes.

use crate::{DateTime, days_since_1970};

/// Milliseconds since 1970 of `2026-06-15 20:07:01.518`, or of `06-15 20:07:01.518` in `year`.
pub(super) fn unix_ms(text: &str, year: i64) -> Option<u64> {
    let (date, clock) = text.split_once(' ')?;
    let numbers: Vec<i64> = date.split('-').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (year, month, day) = match numbers[..] {
        [year, month, day] => (year, month, day),
        [month, day] => (year, month, day),
        _ => return None,
    };
    let mut parts = clock.trim_start().split(':');
    let (hour, minute): (i64, i64) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (second, fraction) = parts.next()?.split_once('.')?;
    let second: i64 = second.parse().ok()?;
    // Three digits, or six with `-v usec`.
    let millis: i64 = fraction.get(..3)?.parse().ok()?;
    let in_range = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    in_range.then(|| u64::try_from(seconds * 1000 + millis).ok()).flatten()
}

/// The moment as `logcat -T` takes it from Android 7 on: `1718481721.518`.
pub(super) fn epoch(unix_ms: u64) -> String {
    format!("{}.{:03}", unix_ms / 1000, unix_ms % 1000)
}

/// The moment as older ones take it: `06-15 20:07:01.518`.
pub(super) fn without_year(unix_ms: u64) -> String {
    let moment = DateTime::of(unix_ms);
    format!("{:02}-{:02} {}.{:03}", moment.month, moment.day, moment.time(), moment.milli)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_date() {
        // `date -u -d '2026-06-15 20:07:01' +%s`
        for (text, expected) in [
            ("1970-01-01 00:00:00.000", 0),
            ("2026-06-15 20:07:01.518", 1_781_554_021_518),
            ("2026-06-15 20:07:01.518123", 1_781_554_021_518),
            ("06-15 20:07:01.518", 1_781_554_021_518),
            ("2024-02-29 23:59:59.999", 1_709_251_199_999),
            ("2000-03-01 00:00:00.001", 951_868_800_001),
        ] {
            assert_eq!(unix_ms(text, 2026), Some(expected), "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_moment() {
        for text in [
            "",
            "x",
            "13-01 00:00:00.000",
            "06-15 24:00:00.000",
            "06-15 20:07:01",
            "99999999999-1-1 1:1:1.111",
        ] {
            assert_eq!(unix_ms(text, 2026), None, "{text}");
        }
    }

    #[test]
    fn logcat_takes_the_moment_back() {
        assert_eq!(epoch(1_781_554_021_018), "1781554021.018");
        let mut day = 0;
        while day < 800 {
            let ms = (19_000 + day) * 86_400_000 + 3_723_004;
            let year = if day < 8 { 2022 } else { 2022 + i64::try_from(day - 8 + 357).unwrap() / 365 };
            let text = without_year(ms);
            // The year is known only around its turn, so either neighbour may be right.
            let near: Vec<_> = (year - 1..=year + 1).filter_map(|year| unix_ms(&text, year)).collect();
            assert!(near.contains(&ms), "{text}");
            day += 1;
        }
    }
}
