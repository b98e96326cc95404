//! The figures of a diagnosis, by the names that DDroid's goldens use.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bug::Bug;
use crate::dfa::Symbol;
use crate::walk::{Seen, Walk};

/// How far a tool got. Times are in seconds since its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// DDroid's line: event coverage, pair coverage, distance as least and greatest reached, whether the app crashed.
    pub summary: String,
    /// How long the tool ran, where that is known.
    pub elapsed_s: Option<i64>,
    /// Events seen, and how many there are.
    pub ec: [u64; 2],
    /// Pairs of events seen as DDroid counts, and how many there are.
    pub epc: [u64; 2],
    /// Pairs of events seen as the paper defines it.
    pub epc_paper: [u64; 2],
    /// The least distance to the bug,
    pub md: u32,
    /// and the greatest.
    pub md_max: u32,
    /// How often the app crashed.
    pub crashes: u64,
    /// When it did.
    pub crash_total_s: Vec<i64>,
    /// Each event.
    pub events: BTreeMap<String, EventFigures>,
    /// Each pair, as DDroid counts.
    pub pairs: BTreeMap<String, u64>,
    /// How often each distance was reached,
    pub distances: BTreeMap<u32, u64>,
    /// and when first.
    pub distances_first_s: BTreeMap<u32, i64>,
    /// Whether the automaton was completed: distance 0.
    pub accepted: bool,
    /// Whether the app crashed. A crash that is not accepted shows that the automaton is incomplete; acceptance without a crash that it is
    /// imprecise.
    pub crashed: bool,
    /// The events of the minimal trace.
    pub minimal_trace: Vec<StepFigures>,
    /// The first missed event; `None` when the automaton was completed.
    pub first_missed: Option<MissedFigures>,
    /// What a plain comparison with the minimal trace would call the first missed event,
    pub first_missed_by_comparison: Option<String>,
    /// and what plain runtime verification would.
    pub first_missed_by_verification: Option<String>,
    /// Coverage of longer sequences, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequences: Option<SequenceFigures>,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventFigures {
    /// What it is called.
    pub info: Option<String>,
    /// How often it happened.
    pub count: u64,
    /// When first, as DDroid says: within a day, -1 for never.
    pub first_s: i64,
    /// When first, in truth.
    pub first_total_s: Option<i64>,
    /// How often the app warned of it.
    pub warnings: u64,
    /// When first, as DDroid says: within a day, 0 for never.
    pub first_warning_s: i64,
}

/// One event of the minimal trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepFigures {
    /// Its symbol.
    pub event: String,
    /// When the tool was first as far as this.
    pub reached_s: Option<i64>,
}

/// The first missed event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissedFigures {
    /// Its symbol.
    pub event: String,
    /// What it is called.
    pub info: Option<String>,
    /// The state in which it was missing.
    pub state: String,
    /// When that state was first reached,
    pub reached_s: i64,
    /// and by which line of the log; 0 when it is the initial one.
    pub reached_line: u64,
    /// The missed event and all that is left after it.
    pub rest: Vec<String>,
    /// Whether the rest is the end of the minimal trace.
    pub on_minimal_trace: bool,
}

/// Coverage of sequences of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SequenceFigures {
    /// How many events a sequence has.
    pub length: usize,
    /// How many sequences were seen,
    pub covered: usize,
    /// and how many there are.
    pub total: usize,
}

const DAY_S: i64 = 86_400;

