//! Where events come from.

mod layout;
mod monkey;
mod system;
mod systematic;

use device::Abilities;
use experiment::{Act, Chance};
use gui::Layout;
use model::ScreenIds;
use trace::Step;

pub use layout::FromLayout;
pub use monkey::Monkey;
pub use system::WithSystemEvents;
pub use systematic::{Systematic, Weights};

/// Gives a walk its events.
pub trait EventSource: Send {
    /// What to do here: one act, or a few that belong together, such as darkening the screen and lighting it again. Empty where
    /// there is nothing to do.
    fn draw(&mut self, here: &Here<'_>, chance: &mut Chance) -> Vec<Act>;

    /// Sees what an act has led to.
    fn learn(&mut self, _step: &Step, _from: ScreenIds, _to: ScreenIds) {}
}

/// Where a walk is.
#[derive(Debug, Clone, Copy)]
pub struct Here<'a> {
    /// What is on screen.
    pub layout: &'a Layout,
    /// The screen's names.
    pub screens: ScreenIds,
    /// What the phone can do.
    pub abilities: Abilities,
}
