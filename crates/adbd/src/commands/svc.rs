//! Switches of the phone: `svc`, `ime`, and `cmd` for dark mode, language and network.

use std::io::Write;

use device::{Change, DeviceError, Input, KeyCode};
use gui::SystemEvent;

use super::settings::{KEYBOARD, put, value};
use super::{Call, Outcome};
use crate::phone::Phone;

/// `svc wifi | data | power …`.
pub(super) fn svc(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1)) {
        ("wifi", "enable" | "disable") => {
            radio(call.phone, "wifi_on", call.arg(1) == "enable").map(|()| Ok(0))?
        }
        ("data", "enable" | "disable") => {
            radio(call.phone, "mobile_data", call.arg(1) == "enable").map(|()| Ok(0))?
        }
        ("power", "stayon") => Ok(0),
        ("power", "shutdown" | "reboot") => {
            writeln!(call.err, "Error: this phone is not switched off from within")?;
            Ok(1)
        }
        _ => {
            writeln!(call.out, "Available commands:\n    help\n    power\n    data\n    wifi")?;
            Ok(255)
        }
    }
}

/// `cmd wifi set-wifi-enabled enabled|disabled`.
pub(super) fn wifi(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1)) {
        ("set-wifi-enabled", wanted @ ("enabled" | "disabled")) => {
            radio(call.phone, "wifi_on", wanted == "enabled")?;
            Ok(0)
        }
        ("status", _) => {
            let on = value(call.phone, "global", "wifi_on") == "1";
            writeln!(call.out, "Wifi is {}", if on { "enabled" } else { "disabled" })?;
            Ok(0)
        }
        (other, _) => call.unknown(other),
    }
}

/// Switches one way to the network. There is one as long as any of them is on, and the phone is told when that changes.
fn radio(phone: &Phone, name: &str, on: bool) -> Result<(), DeviceError> {
    let is_on = |name: &str| value(phone, "global", name) == "1";
    let connected = || (is_on("wifi_on") || is_on("mobile_data")) && !is_on("airplane_mode_on");
    let before = connected();
    put(phone, "global", name, if on { "1" } else { "0" })?;
    if connected() != before {
        let event = SystemEvent::Network { on: !before };
        phone.ask(|state| state.device.change(&Change::System { event }))?;
    }
    Ok(())
}

/// `cmd connectivity airplane-mode [enable | disable]`.
pub(super) fn connectivity(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1)) {
        ("airplane-mode", "") => {
            let on = value(call.phone, "global", "airplane_mode_on") == "1";
            writeln!(call.out, "{}", if on { "enabled" } else { "disabled" })?;
            Ok(0)
        }
        ("airplane-mode", wanted @ ("enable" | "disable")) => {
            put(call.phone, "global", "airplane_mode_on", if wanted == "enable" { "1" } else { "0" })?;
            Ok(0)
        }
        (other, _) => call.unknown(other),
    }
}

/// `cmd uimode night [yes | no | auto]`.
pub(super) fn uimode(call: &mut Call<'_>) -> Outcome {
    if call.arg(0) != "night" {
        return call.unknown(call.arg(0));
    }
    let on = match call.arg(1) {
        "" => None,
        "yes" => Some(true),
        // Nobody's evening falls here.
        "no" | "auto" => Some(false),
        other => {
            writeln!(call.err, "Error: mode must be 'yes', 'no', or 'auto', not '{other}'")?;
            return Ok(255);
        }
    };
    if let Some(on) = on {
        call.phone.ask(|state| state.device.change(&Change::DarkMode { on }))?;
        put(call.phone, "secure", "ui_night_mode", if on { "2" } else { "1" })?;
    }
    let night = value(call.phone, "secure", "ui_night_mode") == "2";
    writeln!(call.out, "Night mode: {}", if night { "yes" } else { "no" })?;
    Ok(0)
}

/// `cmd locale set-app-locales | get-app-locales PACKAGE …`: the language of all apps, since the phone has only one.
pub(super) fn locale(call: &mut Call<'_>) -> Outcome {
    if call.phone.build().api() < 33 {
        writeln!(call.err, "cmd: Can't find service: locale")?;
        return Ok(20);
    }
    let package = call.arg(1);
    match call.arg(0) {
        "set-app-locales" => {
            let tags =
                call.args.iter().position(|arg| arg == "--locales").and_then(|at| call.args.get(at + 1));
            let tag = tags
                .and_then(|tags| tags.split(',').next())
                .filter(|tag| !tag.is_empty())
                .unwrap_or("en-US")
                .to_owned();
            call.phone.ask(|state| state.device.change(&Change::Locale { tag: tag.clone() }))?;
            put(call.phone, "system", "system_locales", &tag)?;
            writeln!(call.out, "Locales set for {package} are [{tag}]")?;
            Ok(0)
        }
        "get-app-locales" => {
            let tag = value(call.phone, "system", "system_locales");
            writeln!(
                call.out,
                "Locales for {package} for user 0 are [{}]",
                if tag == "null" { "" } else { &tag }
            )?;
            Ok(0)
        }
        other => call.unknown(other),
    }
}

/// `cmd alarm set-timezone ZONE`. The zone is kept as a property, and apps hear of it; the log goes on in the old one.
pub(super) fn alarm(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1)) {
        ("set-timezone", zone) if !zone.is_empty() && zone.len() < 64 => {
            call.phone.ask(|state| {
                state.device.change(&Change::System { event: SystemEvent::Time })?;
                state.memory.props.insert("persist.sys.timezone".to_owned(), zone.to_owned());
                Ok(())
            })?;
            Ok(0)
        }
        (other, _) => call.unknown(other),
    }
}

/// `ime list | set | enable | reset`.
pub(super) fn ime(call: &mut Call<'_>) -> Outcome {
    match call.arg(0) {
        "list" => {
            if call.args.iter().any(|arg| arg == "-s") {
                writeln!(call.out, "{KEYBOARD}")?;
            } else {
                writeln!(
                    call.out,
                    "{KEYBOARD}:\n  mId={KEYBOARD} mSettingsActivityName=null mIsVrOnly=false"
                )?;
            }
            Ok(0)
        }
        "set" | "enable" if call.arg(1) == KEYBOARD => {
            writeln!(call.out, "Input method {KEYBOARD} selected for user #0")?;
            Ok(0)
        }
        "set" | "enable" | "disable" => {
            let id = call.arg(1);
            writeln!(call.err, "Unknown input method {id} cannot be selected for user #0")?;
            Ok(255)
        }
        "reset" => {
            writeln!(call.out, "Reset current and enabled IMEs for user #0")?;
            Ok(0)
        }
        other => call.unknown(other),
    }
}

/// What a key does to the screen's light, for those who ask later.
pub(super) fn lights_screen(input: &Input, lit: bool) -> bool {
    match input {
        Input::Key { code: KeyCode::SLEEP, .. } => false,
        Input::Key { code: KeyCode::WAKEUP, .. } => true,
        Input::Key { code: KeyCode::POWER, times } => lit == (times % 2 == 0),
        _ => lit,
    }
}
