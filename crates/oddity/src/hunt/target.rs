//! The app to test and the phones to test it on.

use std::path::Path;

use device::{Device, DeviceError, Fleet, InstalledApp};

use crate::apk;
use crate::cli::{App, Simulated};
use crate::failure::Failure;
use crate::output::Output;
use crate::phones::{self, Named, Opened};

/// What is hunted when nothing is named and no phone is connected: an app with one fault of two kinds.
pub(crate) const DEMO: &str = "sim:notes+undo-after-emptying+lost-draft";

/// An app on phones.
pub(crate) struct Target {
    pub(crate) fleet: Fleet,
    /// What people call it: `sim:notes+all`, `com.example.notes`.
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) version: Option<String>,
    pub(crate) simulated: bool,
    /// Whether its phones' time stands still between calls, so that there is nothing to wait for.
    pub(crate) timeless: bool,
    /// Whether only the folder of a run is left, and no phone.
    pub(crate) recalled: bool,
    /// The phones, as a person would name them.
    pub(crate) phones: Vec<String>,
    /// Broadcasts that the app listens for.
    pub(crate) broadcasts: Vec<String>,
    /// Permissions that it may ask for.
    permissions: Vec<String>,
    /// What kind of pocket phones they are, where they are.
    pub(crate) pocket: Option<pocket::Profile>,
    /// What the phones could do and cannot here.
    lacks: Option<String>,
}

impl Target {
    /// The app and the phones that the user means.
    pub(crate) fn open(app: &App, simulated: &Simulated, seed: u64) -> Result<Target, Failure> {
        match app.name.as_deref().map(Named::of).transpose()? {
            _ if app.on.is_some() && !app.device.is_empty() => {
                Err(Failure::bad_input("a pocket phone is none of the connected ones")
                    .hint("leave out either `--on` or `--device`"))
            }
            Some(Named::Simulated(name)) => Target::simulated(name, app, simulated, seed),
            Some(Named::Apk(path)) => {
                let package = apk::package_of(path)?;
                match &app.on {
                    Some(profile) => Target::in_pocket(path, profile, app.phones),
                    None if app.device.is_empty() && phones::is_pocket_next() => {
                        Target::in_pocket(path, &pocket::Profile::default(), app.phones)
                    }
                    None => Target::connected(&package, Some(path), app),
                }
            }
            _ if app.on.is_some() => Err(Failure::bad_input("pocket phones take an .apk file")
                .hint("name the file that the build made, as `oddity hunt app-debug.apk --on pocket`")),
            Some(Named::Package(package)) => Target::connected(package, None, app),
            None if app.device.is_empty() && !phones::is_any_connected() => {
                Target::simulated(DEMO, app, simulated, seed)
            }
            None => Err(Failure::bad_input("there is a phone, but which app on it is to be tested?").hint(
                "name its package, as `oddity hunt com.example.notes`; `oddity hunt sim:notes+all` needs no phone",
            )),
        }
    }

    /// Tells what the phones could do and cannot here.
    pub(crate) fn warn(&self, output: &mut Output) {
        if let Some(lacks) = &self.lacks {
            output.warn(lacks);
        }
    }

    fn simulated(name: &str, app: &App, simulated: &Simulated, seed: u64) -> Result<Target, Failure> {
        if !app.device.is_empty() {
            let message = format!("{} is simulated: it cannot be on a connected phone", gui::escaped(name));
            return Err(Failure::bad_input(message).hint("leave out either the app or `--device`"));
        }
        let fleet = Fleet::new();
        let (mut phone, package) = phones::simulated_phone(name, simulated, seed)?;
        let installed = phone.apps().map_err(|error| phones::failure(&error))?;
        for _ in 0..app.phones {
            fleet.add(Box::new(phone.clone()), None);
        }
        let mut target =
            Target::on(fleet, name, package, installed.iter().find(|app| app.package == package));
        target.simulated = true;
        target.timeless = true;
        target.broadcasts = phones::broadcasts(name);
        Ok(target)
    }

