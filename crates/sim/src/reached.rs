//! Places in an app's source that have run.

use std::collections::BTreeSet;

/// The places reached so far: file and line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reached(BTreeSet<(&'static str, u32)>);

impl Reached {
    /// Marks a place; whether it is new.
    pub(crate) fn mark(&mut self, file: &'static str, line: u32) -> bool {
        self.0.insert((file, line))
    }

    /// Whether the place has been marked.
    pub(crate) fn has(&self, file: &'static str, line: u32) -> bool {
        self.0.contains(&(file, line))
    }

    /// How many places have been marked.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The places in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, u32)> {
        self.0.iter().copied()
    }
}

/// Marks this line as reached: `reached!(cx);`. Put one into each branch whose running tells something.
#[macro_export]
macro_rules! reached {
    ($cx:expr) => {
        $cx.reach(file!(), line!())
    };
}
