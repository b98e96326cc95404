//! What a phone costs: how long it takes for what a hunt asks of it, and how its memory grows.

use std::sync::Arc;
use std::time::{Duration, Instant};

use device::{Ability, Device, DeviceError, NotPerformed, Patience, perform, settle};
use experiment::Chance;
use gui::{Event, Layout};
use serde::Serialize;

use crate::Mean;

/// So often everything but events is timed.
const TIMES: usize = 10;
/// So many events lie between two snapshots.
const EVENTS_BETWEEN: u64 = 5;
/// So many events are timed with a picture of each.
const DRAWN_EVENTS: u64 = 100;
/// So many events count as the first ones of a process, which is new to them,
const EARLY_EVENTS: u64 = 20;
/// and so often they are timed.
const EARLY_ROUNDS: u64 = 3;
/// Memory is read this many times in a walk.
const READINGS: u64 = 100;
const LONG_WAIT: Duration = Duration::from_secs(10);

/// What was measured. Times are milliseconds.
#[derive(Debug, Clone, Serialize)]
pub struct PhoneFigures {
    /// The app's data cleared, the app opened and at rest.
    pub fresh_start_ms: Mean,
    /// An event, until the screen rests and is read.
    pub event_ms: f64,
    /// The same among the first twenty after a fresh start.
    pub early_event_ms: f64,
    /// The same with a picture; `None` where the phone has none.
    pub drawn_event_ms: Option<f64>,
    /// A look at the screen.
    pub look_ms: Mean,
    /// No time passing: the least that a question takes, with what every answer carries.
    pub question_ms: Mean,
    /// A picture; `None` where the phone has none.
    pub picture_ms: Option<Mean>,
    /// Ten seconds of waiting.
    pub long_wait_ms: Mean,
    /// Going back in time; `None` where the phone cannot.
    pub travel: Option<TravelFigures>,
    /// How often the app was opened again in the walk, because something had led out of it.
    pub restarts: u64,
    /// How often the phone failed in the walk, and how the last time.
    pub failures: (u64, Option<String>),
    /// Events done, and how many bytes the phone took in memory then.
    pub memory: Vec<(u64, u64)>,
}

/// Saving a phone's condition, or what the app has stored where that is all it can, and going back to it.
#[derive(Debug, Clone, Serialize)]
pub struct TravelFigures {
    /// Whether the app's process was saved, not only what it had stored.
    pub has_process: bool,
    /// Saving it.
    pub save_ms: Mean,
    /// Going back, until the screen is read.
    pub restore_ms: Mean,
    /// An event among the first twenty after that.
    pub early_event_ms: f64,
    /// How much room each takes that is not the first, as far as the phone says.
    pub bytes: Option<Mean>,
}

/// Measures a phone on which the app is installed. `memory` reads how many bytes it takes.
pub fn measure<D: Device>(
    phone: &mut D,
    package: &str,
    events: u64,
    seed: u64,
    memory: impl Fn(&D) -> Option<u64>,
) -> Result<PhoneFigures, DeviceError> {
    let fresh_start_ms = timed(|| {
        phone.clear_data(package)?;
        phone.launch(package)?;
        settle(phone, Patience::default()).map(drop)
    })?;
    let walked = walk(phone, package, events, seed, memory, |_| Ok(()))?;
    let early_event_ms = early(phone, package, seed, |phone| {
        phone.clear_data(package)?;
        phone.launch(package)
    })?;
    let has_pictures = phone.abilities().has(Ability::Screenshot);
    let picture = |phone: &mut D| phone.screenshot().map(drop);
    let drawn =
        has_pictures.then(|| walk(phone, package, DRAWN_EVENTS, seed, |_| None, picture)).transpose()?;
    phone.launch(package)?;
    settle(phone, Patience::default())?;
    Ok(PhoneFigures {
        fresh_start_ms,
        event_ms: walked.ms_an_event(),
        early_event_ms,
        drawn_event_ms: drawn.map(|drawn| drawn.ms_an_event()),
        look_ms: timed(|| phone.observe().map(drop))?,
        question_ms: timed(|| phone.wait(Duration::ZERO))?,
        picture_ms: has_pictures.then(|| timed(|| picture(phone))).transpose()?,
        long_wait_ms: timed(|| phone.wait(LONG_WAIT))?,
        travel: travel(phone, package, seed)?,
        restarts: walked.restarts,
        failures: walked.failures,
        memory: walked.memory,
    })
}

/// Walks through the app again, as it was timed; says how many events were done and how many milliseconds each took.
pub fn walked<D: Device>(
    phone: &mut D,
    package: &str,
    events: u64,
    seed: u64,
) -> Result<(u64, f64), DeviceError> {
    let walked = walk(phone, package, events, seed, |_| None, |_| Ok(()))?;
    Ok((walked.events, walked.ms_an_event()))
}

struct Walk {
    events: u64,
    spent: Duration,
    restarts: u64,
    failures: (u64, Option<String>),
    memory: Vec<(u64, u64)>,
}

impl Walk {
    fn ms_an_event(&self) -> f64 {
        ms_each(self.spent, self.events)
    }
}

