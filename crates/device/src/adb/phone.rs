//! [`AdbDevice`]: which commands, in which order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::apps;
use super::changes;
use super::client::Adb;
use super::commands;
use super::covered::{CoverageFiles, Covered};
use super::deadline::Deadline;
use super::dump::{self, uptime_of};
use super::link::{Budget, Link, after_a_beginning};
use super::logs::{Dialect, LogReader, last_line};
use super::probe::Probe;
use super::screen;
use super::snapshots::Snapshots;
use super::typing::Keyboard;
use crate::{
    Abilities, Ability, Change, Coverage, Deadlines, Device, DeviceError, Identity, Input, InstalledApp,
    LogLine, LogPage, LogPosition, Observation, PhoneKind, Picture, Sent, SnapshotId,
};
use android::text::text_of;

/// A phone over adb.
///
/// A phone that goes away is waited for within [`Deadlines::reconnect`], on top of the call's own deadline; it may come back
/// with another transport id. What it was asked is asked again then. What it was told is told again only if it is certain
/// that nothing of it had arrived; else the error says that it may have.
#[derive(Debug)]
pub struct AdbDevice {
    pub(super) link: Link,
    probe: Probe,
    /// The app that was opened last.
    pub(super) opened: Option<String>,
    pub(super) keyboard: Option<Keyboard>,
    log: Option<LogReader>,
    snapshots: Option<Snapshots>,
    covered: Covered,
    /// What was changed about the phone, and the command that puts it back.
    undo: BTreeMap<String, String>,
}

/// How to use a phone over adb.
#[derive(Debug, Clone, Default)]
pub struct AdbOptions {
    /// How long its calls may take.
    pub deadlines: Deadlines,
    /// Where an app that was built with JaCoCo leaves its coverage; without it, what was seen on screen counts.
    pub coverage: Option<CoverageFiles>,
}

const READING_LOG: &str = "read its log";
/// The release whose focus is among the displays.
const API_10: u32 = 29;
/// The release whose log tells years and buffers.
const API_7: u32 = 24;
/// The release whose `sleep` takes fractions.
const API_6: u32 = 23;
/// How long we clean up after ourselves.
const CLEANING_UP: Duration = Duration::from_secs(5);

impl AdbDevice {
    /// Uses the phone of this serial, else that of `ANDROID_SERIAL`, else the only one.
    pub fn connect(adb: &Adb, serial: Option<&str>, options: AdbOptions) -> Result<AdbDevice, DeviceError> {
        let AdbOptions { deadlines, coverage } = options;
        let wanted = serial.or(adb.settings().serial.as_deref()).unwrap_or("a phone").to_owned();
        let mut link = Link { transport: adb.phone(&wanted), serial: wanted, deadlines };
        let chosen = adb
            .choose(serial, Deadline::after(deadlines.act))
            .map_err(|error| link.device_error(error, "be found", false))?;
        link.transport = adb.phone(&chosen.serial);
        link.serial = chosen.serial;
        let probe = Probe::of(&mut link)?;
        let keyboard = probe.keyboard.clone().map(Keyboard::new);
        let snapshots = probe.console.clone().map(Snapshots::new);
        let covered = Covered::new(coverage);
        Ok(AdbDevice {
            link,
            probe,
            opened: None,
            keyboard,
            log: None,
            snapshots,
            covered,
            undo: BTreeMap::new(),
        })
    }

    /// Runs a command of the emulator's console.
    pub(super) fn console(&mut self, doing: &'static str, command: &str) -> Result<(), DeviceError> {
        let Some(console) = &self.probe.console else { return Err(self.lacks(Ability::Telephony)) };
        let deadline = Deadline::after(self.link.deadlines.act);
        let done = console.run(command, deadline);
        done.map(|_| ()).map_err(|error| self.link.device_error(error, doing, true))
    }

    /// Runs this command when we are done with the phone, unless it is known already how to put this back.
    pub(super) fn undo_at_end(&mut self, what: impl Into<String>, command: &str) {
        self.undo.entry(what.into()).or_insert_with(|| command.to_owned());
    }

    /// Whether it is known how to put this back.
    pub(super) fn undoes(&self, what: &str) -> bool {
        self.undo.contains_key(what)
    }

    fn needs(&self, ability: Ability) -> Result<(), DeviceError> {
        if self.probe.abilities.has(ability) { Ok(()) } else { Err(self.lacks(ability)) }
    }

    /// What a touch or a question may spend.
    pub(super) fn act_budget(&self) -> Budget {
        self.link.budget(self.link.deadlines.act)
    }

    fn log_dialect(&mut self, budget: &mut Budget) -> Result<Dialect, DeviceError> {
        const DOING: &str = "say what year it is";
        if let Some(log) = &self.log {
            return Ok(log.dialect());
        }
        if self.probe.identity.api >= API_7 {
            return Ok(Dialect { modern: true, year: 0 });
        }
        let output = self.link.ask(DOING, &commands::year(), budget)?;
        let year = String::from_utf8_lossy(&output.stdout).trim().parse();
        let year = year.map_err(|_| self.link.garbled(DOING, output.first_line(), Sent::Nothing))?;
        Ok(Dialect { modern: false, year })
    }
}

impl Device for AdbDevice {
    fn identity(&self) -> &Identity {
        &self.probe.identity
    }

