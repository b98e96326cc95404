//! From stage to stage.

use std::sync::Arc;

use experiment::{Act, Pictures, Start, World};
use model::Model;

use super::{Case, Look, Proven, Stage};
use crate::backwards::{Ask, Attempt, Backwards};
use crate::finding::{Confirmation, Exhibited, Minimised, ReplayedFrom};
use crate::minimise::{Care, Minimiser, Purse};
use crate::origin::Origin;
use crate::replays::Replays;
use crate::settings::ProofSettings;
use crate::sighting::{Script, Sighting};
use crate::trials::{Choice, Demand, Trials};

/// So often it is looked whether something shows once more; once is enough, but phones fail.
const GLANCES: u32 = 2;

/// Where replays take time, a script of more acts is made shorter before it is confirmed as often as asked for.
const LONG: usize = 15;

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
    /// After how many acts it is kept.
    pub(super) keep: Vec<usize>,
    /// From which bound of a long script it is.
    pub(super) bound: Option<usize>,
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
            Stage::Backwards { minimiser, look, backwards } => {
                self.go_backwards(minimiser, look, backwards, means)
            }
            Stage::Minimising { minimiser, look } => self.minimise(minimiser, look, means),
            Stage::Showing { minimiser, look, minimised, replays } => {
                self.show(minimiser, look, minimised, replays, means.settings)
            }
            Stage::Shown(_) if means.exploring => Turn::Replay(stage, Vec::new()),
            Stage::Shown(mut minimiser) => {
                minimiser.look_again();
                self.gone_backwards = None;
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
                // The same script again is for those that came back in vain.
                let most = if whole && settings.polishing_replays.is_some() { 1 } else { scripts.len() };
                let wanted = scripts.into_iter().take(most).map(Wanted::plain).collect();
                Turn::Replay(Stage::Ways { origin, ways, whole }, wanted)
            }
            Choice::Take((), sighting)
                if settings.minimise
                    && settings.polishing_replays.is_some()
                    && sighting.script.len() > LONG
                    && !origin.compares() =>
            {
                let confirmed = Confirmation { from: ReplayedFrom::CleanStart, times: 1, of: 1 };
                Turn::Go(self.confirmed(sighting, confirmed, Vec::new(), settings))
            }
            Choice::Take((), sighting) => {
                let script = Arc::clone(&sighting.script);
                // A long one is confirmed as often as asked for once it is shorter.
                let replays = match settings.polishing_replays {
                    Some(_) if settings.minimise && script.len() > LONG => {
                        Replays::new(Start::Fresh, script, 1, false)
                    }
                    _ => Replays::first(script, settings),
                };
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
        match origin.snapshot().filter(|_| origin.claim.holds_without_clean_start()) {
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
        Turn::Go(self.confirmed(sighting, confirmed, replays.exhibits, settings))
    }

    /// It came back so often; now it can be made smaller.
    fn confirmed(
        &mut self,
        sighting: Arc<Sighting>,
        confirmed: Confirmation,
        exhibits: Vec<Exhibited>,
        settings: &ProofSettings,
    ) -> Stage {
        let stage = if settings.minimise {
            self.trials = Trials::default();
            self.trials.demand(Demand::for_rate(confirmed.times, confirmed.of));
            let minimiser = Box::new(Minimiser::new(Arc::clone(&sighting)));
            let look = if settings.polishing_replays.is_some() { Look::Coarse } else { Look::First };
            Stage::Minimising { minimiser, look }
        } else {
            Stage::Proven
        };
        self.proven = Some(Proven { before: Vec::new(), sighting, confirmed, exhibits });
        self.fallback = None;
        stage
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
        let care = match look {
            Look::Coarse => Care::Coarse,
            // The others come first, and what exploring may still find.
            Look::First if settings.polishing_replays.is_some() && means.exploring => Care::Plain,
            _ if may_polish => Care::Thorough,
            _ => Care::Plain,
        };
        let purse = Purse { at_once: settings.at_once, left, care };
        let told = self.proven.as_ref().map_or(0, |proven| proven.sighting.script.len());
        if settings.polishing_replays.is_some() && told > LONG && minimiser.best.script.len() * 2 <= told {
            return Turn::Go(self.milestone(minimiser, settings));
        }
        if look != Look::First && self.should_go_backwards(&minimiser, means) {
            self.gone_backwards = Some(minimiser.best.script.len());
            let backwards = Box::new(Backwards::of(&minimiser.best));
            return Turn::Go(Stage::Backwards { minimiser, look, backwards });
        }
        let wanted = minimiser.wanted(&self.trials, self.model(means), purse);
        if !wanted.is_empty() && left > 0 {
            let wanted = wanted.into_iter().take(left).map(Wanted::plain).collect();
            return Turn::Replay(Stage::Minimising { minimiser, look }, wanted);
        }
        let script = Arc::clone(&minimiser.best.script);
        let shown = self.proven.as_ref().is_some_and(|proven| proven.sighting.script == script);
        match look {
            Look::Last if shown => return Turn::Go(self.done()),
            Look::Coarse if shown => return Turn::Go(Stage::Minimising { minimiser, look: Look::First }),
            _ => {}
        }
        let minimised = minimiser.done(&self.trials);
        let replays = Replays::new(Start::Fresh, script, settings.replays, true);
        Turn::Go(Stage::Showing { minimiser, look, minimised, replays })
    }

    /// Whether a long script, that was not yet looked at so, is tried from what is kept on its way.
    fn should_go_backwards(&self, minimiser: &Minimiser, means: Means<'_>) -> bool {
        let acts = minimiser.best.script.len();
        let is_new = self.gone_backwards.is_none_or(|before| acts * 4 <= before * 3);
        acts > LONG && is_new && means.world.of(self.site).costs.may_share(acts)
    }

    fn go_backwards(
        &mut self,
        mut minimiser: Box<Minimiser>,
        look: Look,
        mut backwards: Box<Backwards>,
        means: Means<'_>,
    ) -> Turn {
        let settings = means.settings;
        let left = settings.minimising_replays.saturating_sub(self.trials.spent) as usize;
        let wanted = match backwards.ask(self.model(means), left) {
            Ask::Keep(keep) => {
                vec![Wanted { keep, ..Wanted::plain(Arc::clone(&backwards.base.script)) }]
            }
            Ask::Try(attempts) => attempts.into_iter().map(Wanted::from_bound).collect(),
            Ask::Found(shorter) => {
                minimiser.take(shorter);
                return Turn::Go(Stage::Minimising { minimiser, look });
            }
            Ask::Nothing => return Turn::Go(Stage::Minimising { minimiser, look }),
        };
        Turn::Replay(Stage::Backwards { minimiser, look, backwards }, wanted)
    }

    /// Half as long as what is told so far: that is worth a few replays, for the budget may end before it is as short as can be.
    fn milestone(&self, minimiser: Box<Minimiser>, settings: &ProofSettings) -> Stage {
        let minimised = minimiser.done(&self.trials);
        let script = Arc::clone(&minimiser.best.script);
        let replays = Replays::new(Start::Fresh, script, settings.replays, true);
        Stage::Showing { minimiser, look: Look::Coarse, minimised, replays }
    }

    fn show(
        &mut self,
        minimiser: Box<Minimiser>,
        look: Look,
        minimised: Minimised,
        mut replays: Replays,
        settings: &ProofSettings,
    ) -> Turn {
        let missing = Wanted::missing(&replays);
        if !missing.is_empty() {
            return Turn::Replay(Stage::Showing { minimiser, look, minimised, replays }, missing);
        }
        let confirmed = replays.confirmation();
        let Some(sighting) = replays.sighting.take() else {
            return Turn::Go(self.shown_in_vain(look, confirmed, settings));
        };
        self.proven = Some(Proven { before: Vec::new(), sighting, confirmed, exhibits: replays.exhibits });
        self.minimised = Some(minimised);
        Turn::Go(match look {
            Look::Coarse => Stage::Minimising { minimiser, look: Look::Coarse },
            Look::First => Stage::Shown(minimiser),
            Look::Last => self.done(),
        })
    }

    /// It was chance that made it look smaller. What was confirmed before still holds, once it was confirmed as often as asked for.
    fn shown_in_vain(&mut self, look: Look, now: Confirmation, settings: &ProofSettings) -> Stage {
        match &mut self.proven {
            Some(proven) if proven.confirmed.of < settings.replays && look == Look::Coarse => {
                let script = Arc::clone(&proven.sighting.script);
                let minimiser = Box::new(Minimiser::new(Arc::clone(&proven.sighting)));
                let minimised = minimiser.done(&self.trials);
                let replays = Replays::new(Start::Fresh, script, settings.replays, true);
                return Stage::Showing { minimiser, look: Look::Last, minimised, replays };
            }
            Some(proven) if proven.confirmed.of < settings.replays => proven.confirmed.of += now.of,
            _ => {}
        }
        self.done()
    }

    fn done(&mut self) -> Stage {
        self.trials = Trials::default();
        Stage::Proven
    }
}

impl Wanted {
    fn plain(script: Script) -> Wanted {
        Wanted { start: Start::Fresh, script, pictures: Pictures::None, keep: Vec::new(), bound: None }
    }

    fn from_bound(attempt: Attempt) -> Wanted {
        let Attempt { bound, start, script } = attempt;
        Wanted { start, bound: Some(bound), ..Wanted::plain(script) }
    }

    fn missing(replays: &Replays) -> Vec<Wanted> {
        let wanted = |pictures| Wanted {
            start: replays.start.clone(),
            pictures,
            ..Wanted::plain(Arc::clone(&replays.script))
        };
        replays.missing().into_iter().map(wanted).collect()
    }
}