/// Events of the app's screens by chance, each with what is to be done after it.
fn walk<D: Device>(
    phone: &mut D,
    package: &str,
    events: u64,
    seed: u64,
    memory: impl Fn(&D) -> Option<u64>,
    after: impl Fn(&mut D) -> Result<(), DeviceError>,
) -> Result<Walk, DeviceError> {
    let mut chance = Chance::keyed(seed, "phone bench", 0);
    let mut walk =
        Walk { events: 0, spent: Duration::ZERO, restarts: 0, failures: (0, None), memory: Vec::new() };
    let mut layout = settle(phone, Patience::default())?.observation.layout;
    for done in 0..events {
        if done % (events / READINGS).max(1) == 0 {
            walk.memory.extend(memory(phone).map(|bytes| (done, bytes)));
        }
        if layout.package() != package {
            walk.restarts += 1;
            phone.launch(package)?;
            layout = settle(phone, Patience::default())?.observation.layout;
        }
        let Some(event) = chance.pick(&choices(&layout)).cloned() else { continue };
        let began = Instant::now();
        match step(phone, package, &event, &layout) {
            Ok(Some(next)) => {
                after(phone)?;
                layout = next;
                walk.events += 1;
                walk.spent += began.elapsed();
            }
            Ok(None) => {}
            Err(error) => {
                walk.failures = (walk.failures.0 + 1, Some(error.to_string()));
                phone.launch(package)?;
                layout = settle(phone, Patience::default())?.observation.layout;
            }
        }
    }
    walk.memory.extend(memory(phone).map(|bytes| (events, bytes)));
    Ok(walk)
}

/// What an event leads to; `None` where it cannot be done.
fn step(
    phone: &mut dyn Device,
    package: &str,
    event: &Event,
    layout: &Layout,
) -> Result<Option<Arc<Layout>>, DeviceError> {
    match perform(phone, package, event, layout) {
        Ok(()) => Ok(Some(settle(phone, Patience::default())?.observation.layout)),
        Err(NotPerformed::Device { error, .. }) => Err(error),
        Err(_) => Ok(None),
    }
}

/// What a person could do with a finger; the phone is not turned.
fn choices(layout: &Layout) -> Vec<Event> {
    layout.events().into_iter().filter(|event| !matches!(event, Event::Rotate { .. })).collect()
}

fn travel<D: Device>(phone: &mut D, package: &str, seed: u64) -> Result<Option<TravelFigures>, DeviceError> {
    let has_process = phone.abilities().has(Ability::Snapshot);
    if !has_process && !phone.abilities().has(Ability::StoredData) {
        return Ok(None);
    }
    let save = |phone: &mut D| if has_process { phone.snapshot() } else { phone.snapshot_data(package) };
    let (mut saved, mut times) = (Vec::new(), Vec::new());
    for round in 0..TIMES {
        walk(phone, package, EVENTS_BETWEEN, seed + 1 + round as u64, |_| None, |_| Ok(()))?;
        let began = Instant::now();
        saved.push(save(phone)?);
        times.push(ms_since(began));
    }
    let further = saved.iter().skip(1).filter_map(|&snapshot| phone.snapshot_bytes(snapshot));
    let bytes: Vec<f64> = further.map(|bytes| bytes as f64).collect();
    let Some(&last) = saved.last() else { return Ok(None) };
    let restore_ms = timed(|| {
        phone.restore(last)?;
        phone.observe().map(drop)
    })?;
    let early_event_ms = early(phone, package, seed, |phone| phone.restore(last))?;
    for snapshot in saved {
        phone.forget(snapshot)?;
    }
    let save_ms = Mean::of(&times);
    let bytes = (!bytes.is_empty()).then(|| Mean::of(&bytes));
    Ok(Some(TravelFigures { has_process, save_ms, restore_ms, early_event_ms, bytes }))
}

/// How long each of the first events takes after something that makes the process another one.
fn early<D: Device>(
    phone: &mut D,
    package: &str,
    seed: u64,
    mut begin: impl FnMut(&mut D) -> Result<(), DeviceError>,
) -> Result<f64, DeviceError> {
    let (mut spent, mut events) = (Duration::ZERO, 0);
    for round in 0..EARLY_ROUNDS {
        begin(phone)?;
        let walked = walk(phone, package, EARLY_EVENTS, seed + round, |_| None, |_| Ok(()))?;
        spent += walked.spent;
        events += walked.events;
    }
    Ok(ms_each(spent, events))
}

fn ms_each(spent: Duration, events: u64) -> f64 {
    spent.as_secs_f64() * 1000.0 / events.max(1) as f64
}

fn timed(mut what: impl FnMut() -> Result<(), DeviceError>) -> Result<Mean, DeviceError> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        what()?;
        times.push(ms_since(began));
    }
    Ok(Mean::of(&times))
}

fn ms_since(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use sim::{Profile, SimPhone};

    use super::*;

    #[test]
    fn a_simulated_phone_is_measured_in_all_it_can_do() {
        let (app, faults) = apps::find("notes").unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], 1);
        let figures = measure(&mut phone, app.manifest.package, 50, 1, |_| Some(7)).unwrap();
        assert!(
            figures.event_ms > 0.0
                && figures.early_event_ms > 0.0
                && figures.picture_ms.is_some()
                && figures.travel.is_some()
        );
        assert_eq!(figures.failures, (0, None));
        assert_eq!((figures.memory[0], figures.memory[50]), ((0, 7), (50, 7)));
    }
}
