//! A phone to test on, and words for what is done to it.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use device::{Device, Input, Observation, Patience, Point, perform, settle};
use gui::Event;
use pocket::{App, Confine, Criu, Kit, KitError, PocketPhone, Profile};

/// The sample app that the tests use, and its package.
pub(crate) const APP: &str = "departures";

/// Each phone has two JVMs, so one test has phones at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A phone and the turn to use it.
pub(crate) struct TestPhone {
    phone: PocketPhone,
    apk: PathBuf,
    profile: Profile,
    turn: Rc<MutexGuard<'static, ()>>,
}

impl TestPhone {
    /// What it is made of.
    pub(crate) fn kit(&self) -> Kit {
        kit(&self.profile).unwrap()
    }

    /// Another one with the same app on it, to have both at once.
    pub(crate) fn another(&self) -> TestPhone {
        let kit = self.kit();
        TestPhone {
            phone: opened(&kit, &self.apk, &self.profile, Criu::find().ok()),
            apk: self.apk.clone(),
            profile: self.profile.clone(),
            turn: Rc::clone(&self.turn),
        }
    }
}

impl Deref for TestPhone {
    type Target = PocketPhone;

    fn deref(&self) -> &PocketPhone {
        &self.phone
    }
}

impl DerefMut for TestPhone {
    fn deref_mut(&mut self) -> &mut PocketPhone {
        &mut self.phone
    }
}

/// A phone with a sample app on it, not opened yet; `None` after saying what is missing.
#[track_caller]
pub(crate) fn phone(app: &str) -> Option<TestPhone> {
    phone_with(&sample(app))
}

/// The same, without CRIU even where it is.
#[track_caller]
pub(crate) fn plain_phone(app: &str) -> Option<TestPhone> {
    open(&sample(app), Profile::default(), None)
}

/// The same, in such a cell.
#[track_caller]
pub(crate) fn phone_confined(how: Confine, app: &str) -> Option<TestPhone> {
    open_in(how, &sample(app), Profile::default(), None)
}

/// The same, with an app that may reach the network.
#[track_caller]
pub(crate) fn phone_in_network(app: &str) -> Option<TestPhone> {
    open(&sample(app), Profile { network: true, ..Profile::default() }, None)
}

/// The same, with the framework of an API level.
#[track_caller]
pub(crate) fn phone_of_level(api: u32, app: &str) -> Option<TestPhone> {
    open(&sample(app), Profile::android(api), Criu::find().ok())
}

/// The same, of another kind.
#[track_caller]
pub(crate) fn phone_of_kind(words: &str, app: &str) -> Option<TestPhone> {
    open(&sample(app), words.parse().unwrap(), Criu::find().ok())
}

/// A phone with the app of this file on it.
#[track_caller]
pub(crate) fn phone_with(apk: &Path) -> Option<TestPhone> {
    open(apk, Profile::default(), Criu::find().ok())
}

#[track_caller]
fn open(apk: &Path, profile: Profile, criu: Option<Criu>) -> Option<TestPhone> {
    open_in(Confine::Strongest, apk, profile, criu)
}

#[track_caller]
fn open_in(how: Confine, apk: &Path, profile: Profile, criu: Option<Criu>) -> Option<TestPhone> {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    match kit(&profile) {
        Ok(kit) => {
            pocket::confine(how);
            let phone = opened(&kit, apk, &profile, criu);
            Some(TestPhone { phone, apk: apk.to_owned(), profile, turn: Rc::new(turn) })
        }
        Err(error) => {
            testkit::skip(&format!("pocket phones: {error}; {}", error.remedy()));
            None
        }
    }
}

fn kit(profile: &Profile) -> Result<Kit, KitError> {
    Kit::find(&Kit::cache_folder(), profile.kind.api)
}

fn opened(kit: &Kit, apk: &Path, profile: &Profile, criu: Option<Criu>) -> PocketPhone {
    let app = App::convert(kit, apk).unwrap();
    pocket::set_cell_program(env!("CARGO_BIN_EXE_pocket-cell").into());
    PocketPhone::open(kit, app, profile.clone(), criu).unwrap()
}

fn sample(app: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pocket/samples/apk").join(format!("{app}.apk"))
}

pub(crate) fn package(phone: &mut TestPhone) -> String {
    phone.apps().unwrap()[0].package.clone()
}

pub(crate) fn launch(phone: &mut TestPhone) -> Observation {
    let package = package(phone);
    phone.launch(&package).unwrap();
    look(phone)
}

pub(crate) fn look(phone: &mut TestPhone) -> Observation {
    settle(&mut phone.phone, Patience::default()).unwrap().observation
}

/// Carries out an event as `oddity` writes it, `tap "Save"`.
#[track_caller]
pub(crate) fn act(phone: &mut TestPhone, event: &str) -> Observation {
    let seen = look(phone);
    act_on(phone, &seen, event)
}

/// The same on a screen that was just looked at.
#[track_caller]
pub(crate) fn act_on(phone: &mut TestPhone, seen: &Observation, event: &str) -> Observation {
    let event: Event = event.parse().unwrap();
    let package = package(phone);
    perform(&mut phone.phone, &package, &event, &seen.layout).unwrap();
    look(phone)
}

pub(crate) fn tap(phone: &mut TestPhone, x: i32, y: i32) {
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
