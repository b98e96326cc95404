//! What a run had finished before it was resumed.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use experiment::{
    Brought, BuildId, Cause, Context, Did, Driver, ForJudge, Gallery, Keepsake, Kept, KindId, Knowledge, Leg,
    Lineage, Outcome, Place, Plan, Purpose, Site, Start, Tag, Techniques,
};
use finding::Spending;
use gui::{Event, Layout};
use model::{ScreenId, ScreenIds};
use serde::de::DeserializeOwned;
use trace::{Header, RunError, RunReader, Trace, TraceId};

use crate::course::Scene;
use crate::journal::{
    Came, ENDED, FINDING, Journal, OUTCOME, OutcomeNote, PARTS, PROVING, ROUND, RULES, SUSPICION, key_of_note,
};
use crate::record::{Record, RoundNote};
use crate::rules::Rules;

/// The experiments that a run had finished. Planning again takes them from here instead of carrying them out.
#[derive(Debug)]
pub struct Past {
    run: RunReader,
    finished: BTreeMap<u64, OutcomeNote>,
    traces: HashMap<u64, TraceId>,
    /// The highest number of one that was finished.
    last: u64,
    /// All that was done until each experiment ended, on phones that go on where they stand.
    ended_after: HashMap<u64, Arc<Lineage>>,
    only_proving_from: Option<u64>,
    pub(crate) rules: Option<Rules>,
    pub(crate) record: Record,
    /// What planning notes, and how often it did.
    pub(crate) noted: HashMap<String, usize>,
    pub(crate) spent: Duration,
    /// And on what.
    pub(crate) spending: Spending,
    /// How many parts the app has, where a phone knew.
    pub(crate) parts: Option<u32>,
}

impl Past {
    /// Reads a run folder.
    pub fn read(folder: &Path) -> Result<Past, RunError> {
        Past::of(RunReader::open(folder)?, folder)
    }

    /// Reads a run folder as far as it can be read; [`run`](Self::run) says what cannot.
    pub fn read_what_is_whole(folder: &Path) -> Result<Past, RunError> {
        Past::of(RunReader::open_what_is_whole(folder)?, folder)
    }

    fn of(run: RunReader, folder: &Path) -> Result<Past, RunError> {
        let (spent, spending) = Journal::spent(folder);
        let mut past = Past {
            finished: BTreeMap::new(),
            traces: HashMap::new(),
            last: 0,
            ended_after: HashMap::new(),
            only_proving_from: None,
            rules: None,
            record: Record::default(),
            noted: HashMap::new(),
            spent,
            spending,
            parts: None,
            run,
        };
        let notes: Vec<_> = past.run.notes().collect();
        for note in notes {
            let (topic, data) = note?;
            past.note(&topic, data);
        }
        past.last = past.finished.keys().copied().max().unwrap_or(0);
        past.traces = past.finished.iter().map(|(&experiment, note)| (experiment, note.trace)).collect();
        Ok(past)
    }

    /// A note that cannot be read is of a version that wrote it otherwise; an experiment without one is done again.
    fn note(&mut self, topic: &str, data: serde_json::Value) {
        fn read<T: DeserializeOwned>(data: serde_json::Value) -> Option<T> {
            serde_json::from_value(data).ok()
        }
        if [ROUND, SUSPICION, FINDING].contains(&topic) {
            *self.noted.entry(key_of_note(topic, &data)).or_default() += 1;
        }
        match topic {
            OUTCOME => {
                self.finished.extend(read(data).map(|note: OutcomeNote| (note.experiment, note)));
                // It went on after its end.
                self.record.ending = None;
            }
            RULES => self.rules = read(data),
            PROVING => self.only_proving_from = self.only_proving_from.or(data.as_u64()),
            PARTS => self.parts = read(data),
            ROUND => self.record.rounds.extend(read(data).map(|round: RoundNote| round.first)),
            FINDING => {
                let finding = read(data).map(|finding: finding::Finding| (finding.name.clone(), finding));
                self.record.findings.extend(finding);
            }
            ENDED => self.record.ending = read(data),
            _ => {}
        }
    }

