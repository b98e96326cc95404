//! Putting apps on a phone and taking them off.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::commands;
use super::deadline::Deadline;
use super::error::AdbError;
use super::quote::quoted;
use super::transport::Transport;
use crate::Sent;
use android::pm::PackageReply;
use android::text::{between, text_of};

impl Transport {
    /// Installs an app: one APK, or a base with its splits. `flags` are `pm`'s, such as `-r` and `-g`.
    ///
    /// Splits go through a session, which is abandoned if any of them is refused.
    pub fn install(&self, apks: &[PathBuf], flags: &[&str], deadline: Deadline) -> Result<(), AdbError> {
        match apks {
            [] => Ok(()),
            [apk] => self.install_one(apk, flags, deadline),
            several => self.install_session(several, flags, deadline),
        }
    }

    /// Removes an app and its data.
    pub fn uninstall(&self, package: &str, deadline: Deadline) -> Result<(), AdbError> {
        let output = self.shell(&commands::uninstall(package), deadline)?;
        succeeded(&[output.stdout, output.stderr].concat())
    }

    /// Streamed where the phone can, so that it needs no room for a second copy.
    fn install_one(&self, apk: &Path, flags: &[&str], deadline: Deadline) -> Result<(), AdbError> {
        let (mut file, size) = open(apk)?;
        let size = size.to_string();
        let words = [&["install"], flags, &["-S", &size]].concat();
        if self.offers("abb_exec", deadline)? || self.offers("cmd", deadline)? {
            return succeeded(&self.package_service(&words, &mut file, deadline)?);
        }
        let copy = "/data/local/tmp/oddity-install.apk";
        self.push(&mut file, copy, 0o644, 0, deadline)?;
        let installed = self.shell(&commands::install(flags, copy), deadline);
        // The copy goes whatever became of it; if even that fails, the first failure is the one to tell.
        let removed = self.shell(&commands::remove(copy), deadline);
        succeeded(&installed?.stdout)?;
        removed.map(|_| ())
    }

    fn install_session(&self, apks: &[PathBuf], flags: &[&str], deadline: Deadline) -> Result<(), AdbError> {
        let create = [&["install-create"], flags].concat();
        let answer = self.package_service(&create, &mut std::io::empty(), deadline)?;
        let session = session_of(&text_of(&answer).text)?;
        let written = self.write_session(&session, apks, deadline);
        if written.is_err() {
            // What went wrong first is worth telling; a session that stays is thrown away by the phone itself.
            let _ = self.package_service(&["install-abandon", &session], &mut std::io::empty(), deadline);
        }
        written
    }

    fn write_session(&self, session: &str, apks: &[PathBuf], deadline: Deadline) -> Result<(), AdbError> {
        for (number, apk) in apks.iter().enumerate() {
            let (mut file, size) = open(apk)?;
            let (size, name) = (size.to_string(), format!("{number}.apk"));
            let words = ["install-write", "-S", &size, session, &name, "-"];
            succeeded(&self.package_service(&words, &mut file, deadline)?)?;
        }
        succeeded(&self.package_service(&["install-commit", session], &mut std::io::empty(), deadline)?)
    }

    /// Talks to the package manager by the shortest way that the phone offers.
    fn package_service(
        &self,
        words: &[&str],
        input: &mut dyn Read,
        deadline: Deadline,
    ) -> Result<Vec<u8>, AdbError> {
        let service = if self.offers("abb_exec", deadline)? {
            format!("abb_exec:package\0{}", words.join("\0"))
        } else {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let manager = if self.offers("cmd", deadline)? { "cmd package" } else { "pm" };
            format!("exec:{manager} {}", words.join(" "))
        };
        self.exchange(&service, input, deadline)
    }
}

fn open(apk: &Path) -> Result<(File, u64), AdbError> {
    let unreadable =
        |error: std::io::Error| AdbError::File { path: apk.display().to_string(), why: error.to_string() };
    let file = files::open_named(apk).map_err(|error| unreadable(error.into()))?;
    let size = file.metadata().map_err(unreadable)?.len();
    Ok((file, size))
}

/// `Success: created install session [1234]`.
fn session_of(said: &str) -> Result<String, AdbError> {
    let number = between(said, "session [", "]").filter(|number| number.parse::<u64>().is_ok());
    match number {
        Some(number) => Ok(number.to_owned()),
        None => Err(refusal(said).unwrap_or_else(|| silent(said))),
    }
}

fn succeeded(said: &[u8]) -> Result<(), AdbError> {
    let said = text_of(said).text;
    match PackageReply::parse(&said) {
        PackageReply::Success => Ok(()),
        // `install-write` counts what it streamed: `Success: streamed 5004 bytes`.
        PackageReply::Silent if said.trim_start().starts_with("Success") => Ok(()),
        _ => Err(refusal(&said).unwrap_or_else(|| silent(&said))),
    }
}

fn refusal(said: &str) -> Option<AdbError> {
    match PackageReply::parse(said) {
        PackageReply::Failure { code, detail } => Some(AdbError::Package { code, detail }),
        _ => None,
    }
}

fn silent(said: &str) -> AdbError {
    let said = said.trim();
    let why = if said.is_empty() { "the package manager said nothing" } else { said };
    AdbError::Garbled { why: why.to_owned(), sent: Sent::Maybe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_success_is_success() {
        assert_eq!(succeeded(b"Success\n"), Ok(()));
        assert_eq!(succeeded(b"Success: streamed 5004 bytes\n"), Ok(()));
        let refused = succeeded(b"Failure [INSTALL_FAILED_OLDER_SDK: needs 30]\n").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the phone's package manager says: INSTALL_FAILED_OLDER_SDK: needs 30"
        );
        assert_eq!(succeeded(b"").unwrap_err().sent(), Sent::Maybe);
    }

    #[test]
    fn a_session_has_a_number() {
        assert_eq!(session_of("Success: created install session [1234]\n").as_deref(), Ok("1234"));
        assert!(session_of("Error: java.lang.SecurityException: no\n").is_err());
        assert!(session_of("").is_err());
    }
}
