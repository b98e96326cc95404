//! Every number of the exploration.

use serde::{Deserialize, Serialize};

/// How to explore. The defaults are those of the paper on time-travel testing where it gives them, and ours where it does not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExploreSettings {
    /// What is done when, default `time-travel`.
    pub strategy: Strategy,
    /// Where events come from, default `layout`.
    pub source: SourceKind,
    /// How many walks go on side by side, default 4. It shapes the run; the number of phones does not.
    pub walkers: usize,
    /// How many events a walk has before its findings are shared with the others, default 100.
    pub round_events: u64,
    /// The same on phones that keep no conditions of the app, where walks take turns and each goes on where the last one ended,
    /// default 50: so what looks wrong is looked into soon.
    pub turn_events: u64,
    /// After how many events from a fresh start a walk must travel back or start anew, default 1000: findings that take longer are of
    /// little use to people. The baselines of the paper have no such limit.
    pub max_depth: usize,
    /// The same for phones that keep no conditions, default 250: there whatever is found has to be done again from the
    /// fresh start on, event by event.
    pub max_replay: usize,
    /// On such phones, going back means doing events again: at most this many for each hundred of all others, default 20.
    pub return_percent: u64,
    /// The most conditions of the app that are kept to come back to, default 200. The least promising go first, the start never.
    pub max_snapshots: usize,
    /// The most room they may take on phones that say how much a snapshot takes, in megabytes, default 16,000: some eight of an
    /// emulator.
    pub max_snapshots_mb: u64,
    /// How many of a thousand events happen to the phone instead of being done to the app, default 20. For `random+system` and
    /// `time-travel`; 0 for none.
    pub system_events: u32,
    /// Packages and activities (`package/.Name`) besides the app's own in which a walk may stay, such as a browser tab it opens.
    pub allow: Vec<String>,
    /// Broadcasts that the app listens for, sent as system events.
    pub broadcasts: Vec<String>,
    /// When a walk does not get any further.
    pub stuck: StuckSettings,
    /// Where to go back to.
    pub choice: ChoiceSettings,
}

/// What is done when.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// One event after the other, for ever. MO in the paper.
    Random,
    /// The same with system events. MS in the paper.
    #[serde(rename = "random+system")]
    RandomSystem,
    /// The app is started anew when the walk is stuck; its data stays. No system events. MR in the paper.
    Restart,
    /// The event first that promises the most new ones.
    Systematic,
    /// Random with system events; when the walk is stuck, back to the most promising condition that was kept.
    #[default]
    TimeTravel,
}

/// Where events come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// What the layout offers.
    #[default]
    Layout,
    /// Any pixel and any key, in the proportions of Android's monkey.
    Monkey,
}

/// When a walk does not get any further.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StuckSettings {
    /// More events than this without leaving the screen are a dead end, default 200.
    pub max_no_progress: u32,
    /// How many changes of the screen are looked at to see a loop, default 10: the paper's l.
    pub window: usize,
    /// The share of screens that counts as the most visited ones, default 0.2: the paper's alpha.
    pub frequent: f64,
    /// The walk goes in a loop when the screens that repeat in the window and those among the most visited are together more than
    /// this share of it, default 0.8: the paper's beta.
    pub familiar: f64,
    /// Whether a screen that repeats and is among the most visited counts once, default no.
    pub count_once: bool,
}

/// Where to go back to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceSettings {
    /// How a screen's surroundings count, default `paths`.
    pub by: By,
    /// How many events ahead to look, default 3: the paper's k.
    pub steps: usize,
    /// What each interesting screen that was first reached from it adds to a screen's fitness, default 0.1: the paper's r.
    pub reward: f64,
    /// What each visit that led to nothing interesting takes from it, default 0.1: the paper's p.
    pub penalty: f64,
    /// How many times fitter an interesting screen is at first than another, default 6.
    pub interesting: f64,
}

/// How the surroundings of a screen count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The mean, over all paths, of the fitness of all screens on a path: the paper's algorithm.
    #[default]
    Paths,
    /// The mean fitness of all screens in reach: the paper's prose.
    Mean,
}

/// A setting that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} must be {range}")]
pub struct WrongSetting {
    /// Which, as in a file.
    pub name: &'static str,
    /// What it may be.
    pub range: &'static str,
}

impl Strategy {
    /// All of them, the plainest first.
    pub const ALL: [Strategy; 5] = [
        Strategy::Random,
        Strategy::RandomSystem,
        Strategy::Restart,
        Strategy::Systematic,
        Strategy::TimeTravel,
    ];

    /// The name that people write.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Random => "random",
            Strategy::RandomSystem => "random+system",
            Strategy::Restart => "restart",
            Strategy::Systematic => "systematic",
            Strategy::TimeTravel => "time-travel",
        }
    }

    /// Whether things happen to the phone, too.
    pub fn has_system_events(self) -> bool {
        matches!(self, Strategy::RandomSystem | Strategy::TimeTravel)
    }
}

/// What walkers of a hunt do, one each in turn. None is best at everything: time travel goes deep where something was new, systematic
/// walks leave nothing out, random ones stay long.
pub const MIX: [Strategy; 4] =
    [Strategy::TimeTravel, Strategy::Systematic, Strategy::RandomSystem, Strategy::TimeTravel];

