//! Which planted fault a finding belongs to, by switching faults off.

use experiment::{Act, Context, Fingerprint, Gallery, Seen, Techniques};
use finding::Finding;
use model::Volatile;
use sim::{Fault, Faults};

use crate::Rig;

/// Whose fault a finding is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blame {
    /// With any one of these off it goes away, all steps done: it is theirs.
    Of(Vec<&'static str>),
    /// It stays with every fault off: a false alarm.
    Nobody,
    /// Its steps cannot all be done any more without the fault, or it did not even come back with it. Counts as false.
    Undecided,
}

/// Plays the finding's steps with each fault off, and with all off.
///
/// A crash ends its steps, so those behind it need not be done.
pub fn blame(rig: &Rig, acts: &[Act], fingerprint: &Fingerprint) -> Blame {
    judged(rig, |faults| {
        let played = rig.with(faults).play(vec![acts.to_vec()]);
        played.into_iter().next().map(|played| {
            let shows = played.suspicions.iter().any(|suspicion| suspicion.fingerprint == *fingerprint);
            (shows, played.whole)
        })
    })
}

/// The same for a finding whose claim compares: all that it takes to see it is carried out, with each fault off and with all off.
pub fn blame_claim(rig: &Rig, finding: &Finding, techniques: &Techniques, volatile: &Volatile) -> Blame {
    let claim = techniques.claim(&finding.suspicion, finding.site);
    let exhibits = claim.exhibits(&finding.acts);
    let gallery = Gallery::default();
    let context = Context { app: rig.package(), volatile, gallery: &gallery };
    judged(rig, |faults| {
        let scripts = exhibits.iter().map(|exhibit| exhibit.acts.to_vec()).collect();
        let played = rig.with(faults).play(scripts);
        let seen: Vec<Seen<'_>> = played
            .iter()
            .map(|played| Seen { trace: &played.trace, suspicions: &played.suspicions, context })
            .collect();
        let shown = claim.judge(&seen).is_some_and(|seen| seen.fingerprint == finding.suspicion.fingerprint);
        Some((shown, played.iter().take(2).all(|played| played.whole)))
    })
}

/// Whose fault it is, by whether it shows with some faults on, and whether all steps could be done.
fn judged(rig: &Rig, shows: impl Fn(Faults) -> Option<(bool, bool)>) -> Blame {
    let on: Vec<Fault> = rig.on().collect();
    let all = Faults::all(&on);
    if !matches!(shows(all), Some((true, _))) {
        return Blame::Undecided;
    }
    if matches!(shows(Faults::NONE), Some((true, _))) {
        return Blame::Nobody;
    }
    let without = |left_out: Fault| {
        Faults::all(&on.iter().copied().filter(|&fault| fault != left_out).collect::<Vec<_>>())
    };
    let guilty: Vec<&'static str> = on
        .iter()
        .filter(|&&fault| matches!(shows(without(fault)), Some((false, true))))
        .map(|fault| fault.name)
        .collect();
    if guilty.is_empty() { Blame::Undecided } else { Blame::Of(guilty) }
}
