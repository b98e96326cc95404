//! Where a fault is lost that was not found: never tried where it shows, taken for usual, not looked into, or not proven.

use std::collections::BTreeMap;

use experiment::Act;
use serde::Serialize;
use sim::{Fault, Faults};
use technique::{Miner, event_key};

use super::reach::deviant_acts;
use super::{DEVIANT, mining_for};
use crate::Rig;

/// How far a hunt came with a fault.
#[derive(Debug, Clone, Default, Serialize)]
pub struct DeviantTrail {
    /// Inputs on which the event that shows it could be tried.
    pub inputs: usize,
    /// How often it was tried,
    pub tried: usize,
    /// and of these how often the mended app does something else.
    pub manifested: usize,
    /// What became of those.
    pub fates: BTreeMap<String, usize>,
    /// Findings of the technique in the run, and suspicions that never came back.
    pub findings: Vec<String>,
    /// Suspicions that never came back.
    pub artefacts: Vec<String>,
    /// What was looked into, in words.
    pub told: Vec<String>,
}

/// Hunts in an app with a fault, and says how far it came; `None` where no way is written down that shows it.
pub fn deviant_trail(
    app: &str,
    fault: Fault,
    seed: u64,
    events: u64,
    profile: mining::Profile,
) -> Option<DeviantTrail> {
    let (listed, _) = apps::find(app).ok()?;
    let rig = Rig::new(listed, Faults::NONE.with(fault), seed);
    let mended = rig.with(Faults::NONE);
    let shown = rig.play(vec![deviant_acts(app, fault)?]);
    let last = shown.first()?.trace.steps().last()?;
    let layout = last.before.layout.as_deref()?;
    let key = event_key(last.event.as_ref()?, layout, last.before.activity.as_deref().unwrap_or_default());
    let ended = rig.hunt_with(&mining_for(profile), events);
    let miner = ended.planner::<Miner>()?;
    let mut found = DeviantTrail { inputs: miner.inputs_offering(key), ..DeviantTrail::default() };
    let volatile = &ended.world.home().volatile;
    for tried in miner.tried_with(key) {
        found.tried += 1;
        let acts: Vec<Act> = tried.events.iter().cloned().map(Act::plain).collect();
        let played = mended.play(vec![acts]);
        let same = played.first().is_some_and(|played| {
            let after = played.trace.steps().last().map(|step| &step.after);
            played.whole
                && after.is_some_and(|after| {
                    technique::shows_the_same(after, &tried.step.after, rig.package(), volatile)
                })
        });
        if !same {
            found.manifested += 1;
            *found.fates.entry(format!("{:?}", tried.fate)).or_default() += 1;
        }
    }
    let ours =
        ended.findings.iter().filter(|found| found.suspicion.technique == DEVIANT && found.is_confirmed());
    found.findings = ours.map(|finding| finding.suspicion.sentence.clone()).collect();
    let lost = ended.artefacts.iter().filter(|(artefact, _)| artefact.technique == DEVIANT);
    found.artefacts = lost.map(|(artefact, _)| artefact.sentence.clone()).collect();
    found.told = miner.mined().told;
    Some(found)
}
