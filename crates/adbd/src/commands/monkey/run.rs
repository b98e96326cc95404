//! One run of monkey.

use std::io::{self, Write};
use std::time::Duration;

use device::{Change, DeviceError, InstalledApp, LogPosition};
use gui::Orientation;

use super::super::{Call, Outcome, Stop};
use super::gesture::{Gesture, told};
use super::options::{KINDS, Options};
use super::source::{MonkeyEvent, Source};
use super::watch::{Trouble, troubles};
use super::{allowing_line, switch_line};
use device::DateTime;

/// A run under way.
pub(super) struct Run<'a, 'b> {
    call: &'a mut Call<'b>,
    options: &'a Options,
    apps: Vec<InstalledApp>,
    source: Source,
    gesture: Gesture,
    log: LogPosition,
    started_ms: u64,
    events: u64,
    aborted: bool,
    turned: bool,
    dropped: Dropped,
}

/// Events that the phone did not take.
#[derive(Default)]
struct Dropped {
    keys: u64,
    pointers: u64,
    flips: u64,
    rotations: u64,
}

impl<'a, 'b> Run<'a, 'b> {
    pub(super) fn new(
        call: &'a mut Call<'b>,
        options: &'a Options,
        shares: [f32; KINDS],
        apps: Vec<InstalledApp>,
    ) -> Result<Self, Stop> {
        let screen = call.phone.screen_as_held()?;
        let source = Source::new(
            options.seed,
            shares,
            screen,
            apps.len(),
            options.throttle_ms,
            options.randomize_throttle,
        );
        let log = call.phone.ask(|state| state.device.read_log(state.memory.log_from))?.next;
        let started_ms = call.phone.unix_ms()?;
        Ok(Run {
            call,
            options,
            apps,
            source,
            gesture: Gesture::default(),
            log,
            started_ms,
            events: 0,
            aborted: false,
            turned: false,
            dropped: Dropped::default(),
        })
    }

    pub(super) fn finish(mut self) -> Outcome {
        while self.events < self.options.count && !self.aborted && (self.call.wanted)() {
            if self.options.no_events {
                self.events += 1;
                continue;
            }
            self.tell_progress()?;
            // An event before may have turned the phone.
            self.source.screen = self.call.phone.screen_as_held()?;
            let event = self.source.next();
            self.perform(&event)?;
            if !matches!(event, MonkeyEvent::Pause(_)) {
                self.events += 1;
            }
        }
        if self.aborted {
            writeln!(self.call.out, "** Monkey aborted due to error.")?;
        }
        writeln!(self.call.out, "Events injected: {}", self.events)?;
        self.sum_up()
    }

    /// What it prints in the end, and its status: the event it stopped at.
    fn sum_up(mut self) -> Outcome {
        if self.turned {
            self.turn(Orientation::Portrait)?;
        }
        let took = self.call.phone.unix_ms()?.saturating_sub(self.started_ms);
        let out = &mut self.call.out;
        if self.options.verbose > 0 {
            let Dropped { keys, pointers, flips, rotations } = &self.dropped;
            writeln!(out, ":Sending rotation degree=0, persist=false")?;
            writeln!(
                out,
                ":Dropped: keys={keys} pointers={pointers} trackballs=0 flips={flips} rotations={rotations}"
            )?;
        }
        writeln!(
            out,
            "## Network stats: elapsed time={took}ms (0ms mobile, 0ms wifi, {took}ms not connected)"
        )?;
        if self.events + 1 < self.options.count {
            let Options { count, seed, .. } = self.options;
            writeln!(
                self.call.err,
                "** System appears to have crashed at event {} of {count} using seed {seed}",
                self.events
            )?;
            return Ok(self.events as u8);
        }
        if self.options.verbose > 0 {
            writeln!(out, "// Monkey finished")?;
        }
        Ok(0)
    }

    fn tell_progress(&mut self) -> Result<(), Stop> {
        if self.options.verbose > 0 && self.events > 0 && self.events.is_multiple_of(100) {
            let now = DateTime::of(self.call.phone.unix_ms()?);
            let up = self.call.phone.ask(|state| state.device.now())?.as_millis();
            let (date, time, milli) = (now.date(), now.time(), now.milli);
            writeln!(self.call.out, "    //[calendar_time:{date} {time}.{milli:03}  system_uptime:{up}]")?;
            writeln!(self.call.out, "    // Sending event #{}", self.events)?;
            self.call.out.flush()?;
        }
        Ok(())
    }

