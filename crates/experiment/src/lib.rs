//! What to try, and what came of it.
//!
//! Every technique is a [`Planner`]: it looks at what is known and adds experiments to a [`Round`]. An experiment is a
//! [`Plan`]: a start, a driver, a cause. It runs beside a phone without asking the planner, and becomes an [`Outcome`] with its
//! trace. What looks wrong in a trace is a [`Suspicion`]. Nothing here waits for a phone.

mod chance;
mod place;
mod plan;
mod outcome;
mod suspicion;
mod planner;
mod guard;

pub use chance::Chance;
pub use guard::Guard;
pub use outcome::{Ended, Keepsake, Outcome};
pub use place::{Kept, Leg, Lineage, OnPhone, Place};
pub use plan::{Act, Cause, Driver, Keep, Next, Now, Pictures, Plan, Start, Walk, Walker};
pub use planner::{Companion, Knowledge, Planner, Round, Wish};
pub use suspicion::{Kind, Suspicion};
