//! What registers hold, and what of that is still wanted.

pub(crate) mod value;
pub(crate) mod method;
pub(crate) mod blocks;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod effects;
pub(crate) mod infer;
pub(crate) mod live;
