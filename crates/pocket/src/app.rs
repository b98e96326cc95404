//! An APK made ready for pocket phones.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dex::archive::{Archive, JarWriter};
use dex::{Converted, Library, Options, ProbeKeeper};

use crate::kit::sum::digest;
use crate::kit::types;
use crate::kit::{Kit, KitError};
use crate::mapping::Mapping;

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
    /// Methods that could not be converted, and why; they throw when they are called.
    pub(crate) refused: Vec<String>,
    /// What its names were before they were made short.
    pub(crate) mapping: Option<Arc<Mapping>>,
}

impl App {
    /// Converts the code of an APK and has it note what runs, or takes what was converted before: files with the same content
    /// share it. Takes seconds.
    pub fn convert(kit: &Kit, apk: &Path) -> Result<App, KitError> {
        let file = |error| KitError::File { path: apk.to_owned(), error };
        let folder = |error| KitError::File { path: kit.apps(), error };
        let apk = fs::canonicalize(apk).map_err(file)?;
        fs::create_dir_all(kit.apps()).map_err(folder)?;
        let digest = format!("{}-{CONVERSION}-{}", digest(&apk).map_err(file)?, kit.level);
        let kept = |ending: &str| kit.apps().join(format!("{digest}.{ending}"));
        let (copy, classes, told) = (kept("apk"), kept("jar"), kept("told"));
        if ![&copy, &classes, &told].iter().all(|path| path.is_file()) {
            let work = tempfile::tempdir_in(kit.apps()).map_err(folder)?;
            let made = |name: &str| work.path().join(name);
            fs::copy(&apk, made("apk")).map_err(folder)?;
            let converted = write_classes(&apk, &made("jar"), &types::read(kit)?)?;
            fs::write(made("told"), tell(&converted)).map_err(folder)?;
            // Under their names only when whole: two programs may convert it at once.
            for (name, path) in [("apk", &copy), ("jar", &classes), ("told", &told)] {
                fs::rename(made(name), path).map_err(folder)?;
            }
        }
        let told = fs::read_to_string(&told).map_err(folder)?;
        let mut lines = told.lines();
        let probes = lines.next().and_then(|line| line.parse().ok()).unwrap_or_default();
        let refused = lines.map(str::to_owned).collect();
        Ok(App { apk: copy, classes, digest, probes, refused, mapping: None })
    }

    /// The same with the names that its code had before, for stacks and coverage.
    pub fn with_mapping(self, mapping: Option<Mapping>) -> App {
        App { mapping: mapping.map(Arc::new), ..self }
    }

    /// Methods and classes that could not be converted, a line for each with the reason. Methods throw when they are called.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// The converted classes, in a jar.
    pub fn classes(&self) -> &Path {
        &self.classes
    }
}

/// How apps are converted. To be raised when that changes: what was kept before is then converted anew.
const CONVERSION: u32 = 7;
/// The largest APK that is read, and the most code in it.
const MOST_BYTES: u64 = 1 << 30;
const MOST_CODE: u64 = 1 << 28;
/// The largest apps take a tenth of it.
const LONGEST: Duration = Duration::from_secs(300);

/// Widely used libraries stay as they are: what runs in them says little about the app.
const LIBRARIES: [&str; 6] = [
    "androidx/",
    "android/support/",
    "kotlin/",
    "kotlinx/",
    "com/google/android/material/",
    "com/google/android/gms/",
];

fn write_classes(apk: &Path, to: &Path, library: &dyn Library) -> Result<Converted, KitError> {
    let failed = |why: String| KitError::Convert { apk: apk.to_owned(), why };
    let file = |error| KitError::File { path: apk.to_owned(), error };
    if fs::metadata(apk).map_err(file)?.len() > MOST_BYTES {
        return Err(failed(format!("it has more than {MOST_BYTES} bytes")));
    }
    let bytes = fs::read(apk).map_err(file)?;
    let archive = Archive::parse(&bytes).map_err(|error| failed(error.to_string()))?;
    let files = archive.dex_files(MOST_CODE).map_err(|error| failed(error.to_string()))?;
    if files.is_empty() {
        return Err(failed("it has no code".to_owned()));
    }
    let jar = fs::File::create(to).map_err(|error| KitError::File { path: to.to_owned(), error })?;
    let mut jar = JarWriter::new(BufWriter::new(jar));
    let start = Instant::now();
    let options = Options {
        library,
        probes: Some(ProbeKeeper {
            class: "oddity/pocket/boot/Probes".to_owned(),
            method: "of".to_owned(),
            without: LIBRARIES.map(str::to_owned).to_vec(),
        }),
        is_over: &|| start.elapsed() > LONGEST,
    };
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let converted = dex::convert(&files, &options, &mut |name, bytes| {
        jar.add(&format!("{name}.class"), bytes).map_err(|error| error.to_string())
    });
    let converted = converted.map_err(|error| failed(error.to_string()))?;
    jar.finish().map_err(|error| failed(error.to_string()))?;
    Ok(converted)
}

/// The number of probes, then a line for each thing that could not be converted.
fn tell(converted: &Converted) -> String {
    let mut told = format!("{}\n", converted.probes);
    for refused in &converted.refused {
        let class = refused.class.replace('/', ".");
        let method = refused.method.as_ref().map(|method| format!(".{method}")).unwrap_or_default();
        told += &format!("{}: {}\n", gui::escaped(&format!("{class}{method}")), refused.why);
    }
    told
}
