//! The way to one phone: asks, tells, and waits for it to come back.

use std::time::{Duration, Instant};

use super::commands;
use super::deadline::Deadline;
use super::error::AdbError;
use super::shell::ShellOutput;
use super::transport::Transport;
use crate::{Deadlines, DeviceError, Sent};
use android::cli::AdbFailure;
use android::devices::DeviceState;
use android::text::text_of;

/// The way to one phone. A phone that went away is waited for, and a call that may have had its effect is never made again.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) transport: Transport,
    pub(super) serial: String,
    pub(super) deadlines: Deadlines,
}

/// What one call may spend, however many commands it takes: its own time, and patience with a phone that went away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    deadline: Deadline,
    patience: Duration,
}

impl Budget {
    /// Sleeps for `time`; whether the call may go on.
    pub(super) fn pause(&self, time: Duration) -> bool {
        self.deadline.pause(time)
    }

    /// Whether the call may go on.
    pub(super) fn is_left(&self) -> bool {
        self.deadline.left().is_some()
    }

    /// By when the call is over, unless the phone goes away meanwhile.
    pub(super) fn deadline(&self) -> Deadline {
        self.deadline
    }
}

/// How long we wait between two looks at a phone that is away.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// How long the server needs to get a phone on the network back by itself, when that is all it takes.
const SERVERS_OWN_TRY: Duration = Duration::from_secs(1);

impl Link {
    /// What a call of this length may spend.
    pub(super) fn budget(&self, time: Duration) -> Budget {
        Budget { deadline: Deadline::after(time), patience: self.deadlines.reconnect }
    }

    /// Runs a command that changes nothing, and again when the phone went away meanwhile.
    pub(super) fn ask(
        &mut self,
        doing: &'static str,
        command: &str,
        budget: &mut Budget,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, budget, false, |transport, deadline| transport.shell(command, deadline))
    }

    /// Runs a command that has an effect: at most once, as far as the phone can have noticed.
    pub(super) fn tell(
        &mut self,
        doing: &'static str,
        command: &str,
        budget: &mut Budget,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, budget, true, |transport, deadline| transport.shell(command, deadline))
    }

    /// What a command prints, byte by byte, and how it ended where the phone tells. It must change nothing.
    pub(super) fn bytes(
        &mut self,
        doing: &'static str,
        command: &str,
        budget: &mut Budget,
    ) -> Result<ShellOutput, DeviceError> {
        self.run(doing, budget, false, |transport, deadline| {
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
        budget: &mut Budget,
        has_effect: bool,
        run: impl Fn(&Transport, Deadline) -> Result<T, AdbError>,
    ) -> Result<T, DeviceError> {
        loop {
            let error = match run(&self.transport, budget.deadline) {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            let harmless = !has_effect || error.sent() == Sent::Nothing;
            if !harmless || !error.is_gone() || !budget.is_left() {
                return Err(self.device_error(error, doing, has_effect));
            }
            let away_since = Instant::now();
            let back = self.wait_for_phone(Deadline::after(budget.patience));
            let away = away_since.elapsed();
            budget.patience = budget.patience.saturating_sub(away);
            budget.deadline = budget.deadline.later_by(away);
            if let Err(last) = back {
                // Nothing was sent: else we would not have waited.
                return Err(self.device_error(last.unwrap_or(error), doing, false));
            }
        }
    }

    /// Waits until the phone is back and answers. Else the last error there was, if there was one.
    fn wait_for_phone(&mut self, deadline: Deadline) -> Result<(), Option<AdbError>> {
        let away_since = Instant::now();
        let mut last = None;
        loop {
            self.transport.forget();
            match self.answers(away_since.elapsed(), deadline) {
                Ok(true) => return Ok(()),
                // That it took too long is known; what was in the way before is worth more.
                Ok(false) | Err(AdbError::TimedOut { .. }) => {}
                Err(error) => last = Some(error),
            }
            if !deadline.pause(BETWEEN_LOOKS) {
                return Err(last);
            }
        }
    }

    /// Whether the phone is there and has come up.
    fn answers(&self, away: Duration, deadline: Deadline) -> Result<bool, AdbError> {
        if self.is_on_network() {
            self.help_server(away, deadline)?;
        }
        let booted = self.transport.shell(&commands::has_booted(), deadline)?;
        Ok(booted.stdout.trim_ascii() == b"1")
    }

    /// A lost phone on the network is tried again by the server at once, then every ten seconds, then never: so we ask for it.
    fn help_server(&self, away: Duration, deadline: Deadline) -> Result<(), AdbError> {
        let adb = self.transport.adb();
        let seen = adb.devices(deadline)?;
        match seen.iter().find(|device| device.serial == self.serial).map(|device| &device.state) {
            None => {}
            Some(DeviceState::Offline) if away >= SERVERS_OWN_TRY => {
                adb.disconnect(&self.serial, deadline)?;
            }
            Some(_) => return Ok(()),
        }
        adb.connect(&self.serial, deadline).map(|_| ())
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
            AdbError::NoPhone(no_phone) => DeviceError::Unreachable {
                serial: no_phone.phone().to_owned(),
                why: no_phone.why(),
                remedy: no_phone.remedy(),
            },
            AdbError::Failed { failure: AdbFailure::Unauthorized, .. } => DeviceError::Unreachable {
                serial,
                why: "it has not allowed this computer yet".to_owned(),
                remedy: DeviceState::Unauthorized.remedy().to_owned(),
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

/// The error of a later command of several: those before it have had their effect.
pub(super) fn after_a_beginning(error: DeviceError, begun: bool) -> DeviceError {
    let mut error = error;
    if let DeviceError::Lost { sent, .. }
    | DeviceError::TimedOut { sent, .. }
    | DeviceError::Garbled { sent, .. } = &mut error
        && begun
    {
        *sent = Sent::Maybe;
    }
    error
}

impl ShellOutput {
    /// All that it printed, complaints last, as text.
    pub fn text(&self) -> String {
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
