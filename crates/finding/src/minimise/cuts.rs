//! Leaving acts out.

use std::ops::RangeInclusive;

use experiment::Act;

use super::change::Change;
use super::{Stage, free};

/// The most acts of a script that is tried with any two of them left out.
const MAX_FOR_PAIRS: usize = 16;
/// Into how many parts a script is cut where each is tried alone.
const LARGE_PARTS: RangeInclusive<usize> = 3..=4;

/// As in delta debugging: one of so many parts alone, then all but one of them, beginning with the part `first`.
pub(super) fn parts(script: &[Act], parts: usize, first: usize) -> Vec<Change> {
    let free = free(script);
    let parts = parts.min(free.len());
    if parts < 2 {
        return Vec::new();
    }
    let bounds: Vec<usize> = (0..=parts)
        .map(|part| free.get(part * free.len() / parts).copied().unwrap_or(script.len()))
        .collect();
    let begin_anew = Stage::Parts { parts: 2, first: 0 };
    let alone =
        bounds.windows(2).map(|part| Change::cuts([0..part[0], part[1]..script.len()]).then(begin_anew));
    let mut without: Vec<Change> = bounds
        .windows(2)
        .enumerate()
        .map(|(number, part)| {
            // Those before it were just tried in vain, if not without this one.
            let go_on = Stage::Parts { parts: (parts - 1).max(2), first: number };
            Change::cut(part[0]..part[1]).then(go_on)
        })
        .collect();
    without.rotate_left(first % parts);
    // One of two alone is the same as all but the other; a small part without all that led to it hardly ever shows anything.
    alone.filter(|_| LARGE_PARTS.contains(&parts)).chain(without).collect()
}

/// One act.
pub(super) fn singles(script: &[Act]) -> Vec<Change> {
    free(script).into_iter().map(|at| Change::cut(at..at + 1)).collect()
}

/// Two acts that only make sense together: a box ticked and unticked, the phone turned and turned back.
pub(super) fn pairs(script: &[Act]) -> Vec<Change> {
    let free = free(script);
    if free.len() > MAX_FOR_PAIRS {
        return Vec::new();
    }
    let pairs = free.iter().enumerate().flat_map(|(number, &first)| {
        free[number + 1..].iter().map(move |&second| [first..first + 1, second..second + 1])
    });
    pairs.map(Change::cuts).collect()
}
