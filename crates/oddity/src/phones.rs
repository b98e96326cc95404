//! Finding the phone that the user means.

use std::path::Path;
use std::time::{Duration, Instant};

use android::devices::DeviceState;
use device::adb::{Adb, AdbDevice, AdbError, AdbOptions, AdbSettings, Deadline};
use device::{Device, DeviceError, Patience, PhoneLock, Settled, settle};
use pocket::{Kit, KitError, Mapping, PocketPhone};
use serde::Serialize;
use sim::{Profile, SimPhone};

use crate::cli::OnPhoneArgs;
use crate::failure::{Exit, Failure};
use crate::{apk, commands, input, kinds};

/// How long the adb server may take to answer a question, starting included.
pub(crate) const ASKING: Duration = Duration::from_secs(15);

/// How long a phone may take to install an app.
const INSTALLING: Duration = Duration::from_secs(300);

/// A phone to use. No other run gets a connected one while we have it.
pub(crate) struct Opened {
    pub(crate) phone: Box<dyn Device>,
    pub(crate) lock: Option<PhoneLock>,
}

/// An app as a user names it.
pub(crate) enum Named<'a> {
    /// `sim:NAME[+FAULT...]`
    Simulated(&'a str),
    /// A file to install.
    Apk(&'a Path),
    /// Something installed.
    Package(&'a str),
}

impl Named<'_> {
    /// What the name means. That of a simulated app without `sim:` is a slip, not a package.
    pub(crate) fn of(name: &str) -> Result<Named<'_>, Failure> {
        let path = Path::new(name);
        match () {
            () if name.starts_with("sim:") => Ok(Named::Simulated(name)),
            () if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("apk")) => {
                Ok(Named::Apk(path))
            }
            () if apps::find(name).is_ok() => {
                let message = format!("{name} is no package");
                Err(Failure::bad_input(message).hint(format!("for the simulated app say `sim:{name}`")))
            }
            () => Ok(Named::Package(name)),
        }
    }
}

/// The phone that the user means, with the app in front if one was named.
pub(crate) fn open(on: &OnPhoneArgs) -> Result<Opened, Failure> {
    let (serial, flags) = (on.device.as_deref(), &on.simulated.phone);
    if on.on.is_some() && serial.is_some() {
        return Err(on_and_device());
    }
    match on.app.as_deref().map(Named::of).transpose()? {
        Some(Named::Simulated(app)) if serial.is_some() => {
            let message = format!("{} is simulated: it cannot be on a connected phone", gui::escaped(app));
            Err(Failure::bad_input(message).hint("leave out either the app or `--device`"))
        }
        Some(Named::Simulated(app)) => {
            let profile = kinds::simulated(on.on.as_slice(), flags)?.remove(0);
            let (mut phone, package) = simulated_phone(app, profile, on.simulated.seed)?;
            phone.launch(package).map_err(|error| failure(&error))?;
            Ok(Opened { phone: Box::new(phone), lock: None })
        }
        Some(Named::Apk(file)) if on.on.is_some() || serial.is_none() && is_pocket_next() => {
            let profile = kinds::pocket(on.on.as_slice(), flags)?.remove(0);
            let mut phone = pocket_phone(file, None, &profile)?;
            let package = apk::package_of(file)?;
            phone.launch(&package).map_err(|error| failure(&error))?;
            // Some end only once they have drawn their first frame.
            settle(&mut phone, Patience::default()).map_err(|error| failure(&error))?;
            // A home screen is no answer to whoever wants to see the app.
            match phone.end_of_app() {
                Some(ended) => Err(failure(&ended)),
                None => Ok(Opened { phone: Box::new(phone), lock: None }),
            }
        }
        _ if on.on.is_some() => Err(no_app_for_on()),
        named => {
            kinds::connected(flags)?;
            match named {
                Some(Named::Apk(file)) => {
                    let package = apk::package_of(file)?;
                    opened_with(connected(serial, Some(file))?, &package)
                }
                Some(Named::Package(package)) => opened_with(connected(serial, None)?, package),
                _ => connected(serial, None),
            }
        }
    }
}

/// A phone cannot be both made for us and connected.
pub(crate) fn on_and_device() -> Failure {
    Failure::bad_input("`--on` and `--device` exclude each other").hint("leave out one of them")
}

