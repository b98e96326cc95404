//! What can go wrong with a run folder, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use files::Refused;
use gui::escaped as clean;

/// A run folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
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
    /// There is no `run.json` in the folder.
    #[error("{} is not a run: it has no run.json", .0.display())]
    NotARun(PathBuf),
    /// A new run was to be put where something else is.
    #[error("{} is not empty; choose a new folder for the run", .0.display())]
    NotEmpty(PathBuf),
    /// A new run was to be put where a run is.
    #[error("{} holds a run already; choose another folder", .0.display())]
    AlreadyARun(PathBuf),
    /// Another process writes to the run.
    #[error("{} is being written to by another oddity; wait until it is done", .0.display())]
    InUse(PathBuf),
    /// A newer oddity wrote it.
    #[error("{file} is {format} version {version}; this oddity reads up to {known}; use a newer oddity")]
    FromTheFuture {
        /// Which file.
        file: String,
        /// The format it names.
        format: &'static str,
        /// The version it names.
        version: u32,
        /// The newest version we know.
        known: u32,
    },
    /// A file says that it is something else.
    #[error("{file} is {found:?}, not {expected}")]
    WrongFormat {
        /// Which file.
        file: String,
        /// The format it should name.
        expected: &'static str,
        /// The format it names.
        found: String,
    },
    /// The content cannot be what oddity wrote.
    #[error("{file} is damaged at byte {offset}: {}", clean(why))]
    Damaged {
        /// Which file.
        file: String,
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        why: String,
    },
    /// Larger than we are willing to read.
    #[error("{file} is larger than {} MiB, the most that oddity reads", limit_bytes >> 20)]
    TooLarge {
        /// Which file.
        file: String,
        /// The limit.
        limit_bytes: u64,
    },
    /// The run has no such trace, layout or screenshot.
    #[error("the run has no {0}")]
    Missing(String),
    /// A step was to be written that does not belong there.
    #[error("cannot write step {step} of trace {trace}: {why}")]
    Misplaced {
        /// The trace's number.
        trace: u32,
        /// The step's number.
        step: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// Something that is no picture was to be kept as a screenshot.
    #[error("a screenshot is neither PNG nor JPEG")]
    NotAPicture,
}

impl RunError {
    pub(crate) fn io(doing: &'static str, path: &Path, source: io::Error) -> RunError {
        RunError::Io { doing, path: path.to_owned(), source }
    }

    /// A run's files are its own: a stranger's run must not lead us elsewhere by a link, nor let us wait at a pipe.
    pub(crate) fn refused(doing: &'static str, path: &Path, refused: Refused) -> RunError {
        match refused {
            Refused::NotPlain(_) => {
                RunError::Damaged { file: name_in_run(path), offset: 0, why: refused.to_string() }
            }
            Refused::TooLarge(limit_bytes) => RunError::TooLarge { file: name_in_run(path), limit_bytes },
            refused => RunError::io(doing, path, refused.into()),
        }
    }
}

/// The file as a person names it: `trace.jsonl`, `layouts/0001.pack`.
pub(crate) fn name_in_run(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match path.parent().and_then(Path::file_name) {
        Some(folder) if folder == super::LAYOUTS || folder == super::SCREENSHOTS => {
            format!("{}/{name}", folder.display())
        }
        _ => name.into_owned(),
    }
}

/// Whether a file that says it is `found` can be read by someone who knows `known`.
pub(crate) fn check_format(
    path: &Path,
    known: (&'static str, u32),
    found: (&str, u32),
) -> Result<(), RunError> {
    let file = || name_in_run(path);
    if found.0 != known.0 {
        return Err(RunError::WrongFormat { file: file(), expected: known.0, found: found.0.to_owned() });
    }
    match found.1 {
        0 => Err(RunError::Damaged { file: file(), offset: 0, why: "there is no version 0".to_owned() }),
        version if version > known.1 => {
            Err(RunError::FromTheFuture { file: file(), format: known.0, version, known: known.1 })
        }
        _ => Ok(()),
    }
}
