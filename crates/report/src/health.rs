//! How well the testing went, in words that a person understands.

use finding::Health;
use serde::{Deserialize, Serialize};

use crate::spending;
use crate::words::{count, duration, number, percent, times};

/// Below this share of steps inside of the app the run tested something else.
const INSIDE_PERCENT: u64 = 50;
/// Above this share of what went astray the rest is hard to believe.
const ASTRAY_PERCENT: u64 = 20;

/// Of what a phone lacks, so much is told.
const MOST_LACKS: usize = 3;

/// Above this share of events that only led back somewhere, most of the time went into that.
const RETURNING_PERCENT: u64 = 50;

/// One thing to know about how well the testing went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// How much it matters.
    pub weight: Weight,
    /// What it is, in a sentence without a full stop.
    pub words: String,
}

/// How much something matters for believing the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// The verdict is worth less for it.
    Problem,
}

impl Check {
    /// All there is to say about a finished run's health, the problems first.
    pub fn all(health: &Health) -> Vec<Check> {
        let mut checks = Vec::new();
        budget(health, &mut |weight, words| checks.push(Check { weight, words }));
        checks.extend(Check::so_far(health));
        checks.sort_by_key(|check| std::cmp::Reverse(check.weight));
        checks
    }

    /// What can be said while a run goes on: all but whether it tested as much as was asked for.
    pub fn so_far(health: &Health) -> Vec<Check> {
        let mut checks = Vec::new();
        let mut add = |weight, words: String| checks.push(Check { weight, words });
        if let Some(percent) = percent(health.steps_inside, health.steps) {
            let weight = if is_outside(health) { Weight::Problem } else { Weight::Good };
            add(weight, format!("{percent} % of {} ended inside of the app", count(health.steps, "step")));
        }
        if let Some(words) = lacking(health) {
            // Where most of the app was not seen, this is why.
            let weight = if is_outside(health) { Weight::Problem } else { Weight::Note };
            add(weight, words);
        }
        for (part, whole, words) in astray(health) {
            if part > 0 {
                let bad = percent(part, whole).is_none_or(|percent| percent > ASTRAY_PERCENT);
                add(if bad { Weight::Problem } else { Weight::Note }, words);
            }
        }
        if let Some(percent) = percent(health.events_returning, health.steps + health.events_returning)
            && health.events_returning > 0
        {
            let weight = if percent > RETURNING_PERCENT { Weight::Problem } else { Weight::Note };
            let events = count(health.events_returning, "event");
            add(weight, format!("{percent} % of all events were done again to get back: {events}"));
        }
        for (weight, words) in spending::words(&health.spending) {
            add(weight, words);
        }
        if health.log_lines_missing > 0 {
            let lines = count(health.log_lines_missing, "line");
            add(Weight::Problem, format!("{lines} of the log are missing: a crash may have gone unnoticed"));
        }
        if health.reconnects > 0 {
            add(Weight::Note, format!("a phone went away and came back {}", times(health.reconnects)));
        }
        if health.blocked > 0 {
            add(Weight::Note, format!("{} kept back by --block", count(health.blocked, "event")));
        }
        for lost in &health.phones_lost {
            add(Weight::Problem, format!("a phone was lost for good: {lost}"));
        }
        for remark in &health.remarks {
            add(Weight::Note, remark.trim_end_matches('.').to_owned());
        }
        checks.sort_by_key(|check| std::cmp::Reverse(check.weight));
        checks
    }
}

/// Whether the run tested something else than the app.
fn is_outside(health: &Health) -> bool {
    percent(health.steps_inside, health.steps).is_none_or(|percent| percent < INSIDE_PERCENT)
}

/// `the phone lacks: native code: libmap.so (12 times), WebView (once)`
fn lacking(health: &Health) -> Option<String> {
    let mut lacks: Vec<(&String, u64)> = health.lacking.iter().map(|(what, &count)| (what, count)).collect();
    lacks.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let told = lacks.iter().take(MOST_LACKS).map(|&(what, count)| format!("{what} ({})", times(count)));
    let mut told: Vec<String> = told.collect();
    if let Some(more) = lacks.len().checked_sub(MOST_LACKS).filter(|&more| more > 0) {
        told.push(format!("{more} more"));
    }
    (!told.is_empty()).then(|| format!("the phone lacks what the app wanted: {}", told.join(", ")))
}

