//! What went wrong, told so that a person knows what to do next.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// What a command ends with. The numbers are a promise to scripts and CI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All well.
    Clean = 0,
    /// Something was found, or reproduced.
    Findings = 1,
    /// Wrong usage or bad input.
    BadInput = 2,
    /// Too little was tested to say anything.
    Inconclusive = 3,
    /// Environment error: a full disk, an unwritable folder, no phone.
    Environment = 4,
    /// A mistake of ours.
    Internal = 70,
    /// The user stopped it; what there was is saved.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// What we wanted, what we saw, what to try.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    message: String,
    hint: Option<String>,
    broken_pipe: bool,
}

impl Failure {
    pub(crate) fn bad_input(message: impl fmt::Display) -> Failure {
        Failure { exit: Exit::BadInput, message: message.to_string(), hint: None, broken_pipe: false }
    }

    pub(crate) fn environment(message: impl fmt::Display) -> Failure {
        Failure { exit: Exit::Environment, ..Failure::bad_input(message) }
    }

    /// Standard output cannot be written to.
    pub(crate) fn output(error: &io::Error) -> Failure {
        let broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { broken_pipe, ..Failure::environment(format!("cannot write the output: {error}")) }
    }

    /// The same with another exit code.
    pub(crate) fn exit(self, exit: Exit) -> Failure {
        Failure { exit, ..self }
    }

    pub(crate) fn hint(self, hint: impl fmt::Display) -> Failure {
        Failure { hint: Some(hint.to_string()), ..self }
    }

    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}
