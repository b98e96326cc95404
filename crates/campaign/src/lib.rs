//! Run all of it: experiments on phones, in rounds, with a budget and a journal.
//!
//! [`Campaign::run`] asks every planner for experiments, has the phones carry them out side by side, and merges what came of
//! them in the order of their numbers. So the result depends on the seed and not on the number of phones. Whatever was
//! finished stands in the journal; a campaign on the same folder takes it from there and goes on.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// A campaign, round by round.
mod campaign; // rounds of experiments until the budget is used up
mod settings; // what it is about
mod stop; // asking it to stop
mod rounds; // one round after the other: plan, carry out, merge
mod rules; // what planning depends on besides outcomes

// One experiment on one phone.
mod workers; // one thread per phone
mod sites; // which phones are alike
mod course; // carrying out one experiment
mod reach; // getting a phone to where it begins
mod ways; // the ways to a place of which nothing is kept
mod phone; // a phone, with what its worker knows of it
mod stopwatch; // what a phone spends its time on
mod retries; // how much trouble a phone may make
mod trouble; // what goes wrong with phones
mod mask; // secrets that an app shows

// What came of it.
mod lore; // what outcomes teach, whoever planned them
mod tally; // what was seen so far, in numbers
mod journal; // what was done and what came of it, in a run folder
mod record; // what a run says of itself, for reports of any version
mod past; // what was finished before a run was resumed

pub use campaign::{Campaign, CampaignError, Conclusion, Watcher, recall};
pub use journal::Journal;
pub use past::Past;
pub use settings::{Budget, CampaignSettings, Screenshots, Setup};
pub use stop::Stop;
pub use tally::{CrashSeen, PhoneState, Tally, Update};
