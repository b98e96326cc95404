//! Confirm by replay, minimise, deduplicate, rank.
