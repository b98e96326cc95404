//! Understand one Android screen: layouts, widgets, events and selectors.
