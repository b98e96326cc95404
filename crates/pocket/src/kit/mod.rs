//! What pocket phones are made of, as it lies in the cache folder.

pub(crate) mod java; // Java and Maven on this computer
pub(crate) mod sum; // whether a file is as it was when it was fetched
pub(crate) mod sha256; // SHA-256
pub(crate) mod fetched; // whether what was fetched is what was meant
pub(crate) mod install; // fetching and building, with Maven
pub(crate) mod types; // which classes an app finds on a phone of an API level
pub(crate) mod linked; // the framework with its calls linked
pub(crate) mod archive; // the framework's classes, in a file that every JVM maps

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::kit::java::Java;

/// The Java side's sources, by path.
pub(crate) const SOURCES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// An Android framework that pocket phones can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Api {
    /// The API level.
    pub level: u32,
    /// The Android release people know.
    pub release: &'static str,
    /// What Maven calls its jar.
    pub(crate) version: &'static str,
    /// The oldest Java that runs it.
    pub java: u32,
}

impl Api {
    /// Those there are, the newest first.
    pub const ALL: &'static [Api] = &[
        Api { level: 36, release: "16", version: "16-robolectric-13921718-i7", java: 21 },
        Api { level: 35, release: "15", version: "15-robolectric-13954326-i7", java: 17 },
        Api { level: 34, release: "14", version: "14-robolectric-10818077-i7", java: 17 },
        Api { level: 30, release: "11", version: "11-robolectric-6757853-i7", java: 17 },
        Api { level: 28, release: "9", version: "9-robolectric-4913185-2-i7", java: 17 },
    ];

    /// The one of a level.
    pub fn of(level: u32) -> Option<Api> {
        Api::ALL.iter().copied().find(|api| api.level == level)
    }

    /// Says so where a Java is too old for it.
    pub(crate) fn check_java(self, java: &Java) -> Result<(), KitError> {
        if java.major >= self.java {
            Ok(())
        } else {
            Err(KitError::OldJava { level: self.level, needs: self.java, found: java.major })
        }
    }

    /// Whether every byte of it is as it was fetched, as far as that was written down. Reads all of it.
    pub fn is_whole(self, cache: &Path) -> bool {
        sum::is_whole(&self.path(cache))
    }

    /// Whether it is there and nobody wrote to it since, which is quick to say.
    pub(crate) fn check(self, cache: &Path) -> Result<(), KitError> {
        match self.path(cache) {
            jar if !jar.is_file() => Err(KitError::NoFramework(self.level)),
            jar if !sum::is_untouched(&jar) => Err(KitError::Damaged(self.level)),
            _ => Ok(()),
        }
    }

    pub(crate) fn path(self, cache: &Path) -> PathBuf {
        cache.join(FRAMEWORKS).join(self.jar())
    }

    pub(crate) fn jar(self) -> String {
        format!("android-all-instrumented-{}.jar", self.version)
    }
}

/// Java, and a folder with the jars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kit {
    pub(crate) java: Java,
    pub(crate) folder: PathBuf,
    /// The API level that it was asked for.
    pub(crate) level: u32,
    /// Images of JVMs.
    pub(crate) images: PathBuf,
}

/// Why there are no pocket phones here.
#[derive(Debug, thiserror::Error)]
pub enum KitError {
    /// No Java, or one that is too old.
    #[error("pocket phones need Java: {0}")]
    NoJava(String),
    /// No Maven to fetch the jars with.
    #[error("pocket phones have to be installed once with Maven, and there is no `mvn` on the PATH")]
    NoMaven,
    /// The jars were not fetched yet.
    #[error("pocket phones are not installed yet")]
    NotInstalled,
    /// The framework of this level was not fetched yet.
    #[error("the framework of API level {0} is not installed yet")]
    NoFramework(u32),
    /// The framework of this level is not as it was fetched.
    #[error("the framework of API level {0} is damaged: it is not as it was fetched")]
    Damaged(u32),
    /// There is none of that level.
    #[error("there is no framework of API level {level}; there are {}", levels())]
    NoSuchApi {
        /// The level asked for.
        level: u32,
    },
    /// The framework of this level wants a newer Java.
    #[error("the framework of API level {level} needs Java {needs}, and Java {found} was found")]
    OldJava {
        /// The level asked for.
        level: u32,
        /// The oldest Java that will do.
        needs: u32,
        /// The one that is here.
        found: u32,
    },
    /// Maven could not do it.
    #[error("Maven failed: {0}")]
    Maven(String),
    /// What was fetched is not what it should be.
    #[error("{file} is not the file that this oddity was made with: its SHA-256 is {found}, {}", in_words(expected.as_deref()))]
    Foreign {
        /// Which.
        file: String,
        /// What it should be, where such a file is known at all.
        expected: Option<String>,
        /// What it is.
        found: String,
    },
    /// A file could not be read or written.
    #[error("cannot use {}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// All is there, and yet our own sample app does not open.
    #[error("a sample app does not open: {0}")]
    Trial(String),
    /// The app's code could not be converted.
    #[error("cannot convert the code of {}: {why}", .apk.display())]
    Convert {
        /// The app.
        apk: PathBuf,
        /// What the converter said.
        why: String,
    },
}

