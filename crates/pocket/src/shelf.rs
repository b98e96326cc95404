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

/// The image of a JVM that has come up. Those of apps lie beside it and go with it.
pub(crate) const ZYGOTE: &str = "zygote";

/// The images of one kind of JVM.
pub(crate) struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// Those of JVMs that are started like this. What was left from before the computer was started goes.
    pub(crate) fn of(kit: &Kit, program: &[OsString]) -> io::Result<Shelf> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
        let (images, boot) = (kit.images(), boot.trim());
        for left in fs::read_dir(&images).into_iter().flatten().filter_map(Result::ok) {
            if left.file_name() != boot {
                let _ = fs::remove_dir_all(left.path());
            }
        }
        let mut hash = Xxh3::new();
        for part in program {
            hash.update(part.as_encoded_bytes());
            hash.update(&[0]);
        }
        let folder = images.join(boot).join(format!("{:016x}", hash.digest()));
        fs::create_dir_all(&folder)?;
        Ok(Shelf { folder })
    }

    /// An image, if it is there. It counts as used now.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Image>> {
        let image = self.folder.join(name);
        let used = fs::File::open(&image).and_then(|folder| folder.set_modified(SystemTime::now()));
        used.is_ok().then(|| Arc::new(Image::on_shelf(image)))
    }

    /// Keeps a new image, which appears under its name when it is whole. Those not used for the longest time make room for it.
    pub(crate) fn add(&self, name: &str, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let work = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder)?;
        make(work.path())?;
        self.make_room();
        let image = self.folder.join(name);
        match fs::rename(work.path(), &image) {
            // Another program was quicker.
            Err(_) if image.is_dir() => Ok(()),
            renamed => renamed,
        }
    }

    /// An image that cannot be taken up any more.
    pub(crate) fn discard(&self, image: &Image) {
        let _ = fs::remove_dir_all(image.path());
    }

    fn make_room(&self) {
        let images = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let is_app = |name: &str| name != ZYGOTE && !name.starts_with(UNFINISHED);
        let apps = images.filter(|image| image.file_name().to_str().is_some_and(is_app));
        let mut apps: Vec<_> = apps
            .map(|image| (image.metadata().and_then(|data| data.modified()).ok(), image.path()))
            .collect();
        apps.sort();
        for (_, image) in apps.iter().rev().skip(MAX_APPS - 1) {
            let _ = fs::remove_dir_all(image);
        }
    }
}

const UNFINISHED: &str = "unfinished-";
