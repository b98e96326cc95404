//! Running a script.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use device::DeviceError;

use super::parse::{Command, Redirect, Script, What, When};
use super::pipe::told;
use super::sink::Sink;
use crate::commands;
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
    /// Commands that run beside this one, those of scripts around and within this one included.
    pub(super) threads: Arc<AtomicUsize>,
    /// Whether somebody still waits for what we print.
    pub(super) wanted: Arc<dyn Fn() -> bool + Send + Sync>,
    pub(super) leaving: bool,
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
        Shell {
            phone,
            variables,
            folder: "/".to_owned(),
            status: 0,
            depth: 0,
            threads: Arc::default(),
            wanted,
            leaving: false,
        }
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
                let outcome = self.step(step, io);
                let status = told(outcome, &mut io.err)?;
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

    pub(super) fn command(&mut self, command: &Command, io: &mut Io<'_>) -> Result<u8, Stop> {
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
                let words = self.expand(words, io)?;
                if !words.is_empty() {
                    return self.call(&words, io);
                }
                // `A=$(false)` ends as `false` does, `A=1` well.
                let runs = assignments.iter().any(|(_, value)| value.runs_something());
                Ok(if runs { self.status } else { 0 })
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