impl Figures {
    /// What came of a walk that took so long.
    pub fn of(bug: &Bug, walk: &Walk<'_>, elapsed_s: Option<i64>) -> Figures {
        let dfa = &bug.dfa;
        let name = |symbol: Symbol| dfa.symbol_name(symbol).to_owned();
        let covered = |count: &dyn Fn(Symbol, Symbol) -> u64| {
            let covered = dfa.pairs().filter(|&(first, second)| count(first, second) > 0).count();
            [covered as u64, dfa.pairs().count() as u64]
        };
        let seen_events = dfa.symbols().filter(|&symbol| walk.event_count(symbol).0 > 0).count();
        let ec = [seen_events as u64, dfa.symbols().len() as u64];
        let epc = covered(&|first, second| walk.pair_count(first, second));
        let md = walk.minimal_distance();
        let md_max = walk.reached().map(|state| dfa.distance(state)).max().unwrap_or_default();
        let (crashes, crash_times_s) = walk.crashes();
        let crashed = if crashes > 0 { "True" } else { "False" };
        let pair =
            |(first, second)| (format!("{},{}", name(first), name(second)), walk.pair_count(first, second));
        let (distances, distances_first_s) = distances(walk);
        Figures {
            summary: format!("({}, {}, {md}/{md_max}, {crashed})", percent(ec), percent(epc)),
            elapsed_s,
            ec,
            epc,
            epc_paper: covered(&|first, second| walk.pair_count_of_paper(first, second)),
            md,
            md_max,
            crashes,
            crash_total_s: crash_times_s.to_vec(),
            events: dfa.symbols().map(|symbol| (name(symbol), EventFigures::of(bug, walk, symbol))).collect(),
            pairs: dfa.pairs().map(pair).collect(),
            distances,
            distances_first_s,
            accepted: walk.completed() > 0,
            crashed: crashes > 0,
            minimal_trace: walk
                .minimal_trace()
                .into_iter()
                .map(|step| step_figures(name(step.0), step.1))
                .collect(),
            first_missed: MissedFigures::of(bug, walk),
            first_missed_by_comparison: walk.first_missed_by_comparison().map(name),
            first_missed_by_verification: walk.first_missed_by_verification().map(name),
            sequences: walk.sequences().map(|sequences| SequenceFigures {
                length: sequences.length(),
                covered: sequences.covered(),
                total: sequences.total(),
            }),
        }
    }
}

impl EventFigures {
    fn of(bug: &Bug, walk: &Walk<'_>, symbol: Symbol) -> EventFigures {
        let (count, first) = walk.event_count(symbol);
        let (warnings, first_warning) = walk.warning_count(symbol);
        let within_day = |seen: Seen| seen.at_s.rem_euclid(DAY_S);
        EventFigures {
            info: info_of(bug, symbol),
            count,
            first_s: first.map_or(-1, within_day),
            first_total_s: first.map(|seen| seen.at_s),
            warnings,
            first_warning_s: first_warning.map_or(0, within_day),
        }
    }
}

impl MissedFigures {
    fn of(bug: &Bug, walk: &Walk<'_>) -> Option<MissedFigures> {
        let missed = walk.first_missed()?;
        let name = |symbol: Symbol| bug.dfa.symbol_name(symbol).to_owned();
        let (_, reached) = walk.visits(missed.state);
        Some(MissedFigures {
            event: name(missed.event),
            info: info_of(bug, missed.event),
            state: bug.dfa.name(missed.state).to_owned(),
            reached_s: reached.map_or(0, |seen| seen.at_s),
            reached_line: reached.map_or(0, |seen| seen.line),
            rest: missed.rest.iter().map(|&symbol| name(symbol)).collect(),
            on_minimal_trace: missed.on_minimal_trace,
        })
    }
}

fn step_figures(event: String, reached: Option<Seen>) -> StepFigures {
    StepFigures { event, reached_s: reached.map(|seen| seen.at_s) }
}

fn info_of(bug: &Bug, symbol: Symbol) -> Option<String> {
    bug.configuration.events.get(bug.dfa.symbol_name(symbol))?.info.clone()
}

/// How often each distance was reached, and when first.
fn distances(walk: &Walk<'_>) -> (BTreeMap<u32, u64>, BTreeMap<u32, i64>) {
    let (mut counts, mut firsts) = (BTreeMap::new(), BTreeMap::<u32, Seen>::new());
    for state in walk.reached() {
        let (count, first) = walk.visits(state);
        let distance = walk.dfa().distance(state);
        *counts.entry(distance).or_default() += count;
        if let Some(first) = first {
            let known = firsts.entry(distance).or_insert(first);
            *known = if first.line < known.line { first } else { *known };
        }
    }
    (counts, firsts.into_iter().map(|(distance, seen)| (distance, seen.at_s)).collect())
}

/// As DDroid prints it.
fn percent([covered, total]: [u64; 2]) -> String {
    match total {
        0 => "None".to_owned(),
        _ if covered == total => "100%".to_owned(),
        _ => format!("{:.2}%", covered as f64 / total as f64 * 100.0),
    }
}
