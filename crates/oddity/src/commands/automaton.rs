//! `oddity automaton`: bug automata made from findings, and measured.

use std::path::PathBuf;

use campaign::{Campaign, Conclusion, Update};
use draft::{Checked, Checker, Draft, Drafter, Limits};
use experiment::{Fingerprint, Planner};
use finding::SavedFinding;
use serde::Serialize;

use super::diagnose::load_bug_file;
use super::replay::{Elsewhere, prepared, read};
use crate::cli::{AutomatonArgs, AutomatonCommand, CheckArgs, DraftArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::hunt;
use crate::input;
use crate::output::Output;

/// How many disagreements are told.
const TOLD: usize = 5;

pub(crate) fn run(args: &AutomatonArgs, output: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        AutomatonCommand::Draft(args) => draft(args, output),
        AutomatonCommand::Check(args) => check(args, output),
    }
}

fn draft(args: &DraftArgs, output: &mut Output) -> Result<Exit, Failure> {
    let limits = Limits { states: args.states, others: args.others, ..Limits::default() };
    let mut drafts = Vec::new();
    let mut name = None;
    for named in &args.findings {
        let (_, saved) = read(named)?;
        let finding = &saved.finding;
        let drafter = Drafter::new(&finding.acts, &finding.suspicion.fingerprint, limits);
        let ended = carry_out(&saved, &elsewhere(args.device.as_deref(), args.trust), Box::new(drafter))?;
        let refused = |why: String| {
            Failure::bad_input(format!("cannot draft {}: {why}", finding.name)).exit(Exit::Inconclusive)
        };
        let drafter = ended.planner::<Drafter>().ok_or_else(|| refused("nobody drafted".to_owned()))?;
        let draft = drafter.draft().map_err(refused)?;
        tell_limits(&finding.name, &draft, output);
        drafts.push(draft);
        name.get_or_insert_with(|| (finding.name.clone(), finding.suspicion.sentence.clone()));
    }
    let (own, sentence) = name.unwrap_or_default();
    let base = args.output.clone().unwrap_or_else(|| PathBuf::from(own));
    let files = ["jff", "oddity-bug.toml"].map(|end| PathBuf::from(format!("{}.{end}", base.display())));
    let beside = files[0].file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (nfa, bug_file) = Draft::files(&drafts, &sentence, &beside).map_err(Failure::bad_input)?;
    for (file, text) in files.iter().zip([nfa.to_jff(), bug_file.to_toml()]) {
        input::write(file, text.as_bytes())?;
    }
    for (symbol, pivot) in &bug_file.events {
        output.print(format_args!("{symbol:>3}. {}\n", gui::escaped(&pivot.event.wish())))?;
    }
    output.print(format_args!(
        "{} states, {} transitions, {} of them by other events; {} experiments\n",
        nfa.states().len(),
        nfa.transitions().len(),
        nfa.transitions().iter().filter(|way| way.symbol.is_none()).count(),
        drafts.iter().map(|draft| draft.experiments).sum::<u64>()
    ))?;
    let [jff, toml] = files.each_ref().map(|file| input::shown(file));
    output.print(format_args!("written: {jff}, {toml}\n"))?;
    Ok(Exit::Clean)
}

/// What the draft does not have.
fn tell_limits(name: &str, draft: &Draft, output: &mut Output) {
    if draft.is_cut {
        output.warn(format_args!("{name}: there are more states than were asked for; see --states"));
    }
    if draft.alternatives > 0 {
        output.warn(format_args!(
            "{name}: {} other events take the place of a step: other ways to the bug, which this automaton does not have",
            draft.alternatives
        ));
    }
    if draft.strangers > 0 {
        output.warn(format_args!(
            "{name}: {} other events led to situations that no state stands for",
            draft.strangers
        ));
    }
}

fn check(args: &CheckArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Measured<'a> {
        precision: Option<f64>,
        completeness: Option<f64>,
        #[serde(flatten)]
        checked: &'a Checked,
    }
    let (bug, file) = load_bug_file(&args.bug)?;
    let (_, saved) = read(&args.finding)?;
    let named = file.fingerprint.as_deref().map(Fingerprint::from);
    let fingerprint = named.unwrap_or_else(|| saved.finding.suspicion.fingerprint.clone());
    let checker = Checker::new(bug, file, &fingerprint, args.words);
    let ended = carry_out(&saved, &elsewhere(args.device.as_deref(), args.trust), Box::new(checker))?;
    let checked = ended.planner::<Checker>().map(Checker::checked).cloned().unwrap_or_default();
    match args.format {
        TableFormat::Json => {
            let (precision, completeness) = (checked.precision(), checked.completeness());
            output.json(&Measured { precision, completeness, checked: &checked })?;
        }
        TableFormat::Text => tell(&checked, output)?,
    }
    Ok(match checked.words {
        0 => Exit::Inconclusive,
        _ if checked.disagreements.is_empty() => Exit::Clean,
        _ => Exit::Findings,
    })
}

fn tell(checked: &Checked, output: &mut Output) -> Result<(), Failure> {
    let percent = |share: Option<f64>| {
        share.map_or_else(|| "unknown".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    output.print(format_args!(
        "precision {}: of {} accepted words, {} showed the bug\n",
        percent(checked.precision()),
        checked.rightly_accepted + checked.wrongly_accepted,
        checked.rightly_accepted
    ))?;
    output.print(format_args!(
        "completeness {}: of {} words that showed the bug, {} were accepted\n",
        percent(checked.completeness()),
        checked.rightly_accepted + checked.wrongly_rejected,
        checked.rightly_accepted
    ))?;
    for wrong in checked.disagreements.iter().take(TOLD) {
        let what = if wrong.accepted {
            "accepted, but the bug did not show"
        } else {
            "rejected, but the bug showed"
        };
        output.print(format_args!("{what}: {}\n", gui::escaped(&wrong.word.join(" "))))?;
        for event in &wrong.done {
            output.print(format_args!("    {}\n", gui::escaped(event)))?;
        }
    }
    Ok(())
}

fn elsewhere(device: Option<&str>, trust: bool) -> Elsewhere<'_> {
    Elsewhere { device, trust, ..Elsewhere::default() }
}

/// Has the finding's phone carry out what a planner plans.
fn carry_out(
    saved: &SavedFinding,
    elsewhere: &Elsewhere<'_>,
    planner: Box<dyn Planner>,
) -> Result<Conclusion, Failure> {
    let (target, settings) = prepared(saved, elsewhere)?;
    let ended = Campaign::new(settings, vec![planner])
        .run(&target.fleet, &mut |_: Update<'_>| {})
        .map_err(|error| hunt::failure_of_run(&error))?;
    match &ended.error {
        Some(error) => Err(crate::phones::failure(error).exit(Exit::Inconclusive)),
        None => Ok(ended),
    }
}
