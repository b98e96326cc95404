//! oddity finds the Android bugs that don't crash.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod cli;
mod config;
mod prepare;
mod hunt;
mod comparing;
mod commands;
mod failure;
mod input;
mod json;
mod output;
mod apk;
mod kinds;
mod likeness;
mod phones;
mod system;
mod table;
mod trust;

use std::process::ExitCode;

use cli::Command;
use config::Config;
use failure::{Exit, Failure};
use output::{Output, Verbosity};

fn main() -> ExitCode {
    report_panics_as_our_fault();
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == pocket::CELL) {
        return commands::pocket::cell(words);
    }
    let (cli, config) = match config::parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(failure) => {
            Output::new(Verbosity::Normal).fail(&failure);
            return failure.exit.into();
        }
    };
    if cli.unconfined {
        pocket::allow_unconfined();
    }
    let mut output = Output::new(cli.verbosity());
    output.hint_at(&config.former);
    output.hint_at(&config.misspelt);
    let outcome = run(&cli.command, &config, &mut output).and_then(|exit| output.flush().map(|()| exit));
    match outcome {
        Ok(exit) => exit.into(),
        // Whoever read our output has seen enough: `oddity layout screen.xml | head`.
        Err(failure) if failure.is_broken_pipe() => Exit::Clean.into(),
        Err(failure) => {
            output.fail(&failure);
            failure.exit.into()
        }
    }
}

fn run(command: &Command, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    match command {
        Command::Hunt(args) => commands::hunt::run(args, config, output),
        Command::Fuzz(args) => commands::fuzz::run(args, config, output),
        Command::Mine(args) => commands::mine::run(args, config, output),
        Command::Explore(args) => commands::explore::run(args, config, output),
        Command::Compare(args) => commands::compare::run(args, config, output),
        Command::Resume(args) => commands::hunt::resume(args, output),
        Command::Report(args) => commands::hunt::report(args, output),
        Command::Replay(args) => commands::replay::run(args, output),
        Command::Minimize(args) => commands::replay::minimize(args, output),
        Command::Diagnose(args) => commands::diagnose::run(args, output),
        Command::Automaton(args) => commands::automaton::run(args, output),
        Command::Bench(args) => commands::bench::run(args, output),
        Command::Devices(args) => commands::devices::run(args, output),
        Command::Doctor(args) => commands::doctor::run(args, output),
        Command::Phone(args) => commands::phone::run(args, output),
        Command::Pocket(args) => commands::pocket::run(args, output),
        Command::Dump(args) => commands::dump::run(args, output),
        Command::Screenshot(args) => commands::screenshot::run(args, output),
        Command::Layout(args) => commands::layout::run(args, output),
        Command::Diff(args) => commands::diff::run(args, output),
        Command::Trace(args) => commands::trace::run(args, output),
        Command::Config(args) => commands::config::run(args, config, output),
        Command::Completions(args) => commands::completions::run(args, output),
    }
}

/// A panic is a mistake of ours, never of the input: it says so and has an exit code of its own.
fn report_panics_as_our_fault() {
    std::panic::set_hook(Box::new(|panic| {
        output::report_internal_error(&panic.to_string());
        std::process::exit(Exit::Internal as i32);
    }));
}