/// What runs on the phones of `--on` is a file or simulated.
pub(crate) fn no_app_for_on() -> Failure {
    Failure::bad_input("pocket phones take an .apk file, simulated phones a `sim:` app")
        .hint("name one, as `oddity hunt app-debug.apk --on pocket` or `oddity hunt sim:notes --on sim`")
}

fn opened_with(mut opened: Opened, package: &str) -> Result<Opened, Failure> {
    opened.phone.launch(package).map_err(|error| failure(&error))?;
    Ok(opened)
}

/// What is on the screen once it rests.
pub(crate) fn look(phone: &mut dyn Device) -> Result<Settled, Failure> {
    settle(phone, Patience::default()).map_err(|error| failure(&error))
}

/// A simulated phone fresh from its box with the app of `sim:NAME[+FAULT...]`, and that app's package.
pub(crate) fn simulated_phone(
    app: &str,
    profile: Profile,
    seed: u64,
) -> Result<(SimPhone, &'static str), Failure> {
    let spec = app.strip_prefix("sim:").ok_or_else(|| {
        Failure::bad_input(format!("{} is no simulated app", gui::quoted(app)))
            .hint("simulated apps are named `sim:NAME`; `oddity devices` lists them")
    })?;
    let (chosen, faults) = apps::find(spec).map_err(|error| {
        Failure::bad_input(error)
            .hint("`oddity devices` lists the simulated apps, `oddity devices -v` their faults too")
    })?;
    let profile = Profile { serial: app.to_owned(), ..profile };
    let package = chosen.manifest.package;
    Ok((SimPhone::new(&profile, vec![(chosen.install)(faults)], seed), package))
}

/// The broadcasts that a simulated app listens for.
pub(crate) fn broadcasts(app: &str) -> Vec<String> {
    let found = app.strip_prefix("sim:").and_then(|spec| apps::find(spec).ok());
    let actions = found.into_iter().flat_map(|(listed, _)| listed.manifest.broadcasts);
    actions.map(|&action| action.to_owned()).collect()
}

/// A connected phone, with the app of a file put on it first if there is one.
pub(crate) fn connected(serial: Option<&str>, apk: Option<&Path>) -> Result<Opened, Failure> {
    let adb = Adb::new(AdbSettings::from_env());
    let chosen = adb.choose(serial, Deadline::after(ASKING)).map_err(|error| adb_failure(&error))?;
    let lock = PhoneLock::acquire(&chosen.serial).map_err(|error| {
        Failure::environment(error).hint("wait until that run ends, or choose another phone with `--device`")
    })?;
    if let Some(apk) = apk {
        // Over what is there, with its data kept, and test builds too.
        let installed =
            adb.phone(&chosen.serial).install(&[apk.to_owned()], &["-r", "-t"], Deadline::after(INSTALLING));
        installed.map_err(|error| install_failure(&error, apk, &chosen.serial))?;
    }
    let phone = AdbDevice::connect(&adb, Some(&chosen.serial), AdbOptions::default())
        .map_err(|error| failure(&error))?;
    Ok(Opened { phone: Box::new(phone), lock: Some(lock) })
}

/// Whether a phone is connected that could be meant. Without adb there is none.
pub(crate) fn is_any_connected() -> bool {
    let adb = Adb::new(AdbSettings::from_env());
    let devices = adb.devices(Deadline::after(ASKING)).unwrap_or_default();
    devices.iter().any(|device| device.state == DeviceState::Ready)
}

/// Whether an APK goes on a pocket phone when nobody says where: nothing is connected, and pocket phones are installed.
pub(crate) fn is_pocket_next() -> bool {
    let usual = pocket::Profile::default();
    !is_any_connected() && Kit::find(&Kit::cache_folder(), usual.kind.api).is_ok()
}

/// A pocket phone with the app of a file on it, not yet opened.
pub(crate) fn pocket_phone(
    apk: &Path,
    mapping: Option<&Path>,
    profile: &pocket::Profile,
) -> Result<PocketPhone, Failure> {
    let (kit, app) = pocket_app(apk, profile)?;
    let app = app.with_mapping(mapping_of(apk, mapping)?);
    PocketPhone::open(&kit, app, profile.clone(), profile.criu().ok()).map_err(|error| failure(&error))
}

/// Refuses a mapping that the user names and that is none, before anything that takes its time.
pub(crate) fn check_mapping(named: Option<&Path>) -> Result<(), Failure> {
    named.map_or(Ok(()), |path| Mapping::read(path).map(drop).map_err(Failure::bad_input))
}

