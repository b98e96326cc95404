//! Running a script.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;

use device::DeviceError;

use super::parse::{Command, Redirect, Script, Step, What, When};
use super::sink::Sink;
use crate::commands::{self, Call};
use crate::files::{FileError, normalized};
use crate::phone::Phone;

/// The deepest that scripts may run scripts.
const MAX_DEPTH: usize = 8;

/// A shell: what one script knows beside the phone.
#[derive(Clone)]
pub(crate) struct Shell {
    pub(crate) phone: Arc<Phone>,
    pub(super) variables: BTreeMap<String, String>,
    /// Where relative paths begin.
    pub(super) folder: String,
    /// How the last command ended.
    pub(super) status: u8,
    depth: usize,
    /// Whether somebody still waits for what we print.
    wanted: Arc<dyn Fn() -> bool + Send + Sync>,
    leaving: bool,
}

/// What a command reads and writes.
pub(crate) struct Io<'a> {
    pub(crate) input: &'a mut (dyn Read + Send),
    pub(crate) out: Sink,
    pub(crate) err: Sink,
}

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads its output any more, or it does not fit where it goes.
    Io(io::Error),
    /// The phone did not do it.
    Device(DeviceError),
    /// The shell or the command itself does not want to, in Android's words.
    Refused(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

impl From<DeviceError> for Stop {
    fn from(error: DeviceError) -> Stop {
        Stop::Device(error)
    }
}

impl Shell {
    pub(crate) fn new(phone: Arc<Phone>, wanted: Arc<dyn Fn() -> bool + Send + Sync>) -> Shell {
        let variables = [
            ("PATH", "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin"),
            ("HOME", "/"),
            ("USER", "shell"),
            ("LOGNAME", "shell"),
            ("SHELL", "/system/bin/sh"),
            ("HOSTNAME", phone.build().prop("ro.product.device")),
            ("EXTERNAL_STORAGE", "/sdcard"),
            ("ANDROID_DATA", "/data"),
            ("ANDROID_ROOT", "/system"),
            ("TMPDIR", "/data/local/tmp"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Shell { phone, variables, folder: "/".to_owned(), status: 0, depth: 0, wanted, leaving: false }
    }

    /// Reads and runs a script to its end; its last command's status.
    pub(crate) fn run_text(&mut self, script: &str, io: &mut Io<'_>) -> Result<u8, Stop> {
        match Script::parse(script) {
            Ok(script) => self.run(&script, io),
            Err(error) => {
                writeln!(io.err, "/system/bin/sh: {}", error.0)?;
                Ok(1)
            }
        }
    }

    /// Whether `exit` or `exec` has ended the shell.
    pub(crate) fn has_left(&self) -> bool {
        self.leaving
    }

    pub(super) fn run(&mut self, script: &Script, io: &mut Io<'_>) -> Result<u8, Stop> {
        for step in &script.0 {
            let due = match step.when {
                When::Always => true,
                When::IfWell => self.status == 0,
                When::IfNot => self.status != 0,
            };
            if due && !self.leaving {
                let status = self.step(step, io)?;
                self.status = if step.negated { u8::from(status == 0) } else { status };
            }
        }
        Ok(self.status)
    }

    pub(super) fn variable(&self, name: &str) -> String {
        match name {
            "?" => self.status.to_string(),
            "$" => commands::SHELL_PID.to_string(),
            "#" => "0".to_owned(),
            "0" => "sh".to_owned(),
            "PWD" => self.folder.clone(),
            _ => self.variables.get(name).cloned().unwrap_or_default(),
        }
    }

    /// A shell for a script within this one.
    pub(super) fn nested(&self) -> Result<Shell, Stop> {
        if self.depth == MAX_DEPTH {
            return Err(Stop::Refused("nested too deeply".to_owned()));
        }
        Ok(Shell { depth: self.depth + 1, ..self.clone() })
    }

    /// Runs the commands of a pipe side by side; the last one's status.
    fn step(&mut self, step: &Step, io: &mut Io<'_>) -> Result<u8, Stop> {
        let [first, rest @ ..] = &step.pipe[..] else { return Ok(0) };
        let Some((last, middle)) = rest.split_last() else { return self.command(first, io) };
        thread::scope(|scope| {
            let (mut reader, writer) = io::pipe()?;
            let mut shell = self.nested()?;
            let err = io.err.clone();
            let input = &mut *io.input;
            let mut running = vec![scope.spawn(move || {
                shell.command(first, &mut Io { input, out: Sink::new(writer), err }).map(drop)
            })];
            for command in middle {
                let (next, writer) = io::pipe()?;
                let mut input = std::mem::replace(&mut reader, next);
                let mut shell = self.nested()?;
                let err = io.err.clone();
                running.push(scope.spawn(move || {
                    shell
                        .command(command, &mut Io { input: &mut input, out: Sink::new(writer), err })
                        .map(drop)
                }));
            }
            let mut shell = self.nested()?;
            let status =
                shell.command(last, &mut Io { input: &mut reader, out: io.out.clone(), err: io.err.clone() });
            // Whoever still writes learns that nobody reads.
            drop(reader);
            for thread in running {
                let _ = thread.join();
            }
            status
        })
    }

    fn command(&mut self, command: &Command, io: &mut Io<'_>) -> Result<u8, Stop> {
        let mut out = io.out.clone();
        let mut err = io.err.clone();
        let mut file: Option<io::Cursor<Vec<u8>>> = None;
        for redirect in &command.redirects {
            let place = match redirect {
                Redirect::Copy { number: 2, .. } => {
                    err = out.clone();
                    continue;
                }
                Redirect::Copy { .. } => {
                    out = err.clone();
                    continue;
                }
                Redirect::From(file) | Redirect::To { file, .. } => self.expand_to_one(file, io)?,
            };
            let path = normalized(&self.folder, &place);
            let opened = match redirect {
                Redirect::From(_) => commands::files::content(&self.phone, &path).map(|content| {
                    file = Some(io::Cursor::new(content));
                }),
                Redirect::To { number: 2, append, .. } => {
                    self.sink(&path, *append, io).map(|sink| err = sink)
                }
                Redirect::To { append, .. } => self.sink(&path, *append, io).map(|sink| out = sink),
                Redirect::Copy { .. } => Ok(()),
            };
            if let Err(error) = opened {
                let what = if matches!(redirect, Redirect::From(_)) { "open" } else { "create" };
                writeln!(io.err, "/system/bin/sh: can't {what} {place}: {}", error.text())?;
                return Ok(1);
            }
        }
        let mut inner = Io {
            input: match &mut file {
                Some(file) => file,
                None => &mut *io.input,
            },
            out: out.clone(),
            err: err.clone(),
        };
        let status = self.perform(&command.what, &mut inner);
        let written = |status| out.flush().and_then(|()| err.flush()).map(|()| status).map_err(Stop::Io);
        match status.and_then(written) {
            // A file that does not fit is the command's failure; a client that left is the script's end.
            Err(Stop::Io(error)) if error.kind() == io::ErrorKind::Other => {
                writeln!(io.err, "write: {error}")?;
                Ok(1)
            }
            status => status,
        }
    }

    fn perform(&mut self, what: &What, io: &mut Io<'_>) -> Result<u8, Stop> {
        match what {
            What::Group(script) => self.run(script, io),
            What::Apart(script) => self.nested()?.run(script, io),
            What::Simple { assignments, words } => {
                for (name, value) in assignments {
                    let value = self.expand_to_one(value, io)?;
                    self.variables.insert(name.clone(), value);
                }
                let words = match self.expand(words, io) {
                    Err(Stop::Refused(why)) => {
                        writeln!(io.err, "/system/bin/sh: {why}")?;
                        return Ok(1);
                    }
                    words => words?,
                };
                match words.split_first() {
                    // `A=$(false)` ends as `false` does, `A=1` well.
                    None => Ok(if assignments.iter().any(|(_, value)| value.runs_something()) {
                        self.status
                    } else {
                        0
                    }),
                    Some((name, arguments)) => self.call(name, arguments, io),
                }
            }
        }
    }

    /// What the shell does itself, because it changes the shell; all else is a command of the phone.
    fn call(&mut self, name: &str, arguments: &[String], io: &mut Io<'_>) -> Result<u8, Stop> {
        match (name, arguments) {
            (":", _) => Ok(0),
            ("exit", _) => {
                self.leaving = true;
                Ok(arguments
                    .first()
                    .and_then(|status| status.parse::<i32>().ok())
                    .map_or(0, |status| status as u8))
            }
            ("exec", [name, arguments @ ..]) => {
                self.leaving = true;
                self.call(name, arguments, io)
            }
            ("export" | "set" | "unset" | "readonly", _) => {
                for argument in arguments {
                    if name == "unset" {
                        self.variables.remove(argument);
                    } else if let Some((variable, value)) = argument.split_once('=') {
                        self.variables.insert(variable.to_owned(), value.to_owned());
                    }
                }
                Ok(0)
            }
            ("cd", _) => {
                let path = normalized(&self.folder, arguments.first().map_or("/", String::as_str));
                let file = self.phone.memory(|memory| memory.files.get(&path).cloned());
                let problem = match file {
                    Ok(file) if file.is_folder() => {
                        self.folder = path;
                        return Ok(0);
                    }
                    Ok(_) => FileError::NotAFolder,
                    Err(error) => error,
                };
                writeln!(io.err, "/system/bin/sh: cd: {path}: {}", problem.text())?;
                Ok(2)
            }
            ("sh", [flag, script, ..]) if flag == "-c" => self.nested()?.run_text(script, io),
            ("sh", []) => {
                let mut script = String::new();
                io.input.take(1 << 20).read_to_string(&mut script)?;
                self.nested()?.run_text(&script, io)
            }
            _ => {
                let wanted = Arc::clone(&self.wanted);
                commands::run(&mut Call {
                    phone: &self.phone,
                    name: name.rsplit('/').next().unwrap_or(name),
                    typed: name,
                    args: arguments,
                    folder: &self.folder,
                    variables: &self.variables,
                    wanted: &*wanted,
                    input: &mut *io.input,
                    out: io.out.clone(),
                    err: io.err.clone(),
                })
            }
        }
    }

    fn sink(&self, path: &str, append: bool, io: &Io<'_>) -> Result<Sink, FileError> {
        match path {
            "/dev/null" => Ok(Sink::new(io::sink())),
            "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1" => Ok(io.out.clone()),
            "/dev/stderr" | "/proc/self/fd/2" => Ok(io.err.clone()),
            _ => {
                let now = self.phone.unix_ms().map_err(|_| FileError::Denied)? / 1000;
                Sink::file(&self.phone, path, append, now)
            }
        }
    }
}
