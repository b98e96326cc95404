//! What a campaign is about.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use device::Patience;
use experiment::{Guard, Suspicion};
use model::Volatile;
use script::Script;
use trace::Trace;

/// What a campaign is about, and within which bounds.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The package under test.
    pub app: Arc<str>,
    /// Its version name, where it is known.
    pub app_version: Option<String>,
    /// The seed of every choice.
    pub seed: u64,
    /// How much to test.
    pub budget: Budget,
    /// How the app is made ready after a fresh start.
    pub setup: Setup,
    /// How long to wait for a screen to settle.
    pub patience: Patience,
    /// How often a phone that failed is asked again before an experiment is given up.
    pub tries: u32,
    /// How long to wait between two events. Simulated phones need no pause.
    pub pause: Duration,
    /// Which screens to take pictures of.
    pub screenshots: Screenshots,
    /// What must not be touched.
    pub guard: Guard,
    /// What the judges say to a trace.
    pub judge: Judge,
}

/// How much to test. Without any bound a campaign goes on until it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// So many events to explore and to probe; proving what was found is not counted.
    pub events: Option<u64>,
    /// For so long. What was found until then is still proven, for at most a quarter of the time more.
    pub time: Option<Duration>,
}

/// How the app is made ready after a fresh start.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Runtime permissions given to it.
    pub grants: Vec<String>,
    /// What is done once it is open: a login, say.
    pub scripts: Vec<Script>,
}

/// Which screens to take pictures of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Screenshots {
    /// None at all.
    None,
    /// Those of findings.
    Findings,
    /// Those of findings, and each new kind of screen once.
    #[default]
    New,
    /// Every step.
    All,
}

/// What the judges say to a trace, given what is known to change by itself.
#[derive(Clone)]
pub struct Judge(pub Arc<JudgeTrace>);

type JudgeTrace = dyn Fn(&Trace, &Volatile) -> Vec<Suspicion> + Send + Sync;

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Judge")
    }
}

impl Settings {
    /// A campaign against an app without bounds, guards and judges.
    pub fn new(app: impl Into<Arc<str>>, seed: u64) -> Settings {
        Settings {
            app: app.into(),
            app_version: None,
            seed,
            budget: Budget::default(),
            setup: Setup::default(),
            patience: Patience::default(),
            tries: 8,
            pause: Duration::ZERO,
            screenshots: Screenshots::default(),
            guard: Guard::default(),
            judge: Judge(Arc::new(|_, _| Vec::new())),
        }
    }
}
