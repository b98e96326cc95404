//! What the same action does on alike screens, and which of it is rare.
//!
//! Deep-state differential analysis, of the paper on Odin: *many ways lead to alike screens; the same action does only few things
//! there; what it does rarely is suspicious.* Here is the method alone: traces in, a model of states out ([`mine`]); layout pairs
//! in, clusters and the rare ones among them out ([`cluster`]). Who carries out events on phones is no concern of this crate.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// One screen, and what is done on it.
mod look; // what counts of a screen when screens are called alike
mod album; // the looks of all traces, and what was done on them

// Traces become a model.
mod similar; // whether two looks handle the same events
mod tree; // the prefix tree of all traces
mod merge; // states that become one
mod states; // the model

// Pairs of screens become clusters.
mod origin; // where a text came from
mod behaviour; // what an event did to a screen
mod rules; // what is left out of it
mod rarity; // which clusters are too small to be usual
mod cluster; // behaviours that are alike
mod profile; // by whose rules

pub use album::{Album, Deed, LookId};
pub use behaviour::{Behaviour, PageOf, Pair, Side};
pub use cluster::{Cluster, Clustering, cluster};
pub use look::{Look, Rows};
pub use origin::{Source, Sources, sources_of};
pub use profile::Profile;
pub use rarity::{Rarity, rare_among};
pub use rules::{Rule, Rules};
pub use states::{Edge, Model, State, mine};
pub use tree::Path;
