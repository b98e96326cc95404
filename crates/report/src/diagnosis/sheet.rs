//! A diagnosis as its template wants it. Texts of strangers are clipped and without anything that steers.

use automata::{Best, Bug, Dfa, Figures};
use serde::Serialize;

use super::clues::ClueSheet;
use super::drawing::Drawing;
use super::{Diagnosed, DiagnosedBug, DiagnosedRun, DiagnosedTool};
use crate::words::{capitalised, clipped, count, duration, number};

/// The most bugs, tools of each, and pairs that are told.
const MOST_BUGS: usize = 100;
const MOST_TOOLS: usize = 30;
const MOST_PAIRS: usize = 200;
const MOST_CHARS: usize = 300;

#[derive(Serialize)]
pub(super) struct Page {
    title: String,
    bugs: Vec<BugSheet>,
    left_out: Vec<String>,
    made_by: String,
}

#[derive(Serialize)]
struct BugSheet {
    name: String,
    sizes: String,
    has_changes: bool,
    rows: Vec<Row>,
    tools: Vec<ToolSheet>,
}

/// A line of the table.
#[derive(Serialize)]
struct Row {
    tool: String,
    runs: usize,
    events: String,
    pairs: String,
    pairs_of_paper: String,
    distance: String,
    verdict: &'static str,
    word: &'static str,
    missed: String,
    change: &'static str,
}

/// One tool, by the run that came nearest.
#[derive(Serialize)]
struct ToolSheet {
    name: String,
    run: String,
    verdict: &'static str,
    sentence: String,
    doubts: Vec<&'static str>,
    clues: Option<ClueSheet>,
    trace: Vec<Step>,
    drawing: Option<Drawing>,
    events: Vec<Event>,
    missed_pairs: Vec<String>,
    more_pairs: usize,
    distances: Vec<Distance>,
}

/// A step of the minimal trace.
#[derive(Serialize)]
struct Step {
    event: String,
    words: String,
    reached: Option<String>,
    is_missed: bool,
}

#[derive(Serialize)]
struct Event {
    event: String,
    words: String,
    count: String,
    first: Option<String>,
    warnings: u64,
    warning: Option<String>,
    /// How long its bar is, in percent of the longest.
    bar: u64,
}

#[derive(Serialize)]
struct Distance {
    distance: u32,
    count: String,
    first: Option<String>,
    bar: u64,
}

impl Page {
    pub(super) fn of(diagnosed: &Diagnosed<'_>) -> Page {
        let mut left_out = Vec::new();
        if diagnosed.bugs.len() > MOST_BUGS {
            left_out.push(format!("{} more bugs are not shown.", diagnosed.bugs.len() - MOST_BUGS));
        }
        let title = match &diagnosed.bugs[..] {
            [only] => clip(only.name),
            several => count(several.len() as u64, "bug"),
        };
        Page {
            title,
            bugs: diagnosed.bugs.iter().take(MOST_BUGS).map(|bug| BugSheet::of(bug, &mut left_out)).collect(),
            left_out,
            made_by: clip(&diagnosed.made_by),
        }
    }
}

impl BugSheet {
    fn of(about: &DiagnosedBug<'_>, left_out: &mut Vec<String>) -> BugSheet {
        let (nfa, dfa) = (&about.bug.nfa, &about.bug.dfa);
        let name = clip(about.name);
        if about.tools.len() > MOST_TOOLS {
            left_out.push(format!(
                "{name}: {} more tools are only in the table.",
                about.tools.len() - MOST_TOOLS
            ));
        }
        BugSheet {
            sizes: format!(
                "{}, {}. As drawn: {}, {}. As walked: {}, {}.",
                count(dfa.symbols().len() as u64, "event"),
                count(dfa.pairs().count() as u64, "pair"),
                count(nfa.drawn_states() as u64, "state"),
                count(nfa.transitions().len() as u64, "transition"),
                count(dfa.states().len() as u64, "state"),
                count(dfa.moves().count() as u64, "transition"),
            ),
            name,
            has_changes: about.tools.iter().any(|tool| tool.change.is_some()),
            rows: about.tools.iter().map(|tool| Row::of(about.bug, tool)).collect(),
            tools: about
                .tools
                .iter()
                .filter_map(|tool| Some(ToolSheet::of(about.bug, tool, tool.nearest.as_ref()?)))
                .take(MOST_TOOLS)
                .collect(),
        }
    }
}

impl Row {
    fn of(bug: &Bug, tool: &DiagnosedTool<'_>) -> Row {
        let best = tool.best;
        let share = |figure: fn(&Best) -> [u64; 2]| match best.map(figure) {
            None => "–".to_owned(),
            Some([_, 0]) => "n/a".to_owned(),
            Some([covered, total]) => format!("{covered} of {total}"),
        };
        let (verdict, word) = verdict(best);
        let missed = tool.nearest.as_ref().and_then(|run| run.figures.first_missed.as_ref());
        Row {
            tool: clip(tool.name),
            runs: best.map_or(0, |best| best.runs) + tool.failed,
            events: share(|best| best.ec),
            pairs: share(|best| best.epc),
            pairs_of_paper: share(|best| best.epc_paper),
            distance: best.map_or_else(
                || "–".to_owned(),
                |best| format!("{} of {}", best.md, bug.dfa.distance(Dfa::INITIAL)),
            ),
            verdict,
            word,
            missed: missed.map(|missed| words_for(bug, &missed.event)).unwrap_or_default(),
            change: tool.change.map_or("", automata::Change::word),
        }
    }
}

