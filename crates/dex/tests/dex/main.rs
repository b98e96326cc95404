//! Whole DEX files: right ones, held to the classes they were made from, and broken ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod corpus;
mod broken;
