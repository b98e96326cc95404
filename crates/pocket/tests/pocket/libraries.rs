//! Libraries that do work later: `WorkManager`, and the job service of `AndroidX`.

use std::path::Path;

use device::{Change, Device};
use gui::SystemEvent;

use crate::common::{TestPhone, act, launch, look, package, phone_with};
use crate::world::wait;

fn done(phone: &mut TestPhone) -> String {
    let seen = look(phone);
    let done = seen.layout.nodes().find(|node| node.resource_id().ends_with("/done"));
    done.map(|node| node.text().to_owned()).unwrap_or_default()
}

#[test]
fn work_is_done_when_its_time_has_come_in_whatever_process() {
    let apk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/samples/chores.apk");
    if !apk.is_file() {
        return testkit::skip("the sample app chores (pocket/samples/build chores)");
    }
    let Some(mut phone) = phone_with(&apk) else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    act(&mut phone, "tap #errands");
    assert_eq!(done(&mut phone), "bread, milk");
    act(&mut phone, "tap #once");
    wait(&mut phone, 50);
    assert_eq!(done(&mut phone), "bread, milk", "not yet");
    wait(&mut phone, 15);
    assert_eq!(done(&mut phone), "bread, milk, once");

    phone.change(&Change::System { event: SystemEvent::Network { on: false } }).unwrap();
    act(&mut phone, "tap #online");
    assert_eq!(done(&mut phone), "bread, milk, once");
    phone.change(&Change::System { event: SystemEvent::Network { on: true } }).unwrap();
    assert_eq!(done(&mut phone), "bread, milk, once, once");

    act(&mut phone, "tap #often");
    assert_eq!(done(&mut phone), "bread, milk, once, once, often", "the first time at once");
    act(&mut phone, "tap #once");
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    wait(&mut phone, 65);
    launch(&mut phone);
    assert_eq!(done(&mut phone), "bread, milk, once, once, often, once");
    phone.change(&Change::KillProcess { package }).unwrap();
    wait(&mut phone, 15 * 60);
    launch(&mut phone);
    assert_eq!(done(&mut phone), "bread, milk, once, once, often, once, often");
}
