//! Phones and emulators that adb knows: whether each can be used, by using it.

use android::devices::{DeviceState, ListedDevice};
use android::input::InputRefusal;
use device::adb::{Adb, AdbDevice, AdbOptions, AdbSettings, Deadline};
use device::{Ability, Device};

use super::Findings;
use crate::phones::ASKING;

/// adb, its server, and each phone it sees; only the one of this serial where one is named.
pub(super) fn check(wanted: Option<&str>, findings: &mut Findings) {
    let adb = Adb::new(AdbSettings::from_env());
    if let Some(seen) = server(&adb, findings) {
        phones(&adb, wanted, &seen, findings);
    }
}

/// Whether adb is there and its server answers; the phones it sees, where it answers.
fn server(adb: &Adb, findings: &mut Findings) -> Option<Vec<ListedDevice>> {
    let AdbSettings { host, port, problem, .. } = adb.settings();
    let version = adb.version(Deadline::after(ASKING));
    match (adb.settings().program(), &version) {
        (Some(program), _) => findings.fine("adb", program.display()),
        (None, Ok(_)) => {
            let found =
                format!("not found in ANDROID_HOME or on the PATH, but a server answers at {host}:{port}");
            findings.poor("adb", found, format!("only needed once that server ends: {INSTALL_ADB}"));
        }
        // What else could be said follows from it.
        (None, Err(_)) if problem.is_none() => {
            let found =
                format!("not found in ANDROID_HOME or on the PATH, and no server answers at {host}:{port}");
            findings.wants_phone("adb", found, INSTALL_ADB);
            return None;
        }
        (None, Err(_)) => {}
    }
    match version {
        Ok(version) => {
            findings.fine("adb server", format_args!("answers at {host}:{port}, protocol {version}"));
        }
        Err(error) => {
            findings.wants_phone("adb server", error, "see what `adb start-server` says");
            return None;
        }
    }
    match adb.devices(Deadline::after(ASKING)) {
        Ok(seen) => Some(seen),
        Err(error) => {
            findings.wants_phone("adb server", error, "try `adb reconnect`");
            None
        }
    }
}

const INSTALL_ADB: &str =
    "install it: `apt install adb`, `brew install android-platform-tools`, or Android Studio";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_adb_one_line_says_all() {
        // Nobody answers where somebody has just listened and left.
        let left = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let told = |problem: Option<&str>| {
            let nobody = AdbSettings {
                port: left.port(),
                problem: problem.map(str::to_owned),
                ..AdbSettings::default()
            };
            let mut findings = Findings::default();
            assert!(server(&Adb::new(nobody), &mut findings).is_none());
            let [check] = &findings.checks[..] else { panic!("{} lines", findings.checks.len()) };
            (check.what.clone(), check.found.clone())
        };
        let (what, found) = told(None);
        assert_eq!(what, "adb");
        assert!(found.ends_with(&format!("on the PATH, and no server answers at {left}")), "{found}");
        let (what, found) = told(Some("ADB_SERVER_SOCKET is no address"));
        assert_eq!(what, "adb server");
        assert!(found.contains("ADB_SERVER_SOCKET is no address"), "{found}");
    }
}
