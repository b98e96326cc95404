//! What the tests of exactness share.
#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod data;
pub(crate) mod random;
pub(crate) mod textbook;

use diff::{Costs, Mapping, Tree};

/// Fails unless `mapping` is one-to-one, keeps order and ancestry, and costs what it says.
pub(crate) fn check_mapping(mapping: &Mapping, costs: &impl Costs, before: &Tree, after: &Tree) {
    let pairs = mapping.pairs();
    assert!(
        pairs.is_sorted_by(|left, right| left.0 < right.0 && left.1 < right.1),
        "crossing pairs: {pairs:?}"
    );
    let below = |tree: &Tree, above: u32, node: u32| node < above + tree.sizes()[above as usize];
    for (index, &(from, to)) in pairs.iter().enumerate() {
        for &(later, later_to) in &pairs[index + 1..] {
            assert_eq!(below(before, from, later), below(after, to, later_to), "ancestry broken: {pairs:?}");
        }
    }
    assert_eq!(mapping.cost_under(costs, before, after), mapping.cost(), "{pairs:?}");
}
