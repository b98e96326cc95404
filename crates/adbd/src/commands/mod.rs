//! The commands of the phone's shell: a table of our own, each as Android's prints.

pub(crate) mod input;
mod uiautomator;
pub(crate) mod screencap;
mod am;
mod intent;
mod pm;
mod dumpsys;
pub(crate) mod settings;
mod logcat;
mod monkey;
mod props;
mod wm;
mod svc;
mod process;
pub(crate) mod files;
mod text;
mod lines;
mod grep;
mod travel;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use device::DeviceError;

use crate::phone::Phone;
use crate::shell::run::Stop;
use crate::shell::sink::Sink;

/// The shell's own process id, as it prints it.
pub(crate) const SHELL_PID: u32 = 2048;

/// The most that a command reads of its input, where it must have all of it.
const MAX_INPUT_BYTES: u64 = 64 << 20;

/// The longest that a command hangs when the phone does.
const HANG: Duration = Duration::from_secs(600);

/// One run of a command.
pub(crate) struct Call<'a> {
    pub(crate) phone: &'a Arc<Phone>,
    /// The command, without its folder.
    pub(crate) name: &'a str,
    /// The command as it was typed.
    pub(crate) typed: &'a str,
    pub(crate) args: &'a [String],
    /// Where relative paths begin.
    pub(crate) folder: &'a str,
    pub(crate) variables: &'a BTreeMap<String, String>,
    /// Whether somebody still waits for the output.
    pub(crate) wanted: &'a dyn Fn() -> bool,
    pub(crate) input: &'a mut (dyn Read + Send),
    pub(crate) out: Sink,
    pub(crate) err: Sink,
}

/// A command's status, or why it has none.
pub(crate) type Outcome = Result<u8, Stop>;

type Command = fn(&mut Call<'_>) -> Outcome;

/// Every command. `cmd` and `pm` share theirs.
const COMMANDS: &[(&str, Command)] = &[
    ("[", text::test),
    ("am", am::am),
    ("base64", text::base64),
    ("cat", files::cat),
    ("chmod", files::chmod),
    ("cmd", cmd),
    ("cp", files::cp),
    ("cut", lines::cut),
    ("date", process::date),
    ("df", files::df),
    ("dumpsys", dumpsys::dumpsys),
    ("echo", text::echo),
    ("env", process::env),
    ("false", text::no),
    ("getprop", props::getprop),
    ("grep", grep::grep),
    ("head", lines::head),
    ("id", process::id),
    ("ime", svc::ime),
    ("input", input::input),
    ("kill", process::kill),
    ("logcat", logcat::logcat),
    ("ls", files::ls),
    ("mkdir", files::mkdir),
    ("monkey", monkey::monkey),
    ("mv", files::mv),
    ("oddity", travel::oddity),
    ("pidof", process::pidof),
    ("pm", pm::pm),
    ("printenv", process::env),
    ("printf", text::printf),
    ("ps", process::ps),
    ("pwd", process::pwd),
    ("rm", files::rm),
    ("rmdir", files::rmdir),
    ("run-as", process::run_as),
    ("screencap", screencap::screencap),
    ("setprop", props::setprop),
    ("settings", settings::settings),
    ("sleep", process::sleep),
    ("sort", lines::sort),
    ("stat", files::stat),
    ("svc", svc::svc),
    ("sync", text::yes),
    ("tail", lines::tail),
    ("test", text::test),
    ("touch", files::touch),
    ("tr", lines::tr),
    ("true", text::yes),
    ("uiautomator", uiautomator::uiautomator),
    ("uname", process::uname),
    ("uniq", lines::uniq),
    ("uptime", process::uptime),
    ("wc", lines::wc),
    ("which", process::which),
    ("whoami", process::whoami),
    ("wm", wm::wm),
];

/// Runs one command. What it does not say itself of a failing phone is said here.
pub(crate) fn run(call: &mut Call<'_>) -> Outcome {
    let Some(command) = command(call.phone, call.name) else {
        // Android 11 looks at every folder of the path, and says what it found there.
        let how = if call.phone.build().api() >= 30 { "inaccessible or not found" } else { "not found" };
        writeln!(call.err, "/system/bin/sh: {}: {how}", call.typed)?;
        return Ok(127);
    };
    match command(call) {
        Err(Stop::Refused(why)) => {
            writeln!(call.err, "{why}")?;
            Ok(1)
        }
        Err(Stop::Device(error)) => explain(call, error),
        outcome => outcome,
    }
}

fn command(phone: &Phone, name: &str) -> Option<Command> {
    if name == "oddity" && !phone.settings().travel {
        return None;
    }
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
}

/// What Android prints when the phone fails a command that has no words of its own for it.
fn explain(call: &mut Call<'_>, error: DeviceError) -> Outcome {
    let (what, status) = match error {
        // The connection goes down with the phone.
        DeviceError::Lost { .. } | DeviceError::Unreachable { .. } => {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
        }
        DeviceError::TimedOut { .. } => return hang(call),
        DeviceError::Refused { why, .. } => (format!("java.lang.SecurityException: {why}"), 255),
        DeviceError::DiskFull { .. } => (format!("{}: No space left on device", call.name), 1),
        DeviceError::NoSuchApp { package, .. } => (format!("Error: Unknown package: {package}"), 1),
        DeviceError::NotIdle { why, .. } => (format!("ERROR: {why}"), 1),
        error @ (DeviceError::HeldByAnother { .. }
        | DeviceError::Garbled { .. }
        | DeviceError::NoSuchSnapshot { .. }
        | DeviceError::Lacks { .. }) => (format!("Error: {error}"), 255),
    };
    writeln!(call.err, "{what}")?;
    Ok(status)
}

/// A phone that does not answer leaves its client waiting, until that one has had enough.
pub(crate) fn hang(call: &mut Call<'_>) -> Outcome {
    call.out.flush()?;
    let end = Instant::now() + HANG;
    while (call.wanted)() && !call.phone.is_closing() && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
    }
    writeln!(call.err, "Killed")?;
    Ok(137)
}

