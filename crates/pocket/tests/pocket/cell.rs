//! What an app cannot do that was made to break out: the kernel keeps it in, with CRIU and without, also once a JVM was taken up from an
//! image.

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::Path;

use device::{Device as _, LogPosition, SnapshotId};
use pocket::{Confine, Layers};

use crate::common::{APP, TestPhone, act, launch, phone, phone_confined, plain_phone};
use crate::world::{VISITOR, told_after};

/// Where the visitor would leave its mark, and knock.
const MARK: &str = "/var/tmp/oddity-visitor-was-here";
const SOCKET: &str = "/var/tmp/oddity-visitor.socket";
const PORT: u16 = 47_113;

const RIGHTS: &str = "CapEff: 0000000000000000\nCapBnd: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2";

#[track_caller]
fn check_is_kept_in(phone: &mut TestPhone) {
    let _ = std::fs::remove_file(SOCKET);
    // Somebody who would answer: what is refused is refused by the cell.
    let unix = UnixListener::bind(SOCKET);
    let tcp = TcpListener::bind(("127.0.0.1", PORT));
    assert_eq!(told_after(phone, "Rights"), RIGHTS);
    assert_eq!(told_after(phone, "Print to nobody"), "printed");
    assert_eq!(told_after(phone, "Break out"), "14 ways, got nothing");
    assert!(!Path::new(MARK).exists());
    drop((unix, tcp));
    let _ = std::fs::remove_file(SOCKET);
}

#[test]
fn an_app_that_was_made_to_break_out_stays_in() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    check_is_kept_in(&mut phone);
}

#[test]
fn it_stays_in_without_criu() {
    let Some(mut phone) = plain_phone(VISITOR) else { return };
    launch(&mut phone);
    check_is_kept_in(&mut phone);
}

#[test]
fn it_stays_in_by_landlock_alone() {
    let Some(mut phone) = phone_confined(Confine::By(Layers::Landlock), VISITOR) else { return };
    launch(&mut phone);
    check_is_kept_in(&mut phone);
}

#[test]
fn it_gets_out_where_nothing_keeps_it() {
    let Some(mut phone) = phone_confined(Confine::Not, VISITOR) else { return };
    launch(&mut phone);
    let told = told_after(&mut phone, "Break out");
    let _ = std::fs::remove_file(MARK);
    assert!(told.contains("link") && told.contains("native without guard"), "the ways are none: {told}");
}

/// What a phone shows and logs along a path through an app.
fn seen_with(how: Confine) -> Option<Vec<String>> {
    let mut phone = phone_confined(how, APP)?;
    let mut seen = vec![format!("{:?}", launch(&mut phone).layout)];
    let path = [
        "tap #open_ticket",
        "type \"Ada ☃\" into #passenger",
        "tap #more",
        "rotate landscape",
        "press back",
        "rotate portrait",
        "press home",
    ];
    seen.extend(path.iter().map(|event| format!("{event}: {:?}", act(&mut phone, event).layout)));
    seen.push(format!("{:?}", launch(&mut phone).layout));
    let log = phone.read_log(LogPosition::START).unwrap();
    seen.extend(log.lines.iter().map(|line| format!("{line:?}")));
    Some(seen)
}

#[test]
fn what_an_app_does_is_the_same_with_every_cell_and_without() {
    let Some(strongest) = seen_with(Confine::Strongest) else { return };
    for how in [Confine::By(Layers::Landlock), Confine::Not] {
        assert_eq!(seen_with(how).unwrap(), strongest, "{how:?}");
    }
}

#[test]
fn it_stays_in_when_its_phone_goes_back_in_time() {
    let Some(mut phone) = phone(VISITOR) else { return };
    if let Err(why) = pocket::Criu::find() {
        return testkit::skip(&why);
    }
    launch(&mut phone);
    let saved: SnapshotId = phone.snapshot().unwrap();
    assert_eq!(told_after(&mut phone, "Rights"), RIGHTS);
    phone.restore(saved).unwrap();
    check_is_kept_in(&mut phone);
}

#[test]
fn what_one_app_writes_another_does_not_see() {
    let Some(mut first) = phone(VISITOR) else { return };
    launch(&mut first);
    let told = told_after(&mut first, "Mark what others share");
    assert!(["refused", "marked", "nothing is shared"].contains(&told.as_str()), "{told}");
    let mut second = first.another();
    launch(&mut second);
    let told = told_after(&mut second, "Mark what others share");
    assert!(!told.contains("another"), "{told}");
}
