//! Several runs of a tool, and two versions of it.

use std::cmp::Ordering;

use serde::Serialize;

use crate::figures::Figures;

/// The best of several runs of one tool on one bug, each figure by itself, as the paper's tables have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Best {
    /// How many runs there were.
    pub runs: usize,
    /// The most events seen, and how many there are.
    pub ec: [u64; 2],
    /// The most pairs seen as DDroid counts.
    pub epc: [u64; 2],
    /// The most pairs seen as the paper defines it.
    pub epc_paper: [u64; 2],
    /// The least distance.
    pub md: u32,
    /// In how many runs the automaton was completed,
    pub accepted: usize,
    /// and in how many the app crashed.
    pub crashed: usize,
    /// Which run came nearest, the first being 0.
    pub nearest: usize,
}

/// What became of a tool between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It finds the bug now, and did not before.
    Found,
    /// It comes nearer; or equally near and sees more pairs; or equally many pairs and more events.
    Improved,
    /// It does as well as before.
    Same,
    /// It comes less far, or does not find the bug any more.
    Worse,
}

impl Best {
    /// The best of runs on one bug; `None` of none.
    pub fn of(runs: &[&Figures]) -> Option<Best> {
        let most = |figure: fn(&Figures) -> [u64; 2]| runs.iter().map(|run| figure(run)).max();
        let (nearest, nearest_run) = runs.iter().enumerate().min_by_key(|(_, run)| run.md)?;
        Some(Best {
            runs: runs.len(),
            ec: most(|run| run.ec)?,
            epc: most(|run| run.epc)?,
            epc_paper: most(|run| run.epc_paper)?,
            md: nearest_run.md,
            accepted: runs.iter().filter(|run| run.accepted).count(),
            crashed: runs.iter().filter(|run| run.crashed).count(),
            nearest,
        })
    }

    /// Whether the bug showed, by the app's own word.
    pub fn found(&self) -> bool {
        self.crashed > 0
    }

    /// From this one to another.
    pub fn change_to(&self, new: &Best) -> Change {
        // A smaller distance is better.
        let order = |best: &Best| (best.found(), std::cmp::Reverse(best.md), best.epc, best.ec);
        match order(new).cmp(&order(self)) {
            Ordering::Greater if new.found() && !self.found() => Change::Found,
            Ordering::Greater => Change::Improved,
            Ordering::Equal => Change::Same,
            Ordering::Less => Change::Worse,
        }
    }
}

impl Change {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Change::Found => "found",
            Change::Improved => "improved",
            Change::Same => "same",
            Change::Worse => "worse",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(crashed: usize, md: u32, epc: u64, ec: u64) -> Best {
        let (ec, epc) = ([ec, 3], [epc, 5]);
        Best { runs: 1, ec, epc, epc_paper: epc, md, accepted: usize::from(md == 0), crashed, nearest: 0 }
    }

    #[track_caller]
    fn check(old: &Best, new: &Best, expected: Change) {
        assert_eq!(old.change_to(new), expected, "{old:?} {new:?}");
    }

    #[test]
    fn finding_counts_more_than_distance_and_distance_more_than_coverage() {
        check(&best(0, 2, 1, 1), &best(1, 0, 1, 1), Change::Found);
        check(&best(0, 2, 5, 3), &best(0, 1, 1, 1), Change::Improved);
        check(&best(0, 2, 1, 3), &best(0, 2, 2, 1), Change::Improved);
        check(&best(0, 2, 2, 1), &best(0, 2, 2, 2), Change::Improved);
        check(&best(0, 2, 2, 2), &best(0, 2, 2, 2), Change::Same);
        check(&best(1, 0, 2, 2), &best(0, 0, 5, 3), Change::Worse);
        check(&best(0, 1, 2, 2), &best(0, 2, 5, 3), Change::Worse);
    }
}
