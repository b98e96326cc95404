//! The app to test and the phones to test it on.

use std::fmt::Display;
use std::path::Path;

use device::{Device, DeviceError, Fleet, InstalledApp, PhoneKind};
use pocket::Printed;

use crate::cli::{App, On, Simulated};
use crate::failure::Failure;
use crate::output::Output;
use crate::phones::{self, Named, Opened};
use crate::{apk, input, kinds};

/// What is hunted when nothing is named and no phone is connected: an app with one fault of two kinds.
pub(crate) const DEMO: &str = "sim:notes+undo-after-emptying+lost-draft";

/// An app on phones.
pub(crate) struct Target {
    /// Phones of every kind with every build; one of the first kind with the first build comes first.
    pub(crate) fleet: Fleet,
    /// What people call it: `sim:notes+all`, `com.example.notes`.
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) version: Option<String>,
    /// The kinds of phones, each once, the reference first; none where only the folder of a run on connected phones is left.
    pub(crate) kinds: Vec<PhoneKind>,
    /// The builds of the app, as the fleet numbers them.
    pub(crate) builds: Vec<Build>,
    /// How many phones may work at one time, of whatever kind.
    pub(crate) at_once: u16,
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
    /// The kinds as `--on` writes them, where it can.
    pub(crate) on: Vec<String>,
    /// What the phones could do and cannot here.
    lacks: Option<String>,
    /// What is odd about the other build, though it is tested.
    older: Option<String>,
    /// What the JVMs of pocket phones print.
    printed: Vec<Printed>,
}

/// A build of the app.
pub(crate) struct Build {
    /// What people call it.
    pub(crate) name: String,
    pub(crate) version: Option<String>,
}

impl Target {
    /// The app and the phones that the user means.
    pub(crate) fn open(app: &App, flags: &Simulated, seed: u64) -> Result<Target, Failure> {
        if !app.on.is_empty() && !app.device.is_empty() {
            return Err(phones::on_and_device());
        }
        let is_demo = || match app.on.first() {
            Some(on) => matches!(on, On::Sim(_)),
            None => app.device.is_empty() && !phones::is_any_connected(),
        };
        let is_apk = app.name.as_deref().is_some_and(|name| matches!(Named::of(name), Ok(Named::Apk(_))));
        if app.mapping.is_some() && (!is_apk || !app.device.is_empty()) {
            return Err(Failure::bad_input("`--mapping` is for an .apk on pocket phones")
                .hint("leave it out, or name the .apk and `--on pocket`"));
        }
        match app.name.as_deref().map(Named::of).transpose()? {
            Some(Named::Simulated(name)) => Target::simulated(name, app, flags, seed),
            Some(Named::Apk(path)) => {
                let package = apk::package_of(path)?;
                if app.on.is_empty() && (!app.device.is_empty() || !phones::is_pocket_next()) {
                    Target::connected(&package, Some(path), app, flags)
                } else {
                    Target::in_pocket(path, &package, app, flags)
                }
            }
            None if is_demo() => Target::simulated(DEMO, app, flags, seed),
            _ if !app.on.is_empty() => Err(phones::no_app_for_on()),
            Some(Named::Package(package)) => Target::connected(package, None, app, flags),
            None => Err(Failure::bad_input("there is a phone, but which app on it is to be tested?").hint(
                "name its package, as `oddity hunt com.example.notes`; `oddity hunt sim:notes+all` needs \
                 no phone",
            )),
        }
    }

    /// Tells what the phones could do and cannot here.
    pub(crate) fn warn(&self, output: &mut Output) {
        for warning in self.lacks.iter().chain(&self.older) {
            output.warn(warning);
        }
    }

    /// Keeps what the phones' JVMs print, beyond what they log, in the folder of a run.
    pub(crate) fn keep_printed(&self, run: &Path) -> Result<(), Failure> {
        for (number, printed) in (1..).zip(&self.printed) {
            let file = run.join(format!("jvm-{number}.txt"));
            printed.keep_in(&file).map_err(|error| {
                Failure::environment(format_args!("cannot write {}: {error}", input::shown(&file)))
            })?;
        }
        Ok(())
    }