    /// The version of oddity that planned the run; `None` where the folder holds no campaign.
    pub fn version(&self) -> Option<&str> {
        self.rules.as_ref().map(|rules| rules.version.as_str())
    }

    /// Whether this version of oddity makes the same plans of the same outcomes, so that the run can be gone on with.
    pub fn plans_alike(&self) -> bool {
        self.rules.as_ref().is_some_and(Rules::plans_alike)
    }

    /// The kinds of phones of the run in words, as far as it says.
    pub fn kinds(&self) -> Vec<String> {
        let sites = self.rules.iter().flat_map(|rules| &rules.sites);
        let home = sites.filter(|rules| rules.site.build == Site::HOME.build && !rules.phone.is_empty());
        home.map(|rules| rules.phone.clone()).collect()
    }

    /// What was done in an experiment.
    pub fn trace(&self, experiment: u64) -> Result<Option<Trace>, RunError> {
        self.traces.get(&experiment).map(|&trace| self.run.trace(trace)).transpose()
    }

    /// The run's folder, to read more from.
    pub fn run(&self) -> &RunReader {
        &self.run
    }

    /// How many experiments were finished.
    pub fn len(&self) -> usize {
        self.finished.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.finished.is_empty()
    }

    /// Whether this experiment, or one after it, was finished.
    pub(crate) fn reaches(&self, experiment: u64) -> bool {
        experiment <= self.last
    }

    /// The first experiment that was planned when the time to look for new things was over.
    pub(crate) fn only_proving_from(&self) -> Option<u64> {
        self.only_proving_from
    }

    /// What came of an experiment, if it was finished and is the one that is planned now.
    pub(crate) fn take(&mut self, id: u64, plan: &Plan, scene: &Scene) -> Result<Option<Outcome>, RunError> {
        let Some(note) = self.finished.remove(&id) else { return Ok(None) };
        let trace = self.run.trace(note.trace)?;
        let is_same =
            trace.header.experiment.as_ref().is_some_and(|was| was.purpose == plan.cause.purpose.to_string());
        if !is_same || site_of(&trace.header) != plan.site() {
            return Ok(None);
        }
        let Some(lineage) = self.lineage_of_start(plan, &note) else { return Ok(None) };
        let known = scene.known(plan.site());
        let recalled = Recalled { id, cause: plan.cause.clone(), trace, note, known };
        let start = match &plan.start {
            Start::At(place) if recalled.note.came.is_none() && recalled.note.missed.is_none() => {
                Arc::clone(place)
            }
            _ => recalled.start(lineage),
        };
        let (outcome, gallery) = recalled.outcome(plan, start, self, &scene.settings.techniques);
        if let Some((trial, exhibit)) = &plan.exhibit {
            let context = Context { app: &known.app, volatile: &known.volatile, gallery: &gallery };
            let judge = |trace: &Trace| scene.settings.techniques.judge(trace, &context);
            let (trace, suspicions) = plan.judged(&outcome.trace, &outcome.suspicions, judge);
            let brought = Brought {
                trace,
                suspicions,
                volatile: Arc::clone(&known.volatile),
                gallery: gallery.clone(),
            };
            trial.bring(*exhibit, brought, &known.app);
        }
        if !known.costs.returns_at_will() {
            self.ended_after.insert(id, Arc::clone(&outcome.last.lineage));
        }
        Ok(Some(outcome))
    }

    /// All that was done before an experiment began; `None` where that is not known any more.
    fn lineage_of_start(&self, plan: &Plan, note: &OutcomeNote) -> Option<Arc<Lineage>> {
        match (&note.came, &plan.start) {
            (Some(Came::After(experiment)), _) => self.ended_after.get(experiment).cloned(),
            (Some(Came::By { events, .. }), _) => Some(lineage_by(events)),
            (None, Start::At(place)) => Some(Arc::clone(&place.lineage)),
            (None, Start::Fresh | Start::Here { .. }) => Some(Lineage::fresh()),
        }
    }

