//! What is around an app: permissions, other apps, services, content, time, and what is kept from it.

use device::{Change, Device};

use crate::common::{TestPhone, act, activity, launch, look, package, phone, texts};

/// The app that asks for all of it. What came of a wish stands on its first screen.
const VISITOR: &str = "visitor";

/// Carries out a wish of the app's and then other events, and compares what the app tells.
#[track_caller]
fn check(phone: &mut TestPhone, wish: &str, then: &[&str], expected: &str) {
    wish_for(phone, wish);
    for event in then {
        act(phone, event);
    }
    assert_eq!(told(phone), expected, "{wish}");
}

/// Taps a wish, which may have to be scrolled to.
#[track_caller]
fn wish_for(phone: &mut TestPhone, wish: &str) {
    let is_there = |phone: &mut TestPhone| texts(&look(phone)).iter().any(|text| text == wish);
    for direction in ["up", "down"] {
        for _ in 0..8 {
            if is_there(phone) {
                act(phone, &format!("tap \"{wish}\""));
                return;
            }
            act(phone, &format!("swipe {direction} on #wishes"));
        }
    }
    panic!("there is no wish {wish}");
}

fn told(phone: &mut TestPhone) -> String {
    let seen = look(phone);
    let result = seen.layout.nodes().find(|node| node.resource_id().ends_with("/result"));
    result.map(|node| node.text().to_owned()).unwrap_or_default()
}

#[test]
fn a_person_is_asked_for_permissions_twice_at_most() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    wish_for(&mut phone, "May I use the camera?");
    let question = look(&mut phone);
    assert_eq!(activity(&question), "PermissionScreen");
    assert_eq!(question.layout.package(), "com.android.permissioncontroller");
    assert_eq!(texts(&question)[0], "Allow Visitor to take pictures and record video?");
    act(&mut phone, "tap #permission_deny_button");
    assert_eq!(told(&mut phone), "CAMERA refused, explain");
    check(&mut phone, "May I use the camera?", &["tap #permission_deny_button"], "CAMERA refused");
    check(&mut phone, "May I use the camera?", &[], "CAMERA refused");

    let both = "READ_CONTACTS given\nWRITE_CONTACTS given";
    check(&mut phone, "May I see people?", &["tap #permission_allow_button"], both);
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    launch(&mut phone);
    check(&mut phone, "May I see people?", &[], both);
    check(&mut phone, "May I use the camera?", &[], "CAMERA refused");
    let given = Change::Permission { package, name: "android.permission.CAMERA".to_owned(), granted: true };
    phone.change(&given).unwrap();
    check(&mut phone, "May I use the camera?", &[], "CAMERA given");
}

#[test]
fn other_apps_answer_as_a_person_chooses() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    let camera = Change::Permission {
        package: package(&mut phone),
        name: "android.permission.CAMERA".to_owned(),
        granted: true,
    };
    wish_for(&mut phone, "Picture");
    assert!(
        told(&mut phone).starts_with("refused: java.lang.SecurityException"),
        "the permission is declared"
    );
    phone.change(&camera).unwrap();
    check(&mut phone, "Small picture", &["tap #shutter_button"], "160 x 120");
    check(&mut phone, "Small picture", &["press back"], "cancelled");
    check(&mut phone, "Picture", &["tap #shutter_button"], "large, 160 x 120");
    check(&mut phone, "Text file", &["tap \"shopping.txt\""], "shopping.txt: 18 bytes");
    check(&mut phone, "Text file", &["tap #cancel_button"], "cancelled");
    check(&mut phone, "Any content", &["tap \"IMG_20240102.jpg\""], "IMG_20240102.jpg: 9602 bytes");
    check(&mut phone, "New file", &["tap #save_button"], "wrote letter.txt");
    check(&mut phone, "Person", &["tap \"Alan Turing\""], "chose Alan Turing");
    wish_for(&mut phone, "Share");
    assert!(texts(&look(&mut phone)).contains(&"a greeting".to_owned()));
    act(&mut phone, "tap \"Mail\"");
    assert_eq!(activity(&look(&mut phone)), "VisitorActivity");
    check(&mut phone, "Web page", &[], "cancelled");
}
