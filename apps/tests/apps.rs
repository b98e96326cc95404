//! The apps on a simulated phone: each fault shows when it is switched on and only then, and the mended apps withstand
//! everything.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "apps/person.rs"]
mod person;
#[path = "apps/notes.rs"]
mod notes;
#[path = "apps/tasks.rs"]
mod tasks;
#[path = "apps/diary.rs"]
mod diary;
#[path = "apps/contacts.rs"]
mod contacts;
#[path = "apps/budget.rs"]
mod budget;
#[path = "apps/feeds.rs"]
mod feeds;
#[path = "apps/storm.rs"]
mod storm;
