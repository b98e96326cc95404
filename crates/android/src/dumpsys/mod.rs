//! What `dumpsys` prints of the system's services.

/// Which window has the focus (`dumpsys window`).
pub mod window;
/// Which activity is in front (`dumpsys activity`).
pub mod activity;
/// What is installed, and what it may do (`dumpsys package`).
pub mod package;
/// How large the screens are, and which way up (`dumpsys display`).
pub mod display;
/// Whether the keyboard is up, and which (`dumpsys input_method`).
pub mod input_method;
