//! The phones adb sees (`adb devices`, `adb devices -l`, `host:devices`, `host:track-devices`).

use std::fmt;

use serde::Serialize;

use super::text::lines;

/// A phone as adb lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListedDevice {
    /// What to say to `-s`; may hold spaces, colons and parentheses.
    pub serial: String,
    /// Whether it can be used.
    pub state: DeviceState,
    /// The port it is plugged into, with `-l`.
    pub usb: Option<String>,
    /// `product:`, with `-l`; may hold spaces.
    pub product: Option<String>,
    /// `model:`, with `-l`.
    pub model: Option<String>,
    /// `device:`, with `-l`.
    pub device: Option<String>,
    /// The server's own number for this connection, with `-l`; absent from old servers.
    pub transport_id: Option<u64>,
}

/// Whether a phone can be used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceState {
    /// It is ready.
    Ready,
    /// It is known but does not answer.
    #[default]
    Offline,
    /// It has not allowed this computer yet.
    Unauthorized,
    /// It is asking its owner.
    Authorizing,
    /// It is in a special mode: `recovery`, `sideload`, `rescue`, `bootloader`, `host`.
    Special(String),
    /// This computer may not open it (udev rules), with the server's explanation.
    NoPermissions(String),
}

impl DeviceState {
    /// The state of a word that adb uses for one.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "device" => Self::Ready,
            "offline" => Self::Offline,
            "unauthorized" => Self::Unauthorized,
            "authorizing" => Self::Authorizing,
            "recovery" | "sideload" | "rescue" | "bootloader" | "host" | "connecting" | "detached"
            | "unknown" => Self::Special(word.to_owned()),
            _ => return None,
        })
    }

    /// What a person can do about a phone that is not ready; empty for one that is.
    pub fn remedy(&self) -> &'static str {
        match self {
            DeviceState::Ready => "",
            DeviceState::Offline => {
                "unplug it and plug it in again, or restart it; over a network, `adb disconnect` and connect it again"
            }
            DeviceState::Unauthorized | DeviceState::Authorizing => "accept the prompt on the phone",
            DeviceState::Special(_) => "restart it into Android",
            DeviceState::NoPermissions(_) => {
                "install your system's udev rules for Android and plug the phone in again"
            }
        }
    }
}

impl fmt::Display for DeviceState {
    /// One or two words, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceState::Ready => "ready",
            DeviceState::Offline => "offline",
            DeviceState::Unauthorized => "unauthorized",
            DeviceState::Authorizing => "authorizing",
            DeviceState::Special(mode) => mode,
            DeviceState::NoPermissions(_) => "no permissions",
        })
    }
}

/// The phones of a list, in printed order. What adb says about its own daemon in between is left out.
pub fn listed_devices(text: &str) -> Vec<ListedDevice> {
    lines(text).filter(|line| !is_noise(line)).filter_map(listed_device).collect()
}

fn is_noise(line: &str) -> bool {
    let starts = ["List of devices", "* ", "adb server", "adb: ", "error: "];
    starts.iter().any(|start| line.starts_with(start)) || line.contains(" adb_")
}

fn listed_device(line: &str) -> Option<ListedDevice> {
    // The short form has a tab, the long form pads with blanks.
    if let Some((serial, rest)) = line.split_once('\t') {
        return with_state(serial, rest);
    }
    // A serial may hold blanks, so the state is the first word after the first that is one.
    let line = line.trim();
    let mut from = 0;
    while let Some(at) = line[from..].find(' ') {
        let start = from + at + 1;
        if let Some(found) = with_state(&line[..start], &line[start..]) {
            return Some(found);
        }
        from = start;
    }
    None
}

fn with_state(serial: &str, rest: &str) -> Option<ListedDevice> {
    let (state, details) = if let Some(why) = rest.strip_prefix("no permissions") {
        let (why, details) = why.rsplit_once(']').unwrap_or((why, ""));
        (DeviceState::NoPermissions(why.trim().trim_matches([';', ' ']).to_owned()), details)
    } else {
        let (word, details) = rest.split_once(' ').unwrap_or((rest, ""));
        (DeviceState::of(word.trim_end())?, details)
    };
    let serial = serial.trim();
    let found = ListedDevice { serial: serial.to_owned(), state, ..ListedDevice::default() };
    (!serial.is_empty()).then(|| with_details(found, details))
}

