//! Verdict, findings and numbers in words that a person understands.

use std::collections::BTreeMap;
use std::fmt::Display;

use device::DateTime;
use experiment::{Kind, Severity, Site};
use finding::{Confirmation, Finding, ReplayedFrom, Verdict};

use crate::{Run, Shown};

/// Names of kinds are short. Runs of strangers may say otherwise.
const MOST_KIND_CHARS: usize = 100;

impl Run {
    /// The verdict in a few words: `2 findings`.
    pub(crate) fn headline(&self) -> String {
        match self.verdict {
            Verdict::Clean => "Clean".to_owned(),
            Verdict::Inconclusive => "Inconclusive".to_owned(),
            Verdict::Findings => count(self.proven().count() as u64, "finding"),
        }
    }

    /// What the verdict means, in a sentence or two.
    pub(crate) fn meaning(&self) -> String {
        let tested = self.tested();
        match self.verdict {
            Verdict::Clean => format!(
                "Nothing was found: {tested}. That is what was tested; it does not prove that there is nothing to find."
            ),
            Verdict::Inconclusive => self.too_little(),
            Verdict::Findings => format!("{}. Found with {tested}.", self.kinds()),
        }
    }

    /// What an inconclusive run means.
    pub(crate) fn too_little(&self) -> String {
        format!("Too little was tested to say whether the app is well: {}.", self.tested())
    }

    /// `20,000 events in 4.2 s`
    fn tested(&self) -> String {
        format!("{} in {}", count(self.health.events, "event"), duration(self.health.time_ms))
    }

    /// The findings that came back.
    fn proven(&self) -> impl Iterator<Item = &Shown> {
        self.findings.iter().filter(|shown| shown.finding.is_confirmed())
    }

    /// `1 × crash, 2 × text lost`
    fn kinds(&self) -> String {
        let mut kinds: BTreeMap<(Severity, &Kind), u64> = BTreeMap::new();
        for kind in self.proven().map(|shown| &shown.finding.suspicion.kind) {
            *kinds.entry((kind.severity, kind)).or_default() += 1;
        }
        let told: Vec<String> = kinds
            .into_iter()
            .map(|((_, kind), count)| format!("{count} × {}", kind_in_words(kind)))
            .collect();
        told.join(", ")
    }

    /// The kind of phone and the build of a site, as far as the run has several of them.
    pub(crate) fn place(&self, site: Site) -> Option<String> {
        let kind = self.kinds.get(usize::from(site.kind.0)).cloned();
        let build = self.builds.get(usize::from(site.build.0)).cloned();
        let parts: Vec<String> = kind.into_iter().chain(build).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// What a finding was compared with: `waiting as long instead`; `None` where there was nothing to
    /// compare.
    pub(crate) fn compared_with(&self, shown: &Shown) -> Option<String> {
        let others = shown.exhibits.iter().skip(1).map(|exhibit| {
            let label = Some(exhibit.label.clone()).filter(|label| !label.is_empty());
            label.into_iter().chain(self.place(exhibit.site)).collect::<Vec<_>>().join(", ")
        });
        let others: Vec<String> = others.filter(|other| !other.is_empty()).collect();
        (!others.is_empty()).then(|| others.join("; "))
    }
}

/// `text lost`
fn kind_in_words(kind: &Kind) -> String {
    clipped(&kind.name.replace('-', " "), MOST_KIND_CHARS)
}

/// `reproduced 3 of 3 times from a clean start`
pub(crate) fn confirmation(confirmed: Confirmation) -> String {
    let Confirmation { from, times, of } = confirmed;
    match from {
        ReplayedFrom::CleanStart => format!("reproduced {times} of {of} times from a clean start"),
        ReplayedFrom::SnapshotOnly => {
            format!("reproduced {times} of {of} times, only from the snapshot before it")
        }
        ReplayedFrom::Untried => "not tried again: the budget ended before".to_owned(),
    }
}

/// What the steps of a finding are good for.
pub(crate) fn title_of_steps(from: ReplayedFrom) -> &'static str {
    match from {
        ReplayedFrom::CleanStart => "Steps from a clean start",
        ReplayedFrom::SnapshotOnly | ReplayedFrom::Untried => "Steps that led there once",
    }
}