/// What may go astray now and then: how often it did, of how many, in words.
fn astray(health: &Health) -> [(u64, u64, String); 4] {
    let of = |part, whole: &str| format!("{} of {whole}", number(part));
    let (experiments, replays) = (count(health.experiments, "experiment"), count(health.replays, "replay"));
    let unreadable = count(health.failed_looks, "screen");
    [
        (
            health.not_arrived,
            health.experiments,
            format!("{} did not reach their start", of(health.not_arrived, &experiments)),
        ),
        (
            health.begun_again,
            health.experiments,
            format!("{} were begun again because the phone failed", of(health.begun_again, &experiments)),
        ),
        (
            health.replays_astray,
            health.replays,
            format!("{} went another way than before", of(health.replays_astray, &replays)),
        ),
        (health.failed_looks, health.steps, format!("{unreadable} could not be read")),
    ]
}

/// What was asked for and what was done. A run may stop when either budget is spent.
fn budget(health: &Health, add: &mut impl FnMut(Weight, String)) {
    let events_done = health.events_asked.map(|asked| health.events >= asked);
    let time_done = health.time_asked_ms.map(|asked| health.time_ms >= asked);
    let any =
        events_done == Some(true) || time_done == Some(true) || (events_done, time_done) == (None, None);
    let weight = if any { Weight::Good } else { Weight::Problem };
    let events = match health.events_asked {
        Some(asked) => format!("{} of {} asked for", number(health.events), count(asked, "event")),
        None => count(health.events, "event"),
    };
    let time = match health.time_asked_ms {
        Some(asked) => format!("{} of {} asked for", duration(health.time_ms), duration(asked)),
        None => duration(health.time_ms),
    };
    add(weight, format!("tested for {events}, {time}"));
    if health.events_comparing > 0 {
        add(Weight::Good, format!("{} more to compare", count(health.events_comparing, "event")));
    }
    if health.events_proving > 0 {
        add(Weight::Good, format!("{} more to prove what was found", count(health.events_proving, "event")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(health: &Health, expected: &[&str]) {
        let told: Vec<String> = Check::all(health)
            .into_iter()
            .map(|check| format!("{:?}: {}", check.weight, check.words))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_run_in_good_health() {
        let health = Health {
            events_asked: Some(1_000),
            events: 1_000,
            time_ms: 2_000,
            steps: 1_000,
            steps_inside: 990,
            experiments: 50,
            reconnects: 1,
            events_returning: 250,
            ..Health::default()
        };
        check(
            &health,
            &[
                "Note: 20 % of all events were done again to get back: 250 events",
                "Note: a phone went away and came back once",
                "Good: tested for 1,000 of 1,000 events asked for, 2.0 s",
                "Good: 99 % of 1,000 steps ended inside of the app",
            ],
        );
    }

    #[test]
    fn problems_come_first() {
        let health = Health {
            time_asked_ms: Some(60_000),
            time_ms: 20_000,
            events: 10,
            steps: 10,
            steps_inside: 2,
            experiments: 4,
            not_arrived: 3,
            log_lines_missing: 7,
            phones_lost: vec!["emulator-5554 went away".to_owned()],
            remarks: vec!["The phone takes no screenshots.".to_owned()],
            ..Health::default()
        };
        check(
            &health,
            &[
                "Problem: tested for 10 events, 20 s of 1 min 0 s asked for",
                "Problem: 20 % of 10 steps ended inside of the app",
                "Problem: 3 of 4 experiments did not reach their start",
                "Problem: 7 lines of the log are missing: a crash may have gone unnoticed",
                "Problem: a phone was lost for good: emulator-5554 went away",
                "Note: The phone takes no screenshots",
            ],
        );
    }

    #[test]
    fn what_the_phone_lacks_is_told_and_is_a_problem_where_the_app_was_not_seen() {
        let mut health = Health { steps: 10, steps_inside: 9, ..Health::default() };
        for what in ["WebView", "native code: libmap.so", "native code: libmap.so", "a", "b"] {
            health.lacks(what);
        }
        let words = "the phone lacks what the app wanted: native code: libmap.so (2 times), WebView (once), \
                     a (once), 1 more";
        let told = |health: &Health| Check::so_far(health).into_iter().find(|check| check.words == words);
        assert_eq!(told(&health).map(|check| check.weight), Some(Weight::Note));
        health.steps_inside = 0;
        assert_eq!(told(&health).map(|check| check.weight), Some(Weight::Problem));
    }

    #[test]
    fn either_budget_will_do() {
        let health = Health {
            events_asked: Some(1_000_000),
            events: 10,
            time_asked_ms: Some(60_000),
            time_ms: 61_000,
            ..Health::default()
        };
        assert!(Check::all(&health).iter().all(|check| check.weight == Weight::Good));
    }
}
