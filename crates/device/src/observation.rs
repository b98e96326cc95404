//! What is on screen at one moment.

use std::sync::Arc;
use std::time::Duration;

use gui::{Layout, Warning};

use android::component::Component;

/// What is on screen now.
#[derive(Debug, Clone)]
pub struct Observation {
    /// The widgets of the window that takes the input.
    pub layout: Arc<Layout>,
    /// Who is in front.
    pub foreground: Foreground,
    /// Whether the screen moves.
    pub motion: Motion,
    /// When, on the phone's own steady clock.
    pub at: Duration,
    /// What was wrong with the phone's answer, although it could be read.
    pub warnings: Vec<Warning>,
}

/// Who is in front.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Foreground {
    /// The activity in front; `None` where the phone does not say.
    pub activity: Option<Component>,
    /// Whether the keyboard is up; `None` where the phone does not say.
    pub keyboard: Option<bool>,
}

/// Whether the screen moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Motion {
    /// The phone says that it rests, as far as anything is due by itself soon.
    Still,
    /// The phone says that it does not: something is loading, sliding or about to happen.
    Moving,
    /// The phone does not know. Looking twice helps.
    Unknown,
}
