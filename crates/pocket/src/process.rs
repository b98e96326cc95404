//! The life of the app's process.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use device::DeviceError;

use crate::phone::{PocketPhone, STARTING, unreachable_phone};
use crate::source::STORAGE;
use crate::travel::remove_if_there;
use crate::words::{Answer, Changed, Request};

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
            self.condition.is_fresh = false;
            self.ask(&Request::Launch, "open the app")?;
        }
        Ok(())
    }

    /// Starts a process on what the phone has stored, with the task that the system has kept.
    pub(crate) fn start(&mut self) -> Result<Answer, DeviceError> {
        let storage = self.storage();
        let ready = fs::create_dir_all(&storage).and_then(|()| self.source.take(&storage));
        let (jvm, storage) = ready.map_err(|error| self.has_no_jvm(&error))?;
        self.process = Some(jvm);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let settings = &self.condition.settings;
        let request = Request::Start {
            apk: text(&self.app.apk),
            classes: text(&self.app.classes),
            storage: text(&storage),
            qualifiers: self.profile.qualifiers(&settings.locale, settings.dark),
            font_scale: f32::from(settings.font_percent) / 100.0,
            on_ms: self.condition.began_ms,
        };
        let kept = self.condition.kept.take().unwrap_or_default();
        // What was given or taken while the app had no process: the answer tells what it had before.
        let permissions = self.condition.settings.permissions.clone();
        let told = self.ask_with(&request, kept, STARTING, "start the app's process")?;
        self.source.prepare().map_err(|error| self.has_no_jvm(&error))?;
        self.tell_settings(permissions)?;
        Ok(told)
    }

    /// Ends the process for good.
    pub(crate) fn end(&mut self) -> Result<(), DeviceError> {
        self.condition.kept = None;
        self.bury()
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

    /// As if the app had just been installed.
    pub(crate) fn clear(&mut self) -> Result<(), DeviceError> {
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
        self.condition.began_ms = 0;
        self.condition.ran_ms = 0;
        Ok(())
    }

    /// What the phone has stored, while no room has it.
    pub(crate) fn storage(&self) -> PathBuf {
        self.folder.path().join(STORAGE)
    }

    fn tell_settings(&mut self, permissions: BTreeMap<String, bool>) -> Result<(), DeviceError> {
        if !self.condition.settings.upright {
            self.tell(Changed::Rotate { upright: false })?;
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
    fn bury(&mut self) -> Result<(), DeviceError> {
        self.condition.is_in_front = false;
        let Some(mut jvm) = self.process.take() else { return Ok(()) };
        self.condition.began_ms += self.condition.ran_ms;
        self.condition.ran_ms = 0;
        jvm.end();
        let stored = jvm.home().map_or(Ok(()), |home| fs::rename(home.join(STORAGE), self.storage()));
        stored.map_err(|error| self.refused("take over what the process has stored", &error.to_string()))
    }

    fn has_no_jvm(&self, error: &io::Error) -> DeviceError {
        unreachable_phone(&self.identity.serial, &error.to_string())
    }
}
