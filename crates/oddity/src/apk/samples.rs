//! That the sample apps in `pocket/samples` are as their lists of faults say, as far as can be told without a phone.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use script::Script;
use sim::FaultKind;
use toml::de::{DeTable, DeValue};

/// One entry of an app's `faults.toml`.
struct Fault {
    name: String,
    kind: String,
    tells: String,
    steps: Vec<String>,
}

const KINDS: [FaultKind; 13] = [
    FaultKind::ShallowCrash,
    FaultKind::DeepCrash,
    FaultKind::LostEffect,
    FaultKind::WrongItem,
    FaultKind::StaleValue,
    FaultKind::DeadSetting,
    FaultKind::LostInput,
    FaultKind::DeadControl,
    FaultKind::WrongView,
    FaultKind::RareData,
    FaultKind::LookOnly,
    FaultKind::DeviceStructure,
    FaultKind::Hang,
];

#[test]
fn every_committed_apk_names_the_package_of_its_app_and_its_version() {
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(folder().join("apk")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let app = name.split('+').next().unwrap();
        assert_eq!(super::package_of(&path).unwrap(), format!("dev.oddity.samples.{app}"), "{name}");
        assert_eq!(super::version_of(&path).unwrap(), Some(1), "{name}");
        seen.insert(name.to_owned());
    }
    let faulty = ["departures", "laps", "lending", "pantry"]
        .into_iter()
        .flat_map(|app| [app.to_owned(), format!("{app}+all")]);
    assert_eq!(seen, faulty.chain(["visitor".to_owned()]).collect());
}

#[test]
fn every_app_has_a_deep_crash_and_loses_input() {
    // `laps` is small on purpose: two neighbours of false alarms.
    for (app, faults) in lists().into_iter().filter(|(app, _)| app != "laps") {
        for kind in ["deep-crash", "lost-input"] {
            assert!(faults.iter().any(|fault| fault.kind == kind), "{app} has no {kind}");
        }
        let deep = faults.iter().filter(|fault| fault.kind == "deep-crash");
        // The last step is what should have been seen.
        deep.for_each(|fault| assert!(fault.steps.len() > 5, "{app}+{} is not deep", fault.name));
    }
}

#[test]
fn faults_are_told_in_the_words_of_the_benchmark_and_of_scripts() {
    let kinds = KINDS.map(|kind| kind.to_string());
    for (app, faults) in lists() {
        let names: BTreeSet<_> = faults.iter().map(|fault| &fault.name).collect();
        assert_eq!(names.len(), faults.len(), "two faults of {app} have one name");
        for fault in faults {
            let whole = format!("{app}+{}", fault.name);
            assert!(kinds.contains(&fault.kind), "{whole} is of no known kind: {}", fault.kind);
            assert!(!fault.tells.is_empty(), "{whole} tells nothing");
            let script = Script::parse(&whole, fault.steps.join("\n").as_bytes(), &|_| None);
            script.unwrap_or_else(|error| panic!("{whole}: {error}"));
        }
    }
}

/// The faults of each app.
fn lists() -> Vec<(String, Vec<Fault>)> {
    let mut lists = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let folder = entry.unwrap().path();
        if let Ok(text) = fs::read_to_string(folder.join("faults.toml")) {
            let app = folder.file_name().unwrap().to_str().unwrap().to_owned();
            let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{app}: {error}"));
            let faults = table.get_ref()["fault"].get_ref().as_array().unwrap();
            lists.push((app, faults.iter().map(|fault| read(fault.get_ref())).collect()));
        }
    }
    assert_eq!(lists.len(), 7, "there are seven sample apps with faults");
    lists
}

fn read(fault: &DeValue<'_>) -> Fault {
    let text = |value: &DeValue<'_>| value.as_str().unwrap().to_owned();
    let field = |name: &str| text(fault.get(name).unwrap().get_ref());
    let steps = fault.get("steps").unwrap().get_ref().as_array().unwrap();
    Fault {
        name: field("name"),
        kind: field("kind"),
        tells: field("tells"),
        steps: steps.iter().map(|step| text(step.get_ref())).collect(),
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../pocket/samples")
}
