//! Exact and fast tree edit distance, mapping and script between two layouts.
//!
//! The distance between two ordered trees is the least number of nodes to delete, insert or relabel to turn one
//! into the other. [`Tree`] holds a tree ready to compare, [`Differ`] compares, [`Mapping`] says which node became
//! which. The README explains the reductions that make it fast and why none of them costs exactness.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// What goes in and what comes out.
mod labels;
mod tree;
mod costs;
mod limits;
mod mapping;

// A comparison, in the order in which it happens.
mod differ;
mod forest;
mod trim;
mod unit;
mod topdown;
mod dense;
mod strings;
mod corridor;
mod order;
mod leaves;
mod kernel;
mod traceback;

// The same under costs of the caller's.
mod priced;

// What it is all for: two screens compared.
mod changes;

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
