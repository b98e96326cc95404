//! What events did, gathered over alike screens.

use std::collections::{BTreeMap, BTreeSet};

use gui::Event;
use mining::{Album, Behaviour, Clustering, Deed, LookId, Model, Path, Profile, cluster, mine, sources_of};
use model::Volatile;
use trace::{Step, Trace};

use super::input::{key_of, look_of};
use super::verdict::{page_behind, told};

/// An event that was tried on an input.
#[derive(Debug, Clone)]
pub(super) struct Tried {
    /// The input.
    pub(super) input: usize,
    pub(super) event: Event,
    pub(super) behaviour: Behaviour,
    /// What the screen showed before.
    pub(super) sight: u64,
    /// What it shows after.
    pub(super) shows: u64,
    /// The step itself.
    pub(super) step: Step,
}

/// Which looks are one group of alike screens.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups(BTreeMap<LookId, u32>);

impl Groups {
    /// Looks that are in one state of the model are one group, and so are states that share a look: a state that was told apart because
    /// something else happened there is the very one to compare with.
    pub(super) fn of(model: &Model) -> Groups {
        let mut groups: BTreeMap<LookId, u32> = BTreeMap::new();
        for (number, state) in model.states.iter().enumerate() {
            let joined: BTreeSet<u32> =
                state.looks.iter().filter_map(|look| groups.get(look).copied()).collect();
            let into = joined.first().copied().unwrap_or(number as u32);
            for group in groups.values_mut().filter(|group| joined.contains(group)) {
                *group = into;
            }
            groups.extend(state.looks.iter().map(|&look| (look, into)));
        }
        groups.remove(&LookId::OUTSIDE);
        Groups(groups)
    }

    pub(super) fn group(&self, look: LookId) -> Option<u32> {
        self.0.get(&look).copied()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.values().collect::<BTreeSet<_>>().len()
    }
}

/// Clusters what an event did on the screens of one group.
pub(super) fn clustered(tried: &[&Tried], profile: Profile) -> Clustering {
    let behaviours: Vec<Behaviour> = tried.iter().map(|tried| tried.behaviour.clone()).collect();
    cluster(&behaviours, profile)
}

/// What recorded traces show without any further event.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    /// Traces of the app.
    pub traces: usize,
    /// States of the model mined from them.
    pub states: usize,
    /// Groups of alike screens.
    pub groups: usize,
    /// Pairs of screens with an event between them.
    pub pairs: usize,
    /// Events on alike screens, and those of which there are enough pairs to compare.
    pub events: (usize, usize),
    /// What is rare, the rarest first.
    pub rare: Vec<Rare>,
}

/// Something that an event did rarely.
#[derive(Debug, Clone)]
pub struct Rare {
    /// In words.
    pub sentence: String,
    /// So often,
    pub times: usize,
    /// of so many pairs.
    pub of: usize,
    /// Where: the trace's place among those examined, and the step's.
    pub deviant: (usize, usize),
    /// Where the usual is seen.
    pub usual: (usize, usize),
}

/// An event of a recorded trace.
struct Judged<'t> {
    trace: usize,
    event: &'t Event,
    behaviour: Behaviour,
}

/// Judges recorded traces alone: mines a model, gathers what each event did on alike screens, and says what is rare. Nothing is tried
/// again, so that what is merely rare is among it.
pub fn examine(traces: &[Trace], app: &str, volatile: &Volatile, profile: Profile) -> Examined {
    let mut album = Album::default();
    let mut paths: Vec<Path> = Vec::new();
    let mut looks: Vec<Vec<LookId>> = Vec::new();
    for trace in traces {
        let (path, along) = path_of(&mut album, trace.steps(), trace.start(), app, volatile, profile);
        paths.push(path);
        looks.push(along);
    }
    let model = mine(&mut album, &paths);
    let groups = Groups::of(&model);
    let mut gathered: BTreeMap<(u32, u64), Vec<(Judged<'_>, usize)>> = BTreeMap::new();
    let mut examined = Examined {
        traces: traces.len(),
        states: model.states.len(),
        groups: groups.len(),
        ..Examined::default()
    };
    for (number, trace) in traces.iter().enumerate() {
        for (at, step) in trace.steps().iter().enumerate() {
            let look = looks[number][at];
            let Some(group) = groups.group(look) else { continue };
            let (Some(event), Some(layout)) = (&step.event, step.before.layout.as_deref()) else { continue };
            let steps = &trace.steps()[..=at];
            if step.remarks.crash.is_some() {
                continue;
            }
            let sources = sources_of(steps);
            let (before, after) = (page_behind(steps).unwrap_or(&step.before), &step.after);
            let pair = mining::Pair { before, after, sources: &sources, app, volatile };
            let behaviour = Behaviour::of(pair, profile.pages());
            let key = key_of(event, layout, step.before.activity.as_deref().unwrap_or_default());
            let tried = Judged { trace: number, event, behaviour };
            gathered.entry((group, key)).or_default().push((tried, at));
            examined.pairs += 1;
        }
    }
    examined.events.0 = gathered.len();
    for all in gathered.values().filter(|all| all.len() >= profile.rarity().pairs) {
        examined.events.1 += 1;
        let behaviours: Vec<Behaviour> = all.iter().map(|(tried, _)| tried.behaviour.clone()).collect();
        let found = cluster(&behaviours, profile);
        let usual = &all[found.clusters[0].members[0]];
        for cluster in found.rare.iter().map(|&rare| &found.clusters[rare]) {
            let deviant = &all[cluster.members[0]];
            examined.rare.push(Rare {
                sentence: format!(
                    "{}: it {}; usually it {}",
                    deviant.0.event.wish(),
                    told(&deviant.0.behaviour),
                    told(&usual.0.behaviour)
                ),
                times: cluster.members.len(),
                of: all.len(),
                deviant: (deviant.0.trace, deviant.1),
                usual: (usual.0.trace, usual.1),
            });
        }
    }
    examined.rare.sort_by(|one, other| (one.times * other.of).cmp(&(other.times * one.of)));
    examined
}

/// A trace as mining sees it, and the look of each of its moments. It ends where nobody knows what was done.
pub(super) fn path_of(
    album: &mut Album,
    steps: &[Step],
    start: &trace::Moment,
    app: &str,
    volatile: &Volatile,
    profile: Profile,
) -> (Path, Vec<LookId>) {
    let mut look = look_of(start, app, volatile, profile.rows());
    let mut along = vec![album.add(look.as_ref())];
    let mut path = Path { start: along[0], steps: Vec::new() };
    let mut known = true;
    for step in steps {
        let next = look_of(&step.after, app, volatile, profile.rows());
        let id = album.add(next.as_ref());
        let layout = step.before.layout.as_deref();
        let deed = match (&step.event, layout, &look) {
            (Some(event), Some(layout), Some(look)) => Deed::of(event, layout, look),
            // Whatever brings the app back to the front.
            (Some(event), ..) => Some(Deed { what: key_of_outside(event), receiver: None }),
            _ => None,
        };
        known &= deed.is_some();
        if let Some(deed) = deed.filter(|_| known) {
            path.steps.push((deed, id));
        }
        along.push(id);
        look = next;
    }
    (path, along)
}

fn key_of_outside(event: &Event) -> u64 {
    xxhash_rust::xxh3::xxh3_64(event.wish().as_bytes())
}
