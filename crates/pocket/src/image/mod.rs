//! An image of a JVM: a folder with its condition and the files that belong to it.

pub(crate) mod pages; // pages of memory that two images share are kept once
pub(crate) mod pagemap; // the list of pages, as CRIU writes it
pub(crate) mod shelf; // images that are worth keeping beyond a run

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Within an image, the files that belong to it.
pub(crate) const HOME: &str = "home";

/// So many images may stand between one and the first of its line: each is looked into when a JVM is taken up.
const MAX_DEPTH: u32 = 8;

/// An image, which may share pages with one that it descends from. That one stays as long as it is needed.
pub(crate) struct Image {
    folder: PathBuf,
    parent: Option<Arc<Image>>,
    depth: u32,
    /// Whether others count on it, so that it stays when nobody here does.
    is_public: bool,
}

impl Image {
    /// One of this phone's alone, which goes when it is dropped.
    pub(crate) fn of(folder: PathBuf, parent: Option<Arc<Image>>) -> Image {
        let depth = parent.as_ref().map_or(0, |parent| parent.depth + 1);
        Image { folder, parent, depth, is_public: false }
    }

    /// One on the shelf.
    pub(crate) fn on_shelf(folder: PathBuf) -> Image {
        Image { folder, parent: None, depth: 0, is_public: true }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Itself, or one from the middle of a line that is long enough: what came after that is saved once more.
    pub(crate) fn not_too_deep(mut self: Arc<Image>) -> Arc<Image> {
        if self.depth >= MAX_DEPTH {
            while let Some(parent) = self.parent.as_ref().filter(|_| self.depth > MAX_DEPTH / 2) {
                self = Arc::clone(parent);
            }
        }
        self
    }

    /// What it takes up by itself: neither its parent's pages nor Robolectric's files, which are shared by all.
    pub(crate) fn bytes(&self) -> u64 {
        size_of(self.path())
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        if !self.is_public {
            let _ = files::remove_tree(self.path());
        }
    }
}

fn size_of(image: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(image) else { return fs::metadata(image).map_or(0, |data| data.len()) };
    let shared = ["parent", "tmp"];
    let own =
        entries.filter_map(Result::ok).filter(|entry| shared.iter().all(|name| entry.file_name() != *name));
    own.map(|entry| size_of(&entry.path())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_long_enough_goes_on_from_its_middle() {
        let mut last = Arc::new(Image::on_shelf(PathBuf::from("0")));
        let mut depths = Vec::new();
        for name in 1..=14 {
            let parent = last.not_too_deep();
            let mut image = Image::of(PathBuf::from(name.to_string()), Some(parent));
            image.is_public = true;
            last = Arc::new(image);
            depths.push(last.depth);
        }
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6]);
    }
}
