//! Whether a file is as it was when it was fetched.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

/// Equal for equal contents. Not proof against someone who wants two to be equal: then only their own phone is wrong.
pub(crate) fn digest(path: &Path) -> io::Result<String> {
    let mut hash = Xxh3::new();
    let mut file = File::open(path)?;
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => break,
            read => hash.update(&part[..read]),
        }
    }
    Ok(format!("{:032x}", hash.digest128()))
}

/// Writes down beside a file what it is like now.
pub(crate) fn keep(path: &Path) -> io::Result<()> {
    let size = fs::metadata(path)?.len();
    fs::write(beside(path), format!("{size} {}\n", digest(path)?))
}

/// Whether it has its size still, which is quick to say. Of a file of which nothing was written down, nothing is known.
pub(crate) fn has_its_size(path: &Path) -> bool {
    let Some((size, _)) = kept(path) else { return true };
    fs::metadata(path).is_ok_and(|data| data.len() == size)
}

/// Whether it is as it was, as far as that is quick to say: it has its size, and nobody wrote to it since, or what was written is the
/// same.
pub(crate) fn is_untouched(path: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    has_its_size(path) && (written(path) <= written(&beside(path)) || is_whole(path))
}

/// Whether every byte of it is as it was.
pub(crate) fn is_whole(path: &Path) -> bool {
    let Some((_, before)) = kept(path) else { return true };
    has_its_size(path) && digest(path).is_ok_and(|now| now == before)
}

pub(crate) fn is_kept(path: &Path) -> bool {
    kept(path).is_some()
}

fn kept(path: &Path) -> Option<(u64, String)> {
    let text = fs::read_to_string(beside(path)).ok()?;
    let (size, digest) = text.trim().split_once(' ')?;
    Some((size.parse().ok()?, digest.to_owned()))
}

pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".sum");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_is_told_from_one_that_did_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("framework.jar");
        fs::write(&file, "all of it").unwrap();
        assert!(is_whole(&file) && !is_kept(&file), "nothing is known of it yet");
        keep(&file).unwrap();
        assert!(is_whole(&file) && has_its_size(&file) && is_untouched(&file));
        fs::write(&file, "all of IT").unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert!(has_its_size(&file) && !is_untouched(&file) && !is_whole(&file));
        fs::write(&file, "all of it").unwrap();
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert!(is_untouched(&file) && is_whole(&file), "the same was written once more");
        fs::write(&file, "all of").unwrap();
        assert!(!has_its_size(&file) && !is_whole(&file));
    }
}
