//! Layouts in packed segments that share equal strings, widgets and subtrees.
//!
//! A segment is a file that only grows. Its first line is `oddity-layouts 1`; then comes one record per layout, holding
//! what no earlier record of the segment holds: a clock on screen costs one string, one widget and a few bytes for each
//! widget around it. Segments do not refer to each other, so one can be read, or lost, without the rest, and a
//! segment's tables bound the memory of writer and reader. `docs/trace-format.md` has every byte.

mod bytes;
mod encode;
mod decode;
mod segment;

pub(crate) use decode::Tables;
pub(crate) use segment::{Segment, SegmentWriter, Tear};

/// The name in the first line of a segment.
pub(crate) const FORMAT: &str = "oddity-layouts";

/// The version that we write, and the newest that we read.
pub(crate) const VERSION: u32 = 1;

/// More windows than any phone shows.
const MAX_WINDOWS: usize = 50_000;
