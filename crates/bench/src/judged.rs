//! The findings of a run, each with whose fault it is, and runs of one technique alone.

use campaign::Conclusion;
use finding::Finding;
use serde::Serialize;
use technique::TechniqueSettings;

use crate::{Blame, Rig, blame_claim};

/// A finding, and whose fault it is.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// What kind it was told to be.
    pub kind: String,
    /// What it says.
    pub sentence: String,
    /// How many steps it takes.
    pub steps: usize,
    /// Whether leaving out any one step loses it.
    pub one_minimal: bool,
    /// After how many events it was first seen.
    pub first_event: u64,
    /// The planted faults without which it goes away.
    pub faults: Vec<&'static str>,
    /// Whether it is true.
    pub is_true: bool,
}

impl Judged {
    /// A finding with the blame for it. What nobody is to blame for, or nobody can say, is not true.
    pub(crate) fn new(finding: &Finding, blame: Blame) -> Judged {
        let (faults, is_true) = match blame {
            Blame::Of(faults) => (faults, true),
            Blame::Nobody | Blame::Undecided => (Vec::new(), false),
        };
        Judged {
            kind: finding.suspicion.kind.to_string(),
            sentence: finding.suspicion.sentence.clone(),
            steps: finding.acts.len(),
            one_minimal: finding.minimised.is_some_and(|minimised| minimised.one_minimal),
            first_event: finding.first_seen_after,
            faults,
            is_true,
        }
    }
}

/// Of all techniques that plan, this one alone has a share; the others only learn.
pub(crate) fn alone(mut settings: TechniqueSettings, technique: &str, share: u64) -> TechniqueSettings {
    for known in technique::all(&settings).iter() {
        let about = known.about();
        if about.share.is_some() && !about.kinds.is_empty() {
            settings.shares.insert(about.id.to_owned(), if about.id == technique { share } else { 0 });
        }
    }
    settings
}

/// What a technique that compares has found in a run, each finding judged by carrying out all that it takes to see it.
pub(crate) fn judged_of(
    rig: &Rig,
    settings: &TechniqueSettings,
    ended: &Conclusion,
    technique: &str,
) -> Vec<Judged> {
    let techniques = technique::all(settings);
    let is_ours = |found: &&Finding| found.suspicion.technique == technique && found.is_confirmed();
    let judged = ended.findings.iter().filter(is_ours).map(|finding| {
        let volatile = &ended.world.of(finding.site).volatile;
        Judged::new(finding, blame_claim(rig, finding, &techniques, volatile))
    });
    judged.collect()
}

/// What a technique suspected and nobody saw again, in words.
pub(crate) fn artefacts_of(ended: &Conclusion, technique: &str) -> Vec<String> {
    let ours = ended.artefacts.iter().filter(|(artefact, _)| artefact.technique == technique);
    ours.map(|(artefact, _)| format!("{}: {}", artefact.kind, artefact.sentence)).collect()
}
