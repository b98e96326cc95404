//! Fingers and keys.

use super::commands;
use super::link::{Budget, after_a_beginning};
use super::phone::AdbDevice;
use super::typing;
use crate::{Ability, Device, DeviceError, Input, KeyCode, Sent};
use android::input::InputRefusal;

/// The most keys in one command: the daemons of Android 6 and older take 4096 bytes for all of it.
const MAX_KEYS: u32 = 500;

impl AdbDevice {
    /// Sends one touch, key or run of typing.
    pub(super) fn touch(&mut self, input: &Input) -> Result<(), DeviceError> {
        let mut budget = self.act_budget();
        let lasting = |time| self.link.budget(self.link.deadlines.act.saturating_add(time));
        match input {
            Input::Tap { at } => self.input("tap", &commands::tap(*at), &mut budget),
            Input::DoubleTap { at } => self.input("tap twice", &commands::double_tap(*at), &mut budget),
            Input::Hold { at, time } => {
                budget = lasting(*time);
                self.input("hold a finger down", &commands::swipe(*at, *at, *time), &mut budget)
            }
            Input::Swipe { from, to, time } => {
                budget = lasting(*time);
                self.input("swipe", &commands::swipe(*from, *to, *time), &mut budget)
            }
            Input::Pinch { .. } => Err(self.lacks(Ability::Pinch)),
            Input::Key { code, times } => self.press(*code, *times, &mut budget),
            Input::Text { text } => self.type_text(text, &mut budget),
        }
    }

    /// Runs `input …` and understands what it says when it does not do it.
    pub(super) fn input(
        &mut self,
        doing: &'static str,
        command: &str,
        budget: &mut Budget,
    ) -> Result<(), DeviceError> {
        let output = self.link.tell(doing, command, budget)?;
        let said = output.text();
        match InputRefusal::parse(&said) {
            None if output.status == 0 => Ok(()),
            Some(InputRefusal::NotAllowed) => Err(self.link.refused(
                doing,
                "it lets nobody else touch its screen".to_owned(),
                "switch on \"USB debugging (Security settings)\" in the developer options, and restart the phone",
            )),
            Some(InputRefusal::NotUnderstood(why)) => Err(self.link.refused(doing, why, "")),
            Some(InputRefusal::Other(_)) if output.status == 0 && !said.contains("Exception") => Ok(()),
            _ => Err(self.link.garbled(doing, output.first_line(), Sent::Maybe)),
        }
    }

    fn press(&mut self, code: KeyCode, times: u32, budget: &mut Budget) -> Result<(), DeviceError> {
        let mut pressed = 0;
        while pressed < times {
            let now = (times - pressed).min(MAX_KEYS);
            let done = self.input("press a key", &commands::keys(code, now as usize), budget);
            done.map_err(|error| after_a_beginning(error, pressed > 0))?;
            pressed += now;
        }
        Ok(())
    }

    /// Types all of it or, where the phone cannot, nothing.
    fn type_text(&mut self, text: &str, budget: &mut Budget) -> Result<(), DeviceError> {
        if !Input::is_plain(text) {
            return match &mut self.keyboard {
                Some(keyboard) => keyboard.type_anything(&mut self.link, text),
                None => Err(self.lacks(Ability::TypeAnything)),
            };
        }
        for (number, command) in typing::plain_commands(text).iter().enumerate() {
            let done = self.input("type", command, budget);
            done.map_err(|error| after_a_beginning(error, number > 0))?;
        }
        Ok(())
    }
}
