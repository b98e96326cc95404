//! Images of JVMs that are worth keeping beyond a run, in the cache folder.
//!
//! They are good until the computer is started anew, for the clock that a JVM sleeps by begins again then.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use xxhash_rust::xxh3::Xxh3;

use crate::image::Image;
use crate::kit::Kit;

/// So many images of apps are kept, each some 100 MB.
const MAX_APPS: usize = 8;

/// So many kinds of JVMs have images: API levels, versions of oddity.
const MAX_KINDS: usize = 2;

/// The image of a JVM that has come up. Those of apps lie beside it and go with it.
pub(crate) const ZYGOTE: &str = "zygote";

/// The images of one kind of JVM.
pub(crate) struct Shelf {
    folder: PathBuf,
    /// Why an image could not be kept, the first time.
    unkept: Option<String>,
}

impl Shelf {
    /// Those of JVMs that are started like this. What was left from before the computer was started goes.
    pub(crate) fn of(kit: &Kit, program: &[OsString]) -> io::Result<Shelf> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
        let (images, boot) = (&kit.images, boot.trim());
        for left in fs::read_dir(images).into_iter().flatten().filter_map(Result::ok) {
            if left.file_name() != boot {
                let _ = files::remove_tree(&left.path());
            }
        }
        let mut hash = Xxh3::new();
        for part in program {
            hash.update(part.as_encoded_bytes());
            hash.update(&[0]);
        }
        let folder = images.join(boot).join(format!("{:016x}", hash.digest()));
        fs::create_dir_all(&folder)?;
        use_now(&folder)?;
        forget_oldest(&images.join(boot), MAX_KINDS, |_| true);
        Ok(Shelf { folder, unkept: None })
    }

    /// An image, if it is there. It counts as used now.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Image>> {
        let image = self.folder.join(name);
        use_now(&image).is_ok().then(|| Arc::new(Image::on_shelf(image)))
    }

    /// Keeps a new image, which appears under its name when it is whole. Those not used for the longest time make room for it. Says
    /// whether it could; without it, what it is of comes up as slowly the next time.
    pub(crate) fn keep(&mut self, name: &str, make: impl FnOnce(&Path) -> io::Result<()>) -> bool {
        let kept = self.add(name, make);
        if let Err(error) = &kept {
            self.unkept.get_or_insert_with(|| error.to_string());
        }
        kept.is_ok()
    }

    /// Why an image could not be kept, the first time.
    pub(crate) fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    fn add(&self, name: &str, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let work = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder)?;
        make(work.path())?;
        let is_app = |name: &str| name != ZYGOTE && !name.starts_with(UNFINISHED);
        forget_oldest(&self.folder, MAX_APPS - 1, is_app);
        let image = self.folder.join(name);
        match fs::rename(work.path(), &image) {
            // Another program was quicker.
            Err(_) if image.is_dir() => Ok(()),
            renamed => renamed,
        }
    }

    /// An image that cannot be taken up any more.
    pub(crate) fn discard(&self, image: &Image) {
        let _ = files::remove_tree(image.path());
    }
}

fn use_now(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.set_modified(SystemTime::now())
}

/// Keeps of the folders that count those that were used last.
fn forget_oldest(folder: &Path, keep: usize, counts: impl Fn(&str) -> bool) {
    let all = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let counted = all.filter(|entry| entry.file_name().to_str().is_some_and(&counts));
    let mut dated: Vec<_> =
        counted.map(|entry| (entry.metadata().and_then(|data| data.modified()).ok(), entry.path())).collect();
    dated.sort();
    for (_, oldest) in dated.iter().rev().skip(keep) {
        let _ = files::remove_tree(oldest);
    }
}

const UNFINISHED: &str = "unfinished-";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_that_cannot_be_kept_leaves_nothing_and_the_first_reason() {
        let folder = tempfile::tempdir().unwrap();
        let mut shelf = Shelf { folder: folder.path().to_owned(), unkept: None };
        for why in ["no space left", "no rights"] {
            let half_written = |image: &Path| {
                fs::write(image.join("pages"), "some").and_then(|()| Err(io::Error::other(why)))
            };
            assert!(!shelf.keep("app", half_written));
        }
        assert_eq!(shelf.unkept(), Some("no space left"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(shelf.find("app").is_none());
        assert!(shelf.keep("app", |_| Ok(())) && shelf.find("app").is_some());
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes() {
        let folder = tempfile::tempdir().unwrap();
        for (age, name) in ["newest", "other", "old", "oldest"].iter().enumerate() {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            let then = SystemTime::now() - std::time::Duration::from_secs(60 * age as u64);
            fs::File::open(&path).unwrap().set_modified(then).unwrap();
        }
        use_now(&folder.path().join("oldest")).unwrap();
        forget_oldest(folder.path(), 2, |name| name != "other");
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["newest", "oldest", "other"]);
    }
}
