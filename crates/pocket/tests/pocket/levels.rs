//! Frameworks other than the usual one.

use std::collections::BTreeSet;

use device::{Change, Device, LogPosition};
use gui::{Orientation, SystemEvent};

use crate::common::{APP, TestPhone, act, activity, launch, look, package, phone_of_level, texts};
use crate::world::{VISITOR, check, log_position, logged, wait};

fn is_drawn(phone: &mut TestPhone) -> bool {
    let picture = phone.screenshot().unwrap();
    picture.rgba.chunks_exact(4).collect::<BTreeSet<&[u8]>>().len() > 10
}

/// What every framework has to do: an app is opened, touched, looked at, turned, and comes back after its process has ended.
#[track_caller]
fn check_driving(api: u32) {
    let Some(mut phone) = phone_of_level(api, APP) else { return };
    assert_eq!(phone.identity().api, api);
    assert_eq!(activity(&launch(&mut phone)), "BoardActivity");
    assert!(is_drawn(&mut phone));
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    act(&mut phone, "tap #more");
    let package = package(&mut phone);
    for change in [
        Change::Rotate { to: Orientation::Landscape },
        Change::KillProcess { package: package.clone() },
        Change::Rotate { to: Orientation::Portrait },
        Change::DarkMode { on: true },
        Change::FontScale { percent: 130 },
        Change::FontScale { percent: 100 },
        Change::WindowSize { px: Some((400, 500)) },
        Change::WindowSize { px: None },
    ] {
        phone.change(&change).unwrap();
        launch(&mut phone);
        let seen = look(&mut phone);
        assert_eq!(activity(&seen), "TicketActivity", "{change:?}");
        let texts = texts(&seen);
        assert!(
            ["Ada", "2"].iter().all(|kept| texts.iter().any(|text| text == kept)),
            "{change:?}: {texts:?}"
        );
        assert!(is_drawn(&mut phone), "{change:?}");
    }
    act(&mut phone, "tap #buy");
    assert_eq!(activity(&act(&mut phone, "tap #button1")), "WalletActivity");
    let log = phone.read_log(LogPosition::START).unwrap();
    assert_eq!(log.lacks().len(), 0, "{:?}", log.lacks());
}

/// What goes on around an app: services, alarms and jobs over processes, the battery.
#[track_caller]
fn check_world(api: u32) {
    let Some(mut phone) = phone_of_level(api, VISITOR) else { return };
    launch(&mut phone);
    check(&mut phone, "Start", &[], "started, counted 1");
    check(&mut phone, "Battery", &[], "100 of 100, 100 %, charging");
    check(&mut phone, "Listen", &[], "code: BATTERY_CHANGED 100");
    phone.change(&Change::System { event: SystemEvent::Battery { percent: 9 } }).unwrap();
    check(&mut phone, "Battery", &[], "9 of 100, 9 %");
    check(&mut phone, "Notify", &[], "notified");
    check(&mut phone, "Alarm in a minute", &[], "set");
    check(&mut phone, "Job in a minute", &[], "set");
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package }).unwrap();
    let since = log_position(&mut phone);
    wait(&mut phone, 70);
    assert_eq!(logged(&mut phone, since), ["alarm", "job 7"]);
    launch(&mut phone);
    check(&mut phone, "Jobs", &[], "0");
}

#[test]
fn android_11() {
    check_driving(30);
    check_world(30);
}

#[test]
fn android_9() {
    check_driving(28);
    check_world(28);
}