/// Why a finding is worth less than others, in two words.
pub(crate) fn weakness(finding: &Finding) -> Option<&'static str> {
    match finding.confirmed.from {
        _ if !finding.is_confirmed() => Some("not proven"),
        _ if finding.is_flaky() => Some("flaky"),
        ReplayedFrom::SnapshotOnly => Some("snapshot only"),
        _ if finding.minimised.is_none() => Some("not minimised"),
        _ => None,
    }
}

/// What else is known of how a finding was found, one sentence each.
pub(crate) fn history(finding: &Finding, place: Option<String>) -> Vec<String> {
    let mut told = vec![format!(
        "First seen after {}, in experiment {}; seen {}.",
        count(finding.first_seen_after, "event"),
        finding.first_seen_in,
        times(finding.times_seen)
    )];
    told.extend(place.map(|place| format!("Seen on {place}.")));
    if let Some(minimised) = finding.minimised {
        let end = if minimised.one_minimal { "; without any one of them it does not show" } else { "" };
        told.push(format!(
            "Minimised from {} to {} in {}{end}.",
            minimised.from,
            count(minimised.to as u64, "step"),
            count(u64::from(minimised.replays), "replay"),
        ));
    }
    told.push(format!("Fingerprint: {}", finding.suspicion.fingerprint));
    told
}

/// The first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `20,113`
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut told = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

/// `1 event`, `2 events`
pub(crate) fn count(value: u64, noun: impl Display) -> String {
    format!("{} {noun}{}", number(value), if value == 1 { "" } else { "s" })
}

pub(crate) fn times(value: u64) -> String {
    if value == 1 { "once".to_owned() } else { format!("{} times", number(value)) }
}

/// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`
pub(crate) fn duration(ms: u64) -> String {
    let (seconds, minutes, hours) = (ms / 1000, ms / 60_000, ms / 3_600_000);
    match ms {
        0..10_000 => format!("{}.{} s", seconds, ms % 1000 / 100),
        10_000..60_000 => format!("{seconds} s"),
        60_000..3_600_000 => format!("{minutes} min {} s", seconds % 60),
        _ => format!("{hours} h {} min", minutes % 60),
    }
}

/// `2026-11-20 14:03 UTC`
pub(crate) fn date(unix_ms: u64) -> String {
    let DateTime { year, month, day, hour, minute, .. } = DateTime::of(unix_ms);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The share in percent, rounded down; `None` of nothing.
pub(crate) fn percent(part: u64, whole: u64) -> Option<u64> {
    (u128::from(part) * 100).checked_div(u128::from(whole)).map(|percent| percent as u64)
}

/// A stranger's text on one line, of so many characters at most, without anything that steers or hides.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    shown = gui::escaped(&shown).replace(is_noncharacter, "\u{fffd}");
    match text.chars().count() {
        all if all > most => format!("{shown}… ({} in all)", count(all as u64, "character")),
        _ => shown,
    }
}

/// What Unicode promises never to be a character; XML has no way to write some of them.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_as_people_write_them() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [400, 12_345, 200_000, 7_500_000].map(duration),
            ["0.4 s", "12 s", "3 min 20 s", "2 h 5 min"]
        );
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(1_709_209_380_000), "2024-02-29 12:23 UTC");
        assert_eq!(date(u64::MAX).len(), "584556019-04-03 14:25 UTC".len());
    }

    #[test]
    fn long_and_hostile_text_is_clipped_and_shown() {
        assert_eq!(clipped("milk", 4), "milk");
        assert_eq!(clipped("a\u{202e}\u{0}\u{ffff}\nb", 99), "a\\u{202e}\\u{0}\u{fffd}\\nb");
        assert_eq!(clipped(&"x".repeat(5_000), 3), "xxx… (5,000 characters in all)");
    }
    #[test]
    fn proven_steps_that_nobody_made_fewer_are_said_to_be_so() {
        let mut finding: Finding = serde_json::from_value(serde_json::json!({
            "name": "crash-1", "kind": "crash", "fingerprint": "f", "sentence": "s", "expectation": "e",
            "shows_after": 0, "well_after": 0, "acts": [],
            "confirmed": { "way": "clean-start", "times": 3, "of": 3 },
            "first_seen_in": 1, "first_seen_after": 1, "times_seen": 1,
        }))
        .unwrap();
        assert_eq!(weakness(&finding), Some("not minimised"));
        finding.minimised = Some(finding::Minimised { from: 9, to: 2, replays: 12, one_minimal: true });
        assert_eq!(weakness(&finding), None);
    }
}
