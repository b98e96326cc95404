//! The way to one phone: asks, tells, and waits for it to come back.

use std::time::Duration;

use super::commands;
use super::deadline::Deadline;
use super::error::{AdbError, remedy_for};
use super::parse::cli::AdbFailure;
use super::parse::devices::DeviceState;
use super::parse::text::text_of;
use super::shell::ShellOutput;
use super::transport::Transport;
use crate::{Deadlines, DeviceError, Sent};

/// The way to one phone. A phone that went away is waited for within [`Deadlines::reconnect`], which comes on top of the
/// call's own deadline, and a call that may have had its effect is never made again.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) transport: Transport,
    pub(super) serial: String,
    pub(super) deadlines: Deadlines,
}

/// How long we wait between two looks at a phone that is away.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

impl Link {
    /// Runs a command that changes nothing, and again when the phone went away meanwhile.
    pub(super) fn ask(
        &mut self,
        doing: &'static str,
        command: &str,
        time: Duration,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, time, false, |transport, deadline| transport.shell(command, deadline))
    }

    /// Runs a command that has an effect: at most once, as far as the phone can have noticed.
    pub(super) fn tell(
        &mut self,
        doing: &'static str,
        command: &str,
        time: Duration,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, time, true, |transport, deadline| transport.shell(command, deadline))
    }

    /// What a command prints, byte by byte, and how it ended where the phone tells. It must change nothing.
    pub(super) fn bytes(
        &mut self,
        doing: &'static str,
        command: &str,
        time: Duration,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, time, false, |transport, deadline| {
            // The old shell has a pty, which adds carriage returns; exec has none, but gives no status.
            if !transport.offers("shell_v2", deadline)? {
                let stdout = transport.exec_out(command, deadline)?;
                return Ok(ShellOutput { stdout, stderr: Vec::new(), status: 0 });
            }
            transport.shell(command, deadline)
        })
    }

    /// Runs something on the phone, and again after it came back as long as that is harmless.
    fn run<T>(
        &mut self,
        doing: &'static str,
        time: Duration,
        has_effect: bool,
        run: impl Fn(&Transport, Deadline) -> Result<T, AdbError>,
    ) -> Result<T, DeviceError> {
        let mut left = time;
        let mut patience = self.deadlines.reconnect;
        loop {
            let deadline = Deadline::after(left);
            let error = match run(&self.transport, deadline) {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            let harmless = !has_effect || error.sent() == Sent::Nothing;
            let Some(still_left) = deadline.left().filter(|_| harmless && error.is_gone()) else {
                return Err(self.device_error(error, doing, has_effect));
            };
            left = still_left;
            patience = self.wait_for_phone(patience).map_err(|last| {
                // Nothing was sent: else we would not have waited.
                self.device_error(last.unwrap_or(error), doing, false)
            })?;
        }
    }

    /// Waits until the phone is back and answers; what is left of the patience. Else the last error there was.
    pub(super) fn wait_for_phone(&mut self, patience: Duration) -> Result<Duration, Option<AdbError>> {
        let deadline = Deadline::after(patience);
        self.transport.forget();
        let mut last = None;
        loop {
            match self.answers(deadline) {
                Ok(true) => return Ok(deadline.left().unwrap_or_default()),
                Ok(false) => {}
                // That it took too long is known; what was in the way before is worth more.
                Err(AdbError::TimedOut { .. }) => {}
                Err(error) => last = Some(error),
            }
            self.transport.forget();
            if !deadline.pause(BETWEEN_LOOKS) {
                return Err(last);
            }
        }
    }

    /// Whether the phone is there and has come up.
    fn answers(&self, deadline: Deadline) -> Result<bool, AdbError> {
        // The server forgets phones on the network that it could not reach for a while.
        if self.is_on_network() && self.transport.state(deadline).is_err() {
            self.transport.adb().connect(&self.serial, deadline)?;
        }
        let booted = self.transport.shell(&commands::has_booted(), deadline)?;
        Ok(booted.stdout.trim_ascii() == b"1")
    }

    fn is_on_network(&self) -> bool {
        self.serial.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok())
    }

    /// What an error on the way means for a call.
    pub(super) fn device_error(&self, error: AdbError, doing: &'static str, has_effect: bool) -> DeviceError {
        let serial = self.serial.clone();
        let sent = if has_effect { error.sent() } else { Sent::Nothing };
        match error {
            AdbError::NoServer { .. } => DeviceError::Unreachable {
                serial,
                why: error.to_string(),
                remedy: "install Android's platform tools, or start the server: `adb start-server`"
                    .to_owned(),
            },
            AdbError::NoPhone(ref no_phone) => {
                DeviceError::Unreachable { serial, why: error.to_string(), remedy: no_phone.remedy() }
            }
            AdbError::Failed { failure: AdbFailure::Unauthorized, .. } => DeviceError::Unreachable {
                serial,
                why: "it has not allowed this computer yet".to_owned(),
                remedy: remedy_for(&DeviceState::Unauthorized).to_owned(),
            },
            AdbError::Lost { .. } => DeviceError::Lost { serial, doing, sent },
            AdbError::Failed { .. } if error.is_gone() => DeviceError::Lost { serial, doing, sent },
            AdbError::TimedOut { after, .. } => DeviceError::TimedOut { serial, doing, after, sent },
            AdbError::Garbled { why, .. } => DeviceError::Garbled { serial, doing, why, sent },
            AdbError::File { ref why, .. } if is_disk_full(why) => DeviceError::DiskFull { serial, doing },
            AdbError::Failed { said, .. } => self.refused(doing, said, ""),
            AdbError::Package { .. } | AdbError::File { .. } => self.refused(doing, error.to_string(), ""),
            AdbError::Console { why } => self.refused(doing, why, ""),
        }
    }

    /// The phone understood, and does not want to.
    pub(super) fn refused(&self, doing: &'static str, why: String, remedy: &'static str) -> DeviceError {
        DeviceError::Refused { serial: self.serial.clone(), doing, why, remedy }
    }

    /// The phone answered a question with something else.
    pub(super) fn garbled(&self, doing: &'static str, why: impl Into<String>, sent: Sent) -> DeviceError {
        DeviceError::Garbled { serial: self.serial.clone(), doing, why: why.into(), sent }
    }
}

impl ShellOutput {
    /// All that it printed, complaints last, as text.
    pub(super) fn text(&self) -> String {
        let mut text = text_of(&self.stdout).text;
        text.push_str(&text_of(&self.stderr).text);
        text
    }

    /// The first line of its complaints, or of what it printed.
    pub(super) fn first_line(&self) -> String {
        let line = |bytes: &[u8]| {
            let text = text_of(bytes).text;
            text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
        };
        line(&self.stderr)
            .or_else(|| line(&self.stdout))
            .unwrap_or_else(|| format!("it ended with status {} and no word", self.status))
    }
}

/// Whether these words say that the phone's disk is full.
pub(super) fn is_disk_full(said: &str) -> bool {
    said.contains("No space left on device") || said.contains("ENOSPC")
}
