//! What must be run to see a suspicion again, and whether it was seen.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use device::Picture;
use gui::Digest;
use model::Volatile;
use trace::{Role, Trace};

use crate::{Act, Fingerprint, ForJudge, Site, Suspicion};

/// What it takes to see a suspicion again: scripts to carry out, and a judgement over their traces.
///
/// A crash takes one script. That a rotation is to blame takes two: one with it, one with as much time and no rotation. All are made
/// from one script, so whoever leaves an act out leaves it out of all of them.
///
/// ```
/// use experiment::{Act, Claim, Exhibit, Seen, Site, Suspicion};
/// use gui::Event;
/// use trace::Role;
///
/// /// What is seen with the treatment and not without it.
/// #[derive(Debug)]
/// struct OnlyWithTreatment;
///
/// impl Claim for OnlyWithTreatment {
///     fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
///         let wait = Act::plain(Event::Wait { ms: 1000 });
///         let control = Exhibit::script(Role::Control, Site::HOME, script)
///             .replacing(|_, act| vec![if self.is_treatment(act) { wait.clone() } else { act.clone() }]);
///         vec![Exhibit::script(Role::Treatment, Site::HOME, script), control.labelled("waiting instead")]
///     }
///
///     fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
///         let [with, without] = seen else { return None };
///         let is_new = |found: &&Suspicion| {
///             without.suspicions.iter().all(|other| other.fingerprint != found.fingerprint)
///         };
///         with.suspicions.iter().find(is_new).cloned()
///     }
/// }
///
/// let script = [Act::plain(Event::Launch), Act::with_purpose(Event::Restart, "treatment")];
/// let exhibits = OnlyWithTreatment.exhibits(&script);
/// assert_eq!(exhibits[0].acts[1].event, Event::Restart);
/// assert!(matches!(exhibits[1].acts[1].event, Event::Wait { .. }));
/// ```
pub trait Claim: fmt::Debug + Send + Sync {
    /// What must be carried out to see it by this script. The first exhibit carries out the script itself, act by act.
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit>;

    /// Whether an act of the script is what the claim is about: it stays as it is, whatever else becomes smaller.
    fn is_treatment(&self, act: &Act) -> bool {
        act.purpose.is_some()
    }

    /// Whether the judges of single traces see it in the first exhibit already. Shorter scripts are then sought by that one alone, at
    /// half the cost; what is told is judged by all of them in any case.
    fn shows_in_first(&self) -> bool {
        false
    }

    /// Whether it may be told though it comes back from a saved condition alone, and from no clean start.
    fn holds_without_clean_start(&self) -> bool {
        true
    }

    /// Whether the exhibits show it, told of the trace of the first. A pure function.
    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion>;
}

/// One script to carry out for a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// Its part in the comparison.
    pub role: Role,
    /// What is different about it, in a few words: `without turning the phone`. Empty where it is the only one.
    pub label: String,
    /// Where it runs.
    pub site: Site,
    /// What is done.
    pub acts: Arc<[Act]>,
    /// Which act of the script each of them is, or stands in the place of.
    pub of: Vec<usize>,
    /// Which of its screens the judge wants pictures of.
    pub pictures: ForJudge,
}

/// An exhibit as it was seen.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// What happened.
    pub trace: &'a Trace,
    /// What the judges of single traces say to it.
    pub suspicions: &'a [Suspicion],
    /// What else is known.
    pub context: Context<'a>,
}

/// What judges know beside a trace.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The package under test.
    pub app: &'a str,
    /// The widgets that change by themselves on this kind of phone: nobody expects them to stay as they are.
    pub volatile: &'a Volatile,
    /// The pictures that were taken for judges.
    pub gallery: &'a Gallery,
}

/// Pictures by their content hash, which is their name in traces. They are held as PNG files, a hundredth of their size.
#[derive(Clone, Default)]
pub struct Gallery(HashMap<Digest, Arc<[u8]>>);

impl Gallery {
    /// Adds one, as a PNG file.
    pub fn add(&mut self, digest: Digest, png: impl Into<Arc<[u8]>>) {
        self.0.insert(digest, png.into());
    }

    /// The picture of this name, where it was taken for judges and can be read.
    pub fn picture(&self, digest: Digest) -> Option<Picture> {
        Picture::from_png(self.0.get(&digest)?).ok()
    }
}

impl fmt::Debug for Gallery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pictures", self.0.len())
    }
}

impl Exhibit {
    /// The script itself.
    pub fn script(role: Role, site: Site, script: &[Act]) -> Exhibit {
        let of = (0..script.len()).collect();
        Exhibit { role, label: String::new(), site, acts: script.into(), of, pictures: ForJudge::Nothing }
    }

