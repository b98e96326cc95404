//! A decision tree that says why.

use serde::{Deserialize, Serialize};

/// What is known of a pair of pictures, and whether they differ in a person's eyes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// One number for each feature, in the order of the features' names.
    pub features: Vec<f64>,
    /// Whether it is a difference.
    pub differs: bool,
}

/// A tree of questions about features, in the manner of C4.5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tree {
    /// No more questions.
    Leaf {
        /// What most examples here say.
        differs: bool,
        /// How many examples came here.
        examples: u32,
        /// How many of them say otherwise.
        wrong: u32,
    },
    /// Whether a feature is at most so much.
    Question {
        /// The feature's place.
        feature: usize,
        /// The bound.
        at_most: f64,
        /// Where it is.
        yes: Box<Tree>,
        /// Where it is not.
        no: Box<Tree>,
    },
}

impl Tree {
    /// Whether the tree takes it for a difference. What it is not told counts as 0.
    pub fn differs(&self, features: &[f64]) -> bool {
        match self.leaf(features) {
            Tree::Leaf { differs, .. } => *differs,
            Tree::Question { .. } => false,
        }
    }

    /// Why the tree decides so: the questions on the way and their answers, with the names of the features.
    ///
    /// `cw-ssim 0.71 is at most 0.93, and colours 0.02 is at most 0.05`
    pub fn why(&self, features: &[f64], names: &[&str]) -> String {
        let mut words = Vec::new();
        let mut tree = self;
        while let Tree::Question { feature, at_most, yes, no } = tree {
            let value = features.get(*feature).copied().unwrap_or(0.0);
            let name = names.get(*feature).copied().unwrap_or("?");
            let is = value <= *at_most;
            let relation = if is { "is at most" } else { "is above" };
            words.push(format!("{name} {} {relation} {}", short(value), short(*at_most)));
            tree = if is { yes } else { no };
        }
        if words.is_empty() { "all examples say so".to_owned() } else { words.join(", and ") }
    }

    /// The whole tree, a question a line, indented.
    pub fn tell(&self, names: &[&str]) -> String {
        let mut out = String::new();
        self.write(names, 0, &mut out);
        out
    }

    /// Whether it asks about a feature anywhere.
    pub fn asks(&self, feature: usize) -> bool {
        match self {
            Tree::Leaf { .. } => false,
            Tree::Question { feature: asked, yes, no, .. } => {
                *asked == feature || yes.asks(feature) || no.asks(feature)
            }
        }
    }

    /// How many features there must be for all its questions.
    pub fn features(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 0,
            Tree::Question { feature, yes, no, .. } => {
                yes.features().max(no.features()).max(feature.saturating_add(1))
            }
        }
    }

    /// How many questions and leaves it has.
    pub fn size(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 1,
            Tree::Question { yes, no, .. } => 1 + yes.size() + no.size(),
        }
    }

    /// How many leaves it has.
    pub fn leaves(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 1,
            Tree::Question { yes, no, .. } => yes.leaves() + no.leaves(),
        }
    }

    fn leaf(&self, features: &[f64]) -> &Tree {
        match self {
            Tree::Leaf { .. } => self,
            Tree::Question { feature, at_most, yes, no } => {
                let is = features.get(*feature).copied().unwrap_or(0.0) <= *at_most;
                if is { yes.leaf(features) } else { no.leaf(features) }
            }
        }
    }

    fn write(&self, names: &[&str], depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        match self {
            Tree::Leaf { differs, examples, wrong } => {
                let word = if *differs { "differs" } else { "the same" };
                out.push_str(&format!(
                    "{indent}{word} ({examples} examples, {wrong} of them say otherwise)\n"
                ));
            }
            Tree::Question { feature, at_most, yes, no } => {
                let name = names.get(*feature).copied().unwrap_or("?");
                out.push_str(&format!("{indent}{name} is at most {}:\n", short(*at_most)));
                yes.write(names, depth + 1, out);
                out.push_str(&format!("{indent}{name} is above {}:\n", short(*at_most)));
                no.write(names, depth + 1, out);
            }
        }
    }
}

/// Four digits behind the point, without zeros that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_many_features_it_asks_for() {
        let leaf = |differs| Box::new(Tree::Leaf { differs, examples: 2, wrong: 0 });
        assert_eq!(leaf(true).features(), 0);
        let no = Box::new(Tree::Question { feature: 3, at_most: 0.5, yes: leaf(false), no: leaf(true) });
        let tree = Tree::Question { feature: 1, at_most: 0.5, yes: leaf(false), no };
        assert_eq!(tree.features(), 4);
    }
}