    fn in_pocket(apk: &Path, profile: &pocket::Profile, phones: u16) -> Result<Target, Failure> {
        let fleet = Fleet::new();
        let mut installed = None;
        for _ in 0..phones {
            let mut phone = phones::pocket_phone(apk, profile)?;
            installed = phone.apps().map_err(|error| phones::failure(&error))?.pop();
            fleet.add(Box::new(phone), None);
        }
        // By its file it is found again by whoever replays what was found.
        let path = std::path::absolute(apk).unwrap_or_else(|_| apk.to_owned());
        let package = installed.as_ref().map(|app| app.package.clone()).unwrap_or_default();
        let target = Target::on(fleet, &path.to_string_lossy(), &package, installed.as_ref());
        let lacks = profile.criu().err();
        let lacks = lacks.map(|why| format!("no snapshots, so every fresh start is a new process: {why}"));
        Ok(Target { timeless: true, pocket: Some(profile.clone()), lacks, ..target })
    }

    fn connected(package: &str, apk: Option<&Path>, app: &App) -> Result<Target, Failure> {
        let mut serials: Vec<Option<&str>> = app.device.iter().map(|serial| Some(serial.as_str())).collect();
        if serials.is_empty() {
            serials.push(None);
        }
        if usize::from(app.phones) > serials.len() {
            return Err(Failure::bad_input(format!("{} phones were asked for", app.phones))
                .hint("name each with `--device SERIAL`; `oddity devices` lists them"));
        }
        let fleet = Fleet::new();
        let mut installed = None;
        for serial in serials {
            let Opened { mut phone, lock } = phones::connected(serial, apk)?;
            let apps = phone.apps().map_err(|error| phones::failure(&error))?;
            let found = apps.into_iter().find(|app| app.package == package);
            installed = Some(found.ok_or_else(|| {
                let serial = phone.identity().serial.clone();
                phones::failure(&DeviceError::NoSuchApp { serial, package: package.to_owned() })
            })?);
            fleet.add(phone, lock);
        }
        Ok(Target::on(fleet, package, package, installed.as_ref()))
    }

    /// The target of a run of which only the folder is left.
    pub(crate) fn recalled(app: &App, run: &trace::RunReader) -> Target {
        let info = run.info();
        // Every trace says what it was recorded on.
        let header =
            run.traces().next().and_then(|first| run.steps(first).ok()).map(|steps| steps.header().clone());
        let header = header.unwrap_or_default();
        let name = app.name.clone().unwrap_or_else(|| info.app.clone());
        let simulated = name.starts_with("sim:");
        let broadcasts = phones::broadcasts(&name);
        Target {
            simulated,
            timeless: simulated || app.on.is_some(),
            recalled: true,
            broadcasts,
            version: header.app_version,
            phones: header.device.into_iter().collect(),
            ..Target::on(Fleet::new(), &name, &info.app, None)
        }
    }

    fn on(fleet: Fleet, name: &str, package: &str, app: Option<&InstalledApp>) -> Target {
        let phones = fleet.phones().into_iter().map(|(identity, _)| identity.to_string()).collect();
        let permissions =
            app.into_iter().flat_map(|app| app.permissions.iter().map(|permission| permission.name.clone()));
        Target {
            fleet,
            name: name.to_owned(),
            package: package.to_owned(),
            version: app.map(|app| app.version.clone()),
            simulated: false,
            timeless: false,
            recalled: false,
            phones,
            broadcasts: Vec::new(),
            permissions: permissions.collect(),
            pocket: None,
            lacks: None,
        }
    }

    /// The permissions to give for `--grant`.
    pub(super) fn grants(&self, asked: &[String]) -> Result<Vec<String>, Failure> {
        if self.recalled {
            return Ok(Vec::new());
        }
        let mut grants = Vec::new();
        for name in asked {
            let full = if name.contains('.') { name.clone() } else { format!("android.permission.{name}") };
            match name.as_str() {
                "all" => grants.extend(self.permissions.iter().cloned()),
                _ if self.permissions.contains(&full) => grants.push(full),
                _ => {
                    let message = format!("{} does not ask for {}", self.package, gui::escaped(&full));
                    let asks = self.permissions.join(", ");
                    let hint = if asks.is_empty() {
                        "it asks for none".to_owned()
                    } else {
                        format!("it asks for {asks}")
                    };
                    return Err(Failure::bad_input(message).hint(hint));
                }
            }
        }
        Ok(grants)
    }
}
