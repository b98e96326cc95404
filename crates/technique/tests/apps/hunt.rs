//! A small hunt: random walks from where the last ones ended, and whatever the planners ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use device::{Device, Observation, Patience, perform, settle};
use experiment::{
    Act, Cause, Chance, Companion, Driver, Ended, Keepsake, Kept, Knowledge, Lineage, Now, Outcome, Place,
    Plan, Planner, Round, Start, Suspicion, Wish,
};
use gui::Event;
use model::{Model, ScreenIds, Volatile};
use sim::{Profile, SimPhone};
use technique::{Context, Settings};
use trace::{Crash, Header, Moment, Remarks, Trace};

/// How many walks there are in a round, and how many steps each has.
const WALKS: usize = 4;
const STEPS: usize = 40;
/// So many rounds a walk goes on from where it was before it begins anew.
const GOES_ON: u64 = 8;

/// A hunt on one simulated phone.
pub(crate) struct Hunt {
    pub(crate) events: u64,
    pub(crate) probes: u64,
    pub(crate) raised: Vec<Suspicion>,
    pub(crate) suspected: BTreeMap<String, u32>,
    pub(crate) volatile: Arc<Volatile>,
    app: &'static str,
    seed: u64,
    settings: Settings,
    planners: Vec<Box<dyn Planner>>,
    phone: SimPhone,
    fresh: Arc<Place>,
    walkers: Vec<Arc<Place>>,
    next: u64,
    rounds: u64,
}

impl Hunt {
    pub(crate) fn new(app: &str, seed: u64) -> Hunt {
        let (listed, faults) = apps::find(app).unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(listed.install)(faults)], seed);
        let package = listed.manifest.package;
        phone.launch(package).unwrap();
        let seen = settle(&mut phone, Patience::default()).unwrap().observation;
        let settings = Settings::default();
        let mut hunt = Hunt {
            events: 0,
            probes: 0,
            raised: Vec::new(),
            suspected: BTreeMap::new(),
            volatile: Arc::default(),
            app: package,
            seed,
            planners: technique::planners(&settings),
            settings,
            fresh: Arc::new(Place {
                reached_in: (0, 0),
                lineage: Lineage::fresh(),
                screens: ScreenIds::of(&seen.layout, package, &Volatile::default()),
                layout: Some(Arc::clone(&seen.layout)),
                kept: Some(kept(&mut phone)),
            }),
            walkers: Vec::new(),
            phone,
            next: 0,
            rounds: 0,
        };
        hunt.walkers = vec![Arc::clone(&hunt.fresh); WALKS];
        hunt
    }

    /// Plans, carries out and learns one round.
    pub(crate) fn round(&mut self) {
        let known = self.knowledge();
        let mut round = Round::new(self.next, u64::MAX, true);
        for planner in &mut self.planners {
            planner.plan(&known, &mut round);
        }
        let companions: Vec<_> =
            self.planners.iter().filter_map(|planner| planner.companion(&known)).collect();
        let mut outcomes = Vec::new();
        for (id, plan) in round.into_plans() {
            outcomes.push(self.script(id, &plan));
            self.next = id + 1;
        }
        for walker in 0..WALKS {
            let outcome = self.walk(self.next, walker, &companions);
            outcomes.push(outcome);
            self.next += 1;
        }
        drop(companions);
        for outcome in outcomes {
            self.learn(&outcome);
        }
        self.rounds += 1;
    }

    fn learn(&mut self, outcome: &Outcome) {
        self.events += outcome.trace.steps().len() as u64;
        for step in outcome.trace.steps().iter().filter(|step| matches!(step.event, Some(Event::Wait { .. })))
        {
            if let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout) {
                Arc::make_mut(&mut self.volatile).learn(before, after);
            }
        }
        for suspicion in &outcome.suspicions {
            *self
                .suspected
                .entry(format!("{} | {}", suspicion.fingerprint, suspicion.sentence))
                .or_default() += 1;
        }
        let known = self.knowledge();
        for planner in &mut self.planners {
            self.raised.extend(planner.learn(outcome, &known));
        }
    }

    fn script(&mut self, id: u64, plan: &Plan) -> Outcome {
        let (Start::At(place), Driver::Script(acts)) = (&plan.start, &plan.driver) else { unreachable!() };
        let mut run = self.begin(place);
        let mut ended = Ended::Done;
        for (at, act) in acts.iter().enumerate() {
            if let Err(why) = run.act(&mut self.phone, self.app, act, Patience::default()) {
                ended = Ended::NotPerformed { act: at, why };
                break;
            }
        }
        self.probes += run.trace.steps().len() as u64;
        self.end(id, plan.cause.clone(), Arc::clone(place), run, ended)
    }

    fn walk(&mut self, id: u64, walker: usize, companions: &[Arc<dyn Companion>]) -> Outcome {
        if (self.rounds + walker as u64).is_multiple_of(GOES_ON) {
            self.walkers[walker] = Arc::clone(&self.fresh);
        }
        let start = Arc::clone(&self.walkers[walker]);
        let mut chance = Chance::keyed(self.seed, "walk", id);
        let mut run = self.begin(&start);
        let mut granted = BTreeSet::new();
        for _ in 0..STEPS {
            let now = Now {
                step: run.trace.steps().last(),
                steps: run.trace.steps().len(),
                seen: &run.seen,
                screens: *run.screens.last().unwrap(),
                refused: None,
            };
            for wish in companions.iter().filter_map(|companion| companion.see(&now)).collect::<Vec<_>>() {
                let Wish::Keep(keep) = wish else { panic!("simulated phones keep conditions") };
                if granted.insert(keep.tag.clone()) {
                    run.keep(&mut self.phone, id, keep.tag);
                }
            }
            let event = choose(&run.seen, self.app, &mut chance);
            // A person may touch a screen that still moves.
            let patience = Patience { limit: Duration::from_secs(1), ..Patience::default() };
            if run.act(&mut self.phone, self.app, &Act::plain(event), patience).is_ok()
                && run.trace.steps().last().unwrap().remarks.crash.is_some()
            {
                break;
            }
        }
        let cause = Cause { purpose: "walk".to_owned(), parent: None, role: None };
        let outcome = self.end(id, cause, start, run, Ended::Done);
        self.walkers[walker] = Arc::clone(&outcome.last);
        outcome
    }

    fn begin(&mut self, place: &Arc<Place>) -> Run {
        let Some(Kept::Parcel(parcel)) = &place.kept else { panic!("every condition is kept") };
        self.phone.unpack(parcel.get().unwrap()).unwrap();
        let seen = self.phone.observe().unwrap();
        Run {
            trace: Trace::new(Header::default(), moment(&seen)),
            screens: vec![ScreenIds::of(&seen.layout, self.app, &self.volatile)],
            kept: Vec::new(),
            lineage: Arc::clone(&place.lineage),
            volatile: Arc::clone(&self.volatile),
            log: self.phone.read_log(device::LogPosition::START).unwrap().next,
            began: seen.at,
            seen,
        }
    }

    fn end(&mut self, id: u64, cause: Cause, start: Arc<Place>, mut run: Run, ended: Ended) -> Outcome {
        run.keep(&mut self.phone, id, String::new());
        let last = run.kept.pop().unwrap().place;
        let context = Context { app: self.app, volatile: &self.volatile, settings: &self.settings };
        let suspicions = technique::judge(&run.trace, &context);
        let (trace, screens, kept) = (run.trace, run.screens, run.kept);
        Outcome { id, cause, start, trace, screens, ended, kept, last, suspicions }
    }

    fn knowledge(&self) -> Knowledge {
        Knowledge {
            app: self.app.into(),
            seed: self.seed,
            abilities: self.phone.abilities(),
            model: Arc::new(Model::new()),
            volatile: Arc::clone(&self.volatile),
            covered: Arc::default(),
        }
    }
}

