//! Something to change in a script.

use std::ops::Range;

use experiment::Act;

use super::Stage;
use crate::sighting::Script;

/// Something to change in a script: leave acts out, and do others in the place of the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// In ascending order; they do not overlap.
    cuts: Vec<Range<usize>>,
    with: Vec<Act>,
    /// Where to go on when the fault still shows.
    pub(super) then: Stage,
}

impl Change {
    /// Leaves these out.
    pub(super) fn cut(acts: Range<usize>) -> Change {
        Change::cuts([acts])
    }

    /// Leaves all of these out.
    pub(super) fn cuts(cuts: impl IntoIterator<Item = Range<usize>>) -> Change {
        let cuts = cuts.into_iter().filter(|cut| !cut.is_empty()).collect();
        Change { cuts, with: Vec::new(), then: Stage::Singles }
    }

    /// Leaves out what each of several changes leaves out, where they do no more than that; cuts that overlap an earlier one stay.
    pub(super) fn together<'c>(changes: impl Iterator<Item = &'c Change>) -> Option<Change> {
        let mut cuts: Vec<Range<usize>> = Vec::new();
        for change in changes {
            let [cut] = change.cuts.as_slice() else { return None };
            if !change.with.is_empty() {
                return None;
            }
            if cuts.iter().all(|other| cut.end <= other.start || other.end <= cut.start) {
                cuts.push(cut.clone());
            }
        }
        cuts.sort_by_key(|cut| cut.start);
        (cuts.len() > 1).then(|| Change::cuts(cuts))
    }

    /// Does something else in their place.
    pub(super) fn replace(acts: Range<usize>, with: Vec<Act>) -> Change {
        Change { with, ..Change::cut(acts) }
    }

    /// The same, and then another stage than that of single acts.
    pub(super) fn then(self, then: Stage) -> Change {
        Change { then, ..self }
    }

    /// The changed script. What is done on purpose stays.
    pub(super) fn apply(&self, script: &[Act]) -> Script {
        let mut changed = Vec::with_capacity(script.len() + self.with.len());
        let mut from = 0;
        for (number, cut) in self.cuts.iter().enumerate() {
            changed.extend_from_slice(&script[from..cut.start]);
            if number == 0 {
                changed.extend_from_slice(&self.with);
            }
            changed.extend(script[cut.clone()].iter().filter(|act| act.purpose.is_some()).cloned());
            from = cut.end;
        }
        changed.extend_from_slice(&script[from..]);
        changed.into()
    }
}
