//! From settings as people write them to what the crates below take.

use std::path::Path;

use experiment::Guard;
use explore::{ChoiceSettings, Dictionary, InputKind, Strategy, StuckSettings};
use script::{Inputs, Order, Script, ScriptError, maestro};

use crate::cli::{Control, Explore, Findings};
use crate::failure::Failure;
use crate::input;

/// How to explore: settings for each strategy, with as many walkers as it has.
pub(crate) fn exploring(
    explore: &Explore,
    control: &Control,
) -> Result<Vec<explore::ExploreSettings>, Failure> {
    let defaults = explore::ExploreSettings::default();
    let is_baseline = !explore.strategy.0.contains(&Strategy::TimeTravel) && explore.strategy.0.len() == 1;
    let settings = explore::ExploreSettings {
        strategy: defaults.strategy,
        source: explore.source,
        walkers: explore.walkers,
        round_events: explore.round_events,
        turn_events: explore.turn_events,
        max_depth: explore.max_depth.unwrap_or(if is_baseline { usize::MAX } else { defaults.max_depth }),
        max_replay: explore.max_replay,
        return_percent: explore.return_percent,
        max_snapshots: explore.max_snapshots,
        max_snapshots_mb: explore.max_snapshots_mb,
        system_events: if control.no_system_events { 0 } else { explore.system_events },
        allow: control.allow_activity.clone(),
        broadcasts: explore.broadcast.clone(),
        stuck: StuckSettings {
            max_no_progress: explore.stuck_no_progress,
            window: explore.stuck_window,
            frequent: explore.stuck_frequent,
            familiar: explore.stuck_familiar,
            count_once: explore.stuck_count_once,
        },
        choice: ChoiceSettings {
            by: explore.choice_by,
            steps: explore.choice_steps,
            reward: explore.choice_reward,
            penalty: explore.choice_penalty,
            interesting: explore.choice_interesting,
        },
    };
    settings.check().map_err(|wrong| {
        let flag = wrong.name.replace('.', "-");
        Failure::bad_input(format_args!("`--{flag}` must be {}", wrong.range))
    })?;
    Ok(settings.shared_by(&explore.strategy.0))
}

/// How to prove findings.
pub(crate) fn proving(findings: &Findings) -> finding::ProofSettings {
    finding::ProofSettings {
        replays: findings.replays,
        minimise: !findings.no_minimize,
        minimising_replays: findings.minimizing_replays,
        sightings: findings.sightings,
        cases: findings.max_findings as usize,
        ..finding::ProofSettings::default()
    }
}

/// What is never touched.
pub(crate) fn guard(control: &Control) -> Guard {
    Guard::new(control.block.clone())
}

/// What is done after every fresh start: the set-ups, then the login. `package` is the app's, where it is known.
/// Its secrets are what `environment` says.
pub(crate) fn setup(
    control: &Control,
    package: Option<&str>,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Script, Failure> {
    let mut whole = Script::default();
    for path in control.setup.iter().chain(&control.login) {
        whole.lines.extend(script(path, package, &environment)?.lines);
    }
    Ok(whole)
}

/// What exploring begins with.
pub(crate) fn seeds(control: &Control, package: Option<&str>) -> Result<Vec<Script>, Failure> {
    let seeds: Result<Vec<Script>, Failure> =
        control.seeds.iter().map(|path| script(path, package, &|name| std::env::var(name).ok())).collect();
    for line in seeds.iter().flatten().flat_map(|seed| &seed.lines) {
        // What exploring does is written down as it is done.
        if let Order::TypeSecret { secret, .. } = &line.order {
            let message = format!("{}: {secret} would not stay secret in a seed", line.place);
            return Err(Failure::bad_input(message).hint("sign in with `--login` instead"));
        }
    }
    seeds
}

/// What to type.
pub(crate) fn dictionary(control: &Control) -> Result<Dictionary, Failure> {
    let mut dictionary = Dictionary::default();
    let Some(path) = &control.dictionary else { return Ok(dictionary) };
    let names = KINDS.map(|(name, _)| name);
    let read = script::Dictionary::parse(&input::shown(path), &input::read(path, script::MAX_BYTES)?, &names)
        .map_err(wrong)?;
    for entry in read.entries {
        match entry.into {
            Inputs::All => dictionary.any.extend(entry.texts),
            Inputs::Widget(selector) => dictionary.boxes.push((selector, entry.texts)),
            Inputs::Kind(name) => {
                let kind = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
                dictionary.kinds.entry(kind.unwrap_or(InputKind::Text)).or_default().extend(entry.texts);
            }
        }
    }
    Ok(dictionary)
}

/// What a dictionary calls the kinds of text boxes.
const KINDS: [(&str, InputKind); 8] = [
    ("password", InputKind::Password),
    ("email", InputKind::Email),
    ("date", InputKind::Date),
    ("phone", InputKind::Phone),
    ("link", InputKind::Link),
    ("number", InputKind::Number),
    ("search", InputKind::Search),
    ("text", InputKind::Text),
];

/// A script of ours, or Maestro's where the file's name says so.
fn script(
    path: &Path,
    package: Option<&str>,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Script, Failure> {
    let bytes = input::read(path, script::MAX_BYTES)?;
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    if !is_yaml {
        return Script::parse(&input::shown(path), &bytes, environment).map_err(wrong);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let files = |named: &str| {
        // A link in the folder may lead out of it.
        let path = folder.join(named);
        let (real, home) = (path.canonicalize(), folder.join(".").canonicalize());
        match (real, home) {
            (Ok(real), Ok(home)) if !real.starts_with(&home) => Err("it lies elsewhere".to_owned()),
            _ => input::read(&path, script::MAX_BYTES).map_err(|failure| failure.message().to_owned()),
        }
    };
    let flow = maestro::read(&name, &bytes, environment, &files).map_err(wrong)?;
    match (flow.app, package) {
        (Some(app), Some(package)) if app != package => {
            let message =
                format!("{} is a flow for {}, not for {package}", input::shown(path), gui::escaped(&app));
            Err(Failure::bad_input(message))
        }
        _ => Ok(flow.script),
    }
}

fn wrong(error: ScriptError) -> Failure {
    Failure::bad_input(error).hint("docs/scripts.md says what can be written")
}
