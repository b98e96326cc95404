//! Make a script that shows a fault as small as it can be.
//!
//! A candidate is tried leniently: what cannot be done is left out, and what was done is the smaller script. So acts that only
//! others needed go with them. What does not show the fault so does not show it to the letter either.
//!
//! Each stage lists what may be changed, the largest saving first. The first change in order after which the fault still
//! shows is made, and the stage begins anew. Delta debugging comes first and once; then all other stages, again and again
//! until none of them finds anything: so the result is always 1-minimal. Every change makes the script shorter, or keeps
//! its length and makes an act plainer, so that there is an end.

mod change;
mod cuts;
mod walks;
mod offers;
mod plainer;

use std::collections::VecDeque;
use std::sync::Arc;

use experiment::Act;
use model::Model;

use crate::finding::Minimised;
use crate::sighting::{Script, Sighting};
use crate::trials::{Choice, Trials};
use change::Change;

/// A script on its way to becoming smaller.
#[derive(Debug)]
pub(crate) struct Minimiser {
    pub(crate) best: Arc<Sighting>,
    from: usize,
    stage: Stage,
    /// Whether anything was found since the last time round.
    changed: bool,
    /// What is left to try in this stage; `None` before it was listed.
    open: Option<VecDeque<Change>>,
}

/// What is tried, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Delta debugging: so many parts, one of them alone or all but one.
    Parts(usize),
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
    /// Do one thing that the screen offers in the place of several.
    Offers,
    /// Do something plainer.
    Plainer,
}

impl Minimiser {
    pub(crate) fn new(sighting: Arc<Sighting>) -> Minimiser {
        let from = sighting.script.len();
        Minimiser { best: sighting, from, stage: Stage::Parts(2), changed: false, open: None }
    }

    /// The replays that are needed to get on, about `at_once` at a time; none when nothing can be made smaller.
    pub(crate) fn wanted(&mut self, trials: &Trials, model: &Model, at_once: usize) -> Vec<Script> {
        loop {
            let best = &self.best;
            let open = self.open.get_or_insert_with(|| self.stage.changes(best, model).into());
            while open.front().is_some_and(|change| trials.refuted(&change.apply(&best.script))) {
                open.pop_front();
            }
            let candidates = open.iter().map(|change| (change.apply(&best.script), change));
            match trials.choose(candidates, at_once) {
                Choice::Try(scripts) => return scripts,
                Choice::Take(change, sighting) => {
                    self.stage = change.then;
                    self.best = sighting;
                    self.changed = true;
                }
                Choice::Nothing => match self.next_stage() {
                    Some(stage) => self.stage = stage,
                    None => return Vec::new(),
                },
            }
            self.open = None;
        }
    }

    /// Begins anew with what has become known since. What was tried is not tried again.
    pub(crate) fn look_again(&mut self) {
        self.stage = Stage::Singles;
        self.changed = false;
        self.open = None;
    }

    /// What it did. `ended`: nothing more could be made smaller, rather than the budget ended.
    pub(crate) fn done(&self, replays: u32, ended: bool) -> Minimised {
        Minimised { from: self.from, to: self.best.script.len(), replays, one_minimal: ended }
    }

    fn next_stage(&mut self) -> Option<Stage> {
        Some(match self.stage {
            Stage::Parts(parts) if parts < free(&self.best.script).len() => Stage::Parts(parts * 2),
            Stage::Parts(_) => {
                self.changed = false;
                Stage::Singles
            }
            Stage::Singles => Stage::Loops,
            Stage::Loops => Stage::Paths,
            Stage::Paths => Stage::Shortcuts,
            Stage::Shortcuts => Stage::Elsewhere,
            Stage::Elsewhere => Stage::Pairs,
            Stage::Pairs => Stage::Offers,
            Stage::Offers => Stage::Plainer,
            Stage::Plainer if std::mem::take(&mut self.changed) => Stage::Singles,
            Stage::Plainer => return None,
        })
    }
}

impl Stage {
    fn changes(self, best: &Sighting, model: &Model) -> Vec<Change> {
        match self {
            Stage::Parts(parts) => cuts::parts(&best.script, parts),
            Stage::Singles => cuts::singles(&best.script),
            Stage::Loops => walks::loops(best),
            Stage::Paths => walks::paths(best, model),
            Stage::Shortcuts => walks::shortcuts(best, model),
            Stage::Elsewhere => walks::elsewhere(best, model),
            Stage::Pairs => cuts::pairs(&best.script),
            Stage::Offers => offers::offers(best),
            Stage::Plainer => plainer::plainer(best),
        }
    }
}

/// The places of the acts that may be left out: all but those done on purpose.
fn free(script: &[Act]) -> Vec<usize> {
    (0..script.len()).filter(|&at| script[at].purpose.is_none()).collect()
}
