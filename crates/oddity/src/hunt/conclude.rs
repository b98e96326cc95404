//! What a run leaves behind besides its journal.

use std::collections::BTreeSet;

use campaign::{Conclusion, Past, Setup};
use experiment::Severity;
use finding::{Finding, SavedFinding};
use model::{About, Overview};
use report::{Behaviours, Cluster, Curve, Graph, Run, Setting, Shown, Unproven};
use technique::Miner;
use trace::Trace;

use super::{Folder, Target};
use crate::cli::FailOn;
use crate::config::Config;
use crate::failure::{Exit, Failure};

/// All there is to tell about a run.
pub(crate) fn told(
    ended: &Conclusion,
    folder: &Folder,
    past: &Past,
    target: &Target,
    config: &Config,
) -> Run {
    let info = past.run().info();
    let mut remarks = ended.tally.health.remarks.clone();
    let findings = ended.findings.iter().map(|finding| shown(finding, folder, past, &mut remarks)).collect();
    Run {
        app: target.name.clone(),
        app_version: target.version.clone(),
        phones: target.phones.clone(),
        kinds: where_several(past.kinds()),
        builds: where_several(target.builds.iter().map(|build| build.name.clone()).collect()),
        made_by: info.made_by.clone(),
        command: info.command.clone().unwrap_or_default(),
        seed: info.seed.unwrap_or_default(),
        began_unix_ms: info.began_unix_ms,
        cut_short: cut_short(ended),
        verdict: ended.verdict,
        enough: ended.enough,
        health: ended.tally.health.clone(),
        findings,
        unproven: unproven(ended),
        graph: Graph::new(&overview(ended, target)),
        curve: curve(ended),
        volatile: ended.volatile().widgets().map(str::to_owned).collect(),
        settings: config.told().map(|(name, value, from)| Setting { name, value, from }).collect(),
        remarks,
        matrix: None,
        behaviours: behaviours(ended),
    }
}

/// A finding with what its exhibits show. One that cannot be read is no reason to tell nothing of the rest.
fn shown(finding: &Finding, folder: &Folder, past: &Past, remarks: &mut Vec<String>) -> Shown {
    let traces = finding.exhibits.iter().map(|exhibit| match past.trace(exhibit.experiment) {
        Ok(trace) => trace,
        Err(error) => {
            remarks.push(format!("{} is told without some of its pictures: {error}", finding.name));
            None
        }
    });
    let traces: Vec<Option<Trace>> = traces.collect();
    Shown::new(finding.clone(), &traces, folder.replay_command(finding))
}

/// What there is only one of needs no name.
fn where_several(names: Vec<String>) -> Vec<String> {
    if names.len() > 1 { names } else { Vec::new() }
}

fn cut_short(ended: &Conclusion) -> Option<String> {
    let events = ended.tally.health.events;
    if ended.interrupted {
        return Some(format!("it was stopped after {events} events"));
    }
    if let Some(error) = &ended.lost {
        return Some(format!("after {events} events the last phone was lost: {error}"));
    }
    if !ended.finished {
        return Some(format!("after {events} events it was ended from outside; `oddity resume` goes on"));
    }
    let open = ended.findings.iter().filter(|finding| !finding.is_confirmed()).count() as u64;
    match open + ended.tally.proving.left_out {
        0 => None,
        1 => Some("one thing that looked wrong was not tried again".to_owned()),
        open => Some(format!("{open} things that looked wrong were not tried again")),
    }
}

fn unproven(ended: &Conclusion) -> Vec<Unproven> {
    let environment = ended.environment.iter().map(|suspicion| Unproven {
        why: suspicion.environment.clone().unwrap_or_default(),
        suspicion: suspicion.clone(),
    });
    let artefacts = ended.artefacts.iter().map(|(suspicion, why)| Unproven {
        suspicion: suspicion.clone(),
        why: why.clone().unwrap_or_else(|| "not reproducible".to_owned()),
    });
    environment.chain(artefacts).collect()
}

