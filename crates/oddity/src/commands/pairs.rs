//! `oddity diff --pairs`: the distances of many pairs of trees, for comparing us with other programs.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use ::diff::{Differ, Label, Labels, Tree};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;

/// The largest pairs file, and the largest that a gzipped one may unpack to. A byte of JSON can become ten in memory.
const MAX_BYTES: usize = 32 << 20;

/// Labels by number, trees in pre-order, and which tree to compare with which.
#[derive(Deserialize)]
struct PairsFile<'a> {
    #[serde(borrow)]
    labels: Vec<Cow<'a, str>>,
    trees: Vec<TreeJson>,
    /// Kind (of no matter here) and the numbers of two trees.
    pairs: Vec<(i64, usize, usize)>,
}

#[derive(Deserialize)]
struct TreeJson {
    /// The parent of each node, -1 at the root.
    p: Vec<i64>,
    /// The label of each node.
    l: Vec<usize>,
}

pub(crate) fn run(path: &Path, output: &mut Output) -> Result<Exit, Failure> {
    let bytes = unpacked(input::read(path, MAX_BYTES)?, path)?;
    let bad = |problem: String| Failure::bad_input(format!("cannot read {}: {problem}", input::shown(path)));
    let file: PairsFile<'_> =
        serde_json::from_slice(&bytes).map_err(|error| bad(format!("not a pairs file: {error}")))?;
    let mut names = Labels::new();
    let labels: Vec<Label> = file.labels.iter().map(|label| names.intern(label)).collect();
    let trees = file
        .trees
        .iter()
        .enumerate()
        .map(|(at, tree)| tree.indexed(&labels).map_err(|problem| bad(format!("tree {at}: {problem}"))));
    let trees = trees.collect::<Result<Vec<Tree>, Failure>>()?;
    let mut differ = Differ::new();
    for (at, &(_, before, after)) in file.pairs.iter().enumerate() {
        let tree = |number: usize| {
            trees
                .get(number)
                .ok_or_else(|| bad(format!("pair {at} names tree {number}, but there are {}", trees.len())))
        };
        let distance = differ
            .distance(tree(before)?, tree(after)?)
            .map_err(|error| bad(format!("pair {at}: {error}")))?;
        output.print(format_args!("{distance}\n"))?;
    }
    Ok(Exit::Clean)
}

impl TreeJson {
    fn indexed(&self, labels: &[Label]) -> Result<Tree, String> {
        if self.p.len() != self.l.len() {
            return Err(format!("{} parents, but {} labels", self.p.len(), self.l.len()));
        }
        if self.p.len() > gui::MAX_NODES {
            return Err(format!("{} nodes, but at most {} are read", self.p.len(), gui::MAX_NODES));
        }
        let mut nodes = Vec::with_capacity(self.p.len());
        for (node, (&parent, &label)) in self.p.iter().zip(&self.l).enumerate() {
            let label = labels
                .get(label)
                .ok_or_else(|| format!("node {node} has label {label}, but there are {}", labels.len()))?;
            let parent = match parent {
                -1 => None,
                parent => {
                    Some(usize::try_from(parent).map_err(|_| format!("node {node} has parent {parent}"))?)
                }
            };
            nodes.push((parent, *label));
        }
        Tree::new(nodes).map_err(|error| error.to_string())
    }
}

/// The bytes as they are, or unpacked where they are gzipped.
fn unpacked(bytes: Vec<u8>, path: &Path) -> Result<Vec<u8>, Failure> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes.as_slice()).take(MAX_BYTES as u64 + 1).read_to_end(&mut plain);
    let problem = match read {
        Ok(_) if plain.len() <= MAX_BYTES => return Ok(plain),
        Ok(_) => format!("unpacked it is larger than {} MiB", MAX_BYTES >> 20),
        Err(error) => format!("not a whole gzip file: {error}"),
    };
    Err(Failure::bad_input(format!("cannot read {}: {problem}", input::shown(path))))
}
