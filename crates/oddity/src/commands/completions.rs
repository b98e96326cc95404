//! `oddity completions`: a script that completes our commands and flags.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub(crate) fn run(args: &CompletionsArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "oddity", &mut script);
    output.print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
