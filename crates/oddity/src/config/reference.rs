//! The settings as tables for `docs/settings.md`, made from the flags themselves.

use clap::{Arg, ArgAction};

use super::{key_of, settable, with_environment};
use crate::cli::{Cli, sections};
use clap::CommandFactory;

const BEGINS: &str = "<!-- These tables are made from the code; `ODDITY_WRITE_DOCS=1 cargo test -p oddity --bin oddity reference` writes \
                      them anew. -->\n";
const ENDS: &str = "<!-- end of the tables -->\n";

/// What a section is about, as its type's doc says it.
fn titles() -> Vec<(&'static str, &'static str)> {
    vec![
        ("app", "The app, and where it runs"),
        ("budget", "How much to test"),
        ("control", "What to do and what not"),
        ("explore", "How to explore"),
        ("techniques", "What to look for: a share of all events each"),
        ("fuzz", "How independent views are fuzzed, and what the developer knows better"),
        ("mine", "How deviant behaviour is sought"),
        ("compare", "Whether a decision tree compares pictures, and which differences are meant"),
        ("findings", "How findings are proven, and which ones count"),
        ("report", "What is written"),
        ("simulated", "The kind of phone, where there is only one"),
    ]
}

fn tables() -> String {
    let mut out = String::new();
    for (section, command) in sections::all() {
        let title = titles().into_iter().find(|(name, _)| *name == section).map(|(_, title)| title);
        out.push_str(&format!("\n### `[{section}]`: {}\n\n", title.expect("every section has a title")));
        out.push_str("| key | flag | variable | default | what it does |\n| --- | --- | --- | --- | --- |\n");
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            out.push_str(&row(arg));
        }
    }
    out.push('\n');
    out
}

fn row(arg: &Arg) -> String {
    let key = key_of(arg.get_id().as_str());
    let value = arg.get_value_names().and_then(|names| names.first()).map(|name| format!(" {name}"));
    let value = value.filter(|_| arg.get_action().takes_values()).unwrap_or_default();
    let flag = if arg.is_positional() { value.trim().to_owned() } else { format!("--{key}{value}") };
    let again = if matches!(arg.get_action(), ArgAction::Append) { ", a list" } else { "" };
    let known = settable(arg.clone());
    let variable = known.get_env().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let default = match (&default[..], arg.get_action()) {
        ([], ArgAction::SetTrue) => "`false`".to_owned(),
        ([], _) => String::new(),
        (some, _) => format!("`{}`", some.join("`, `")),
    };
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    let values: Vec<String> = arg.get_possible_values().iter().map(possible).collect();
    if !values.is_empty() && arg.get_action().takes_values() {
        help.push_str(&format!("<br>{}", values.join(", ")));
    }
    format!("| `{key}`{again} | `{flag}` | `{variable}` | {default} | {help} |\n")
}

fn possible(value: &clap::builder::PossibleValue) -> String {
    match value.get_help() {
        Some(help) => format!("`{}`: {help}", value.get_name()),
        None => format!("`{}`", value.get_name()),
    }
}

#[test]
fn the_docs_have_the_settings_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md");
    let text = std::fs::read_to_string(path).expect("the page is there");
    let begins = text.find(BEGINS).expect("the tables begin") + BEGINS.len();
    let ends = begins + text[begins..].find(ENDS).expect("the tables end");
    let tables = tables();
    if std::env::var_os("ODDITY_WRITE_DOCS").is_some() {
        std::fs::write(path, format!("{}{tables}{}", &text[..begins], &text[ends..])).expect("writable");
        return;
    }
    for (here, there) in tables.lines().zip(text[begins..ends].lines()) {
        assert_eq!(here, there, "ODDITY_WRITE_DOCS=1 writes the tables anew");
    }
    assert_eq!(tables.lines().count(), text[begins..ends].lines().count());
}

/// Every setting of a hunt is in the tables, by its flag.
#[test]
fn no_setting_of_a_hunt_is_left_out() {
    let command = with_environment(Cli::command());
    let hunt = command.find_subcommand("hunt").expect("there is one");
    let tables = tables();
    let own = ["config", "help", "version", "verbose", "quiet"];
    for arg in hunt.get_arguments().filter(|arg| !arg.is_hide_set() && !own.contains(&arg.get_id().as_str()))
    {
        assert!(tables.contains(&format!("| `{}`", key_of(arg.get_id().as_str()))), "{}", arg.get_id());
    }
}