    /// The same, told apart by a few words.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Exhibit {
        Exhibit { label: label.into(), ..self }
    }

    /// The same with pictures for the judge.
    #[must_use]
    pub fn with_pictures(self, pictures: ForJudge) -> Exhibit {
        Exhibit { pictures, ..self }
    }

    /// The script with some acts done otherwise: `replace` says for each act of the script what is done in its place.
    #[must_use]
    pub fn replacing(self, mut replace: impl FnMut(usize, &Act) -> Vec<Act>) -> Exhibit {
        let (mut acts, mut of) = (Vec::new(), Vec::new());
        for (act, &origin) in self.acts.iter().zip(&self.of) {
            let instead = replace(origin, act);
            of.extend(std::iter::repeat_n(origin, instead.len()));
            acts.extend(instead);
        }
        Exhibit { acts: acts.into(), of, ..self }
    }
}

/// The claim of whatever shows in one trace: it is there once more.
#[derive(Debug, Clone)]
pub struct Alone {
    /// Where it was seen.
    pub site: Site,
    /// What is looked for.
    pub fingerprint: Fingerprint,
}

impl Claim for Alone {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        vec![Exhibit::script(Role::Confirmation, self.site, script)]
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let suspicions = seen.first()?.suspicions;
        suspicions.iter().find(|suspicion| suspicion.fingerprint == self.fingerprint).cloned()
    }
}

/// One try of a claim: all its exhibits carried out once, on whatever phones. Whoever brings the last of them has it judged, so
/// that judging takes the time of a phone's thread and not that of all.
#[derive(Debug)]
pub struct Trial {
    claim: Arc<dyn Claim>,
    brought: Mutex<Vec<Option<Brought>>>,
    ruling: OnceLock<Option<Suspicion>>,
}

/// What an experiment brings to a trial.
#[derive(Debug, Clone)]
pub struct Brought {
    /// What happened.
    pub trace: Arc<Trace>,
    /// What the judges of single traces say to it.
    pub suspicions: Vec<Suspicion>,
    /// What is known to change by itself where it ran.
    pub volatile: Arc<Volatile>,
    /// The pictures that were taken for the judge.
    pub gallery: Gallery,
}

impl Trial {
    /// A trial that waits for so many exhibits.
    pub fn new(claim: Arc<dyn Claim>, exhibits: usize) -> Arc<Trial> {
        let brought = Mutex::new(vec![None; exhibits]);
        Arc::new(Trial { claim, brought, ruling: OnceLock::new() })
    }

    /// Brings an exhibit. The last one is the end of it.
    pub fn bring(&self, exhibit: usize, brought: Brought, app: &str) {
        let mut all = self.brought.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = all.get_mut(exhibit) {
            *place = Some(brought);
        }
        if all.iter().any(Option::is_none) {
            return;
        }
        // What was judged need not be held any longer.
        let all: Vec<Brought> = std::mem::take(&mut *all).into_iter().flatten().collect();
        let seen: Vec<Seen<'_>> = all.iter().map(|brought| brought.seen(app)).collect();
        let _ = self.ruling.set(self.claim.judge(&seen));
    }

    /// What the claim says; `None` where it was not seen, or not all exhibits were brought.
    pub fn ruling(&self) -> Option<&Suspicion> {
        self.ruling.get()?.as_ref()
    }
}

impl Brought {
    fn seen<'b>(&'b self, app: &'b str) -> Seen<'b> {
        let context = Context { app, volatile: &self.volatile, gallery: &self.gallery };
        Seen { trace: &self.trace, suspicions: &self.suspicions, context }
    }
}

#[cfg(test)]
mod tests {
    use gui::Event;
    use trace::{Header, Moment};

    use super::*;

    #[test]
    fn what_stands_in_the_place_of_an_act_says_so() {
        let script: Vec<Act> = (0..3).map(|ms| Act::plain(Event::Wait { ms })).collect();
        let exhibit = Exhibit::script(Role::Control, Site::HOME, &script).replacing(|at, act| match at {
            0 => vec![act.clone()],
            1 => Vec::new(),
            _ => vec![act.clone(), Act::plain(Event::Launch)],
        });
        assert_eq!((exhibit.acts.len(), exhibit.of), (3, vec![0, 2, 2]));
    }

    #[derive(Debug)]
    struct Both;

    impl Claim for Both {
        fn exhibits(&self, _: &[Act]) -> Vec<Exhibit> {
            Vec::new()
        }

        fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
            assert_eq!(seen.len(), 2);
            seen[0].suspicions.first().cloned()
        }
    }

    #[test]
    fn a_trial_is_judged_when_all_is_there() {
        let suspicion: Suspicion = serde_json::from_str(
            r#"{"kind": "crash", "fingerprint": "crash:1", "sentence": "", "expectation": "", "shows_after": 0, "well_after": 0}"#,
        )
        .unwrap();
        let brought = Brought {
            trace: Arc::new(Trace::new(Header::default(), Moment::default())),
            suspicions: vec![suspicion],
            volatile: Arc::default(),
            gallery: Gallery::default(),
        };
        let trial = Trial::new(Arc::new(Both), 2);
        trial.bring(1, brought.clone(), "app");
        assert!(trial.ruling().is_none());
        trial.bring(0, brought, "app");
        assert_eq!(trial.ruling().unwrap().fingerprint.as_str(), "crash:1");
    }
}
