//! Make a script that shows a fault as small as it can be.
//!
//! A candidate is tried leniently: what cannot be done is left out, and what was done is the smaller script. So acts that only
//! others needed go with them. What does not show the fault so does not show it to the letter either.
//!
//! Each stage lists what may be changed, the largest saving first. The first change in order after which the fault still
//! shows is made. A few short tails are tried first, since a long history seldom matters; then delta debugging, once; after every later change it is tried anew to leave out single acts. So
//! the result is 1-minimal, whatever the later stages do. Every change makes the script shorter, or keeps its length and makes
//! an act plainer, so that there is an end.

mod change;
mod cuts;
mod walks;
mod plainer;
mod offers;

use std::collections::VecDeque;
use std::sync::Arc;

use experiment::Act;
use model::Model;

use crate::finding::Minimised;
use crate::sighting::{Script, Sighting};
use crate::trials::{Choice, Trials};
use change::Change;

/// Of so many changes in order it is found out which do, before those are made together. Not as many as are tried at once, so that
/// the result does not depend on that.
const TOGETHER: usize = 32;

/// A script on its way to becoming smaller.
#[derive(Debug)]
pub(crate) struct Minimiser {
    pub(crate) best: Arc<Sighting>,
    from: usize,
    stage: Stage,
    /// What is left to try in this stage; `None` before it was listed.
    open: Option<VecDeque<Change>>,
}

/// How many replays there may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purse {
    /// In this round, about.
    pub(crate) at_once: usize,
    /// In all.
    pub(crate) left: usize,
    /// For what.
    pub(crate) care: Care,
}

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// What makes it much shorter.
    Coarse,
    /// Leaving acts out.
    Plain,
    /// Shorter ways and plainer data, too.
    Thorough,
}

/// Into so many parts a script is cut to make it much shorter.
const COARSE_PARTS: usize = 8;

/// What is tried, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Only the last acts, after the shortest known way to where they began.
    Tails,
    /// Leave out what leads from a screen back to itself, however long. Where replays take time.
    Episodes,
    /// Delta debugging: so many parts, one of them alone or all but one, the `first` first.
    Parts { parts: usize, first: usize },
    /// Leave out a single act.
    Singles,
    /// Leave out what leads from a screen back to itself.
    Loops,
    /// Take the shortest known way from one screen to another.
    Paths,
    /// Do one thing in the place of several, where it was seen to lead to a screen of the same kind.
    Shortcuts,
    /// Do the last acts on another screen that is nearer to the start.
    Elsewhere,
    /// Leave out two acts at once.
    Pairs,
    /// Do something plainer.
    Plainer,
    /// Do one thing that the screen offers in the place of several.
    Offers,
}

impl Minimiser {
    pub(crate) fn new(sighting: Arc<Sighting>) -> Minimiser {
        let from = sighting.script.len();
        Minimiser { best: sighting, from, stage: Stage::Tails, open: None }
    }

    /// Goes on with a shorter script that shows it.
    pub(crate) fn take(&mut self, shorter: Arc<Sighting>) {
        *self = Minimiser { best: shorter, from: self.from, stage: Stage::Tails, open: None };
    }

    /// Begins anew with what has become known since. What was tried is not tried again.
    pub(crate) fn look_again(&mut self) {
        self.stage = Stage::Singles;
        self.open = None;
    }

    /// The replays that are needed to get on; none when nothing can be made smaller.
    pub(crate) fn wanted(&mut self, trials: &Trials, model: &Model, purse: Purse) -> Vec<Script> {
        loop {
            if purse.care == Care::Coarse && self.stage.is_fine() {
                return Vec::new();
            }
            let best = &self.best;
            let open = self.open.get_or_insert_with(|| self.stage.changes(best, model).into());
            while open.front().is_some_and(|change| trials.refuted(&change.apply(&best.script))) {
                open.pop_front();
            }
            // Enough must be left for single acts after another change.
            let affordable = !self.stage.is_luxury()
                || purse.care == Care::Thorough && purse.left >= purse.at_once + best.script.len();
            let candidates =
                open.iter().map(|change| (change.apply(&best.script), change)).filter(|_| affordable);
            match trials.choose(candidates, purse.at_once) {
                Choice::Try(scripts) => return scripts,
                Choice::Take(change, sighting) => {
                    let together = together(open.iter().take(TOGETHER), &best.script, trials, purse.at_once);
                    let best = match together {
                        Choice::Try(scripts) => return scripts,
                        Choice::Take((), together) => together,
                        Choice::Nothing => sighting,
                    };
                    self.stage = change.then;
                    self.best = best;
                }
                Choice::Nothing => match self.stage.next(&best.script, purse.care) {
                    Some(stage) => self.stage = stage,
                    None => return Vec::new(),
                },
            }
            self.open = None;
        }
    }

