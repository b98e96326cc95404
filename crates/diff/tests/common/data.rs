//! The recorded pairs of real layouts with their known distances.

use diff::{Label, Tree};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::fs::File;
use std::path::Path;

/// A set of pairs as recorded.
#[derive(Deserialize)]
pub(crate) struct Recorded {
    pub(crate) labels: Vec<String>,
    pub(crate) trees: Vec<RecordedTree>,
    /// Kind, first tree, second tree.
    pub(crate) pairs: Vec<(u32, usize, usize)>,
    pub(crate) distances: Vec<u32>,
}

#[derive(Deserialize)]
pub(crate) struct RecordedTree {
    /// Parents in pre-order, -1 at the root.
    pub(crate) p: Vec<i64>,
    /// Indices into `labels`.
    pub(crate) l: Vec<u32>,
}

impl Recorded {
    pub(crate) fn read(folder: &Path, set: &str) -> Self {
        let file = File::open(folder.join(format!("{set}.json.gz"))).expect("a readable set");
        serde_json::from_reader(GzDecoder::new(file)).expect("a set of pairs")
    }

    /// All trees; the labels keep their indices as numbers.
    pub(crate) fn indexed(&self) -> Vec<Tree> {
        self.trees.iter().map(RecordedTree::indexed).collect()
    }
}

impl RecordedTree {
    pub(crate) fn parents(&self) -> impl ExactSizeIterator<Item = Option<usize>> {
        self.p.iter().map(|&parent| usize::try_from(parent).ok())
    }

    fn indexed(&self) -> Tree {
        Tree::new(self.parents().zip(self.l.iter().map(|&label| Label(label)))).expect("a tree in pre-order")
    }
}
