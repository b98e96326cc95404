//! `settings`: the three tables, and what happens to the phone when some of them change.

use std::collections::BTreeMap;
use std::io::Write;

use device::{Change, DeviceError, PhoneKind};
use gui::{Orientation, SystemEvent};

use super::{Call, Outcome};
use crate::phone::Phone;

/// The most settings that someone may add, and their size.
const MAX_SETTINGS: usize = 4096;
const MAX_VALUE_BYTES: usize = 16 << 10;

const TABLES: [&str; 3] = ["system", "secure", "global"];

/// The tables as a new phone of a kind has them.
pub(crate) fn defaults(kind: &PhoneKind) -> BTreeMap<&'static str, BTreeMap<String, String>> {
    let table = |rows: &[(&str, &str)]| {
        rows.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let letters = f32::from(kind.font_percent) / 100.0;
    BTreeMap::from([
        (
            "system",
            table(&[
                ("accelerometer_rotation", "0"),
                ("font_scale", &format!("{letters:?}")),
                ("screen_off_timeout", "60000"),
                ("user_rotation", "0"),
            ]),
        ),
        (
            "secure",
            table(&[
                ("android_id", "6f64646974790001"),
                ("default_input_method", KEYBOARD),
                ("enabled_input_methods", KEYBOARD),
                ("ui_night_mode", if kind.dark { "2" } else { "1" }),
            ]),
        ),
        (
            "global",
            table(&[
                ("adb_enabled", "1"),
                ("airplane_mode_on", "0"),
                ("animator_duration_scale", "1.0"),
                ("device_provisioned", "1"),
                ("mobile_data", "1"),
                ("transition_animation_scale", "1.0"),
                ("wifi_on", "1"),
                ("window_animation_scale", "1.0"),
            ]),
        ),
    ])
}

/// The keyboard that the phone comes with.
pub(super) const KEYBOARD: &str = "com.android.inputmethod.latin/.LatinIME";

/// A setting's value; `null` where there is none.
pub(super) fn value(phone: &Phone, table: &str, name: &str) -> String {
    phone
        .memory(|memory| memory.settings.get(table).and_then(|table| table.get(name)).cloned())
        .unwrap_or("null".to_owned())
}

/// `settings [--user N] get | put | list | delete TABLE …`.
pub(super) fn settings(call: &mut Call<'_>) -> Outcome {
    let user = call.args.iter().position(|arg| arg == "--user");
    let args: Vec<&str> = call
        .args
        .iter()
        .enumerate()
        .filter(|(at, _)| user.is_none_or(|user| *at != user && *at != user + 1))
        .map(|(_, arg)| arg.as_str())
        .collect();
    let [command, table, rest @ ..] = &args[..] else {
        writeln!(call.err, "Invalid command: {}", args.first().unwrap_or(&""))?;
        return Ok(255);
    };
    let Some(table) = TABLES.into_iter().find(|known| known == table) else {
        writeln!(call.err, "Invalid namespace '{table}'")?;
        return Ok(255);
    };
    match (*command, rest) {
        ("get", [name, ..]) => {
            writeln!(call.out, "{}", value(call.phone, table, name))?;
            Ok(0)
        }
        ("put", [name, value, ..]) => {
            put(call.phone, table, name, value)?;
            Ok(0)
        }
        ("delete", [name, ..]) => {
            let gone = call
                .phone
                .memory(|memory| memory.settings.get_mut(table).and_then(|table| table.remove(*name)));
            writeln!(call.out, "Deleted {} rows", usize::from(gone.is_some()))?;
            Ok(0)
        }
        ("list", _) => {
            let rows = call.phone.memory(|memory| memory.settings.get(table).cloned()).unwrap_or_default();
            for (name, value) in rows {
                writeln!(call.out, "{name}={value}")?;
            }
            Ok(0)
        }
        _ => {
            writeln!(call.err, "Bad arguments")?;
            Ok(255)
        }
    }
}

/// Changes a setting and what it stands for. What the device cannot do stays undone, and the setting as it was.
pub(super) fn put(phone: &Phone, table: &str, name: &str, value: &str) -> Result<(), DeviceError> {
    phone.ask(|state| {
        let full = || DeviceError::DiskFull {
            serial: state.device.identity().serial.clone(),
            doing: "keep a setting",
        };
        let count: usize = state.memory.settings.values().map(BTreeMap::len).sum();
        if count >= MAX_SETTINGS || name.len() + value.len() > MAX_VALUE_BYTES {
            return Err(full());
        }
        let before = state.memory.settings.get(table).and_then(|table| table.get(name));
        if before.map(String::as_str) != Some(value) {
            let setting = |wanted: &str| {
                state.memory.settings.get(table).and_then(|table| table.get(wanted)).map(String::as_str)
            };
            if let Some(change) =
                effect(name, value, setting("accelerometer_rotation"), setting("user_rotation"))
            {
                state.device.change(&change)?;
            }
        }
        if let Some(table) = state.memory.settings.get_mut(table) {
            table.insert(name.to_owned(), value.to_owned());
        }
        Ok(())
    })
}

/// What a new value does to the phone. A phone that follows its sensor is held upright here.
fn effect(
    name: &str,
    value: &str,
    follows_sensor: Option<&str>,
    user_rotation: Option<&str>,
) -> Option<Change> {
    match (name, value) {
        ("user_rotation", turns) if follows_sensor != Some("1") => {
            Some(Change::Rotate { to: orientation(turns)? })
        }
        ("accelerometer_rotation", "1") if user_rotation != Some("0") => {
            Some(Change::Rotate { to: Orientation::Portrait })
        }
        ("accelerometer_rotation", "0") => Some(Change::Rotate { to: orientation(user_rotation?)? }),
        ("font_scale", scale) => {
            let percent = (scale.parse::<f32>().ok()? * 100.0).round();
            (10.0..=1000.0).contains(&percent).then_some(Change::FontScale { percent: percent as u16 })
        }
        ("airplane_mode_on", "0" | "1") => {
            Some(Change::System { event: SystemEvent::Network { on: value == "0" } })
        }
        _ => None,
    }
}

/// How a phone is held after so many quarter turns.
pub(super) fn orientation(turns: &str) -> Option<Orientation> {
    match turns {
        "0" | "2" => Some(Orientation::Portrait),
        "1" | "3" => Some(Orientation::Landscape),
        _ => None,
    }
}
