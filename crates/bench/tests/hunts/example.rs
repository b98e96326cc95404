//! The example of CONTRIBUTING.md, compiled and run.

use std::sync::Arc;

use campaign::{Budget, Campaign, CampaignSettings, Update};
use experiment::Techniques;
use explore::Explorer;
use finding::Prover;

use crate::loud_labels::LoudLabels;

#[test]
fn the_guide_shows_what_runs_here() {
    let guide = include_str!("../../../../CONTRIBUTING.md");
    let example = include_str!("loud_labels.rs");
    let shown = guide.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(shown, Some(example), "CONTRIBUTING.md and loud_labels.rs tell different things");
}

#[test]
fn a_technique_of_a_few_lines_finds_and_proves_something() {
    let (listed, faults) = apps::find("notes").unwrap();
    let rig = bench::Rig::new(listed, faults, 1);
    let settings = CampaignSettings {
        budget: Budget { events: Some(4_000), time: None },
        techniques: Techniques::new(vec![Arc::new(LoudLabels)]),
        ..CampaignSettings::new(rig.package(), 1)
    };
    let prover = Prover::new(finding::ProofSettings::default(), settings.techniques.clone());
    let explorer = Explorer::new(explore::ExploreSettings::default());
    let campaign = Campaign::new(settings, vec![Box::new(explorer)]).proving(prover);
    let ended = campaign.run(&rig.fleet(1), &mut |_: Update<'_>| {}).unwrap();
    // Whatever somebody types in capitals is shown in capitals.
    let finding = ended.findings.first().unwrap();
    assert_eq!(
        (finding.name.as_str(), finding.confirmed.times, finding.confirmed.of),
        ("loud-label-1", 3, 3)
    );
    assert!(finding.minimised.is_some());
}
