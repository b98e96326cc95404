//! Leaving acts out.

use experiment::Act;

use super::change::Change;
use super::{Stage, free};

/// The most acts of a script that is tried with any two of them left out.
const MAX_FOR_PAIRS: usize = 16;

/// As in delta debugging: one of so many parts alone, then all but one of them.
pub(super) fn parts(script: &[Act], parts: usize) -> Vec<Change> {
    let free = free(script);
    let parts = parts.min(free.len());
    if parts < 2 {
        return Vec::new();
    }
    let bounds: Vec<usize> = (0..=parts)
        .map(|part| free.get(part * free.len() / parts).copied().unwrap_or(script.len()))
        .collect();
    let alone =
        bounds.windows(2).map(|part| Change::cuts([0..part[0], part[1]..script.len()]).then(Stage::Parts(2)));
    let without =
        bounds.windows(2).map(|part| Change::cut(part[0]..part[1]).then(Stage::Parts((parts - 1).max(2))));
    // One of two alone is the same as all but the other.
    alone.take(if parts > 2 { parts } else { 0 }).chain(without).collect()
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