    fn perform(&mut self, event: &MonkeyEvent) -> Result<(), Stop> {
        if let Some(line) = told(event, self.options.verbose) {
            writeln!(self.call.out, "{line}")?;
        }
        match event {
            MonkeyEvent::Pause(time) => self.call.phone.pass(*time, self.call.wanted)?,
            MonkeyEvent::Switch(app) => self.switch(*app)?,
            MonkeyEvent::Rotation { quarters, .. } => {
                let to = if quarters % 2 == 1 { Orientation::Landscape } else { Orientation::Portrait };
                self.turned = true;
                self.turn(to)?;
            }
            // The keyboard of a phone does not flip open, and monkey says so in these words.
            MonkeyEvent::Flip { .. } => {
                writeln!(
                    self.call.err,
                    "Got IOException performing flipjava.io.FileNotFoundException: /dev/input/event0: open failed: EACCES (Permission denied)"
                )?;
                self.dropped.flips += 1;
                self.fail()?;
            }
            touch_or_key => {
                for input in self.gesture.take(touch_or_key) {
                    match self.call.phone.ask(|state| state.device.act(&input)) {
                        Ok(()) => self.after_input()?,
                        Err(DeviceError::Refused { .. } | DeviceError::Lacks { .. }) => {
                            self.drop_input(touch_or_key)?;
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
            }
        }
        Ok(())
    }

    fn switch(&mut self, app: usize) -> Result<(), Stop> {
        let Some(app) = self.apps.get(app) else { return Ok(()) };
        if self.options.verbose > 0 {
            writeln!(self.call.out, "{}", switch_line(app))?;
            writeln!(self.call.out, "{}", allowing_line(app))?;
        }
        self.call.phone.ask(|state| state.device.launch(&app.package))?;
        let delay = Duration::from_millis(self.options.app_switch_delay_ms);
        self.call.phone.pass(delay, self.call.wanted)?;
        self.look_at_log()
    }

    fn turn(&mut self, to: Orientation) -> Result<(), Stop> {
        match self.call.phone.ask(|state| state.device.change(&Change::Rotate { to })) {
            Ok(()) => self.look_at_log(),
            Err(DeviceError::Lacks { .. } | DeviceError::Refused { .. }) => {
                self.dropped.rotations += 1;
                self.fail().map_err(Stop::Io)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn drop_input(&mut self, event: &MonkeyEvent) -> Result<(), Stop> {
        match event {
            MonkeyEvent::Key { .. } => self.dropped.keys += 1,
            _ => self.dropped.pointers += 1,
        }
        self.fail().map_err(Stop::Io)
    }

    fn fail(&mut self) -> io::Result<()> {
        writeln!(self.call.out, "    // Injection Failed")
    }

    /// Whether something went wrong, and whether we are still where we should be.
    fn after_input(&mut self) -> Result<(), Stop> {
        self.look_at_log()?;
        if self.aborted || self.options.packages.is_empty() {
            return Ok(());
        }
        let front = self.call.phone.ask(|state| state.device.observe())?.foreground.activity;
        let Some(front) = front.filter(|front| !self.options.packages.contains(&front.package)) else {
            return Ok(());
        };
        if self.options.verbose > 0 {
            writeln!(self.call.out, "    // activityResuming({})", front.package)?;
            writeln!(self.call.out, "    // Rejecting resume of package {}", front.package)?;
        }
        let Some(app) = self.apps.first() else { return Ok(()) };
        self.call.phone.ask(|state| state.device.launch(&app.package))?;
        Ok(())
    }

    fn look_at_log(&mut self) -> Result<(), Stop> {
        let page = self.call.phone.ask(|state| state.device.read_log(self.log))?;
        self.log = page.next;
        for trouble in troubles(&page.lines) {
            if trouble == Trouble::Native && !self.options.monitor_native_crashes {
                continue;
            }
            let now = self.call.phone.unix_ms()?;
            let text = trouble.told(self.call.phone.build().prop("ro.build.fingerprint"), now);
            self.call.err.write_all(text.as_bytes())?;
            self.aborted |= match trouble {
                Trouble::Crash { .. } => !self.options.ignore_crashes,
                Trouble::NotResponding { .. } => !self.options.ignore_timeouts,
                Trouble::Native => !self.options.ignore_native_crashes,
            };
        }
        Ok(())
    }
}
