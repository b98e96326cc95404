//! A finding in a file of its own, with all that is needed to see it again.

use std::io;
use std::path::{Path, PathBuf};

use experiment::{KindId, Site};
use files::Refused;
use gui::escaped;
use serde::{Deserialize, Serialize};

use crate::Finding;

const FORMAT: &str = "oddity-finding";
const VERSION: u32 = 2;
const MAX_BYTES: u64 = 64 << 20;
const MAX_NAME_BYTES: usize = 100;
/// No hunt waits longer at a time, and nobody who replays a finding would.
const MAX_WAIT_MS: u64 = 3_600_000;

/// A finding with all that is needed to see it again, away from its run too: `RUN/findings/NAME.json`. `docs/json.md` tells
/// outside readers what stands in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFinding {
    /// The app, as one says it to `oddity`: `sim:notes+all`, or a package.
    pub app: String,
    /// The package.
    pub package: String,
    /// Its version name, where the phone told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app_version: Option<String>,
    /// The phone it was seen on, as a person would name it: `Pixel 7, Android 14`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The flags for such a phone and for setting up the app: `["--api", "30", "--grant", "CAMERA"]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// The script that sets the app up before the first act, as the user wrote it: secrets are named there, not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The seed of the run, and of what simulated apps call random.
    pub seed: u64,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
    /// The command that shows it again.
    pub replay: String,
}

/// Why a finding cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The operating system refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What we were about to do.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is something else.
    #[error("{} is no finding: {}", path.display(), escaped(why))]
    NotAFinding {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A newer oddity wrote it.
    #[error("{} is {FORMAT} version {version}; this oddity reads up to {VERSION}; use a newer oddity", path.display())]
    FromTheFuture {
        /// Which file.
        path: PathBuf,
        /// The version it names.
        version: u32,
    },
}

#[derive(Deserialize)]
struct Stamp {
    format: String,
    version: u32,
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    saved: &'a SavedFinding,
    /// For people.
    steps: Vec<String>,
}

impl SavedFinding {
    /// Reads a file of a run.
    pub fn read(path: &Path) -> Result<SavedFinding, SavedError> {
        SavedFinding::parse(path, files::read(path, MAX_BYTES))
    }

    /// Reads a file that the user names.
    pub fn read_named(path: &Path) -> Result<SavedFinding, SavedError> {
        SavedFinding::parse(path, files::read_named(path, MAX_BYTES))
    }

    fn parse(path: &Path, read: Result<Vec<u8>, Refused>) -> Result<SavedFinding, SavedError> {
        let not = |why: String| SavedError::NotAFinding { path: path.to_owned(), why };
        let bytes = read.map_err(|refused| match refused {
            Refused::Io(source) => SavedError::Io { doing: "read", path: path.to_owned(), source },
            refused => not(refused.to_string()),
        })?;
        // The stamp comes first: what a newer version means by the other fields we cannot know.
        let stamp: Stamp = serde_json::from_slice(&bytes).map_err(|error| not(error.to_string()))?;
        if stamp.format != FORMAT {
            return Err(not(format!("it is {}", stamp.format)));
        }
        if stamp.version > VERSION {
            return Err(SavedError::FromTheFuture { path: path.to_owned(), version: stamp.version });
        }
        let saved: SavedFinding = serde_json::from_slice(&bytes).map_err(|error| not(error.to_string()))?;
        if !is_plain(&saved.finding.name) {
            return Err(not(format!("its name is {:?}", saved.finding.name)));
        }
        let waits = |act: &experiment::Act| matches!(act.event, gui::Event::Wait { ms } if ms > MAX_WAIT_MS);
        if let Some(at) = saved.finding.acts.iter().position(waits) {
            return Err(not(format!("its step {} waits for more than an hour", at + 1)));
        }
        Ok(saved)
    }

    /// Makes a finding that was seen on one kind of phone alone one of a run with no other kinds.
    pub fn keep_kind(&mut self, kind: KindId) {
        let mut number = 0;
        self.flags.retain(|flag| {
            let is_kind = flag.starts_with("--on=");
            number += u16::from(is_kind);
            !is_kind || number == kind.0 + 1
        });
        self.finding.site = Site::HOME;
        for exhibit in &mut self.finding.exhibits {
            exhibit.site = Site::HOME;
        }
    }

    /// Writes it to `NAME.json` in a folder, in whole or not at all. What is there under that name is replaced.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, SavedError> {
        let path = folder.join(format!("{}.json", self.finding.name));
        let io = |source| SavedError::Io { doing: "write", path: path.clone(), source };
        if !is_plain(&self.finding.name) {
            return Err(io(io::ErrorKind::InvalidFilename.into()));
        }
        let steps = self.finding.acts.iter().map(|act| act.event.wish()).collect();
        let written = Written { format: FORMAT, version: VERSION, saved: self, steps };
        let mut text = serde_json::to_vec_pretty(&written).map_err(|error| io(error.into()))?;
        text.push(b'\n');
        files::write_whole(&path, &text).map_err(|refused| io(refused.into()))?;
        Ok(path)
    }
}

/// `crash-1`: a name that leads out of no folder.
fn is_plain(name: &str) -> bool {
    let plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    (1..=MAX_NAME_BYTES).contains(&name.len()) && name.bytes().all(plain)
}
