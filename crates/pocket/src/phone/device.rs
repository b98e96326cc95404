//! The pocket phone as a [`Device`].

use std::sync::Arc;
use std::time::Duration;

use android::component::Component;
use device::{
    Abilities, Ability, Change, Coverage, Deadlines, Device, DeviceError, Foreground, Identity, Input,
    InstalledApp, KeyCode, LogPage, LogPosition, Motion, Observation, Patience, PhoneKind, Picture, Sent,
    SnapshotId,
};
use gui::{Layout, Orientation, SystemEvent};

use crate::jvm::words::{Answer, Changed, Request, as_ms, window};
use crate::phone::launcher::Launcher;
use crate::phone::{ASKING, FULL, NEVER_MS, PocketPhone};
use crate::profile::locale_qualifier;

/// By how much the clock is set ahead.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// More keys than anybody presses at once.
const MAX_STROKES: u32 = 10_000;

impl Device for PocketPhone {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn kind(&self) -> PhoneKind {
        self.profile.kind.clone()
    }

    fn abilities(&self) -> Abilities {
        let always = Abilities::of(&[
            Ability::Screenshot,
            Ability::Coverage,
            Ability::Rotate,
            Ability::KillProcess,
            Ability::Locale,
            Ability::DarkMode,
            Ability::FontScale,
            Ability::WindowSize,
            Ability::Network,
            Ability::AdvanceClock,
            Ability::SetTime,
            Ability::ScreenOnOff,
            Ability::TypeAnything,
            Ability::Permissions,
            Ability::Pinch,
            Ability::Battery,
            Ability::Broadcasts,
            Ability::KnowsIdle,
        ]);
        always.with(if self.can_travel() { Ability::Snapshot } else { Ability::StoredData })
    }

    fn deadlines(&self) -> Deadlines {
        Deadlines { observe: ASKING, act: ASKING, screenshot: ASKING, ..Deadlines::default() }
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        Ok(PocketPhone::now(self))
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        Ok(PocketPhone::unix_ms(self))
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.pass(time)
    }

    fn wait_for_rest(&mut self, patience: Patience) -> Result<(), DeviceError> {
        if !self.has_process() {
            return self.wait(patience.pause);
        }
        let request = Request::Rest { ms: as_ms(patience.pause), most_ms: as_ms(patience.limit) };
        self.ask(&request, "let time pass").map(drop)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let seen =
            if self.has_process() { Some(self.ask(&Request::Observe, "read its screen")?) } else { None };
        match seen {
            // A process that ended just now shows nothing any more.
            Some(Answer { activity: Some(class), owner, keyboard, moving, bytes, .. })
                if self.is_app_in_front() =>
            {
                let package = owner.unwrap_or_else(|| self.installed.package.clone());
                self.observed(Component { package, class }, keyboard, moving, &bytes)
            }
            seen => Ok(self.observed_home(seen.is_some_and(|seen| seen.moving))),
        }
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        if let Input::Key { times: MAX_STROKES.., .. } = input {
            return Err(self.refused("send an input", "that is more keys at once than it takes"));
        }
        match input {
            // The launcher is the phone's, whether the app has a process or not.
            Input::Tap { at } if !self.is_app_in_front() => {
                if self.launcher.is_icon(*at) {
                    self.launch()
                } else {
                    Ok(())
                }
            }
            Input::Key { code: KeyCode::HOME, .. } if self.has_process() => {
                self.ask(&Request::Leave, "leave the app").map(drop)
            }
            _ if self.is_app_in_front() => self.ask(&request_for(input), "send an input").map(drop),
            _ => Ok(()),
        }
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        let mut app = self.installed.clone();
        app.pid = self.pid();
        for permission in &mut app.permissions {
            permission.granted =
                self.condition.settings.permissions.get(&permission.name).copied().unwrap_or_default();
        }
        Ok(vec![app])
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.check(package)?;
        PocketPhone::launch(self)
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.check(package)?;
        self.end()
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        self.check(package)?;
        self.clear()
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        Ok(self.log.read(since))
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        if let Change::KillProcess { package } | Change::Permission { package, .. } = change {
            self.check(package)?;
        }
        match change {
            Change::Rotate { to } => {
                let upright = *to == Orientation::Portrait;
                self.condition.settings.upright = upright;
                self.tell(Changed::Rotate { upright })
            }
            Change::KillProcess { .. } => self.end_in_background(),
            Change::Locale { tag } => {
                self.condition.settings.locale.clone_from(tag);
                self.tell(Changed::Qualifiers { to: format!("+{}", locale_qualifier(tag)) })
            }
            Change::DarkMode { on } => {
                self.condition.settings.dark = *on;
                self.tell(Changed::Qualifiers { to: if *on { "+night" } else { "+notnight" }.to_owned() })
            }
            Change::FontScale { percent } => {
                self.condition.settings.font_percent = *percent;
                self.tell(Changed::FontScale { to: f32::from(*percent) / 100.0 })
            }
            Change::AdvanceClock { by } => self.wait(*by),
            Change::Permission { name, granted, .. } => {
                self.condition.settings.permissions.insert(name.clone(), *granted);
                self.tell(Changed::Permission { name: name.clone(), granted: *granted })
            }
            Change::WindowSize { px } => {
                self.condition.settings.window_px = *px;
                self.tell(window(*px))
            }
            Change::System { event } => self.happen(event, change.needs()),
        }
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        self.picture(true)
    }

