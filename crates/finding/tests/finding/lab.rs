//! A phone whose app is a function of what was done to it, and what carries out the prover's plans on it.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use device::Abilities;
use experiment::{
    Act, Begins, Brought, Cause, Costs, Did, Driver, Ended, Gallery, Keepsake, Kept, Kind, Knowledge, Leg,
    Lineage, Outcome, Place, Plan, Planner, Purpose, Round, Severity, Site, Start, Suspicion, Tag,
    Techniques, World,
};
use finding::{Finding, ProofSettings, Prover};
use gui::{Digest, Event};
use model::{ScreenId, ScreenIds};
use trace::{Header, Moment, Remarks, Trace};

/// Events are letters; an app says after how many of them it crashes, in which try.
pub(crate) type App<'a> = &'a dyn Fn(&Tried<'_>) -> Option<usize>;

/// What is done to the app.
pub(crate) struct Tried<'a> {
    /// What was done, since the fresh start.
    pub(crate) letters: &'a str,
    /// Whether it began at a snapshot.
    pub(crate) from_snapshot: bool,
    /// How many replays there were before.
    pub(crate) replays: u64,
}

pub(crate) struct Lab<'a> {
    app: App<'a>,
    pub(crate) prover: Prover,
    pub(crate) replays: Cell<u64>,
    /// Every script that was tried, in order, and what for.
    pub(crate) scripts: Vec<(String, String)>,
    pub(crate) rounds: u64,
    /// How many acts were carried out.
    pub(crate) acts: usize,
    next: u64,
    world: World,
}

