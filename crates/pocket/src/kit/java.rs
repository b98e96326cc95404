//! Java and Maven on this computer.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The Javas that will do. Newer ones have given up what keeps an app off this computer's files and network.
const FIT: std::ops::RangeInclusive<u32> = 17..=23;

/// A Java that will do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Java {
    /// The program.
    pub java: PathBuf,
    /// Its major version.
    pub major: u32,
    /// What it says of itself.
    pub(crate) version: String,
}

impl Java {
    /// The Java of `JAVA_HOME`, else the one on the `PATH`; else what is wrong, in words.
    pub fn find() -> Result<Java, String> {
        let home =
            std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(executable("java")));
        let java =
            home.filter(|java| java.is_file()).or_else(|| program("java")).ok_or("there is no Java here")?;
        let said = Command::new(&java).arg("-version").stdin(Stdio::null()).output();
        let said = said.map_err(|error| format!("{} does not start: {error}", java.display()))?;
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        match major_version(&said) {
            Some(major) if FIT.contains(&major) => Ok(Java { java, major, version: said }),
            Some(major) => Err(unfit(&java, major)),
            None => Err(format!("{} does not say which Java it is", java.display())),
        }
    }
}

/// Why a Java will not do.
fn unfit(java: &Path, major: u32) -> String {
    let (java, first, last) = (java.display(), FIT.start(), FIT.end());
    let why = if major > *FIT.end() {
        ": since 24 Java has no security manager, which keeps an app off your files and network"
    } else {
        ""
    };
    format!("{java} is Java {major}, and pocket phones need {first} to {last}{why}")
}

/// Maven, which fetches the jars and builds ours.
pub(crate) fn maven() -> Option<PathBuf> {
    program("mvn").or_else(|| program("mvn.cmd"))
}

/// The number in `openjdk version "17.0.15" 2025-04-15`.
fn major_version(said: &str) -> Option<u32> {
    let (_, version) = said.split_once("version \"")?;
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    match digits.parse().ok()? {
        // Up to 8 they counted 1.8.
        1 => version
            .split('.')
            .nth(1)?
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
            .parse()
            .ok(),
        major => Some(major),
    }
}

pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(executable(name))).find(|file| file.is_file())
}

fn executable(name: &str) -> PathBuf {
    // An extension that is there stays: Maven's is .cmd on Windows.
    let path = PathBuf::from(name);
    if path.extension().is_some() { path } else { path.with_extension(std::env::consts::EXE_EXTENSION) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_java_that_cannot_guard_is_refused_with_the_reason() {
        let refused = unfit(Path::new("java"), 25);
        assert!(
            refused.starts_with("java is Java 25, and pocket phones need 17 to 23: since 24 Java has no")
        );
        assert_eq!(unfit(Path::new("java"), 11), "java is Java 11, and pocket phones need 17 to 23");
    }

    #[test]
    fn versions_are_read_as_java_tells_them() {
        for (said, major) in [
            ("openjdk version \"17.0.15\" 2025-04-15\nOpenJDK Runtime", Some(17)),
            ("java version \"21\" 2023-09-19 LTS", Some(21)),
            ("java version \"1.8.0_392\"", Some(8)),
            ("Picked up JAVA_TOOL_OPTIONS: -Dx=\"y\"\nopenjdk version \"25-ea\"", Some(25)),
            ("The operation couldn't be completed.", None),
        ] {
            assert_eq!(major_version(said), major, "{said}");
        }
    }
}
