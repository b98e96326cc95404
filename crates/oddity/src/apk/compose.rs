//! Which Compose an app was built with.

use std::ops::RangeInclusive;

/// Where a build notes the version of Compose. Some builds leave such notes out.
pub(super) const FILE: &str = "META-INF/androidx.compose.ui_ui.version";

/// The most bytes of that file that are looked at.
pub(super) const MAX_BYTES: u64 = 1 << 10;

/// Versions of which apps were walked through on pocket phones: docs/measurements.md names them.
const TRIED: RangeInclusive<(u32, u32)> = (1, 2)..=(1, 9);

/// What can be said of an app that draws with Compose, and whether that version was tried.
pub(crate) fn told(version: Option<&str>) -> (String, bool) {
    let ((first, low), (last, high)) = TRIED.into_inner();
    let tried = format!("{first}.{low} to {last}.{high} were tried on pocket phones");
    match version {
        None => (format!("it draws with Compose, and does not say which; {tried}"), false),
        Some(version) => (
            format!("it draws with Compose {}; {tried}", gui::escaped(version)),
            numbers(version).is_some_and(|numbers| TRIED.contains(&numbers)),
        ),
    }
}

/// `1.7.0-beta01` is of 1.7.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_was_never_tried_is_told_from_one_that_was() {
        let check = |version: Option<&str>, tried: bool, said: &str| {
            assert_eq!(told(version), (format!("{said}; 1.2 to 1.9 were tried on pocket phones"), tried));
        };
        check(Some("1.7.6"), true, "it draws with Compose 1.7.6");
        check(Some("1.2.0-alpha06"), true, "it draws with Compose 1.2.0-alpha06");
        check(Some("1.9.3"), true, "it draws with Compose 1.9.3");
        check(Some("1.10.0"), false, "it draws with Compose 1.10.0");
        check(Some("2.3.0"), false, "it draws with Compose 2.3.0");
        check(Some("1.0.5"), false, "it draws with Compose 1.0.5");
        check(Some("\u{1b}[2J"), false, "it draws with Compose \\u{1b}[2J");
        check(None, false, "it draws with Compose, and does not say which");
    }

    /// Pocket phones blame themselves for what other versions do.
    #[test]
    fn pocket_phones_know_the_same_versions() {
        let java = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../pocket/src/main/java/oddity/pocket/phone/ComposeVersion.java"
        ));
        let ((first, low), (last, high)) = TRIED.into_inner();
        assert_eq!(first, last);
        for known in [
            format!("MAJOR = {first};"),
            format!("FIRST_MINOR = {low};"),
            format!("LAST_MINOR = {high};"),
            format!("{FILE:?}"),
        ] {
            assert!(java.contains(&known), "{known}");
        }
    }
}
