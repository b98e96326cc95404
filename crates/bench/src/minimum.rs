//! The fewest events that crash an app, by trying all.

use std::collections::HashSet;
use std::time::Duration;

use device::{Device, DeviceError, LogPosition, Observation, perform};
use gui::{Event, Key};
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
    /// No sequence of fewer events does.
    pub at_least: usize,
    /// How many different states were looked at.
    pub states: usize,
    /// How many events were tried.
    pub tried: u64,
    /// How many states were first reached with no event, one, two and so on.
    pub levels: Vec<usize>,
}

/// Breadth-first search from the phone as it is, for the first crash of the app.
///
/// Tried are taps of all kinds, edits, submits, scrolls and swipes that the screens offer, with one text per text box
/// ([`gui::Layout::events`]), and the back key; not what leaves the app or turns the phone. States are the same when the app's are
/// ([`SimPhone::state_hash`]), and the same windows stand in the same places on the screen. Time passes only while a screen
/// comes to rest.
pub fn minimum_crash(mut phone: SimPhone, app: &str, limits: Limits) -> Result<Minimum, DeviceError> {
    let start = rest(&mut phone)?;
    let seen = HashSet::from([key(&phone, &start)]);
    let mut search = Search { app, start: phone, ways: Vec::new(), seen, tried: 0, levels: vec![1] };
    let mut level = vec![None];
    while search.levels.len() <= limits.events && !level.is_empty() {
        let mut next = Vec::new();
        for way in level {
            if let Some(last) = search.expand(way, &mut next)? {
                return Ok(search.result(Some(last)));
            }
            if search.seen.len() >= limits.states {
                return Ok(search.result(None));
            }
        }
        search.levels.push(next.len());
        level = next;
    }
    Ok(search.result(None))
}

struct Search<'a> {
    app: &'a str,
    start: SimPhone,
    /// Every way that led to a new state: the way before and its last event. A state is made again from its way when its
    /// turn comes: phones would take a thousand times the memory.
    ways: Vec<(Option<u32>, Event)>,
    seen: HashSet<u128>,
    tried: u64,
    levels: Vec<usize>,
}

impl Search<'_> {
    /// Tries all that a state offers. Returns the way that crashed, if one did.
    fn expand(&mut self, way: Option<u32>, next: &mut Vec<Option<u32>>) -> Result<Option<u32>, DeviceError> {
        let mut phone = self.start.clone();
        for event in self.events(way) {
            let layout = phone.observe()?.layout;
            // It could be done before, so it can be done again.
            let _ = perform(&mut phone, self.app, &event, &layout);
            rest(&mut phone)?;
        }
        let layout = phone.observe()?.layout;
        let log = phone.read_log(LogPosition::START)?.next;
        for event in layout.events().into_iter().filter(is_tried) {
            let mut tried = phone.clone();
            // What cannot be touched here cannot be part of the way.
            if perform(&mut tried, self.app, &event, &layout).is_err() {
                continue;
            }
            self.tried += 1;
            let seen = rest(&mut tried)?;
            let crashed = crashed(&mut tried, self.app, log)?;
            if !crashed && !self.seen.insert(key(&tried, &seen)) {
                continue;
            }
            self.ways.push((way, event));
            let last = Some(self.ways.len() as u32 - 1);
            if crashed {
                return Ok(last);
            }
            next.push(last);
        }
        Ok(None)
    }

    fn events(&self, way: Option<u32>) -> Vec<Event> {
        let mut events = Vec::new();
        let mut at = way;
        while let Some(way) = at {
            let (before, event) = &self.ways[way as usize];
            events.push(event.clone());
            at = *before;
        }
        events.reverse();
        events
    }

    fn result(self, last: Option<u32>) -> Minimum {
        let events = last.map(|last| self.events(Some(last)));
        let (states, at_least) = (self.seen.len(), self.levels.len());
        Minimum { events, at_least, states, tried: self.tried, levels: self.levels }
    }
}

/// The alphabet.
fn is_tried(event: &Event) -> bool {
    match event {
        Event::Key { key } => *key == Key::Back,
        Event::Rotate { .. } | Event::Pinch { .. } => false,
        _ => true,
    }
}

/// Waits until the screen rests; what moves without end is taken as it is.
fn rest(phone: &mut SimPhone) -> Result<Observation, DeviceError> {
    let patience = device::Patience { limit: Duration::from_secs(10), pause: Duration::from_millis(250) };
    Ok(device::settle(phone, patience)?.observation)
}

fn crashed(phone: &mut SimPhone, app: &str, since: LogPosition) -> Result<bool, DeviceError> {
    let page = phone.read_log(since)?;
    let fatal = page.lines.iter().any(|line| line.buffer == "crash");
    Ok(fatal && Crash::in_log(&page.logcat(), app).is_some_and(|crash| crash.is_of(app)))
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

#[cfg(test)]
mod tests {
    use sim::Profile;

    use super::*;

    fn search(spec: &str, limits: Limits) -> Minimum {
        let (app, faults) = apps::find(spec).unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], 1);
        phone.launch(app.manifest.package).unwrap();
        minimum_crash(phone, app.manifest.package, limits).unwrap()
    }

    #[test]
    fn the_fewest_events_are_found_and_no_fewer_do() {
        for spec in ["budget+empty-month", "contacts+share-without-number", "tasks+not-a-number"] {
            let found = search(spec, Limits::default());
            let events = found.events.unwrap().len();
            assert_eq!(events, found.at_least, "{spec}");
            let fewer = search(spec, Limits { events: events - 1, ..Limits::default() });
            assert_eq!((fewer.events, fewer.at_least), (None, events), "{spec}");
        }
    }

    #[test]
    fn where_the_cap_strikes_it_says_at_least_how_many() {
        let found = search("notes+gone-folder", Limits { states: 300, ..Limits::default() });
        assert_eq!((found.events, found.at_least, found.levels.len()), (None, 3, 3));
    }
}
