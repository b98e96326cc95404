//! `oddity fuzz`: detours inserted into tests, and which effects are lost then.

mod judge;

use campaign::Conclusion;
use technique::Fuzzer;

use super::hunt;
use crate::cli::{FuzzArgs, MessageFormat};
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// The technique's id.
const TECHNIQUE: &str = "independent-views";

pub(crate) fn run(args: &FuzzArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    if let [seed, mutant] = args.judge_only.as_slice() {
        return judge::run(seed, mutant, &args.hunt.fuzz, output);
    }
    let (exit, ended) = hunt::run_whole(&args.hunt, config, output)?;
    conclude(exit, &ended, args.hunt.report.message_format, output)
}

/// Says what came of it beyond a hunt's summary, also where the run was gone on with.
pub(super) fn conclude(
    exit: Exit,
    ended: &Conclusion,
    format: MessageFormat,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let tried = ended.planner::<Fuzzer>().map(Fuzzer::tally).unwrap_or_default();
    if matches!(format, MessageFormat::Human) {
        output.print(format_args!(
            "{} seeds, {} mutants of {} carried out, {} with something to complain about\n",
            tried.seeds, tried.executed, tried.generated, tried.with_errors
        ))?;
        suspect(ended, output)?;
    }
    if tried.executed == 0 && exit == Exit::Clean {
        let nothing = Failure::bad_input("no mutant was tried, so nothing is known of lost effects");
        return Err(nothing.exit(Exit::Inconclusive).hint(match tried.seeds + tried.bad_seeds {
            0 => "no test to insert detours into was seen: give it more events, or tests by `--seeds`",
            _ => "no seed could be replayed, or none has a way that leads back: give it more events",
        }));
    }
    Ok(exit)
}

/// A ready line for each cause of suspicions that did not hold: the developer knows whether it is one.
fn suspect(ended: &Conclusion, output: &mut Output) -> Result<(), Failure> {
    let ours = ended.artefacts.iter().filter(|(artefact, _)| artefact.technique == TECHNIQUE);
    let mut lines: Vec<String> = ours
        .filter_map(|(artefact, _)| artefact.widget.as_ref())
        .map(|widget| format!("ignore-view = [{}]", gui::quoted(&widget.to_string())))
        .collect();
    lines.sort();
    lines.dedup();
    if !lines.is_empty() {
        output.print(
            "what was suspected and did not hold; if a widget says nothing, tell oddity.toml:\n[fuzz]\n",
        )?;
    }
    for line in lines {
        output.print(format_args!("{}\n", gui::escaped(&line)))?;
    }
    Ok(())
}
