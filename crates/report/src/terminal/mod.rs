//! What a run says on the terminal, while it goes on and in the end.
//!
//! Nothing here prints. Lines come with colours as ANSI codes; whoever prints them takes those away where nobody would see them.
//! What apps and phones wrote is escaped, so that it cannot move the cursor.

mod state;
mod canvas;
mod screen;
mod plain;
mod messages;
mod summary;

pub use messages::{message_finding, message_finished, message_progress, message_started};
pub use plain::{Pace, line_finding, line_progress, line_started};
pub use screen::screen;
pub use state::{LiveFinding, LivePhone, LiveState};
pub use summary::summary;
