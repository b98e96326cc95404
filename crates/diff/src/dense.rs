//! Renumbers the labels of two forests from 0, so that arrays can be indexed by label.

use crate::Label;
use crate::forest::Forest;

/// The labels of two forests in pre-order under small numbers of their own; reused between comparisons.
#[derive(Default)]
pub(crate) struct Dense {
    pub(crate) before: Vec<u32>,
    /// Labels that `before` lacks are all [`Dense::absent`].
    pub(crate) after: Vec<u32>,
    /// How many labels `before` has, and the number for those it lacks.
    pub(crate) absent: u32,
    slots: Vec<(Label, u32)>,
}

const EMPTY: u32 = u32::MAX;

impl Dense {
    pub(crate) fn renumber(&mut self, before: Forest, after: Forest) {
        // At most a quarter full, so that probing is short.
        let length = (before.len() * 4).next_power_of_two().max(64);
        let shift = 32 - length.trailing_zeros();
        self.slots.clear();
        self.slots.resize(length, (Label(0), EMPTY));
        self.before.clear();
        self.after.clear();
        self.absent = 0;
        for &label in before.labels() {
            let slot = find(&mut self.slots, shift, label);
            if slot.1 == EMPTY {
                *slot = (label, self.absent);
                self.absent += 1;
            }
            self.before.push(slot.1);
        }
        for &label in after.labels() {
            self.after.push(find(&mut self.slots, shift, label).1.min(self.absent));
        }
    }
}

/// The slot that holds `label` or would.
fn find(slots: &mut [(Label, u32)], shift: u32, label: Label) -> &mut (Label, u32) {
    let mask = slots.len() - 1;
    let mut at = (label.0.wrapping_mul(0x9E37_79B1) >> shift) as usize & mask;
    while slots[at].1 != EMPTY && slots[at].0 != label {
        at = (at + 1) & mask;
    }
    &mut slots[at]
}
