//! `oddity dump`: what is on a phone's screen.

use crate::cli::DumpArgs;
use crate::commands::layout;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::phones;

pub(crate) fn run(args: &DumpArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut opened = phones::open(&args.on)?;
    let seen = phones::look(&mut *opened.phone)?;
    if !seen.moving.is_empty() {
        output.warn(format_args!(
            "the screen still moves after {:.0} s; {} of its widgets changed between the last two looks",
            seen.took.as_secs_f64(),
            seen.moving.len()
        ));
    }
    for warning in &seen.observation.warnings {
        output.warn(warning);
    }
    layout::print(&seen.observation.layout, &seen.observation.warnings, args.format, output)?;
    Ok(Exit::Clean)
}
