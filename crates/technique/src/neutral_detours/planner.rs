//! Which detours are gone, and from where.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use device::Ability;
use experiment::{Companion, Driver, Knowledge, Outcome, Place, Plan, Planner, Round, Start, Suspicion};
use gui::Layout;
use trace::Role;

use super::check::Checks;
use super::companion::{Lookout, key_of};
use super::stake::{Stake, key, stakes};
use super::{Detour, detours_in};
use crate::Settings;
use crate::share::Share;

/// Goes all detours from every place with something new at stake, and raises what a detour lost twice and two controls kept.
#[derive(Debug)]
pub struct NeutralDetours {
    settings: Settings,
    share: Share,
    /// The keys of places that were tried or wait for it.
    tried: Arc<BTreeSet<u64>>,
    /// What was at stake at the places tried.
    probed: BTreeSet<Stake>,
    waiting: VecDeque<Waiting>,
    checks: Checks,
}

/// A place that waits to be tried.
#[derive(Debug)]
struct Waiting {
    place: Arc<Place>,
    layout: Arc<Layout>,
    stakes: BTreeSet<Stake>,
    /// The experiment that reached it.
    parent: u64,
}

impl NeutralDetours {
    /// Nothing tried yet.
    pub fn new(settings: Settings) -> NeutralDetours {
        NeutralDetours {
            share: Share::percent(settings.detour_percent),
            settings,
            tried: Arc::default(),
            probed: BTreeSet::new(),
            waiting: VecDeque::new(),
            checks: Checks::default(),
        }
    }

    fn take_up_places(&mut self, outcome: &Outcome, known: &Knowledge) {
        for kept in &outcome.kept {
            let Some((key, layout)) = key_of(&kept.tag).zip(kept.place.layout.as_ref()) else { continue };
            if Arc::make_mut(&mut self.tried).insert(key) {
                let stakes = stakes(layout, &known.volatile);
                let (place, layout) = (Arc::clone(&kept.place), Arc::clone(layout));
                self.waiting.push_back(Waiting { place, layout, stakes, parent: outcome.id });
            }
        }
        while self.waiting.len() > self.settings.places {
            self.waiting.pop_front();
        }
    }

    /// Detours that were gone on the spot need not be gone again.
    fn note_detours(&mut self, outcome: &Outcome, known: &Knowledge) {
        for (_, first, _) in detours_in(outcome.trace.steps()) {
            let layout = outcome.trace.steps()[first].before.layout.as_ref();
            if let Some((layout, &screens)) = layout.zip(outcome.screens.get(first)) {
                let stakes = stakes(layout, &known.volatile);
                Arc::make_mut(&mut self.tried).insert(key(screens, &stakes));
                self.probed.extend(stakes);
            }
        }
    }

    /// The waiting place with the most at stake that was never tried; the oldest of several.
    fn best_place(&self) -> Option<usize> {
        let news = |waiting: &Waiting| waiting.stakes.difference(&self.probed).count();
        (0..self.waiting.len()).rev().max_by_key(|&at| news(&self.waiting[at]))
    }

    /// The detours that the phones can go.
    fn detours(&self, known: &Knowledge) -> Vec<Detour> {
        let possible = |detour: &Detour| known.abilities.include(detour.needs());
        let mut detours: Vec<Detour> = self.settings.detours.iter().copied().filter(possible).collect();
        // The mildest first: what it loses is not said again of the harsher ones.
        detours.sort();
        detours
    }
}

impl Planner for NeutralDetours {
    fn learn(&mut self, outcome: &Outcome, known: &Knowledge) -> Vec<Suspicion> {
        self.share.learn(outcome);
        self.take_up_places(outcome, known);
        self.note_detours(outcome, known);
        self.checks.learn(outcome, known, &self.settings)
    }

