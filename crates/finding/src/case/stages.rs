//! From stage to stage.

use std::sync::Arc;

use experiment::{Act, Pictures, Start, World};
use model::Model;

use super::{Case, Look, Proven, Stage};
use crate::finding::Minimised;
use crate::minimise::{Minimiser, Purse};
use crate::origin::Origin;
use crate::replays::Replays;
use crate::settings::ProofSettings;
use crate::sighting::Script;
use crate::trials::{Choice, Demand, Trials};

/// So often it is looked whether something shows once more; once is enough, but phones fail.
const GLANCES: u32 = 2;

/// What a case may know and spend.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) settings: &'a ProofSettings,
    pub(crate) world: &'a World,
    /// Whether more may become known.
    pub(crate) exploring: bool,
}

/// What a case asks for.
pub(super) struct Wanted {
    pub(super) start: Start,
    pub(super) script: Script,
    pub(super) pictures: Pictures,
}

/// What comes next.
enum Turn {
    /// These replays, or none for now, and then the same stage once more.
    Replay(Stage, Vec<Wanted>),
    /// Another stage.
    Go(Stage),
}

impl Case {
    /// Goes on from stage to stage until replays are needed, or all is known.
    pub(super) fn wanted(&mut self, means: Means<'_>) -> Vec<Wanted> {
        while !matches!(self.stage, Stage::Proven | Stage::Artefact) {
            let stage = std::mem::replace(&mut self.stage, Stage::Artefact);
            match self.turn(stage, means) {
                Turn::Go(stage) => self.stage = stage,
                Turn::Replay(stage, wanted) => {
                    self.stage = stage;
                    return wanted;
                }
            }
        }
        Vec::new()
    }

    /// What a stage still needs, or the stage after it.
    fn turn(&mut self, stage: Stage, means: Means<'_>) -> Turn {
        match stage {
            Stage::Waiting(origin) => {
                (self.site, self.claim) = (origin.site, Arc::clone(&origin.claim));
                Turn::Go(match origin.snapshot().filter(|_| origin.compares()) {
                    Some(from) => {
                        let replays = Replays::new(Start::At(from.place), from.script, GLANCES, false);
                        Stage::Glance { origin, replays }
                    }
                    None => self.ways(origin, means),
                })
            }
            Stage::Glance { origin, replays } => self.glance(origin, replays, means),
            Stage::Ways { origin, ways, whole } => self.try_ways(origin, ways, whole, means.settings),
            Stage::Confirming { origin, replays } => self.confirm(origin, replays, means.settings),
            Stage::FromSnapshot { origin, before, replays } => self.confirm_snapshot(origin, before, replays),
            Stage::Minimising { minimiser, look } => self.minimise(minimiser, look, means),
            Stage::Showing { minimiser, look, minimised, replays } => {
                self.show(minimiser, look, minimised, replays)
            }
            Stage::Shown(_) if means.exploring => Turn::Replay(stage, Vec::new()),
            Stage::Shown(mut minimiser) => {
                minimiser.look_again();
                Turn::Go(Stage::Minimising { minimiser, look: Look::Last })
            }
            Stage::Proven | Stage::Artefact => Turn::Go(stage),
        }
    }

    fn glance(&mut self, origin: Origin, replays: Replays, means: Means<'_>) -> Turn {
        let missing = Wanted::missing(&replays);
        match (&replays.sighting, missing.is_empty()) {
            (_, false) => Turn::Replay(Stage::Glance { origin, replays }, missing),
            (Some(_), true) => Turn::Go(self.ways(origin, means)),
            (None, true) => Turn::Go(self.give_up()),
        }
    }

    /// The shortest ways first.
    fn ways(&self, origin: Origin, means: Means<'_>) -> Stage {
        let ways = origin.short_ways(self.model(means));
        Stage::Ways { origin, ways, whole: false }
    }

