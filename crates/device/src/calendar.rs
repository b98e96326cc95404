//! Dates and times of day.

/// A moment as people write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DateTime {
    pub year: u64,
    pub month: u64,
    pub day: u64,
    pub hour: u64,
    pub minute: u64,
    pub second: u64,
    pub milli: u64,
    /// 0 is Sunday.
    pub weekday: usize,
}

impl DateTime {
    /// The moment so many milliseconds after the beginning of 1970.
    pub fn of(unix_ms: u64) -> DateTime {
        let (seconds, days) = (unix_ms / 1000, unix_ms / 86_400_000);
        // Counted from 1 March 0000, so that a leap day ends its year; eras of 400 years are all alike.
        let shifted = days + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        DateTime {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            hour: seconds / 3600 % 24,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            milli: unix_ms % 1000,
            weekday: usize::try_from((days + 4) % 7).unwrap_or(0),
        }
    }

    /// Milliseconds since the beginning of 1970; before that, 0.
    pub fn unix_ms(self) -> u64 {
        let [year, month, day] = [self.year, self.month, self.day].map(u64::cast_signed);
        let days = u64::try_from(days_since_1970(year, month, day)).unwrap_or(0);
        (((days * 24 + self.hour) * 60 + self.minute) * 60 + self.second) * 1000 + self.milli
    }

    /// `2026-01-01`.
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `12:00:00`.
    pub fn time(self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

/// Days from 1970-01-01 in the Gregorian calendar, counting years from March so that leap days come last.
pub fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_and_counted_back() {
        for (unix_ms, date, time, weekday) in [
            (0, "1970-01-01", "00:00:00", 4),
            (951_782_400_000, "2000-02-29", "00:00:00", 2),
            (1_767_225_600_000, "2026-01-01", "00:00:00", 4),
            (1_794_778_549_123, "2026-11-15", "21:35:49", 0),
        ] {
            let moment = DateTime::of(unix_ms);
            assert_eq!(
                (moment.date(), moment.time(), moment.weekday),
                (date.to_owned(), time.to_owned(), weekday)
            );
            assert_eq!(moment.unix_ms(), unix_ms);
        }
    }
}
