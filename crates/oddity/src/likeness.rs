//! What was meant by a name that does not exist.

/// How alike two names are at least, 0 to 1, where one may be meant for the other.
const ALIKE: f64 = 0.7;

/// The known name that is most like what was written, where one is like it.
pub(crate) fn closest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    closest_of(ALIKE, written, known)
}

/// The same for a name that may as well be somebody else's: but for a slip it is a known one.
pub(crate) fn misspelt<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const SLIP: f64 = 0.93;
    closest_of(SLIP, written, known)
}

fn closest_of<'n>(least: f64, written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let likeness = |name: &str| strsim::jaro_winkler(name, written);
    let best = known.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > least).then_some(best)
}

/// `, did you mean NAME?` where a known name is like what was written.
pub(crate) fn suggestion<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    closest(written, known).map(|name| format!(", did you mean {name}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["events", "seed", "max-depth", "screenshots"];

    #[test]
    fn a_slip_finds_the_name() {
        assert_eq!(closest("evnts", NAMES), Some("events"));
        assert_eq!(closest("maxdepth", NAMES), Some("max-depth"));
        assert_eq!(suggestion("screenshot", NAMES), ", did you mean screenshots?");
    }

    #[test]
    fn what_is_like_none_finds_none() {
        assert_eq!(closest("brightness", NAMES), None);
        assert_eq!(suggestion("", NAMES), "");
        assert_eq!(closest("events", []), None);
    }

    #[test]
    fn a_word_of_its_own_is_no_slip() {
        assert_eq!(misspelt("EVNTS", ["EVENTS", "SEED"]), Some("EVENTS"));
        assert_eq!(misspelt("SCREENSHOT", ["SCREENSHOTS", "SEED"]), Some("SCREENSHOTS"));
        for own in ["PASSWORD", "SECRET", "CRIU", "CACHE", "SOAK_SEED", "NO_SKIP", "SKIPPED", "TOKEN"] {
            assert_eq!(
                misspelt(own, ["PAUSE", "SEED", "SEEDS", "NO_MINIMIZE", "SIZE", "TIME", "ON"]),
                None,
                "{own}"
            );
        }
    }
}
