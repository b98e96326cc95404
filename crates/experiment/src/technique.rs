//! What a technique is, told once.

use std::fmt;
use std::sync::Arc;

use trace::Trace;

use crate::{Alone, Claim, Context, Kind, Planner, Site, Suspicion};

/// A technique: all that the rest of oddity knows of it. Help, settings, documentation, ranking, exit codes and files follow from
/// [`About`]; what it does from the rest.
///
/// The least a technique has is its name, its kinds and a judge:
///
/// ```
/// use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
/// use trace::Trace;
///
/// const EMPTY: Kind = Kind::new("empty-screen", "Empty screen", Severity::Minor, "A screen shows nothing.");
///
/// const ABOUT: About = About {
///     id: "empty-screens",
///     sentence: "Looks for screens without any text.",
///     kinds: &[EMPTY],
///     share: None, // it plans nothing of its own
///     acts: &[],
/// };
///
/// #[derive(Debug)]
/// struct EmptyScreens;
///
/// impl Technique for EmptyScreens {
///     fn about(&self) -> &'static About {
///         &ABOUT
///     }
///
///     fn judge(&self, trace: &Trace, _: &Context<'_>) -> Vec<Suspicion> {
///         let layouts = trace.moments().enumerate().filter_map(|(at, moment)| Some((at, moment.layout.as_ref()?)));
///         let empty = layouts.filter(|(_, layout)| layout.nodes().all(|node| node.text().is_empty()));
///         let suspicion = |at| {
///             let known = Suspicion::new(ABOUT.id, &EMPTY, &[], "nothing is shown", "A screen should show something.");
///             Suspicion { shows_after: at, well_after: at, ..known }
///         };
///         empty.map(|(at, _)| suspicion(at)).take(1).collect()
///     }
/// }
///
/// assert_eq!(EmptyScreens.about().kinds[0].name, "empty-screen");
/// ```
pub trait Technique: fmt::Debug + Send + Sync {
    /// Its name, its kinds of faults, its share.
    fn about(&self) -> &'static About;

    /// What looks wrong in one trace. A pure function, called beside the phone for every trace of a run.
    fn judge(&self, _trace: &Trace, _context: &Context<'_>) -> Vec<Suspicion> {
        Vec::new()
    }

    /// What it takes to see a suspicion of its own again, which was seen at a site. What one trace shows is to show in one again.
    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() })
    }

    /// Who plans its experiments and says which suspicions deserve to be proven. Without one, whatever its judge says does.
    fn planner(&self) -> Option<Box<dyn Planner>> {
        None
    }
}

/// What a technique is called and looks for.
#[derive(Debug)]
pub struct About {
    /// Its name in settings, files and the names of experiments: `state-loss`.
    pub id: &'static str,
    /// What it does, in a sentence that begins with a verb.
    pub sentence: &'static str,
    /// The kinds of faults that it finds; none for those that only learn.
    pub kinds: &'static [Kind],
    /// Of a hundred events of a run, at most so many are for its probes, where nobody says otherwise; `None` for a technique that does
    /// nothing of its own.
    pub share: Option<u64>,
    /// What the acts of its probes say they are for: by it they are told from others in any trace.
    pub acts: &'static [&'static str],
}

/// The techniques of a run, in the order in which they are asked.
#[derive(Debug, Clone, Default)]
pub struct Techniques(Arc<[Arc<dyn Technique>]>);

impl Techniques {
    /// These.
    pub fn new(techniques: Vec<Arc<dyn Technique>>) -> Techniques {
        Techniques(techniques.into())
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Technique> {
        self.0.iter().map(|technique| &**technique)
    }

    /// All that looks wrong in a trace, in the order in which it shows.
    pub fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        let mut found: Vec<Suspicion> =
            self.iter().flat_map(|technique| technique.judge(trace, context)).collect();
        found.sort_by_key(|suspicion| suspicion.shows_after);
        found
    }

    /// What it takes to see a suspicion again. Where nobody here knows its technique, that its trace shows it again.
    pub fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match self.of(suspicion) {
            Some(technique) => technique.claim(suspicion, site),
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    /// The technique whose suspicion it is. Files of older versions name only the kind.
    pub fn of(&self, suspicion: &Suspicion) -> Option<&dyn Technique> {
        self.iter().find(|technique| {
            let about = technique.about();
            about.id == suspicion.technique
                || suspicion.technique.is_empty() && about.kinds.contains(&suspicion.kind)
        })
    }

    /// The planners of all that have one.
    pub fn planners(&self) -> Vec<Box<dyn Planner>> {
        self.iter().filter_map(Technique::planner).collect()
    }
}