fn in_words(expected: Option<&str>) -> String {
    expected.map_or_else(|| "and none is known".to_owned(), |sum| format!("not {sum}"))
}

impl KitError {
    /// What a person can do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            KitError::NoJava(_) => {
                "install a JDK of version 17 to 23 (Debian: `apt install openjdk-17-jdk`, macOS: `brew install openjdk@17`) and let \
                 JAVA_HOME name it"
            }
            KitError::NoMaven => "install Maven (Debian: `apt install maven`, macOS: `brew install maven`)",
            KitError::NotInstalled => "`oddity pocket install` fetches them once, about 400 MB",
            KitError::NoFramework(_) => "`oddity pocket install --api LEVEL` fetches it, about 150 MB",
            KitError::Damaged(_) => "`oddity pocket install --api LEVEL` fetches it again",
            KitError::Trial(_) => {
                "see whether the disk has room and `oddity doctor` is content; else please report it"
            }
            KitError::NoSuchApi { .. } => "choose one of these",
            KitError::OldJava { .. } => {
                "let JAVA_HOME name a JDK of version 21 to 23, or choose an older API level"
            }
            KitError::Maven(_) => "see that this computer reaches Maven's repository, then install again",
            KitError::Foreign { .. } => {
                "remove it from Maven's own folder (~/.m2/repository) and install again; if it stays so, whoever answers for Maven's repository here \
                 hands out something else"
            }
            KitError::File { .. } => "check the folder's rights and the room on the disk",
            KitError::Convert { .. } => {
                "see whether the file is a whole APK, and whether `oddity doctor APK` is content"
            }
        }
    }
}

impl Kit {
    /// The folder that things fetched for pocket phones lie in: that of `ODDITY_CACHE`, else the user's own.
    pub fn cache_folder() -> PathBuf {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let cache = set("ODDITY_CACHE").or_else(|| Some(set("XDG_CACHE_HOME")?.join("oddity")));
        let cache = cache.or_else(|| Some(std::env::home_dir()?.join(".cache").join("oddity")));
        cache.unwrap_or_else(|| std::env::temp_dir().join("oddity")).join("pocket")
    }

    /// What is installed in the cache folder, good for this API level.
    pub fn find(cache: &Path, level: u32) -> Result<Kit, KitError> {
        let java = Java::find().map_err(KitError::NoJava)?;
        let api = Api::of(level).ok_or(KitError::NoSuchApi { level })?;
        api.check_java(&java)?;
        Kit { java, folder: cache.to_owned(), level, images: cache.join("images") }.checked(api)
    }

    fn checked(self, api: Api) -> Result<Kit, KitError> {
        if !self.jars().join(OURS).is_file() {
            return Err(KitError::NotInstalled);
        }
        match api.check(&self.folder) {
            // Phones run on the linked one.
            Err(KitError::Damaged(_)) if self.is_linked() => Ok(self),
            checked => checked.map(|()| self),
        }
    }

    /// The frameworks that are installed, the newest first.
    pub fn installed(cache: &Path) -> Vec<Api> {
        let is_there = |api: &Api| api.path(cache).is_file();
        Api::ALL.iter().copied().filter(is_there).collect()
    }

    /// Whether the framework's calls are linked. Where they are not, phones are slower and the same else.
    pub fn is_linked(&self) -> bool {
        Api::of(self.level).is_some_and(|api| linked::is_there(self, api))
    }

    /// Whether the framework is not as it was fetched. Phones do without it where its calls are linked.
    pub fn is_damaged(&self) -> bool {
        let check = |api: Api| api.check(&self.folder);
        Api::of(self.level).is_some_and(|api| matches!(check(api), Err(KitError::Damaged(_))))
    }

