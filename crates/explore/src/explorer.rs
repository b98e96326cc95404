//! Plans the walks.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use experiment::{
    Begins, Chance, Driver, Knowledge, On, Outcome, Pictures, Plan, Planner, Purpose, Round, Site, Start,
    Suspicion, Tag, Walk, World,
};
use model::{ScreenId, Volatile};
use script::Script;

use crate::pacing::{Onward, Pacing};
use crate::rehearsal::Rehearsal;
use crate::stuck::Stuck as _;
use crate::walk::{At, Wanderer, Wandering, WhenStuck};
use crate::{
    Choose, Dictionary, EventSource, ExploreSettings, Fittest, FromLayout, Monkey, NewAndCovering, Pool,
    Room, Seen, SourceKind, Strategy, Systematic, Texts, Weights, WithSystemEvents,
};

/// Plans walks through the app on one kind of phone, and where they go on after each round.
///
/// A walk that goes on has the purpose `walk W`, one that travelled back `travel W`, one that begins with a fresh start `start W`;
/// W is the number of its walker. Scripts given as seeds go first, with the purpose `seed N`.
pub struct Explorer {
    settings: Arc<ExploreSettings>,
    site: Site,
    seeds: Vec<Arc<Script>>,
    texts: Arc<Texts>,
    choose: Box<dyn Choose>,
    pool: Pool,
    walkers: Vec<Pacing>,
    weights: Arc<Weights>,
    under_way: BTreeMap<u64, UnderWay>,
    /// By which the screens of the pool have their names.
    volatile: Arc<Volatile>,
    /// How many walks were planned.
    walks: u64,
    /// Events of the whole run, and as many as getting back has cost: those done again, snapshots, and returns to them.
    events: u64,
    returning: u64,
}

/// One walk in so many lets companions have things done on the way. The others build up what such interruptions would undo.
const OPEN_TO_OTHERS: u64 = 3;

/// A walk that was planned.
struct UnderWay {
    walker: usize,
    /// Where it travels to.
    to: Option<ScreenId>,
    /// Whether it saves snapshots at a cost.
    saves: bool,
}

/// The screens worth travelling to in one round, the best first. Nobody knows them before someone asks.
type Promising = Option<VecDeque<ScreenId>>;

impl Explorer {
    /// Nothing explored yet.
    pub fn new(settings: ExploreSettings) -> Explorer {
        Explorer {
            site: Site::HOME,
            seeds: Vec::new(),
            texts: Arc::default(),
            choose: Box::new(Fittest::new(settings.choice.clone())),
            pool: Pool::default(),
            walkers: (0..settings.walkers).map(|_| Pacing::new(&settings.stuck)).collect(),
            weights: Arc::default(),
            under_way: BTreeMap::new(),
            volatile: Arc::default(),
            walks: 0,
            events: 0,
            returning: 0,
            settings: Arc::new(settings),
        }
    }

    /// Walks on this kind of phone, with this build.
    #[must_use]
    pub fn on(mut self, site: Site) -> Explorer {
        self.site = site;
        self
    }

    /// Walks through these scripts first.
    #[must_use]
    pub fn with_seeds(mut self, seeds: Vec<Script>) -> Explorer {
        self.seeds = seeds.into_iter().map(Arc::new).collect();
        self
    }

    /// Types the user's own texts.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Dictionary) -> Explorer {
        self.texts = Arc::new(Texts::new(dictionary));
        self
    }

    /// The conditions that can be returned to.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }
}

impl Planner for Explorer {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if outcome.site != self.site {
            return Vec::new();
        }
        self.events += outcome.trace.steps().len() as u64;
        self.returning += outcome.returning;
        for keepsake in outcome.kept.iter().filter(|keepsake| keepsake.tag == Tag::Interesting) {
            self.pool.add(&keepsake.place, keepsake.moment == 0);
        }
        if let Some(UnderWay { walker, to, saves }) = self.under_way.remove(&outcome.id) {
            let interesting =
                outcome.kept.iter().filter(|kept| kept.tag == Tag::Interesting && kept.moment > 0);
            let saved = if saves { interesting.count() as u64 } else { 0 };
            let returned = u64::from(to.is_some() && outcome.returning == 0);
            self.returning += world.of(self.site).costs.events_for(saved, returned);
            match to {
                Some(to) if outcome.missed.is_some() => self.pool.missed(to),
                Some(to) => self.pool.reached(to),
                None => {}
            }
            let travels = self.settings.strategy == Strategy::TimeTravel;
            self.walkers[walker].learn(outcome, travels, self.settings.max_depth);
            if self.settings.strategy == Strategy::Systematic {
                let weights = Arc::make_mut(&mut self.weights);
                for (step, screens) in outcome.trace.steps().iter().zip(outcome.screens.windows(2)) {
                    weights.learn(step, screens[0], screens[1]);
                }
            }
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        let known = world.of(self.site);
        if !round.exploring {
            return;
        }
        if !self.seeds.is_empty() {
            return self.plan_seeds(known, round);
        }
        self.tidy_pool(known);
        let mut promising = None;
        let most = if is_dear(known) { self.settings.turn_events } else { self.settings.round_events };
        for walker in 0..self.walkers.len() {
            let events = round.events_left.min(most);
            if events == 0 {
                return;
            }
            round.events_left -= events;
            let (start, to) = self.start_of(walker, known, &mut promising);
            let saves = self.may_save(known);
            let plan = self.plan_walk(walker, start, events, saves, known);
            self.under_way.insert(round.add(plan), UnderWay { walker, to, saves });
        }
    }
}

