//! The process that told a phone without images what the app says of itself.

use device::DeviceError;

use crate::jvm::Jvm;
use crate::jvm::words::Answer;
use crate::phone::travel::remove_if_there;
use crate::phone::{Condition, PocketPhone};

/// A process of an app that nobody has opened yet. On a phone there is none then, so this one is kept out of sight; coming up took
/// it seconds, so the first that is started on a phone still as new is this one.
pub(crate) struct Met {
    jvm: Jvm,
    told: Answer,
}

impl PocketPhone {
    /// Takes the process out of sight, with all that the phone has learned from it since it was new.
    pub(crate) fn set_aside(&mut self, told: Answer) {
        self.met = self.process.take().map(|jvm| Met { jvm, told });
        self.log = crate::phone::log::Log::default();
        self.condition = Condition::new(&self.profile);
    }

    /// Goes on with the process that was set aside, and says what it told as it started. One that would have started in another
    /// way by now is forgotten.
    pub(crate) fn take_up_met(&mut self) -> Result<Option<Answer>, DeviceError> {
        let mut as_new = Condition::new(&self.profile);
        // A process is told of these once it has started.
        as_new.settings.permissions.clone_from(&self.condition.settings.permissions);
        if self.condition != as_new {
            self.forget_met()?;
        }
        let Some(Met { jvm, told }) = self.met.take() else { return Ok(None) };
        self.process = Some(jvm);
        self.ended = None;
        self.condition.processes = 1;
        self.hear(&told)?;
        Ok(Some(told))
    }

    /// Ends the process that was set aside, and what it has stored goes with it.
    pub(crate) fn forget_met(&mut self) -> Result<(), DeviceError> {
        if self.met.take().is_none() {
            return Ok(());
        }
        remove_if_there(&self.storage())
            .map_err(|error| self.refused("begin with nothing stored", &error.to_string()))
    }
}
