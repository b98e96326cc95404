//! Simulated apps, hunted and replayed.

use std::sync::Arc;

use apps::Listed;
use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Screenshots, Update};
use device::{Device, Fleet};
use experiment::{Act, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, World};
use explore::Explorer;
use finding::Prover;
use sim::{Fault, FaultKind, Faults, PlainPhone, Profile, SimPhone};
use trace::Trace;

/// An app with some of its faults switched on, on a phone with a seed of its own.
#[derive(Clone)]
pub struct Rig {
    app: Listed,
    faults: Faults,
    seed: u64,
}

/// What became of a script when it was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// Whether every step was found and done.
    pub whole: bool,
    /// What the judges say.
    pub suspicions: Vec<Suspicion>,
    /// What happened.
    pub trace: Arc<Trace>,
}

impl Rig {
    /// An app with these faults. The seed is the phone's and the hunter's.
    pub fn new(app: Listed, faults: Faults, seed: u64) -> Rig {
        Rig { app, faults, seed }
    }

    /// The app's name.
    pub fn name(&self) -> &'static str {
        self.app.manifest.name
    }

    /// The app's faults of these kinds.
    pub fn faults_of(&self, kinds: &[FaultKind]) -> Vec<Fault> {
        self.app.manifest.faults.iter().copied().filter(|fault| kinds.contains(&fault.kind)).collect()
    }

    /// The same with other faults.
    #[must_use]
    pub fn with(&self, faults: Faults) -> Rig {
        Rig { faults, ..self.clone() }
    }

    /// The same with another seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Rig {
        Rig { seed, ..self.clone() }
    }

    /// The faults that are switched on.
    pub fn on(&self) -> impl Iterator<Item = Fault> {
        self.app.manifest.faults.iter().copied().filter(|&fault| self.faults.has(fault))
    }

    /// A phone fresh from its box with the app on it.
    pub fn phone(&self) -> SimPhone {
        SimPhone::new(&Profile::default(), vec![(self.app.install)(self.faults)], self.seed)
    }

    /// The app's package.
    pub fn package(&self) -> &'static str {
        self.app.manifest.package
    }

    /// Explores for so many events.
    pub fn explore(&self, settings: explore::ExploreSettings, events: u64) -> Conclusion {
        self.run(self.exploring(settings, events))
    }

    /// Hunts for so many events, with everything there is.
    pub fn hunt(&self, settings: &explore::ExploreSettings, events: u64) -> Conclusion {
        self.run(self.hunting(settings, events))
    }

    /// Explores for so many events, with someone who hears of everything.
    pub fn explore_with(
        &self,
        settings: explore::ExploreSettings,
        events: u64,
        listener: Box<dyn Planner>,
    ) -> Conclusion {
        self.carry_out(events, vec![Box::new(self.explorer(settings)), listener])
    }

    /// Carries out what these plan.
    pub fn carry_out(&self, events: u64, planners: Vec<Box<dyn Planner>>) -> Conclusion {
        self.run(self.campaign(events, planners))
    }

    /// Plays scripts from a clean start.
    pub fn play(&self, scripts: Vec<Vec<Act>>) -> Vec<Played> {
        let ended = self.carry_out(u64::MAX, vec![Box::new(Player { scripts, played: Vec::new() })]);
        ended.planner::<Player>().map(|player| player.played.clone()).unwrap_or_default()
    }

    /// What [`explore`](Self::explore) runs.
    pub fn exploring(&self, settings: explore::ExploreSettings, events: u64) -> Campaign {
        self.campaign(events, vec![Box::new(self.explorer(settings))])
    }

    /// What [`hunt`](Self::hunt) runs.
    pub fn hunting(&self, settings: &explore::ExploreSettings, events: u64) -> Campaign {
        self.hunting_with(settings, &technique::TechniqueSettings::default(), events)
    }

    /// Hunts for so many events with techniques that are set as somebody likes.
    pub fn hunt_with(&self, techniques: &technique::TechniqueSettings, events: u64) -> Conclusion {
        self.run(self.hunting_with(&explore::ExploreSettings::default(), techniques, events))
    }

    /// The same with someone who hears of everything.
    pub fn hunt_listened(
        &self,
        techniques: &technique::TechniqueSettings,
        events: u64,
        listener: Box<dyn Planner>,
    ) -> Conclusion {
        let settings = explore::ExploreSettings::default();
        self.run(self.hunting_heard(&settings, techniques, events, Some(listener)))
    }

    /// What [`hunt_with`](Self::hunt_with) runs.
    pub fn hunting_with(
        &self,
        settings: &explore::ExploreSettings,
        techniques: &technique::TechniqueSettings,
        events: u64,
    ) -> Campaign {
        self.hunting_heard(settings, techniques, events, None)
    }

    fn hunting_heard(
        &self,
        settings: &explore::ExploreSettings,
        techniques: &technique::TechniqueSettings,
        events: u64,
        listener: Option<Box<dyn Planner>>,
    ) -> Campaign {
        let explorers = settings.shared_by(&explore::MIX).into_iter();
        let mut planners: Vec<Box<dyn Planner>> =
            explorers.map(|settings| Box::new(self.explorer(settings)) as Box<dyn Planner>).collect();
        planners.extend(technique::planners(techniques));
        planners.extend(listener);
        let campaign = self.campaign_with(events, planners, techniques);
        let techniques = campaign.settings().techniques.clone();
        campaign.proving(Prover::new(finding::ProofSettings::default(), techniques))
    }

    /// So many phones with the app, all alike.
    pub fn fleet(&self, phones: usize) -> Fleet {
        let fleet = Fleet::new();
        for _ in 0..phones {
            fleet.add(Box::new(self.phone()) as Box<dyn Device>, None);
        }
        fleet
    }

    /// One phone with the app that can do no more than any phone over adb.
    pub fn plain_fleet(&self) -> Fleet {
        let fleet = Fleet::new();
        fleet.add(Box::new(PlainPhone::new(self.phone())), None);
        fleet
    }

    fn explorer(&self, mut settings: explore::ExploreSettings) -> Explorer {
        settings.broadcasts = self.app.manifest.broadcasts.iter().map(|&action| action.to_owned()).collect();
        Explorer::new(settings)
    }

    fn campaign(&self, events: u64, planners: Vec<Box<dyn Planner>>) -> Campaign {
        self.campaign_with(events, planners, &technique::TechniqueSettings::default())
    }

    fn campaign_with(
        &self,
        events: u64,
        planners: Vec<Box<dyn Planner>>,
        techniques: &technique::TechniqueSettings,
    ) -> Campaign {
        let settings = CampaignSettings {
            budget: Budget { events: Some(events), time: None },
            shares: techniques.shares.clone(),
            techniques: technique::all(techniques),
            screenshots: Screenshots::None,
            ..CampaignSettings::new(self.package(), self.seed)
        };
        Campaign::new(settings, planners)
    }

    fn run(&self, campaign: Campaign) -> Conclusion {
        match campaign.run(&self.fleet(1), &mut |_: Update<'_>| {}) {
            Ok(ended) => ended,
            // It writes no journal, and its one phone is free.
            Err(error) => unreachable!("a simulated phone is always there: {error}"),
        }
    }
}

/// Plays scripts and keeps what came of them.
struct Player {
    scripts: Vec<Vec<Act>>,
    played: Vec<Played>,
}

impl Planner for Player {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        let whole = outcome.ended == experiment::Ended::Done;
        self.played.push(Played {
            whole,
            suspicions: outcome.suspicions.clone(),
            trace: Arc::clone(&outcome.trace),
        });
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        for script in self.scripts.drain(..) {
            round.add(Plan::script(Purpose::technique("play", ""), Start::Fresh, script));
        }
    }
}
