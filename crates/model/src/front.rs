//! Whose window a person would act on.

use gui::{Layout, Window};

/// Whose window a person would act on.
///
/// Everything that is neither the app's nor asked for by the app is elsewhere: the launcher, other apps, the share sheet, calls,
/// and the system's words on an app that crashed or hangs. A way through any of those is no way to count on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Front {
    /// The app's: a page, a dialog or a popup.
    App,
    /// Another's that the app has asked for, and that belongs to its own flow: what lies behind is reached through it. The
    /// system asks whether the app may do something; or a pocket phone shows its own camera or picker, which always answers.
    Asked,
    /// Another's, or none.
    Elsewhere,
}

impl Front {
    /// Whose window a person would act on, of those in the layout.
    ///
    /// A plain dump has only that one. Among several it is the one that the phone calls active, else the topmost that is not the
    /// keyboard's or one of the bars'.
    pub fn of(layout: &Layout, app: &str) -> Front {
        let windows = layout.windows();
        let is_active = |window: &&Window| window.info.details.as_ref().is_some_and(|told| told.active);
        let acted_on = windows
            .iter()
            .find(|window| is_active(window) && !is_apart(layout, window))
            .or_else(|| windows.iter().find(|window| !is_apart(layout, window)));
        match acted_on.and_then(|window| package_of(layout, window)) {
            Some(package) if package == app => Front::App,
            Some(package) if asks_for_the_app(package) => Front::Asked,
            _ => Front::Elsewhere,
        }
    }
}

/// Whether a window is part of a screen of the app's.
pub(crate) fn counts(layout: &Layout, window: &Window, app: &str) -> bool {
    package_of(layout, window).is_some_and(|package| package == app || asks_for_the_app(package))
        && !is_apart(layout, window)
}

/// The package of the window's first root.
fn package_of<'a>(layout: &'a Layout, window: &Window) -> Option<&'a str> {
    window.nodes().next().map(|root| layout.node(root).package())
}

/// Whether it lies beside what a person acts on: the keyboard, the bars, or nothing at all.
fn is_apart(layout: &Layout, window: &Window) -> bool {
    let kind = window.info.details.as_ref().map_or("", |told| told.kind.as_str());
    // "input method", "INPUT_METHOD", "TYPE_INPUT_METHOD"
    let is_keyboard = kind.len() < 30 && kind.to_lowercase().replace('_', " ").contains("input method");
    is_keyboard || package_of(layout, window).is_none_or(|package| package == "com.android.systemui")
}

/// Whether this is who asks for permissions (Android's own, Google's and Samsung's, of old and of late, and Xiaomi's), or a screen
/// of a pocket phone's own.
fn asks_for_the_app(package: &str) -> bool {
    package.starts_with("oddity.pocket.")
        || package.ends_with(".permissioncontroller")
        || package.ends_with(".packageinstaller")
        || package == "com.lbe.security.miui"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Said, screen, windows};

    fn check(layout: &Layout, expected: Front) {
        assert_eq!(Front::of(layout, "com.example"), expected, "{layout:?}");
    }

    #[test]
    fn the_app_s_own_window_is_in_front_and_others_are_not() {
        check(&screen("com.example", "FrameLayout"), Front::App);
        check(&screen("com.android.launcher3", "FrameLayout"), Front::Elsewhere);
        check(&screen("android", "FrameLayout\n  Button #aerr_close \"Close app\""), Front::Elsewhere);
        check(&screen("com.example", ""), Front::Elsewhere);
    }

    #[test]
    fn a_question_for_a_permission_belongs_to_the_app_s_flow() {
        for package in ["com.android.packageinstaller", "com.google.android.permissioncontroller"] {
            check(&screen(package, "FrameLayout #grant_dialog"), Front::Asked);
        }
    }

    #[test]
    fn a_pocket_phone_s_camera_belongs_to_the_app_s_flow_and_a_real_one_does_not() {
        check(&screen("oddity.pocket.camera", "FrameLayout"), Front::Asked);
        check(&screen("com.android.camera2", "FrameLayout"), Front::Elsewhere);
    }

    #[test]
    fn keyboard_and_bars_do_not_count_among_several_windows() {
        let said = |kind, package, active| Said { kind, package, active, tree: "FrameLayout" };
        let keyboard = said("input method", "com.google.android.inputmethod.latin", false);
        let bar = said("system", "com.android.systemui", false);
        let app = said("application", "com.example", true);
        let below = said("application", "com.other", false);
        check(&windows(&[keyboard, bar, app, below]), Front::App);
        let over = said("application", "com.other", false);
        check(&windows(&[over, said("application", "com.example", false)]), Front::Elsewhere);
    }
}
