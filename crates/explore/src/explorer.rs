//! Plans the walks.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use device::Abilities;
use experiment::{
    Act, Cause, Chance, Driver, Ended, Knowledge, Outcome, Pictures, Plan, Planner, Round, Start, Suspicion,
    Walk,
};
use model::ScreenId;

use crate::pacing::{Onward, Pacing};
use crate::rehearsal::Rehearsal;
use crate::walk::{At, Begins, INTERESTING, Wanderer, Wandering, WhenStuck};
use crate::{
    Choose, Dictionary, EventSource, Fittest, FromLayout, Monkey, NewAndCovering, Pool, Seen, Settings,
    SourceKind, Strategy, Systematic, Texts, Weights, WithSystemEvents,
};

/// Plans walks through the app, and where they go on after each round.
///
/// A walk that goes on has the purpose `walk W`, one that travelled back `travel W`, one that begins with a fresh start `start W`;
/// W is the number of its walker. Sequences given as seeds go first, with the purpose `seed N`.
pub struct Explorer {
    settings: Arc<Settings>,
    seeds: Vec<Arc<[Act]>>,
    texts: Arc<Texts>,
    choose: Box<dyn Choose>,
    pool: Pool,
    walkers: Vec<Pacing>,
    weights: Arc<Weights>,
    under_way: BTreeMap<u64, UnderWay>,
    /// How many walks were planned.
    walks: u64,
}

/// A walk that was planned.
struct UnderWay {
    walker: usize,
    /// Where it travels to.
    to: Option<ScreenId>,
}

/// The screens worth travelling to in one round, the best first. Nobody knows them before someone asks.
type Promising = Option<VecDeque<ScreenId>>;

impl Explorer {
    /// Nothing explored yet.
    pub fn new(settings: Settings) -> Explorer {
        Explorer {
            seeds: Vec::new(),
            texts: Arc::default(),
            choose: Box::new(Fittest::new(settings.choice.clone())),
            pool: Pool::default(),
            walkers: (0..settings.walkers).map(|_| Pacing::new(&settings.stuck)).collect(),
            weights: Arc::default(),
            under_way: BTreeMap::new(),
            walks: 0,
            settings: Arc::new(settings),
        }
    }

    /// Walks through these sequences first.
    #[must_use]
    pub fn with_seeds(mut self, seeds: Vec<Vec<Act>>) -> Explorer {
        self.seeds = seeds.into_iter().map(Arc::from).collect();
        self
    }

    /// Types the user's own texts.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Dictionary) -> Explorer {
        self.texts = Arc::new(Texts::new(dictionary));
        self
    }

    /// Goes back to where this says.
    #[must_use]
    pub fn with_choice(mut self, choose: Box<dyn Choose>) -> Explorer {
        self.choose = choose;
        self
    }

    /// The conditions that can be returned to.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }
}

impl Planner for Explorer {
    fn learn(&mut self, outcome: &Outcome, _known: &Knowledge) -> Vec<Suspicion> {
        for keepsake in outcome.kept.iter().filter(|keepsake| keepsake.tag == INTERESTING) {
            self.pool.add(&keepsake.place, keepsake.moment == 0);
        }
        if let Some(UnderWay { walker, to }) = self.under_way.remove(&outcome.id) {
            let missed = matches!(outcome.ended, Ended::DidNotArrive { .. });
            match to {
                Some(to) if missed => self.pool.missed(to),
                Some(to) => self.pool.reached(to),
                None => {}
            }
            let travels = self.settings.strategy == Strategy::TimeTravel;
            self.walkers[walker].learn(outcome, travels.then_some(self.settings.max_depth));
            if self.settings.strategy == Strategy::Systematic {
                let weights = Arc::make_mut(&mut self.weights);
                for (step, screens) in outcome.trace.steps().iter().zip(outcome.screens.windows(2)) {
                    weights.learn(step, screens[0], screens[1]);
                }
            }
        }
        Vec::new()
    }

    fn plan(&mut self, known: &Knowledge, round: &mut Round) {
        if !round.exploring {
            return;
        }
        if !self.seeds.is_empty() {
            return self.plan_seeds(known, round);
        }
        let mut chance = Chance::keyed(known.seed, "give up", self.walks);
        self.pool.shrink(self.settings.max_snapshots, &*self.choose, &known.model, &mut chance);
        let mut promising = None;
        for walker in 0..self.walkers.len() {
            let events = round.events_left.min(self.settings.round_events);
            if events == 0 {
                return;
            }
            round.events_left -= events;
            let (start, to) = self.start_of(walker, known, &mut promising);
            let plan = self.plan_walk(walker, start, events, known);
            self.under_way.insert(round.add(plan), UnderWay { walker, to });
        }
    }
}

