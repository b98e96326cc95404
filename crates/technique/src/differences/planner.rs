//! Who does walks again elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use experiment::{
    Act, Did, Driver, Exhibit, Fingerprint, On, Outcome, Plan, Planner, Purpose, Recorded, Round, Site,
    Start, Suspicion, Technique, Trial, World,
};

use gui::{Digest, Event, Layout};
use model::{ScreenId, ScreenIds};

use super::claim::AllSites;
use super::cover::{Cover, Worth};
use super::{Between, Claim, Differences, Renames};

/// So many walks are compared in one round: what they show is held in memory meanwhile.
const WALKS_AT_ONCE: usize = 8;
/// So many sites are compared with one run of the reference.
const SITES_AT_ONCE: usize = 6;
/// So often acts that cannot be done somewhere are left out of a walk.
const MOST_TRIES: u32 = 8;
/// So often a screen is pictured.
const MOST_PICTURED: u32 = 3;
/// So many such walks are compared in one round.
const AGAIN_AT_ONCE: usize = 24;

/// Does the walks of the reference again at the other sites and compares them.
///
/// What differs first in a walk is raised to be proven. What differs only after something else did may follow from it: it is
/// counted, and raised where some walk shows it first.
pub struct Comparer {
    technique: Differences,
    /// The walks that were done again, or need not be.
    done: BTreeSet<u64>,
    /// The experiments whose outcomes are awaited, each with its trial and which exhibit it is.
    awaited: HashMap<u64, Awaited>,
    /// How often each screen was pictured.
    pictured: HashMap<ScreenId, u32>,
    /// What the walks that were done again have shown.
    cover: Cover,
    /// What is to be compared without the acts that could not be done there.
    again: Vec<Again>,
    /// Ids that are called otherwise at the other site.
    pub renames: Renames,
    /// What was seen where.
    pub seen: BTreeMap<Fingerprint, Seen>,
    /// How many screens were compared at each site.
    pub screens: BTreeMap<Site, u64>,
    /// How many screens were not equal in every attribute.
    pub unequal: u64,
    /// How many steps could not be compared.
    pub astray: u64,
    /// How many walks were compared.
    pub walks: u64,
    /// How many steps that took, at the reference and everywhere else.
    pub steps: u64,
}

struct Awaited {
    trial: Arc<Trial>,
    reference: Site,
    /// Its place among the sites that are held to the reference; `None` for the reference itself.
    exhibit: Option<usize>,
    walk: u64,
    /// What is done at the reference.
    acts: Arc<[Act]>,
    /// Where pictures are taken.
    pictured: Arc<[bool]>,
    /// By which names it was done at the site.
    renames: Renames,
    /// How often acts were left out already.
    tries: u32,
}

/// A walk, what is done of it, and what that shows, where it was chosen for that.
type Next<'w> = (&'w Recorded, Arc<[Act]>, Option<Worth>);

/// A walk of which not all could be done at a site: what is left of it, for that site and its reference.
struct Again {
    walk: u64,
    acts: Arc<[Act]>,
    pictured: Arc<[bool]>,
    reference: Site,
    site: Site,
    tries: u32,
}

/// A difference, and where it was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    /// As it was seen first.
    pub suspicion: Suspicion,
    /// The sites that show it.
    pub sites: BTreeSet<Site>,
    /// How many walks showed it.
    pub times: u64,
    /// Whether some walk shows it before anything else differs.
    pub first: bool,
    /// Whether a person could have used the widget.
    pub actionable: bool,
    /// Whether people cannot use the widget any more though it is there.
    pub hampers: bool,
    /// The pictures of the reference and of each site, where they were taken.
    pub pictures: BTreeMap<Site, [Digest; 2]>,
}

impl Comparer {
    /// Nothing was compared yet.
    pub fn new(technique: Differences) -> Comparer {
        Comparer {
            technique,
            done: BTreeSet::new(),
            awaited: HashMap::new(),
            pictured: HashMap::new(),
            cover: Cover::default(),
            seen: BTreeMap::new(),
            screens: BTreeMap::new(),
            unequal: 0,
            again: Vec::new(),
            renames: Renames::default(),
            astray: 0,
            walks: 0,
            steps: 0,
        }
    }

    /// What it compares.
    pub fn technique(&self) -> &Differences {
        &self.technique
    }

