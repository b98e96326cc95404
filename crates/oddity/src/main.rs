//! oddity finds the Android bugs that don't crash.

mod cli;
mod commands;
mod failure;
mod input;
mod json;
mod output;
mod phones;
mod system;
mod table;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::{Exit, Failure};
use output::Output;

fn main() -> ExitCode {
    report_panics_as_our_fault();
    let cli = Cli::parse();
    let mut output = Output::new(cli.verbosity());
    let outcome = run(&cli.command, &mut output).and_then(|exit| output.flush().map(|()| exit));
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

fn run(command: &Command, output: &mut Output) -> Result<Exit, Failure> {
    match command {
        Command::Devices(args) => commands::devices::run(args, output),
        Command::Doctor(args) => commands::doctor::run(args, output),
        Command::Phone(args) => commands::phone::run(args, output),
        Command::Dump(args) => commands::dump::run(args, output),
        Command::Screenshot(args) => commands::screenshot::run(args, output),
        Command::Layout(args) => commands::layout::run(args, output),
        Command::Diff(args) => commands::diff::run(args, output),
        Command::Trace(args) => commands::trace::run(args, output),
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
