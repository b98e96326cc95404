//! How a window looks: from elements to a placed tree, to the dump that uiautomator would print, to pixels.
//!
//! Text runs from left to right; languages that run the other way are not laid out as Android does.

mod metrics;
mod frame;
mod tree;
mod activity;
mod overlay;
mod system;
mod font;
mod form;
mod shape;
mod memo;
mod place;
mod flex;
mod reuse;
mod window;
mod dump;
mod draw;
#[cfg(test)]
mod tests;

pub(crate) use activity::{Activity, Insets, Snackbar, activity_root};
pub(crate) use draw::draw;
pub(crate) use dump::layout_of;
pub(crate) use frame::Frame;
pub(crate) use metrics::{Metrics, Theme};
pub(crate) use overlay::{dialog_root, menu_root, toast_root};
pub(crate) use system::{KeyTop, Keys, NavigationKey, keyboard_root, navigation_bar_root, status_bar_root};
pub(crate) use tree::{HandlersOf, Tree, TreeNode, flatten};
pub(crate) use window::{Focus, Window};
