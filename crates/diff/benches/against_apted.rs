//! Own time against the crate `apted`, interleaved in one process.

fn main() {}