impl Explorer {
    fn plan_seeds(&mut self, known: &Knowledge, round: &mut Round) {
        for (number, script) in (1..).zip(std::mem::take(&mut self.seeds)) {
            round.events_left = round.events_left.saturating_sub(script.lines.len() as u64);
            let seen = Seen::new(known.clone(), self.settings.stuck.frequent);
            round.add(self.walk(
                Purpose::Seed { number },
                Start::Fresh,
                Arc::new(Rehearsal { script, seen }),
            ));
        }
        if self.settings.strategy == Strategy::TimeTravel {
            self.walkers.iter_mut().for_each(|walker| walker.onward = Onward::Travel);
        }
    }

    fn tidy_pool(&mut self, known: &Knowledge) {
        if self.volatile != known.volatile {
            self.volatile = Arc::clone(&known.volatile);
            self.pool.rename(&known.app, &known.volatile);
        }
        let mut chance = self.chance(known, "give up");
        let ExploreSettings { max_snapshots, max_snapshots_mb, .. } = *self.settings;
        let room = Room { places: max_snapshots, bytes: max_snapshots_mb.saturating_mul(1_000_000) };
        self.pool.shrink(room, &*self.choose, &known.model, &mut chance);
    }

    /// Where a walker begins, and which screen that is if it travels.
    fn start_of(
        &mut self,
        walker: usize,
        known: &Knowledge,
        promising: &mut Promising,
    ) -> (Start, Option<ScreenId>) {
        let here = Start::Here { at_most: self.settings.max_depth.min(self.settings.max_replay) };
        let dear = is_dear(known);
        let (begins, start, to) = match &self.walkers[walker].onward {
            Onward::Fresh => (Begins::Fresh, Start::Fresh, None),
            Onward::From(_) if dear => (Begins::GoesOn, here, None),
            Onward::From(place) => (Begins::GoesOn, Start::At(Arc::clone(place)), None),
            Onward::Travel if dear && !self.may_return() => {
                // It stays, with new patience.
                self.walkers[walker].stuck.begin(ScreenId::OUTSIDE);
                (Begins::GoesOn, here, None)
            }
            Onward::Travel => {
                let to = self.most_promising(known, promising);
                match to.and_then(|to| self.pool.get(to)).filter(|saved| !saved.is_lost()) {
                    Some(saved) => (Begins::Travelled, Start::At(Arc::clone(&saved.place)), to),
                    None => (Begins::Fresh, Start::Fresh, None),
                }
            }
        };
        self.walkers[walker].begins = begins;
        (start, to)
    }

    /// Whether less was done again so far than may be.
    fn may_return(&self) -> bool {
        self.returning * 100 <= self.events * self.settings.return_percent
    }

    /// Whether what it takes to get there may be done again, too. Where phones save conditions, a place that was not saved would take as long
    /// as all that led there; where they save none, there is no other way.
    fn may_return_to(&self, screen: ScreenId, known: &Knowledge) -> bool {
        let place = self.pool.get(screen).map(|saved| &saved.place).filter(|place| !place.is_saved());
        let again = place.map_or(0, |place| place.lineage.len() as u64);
        let may = (self.returning + again) * 100 <= self.events * self.settings.return_percent;
        may || again == 0 || !is_dear(known) || known.costs.save_ms.is_none()
    }

    /// Whether walks save snapshots where that costs time: only if they ever return, and as long as they may.
    fn may_save(&self, known: &Knowledge) -> bool {
        is_dear(known) && self.settings.strategy == Strategy::TimeTravel && self.may_return()
    }

