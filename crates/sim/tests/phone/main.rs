//! What Android does, on the simulated phone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod desk;
mod person;
mod walk;
mod windows;
mod typing;
mod time;
mod leaving;
mod changes;
mod ending;
mod two_apps;
mod same_again;
mod faulty;
