//! Which faults the judge of lost effects can see at all.

use effect::INSERTED;
use experiment::{Act, Context, Gallery, Seen, Site, Suspicion};
use gui::Event;
use model::Volatile;
use serde::Serialize;
use sim::{Fault, Faults};
use technique::TechniqueSettings;
use trace::Trace;

use super::ways::WAYS;
use crate::{Played, Rig};

/// What the act says it is for whose effect a detour may not take back.
const EFFECT: &str = "effect";

/// Whether a fault can be seen by the judge of lost effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reach", rename_all = "kebab-case")]
pub enum Reach {
    /// A seed and a detour show it, and the mended app does not.
    InReach {
        /// The kind of finding.
        kind: String,
        /// What it says.
        sentence: String,
    },
    /// A seed and a detour were written, and the judge does not see it.
    NotSeen {
        /// Why not.
        why: String,
    },
    /// No seed with a detour can show it.
    NoWay,
}

impl Reach {
    /// Whether it can be seen.
    pub fn is_in_reach(&self) -> bool {
        matches!(self, Reach::InReach { .. })
    }
}

/// Whether a fault of an app can be seen by the judge of lost effects: by the seed and the detour that are written beside it.
pub fn reach_of(app: &str, fault: Fault) -> Reach {
    let Some(way) = WAYS.iter().find(|way| (way.app, way.fault) == (app, fault.name)) else {
        return Reach::NoWay;
    };
    let suspect = |seed: &Trace, mutant: &Seen<'_>| {
        TechniqueSettings::default().independent_views.suspect(seed, mutant).into_iter().next()
    };
    acts_of(way.script).and_then(|acts| shown(app, fault, &acts, suspect)).into()
}

impl From<Result<(String, String), String>> for Reach {
    fn from(shown: Result<(String, String), String>) -> Reach {
        match shown {
            Ok((kind, sentence)) => Reach::InReach { kind, sentence },
            Err(why) => Reach::NotSeen { why },
        }
    }
}

/// What a script shows with a fault and not without it: `suspect` looks at the script without its inserted acts, and at all of it.
pub(crate) fn shown(
    app: &str,
    fault: Fault,
    acts: &[Act],
    suspect: impl Fn(&Trace, &Seen<'_>) -> Option<Suspicion>,
) -> Result<(String, String), String> {
    let (listed, _) = apps::find(app).map_err(|error| error.to_string())?;
    let faulty = Rig::new(listed, Faults::NONE.with(fault), 0);
    let mended = faulty.with(Faults::NONE);
    let settings = TechniqueSettings::default();
    let techniques = technique::all(&settings);
    let seed: Vec<Act> =
        acts.iter().filter(|act| act.purpose.as_deref() != Some(INSERTED)).cloned().collect();
    let played = faulty.play(vec![acts.to_vec(), seed]);
    let [mutant, seed] = played.as_slice() else { return Err("it was not played".to_owned()) };
    if !mutant.whole {
        return Err(stopped("the mutant", mutant));
    }
    if !seed.whole {
        return Err(stopped("the seed", seed));
    }
    let (volatile, gallery) = (volatile_of(&mended, acts), Gallery::default());
    let context = Context { app: faulty.package(), volatile: &volatile, gallery: &gallery };
    let looked = Seen { trace: &mutant.trace, suspicions: &[], context };
    let suspicion = suspect(&seed.trace, &looked).ok_or("nothing is suspected")?;
    let claim = techniques.claim(&suspicion, Site::HOME);
    let judged = |rig: &Rig| {
        let scripts = claim.exhibits(acts).iter().map(|exhibit| exhibit.acts.to_vec()).collect();
        let played = rig.play(scripts);
        let seen: Vec<Seen<'_>> = played
            .iter()
            .map(|played| Seen { trace: &played.trace, suspicions: &played.suspicions, context })
            .collect();
        claim.judge(&seen)
    };
    let told = judged(&faulty)
        .ok_or_else(|| format!("suspected, and the other exhibits explain it: {}", suspicion.sentence))?;
    match judged(&mended) {
        Some(also) => Err(format!("the mended app shows it, too: {}", also.sentence)),
        None => Ok((told.kind.to_string(), told.sentence)),
    }
}

/// What changes by itself on the way: the mended app does it with three other seeds of chance.
pub(crate) fn volatile_of(mended: &Rig, acts: &[Act]) -> Volatile {
    let mut volatile = Volatile::default();
    let played: Vec<Played> = (1..4).flat_map(|seed| mended.seeded(seed).play(vec![acts.to_vec()])).collect();
    let wait = Act::plain(Event::Wait { ms: 1_500 });
    let slowly = acts.iter().flat_map(|act| [wait.clone(), act.clone(), wait.clone()]).collect();
    for step in mended.play(vec![slowly]).iter().flat_map(|played| played.trace.steps()) {
        let both = step.before.layout.as_ref().zip(step.after.layout.as_ref());
        if let Some((before, after)) = both.filter(|_| matches!(step.event, Some(Event::Wait { .. }))) {
            volatile.learn(before, after);
        }
    }
    for two in played.windows(2) {
        let layouts = |played: &Played| -> Vec<_> {
            played.trace.moments().filter_map(|moment| moment.layout.clone()).collect()
        };
        for (one, other) in layouts(&two[0]).iter().zip(&layouts(&two[1])) {
            volatile.learn(one, other);
        }
    }
    volatile
}

fn stopped(which: &str, played: &Played) -> String {
    let done = played.trace.steps().len();
    format!("{which} cannot be played: it ends after {done} steps")
}

pub(crate) fn acts_of(script: &str) -> Result<Vec<Act>, String> {
    let act = |line: &str| {
        let (purpose, wish) = match line.split_at_checked(2) {
            Some(("+ ", wish)) => (Some(INSERTED), wish),
            Some(("* ", wish)) => (Some(EFFECT), wish),
            _ => (None, line),
        };
        let event: Event = wish.parse().map_err(|error| format!("{wish}: {error}"))?;
        Ok(match purpose {
            Some(purpose) => Act::with_purpose(event, purpose),
            None => Act::plain(event),
        })
    };
    script.lines().filter(|line| !line.trim().is_empty()).map(act).collect()
}