    /// The screens of the phones on which it was seen.
    fn model<'m>(&self, means: Means<'m>) -> &'m Model {
        &means.world.of(self.site).model
    }

    fn try_ways(&mut self, origin: Origin, ways: Vec<Script>, whole: bool, settings: &ProofSettings) -> Turn {
        // All that was done is the last hope, so chance gets no say in it.
        self.trials.demand(if whole {
            Demand { times: 1, of: settings.replays.max(1) }
        } else {
            Demand::default()
        });
        let candidates = ways.iter().map(|way| (Arc::clone(way), ()));
        match self.trials.choose(candidates, settings.at_once) {
            Choice::Try(scripts) => {
                let wanted = scripts.into_iter().map(Wanted::plain).collect();
                Turn::Replay(Stage::Ways { origin, ways, whole }, wanted)
            }
            Choice::Take((), sighting) => {
                let replays = Replays::first(Arc::clone(&sighting.script), settings);
                Turn::Go(Stage::Confirming { origin, replays })
            }
            Choice::Nothing if !whole => {
                let ways = vec![origin.whole_way()];
                Turn::Go(Stage::Ways { origin, ways, whole: true })
            }
            Choice::Nothing => Turn::Go(self.without_a_clean_start(origin, settings)),
        }
    }

    fn without_a_clean_start(&mut self, origin: Origin, settings: &ProofSettings) -> Stage {
        match origin.snapshot() {
            Some(from) => {
                let replays = Replays::new(Start::At(from.place), from.script, settings.replays, true);
                Stage::FromSnapshot { origin, before: from.before, replays }
            }
            None => self.give_up(),
        }
    }

    /// Another sighting of it may do better.
    fn give_up(&mut self) -> Stage {
        match self.fallback.take() {
            Some(origin) => {
                self.sightings_tried += 1;
                Stage::Waiting(origin)
            }
            None => Stage::Artefact,
        }
    }

    fn confirm(&mut self, origin: Origin, mut replays: Replays, settings: &ProofSettings) -> Turn {
        let missing = Wanted::missing(&replays);
        if !missing.is_empty() {
            return Turn::Replay(Stage::Confirming { origin, replays }, missing);
        }
        let confirmed = replays.confirmation();
        let Some(sighting) = replays.sighting.take() else {
            return Turn::Go(self.without_a_clean_start(origin, settings));
        };
        let stage = if settings.minimise {
            self.trials = Trials::default();
            self.trials.demand(Demand::for_rate(confirmed.times, confirmed.of));
            let minimiser = Box::new(Minimiser::new(Arc::clone(&sighting)));
            Stage::Minimising { minimiser, look: Look::First }
        } else {
            Stage::Proven
        };
        self.proven = Some(Proven { before: Vec::new(), sighting, confirmed, exhibits: replays.exhibits });
        self.fallback = None;
        Turn::Go(stage)
    }

    fn confirm_snapshot(&mut self, origin: Origin, before: Vec<Act>, mut replays: Replays) -> Turn {
        let missing = Wanted::missing(&replays);
        if !missing.is_empty() {
            return Turn::Replay(Stage::FromSnapshot { origin, before, replays }, missing);
        }
        let confirmed = replays.confirmation();
        let Some(sighting) = replays.sighting.take() else { return Turn::Go(self.give_up()) };
        self.proven = Some(Proven { before, sighting, confirmed, exhibits: replays.exhibits });
        Turn::Go(Stage::Proven)
    }

    fn minimise(&mut self, mut minimiser: Box<Minimiser>, look: Look, means: Means<'_>) -> Turn {
        let settings = means.settings;
        let left = settings.minimising_replays.saturating_sub(self.trials.spent) as usize;
        let spent = self.trials.spent;
        let may_polish = settings.polishing_replays.is_none_or(|most| spent < most);
        let purse = Purse { at_once: settings.at_once, left, may_polish };
        let wanted = minimiser.wanted(&self.trials, self.model(means), purse);
        if !wanted.is_empty() && left > 0 {
            let wanted = wanted.into_iter().take(left).map(Wanted::plain).collect();
            return Turn::Replay(Stage::Minimising { minimiser, look }, wanted);
        }
        let script = Arc::clone(&minimiser.best.script);
        let shown = self.proven.as_ref().is_some_and(|proven| proven.sighting.script == script);
        if look == Look::Last && shown {
            return Turn::Go(self.done());
        }
        let minimised = minimiser.done(&self.trials);
        let replays = Replays::new(Start::Fresh, script, settings.replays, true);
        Turn::Go(Stage::Showing { minimiser, look, minimised, replays })
    }

    fn show(
        &mut self,
        minimiser: Box<Minimiser>,
        look: Look,
        minimised: Minimised,
        mut replays: Replays,
    ) -> Turn {
        let missing = Wanted::missing(&replays);
        if !missing.is_empty() {
            return Turn::Replay(Stage::Showing { minimiser, look, minimised, replays }, missing);
        }
        let confirmed = replays.confirmation();
        let Some(sighting) = replays.sighting.take() else {
            // It was chance that made it look smaller. What was confirmed before still holds.
            return Turn::Go(self.done());
        };
        self.proven = Some(Proven { before: Vec::new(), sighting, confirmed, exhibits: replays.exhibits });
        self.minimised = Some(minimised);
        Turn::Go(if look == Look::First { Stage::Shown(minimiser) } else { self.done() })
    }

    fn done(&mut self) -> Stage {
        self.trials = Trials::default();
        Stage::Proven
    }
}

impl Wanted {
    fn plain(script: Script) -> Wanted {
        Wanted { start: Start::Fresh, script, pictures: Pictures::None }
    }

    fn missing(replays: &Replays) -> Vec<Wanted> {
        let wanted =
            |pictures| Wanted { start: replays.start.clone(), script: Arc::clone(&replays.script), pictures };
        replays.missing().into_iter().map(wanted).collect()
    }
}
