//! What to do where the app is not in front.

use android::component::Component;
use device::{Abilities, Ability, Observation};
use gui::{Event, Key, SystemEvent};
use model::Front;

/// Whether a walk may stay on this screen: it is the app's, asks for a permission, or belongs to an allowed package or is an allowed
/// activity.
pub(crate) fn may_stay(seen: &Observation, app: &str, allowed: &[String]) -> bool {
    let is_in_front = |allowed: &String| match Component::parse(allowed) {
        Some(activity) => seen.foreground.activity.as_ref() == Some(&activity),
        None => allowed == seen.layout.package(),
    };
    Front::of(&seen.layout, app) != Front::Elsewhere || allowed.iter().any(is_in_front)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{APP, button, observation, page_of};

    #[test]
    fn a_walk_stays_in_allowed_packages_and_activities_alone() {
        let mut seen = observation(page_of("com.browser", &[button("a")]));
        seen.foreground.activity = Component::parse("com.browser/.Tab");
        let check = |allowed: &[&str], stays| {
            let allowed: Vec<String> = allowed.iter().map(|&allowed| allowed.to_owned()).collect();
            assert_eq!(may_stay(&seen, APP, &allowed), stays, "{allowed:?}");
        };
        check(&[], false);
        check(&["com.mail", "com.browser"], true);
        check(&["com.browser/.Tab"], true);
        check(&["com.browser/com.browser.Tab"], true);
        check(&["com.browser/.Settings", "com.mail/.Tab"], false);
    }
}
