//! The prefix tree of all traces.

use std::collections::HashMap;

use crate::album::{Deed, LookId};

/// A trace as mining sees it: the look at its start, then what was done and the look that it led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The look at the start.
    pub start: LookId,
    /// What was done, and what was on screen then.
    pub steps: Vec<(Deed, LookId)>,
}

/// Traces that begin alike share their beginning.
#[derive(Debug)]
pub(crate) struct PrefixTree {
    pub(crate) looks: Vec<LookId>,
    /// What leads on from a node, in the order in which it was first seen.
    pub(crate) onward: Vec<Vec<(Deed, u32)>>,
    /// The nodes of each trace, from its start on.
    pub(crate) of: Vec<Vec<u32>>,
}

impl PrefixTree {
    /// The tree of these traces. Node 0 is where the first begins; traces that begin on another look have a root of their own.
    pub(crate) fn of(paths: &[Path]) -> PrefixTree {
        let mut tree =
            PrefixTree { looks: Vec::new(), onward: Vec::new(), of: Vec::with_capacity(paths.len()) };
        let mut roots: HashMap<LookId, u32> = HashMap::new();
        // The same deed may lead to several looks where chance has a say; each is a node.
        let mut children: HashMap<(u32, Deed, LookId), u32> = HashMap::new();
        for path in paths {
            let mut here = *roots.entry(path.start).or_insert_with(|| tree.add(path.start));
            let mut nodes = vec![here];
            for &(deed, look) in &path.steps {
                here = match children.get(&(here, deed, look)) {
                    Some(&known) => known,
                    None => {
                        let new = tree.add(look);
                        children.insert((here, deed, look), new);
                        tree.onward[here as usize].push((deed, new));
                        new
                    }
                };
                nodes.push(here);
            }
            tree.of.push(nodes);
        }
        tree
    }

    /// How many nodes it has.
    pub(crate) fn len(&self) -> usize {
        self.looks.len()
    }

    fn add(&mut self, look: LookId) -> u32 {
        self.looks.push(look);
        self.onward.push(Vec::new());
        self.looks.len() as u32 - 1
    }
}
