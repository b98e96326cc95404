//! A phone to test on, and words for what is done to it.

use std::path::{Path, PathBuf};

use device::{Device, Input, Observation, Patience, Point, perform, settle};
use gui::Event;
use pocket::{App, Kit, PocketPhone, Profile};

/// The sample app that the tests use, and its package.
pub(crate) const APP: &str = "departures";

/// A phone with a sample app on it, not opened yet; `None` after saying what is missing.
#[track_caller]
pub(crate) fn phone(app: &str) -> Option<PocketPhone> {
    let kit = match Kit::find(&Kit::cache_folder(), Profile::default().api) {
        Ok(kit) => kit,
        Err(error) => {
            testkit::skip(&format!("pocket phones: {error}; {}", error.remedy()));
            return None;
        }
    };
    let app = App::convert(&kit, &sample(app)).unwrap();
    Some(PocketPhone::open(&kit, app, Profile::default()).unwrap())
}

fn sample(app: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pocket/samples/apk").join(format!("{app}.apk"))
}

pub(crate) fn package(phone: &mut PocketPhone) -> String {
    phone.apps().unwrap()[0].package.clone()
}

pub(crate) fn launch(phone: &mut PocketPhone) -> Observation {
    let package = package(phone);
    phone.launch(&package).unwrap();
    look(phone)
}

pub(crate) fn look(phone: &mut PocketPhone) -> Observation {
    settle(phone, Patience::default()).unwrap().observation
}

/// Carries out an event as `oddity` writes it, `tap "Save"`.
#[track_caller]
pub(crate) fn act(phone: &mut PocketPhone, event: &str) -> Observation {
    let event: Event = event.parse().unwrap();
    let seen = look(phone);
    let package = package(phone);
    perform(phone, &package, &event, &seen.layout).unwrap();
    look(phone)
}

pub(crate) fn tap(phone: &mut PocketPhone, x: i32, y: i32) {
    phone.act(&Input::Tap { at: Point { x, y } }).unwrap();
}

pub(crate) fn texts(seen: &Observation) -> Vec<String> {
    let texts = seen.layout.nodes().map(|node| node.text().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

/// The class of the activity in front, without its package.
pub(crate) fn activity(seen: &Observation) -> String {
    let class = seen.foreground.activity.as_ref().map(|activity| activity.class.clone()).unwrap_or_default();
    class.rsplit('.').next().unwrap_or_default().to_owned()
}
