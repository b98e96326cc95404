//! The experiments of one round, and who may plan how many events.

use std::collections::BTreeMap;

use device::Abilities;

use crate::{Chance, On, Outcome, Plan, Site, Start, Suspicion, Techniques, World};

/// The experiments of one round.
#[derive(Debug)]
pub struct Round {
    first: u64,
    plans: Vec<Plan>,
    /// How many events walks and probes may still perform.
    pub events_left: u64,
    /// Whether there is still time and budget to look for new things, or only to finish what was begun.
    pub exploring: bool,
    sites: Vec<(Site, Abilities)>,
    /// What each technique may spend and has spent; whoever is not listed may spend what is left.
    grants: BTreeMap<&'static str, Grant>,
}

/// Events of a technique in one round.
#[derive(Debug, Clone, Copy, Default)]
struct Grant {
    events: u64,
    spent: u64,
}

impl Round {
    /// An empty round whose first experiment gets the number `first`.
    pub fn new(first: u64, events_left: u64, exploring: bool) -> Round {
        let sites = vec![(Site::HOME, Abilities::all())];
        Round { first, plans: Vec::new(), events_left, exploring, sites, grants: BTreeMap::new() }
    }

    /// The same in a world, with what its techniques are granted.
    #[must_use]
    pub fn within(self, world: &World, ledger: &Ledger) -> Round {
        let sites = world.sites().map(|known| (known.site, known.abilities)).collect();
        Round { sites, grants: ledger.grants(world.seed), ..self }
    }

    /// Adds an experiment and says its number.
    pub fn add(&mut self, mut plan: Plan) -> u64 {
        if plan.on == On::Any && !matches!(plan.start, Start::At(_)) {
            let able = self.sites.iter().find(|(_, abilities)| abilities.include(plan.needs));
            plan.on = On::This(able.map_or(Site::HOME, |(site, _)| *site));
        }
        self.plans.push(plan);
        self.first + self.plans.len() as u64 - 1
    }

    /// Takes so many events for a technique's probes, if the budget and what it is granted allow it. The last probe may exceed
    /// what it is granted.
    pub fn take(&mut self, technique: &'static str, events: u64) -> bool {
        let allowed = self.exploring && events <= self.events_left && self.is_granted(technique);
        if allowed {
            self.events_left -= events;
            self.spend(technique, events);
        }
        allowed
    }

    /// So many events of a technique are performed in any case.
    pub fn spend(&mut self, technique: &'static str, events: u64) {
        self.grants.entry(technique).or_insert(Grant { events: u64::MAX, spent: 0 }).spent += events;
    }

    /// Whether anything is left of what a technique is granted.
    pub fn is_granted(&self, technique: &'static str) -> bool {
        self.grants.get(technique).is_none_or(|grant| grant.spent < grant.events)
    }

    /// How many experiments it has.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The experiments with their numbers.
    pub fn into_plans(self) -> impl ExactSizeIterator<Item = (u64, Plan)> {
        self.plans.into_iter().enumerate().map(move |(at, plan)| (self.first + at as u64, plan))
    }
}

/// Of a hundred events of a round, so many are a bonus for one technique, drawn by what paid so far.
const BONUS_PERCENT: u64 = 5;

/// Of probes on the way of walks one event of so many counts: they cost no way there and back.
const FREE_ON_THE_WAY: u64 = 4;

/// Who has spent how many events on probes, and who may spend how many in the next round.
///
/// **The rule.** A technique may spend its share of all events performed so far, less what it has spent: a round with
/// few occasions saves for one with many, and nobody takes another's share. On top of it, each round one technique is
/// drawn for a bonus of five of a hundred events since the last round. Each has one ticket in the draw, and another for
/// each confirmed finding of its own, and the draw is keyed by the seed and the round. So what pays gets more, and none
/// starves. Of what is done on the way of walks a quarter counts. What is left is for exploring.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    accounts: Vec<Account>,
    /// All events, and those since the last round.
    all: u64,
    new: u64,
    rounds: u64,
}

#[derive(Debug, Clone)]
struct Account {
    technique: &'static str,
    acts: &'static [&'static str],
    percent: u64,
    /// Events of bonuses.
    bonus: u64,
    spent: u64,
    /// Events on the way of walks, of which few count.
    on_the_way: u64,
    /// Confirmed findings.
    paid: u64,
}

