//! What an APK says of itself. The file may come from a stranger.

mod zip;
mod manifest;
mod dex;
pub(crate) mod compose;
pub(crate) mod engine;
#[cfg(test)]
mod samples;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::failure::Failure;
use crate::input;
pub(crate) use manifest::Manifest;

/// The most bytes of a manifest, unpacked. Those of large apps have a few hundred KiB.
const MAX_MANIFEST: u64 = 16 << 20;

/// The most bytes of one file of code, unpacked, and the most such files that are looked into.
const MAX_DEX: u64 = 64 << 20;
const MAX_DEX_FILES: usize = 64;

/// An APK as far as it can be told without running it.
pub(crate) struct Apk {
    pub(crate) manifest: Manifest,
    /// The names of the files in it.
    pub(crate) files: Vec<String>,
    /// The classes that its code names, as `android/webkit/WebView`.
    pub(crate) classes: BTreeSet<String>,
    /// The version of Compose that its build noted.
    pub(crate) compose: Option<String>,
}

impl Apk {
    pub(crate) fn read(path: &Path) -> Result<Apk, Failure> {
        let shown = input::shown(path);
        let strange = |why: zip::Trouble| Failure::bad_input(format_args!("cannot read {shown}: {why}"));
        let manifest = manifest_of(path)?;
        let files = zip::names(open(path)?).map_err(strange)?;
        let mut classes = BTreeSet::new();
        let is_code = |name: &&String| name.starts_with("classes") && name.ends_with(".dex");
        for name in files.iter().filter(is_code).take(MAX_DEX_FILES) {
            dex::classes(&zip::unpacked(open(path)?, name, MAX_DEX).map_err(strange)?, &mut classes);
        }
        let compose = zip::unpacked(open(path)?, compose::FILE, compose::MAX_BYTES).ok();
        let compose = compose.map(|noted| String::from_utf8_lossy(&noted).trim().to_owned());
        Ok(Apk { manifest, files, classes, compose })
    }

    /// Whether its code names a class of a package, as `androidx/compose/`.
    pub(crate) fn names(&self, package: &str) -> bool {
        self.classes.range(package.to_owned()..).next().is_some_and(|class| class.starts_with(package))
    }
}

/// Refuses an app of which a pocket phone could run nothing but an empty shell.
pub(crate) fn refuse_native(path: &Path) -> Result<(), Failure> {
    let shown = input::shown(path);
    let strange = |why: zip::Trouble| Failure::bad_input(format_args!("cannot read {shown}: {why}"));
    match engine::of(&zip::names(open(path)?).map_err(strange)?) {
        None => Ok(()),
        Some(engine) => Err(Failure::environment(format_args!(
            "{shown} cannot run on a pocket phone: it is made with {engine}, which draws all its screens by native code"
        ))
        .hint("hunt on a real phone or an emulator: connect one and leave out `--on`")),
    }
}

/// The package in an APK. A file that is no APK is refused here, before a phone is bothered with it.
pub(crate) fn package_of(path: &Path) -> Result<String, Failure> {
    manifest_of(path).map(|manifest| manifest.package)
}

/// The number of its version, where it has one.
pub(crate) fn version_of(path: &Path) -> Result<Option<u32>, Failure> {
    manifest_of(path).map(|manifest| manifest.version_code)
}

fn manifest_of(path: &Path) -> Result<Manifest, Failure> {
    let shown = input::shown(path);
    let no_apk = |why: &str| {
        Failure::bad_input(format_args!("{shown} is no APK: {why}"))
            .hint("give the file that the build made, such as app-debug.apk; bundles (.aab, .xapk) have to be unpacked first")
    };
    let manifest = zip::unpacked(open(path)?, "AndroidManifest.xml", MAX_MANIFEST)
        .map_err(|why| no_apk(&why.to_string()))?;
    Manifest::parse(&manifest).ok_or_else(|| no_apk("its AndroidManifest.xml names no package"))
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    files::open_named(path).map(BufReader::new).map_err(|refused| input::cannot_read(path, &refused))
}
