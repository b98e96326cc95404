//! Run all of it: experiments on phones, in rounds, with a budget and a journal.
//!
//! [`Campaign::run`] asks every planner for experiments, has the phones carry them out side by side, and merges what came of
//! them in the order of their numbers. So the result depends on the seed and not on the number of phones. Whatever was
//! finished stands in the journal; a campaign on the same folder takes it from there and goes on.

mod settings;
mod stop;
mod mask;
mod trouble;
mod retries;
mod phone;
mod ways;
mod reach;
mod course;
mod workers;
mod sites;
mod rules;
mod tally;
mod record;
mod journal;
mod past;
mod lore;
mod rounds;
mod campaign;

pub use campaign::{Campaign, CampaignError, Conclusion, Watcher, recall};
pub use journal::Journal;
pub use past::Past;
pub use settings::{Budget, Screenshots, Settings, Setup};
pub use stop::Stop;
pub use tally::{CrashSeen, PhoneState, Tally, Told};
