//! Writing down whatever is done to a phone, by whomever.

mod meaning;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use device::{Change, Device, DeviceError, Input, LogPosition, MemorySnapshot, Observation, SnapshotId};
use gui::Event;

use crate::{Crash, Header, Moment, Remarks, RunError, RunWriter, Step, TraceId};
use meaning::Deed;

/// A phone that writes down what is done to it, in front of any other.
///
/// It looks before each deed and never waits, so the screens are those that whoever drives the phone had before them, and
/// nothing else changes. A tap is written as the widget it hit. What has no word among our events is kept as a note. A deed is
/// written when the next one begins, or when the recorder is dropped: a process that is killed loses its last one.
pub struct Recorder {
    phone: Box<dyn Device>,
    /// The app that the trace is of.
    app: String,
    recording: Recording,
    began: Duration,
    log: LogPosition,
}

/// The run that a [`Recorder`] writes, for whoever ends it.
#[derive(Clone)]
pub struct Recording(Arc<Mutex<State>>);

struct State {
    run: RunWriter,
    trace: TraceId,
    last: Moment,
    /// The last deed, until the next look says what came of it.
    open: Option<Open>,
    steps: u64,
    failed: Option<RunError>,
    ended: bool,
}

struct Open {
    deed: Deed,
    /// Since the trace began; `None` where the phone could not be looked at.
    at: Option<Duration>,
    failed: Option<DeviceError>,
}

impl Recorder {
    /// Begins a trace in `run` with what the phone shows now.
    pub fn new(
        mut phone: Box<dyn Device>,
        mut run: RunWriter,
        header: &Header,
    ) -> Result<(Recorder, Recording), RecordError> {
        let first = phone.observe()?;
        // What was logged before does not belong to the first step.
        let log = phone.read_log(LogPosition::START)?.next;
        let last = moment_of(&first);
        let trace = run.begin(header, &last)?;
        let state = State { run, trace, last, open: None, steps: 0, failed: None, ended: false };
        let recording = Recording(Arc::new(Mutex::new(state)));
        let app = header.app.clone();
        let recorder = Recorder { phone, app, recording: recording.clone(), began: first.at, log };
        Ok((recorder, recording))
    }

    /// Writes the last deed with what came of it, then looks at the screen for the next.
    fn close_step(&mut self) -> Option<Observation> {
        let now = self.phone.observe().ok();
        let Some(open) = self.recording.state().open.take() else { return now };
        let after = now.as_ref().map_or_else(Moment::default, moment_of);
        let crash = self.crash_since_last_look();
        self.recording.state().close(open, after, crash);
        now
    }

    fn crash_since_last_look(&mut self) -> Option<Crash> {
        let page = self.phone.read_log(self.log).ok()?;
        self.log = page.next;
        Crash::in_log(&page.logcat(), &self.app)
    }

    fn record<T>(
        &mut self,
        deed: impl FnOnce(Option<&gui::Layout>) -> Deed,
        act: impl FnOnce(&mut dyn Device) -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        let before = self.close_step();
        let deed = deed(before.as_ref().map(|seen| &*seen.layout));
        let at = before.map(|seen| seen.at.saturating_sub(self.began));
        let result = act(&mut *self.phone);
        let failed = result.as_ref().err().cloned();
        self.recording.state().open = Some(Open { deed, at, failed });
        result
    }
}

impl Recording {
    /// How many steps have been written.
    pub fn steps(&self) -> u64 {
        self.state().steps
    }

    /// Ends the trace, and tells the first thing that could not be written.
    ///
    /// A recorder that is still in use adds nothing more; what came of its last deed is then not known.
    pub fn end(&self, why: &str) -> Result<u64, RunError> {
        let mut state = self.state();
        if let Some(open) = state.open.take() {
            state.close(open, Moment::default(), None);
        }
        state.ended = true;
        if let Some(error) = state.failed.take() {
            return Err(error);
        }
        let trace = state.trace;
        state.run.end(trace, why)?;
        state.run.sync()?;
        Ok(state.steps)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes a deed with what came of it.
    fn close(&mut self, open: Open, after: Moment, crash: Option<Crash>) {
        let Open { deed, at, failed } = open;
        let (event, note) = deed.told(after.layout.as_deref());
        let failed = failed.map(|error| error.to_string());
        let notes: Vec<String> = note.into_iter().chain(failed).collect();
        let remarks = Remarks {
            at_ms: at.map(millis),
            crash,
            note: (!notes.is_empty()).then(|| notes.join("; ")),
            ..Remarks::default()
        };
        // The phone goes on after a full disk; that the run does not is told at its end.
        if self.failed.is_some() || self.ended {
            return;
        }
        let step = Step { before: self.last.clone(), event, after: after.clone(), remarks };
        match self.run.step(self.trace, &step) {
            Ok(()) => {
                self.steps += 1;
                self.last = after;
            }
            Err(error) => self.failed = Some(error),
        }
    }
}

impl Drop for Recorder {
    /// Looks a last time, for what came of the last deed.
    fn drop(&mut self) {
        self.close_step();
    }
}

/// Why nothing could be recorded.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The phone failed at the first look.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The run could not be written.
    #[error(transparent)]
    Run(#[from] RunError),
}

fn moment_of(seen: &Observation) -> Moment {
    Moment {
        layout: Some(Arc::clone(&seen.layout)),
        activity: seen.foreground.activity.as_ref().map(ToString::to_string),
        screenshot: None,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Device for Recorder {
    device::hand_on!(phone: identity kind abilities deadlines now unix_ms wait wait_for_rest observe apps read_log);
    device::hand_on!(phone: screenshot screenshot_of_app snapshot snapshot_data snapshot_bytes forget memory_snapshot coverage);

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.record(|layout| Deed::of_input(input, layout), |phone| phone.act(input))
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        let deed = if package == self.app {
            Deed::Event(Event::Launch)
        } else {
            Deed::noted(format!("{package} was opened"))
        };
        self.record(|_| deed, |phone| phone.launch(package))
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.record(|_| Deed::noted(format!("{package} was stopped")), |phone| phone.stop(package))
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        let note = format!("the data of {package} was cleared");
        self.record(|_| Deed::noted(note), |phone| phone.clear_data(package))
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        let deed = Deed::of_change(change, &self.app);
        self.record(|_| deed, |phone| phone.change(change))
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        let note = format!("the phone returned to snapshot {}", snapshot.0);
        self.record(|_| Deed::noted(note), |phone| phone.restore(snapshot))
    }

    fn take_up(&mut self, snapshot: &MemorySnapshot) -> Result<(), DeviceError> {
        self.record(
            |_| Deed::noted("the phone took up a saved condition".to_owned()),
            |phone| phone.take_up(snapshot),
        )
    }
}
