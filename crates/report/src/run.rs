//! All there is to tell about a run.

use experiment::{Site, Suspicion};
use finding::{Finding, Health, Verdict};
use gui::{Digest, Rect};
use serde::{Deserialize, Serialize};
use trace::Role;

/// All there is to tell about a run. Pictures are named by their content hash, as in the run's folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The package under test.
    pub app: String,
    /// Its version name, where the phone told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app_version: Option<String>,
    /// The phones, as a person would name them: `Pixel 7, Android 14`.
    pub phones: Vec<String>,
    /// The kinds of phones by their numbers, in words; none where all phones are of one kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// The builds of the app by their numbers, as people call them; none where there is only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<String>,
    /// What made the run: `oddity 0.1.0`.
    pub made_by: String,
    /// The command that makes it again.
    pub command: String,
    /// The seed of all choices.
    pub seed: u64,
    /// When it began, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_unix_ms: Option<u64>,
    /// Why it ended before its time, in a sentence; `None` where it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<String>,
    /// What it says in the end.
    pub verdict: Verdict,
    /// Whether as much was tested as was asked for, whatever was found.
    pub enough: bool,
    /// How well the testing went.
    pub health: Health,
    /// What was found, the gravest first.
    pub findings: Vec<Shown>,
    /// What looked wrong and is no finding.
    pub unproven: Vec<Unproven>,
    /// The screens and the ways between them.
    pub graph: Graph,
    /// What was reached as the events went by, in the order of events.
    pub curve: Vec<Curve>,
    /// The widgets that change by themselves, which no judge looked at.
    pub volatile: Vec<String>,
    /// The configuration in effect.
    pub settings: Vec<Setting>,
    /// What else a person should know, in sentences.
    pub remarks: Vec<String>,
    /// What was compared over several kinds of phones or two builds; `None` where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// What the same action did on alike screens, where it did something rarely.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behaviours: Vec<Behaviours>,
}

/// What an action did on alike screens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviours {
    /// The action, in words: `tap #save`.
    pub event: String,
    /// The page.
    pub page: String,
    /// What it did, the most common first.
    pub clusters: Vec<Cluster>,
}

/// One of the things that an action did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    /// What it did, in words.
    pub does: String,
    /// How often.
    pub times: usize,
    /// Whether that is rare.
    pub is_rare: bool,
    /// A screen that it led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Digest>,
}

/// Differences over a matrix of phones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// The phones, the reference first.
    pub phones: Vec<String>,
    /// The differences, in the order in which they are told.
    pub differences: Vec<Differing>,
    /// The fewest phones that show all of them, by their places.
    pub test_on: Vec<u16>,
}

/// A difference, and the phones that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// The finding, by its name.
    pub finding: String,
    /// The paper's class.
    pub class: String,
    /// What the phones that show it have in common and no other has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explained_by: Option<String>,
    /// The phones that show it, by their places, each with its picture where one was taken.
    pub phones: Vec<(u16, Option<Digest>)>,
    /// The picture of the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Digest>,
}

/// A finding, and what there is to see of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
    /// What to do, step by step.
    pub steps: Vec<ShownStep>,
    /// The last screen on which all was well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Sight>,
    /// The screen on which it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Sight>,
    /// What was compared, the steps themselves first; nothing where there is nothing to compare.
    #[serde(rename = "compared", default, skip_serializing_if = "Vec::is_empty")]
    pub exhibits: Vec<ShownExhibit>,
    /// The command that shows it again.
    pub replay: String,
}

/// One step of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownStep {
    /// What to do, in words: `tap #save`.
    pub words: String,
    /// What the phone showed then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Digest>,
}

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownExhibit {
    /// Its part in the comparison.
    pub role: Role,
    /// What is different about it, in a few words: `waiting as long instead`.
    pub label: String,
    /// Where it ran: a kind and a build among those of the run.
    #[serde(default, skip_serializing_if = "Site::is_home")]
    pub site: Site,
    /// For each step of the finding what was done as it, or in its place; `None` where nothing was.
    pub steps: Vec<Option<ShownStep>>,
    /// The screen to compare with those of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<Sight>,
}

/// A picture with something to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// The picture.
    pub screenshot: Digest,
    /// The widgets to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// A widget on a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// How to find it: `#note`.
    pub widget: String,
    /// Where it is, in pixels of the picture.
    pub bounds: Rect,
}

/// Something that looked wrong and is no finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unproven {
    /// What it looked like.
    #[serde(flatten)]
    pub suspicion: Suspicion,
    /// Why it is no finding, in a sentence.
    pub why: String,
}

/// The screens and the ways between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The screens, in the order in which they were first seen.
    pub screens: Vec<Reached>,
    /// The ways between them.
    pub moves: Vec<Move>,
}

/// A screen that was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The activity in front; `None` outside of the app.
    pub activity: Option<String>,
    /// Whether the app starts here.
    pub start: bool,
    /// How often it was seen after an event.
    pub visits: u64,
    /// How it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Digest>,
}

/// A way from one screen to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The place of the screen before.
    pub from: usize,
    /// The place of the screen after.
    pub to: usize,
    /// One event that leads there, in words.
    pub words: String,
    /// How often any event did.
    pub times: u64,
}

/// How much was reached after so many events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    /// After so many events,
    pub events: u64,
    /// so many parts of the app had run,
    pub covered: u64,
    /// and so many screens were known.
    pub screens: u64,
}

/// One setting of the configuration in effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value; secrets are masked by whoever read them.
    pub value: String,
    /// Where it comes from: `flag`, `environment`, `oddity.toml`, `default`.
    pub from: String,
}
