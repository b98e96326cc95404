//! What other tools recorded, as traces.
//!
//! Each importer takes what is there and says in [`Imported::warnings`] what it had to leave out. A step whose event
//! was not recorded, or that oddity has no word for, has no event; the screens on both sides still count.

mod views;
mod droidbot;
mod genie;
mod dumps;

pub use droidbot::droidbot;
pub use dumps::dumps;
pub use genie::genie;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gui::{Digest, Direction, Key, escaped as clean};

use crate::run::{MAX_SCREENSHOT_BYTES, RunError, RunWriter, is_picture, picture_digest};
use crate::trace::Trace;

/// The largest file of text, and the longest line, that an importer reads.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// What an importer found.
#[derive(Debug, Default)]
pub struct Imported {
    /// The traces, in the order of the recording.
    pub traces: Vec<Trace>,
    /// Where the pictures lie that the traces name.
    pub screenshots: BTreeMap<Digest, PathBuf>,
    /// What was left out, in words.
    pub warnings: Vec<String>,
}

/// A recording that cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The operating system refused.
    #[error("cannot read {}: {source}", clean(&path.to_string_lossy()))]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file or folder is something else.
    #[error("{} is no {expected}", clean(&path.to_string_lossy()))]
    NotThat {
        /// Which file or folder.
        path: PathBuf,
        /// What it should have been, and how that is recognised.
        expected: &'static str,
    },
    /// The content is not what the format says.
    #[error("{}: {}", clean(&path.to_string_lossy()), clean(why))]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        why: String,
    },
}

impl Imported {
    /// Adds the traces and their pictures to a run.
    pub fn save(&self, run: &mut RunWriter) -> Result<(), RunError> {
        for path in self.screenshots.values() {
            let picture = read_limited(path, MAX_SCREENSHOT_BYTES);
            run.screenshot(&picture.map_err(|e| RunError::io("read", path, e))?)?;
        }
        self.traces.iter().try_for_each(|trace| run.trace(trace).map(drop))
    }

    /// The hash of the picture in this file; `None` when there is none.
    fn picture(&mut self, path: PathBuf) -> Option<Digest> {
        if !path.is_file() {
            return None;
        }
        match read_limited(&path, MAX_SCREENSHOT_BYTES) {
            Ok(bytes) if is_picture(&bytes) => {
                let hash = picture_digest(&bytes);
                self.screenshots.entry(hash).or_insert(path);
                Some(hash)
            }
            Ok(_) => self.leave_out(&path, "it is neither PNG nor JPEG"),
            Err(e) => self.leave_out(&path, &e.to_string()),
        }
    }

    /// Says that a file is left out.
    fn leave_out<T>(&mut self, path: &Path, why: &str) -> Option<T> {
        self.warn(path, &format!(" is left out: {why}"));
        None
    }

    /// Says something of a file, safe to print: the name and what stands in the file are a stranger's.
    fn warn(&mut self, path: &Path, what: &str) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.warnings.push(clean(&format!("{name}{what}")));
    }
}

/// The whole file, unless it is larger than the limit. A recording may be a folder full of links.
fn read_limited(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    Ok(files::read_named(path, limit)?)
}

/// The files of a folder whose names begin and end like this, in natural order: `dump2` before `dump10`.
fn files_like(folder: &Path, start: &str, ends: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(start) && ends.iter().any(|end| name.ends_with(end)) && path.is_file() {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| natural_key(&path.file_name().unwrap_or_default().to_string_lossy()));
    Ok(files)
}

/// Digits count as numbers, whatever their length; equal numbers of different length are told apart last.
fn natural_key(name: &str) -> (Vec<(String, usize, String)>, String) {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text_end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(text_end);
        let digits_end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (digits, behind) = behind.split_at(digits_end);
        let number = digits.trim_start_matches('0');
        parts.push((text.to_owned(), number.len(), number.to_owned()));
        rest = behind;
    }
    (parts, name.to_owned())
}

/// The package that most screens of a trace belong to: the home screen is passed through, the app is stayed in.
fn app_most_seen(trace: &Trace) -> String {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for layout in trace.moments().filter_map(|moment| moment.layout.as_ref()) {
        *seen.entry(layout.package()).or_default() += 1;
    }
    seen.into_iter().max_by_key(|&(_, count)| count).map(|(app, _)| app.to_owned()).unwrap_or_default()
}

/// The package that an `am start PACKAGE/ACTIVITY` opens.
fn package_started(command: &str) -> Option<&str> {
    let words = command.strip_prefix("am start ")?;
    words.split_whitespace().find_map(|word| Some(word.split_once('/')?.0))
}

/// The key that Android calls `KEYCODE_` and this.
fn key_named(name: &str) -> Option<Key> {
    Some(match name.strip_prefix("KEYCODE_").unwrap_or(name) {
        "BACK" => Key::Back,
        "HOME" => Key::Home,
        "MENU" => Key::Menu,
        "ENTER" => Key::Enter,
        "APP_SWITCH" => Key::Recents,
        "VOLUME_UP" => Key::VolumeUp,
        "VOLUME_DOWN" => Key::VolumeDown,
        _ => return None,
    })
}

/// DroidBot's and Genie's directions name the side whose content comes into view, as ours do.
fn direction_named(name: &str) -> Option<Direction> {
    Some(match name.to_ascii_lowercase().as_str() {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => return None,
    })
}

/// What the `am` command that DroidBot and Genie call an intent does; `None` where we have no word for it.
fn event_of_intent(command: &str, app: &str) -> Option<gui::Event> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let opens_app = !app.is_empty() && words.iter().any(|word| word.split('/').next() == Some(app));
    let action = words.iter().position(|&word| word == "-a").and_then(|at| words.get(at + 1));
    let event = match (words.get(..2)?, action) {
        (["am", "start"], _) if opens_app => return Some(gui::Event::Launch),
        (["am", "start"], _) => gui::SystemEvent::Intent { action: command.to_owned() },
        (["am", "broadcast"], Some(&action)) => gui::SystemEvent::Broadcast { action: action.to_owned() },
        _ => return None,
    };
    Some(gui::Event::System { event })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = ["dump10.xml", "dump9.xml", "dump2.xml", "a", "dump02.xml", "dump10b"];
        names.sort_by_cached_key(|name| natural_key(name));
        assert_eq!(names, ["a", "dump02.xml", "dump2.xml", "dump9.xml", "dump10.xml", "dump10b"]);
    }

    #[test]
    fn intents_become_events() {
        let told = |command| {
            event_of_intent(command, "com.example").map_or("no word".to_owned(), |event| event.to_string())
        };
        assert_eq!(told("am start com.example/.MainActivity"), "opened the app");
        assert_eq!(told("am start -n com.example/com.example.Main -a VIEW"), "opened the app");
        assert_eq!(told("am start org.other/.Main"), "the intent am start org.other/.Main was sent");
        assert_eq!(told("am force-stop com.example"), "no word");
        assert_eq!(told("am broadcast -a android.intent.action.TIME_TICK"), {
            "the broadcast android.intent.action.TIME_TICK was sent"
        });
    }
}
