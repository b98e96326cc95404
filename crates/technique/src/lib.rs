//! One technique per file or folder, each a judge and, where it takes experiments of its own, a planner.
//!
//! A judge looks at one trace and says what looks wrong in it: [`judge`] asks them all. A planner decides what is tried, and
//! which suspicions deserve to be proven: [`planners`] lists them. No judge knows any app.

mod settings;
mod widget;
mod crash;
mod hang;
mod stuck_outside;
mod endless_wait;
mod neutral_detours;
mod look_twice;
mod direct;
mod share;
mod place;
#[cfg(test)]
mod testing;

use experiment::{Planner, Suspicion};
use model::Volatile;
use trace::Trace;

pub use direct::Direct;
pub use endless_wait::EndlessWait;
pub use look_twice::LookTwice;
pub use neutral_detours::{Detour, NeutralDetours};
pub use settings::Settings;

/// What judges know beside the trace.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The package under test.
    pub app: &'a str,
    /// The widgets that change by themselves: nobody expects them to stay as they are.
    pub volatile: &'a Volatile,
    /// The numbers.
    pub settings: &'a Settings,
}

/// All that looks wrong in a trace, in the order in which it shows.
pub fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let mut found = crash::judge(trace, context);
    found.extend(hang::judge(trace, context));
    found.extend(stuck_outside::judge(trace, context));
    found.extend(endless_wait::judge(trace, context));
    found.extend(neutral_detours::judge(trace, context));
    found.sort_by_key(|suspicion| suspicion.shows_after);
    found
}

/// The planners of a hunt, in the order in which they are asked.
pub fn planners(settings: &Settings) -> Vec<Box<dyn Planner>> {
    let mut planners: Vec<Box<dyn Planner>> = vec![Box::new(Direct)];
    if settings.look_twice {
        planners.push(Box::new(LookTwice::new(settings.clone())));
    }
    if settings.endless_wait {
        planners.push(Box::new(EndlessWait::new(settings.clone())));
    }
    if !settings.detours.is_empty() {
        planners.push(Box::new(NeutralDetours::new(settings.clone())));
    }
    planners
}