impl ToolSheet {
    fn of(bug: &Bug, tool: &DiagnosedTool<'_>, run: &DiagnosedRun<'_>) -> ToolSheet {
        let figures = run.figures;
        let missed_pairs = figures
            .pairs
            .iter()
            .filter(|(_, count)| **count == 0)
            .map(|(pair, _)| clip(&pair.replace(',', " → ")));
        let all_missed: Vec<String> = missed_pairs.collect();
        ToolSheet {
            name: clip(tool.name),
            run: clip(&run.name),
            verdict: verdict(tool.best).0,
            sentence: sentence(bug, figures, run.unit),
            doubts: doubts(figures),
            clues: run.clues.map(|(clues, picture)| ClueSheet::of(clues, picture)),
            trace: trace(bug, figures),
            drawing: Drawing::of(bug, run.walk),
            events: events(bug, figures),
            more_pairs: all_missed.len().saturating_sub(MOST_PAIRS),
            missed_pairs: all_missed.into_iter().take(MOST_PAIRS).collect(),
            distances: distances(figures),
        }
    }
}

fn verdict(best: Option<&Best>) -> (&'static str, &'static str) {
    match best.map(|best| (best.accepted > 0, best.crashed > 0)) {
        None => ("inconclusive", "failed"),
        Some((true, true)) => ("clean", "found"),
        Some((true, false)) => ("inconclusive", "reached"),
        Some((false, true)) => ("inconclusive", "crashed"),
        Some((false, false)) => ("findings", "missed"),
    }
}

/// What happened, in one or two sentences.
fn sentence(bug: &Bug, figures: &Figures, unit: &str) -> String {
    let Some(missed) = &figures.first_missed else {
        return match figures.distances_first_s.get(&0) {
            Some(&first) => format!("Reached the bug, first after {}.", seconds(first)),
            None => "Nothing leads to the bug.".to_owned(),
        };
    };
    let words = words_for(bug, &missed.event);
    let left = count(u64::from(figures.md), "event");
    let place = match missed.reached_line {
        0 => "It never got beyond the start".to_owned(),
        line => format!("It was nearest after {}, at {unit} {}", seconds(missed.reached_s), number(line)),
    };
    format!("Missed first: {words}. {place}, {left} from the bug.")
}

fn doubts(figures: &Figures) -> Vec<&'static str> {
    match (figures.accepted, figures.crashed) {
        (false, true) => {
            vec![
                "The app crashed on a way that the automaton does not know: it is incomplete, or that is another bug.",
            ]
        }
        (true, false) => {
            vec!["The automaton says that the bug was reached, but the app did not crash: it is imprecise."]
        }
        _ => Vec::new(),
    }
}

fn trace(bug: &Bug, figures: &Figures) -> Vec<Step> {
    let missed_at = figures.minimal_trace.iter().position(|step| step.reached_s.is_none());
    let step = |(at, step): (usize, &automata::StepFigures)| Step {
        event: clip(&step.event),
        words: words_for(bug, &step.event),
        reached: step.reached_s.map(seconds),
        is_missed: missed_at == Some(at),
    };
    figures.minimal_trace.iter().enumerate().map(step).collect()
}

fn events(bug: &Bug, figures: &Figures) -> Vec<Event> {
    let most = figures.events.values().map(|event| event.count).max().unwrap_or(0).max(1);
    let event = |(id, event): (&String, &automata::EventFigures)| Event {
        event: clip(id),
        words: words_for(bug, id),
        count: number(event.count),
        first: event.first_total_s.map(seconds),
        warnings: event.warnings,
        warning: bug.configuration.warnings.get(id).map(|text| clip(text)),
        bar: event.count * 100 / most,
    };
    figures.events.iter().map(event).collect()
}

fn distances(figures: &Figures) -> Vec<Distance> {
    let most = figures.distances.values().copied().max().unwrap_or(0).max(1);
    let one = |(&distance, &arrivals): (&u32, &u64)| Distance {
        distance,
        count: number(arrivals),
        first: figures.distances_first_s.get(&distance).map(|&first| seconds(first)),
        bar: arrivals * 100 / most,
    };
    figures.distances.iter().map(one).collect()
}

fn words_for(bug: &Bug, event: &str) -> String {
    capitalised(clip(&bug.configuration.words_for(event)).trim_end_matches('.'))
}

fn seconds(seconds: i64) -> String {
    match u64::try_from(seconds) {
        Ok(seconds) => duration(seconds.saturating_mul(1000)),
        Err(_) => format!("{} before the start", duration(seconds.unsigned_abs().saturating_mul(1000))),
    }
}

fn clip(text: &str) -> String {
    clipped(text, MOST_CHARS)
}
