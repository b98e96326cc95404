//! The diagnosis for programs.

use automata::{Best, Change, Dfa, Figures};
use serde::Serialize;

use super::bugs::{Bugs, Named};
use super::cases::{Case, Outcome};
use super::rows::Row;
use crate::input;

#[derive(Serialize)]
pub(super) struct Document<'a> {
    format: &'static str,
    version: u32,
    automata: Vec<Automaton<'a>>,
    logs: Vec<Log<'a>>,
    tools: Vec<Tool<'a>>,
}

#[derive(Serialize)]
struct Automaton<'a> {
    name: &'a str,
    symbols: Vec<&'a str>,
    nfa_states: usize,
    nfa_transitions: usize,
    dfa_states: usize,
    dfa_transitions: usize,
    pairs: usize,
    initial_distance: u32,
}

#[derive(Serialize)]
struct Log<'a> {
    log: String,
    tool: &'a str,
    /// A place in `automata`.
    automaton: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Skipped>,
    #[serde(flatten)]
    figures: Option<&'a Figures>,
}

#[derive(Serialize)]
struct Skipped {
    count: u64,
    first: Vec<SkippedLine>,
}

#[derive(Serialize)]
struct SkippedLine {
    line: u64,
    why: String,
}

/// A tool's runs on one bug, taken together.
#[derive(Serialize)]
struct Tool<'a> {
    tool: &'a str,
    automaton: Option<usize>,
    failed: usize,
    best: Option<&'a Best>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
}

impl<'a> Document<'a> {
    pub(super) fn of(bugs: &'a Bugs, cases: &'a [Case<'a>], rows: &'a [Row<'a>]) -> Document<'a> {
        let tool = |row: &'a Row<'a>| Tool {
            tool: row.tool,
            automaton: row.bug,
            failed: row.failed,
            best: row.best.as_ref(),
            change: row.change,
        };
        Document {
            format: "oddity-diagnosis",
            version: 1,
            automata: bugs.all.iter().map(Automaton::of).collect(),
            logs: cases.iter().map(Log::of).collect(),
            tools: rows.iter().map(tool).collect(),
        }
    }
}

impl<'a> Automaton<'a> {
    fn of(named: &'a Named) -> Automaton<'a> {
        let (nfa, dfa) = (&named.bug.nfa, &named.bug.dfa);
        Automaton {
            name: &named.name,
            symbols: dfa.symbols().map(|symbol| dfa.symbol_name(symbol)).collect(),
            nfa_states: nfa.drawn_states(),
            nfa_transitions: nfa.transitions().len(),
            dfa_states: dfa.states().len(),
            dfa_transitions: dfa.moves().count(),
            pairs: dfa.pairs().count(),
            initial_distance: dfa.distance(Dfa::INITIAL),
        }
    }
}

impl<'a> Log<'a> {
    fn of(case: &'a Case<'a>) -> Log<'a> {
        let empty = Log {
            log: input::shown(&case.source.log),
            tool: &case.source.tool,
            automaton: None,
            failed: None,
            log_lines: None,
            skipped: None,
            figures: None,
        };
        match &case.outcome {
            Outcome::NotApplicable => empty,
            Outcome::Failed { bug, why } => Log { automaton: Some(*bug), failed: Some(why), ..empty },
            Outcome::Read(read) => {
                let scanned = &read.diagnosis.scanned;
                let line = |&(line, why): &(u64, automata::Why)| SkippedLine { line, why: why.to_string() };
                let skipped = Skipped {
                    count: scanned.skipped.count,
                    first: scanned.skipped.first.iter().map(line).collect(),
                };
                Log {
                    automaton: Some(read.bug),
                    log_lines: Some(scanned.lines),
                    skipped: Some(skipped),
                    figures: Some(&read.figures),
                    ..empty
                }
            }
        }
    }
}
