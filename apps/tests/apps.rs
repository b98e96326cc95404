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
#[path = "apps/detours.rs"]
mod detours;

#[test]
fn every_fault_has_a_test() {
    let tests = [
        ("notes", include_str!("apps/notes.rs")),
        ("tasks", include_str!("apps/tasks.rs")),
        ("diary", include_str!("apps/diary.rs")),
        ("contacts", include_str!("apps/contacts.rs")),
        ("budget", include_str!("apps/budget.rs")),
        ("feeds", include_str!("apps/feeds.rs")),
    ];
    for app in apps::all() {
        let (_, tests) = tests.iter().find(|(name, _)| *name == app.manifest.name).unwrap();
        for fault in app.manifest.faults {
            assert!(tests.contains(&format!("\"{fault}\"")), "{}+{fault}", app.manifest.name);
        }
    }
}
