//! A pocket phone: its storage, its settings, and the JVM that is the app's process while it has one.

pub(crate) mod device; // all of it as a Device
pub(crate) mod process; // the life of the app's process
pub(crate) mod launcher; // what is shown when no app is in front
pub(crate) mod log; // over all lives of the app's process
pub(crate) mod folder; // where it lies on disk while it is in use
pub(crate) mod first_screen; // the app freshly opened: an image to begin with
pub(crate) mod met; // what the app says of itself, learnt without images
pub(crate) mod travel; // going back in time
pub(crate) mod memory; // how much of it a phone takes
pub(crate) mod samples; // what its time is spent on

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::device::{Coverage, CoverageUnit, DeviceError, Identity, InstalledApp, LogPosition, Permission, Sent};
use android::component::Component;

use crate::app::App;
use crate::cell::{Cell, keep_to_ourselves, let_through};
use crate::jvm::printed::Printed;
use crate::jvm::words::{Answer, Changed, Died, Request};
use crate::jvm::{Jvm, Unanswered};
use crate::kit::Kit;
use crate::phone::folder::Folder;
use crate::phone::launcher::Launcher;
use crate::phone::log::Log;
use crate::phone::met::Met;
use crate::phone::travel::Snapshots;
use crate::profile::Profile;
use crate::room::criu::Criu;
use crate::source::Source;

/// How long a JVM may take to come up and start an app. Two of them on a busy computer take half a minute.
pub(crate) const STARTING: Duration = Duration::from_secs(120);

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
    /// What the app's manifest listens for.
    pub(crate) broadcasts: Vec<String>,
    pub(crate) launcher: Launcher,
    pub(crate) log: Log,
    /// What has run on this phone, whatever it has gone back to since.
    pub(crate) coverage: Arc<Coverage>,
    pub(crate) condition: Condition,
    pub(crate) process: Option<Jvm>,
    pub(crate) met: Option<Met>,
    pub(crate) source: Source,
    pub(crate) snapshots: Snapshots,
    /// How the app's process ended when it last did so by itself, until another one is started.
    pub(crate) ended: Option<Died>,
    printed: Printed,
    /// Where all is told of an app that cannot be started.
    told_in: Option<PathBuf>,
    pub(crate) profile: Profile,
    pub(crate) app: App,
    // The last to go: the others have files in it.
    pub(crate) folder: Folder,
}

/// What is to be known of a phone besides its process and what it has stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) settings: PhoneSettings,
    pub(crate) is_in_front: bool,
    /// Whether the app has not been opened since its data was last cleared.
    pub(crate) is_fresh: bool,
    /// What the system has kept of the task of a process that it ended, until the app is opened again.
    pub(crate) kept: Option<Vec<u8>>,
    /// Whether the app was never opened or was ended for good: the system starts no process for it then.
    pub(crate) is_stopped: bool,
    /// How long the phone has been on.
    pub(crate) on_ms: u64,
    /// How many processes the app has had since its data was last cleared.
    pub(crate) processes: u64,
    /// By how much its clock was set ahead since.
    pub(crate) ahead_ms: u64,
    /// The charge of its battery, in percent.
    pub(crate) battery: u8,
    /// When the system next does something for the app by itself: an alarm rings, a job begins. It starts a process for that.
    pub(crate) due_ms: u64,
}

/// The charge of a new phone's battery, in percent.
pub(crate) const FULL: u8 = 100;

/// When something is due that never is.
pub(crate) const NEVER_MS: u64 = u64::MAX;

/// What people change about a phone. Outlives processes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PhoneSettings {
    pub(crate) upright: bool,
    pub(crate) locale: String,
    pub(crate) dark: bool,
    pub(crate) font_percent: u16,
    pub(crate) network: bool,
    /// The app's part of the screen, in pixels, where that is not all of it.
    pub(crate) window_px: Option<(u32, u32)>,
    pub(crate) permissions: BTreeMap<String, bool>,
}

