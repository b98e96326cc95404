//! Exact and fast tree edit distance, mapping and script between two layouts.
//!
//! The distance between two ordered trees is the least number of nodes to delete, insert or relabel to turn one
//! into the other. [`Tree`] holds a tree ready to compare, [`Differ`] compares, [`Mapping`] says which node became
//! which. The README explains the reductions that make it fast and why none of them costs exactness.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// What goes in and what comes out.
mod labels; // strings in, small numbers out: equal labels get equal numbers
mod tree; // an ordered, labelled tree as flat arrays, ready to compare
mod costs; // what an edit costs
mod limits; // how much a comparison may use
mod mapping; // which node became which

// A comparison, in the order in which it happens.
mod differ; // compares trees
mod forest; // a run of neighbouring subtrees: what is left to compare while a comparison descends
mod trim; // takes off both trees what an optimal mapping may pair without looking further
mod unit; // distances under unit costs: bounds first, tables where they do not meet
mod topdown; // an upper bound: the cheapest mapping that keeps every kept node's parent, too
mod dense; // renumbers the labels of two forests from 0, so that arrays can be indexed by label
mod strings; // a lower bound: the edit distance of the two label sequences, 64 cells at a time
mod corridor; // which cells of the tables can matter when a mapping must beat an upper bound
mod order; // a forest in the order in which the kernel visits it
mod leaves; // what a leaf and a subtree can share, without a table
mod kernel; // the tables of Zhang and Shasha: how much can be saved between all subtrees that matter
mod traceback; // from filled tables back to the pairs that made the distance

// The same under costs of the caller's.
mod priced; // distances under any costs: the tables and nothing else

// What it is all for: two screens compared.
mod changes; // what changed between two screens: the edit script, for programs and for people

pub use changes::{
    Attribute, CannotApply, Change, Changes, Edit, OwnedWidget, changes_between, changes_of,
    distance_between, tree_of,
};
pub use costs::{Costs, UnitCosts};
pub use differ::{Differ, distance, distance_with, mapping, mapping_with};
pub use labels::{Label, Labels};
pub use limits::{Limits, TooLarge};
pub use mapping::Mapping;
pub use tree::{Tree, TreeError};
