//! Where settings come from: flags, else the environment, else `oddity.toml`, else the defaults.
//!
//! [`cli::sections`](crate::cli::sections) says once what settings there are. The command line knows how values are written, so
//! those of the environment and of the file go the same way: a flag's variable is its name in capitals behind `ODDITY_`, and
//! what the file says takes the place of the default.

mod file;
mod former;
mod misspelt;
mod print;
mod again;
#[cfg(test)]
mod reference;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};

use crate::cli::{Cli, NO_DETOURS, NO_DETOURS_TODAY, sections};
use crate::failure::Failure;
use crate::input;
pub(crate) use again::{MAPPING, of_flags, of_run};
use file::Written;
use former::Former;
use misspelt::Misspelt;

/// The file that is read without being named, where there is one.
const FILE: &str = "oddity.toml";

/// The key of the command by which a run was made. Nobody needs to write it.
const COMMAND: &str = "command";

/// The most bytes of a settings' file.
const MAX_BYTES: usize = 1 << 20;

/// What a command goes by. It prints as a file that says the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Config {
    /// The command's name.
    command: String,
    settings: Vec<Setting>,
    /// What was said by former names.
    pub(crate) former: Vec<Former>,
    /// Variables that are a setting's but for a slip, and so do nothing.
    pub(crate) misspelt: Vec<Misspelt>,
}

#[derive(Debug, Clone)]
struct Setting {
    section: &'static str,
    key: String,
    /// Empty where nothing is set.
    values: Vec<String>,
    is_list: bool,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Flag,
    Environment,
    File(PathBuf),
    Default,
}

/// The command line with all that goes into it. Ends the program where it is wrong, as for a call for help.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<(Cli, Config), Failure> {
    let args: Vec<OsString> = args.into_iter().collect();
    let command = with_environment(Cli::command());
    let matches = command.clone().get_matches_from(&args);
    let Some((name, chosen)) = matches.subcommand().filter(|(_, chosen)| has_settings(chosen)) else {
        return Ok((cli_of(&matches), Config::default()));
    };
    let former = command.find_subcommand(name).map(|command| former::said(command, &args));
    let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let misspelt = misspelt::of(variables);
    let with_hints = |config: Config| Config {
        former: [former.unwrap_or_default(), config.former].concat(),
        misspelt,
        ..config
    };
    let Some((path, written)) = written_in_file(chosen)? else {
        return Ok((cli_of(&matches), with_hints(Config::of(name, chosen, &[], Path::new(FILE)))));
    };
    let command = command.mut_subcommand(name, |command| with_file(command, &written));
    let matches = command.get_matches_from(&args);
    let config = matches.subcommand().map(|(name, chosen)| Config::of(name, chosen, &written, &path));
    Ok((cli_of(&matches), with_hints(config.unwrap_or_default())))
}

impl Config {
    fn of(command: &str, matches: &ArgMatches, written: &[Written], file: &Path) -> Config {
        let source_of = |id: &str| match matches.value_source(id) {
            Some(ValueSource::CommandLine) => Source::Flag,
            Some(ValueSource::EnvVariable) => Source::Environment,
            Some(_) if written.iter().any(|written| written.id == id) => Source::File(file.to_owned()),
            _ => Source::Default,
        };
        let mut settings = Vec::new();
        for (section, command) in sections::all() {
            let told = |arg: &&Arg| has(matches, arg.get_id().as_str()) && !arg.is_hide_set();
            for arg in command.get_arguments().filter(told) {
                let id = arg.get_id().as_str();
                let raw = matches.get_raw(id).into_iter().flatten();
                settings.push(Setting {
                    section,
                    key: key_of(id),
                    values: raw.map(|value| value.to_string_lossy().into_owned()).collect(),
                    is_list: matches!(arg.get_action(), ArgAction::Append),
                    source: source_of(id),
                });
            }
        }
        if matches.try_get_one::<bool>(NO_DETOURS).ok().flatten() == Some(&true) {
            let (today, value) = NO_DETOURS_TODAY;
            for setting in settings.iter_mut().filter(|setting: &&mut Setting| setting.key == today) {
                (setting.values, setting.source) = (vec![value.to_owned()], source_of(NO_DETOURS));
            }
        }
        let former = written.iter().filter_map(|written| written.former.clone()).collect();
        Config { command: command.to_owned(), settings, former, misspelt: Vec::new() }
    }
}

fn cli_of(matches: &ArgMatches) -> Cli {
    // What fits the commands fits their types: they are made from each other.
    Cli::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// Whether a command goes by settings: those that do can be given a file.
fn has_settings(matches: &ArgMatches) -> bool {
    has(matches, "config")
}

fn has(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).is_ok()
}

fn written_in_file(matches: &ArgMatches) -> Result<Option<(PathBuf, Vec<Written>)>, Failure> {
    let path = match matches.get_one::<PathBuf>("config") {
        Some(named) => named.clone(),
        None if Path::new(FILE).exists() => PathBuf::from(FILE),
        None => return Ok(None),
    };
    let written = file::read(&input::shown(&path), &input::read(&path, MAX_BYTES)?)?;
    Ok(Some((path, written)))
}

/// Each setting of each command with its variable.
fn with_environment(command: Command) -> Command {
    let ids: Vec<_> = sections::all()
        .iter()
        .flat_map(|(_, section)| section.get_arguments().map(|arg| arg.get_id().clone()).collect::<Vec<_>>())
        .collect();
    command.mut_subcommands(|command| {
        if knows(&command, "config") {
            command.mut_args(|arg| if ids.contains(arg.get_id()) { settable(arg) } else { arg })
        } else {
            command
        }
    })
}

fn knows(command: &Command, id: &str) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == id)
}

/// A flag that can also be said elsewhere: with its variable, and with a value where it is a mere switch.
fn settable(arg: Arg) -> Arg {
    let name = match arg.get_value_names() {
        Some([name, ..]) if arg.is_positional() => name.to_string(),
        _ => arg.get_id().to_string(),
    };
    let variable = former::variable(&arg, &variable_of(&name));
    let arg = arg.env(variable).hide_env(true);
    match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .value_name("BOOL")
            .default_missing_value("true")
            .default_value("false")
            .hide_default_value(true)
            .hide_possible_values(true),
        ArgAction::Append => arg.value_delimiter('\n'),
        _ => arg,
    }
}

/// The command with what the file says for defaults, as far as it knows such settings.
fn with_file(command: Command, written: &[Written]) -> Command {
    written.iter().fold(command, |command, Written { id, values, .. }| {
        if knows(&command, id) {
            command.mut_arg(id, |arg| arg.default_values(values.clone()))
        } else {
            command
        }
    })
}

/// The variable of a flag, or of a setting's id.
fn variable_of(name: &str) -> String {
    format!("ODDITY_{}", name.replace('-', "_").to_uppercase())
}

/// The key in the file, and the flag without its hyphens.
fn key_of(id: &str) -> String {
    id.replace('_', "-")
}
