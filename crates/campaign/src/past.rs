//! What a run had finished before it was resumed.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use experiment::{Driver, Keepsake, Kept, Leg, Lineage, Outcome, Place, Plan, Start};
use gui::Event;
use model::{ScreenId, ScreenIds};
use trace::{RunError, RunReader, Trace, TraceId};

use crate::course::Scene;
use crate::journal::{Came, Journal, OUTCOME, OutcomeNote, PARTS, PROVING, RULES};
use crate::rules::Rules;

/// The experiments that a run had finished. Planning again takes them from here instead of carrying them out.
#[derive(Debug)]
pub struct Past {
    run: RunReader,
    finished: HashMap<u64, OutcomeNote>,
    traces: HashMap<u64, TraceId>,
    /// The highest number of one that was finished.
    last: u64,
    /// All that was done until each experiment ended, on phones that go on where they stand.
    ended_after: HashMap<u64, Arc<Lineage>>,
    only_proving_from: Option<u64>,
    pub(crate) rules: Option<Rules>,
    pub(crate) spent: Duration,
    /// How many parts the app has, where a phone knew.
    pub(crate) parts: Option<u32>,
}

impl Past {
    /// Reads a run folder.
    pub fn read(folder: &Path) -> Result<Past, RunError> {
        let run = RunReader::open(folder)?;
        let mut finished = HashMap::new();
        let (mut rules, mut only_proving_from, mut parts) = (None, None, None);
        for note in run.notes() {
            let (topic, data) = note?;
            match topic.as_str() {
                // A note that cannot be read is of a version that wrote it otherwise; its experiment is done again.
                OUTCOME => {
                    if let Ok(note) = serde_json::from_value::<OutcomeNote>(data) {
                        finished.insert(note.experiment, note);
                    }
                }
                RULES => rules = serde_json::from_value(data).ok(),
                PROVING => only_proving_from = only_proving_from.or(data.as_u64()),
                PARTS => parts = serde_json::from_value(data).ok(),
                _ => {}
            }
        }
        let last = finished.keys().copied().max().unwrap_or(0);
        let traces = finished.iter().map(|(&experiment, note)| (experiment, note.trace)).collect();
        Ok(Past {
            run,
            finished,
            traces,
            last,
            ended_after: HashMap::new(),
            only_proving_from,
            rules,
            spent: Journal::spent(folder),
            parts,
        })
    }

    /// The version of oddity that planned the run; `None` where the folder holds no campaign.
    pub fn version(&self) -> Option<&str> {
        self.rules.as_ref().map(|rules| rules.version.as_str())
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
    pub(crate) fn take(
        &mut self,
        id: u64,
        plan: &Plan,
        scene: &Scene,
        parcels: bool,
    ) -> Result<Option<Outcome>, RunError> {
        let Some(note) = self.finished.remove(&id) else { return Ok(None) };
        let trace = self.run.trace(note.trace)?;
        if trace.header.experiment.as_ref().is_none_or(|was| was.purpose != plan.cause.purpose) {
            return Ok(None);
        }
        let Some(lineage) = self.lineage_of_start(plan, &note) else { return Ok(None) };
        let outcome = outcome(id, plan, scene, trace, note, lineage, parcels);
        if !parcels {
            self.ended_after.insert(id, Arc::clone(&outcome.last.lineage));
        }
        Ok(Some(outcome))
    }

    /// All that was done before an experiment began; `None` where that is not known any more.
    fn lineage_of_start(&self, plan: &Plan, note: &OutcomeNote) -> Option<Arc<Lineage>> {
        match (&note.came, &plan.start) {
            (Some(Came::After(experiment)), _) => self.ended_after.get(experiment).cloned(),
            (Some(Came::By { events, .. }), _) => {
                // The names of the screens on the way are not written down.
                let leg = |event: &Event| Leg { event: event.clone(), to: ScreenId::OUTSIDE };
                Some(Lineage::fresh().then(events.iter().map(leg).collect()))
            }
            (None, Start::At(place)) => Some(Arc::clone(&place.lineage)),
            (None, Start::Fresh | Start::Here { .. }) => Some(Lineage::fresh()),
        }
    }
}

/// An outcome as it was, except that what was kept in memory has to be made again.
fn outcome(
    id: u64,
    plan: &Plan,
    scene: &Scene,
    trace: Trace,
    note: OutcomeNote,
    lineage: Arc<Lineage>,
    parcels: bool,
) -> Outcome {
    let known = &scene.known;
    let ids = |layout: &gui::Layout| ScreenIds::of(layout, &known.app, &known.volatile);
    let screens: Vec<ScreenIds> =
        trace.moments().map(|moment| moment.layout.as_deref().map_or(ScreenIds::OUTSIDE, ids)).collect();
    let start = match &plan.start {
        Start::At(place) if note.came.is_none() && note.missed.is_none() => Arc::clone(place),
        _ => Arc::new(Place {
            reached_in: (0, 0),
            lineage,
            screens: screens[0],
            layout: trace.start().layout.clone(),
            kept: None,
        }),
    };
    let place = |moment: usize, keep: bool| {
        let legs = Leg::of(&trace.steps()[..moment], &screens);
        let layout = trace.moments().nth(moment).and_then(|moment| moment.layout.clone());
        let kept = (parcels && keep).then(|| Kept::Parcel(Arc::new(OnceLock::new())));
        Arc::new(Place {
            reached_in: (id, moment),
            lineage: start.lineage.then(legs),
            screens: screens[moment],
            layout,
            kept,
        })
    };
    let in_trace = note.kept.into_iter().filter(|&(moment, _)| moment <= trace.steps().len());
    let kept = in_trace.map(|(moment, tag)| Keepsake { moment, tag, place: place(moment, true) }).collect();
    let last = place(trace.steps().len(), matches!(plan.driver, Driver::Walk(_)));
    let suspicions = (scene.settings.judge.0)(&trace, &known.volatile);
    Outcome {
        id,
        cause: plan.cause.clone(),
        start,
        way: note.came.as_ref().map_or(0, Came::way),
        missed: note.missed,
        screens,
        ended: note.ended,
        kept,
        last,
        suspicions,
        trace,
    }
}
