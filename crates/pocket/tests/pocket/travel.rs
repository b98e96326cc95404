//! Going back in time, where CRIU is.

use device::{Ability, Change, Device, DeviceError};

use crate::common::{APP, TestPhone, act, activity, launch, look, package, phone, texts};
use crate::world::{VISITOR, check, log_position, logged, wait};

/// A phone that can go back; `None` after saying what is missing.
fn travelling_phone() -> Option<TestPhone> {
    travelling_phone_with(APP)
}

fn travelling_phone_with(app: &str) -> Option<TestPhone> {
    if let Err(why) = pocket::Criu::find() {
        testkit::skip(&format!("criu >= 4 and root: {why}"));
        return None;
    }
    let phone = phone(app)?;
    assert!(phone.abilities().has(Ability::Snapshot));
    Some(phone)
}

fn buy_a_ticket(phone: &mut TestPhone) -> Vec<String> {
    act(phone, "tap #buy");
    let wallet = act(phone, "tap #button1");
    assert_eq!(activity(&wallet), "WalletActivity");
    texts(&wallet)
}

#[test]
fn a_phone_goes_back_with_its_process_and_what_it_has_stored() {
    let Some(mut phone) = travelling_phone() else { return };
    launch(&mut phone);
    act(&mut phone, "tap #open_ticket");
    let typed = act(&mut phone, "type \"Ada\" into #passenger");
    let before = Device::now(&mut *phone).unwrap();
    let snapshot = phone.snapshot().unwrap();
    assert_eq!(look(&mut phone).layout.to_xml(), typed.layout.to_xml(), "it goes on as if nothing had been");
    let bought = buy_a_ticket(&mut phone);

    for time in 1..=3 {
        phone.restore(snapshot).unwrap();
        assert_eq!(Device::now(&mut *phone).unwrap(), before);
        assert_eq!(look(&mut phone).layout.to_xml(), typed.layout.to_xml(), "back for the {time}. time");
        // A second ticket in the wallet would be one that was not put back.
        assert_eq!(buy_a_ticket(&mut phone), bought, "back for the {time}. time");
    }
    phone.forget(snapshot).unwrap();
    assert!(matches!(phone.restore(snapshot), Err(DeviceError::NoSuchSnapshot { .. })));
    assert_eq!(activity(&look(&mut phone)), "WalletActivity", "nothing has happened");
}

#[test]
fn snapshots_share_what_they_have_in_common() {
    let Some(mut phone) = travelling_phone() else { return };
    launch(&mut phone);
    act(&mut phone, "tap #open_ticket");
    let snapshot = phone.snapshot().unwrap();
    let bytes = phone.snapshot_bytes(snapshot).unwrap();
    assert!((100_000..150_000_000).contains(&bytes), "{bytes} bytes are all of a JVM's memory");
}

#[test]
fn a_phone_whose_app_has_no_process_goes_back_too() {
    let Some(mut phone) = travelling_phone() else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    let bought = buy_a_ticket(&mut phone);
    phone.stop(&package).unwrap();
    let snapshot = phone.snapshot().unwrap();
    phone.clear_data(&package).unwrap();
    launch(&mut phone);
    phone.restore(snapshot).unwrap();
    assert_eq!(activity(&look(&mut phone)), "Launcher");
    assert_eq!(activity(&launch(&mut phone)), "BoardActivity");
    assert_eq!(texts(&act(&mut phone, "tap #open_wallet")), bought);
}

#[test]
fn what_the_system_does_later_goes_back_too() {
    let Some(mut phone) = travelling_phone_with(VISITOR) else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    check(&mut phone, "Alarm in a minute", &[], "set");
    phone.change(&Change::KillProcess { package }).unwrap();
    let snapshot = phone.snapshot().unwrap();
    for time in 1..=2 {
        let since = log_position(&mut phone);
        wait(&mut phone, 61);
        assert_eq!(logged(&mut phone, since), ["alarm"], "for the {time}. time");
        phone.restore(snapshot).unwrap();
    }
}

#[test]
fn a_fresh_start_is_the_same_each_time() {
    let Some(mut phone) = travelling_phone() else { return };
    let package = package(&mut phone);
    let first = launch(&mut phone).layout.to_xml();
    act(&mut phone, "tap #open_ticket");
    phone.clear_data(&package).unwrap();
    assert_eq!(launch(&mut phone).layout.to_xml(), first);
    drop(phone);
    let Some(mut another) = travelling_phone() else { return };
    assert_eq!(launch(&mut another).layout.to_xml(), first, "on another phone, too");
}

#[test]
fn two_phones_from_one_image_know_nothing_of_each_other() {
    let Some(mut one) = travelling_phone() else { return };
    launch(&mut one);
    let mut other = one.another();
    let first = launch(&mut other).layout.to_xml();
    assert_eq!(look(&mut one).layout.to_xml(), first);

    act(&mut one, "tap #open_ticket");
    act(&mut one, "type \"Ada\" into #passenger");
    let snapshot = one.snapshot().unwrap();
    let bought = buy_a_ticket(&mut one);
    assert_eq!(look(&mut other).layout.to_xml(), first, "nobody has touched it");
    act(&mut other, "tap #open_ticket");
    act(&mut other, "type \"Bob\" into #passenger");
    assert_ne!(buy_a_ticket(&mut other), bought);

    one.restore(snapshot).unwrap();
    assert_eq!(buy_a_ticket(&mut one), bought);
    assert_eq!(activity(&look(&mut other)), "WalletActivity");
    assert!(matches!(other.restore(snapshot), Err(DeviceError::NoSuchSnapshot { .. })), "it is the other's");
}