    /// Adds a walk for the reference and the sites that are held to it.
    fn compare(
        &mut self,
        walk: u64,
        tries: u32,
        (acts, pictured): (&Arc<[Act]>, &Arc<[bool]>),
        reference: Site,
        sites: &[Site],
        round: &mut Round,
    ) {
        let all = AllSites {
            technique: self.technique.clone(),
            reference,
            sites: sites.to_vec(),
            renames: self.renames.clone(),
            pictured: Arc::clone(pictured),
        };
        let exhibits = all.exhibits(acts);
        let trial = Trial::new(Arc::new(all), exhibits.len());
        for (at, Exhibit { role, site, acts: done, pictures, .. }) in exhibits.into_iter().enumerate() {
            let purpose = Purpose::technique(self.technique.about().id, "");
            let plan = Plan::new(purpose, Start::Fresh, Driver::Lenient(done));
            let mut plan =
                Plan { on: On::This(site), exhibit: Some((Arc::clone(&trial), at)), ..plan }.because_of(walk);
            plan.cause.role = Some(role);
            plan.pictures_for_judge = pictures;
            let id = round.add(plan);
            let exhibit = at.checked_sub(1);
            self.awaited.insert(
                id,
                Awaited {
                    trial: Arc::clone(&trial),
                    reference,
                    exhibit,
                    walk,
                    acts: Arc::clone(acts),
                    pictured: Arc::clone(pictured),
                    renames: self.renames.clone(),
                    tries,
                },
            );
        }
    }

    /// The walk to do again now. Between versions each counts, since each shows what the app does; between phones only what was not
    /// shown yet.
    fn next<'w>(&mut self, world: &'w World) -> Option<Next<'w>> {
        let mut open = straight_walks(world).filter(|(walk, _)| !self.done.contains(&walk.id));
        if self.technique.between == Between::Versions {
            return open.next().map(|(walk, acts)| (walk, acts, None));
        }
        let open: Vec<(&Recorded, Arc<[Act]>)> = open.collect();
        let walks: Vec<&Recorded> = open.iter().map(|(walk, _)| *walk).collect();
        let (at, worth) = self.cover.best(&walks, world)?;
        let (walk, acts) = &open[at];
        Some((*walk, Arc::from(&acts[..worth.acts.min(acts.len())]), Some(worth)))
    }

    /// At the start and after each act, whether a picture is taken: of each screen the first few times that it is shown.
    fn pictures_for(&mut self, walk: &Recorded, world: &World) -> Arc<[bool]> {
        let home = world.home();
        let screen = |layout: &Option<Arc<Layout>>| {
            layout
                .as_ref()
                .map_or(ScreenId::OUTSIDE, |layout| ScreenIds::of(layout, &home.app, &home.volatile).travel)
        };
        let steps = walk.trace.steps().iter().filter(|step| step.event.is_some());
        // What a fresh start shows is the first screen of walks that begin with one.
        let first =
            if walk.lineage.is_empty() { screen(&walk.trace.start().layout) } else { ScreenId::OUTSIDE };
        let screens = std::iter::once(first).chain(walk.lineage.legs().map(|leg| leg.to));
        let screens = screens.chain(steps.map(|step| screen(&step.after.layout)));
        let mut wants = |screen: ScreenId| {
            let times = self.pictured.entry(screen).or_default();
            *times += 1;
            screen != ScreenId::OUTSIDE && *times <= MOST_PICTURED
        };
        screens.map(&mut wants).collect()
    }

    fn note(
        &mut self,
        difference: &super::Difference,
        suspicion: Suspicion,
        site: Site,
    ) -> Option<Suspicion> {
        let seen = self.seen.entry(suspicion.fingerprint.clone()).or_insert_with(|| Seen {
            suspicion: suspicion.clone(),
            sites: BTreeSet::new(),
            times: 0,
            first: false,
            actionable: difference.actionable,
            hampers: difference.hampers,
            pictures: BTreeMap::new(),
        });
        seen.times += 1;
        if let Some(pictures) = difference.pictures {
            seen.pictures.entry(site).or_insert(pictures);
        }
        seen.sites.insert(site);
        seen.first |= difference.first;
        difference.first.then_some(suspicion)
    }
}

