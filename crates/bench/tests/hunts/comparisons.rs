//! Versions and phones, compared.

use bench::Comparisons;
use sim::Profile;

fn comparisons(apps: &[&str], events: u64, kinds: Vec<Profile>) -> Comparisons {
    let apps = apps.iter().map(|&app| app.to_owned()).collect();
    let profile = vision::Profile::default();
    Comparisons { apps, seeds: 1, events, jobs: 2, kinds, profile, pairs: Vec::new() }
}

#[test]
fn the_same_version_and_a_renamed_one_do_not_differ_and_faults_do() {
    let rows = comparisons(&["notes"], 400, vec![Profile::default()]).versions(|_, _| {}).unwrap();
    for row in rows.iter().filter(|row| row.kind.is_none()) {
        assert!(row.screens > 300 && row.found.is_empty(), "{row:?}");
    }
    assert!(rows.iter().any(|row| row.kind.is_some() && !row.found.is_empty()), "{rows:?}");
}

#[test]
fn what_is_missing_on_older_phones_is_found_and_the_mended_app_is_the_same_everywhere() {
    let small = |api| Profile { screen_px: (720, 1280), density_dpi: 320, ..Profile::android(api) };
    let rows = comparisons(&["contacts"], 1_500, vec![small(34), small(28)]).devices(|_, _| {}).unwrap();
    for row in &rows {
        match row.other.as_str() {
            "mended" => assert!(row.screens > 300 && row.found.is_empty(), "{row:?}"),
            "hidden-import" => assert!(!row.found.is_empty(), "{row:?}"),
            _ => {}
        }
    }
}
