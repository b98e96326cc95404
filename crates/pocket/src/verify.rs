//! Whether a JVM takes the classes that an app was converted to.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::app::App;
use crate::kit::{Api, Kit, KitError};

/// What a JVM says of an app's classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many there are.
    pub classes: u32,
    /// A line for each that does not load or does not verify, with what the JVM says.
    pub refused: Vec<String>,
}

/// The largest apps take a tenth of it.
const LONGEST: Duration = Duration::from_secs(300);
/// What is read of what Java says.
const MOST_SAID: u64 = 16 << 20;

/// Loads and verifies all classes of an app, beside the framework. None of its code runs.
pub fn verify(kit: &Kit, app: &App) -> Result<Verified, KitError> {
    let api = Api::of(kit.level).ok_or(KitError::NoSuchApi { level: kit.level })?;
    let failed = |why: String| KitError::Convert { apk: app.apk.clone(), why };
    let mut said = tempfile::tempfile().map_err(|error| failed(error.to_string()))?;
    let to = said.try_clone().map_err(|error| failed(error.to_string()))?;
    let mut java = Command::new(&kit.java.java);
    java.args(["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(kit.class_path())
        .arg("oddity.pocket.boot.VerifyClasses")
        .arg(app.classes())
        .arg(api.path(&kit.folder));
    let status = run(&mut java, to).map_err(|error| failed(error.to_string()))?;
    let mut text = String::new();
    let read = said.rewind().and_then(|()| said.by_ref().take(MOST_SAID).read_to_string(&mut text));
    read.map_err(|error| failed(error.to_string()))?;
    match status {
        Some(status) if status.success() => Ok(parse(&text)),
        Some(status) => Err(failed(format!("Java ended with {status}"))),
        None => Err(failed(format!("loading its classes took longer than {} s", LONGEST.as_secs()))),
    }
}

fn parse(said: &str) -> Verified {
    let mut lines = said.lines();
    let classes = lines.next().and_then(|line| line.parse().ok()).unwrap_or_default();
    Verified { classes, refused: lines.map(|line| gui::escaped(line).to_string()).collect() }
}

/// Waits until it is over; none where that takes too long.
fn run(java: &mut Command, to: File) -> std::io::Result<Option<ExitStatus>> {
    let mut child = java.stdin(Stdio::null()).stdout(to).stderr(Stdio::null()).spawn()?;
    let start = Instant::now();
    while start.elapsed() < LONGEST {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_java_says_is_read() {
        let expected =
            Verified { classes: 3, refused: vec!["a.B: java.lang.VerifyError: Bad type".to_owned()] };
        assert_eq!(parse("3\na.B: java.lang.VerifyError: Bad type\n"), expected);
        assert_eq!(parse(""), Verified::default());
    }
}
