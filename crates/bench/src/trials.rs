//! Claims carried out once each, on simulated phones.

use std::collections::HashSet;
use std::sync::Arc;

use apps::Listed;
use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Screenshots, Update};
use device::Fleet;
use experiment::{
    Act, Claim, Driver, Exhibit, On, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, Techniques,
    Trial, World,
};
use sim::{Faults, Profile, SimPhone};

/// A claim, and the script that it is tried by.
pub(crate) type Tried = (Arc<dyn Claim>, Arc<[Act]>);

/// An app in some builds on some kinds of phones: one phone for each.
pub(crate) struct Lab<'a> {
    pub(crate) app: Listed,
    pub(crate) builds: &'a [Faults],
    pub(crate) kinds: &'a [Profile],
    pub(crate) seed: u64,
}

impl Lab<'_> {
    /// The phones.
    pub(crate) fn fleet(&self) -> Fleet {
        let fleet = Fleet::new();
        for (build, &faults) in (0..).zip(self.builds) {
            for profile in self.kinds {
                let phone = SimPhone::new(profile, vec![(self.app.install)(faults)], self.seed);
                fleet.add_build(Box::new(phone), None, build);
            }
        }
        fleet
    }

    /// Settings without a journal, on one thread.
    pub(crate) fn settings(&self, events: u64, techniques: Techniques) -> CampaignSettings {
        CampaignSettings {
            budget: Budget { events: Some(events), time: None },
            techniques,
            screenshots: Screenshots::None,
            at_once: Some(1),
            ..CampaignSettings::new(self.app.manifest.package, self.seed)
        }
    }

    /// What a campaign comes to.
    pub(crate) fn run(&self, campaign: Campaign) -> Conclusion {
        match campaign.run(&self.fleet(), &mut |_: Update<'_>| {}) {
            Ok(ended) => ended,
            // It writes no journal, and its phones are free.
            Err(error) => unreachable!("simulated phones are always there: {error}"),
        }
    }

    /// What each claim says to its script, carried out once.
    pub(crate) fn try_all(&self, claims: Vec<Tried>) -> Vec<Option<Suspicion>> {
        let many = claims.len();
        let settings = self.settings(u64::MAX, Techniques::new(Vec::new()));
        let ended = self.run(Campaign::new(settings, vec![Box::new(Trials { claims, tried: Vec::new() })]));
        let tried = ended.planner::<Trials>().map(|trials| trials.tried.clone()).unwrap_or_default();
        let mut rulings: Vec<Option<Suspicion>> = tried.iter().map(|trial| trial.ruling().cloned()).collect();
        rulings.resize(many, None);
        rulings
    }
}

/// Carries out a claim a round.
struct Trials {
    claims: Vec<Tried>,
    tried: Vec<Arc<Trial>>,
}

impl Planner for Trials {
    fn learn(&mut self, _: &Outcome, _: &World) -> Vec<Suspicion> {
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        let Some((claim, script)) = self.claims.get(self.tried.len()) else { return };
        let exhibits = claim.exhibits(script);
        let trial = Trial::new(Arc::clone(claim), exhibits.len());
        for (number, Exhibit { site, acts, pictures, .. }) in exhibits.into_iter().enumerate() {
            let plan = Plan::new(Purpose::technique("trial", ""), Start::Fresh, Driver::Lenient(acts));
            round.add(Plan {
                on: On::This(site),
                pictures_for_judge: pictures,
                exhibit: Some((Arc::clone(&trial), number)),
                ..plan
            });
        }
        self.tried.push(trial);
    }
}

/// Keeps the walks of the reference.
#[derive(Default)]
pub(crate) struct Walks {
    seen: HashSet<u64>,
    /// What was done in each from a fresh start on.
    pub(crate) scripts: Vec<Arc<[Act]>>,
}

impl Planner for Walks {
    fn learn(&mut self, _: &Outcome, _: &World) -> Vec<Suspicion> {
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        if round.exploring {
            return;
        }
        for (walk, acts) in technique::straight_walks(world) {
            if self.seen.insert(walk.id) {
                self.scripts.push(acts);
            }
        }
    }

    fn reads_corpus(&self) -> bool {
        true
    }
}