/// The mapping that the user names, else the one beside the APK. What lies there under that name and is none is left alone.
fn mapping_of(apk: &Path, named: Option<&Path>) -> Result<Option<Mapping>, Failure> {
    match named {
        Some(path) => Mapping::read(path).map(Some).map_err(Failure::bad_input),
        None => Ok(Mapping::beside(apk).and_then(|path| Mapping::read(&path).ok())),
    }
}

/// What pocket phones of a kind are made of, and the app of a file made ready for them.
pub(crate) fn pocket_app(apk: &Path, profile: &pocket::Profile) -> Result<(Kit, pocket::App), Failure> {
    apk::package_of(apk)?;
    apk::refuse_native(apk)?;
    let kit = pocket_kit(profile)?;
    let app = pocket::App::convert(&kit, apk).map_err(|error| commands::pocket::failure(&error))?;
    Ok((kit, app))
}

/// What pocket phones of a kind are made of.
pub(crate) fn pocket_kit(profile: &pocket::Profile) -> Result<Kit, Failure> {
    Kit::find(&Kit::cache_folder(), profile.kind.api).map_err(|error| {
        let failure = commands::pocket::failure(&error);
        // The usual level is missing on this computer; another one was asked for, and there is no such phone here.
        let asked = profile.kind.api != pocket::Profile::default().kind.api;
        match error {
            KitError::NoFramework(_) if asked => failure.exit(Exit::BadInput),
            _ => failure,
        }
    })
}

/// A simulated app, as `oddity devices` lists it.
#[derive(Serialize)]
pub(crate) struct Simulated {
    /// What to say for it.
    pub(crate) phone: String,
    pub(crate) package: &'static str,
    /// One line for people.
    pub(crate) about: String,
    pub(crate) faults: Vec<Fault>,
}

#[derive(Serialize)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) kind: String,
    pub(crate) about: &'static str,
}

/// The simulated apps there are.
pub(crate) fn simulated() -> Vec<Simulated> {
    let listed = apps::all().into_iter().map(|app| {
        let manifest = app.manifest;
        let listed = manifest.faults.iter();
        let faults: Vec<Fault> = listed
            .map(|fault| Fault { name: fault.name, kind: fault.kind.to_string(), about: fault.about })
            .collect();
        Simulated {
            phone: format!("sim:{}", manifest.name),
            package: manifest.package,
            about: format!("the app {} with {} faults to switch on", manifest.label, faults.len()),
            faults,
        }
    });
    listed.collect()
}

/// Uses the simulated phone once: opens an app, reads its screen, draws it.
pub(crate) fn try_simulated() -> Result<String, String> {
    let Some(app) = apps::all().into_iter().next() else {
        return Err("there are no simulated apps".to_owned());
    };
    let began = Instant::now();
    let install = (app.install)(sim::Faults::NONE);
    let mut phone = SimPhone::new(&Profile::default(), vec![install], 0);
    let used = phone.launch(app.manifest.package).and_then(|()| {
        let seen = settle(&mut phone, Patience::default())?;
        let picture = phone.screenshot()?;
        Ok((seen.observation.layout.len(), picture))
    });
    let (widgets, picture) = used.map_err(|error| error.to_string())?;
    Ok(format!(
        "works: {widgets} widgets, {}x{} pixels, in {} ms",
        picture.width_px,
        picture.height_px,
        began.elapsed().as_millis()
    ))
}

/// A phone that fails is the environment's fault; an app that is not there is the user's.
pub(crate) fn failure(error: &DeviceError) -> Failure {
    let failure = match error {
        DeviceError::NoSuchApp { .. } => Failure::bad_input(error),
        _ => Failure::environment(error),
    };
    match error.remedy() {
        Some(remedy) => failure.hint(remedy),
        None => failure,
    }
}

/// An app that a phone refuses is the user's to mend; a phone that goes away is not.
fn install_failure(error: &AdbError, apk: &Path, serial: &str) -> Failure {
    let message = format!("cannot install {} on {}: {error}", input::shown(apk), gui::escaped(serial));
    match error {
        AdbError::Package { .. } | AdbError::File { .. } => Failure::bad_input(message),
        _ => Failure::environment(message).hint("`oddity doctor` says what is missing"),
    }
}

fn adb_failure(error: &AdbError) -> Failure {
    match error {
        AdbError::NoPhone(none) => Failure::environment(none).hint(none.remedy()),
        _ => Failure::environment(error).hint("`oddity doctor` says what is missing"),
    }
}