impl Ledger {
    /// The techniques that plan something, each with its share in percent: the usual one, unless `shares` says another.
    pub fn new(techniques: &Techniques, shares: &BTreeMap<String, u64>) -> Ledger {
        let accounts = techniques.iter().filter_map(|technique| {
            let about = technique.about();
            let percent = shares.get(about.id).copied().or(about.share)?;
            Some(Account {
                technique: about.id,
                acts: about.acts,
                percent,
                bonus: 0,
                spent: 0,
                on_the_way: 0,
                paid: 0,
            })
        });
        Ledger { accounts: accounts.collect(), ..Ledger::default() }
    }

    /// An experiment was carried out.
    pub fn learn(&mut self, outcome: &Outcome) {
        let steps = outcome.trace.steps();
        self.all += steps.len() as u64;
        self.new += steps.len() as u64;
        if !outcome.cause.purpose.is_walk() {
            return;
        }
        // What was done on the way of a walk was planned by nobody, and saved the way there.
        for purpose in steps.iter().filter_map(|step| step.remarks.purpose.as_deref()) {
            if let Some(account) = self.accounts.iter_mut().find(|account| account.acts.contains(&purpose)) {
                account.on_the_way += 1;
            }
        }
    }

    /// A finding was confirmed.
    pub fn pay(&mut self, suspicion: &Suspicion) {
        if let Some(account) = self.account(&suspicion.technique) {
            account.paid += 1;
        }
    }

    /// A round was planned: what it took is spent, and its bonus is drawn.
    pub fn close(&mut self, seed: u64, round: &Round) {
        if let Some(drawn) = self.drawn(seed) {
            self.accounts[drawn].bonus += self.bonus();
        }
        for (technique, grant) in &round.grants {
            if let Some(account) = self.account(technique) {
                account.spent += grant.spent;
            }
        }
        self.rounds += 1;
        self.new = 0;
    }

