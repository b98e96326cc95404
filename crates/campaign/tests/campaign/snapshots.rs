//! Snapshots that stay on the phone.

use std::sync::Arc;

use campaign::{Budget, Campaign, CampaignSettings, Update};
use device::{Abilities, Ability, Device, SnapshotId};
use experiment::{
    Act, Driver, Ended, Kept, Next, Now, Outcome, Place, Plan, Planner, Purpose, Round, Start, Suspicion,
    Tag, Walk, Walker, World,
};
use gui::Event;
use sim::SimPhone;

use crate::stroll::{Strollers, fleet};

/// A simulated phone that has snapshots and hands none out, as an emulator does. It says of each that it takes up as many
/// bytes as its number.
struct Emulator {
    phone: SimPhone,
}

impl Device for Emulator {
    device::hand_on!(phone: identity deadlines now unix_ms wait observe act apps launch stop clear_data read_log change
        screenshot coverage snapshot restore forget);

    fn abilities(&self) -> Abilities {
        self.phone.abilities().without(Ability::ShareSnapshots)
    }

    fn snapshot_bytes(&mut self, snapshot: SnapshotId) -> Option<u64> {
        Some(snapshot.0)
    }
}

/// Strolls, and writes down what was kept.
#[derive(Default)]
struct Weighing {
    strollers: Strollers,
    seen: Vec<(u64, u64)>,
}

impl Planner for Weighing {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        let kept = outcome.kept.iter().filter_map(|keepsake| keepsake.place.kept.as_ref());
        let snapshots = kept.filter_map(|kept| match kept {
            Kept::Snapshot(on) => Some((on.snapshot.0, kept.bytes())),
            _ => None,
        });
        self.seen.extend(snapshots);
        self.strollers.learn(outcome, world)
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        self.strollers.plan(world, round);
    }
}

#[test]
fn when_an_experiment_is_over_it_is_known_how_much_room_its_snapshots_take() {
    let (fleet, settings) = fleet(1, "notes", |phone| Box::new(Emulator { phone }));
    let settings = CampaignSettings { budget: Budget { events: Some(60), time: None }, ..settings };
    let campaign = Campaign::new(settings, vec![Box::new(Weighing::default())]);
    let ended = campaign.run(&fleet, &mut |_: Update<'_>| {}).unwrap();
    let seen = &ended.planner::<Weighing>().unwrap().seen;
    assert!(seen.len() > 3, "{seen:?}");
    assert!(seen.iter().all(|(number, bytes)| number == bytes && *bytes > 0), "{seen:?}");
}

/// A simulated phone that saves what an app has stored, and no processes.
struct Storing {
    phone: SimPhone,
}

impl Device for Storing {
    device::hand_on!(phone: identity deadlines now unix_ms wait observe act apps launch stop clear_data read_log change
        screenshot coverage snapshot_data restore forget);

    fn abilities(&self) -> Abilities {
        let whole = [Ability::ShareSnapshots, Ability::Snapshot];
        whole.into_iter().fold(self.phone.abilities(), Abilities::without)
    }
}

/// Strolls twice, then goes back to everything that was kept and does nothing there.
#[derive(Default)]
struct Returning {
    strollers: Strollers,
    kept: Vec<Arc<Place>>,
    returned: Vec<Outcome>,
}

impl Planner for Returning {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.is_of("return") {
            self.returned.push(outcome.clone());
        } else {
            self.kept.extend(outcome.kept.iter().map(|keepsake| Arc::clone(&keepsake.place)));
        }
        self.strollers.learn(outcome, world)
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        self.strollers.plan(world, round);
        for place in self.kept.drain(..) {
            assert!(matches!(place.kept, Some(Kept::Data(_))), "{place:?}");
            let driver = Driver::Walk(Arc::new(Pause));
            round.add(Plan::new(Purpose::technique("return", ""), Start::At(place), driver));
        }
    }
}

#[derive(Debug)]
struct Pause;