impl<'a> Lab<'a> {
    pub(crate) fn new(settings: ProofSettings, app: App<'a>) -> Lab<'a> {
        Lab::with(Prover::new(settings, Techniques::default()), app)
    }

    pub(crate) fn with(prover: Prover, app: App<'a>) -> Lab<'a> {
        let app_name = "org.example.letters".into();
        let known = Knowledge::new(Site::HOME, &app_name, 1, Abilities::all(), Costs::FREE);
        Lab {
            app,
            prover,
            replays: Cell::new(0),
            scripts: Vec::new(),
            rounds: 0,
            acts: 0,
            next: 100,
            world: known.into(),
        }
    }

    /// The same on phones that cost so much.
    pub(crate) fn costing(mut self, costs: Costs) -> Lab<'a> {
        let app = "org.example.letters".into();
        self.world = Knowledge::new(Site::HOME, &app, 1, Abilities::all(), costs).into();
        self
    }

    /// Raises the suspicion that a walk showed: it began after `before` and did `walk`.
    pub(crate) fn suspect(&mut self, before: &str, walk: &str, kept: bool) {
        let lineage = Lineage::fresh().then(legs(events(before)));
        let start = place(lineage, kept);
        let acts: Vec<Act> = events(walk).into_iter().map(Act::plain).collect();
        let suspicion = suspicion(&acts);
        let cause = Cause::of(Purpose::Walk { begins: Begins::GoesOn, walker: 1 });
        let outcome = outcome(self.next, cause, start, &acts, Ended::Crashed, vec![suspicion.clone()]);
        self.next += 1;
        self.prover.suspect(&suspicion, &outcome, 7);
    }

    /// Carries out what the prover plans, until it plans nothing more.
    pub(crate) fn prove(&mut self) -> Vec<Finding> {
        while self.round() {}
        self.prover.findings()
    }

    /// Carries out one round; false when there was nothing to do.
    pub(crate) fn round(&mut self) -> bool {
        let mut round = Round::new(self.next, 0, false);
        self.prover.plan(&self.world, &mut round);
        self.next += round.len() as u64;
        self.rounds += 1;
        let outcomes: Vec<Outcome> = round.into_plans().map(|(id, plan)| self.carry_out(id, plan)).collect();
        for outcome in &outcomes {
            self.prover.learn(outcome, &self.world);
            for suspicion in &outcome.suspicions {
                self.prover.suspect(suspicion, outcome, 8);
            }
        }
        !outcomes.is_empty()
    }

    fn carry_out(&mut self, id: u64, plan: Plan) -> Outcome {
        let (planned, acts) = match plan.driver {
            Driver::Script(acts) => (letters(&acts), what_can_be_done(&acts, false)),
            Driver::Lenient(acts) => (letters(&acts), what_can_be_done(&acts, true)),
            Driver::Walk(_) => panic!("the prover walks nowhere"),
        };
        let (start, from_snapshot) = match plan.start {
            Start::Fresh => (place(Lineage::fresh(), false), false),
            Start::At(place) => (place, true),
            Start::Here { .. } => panic!("the prover goes on from nowhere"),
        };
        self.scripts.push((plan.cause.purpose.to_string(), planned));
        let before: Vec<Act> = start.lineage.events().into_iter().map(Act::plain).collect();
        let letters = letters(&[before.as_slice(), &acts].concat());
        let replays = self.replays.replace(self.replays.get() + 1);
        let crash = (self.app)(&Tried { letters: &letters, from_snapshot, replays });
        let crash = crash.map(|done| done.saturating_sub(before.len()));
        let (done, ended) = match crash {
            Some(done) => (done, Ended::Crashed),
            None => (acts.len(), Ended::Done),
        };
        let suspicions: Vec<Suspicion> = crash.map(|done| suspicion(&acts[..done])).into_iter().collect();
        self.acts += done;
        let mut outcome = outcome(id, plan.cause, start, &acts[..done], ended, suspicions.clone());
        let keepsake = |&moment: &usize| {
            let done = acts[..moment].iter().map(|act| act.event.clone()).collect();
            let place = place(outcome.start.lineage.then(legs(done)), true);
            Keepsake { moment, tag: Tag::Act(moment), place }
        };
        outcome.kept = plan.keep.iter().filter(|moment| **moment <= done).map(keepsake).collect();
        if let Some((trial, exhibit)) = plan.exhibit {
            let (trace, volatile) = (Arc::clone(&outcome.trace), Arc::default());
            trial.bring(exhibit, Brought { trace, suspicions, volatile, gallery: Gallery::default() }, "");
        }
        outcome
    }
}

/// `abc`: one event each.
pub(crate) fn events(letters: &str) -> Vec<Event> {
    letters.chars().map(|letter| Event::Wait { ms: u64::from(u32::from(letter)) }).collect()
}

/// The events, as they were written.
pub(crate) fn letters(acts: &[Act]) -> String {
    let letter = |act: &Act| match act.event {
        Event::Wait { ms } => char::from_u32(ms as u32).unwrap(),
        ref other => panic!("{other}"),
    };
    acts.iter().map(letter).collect()
}

/// What is closed must have been opened: `)` can be done only after a `(` that is still open.
pub(crate) fn what_can_be_done(acts: &[Act], lenient: bool) -> Vec<Act> {
    let (mut done, mut open) = (Vec::new(), 0);
    for act in acts {
        match letters(std::slice::from_ref(act)).as_str() {
            "(" => open += 1,
            ")" if open == 0 && lenient => continue,
            ")" if open == 0 => break,
            ")" => open -= 1,
            _ => {}
        }
        done.push(act.clone());
    }
    done
}

/// Crashes as soon as these letters were done in this order, whatever came between.
pub(crate) fn in_order(needed: &str) -> impl Fn(&Tried<'_>) -> Option<usize> {
    move |tried| {
        let mut needed = needed.chars().peekable();
        for (at, letter) in tried.letters.chars().enumerate() {
            needed.next_if_eq(&letter);
            if needed.peek().is_none() {
                return Some(at + 1);
            }
        }
        None
    }
}

/// The app has a second fault, to which capitals lead.
fn suspicion(acts: &[Act]) -> Suspicion {
    let shows_after = acts.len();
    let is_second = letters(acts).contains(char::is_uppercase);
    let kind = if is_second { &HANG } else { &CRASH };
    let known = Suspicion::new("letters", kind, &[], "the app ended", "an app goes on");
    Suspicion { shows_after, well_after: shows_after - 1, ..known }
}

pub(crate) const CRASH: Kind = Kind::new("crash", "Crash", Severity::Critical, "It ended.");
const HANG: Kind = Kind::new("hang", "Hang", Severity::Major, "It stands still.");

fn place(lineage: Arc<Lineage>, kept: bool) -> Arc<Place> {
    let screens = ScreenIds::OUTSIDE;
    let kept = kept.then(|| Kept::InMemory(Arc::new(OnceLock::new())));
    Arc::new(Place { site: Site::HOME, reached_in: (1, 0), lineage, screens, layout: None, kept })
}

fn outcome(
    id: u64,
    cause: Cause,
    start: Arc<Place>,
    acts: &[Act],
    ended: Ended,
    suspicions: Vec<Suspicion>,
) -> Outcome {
    let mut trace = Trace::new(Header::default(), Moment::default());
    for act in acts {
        let remarks = Remarks { purpose: act.purpose.clone(), ..Remarks::default() };
        trace.step(Some(act.event.clone()), Moment::default(), remarks);
    }
    // Every moment is a screen of its own: nothing is known of ways between them.
    let screen = |at| ScreenId(Digest(u128::from(id) << 32 | at as u128 | 1 << 100));
    let screens = (0..=acts.len()).map(screen).map(|id| ScreenIds { travel: id, widgets: id, exact: id });
    let last = place(start.lineage.then(legs(acts.iter().map(|act| act.event.clone()).collect())), false);
    let screens = screens.collect();
    Outcome {
        id,
        cause,
        site: Site::HOME,
        start,
        returning: 0,
        missed: None,
        trace: Arc::new(trace),
        acts: (0..acts.len()).map(Did::Step).collect(),
        screens,
        ended,
        kept: Vec::new(),
        last,
        suspicions,
    }
}

/// Events that lead nobody knows where.
fn legs(events: Vec<Event>) -> Vec<Leg> {
    events.into_iter().map(|event| Leg { event, to: ScreenId::OUTSIDE }).collect()
}
