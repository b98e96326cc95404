//! A small hunt on a simulated phone: walks from places where new code ran, and the prover's replays.

use std::sync::{Arc, OnceLock};

use device::{Device, LogPosition, Patience, Settled, perform, settle};
use experiment::{
    Act, Begins, Brought, Cause, Chance, Costs, Did, Driver, Ended, Gallery, Kept, Knowledge, Leg, Lineage,
    Outcome, Place, Planner, Purpose, Round, Site, Start, Suspicion, Techniques,
};
use finding::{Finding, ProofSettings, Prover};
use gui::{Event, Key};
use model::{ScreenIds, Volatile, Walked};
use sim::{Profile, SimPhone};
use trace::{Crash, Header, Moment, Remarks, Trace};

const WALK: usize = 30;

pub(crate) struct Hunt {
    package: &'static str,
    /// The app just opened.
    fresh: SimPhone,
    known: Knowledge,
    pub(crate) prover: Prover,
    /// Where walks may begin.
    pool: Vec<Arc<Place>>,
    next: u64,
    pub(crate) events: u64,
}

/// Decides what is done next.
type Choose<'a> = &'a mut dyn FnMut(usize, &gui::Layout) -> Option<Act>;

impl Hunt {
    pub(crate) fn new(spec: &str, settings: ProofSettings, seed: u64) -> Hunt {
        let (app, faults) = apps::find(spec).unwrap();
        let mut fresh = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], 1);
        fresh.launch(app.manifest.package).unwrap();
        rest(&mut fresh);
        let (site, name) = (Site::HOME, app.manifest.package.into());
        let known = Knowledge::new(site, &name, seed, fresh.abilities(), Costs::FREE);
        let mut hunt = Hunt {
            package: app.manifest.package,
            fresh,
            known,
            prover: Prover::new(settings, Techniques::default()),
            pool: Vec::new(),
            next: 1,
            events: 0,
        };
        let place = hunt.place(&mut hunt.fresh.clone(), Lineage::fresh());
        hunt.pool.push(place);
        hunt
    }

    /// Walks so many events, proves at once what was seen, and looks once more in the end.
    pub(crate) fn run(&mut self, events: u64) -> Vec<Finding> {
        while self.events < events {
            self.walk();
            while self.prove(true) {}
        }
        while self.prove(false) {}
        self.prover.findings()
    }

    /// Whether the app crashes when these are done from a fresh start, to the letter.
    pub(crate) fn crashes(&mut self, acts: &[Act]) -> bool {
        let cause = Cause::of(Purpose::technique("check", ""));
        let outcome =
            self.carry_out(0, cause, &Start::Fresh, false, &mut |tried, _| acts.get(tried).cloned());
        !outcome.suspicions.is_empty()
    }

    fn walk(&mut self) {
        let id = self.next;
        self.next += 1;
        let mut chance = Chance::keyed(self.known.seed, "walk", id);
        let start = Start::At(Arc::clone(chance.pick(&self.pool).unwrap()));
        let cause = Cause::of(Purpose::Walk { begins: Begins::GoesOn, walker: 1 });
        let outcome = self.carry_out(id, cause, &start, true, &mut |tried, layout| {
            let events = layout.events();
            let event = chance.pick(&events).filter(|_| tried < WALK)?.clone();
            Some(Act::plain(if layout.package() == "launcher" {
                Event::Key { key: Key::Back }
            } else {
                event
            }))
        });
        self.events += outcome.trace.steps().len() as u64;
        self.absorb(&outcome);
        for suspicion in &outcome.suspicions {
            self.prover.suspect(suspicion, &outcome, self.events);
        }
    }

    fn prove(&mut self, exploring: bool) -> bool {
        let mut round = Round::new(self.next, 0, exploring);
        self.prover.plan(&self.known.clone().into(), &mut round);
        self.next += round.len() as u64;
        let planned = !round.is_empty();
        let mut outcomes = Vec::new();
        for (id, plan) in round.into_plans() {
            let (acts, lenient) = match plan.driver {
                Driver::Script(acts) => (acts, false),
                Driver::Lenient(acts) => (acts, true),
                Driver::Walk(_) => panic!("the prover walks nowhere"),
            };
            let choose: Choose<'_> = &mut |tried, _| acts.get(tried).cloned();
            let outcome = self.carry_out(id, plan.cause, &plan.start, lenient, choose);
            if let Some((trial, exhibit)) = plan.exhibit {
                let (trace, suspicions) = (Arc::clone(&outcome.trace), outcome.suspicions.clone());
                let volatile = Arc::clone(&self.known.volatile);
                let brought = Brought { trace, suspicions, volatile, gallery: Gallery::default() };
                trial.bring(exhibit, brought, self.package);
            }
            outcomes.push(outcome);
        }
        for outcome in &outcomes {
            self.absorb(outcome);
            self.prover.learn(outcome, &self.known.clone().into());
        }
        planned
    }

    fn carry_out(
        &mut self,
        id: u64,
        cause: Cause,
        start: &Start,
        lenient: bool,
        choose: Choose<'_>,
    ) -> Outcome {
        let mut phone = self.fresh.clone();
        let start = match start {
            Start::Fresh => self.place(&mut phone, Lineage::fresh()),
            Start::At(place) => {
                let Some(Kept::InMemory(snapshot)) = &place.kept else { panic!("all places are kept") };
                phone.take_up(snapshot.get().unwrap()).unwrap();
                Arc::clone(place)
            }
            Start::Here { .. } => panic!("nobody goes on from nowhere"),
        };
        let mut log = phone.read_log(LogPosition::START).unwrap().next;
        let mut seen = rest(&mut phone);
        let mut trace = Trace::new(Header::default(), moment(&seen));
        let mut screens = vec![self.screens(&seen)];
        let (mut ended, mut suspicions) = (Ended::Done, Vec::new());
        let mut tried = 0;
        while let Some(act) = choose(tried, &seen.observation.layout) {
            tried += 1;
            if let Err(why) = perform(&mut phone, self.package, &act.event, &seen.observation.layout) {
                if lenient {
                    continue;
                }
                ended = Ended::NotPerformed { act: trace.steps().len(), why: why.to_string() };
                break;
            }
            seen = rest(&mut phone);
            let remarks = Remarks { purpose: act.purpose, ..Remarks::default() };
            trace.step(Some(act.event), moment(&seen), remarks);
            screens.push(self.screens(&seen));
            let page = phone.read_log(log).unwrap();
            log = page.next;
            if let Some(crash) = Crash::in_log(&page.logcat(), self.package) {
                suspicions.push(suspicion(&crash, trace.steps().len()));
                ended = Ended::Crashed;
                break;
            }
            if cause.purpose.is_walk() {
                self.keep_if_new(&mut phone, start.lineage.then(Leg::of(trace.steps(), &screens)));
            }
        }
        let last = self.place(&mut phone, start.lineage.then(Leg::of(trace.steps(), &screens)));
        Outcome {
            id,
            cause,
            site: Site::HOME,
            start,
            returning: 0,
            missed: None,
            acts: (0..trace.steps().len()).map(Did::Step).collect(),
            trace: Arc::new(trace),
            screens,
            ended,
            kept: Vec::new(),
            last,
            suspicions,
        }
    }

    fn keep_if_new(&mut self, phone: &mut SimPhone, lineage: Arc<Lineage>) {
        let coverage = phone.coverage().unwrap();
        if coverage.reached.iter().any(|part| !self.known.covered.contains(part)) {
            Arc::make_mut(&mut self.known.covered).extend(coverage.reached.iter().cloned());
            let place = self.place(phone, lineage);
            self.pool.push(place);
        }
    }

    fn absorb(&mut self, outcome: &Outcome) {
        let model = Arc::make_mut(&mut self.known.model);
        model.begin(outcome.screens[0], None, !outcome.start.lineage.is_empty());
        for (at, step) in outcome.trace.steps().iter().enumerate() {
            let to = outcome.screens[at + 1];
            let walked = Walked { event: step.event.as_ref(), to, activity: None, coverage_grew: false };
            model.step(outcome.screens[at].travel, walked);
        }
    }

    fn place(&self, phone: &mut SimPhone, lineage: Arc<Lineage>) -> Arc<Place> {
        let layout = phone.observe().unwrap().layout;
        let screens = ScreenIds::of(&layout, self.package, &Volatile::default());
        let snapshot = Arc::new(OnceLock::from(phone.memory_snapshot().unwrap()));
        let kept = Some(Kept::InMemory(snapshot));
        Arc::new(Place { site: Site::HOME, reached_in: (0, 0), lineage, screens, layout: Some(layout), kept })
    }

    fn screens(&self, seen: &Settled) -> ScreenIds {
        ScreenIds::of(&seen.observation.layout, self.package, &self.known.volatile)
    }
}

fn rest(phone: &mut SimPhone) -> Settled {
    settle(phone, Patience::default()).unwrap()
}

fn moment(seen: &Settled) -> Moment {
    Moment { layout: Some(Arc::clone(&seen.observation.layout)), ..Moment::default() }
}

fn suspicion(crash: &Crash, shows_after: usize) -> Suspicion {
    let identity = crash.identity.as_ref().unwrap_or(&crash.summary);
    let sentence = format!("the app ended: {}", crash.summary);
    let known = Suspicion::new("ends", &crate::lab::CRASH, &[identity], sentence, "an app goes on");
    Suspicion { shows_after, well_after: shows_after - 1, details: crash.stack.clone(), ..known }
}
