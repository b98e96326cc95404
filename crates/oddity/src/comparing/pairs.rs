//! Labelled pairs of pictures in a file: a line that says what it is, then a line for each pair.

use std::path::Path;

use serde::{Deserialize, Serialize};
use vision::{Labelled, Profile};

use crate::failure::Failure;
use crate::input;

/// The most bytes of such a file.
const MAX_BYTES: usize = 256 << 20;
const FORMAT: &str = "oddity-labelled-pairs";
const VERSION: u32 = 1;

/// Labelled pairs, and what was measured of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pairs {
    pub(crate) profile: Profile,
    pub(crate) pairs: Vec<Labelled>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    profile: String,
    features: Vec<String>,
}

impl Pairs {
    /// The file.
    pub(crate) fn to_file(&self) -> String {
        let features = self.profile.features().iter().map(ToString::to_string).collect();
        let profile = self.profile.name().to_owned();
        let head = Head { format: FORMAT.to_owned(), version: VERSION, profile, features };
        let mut lines = vec![serde_json::to_string(&head).unwrap_or_default()];
        lines.extend(self.pairs.iter().map(|pair| serde_json::to_string(pair).unwrap_or_default()));
        lines.join("\n") + "\n"
    }

    fn parse(text: &str) -> Result<Pairs, String> {
        let mut lines = text.lines();
        let no_pairs = || "it has no labelled pairs of pictures".to_owned();
        let head: Head = serde_json::from_str(lines.next().unwrap_or_default()).map_err(|_| no_pairs())?;
        let profile = Profile::ALL.into_iter().find(|profile| profile.name() == head.profile);
        let profile = match (head.format.as_str(), head.version, profile) {
            (FORMAT, VERSION, Some(profile)) => profile,
            (FORMAT, VERSION, None) => {
                return Err(format!("there is no profile {}", gui::quoted(&head.profile)));
            }
            (FORMAT, version, _) => {
                return Err(format!("it has version {version}, and this oddity reads {VERSION}"));
            }
            _ => return Err(no_pairs()),
        };
        let many = profile.features().len();
        let mut pairs = Vec::new();
        for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.trim().is_empty()) {
            let pair: Labelled =
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
            if pair.example.features.len() != many {
                return Err(format!(
                    "line {number}: it has {} features, not {many}",
                    pair.example.features.len()
                ));
            }
            pairs.push(pair);
        }
        if pairs.is_empty() { Err(no_pairs()) } else { Ok(Pairs { profile, pairs }) }
    }
}

/// The labelled pairs of a file.
pub(crate) fn read_pairs(path: &Path) -> Result<Pairs, Failure> {
    let bytes = input::read(path, MAX_BYTES)?;
    Pairs::parse(&String::from_utf8_lossy(&bytes))
        .map_err(|why| Failure::bad_input(format_args!("{}: {why}", input::shown(path))))
        .map_err(|failure| failure.hint("`oddity bench looks --output FILE` writes such a file"))
}

#[cfg(test)]
mod tests {
    use vision::Example;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let example = Example { features: vec![0.25; 6], differs: true };
        let pairs =
            Pairs { profile: Profile::Oddity, pairs: vec![Labelled { app: "notes".to_owned(), example }] };
        assert_eq!(Pairs::parse(&pairs.to_file()), Ok(pairs));
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_words() {
        let head = r#"{"format":"oddity-labelled-pairs","version":1,"profile":"diffdroid","features":[]}"#;
        for (text, said) in [
            (String::new(), "it has no labelled pairs of pictures"),
            (head.to_owned(), "it has no labelled pairs of pictures"),
            (head.replace("1", "7"), "it has version 7, and this oddity reads 1"),
            (head.replace("diffdroid", "x"), "there is no profile \"x\""),
            (
                format!("{head}\n{{\"app\":\"a\",\"features\":[1.0],\"differs\":true}}"),
                "line 2: it has 1 features, not 4",
            ),
            (format!("{head}\nno"), "line 2: expected ident at line 1 column 2"),
        ] {
            assert_eq!(Pairs::parse(&text), Err(said.to_owned()));
        }
    }
}
