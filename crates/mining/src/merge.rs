//! States that become one, or are left as they were.

use std::collections::HashSet;

use crate::album::{Album, Deed, LookId};
use crate::similar::Verdicts;
use crate::tree::PrefixTree;

/// States under merging. At first each node of the prefix tree is a state of its own.
#[derive(Debug)]
pub(crate) struct Merger<'a> {
    album: &'a mut Album,
    verdicts: Verdicts,
    /// The state that a state went into; itself where it went into none.
    into: Vec<u32>,
    looks: Vec<Vec<LookId>>,
    /// Which looks a state has, for a quick answer.
    has: HashSet<(u32, LookId)>,
    /// What leads on: on which look what was done, and where that led.
    onward: Vec<Vec<(LookId, Deed, u32)>>,
    /// Whether a state is settled: others go into it, and never the other way round.
    settled: Vec<bool>,
    /// What the merge under way has done, to be undone where it fails.
    done: Vec<Done>,
}

/// One change of a merge.
#[derive(Debug, Clone, Copy)]
enum Done {
    Went(u32),
    Look(u32, LookId),
    Onward(u32),
}

impl<'a> Merger<'a> {
    pub(crate) fn new(album: &'a mut Album, tree: &PrefixTree) -> Merger<'a> {
        let many = tree.len() as u32;
        let edges = |at: usize| {
            tree.onward[at].iter().map(|&(deed, to)| (tree.looks[at], deed, to)).collect::<Vec<_>>()
        };
        Merger {
            album,
            verdicts: Verdicts::default(),
            into: (0..many).collect(),
            looks: tree.looks.iter().map(|&look| vec![look]).collect(),
            has: (0..many).zip(tree.looks.iter().copied()).collect(),
            onward: (0..tree.len()).map(edges).collect(),
            settled: vec![false; tree.len()],
            done: Vec::new(),
        }
    }

    /// From now on others go into this state.
    pub(crate) fn settle(&mut self, state: u32) {
        self.settled[state as usize] = true;
    }

    /// Whether a state is settled.
    pub(crate) fn is_settled(&self, state: u32) -> bool {
        self.settled[state as usize]
    }

    /// The state that a state is part of by now.
    pub(crate) fn find(&self, mut state: u32) -> u32 {
        while self.into[state as usize] != state {
            state = self.into[state as usize];
        }
        state
    }

    /// What leads on from a state.
    pub(crate) fn onward(&self, state: u32) -> &[(LookId, Deed, u32)] {
        &self.onward[state as usize]
    }

    /// The looks of a state.
    pub(crate) fn looks(&self, state: u32) -> &[LookId] {
        &self.looks[state as usize]
    }

    /// Makes one state of two, and of all that the same deeds lead to from them, so that a deed leads to one state. Where any two of
    /// those are not similar nothing is changed at all.
    pub(crate) fn merge(&mut self, one: u32, other: u32) -> bool {
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            if !self.are_similar(one, other) {
                self.undo();
                return false;
            }
            let turned = self.is_settled(other) && !self.is_settled(one);
            let (one, other) = if turned { (other, one) } else { (one, other) };
            self.join(one, other, &mut pending);
        }
        self.done.clear();
        true
    }

    /// Whether every look of the one is similar to every look of the other.
    fn are_similar(&mut self, one: u32, other: u32) -> bool {
        let Merger { album, verdicts, looks, has, .. } = self;
        looks[other as usize].iter().all(|&theirs| {
            // A look that both have is similar to all of theirs already.
            has.contains(&(one, theirs))
                || looks[one as usize].iter().all(|&ours| verdicts.are_similar(album, ours, theirs))
        })
    }

    fn join(&mut self, one: u32, other: u32, pending: &mut Vec<(u32, u32)>) {
        self.into[other as usize] = one;
        self.done.push(Done::Went(other));
        for look in self.looks[other as usize].clone() {
            if self.has.insert((one, look)) {
                self.looks[one as usize].push(look);
                self.done.push(Done::Look(one, look));
            }
        }
        for (look, deed, to) in self.onward[other as usize].clone() {
            match self.leads(one, look, deed) {
                Some(known) => pending.push((known, to)),
                None => {
                    self.onward[one as usize].push((look, deed, to));
                    self.done.push(Done::Onward(one));
                }
            }
        }
    }

    /// Where a deed on a look leads from a state, by the deed that corresponds to it.
    fn leads(&mut self, state: u32, look: LookId, deed: Deed) -> Option<u32> {
        let Merger { album, onward, .. } = self;
        let edges = onward[state as usize].iter().filter(|(_, known, _)| known.what == deed.what);
        for &(on, known, to) in edges {
            if album.counterpart(known, on, look) == Some(deed) {
                return Some(to);
            }
        }
        None
    }

    fn undo(&mut self) {
        while let Some(done) = self.done.pop() {
            match done {
                Done::Went(state) => self.into[state as usize] = state,
                Done::Look(state, look) => {
                    self.looks[state as usize].pop();
                    self.has.remove(&(state, look));
                }
                Done::Onward(state) => {
                    self.onward[state as usize].pop();
                }
            }
        }
    }

    /// All that a failed merge must leave as it was.
    #[cfg(test)]
    pub(crate) fn condition(&self) -> String {
        let has: std::collections::BTreeSet<&(u32, LookId)> = self.has.iter().collect();
        format!("{:?} {:?} {:?} {has:?}", self.into, self.looks, self.onward)
    }
}
