//! What an APK says of itself. The file may come from a stranger.

mod zip;
mod manifest;
#[cfg(test)]
mod samples;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::failure::Failure;
use crate::input;
use manifest::Manifest;

/// The most bytes of a manifest, unpacked. Those of large apps have a few hundred KiB.
const MAX_MANIFEST: u64 = 16 << 20;

/// The package in an APK. A file that is no APK is refused here, before a phone is bothered with it.
pub(crate) fn package_of(path: &Path) -> Result<String, Failure> {
    let shown = input::shown(path);
    let no_apk = |why: &str| {
        Failure::bad_input(format_args!("{shown} is no APK: {why}"))
            .hint("give the file that the build made, such as app-debug.apk; bundles (.aab, .xapk) have to be unpacked first")
    };
    let file =
        File::open(path).map_err(|error| Failure::bad_input(format_args!("cannot read {shown}: {error}")))?;
    let manifest = zip::unpacked(BufReader::new(file), "AndroidManifest.xml", MAX_MANIFEST)
        .map_err(|why| no_apk(&why.to_string()))?;
    match Manifest::parse(&manifest) {
        Some(manifest) => Ok(manifest.package),
        None => Err(no_apk("its AndroidManifest.xml names no package")),
    }
}
