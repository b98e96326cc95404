//! What the `adb` program prints about its own work: connections, failures, transfers.

use serde::Serialize;

use super::text::{between, lines};

/// How `adb connect` or `host:connect` ended; the exit status is 0 whatever happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectReply {
    /// The phone is connected.
    Connected(String),
    /// It was connected before.
    AlreadyConnected(String),
    /// It does not allow this computer, or has not yet; it may still become usable by itself.
    NotAuthenticated(String),
    /// There is no way to it, and why, where adb knows.
    Failed {
        /// The address.
        address: String,
        /// Why; a peer that says nothing gives no reason.
        reason: Option<String>,
    },
    /// Something else.
    Other(String),
}

impl ConnectReply {
    /// Reads the one line that says it; adb may talk of its daemon before.
    pub fn parse(text: &str) -> Self {
        for line in lines(text).map(str::trim) {
            if let Some(address) = line.strip_prefix("connected to ") {
                return Self::Connected(address.to_owned());
            }
            if let Some(address) = line.strip_prefix("already connected to ") {
                return Self::AlreadyConnected(address.to_owned());
            }
            if let Some(address) = line.strip_prefix("failed to authenticate to ") {
                return Self::NotAuthenticated(address.to_owned());
            }
            let failed = ["failed to connect to ", "cannot connect to ", "unable to connect to "];
            if let Some(rest) = failed.iter().find_map(|start| line.strip_prefix(start)) {
                let (address, reason) =
                    rest.split_once(": ").map_or((rest, None), |(a, r)| (a, Some(r.to_owned())));
                return Self::Failed { address: address.trim_matches('\'').to_owned(), reason };
            }
        }
        Self::Other(text.trim().to_owned())
    }
}

/// Why adb did not do what was asked, from its standard error or a `FAIL` of its server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AdbFailure {
    /// There is no phone of that serial.
    DeviceNotFound(String),
    /// There is no phone at all.
    NoDevices,
    /// There are several and none was named.
    SeveralDevices,
    /// There is no emulator to talk to.
    NoEmulator,
    /// The phone does not answer.
    Offline,
    /// The phone has not allowed this computer.
    Unauthorized,
    /// The phone refused the service, or went away.
    Closed,
    /// The port to stop forwarding is not forwarded.
    NoSuchListener(String),
    /// A file is not there or may not be touched.
    File(String),
    /// Something else.
    Other(String),
}

impl AdbFailure {
    /// Reads `error: …`, `adb: …` or the bare words of the server; `None` when nothing is said.
    pub fn parse(text: &str) -> Option<Self> {
        let noise = |line: &&str| !line.is_empty() && !line.starts_with("* daemon");
        let line = lines(text).map(str::trim).find(noise)?;
        let said = line.strip_prefix("adb: ").unwrap_or(line);
        let said = said.strip_prefix("error: ").unwrap_or(said);
        let quoted = || between(said, "'", "'").unwrap_or("").to_owned();
        Some(if said.starts_with("device '") && said.ends_with("not found") {
            Self::DeviceNotFound(quoted())
        } else if said.starts_with("listener '") && said.ends_with("not found") {
            Self::NoSuchListener(quoted())
        } else if said.starts_with("no devices") {
            Self::NoDevices
        } else if said.starts_with("more than one ") {
            Self::SeveralDevices
        } else if said.starts_with("no emulator detected") {
            Self::NoEmulator
        } else if said.starts_with("device offline") {
            Self::Offline
        } else if said.starts_with("device unauthorized") || said.starts_with("device still authorizing") {
            Self::Unauthorized
        } else if said == "closed" || said.starts_with("protocol fault") {
            Self::Closed
        } else if said.starts_with("failed to copy") || said.starts_with("failed to stat") {
            Self::File(said.to_owned())
        } else {
            Self::Other(said.to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connecting_fails_in_words_only() {
        let failed = |address: &str, reason: Option<&str>| ConnectReply::Failed {
            address: address.to_owned(),
            reason: reason.map(str::to_owned),
        };
        for (text, expected) in [
            ("connected to 1.2.3.4:5555\n", ConnectReply::Connected("1.2.3.4:5555".to_owned())),
            (
                "* daemon started successfully\nalready connected to x:1\n",
                ConnectReply::AlreadyConnected("x:1".to_owned()),
            ),
            ("failed to authenticate to x:1\n", ConnectReply::NotAuthenticated("x:1".to_owned())),
            ("failed to connect to 'x:1': Connection refused", failed("x:1", Some("Connection refused"))),
            ("failed to connect to x:1\n", failed("x:1", None)),
            ("bad port number\n", ConnectReply::Other("bad port number".to_owned())),
        ] {
            assert_eq!(ConnectReply::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_failures() {
        for (text, expected) in [
            ("error: device 'a b' not found\n", AdbFailure::DeviceNotFound("a b".to_owned())),
            ("error: no devices/emulators found", AdbFailure::NoDevices),
            ("error: more than one device/emulator", AdbFailure::SeveralDevices),
            ("more than one emulator", AdbFailure::SeveralDevices),
            ("error: no emulator detected", AdbFailure::NoEmulator),
            ("* daemon started successfully\nadb: device offline", AdbFailure::Offline),
            ("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", AdbFailure::Unauthorized),
            ("error: closed", AdbFailure::Closed),
            ("adb: error: listener 'tcp:9' not found", AdbFailure::NoSuchListener("tcp:9".to_owned())),
            ("unknown host service", AdbFailure::Other("unknown host service".to_owned())),
        ] {
            assert_eq!(AdbFailure::parse(text), Some(expected), "{text}");
        }
        assert_eq!(AdbFailure::parse("\n"), None);
    }
}