    fn grants(&self, seed: u64) -> BTreeMap<&'static str, Grant> {
        let drawn = self.drawn(seed);
        let accounts = self.accounts.iter().enumerate();
        accounts
            .map(|(at, account)| {
                let bonus = account.bonus + if drawn == Some(at) { self.bonus() } else { 0 };
                // So that what is left of a hundredth is not lost, as a share is counted over the whole run.
                let earned = (self.all * account.percent).div_ceil(100) + bonus;
                (
                    account.technique,
                    Grant {
                        events: earned.saturating_sub(account.spent + account.on_the_way / FREE_ON_THE_WAY),
                        spent: 0,
                    },
                )
            })
            .collect()
    }

    fn bonus(&self) -> u64 {
        self.new * BONUS_PERCENT / 100
    }

    fn drawn(&self, seed: u64) -> Option<usize> {
        let tickets: Vec<u64> =
            self.accounts.iter().map(|account| u64::from(account.percent > 0) * (1 + account.paid)).collect();
        Chance::keyed(seed, "bonus", self.rounds).weighted(&tickets)
    }

    fn account(&mut self, technique: &str) -> Option<&mut Account> {
        self.accounts.iter_mut().find(|account| account.technique == technique)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gui::Event;
    use trace::{Header, Moment, Remarks, Trace};

    use super::*;
    use crate::{About, Act, Begins, Cause, Ended, Kind, Lineage, Place, Purpose, Severity, Technique};

    const KIND: Kind = Kind::new("wrong", "Wrong", Severity::Minor, "It is wrong.");

    /// A technique with a share, whose acts are for itself.
    #[derive(Debug)]
    struct Prober(&'static About);

    impl Technique for Prober {
        fn about(&self) -> &'static About {
            self.0
        }
    }

    static RICH: About =
        About { id: "rich", sentence: "Probes.", kinds: &[KIND], share: Some(30), acts: &["rich-act"] };
    static POOR: About = About { id: "poor", sentence: "Probes.", kinds: &[], share: Some(2), acts: &[] };

    fn ledger(shares: &[(&str, u64)]) -> Ledger {
        let techniques = Techniques::new(vec![Arc::new(Prober(&RICH)), Arc::new(Prober(&POOR))]);
        Ledger::new(&techniques, &shares.iter().map(|&(id, share)| (id.to_owned(), share)).collect())
    }

    /// A walk of so many steps, of which some were for something.
    fn walk(steps: usize, purpose: Option<&str>) -> Outcome {
        let mut trace = Trace::new(Header::default(), Moment::default());
        for _ in 0..steps {
            let remarks = Remarks { purpose: purpose.map(str::to_owned), ..Remarks::default() };
            trace.step(Some(Event::Launch), Moment::default(), remarks);
        }
        let screens = model::ScreenIds::OUTSIDE;
        let (site, lineage) = (Site::HOME, Lineage::fresh());
        let place = Arc::new(Place { site, reached_in: (0, 0), lineage, screens, layout: None, kept: None });
        Outcome {
            id: 1,
            cause: Cause::of(Purpose::Walk { begins: Begins::Fresh, walker: 1 }),
            site,
            start: Arc::clone(&place),
            returning: 0,
            missed: None,
            trace: Arc::new(trace),
            acts: Vec::new(),
            screens: vec![screens; steps + 1],
            ended: Ended::Done,
            kept: Vec::new(),
            last: place,
            suspicions: Vec::new(),
        }
    }

    fn world() -> World {
        World::new(&"app".into(), 1, [(Site::HOME, Abilities::all(), crate::Costs::FREE)])
    }

    /// How many events each takes in a round, in probes of ten.
    fn take_all(ledger: &mut Ledger, world: &World) -> [u64; 2] {
        let mut round = Round::new(1, u64::MAX, true).within(world, ledger);
        let taken = ["rich", "poor"].map(|id| {
            let mut taken = 0;
            while round.take(id, 10) {
                taken += 10;
            }
            taken
        });
        ledger.close(world.seed, &round);
        taken
    }

    #[test]
    fn each_gets_its_share_of_all_events_and_none_starves() {
        let (mut ledger, world) = (ledger(&[]), world());
        let mut taken = [0, 0];
        for _ in 0..50 {
            ledger.learn(&walk(100, None));
            let [rich, poor] = take_all(&mut ledger, &world);
            taken = [taken[0] + rich, taken[1] + poor];
        }
        // 5,000 events: 30 and 2 of a hundred, and together at most 5 more.
        assert!((1_500..=1_760).contains(&taken[0]), "{taken:?}");
        assert!((100..=360).contains(&taken[1]), "{taken:?}");
    }

    #[test]
    fn what_pays_is_drawn_more_often() {
        let bonus = |pays: bool| {
            let (mut ledger, world) = (ledger(&[]), world());
            for _ in 0..10 * u64::from(pays) {
                ledger.pay(&Suspicion::new("poor", &KIND, &[], "", ""));
            }
            for _ in 0..50 {
                ledger.learn(&walk(100, None));
                take_all(&mut ledger, &world);
            }
            ledger.accounts[1].bonus
        };
        assert!(bonus(true) > bonus(false), "{} and {}", bonus(true), bonus(false));
    }

    #[test]
    fn settings_change_shares_and_none_is_none() {
        let (mut ledger, world) = (ledger(&[("rich", 0), ("poor", 10)]), world());
        ledger.learn(&walk(1_000, None));
        let [rich, poor] = take_all(&mut ledger, &world);
        assert_eq!(rich, 0);
        assert!((100..=150).contains(&poor), "{poor}");
    }

    #[test]
    fn what_was_done_on_the_way_of_walks_counts() {
        let (mut ledger, world) = (ledger(&[]), world());
        ledger.learn(&walk(400, Some("rich-act")));
        let before = take_all(&mut ledger, &world)[0];
        assert!(before <= 40, "100 of its 120 are spent, and there may be a bonus of 20: {before}");
    }

    #[test]
    fn nothing_new_is_begun_when_exploring_is_over_or_the_budget_is_used_up() {
        let mut over = Round::new(1, 100, false);
        assert!(!over.take("rich", 1));
        let mut last = Round::new(1, 5, true);
        assert!(!last.take("rich", 6) && last.take("rich", 5));
        assert_eq!(last.events_left, 0);
        assert!(!last.take("rich", 1));
        let plan = Plan::script(Purpose::technique("rich", ""), Start::Fresh, Vec::<Act>::new());
        assert_eq!((last.add(plan.clone()), last.add(plan)), (1, 2));
    }
}
