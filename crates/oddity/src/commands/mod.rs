//! One module per command.

pub(crate) mod hunt;
pub(crate) mod fuzz;
pub(crate) mod mine;
pub(crate) mod explore;
pub(crate) mod compare;
pub(crate) mod replay;
pub(crate) mod diagnose;
pub(crate) mod automaton;
pub(crate) mod bench;
pub(crate) mod devices;
pub(crate) mod doctor;
pub(crate) mod phone;
pub(crate) mod pocket;
pub(crate) mod dump;
pub(crate) mod screenshot;
pub(crate) mod layout;
pub(crate) mod diff;
pub(crate) mod pairs;
pub(crate) mod trace;
pub(crate) mod config;
pub(crate) mod completions;
