//! What R8 or ProGuard has renamed, and what it was called before.

mod member;
mod retrace;
#[cfg(test)]
mod of_r8;

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The largest that is read; those of the largest apps have half of it.
const MOST_BYTES: u64 = 256 << 20;

/// What a build names its mapping, beside the APK.
const USUAL_NAME: &str = "mapping.txt";

/// A mapping file. Only its classes are looked up in advance: most of it is never asked for.
#[derive(PartialEq, Eq)]
pub struct Mapping {
    text: String,
    /// By the name that a class has in the app.
    classes: HashMap<Box<str>, Class>,
    /// What is said about a class, by its own name: those that were put into others are in no stack by another one.
    by_original: HashMap<Box<str>, Range<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Class {
    /// Where its own name stands.
    original: Range<usize>,
    /// What is said about its members.
    members: Range<usize>,
}

/// Why a mapping cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    /// The file cannot be read.
    #[error("cannot read the mapping {}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What stands in the way.
        error: files::Refused,
    },
    /// The file is something else.
    #[error("{} is no mapping of R8 or ProGuard: no line of it reads `real.Name -> short.name:`", .path.display())]
    NoMapping {
        /// Which.
        path: PathBuf,
    },
}

impl Mapping {
    /// That of a file.
    pub fn read(path: &Path) -> Result<Mapping, MappingError> {
        let bytes = files::read_named(path, MOST_BYTES)
            .map_err(|error| MappingError::File { path: path.to_owned(), error })?;
        // Names are in any script; a byte that is none is of no name that could be asked for.
        let mapping = Mapping::parse(String::from_utf8_lossy(&bytes).into_owned());
        if mapping.classes.is_empty() {
            Err(MappingError::NoMapping { path: path.to_owned() })
        } else {
            Ok(mapping)
        }
    }

    /// The file that a build leaves beside an APK: `mapping.txt`, or the APK's own name with `.mapping.txt` at its end.
    pub fn beside(apk: &Path) -> Option<PathBuf> {
        let own = apk.with_extension("mapping.txt");
        let usual = apk.with_file_name(USUAL_NAME);
        [own, usual].into_iter().find(|path| path.is_file())
    }

    pub(crate) fn parse(text: String) -> Mapping {
        let mut classes: HashMap<Box<str>, Class> = HashMap::new();
        let mut open: Option<(Box<str>, Range<usize>, usize)> = None;
        let mut at = 0;
        let mut close = |open: Option<(Box<str>, Range<usize>, usize)>, end: usize| {
            if let Some((name, original, start)) = open {
                classes.insert(name, Class { original, members: start..end });
            }
        };
        for line in text.split_inclusive('\n') {
            let next = at + line.len();
            if let Some((original, name)) = class_line(line) {
                close(open.take(), at);
                open = Some((name.into(), at..at + original.len(), next));
            }
            at = next;
        }
        close(open, at);
        let own = |class: &Class| Some((text.get(class.original.clone())?.into(), class.members.clone()));
        let by_original = classes.values().filter_map(own).collect();
        Mapping { text, classes, by_original }
    }

    /// What a class was called before; `None` where it has kept its name or is not of the app.
    pub fn class(&self, name: &str) -> Option<&str> {
        let class = self.classes.get(name)?;
        self.text.get(class.original.clone())
    }

    /// The same, for names as class files have them too, `a/b`.
    pub(crate) fn any_class(&self, name: &str) -> Option<String> {
        if name.contains('/') {
            self.class(&name.replace('/', ".")).map(|found| found.replace('.', "/"))
        } else {
            self.class(name).map(str::to_owned)
        }
    }
}

impl std::fmt::Debug for Mapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mapping of {} classes", self.classes.len())
    }
}

/// `real.Name -> short.name:`; members are indented.
fn class_line(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end();
    if line.starts_with([' ', '\t', '#']) {
        return None;
    }
    let (original, name) = line.strip_suffix(':')?.split_once(" -> ")?;
    (!original.is_empty() && !name.is_empty()).then_some((original, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_known_by_both_names() {
        let mapping = Mapping::parse(
            "# compiler: R8\na.Kept -> a.Kept:\n    int x -> a\ncom.example.Notes -> a.b:\n    1:3:void open():7:9 -> c\n"
                .to_owned(),
        );
        assert_eq!(mapping.class("a.b"), Some("com.example.Notes"));
        assert_eq!(mapping.any_class("a/b").as_deref(), Some("com/example/Notes"));
        assert_eq!(mapping.class("a.c"), None);
        assert_eq!(format!("{mapping:?}"), "Mapping of 2 classes");
    }

    #[test]
    fn a_file_that_is_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app.mapping.txt");
        std::fs::write(&path, "PK\u{3}\u{4} -> no:\tno\n").unwrap();
        assert!(matches!(Mapping::read(&path), Err(MappingError::NoMapping { .. })));
        assert!(matches!(Mapping::read(&folder.path().join("none")), Err(MappingError::File { .. })));
        assert_eq!(Mapping::beside(&folder.path().join("app.apk")), Some(path));
        assert_eq!(Mapping::beside(&folder.path().join("other.apk")), None);
    }
}
