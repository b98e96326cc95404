//! Settings by the names that they once had: they are still read, with a hint.

use std::ffi::OsString;
use std::fmt;

use clap::{Arg, Command};

use super::{key_of, variable_of};
use crate::cli::{NO_DETOURS, NO_DETOURS_TODAY};

/// A setting that was said by a former name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Former {
    said: String,
    today: String,
}

impl fmt::Display for Former {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is now `{}`", self.said, self.today)
    }
}

impl Former {
    /// A key of a settings' file, where it is not today's.
    pub(super) fn key(said: &str, arg: &Arg) -> Option<Former> {
        let (today, value) = today(arg);
        let today = format!("{today}{}", value.map(|value| format!(" = {value}")).unwrap_or_default());
        (said != today).then(|| Former { said: said.to_owned(), today })
    }
}

/// The names that a setting once had, as keys.
pub(super) fn keys(arg: &Arg) -> Vec<&str> {
    arg.get_all_aliases().unwrap_or_default()
}

/// The variable of a setting: the former one where only that is set.
pub(super) fn variable(arg: &Arg, today: &str) -> String {
    let former = keys(arg).into_iter().map(variable_of).find(|name| is_set(name));
    former.filter(|_| !is_set(today)).unwrap_or_else(|| today.to_owned())
}

/// What a command was told by former names of its settings.
pub(super) fn said(command: &Command, args: &[OsString]) -> Vec<Former> {
    let flags: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()?.strip_prefix("--")).collect();
    let is_flag = |name: &str| flags.iter().any(|flag| flag.split('=').next() == Some(name));
    let mut said = Vec::new();
    for arg in command.get_arguments() {
        let (today, value) = today(arg);
        let with = |before: &str| value.map(|value| format!("{before}{value}")).unwrap_or_default();
        for name in former_names(arg) {
            if is_flag(&name) {
                said.push(Former { said: format!("--{name}"), today: format!("--{today}{}", with(" ")) });
            }
            let variable = variable_of(&name);
            if is_set(&variable) && arg.get_env().is_some_and(|env| *env == *variable) {
                said.push(Former { said: variable, today: format!("{}{}", variable_of(&today), with("=")) });
            }
        }
    }
    said
}

/// What a setting is called today; with the value, where it stood for that alone.
fn today(arg: &Arg) -> (String, Option<&'static str>) {
    match arg.get_id().as_str() {
        NO_DETOURS => (NO_DETOURS_TODAY.0.to_owned(), Some(NO_DETOURS_TODAY.1)),
        id => (key_of(id), None),
    }
}

fn former_names(arg: &Arg) -> Vec<String> {
    let own = (arg.get_id() == NO_DETOURS).then(|| key_of(NO_DETOURS));
    own.into_iter().chain(keys(arg).into_iter().map(str::to_owned)).collect()
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}
