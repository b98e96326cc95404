//! A phone for this crate's own tests: shows what it was told to show, remembers what was done to it.

use std::sync::Arc;
use std::time::Duration;

use gui::{Layout, LayoutBuilder, Widget};

use crate::{
    Abilities, Deadlines, Device, DeviceError, Foreground, Identity, Input, InstalledApp, LogPage,
    LogPosition, Motion, Observation, Sent,
};

pub(crate) struct Scripted {
    identity: Identity,
    looks: Vec<(Layout, Motion)>,
    seen: usize,
    now: Duration,
    pub(crate) inputs: Vec<Input>,
    pub(crate) abilities: Abilities,
    /// After so many inputs the phone goes away.
    pub(crate) fail_after: Option<usize>,
}

impl Scripted {
    /// A phone whose n-th look shows the n-th text; the last one stays.
    pub(crate) fn showing(looks: &[(&str, Motion)]) -> Scripted {
        let layout = |text| {
            let mut screen = LayoutBuilder::new();
            screen.leaf(&Widget { class: "android.widget.TextView", text, ..Widget::default() }).unwrap();
            screen.finish()
        };
        Scripted {
            identity: Identity {
                serial: "scripted".to_owned(),
                manufacturer: "Example".to_owned(),
                model: "One".to_owned(),
                release: "14".to_owned(),
                api: 34,
                screen_px: (800, 1600),
                density_dpi: 320,
            },
            looks: looks.iter().map(|&(text, motion)| (layout(text), motion)).collect(),
            seen: 0,
            now: Duration::ZERO,
            inputs: Vec::new(),
            abilities: Abilities::NONE,
            fail_after: None,
        }
    }
}

impl Device for Scripted {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn deadlines(&self) -> Deadlines {
        Deadlines::default()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        Ok(self.now)
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        self.now().map(|now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX))
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.now += time;
        Ok(())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let (layout, motion) = self.looks[self.seen.min(self.looks.len() - 1)].clone();
        self.seen += 1;
        let (layout, at) = (Arc::new(layout), self.now);
        Ok(Observation { layout, foreground: Foreground::default(), motion, at, warnings: Vec::new() })
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        if self.fail_after == Some(self.inputs.len()) {
            let serial = self.identity.serial.clone();
            return Err(DeviceError::Lost { serial, doing: "send an input", sent: Sent::Maybe });
        }
        self.inputs.push(input.clone());
        Ok(())
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        Ok(Vec::new())
    }

    fn launch(&mut self, _: &str) -> Result<(), DeviceError> {
        Ok(())
    }

    fn stop(&mut self, _: &str) -> Result<(), DeviceError> {
        Ok(())
    }

    fn clear_data(&mut self, _: &str) -> Result<(), DeviceError> {
        Ok(())
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        Ok(LogPage { next: since, ..LogPage::default() })
    }
}
