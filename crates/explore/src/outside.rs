//! What to do where the app is not in front.

use device::{Abilities, Ability};
use gui::{Event, Key, Layout, SystemEvent};
use model::Front;

/// Whether a walk may stay on this screen: it is the app's, asks for a permission, or belongs to an allowed package.
pub(crate) fn may_stay(layout: &Layout, app: &str, allowed: &[String]) -> bool {
    Front::of(layout, app) != Front::Elsewhere || allowed.iter().any(|allowed| allowed == layout.package())
}

/// The next try to bring the app back, after so many in vain.
///
/// Opening it is enough as a rule. A dialog of the system or another app's page in the same task may lie on top of it, though: only
/// going back leaves that. A call is left by going home. Nothing outside the app is ever touched.
pub(crate) fn way_back(tries: usize, abilities: Abilities) -> Event {
    let light = Event::System { event: SystemEvent::Screen { on: true } };
    match tries % 6 {
        1 => Event::Key { key: Key::Back },
        2 => Event::Key { key: Key::Home },
        4 if abilities.has(Ability::ScreenOnOff) => light,
        5 => Event::Restart,
        _ => Event::Launch,
    }
}
