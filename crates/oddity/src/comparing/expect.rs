//! Differences that are meant.

use std::collections::BTreeMap;
use std::path::Path;

use experiment::{Fingerprint, Severity};
use finding::Finding;
use serde::Deserialize;

use crate::failure::Failure;
use crate::input;

/// The most bytes of such a file.
const MAX_BYTES: usize = 4 << 20;
/// What the file says it is.
const FORMAT: &str = "oddity-expected-differences";
const VERSION: u64 = 1;

/// Differences that are meant, by their fingerprints, each with what it says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Expected(BTreeMap<String, String>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    #[serde(default)]
    difference: Vec<Declared>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    fingerprint: String,
    #[serde(default)]
    says: String,
}

impl Expected {
    /// What a file declares, by whom it is read. One that is not there declares nothing where it is only to be written.
    pub(crate) fn read(path: &Path, to_be_written: bool, by: input::Reader) -> Result<Expected, Failure> {
        if to_be_written && !path.exists() {
            return Ok(Expected::default());
        }
        let bytes = by(path, MAX_BYTES)?;
        Expected::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|why| Failure::bad_input(format_args!("{}: {why}", input::shown(path))))
    }

    /// Refuses a file that could not be written once all is compared.
    pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder.filter(|folder| !folder.is_dir()) {
            None => Ok(()),
            Some(folder) => Err(Failure::bad_input(format_args!(
                "cannot write {}: there is no folder {}",
                input::shown(path),
                input::shown(folder)
            ))),
        }
    }

    fn parse(text: &str) -> Result<Expected, String> {
        let wrong = |error: toml::de::Error| {
            let before = &text.as_bytes()[..error.span().map_or(0, |span| span.start.min(text.len()))];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            format!("line {line}: {}", error.message().replace('\n', " "))
        };
        let file: File = toml::from_str(text).map_err(wrong)?;
        match (file.format.as_str(), file.version) {
            (FORMAT, VERSION) => {}
            (FORMAT, version) => {
                return Err(format!("it has version {version}, and this oddity reads {VERSION}"));
            }
            _ => return Err("it does not declare differences".to_owned()),
        }
        let declared = file.difference.into_iter();
        Ok(Expected(declared.map(|one| (Fingerprint::from(one.fingerprint).to_string(), one.says)).collect()))
    }

    /// The fingerprints.
    pub(crate) fn fingerprints(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Declares what was found, except for crashes and what people could use and is gone: says how many of each.
    pub(crate) fn accept<'f>(
        &mut self,
        findings: impl IntoIterator<Item = &'f Finding>,
        is_never: impl Fn(&Finding) -> bool,
    ) -> (usize, usize) {
        let (mut accepted, mut left) = (0, 0);
        for finding in findings {
            if finding.suspicion.kind.severity == Severity::Critical || is_never(finding) {
                left += 1;
                continue;
            }
            accepted += 1;
            self.0.insert(finding.suspicion.fingerprint.to_string(), finding.suspicion.sentence.clone());
        }
        (accepted, left)
    }

    /// The file that declares them.
    pub(crate) fn to_file(&self) -> String {
        let mut text = format!("format = \"{FORMAT}\"\nversion = {VERSION}\n");
        for (fingerprint, says) in &self.0 {
            let [fingerprint, says] = [fingerprint, says].map(|text| in_quotes(text));
            text.push_str(&format!("\n[[difference]]\nfingerprint = {fingerprint}\nsays = {says}\n"));
        }
        text
    }
}

/// As TOML writes a string.
fn in_quotes(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut expected = Expected::default();
        expected.0.insert("version-text:#a".to_owned(), "says \"x\\y\"\u{7}\n".to_owned());
        assert_eq!(Expected::parse(&expected.to_file()), Ok(expected));
    }

    #[test]
    fn a_file_is_written_only_into_a_folder_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str| Expected::check_place(&folder.path().join(name)).is_err();
        assert!(!refused("new.toml") && refused("no/new.toml"));
        assert!(Expected::check_place(Path::new("new.toml")).is_ok());
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_words() {
        for (text, said) in [
            ("", "missing field `format`"),
            ("format = \"x\"\nversion = 1", "it does not declare differences"),
            (
                "format = \"oddity-expected-differences\"\nversion = 9",
                "it has version 9, and this oddity reads 1",
            ),
            (
                "format = \"oddity-expected-differences\"\nversion = 1\n[[difference]]\nsays = \"x\"",
                "line 3: missing field `fingerprint`",
            ),
            ("format = \"x\"\n[[difference]\n", "line 2: "),
            ("format = \"oddity-expected-differences\"\nversion = 1\ncolour = 1", "unknown field `colour`"),
        ] {
            let why = Expected::parse(text).unwrap_err();
            assert!(why.contains(said), "{why}");
        }
    }
}
