//! The adb server: what it knows of phones, and how to start it.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::{AdbError, NoPhone};
use super::settings::AdbSettings;
use super::transport::Transport;
use crate::Sent;
use android::cli::ConnectReply;
use android::devices::{DeviceState, ListedDevice, listed_devices};
use android::host_reply::server_version;
use android::text::text_of;

/// The adb server, through its host protocol. Cheap to clone: each request is a connection of its own.
///
/// The server is started where it is absent and never killed, whatever its version: others use it too.
#[derive(Debug, Clone)]
pub struct Adb {
    settings: AdbSettings,
}

impl Adb {
    /// The server that the settings name. Nothing is sent yet.
    pub fn new(settings: AdbSettings) -> Adb {
        Adb { settings }
    }

    /// Where the server is.
    pub fn settings(&self) -> &AdbSettings {
        &self.settings
    }

    /// The number of the server's protocol: 41 for ten years of platform tools.
    pub fn version(&self, deadline: Deadline) -> Result<u32, AdbError> {
        let payload = self.query("host:version", deadline)?;
        server_version(&payload).ok_or_else(|| not_understood("the server's version"))
    }

    /// The phones it sees.
    pub fn devices(&self, deadline: Deadline) -> Result<Vec<ListedDevice>, AdbError> {
        Ok(listed_devices(&text_of(&self.query("host:devices-l", deadline)?).text))
    }

    /// A phone that is ready: the one named, else the one of `ANDROID_SERIAL`, else the only one.
    pub fn choose(&self, serial: Option<&str>, deadline: Deadline) -> Result<ListedDevice, AdbError> {
        let seen = self.devices(deadline)?;
        Ok(chosen(serial.or(self.settings.serial.as_deref()), seen)?)
    }

    /// The phone of a serial, whether it is there or not.
    pub fn phone(&self, serial: &str) -> Transport {
        Transport::of_serial(self.clone(), serial)
    }

    /// Connects to a phone over the network.
    pub fn connect(&self, address: &str, deadline: Deadline) -> Result<ConnectReply, AdbError> {
        let said = self.query(&format!("host:connect:{address}"), deadline)?;
        Ok(ConnectReply::parse(&text_of(&said).text))
    }

    /// Lets go of a phone on the network.
    pub fn disconnect(&self, address: &str, deadline: Deadline) -> Result<(), AdbError> {
        self.query(&format!("host:disconnect:{address}"), deadline).map(|_| ())
    }

    /// Asks the server something and reads its answer.
    pub(super) fn query(&self, request: &str, deadline: Deadline) -> Result<Vec<u8>, AdbError> {
        let mut connection = self.open(deadline)?;
        connection.ask_server(request)?;
        connection.sized_text()
    }

    /// A connection to the server, which is started first where it is absent.
    pub(super) fn open(&self, deadline: Deadline) -> Result<Connection, AdbError> {
        if let Some(problem) = &self.settings.problem {
            return Err(self.no_server(problem));
        }
        match self.try_open(deadline) {
            Err(refused) if refused.kind() == std::io::ErrorKind::ConnectionRefused => {
                self.start_server(deadline)
            }
            // The time is up, which says nothing of the server.
            Err(_) if deadline.left().is_none() => {
                Err(AdbError::TimedOut { after: deadline.whole(), sent: Sent::Nothing })
            }
            opened => opened.map_err(|error| self.no_server(&error.to_string())),
        }
    }

    fn try_open(&self, deadline: Deadline) -> std::io::Result<Connection> {
        Connection::open(&self.settings.host, self.settings.port, deadline)
    }

