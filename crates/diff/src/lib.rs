//! Exact and fast tree edit distance, mapping and script between two layouts.
//!
//! The distance between two ordered trees is the least number of nodes to delete, insert or relabel to turn one
//! into the other. [`Tree`] holds a tree ready to compare, [`Differ`] compares, [`Mapping`] says which node became
//! which. The crate's README explains the reductions that make it fast and why none of them costs exactness.

mod labels;
mod tree;
mod forest;
mod costs;
mod mapping;
mod differ;
mod trim;
mod topdown;
mod dense;
mod strings;
mod corridor;
mod order;
mod leaves;
mod kernel;
mod traceback;

pub use costs::{Costs, UnitCosts};
pub use differ::{Differ, Limits, TooLarge, distance, distance_with, mapping, mapping_with};
pub use labels::{Label, Labels};
pub use mapping::Mapping;
pub use tree::{Tree, TreeError};
