//! What to try, and what came of it.
//!
//! Every technique has a [`Planner`] or a judge, mostly both: [`Technique`] tells it all. A planner looks at what is known, the
//! [`World`], and adds experiments to a [`Round`]. An experiment is a [`Plan`]: a site, a start, a driver, a cause. It runs beside
//! a phone without asking the planner, and becomes an [`Outcome`] with its trace. What looks wrong in a trace is a
//! [`Suspicion`]; what it takes to see it again, on one phone or several, is its [`Claim`]. Nothing here waits for a phone.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod chance; // choices left to chance, the same for the same key
mod site; // where experiments run
mod costs; // what phones take for what a campaign asks of them
mod place; // conditions of an app that an experiment can begin in
mod names; // names that were others once
mod purpose; // why an experiment is carried out
mod plan; // an experiment to be carried out
mod kind; // kinds of faults
mod suspicion; // a judge's word after one look
mod claim; // what must be run to see a suspicion again, and whether it was seen
mod outcome; // what came of an experiment
mod corpus; // what was recorded so far, for techniques that compare
mod world; // what is known
mod round; // the experiments of one round, and who may plan how many events
mod planner; // who proposes experiments
mod technique; // what a technique is, told once
mod guard; // what the user does not want touched

pub use chance::Chance;
pub use claim::{Alone, Brought, Claim, Context, Exhibit, Gallery, Seen, Trial};
pub use corpus::{Corpus, Recorded};
pub use costs::Costs;
pub use guard::Guard;
pub use kind::{Kind, Severity};
pub use names::{current_name, renamed_names};
pub use outcome::{Did, Ended, Keepsake, Outcome};
pub use place::{Kept, Leg, Lineage, OnPhone, Place};
pub use plan::{Act, Driver, ForJudge, Keep, Next, Now, On, Pictures, Plan, Start, Tag, Walk, Walker};
pub use planner::{Companion, Planner, Wish};
pub use purpose::{Begins, Cause, Proof, Purpose};
pub use round::{Ledger, Round};
pub use site::{BuildId, KindId, Site};
pub use suspicion::{Fingerprint, Suspicion};
pub use technique::{About, Technique, Techniques};
pub use world::{Knowledge, World};