/// Anything that the app or a dialog over it offers, mostly to a widget; the way back from elsewhere.
fn choose(seen: &Observation, app: &str, chance: &mut Chance) -> Event {
    let elsewhere = seen.layout.package() != app;
    if elsewhere && chance.per_mille(500) {
        return if chance.per_mille(500) { Event::Launch } else { Event::Key { key: gui::Key::Back } };
    }
    let events = seen.layout.events();
    let (widgets, keys): (Vec<_>, Vec<_>) = events.into_iter().partition(|event| event.target().is_some());
    let from = if chance.per_mille(100) || widgets.is_empty() { keys } else { widgets };
    chance.pick(&from).unwrap().clone()
}

/// An experiment under way.
struct Run {
    trace: Trace,
    screens: Vec<ScreenIds>,
    kept: Vec<Keepsake>,
    lineage: Arc<Lineage>,
    volatile: Arc<Volatile>,
    log: device::LogPosition,
    began: Duration,
    seen: Observation,
}

impl Run {
    fn act(&mut self, phone: &mut SimPhone, app: &str, act: &Act, patience: Patience) -> Result<(), String> {
        let at = phone.now().unwrap();
        perform(phone, app, &act.event, &self.seen.layout).map_err(|why| why.to_string())?;
        let settled = settle(phone, patience).unwrap();
        let page = phone.read_log(self.log).unwrap();
        self.log = page.next;
        let since = |at: std::time::Duration| at.saturating_sub(self.began).as_millis() as u64;
        let remarks = Remarks {
            at_ms: Some(since(at)),
            settle_ms: Some(since(settled.observation.at) - since(at)),
            crash: Crash::in_log(&page.logcat(), app),
            purpose: act.purpose.clone(),
            ..Remarks::default()
        };
        self.seen = settled.observation;
        self.screens.push(ScreenIds::of(&self.seen.layout, app, &self.volatile));
        self.trace.step(Some(act.event.clone()), moment(&self.seen), remarks);
        Ok(())
    }

    fn keep(&mut self, phone: &mut SimPhone, id: u64, tag: String) {
        let moment = self.trace.steps().len();
        let events = self.trace.steps().iter().map(|step| step.event.clone().unwrap()).collect();
        let place = Arc::new(Place {
            reached_in: (id, moment),
            lineage: self.lineage.then(events),
            screens: *self.screens.last().unwrap(),
            layout: Some(Arc::clone(&self.seen.layout)),
            kept: Some(kept(phone)),
        });
        self.kept.push(Keepsake { moment, tag, place });
    }
}

fn kept(phone: &mut SimPhone) -> Kept {
    Kept::Parcel(Arc::new(OnceLock::from(phone.pack().unwrap())))
}

fn moment(seen: &Observation) -> Moment {
    Moment {
        layout: Some(Arc::clone(&seen.layout)),
        activity: seen.foreground.activity.as_ref().map(ToString::to_string),
        screenshot: None,
    }
}
