//! What a run says in the end.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use finding::{Finding, Verdict};

use crate::health::{Check, Weight};
use crate::words::{capitalised, clipped, confirmation, count, weakness};
use crate::{Run, Shown};

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// The most findings and steps that are told; the report has the rest.
const MOST_FINDINGS: usize = 20;
const MOST_STEPS: usize = 30;
const MOST_CHARS: usize = 300;
/// A command is of no use in part.
const MOST_COMMAND_CHARS: usize = 4_000;

/// The verdict, the findings with their steps, and how well the testing went. Ends with a line end.
pub fn summary(run: &Run) -> String {
    let mut out = String::new();
    let tone = match run.verdict {
        Verdict::Clean => GREEN,
        Verdict::Findings => RED,
        Verdict::Inconclusive => YELLOW,
    };
    // Memory takes all that is written.
    let _ = writeln!(out, "{tone}{}{tone:#}. {}", run.headline(), run.meaning());
    if let Some(why) = &run.cut_short {
        let _ = writeln!(out, "{YELLOW}Ended before its time{YELLOW:#}: {}", clip(why));
    }
    for (at, shown) in run.findings.iter().take(MOST_FINDINGS).enumerate() {
        let _ = writeln!(out);
        tell_finding(at + 1, shown, run, &mut out);
    }
    tell_rest(run, &mut out);
    tell_health(run, &mut out);
    out
}

fn tell_finding(number: usize, shown: &Shown, run: &Run, out: &mut String) {
    let finding = &shown.finding;
    let suspicion = &finding.suspicion;
    let name = clip(&finding.name);
    let _ = writeln!(
        out,
        "{BOLD}{number}. {}{BOLD:#} {DIM}({name}){DIM:#}",
        capitalised(&clip(&suspicion.sentence))
    );
    let _ = writeln!(out, "   expected: {}", clip(&suspicion.expectation));
    tell_how_often(finding, out);
    if let Some(others) = run.compared_with(shown) {
        let _ = writeln!(out, "   compared with: {}", clip(&others));
    }
    for (at, step) in shown.steps.iter().take(MOST_STEPS).enumerate() {
        let _ = writeln!(out, "   {:>3}. {}", at + 1, clip(&step.words));
    }
    if let Some(more) = shown.steps.len().checked_sub(MOST_STEPS).filter(|&more| more > 0) {
        let _ = writeln!(out, "        and {}", count(more as u64, "more step"));
    }
    let _ = writeln!(out, "   reproduce it: {BOLD}{}{BOLD:#}", clipped(&shown.replay, MOST_COMMAND_CHARS));
}

/// `flaky: 2 of 3 times from a clean start`, or how it came back and what is weak about it.
fn tell_how_often(finding: &Finding, out: &mut String) {
    let told = confirmation(finding.confirmed);
    let _ = match (finding.is_flaky(), weakness(finding)) {
        (true, _) => writeln!(out, "   {YELLOW}flaky{YELLOW:#}: {}", told.trim_start_matches("reproduced ")),
        (false, Some(weak)) => writeln!(out, "   {told} {YELLOW}({weak}){YELLOW:#}"),
        (false, None) => writeln!(out, "   {told}"),
    };
}

fn tell_rest(run: &Run, out: &mut String) {
    let more = run.findings.len().saturating_sub(MOST_FINDINGS);
    if more > 0 {
        let _ = writeln!(out, "\nand {} in the report", count(more as u64, "more finding"));
    }
    if !run.unproven.is_empty() {
        let _ = writeln!(out, "\nlooked wrong, but is no finding: {}", run.unproven.len());
    }
}

fn tell_health(run: &Run, out: &mut String) {
    let checks = Check::all(&run.health);
    let problems = checks.iter().filter(|check| check.weight == Weight::Problem).count();
    let told = match problems {
        0 => format!("{GREEN}good{GREEN:#}"),
        problems => format!("{RED}{}{RED:#}", count(problems as u64, "problem")),
    };
    let _ = writeln!(out, "\nhealth of the run: {told}");
    for check in checks {
        let (sign, style) = match check.weight {
            Weight::Good => ("ok", GREEN),
            Weight::Note => ("note", DIM),
            Weight::Problem => ("problem", RED),
        };
        let _ = writeln!(out, "   {style}{sign:<7}{style:#} {}", clip(&check.words));
    }
}

fn clip(text: &str) -> String {
    clipped(text, MOST_CHARS)
}