    /// The most promising screen that no walker of this round has taken yet, as long as there is one.
    fn most_promising(&self, known: &Knowledge, promising: &mut Promising) -> Option<ScreenId> {
        let queue = promising.get_or_insert_with(|| {
            let mut screens = self.pool.screens();
            screens.retain(|&screen| self.may_return_to(screen, known));
            let mut chance = self.chance(known, "travel");
            let order = self.choose.rank(&known.model, &screens, &mut chance);
            order.into_iter().map(|at| screens[at]).collect()
        });
        let best = queue.pop_front()?;
        queue.push_back(best);
        Some(best)
    }

    fn plan_walk(
        &mut self,
        walker: usize,
        start: Start,
        events: u64,
        saves: bool,
        known: &Knowledge,
    ) -> Plan {
        let pacing = &self.walkers[walker];
        let begins = pacing.begins;
        let purpose = Purpose::Walk { begins, walker: walker + 1 };
        let (stuck, settings) = (pacing.stuck.clone(), Arc::clone(&self.settings));
        let (texts, weights) = (Arc::clone(&self.texts), Arc::clone(&self.weights));
        let seen = Seen::new(known.clone(), settings.stuck.frequent);
        let chance = self.chance(known, "walk");
        let lets_others = self.walks.is_multiple_of(OPEN_TO_OTHERS);
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
            lets_others,
            saves,
            allowed: settings.allow.clone(),
            at: At::default(),
        };
        self.walk(purpose.clone(), start, Arc::new(Wandering { name: purpose.to_string(), make }))
    }

    /// Choices of the walk that is planned next. Walkers on other kinds of phones go other ways.
    fn chance(&self, known: &Knowledge, purpose: &str) -> Chance {
        if self.site.is_home() {
            return Chance::keyed(known.seed, purpose, self.walks);
        }
        Chance::keyed(known.seed, &format!("{purpose} on {}", self.site), self.walks)
    }

    fn walk(&self, purpose: Purpose, start: Start, walk: Arc<dyn Walk>) -> Plan {
        Plan {
            on: On::This(self.site),
            pictures: Pictures::New,
            ..Plan::new(purpose, start, Driver::Walk(walk))
        }
    }
}

/// Whether coming back to where a walk was costs more than going on where another one is.
fn is_dear(known: &Knowledge) -> bool {
    !known.costs.returns_at_will()
}

