//! Sober lines, for where nobody watches a screen.

use gui::escaped;

use super::{LiveFinding, LiveState};
use crate::words::{count, duration, number};

/// How far lines are apart at least.
const APART_MS: u64 = 10_000;
/// The longest silence.
const MOST_SILENT_MS: u64 = 60_000;

/// `hunting org.example.notes on 2 phones, seed 7: 20,000 events`
pub fn line_started(state: &LiveState) -> String {
    let budget: Vec<String> = [
        state.health.events_asked.map(|events| count(events, "event")),
        state.health.time_asked_ms.map(duration),
    ]
    .into_iter()
    .flatten()
    .collect();
    let budget = if budget.is_empty() { "until interrupted".to_owned() } else { budget.join(" or ") };
    let phones = count(state.phones.len() as u64, "phone");
    let doing = if state.doing.is_empty() { "hunting" } else { state.doing };
    format!("{doing} {} on {phones}, seed {}: {budget}", escaped(&state.app), state.seed)
}

/// `12 % in 10 s: 2,400 events, 240/s, 412 probes covered, 97 screens, 1 finding, 2 being proven`
pub fn line_progress(state: &LiveState) -> String {
    let spent =
        state.spent().map_or_else(String::new, |spent| format!("{:.0} % in ", (spent * 100.0).floor()));
    let mut told = vec![
        count(state.health.events, "event"),
        format!("{}/s", number(state.events_per_second.max(0.0) as u64)),
    ];
    told.extend(state.covered.map(|covered| format!("{} covered", count(covered, "probe"))));
    told.push(count(state.screens, "screen"));
    told.push(count(state.findings.len() as u64, "finding"));
    told.extend((state.proving > 0).then(|| format!("{} being proven", number(state.proving))));
    format!("{spent}{}: {}", duration(state.health.time_ms), told.join(", "))
}

/// `found crash-1: the app ends when the phone is turned`
pub fn line_finding(finding: &LiveFinding) -> String {
    format!("found {}: {}", escaped(&finding.name), escaped(&finding.sentence))
}

/// Decides when progress is worth a line.
///
/// Lines are ten seconds apart, and in another tenth of the budget where there is one; but a minute never goes by in silence,
/// since some who run us take silence for a hang.
#[derive(Debug, Clone, Default)]
pub struct Pace {
    told_ms: u64,
    told_tenths: u64,
}

impl Pace {
    /// Whether to say something now; if so, it counts from now on.
    pub fn is_due(&mut self, state: &LiveState) -> bool {
        let silent_ms = state.health.time_ms.saturating_sub(self.told_ms);
        let tenths = state.spent().map(|share| (share * 10.0) as u64);
        let far = tenths.is_none_or(|tenths| tenths > self.told_tenths);
        let due = silent_ms >= MOST_SILENT_MS || (silent_ms >= APART_MS && far);
        if due {
            (self.told_ms, self.told_tenths) = (state.health.time_ms, tenths.unwrap_or(0));
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use finding::Health;

    use super::*;

    fn state(time_ms: u64, events: u64, events_asked: Option<u64>) -> LiveState {
        LiveState {
            health: Health { time_ms, events, events_asked, ..Health::default() },
            ..LiveState::default()
        }
    }

    /// When lines are said, looking every second.
    fn said(seconds: u64, events_asked: Option<u64>) -> Vec<u64> {
        let mut pace = Pace::default();
        (0..=seconds).filter(|&second| pace.is_due(&state(second * 1000, second, events_asked))).collect()
    }

    #[test]
    fn short_runs_say_little_and_long_ones_go_on_talking() {
        assert_eq!(said(9, Some(9)), [0; 0]);
        assert_eq!(said(50, Some(50)), [10, 20, 30, 40, 50]);
        assert_eq!(said(300, Some(300)), [30, 60, 90, 120, 150, 180, 210, 240, 270, 300]);
        assert_eq!(said(200, Some(36_000)), [60, 120, 180]);
        assert_eq!(said(35, None), [10, 20, 30]);
    }

    #[test]
    fn lines_as_they_are_printed() {
        let mut live =
            LiveState { app: "a\u{1b}[2J".to_owned(), seed: 7, ..state(10_000, 2_400, Some(20_000)) };
        assert_eq!(line_started(&live), "hunting a\\u{1b}[2J on 0 phones, seed 7: 20,000 events");
        live.events_per_second = 240.9;
        live.screens = 1;
        assert_eq!(line_progress(&live), "12 % in 10 s: 2,400 events, 240/s, 1 screen, 0 findings");
    }
}
