//! What to do where the app is not in front.

use device::{Abilities, Ability};
use gui::{Event, Key, SystemEvent};

/// Who draws dialogs over an app: permissions, crashes, choosers, a battery that runs low. They are answered like the app's own.
const DIALOGS: [&str; 8] = [
    "android",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
    "com.android.intentresolver",
    "com.google.android.intentresolver",
    "com.android.systemui",
];

/// Whether a walk may stay where this package is in front.
pub(crate) fn may_stay(package: &str, app: &str, allowed: &[String]) -> bool {
    package == app || DIALOGS.contains(&package) || allowed.iter().any(|allowed| allowed == package)
}

/// The next try to bring the app back, after so many in vain.
///
/// Opening it is enough as a rule. Another app's page may lie on top of it in the same task, though: only going back leaves that.
/// Nothing outside the app is ever touched.
pub(crate) fn way_back(tries: usize, abilities: Abilities) -> Event {
    let light = Event::System { event: SystemEvent::Screen { on: true } };
    match tries % 5 {
        1 => Event::Key { key: Key::Back },
        3 if abilities.has(Ability::ScreenOnOff) => light,
        4 => Event::Restart,
        _ => Event::Launch,
    }
}
