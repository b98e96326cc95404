//! `oddity doctor`: what is there, what is missing, and how to mend it.

mod app;

use std::fmt;
use std::path::Path;

use android::devices::{DeviceState, ListedDevice};
use android::input::InputRefusal;
use anstyle::Style;
use device::adb::{Adb, AdbDevice, AdbOptions, AdbSettings, Deadline};
use device::{Ability, Device};
use pocket::{Criu, Kit};
use serde::Serialize;

use crate::cli::{DoctorArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::{GREEN, Output, RED, YELLOW};
use crate::phones::{self, ASKING};
use crate::system;

/// Below this a run soon ends with a full disk.
const LITTLE_ROOM: u64 = 200 << 20;

/// With less than this a long hunt may not end.
const ENOUGH_ROOM: u64 = 2 << 30;

pub(crate) fn run(args: &DoctorArgs, output: &mut Output) -> Result<Exit, Failure> {
    if let Some(apk) = &args.app {
        return app::run(apk, args, output);
    }
    let mut findings = Findings::default();
    disk(&mut findings);
    simulated_phone(&mut findings);
    pocket_phones(&mut findings);
    let adb = Adb::new(AdbSettings::from_env());
    let connected = server(&adb, &mut findings);
    phones(&adb, args.device.as_deref(), &connected, &mut findings);
    findings.hunting_possible =
        findings.disk_usable && (findings.pocket_usable || !findings.usable_phones.is_empty());
    match args.format {
        TableFormat::Json => output.json(&findings)?,
        TableFormat::Text => print(&findings, output)?,
    }
    Ok(if findings.hunting_possible { Exit::Clean } else { Exit::Environment })
}

/// All that was found, as the JSON has it.
#[derive(Default, Serialize)]
struct Findings {
    /// Whether an app of the user's can be hunted: a phone that works, connected or pocket, and room to write.
    hunting_possible: bool,
    usable_phones: Vec<String>,
    checks: Vec<Check>,
    #[serde(skip)]
    disk_usable: bool,
    #[serde(skip)]
    pocket_usable: bool,
}

#[derive(Serialize)]
struct Check {
    what: String,
    state: State,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Fine,
    /// Works, but not all of it.
    Poor,
    /// Does not work.
    Broken,
}

impl Findings {
    fn fine(&mut self, what: impl Into<String>, found: impl fmt::Display) {
        self.add(what, State::Fine, found, None);
    }

    fn poor(&mut self, what: impl Into<String>, found: impl fmt::Display, remedy: impl Into<String>) {
        self.add(what, State::Poor, found, Some(remedy.into()));
    }

    fn broken(&mut self, what: impl Into<String>, found: impl fmt::Display, remedy: impl Into<String>) {
        self.add(what, State::Broken, found, Some(remedy.into()));
    }

    fn add(
        &mut self,
        what: impl Into<String>,
        state: State,
        found: impl fmt::Display,
        remedy: Option<String>,
    ) {
        let remedy = remedy.filter(|remedy| !remedy.is_empty());
        self.checks.push(Check { what: what.into(), state, found: found.to_string(), remedy });
    }
}

/// Whether this folder, where runs go by default, can be written to and has room.
fn disk(findings: &mut Findings) {
    let here = Path::new(".");
    if let Err(error) = tempfile::tempfile_in(here) {
        findings.broken(
            "disk",
            format_args!("this folder cannot be written to: {error}"),
            "start oddity in a folder of yours",
        );
        return;
    }
    findings.disk_usable = true;
    match system::free_bytes(here) {
        Some(free) if free < LITTLE_ROOM => {
            findings.disk_usable = false;
            findings.broken(
                "disk",
                format_args!("{} free", in_words(free)),
                "make room: a hunt needs at least 200 MB",
            );
        }
        Some(free) if free < ENOUGH_ROOM => {
            findings.poor("disk", format_args!("{} free", in_words(free)), "a long hunt may need 2 GB");
        }
        Some(free) => findings.fine("disk", format_args!("{} free", in_words(free))),
        None => findings.fine("disk", "can be written to"),
    }
}

/// Whether the simulated phone works on this computer, by using it.
fn simulated_phone(findings: &mut Findings) {
    match phones::try_simulated() {
        Ok(found) => findings.fine("simulated phone", found),
        Err(why) => {
            findings.broken("simulated phone", why, "please report this: it needs nothing but oddity");
        }
    }
}

/// Whether adb is there and its server answers; the phones it sees.
fn server(adb: &Adb, findings: &mut Findings) -> Vec<ListedDevice> {
    match adb.settings().program() {
        Some(program) => findings.fine("adb", program.display()),
        None => findings.wants_phone(
            "adb",
            "not found in ANDROID_HOME or on the PATH",
            "install it: `apt install adb`, `brew install android-platform-tools`, or Android Studio",
        ),
    }
    let deadline = || Deadline::after(ASKING);
    match adb.version(deadline()) {
        Ok(version) => {
            let AdbSettings { host, port, .. } = adb.settings();
            findings.fine("adb server", format_args!("answers at {host}:{port}, protocol {version}"));
        }
        Err(error) => {
            findings.wants_phone("adb server", error, "see what `adb start-server` says");
            return Vec::new();
        }
    }
    match adb.devices(deadline()) {
        Ok(seen) => seen,
        Err(error) => {
            findings.wants_phone("adb server", error, "try `adb reconnect`");
            Vec::new()
        }
    }
}

fn phones(adb: &Adb, wanted: Option<&str>, seen: &[ListedDevice], findings: &mut Findings) {
    let meant: Vec<&ListedDevice> =
        seen.iter().filter(|phone| wanted.is_none_or(|serial| phone.serial == serial)).collect();
    if meant.is_empty() {
        let remedy = "plug one in and allow USB debugging in its developer options, or start an emulator";
        match wanted {
            Some(serial) => {
                findings.broken("phones", format_args!("adb does not see {}", gui::escaped(serial)), remedy);
            }
            None => findings.wants_phone("phones", "adb sees none", remedy),
        }
    }
    for listed in meant {
        let serial = gui::escaped(&listed.serial).to_string();
        if listed.state == DeviceState::Ready {
            phone(adb, &serial, &listed.serial, findings);
        } else {
            findings.broken(serial, &listed.state, listed.state.remedy());
        }
    }
}

/// Uses a phone as a hunt would, without changing anything on it.
fn phone(adb: &Adb, shown: &str, serial: &str, findings: &mut Findings) {
    let mut phone = match AdbDevice::connect(adb, Some(serial), AdbOptions::default()) {
        Ok(phone) => phone,
        Err(error) => {
            let remedy = error.remedy().unwrap_or_default().to_owned();
            return findings.broken(shown, error, remedy);
        }
    };
    let identity = phone.identity().clone();
    findings.fine(shown, format_args!("{identity}, API {}", identity.api));
    let reads = match phone.observe() {
        Ok(seen) => {
            let widgets = seen.layout.len();
            findings.fine(format!("{shown} screen"), format_args!("can be read: {widgets} widgets"));
            true
        }
        Err(error) => {
            let remedy = error.remedy().unwrap_or_default().to_owned();
            findings.broken(format!("{shown} screen"), error, remedy);
            false
        }
    };
    if reads & touches(adb, shown, serial, findings) {
        findings.usable_phones.push(shown.to_owned());
    }
    animations(adb, shown, serial, findings);
    if !phone.abilities().has(Ability::TypeAnything) {
        let remedy = "install and enable the keyboard app ADBKeyBoard to type other letters";
        findings.poor(format!("{shown} typing"), "ASCII only", remedy);
    }
}

/// Some vendors let nobody inject input until a switch of theirs is on. Key 0 is no key: it does nothing.
fn touches(adb: &Adb, shown: &str, serial: &str, findings: &mut Findings) -> bool {
    let what = format!("{shown} touch");
    let said = adb.phone(serial).shell("input keyevent 0", Deadline::after(ASKING));
    let said = match said {
        Ok(said) => said,
        Err(error) => {
            findings.broken(what, error, "see whether the phone answers by hand: `adb shell true`");
            return false;
        }
    };
    match InputRefusal::parse(&said.text()) {
        None => {
            findings.fine(what, "accepts input");
            true
        }
        Some(InputRefusal::NotAllowed) => {
            let remedy = "on Xiaomi phones switch on \"USB debugging (Security settings)\" in the developer \
                          options; on others look for a switch of that kind";
            findings.broken(what, refused(&InputRefusal::NotAllowed), remedy);
            false
        }
        Some(other) => {
            let remedy =
                "see what `adb shell input keyevent 0` says; a phone that is still starting needs a moment";
            findings.broken(what, refused(&other), remedy);
            false
        }
    }
}

fn refused(refusal: &InputRefusal) -> String {
    let said = |text: &str| gui::escaped(text).to_string();
    match refusal {
        InputRefusal::NotAllowed => "the phone accepts no input from programs".to_owned(),
        InputRefusal::NotUnderstood(text) => {
            format!("the phone does not know `input keyevent`: {}", said(text))
        }
        InputRefusal::NoService(text) => format!("the phone is not up: {}", said(text)),
        InputRefusal::Other(text) => format!("the phone answers: {}", said(text)),
    }
}

fn animations(adb: &Adb, shown: &str, serial: &str, findings: &mut Findings) {
    let command = "settings get global window_animation_scale; settings get global transition_animation_scale; \
                   settings get global animator_duration_scale";
    let Ok(said) = adb.phone(serial).shell(command, Deadline::after(ASKING)) else { return };
    let text = said.text();
    // A phone where nobody ever changed them says `null`, which means on.
    if text.lines().any(|line| !matches!(line.trim(), "0" | "0.0" | "")) {
        let remedy = "switch all three scales off in the developer options: the UI is idle sooner";
        findings.poor(format!("{shown} animations"), "on", remedy);
    }
}

/// Whether an APK can be tested without a phone.
fn pocket_phones(findings: &mut Findings) {
    let (cache, usual) = (Kit::cache_folder(), pocket::Profile::default());
    match Kit::find(&cache, usual.kind.api) {
        Ok(_) => {
            let levels: Vec<String> =
                Kit::installed(&cache).iter().map(|api| api.level.to_string()).collect();
            findings.fine("pocket phones", format_args!("installed, with API level {}", levels.join(", ")));
            findings.pocket_usable = true;
            time_travel(findings);
            cell(findings);
            for api in Kit::installed(&cache).into_iter().filter(|api| !api.is_whole(&cache)) {
                let remedy = format!("`oddity pocket install --api {}` fetches it again", api.level);
                findings.broken(
                    format!("framework of API level {}", api.level),
                    "damaged: its files are not as they were fetched",
                    remedy,
                );
                findings.pocket_usable &= api.level != usual.kind.api;
            }
        }
        Err(error) => {
            let remedy = format!("only needed to test an .apk without a phone: {}", error.remedy());
            let found = error.to_string();
            findings.poor(
                "pocket phones",
                found.strip_prefix("pocket phones are ").unwrap_or(&found),
                remedy,
            );
        }
    }
}

/// Whether pocket phones can go back in time.
fn time_travel(findings: &mut Findings) {
    match Criu::find() {
        Ok(_) => findings.fine("pocket snapshots", "CRIU works"),
        Err(why) => {
            let remedy = "optional, makes pocket phones quicker: install CRIU 4 or newer and run as root; ODDITY_CRIU may \
                          name the program";
            findings.poor("pocket snapshots", why, remedy);
        }
    }
}

/// What keeps the app of a pocket phone in.
fn cell(findings: &mut Findings) {
    match pocket::Layers::find() {
        Ok(layers) => findings.fine("cell of pocket phones", layers.in_words()),
        Err(why) => {
            let remedy =
                "allow user namespaces or Landlock, or be root; an app without a cell takes `--unconfined`";
            findings.poor("cell of pocket phones", why, remedy);
        }
    }
}

fn print(findings: &Findings, output: &mut Output) -> Result<(), Failure> {
    print_checks(&findings.checks, output)?;
    output.print(format_args!("\n{}\n", findings.verdict()))
}

impl Findings {
    /// What can be tested here, and with which command; else what to do first.
    fn verdict(&self) -> String {
        let phones = self.usable_phones.join(", ");
        match (self.disk_usable, phones.is_empty(), self.pocket_usable) {
            (false, ..) => "nothing can be tested here: see `disk` above".to_owned(),
            (_, false, true) => {
                format!("ready to test on {phones}, and an .apk on pocket phones (`--on pocket`)")
            }
            (_, false, false) => format!("ready to test on {phones}"),
            (_, true, true) => {
                "ready to test an .apk on pocket phones: `oddity hunt app-debug.apk --on pocket`".to_owned()
            }
            (_, true, false) => {
                "not ready to test your app: connect a phone, start an emulator, or install pocket \
                                 phones; `oddity hunt` alone tries the demo on a simulated phone"
                    .to_owned()
            }
        }
    }

    /// Something for connected phones alone: bad where there are no others to test on.
    fn wants_phone(&mut self, what: &str, found: impl fmt::Display, remedy: impl Into<String>) {
        if self.pocket_usable {
            self.poor(what, found, format!("only needed for connected phones: {}", remedy.into()));
        } else {
            self.broken(what, found, remedy);
        }
    }
}

fn print_checks(checks: &[Check], output: &mut Output) -> Result<(), Failure> {
    let width = checks.iter().map(|check| check.what.chars().count()).max().unwrap_or(0);
    for Check { what, state, found, remedy } in checks {
        let (mark, style) = state.shown();
        output.print(format_args!("{style}{mark}{style:#} {what:width$}  {found}\n"))?;
        if let Some(remedy) = remedy {
            output.print(format_args!("     {:width$}  → {remedy}\n", ""))?;
        }
    }
    Ok(())
}

impl State {
    /// A word that also reads without colour.
    fn shown(self) -> (&'static str, Style) {
        match self {
            State::Fine => ("ok  ", GREEN),
            State::Poor => ("note", YELLOW),
            State::Broken => ("bad ", RED),
        }
    }
}

fn in_words(bytes: u64) -> String {
    if bytes >= 10 << 30 { format!("{} GB", bytes >> 30) } else { format!("{} MB", bytes >> 20) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(disk: bool, phones: &[&str], pocket: bool) -> String {
        let usable_phones = phones.iter().map(|&serial| serial.to_owned()).collect();
        Findings { disk_usable: disk, pocket_usable: pocket, usable_phones, ..Findings::default() }.verdict()
    }

    #[test]
    fn the_last_line_names_every_phone_that_can_be_used() {
        assert!(verdict(true, &[], true).contains("`oddity hunt app-debug.apk --on pocket`"));
        assert!(verdict(true, &["emulator-5554"], true).contains("emulator-5554, and an .apk on pocket"));
        assert_eq!(verdict(true, &["a", "b"], false), "ready to test on a, b");
        assert!(verdict(true, &[], false).starts_with("not ready to test your app"));
        assert!(verdict(false, &["a"], true).contains("see `disk`"));
    }

    #[test]
    fn no_adb_is_bad_only_where_nothing_else_can_test() {
        for (pocket_usable, state) in [(false, State::Broken), (true, State::Poor)] {
            let mut findings = Findings { pocket_usable, ..Findings::default() };
            findings.wants_phone("adb", "not found", "install it");
            assert!(findings.checks[0].state == state, "pocket phones: {pocket_usable}");
        }
    }
}