    fn plan(&mut self, known: &Knowledge, round: &mut Round) {
        self.share.spend(self.checks.plan(round));
        let detours = self.detours(known);
        while let Some(at) = self.best_place() {
            let plans: Vec<Plan> = detours.iter().map(|&detour| self.waiting[at].plan(detour)).collect();
            let events = plans.iter().map(events_of).sum();
            if plans.is_empty() || !self.share.take(events, round) {
                break;
            }
            for plan in plans {
                round.add(plan);
            }
            self.probed.extend(self.waiting.remove(at).into_iter().flat_map(|tried| tried.stakes));
        }
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let on_the_spot = match known.abilities.has(Ability::ShareSnapshots) {
            true => Vec::new(),
            false if self.share.is_left() => self.detours(known),
            false => return None,
        };
        Some(Arc::new(Lookout {
            app: Arc::clone(&known.app),
            volatile: Arc::clone(&known.volatile),
            tried: Arc::clone(&self.tried),
            on_the_spot,
        }))
    }
}

impl Waiting {
    fn plan(&self, detour: Detour) -> Plan {
        let purpose = format!("neutral-detours {}", detour.name());
        let start = Start::At(Arc::clone(&self.place));
        let mut plan = Plan::script(purpose, start, detour.acts(&self.layout));
        plan.cause.parent = Some(self.parent);
        plan.cause.role = Some(Role::Treatment);
        plan.needs = detour.needs();
        plan
    }
}

