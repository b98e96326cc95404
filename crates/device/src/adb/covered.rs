//! Which parts of an app have run: by JaCoCo's files where it was built so, else by what was seen on screen.

use std::sync::Arc;

use super::commands;
use super::link::Link;
use crate::{Coverage, CoverageUnit, DeviceError, Observation, Sent};
use android::jacoco::{self, MAX_FILE_BYTES};

const DOING: &str = "tell its coverage";

/// Where an app that was built with JaCoCo leaves its coverage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageFiles {
    /// The app.
    pub package: String,
    /// The broadcast that makes it write the file; `None` where it does so by itself.
    pub broadcast: Option<String>,
    /// Where the file may be; relative ones are in the app's own folder, which a debuggable build lets us read.
    pub paths: Vec<String>,
}

impl CoverageFiles {
    /// The usual places.
    pub fn of(package: &str) -> CoverageFiles {
        let outside = format!("/sdcard/Android/data/{package}/files");
        let paths = ["files/coverage.ec", "files/jacoco.exec", "coverage.ec"].map(str::to_owned).into_iter();
        let outside = ["coverage.ec", "jacoco.exec"].map(|name| format!("{outside}/{name}"));
        let paths = paths.chain(outside).collect();
        CoverageFiles { package: package.to_owned(), broadcast: None, paths }
    }
}

/// What was covered so far.
#[derive(Debug)]
pub(super) struct Covered {
    files: Option<CoverageFiles>,
    seen: Arc<Coverage>,
}

impl Covered {
    pub(super) fn new(files: Option<CoverageFiles>) -> Covered {
        Covered { files, seen: Arc::default() }
    }

    /// Counts what an observation shows.
    pub(super) fn see(&mut self, observation: &Observation) {
        self.seen.see(observation);
    }

    /// The coverage as it is now.
    pub(super) fn coverage(&mut self, link: &mut Link) -> Result<Arc<Coverage>, DeviceError> {
        let Some(files) = &self.files else { return Ok(Arc::clone(&self.seen)) };
        let mut budget = link.budget(link.deadlines.act);
        if let Some(action) = &files.broadcast {
            link.tell(DOING, &commands::broadcast(action), &mut budget)?;
        }
        for path in &files.paths {
            let command = if path.starts_with('/') {
                commands::read(path)
            } else {
                commands::read_as(&files.package, path)
            };
            let file = link.bytes(DOING, &command, &mut budget)?;
            if !jacoco::is_execution_data(&file.stdout) {
                continue;
            }
            if file.stdout.len() > MAX_FILE_BYTES {
                return Err(link.garbled(DOING, format!("{path} is too large"), Sent::Nothing));
            }
            let probes = jacoco::probes(&file.stdout)
                .map_err(|why| link.garbled(DOING, format!("{path}: {why}"), Sent::Nothing))?;
            return Ok(Arc::new(Coverage {
                unit: CoverageUnit::Probes,
                reached: probes.reached,
                total: u32::try_from(probes.total).ok(),
            }));
        }
        let why = format!("{} has left no coverage file: {}", files.package, files.paths.join(", "));
        Err(link.refused(DOING, why, "build the app with JaCoCo, and let it write its coverage when asked"))
    }
}
