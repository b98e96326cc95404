//! An APK made ready for pocket phones.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::kit::{Kit, KitError};
use crate::sum::digest;

/// An APK and its code as a JVM can run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// A copy: a phone's condition that was saved looks for it in the same place.
    pub(crate) apk: PathBuf,
    pub(crate) classes: PathBuf,
    /// Of the APK, and how it was converted.
    pub(crate) digest: String,
    /// How many parts of its code note that they have run.
    pub(crate) probes: u32,
}

impl App {
    /// Converts the code of an APK and has it note what runs, or takes what was converted before: files with the same content
    /// share it. Takes from a second to half a minute.
    pub fn convert(kit: &Kit, apk: &Path) -> Result<App, KitError> {
        let file = |error| KitError::File { path: apk.to_owned(), error };
        let folder = |error| KitError::File { path: kit.apps(), error };
        let apk = fs::canonicalize(apk).map_err(file)?;
        fs::create_dir_all(kit.apps()).map_err(folder)?;
        let digest = format!("{}-{CONVERSION}", digest(&apk).map_err(file)?);
        let kept = |ending: &str| kit.apps().join(format!("{digest}.{ending}"));
        let (copy, classes, probes) = (kept("apk"), kept("probes.jar"), kept("probes"));
        if ![&copy, &classes, &probes].iter().all(|path| path.is_file()) {
            let work = tempfile::tempdir_in(kit.apps()).map_err(folder)?;
            let made = |name: &str| work.path().join(name);
            fs::copy(&apk, made("apk")).map_err(folder)?;
            dex_to_jar(kit, &apk, &made("jar"), work.path())?;
            let told = instrument(kit, &apk, &made("jar"), &made("probes.jar"))?;
            fs::write(made("probes"), told).map_err(folder)?;
            // Under their names only when whole: two programs may convert it at once.
            for (name, path) in [("apk", &copy), ("probes.jar", &classes), ("probes", &probes)] {
                fs::rename(made(name), path).map_err(folder)?;
            }
        }
        let probes = fs::read_to_string(&probes).map_err(folder)?.trim().parse().unwrap_or_default();
        Ok(App { apk: copy, classes, digest, probes })
    }
}

/// How apps are converted. To be raised when that changes: what was kept before is then converted anew.
const CONVERSION: u32 = 2;

fn dex_to_jar(kit: &Kit, apk: &Path, to: &Path, work: &Path) -> Result<(), KitError> {
    // With line numbers; what cannot be converted throws when it is called.
    let options = ["--force", "--debug-info", "--output"].map(OsStr::new);
    let args = [&options[..], &[to.as_os_str(), apk.as_os_str()]].concat();
    run(kit, apk, "com.googlecode.dex2jar.tools.Dex2jarCmd", &args, work)?;
    match to.is_file() {
        true => Ok(()),
        false => Err(KitError::Convert { apk: apk.to_owned(), why: "it has no code".to_owned() }),
    }
}

/// Says how many parts there are.
fn instrument(kit: &Kit, apk: &Path, from: &Path, to: &Path) -> Result<String, KitError> {
    let work = from.parent().unwrap_or(from);
    run(kit, apk, "oddity.pocket.boot.Instrument", &[from.as_os_str(), to.as_os_str()], work)
}

/// Runs a Java program on an app and returns what it prints.
fn run(kit: &Kit, apk: &Path, main: &str, args: &[&OsStr], work: &Path) -> Result<String, KitError> {
    let convert = |why: String| KitError::Convert { apk: apk.to_owned(), why };
    let done = Command::new(&kit.java.java)
        .args(["-Xmx2g", "-XX:+UseSerialGC", "-cp"])
        .arg(kit.class_path())
        .arg(main)
        .args(args)
        .current_dir(work)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| convert(error.to_string()))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Exception") || line.contains("Error"));
    Err(convert(gui::escaped(line.unwrap_or("it did not say why").trim()).to_string()))
}