impl ExploreSettings {
    /// The same for several strategies that the walkers take in turn: settings for each, with as many walkers as it has.
    pub fn shared_by(&self, strategies: &[Strategy]) -> Vec<ExploreSettings> {
        let mut shares: Vec<ExploreSettings> = Vec::new();
        for &strategy in strategies.iter().cycle().take(self.walkers) {
            match shares.iter_mut().find(|share| share.strategy == strategy) {
                Some(share) => share.walkers += 1,
                None => shares.push(ExploreSettings { strategy, walkers: 1, ..self.clone() }),
            }
        }
        shares
    }

    /// Whether they make sense together.
    pub fn check(&self) -> Result<(), WrongSetting> {
        let wrong = |name, range| Err(WrongSetting { name, range });
        let share = |value: f64| (0.0..=1.0).contains(&value);
        match self {
            _ if !(1..=256).contains(&self.walkers) => wrong("walkers", "from 1 to 256"),
            _ if self.round_events == 0 => wrong("round-events", "at least 1"),
            _ if self.turn_events == 0 => wrong("turn-events", "at least 1"),
            _ if self.max_depth == 0 => wrong("max-depth", "at least 1"),
            _ if self.max_replay == 0 => wrong("max-replay", "at least 1"),
            _ if self.max_snapshots == 0 => wrong("max-snapshots", "at least 1"),
            _ if self.system_events > 1000 => wrong("system-events", "at most 1000"),
            _ if !(2..=1000).contains(&self.stuck.window) => wrong("stuck.window", "from 2 to 1000"),
            _ if !share(self.stuck.frequent) => wrong("stuck.frequent", "from 0 to 1"),
            _ if !(0.0..=2.0).contains(&self.stuck.familiar) => wrong("stuck.familiar", "from 0 to 2"),
            _ if self.choice.steps > 10 => wrong("choice.steps", "at most 10"),
            _ if !share(self.choice.reward) => wrong("choice.reward", "from 0 to 1"),
            _ if !(0.0..1.0).contains(&self.choice.penalty) => wrong("choice.penalty", "from 0, below 1"),
            _ if !(1.0..=1000.0).contains(&self.choice.interesting) => {
                wrong("choice.interesting", "from 1 to 1000")
            }
            _ => Ok(()),
        }
    }
}

impl Default for ExploreSettings {
    fn default() -> ExploreSettings {
        ExploreSettings {
            strategy: Strategy::default(),
            source: SourceKind::default(),
            walkers: 4,
            round_events: 100,
            turn_events: 50,
            max_depth: 1000,
            max_replay: 250,
            return_percent: 20,
            max_snapshots: 200,
            max_snapshots_mb: 16_000,
            system_events: 20,
            allow: Vec::new(),
            broadcasts: Vec::new(),
            stuck: StuckSettings::default(),
            choice: ChoiceSettings::default(),
        }
    }
}

impl Default for StuckSettings {
    fn default() -> StuckSettings {
        StuckSettings { max_no_progress: 200, window: 10, frequent: 0.2, familiar: 0.8, count_once: false }
    }
}

impl Default for ChoiceSettings {
    fn default() -> ChoiceSettings {
        ChoiceSettings { by: By::default(), steps: 3, reward: 0.1, penalty: 0.1, interesting: 6.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walkers_take_strategies_in_turn() {
        let shares = |walkers| -> Vec<(&str, usize)> {
            let settings = ExploreSettings { walkers, ..ExploreSettings::default() };
            settings.shared_by(&MIX).iter().map(|share| (share.strategy.name(), share.walkers)).collect()
        };
        assert_eq!(shares(4), [("time-travel", 2), ("systematic", 1), ("random+system", 1)]);
        assert_eq!(shares(1), [("time-travel", 1)]);
        assert_eq!(shares(9), [("time-travel", 5), ("systematic", 2), ("random+system", 2)]);
    }

    #[test]
    fn settings_are_saved_and_read_back() {
        let settings = ExploreSettings { strategy: Strategy::RandomSystem, ..ExploreSettings::default() };
        let saved = serde_json::to_string(&settings).unwrap();
        assert!(saved.contains(r#""strategy":"random+system""#), "{saved}");
        assert_eq!(serde_json::from_str::<ExploreSettings>(&saved).unwrap(), settings);
        let some = r#"{"stuck": {"max-no-progress": 50}}"#;
        assert_eq!(serde_json::from_str::<ExploreSettings>(some).unwrap().stuck.window, 10);
        assert!(serde_json::from_str::<ExploreSettings>(r#"{"max-no-progress": 50}"#).is_err());
    }

    #[test]
    fn strategies_have_the_names_that_are_saved() {
        for strategy in Strategy::ALL {
            assert_eq!(serde_json::to_value(strategy).unwrap(), strategy.name());
        }
    }

    #[test]
    fn settings_without_sense_are_refused() {
        assert_eq!(ExploreSettings::default().check(), Ok(()));
        let wrong = ExploreSettings { walkers: 0, ..ExploreSettings::default() }.check().unwrap_err();
        assert_eq!(wrong.to_string(), "walkers must be from 1 to 256");
        let choice = ChoiceSettings { penalty: f64::NAN, ..ChoiceSettings::default() };
        assert!(ExploreSettings { choice, ..ExploreSettings::default() }.check().is_err());
    }
}
