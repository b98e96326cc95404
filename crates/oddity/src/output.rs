//! What a person sees: results on standard output, warnings and errors on standard error.

use std::fmt;
use std::io::{self, BufWriter, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

use crate::failure::Failure;
use crate::json::LineByLine;

/// How much to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

/// Colours fall away where nobody would see them: pipes, `NO_COLOR`, dumb terminals.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    verbosity: Verbosity,
}

pub(crate) const GREEN: Style = AnsiColor::Green.on_default();
pub(crate) const RED: Style = AnsiColor::Red.on_default();
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default();
const BOLD_RED: Style = AnsiColor::Red.on_default().bold();
const BOLD: Style = Style::new().bold();

impl Output {
    pub(crate) fn new(verbosity: Verbosity) -> Output {
        Output { out: BufWriter::new(Box::new(AutoStream::auto(io::stdout()))), verbosity }
    }

    /// What nobody sees.
    #[cfg(test)]
    pub(crate) fn unseen() -> Output {
        Output { out: BufWriter::new(Box::new(io::sink())), verbosity: Verbosity::Quiet }
    }

    /// What goes into a file as it is.
    #[cfg(test)]
    pub(crate) fn written_to(file: std::fs::File) -> Output {
        Output { out: BufWriter::new(Box::new(file)), verbosity: Verbosity::Quiet }
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// For what writes by itself.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    pub(crate) fn print(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        write!(self.out, "{text}").map_err(|error| Failure::output(&error))
    }

    /// Prints a line in a colour.
    pub(crate) fn line(&mut self, style: Style, text: impl fmt::Display) -> Result<(), Failure> {
        self.print(format_args!("{style}{text}{style:#}\n"))
    }

    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        let mut serializer = serde_json::Serializer::with_formatter(&mut self.out, LineByLine::default());
        value.serialize(&mut serializer).map_err(|error| Failure::output(&error.into()))?;
        self.print('\n')
    }

    pub(crate) fn warn(&mut self, warning: impl fmt::Display) {
        if self.verbosity > Verbosity::Quiet {
            report(YELLOW, "warning", &warning.to_string());
        }
    }

    /// One hint for all that is to be said.
    pub(crate) fn hint_at(&mut self, what: &[impl fmt::Display]) {
        if self.verbosity > Verbosity::Quiet && !what.is_empty() {
            let what: Vec<String> = what.iter().map(ToString::to_string).collect();
            report(BOLD, "hint", &what.join(", "));
        }
    }

    pub(crate) fn fail(&mut self, failure: &Failure) {
        // What was printed so far comes first; that it cannot be written is what we are about to say.
        let _ = self.out.flush();
        report(BOLD_RED, "error", failure.message());
        if let Some(hint) = failure.hint_text() {
            report(BOLD, "hint", hint);
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::output(&error))
    }
}

/// Says that oddity itself is broken.
pub(crate) fn report_internal_error(what: &str) {
    report(BOLD_RED, "internal error", what);
    report(
        BOLD,
        "hint",
        "this is a mistake in oddity; please report it with the command and the file that caused it",
    );
}

fn report(style: Style, label: &str, text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(anstream::stderr(), "{style}{label}{style:#}: {text}");
}
