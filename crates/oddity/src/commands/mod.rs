//! One module per command.

pub(crate) mod layout;
pub(crate) mod diff;
pub(crate) mod pairs;
pub(crate) mod trace;
pub(crate) mod completions;
