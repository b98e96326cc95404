//! That the sample apps in Kotlin have their faults, and the mended ones do not: the steps of each `faults.toml`, on a phone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use device::{Change, Device, perform};
use gui::Orientation;
use script::{Condition, Order, Script};
use toml::de::DeTable;

use crate::common::{TestPhone, look, package, phone_with};

#[test]
fn each_fault_shows_in_the_faulty_app_alone() {
    check_built(&["habits", "episodes"], "");
}

/// Those that hold other people's libraries are there only where they were built.
#[track_caller]
fn check_built(apps: &[&str], minified: &str) {
    let built = samples().join("../../target/samples");
    let missing = |apk: &String| !built.join(format!("{apk}.apk")).is_file();
    let needed = apps.iter().flat_map(|app| [format!("{app}{minified}"), format!("{app}+all{minified}")]);
    let missing: Vec<_> = needed.filter(missing).collect();
    if !missing.is_empty() {
        return testkit::skip(&format!(
            "the sample apps in Kotlin (pocket/samples/build {})",
            missing.join(" ")
        ));
    }
    for app in apps {
        check(app, minified, &built);
    }
}

fn check(app: &str, minified: &str, apks: &Path) {
    let faults = faults(app);
    let mended = apks.join(format!("{app}{minified}.apk"));
    let Some(mut phone) = phone_with(&mended) else { return };
    for (name, script) in &faults {
        assert_eq!(first_failing(&mut phone, script), None, "{app}{minified} is to be without {name}");
    }
    drop(phone);
    let faulty = apks.join(format!("{app}+all{minified}.apk"));
    let Some(mut phone) = phone_with(&faulty) else { return };
    for (name, script) in &faults {
        assert!(first_failing(&mut phone, script).is_some(), "{app}+all{minified} is to have {name}");
    }
}

/// The first order that cannot be done or does not hold, from a fresh start on an upright phone.
fn first_failing(phone: &mut TestPhone, script: &Script) -> Option<String> {
    let package = package(phone);
    phone.change(&Change::Rotate { to: Orientation::Portrait }).unwrap();
    phone.clear_data(&package).unwrap();
    phone.launch(&package).unwrap();
    let orders = script.lines.iter().map(|line| &line.order);
    orders.into_iter().find(|order| !is_done(phone, &package, order)).map(Order::to_string)
}

fn is_done(phone: &mut TestPhone, package: &str, order: &Order) -> bool {
    let seen = look(phone);
    match order {
        Order::Expect(condition) => condition.holds(&seen.layout),
        Order::WaitFor { condition, at_most } => comes_true(phone, condition, *at_most),
        Order::Do(_) | Order::TypeSecret { .. } | Order::HideKeyboard => {
            let event = order.event(seen.foreground.keyboard);
            event.is_none_or(|event| perform(&mut **phone, package, &event, &seen.layout).is_ok())
        }
    }
}

fn comes_true(phone: &mut TestPhone, condition: &Condition, at_most: Duration) -> bool {
    let pauses = at_most.as_secs();
    (0..=pauses).any(|_| {
        let holds = condition.holds(&look(phone).layout);
        phone.wait(Duration::from_secs(1)).unwrap();
        holds
    })
}

/// The faults of an app, and the steps to each.
fn faults(app: &str) -> Vec<(String, Script)> {
    let text = fs::read_to_string(samples().join(app).join("faults.toml")).unwrap();
    let table = DeTable::parse(&text).unwrap();
    let faults = table.get_ref()["fault"].get_ref().as_array().unwrap();
    let faults = faults.iter().map(|fault| {
        let name = fault.get_ref()["name"].get_ref().as_str().unwrap();
        let steps = fault.get_ref()["steps"].get_ref().as_array().unwrap();
        let lines: Vec<_> = steps.iter().map(|step| step.get_ref().as_str().unwrap()).collect();
        (name.to_owned(), Script::parse(name, lines.join("\n").as_bytes(), &|_| None).unwrap())
    });
    faults.collect()
}

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pocket/samples")
}