impl Explorer {
    fn plan_seeds(&mut self, known: &Knowledge, round: &mut Round) {
        for (number, acts) in (1..).zip(std::mem::take(&mut self.seeds)) {
            round.events_left = round.events_left.saturating_sub(acts.len() as u64);
            let seen = Seen::new(known.clone(), self.settings.stuck.frequent);
            round.add(plan(format!("seed {number}"), Start::Fresh, Arc::new(Rehearsal { acts, seen })));
        }
    }

    /// Where a walker begins, and which screen that is if it travels.
    fn start_of(
        &mut self,
        walker: usize,
        known: &Knowledge,
        promising: &mut Promising,
    ) -> (Start, Option<ScreenId>) {
        let (begins, start, to) = match &self.walkers[walker].onward {
            Onward::Fresh => (Begins::Fresh, Start::Fresh, None),
            Onward::From(place) => (Begins::GoesOn, Start::At(Arc::clone(place)), None),
            Onward::Travel => {
                let to = self.most_promising(known, promising);
                match to.and_then(|to| self.pool.get(to)) {
                    Some(saved) => (Begins::Travelled, Start::At(Arc::clone(&saved.place)), to),
                    None => (Begins::Fresh, Start::Fresh, None),
                }
            }
        };
        self.walkers[walker].begins = begins;
        (start, to)
    }

    /// The most promising screen that no walker of this round has taken yet, as long as there is one.
    fn most_promising(&self, known: &Knowledge, promising: &mut Promising) -> Option<ScreenId> {
        let queue = promising.get_or_insert_with(|| {
            let screens = self.pool.screens();
            let mut chance = Chance::keyed(known.seed, "travel", self.walks);
            let order = self.choose.rank(&known.model, &screens, &mut chance);
            order.into_iter().map(|at| screens[at]).collect()
        });
        let best = queue.pop_front()?;
        queue.push_back(best);
        Some(best)
    }

    fn plan_walk(&mut self, walker: usize, start: Start, events: u64, known: &Knowledge) -> Plan {
        let pacing = &self.walkers[walker];
        let begins = pacing.begins;
        let purpose = format!("{begins} {}", walker + 1);
        let (stuck, settings) = (pacing.stuck.clone(), Arc::clone(&self.settings));
        let (texts, weights) = (Arc::clone(&self.texts), Arc::clone(&self.weights));
        let seen = Seen::new(known.clone(), settings.stuck.frequent);
        let chance = Chance::keyed(known.seed, "walk", self.walks);
        self.walks += 1;
        let make = move || Wanderer {
            source: source(&settings, &texts, &weights),
            interesting: Box::new(NewAndCovering),
            stuck: Box::new(stuck.clone()),
            when_stuck: when_stuck(settings.strategy),
            seen: seen.clone(),
            chance: chance.clone(),
            events,
            begins,
            allowed: settings.allow.clone(),
            at: At::default(),
        };
        plan(purpose.clone(), start, Arc::new(Wandering { name: purpose, make }))
    }
}

fn plan(purpose: String, start: Start, walk: Arc<dyn Walk>) -> Plan {
    Plan {
        cause: Cause { purpose, parent: None, role: None },
        start,
        driver: Driver::Walk(walk),
        needs: Abilities::NONE,
        pictures: Pictures::New,
    }
}

fn source(settings: &Settings, texts: &Arc<Texts>, weights: &Arc<Weights>) -> Box<dyn EventSource> {
    let texts = Arc::clone(texts);
    let source: Box<dyn EventSource> = match (settings.strategy, settings.source) {
        (Strategy::Systematic, _) => Box::new(Systematic::new(Arc::clone(weights), texts)),
        (_, SourceKind::Layout) => Box::new(FromLayout::new(texts)),
        (_, SourceKind::Monkey) => Box::new(Monkey),
    };
    if !settings.strategy.has_system_events() {
        return source;
    }
    Box::new(WithSystemEvents::new(source, settings.system_events, settings.broadcasts.as_slice().into()))
}

fn when_stuck(strategy: Strategy) -> WhenStuck {
    match strategy {
        Strategy::TimeTravel => WhenStuck::End,
        Strategy::Restart => WhenStuck::Restart,
        Strategy::Random | Strategy::RandomSystem | Strategy::Systematic => WhenStuck::GoOn,
    }
}