    /// Where an experiment ran.
    pub(crate) fn site_of(&self, experiment: u64) -> Result<Site, RunError> {
        let Some(&trace) = self.traces.get(&experiment) else { return Ok(Site::HOME) };
        self.run.steps(trace).map(|steps| site_of(steps.header()))
    }

    /// The numbers of all experiments that were finished, in their order.
    pub(crate) fn experiments(&self) -> Vec<u64> {
        self.finished.keys().copied().collect()
    }

    /// What came of an experiment, from its trace and its note alone. Where nothing can be read of it, why not.
    pub(crate) fn recall(
        &mut self,
        id: u64,
        known: &Knowledge,
        techniques: &Techniques,
    ) -> Result<Option<Outcome>, RunError> {
        let Some(note) = self.finished.remove(&id) else { return Ok(None) };
        let trace = self.run.trace(note.trace)?;
        let Some(experiment) = trace.header.experiment.clone() else { return Ok(None) };
        let Ok(purpose) = experiment.purpose.parse::<Purpose>();
        let lineage = match (&note.came, began_at(&trace.header)) {
            (Some(Came::By { events, .. }), _) => lineage_by(events),
            (Some(Came::After(before)), _) => self.ended_after.get(before).cloned().unwrap_or_default(),
            (None, Some((before, steps))) => self.lineage_until(before, steps)?,
            (None, None) => Lineage::fresh(),
        };
        let cause = Cause { purpose: purpose.clone(), parent: experiment.parent, role: experiment.role };
        let recalled = Recalled { id, cause, trace, note, known };
        let start = recalled.start(lineage);
        // Nothing is done with what was kept any more.
        let plan = Plan::script(purpose, Start::Fresh, Vec::new());
        let (outcome, _) = recalled.outcome(&plan, start, self, techniques);
        self.ended_after.insert(id, Arc::clone(&outcome.last.lineage));
        Ok(Some(outcome))
    }

    /// All that was done until so many steps of an experiment that was recalled before.
    fn lineage_until(&self, experiment: u64, steps: usize) -> Result<Arc<Lineage>, RunError> {
        let (Some(ended), Some(trace)) = (self.ended_after.get(&experiment), self.trace(experiment)?) else {
            return Ok(Lineage::fresh());
        };
        let more = trace.steps().len().saturating_sub(steps);
        if more == 0 {
            return Ok(Arc::clone(ended));
        }
        let legs: Vec<Leg> = ended.legs().cloned().collect();
        let until = legs.len().saturating_sub(more);
        Ok(Lineage::fresh().then(legs[..until].to_vec()))
    }
}

/// The names of the screens on the way are not written down.
fn lineage_by(events: &[Event]) -> Arc<Lineage> {
    let leg = |event: &Event| Leg { event: event.clone(), to: ScreenId::OUTSIDE };
    Lineage::fresh().then(events.iter().map(leg).collect())
}

/// Where a trace was recorded.
fn site_of(header: &Header) -> Site {
    Site { kind: KindId(header.kind.unwrap_or(0)), build: BuildId(header.build.unwrap_or(0)) }
}

/// The experiment and the step at which a trace began, where that is no fresh start.
fn began_at(header: &Header) -> Option<(u64, usize)> {
    let trace::Start::Snapshot { name } = &header.start else { return None };
    let (experiment, step) = name.strip_prefix("experiment ")?.split_once(", step ")?;
    Some((experiment.parse().ok()?, step.parse().ok()?))
}

/// An outcome on its way back into memory.
struct Recalled<'r> {
    id: u64,
    cause: Cause,
    trace: Trace,
    note: OutcomeNote,
    known: &'r Knowledge,
}

