//! The phone behind the door: the device, and what a daemon keeps beside it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Duration;

use device::{Ability, Device, DeviceError, Identity, InstalledApp, LogPosition, Observation};

use crate::build::{BUILT_UNIX_MS, Build};
use crate::files::Files;
use crate::locked;
use crate::settings::{Clock, DoorSettings};
use crate::snapshots::Snapshots;
use crate::wire::auth::Keys;
use crate::wire::link::Link;

/// How long a wait lasts before we look again whether anybody still wants it.
const SLICE: Duration = Duration::from_millis(50);

/// The phone: one device, asked one thing at a time by all connections.
pub(crate) struct Phone {
    state: Mutex<State>,
    build: Build,
    keys: Option<Keys>,
    settings: DoorSettings,
    links: Mutex<Vec<Weak<Link>>>,
    closing: AtomicBool,
}

/// What only one may touch at a time.
pub(crate) struct State {
    pub(crate) device: Box<dyn Device>,
    pub(crate) memory: Memory,
    pub(crate) snapshots: Snapshots,
}

/// What the phone remembers that its [`Device`] knows nothing of. Saved and returned to together with it.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) files: Files,
    /// The tables `system`, `secure` and `global` of the settings.
    pub(crate) settings: BTreeMap<&'static str, BTreeMap<String, String>>,
    /// Properties that someone has set.
    pub(crate) props: BTreeMap<String, String>,
    /// Where the log begins since it was last cleared.
    pub(crate) log_from: LogPosition,
    /// The size that someone has set instead of the screen's.
    pub(crate) window_px: Option<(u32, u32)>,
    /// The battery's charge that someone has set.
    pub(crate) battery_percent: Option<u8>,
    /// Whether the screen is lit, as far as keys have told.
    pub(crate) screen_on: bool,
}

impl Phone {
    pub(crate) fn new(device: Box<dyn Device>, keys: Option<Keys>, settings: DoorSettings) -> Phone {
        let kind = device.kind();
        let build = Build::of(device.identity(), &kind, settings.emulator.is_some());
        let memory = Memory {
            files: Files::new(settings.disk_bytes, BUILT_UNIX_MS / 1000),
            settings: crate::commands::settings::defaults(&kind),
            props: BTreeMap::new(),
            log_from: LogPosition::START,
            window_px: None,
            battery_percent: None,
            screen_on: true,
        };
        Phone {
            state: Mutex::new(State { device, memory, snapshots: Snapshots::default() }),
            build,
            keys,
            settings,
            links: Mutex::new(Vec::new()),
            closing: AtomicBool::new(false),
        }
    }

    /// Asks the device something. A phone that turns out to be gone takes its connections with it, as a cable does.
    pub(crate) fn ask<T>(
        &self,
        ask: impl FnOnce(&mut State) -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        let answer = ask(&mut locked(&self.state));
        if answer.as_ref().is_err_and(DeviceError::is_lost) {
            self.hang_up();
        }
        answer
    }

    /// Looks at or changes what the daemon keeps beside the device.
    pub(crate) fn memory<T>(&self, look: impl FnOnce(&mut Memory) -> T) -> T {
        look(&mut locked(&self.state).memory)
    }

    /// Whether the device is there.
    pub(crate) fn answers(&self) -> bool {
        !self.is_closing() && locked(&self.state).device.now().is_ok()
    }

    pub(crate) fn build(&self) -> &Build {
        &self.build
    }

    pub(crate) fn settings(&self) -> &DoorSettings {
        &self.settings
    }

    pub(crate) fn identity(&self) -> Identity {
        locked(&self.state).device.identity().clone()
    }

    /// Width and height of the screen as the phone is held now.
    pub(crate) fn screen_as_held(&self) -> Result<(u32, u32), DeviceError> {
        let seen = self.ask(|state| state.device.observe())?;
        Ok(self.screen_in(&seen).0)
    }

    /// Width and height of the screen as it was held, and how often it was turned by a quarter.
    pub(crate) fn screen_in(&self, seen: &Observation) -> ((u32, u32), u8) {
        let rotation = seen.layout.windows().first().map_or(0, |window| window.info.rotation);
        let (width, height) = self.identity().screen_px;
        (if rotation % 2 == 1 { (height, width) } else { (width, height) }, rotation)
    }

    /// The computers that may come in; `None` where all may.
    pub(crate) fn keys(&self) -> Option<&Keys> {
        self.keys.as_ref()
    }

    /// The apps on the phone.
    pub(crate) fn apps(&self) -> Result<Vec<InstalledApp>, DeviceError> {
        self.ask(|state| state.device.apps())
    }

    /// What the phone's calendar says, in milliseconds since 1970.
    pub(crate) fn unix_ms(&self) -> Result<u64, DeviceError> {
        self.ask(|state| state.device.unix_ms())
    }

    /// Whether time passes only when someone lets it.
    pub(crate) fn is_virtual(&self) -> bool {
        self.settings.clock == Clock::Virtual
            && locked(&self.state).device.abilities().has(Ability::AdvanceClock)
    }

    /// Lets time pass, as long as `wanted` says that someone still waits for its end.
    pub(crate) fn pass(&self, time: Duration, wanted: &dyn Fn() -> bool) -> Result<(), DeviceError> {
        let is_virtual = self.is_virtual();
        let slice = if is_virtual { Duration::from_secs(1) } else { SLICE };
        let mut left = time;
        while !left.is_zero() && wanted() && !self.is_closing() {
            let step = left.min(slice);
            if is_virtual {
                self.ask(|state| state.device.wait(step))?;
            } else {
                thread::sleep(step);
            }
            left -= step;
        }
        Ok(())
    }

    /// Keeps a connection, to close it when the phone goes away.
    pub(crate) fn add_link(&self, link: &Arc<Link>) {
        let mut links = locked(&self.links);
        links.retain(|link| link.strong_count() > 0);
        links.push(Arc::downgrade(link));
        drop(links);
        // The door may have been closed between accepting the connection and this moment.
        if self.is_closing() {
            link.close();
        }
    }

    /// Ends all connections. New ones are welcome as soon as the device answers.
    pub(crate) fn hang_up(&self) {
        let links = std::mem::take(&mut *locked(&self.links));
        for link in links.iter().filter_map(Weak::upgrade) {
            link.close();
        }
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.hang_up();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }
}
