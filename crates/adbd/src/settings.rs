//! How a phone is offered.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// How a phone is offered. The default is safe: this computer only, nothing of this computer reachable through it.
#[derive(Debug, Clone)]
pub struct DoorSettings {
    /// Where adb finds it; port 0 takes a free one. Anything but loopback demands [`authorized_keys`](Self::authorized_keys).
    pub listen: SocketAddr,
    /// The public keys of the computers that may come in, a line each as in adb's `adbkey.pub`. `None` asks nobody.
    pub authorized_keys: Option<PathBuf>,
    /// How time passes on the phone.
    pub clock: Clock,
    /// Whether the shell command `oddity save | return | list | drop` is there.
    pub travel: bool,
    /// Whether `adb forward` may reach ports of this computer through the phone, and `adb reverse` may open some.
    pub host_ports: bool,
    /// How many bytes the phone's files may take.
    pub disk_bytes: u64,
    /// Whether it poses as an emulator.
    pub emulator: Option<Emulator>,
}

/// How time passes on the phone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clock {
    /// Only when someone acts, waits or looks at a moving screen.
    #[default]
    Virtual,
    /// As it does here.
    Real,
}

/// How a phone poses as an emulator: a console beside adb. [`DoorSettings::listen`] is then the address of both, and its port
/// that of the console; adb is on the next.
#[derive(Debug, Clone)]
pub struct Emulator {
    /// What the console tells of itself.
    pub name: String,
    /// The file that holds the console's password; made if absent, and an empty one asks for none.
    pub token_file: PathBuf,
    /// The adb server that is told of the emulator.
    pub server: Option<SocketAddr>,
}

impl Default for DoorSettings {
    fn default() -> DoorSettings {
        DoorSettings {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            authorized_keys: None,
            clock: Clock::Virtual,
            travel: false,
            host_ports: false,
            disk_bytes: 256 << 20,
            emulator: None,
        }
    }
}
