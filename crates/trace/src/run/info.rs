//! `run.json`: what the run is about.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{RUN_JSON, RunError, check_format};

const FORMAT: (&str, u32) = ("oddity-run", 1);
const MAX_BYTES: u64 = 1 << 20;

/// What a run is about, as its `run.json` says. Each trace says more of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunInfo {
    /// The package under test; empty when unknown.
    pub app: String,
    /// What made the run: `oddity 0.1.0`.
    pub made_by: String,
    /// The seed of all choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// When it began, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_unix_ms: Option<u64>,
    /// The command that made it, to make it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// The name and version in front of every file of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    pub(super) format: String,
    pub(super) version: u32,
}

impl Stamp {
    pub(super) fn new((format, version): (&str, u32)) -> Stamp {
        Stamp { format: format.to_owned(), version }
    }
}

#[derive(Serialize)]
struct Saved<'a> {
    #[serde(flatten)]
    stamp: Stamp,
    #[serde(flatten)]
    info: &'a RunInfo,
}

impl RunInfo {
    /// What a run folder says it is about.
    pub fn read(folder: &Path) -> Result<RunInfo, RunError> {
        let path = folder.join(RUN_JSON);
        let bytes = files::read(&path, MAX_BYTES).map_err(|refused| match refused {
            refused if refused.is_missing() || !folder.is_dir() => RunError::NotARun(folder.to_owned()),
            refused => RunError::refused("open", &path, refused),
        })?;
        let damaged = |e: serde_json::Error| RunError::Damaged {
            file: RUN_JSON.to_owned(),
            offset: 0,
            why: e.to_string(),
        };
        // The stamp comes first: what a newer version means by the other fields we cannot know.
        let stamp: Stamp = serde_json::from_slice(&bytes).map_err(damaged)?;
        check_format(&path, FORMAT, (&stamp.format, stamp.version))?;
        serde_json::from_slice(&bytes).map_err(damaged)
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(RUN_JSON);
        let saved = Saved { stamp: Stamp::new(FORMAT), info: self };
        let mut text =
            serde_json::to_string_pretty(&saved).map_err(|e| RunError::io("write", &path, e.into()))?;
        text.push('\n');
        write_whole(&path, text.as_bytes())
    }
}

/// Writes a file that is either there in whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    files::write_whole(path, bytes).map_err(|e| RunError::refused("write", path, e))
}
