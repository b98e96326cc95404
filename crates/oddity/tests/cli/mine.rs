//! `oddity mine --judge-only`: what recorded runs show, and when they show too little.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{ROOT, path, run};

/// What DroidBot records of an app: `add` is tapped on the list so often, which opens a form that the back key closes. Of these, the
/// numbered ones do nothing.
fn droidbot(folder: &Path, app: &str, taps: usize, dead: &[usize]) {
    let view = |number: i32, id: &str, class: &str, children: &[i32]| {
        json!({
            "package": app, "class": class, "resource_id": format!("{app}:id/{id}"), "text": null,
            "content_description": null, "bounds": [[0, 100 * number], [1080, 100 * number + 100]],
            "visible": true, "enabled": true, "clickable": number > 0, "parent": number.min(1) - 1,
            "children": children, "child_count": children.len(), "temp_id": number, "size": "1080*100",
        })
    };
    let screen = |id: &str| {
        let root = view(0, "content", "android.widget.FrameLayout", &[1]);
        vec![root, view(1, id, "android.widget.Button", &[])]
    };
    let write = |name: String, value: &Value| {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, value.to_string()).expect("writable");
    };
    for (state, button, activity) in [("list", "add", "Main"), ("form", "save", "Edit")] {
        let told = json!({
            "tag": state, "state_str": state, "foreground_activity": format!("{app}/.{activity}"),
            "activity_stack": [format!("{app}/.{activity}")], "width": 1080, "height": 2340, "views": screen(button),
        });
        write(format!("states/state_{state}.json"), &told);
    }
    for tap in 0..taps {
        let leads_to = if dead.contains(&tap) { "list" } else { "form" };
        let touch = json!({"event_type": "touch", "x": null, "y": null, "view": screen("add")[1]});
        let key = json!({"event_type": "key", "name": "BACK"});
        for (at, event, from, to) in [(0, touch, "list", leads_to), (1, key, leads_to, "list")] {
            let tag = format!("2024-02-29_{:02}{:02}0{at}", tap / 60, tap % 60);
            let told = json!({"tag": tag, "event": event, "start_state": from, "stop_state": to});
            write(format!("events/event_{tag}.json"), &told);
        }
    }
    fs::write(folder.join("utg.js"), format!("var utg = {}", json!({"app_package": app}))).expect("writable");
}

/// Judges these folders: the exit code, and what is printed to either.
fn judged(folders: &[&Path]) -> (Option<i32>, String) {
    let folders: Vec<&str> = folders.iter().map(|folder| path(folder)).collect();
    let output = run(&[&["mine", "--judge-only"], &folders[..]].concat());
    let told = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&told).into_owned())
}

#[test]
fn what_is_rare_in_a_folder_of_droidbots_is_told_with_its_trace_and_step() {
    let folder = tempfile::tempdir().expect("a place for recordings");
    droidbot(folder.path(), "com.example", 30, &[17]);
    let (exit, told) = judged(&[folder.path()]);
    assert_eq!(exit, Some(1), "{told}");
    assert!(told.contains("1 of 30: tap #add: it does nothing; usually it leads to .Edit"), "{told}");
    // Two steps a tap, counted from 1 on.
    assert!(told.contains("trace 1, step 35; as usual: trace 1, step "), "{told}");
    assert!(told.contains("1 rare behaviours, not confirmed"), "{told}");
}

#[test]
fn where_the_same_happens_each_time_nothing_is_told() {
    let folder = tempfile::tempdir().expect("a place for recordings");
    droidbot(folder.path(), "com.example", 30, &[]);
    let (exit, told) = judged(&[folder.path()]);
    assert_eq!(exit, Some(0), "{told}");
    assert!(told.contains("0 rare behaviours"), "{told}");
}

#[test]
fn too_little_to_compare_does_not_read_as_clean() {
    let folder = tempfile::tempdir().expect("a place for recordings");
    let few = folder.path().join("few");
    droidbot(&few, "com.example", 9, &[4]);
    let (exit, told) = judged(&[&few]);
    assert_eq!(exit, Some(3), "{told}");
    assert!(told.starts_with("error: too little to compare: no event was done often enough"), "{told}");
    assert!(told.contains("(1 traces, 2 groups of alike screens, 18 pairs; 0 of "), "{told}");
    // With as much from another run of the same app there is enough.
    let more = folder.path().join("more");
    droidbot(&more, "com.example", 21, &[]);
    let (exit, told) = judged(&[&few, &more]);
    assert_eq!(exit, Some(1), "{told}");
    assert!(told.contains("1 of 30: tap #add"), "{told}");
}

#[test]
fn runs_of_different_apps_are_not_compared() {
    let folder = tempfile::tempdir().expect("a place for recordings");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    droidbot(&one, "com.example", 30, &[17]);
    droidbot(&other, "org.example", 30, &[]);
    let (exit, told) = judged(&[&one, &other]);
    assert_eq!(exit, Some(3), "{told}");
    assert!(
        told.starts_with(
            "error: too little to compare: these are runs of 2 apps: com.example (1), org.example (1)"
        ),
        "{told}"
    );
    assert!(told.contains("hint: judge the runs of one app at a time"), "{told}");
}

#[test]
fn runs_without_any_trace_are_too_little() {
    let folder = tempfile::tempdir().expect("a place for runs");
    let into = folder.path().join("run");
    let imported = run(&["trace", "import", "fixtures/turning", "--into", path(&into)]);
    assert!(imported.status.success());
    // A run that was broken off before anything was done.
    let journal = fs::read_to_string(into.join("trace.jsonl")).expect("readable");
    let first = journal.lines().next().expect("a line");
    fs::write(into.join("trace.jsonl"), format!("{first}\n")).expect("writable");
    let (exit, told) = judged(&[&into]);
    assert_eq!(exit, Some(3), "{told}");
    assert!(told.contains("error: too little to compare: "), "{told}");
}

#[test]
fn what_is_broken_in_a_recording_is_left_out_and_said() {
    let folder = tempfile::tempdir().expect("a place for recordings");
    droidbot(folder.path(), "com.example", 30, &[17]);
    fs::write(folder.path().join("events/event_2024-02-29_000500.json"), "{").expect("writable");
    let (exit, told) = judged(&[folder.path()]);
    assert_eq!(exit, Some(1), "{told}");
    assert!(told.contains("warning: ") && told.contains("event_2024-02-29_000500.json"), "{told}");
    let (exit, told) = judged(&[Path::new(&format!("{ROOT}/LICENSE-MIT"))]);
    assert_eq!(exit, Some(2), "{told}");
}