/// What the same action did on alike screens, where it did something rarely.
fn behaviours(ended: &Conclusion) -> Vec<Behaviours> {
    let told = ended.planner::<Miner>().map(Miner::behaviours).unwrap_or_default();
    let cluster = |cluster: technique::BehaviourTold| Cluster {
        does: cluster.does,
        times: cluster.times,
        is_rare: cluster.is_rare,
        picture: cluster.picture,
    };
    let told = told.into_iter().map(|told| Behaviours {
        event: told.event,
        page: told.page,
        clusters: told.clusters.into_iter().map(cluster).collect(),
    });
    told.collect()
}

fn curve(ended: &Conclusion) -> Vec<Curve> {
    let curve = ended.tally.curve.iter();
    curve
        .map(|&(events, covered, screens)| Curve { events, covered: covered as u64, screens: screens as u64 })
        .collect()
}

/// Writes the report, the findings and the graph.
pub(crate) fn write_results(
    run: &Run,
    ended: &Conclusion,
    folder: &Folder,
    past: &Past,
    target: &Target,
) -> Result<(), Failure> {
    let picture = |hash| past.run().screenshot(hash).ok();
    folder.write("report.html", report::html(run, &picture).as_bytes())?;
    folder.write("findings.json", report::findings_json(run).as_bytes())?;
    folder.write("junit.xml", report::junit_xml(run).as_bytes())?;
    let overview = overview(ended, target);
    let about = About {
        device_model: run.phones.join("; "),
        time_spent_s: run.health.time_ms as f64 / 1000.0,
        ..About::default()
    };
    let path = |picture| format!("screenshots/{picture}.png");
    folder.write("graph.json", overview.to_json().as_bytes())?;
    folder.write("graph.dot", overview.to_dot().as_bytes())?;
    folder.write("utg.js", overview.to_utg_js(&about, path).as_bytes())
}

fn overview(ended: &Conclusion, target: &Target) -> Overview {
    Overview::of(ended.model(), &target.package)
}

/// The exit code of a run. Confirmed findings beat an inconclusive run, and an interruption beats both.
pub(crate) fn exit_of(ended: &Conclusion, fail_on: FailOn, known: &BTreeSet<String>) -> Exit {
    if ended.interrupted {
        return Exit::Interrupted;
    }
    let counts = |finding: &&Finding| {
        finding.is_confirmed()
            && !known.contains(finding.suspicion.fingerprint.as_str())
            && match fail_on {
                FailOn::Flaky => true,
                FailOn::Any => !finding.is_flaky(),
                FailOn::Crash => !finding.is_flaky() && finding.suspicion.kind.severity == Severity::Critical,
                FailOn::None => false,
            }
    };
    if ended.findings.iter().any(|finding| counts(&finding)) {
        Exit::Findings
    } else if ended.enough {
        Exit::Clean
    } else {
        // What is known already does not make up for what was not tested.
        Exit::Inconclusive
    }
}

/// The findings with all that is needed to see them again.
pub(crate) fn saved<'c>(
    ended: &'c Conclusion,
    folder: &'c Folder,
    target: &'c Target,
    seed: u64,
    setup: &'c Setup,
    config: &'c Config,
) -> impl Iterator<Item = SavedFinding> + use<'c> {
    let setup: String = setup.scripts.iter().map(ToString::to_string).collect();
    ended.findings.iter().map(move |finding| SavedFinding {
        app: target.name.clone(),
        package: target.package.clone(),
        app_version: target.version.clone(),
        phone: target.phones.first().cloned(),
        flags: config.flags_of_phone(),
        setup: (!setup.is_empty()).then(|| setup.clone()),
        seed,
        finding: finding.clone(),
        replay: folder.replay_command(finding),
    })
}

/// Writes each finding into a file of its own.
pub(crate) fn save_findings(
    findings: impl Iterator<Item = SavedFinding>,
    into: &Folder,
) -> Result<(), Failure> {
    let folder = into.path.join("findings");
    files::make_folder(&folder).map_err(|error| {
        Failure::environment(format_args!("cannot create {}: {error}", crate::input::shown(&folder)))
    })?;
    for saved in findings {
        saved.write(&folder).map_err(Failure::environment)?;
    }
    Ok(())
}