    /// The jars that belong to this version of the Java side.
    pub(crate) fn jars(&self) -> PathBuf {
        jars(&self.folder)
    }

    pub(crate) fn frameworks(&self) -> PathBuf {
        self.folder.join(FRAMEWORKS)
    }

    /// Converted apps.
    pub(crate) fn apps(&self) -> PathBuf {
        self.folder.join("apps")
    }

    /// The same, with images of JVMs kept elsewhere.
    pub(crate) fn with_images_in(self, folder: &Path) -> Kit {
        Kit { images: folder.to_owned(), ..self }
    }

    /// Phones in use.
    pub(crate) fn phones(&self) -> PathBuf {
        self.folder.join("phones")
    }

    /// Ours first, then all that it needs.
    pub(crate) fn class_path(&self) -> OsString {
        let jars = self.jars();
        let mut path = jars.join(OURS).into_os_string();
        path.push(if cfg!(windows) { ";" } else { ":" });
        path.push(jars.join("*"));
        path
    }
}

/// Our own jar.
pub(crate) const OURS: &str = "oddity-pocket.jar";

const FRAMEWORKS: &str = "frameworks";

/// Another version of the sources has another folder, so that two versions of this program do not fight.
pub(crate) fn jars(cache: &Path) -> PathBuf {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    for (name, text) in SOURCES {
        hash.update(name.as_bytes());
        hash.update(&text.len().to_le_bytes());
        hash.update(text);
    }
    cache.join(format!("jars-{:016x}", hash.digest()))
}

fn levels() -> String {
    let levels: Vec<String> = Api::ALL.iter().map(|api| api.level.to_string()).collect();
    levels.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framework_that_wants_a_newer_java_is_refused_in_words() {
        let java = |major| Java { java: "java".into(), major, version: String::new() };
        let api = Api::of(36).unwrap();
        let refused = api.check_java(&java(17)).unwrap_err();
        assert_eq!(refused.to_string(), "the framework of API level 36 needs Java 21, and Java 17 was found");
        assert!(api.check_java(&java(21)).is_ok() && Api::of(35).unwrap().check_java(&java(17)).is_ok());
    }

    #[test]
    fn phones_run_on_what_is_left_of_two_frameworks() {
        let cache = tempfile::tempdir().unwrap();
        let api = Api::of(34).unwrap();
        let kit = || Kit {
            java: Java { java: "java".into(), major: 17, version: String::new() },
            folder: cache.path().to_owned(),
            level: 34,
            images: cache.path().join("images"),
        };
        let (fetched, linked) = (api.path(cache.path()), linked::path(&kit(), api));
        for file in [&fetched, &linked, &kit().jars().join(OURS)] {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "a framework").unwrap();
            sum::keep(file).unwrap();
        }
        let state = || kit().checked(api).map(|kit| (kit.is_linked(), kit.is_damaged()));
        assert!(matches!(state(), Ok((true, false))));
        std::fs::write(&linked, "a frame").unwrap();
        assert!(matches!(state(), Ok((false, false))), "as it was fetched, and slower");
        std::fs::write(&linked, "a framework").unwrap();
        std::fs::write(&fetched, "a frame").unwrap();
        assert!(matches!(state(), Ok((true, true))), "the linked one will do");
        std::fs::write(&linked, "a frame").unwrap();
        assert!(matches!(state(), Err(KitError::Damaged(34))));
        std::fs::remove_file(&fetched).unwrap();
        assert!(matches!(state(), Err(KitError::NoFramework(34))));
    }

    #[test]
    fn a_framework_that_was_cut_off_is_not_used() {
        let cache = tempfile::tempdir().unwrap();
        let api = Api::of(34).unwrap();
        let jar = api.path(cache.path());
        assert!(matches!(api.check(cache.path()), Err(KitError::NoFramework(34))));
        std::fs::create_dir_all(jar.parent().unwrap()).unwrap();
        std::fs::write(&jar, "a framework").unwrap();
        sum::keep(&jar).unwrap();
        assert!(api.check(cache.path()).is_ok() && api.is_whole(cache.path()));
        std::fs::write(&jar, "a frame").unwrap();
        assert!(matches!(api.check(cache.path()), Err(KitError::Damaged(34))));
        assert!(!api.is_whole(cache.path()));
    }
}
