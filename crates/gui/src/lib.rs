//! Understand one Android screen.
//!
//! A phone prints a dump; [`Layout::parse`] makes a tree of widgets of it. A person means an [`Event`]; its target is
//! a [`Selector`], which finds the widget again on another layout or says why it cannot. Nothing here waits for
//! anything: bytes in, values out.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod widget;
mod strings;
mod layout;
mod build;
mod digest;
mod dump;
mod tell;
mod selector;
mod event;
mod offers;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use build::{LayoutBuilder, LimitReached, MAX_DEPTH, MAX_NODES};
pub use digest::Digest;
pub use dump::{DumpError, MAX_DUMP_BYTES, Parsed, Refusal, Warning, WarningKind, flat};
pub use event::{Direction, Event, EventError, Key, KeyboardAction, Orientation, Pinch, SystemEvent};
pub use layout::{Layout, Node, NodeId, Window, WindowDetails, WindowInfo};
pub use offers::{Gesture, Offer};
pub use selector::{Candidate, Confidence, Match, NoMatch, Selector, SelectorError, Selectors, unquoted};
pub use tell::{escaped, plain_json, quoted};
pub use widget::{Flag, Flags, Rect, Widget};