impl Planner for Comparer {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        let Some(Awaited { trial, reference, exhibit, walk, acts, pictured, renames, tries }) =
            self.awaited.remove(&outcome.id)
        else {
            return Vec::new();
        };
        self.steps += outcome.trace.steps().len() as u64;
        let Some((at, ruling)) = exhibit.zip(trial.ruling()) else { return Vec::new() };
        let Some(compared) = AllSites::read(ruling).into_iter().nth(at) else { return Vec::new() };
        *self.screens.entry(outcome.site).or_default() += compared.screens as u64;
        self.astray += compared.astray as u64;
        self.unequal += compared.unequal as u64;
        self.renames.learn(&compared.renames);
        let skipped = outcome.acts.iter().any(|did| matches!(did, Did::Not(_)));
        if skipped && tries < MOST_TRIES {
            // By their new names, all of it; else without what cannot be done.
            let done = |(_, did): &(&Act, &Did)| self.renames != renames || matches!(did, Did::Step(_));
            let pictured =
                left_to_picture(&pictured, &outcome.acts, |at| done(&(&acts[at], &outcome.acts[at])));
            let acts: Arc<[Act]> =
                acts.iter().zip(&outcome.acts).filter(done).map(|(act, _)| act.clone()).collect();
            self.again.push(Again { walk, acts, pictured, reference, site: outcome.site, tries: tries + 1 });
            if self.renames != renames {
                // What seems to be missing may only have another name.
                return Vec::new();
            }
        }
        let mut raised = Vec::new();
        for difference in &compared.differences {
            let suspicion = self.technique.suspicion(difference, outcome.site, reference, &renames);
            raised.extend(self.note(difference, suspicion, outcome.site));
        }
        raised
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        if self.technique.after_walks && round.exploring {
            return;
        }
        let mut by_reference: BTreeMap<Site, Vec<Site>> = BTreeMap::new();
        for (site, reference) in self.technique.pairs(world) {
            by_reference.entry(reference).or_default().push(site);
        }
        let many = self.again.len().min(AGAIN_AT_ONCE);
        for again in self.again.drain(..many).collect::<Vec<_>>() {
            let Again { walk, acts, pictured, reference, site, tries } = again;
            if self.technique.after_walks || round.take(self.technique.about().id, 2 * acts.len() as u64) {
                self.compare(walk, tries, (&acts, &pictured), reference, &[site], round);
            }
        }
        for _ in 0..WALKS_AT_ONCE {
            let Some((walk, acts, worth)) = self.next(world) else { return };
            let runs: usize =
                by_reference.values().map(|sites| sites.len() + sites.len().div_ceil(SITES_AT_ONCE)).sum();
            let events = (acts.len() * runs) as u64;
            if !self.technique.after_walks && !round.take(self.technique.about().id, events) {
                return;
            }
            let pictured = match worth {
                Some(worth) => {
                    self.cover.show(walk, &worth, world);
                    Arc::from(worth.shows)
                }
                None => self.pictures_for(walk, world),
            };
            self.done.insert(walk.id);
            self.walks += 1;
            for (&reference, sites) in &by_reference {
                for sites in sites.chunks(SITES_AT_ONCE) {
                    self.compare(walk.id, 0, (&acts, &pictured), reference, sites, round);
                }
            }
        }
    }

    fn reads_corpus(&self) -> bool {
        true
    }
}

/// Where pictures are still to be taken, when some acts are left out: after the first that was not done, the rest was compared.
fn left_to_picture(pictured: &[bool], done: &[Did], stays: impl Fn(usize) -> bool) -> Arc<[bool]> {
    let first = done.iter().position(|did| matches!(did, Did::Not(_))).unwrap_or(done.len());
    let after = (0..done.len()).filter(|&at| stays(at));
    let after = after.map(|at| at > first && pictured.get(at + 1).copied().unwrap_or(false));
    std::iter::once(false).chain(after).collect()
}

/// The walks of the reference, each as all that was done from a fresh start on. One that another walk goes on from is part of it.
pub fn straight_walks(world: &World) -> impl Iterator<Item = (&Recorded, Arc<[Act]>)> {
    let walks = world.corpus.traces().filter(|walk| {
        let is_walk = walk.cause.purpose.is_walk() || matches!(walk.cause.purpose, Purpose::Seed { .. });
        is_walk && walk.site.is_home() && !is_continued(walk, world)
    });
    walks.map(|walk| {
        let events = walk.lineage.events().into_iter();
        let events = events.chain(walk.trace.steps().iter().filter_map(|step| step.event.clone()));
        (&**walk, events.map(once).map(Act::plain).collect())
    })
}

/// The second of two quick taps lands on whatever came up under the finger, which elsewhere may well be something else.
fn once(event: Event) -> Event {
    match event {
        Event::DoubleTap { target } => Event::Tap { target },
        event => event,
    }
}

/// Whether another walk goes on where this one ended: all that it did is part of that one.
fn is_continued(walk: &Recorded, world: &World) -> bool {
    let whole = walk.lineage.len() + walk.trace.steps().len();
    let last = walk.trace.steps().iter().rev().find_map(|step| step.event.as_ref());
    world.corpus.traces().any(|other| {
        other.id > walk.id
            && other.site == walk.site
            && other.lineage.len() == whole
            && whole > 0
            && other.lineage.legs().last().map(|leg| &leg.event) == last
            && other.lineage.events()[..walk.lineage.len()] == walk.lineage.events()[..]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_quick_taps_become_one() {
        for (event, expected) in [("tap #a twice, quickly", "tap #a"), ("long-tap #a", "long-tap #a")] {
            let event: Event = event.parse().unwrap();
            assert_eq!(once(event).wish(), expected);
        }
    }
}
