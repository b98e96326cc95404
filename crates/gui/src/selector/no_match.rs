//! Why a selector means no single widget.

use std::fmt;

use super::{Confidence, Selector};
use crate::layout::{Layout, Node, NodeId};

/// The most candidates that an error lists.
const MAX_CANDIDATES: usize = 5;

/// Why a selector means no single widget of a layout. The message lists the candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoMatch {
    /// Several widgets fit equally well.
    Ambiguous {
        /// What was looked for.
        selector: Selector,
        /// The part of it that several widgets fit; the whole, or something it stands in.
        part: Selector,
        /// How many fit.
        count: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// Nothing fits, but some widgets resemble what was looked for.
    Weak {
        /// What was looked for.
        selector: Selector,
        /// The first candidate, where it is nearer than every other: for callers that choose to accept it.
        best: Option<NodeId>,
        /// Those that come nearest, best first.
        candidates: Vec<Candidate>,
    },
    /// Nothing like it is there.
    Missing {
        /// What was looked for.
        selector: Selector,
        /// How far we got: `#list has 3 rows`.
        reason: String,
    },
}

/// A widget that might be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Where it is in the layout.
    pub node: NodeId,
    /// How well it fits.
    pub confidence: Confidence,
    /// What to say to mean exactly this one.
    pub selector: Selector,
    /// The widget in one line, as [`Node::tell`] has it.
    pub told: String,
}

impl NoMatch {
    /// Where a weak match is nearer than every other, that widget.
    pub fn best(&self) -> Option<NodeId> {
        if let NoMatch::Weak { best, .. } = self { *best } else { None }
    }

    /// The widgets that might be meant, best first; at most five.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            NoMatch::Ambiguous { candidates, .. } | NoMatch::Weak { candidates, .. } => candidates,
            NoMatch::Missing { .. } => &[],
        }
    }
}

impl std::error::Error for NoMatch {}

impl fmt::Display for NoMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMatch::Ambiguous { selector, part, count, .. } if selector == part => {
                write!(f, "{selector} is ambiguous: {count} widgets fit")?;
            }
            NoMatch::Ambiguous { selector, part, count, .. } => {
                write!(f, "{selector} is ambiguous: {count} widgets fit {part}")?;
            }
            NoMatch::Weak { selector, .. } => {
                write!(f, "nothing fits {selector}; the nearest is no sure match")?;
            }
            NoMatch::Missing { selector, reason } => write!(f, "nothing fits {selector}: {reason}")?,
        }
        for candidate in self.candidates() {
            write!(f, "\n  {}: {}", candidate.selector, candidate.told)?;
        }
        match self {
            NoMatch::Ambiguous { count, .. } if *count > self.candidates().len() => {
                write!(f, "\n  and {} more", count - self.candidates().len())
            }
            _ => Ok(()),
        }
    }
}

/// The first of the widgets, with what to say to mean each.
pub(super) fn candidates<'a>(
    layout: &Layout,
    nodes: impl Iterator<Item = (Node<'a>, Confidence)>,
) -> Vec<Candidate> {
    let selectors = layout.selectors();
    let candidate = |(node, confidence): (Node<'a>, Confidence)| Candidate {
        node: node.id(),
        confidence,
        selector: selectors.of(node.id()),
        told: node.tell(),
    };
    nodes.take(MAX_CANDIDATES).map(candidate).collect()
}
