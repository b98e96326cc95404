//! A phone with one app, small enough to foretell: a form with a text box, a button and a label.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use android::component::Component;
use android::logcat::Priority;
use device::{
    Abilities, Change, Deadlines, Device, DeviceError, Foreground, Identity, Input, InstalledApp, KeyCode,
    LogLine, LogPage, LogPosition, Motion, Observation, Permission, Picture, Point, SnapshotId,
};
use gui::{Flag, Flags, Layout, LayoutBuilder, Orientation, Rect, Widget, WindowInfo};

pub(crate) const PACKAGE: &str = "com.example.form";
/// Monday, 5 January 2026, 9:00.
const BOOT_UNIX_MS: u64 = 1_767_603_600_000;
const BOX: Rect = Rect::new(40, 200, 1040, 320);
pub(crate) const BUTTON: Rect = Rect::new(40, 400, 1040, 520);
pub(crate) const CRASHER: Rect = Rect::new(40, 600, 1040, 720);

/// What the phone is at one moment.
#[derive(Clone)]
struct Condition {
    now: Duration,
    in_front: bool,
    text: String,
    saved: String,
    landscape: bool,
    dark: bool,
    camera: bool,
    pid: Option<u32>,
}

/// What a test does to the phone, and learns of it, from outside.
#[derive(Default)]
pub(crate) struct Outside {
    /// Fails the next calls, the last one first.
    pub faults: Vec<DeviceError>,
    /// What has arrived.
    pub inputs: Vec<Input>,
    pub changes: Vec<Change>,
    /// Whether the screen never rests.
    pub restless: bool,
}

pub(crate) struct FormPhone {
    identity: Identity,
    condition: Condition,
    log: Vec<LogLine>,
    snapshots: BTreeMap<u64, Condition>,
    next_snapshot: u64,
    outside: Arc<Mutex<Outside>>,
}

impl FormPhone {
    pub(crate) fn new(api: u32) -> (FormPhone, Arc<Mutex<Outside>>) {
        let outside = Arc::new(Mutex::new(Outside::default()));
        let identity = Identity {
            serial: "form".to_owned(),
            manufacturer: "Oddity".to_owned(),
            model: "Form Phone".to_owned(),
            release: "14".to_owned(),
            api,
            screen_px: (1080, 1920),
            density_dpi: 420,
        };
        let condition = Condition {
            now: Duration::ZERO,
            in_front: false,
            text: String::new(),
            saved: String::new(),
            landscape: false,
            dark: false,
            camera: false,
            pid: None,
        };
        let phone = FormPhone {
            identity,
            condition,
            log: Vec::new(),
            snapshots: BTreeMap::new(),
            next_snapshot: 1,
            outside: Arc::clone(&outside),
        };
        (phone, outside)
    }

    fn fault(&self) -> Result<(), DeviceError> {
        self.outside.lock().unwrap().faults.pop().map_or(Ok(()), Err)
    }

    fn log(&mut self, buffer: &'static str, priority: Priority, tag: &str, message: &str) {
        let pid = self.condition.pid.unwrap_or(600);
        let unix_ms = self.unix_ms().unwrap();
        self.log.push(LogLine {
            unix_ms,
            pid,
            tid: pid,
            priority,
            buffer,
            tag: tag.into(),
            message: message.into(),
        });
    }

    fn activity(&self) -> Component {
        let name = if self.condition.in_front {
            "com.example.form/.FormActivity"
        } else {
            "com.android.launcher/.Home"
        };
        Component::parse(name).unwrap()
    }

    fn check_app(&self, package: &str) -> Result<(), DeviceError> {
        if package == PACKAGE {
            return Ok(());
        }
        Err(DeviceError::NoSuchApp { serial: "form".to_owned(), package: package.to_owned() })
    }

    fn layout(&self) -> Layout {
        let mut builder = LayoutBuilder::new();
        let package = if self.condition.in_front { PACKAGE } else { "com.android.launcher" };
        builder.window(WindowInfo { rotation: u8::from(self.condition.landscape), ..WindowInfo::default() });
        let widget = |class, text, resource_id, bounds, flags: &[Flag]| Widget {
            class,
            text,
            resource_id,
            bounds,
            package,
            flags: Flags::of(flags).with(Flag::Enabled, true),
            ..Widget::default()
        };
        let screen = Rect::new(0, 0, 1080, 1920);
        builder.open(&widget("android.widget.FrameLayout", "", "", screen, &[])).unwrap();
        if self.condition.in_front {
            let text = self.condition.text.as_str();
            let focus = [Flag::Clickable, Flag::Focusable, Flag::Focused];
            builder
                .leaf(&widget("android.widget.EditText", text, "com.example.form:id/note", BOX, &focus))
                .unwrap();
            builder
                .leaf(&widget(
                    "android.widget.Button",
                    "Save",
                    "com.example.form:id/save",
                    BUTTON,
                    &[Flag::Clickable],
                ))
                .unwrap();
            builder
                .leaf(&widget(
                    "android.widget.Button",
                    "Crash",
                    "com.example.form:id/crash",
                    CRASHER,
                    &[Flag::Clickable],
                ))
                .unwrap();
            let label = Rect::new(40, 800, 1040, 900);
            builder
                .leaf(&widget(
                    "android.widget.TextView",
                    &self.condition.saved,
                    "com.example.form:id/saved",
                    label,
                    &[],
                ))
                .unwrap();
        }
        builder.close();
        builder.finish()
    }

