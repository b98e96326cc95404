//! The folder of a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use campaign::{CampaignError, Conclusion, Journal};
use finding::{Finding, SavedFinding};
use trace::RunInfo;

use crate::cli::{App, Command};
use crate::commands::trace::run_failure;
use crate::config::{self, Config};
use crate::failure::{Exit, Failure};
use crate::input;

/// Where runs go when nobody says.
const RUNS: &str = "oddity-runs";
/// The settings of the run, beside its journal.
const CONFIG: &str = "config.toml";

/// The folder of a run, and its journal until a campaign takes it.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

impl Folder {
    /// A new folder: the one named, or the next free one for the app. `beside` are files that it needs when it goes on.
    pub(crate) fn create(
        named: Option<&Path>,
        app: &str,
        info: &RunInfo,
        config: &Config,
        beside: &[(&str, &str)],
    ) -> Result<(Folder, Journal), Failure> {
        let config = config.to_string();
        let beside = [&[(CONFIG, config.as_str())], beside].concat();
        let begin = |path: PathBuf| match Journal::create_beside(&path, info, &beside) {
            Ok(journal) => Ok((Folder { path }, journal)),
            Err(error) => Err(run_failure(&error)),
        };
        if let Some(path) = named {
            return begin(path.to_owned());
        }
        let name: String = app
            .trim_start_matches("sim:")
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
            .take(60)
            .collect();
        let runs = Path::new(RUNS);
        files::make_folders(runs).map_err(|error| cannot("create", runs, &error))?;
        let short = name.split('-').next().unwrap_or("app");
        for number in 1..100_000 {
            let path = runs.join(format!("{short}-{number}"));
            // Whoever creates the folder has it, also among several runs that begin at once.
            match fs::create_dir(&path) {
                Ok(()) => return begin(path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(cannot("create", &path, &error)),
            }
        }
        Err(Failure::environment(format!("there are too many runs in {RUNS}"))
            .hint("name a folder with `--output`"))
    }

    /// What the run is about.
    pub(crate) fn info(package: &str, seed: u64) -> RunInfo {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        RunInfo {
            app: package.to_owned(),
            made_by: format!("oddity {}", env!("CARGO_PKG_VERSION")),
            seed: Some(seed),
            began_unix_ms: began.and_then(|time| u64::try_from(time.as_millis()).ok()),
            command: Some(command_line()),
        }
    }

    /// The command and the settings by which the run was made.
    pub(crate) fn made_by(&self) -> Result<(Command, Config), Failure> {
        // Says first that there is no such run at all.
        trace::RunReader::open_what_is_whole(&self.path).map_err(|error| run_failure(&error))?;
        config::of_run(&self.path.join(CONFIG))
    }

    /// Refuses settings that are not those of the run, as far as they say without a look at the app.
    pub(crate) fn check_settings(&self, app: &App, seed: u64) -> Result<(), Failure> {
        let info = self.recorded()?;
        // Every run names its app there, also one of whatever phone and app were at hand.
        if app.name.is_none() {
            return Err(self.other_settings(&info, format_args!("does not say which app the run is of")));
        }
        match info.seed {
            Some(was) if was != seed => Err(self.other_settings(
                &info,
                format_args!("says `seed = {seed}`, but the run was made with {was}"),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses to go on with another app.
    pub(crate) fn check_app(&self, package: &str) -> Result<(), Failure> {
        let info = self.recorded()?;
        if info.app.is_empty() || info.app == package {
            return Ok(());
        }
        let (package, was) = (gui::escaped(package), gui::escaped(&info.app));
        Err(self.other_settings(&info, format_args!("names {package}, but the run is of {was}")))
    }

    fn recorded(&self) -> Result<RunInfo, Failure> {
        RunInfo::read(&self.path).map_err(|error| run_failure(&error))
    }

    fn other_settings(&self, info: &RunInfo, how: std::fmt::Arguments<'_>) -> Failure {
        let config = input::shown(&self.path.join(CONFIG));
        let again = info.command.as_deref().map(|command| format!(": `{}`", gui::escaped(command)));
        Failure::bad_input(format_args!("{config} {how}")).hint(format_args!(
            "put the file back as it was, or begin a new run{}",
            again.unwrap_or_default()
        ))
    }

    /// Writes a file of the run, whole or not at all.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(name);
        files::make_folders(&self.path).map_err(|error| cannot("create", &self.path, &error))?;
        files::write_whole(&path, content).map_err(|refused| cannot("write", &path, &refused.into()))
    }

    /// The findings that were saved in the folder, as far as they can be read, the gravest first.
    pub(crate) fn saved_findings(&self) -> Vec<Finding> {
        let files = fs::read_dir(self.path.join("findings")).into_iter().flatten().flatten();
        let saved = files.filter_map(|file| SavedFinding::read(&file.path()).ok());
        let mut findings: Vec<Finding> = saved.map(|saved| saved.finding).collect();
        findings.sort_by_key(Finding::rank);
        findings
    }

    /// Refuses to write the results of a damaged run over results that know more.
    pub(crate) fn refuse_to_forget(&self, ended: &Conclusion) -> Result<(), Failure> {
        let path = self.path.join("findings.json");
        let Ok(bytes) = input::read_of_run(&path, 64 << 20) else { return Ok(()) };
        let Ok(there) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return Ok(()) };
        let findings = there["findings"].as_array().map_or(0, Vec::len);
        let experiments = there["health"]["experiments"].as_u64().unwrap_or(0);
        let (readable, health) = (ended.findings.len(), &ended.tally.health);
        if findings <= readable && experiments <= health.experiments {
            return Ok(());
        }
        Err(Failure::bad_input(format_args!(
            "{} knows more than can be read of the damaged run: findings {findings} against {readable}, experiments {experiments} against {}",
            input::shown(&path),
            health.experiments
        ))
        .hint("write what can be read elsewhere, with `-o FOLDER`"))
    }

    /// The command that shows a finding again.
    pub(crate) fn replay_command(&self, finding: &Finding) -> String {
        let named = self.path.join(&finding.name);
        command(["replay".to_owned(), named.display().to_string()])
    }

    pub(crate) fn shown(&self) -> String {
        input::shown(&self.path)
    }
}

/// The command as it was given.
fn command_line() -> String {
    command(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()))
}

/// A command of ours that can be pasted into a shell: a word that it would take apart is quoted.
fn command(words: impl IntoIterator<Item = String>) -> String {
    let words = words.into_iter().map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:+=,@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    });
    std::iter::once("oddity".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

pub(crate) fn failure_of_run(error: &CampaignError) -> Failure {
    match error {
        CampaignError::Run(error) => run_failure(error),
        CampaignError::Fleet(error) => Failure::environment(error),
        CampaignError::OtherPhones(_) => {
            Failure::bad_input(error).hint("go on with the phones of the run, or begin a new one")
        }
    }
}

fn cannot(doing: &str, path: &Path, error: &std::io::Error) -> Failure {
    let failure = Failure::environment(format_args!("cannot {doing} {}: {error}", input::shown(path)));
    if files::is_leak(error) { failure.exit(Exit::Internal) } else { failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_survives_a_shell() {
        let words = ["replay", "my runs/it's one/crash-1", "", "$HOME", "sim:notes+all"].map(str::to_owned);
        assert_eq!(command(words), r"oddity replay 'my runs/it'\''s one/crash-1' '' '$HOME' sim:notes+all");
    }
}