impl Walk for Pause {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Pause)
    }
}

impl Walker for Pause {
    fn see(&mut self, _: &Now<'_>) -> Option<experiment::Keep> {
        None
    }

    fn next(&mut self, _: &Now<'_>) -> Next {
        Next::Over(Ended::Done)
    }
}

#[test]
fn a_walk_goes_back_by_opening_the_app_with_what_it_had_stored() {
    let (fleet, settings) = fleet(1, "notes", |phone| Box::new(Storing { phone }));
    let settings = CampaignSettings { budget: Budget { events: Some(60), time: None }, ..settings };
    let campaign = Campaign::new(settings, vec![Box::new(Returning::default())]);
    let ended = campaign.run(&fleet, &mut |_: Update<'_>| {}).unwrap();
    let returned = &ended.planner::<Returning>().unwrap().returned;
    let told = |outcome: &Outcome| {
        let events = outcome.start.lineage.events();
        (
            outcome.returning,
            events.iter().map(ToString::to_string).collect::<Vec<_>>(),
            outcome.missed.clone(),
        )
    };
    let reopened: Vec<&Outcome> =
        returned.iter().filter(|outcome| outcome.start.lineage.events().contains(&Event::Restart)).collect();
    assert!(!reopened.is_empty(), "{:?}", returned.iter().map(told).collect::<Vec<_>>());
    for outcome in reopened {
        assert_eq!(outcome.missed, None, "{:?}", told(outcome));
        let events = outcome.start.lineage.events();
        let restart = events.iter().rposition(|event| *event == Event::Restart).unwrap();
        assert_eq!(
            outcome.returning as usize,
            events.len() - restart,
            "what was stored is not done again: {:?}",
            told(outcome)
        );
    }
}

/// Does three things once, keeping the condition before the second and after the last, then goes on from both.
#[derive(Default)]
struct KeepsOnTheWay {
    planned: bool,
    went_on: Vec<(usize, Vec<String>, u64)>,
    waiting: Vec<(usize, Arc<Place>)>,
}

impl Planner for KeepsOnTheWay {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.is_of("first") {
            assert_eq!(outcome.acts, [0, 1, 2].map(experiment::Did::Step));
            for kept in &outcome.kept {
                let Tag::Act(acts) = kept.tag else { panic!("{:?}", kept.tag) };
                self.waiting.push((acts, Arc::clone(&kept.place)));
            }
        } else {
            let events = outcome.start.lineage.events().iter().map(ToString::to_string).collect();
            self.went_on.push((outcome.trace.steps().len(), events, outcome.returning));
        }
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        let waits =
            |all: &[u64]| -> Vec<Act> { all.iter().map(|&ms| Act::plain(Event::Wait { ms })).collect() };
        if !std::mem::replace(&mut self.planned, true) {
            let plan = Plan::script(Purpose::technique("first", ""), Start::Fresh, waits(&[1, 2, 3]));
            round.add(Plan { keep: vec![1, 3], ..plan });
        }
        for (_, place) in self.waiting.drain(..) {
            round.add(Plan::script(Purpose::technique("second", ""), Start::At(place), waits(&[4])));
        }
    }
}

#[test]
fn a_script_keeps_conditions_on_its_way_and_others_go_on_from_there_at_no_cost() {
    let (fleet, settings) = fleet(1, "notes", |phone| Box::new(phone));
    let campaign = Campaign::new(settings, vec![Box::new(KeepsOnTheWay::default())]);
    let ended = campaign.run(&fleet, &mut |_: Update<'_>| {}).unwrap();
    let went_on = &ended.planner::<KeepsOnTheWay>().unwrap().went_on;
    let told: Vec<(usize, usize, u64)> =
        went_on.iter().map(|(steps, events, way)| (*steps, events.len(), *way)).collect();
    assert_eq!(told, [(1, 1, 0), (1, 3, 0)], "{went_on:?}");
}
