//! Where experiments run.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of phone among those of a run: the first named is 0, the reference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KindId(pub u16);

/// A build of the app among those of a run: the one under test is 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BuildId(pub u16);

/// A kind of phone with one build of the app on it. Phones of one site are alike; those of two are not: no condition moves from
/// one to the other, and what differs between them was not changed by time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Site {
    /// The kind of phone.
    pub kind: KindId,
    /// The build of the app.
    pub build: BuildId,
}

impl Site {
    /// The first kind with the build under test: the only site of most runs.
    pub const HOME: Site = Site { kind: KindId(0), build: BuildId(0) };

    /// Whether it is the first one.
    pub fn is_home(&self) -> bool {
        *self == Site::HOME
    }

    /// The build under test on another kind of phone.
    pub fn on(kind: KindId) -> Site {
        Site { kind, build: BuildId(0) }
    }

    /// The same kind of phone with another build.
    #[must_use]
    pub fn with(self, build: BuildId) -> Site {
        Site { build, ..self }
    }
}

impl fmt::Display for Site {
    /// As in logs: `kind 2, build 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}, build {}", self.kind.0 + 1, self.build.0 + 1)
    }
}
