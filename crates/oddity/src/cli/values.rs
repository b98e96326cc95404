//! How values are written.

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use device::PhoneKind;
use explore::{By, SourceKind, Strategy};

use crate::likeness::suggestion;

/// Which findings make the exit code 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Every deterministic finding.
    Any,
    /// Flaky ones too.
    Flaky,
    /// Deterministic crashes and ANRs.
    Crash,
    /// None: the exit code tells only whether the run went well.
    None,
}

/// How progress is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// For people: a live screen on a terminal, lines elsewhere.
    Human,
    /// For programs: one JSON object a line.
    Json,
}

/// Which screens to take pictures of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Screenshots {
    /// Each new kind of screen once, and those of findings.
    New,
    /// Those of findings.
    Findings,
    /// Every step.
    All,
    /// None.
    None,
}

impl From<Screenshots> for campaign::Screenshots {
    fn from(asked: Screenshots) -> campaign::Screenshots {
        match asked {
            Screenshots::New => campaign::Screenshots::New,
            Screenshots::Findings => campaign::Screenshots::Findings,
            Screenshots::All => campaign::Screenshots::All,
            Screenshots::None => campaign::Screenshots::None,
        }
    }
}

/// `90s`, `10m`, `1h 30m`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if time.is_zero() => Err("it must be more than no time".to_owned()),
        Ok(time) => Ok(time),
        Err(_) => Err("write it as 90s, 10m or 1h 30m".to_owned()),
    }
}

/// The longest pause between two events.
const MAX_PAUSE: Duration = Duration::from_secs(3600);

/// `0s`, `200ms`.
pub(super) fn pause(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(pause) if pause > MAX_PAUSE => Err("nobody waits that long: 1h at most".to_owned()),
        Ok(pause) => Ok(pause),
        Err(_) => Err("write it as 0s, 200ms or 1s".to_owned()),
    }
}

/// What the walkers do, one each in turn.
#[derive(Debug, Clone)]
pub(crate) struct Strategies(pub(crate) Vec<Strategy>);

impl std::fmt::Display for Strategies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|strategy| strategy.name()).collect();
        f.write_str(&names.join(","))
    }
}

pub(super) fn strategies(text: &str) -> Result<Strategies, String> {
    let one = |name: &str| {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name.trim());
        let names = Strategy::ALL.map(Strategy::name);
        found.ok_or_else(|| format!("there is only {}{}", names.join(", "), suggestion(name.trim(), names)))
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Strategies)
}

pub(super) fn source() -> impl TypedValueParser<Value = SourceKind> {
    PossibleValuesParser::new(["layout", "monkey"]).map(|name| match name.as_str() {
        "monkey" => SourceKind::Monkey,
        _ => SourceKind::Layout,
    })
}

pub(super) fn by() -> impl TypedValueParser<Value = By> {
    PossibleValuesParser::new(["paths", "mean"]).map(|name| match name.as_str() {
        "mean" => By::Mean,
        _ => By::Paths,
    })
}

/// A number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it must be from 0 to 1".to_owned()),
    }
}

/// A kind of phone, in words that make one: without flags, whatever they add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum On {
    /// A pocket phone, for an `.apk`; the words of [`pocket::Profile`].
    Pocket(String),
    /// A simulated phone, for a `sim:` app; the words of [`device::PhoneKind`].
    Sim(String),
}

/// `pocket[:KEY=VALUE,...]` or `sim[:KEY=VALUE,...]`
pub(super) fn on(text: &str) -> Result<On, String> {
    let (sort, words) = text.split_once(':').unwrap_or((text, ""));
    match sort {
        "pocket" => on_pocket(text).map(|_| On::Pocket(words.to_owned())),
        "sim" => {
            let kind = sim::Profile::default().kind().with_words(words);
            let wrong = |error: device::KindError| format!("{error}{}", meant_key(words, &PhoneKind::KEYS));
            kind.map(|_| On::Sim(words.to_owned())).map_err(wrong)
        }
        _ => Err(format!(
            "it is `pocket` or `sim`, or one of them with {} behind a colon, as `pocket:api=30,locale=de`{}",
            PhoneKind::KEYS.join(", "),
            suggestion(sort, ["pocket", "sim"])
        )),
    }
}

/// `, did you mean KEY?` for the first key that a phone does not have, where one that it has is like it.
fn meant_key(words: &str, known: &[&str]) -> String {
    let mut keys = PhoneKind::words(words).unwrap_or_default().into_iter().map(|(key, _)| key);
    let unknown = keys.find(|key| !known.contains(key));
    unknown.map(|key| suggestion(key, known.iter().copied())).unwrap_or_default()
}

/// `pocket[:KEY=VALUE,...]`
pub(super) fn on_pocket(text: &str) -> Result<pocket::Profile, String> {
    match text.split_once(':').unwrap_or((text, "")) {
        ("pocket", words) => words.parse().map_err(|error: pocket::ProfileError| {
            let known: Vec<&str> = PhoneKind::KEYS.into_iter().chain(pocket::Profile::OWN_KEYS).collect();
            format!("{error}{}", meant_key(words, &known))
        }),
        _ => Err("it is `pocket`, or `pocket:` with words as `pocket:api=30,locale=de`".to_owned()),
    }
}
