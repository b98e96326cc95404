//! `junit.xml`: what was found, for continuous integration.

use finding::{Confirmation, Verdict};
use minijinja::{AutoEscape, Environment, value::Serde};
use serde::Serialize;

use crate::health::{Check, Weight};
use crate::words::{clipped, confirmation};
use crate::{Run, Shown};

/// The most characters of a text, and the most lines of details. Servers that show such files choke on megabytes.
const MOST_CHARS: usize = 1_000;
const MOST_LINES: usize = 100;

/// The text of `junit.xml`. A finding is a failed test; a clean run is one that passed; an inconclusive one
/// is an error, so that nothing shows green that was not tested. What could not be proven is skipped, and so
/// is what came back only sometimes: it does not fail CI, as the exit code does not, unless `--fail-on flaky`
/// is given, of which nothing is known here.
pub fn junit_xml(run: &Run) -> String {
    let mut cases: Vec<Case> = run.findings.iter().map(Case::of).collect();
    // Where nothing failed, it is the run that passes or not, as the exit code says.
    match run.verdict {
        _ if cases.iter().any(|case| case.outcome == "failure") => {}
        Verdict::Findings | Verdict::Clean if run.enough => cases.push(Case::of_run("passed", run)),
        _ => cases.push(Case::of_run("error", run)),
    }
    let counted = |outcome| cases.iter().filter(|case| case.outcome == outcome).count();
    let suite = Suite {
        name: clipped(&run.app, MOST_CHARS),
        seconds: format!("{}.{:03}", run.health.time_ms / 1000, run.health.time_ms % 1000),
        failures: counted("failure"),
        errors: counted("error"),
        skipped: counted("skipped"),
        cases,
    };
    let mut templates = Environment::new();
    // XML knows the five characters that HTML escapes, by the same names and numbers.
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    templates
        .render_str(include_str!("junit.xml.j2"), Serde(&suite))
        .expect("the template fits the suite: every test renders it")
}

#[derive(Serialize)]
struct Suite {
    name: String,
    seconds: String,
    failures: usize,
    errors: usize,
    skipped: usize,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    name: String,
    outcome: &'static str,
    kind: String,
    message: String,
    lines: Vec<String>,
}

impl Case {
    fn of(shown: &Shown) -> Case {
        let finding = &shown.finding;
        let suspicion = &finding.suspicion;
        let kind = clipped(&suspicion.kind.name, MOST_CHARS);
        let sentence = clipped(&suspicion.sentence, MOST_CHARS);
        let (outcome, message) = match finding.confirmed {
            _ if !finding.is_confirmed() => ("skipped", format!("not proven: {sentence}")),
            Confirmation { times, of, .. } if finding.is_flaky() => {
                ("skipped", format!("flaky, reproduced {times} of {of} times: {sentence}"))
            }
            _ => ("failure", sentence),
        };
        let steps = shown.steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, step.words));
        let lines = [suspicion.expectation.clone(), confirmation(finding.confirmed)]
            .into_iter()
            .chain(steps)
            .chain([format!("reproduce it: {}", shown.replay)])
            .chain(suspicion.details.iter().flat_map(|detail| detail.lines()).map(str::to_owned));
        Case {
            name: format!("{}: {kind}", clipped(&finding.name, MOST_CHARS)),
            outcome,
            kind,
            message,
            lines: lines.take(MOST_LINES).map(|line| clipped(&line, MOST_CHARS)).collect(),
        }
    }

    /// The run itself as a test.
    fn of_run(outcome: &'static str, run: &Run) -> Case {
        let checks = Check::all(&run.health).into_iter().filter(|check| check.weight == Weight::Problem);
        let words = run.cut_short.clone().into_iter().chain(checks.map(|check| check.words));
        Case {
            name: "the run".to_owned(),
            outcome,
            kind: "inconclusive".to_owned(),
            message: run.too_little(),
            lines: words.take(MOST_LINES).map(|line| clipped(&line, MOST_CHARS)).collect(),
        }
    }
}
