//! The door itself: it listens, lets servers in, and closes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use device::{Ability, Device};

use crate::emulator;
use crate::guests::{Guest, Guests};
use crate::phone::Phone;
use crate::settings::{Clock, DoorSettings};
use crate::wire::auth::Keys;
use crate::wire::connection;

/// How long those who are served may take to leave when the door closes.
const LEAVING: Duration = Duration::from_secs(5);

/// How often the phone's clock follows ours.
const TICK: Duration = Duration::from_millis(20);

/// Why a phone cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// Others could reach the phone, and nothing says who may.
    #[error("{0} can be reached from other computers, so it needs a file of authorized keys")]
    Unguarded(SocketAddr),
    /// The authorized keys cannot be used.
    #[error("cannot use the authorized keys in {file}: {why}", file = .file.display())]
    Keys {
        /// Which file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody else listens there, or nobody may.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// The password of the emulator's console can neither be read nor made.
    #[error("cannot use the console's password in {file}: {why}", file = .file.display())]
    Token {
        /// Which file.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

/// An offered phone. Dropping it ends all connections, and then the device, unless a call to it takes longer than some
/// seconds.
pub struct Door {
    phone: Arc<Phone>,
    address: SocketAddr,
    listeners: Vec<Listener>,
    ticker: Option<JoinHandle<()>>,
}

struct Listener {
    address: SocketAddr,
    thread: JoinHandle<()>,
}

impl Door {
    /// Offers a phone. Returns as soon as adb can connect to [`address`](Self::address).
    pub fn open(device: Box<dyn Device>, settings: DoorSettings) -> Result<Door, DoorError> {
        if settings.authorized_keys.is_none() && !settings.listen.ip().is_loopback() {
            return Err(DoorError::Unguarded(settings.listen));
        }
        let keys = match &settings.authorized_keys {
            Some(file) => {
                let unusable = |why| DoorError::Keys { file: file.clone(), why };
                Some(Keys::read(file).map_err(unusable)?)
            }
            None => None,
        };
        let ticks = settings.clock == Clock::Real && device.abilities().has(Ability::AdvanceClock);
        let posing = settings.emulator.clone();
        let listen = settings.listen;
        let new_door = || {
            let phone = Arc::new(Phone::new(device, keys, settings));
            Door { phone, address: listen, listeners: Vec::new(), ticker: None }
        };
        // All that can fail comes first, so that nobody has to leave again.
        let mut door;
        if let Some(posing) = posing {
            let (console, adb) = emulator::listen(listen)?;
            let token = emulator::read_token(&posing.token_file)
                .map_err(|why| DoorError::Token { file: posing.token_file.clone(), why })?;
            door = new_door();
            door.accept(console, move |socket, phone, guest| emulator::serve(&socket, phone, guest, &token));
            door.address = door.accept(adb, connection::serve);
            if let Some(server) = posing.server {
                emulator::announce(server, door.address.port());
            }
        } else {
            let listener =
                TcpListener::bind(listen).map_err(|why| DoorError::Listen { address: listen, why })?;
            door = new_door();
            door.address = door.accept(listener, connection::serve);
        }
        let phone = Arc::clone(&door.phone);
        door.ticker = ticks.then(|| thread::spawn(move || tick(&phone)));
        Ok(door)
    }

    /// What `adb connect` takes.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The serial under which a phone that poses as an emulator appears in `adb devices`; others appear under their
    /// [`address`](Self::address).
    pub fn serial(&self) -> String {
        match self.phone.settings().emulator {
            Some(_) => format!("emulator-{}", self.address.port() - 1),
            None => self.address.to_string(),
        }
    }

    /// Serves until `stop` says so.
    pub fn serve_until(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::SeqCst) {
            thread::sleep(TICK);
        }
    }

    /// Lets in whoever comes to `listener`, each in a thread of its own. Returns where that is.
    fn accept(
        &mut self,
        listener: TcpListener,
        serve: impl Fn(TcpStream, &Arc<Phone>, &Guest) -> io::Result<()> + Send + Sync + 'static,
    ) -> SocketAddr {
        let address = local_address(&listener, self.address);
        let phone = Arc::clone(&self.phone);
        let thread = thread::spawn(move || accept_all(&listener, &phone, &Arc::new(serve)));
        self.listeners.push(Listener { address, thread });
        address
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.phone.close();
        for Listener { address, thread } in self.listeners.drain(..) {
            // Whoever waits for the next guest must be woken by one.
            if TcpStream::connect_timeout(&reachable(address), Duration::from_secs(1)).is_ok() {
                let _ = thread.join();
            }
        }
        if let Some(ticker) = self.ticker.take() {
            let _ = ticker.join();
        }
        // The phone goes with the door, once those who were served have noticed. One stuck in the device itself may not.
        let until = Instant::now() + LEAVING;
        while Arc::strong_count(&self.phone) > 1 && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn accept_all(
    listener: &TcpListener,
    phone: &Arc<Phone>,
    serve: &Arc<impl Fn(TcpStream, &Arc<Phone>, &Guest) -> io::Result<()> + Send + Sync + 'static>,
) {
    let guests = Arc::new(Guests::default());
    for socket in listener.incoming() {
        if phone.is_closing() {
            return;
        }
        let Ok(socket) = socket else {
            // Out of descriptors, mostly: some will be free in a moment.
            thread::sleep(TICK);
            continue;
        };
        let Ok(guest) = guests.enter(&socket) else { continue };
        let (phone, serve, here) = (Arc::clone(phone), Arc::clone(serve), Arc::clone(&guests));
        let leaving = Arc::clone(&guest);
        let serve = move || {
            // However a connection ended, its peer knows.
            let _ = serve(socket, &phone, &leaving);
            here.leave(&leaving);
        };
        if thread::Builder::new().name("adb connection".to_owned()).spawn(serve).is_err() {
            guests.leave(&guest);
        }
    }
}

/// Lets the phone's clock follow ours.
fn tick(phone: &Phone) {
    let mut last = Instant::now();
    while !phone.is_closing() {
        thread::sleep(TICK);
        let now = Instant::now();
        // A phone that is away is told the time when it is back.
        if phone.ask(|state| state.device.wait(now - last)).is_ok() {
            last = now;
        }
    }
}

fn local_address(listener: &TcpListener, asked: SocketAddr) -> SocketAddr {
    listener.local_addr().unwrap_or(asked)
}

/// Where we reach a listener of ours ourselves.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
