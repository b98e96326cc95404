//! What an edit costs.

use crate::Label;

/// The price of each edit; with prices of your own the comparison runs without the reductions that need unit costs.
///
/// Any prices give the cheapest *mapping*: every node of `before` is kept, relabelled or deleted, every node of
/// `after` kept, relabelled or inserted, order and ancestry stay. That equals the cheapest sequence of edits if the
/// prices obey the triangle inequality, for instance when a rename never costs more than delete plus insert.
/// `rename` is asked for equal labels, too, and should then say 0.
pub trait Costs {
    /// Removing a node with this label; its children move up to its parent.
    fn delete(&self, label: Label) -> u32;
    /// Putting in a node with this label.
    fn insert(&self, label: Label) -> u32;
    /// Keeping a node while its label changes from `before` to `after`.
    fn rename(&self, before: Label, after: Label) -> u32;
}

/// Each deletion, insertion and change of label costs 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCosts;

impl Costs for UnitCosts {
    fn delete(&self, _: Label) -> u32 {
        1
    }

    fn insert(&self, _: Label) -> u32 {
        1
    }

    fn rename(&self, before: Label, after: Label) -> u32 {
        u32::from(before != after)
    }
}