    fn screenshot_of_app(&mut self) -> Result<Option<Picture>, DeviceError> {
        self.picture(false).map(Some)
    }

    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        Ok(Arc::clone(&self.coverage))
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        self.save()
    }

    fn snapshot_data(&mut self, package: &str) -> Result<SnapshotId, DeviceError> {
        self.check(package)?;
        self.save_data()
    }

    fn snapshot_bytes(&mut self, snapshot: SnapshotId) -> Option<u64> {
        self.size_of_saved(snapshot)
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.go_back(snapshot)
    }

    fn forget(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.forget_saved(snapshot)
    }
}

impl PocketPhone {
    fn picture(&mut self, toasts: bool) -> Result<Picture, DeviceError> {
        if !self.is_app_in_front() {
            return Ok(self.launcher.picture());
        }
        let doing = "take a picture of its screen";
        let Answer { width_px, height_px, mut bytes, .. } =
            self.ask(&Request::Screenshot { toasts }, doing)?;
        if !self.has_process() {
            return Ok(self.launcher.picture());
        }
        if bytes.len() as u64 != u64::from(width_px) * u64::from(height_px) * 4 {
            let why = format!("{} bytes are no picture of {width_px} x {height_px}", bytes.len());
            let serial = self.identity.serial.clone();
            return Err(DeviceError::Garbled { serial, doing, why, sent: Sent::Nothing });
        }
        // Java's colours begin with how opaque they are.
        bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel.rotate_left(1));
        Ok(Picture { width_px, height_px, rgba: Arc::new(bytes) })
    }

    fn happen(&mut self, event: &SystemEvent, needs: Ability) -> Result<(), DeviceError> {
        match event {
            SystemEvent::Screen { on } => self.tell(Changed::Screen { on: *on }),
            SystemEvent::Network { on } => {
                self.condition.settings.network = *on;
                self.tell(Changed::Network { on: *on })
            }
            SystemEvent::Battery { percent } => {
                let percent = (*percent).min(FULL);
                self.condition.battery = percent;
                self.tell(Changed::Battery { percent })
            }
            SystemEvent::Time => {
                self.start_for("android.intent.action.TIME_SET")?;
                self.condition.ahead_ms += DAY_MS;
                // Where there is no process to ask, the next one says what is due by the new time.
                if self.condition.due_ms != NEVER_MS {
                    self.condition.due_ms = self.condition.on_ms;
                }
                self.tell(Changed::Clock { ahead_ms: self.condition.ahead_ms })
            }
            SystemEvent::Broadcast { action } => {
                self.start_for(action)?;
                self.tell(Changed::Broadcast { action: action.clone() })
            }
            SystemEvent::Intent { action } => {
                if !self.has_process() {
                    self.start()?;
                }
                self.tell(Changed::Intent { action: action.clone() })?;
                self.note_opened();
                Ok(())
            }
            SystemEvent::Call | SystemEvent::Sms => Err(self.lacks(needs)),
        }
    }

    /// Starts a process that a broadcast needs: the manifest listens for it, and the app was opened once.
    fn start_for(&mut self, action: &str) -> Result<(), DeviceError> {
        let is_heard = self.broadcasts.iter().any(|heard| heard == action);
        if is_heard && !self.condition.is_stopped && !self.has_process() {
            self.start()?;
        }
        Ok(())
    }

    fn observed(
        &mut self,
        activity: Component,
        keyboard: bool,
        moving: bool,
        dump: &[u8],
    ) -> Result<Observation, DeviceError> {
        let parsed = Layout::parse(dump).map_err(|error| DeviceError::Garbled {
            serial: self.identity.serial.clone(),
            doing: "read its screen",
            why: error.to_string(),
            sent: Sent::Nothing,
        })?;
        Ok(Observation {
            layout: Arc::new(parsed.layout),
            foreground: Foreground { activity: Some(activity), keyboard: Some(keyboard) },
            motion: if moving { Motion::Moving } else { Motion::Still },
            at: PocketPhone::now(self),
            warnings: parsed.warnings,
        })
    }

    fn observed_home(&self, moving: bool) -> Observation {
        Observation {
            layout: self.launcher.layout(),
            foreground: Foreground { activity: Some(Launcher::component()), keyboard: Some(false) },
            motion: if moving { Motion::Moving } else { Motion::Still },
            at: PocketPhone::now(self),
            warnings: Vec::new(),
        }
    }

    fn check(&self, package: &str) -> Result<(), DeviceError> {
        if package == self.installed.package {
            Ok(())
        } else {
            Err(DeviceError::NoSuchApp { serial: self.identity.serial.clone(), package: package.to_owned() })
        }
    }
}

fn request_for(input: &Input) -> Request {
    match input {
        Input::Tap { at } => Request::Tap { x: at.x, y: at.y },
        Input::DoubleTap { at } => Request::DoubleTap { x: at.x, y: at.y },
        Input::Hold { at, time } => Request::Hold { x: at.x, y: at.y, ms: as_ms(*time) },
        Input::Swipe { from, to, time } => {
            Request::Swipe { x: from.x, y: from.y, to_x: to.x, to_y: to.y, ms: as_ms(*time) }
        }
        Input::Pinch { at, from, to, time } => {
            Request::Pinch { x: at.x, y: at.y, from: *from, to: *to, ms: as_ms(*time) }
        }
        Input::Key { code, times } => Request::Key { code: code.0, times: *times },
        Input::Text { text } => Request::Text { text: text.clone() },
    }
}