fn source(settings: &ExploreSettings, texts: &Arc<Texts>, weights: &Arc<Weights>) -> Box<dyn EventSource> {
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

#[cfg(test)]
mod tests {
    use experiment::{Costs, Ended, Place};
    use model::Model;

    use super::*;
    use crate::testing::{id, keeping, known, model, outcome, place, saved};

    fn explorer(strategy: Strategy, walkers: usize) -> Explorer {
        Explorer::new(ExploreSettings { strategy, walkers, ..ExploreSettings::default() })
    }

    /// The purposes of a round, and the screens where its walks begin.
    fn round(explorer: &mut Explorer, known: &Knowledge, first: u64) -> Vec<(String, Option<ScreenId>)> {
        let mut round = Round::new(first, 10_000, true);
        explorer.plan(&known.clone().into(), &mut round);
        let told = |plan: Plan| match plan.start {
            Start::Fresh => (plan.cause.purpose.to_string(), None),
            Start::At(place) => (plan.cause.purpose.to_string(), Some(place.screens.travel)),
            Start::Here { .. } => (format!("{} here", plan.cause.purpose), None),
        };
        round.into_plans().map(|(_, plan)| told(plan)).collect()
    }

    fn stuck() -> Ended {
        Ended::Stuck { how: "loop".to_owned() }
    }

    /// The same, begun elsewhere than planned, after so many events that were done again.
    fn astray(outcome: Outcome, returning: u64) -> Outcome {
        Outcome { returning, missed: Some("another screen".to_owned()), ..outcome }
    }

    /// The start, and 2 and 3 that are interesting; 2 was visited ten times.
    fn well_known() -> Model {
        let mut steps = vec![(1, 2, true), (2, 3, true)];
        steps.extend([(3, 2, false); 9]);
        model(&steps)
    }

    /// An explorer whose only walker is stuck after it kept these three.
    fn stuck_explorer(known: &Knowledge) -> Explorer {
        let mut explorer = explorer(Strategy::TimeTravel, 1);
        assert_eq!(round(&mut explorer, known, 1), [("start 1".to_owned(), None)]);
        explorer
            .learn(&keeping(outcome(1, "start 1", &[1, 2, 3], stuck()), &[1, 2, 3]), &known.clone().into());
        explorer
    }

    #[test]
    fn a_walker_starts_goes_on_and_travels_when_it_is_stuck() {
        let known = known(well_known());
        let mut explorer = explorer(Strategy::TimeTravel, 1);
        assert_eq!(round(&mut explorer, &known, 1), [("start 1".to_owned(), None)]);
        explorer.learn(
            &keeping(outcome(1, "start 1", &[1, 2, 3, 4], Ended::Done), &[1, 3]),
            &known.clone().into(),
        );
        assert_eq!(round(&mut explorer, &known, 2), [("walk 1".to_owned(), Some(id(4)))]);
        explorer.learn(&outcome(2, "walk 1", &[4, 4], stuck()), &known.clone().into());
        // From 1 and from 3 one path each leads on; the start and what was found from it are the fittest.
        assert_eq!(round(&mut explorer, &known, 3), [("travel 1".to_owned(), Some(id(1)))]);
        explorer.learn(&outcome(3, "travel 1", &[1, 9], Ended::Crashed), &known.clone().into());
        assert_eq!(round(&mut explorer, &known, 4)[0].0, "travel 1");
    }

    #[test]
    fn a_walker_that_is_too_far_from_the_start_travels() {
        let known = known(well_known());
        let settings = ExploreSettings { max_depth: 3, walkers: 1, ..ExploreSettings::default() };
        let mut explorer = Explorer::new(settings);
        round(&mut explorer, &known, 1);
        explorer
            .learn(&keeping(outcome(1, "start 1", &[1, 2, 3, 4], Ended::Done), &[1]), &known.clone().into());
        assert_eq!(round(&mut explorer, &known, 2)[0].0, "travel 1");
    }

    #[test]
    fn the_others_never_travel() {
        let known = known(well_known());
        for strategy in [Strategy::Random, Strategy::RandomSystem, Strategy::Restart, Strategy::Systematic] {
            let mut explorer = explorer(strategy, 1);
            round(&mut explorer, &known, 1);
            explorer
                .learn(&keeping(outcome(1, "start 1", &[1, 2], Ended::Crashed), &[1]), &known.clone().into());
            assert_eq!(round(&mut explorer, &known, 2), [("walk 1".to_owned(), Some(id(2)))]);
            explorer.learn(&astray(outcome(2, "walk 1", &[2, 3], Ended::Done), 1), &known.clone().into());
            assert_eq!(round(&mut explorer, &known, 3), [("walk 1".to_owned(), Some(id(3)))]);
        }
    }

    #[test]
    fn two_walkers_of_one_round_travel_to_different_places() {
        let known = known(well_known());
        let mut explorer = explorer(Strategy::TimeTravel, 4);
        round(&mut explorer, &known, 1);
        for number in 1..=4 {
            explorer.learn(
                &keeping(outcome(number, "start", &[1, 2, 3], stuck()), &[1, 2, 3]),
                &known.clone().into(),
            );
        }
        let mut starts: Vec<_> = round(&mut explorer, &known, 5).into_iter().map(|(_, at)| at).collect();
        assert_eq!(starts[3], starts[0], "there are only three places");
        starts.truncate(3);
        starts.sort();
        assert_eq!(starts, [Some(id(1)), Some(id(2)), Some(id(3))]);
    }

    #[test]
    fn a_place_that_is_missed_is_tried_once_more_and_then_left() {
        let known = known(well_known());
        let mut explorer = stuck_explorer(&known);
        let mut tried = Vec::new();
        for number in 2..=8 {
            let (_, at) = round(&mut explorer, &known, number).remove(0);
            tried.push(at);
            explorer.learn(&astray(outcome(number, "travel 1", &[7], stuck()), 0), &known.clone().into());
        }
        // The start is the fittest. It is never given up, but begun afresh.
        assert_eq!(tried[..3], [Some(id(1)), Some(id(1)), None]);
    }

    #[test]
    fn where_coming_back_is_dear_walks_go_on_where_the_phone_is_and_travel_for_a_share_of_events() {
        let poor = Knowledge { costs: Costs::DEAR, ..known(well_known()) };
        let mut explorer = stuck_explorer(&poor);
        assert_eq!(round(&mut explorer, &poor, 2), [("travel 1".to_owned(), Some(id(1)))]);
        let far = Outcome { returning: 30, ..outcome(2, "travel 1", &[1, 2], stuck()) };
        explorer.learn(&far, &poor.clone().into());
        assert_eq!(round(&mut explorer, &poor, 3), [("walk 1 here".to_owned(), None)]);
        explorer.learn(&outcome(3, "walk 1", &[2; 200], Ended::Done), &poor.clone().into());
        assert_eq!(round(&mut explorer, &poor, 4), [("walk 1 here".to_owned(), None)]);
        explorer.learn(&outcome(4, "walk 1", &[2, 3], stuck()), &poor.clone().into());
        assert_eq!(round(&mut explorer, &poor, 5)[0].0, "travel 1", "30 of 200 were done again");
    }

    #[test]
    fn snapshots_and_returns_to_them_count_as_the_events_of_their_time() {
        let costs = Costs { event_ms: 10, save_ms: Some(300), back_ms: Some(400), ..Costs::DEAR };
        let known = Knowledge { costs, ..known(well_known()) };
        let mut explorer = explorer(Strategy::TimeTravel, 1);
        round(&mut explorer, &known, 1);
        explorer.learn(&outcome(1, "start 1", &[2; 101], stuck()), &known.clone().into());
        assert_eq!(explorer.returning, 0);
        assert!(explorer.may_save(&known));
        round(&mut explorer, &known, 2);
        let saved = keeping(outcome(2, "walk 1", &[1, 2, 3], stuck()), &[2]);
        explorer.learn(&saved, &known.clone().into());
        assert_eq!(explorer.returning, 30);
        assert!(!explorer.may_save(&known), "30 of 102");
        let systematic =
            Explorer::new(ExploreSettings { strategy: Strategy::Systematic, ..ExploreSettings::default() });
        assert!(!systematic.may_save(&known), "it never returns");
    }

    #[test]
    fn where_conditions_are_saved_nothing_long_is_done_again_to_get_elsewhere() {
        let costs = Costs { event_ms: 10, save_ms: Some(300), back_ms: Some(400), ..Costs::DEAR };
        let known = Knowledge { costs, ..known(well_known()) };
        let travels = |far: Arc<Place>, known: &Knowledge| {
            let mut explorer = explorer(Strategy::TimeTravel, 1);
            round(&mut explorer, known, 1);
            let mut stuck = keeping(outcome(1, "start 1", &[1, 2], stuck()), &[2]);
            stuck.kept[0].place = far;
            explorer.learn(&stuck, &known.clone().into());
            explorer.events = 500;
            explorer.returning = 0;
            round(&mut explorer, known, 2).remove(0)
        };
        let there = ("travel 1".to_owned(), Some(id(2)));
        assert_eq!(travels(place(2, 90), &known), there, "90 of 500 events");
        assert_eq!(travels(place(2, 150), &known).1, None, "150 of 500");
        assert_eq!(travels(saved(2, 150), &known), there);
        let cable = Knowledge { costs: Costs::DEAR, ..known.clone() };
        assert_eq!(travels(place(2, 150), &cable), there, "there is no other way");
    }

    #[test]
    fn a_phone_that_failed_does_not_move_the_walker() {
        let known = known(well_known());
        let mut explorer = explorer(Strategy::TimeTravel, 1);
        round(&mut explorer, &known, 1);
        explorer.learn(&outcome(1, "start 1", &[1, 2], Ended::Done), &known.clone().into());
        round(&mut explorer, &known, 2);
        explorer.learn(&outcome(2, "walk 1", &[2], Ended::Interrupted), &known.clone().into());
        assert_eq!(round(&mut explorer, &known, 3), [("walk 1".to_owned(), Some(id(2)))]);
    }

    #[test]
    fn seeds_go_first_and_what_they_found_is_travelled_to() {
        let known = known(well_known());
        let script = Script::parse("seed", b"press back", &|_| None).unwrap();
        let mut explorer = explorer(Strategy::TimeTravel, 1).with_seeds(vec![script.clone(), script]);
        let first = round(&mut explorer, &known, 1);
        assert_eq!(first, [("seed 1".to_owned(), None), ("seed 2".to_owned(), None)]);
        explorer.learn(&keeping(outcome(1, "seed 1", &[1, 3], Ended::Done), &[1, 3]), &known.clone().into());
        explorer.learn(&keeping(outcome(2, "seed 2", &[1], Ended::Done), &[1]), &known.clone().into());
        assert_eq!(explorer.pool().screens(), [id(1), id(3)]);
        assert_eq!(round(&mut explorer, &known, 3), [("travel 1".to_owned(), Some(id(1)))]);
    }

    #[test]
    fn nothing_is_planned_beyond_the_budget() {
        let known = known(well_known());
        let mut explorer = explorer(Strategy::TimeTravel, 4);
        let mut over = Round::new(1, 1000, false);
        explorer.plan(&known.clone().into(), &mut over);
        assert!(over.is_empty());
        let mut last = Round::new(1, 150, true);
        explorer.plan(&known.clone().into(), &mut last);
        assert_eq!((last.len(), last.events_left), (2, 0));
    }
}