    fn simulated(name: &str, app: &App, flags: &Simulated, seed: u64) -> Result<Target, Failure> {
        if !app.device.is_empty() {
            let message = format!("{} is simulated: it cannot be on a connected phone", gui::escaped(name));
            return Err(Failure::bad_input(message).hint("leave out either the app or `--device`"));
        }
        let profiles = kinds::simulated(&app.on, flags)?;
        let (_, package) = phones::simulated_phone(name, profiles[0].clone(), seed)?;
        if let Some(with) = app.with.as_deref() {
            let Named::Simulated(other) = Named::of(with)? else { return Err(other_sort(with)) };
            let (_, another) = phones::simulated_phone(other, profiles[0].clone(), seed)?;
            same_package([name, other], [package, another])?;
        }
        let names: Vec<String> = std::iter::once(name.to_owned()).chain(app.with.clone()).collect();
        let fleet = Fleet::new();
        let mut builds = vec![None; names.len()];
        for (kind, build) in dealt(profiles.len(), names.len(), app.phones) {
            let at = usize::from(build);
            let (mut phone, _) = phones::simulated_phone(&names[at], profiles[kind].clone(), seed)?;
            let installed = phone.apps().map_err(|error| phones::failure(&error))?;
            builds[at] = installed.into_iter().find(|app| app.package == package);
            fleet.add_build(Box::new(phone), None, build);
        }
        let kinds: Vec<PhoneKind> = profiles.iter().map(sim::Profile::kind).collect();
        // Without `--on` the flags say it, exact to the pixel.
        let on = if app.on.is_empty() { Vec::new() } else { on_of("sim", &kinds) };
        let broadcasts = phones::broadcasts(name);
        let target = Target::on(fleet, package, names, builds);
        Ok(Target { simulated: true, timeless: true, broadcasts, kinds, on, at_once: app.phones, ..target })
    }

    fn in_pocket(apk: &Path, package: &str, app: &App, flags: &Simulated) -> Result<Target, Failure> {
        let profiles = kinds::pocket(&app.on, flags)?;
        let mut paths = vec![apk];
        let mut older = None;
        if let Some(with) = app.with.as_deref() {
            let Named::Apk(other) = Named::of(with)? else { return Err(other_sort(with)) };
            same_package([&input::shown(apk), with], [package, &apk::package_of(other)?])?;
            older = is_older([&input::shown(apk), with], [apk::version_of(apk)?, apk::version_of(other)?]);
            paths.push(other);
        }
        // By their files they are found again by whoever replays what was found.
        let whole = |path: &&Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let names = paths.iter().map(|path| whole(path).to_string_lossy().into_owned()).collect();
        // Before any of them takes its time.
        phones::check_mapping(app.mapping.as_deref())?;
        profiles.iter().try_for_each(|profile| phones::pocket_kit(profile).map(drop))?;
        let fleet = Fleet::new();
        let mut printed = Vec::new();
        let mut unkept = None;
        let mut builds: Vec<Option<InstalledApp>> = vec![None; paths.len()];
        for (kind, build) in dealt(profiles.len(), paths.len(), app.phones) {
            let at = usize::from(build);
            // Another build has another mapping, which lies beside it.
            let mapping = app.mapping.as_deref().filter(|_| at == 0);
            let mut phone = phones::pocket_phone(paths[at], mapping, &profiles[kind])?;
            printed.push(phone.printed().clone());
            unkept = unkept.or_else(|| phone.unkept().map(told_unkept));
            builds[at] = phone.apps().map_err(|error| phones::failure(&error))?.pop();
            fleet.add_build(Box::new(phone), None, build);
        }
        let lacks = profiles.iter().find_map(|profile| profile.criu().err());
        let lacks = lacks.map(|why| format!("no snapshots, so every fresh start is a new process: {why}"));
        let lacks = lacks
            .into_iter()
            .chain(unkept)
            .chain(unlinked(&profiles))
            .chain(damaged(&profiles))
            .reduce(|one, other| format!("{one}; {other}"));
        let on = on_of("pocket", &profiles);
        let kinds = profiles.into_iter().map(|profile| profile.kind).collect();
        let target = Target::on(fleet, package, names, builds);
        Ok(Target { timeless: true, kinds, on, at_once: app.phones, lacks, older, printed, ..target })
    }

