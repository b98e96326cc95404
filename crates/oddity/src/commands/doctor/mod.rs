//! `oddity doctor`: what is there, what is missing, and how to mend it.

mod app;

use std::fmt;
use std::path::Path;

use anstyle::Style;
use device::adb::parse::devices::{DeviceState, ListedDevice};
use device::adb::parse::input::InputRefusal;
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
    programs(&mut findings);
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
        findings.broken("disk", format_args!("cannot write here: {error}"), "go to a folder of yours");
        return;
    }
    findings.disk_usable = true;
    match system::free_bytes(here) {
        Some(free) if free < LITTLE_ROOM => {
            findings.disk_usable = false;
            findings.broken(
                "disk",
                format_args!("{} free", in_words(free)),
                "make room: a hunt needs some 200 MB",
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
        None => findings.broken(
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
            findings.broken("adb server", error, "see what `adb start-server` says");
            return Vec::new();
        }
    }
    match adb.devices(deadline()) {
        Ok(seen) => seen,
        Err(error) => {
            findings.broken("adb server", error, "try `adb reconnect`");
            Vec::new()
        }
    }
}

fn phones(adb: &Adb, wanted: Option<&str>, seen: &[ListedDevice], findings: &mut Findings) {
    let meant: Vec<&ListedDevice> =
        seen.iter().filter(|phone| wanted.is_none_or(|serial| phone.serial == serial)).collect();
    if meant.is_empty() {
        let found = match wanted {
            Some(serial) => format!("adb does not see {}", gui::escaped(serial)),
            None => "adb sees none".to_owned(),
        };
        let remedy = "plug one in and allow USB debugging in its developer options, or start an emulator";
        findings.broken("phones", found, remedy);
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
            findings.fine(format!("{shown} screen"), format_args!("read: {widgets} widgets"));
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
        let remedy = "install the keyboard app ADBKeyBoard and enable it; without it only ASCII is typed";
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
            findings.broken(what, error, "");
            return false;
        }
    };
    match InputRefusal::parse(&said.text()) {
        None => {
            findings.fine(what, "input is let in");
            true
        }
        Some(InputRefusal::NotAllowed) => {
            let remedy = "on Xiaomi phones switch on \"USB debugging (Security settings)\" in the developer \
                          options; on others look for a switch of that kind";
            findings.broken(what, "the phone lets no program touch it", remedy);
            false
        }
        Some(other) => {
            findings.broken(what, format_args!("{other:?}"), "");
            false
        }
    }
}

fn animations(adb: &Adb, shown: &str, serial: &str, findings: &mut Findings) {
    let command = "settings get global window_animation_scale; settings get global transition_animation_scale; \
                   settings get global animator_duration_scale";
    let Ok(said) = adb.phone(serial).shell(command, Deadline::after(ASKING)) else { return };
    let text = said.text();
    // A phone where nobody ever changed them says `null`, which means on.
    if text.lines().any(|line| !matches!(line.trim(), "0" | "0.0" | "")) {
        let remedy = "switch them off in the developer options: screens settle sooner";
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
            for api in Kit::installed(&cache).into_iter().filter(|api| !api.is_whole(&cache)) {
                let remedy = format!("`oddity pocket install --api {}` fetches it again", api.level);
                findings.broken(
                    format!("framework of API level {}", api.level),
                    "is not as it was fetched",
                    remedy,
                );
                findings.pocket_usable &= api.level != usual.kind.api;
            }
        }
        Err(error) => {
            let remedy = format!("only needed for an APK without a phone: {}", error.remedy());
            findings.poor("pocket phones", error, remedy);
        }
    }
}

/// Whether pocket phones can go back in time.
fn time_travel(findings: &mut Findings) {
    match Criu::find() {
        Ok(_) => findings.fine("snapshots of pocket phones", "CRIU works"),
        Err(why) => {
            let remedy = "only makes pocket phones quicker: install CRIU 4 or newer, be root, or let ODDITY_CRIU name it";
            findings.poor("snapshots of pocket phones", why, remedy);
        }
    }
}

fn programs(findings: &mut Findings) {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let browser = system::program(&names).and_then(|found| system::first_line_of(&found, &["--version"]));
    match browser {
        Some(version) => findings.fine("chromium", version),
        None => findings.poor("chromium", "not found", "only needed by oddity's own tests of its reports"),
    }
}

fn print(findings: &Findings, output: &mut Output) -> Result<(), Failure> {
    print_checks(&findings.checks, output)?;
    let verdict = match &findings.usable_phones[..] {
        _ if !findings.disk_usable => "testing is impossible here: see the disk above".to_owned(),
        [] => "no phone to test your app on; the simulated phone works: see `oddity devices`".to_owned(),
        phones => format!("ready to test on {}", phones.join(", ")),
    };
    output.print(format_args!("\n{verdict}\n"))
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
