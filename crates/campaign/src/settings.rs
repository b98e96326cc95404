//! What a campaign is about.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use device::Patience;
use experiment::{Costs, Guard, Techniques};
use script::Script;

/// What a campaign is about, and within which bounds.
#[derive(Debug, Clone)]
pub struct CampaignSettings {
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
    /// How often in a row a phone that fails is asked again before it is given up.
    pub tries: u32,
    /// How much time a phone may lose by failing during one experiment before it is given up.
    pub trouble: Duration,
    /// How many phones work at one time; `None` for all there are.
    pub at_once: Option<usize>,
    /// What phones take for what is asked of them; `None` to measure it. Simulated phones can be taken for dearer ones so.
    pub costs: Option<Costs>,
    /// How long to wait between two events. Simulated phones need no pause.
    pub pause: Duration,
    /// Which screens to take pictures of.
    pub screenshots: Screenshots,
    /// What must not be touched.
    pub guard: Guard,
    /// The techniques: what judges say to traces, and what it takes to see their suspicions again.
    pub techniques: Techniques,
    /// Of a hundred events, at most so many for the probes of a technique, where that is not the usual share.
    pub shares: BTreeMap<String, u64>,
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

impl CampaignSettings {
    /// A campaign against an app without bounds, guards and techniques.
    pub fn new(app: impl Into<Arc<str>>, seed: u64) -> CampaignSettings {
        CampaignSettings {
            app: app.into(),
            app_version: None,
            seed,
            budget: Budget::default(),
            setup: Setup::default(),
            patience: Patience::default(),
            tries: 8,
            trouble: Duration::from_secs(180),
            at_once: None,
            costs: None,
            pause: Duration::ZERO,
            screenshots: Screenshots::default(),
            guard: Guard::default(),
            techniques: Techniques::default(),
            shares: BTreeMap::new(),
        }
    }
}
