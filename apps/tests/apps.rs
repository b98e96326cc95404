//! The apps on a simulated phone: each fault shows when it is switched on and only then, and the mended apps withstand
//! everything.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

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
#[path = "apps/state_loss.rs"]
mod state_loss;

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

/// Whoever looks for faults must not know which ones there are: names of apps and faults stand in tests alone.
#[test]
fn no_technique_knows_an_app_or_a_fault() {
    let named: Vec<String> = apps::all()
        .iter()
        .flat_map(|app| {
            app.manifest.faults.iter().map(ToString::to_string).chain([app.manifest.package.to_owned()])
        })
        .collect();
    let mut looked_at = 0;
    for name in ["model", "explore", "effect", "compare", "technique", "finding"] {
        let mut folders =
            vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else if entry.extension().is_some_and(|end| end == "rs") {
                    let text = fs::read_to_string(&entry).unwrap();
                    let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
                    let known = named.iter().find(|name| code.contains(&format!("\"{name}\"")));
                    assert_eq!(known, None, "{} knows it", entry.display());
                    looked_at += 1;
                }
            }
        }
    }
    assert!(looked_at > 60, "only {looked_at} files");
}
