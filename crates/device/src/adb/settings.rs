//! Where the adb server is and which phone is meant, as the environment says.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

/// What we take from the environment, as a value: read once at the edge, made by hand in tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdbSettings {
    /// The adb server's host.
    pub host: String,
    /// The adb server's port.
    pub port: u16,
    /// The phone that is meant where none is named (`ANDROID_SERIAL`).
    pub serial: Option<String>,
    /// Where the program `adb` may be, the first that exists counts.
    pub programs: Vec<PathBuf>,
    /// The file that holds the emulator console's token.
    pub console_token: Option<PathBuf>,
    /// What of the environment cannot be understood: to ask some other server than the one meant would be worse than none.
    pub problem: Option<String>,
}

/// The port every adb uses unless told otherwise.
const DEFAULT_PORT: u16 = 5037;

/// Where emulators keep their console's token, in the home folder.
pub(super) const TOKEN_FILE: &str = ".emulator_console_auth_token";

impl Default for AdbSettings {
    /// A server on this computer at the usual port, and no program to start it with.
    fn default() -> AdbSettings {
        AdbSettings {
            host: Ipv4Addr::LOCALHOST.to_string(),
            port: DEFAULT_PORT,
            serial: None,
            programs: Vec::new(),
            console_token: None,
            problem: None,
        }
    }
}

impl AdbSettings {
    /// As this process's environment says.
    pub fn from_env() -> AdbSettings {
        AdbSettings::from_variables(|name| std::env::var(name).ok())
    }

    /// As `variable` says: `ADB_SERVER_SOCKET` (`tcp:5037`, `tcp:host:5037`), `ANDROID_ADB_SERVER_ADDRESS`,
    /// `ANDROID_ADB_SERVER_PORT`, `ANDROID_SERIAL`, `ANDROID_HOME`, `ANDROID_SDK_ROOT`, `PATH`, `HOME`.
    ///
    /// The socket counts over the address and port, as it does for the program `adb`. What cannot be understood is a
    /// [`problem`](Self::problem).
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> AdbSettings {
        let variable = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let mut settings = AdbSettings::default();
        if let Some(host) = variable("ANDROID_ADB_SERVER_ADDRESS") {
            settings.host = host.trim().to_owned();
        }
        let not_understood = |name: &str, value: &str| Some(format!("{name}={value} cannot be understood"));
        if let Some(port) = variable("ANDROID_ADB_SERVER_PORT") {
            match port.trim().parse() {
                Ok(port) => settings.port = port,
                Err(_) => settings.problem = not_understood("ANDROID_ADB_SERVER_PORT", &port),
            }
        }
        if let Some(socket) = variable("ADB_SERVER_SOCKET") {
            match tcp_socket(&socket) {
                Some((host, port)) => (settings.host, settings.port, settings.problem) = (host, port, None),
                None => settings.problem = not_understood("ADB_SERVER_SOCKET", &socket),
            }
        }
        settings.serial = variable("ANDROID_SERIAL");
        let program = if cfg!(windows) { "adb.exe" } else { "adb" };
        let kits = ["ANDROID_HOME", "ANDROID_SDK_ROOT"].into_iter().filter_map(variable);
        settings.programs = kits.map(|kit| Path::new(&kit).join("platform-tools").join(program)).collect();
        let path = variable("PATH").unwrap_or_default();
        settings.programs.extend(std::env::split_paths(&path).map(|folder| folder.join(program)));
        let home = variable("HOME").or_else(|| variable("USERPROFILE"));
        settings.console_token = home.map(|home| Path::new(&home).join(TOKEN_FILE));
        settings
    }

    /// The program `adb`, if there is one.
    pub fn program(&self) -> Option<&Path> {
        self.programs.iter().map(PathBuf::as_path).find(|program| program.is_file())
    }

    /// Whether the server runs on this computer, so that we may start it.
    pub fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }
}

/// `tcp:5037`, `tcp:host:5037`.
fn tcp_socket(socket: &str) -> Option<(String, u16)> {
    let address = socket.trim().strip_prefix("tcp:")?;
    match address.rsplit_once(':') {
        Some((host, port)) => {
            let host = host.trim_start_matches('[').trim_end_matches(']');
            (!host.is_empty()).then_some((host.to_owned(), port.parse().ok()?))
        }
        None => Some((Ipv4Addr::LOCALHOST.to_string(), address.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)], expected: &str) {
        let settings = AdbSettings::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        let AdbSettings { host, port, serial, problem, .. } = settings;
        let told = problem.unwrap_or_else(|| format!("{host} {port} {}", serial.as_deref().unwrap_or("-")));
        assert_eq!(told, expected, "{variables:?}");
    }

    #[test]
    fn the_environment_says_where_the_server_is() {
        check(&[], "127.0.0.1 5037 -");
        check(&[("ANDROID_ADB_SERVER_PORT", "6000"), ("ANDROID_SERIAL", "ab 12")], "127.0.0.1 6000 ab 12");
        check(&[("ANDROID_ADB_SERVER_ADDRESS", "farm")], "farm 5037 -");
        check(&[("ADB_SERVER_SOCKET", "tcp:6001"), ("ANDROID_ADB_SERVER_PORT", "6000")], "127.0.0.1 6001 -");
        check(&[("ADB_SERVER_SOCKET", "tcp:farm:6001")], "farm 6001 -");
        check(&[("ADB_SERVER_SOCKET", "tcp:[::1]:6001")], "::1 6001 -");
        check(&[("ANDROID_SERIAL", "")], "127.0.0.1 5037 -");
    }

    #[test]
    fn what_cannot_be_understood_is_said_rather_than_passed_over() {
        check(&[("ANDROID_ADB_SERVER_PORT", "x")], "ANDROID_ADB_SERVER_PORT=x cannot be understood");
        let socket = "localfilesystem:/x";
        check(&[("ADB_SERVER_SOCKET", socket)], "ADB_SERVER_SOCKET=localfilesystem:/x cannot be understood");
    }

    #[test]
    fn the_kit_counts_over_the_path() {
        let settings = AdbSettings::from_variables(|name| {
            Some(match name {
                "ANDROID_HOME" => "/kit".to_owned(),
                "PATH" => std::env::join_paths(["/a", "/b"]).unwrap().into_string().unwrap(),
                _ => return None,
            })
        });
        let program = if cfg!(windows) { "adb.exe" } else { "adb" };
        let expected: Vec<PathBuf> = ["/kit/platform-tools", "/a", "/b"]
            .iter()
            .map(|folder| Path::new(folder).join(program))
            .collect();
        assert_eq!(settings.programs, expected);
        assert_eq!(settings.program(), None, "none of them exists");
    }
}
