//! An APK made ready for pocket phones.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::Xxh3;

use crate::kit::{Kit, KitError};

/// An APK and its code as a JVM can run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// A copy: a phone's condition that was saved looks for it in the same place.
    pub(crate) apk: PathBuf,
    pub(crate) classes: PathBuf,
    /// Of the APK.
    pub(crate) digest: String,
}

impl App {
    /// Converts the code of an APK, or takes what was converted before: files with the same content share it. Takes from half
    /// a second to half a minute.
    pub fn convert(kit: &Kit, apk: &Path) -> Result<App, KitError> {
        let file = |error| KitError::File { path: apk.to_owned(), error };
        let apk = fs::canonicalize(apk).map_err(file)?;
        let apps = kit.apps();
        let folder = |error| KitError::File { path: apps.clone(), error };
        fs::create_dir_all(&apps).map_err(folder)?;
        let digest = digest(&apk).map_err(file)?;
        let kept = apps.join(format!("{digest}.apk"));
        let classes = apps.join(format!("{digest}.jar"));
        if !classes.is_file() || !kept.is_file() {
            let work = tempfile::tempdir_in(&apps).map_err(folder)?;
            let (copy, made) = (work.path().join("app.apk"), work.path().join("classes.jar"));
            fs::copy(&apk, &copy).map_err(folder)?;
            dex_to_jar(kit, &apk, &made, work.path())?;
            // Under their names only when whole: two programs may convert it at once.
            fs::rename(&copy, &kept).and_then(|()| fs::rename(&made, &classes)).map_err(folder)?;
        }
        Ok(App { apk: kept, classes, digest })
    }
}

/// Equal for equal contents. Not proof against someone who wants two to be equal: then only their own phone is wrong.
fn digest(path: &Path) -> io::Result<String> {
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

fn dex_to_jar(kit: &Kit, apk: &Path, to: &Path, work: &Path) -> Result<(), KitError> {
    let convert = |why: String| KitError::Convert { apk: apk.to_owned(), why };
    let done = Command::new(&kit.java.java)
        .args(["-Xmx2g", "-XX:+UseSerialGC", "-cp"])
        .arg(kit.class_path())
        // With line numbers; what cannot be converted throws when it is called.
        .args(["com.googlecode.dex2jar.tools.Dex2jarCmd", "--force", "--debug-info", "--output"])
        .args([to, apk])
        .current_dir(work)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| convert(error.to_string()))?;
    if done.status.success() && to.is_file() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Exception") || line.contains("Error"));
    Err(convert(gui::escaped(line.unwrap_or("it has no code").trim()).to_string()))
}