    /// What it did.
    pub(crate) fn done(&self, trials: &Trials) -> Minimised {
        let script = &self.best.script;
        let mut singles = cuts::singles(script).into_iter();
        let one_minimal = singles.all(|change| trials.refuted(&change.apply(script)));
        Minimised { from: self.from, to: script.len(), replays: trials.spent, one_minimal }
    }
}

impl Stage {
    /// The stage after this one, when nothing was found in it.
    fn next(self, script: &[Act], care: Care) -> Option<Stage> {
        Some(match self {
            Stage::Tails if care == Care::Coarse => Stage::Episodes,
            Stage::Tails | Stage::Episodes => Stage::Parts { parts: 2, first: 0 },
            Stage::Parts { parts, .. } if parts < free(script).len() => {
                Stage::Parts { parts: parts * 2, first: 0 }
            }
            Stage::Parts { .. } => Stage::Singles,
            Stage::Singles => Stage::Loops,
            Stage::Loops => Stage::Paths,
            Stage::Paths => Stage::Shortcuts,
            Stage::Shortcuts => Stage::Elsewhere,
            Stage::Elsewhere => Stage::Pairs,
            Stage::Pairs => Stage::Plainer,
            Stage::Plainer => Stage::Offers,
            Stage::Offers => return None,
        })
    }

    /// Whether it makes a script only a little shorter.
    fn is_fine(self) -> bool {
        match self {
            Stage::Tails | Stage::Episodes => false,
            Stage::Parts { parts, .. } => parts > COARSE_PARTS,
            _ => true,
        }
    }

    /// Whether it may be left out when few replays are left.
    fn is_luxury(self) -> bool {
        !matches!(self, Stage::Tails | Stage::Episodes | Stage::Parts { .. } | Stage::Singles)
    }

    fn changes(self, best: &Sighting, model: &Model) -> Vec<Change> {
        match self {
            Stage::Tails => walks::tails(best, model),
            Stage::Episodes => walks::episodes(best),
            Stage::Parts { parts, first } => cuts::parts(&best.script, parts, first),
            Stage::Singles => cuts::singles(&best.script),
            Stage::Loops => walks::loops(best),
            Stage::Paths => walks::paths(best, model),
            Stage::Shortcuts => walks::shortcuts(best, model),
            Stage::Elsewhere => walks::elsewhere(best, model),
            Stage::Pairs => cuts::pairs(&best.script),
            Stage::Plainer => plainer::plainer(best),
            Stage::Offers => offers::offers(best),
        }
    }
}

/// What can be left out one by one can often be left out together: one replay in the place of many.
fn together<'c>(
    changes: impl Iterator<Item = &'c Change>,
    script: &[Act],
    trials: &Trials,
    at_once: usize,
) -> Choice<()> {
    let changed = changes.map(|change| (change, change.apply(script)));
    let (shown, open): (Vec<_>, Vec<_>) = changed.partition(|(_, script)| trials.shown(script));
    match trials.choose(open.into_iter().map(|(_, script)| (script, ())), at_once) {
        Choice::Nothing => {
            let together = Change::together(shown.into_iter().map(|(change, _)| change));
            trials.choose(together.map(|together| (together.apply(script), ())), at_once)
        }
        untried => untried,
    }
}

/// The places of the acts that may be left out: all but those done on purpose.
fn free(script: &[Act]) -> Vec<usize> {
    (0..script.len()).filter(|&at| script[at].purpose.is_none()).collect()
}
