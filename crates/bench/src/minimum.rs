//! The fewest events that crash an app, by trying all.

use std::collections::HashSet;
use std::time::Duration;

use device::{Device, DeviceError, LogPosition, Observation, perform};
use gui::Event;
use sim::SimPhone;
use trace::Crash;
use xxhash_rust::xxh3::Xxh3;

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states to look at.
    pub states: usize,
    /// The most events.
    pub events: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 5_000_000, events: 32 }
    }
}

/// The fewest events that crash an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimum {
    /// One of the shortest sequences that do; `None` where the limits struck.
    pub events: Option<Vec<Event>>,
    /// No sequence shorter than this does.
    pub at_least: usize,
    /// How many different states were looked at.
    pub states: usize,
    /// How many events were tried.
    pub tried: u64,
}

/// Breadth-first search from the phone as it is, for the first crash of the app.
///
/// Tried is everything that the screens offer, with one text per text box ([`gui::Layout::events`]). States are the same when the
/// app's are ([`SimPhone::state_hash`]), and the same windows stand in the same places on the screen. Time passes only while
/// a screen comes to rest.
pub fn minimum_crash(phone: SimPhone, app: &str, limits: Limits) -> Result<Minimum, DeviceError> {
    let mut search = Search { app, ways: Vec::new(), seen: HashSet::new(), tried: 0 };
    let mut start = phone;
    let seen = rest(&mut start)?;
    search.seen.insert(key(&start, &seen));
    let mut level = vec![(None, start)];
    for depth in 0..limits.events {
        let mut next = Vec::new();
        for (way, phone) in level {
            if let Some(last) = search.expand(way, phone, &mut next)? {
                return Ok(search.result(Some(last), depth + 1));
            }
            if search.seen.len() >= limits.states {
                return Ok(search.result(None, depth + 1));
            }
        }
        if next.is_empty() {
            return Ok(search.result(None, usize::MAX));
        }
        level = next;
    }
    Ok(search.result(None, limits.events + 1))
}

struct Search<'a> {
    app: &'a str,
    /// Every way that led to a new state: the way before and its last event.
    ways: Vec<(Option<u32>, Event)>,
    seen: HashSet<u128>,
    tried: u64,
}

impl Search<'_> {
    /// Tries all that a state offers. Returns the way that crashed, if one did.
    fn expand(
        &mut self,
        way: Option<u32>,
        mut phone: SimPhone,
        next: &mut Vec<(Option<u32>, SimPhone)>,
    ) -> Result<Option<u32>, DeviceError> {
        let layout = phone.observe()?.layout;
        let log = phone.read_log(LogPosition::START)?.next;
        for event in layout.events() {
            let mut tried = phone.clone();
            // What cannot be touched here cannot be part of the way.
            if perform(&mut tried, self.app, &event, &layout).is_err() {
                continue;
            }
            self.tried += 1;
            let seen = rest(&mut tried)?;
            let crashed = crashed(&mut tried, log)?;
            if !crashed && !self.seen.insert(key(&tried, &seen)) {
                continue;
            }
            self.ways.push((way, event));
            let last = self.ways.len() as u32 - 1;
            if crashed {
                return Ok(Some(last));
            }
            next.push((Some(last), tried));
        }
        Ok(None)
    }

    fn result(&self, last: Option<u32>, at_least: usize) -> Minimum {
        let mut events = Vec::new();
        let mut at = last;
        while let Some(way) = at {
            let (before, event) = &self.ways[way as usize];
            events.push(event.clone());
            at = *before;
        }
        events.reverse();
        let events = last.map(|_| events);
        Minimum { events, at_least, states: self.seen.len(), tried: self.tried }
    }
}

/// Waits until the screen rests; what moves without end is taken as it is.
fn rest(phone: &mut SimPhone) -> Result<Observation, DeviceError> {
    let patience = device::Patience { limit: Duration::from_secs(10), pause: Duration::from_millis(250) };
    Ok(device::settle(phone, patience)?.observation)
}

fn crashed(phone: &mut SimPhone, since: LogPosition) -> Result<bool, DeviceError> {
    let page = phone.read_log(since)?;
    let fatal = page.lines.iter().any(|line| line.buffer == "crash");
    Ok(fatal && Crash::in_log(&page.logcat()).is_some())
}

/// The app's state and the windows on the screen. Texts do not count: what matters of them is in the app's state.
fn key(phone: &SimPhone, seen: &Observation) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&phone.state_hash().to_le_bytes());
    hash.update(format!("{:?}", seen.foreground).as_bytes());
    for node in seen.layout.nodes() {
        hash.update(node.class().as_bytes());
        hash.update(node.resource_id().as_bytes());
        let bounds = node.bounds();
        for side in [bounds.left, bounds.top, bounds.right, bounds.bottom] {
            hash.update(&side.to_le_bytes());
        }
    }
    hash.digest128()
}