    fn connected(package: &str, apk: Option<&Path>, app: &App, flags: &Simulated) -> Result<Target, Failure> {
        kinds::connected(flags)?;
        if app.with.is_some() {
            return Err(Failure::bad_input(
                "`--with`: a connected phone holds one build of an app at a time",
            )
            .hint("pocket and simulated phones hold both: name two .apk files with `--on pocket`"));
        }
        let mut serials: Vec<Option<&str>> = app.device.iter().map(|serial| Some(serial.as_str())).collect();
        if serials.is_empty() {
            serials.push(None);
        }
        if usize::from(app.phones) > serials.len() {
            return Err(Failure::bad_input(format!("{} phones were asked for", app.phones))
                .hint("name each with `--device SERIAL`; `oddity devices` lists them"));
        }
        // Whoever names them wants them all at work.
        let at_once = u16::try_from(serials.len()).unwrap_or(u16::MAX);
        let fleet = Fleet::new();
        let mut kinds = Vec::new();
        let mut installed = None;
        for serial in serials {
            let Opened { mut phone, lock } = phones::connected(serial, apk)?;
            let apps = phone.apps().map_err(|error| phones::failure(&error))?;
            let found = apps.into_iter().find(|app| app.package == package);
            installed = Some(found.ok_or_else(|| {
                let serial = phone.identity().serial.clone();
                phones::failure(&DeviceError::NoSuchApp { serial, package: package.to_owned() })
            })?);
            if !kinds.contains(&phone.kind()) {
                kinds.push(phone.kind());
            }
            fleet.add(phone, lock);
        }
        let target = Target::on(fleet, package, vec![package.to_owned()], vec![installed]);
        Ok(Target { kinds, at_once, ..target })
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
        let names: Vec<String> = std::iter::once(name).chain(app.with.clone()).collect();
        let builds = vec![None; names.len()];
        Target {
            simulated,
            timeless: simulated || !app.on.is_empty(),
            recalled: true,
            broadcasts,
            version: header.app_version,
            phones: header.device.into_iter().collect(),
            kinds: kinds::recalled(&app.on),
            at_once: app.phones,
            ..Target::on(Fleet::new(), &info.app, names, builds)
        }
    }