impl PocketPhone {
    /// Puts an app on a new phone and starts its process once, to see that it can be. With CRIU it has snapshots, and what
    /// comes up once is there at once the next time, in the next run too.
    pub fn open(
        kit: &Kit,
        app: App,
        profile: Profile,
        criu: Option<Criu>,
    ) -> Result<PocketPhone, DeviceError> {
        let serial = "pocket".to_owned();
        let cannot = |error: io::Error| unreachable_phone(&serial, &error.to_string());
        let folder = Folder::new(kit).map_err(cannot)?;
        let jvms = folder.for_jvms().map_err(cannot)?;
        let printed = Printed::new(folder.path().join("printed.txt"));
        let cell = Cell::of_phone(kit, &app, (folder.path(), &folder.inside()), profile.network);
        let cell = cell.map_err(|error| without_cell(&serial, &error))?;
        let owner = cell.as_ref().and_then(Cell::owner);
        // In a room an app sees another folder than this one; elsewhere it passes through it.
        match criu {
            Some(_) if owner.is_some() => keep_to_ourselves(folder.path()),
            _ => let_through(folder.path(), owner).and_then(|()| let_through(&folder.inside(), owner)),
        }
        .map_err(cannot)?;
        let source = Source::new(kit, profile.kind.api, criu, jvms, printed.clone(), cell).map_err(cannot)?;
        let mut phone = PocketPhone {
            identity: Identity {
                serial: serial.clone(),
                manufacturer: "oddity".to_owned(),
                model: "pocket phone".to_owned(),
                release: profile.release().to_owned(),
                api: profile.kind.api,
                screen_px: profile.screen_px(),
                density_dpi: profile.kind.density_dpi,
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
            broadcasts: Vec::new(),
            launcher: Launcher::new(profile.screen_px(), ""),
            log: Log::default(),
            coverage: Arc::new(Coverage {
                unit: CoverageUnit::Probes,
                reached: BTreeSet::new(),
                total: Some(app.probes),
            }),
            condition: Condition::new(&profile),
            process: None,
            met: None,
            source,
            snapshots: Snapshots::default(),
            ended: None,
            printed,
            told_in: None,
            profile,
            app,
            folder,
        };
        let told = phone.meet()?;
        if let Some(died) = &told.died {
            phone.keep_last_words(kit);
            let died = died.named_by(phone.app.mapping.as_deref());
            return Err(phone.ended_at_once("start the app's process", &died));
        }
        phone.learn(told);
        Ok(phone)
    }

    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.condition.on_ms)
    }

    pub(crate) fn unix_ms(&self) -> u64 {
        NEW_YEAR_MS + self.condition.ahead_ms + self.condition.on_ms
    }

    pub(crate) fn has_process(&self) -> bool {
        self.process.is_some()
    }

    pub(crate) fn is_app_in_front(&self) -> bool {
        self.condition.is_in_front
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Jvm::pid)
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

    pub(crate) fn ask_with(
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
        let sent = Sent::Maybe;
        let answer = match jvm.ask(request, bytes, patience) {
            Ok(answer) => answer,
            Err(why) => {
                self.bury()?;
                return Err(match why {
                    Unanswered::InTime(after) => DeviceError::TimedOut { serial, doing, after, sent },
                    // The phone is there, and the next launch starts another JVM.
                    Unanswered::Ended(words) => {
                        DeviceError::Garbled { serial, doing, why: format!("its JVM has ended{words}"), sent }
                    }
                    Unanswered::Garbled(why) => DeviceError::Garbled { serial, doing, why, sent },
                });
            }
        };
        self.hear(&answer)?;
        match (&answer.died, &answer.error) {
            (None, Some(why)) => {
                Err(DeviceError::Refused { serial, doing, why: gui::escaped(why), remedy: "" })
            }
            _ => Ok(answer),
        }
    }

    /// Takes down what every answer tells.
    pub(crate) fn hear(&mut self, answer: &Answer) -> Result<(), DeviceError> {
        self.condition.on_ms = answer.now_ms.unwrap_or(self.condition.on_ms);
        self.condition.due_ms = answer.due_ms.unwrap_or(self.condition.due_ms);
        self.condition.is_in_front = answer.activity.is_some();
        if self.condition.is_in_front {
            self.condition.kept = None;
        }
        if let Some(granted) = &answer.granted {
            let permissions = &mut self.condition.settings.permissions;
            permissions.retain(|name, _| granted.contains(name));
            permissions.extend(granted.iter().map(|name| (name.clone(), true)));
        }
        let (pid, now) = (self.pid().unwrap_or_default(), self.unix_ms());
        self.log.take(&answer.log, pid, now, self.app.mapping.as_deref());
        self.note_covered(answer);
        match &answer.died {
            Some(died) => {
                self.ended = Some(died.named_by(self.app.mapping.as_deref()));
                self.bury()
            }
            None => Ok(()),
        }
    }

    fn note_covered(&mut self, answer: &Answer) {
        let mapping = self.app.mapping.as_deref();
        let named = |class: &str, probe: &u32| {
            let real = mapping.and_then(|mapping| mapping.any_class(class));
            Arc::from(format!("{}#{probe}", real.as_deref().unwrap_or(class)))
        };
        let covered = answer
            .covered
            .iter()
            .flat_map(|(class, probes)| probes.iter().map(move |probe| named(class, probe)));
        // Most has run before: a process that begins anew tells everything again.
        let fresh: Vec<Arc<str>> =
            covered.filter(|part: &Arc<str>| !self.coverage.reached.contains(part)).collect();
        if !fresh.is_empty() {
            let coverage = Arc::make_mut(&mut self.coverage);
            // An app that makes up parts must not fill our memory.
            let room = (coverage.total.unwrap_or_default() as usize).saturating_sub(coverage.reached.len());
            coverage.reached.extend(fresh.into_iter().take(room));
        }
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
        self.broadcasts = told.broadcasts;
    }

    /// Why the app's process ended when it last did so by itself, unless another one was started since; what that means to
    /// whoever wanted to see the app.
    pub fn end_of_app(&self) -> Option<DeviceError> {
        self.ended.as_ref().map(|died| self.ended_at_once("open the app", died))
    }

    /// Where what its JVMs print is kept.
    pub fn printed(&self) -> &Printed {
        &self.printed
    }

    /// Writes down the log of an app that ended as it started, with every cause, and what its JVM printed.
    fn keep_last_words(&mut self, kit: &Kit) {
        let file = kit.folder.join("ended").join(format!("{}.txt", self.app.digest));
        let log = self.log.read(LogPosition::START).lines;
        let lines: Vec<String> = log.iter().map(|line| format!("{}: {}\n", line.tag, line.message)).collect();
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(&file, lines.concat()));
        // Whoever cannot read it there has what the message says.
        if written.and_then(|()| self.printed.keep_in(&file)).is_ok() {
            self.told_in = Some(file);
        }
    }

    fn ended_at_once(&self, doing: &'static str, died: &Died) -> DeviceError {
        let why = match &self.told_in {
            Some(file) => format!("{}; all of it is in {}", died.in_words(), file.display()),
            None => died.in_words(),
        };
        let serial = self.identity.serial.clone();
        DeviceError::Refused { serial, doing, why: gui::escaped(&why), remedy: died.remedy() }
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

impl Condition {
    /// That of a new phone.
    pub(crate) fn new(profile: &Profile) -> Condition {
        let settings = PhoneSettings {
            upright: true,
            locale: profile.kind.locale.clone(),
            dark: profile.kind.dark,
            font_percent: profile.kind.font_percent,
            network: true,
            window_px: None,
            permissions: BTreeMap::new(),
        };
        Condition {
            settings,
            is_in_front: false,
            is_fresh: true,
            is_stopped: true,
            kept: None,
            on_ms: 0,
            processes: 0,
            ahead_ms: 0,
            battery: FULL,
            due_ms: NEVER_MS,
        }
    }
}

fn without_cell(serial: &str, error: &io::Error) -> DeviceError {
    DeviceError::Unreachable {
        serial: serial.to_owned(),
        why: format!("an APK is a stranger's program, and {error}"),
        remedy: "allow user namespaces or Landlock, be root, or say `--unconfined` to let the app run as you, with all your files"
            .to_owned(),
    }
}

pub(crate) fn unreachable_phone(serial: &str, why: &str) -> DeviceError {
    DeviceError::Unreachable {
        serial: serial.to_owned(),
        why: format!("its JVM cannot be started: {why}"),
        remedy: "see whether `java -version` works and the disk has room".to_owned(),
    }
}