/// `cmd SERVICE …`: the way to many of the others.
fn cmd(call: &mut Call<'_>) -> Outcome {
    let Some((service, args)) = call.args.split_first() else {
        writeln!(
            call.err,
            "cmd: No service specified; use -l to list all running services. Use -w to start and wait."
        )?;
        return Ok(20);
    };
    let services: &[(&str, Command)] = &[
        ("activity", am::am),
        ("alarm", svc::alarm),
        ("connectivity", svc::connectivity),
        ("input", input::input),
        ("locale", svc::locale),
        ("package", pm::pm),
        ("settings", settings::settings),
        ("uimode", svc::uimode),
        ("wifi", svc::wifi),
        ("window", wm::window),
    ];
    if service == "-l" {
        writeln!(call.out, "Currently running services:")?;
        for (name, _) in services {
            writeln!(call.out, "  {name}")?;
        }
        return Ok(0);
    }
    match services.iter().find(|(name, _)| name == service) {
        Some((_, command)) => command(&mut call.with(args)),
        None => {
            writeln!(call.err, "cmd: Can't find service: {service}")?;
            Ok(20)
        }
    }
}

impl<'a> Call<'a> {
    /// The same call with other arguments.
    fn with<'b>(&'b mut self, args: &'b [String]) -> Call<'b> {
        Call {
            phone: self.phone,
            name: self.name,
            typed: self.typed,
            args,
            folder: self.folder,
            variables: self.variables,
            wanted: self.wanted,
            input: &mut *self.input,
            out: self.out.clone(),
            err: self.err.clone(),
        }
    }

    /// The argument at a place; empty where there is none.
    fn arg(&self, at: usize) -> &'a str {
        self.args.get(at).map_or("", String::as_str)
    }

    /// A path from the root.
    fn path(&self, path: &str) -> String {
        crate::files::normalized(self.folder, path)
    }

    /// All of the input.
    fn read_input(&mut self) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        (&mut *self.input).take(MAX_INPUT_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Says that it does not know what was asked of it.
    fn unknown(&mut self, what: &str) -> Outcome {
        writeln!(self.err, "Unknown command: {what}")?;
        Ok(255)
    }
}

/// The names of all commands, for `which`.
fn names(phone: &Phone) -> impl Iterator<Item = &'static str> {
    let travel = phone.settings().travel;
    COMMANDS.iter().map(|(name, _)| *name).filter(move |name| travel || *name != "oddity")
}