    /// An app of which these builds are on these phones.
    fn on(fleet: Fleet, package: &str, names: Vec<String>, apps: Vec<Option<InstalledApp>>) -> Target {
        let phones = fleet.phones().into_iter().map(|(identity, _)| identity.to_string()).collect();
        let mut permissions: Vec<String> = Vec::new();
        for permission in apps.iter().flatten().flat_map(|app| &app.permissions) {
            if !permissions.contains(&permission.name) {
                permissions.push(permission.name.clone());
            }
        }
        let versions = apps.into_iter().map(|app| app.map(|app| app.version));
        let builds: Vec<Build> =
            names.into_iter().zip(versions).map(|(name, version)| Build { name, version }).collect();
        Target {
            fleet,
            name: builds.first().map(|build| build.name.clone()).unwrap_or_default(),
            package: package.to_owned(),
            version: builds.first().and_then(|build| build.version.clone()),
            kinds: Vec::new(),
            builds,
            at_once: 1,
            simulated: false,
            timeless: false,
            recalled: false,
            phones,
            broadcasts: Vec::new(),
            permissions,
            on: Vec::new(),
            lacks: None,
            older: None,
            printed: Vec::new(),
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

/// Which kind and build each phone of a fleet has: one of each kind with the first build, then with the next, and so on in
/// turn until there are as many as may work at one time.
fn dealt(kinds: usize, builds: usize, at_once: u16) -> impl Iterator<Item = (usize, u16)> {
    let phones = (kinds * builds).max(at_once.into());
    (0..phones).map(move |at| (at % kinds, u16::try_from(at / kinds % builds).unwrap_or(u16::MAX)))
}

/// The kinds as `--on` writes them.
fn on_of(sort: &str, kinds: &[impl Display]) -> Vec<String> {
    kinds.iter().map(|kind| format!("{sort}:{kind}")).collect()
}

/// `--with` names another build of the same app, not another app.
fn same_package([name, other]: [&str; 2], [package, another]: [&str; 2]) -> Result<(), Failure> {
    if package == another {
        return Ok(());
    }
    let [name, other] = [name, other].map(gui::escaped);
    let [package, another] = [package, another].map(gui::escaped);
    let message = format!("{other} is another app than {name}: its package is {another}, not {package}");
    Err(Failure::bad_input(message).hint("`--with` takes another build of the same app"))
}

/// An older build may be held to a newer one, but nobody should take it for the new version by mistake.
fn is_older([name, other]: [&str; 2], [code, another]: [Option<u32>; 2]) -> Option<String> {
    let (code, another) = code.zip(another).filter(|(code, another)| another < code)?;
    let [name, other] = [name, other].map(gui::escaped);
    Some(format!(
        "{other} is older than {name}, and held to it: its version code is {another}, not {code} or more"
    ))
}

/// Two builds are both simulated or both files.
fn other_sort(with: &str) -> Failure {
    Failure::bad_input(format!(
        "{} cannot be tested beside the app: they need different phones",
        gui::escaped(with)
    ))
    .hint("`--with` takes a `sim:` app beside a `sim:` app, and an .apk beside an .apk")
}

/// What it costs that images of JVMs cannot be kept.
fn told_unkept(why: &str) -> String {
    format!(
        "what has come up cannot be kept, so every fresh start is a new process: {}; see that {} has room",
        gui::escaped(why),
        pocket::Kit::cache_folder().display()
    )
}

/// What to say of pocket phones whose framework Robolectric links as they go.
fn unlinked(profiles: &[pocket::Profile]) -> Option<String> {
    let is_linked = |profile: &&pocket::Profile| phones::pocket_kit(profile).is_ok_and(|kit| kit.is_linked());
    let level = profiles.iter().find(|profile| !is_linked(profile))?.kind.api;
    Some(format!(
        "events are slow, for the calls of the framework are not linked: `oddity pocket install --api {level}`"
    ))
}

/// What to say of pocket phones that run on the linked framework alone.
fn damaged(profiles: &[pocket::Profile]) -> Option<String> {
    let is_damaged =
        |profile: &&pocket::Profile| phones::pocket_kit(profile).is_ok_and(|kit| kit.is_damaged());
    let level = profiles.iter().find(is_damaged)?.kind.api;
    Some(format!(
        "the framework of API level {level} is not as it was fetched, and phones run on what was linked of it: `oddity pocket \
         install --api {level}` mends it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_phone_with_every_build() {
        for (kinds, builds, at_once, expected) in [
            (1, 1, 1, "0/0"),
            (1, 1, 3, "0/0 0/0 0/0"),
            (2, 1, 1, "0/0 1/0"),
            (2, 2, 1, "0/0 1/0 0/1 1/1"),
            (2, 2, 5, "0/0 1/0 0/1 1/1 0/0"),
        ] {
            let phones: Vec<String> =
                dealt(kinds, builds, at_once).map(|(kind, build)| format!("{kind}/{build}")).collect();
            assert_eq!(phones.join(" "), expected);
        }
    }

    /// Each phone of the fleet with its size, its language and the number of its build, or the refusal.
    fn check(on: &[&str], with: Option<&str>, phones: u16, expected: Result<&[&str], &str>) {
        let app = App {
            name: Some("sim:diary".to_owned()),
            device: Vec::new(),
            on: on.iter().map(|words| On::Sim((*words).to_owned())).collect(),
            with: with.map(str::to_owned),
            mapping: None,
            phones,
        };
        let told = Target::open(&app, &Simulated::default(), 0).map(|target| {
            let patience = std::time::Duration::ZERO;
            let lease = || target.fleet.lease(device::Abilities::NONE, patience).ok();
            let leases: Vec<_> = std::iter::from_fn(lease).collect();
            let mut kinds: Vec<PhoneKind> = Vec::new();
            leases
                .iter()
                .for_each(|lease| kinds.extend((!kinds.contains(&lease.kind())).then(|| lease.kind())));
            assert_eq!((target.kinds.as_slice(), target.at_once), (kinds.as_slice(), phones));
            assert_eq!(target.builds.len(), 1 + usize::from(with.is_some()));
            let told = leases.iter().map(|lease| {
                let PhoneKind { size_dp: (width, height), locale, .. } = lease.kind();
                format!("{width}x{height} {locale} {}", lease.build())
            });
            told.collect::<Vec<_>>()
        });
        match (told, expected) {
            (Ok(told), Ok(expected)) => assert_eq!(told, expected),
            (told, expected) => assert_eq!(told.as_ref().map_err(Failure::message).err(), expected.err()),
        }
    }

    #[test]
    fn an_older_build_is_said_to_be_one() {
        let older = "b.apk is older than a.apk, and held to it: its version code is 3, not 5 or more";
        for (codes, expected) in [
            ([Some(5), Some(3)], Some(older)),
            ([Some(5), Some(5)], None),
            ([Some(5), Some(6)], None),
            ([None, Some(3)], None),
        ] {
            assert_eq!(is_older(["a.apk", "b.apk"], codes).as_deref(), expected, "{codes:?}");
        }
    }

    #[test]
    fn a_fleet_has_phones_of_every_kind() {
        check(&[], None, 2, Ok(&["411x731 en-US 0", "411x731 en-US 0"]));
        check(&["size=360x640", "locale=de"], None, 1, Ok(&["360x640 en-US 0", "411x731 de 0"]));
        check(
            &["locale=de"],
            Some("sim:diary+all"),
            3,
            Ok(&["411x731 de 0", "411x731 de 1", "411x731 de 0"]),
        );
        let other =
            "sim:notes is another app than sim:diary: its package is org.oddity.notes, not org.oddity.diary";
        check(&[], Some("sim:notes"), 1, Err(other));
    }
}