    /// Runs `adb start-server` and waits until the server lets us in.
    fn start_server(&self, deadline: Deadline) -> Result<Connection, AdbError> {
        if !self.settings.is_local() {
            return Err(self.no_server("nothing listens there, and we only start servers on this computer"));
        }
        let program = self.settings.program().ok_or_else(|| {
            self.no_server(
                "it is not running, and the program adb is neither in ANDROID_HOME nor on the PATH",
            )
        })?;
        // The address goes by the option, so that no variable of the environment says otherwise.
        let mut starting = Command::new(program)
            .args(["-P", &self.settings.port.to_string(), "start-server"])
            .env_remove("ADB_SERVER_SOCKET")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| self.no_server(&format!("cannot run {}: {error}", program.display())))?;
        let opened = loop {
            if let Ok(connection) = self.try_open(deadline) {
                break Ok(connection);
            }
            if let Ok(Some(status)) = starting.try_wait()
                && !status.success()
            {
                break Err(self.no_server(&format!("`adb start-server` ended with {status}")));
            }
            if !deadline.pause(Duration::from_millis(20)) {
                break Err(self.no_server("`adb start-server` did not bring it up in time"));
            }
        };
        // It ends by itself once the server is up; waiting for it leaves no dead process behind.
        while opened.is_ok() && matches!(starting.try_wait(), Ok(None)) {
            if !deadline.pause(Duration::from_millis(5)) {
                break;
            }
        }
        opened
    }

    fn no_server(&self, why: &str) -> AdbError {
        let AdbSettings { host, port, .. } = &self.settings;
        AdbError::NoServer { address: format!("{host}:{port}"), why: why.to_owned() }
    }
}

fn not_understood(what: &str) -> AdbError {
    AdbError::Garbled { why: format!("this is not {what}"), sent: Sent::Nothing }
}

fn chosen(wanted: Option<&str>, seen: Vec<ListedDevice>) -> Result<ListedDevice, NoPhone> {
    let is_ready = |device: &&ListedDevice| device.state == DeviceState::Ready;
    let ready: Vec<&ListedDevice> = seen.iter().filter(is_ready).collect();
    let meant = match (wanted, &ready[..], &seen[..]) {
        (_, _, []) if wanted.is_none() => return Err(NoPhone::None),
        (Some(serial), ..) => seen.iter().find(|device| device.serial == serial),
        (None, [one], _) => Some(*one),
        (None, [], [one]) => Some(one),
        (None, ..) => return Err(NoPhone::Several { seen }),
    };
    match meant {
        Some(device) if device.state == DeviceState::Ready => Ok(device.clone()),
        Some(device) => {
            let (serial, state) = (device.serial.clone(), device.state.clone());
            Err(NoPhone::NotReady { serial, state, seen })
        }
        None => Err(NoPhone::NotThere { serial: wanted.unwrap_or_default().to_owned(), seen }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: Option<&str>, list: &str, expected: &str) {
        let seen = chosen(wanted, listed_devices(list)).map(|device| device.serial);
        let told = seen.unwrap_or_else(|error| format!("{error}\n\n{}", error.remedy()));
        assert_eq!(told, expected, "{wanted:?} of {list:?}");
    }

    #[test]
    fn the_only_ready_phone_is_meant() {
        check(None, "a\tdevice\n", "a");
        check(None, "a\toffline\nb\tdevice\n", "b");
        check(Some("a"), "a\tdevice\nb\tdevice\n", "a");
    }

    #[test]
    fn of_several_one_must_be_chosen() {
        check(
            None,
            "emulator-5554\tdevice\n0A121FDD4\tdevice\n",
            "cannot use a phone: several are connected and none was chosen\n  \
             adb sees 2 devices: emulator-5554 (ready), 0A121FDD4 (ready)\n\n\
             choose one, for instance with `--device emulator-5554` or ANDROID_SERIAL",
        );
    }

    #[test]
    fn a_phone_that_is_not_ready_comes_with_its_remedy() {
        check(
            Some("emulator-5554"),
            "emulator-5554\tunauthorized\n0A121FDD4\tdevice\n",
            "cannot use emulator-5554: it has not allowed this computer yet\n  \
             adb sees 2 devices: emulator-5554 (unauthorized), 0A121FDD4 (ready)\n\n\
             accept the prompt on the phone, or choose the other with `--device 0A121FDD4`",
        );
        check(
            None,
            "a\tno permissions (user in plugdev group; are your udev rules wrong?); see [http://x]\n",
            "cannot use a: this computer's user may not open it\n  adb sees 1 device: a (no permissions)\n\n\
             install your system's udev rules for Android and plug the phone in again",
        );
    }

    #[test]
    fn a_phone_that_is_not_there_is_said_to_be_missing() {
        check(
            None,
            "",
            "cannot use a phone: adb sees none\n\nplug one in and allow USB debugging, start an emulator, or use `sim:NAME`",
        );
        check(
            Some("x"),
            "",
            "cannot use x: it is not there\n  adb sees no device\n\ncheck the cable and `adb devices`",
        );
    }
}
