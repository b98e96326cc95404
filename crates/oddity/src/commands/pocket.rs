//! `oddity pocket`: what pocket phones need, fetched and removed.

use pocket::{Api, Kit, KitError};

use crate::cli::{PocketArgs, PocketCommand};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Output, Verbosity};

pub(crate) fn run(args: &PocketArgs, output: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        PocketCommand::Install(args) => install(args.api, output)?,
        PocketCommand::List => list(output)?,
        PocketCommand::Remove(args) => {
            let bytes = pocket::remove(&Kit::cache_folder(), args.api).map_err(|error| failure(&error))?;
            output.print(format_args!("removed {} MB\n", bytes / 1_000_000))?;
        }
    }
    Ok(Exit::Clean)
}

/// Puts up walls and becomes the program behind them. Whoever started us reads why that failed.
pub(crate) fn cell(words: impl IntoIterator<Item = std::ffi::OsString>) -> std::process::ExitCode {
    let error = pocket::cell_main(words);
    Output::new(Verbosity::Normal).fail(&Failure::environment(error));
    Exit::Environment.into()
}

fn install(level: u32, output: &mut Output) -> Result<(), Failure> {
    let cache = Kit::cache_folder();
    let mut unsaid = Ok(());
    let mut tell = |line: &str| {
        if unsaid.is_ok() {
            unsaid = output.print(format_args!("{line}\n")).and_then(|()| output.flush());
        }
    };
    let installed = pocket::install(&cache, level, &mut tell);
    unsaid?;
    let kit = installed.map_err(|error| failure(&error))?;
    output.print(format_args!("trying it out\n"))?;
    output.flush()?;
    let seen = pocket::try_out(&kit, level).map_err(|error| failure(&error))?;
    output.print(format_args!("{}\n", gui::escaped(&seen)))?;
    output
        .print(format_args!("pocket phones with API level {level} are ready, in {}\n", input::shown(&cache)))
}

fn list(output: &mut Output) -> Result<(), Failure> {
    let cache = Kit::cache_folder();
    let installed = Kit::installed(&cache);
    for api in Api::ALL {
        let is_linked = || Kit::find(&cache, api.level).is_ok_and(|kit| kit.is_linked());
        let state = if !installed.contains(api) {
            "not installed"
        } else if !api.is_whole(&cache) {
            "damaged; installing it again mends it"
        } else if is_linked() {
            "installed"
        } else {
            "installed, but slow: its calls are not linked; installing it again mends it"
        };
        let java = if api.java > 17 { format!(" (needs Java {})", api.java) } else { String::new() };
        output.print(format_args!("API level {}, Android {}: {state}{java}\n", api.level, api.release))?;
    }
    Ok(())
}

/// What is missing on this computer is the environment's fault; a wrong API level or APK is the user's.
pub(crate) fn failure(error: &KitError) -> Failure {
    let failure = match error {
        KitError::NoSuchApi { .. } | KitError::Convert { .. } => Failure::bad_input(error),
        _ => Failure::environment(error),
    };
    failure.hint(error.remedy())
}
