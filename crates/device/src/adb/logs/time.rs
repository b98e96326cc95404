//! The times that logcat prints and takes.

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
    let (seconds, millis) = (unix_ms / 1000, unix_ms % 1000);
    let (month, day) = month_and_day((seconds / 86_400).cast_signed());
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

/// Days from 1970-01-01 in the Gregorian calendar, counting years from March so that leap days come last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The reverse of [`days_since_1970`], without the year.
fn month_and_day(days: i64) -> (i64, i64) {
    let day_of_era = (days + 719_468).rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    ((from_march + 2) % 12 + 1, day_of_year - (153 * from_march + 2) / 5 + 1)
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
