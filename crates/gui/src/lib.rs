//! Understand one Android screen.
//!
//! A phone prints a dump; [`Layout::parse`] makes a tree of widgets of it. A person means an [`Event`]; its target is
//! a [`Selector`], which finds the widget again on another layout or says why it cannot. Nothing here waits for
//! anything: bytes in, values out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod widget; // what one widget is made of, apart from its place in the tree
mod strings; // the strings of one layout, each kept once
mod layout; // one screen as a tree of widgets
mod build; // making layouts, widget by widget
mod digest; // digests of subtrees: equal screens are found by one comparison
mod dump; // screens as phones print them
mod tell; // a layout as a person reads it
mod selector; // names one widget: `#save`, `text "Save"`
mod event; // what a person does to an app, by meaning rather than by pixel
mod offers; // what a person could do on a screen
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
