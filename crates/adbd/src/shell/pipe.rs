//! Commands side by side.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use std::thread::{self, Scope, ScopedJoinHandle};

use super::parse::{Command, Step};
use super::run::{Io, Shell, Stop};
use super::sink::Sink;

/// The most commands that a script may run side by side, however they are nested: each is a thread.
const MAX_THREADS: usize = 64;

impl Shell {
    /// Runs the commands of a pipe side by side; the last one's status.
    pub(super) fn step(&mut self, step: &Step, io: &mut Io<'_>) -> Result<u8, Stop> {
        let [first, rest @ ..] = &step.pipe[..] else { return Ok(0) };
        let Some((last, middle)) = rest.split_last() else { return self.command(first, io) };
        thread::scope(|scope| {
            let (mut reader, writer) = io::pipe()?;
            let mut running = vec![self.beside(scope, first, &mut *io.input, writer, &io.err)?];
            for command in middle {
                let (next, writer) = io::pipe()?;
                let input = std::mem::replace(&mut reader, next);
                running.push(self.beside(scope, command, input, writer, &io.err)?);
            }
            let mut last_io = Io { input: &mut reader, out: io.out.clone(), err: io.err.clone() };
            let status = self.nested()?.command(last, &mut last_io);
            // Whoever still writes learns that nobody reads.
            drop(reader);
            for thread in running {
                let _ = thread.join();
            }
            status
        })
    }

    /// Runs a command of a pipe in a thread of its own. What becomes of it nobody asks.
    fn beside<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        command: &'scope Command,
        mut input: impl Read + Send + 'scope,
        writer: io::PipeWriter,
        err: &Sink,
    ) -> Result<ScopedJoinHandle<'scope, ()>, Stop> {
        const NO_MORE: &str = "can't fork - try again";
        let mut shell = self.nested()?;
        let mut err = err.clone();
        let run = move || {
            let mut io = Io { input: &mut input, out: Sink::new(writer), err: err.clone() };
            let outcome = shell.command(command, &mut io);
            let _ = told(outcome, &mut err);
            shell.threads.fetch_sub(1, Ordering::SeqCst);
        };
        if self.threads.fetch_add(1, Ordering::SeqCst) < MAX_THREADS
            && let Ok(thread) = thread::Builder::new().spawn_scoped(scope, run)
        {
            return Ok(thread);
        }
        self.threads.fetch_sub(1, Ordering::SeqCst);
        Err(Stop::Refused(NO_MORE.to_owned()))
    }
}

/// What the shell refuses is a command that failed, not the end of the script.
pub(super) fn told(outcome: Result<u8, Stop>, err: &mut Sink) -> Result<u8, Stop> {
    match outcome {
        Err(Stop::Refused(why)) => {
            writeln!(err, "/system/bin/sh: {why}")?;
            Ok(1)
        }
        outcome => outcome,
    }
}