    fn kind(&self) -> PhoneKind {
        self.probe.kind.clone()
    }

    fn abilities(&self) -> Abilities {
        self.probe.abilities
    }

    fn deadlines(&self) -> Deadlines {
        self.link.deadlines
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        const DOING: &str = "tell the time";
        let output = self.link.ask(DOING, &commands::uptime(), &mut self.act_budget())?;
        uptime_of(&output.stdout).ok_or_else(|| self.link.garbled(DOING, output.first_line(), Sent::Nothing))
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        const DOING: &str = "tell the date";
        let output = self.link.ask(DOING, &commands::calendar(), &mut self.act_budget())?;
        let seconds = text_of(&output.stdout).text.trim().parse::<u64>().ok();
        let told = seconds.and_then(|seconds| seconds.checked_mul(1000));
        told.ok_or_else(|| self.link.garbled(DOING, output.first_line(), Sent::Nothing))
    }

    /// The phone itself sleeps, so that one whose clock stands still between calls lets its time pass.
    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        if self.probe.identity.api < API_6 {
            std::thread::sleep(time);
            return Ok(());
        }
        let mut budget = self.link.budget(time.saturating_add(self.link.deadlines.act));
        self.link.ask("let time pass", &commands::sleep(time), &mut budget).map(|_| ())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let focus_in = if self.probe.identity.api >= API_10 { "displays" } else { "windows" };
        let seen = dump::observe(&mut self.link, focus_in)?;
        self.covered.see(&seen);
        Ok(seen)
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.touch(input)
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        apps::apps(&mut self.link, self.probe.identity.api)
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        apps::launch(&mut self.link, self.probe.identity.api, package)?;
        self.opened = Some(package.to_owned());
        Ok(())
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        apps::stop(&mut self.link, package)
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        apps::clear_data(&mut self.link, package)
    }

    /// What the phone had logged when this was called: its newest line is asked for, and waited for in the stream.
    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        let mut budget = self.act_budget();
        let dialect = self.log_dialect(&mut budget)?;
        let transport = self.link.transport.clone();
        let log = self.log.get_or_insert_with(|| LogReader::start(transport, dialect));
        let newest = newest_line(&mut self.link, dialect, &mut budget)?;
        if log.is_held() {
            // A return that failed has left another past, and nobody knows where it ended: here, then.
            log.go_on_after(newest.as_ref());
        }
        log.page(since, newest.as_ref(), budget.deadline()).ok_or_else(|| DeviceError::TimedOut {
            serial: self.link.serial.clone(),
            doing: READING_LOG,
            after: self.link.deadlines.act,
            sent: Sent::Nothing,
        })
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        self.needs(change.needs())?;
        changes::change(self, change)
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        screen::screenshot(&mut self.link)
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        match &mut self.snapshots {
            Some(snapshots) => snapshots.save(&self.link),
            None => Err(self.lacks(Ability::Snapshot)),
        }
    }

    fn snapshot_bytes(&mut self, snapshot: SnapshotId) -> Option<u64> {
        let deadline = Deadline::after(self.link.deadlines.act);
        self.snapshots.as_mut()?.bytes(snapshot, deadline)
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        let Some(snapshots) = &mut self.snapshots else { return Err(self.lacks(Ability::Snapshot)) };
        // Even half a return makes another past.
        if let Some(log) = &self.log {
            log.hold();
        }
        if let Some(keyboard) = &mut self.keyboard {
            keyboard.forget();
        }
        snapshots.load(&mut self.link, snapshot)?;
        if let Some(log) = &self.log {
            let mut budget = self.link.budget(self.link.deadlines.act);
            let newest = newest_line(&mut self.link, log.dialect(), &mut budget);
            log.go_on_after(newest.map_err(|error| after_a_beginning(error, true))?.as_ref());
        }
        Ok(())
    }

    fn forget(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        match &mut self.snapshots {
            Some(snapshots) => snapshots.forget(&self.link, snapshot),
            None => Err(self.lacks(Ability::Snapshot)),
        }
    }

    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        self.covered.coverage(&mut self.link)
    }
}

/// The line that was logged last.
fn newest_line(
    link: &mut Link,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<Option<LogLine>, DeviceError> {
    let command =
        if dialect.modern { commands::newest_log_line() } else { commands::newest_log_line_before_7() };
    let printed = link.ask(READING_LOG, &command, budget)?;
    Ok(last_line(&printed.stdout, dialect))
}

impl Drop for AdbDevice {
    /// Leaves the phone as it was, as far as it lets us within a few seconds.
    fn drop(&mut self) {
        self.log = None;
        let deadline = Deadline::after(CLEANING_UP);
        let left = || deadline.left().unwrap_or_default();
        // A phone that has gone away is not waited for: nobody is left who could be told.
        self.link.deadlines = Deadlines { act: left(), reconnect: Duration::ZERO, ..self.link.deadlines };
        if let Some(keyboard) = &mut self.keyboard {
            let _ = keyboard.put_back(&mut self.link);
        }
        for command in std::mem::take(&mut self.undo).into_values() {
            let _ = self.link.tell("put things back", &command, &mut self.link.budget(left()));
        }
        if let Some(snapshots) = &mut self.snapshots {
            snapshots.forget_all(Deadline::after(CLEANING_UP));
        }
    }
}
