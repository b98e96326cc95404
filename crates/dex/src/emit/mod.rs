//! Writing class files.

pub(crate) mod pool;
pub(crate) mod mutf8;
pub(crate) mod assembler;
pub(crate) mod frames;
pub(crate) mod locals;
pub(crate) mod body;
mod simple;
mod arrays;
mod jumps;
mod calls;
mod bootstrap;
pub(crate) mod call_site;
pub(crate) mod bridges;
pub(crate) mod probes;
pub(crate) mod annotations;
pub(crate) mod inner;
pub(crate) mod flags;
pub(crate) mod members;
pub(crate) mod class;