    fn tap(&mut self, at: Point) {
        let inside = |rect: Rect| rect.contains(Rect::new(at.x, at.y, at.x, at.y));
        if !self.condition.in_front {
            return;
        }
        if inside(BUTTON) {
            self.condition.saved = self.condition.text.clone();
            let saved = format!("saved {}", self.condition.saved);
            self.log("main", Priority::Info, "Form", &saved);
        } else if inside(CRASHER) {
            let process = format!("Process: {PACKAGE}, PID: {}", self.condition.pid.unwrap_or(0));
            for line in [
                "FATAL EXCEPTION: main",
                &process,
                "java.lang.IllegalStateException: pressed",
                "\tat com.example.form.FormActivity.crash(FormActivity.java:17)",
            ] {
                self.log("crash", Priority::Error, "AndroidRuntime", line);
            }
            self.condition.pid = None;
            self.condition.in_front = false;
        }
    }
}

impl Device for FormPhone {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn abilities(&self) -> Abilities {
        Abilities::all()
    }

    fn deadlines(&self) -> Deadlines {
        Deadlines::default()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        Ok(self.condition.now)
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        Ok(BOOT_UNIX_MS + u64::try_from(self.condition.now.as_millis()).unwrap())
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.condition.now += time;
        Ok(())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.fault()?;
        let restless = self.outside.lock().unwrap().restless;
        Ok(Observation {
            layout: Arc::new(self.layout()),
            foreground: Foreground {
                activity: Some(self.activity()),
                keyboard: Some(self.condition.in_front),
            },
            motion: if restless { Motion::Moving } else { Motion::Still },
            at: self.condition.now,
            warnings: Vec::new(),
        })
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.fault()?;
        self.outside.lock().unwrap().inputs.push(input.clone());
        self.condition.now += Duration::from_millis(100);
        match input {
            Input::Tap { at } => self.tap(*at),
            Input::Text { text } if self.condition.in_front => self.condition.text.push_str(text),
            Input::Key { code: KeyCode::DEL, times } => {
                for _ in 0..*times {
                    self.condition.text.pop();
                }
            }
            Input::Key { code: KeyCode::HOME | KeyCode::BACK, .. } => self.condition.in_front = false,
            _ => {}
        }
        Ok(())
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        let component = |class: &str| Component { package: PACKAGE.to_owned(), class: class.to_owned() };
        Ok(vec![InstalledApp {
            package: PACKAGE.to_owned(),
            label: "Form".to_owned(),
            version: "1.2".to_owned(),
            version_code: 12,
            launcher: Some(component("com.example.form.FormActivity")),
            activities: vec![
                component("com.example.form.FormActivity"),
                component("com.example.form.HiddenActivity"),
            ],
            permissions: vec![Permission {
                name: "android.permission.CAMERA".to_owned(),
                granted: self.condition.camera,
            }],
            pid: self.condition.pid,
        }])
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.check_app(package)?;
        self.condition.in_front = true;
        self.condition.pid.get_or_insert(4321);
        self.condition.now += Duration::from_millis(300);
        self.log("system", Priority::Info, "ActivityManager", "Displayed com.example.form/.FormActivity");
        Ok(())
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.check_app(package)?;
        self.condition.in_front = false;
        self.condition.pid = None;
        self.condition.text.clear();
        Ok(())
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        self.stop(package)?;
        self.condition.saved.clear();
        Ok(())
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        let lines = self.log[usize::try_from(since.0).unwrap().min(self.log.len())..].to_vec();
        Ok(LogPage { lines, next: LogPosition(self.log.len() as u64), missing: 0 })
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        self.fault()?;
        self.outside.lock().unwrap().changes.push(change.clone());
        match change {
            Change::Rotate { to } => self.condition.landscape = *to == Orientation::Landscape,
            Change::DarkMode { on } => self.condition.dark = *on,
            Change::Permission { granted, .. } => self.condition.camera = *granted,
            Change::KillProcess { .. } => self.condition.pid = None,
            _ => {}
        }
        Ok(())
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        let shade = if self.condition.dark { 10 } else { 200 };
        Ok(Picture {
            width_px: 108,
            height_px: 192,
            rgba: Arc::new([shade, shade, shade, 255].repeat(108 * 192)),
        })
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        let id = self.next_snapshot;
        self.next_snapshot += 1;
        self.snapshots.insert(id, self.condition.clone());
        Ok(SnapshotId(id))
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.condition = self.snapshots[&snapshot.0].clone();
        Ok(())
    }

    fn forget(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.snapshots.remove(&snapshot.0);
        Ok(())
    }
}
