//! Explorations of simulated apps.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::sync::Arc;

use campaign::{Budget, Campaign, Conclusion, Screenshots};
use device::Fleet;
use experiment::{About, Context, Kind, Severity, Suspicion, Technique, Techniques};
use explore::{ExploreSettings, Explorer, SourceKind, Strategy};
use sim::{Profile, SimPhone};
use trace::Trace;

/// Explores an app for so many events.
fn explore(app: &str, settings: ExploreSettings, seed: u64, events: u64) -> Conclusion {
    explore_with(app, Explorer::new(settings), seed, events)
}

fn explore_with(app: &str, explorer: Explorer, seed: u64, events: u64) -> Conclusion {
    let (listed, faults) = apps::find(app).unwrap();
    let fleet = Fleet::new();
    fleet.add(Box::new(SimPhone::new(&Profile::default(), vec![(listed.install)(faults)], seed)), None);
    let settings = campaign::CampaignSettings {
        budget: Budget { events: Some(events), time: None },
        screenshots: Screenshots::None,
        techniques: Techniques::new(vec![Arc::new(Ends)]),
        ..campaign::CampaignSettings::new(listed.manifest.package, seed)
    };
    let campaign = Campaign::new(settings, vec![Box::new(explorer)]);
    campaign.run(&fleet, &mut |_: campaign::Update<'_>| {}).unwrap()
}

/// Every crash and hang that the log told of.
#[derive(Debug)]
struct Ends;

impl Technique for Ends {
    fn about(&self) -> &'static About {
        const KIND: Kind = Kind::new("end", "End", Severity::Critical, "The app ended.");
        const ABOUT: About =
            About { id: "end", sentence: "Looks for ends.", kinds: &[KIND], share: None, acts: &[] };
        &ABOUT
    }

    fn judge(&self, trace: &Trace, _: &Context<'_>) -> Vec<Suspicion> {
        let steps = (1..).zip(trace.steps());
        let crashed =
            steps.filter_map(|(shows_after, step)| Some((shows_after, step.remarks.crash.as_ref()?)));
        let suspicion = |(shows_after, crash): (usize, &trace::Crash)| {
            let identity = crash.stack.first().unwrap_or(&crash.summary);
            let About { id, kinds, .. } = self.about();
            let known = Suspicion::new(id, &kinds[0], &[identity], crash.summary.clone(), "");
            Suspicion { shows_after, well_after: shows_after - 1, ..known }
        };
        crashed.map(suspicion).collect()
    }
}

fn by(strategy: Strategy) -> ExploreSettings {
    ExploreSettings { strategy, ..ExploreSettings::default() }
}

#[test]
fn every_strategy_and_source_explores_and_keeps_to_its_events() {
    for strategy in Strategy::ALL {
        for source in [SourceKind::Layout, SourceKind::Monkey] {
            let ended = explore("notes", ExploreSettings { source, ..by(strategy) }, 1, 1000);
            let health = ended.tally.health;
            assert_eq!(health.events, 1000, "{strategy:?} {source:?}");
            assert!(ended.tally.covered > 20, "{strategy:?} {source:?}: {} parts", ended.tally.covered);
            assert!(health.steps_inside * 10 > health.steps * 6, "{strategy:?} {source:?}: {health:?}");
            assert_eq!(ended.tally.travels > 0, strategy == Strategy::TimeTravel, "{strategy:?}");
        }
    }
}

#[test]
fn the_same_seed_explores_alike_and_another_does_not() {
    let explored = |seed| {
        let ended = explore("tasks", ExploreSettings::default(), seed, 1500);
        (ended.tally.curve.clone(), ended.model().len(), ended.tally.travels)
    };
    assert_eq!(explored(1), explored(1));
    assert_ne!(explored(1), explored(2));
}
