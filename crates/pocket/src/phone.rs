//! A pocket phone: its storage, its settings, and the JVM that is the app's process while it has one.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use device::adb::parse::component::Component;
use device::{DeviceError, Identity, InstalledApp, Permission, Sent};
use tempfile::TempDir;

use crate::app::App;
use crate::jvm::{Jvm, Unanswered};
use crate::kit::Kit;
use crate::launcher::Launcher;
use crate::log::Log;
use crate::profile::Profile;
use crate::spare::Spare;
use crate::words::{Answer, Changed, Request};

/// How long a JVM may take to come up and start an app. Two of them on a busy computer take half a minute.
const STARTING: Duration = Duration::from_secs(120);

/// How long anything else may take. A JVM notices sooner when the app's main thread hangs.
pub(crate) const ASKING: Duration = Duration::from_secs(60);

/// What the phone's calendar says when it is new: the 15th of January 2024, ten in the morning.
const NEW_YEAR_MS: u64 = 1_705_312_800_000;

/// A phone in JVMs on this computer, with one app on it. The phone's time stands still between calls.
///
/// A process of the app is a JVM: when the process ends, for whatever reason, the JVM does, and the next one goes on with what
/// the phone has stored. Everything that the phone stores goes when it is dropped.
pub struct PocketPhone {
    pub(crate) identity: Identity,
    pub(crate) installed: InstalledApp,
    pub(crate) launcher: Launcher,
    pub(crate) log: Log,
    pub(crate) settings: Settings,
    profile: Profile,
    app: App,
    folder: TempDir,
    spare: Spare,
    process: Option<Jvm>,
    is_in_front: bool,
    /// Whether the app has been opened since its data was last cleared.
    is_fresh: bool,
    /// What the system has kept of the task of a process that it ended.
    kept: Option<Vec<u8>>,
    /// The phone's clock when the process began, and how long that has run.
    began_ms: u64,
    ran_ms: u64,
}

/// What people change about a phone. Outlives processes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    pub(crate) upright: bool,
    pub(crate) locale: String,
    pub(crate) dark: bool,
    pub(crate) font_percent: u16,
    pub(crate) network: bool,
    pub(crate) permissions: BTreeMap<String, bool>,
}