fn events_of(plan: &Plan) -> u64 {
    match &plan.driver {
        Driver::Script(acts) | Driver::Lenient(acts) => acts.len() as u64,
        Driver::Walk(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use device::Abilities;
    use experiment::{Ended, Keepsake};
    use gui::Event;
    use model::{Model, ScreenIds, Volatile};

    use super::*;
    use crate::testing::{APP, outcome, place};
    use crate::{Context, judge};

    const TYPED: &str = "screen .Main\n  FrameLayout\n    EditText #note \"milk\"";
    const EMPTY: &str = "screen .Main\n  FrameLayout\n    EditText #note";

    /// A planner that was told of one place, and the experiments that it plans then.
    struct Probing {
        planner: NeutralDetours,
        known: Knowledge,
        next: u64,
    }

    impl Probing {
        fn new() -> Probing {
            let settings = Settings { detours: vec![Detour::Rotate, Detour::Leave], ..Settings::default() };
            let known = Knowledge {
                app: APP.into(),
                seed: 1,
                abilities: Abilities::all(),
                model: Arc::new(Model::new()),
                volatile: Arc::default(),
                covered: Arc::default(),
            };
            let mut probing = Probing { planner: NeutralDetours::new(settings), known, next: 1 };
            let mut walk = outcome(0, &format!("{TYPED}\n{}", "tap #note\n".repeat(100)));
            let kept = Keepsake { moment: 1, tag: format!("detour {:016x}", 7), place: place(TYPED) };
            walk.kept.push(kept);
            assert_eq!(probing.planner.learn(&walk, &probing.known), []);
            probing
        }

        /// Plans a round, and lets the app lose its text in every experiment that `loses`. Returns the purposes of the
        /// experiments and the sentences of what was raised.
        fn round(&mut self, loses: impl Fn(&str, Option<Role>) -> bool) -> (Vec<String>, Vec<String>) {
            let mut round = Round::new(self.next, 1_000, true);
            self.planner.plan(&self.known, &mut round);
            let (mut purposes, mut raised) = (Vec::new(), Vec::new());
            for (id, plan) in round.into_plans() {
                let Driver::Script(acts) = &plan.driver else { panic!("only scripts are planned") };
                let acts = acts.iter().map(told).collect::<String>();
                let purpose = plan.cause.purpose.clone();
                let after = if loses(&purpose, plan.cause.role) { EMPTY } else { TYPED };
                let mut done = outcome(id, &format!("{TYPED}\n{acts}{after}"));
                done.cause = plan.cause;
                let settings = Settings::default();
                let volatile = Volatile::default();
                done.suspicions =
                    judge(&done.trace, &Context { app: APP, volatile: &volatile, settings: &settings });
                raised
                    .extend(self.planner.learn(&done, &self.known).into_iter().map(|raised| raised.sentence));
                purposes.push(purpose);
                self.next = id + 1;
            }
            (purposes, raised)
        }
    }

    /// An act as the tests' traces write it.
    fn told(act: &experiment::Act) -> String {
        let event = match &act.event {
            Event::Key { .. } => "home".to_owned(),
            Event::Launch => "launch".to_owned(),
            Event::Rotate { to } => format!("rotate {to}"),
            Event::Wait { ms } => format!("wait {ms}"),
            other => panic!("{other}"),
        };
        format!("{event} for {}\n", act.purpose.as_deref().unwrap())
    }

    const PROBES: [&str; 2] = ["neutral-detours leave", "neutral-detours rotate"];
    const CHECKS: [&str; 3] = ["neutral-detours check rotate"; 3];
    const GONE: &str = "the text typed into #note is gone after turning the phone";

    #[test]
    fn what_only_the_detour_loses_is_raised_once() {
        let mut probing = Probing::new();
        let turning = |purpose: &str, role| purpose.ends_with("rotate") && role == Some(Role::Treatment);
        assert_eq!(probing.round(turning), (PROBES.map(str::to_owned).to_vec(), vec![]));
        assert_eq!(probing.round(turning), (CHECKS.map(str::to_owned).to_vec(), vec![GONE.to_owned()]));
        assert_eq!(probing.round(turning), (vec![], vec![]));
    }

    #[test]
    fn what_is_lost_without_the_detour_too_is_not_raised() {
        let mut probing = Probing::new();
        let always = |purpose: &str, _| purpose.ends_with("rotate");
        probing.round(always);
        assert_eq!(probing.round(always), (CHECKS.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn what_the_second_detour_keeps_is_not_raised() {
        let mut probing = Probing::new();
        probing.round(|purpose, _| purpose.ends_with("rotate"));
        assert_eq!(probing.round(|_, _| false), (CHECKS.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn what_a_milder_detour_loses_is_said_of_that_one_alone() {
        let mut probing = Probing::new();
        let any = |_: &str, role| role == Some(Role::Treatment);
        probing.round(any);
        let gone = "the text typed into #note is gone after leaving the app and coming back".to_owned();
        let checks = ["neutral-detours check leave"; 3].map(str::to_owned).to_vec();
        assert_eq!(probing.round(any), (checks, vec![gone]));
    }

    #[test]
    fn a_control_that_did_not_arrive_proves_nothing() {
        let mut probing = Probing::new();
        let turning = |purpose: &str, role| purpose.ends_with("rotate") && role == Some(Role::Treatment);
        probing.round(turning);
        let mut round = Round::new(probing.next, 1_000, true);
        probing.planner.plan(&probing.known, &mut round);
        for id in probing.next..probing.next + round.len() as u64 {
            let mut lost = outcome(id, TYPED);
            lost.ended = Ended::DidNotArrive { why: "another screen".to_owned() };
            assert_eq!(probing.planner.learn(&lost, &probing.known), []);
        }
    }

    #[test]
    fn where_coming_back_is_dear_the_detours_are_gone_on_the_spot() {
        let probing = Probing::new();
        let layout = place(TYPED).layout.clone().unwrap();
        let seen = device::Observation {
            foreground: device::Foreground::default(),
            motion: device::Motion::Still,
            at: std::time::Duration::ZERO,
            warnings: Vec::new(),
            layout,
        };
        let screens = ScreenIds::of(&seen.layout, APP, &Volatile::default());
        let now = experiment::Now { step: None, steps: 0, seen: &seen, screens, refused: None };
        let wish = |abilities| {
            let known = Knowledge { abilities, ..probing.known.clone() };
            probing.planner.companion(&known).and_then(|companion| companion.see(&now)).unwrap()
        };
        assert!(matches!(wish(Abilities::all()), experiment::Wish::Keep(_)));
        let experiment::Wish::Insert { acts, .. } = wish(Abilities::of(&[Ability::Rotate])) else { panic!() };
        let purposes: Vec<_> = acts.iter().map(|act| act.purpose.as_deref().unwrap()).collect();
        assert_eq!(purposes, ["detour-leave", "detour-leave", "detour-rotate", "detour-rotate"]);
    }
}
