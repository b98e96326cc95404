//! The live screen, in the spirit of AFL: all that matters at one glance.

use anstyle::{AnsiColor, Style};
use gui::escaped;

use super::canvas::{Entry, Panel, Rule, fitted, row, rule_with};
use super::{LivePhone, LiveState, line_progress};
use crate::health::{Check, Weight};
use crate::words::{duration, number};

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const BORDER: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();

/// Wider than this reads no better.
const MOST_COLUMNS: usize = 100;
/// From here on panels stand side by side.
const TWO_COLUMNS: usize = 64;
/// Narrower than this no box fits.
const LEAST_COLUMNS: usize = 32;

/// The screen, one string per row with colours; all rows are equally wide. Never more than `rows` rows or `columns` columns.
///
/// A narrow terminal has the panels below each other; one with few rows loses the lowest lists. The border is red when health
/// is bad, and the panel `health` says why.
pub fn screen(state: &LiveState, columns: usize, rows: usize) -> Vec<String> {
    if columns < LEAST_COLUMNS {
        let mut lines = vec![fitted(&line_progress(state), columns)];
        lines.truncate(rows);
        return lines;
    }
    let width = columns.min(MOST_COLUMNS);
    let problems: Vec<Check> =
        Check::so_far(&state.health).into_iter().filter(|check| check.weight == Weight::Problem).collect();
    let border = if problems.is_empty() { BORDER } else { RED };
    let numbers = [progress(state), results(state), reached(state), travels(state)];
    let mut lines = vec![title(state, width), bar(state, width)];
    let across = if width >= TWO_COLUMNS { 2 } else { 1 };
    for (at, panels) in numbers.chunks(across).enumerate() {
        let (rule, above) = if at == 0 { (Rule::Top, 0) } else { (Rule::Middle, across) };
        lines.extend(row(panels, rule, above, width, border));
    }
    let mut above = across;
    let mut room = rows.saturating_sub(lines.len() + 1);
    for list in [health(&problems).cut_to(4), phones(state).cut_to(3), findings(state)] {
        let list = list.cut_to(room.saturating_sub(1));
        if !list.entries.is_empty() {
            room -= list.entries.len() + 1;
            lines.extend(row(&[list], Rule::Middle, above, width, border));
            above = 1;
        }
    }
    lines.push(rule_with(&[], Rule::Bottom, above, width, border));
    lines.truncate(rows);
    lines
}

fn title(state: &LiveState, width: usize) -> String {
    let text = format!("oddity hunts {}, seed {}", escaped(&state.app), state.seed);
    format!("{BOLD}{}{BOLD:#}", fitted(&text, width))
}

/// `████████──────── 50 %`
fn bar(state: &LiveState, width: usize) -> String {
    let Some(spent) = state.spent() else { return fitted("until you press Ctrl-C", width) };
    let room = width - 6;
    let full = (spent * room as f64).floor() as usize;
    format!(
        "{GREEN}{}{GREEN:#}{}{:>4.0} %",
        "█".repeat(full),
        "─".repeat(room - full),
        (spent * 100.0).floor()
    )
}

fn progress(state: &LiveState) -> Panel {
    let health = &state.health;
    let of = |done: String, asked: Option<String>| {
        asked.map_or(done.clone(), |asked| format!("{done} of {asked}"))
    };
    let entries = vec![
        Entry::new("time", of(duration(health.time_ms), health.time_asked_ms.map(duration))),
        Entry::new("events", of(number(health.events), health.events_asked.map(number))),
        Entry::new("speed", format!("{} events/s", number(state.events_per_second.max(0.0) as u64))),
        Entry::new("phones", told_phones(state)),
    ];
    Panel { title: "progress", entries }
}

/// `4`, or `3 of 4`
fn told_phones(state: &LiveState) -> String {
    let (all, lost) = (state.phones.len(), state.phones.iter().filter(|phone| phone.lost).count());
    if lost == 0 { all.to_string() } else { format!("{} of {all}", all - lost) }
}

fn results(state: &LiveState) -> Panel {
    let unique = state.findings.len() as u64;
    let style = if unique > 0 { RED } else { Style::new() };
    let entries = vec![
        Entry::new("unique", number(unique)).styled(style),
        Entry::new("sightings", number(state.sightings)),
        Entry::new("proving", number(state.proving)),
        Entry::new("last new", ago(state.finding_ms_ago)),
    ];
    Panel { title: "findings", entries }
}

fn reached(state: &LiveState) -> Panel {
    let entries = vec![
        Entry::new("coverage", state.covered.map_or_else(|| "the phone cannot tell".to_owned(), number)),
        Entry::new("screens", number(state.screens)),
        Entry::new("last new", ago(state.new_ms_ago)),
    ];
    Panel { title: "reached", entries }
}

fn travels(state: &LiveState) -> Panel {
    let stability = state.stability_percent();
    let style = match stability {
        Some(0..80) => RED,
        Some(80..95) => YELLOW,
        _ => Style::new(),
    };
    let stability = stability.map_or_else(|| "no replay yet".to_owned(), |percent| format!("{percent} %"));
    let entries = vec![
        Entry::new("stuck", number(state.stuck)),
        Entry::new("travels", number(state.travels)),
        Entry::new("stability", stability).styled(style),
    ];
    Panel { title: "walks", entries }
}

fn health(problems: &[Check]) -> Panel {
    let mut entries: Vec<Entry> =
        problems.iter().map(|check| Entry::new("", escaped(&check.words)).styled(RED)).collect();
    if entries.is_empty() {
        entries.push(Entry::new("", "good").styled(GREEN));
    }
    Panel { title: "health", entries }
}

fn phones(state: &LiveState) -> Panel {
    let entry = |phone: &LivePhone| {
        let doing = if phone.lost { format!("lost: {}", phone.doing) } else { phone.doing.clone() };
        Entry::new(escaped(&phone.name), escaped(&doing)).styled(if phone.lost { RED } else { Style::new() })
    };
    // A lost phone must not hide behind those that work.
    let mut phones: Vec<&LivePhone> = state.phones.iter().collect();
    phones.sort_by_key(|phone| !phone.lost);
    Panel { title: "phones", entries: phones.into_iter().map(entry).collect() }
}

fn findings(state: &LiveState) -> Panel {
    let latest = state.findings.iter().rev();
    let entries = latest.map(|finding| Entry::new(escaped(&finding.name), escaped(&finding.sentence)));
    Panel { title: "latest findings", entries: entries.collect() }
}

impl Panel {
    /// No more lines than there is room for; the last one says how many are missing. None at all where it would stand alone.
    fn cut_to(mut self, room: usize) -> Panel {
        let all = self.entries.len();
        if all > room {
            let kept = room.saturating_sub(1);
            self.entries.truncate(kept);
            if kept > 0 {
                self.entries.push(Entry::new("", format!("and {} more", all - kept)));
            }
        }
        self
    }
}

fn ago(ms: Option<u64>) -> String {
    ms.map_or_else(|| "none yet".to_owned(), |ms| format!("{} ago", duration(ms)))
}
