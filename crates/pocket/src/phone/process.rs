//! The life of the app's process.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use device::DeviceError;

use crate::jvm::words::{Answer, Changed, Request, as_ms, window};
use crate::phone::travel::remove_if_there;
use crate::phone::{FULL, NEVER_MS, PocketPhone, STARTING, unreachable_phone};
use crate::source::STORAGE;

/// Where the JVM writes down what the system does for the app later. It goes when the app is ended for good.
const KEPT: &str = "kept.bin";

impl PocketPhone {
    /// Opens the app; its process is started first where there is none.
    pub(crate) fn launch(&mut self) -> Result<(), DeviceError> {
        if !self.has_process() {
            if self.open_first_screen()? {
                return Ok(());
            }
            self.start()?;
        }
        // A process that ends as it starts has opened nothing.
        if self.has_process() {
            self.note_opened();
            self.ask(&Request::Launch, "open the app")?;
        }
        Ok(())
    }

    /// The app is about to be opened, and has no part any more in what was before.
    pub(crate) fn note_opened(&mut self) {
        self.condition.is_fresh = false;
        self.condition.is_stopped = false;
        self.condition.kept = None;
    }

    /// Starts a process on what the phone has stored, with the task that the system has kept.
    pub(crate) fn start(&mut self) -> Result<Answer, DeviceError> {
        // What was given or taken while the app had no process: the answer tells what it had before.
        let permissions = self.condition.settings.permissions.clone();
        let told = match self.take_up_met()? {
            Some(told) => told,
            None => self.begin()?,
        };
        self.tell_settings(permissions)?;
        Ok(told)
    }

    fn begin(&mut self) -> Result<Answer, DeviceError> {
        let storage = self.storage();
        let ready = fs::create_dir_all(&storage).and_then(|()| self.source.take(&storage));
        let (mut jvm, storage) = ready.map_err(|error| self.has_no_jvm(&error))?;
        jvm.watch(&storage);
        self.process = Some(jvm);
        self.ended = None;
        self.condition.processes += 1;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let settings = &self.condition.settings;
        let request = Request::Start {
            apk: text(&self.app.apk),
            classes: text(&self.app.classes),
            storage: text(&storage),
            qualifiers: self.profile.qualifiers(&settings.locale, settings.dark),
            font_scale: f32::from(settings.font_percent) / 100.0,
            on_ms: self.condition.on_ms,
            process: self.condition.processes,
            ahead_ms: self.condition.ahead_ms,
            battery: self.condition.battery,
            network: self.profile.network,
            zone: self.profile.zone.clone(),
        };
        let kept = self.condition.kept.clone().unwrap_or_default();
        let told = self.ask_with(&request, kept, STARTING, "start the app's process")?;
        self.source.prepare().map_err(|error| self.has_no_jvm(&error))?;
        Ok(told)
    }

    /// Lets time pass. The system starts a process for an alarm or a job that falls due in it; should that process end by itself,
    /// it is not started a second time, as a phone gives up on an app that ends again and again.
    pub(crate) fn pass(&mut self, time: Duration) -> Result<(), DeviceError> {
        let end_ms = self.condition.on_ms.saturating_add(as_ms(time));
        if !self.has_process() && self.condition.due_ms <= end_ms {
            self.condition.on_ms = self.condition.on_ms.max(self.condition.due_ms);
            self.start()?;
        }
        if self.has_process() {
            let ms = end_ms.saturating_sub(self.condition.on_ms);
            self.ask(&Request::Wait { ms }, "let time pass")?;
        }
        self.condition.on_ms = self.condition.on_ms.max(end_ms);
        Ok(())
    }

    /// Ends the process for good: the system does nothing more for the app until it is opened again.
    pub(crate) fn end(&mut self) -> Result<(), DeviceError> {
        self.condition.kept = None;
        self.condition.is_stopped = true;
        self.condition.due_ms = NEVER_MS;
        self.forget_met()?;
        self.bury()?;
        remove_file_if_there(&self.storage().join(KEPT))
            .map_err(|error| self.refused("end the app", &error.to_string()))
    }

    /// Ends the process as if memory had run out.
    pub(crate) fn end_in_background(&mut self) -> Result<(), DeviceError> {
        if !self.has_process() {
            return Ok(());
        }
        self.ask(&Request::Leave, "leave the app")?;
        let kept = self.ask(&Request::Save, "save the app's state")?.bytes;
        if self.has_process() {
            self.condition.kept = Some(kept);
            self.bury()?;
        }
        Ok(())
    }

    /// As if the app had just been installed, on a phone that is full and whose clock nobody has set.
    pub(crate) fn clear(&mut self) -> Result<(), DeviceError> {
        self.condition.ahead_ms = 0;
        self.condition.battery = FULL;
        if self.condition.is_fresh {
            return Ok(());
        }
        self.condition.settings.permissions.clear();
        self.renew()
    }

    /// Nothing is stored any more, and the phone's clock begins again: what follows is the same each time.
    pub(crate) fn renew(&mut self) -> Result<(), DeviceError> {
        // What a process in a room has stored goes with the room, so nobody has to wait for its end.
        if let Some(jvm) = self.process.take_if(|jvm| jvm.home().is_some()) {
            jvm.end_aside();
        }
        self.end()?;
        let removed = remove_if_there(&self.storage());
        removed.map_err(|error| self.refused("clear its data", &error.to_string()))?;
        self.condition.is_fresh = true;
        self.condition.on_ms = 0;
        self.condition.processes = 0;
        Ok(())
    }

    /// What the phone has stored, while no room has it.
    pub(crate) fn storage(&self) -> PathBuf {
        self.folder.inside().join(STORAGE)
    }

    fn tell_settings(&mut self, permissions: BTreeMap<String, bool>) -> Result<(), DeviceError> {
        if !self.condition.settings.upright {
            self.tell(Changed::Rotate { upright: false })?;
        }
        if self.condition.settings.window_px.is_some() {
            self.tell(window(self.condition.settings.window_px))?;
        }
        if !self.condition.settings.network {
            self.tell(Changed::Network { on: false })?;
        }
        for (name, granted) in permissions {
            self.tell(Changed::Permission { name, granted })?;
        }
        Ok(())
    }

    /// The process is gone; what it has stored stays, and the phone's clock goes on from where it was.
    pub(crate) fn bury(&mut self) -> Result<(), DeviceError> {
        self.condition.is_in_front = false;
        let Some(mut jvm) = self.process.take() else { return Ok(()) };
        jvm.end();
        let stored = jvm.home().map_or(Ok(()), |home| fs::rename(home.join(STORAGE), self.storage()));
        stored.map_err(|error| self.refused("take over what the process has stored", &error.to_string()))
    }

    fn has_no_jvm(&self, error: &io::Error) -> DeviceError {
        unreachable_phone(&self.identity.serial, &error.to_string())
    }
}

fn remove_file_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
