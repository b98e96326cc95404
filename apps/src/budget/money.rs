//! Amounts as people write them.

use super::store::Store;

/// The largest amount of one entry.
const MOST_CENTS: i64 = 999_999_999;

/// What amounts are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Currency {
    Euro,
    Dollar,
    Pound,
}

impl Currency {
    pub(super) const ALL: [Currency; 3] = [Currency::Euro, Currency::Dollar, Currency::Pound];

    pub(super) fn sign(self) -> &'static str {
        match self {
            Currency::Euro => "€",
            Currency::Dollar => "$",
            Currency::Pound => "£",
        }
    }
}

/// An amount with its currency: `-€1,234.50`, and `-1.234,50 €` in German.
pub(super) fn money(store: &Store, locale: &str, cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let currency = store.settings.currency.sign();
    let german = locale.starts_with("de");
    let (thousands, point) = if german { ('.', ',') } else { (',', '.') };
    let whole = (cents.unsigned_abs() / 100).to_string();
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(thousands);
        }
        grouped.push(digit);
    }
    let amount = format!("{grouped}{point}{:02}", cents.unsigned_abs() % 100);
    if german { format!("{sign}{amount} {currency}") } else { format!("{sign}{currency}{amount}") }
}

/// An amount as it stands in a text box: `12.50`.
pub(super) fn plain(cents: i64) -> String {
    format!("{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

/// The cents of what someone typed, or what to tell them. Point and comma both stand before the cents.
///
/// With the mistake, `12.5` is 12 and 5 cents.
pub(super) fn cents_of(typed: &str, unpadded: bool) -> Result<i64, &'static str> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err("Please enter an amount.");
    }
    let (whole, fraction) = typed.split_once(['.', ',']).unwrap_or((typed, ""));
    let digits = |text: &str| text.chars().all(|char| char.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 2 || whole.is_empty() && fraction.is_empty() {
        return Err("Please write the amount as 12.50.");
    }
    let fraction = if unpadded { fraction.to_owned() } else { format!("{fraction:0<2}") };
    // All digits, so only too many of them can fail.
    let number = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<i64>() };
    let cents = match (number(whole), number(&fraction)) {
        (Ok(whole), Ok(cents)) => whole.saturating_mul(100).saturating_add(cents),
        _ => i64::MAX,
    };
    match cents {
        0 => Err("The amount must be more than nothing."),
        1..=MOST_CENTS => Ok(cents),
        _ => Err("Amounts go up to 9,999,999.99."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        let check = |typed, expected| assert_eq!(cents_of(typed, false), expected, "{typed}");
        check("12", Ok(1200));
        check("12.5", Ok(1250));
        check("12,05", Ok(1205));
        check(".5", Ok(50));
        check(" 7. ", Ok(700));
        check("9999999.99", Ok(MOST_CENTS));
        check("10000000", Err("Amounts go up to 9,999,999.99."));
        check("99999999999999999999999", Err("Amounts go up to 9,999,999.99."));
        check("0.00", Err("The amount must be more than nothing."));
        check(".", Err("Please write the amount as 12.50."));
        check("1.234", Err("Please write the amount as 12.50."));
        check("-5", Err("Please write the amount as 12.50."));
        check("٣", Err("Please write the amount as 12.50."));
        check("", Err("Please enter an amount."));
    }

    #[test]
    fn without_padding_the_tenths_become_hundredths() {
        assert_eq!(cents_of("12.5", true), Ok(1205));
        assert_eq!(cents_of("12.50", true), Ok(1250));
    }

    #[test]
    fn amounts_are_written_as_the_locale_wants() {
        let store = Store::default();
        assert_eq!(money(&store, "en-US", -123_450), "-€1,234.50");
        assert_eq!(money(&store, "de-DE", 100_000_005), "1.000.000,05 €");
        assert_eq!(money(&store, "en-GB", 5), "€0.05");
    }
}