impl PocketPhone {
    /// Puts an app on a new phone and starts its process once, to see that it can be.
    pub fn open(kit: &Kit, app: App, profile: Profile) -> Result<PocketPhone, DeviceError> {
        let serial = "pocket".to_owned();
        let cannot = |error: io::Error| unreachable_phone(&serial, &error.to_string());
        let folder = tempfile::Builder::new().prefix("oddity-pocket-").tempdir().map_err(cannot)?;
        let mut phone = PocketPhone {
            identity: Identity {
                serial: serial.clone(),
                manufacturer: "oddity".to_owned(),
                model: "pocket phone".to_owned(),
                release: profile.release().to_owned(),
                api: profile.api,
                screen_px: profile.screen_px(),
                density_dpi: profile.density.dpi(),
            },
            installed: InstalledApp {
                package: String::new(),
                label: String::new(),
                version: String::new(),
                version_code: 0,
                launcher: None,
                activities: Vec::new(),
                permissions: Vec::new(),
                pid: None,
            },
            launcher: Launcher::new(profile.screen_px(), ""),
            log: Log::default(),
            settings: Settings::of(&profile),
            spare: Spare::new(kit.clone(), profile.api, folder.path().join("jvms")),
            profile,
            app,
            folder,
            process: None,
            is_in_front: false,
            is_fresh: true,
            kept: None,
            began_ms: 0,
            ran_ms: 0,
        };
        let told = phone.start()?;
        phone.learn(told);
        Ok(phone)
    }

    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.began_ms + self.ran_ms)
    }

    pub(crate) fn unix_ms(&self) -> u64 {
        NEW_YEAR_MS + self.began_ms + self.ran_ms
    }

    pub(crate) fn has_process(&self) -> bool {
        self.process.is_some()
    }

    pub(crate) fn is_app_in_front(&self) -> bool {
        self.is_in_front
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Jvm::pid)
    }

    /// Time passes while the app has no process.
    pub(crate) fn pass(&mut self, time: Duration) {
        self.began_ms += u64::try_from(time.as_millis()).unwrap_or(u64::MAX / 2);
    }

    /// Opens the app; its process is started first where there is none.
    pub(crate) fn launch(&mut self) -> Result<(), DeviceError> {
        if !self.has_process() {
            self.start()?;
        }
        // A process that ends as it starts has opened nothing.
        if self.has_process() {
            self.is_fresh = false;
            self.ask(&Request::Launch, "open the app")?;
        }
        Ok(())
    }

    /// Ends the process for good.
    pub(crate) fn end(&mut self) {
        self.kept = None;
        self.bury();
    }

    /// Ends the process as if memory had run out.
    pub(crate) fn end_in_background(&mut self) -> Result<(), DeviceError> {
        if !self.has_process() {
            return Ok(());
        }
        self.ask(&Request::Leave, "leave the app")?;
        let kept = self.ask(&Request::Save, "save the app's state")?.bytes;
        if self.has_process() {
            self.kept = Some(kept);
            self.bury();
        }
        Ok(())
    }

    /// As if the app had just been installed.
    pub(crate) fn clear(&mut self) -> Result<(), DeviceError> {
        if self.is_fresh {
            return Ok(());
        }
        self.end();
        self.settings.permissions.clear();
        let storage = self.storage();
        match std::fs::remove_dir_all(&storage) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(self.refused("clear its data", &error.to_string()))
            }
            _ => {
                self.is_fresh = true;
                Ok(())
            }
        }
    }

    /// Tells a running process of a change. One that starts later begins with it.
    pub(crate) fn tell(&mut self, change: Changed) -> Result<(), DeviceError> {
        if self.has_process() {
            self.ask(&Request::Change(change), "change something about the phone")?;
        }
        Ok(())
    }

    /// Asks the running process. One that ends while it answers has written down why, and is buried.
    pub(crate) fn ask(&mut self, request: &Request, doing: &'static str) -> Result<Answer, DeviceError> {
        self.ask_with(request, Vec::new(), ASKING, doing)
    }

    fn ask_with(
        &mut self,
        request: &Request,
        bytes: Vec<u8>,
        patience: Duration,
        doing: &'static str,
    ) -> Result<Answer, DeviceError> {
        let serial = self.identity.serial.clone();
        let Some(jvm) = &mut self.process else {
            return Err(DeviceError::Lost { serial, doing, sent: Sent::Nothing });
        };
        let pid = jvm.pid();
        let sent = Sent::Maybe;
        let answer = match jvm.ask(request, bytes, patience) {
            Ok(answer) => answer,
            Err(why) => {
                self.end();
                return Err(match why {
                    Unanswered::InTime(after) => DeviceError::TimedOut { serial, doing, after, sent },
                    Unanswered::Ended(_) => DeviceError::Lost { serial, doing, sent },
                    Unanswered::Garbled(why) => DeviceError::Garbled { serial, doing, why, sent },
                });
            }
        };
        self.ran_ms = answer.now_ms.unwrap_or(self.ran_ms);
        self.is_in_front = answer.activity.is_some();
        if let Some(granted) = &answer.granted {
            let settings = &mut self.settings.permissions;
            settings.retain(|name, _| granted.contains(name));
            settings.extend(granted.iter().map(|name| (name.clone(), true)));
        }
        let unix_ms = self.unix_ms();
        self.log.take(&answer.log, pid, unix_ms);
        if answer.died.is_some() {
            self.end();
        } else if let Some(why) = &answer.error {
            return Err(DeviceError::Refused { serial, doing, why: gui::escaped(why), remedy: "" });
        }
        Ok(answer)
    }

    /// Starts a process on what the phone has stored, with the task that the system has kept.
    fn start(&mut self) -> Result<Answer, DeviceError> {
        let storage = self.storage();
        let ready = std::fs::create_dir_all(&storage).and_then(|()| self.spare.take());
        let jvm = ready.map_err(|error| unreachable_phone(&self.identity.serial, &error.to_string()))?;
        self.process = Some(jvm);
        let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
        let request = Request::Start {
            apk: text(&self.app.apk),
            classes: text(&self.app.classes),
            storage: text(&storage),
            qualifiers: self.profile.qualifiers(&self.settings.locale, self.settings.dark),
            font_scale: f32::from(self.settings.font_percent) / 100.0,
            on_ms: self.began_ms,
        };
        let kept = self.kept.take().unwrap_or_default();
        // What was given or taken while the app had no process: the answer tells what it had before.
        let permissions = self.settings.permissions.clone();
        let told = self.ask_with(&request, kept, STARTING, "start the app's process")?;
        // The next one comes up while this one is in use.
        self.spare.prepare().map_err(|error| unreachable_phone(&self.identity.serial, &error.to_string()))?;
        self.tell_settings(permissions)?;
        Ok(told)
    }

    fn tell_settings(&mut self, permissions: BTreeMap<String, bool>) -> Result<(), DeviceError> {
        if !self.settings.upright {
            self.tell(Changed::Rotate { upright: false })?;
        }
        if !self.settings.network {
            self.tell(Changed::Network { on: false })?;
        }
        for (name, granted) in permissions {
            self.tell(Changed::Permission { name, granted })?;
        }
        Ok(())
    }

    fn learn(&mut self, told: Answer) {
        let package = told.package;
        let component = |class: String| Component { package: package.clone(), class };
        let permission = |name: String| Permission { name, granted: false };
        self.launcher = Launcher::new(self.identity.screen_px, &told.label);
        self.installed = InstalledApp {
            label: told.label,
            version: told.version,
            version_code: told.version_code,
            launcher: told.launcher.map(component),
            activities: told.activities.into_iter().map(component).collect(),
            permissions: told.permissions.into_iter().map(permission).collect(),
            pid: None,
            package: package.clone(),
        };
        self.identity.serial = format!("pocket:{package}");
    }

    /// The process is gone; the phone's clock goes on from where it was.
    fn bury(&mut self) {
        self.is_in_front = false;
        if self.process.take().is_some() {
            self.began_ms += self.ran_ms;
            self.ran_ms = 0;
        }
    }

    fn storage(&self) -> PathBuf {
        self.folder.path().join("storage")
    }

    pub(crate) fn refused(&self, doing: &'static str, why: &str) -> DeviceError {
        DeviceError::Refused {
            serial: self.identity.serial.clone(),
            doing,
            why: gui::escaped(why),
            remedy: "",
        }
    }
}

impl Settings {
    fn of(profile: &Profile) -> Settings {
        Settings {
            upright: true,
            locale: profile.locale.clone(),
            dark: false,
            font_percent: 100,
            network: true,
            permissions: BTreeMap::new(),
        }
    }
}

fn unreachable_phone(serial: &str, why: &str) -> DeviceError {
    DeviceError::Unreachable {
        serial: serial.to_owned(),
        why: format!("its JVM cannot be started: {why}"),
        remedy: "see whether `java -version` works and the disk has room".to_owned(),
    }
}
