//! Reading DEX files: bytes in, tables out. Every index and offset is checked, since all of it comes from strangers.

pub(crate) mod bytes;
pub(crate) mod file;
pub(crate) mod class;
pub(crate) mod code;
pub(crate) mod debug;
pub(crate) mod value;
pub(crate) mod annotation;
