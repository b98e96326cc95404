//! Settings of an earlier run.

use std::path::Path;

use clap::builder::Resettable;
use clap::{Command, CommandFactory, FromArgMatches};

use super::{COMMAND, Config, MAX_BYTES, Setting, Source, file, with_environment, with_file};
use crate::cli::{self, Cli, HuntArgs};
use crate::failure::Failure;
use crate::hunt::Target;
use crate::input;

/// The command and the settings by which a run was made, whatever the environment says now.
pub(crate) fn of_run(path: &Path) -> Result<(cli::Command, Config), Failure> {
    let written = file::read(&input::shown(path), &input::read_of_run(path, MAX_BYTES)?)?;
    let named =
        written.iter().find(|written| written.id == COMMAND).and_then(|written| written.values.first());
    let known = |name: &&String| ["explore", "compare", "fuzz", "mine"].contains(&name.as_str());
    let name = named.filter(known).map_or("hunt", String::as_str);
    let command = alone(Cli::command()).mut_subcommand(name, |command| with_file(command, &written));
    parsed(command, &["oddity".to_owned(), name.to_owned()], |name, chosen| {
        Config::of(name, chosen, &written, path)
    })
}

/// What says how the names of a build are to be read.
pub(crate) const MAPPING: &str = "--mapping=";

/// What says which phone it is.
const PHONE_FLAGS: [&str; 7] =
    ["--on=", "--api=", "--size=", "--density=", "--locale=", "--dark=", "--font-scale="];

/// What else a finding may say: what the app is given on it. Whatever else a file names is not for it to decide.
const APP_FLAGS: [&str; 5] = ["--with=", MAPPING, "--grant=", "--block=", "--patience="];

/// The settings that a finding was seen with, on another phone where one is named.
pub(crate) fn of_flags(
    app: &str,
    seed: u64,
    flags: &[String],
    device: Option<&str>,
    on: Option<&str>,
) -> Result<HuntArgs, Failure> {
    let mut args = vec!["oddity".to_owned(), "hunt".to_owned(), format!("--seed={seed}")];
    // Another phone is not like the one it was seen on.
    let is_of_phone = |flag: &&String| PHONE_FLAGS.iter().any(|name| flag.starts_with(name));
    let is_of_app = |flag: &&String| APP_FLAGS.iter().any(|name| flag.starts_with(name));
    if let Some(other) = flags.iter().find(|flag| !is_of_phone(flag) && !is_of_app(flag)) {
        let message = format!(
            "the finding wants the flag {}, which is not for a finding to decide",
            gui::quoted(other)
        );
        return Err(
            Failure::bad_input(message).hint("it may name a kind of phone, and what the app is given on it")
        );
    }
    let elsewhere = device.is_some() || on.is_some();
    // Connected phones are not asked for names.
    let is_of_pocket = |flag: &&String| device.is_some() && flag.starts_with(MAPPING);
    let flags = flags.iter().filter(|flag| !(is_of_pocket(flag) || elsewhere && is_of_phone(flag)));
    args.extend(flags.cloned());
    args.extend(device.map(|serial| format!("--device={serial}")));
    args.extend(on.map(|kind| format!("--on={kind}")));
    args.extend(["--".to_owned(), app.to_owned()]);
    match parsed(alone(Cli::command()), &args, |_, _| Config::default())? {
        (cli::Command::Hunt(args), _) => Ok(args),
        _ => Err(Failure::bad_input("these are not a hunt's settings")),
    }
}

fn parsed(
    command: Command,
    args: &[String],
    config: impl Fn(&str, &clap::ArgMatches) -> Config,
) -> Result<(cli::Command, Config), Failure> {
    let wrong = |error: clap::Error| {
        let message = error.to_string();
        let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
        Failure::bad_input(format_args!("the settings cannot be used: {first}"))
    };
    let matches = command.try_get_matches_from(args).map_err(wrong)?;
    let config = matches.subcommand().map(|(name, chosen)| config(name, chosen)).unwrap_or_default();
    Ok((Cli::from_arg_matches(&matches).map_err(wrong)?.command, config))
}

/// The command line with nothing but itself.
fn alone(command: Command) -> Command {
    with_environment(command).mut_subcommands(|command| command.mut_args(|arg| arg.env(Resettable::Reset)))
}

impl Config {
    /// The same with the builds of the app named, and with the kinds of phones that they are on, where somebody chose them:
    /// whoever did not name them means the same ones again.
    pub(crate) fn with_target(mut self, target: &Target) -> Config {
        let mut builds = target.builds.iter().map(|build| build.name.clone());
        self.set("name", builds.next().into_iter().collect());
        self.set("with", builds.collect());
        self.set("on", target.on.clone());
        self.make_absolute("app", "mapping");
        self.make_absolute("compare", "tree");
        self.make_absolute("compare", "expect");
        self
    }

    fn set(&mut self, key: &str, values: Vec<String>) {
        let mut settings = self.settings.iter_mut();
        if let Some(setting) = settings.find(|setting| (setting.section, &*setting.key) == ("app", key)) {
            setting.values = values;
        }
    }

    /// The same file for whoever runs it from elsewhere.
    fn make_absolute(&mut self, section: &str, key: &str) {
        let mut settings = self.settings.iter_mut();
        if let Some(setting) = settings.find(|setting| (setting.section, &*setting.key) == (section, key)) {
            for value in &mut setting.values {
                if let Ok(whole) = std::path::absolute(&*value) {
                    *value = whole.to_string_lossy().into_owned();
                }
            }
        }
    }

    /// Name, value and where it comes from, of all that is set.
    pub(crate) fn told(&self) -> impl Iterator<Item = (String, String, String)> {
        let set = self.settings.iter().filter(|setting| !setting.values.is_empty());
        set.map(|setting| {
            let from = match &setting.source {
                Source::Flag => "flag".to_owned(),
                Source::Environment => "environment".to_owned(),
                Source::File(file) => input::shown(file),
                Source::Default => "default".to_owned(),
            };
            (format!("{}.{}", setting.section, setting.key), setting.values.join(", "), from)
        })
    }

    /// The flags that make the same phone and the same app on it again.
    pub(crate) fn flags_of_phone(&self) -> Vec<String> {
        let matters = |setting: &&Setting| {
            let key = (setting.section, &*setting.key);
            let of_phone =
                setting.section == "simulated" || matches!(key, ("control", "grant" | "block" | "patience"));
            // What is not said otherwise is the same for all, but not which phones there are.
            of_phone && !matches!(setting.source, Source::Default)
                || matches!(key, ("app", "on" | "with" | "mapping"))
        };
        let flags = self.settings.iter().filter(matters).flat_map(|setting| {
            setting.values.iter().map(|value| format!("--{}={value}", setting.key)).collect::<Vec<_>>()
        });
        flags.collect()
    }
}