impl Recalled<'_> {
    fn site(&self) -> Site {
        site_of(&self.trace.header)
    }

    fn screens(&self) -> Vec<ScreenIds> {
        let ids = |layout: &Layout| ScreenIds::of(layout, &self.known.app, &self.known.volatile);
        let moments = self.trace.moments();
        moments.map(|moment| moment.layout.as_deref().map_or(ScreenIds::OUTSIDE, ids)).collect()
    }

    fn start(&self, lineage: Arc<Lineage>) -> Arc<Place> {
        let layout = self.trace.start().layout.clone();
        let ids = |layout: &Arc<Layout>| ScreenIds::of(layout, &self.known.app, &self.known.volatile);
        let screens = layout.as_ref().map_or(ScreenIds::OUTSIDE, ids);
        Arc::new(Place { site: self.site(), reached_in: (0, 0), lineage, screens, layout, kept: None })
    }

    /// The outcome as it was, except that what was kept in memory has to be made again.
    fn outcome(
        self,
        plan: &Plan,
        start: Arc<Place>,
        past: &Past,
        techniques: &Techniques,
    ) -> (Outcome, Gallery) {
        let (site, screens, acts) = (self.site(), self.screens(), self.acts(plan));
        let returns_at_will = self.known.costs.returns_at_will();
        let place = |moment: usize, keep: bool| {
            let legs = Leg::of(&self.trace.steps()[..moment], &screens);
            let layout = self.trace.moments().nth(moment).and_then(|moment| moment.layout.clone());
            let kept = (returns_at_will && keep).then(|| Kept::InMemory(Arc::new(OnceLock::new())));
            Arc::new(Place {
                site,
                reached_in: (self.id, moment),
                lineage: start.lineage.then(legs),
                screens: screens[moment],
                layout,
                kept,
            })
        };
        let in_trace = self.note.kept.iter().filter(|(moment, _)| *moment <= self.trace.steps().len());
        let kept = in_trace.map(|(moment, tag)| Keepsake {
            moment: *moment,
            tag: Tag::from(tag.as_str()),
            place: place(*moment, true),
        });
        let kept = kept.collect();
        let last = place(self.trace.steps().len(), matches!(plan.driver, Driver::Walk(_)));
        let gallery = self.gallery(past, &plan.pictures_for_judge, &acts);
        let context = Context { app: &self.known.app, volatile: &self.known.volatile, gallery: &gallery };
        let suspicions = techniques.judge(&self.trace, &context);
        let outcome = Outcome {
            id: self.id,
            cause: self.cause,
            site,
            start,
            returning: self.note.came.as_ref().map_or(0, Came::returning),
            missed: self.note.missed,
            screens,
            ended: self.note.ended,
            acts,
            kept,
            last,
            suspicions,
            trace: Arc::new(self.trace),
        };
        (outcome, gallery)
    }

    /// What became of the acts of a script: those that were done are the steps, in their order.
    fn acts(&self, plan: &Plan) -> Vec<Did> {
        let (Driver::Script(acts) | Driver::Lenient(acts)) = &plan.driver else { return Vec::new() };
        let mut steps = 0..self.trace.steps().len();
        (0..acts.len())
            .map(|at| match self.note.not_done.get(&at) {
                Some(why) => Did::Not(why.clone()),
                None => steps.next().map_or(Did::Never, Did::Step),
            })
            .collect()
    }

    /// The pictures that a judge saw.
    fn gallery(&self, past: &Past, wanted: &ForJudge, acts: &[Did]) -> Gallery {
        let mut gallery = Gallery::default();
        // After how many acts each moment was seen; without a script, after as many as there were steps.
        let of_step = |step: usize| acts.iter().position(|did| *did == Did::Step(step)).unwrap_or(step) + 1;
        let seen = self.trace.moments().enumerate();
        let seen = seen.filter(|&(at, _)| wanted.wants(at.checked_sub(1).map_or(0, of_step)));
        for digest in seen.filter_map(|(_, moment)| moment.screenshot) {
            if let Ok(png) = past.run.screenshot(digest) {
                gallery.add(digest, png);
            }
        }
        gallery
    }
}
