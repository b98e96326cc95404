//! The output folder of DroidBot.
//!
//! `events/event_TIME.json` has one event each, with the hashes of the states before and after. `states/state_TIME.json`
//! has the views of a state, but only when its hash was met for the first time, and the hash ignores where views are: the
//! layouts of a trace show what was on screen, not always exactly where.

mod state;
mod event;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use gui::Event;
use serde::Deserialize;

use self::event::{RawEvent, describe, event_of};
use self::state::{RawState, State};
use super::{ImportError, Imported, MAX_TEXT_BYTES, files_like, read_limited};
use crate::step::{Moment, Remarks};
use crate::trace::{Header, Trace};

/// Reads the output folder of a DroidBot run as one trace.
///
/// Between two events DroidBot may have seen the screen change by itself: that is a step without an event. So is an
/// event that oddity has no word for, with a note that names it.
pub fn droidbot(folder: &Path) -> Result<Imported, ImportError> {
    let mut imported = Imported::default();
    let states = read_states(folder, &mut imported)?;
    let events = read_events(folder, &mut imported)?;
    let Some(first) = events.first() else {
        let expected = "DroidBot output: there is no events/event_*.json";
        return Err(ImportError::NotThat { path: folder.to_owned(), expected });
    };
    let header = header_of(folder, &events);
    let mut told = Telling { app: header.app.clone(), states: &states, missing: HashSet::new() };
    let mut trace = Trace::new(header, told.moment(&first.start_state));
    let mut state = &first.start_state;
    let began = first.seconds();
    for event in &events {
        if event.start_state != *state {
            trace.step(None, told.moment(&event.start_state), Remarks::default());
        }
        state = &event.stop_state;
        let meant = told.event(event);
        let at_ms = began.zip(event.seconds()).and_then(|(began, at)| u64::try_from(at - began).ok());
        let remarks = Remarks {
            at_ms: at_ms.map(|seconds| seconds * 1000),
            note: meant.is_none().then(|| describe(&event.event)),
            log: event.event.log(),
            ..Remarks::default()
        };
        trace.step(meant, told.moment(state), remarks);
    }
    trace.end = Some("the recording ends here".to_owned());
    match told.missing.len() {
        0 => {}
        1 => imported.warnings.push("1 screen that events name was not saved".to_owned()),
        missing => imported.warnings.push(format!("{missing} screens that events name were not saved")),
    }
    imported.traces.push(trace);
    Ok(imported)
}

/// One file of `events`.
#[derive(Deserialize)]
struct EventFile {
    #[serde(default)]
    tag: String,
    event: RawEvent,
    #[serde(default)]
    start_state: String,
    #[serde(default)]
    stop_state: String,
}

impl EventFile {
    /// The seconds of a tag like `2023-10-18_223733`, from some day on.
    fn seconds(&self) -> Option<i64> {
        let number = |range: std::ops::Range<usize>| self.tag.get(range)?.parse::<u32>().ok().map(i64::from);
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let (hour, minute, second) = (number(11..13)?, number(13..15)?, number(15..17)?);
        // Days since March of year 0: from March on, every month but the last begins at a fixed place.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
        Some(((days * 24 + hour) * 60 + minute) * 60 + second)
    }
}

struct Telling<'a> {
    app: String,
    states: &'a HashMap<String, State>,
    missing: HashSet<String>,
}

impl Telling<'_> {
    fn moment(&mut self, state_str: &str) -> Moment {
        match self.states.get(state_str) {
            Some(state) => state.moment.clone(),
            None => {
                self.missing.insert(state_str.to_owned());
                Moment::default()
            }
        }
    }

    fn event(&self, event: &EventFile) -> Option<Event> {
        event_of(&event.event, self.states.get(&event.start_state), &self.app)
    }
}

fn read_states(folder: &Path, imported: &mut Imported) -> Result<HashMap<String, State>, ImportError> {
    let mut states = HashMap::new();
    for file in list(folder, "states", "state_")? {
        let Some(raw) = read_json::<RawState>(&file, imported) else { continue };
        let screen = file.file_stem().unwrap_or_default().to_string_lossy().replacen("state_", "screen_", 1);
        let picture = ["png", "jpg"]
            .iter()
            .find_map(|kind| imported.picture(file.with_file_name(format!("{screen}.{kind}"))));
        match State::of(&raw, picture) {
            Ok((state, lost)) => {
                if lost > 0 {
                    imported.warn(&file, &format!(": {lost} views hang on nothing"));
                }
                states.entry(raw.state_str).or_insert(state);
            }
            Err(limit) => {
                imported.leave_out::<()>(&file, &limit.to_string());
            }
        }
    }
    Ok(states)
}

fn read_events(folder: &Path, imported: &mut Imported) -> Result<Vec<EventFile>, ImportError> {
    let files = list(folder, "events", "event_")?;
    Ok(files.iter().filter_map(|file| read_json(file, imported)).collect())
}

fn list(folder: &Path, part: &str, start: &str) -> Result<Vec<std::path::PathBuf>, ImportError> {
    let folder = folder.join(part);
    match files_like(&folder, start, &[".json"]) {
        Ok(files) => Ok(files),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(ImportError::Io { path: folder, source }),
    }
}

fn read_json<T: serde::de::DeserializeOwned>(file: &Path, imported: &mut Imported) -> Option<T> {
    let read = read_limited(file, MAX_TEXT_BYTES).map_err(|e| e.to_string());
    match read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|e| e.to_string())) {
        Ok(value) => Some(value),
        Err(why) => imported.leave_out(file, &why),
    }
}

/// What `utg.js` says of the whole run.
#[derive(Default, Deserialize)]
struct Utg {
    app_package: Option<String>,
    device_model_number: Option<String>,
    device_sdk_version: Option<u32>,
}

fn header_of(folder: &Path, events: &[EventFile]) -> Header {
    // `utg.js` is `var utg = {...}`; a run that was broken off has none, or half of one.
    let utg: Utg = read_limited(&folder.join("utg.js"), MAX_TEXT_BYTES)
        .ok()
        .and_then(|bytes| {
            let start = bytes.iter().position(|&byte| byte == b'{')?;
            serde_json::from_slice(&bytes[start..]).ok()
        })
        .unwrap_or_default();
    let started = || events.iter().find_map(|event| event.event.package_started().map(str::to_owned));
    let device = utg.device_model_number.map(|model| match utg.device_sdk_version {
        Some(sdk) => format!("{model}, SDK {sdk}"),
        None => model,
    });
    let app = utg.app_package.or_else(started).unwrap_or_default();
    Header { app, device, source: "DroidBot".to_owned(), ..Header::default() }
}