/// `usb:0-1.5 product:alioth model:M2012K11AC device:alioth transport_id:58`; a macOS server leaves out `usb:`.
fn with_details(mut found: ListedDevice, details: &str) -> ListedDevice {
    const KEYS: [&str; 5] = ["usb", "product", "model", "device", "transport_id"];
    let mut fields: [Option<String>; 5] = [const { None }; 5];
    let mut current = None;
    for word in details.split(' ').filter(|word| !word.is_empty()) {
        let known =
            word.split_once(':').and_then(|(key, value)| Some((KEYS.iter().position(|k| *k == key)?, value)));
        match (known, current) {
            (Some((at, value)), _) => {
                current = Some(at);
                fields[at] = Some(value.to_owned());
            }
            // A word without a key belongs to the value before it, or is the bare USB port.
            (None, Some(at)) => {
                if let Some(value) = fields.get_mut(at).and_then(Option::as_mut) {
                    value.push(' ');
                    value.push_str(word);
                }
            }
            (None, None) => fields[0] = Some(word.to_owned()),
        }
    }
    let [usb, product, model, device, transport_id] = fields;
    (found.usb, found.product, found.model, found.device) = (usb, product, model, device);
    found.transport_id = transport_id.and_then(|id| id.parse().ok());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let seen: Vec<String> = listed_devices(text)
            .iter()
            .map(|d| {
                let dash = |field: &Option<String>| field.clone().unwrap_or("-".to_owned());
                let (usb, product, model, device) =
                    (dash(&d.usb), dash(&d.product), dash(&d.model), dash(&d.device));
                format!("{}|{:?}|{usb}|{product}|{model}|{device}|{:?}", d.serial, d.state, d.transport_id)
            })
            .collect();
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn reads_short_lists() {
        check(
            "List of devices attached\nab12\tdevice\nemulator-5554\toffline\n\n",
            &["ab12|Ready|-|-|-|-|None", "emulator-5554|Offline|-|-|-|-|None"],
        );
        check(
            "x\tunauthorized\r\ny\trecovery\n",
            &["x|Unauthorized|-|-|-|-|None", "y|Special(\"recovery\")|-|-|-|-|None"],
        );
        check("List of devices attached\n\n", &[]);
    }

    #[test]
    fn reads_long_lists() {
        check(
            "ab12cd   device usb:0-1.5 product:p model:M_1 device:d transport_id:58",
            &["ab12cd|Ready|0-1.5|p|M_1|d|Some(58)"],
        );
        check(
            "ab12cd   device 1-5 product:p q-a model:M device:d transport_id:4",
            &["ab12cd|Ready|1-5|p q-a|M|d|Some(4)"],
        );
        check(
            "adb-01-Cd (2)._adb-tls-connect._tcp device product:p transport_id:4",
            &["adb-01-Cd (2)._adb-tls-connect._tcp|Ready|-|p|-|-|Some(4)"],
        );
        check("127.0.0.1:5555 device model:A", &["127.0.0.1:5555|Ready|-|-|A|-|None"]);
        check("emulator-5554 offline", &["emulator-5554|Offline|-|-|-|-|None"]);
    }

    #[test]
    fn leaves_out_what_adb_says_of_itself() {
        check(
            "* daemon not running; starting now at tcp:5037\n* daemon started successfully\n\
             adb server version (39) doesn't match this client (36); killing...\n\
             01-02 03:04:05.678 1 1 D adb     : adb_trace.cpp:201 Installed as device\nList of devices attached\n",
            &[],
        );
    }

    #[test]
    fn reads_phones_that_may_not_be_opened() {
        check(
            "ab12   no permissions (user in plugdev group; are your udev rules wrong?); see [http://x] usb:1-1 transport_id:3",
            &[
                "ab12|NoPermissions(\"(user in plugdev group; are your udev rules wrong?); see [http://x\")|1-1|-|-|-|Some(3)",
            ],
        );
        check("????????????\tno permissions", &["????????????|NoPermissions(\"\")|-|-|-|-|None"]);
    }
}
