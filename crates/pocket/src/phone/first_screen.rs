//! The app freshly installed and opened: an image that every phone of the kind begins with.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use device::DeviceError;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::image::Image;
use crate::jvm::words::{Answer, Request};
use crate::phone::{Condition, PocketPhone};
use crate::source::Source;

/// What the process has answered up to there.
#[derive(Serialize, Deserialize)]
struct Story {
    started: Answer,
    launched: Answer,
}

const STORY: &str = "story.json";

impl PocketPhone {
    /// What the app says of itself. Its process is started for it, unless an image knows.
    pub(crate) fn meet(&mut self) -> Result<Answer, DeviceError> {
        if let Some((_, story)) = self.first_screen() {
            return Ok(story.started);
        }
        let started = self.start()?;
        match self.source {
            Source::Rooms(_) => self.keep_first_screen(started.clone())?,
            Source::Spare(_) => self.set_aside(started.clone()),
        }
        Ok(started)
    }

    /// Opens the app on a phone that is as new, where there is an image of that. Says whether it did.
    pub(crate) fn open_first_screen(&mut self) -> Result<bool, DeviceError> {
        if self.condition != Condition::new(&self.profile) {
            return Ok(false);
        }
        let Some((image, story)) = self.first_screen() else { return Ok(false) };
        let Source::Rooms(rooms) = &mut self.source else { return Ok(false) };
        let Ok(jvm) = rooms.load(&image) else {
            // There are slower ways.
            rooms.shelf.discard(&image);
            return Ok(false);
        };
        self.process = Some(jvm);
        self.ended = None;
        self.condition.processes = 1;
        self.hear(&story.started)?;
        self.hear(&story.launched)?;
        self.note_opened();
        Ok(true)
    }

    /// Opens the app, keeps an image of that, and undoes it. An app that ends as it opens has none.
    fn keep_first_screen(&mut self, started: Answer) -> Result<(), DeviceError> {
        if self.has_process() {
            let launched = self.ask(&Request::Launch, "open the app")?;
            let name = self.image_name();
            if let (Source::Rooms(rooms), Some(jvm)) = (&mut self.source, &mut self.process) {
                let story = serde_json::to_vec(&Story { started, launched }).map_err(io::Error::other);
                let make = |image: &Path| {
                    jvm.save(image)?;
                    fs::write(image.join(STORY), story?)
                };
                rooms.shelf.keep(&name, make);
            }
        }
        self.log = crate::phone::log::Log::default();
        self.renew()
    }

    /// Why nothing of it could be kept that has come up, so that all comes up anew each time; `None` where it could.
    pub fn unkept(&self) -> Option<&str> {
        match &self.source {
            Source::Rooms(rooms) => rooms.shelf.unkept(),
            Source::Spare(_) => None,
        }
    }

    fn first_screen(&self) -> Option<(Arc<Image>, Story)> {
        let Source::Rooms(rooms) = &self.source else { return None };
        let image = rooms.shelf.find(&self.image_name())?;
        let story = serde_json::from_slice(&fs::read(image.path().join(STORY)).ok()?).ok()?;
        Some((image, story))
    }

    /// The app's contents and the kind of phone.
    fn image_name(&self) -> String {
        format!("{}-{:016x}", self.app.digest, xxh3_64(self.profile.to_string().as_bytes()))
    }
}
