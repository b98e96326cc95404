//! `oddity config`: the settings that a hunt would use.

use crate::cli::HuntArgs;
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::prepare;

/// Prints the settings after trying them: a script that cannot be read is told here and not an hour into a hunt.
pub(crate) fn run(args: &HuntArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    prepare::exploring(&args.explore, &args.control)?;
    prepare::proving(&args.findings);
    prepare::guard(&args.control);
    prepare::dictionary(&args.control)?;
    prepare::setup(&args.control, None, |name| std::env::var(name).ok())?;
    prepare::seeds(&args.control, None)?;
    output.print(config)?;
    Ok(Exit::Clean)
}
