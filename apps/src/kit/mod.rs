//! What several apps have alike, so that an app's own files tell what is its own.

/// Screens, their messages and activities, named once.
mod screens;
/// Dropdowns of values and of things with numbers; what is ticked among several.
mod choices;
/// A list whose things are added, renamed and deleted in dialogs.
pub(crate) mod names;
/// Parts of settings, and the theme that some of them have.
mod settings;

pub(crate) use choices::{item_choice, toggle, value_choice};
pub(crate) use screens::screens;
pub(crate) use settings::{Theme, heading, labelled};

/// `1 note`, `2 notes`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
