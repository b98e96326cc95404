//! Screenshots, each kept once under the hash of its content.

use std::path::{Path, PathBuf};

use gui::Digest;
use xxhash_rust::xxh3::xxh3_128;

use super::info::write_whole;
use super::{RunError, SCREENSHOTS};

/// A phone's screenshot has a few megabytes.
pub(crate) const MAX_SCREENSHOT_BYTES: u64 = 64 << 20;

/// What each kind of picture begins with, and how its file's name ends.
const KINDS: [(&[u8], &str); 2] = [(b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg")];

/// The name under which a run keeps these bytes.
pub fn picture_digest(picture: &[u8]) -> Digest {
    Digest(xxh3_128(picture))
}

pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    kind_of(bytes).is_some()
}

/// Keeps a picture, in whole or not at all, unless the run has it already.
pub(super) fn keep(run: &Path, picture: &[u8]) -> Result<Digest, RunError> {
    let kind = kind_of(picture).ok_or(RunError::NotAPicture)?;
    let hash = picture_digest(picture);
    let path = path_of(run, hash, kind);
    let there =
        path.symlink_metadata().is_ok_and(|file| file.is_file() && file.len() == picture.len() as u64);
    if !there {
        let folder = run.join(SCREENSHOTS);
        files::make_folder(&folder).map_err(|e| RunError::refused("create", &folder, e))?;
        write_whole(&path, picture)?;
    }
    Ok(hash)
}

/// The bytes of a picture, checked against its name.
pub(super) fn read(run: &Path, hash: Digest) -> Result<Vec<u8>, RunError> {
    let path = KINDS.iter().map(|(_, kind)| path_of(run, hash, kind)).find(|path| path.is_file());
    let path = path.ok_or_else(|| RunError::Missing(format!("screenshot {hash}")))?;
    let bytes = files::read(&path, MAX_SCREENSHOT_BYTES).map_err(|e| RunError::refused("open", &path, e))?;
    if picture_digest(&bytes) != hash {
        return Err(RunError::Damaged {
            file: super::name_in_run(&path),
            offset: 0,
            why: "its content does not match its name".to_owned(),
        });
    }
    Ok(bytes)
}

fn kind_of(bytes: &[u8]) -> Option<&'static str> {
    KINDS.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, kind)| *kind)
}

fn path_of(run: &Path, hash: Digest, kind: &str) -> PathBuf {
    run.join(SCREENSHOTS).join(format!("{hash}.{kind}"))
}
