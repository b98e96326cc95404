//! Processes that end: for good, for want of memory, and by an exception.

use device::{Ability, Change, Device, DeviceError, LogPosition};

use crate::common::{APP, TestPhone, act, activity, launch, look, package, phone, plain_phone, texts};

#[test]
fn a_process_that_the_system_ends_comes_back_with_what_it_saved() {
    let Some(mut phone) = phone(APP) else { return };
    launch(&mut phone);
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    act(&mut phone, "tap #more");
    let package = package(&mut phone);
    let before = phone.apps().unwrap()[0].pid;
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    assert_eq!(activity(&look(&mut phone)), "Launcher");
    assert_eq!(phone.apps().unwrap()[0].pid, None);

    let back = launch(&mut phone);
    assert_eq!(activity(&back), "TicketActivity");
    assert!(texts(&back).contains(&"Ada".to_owned()), "{:?}", texts(&back));
    assert!(texts(&back).contains(&"2".to_owned()), "{:?}", texts(&back));
    assert_ne!(phone.apps().unwrap()[0].pid, before, "another process");
    assert_eq!(activity(&act(&mut phone, "press back")), "BoardActivity", "what lay below is there too");

    // What is stored outlives a process that is ended for good, and nothing else does.
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    act(&mut phone, "tap #buy");
    let wallet = act(&mut phone, "tap #button1");
    assert_eq!(activity(&wallet), "WalletActivity");
    phone.stop(&package).unwrap();
    assert_eq!(activity(&launch(&mut phone)), "BoardActivity");
    let wallet = texts(&act(&mut phone, "tap #open_wallet"));
    assert!(wallet.iter().any(|text| text.contains("Ada")), "{wallet:?}");
    phone.clear_data(&package).unwrap();
    launch(&mut phone);
    let wallet = texts(&act(&mut phone, "tap #open_wallet"));
    assert!(!wallet.iter().any(|text| text.contains("Ada")), "{wallet:?}");
}

#[test]
fn without_criu_a_process_comes_back_too() {
    let Some(mut phone) = plain_phone(APP) else { return };
    assert!(!phone.abilities().has(Ability::Snapshot));
    assert!(matches!(phone.snapshot(), Err(DeviceError::Lacks { .. })));
    let package = package(&mut phone);
    assert_eq!(phone.apps().unwrap()[0].pid, None, "nobody has opened the app yet");
    phone.stop(&package).unwrap();
    launch(&mut phone);
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    phone.change(&Change::KillProcess { package }).unwrap();
    let back = launch(&mut phone);
    assert_eq!(activity(&back), "TicketActivity");
    assert!(texts(&back).contains(&"Ada".to_owned()), "{:?}", texts(&back));
}

#[test]
fn without_criu_the_app_opens_again_with_what_it_had_stored() {
    let Some(mut phone) = plain_phone(APP) else { return };
    let package = package(&mut phone);
    launch(&mut phone);
    let buy = |phone: &mut TestPhone, name: &str| {
        act(phone, "tap #open_ticket");
        act(phone, &format!("type \"{name}\" into #passenger"));
        act(phone, "tap #buy");
        act(phone, "tap #button1")
    };
    buy(&mut phone, "Ada");
    let then = phone.now().unwrap();
    let stored = phone.snapshot_data(&package).unwrap();
    assert_eq!(activity(&look(&mut phone)), "WalletActivity", "the app goes on");
    act(&mut phone, "press back");
    let both = texts(&buy(&mut phone, "Bea"));
    assert!(["Ada", "Bea"].iter().all(|name| both.iter().any(|text| text.contains(name))), "{both:?}");

    phone.restore(stored).unwrap();
    assert_eq!(phone.now().unwrap(), then, "the phone's clock goes back, too");
    assert_eq!(activity(&look(&mut phone)), "Launcher", "as if the app had been ended");
    assert_eq!(activity(&launch(&mut phone)), "BoardActivity");
    let one = texts(&act(&mut phone, "tap #open_wallet"));
    assert!(one.iter().any(|text| text.contains("Ada")), "{one:?}");
    assert!(!one.iter().any(|text| text.contains("Bea")), "{one:?}");

    phone.forget(stored).unwrap();
    assert!(matches!(phone.restore(stored), Err(DeviceError::NoSuchSnapshot { .. })));
}

#[test]
fn an_exception_ends_the_process_and_is_logged_as_on_a_phone() {
    let Some(mut phone) = phone("lending+all") else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    act(&mut phone, "tap description \"History\"");
    let gone = act(&mut phone, "type \"O'Hara\" into #search");
    assert_eq!(activity(&gone), "Launcher");
    let log = phone.read_log(LogPosition::START).unwrap();
    let crash = android::crash::java_crashes(&log.logcat()).pop().unwrap();
    assert_eq!(crash.process.as_deref(), Some(package.as_str()));
    assert!(crash.stack.thrown().unwrap().type_name.contains("SQLiteException"), "{crash:?}");
}

#[test]
fn an_app_that_is_not_there_is_not_opened() {
    let Some(mut phone) = phone(APP) else { return };
    let refused = Device::launch(&mut *phone, "com.example.other").unwrap_err();
    assert!(matches!(refused, DeviceError::NoSuchApp { .. }), "{refused}");
}

#[test]
fn what_a_process_is_at_is_seen_as_long_as_it_lives() {
    let Some(mut phone) = plain_phone(APP) else { return };
    launch(&mut phone);
    let sampling = phone.begin_samples().unwrap();
    for _ in 0..10 {
        act(&mut phone, "tap #open_ticket");
        act(&mut phone, "press back");
    }
    let samples = phone.end_samples(sampling).unwrap().unwrap();
    for what in ["app", "framework", "layout", "dump"] {
        assert!(samples.main.contains_key(what), "{what} in {samples:?}");
    }
    let names = ["app", "framework", "linking", "layout", "dump", "picture", "threads", "answer"];
    assert!(samples.main.keys().all(|name| names.contains(&name.as_str())), "{samples:?}");

    let sampling = phone.begin_samples().unwrap();
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package }).unwrap();
    launch(&mut phone);
    assert_eq!(phone.end_samples(sampling).unwrap(), None, "nobody has looked at this one");
}
