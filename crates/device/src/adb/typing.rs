//! Text into whatever has the focus: `input text` for printable ASCII, a keyboard app for the rest.

use std::time::Duration;

use super::commands;
use super::link::{Budget, Link, after_a_beginning};
use crate::{DeviceError, Sent};
use android::am::broadcast_result;
use android::dumpsys::input_method::InputMethod;
use android::text::text_of;

const DOING: &str = "type";

/// The package of ADBKeyBoard, which types what a broadcast tells it.
const KEYBOARD_PACKAGE: &str = "com.android.adbkeyboard/";

/// The most bytes of text in one command: the daemons of Android 6 and older take 4096 for all of it.
const MAX_COMMAND_BYTES: usize = 1500;

/// How often we look whether the other keyboard is up.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// The keyboard that types anything among those enabled (`ime list -s`).
pub(super) fn keyboard_in(enabled: &str) -> Option<String> {
    enabled.lines().map(str::trim).find(|id| id.starts_with(KEYBOARD_PACKAGE)).map(str::to_owned)
}

/// The commands that type plain text, each short enough, in this order.
pub(super) fn plain_commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut bytes = 0;
    for word in spelt(text) {
        // Quoting makes at most four bytes of one.
        let cost = 4 * word.len() + "input text '' && ".len();
        if bytes + cost > MAX_COMMAND_BYTES && !words.is_empty() {
            commands.push(commands::type_words(&words));
            words.clear();
            bytes = 0;
        }
        bytes += cost;
        words.push(word);
    }
    if !words.is_empty() {
        commands.push(commands::type_words(&words));
    }
    commands
}

/// The text as `input text` wants it: a blank is `%s`. A `%s` in the text itself cannot be spelt, so the text is cut between
/// the two and typed in turn.
fn spelt(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_percent = false;
    for character in text.chars() {
        let full = words.last().is_some_and(|word| word.len() >= MAX_COMMAND_BYTES / 8);
        if after_percent && character == 's' || full {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            match character {
                ' ' => word.push_str("%s"),
                other => word.push(other),
            }
        }
        after_percent = character == '%';
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The keyboard app that types anything, in use from the first time it is needed until [`Keyboard::put_back`].
#[derive(Debug)]
pub(super) struct Keyboard {
    id: String,
    /// The one a person had chosen, once ours has taken its place.
    before: Option<String>,
    is_up: bool,
}

impl Keyboard {
    pub(super) fn new(id: String) -> Keyboard {
        Keyboard { id, before: None, is_up: false }
    }

    /// Types any text.
    pub(super) fn type_anything(&mut self, link: &mut Link, text: &str) -> Result<(), DeviceError> {
        let mut budget = link.budget(link.deadlines.act);
        self.put_up(link, &mut budget)?;
        for (number, part) in parts_of(text).into_iter().enumerate() {
            let output = link
                .tell(DOING, &commands::type_base64(&base64(part.as_bytes())), &mut budget)
                .map_err(|error| after_a_beginning(error, number > 0))?;
            if broadcast_result(&output.text()).is_none() {
                return Err(link.garbled(DOING, output.first_line(), Sent::Maybe));
            }
        }
        Ok(())
    }

    /// The phone's past is another now, so perhaps another keyboard is up.
    pub(super) fn forget(&mut self) {
        self.is_up = false;
    }

    /// Puts the keyboard up that was there before.
    pub(super) fn put_back(&mut self, link: &mut Link) -> Result<(), DeviceError> {
        if let Some(before) = self.before.take() {
            let mut budget = link.budget(link.deadlines.act);
            link.tell("put its keyboard back", &commands::use_keyboard(&before), &mut budget)?;
        }
        Ok(())
    }

    /// Makes ours the keyboard in use, and waits until it is: what is sent to it earlier is lost.
    fn put_up(&mut self, link: &mut Link, budget: &mut Budget) -> Result<(), DeviceError> {
        if self.is_up {
            return Ok(());
        }
        let current = link.ask(DOING, &commands::current_keyboard(), budget)?;
        let current = text_of(&current.stdout).text.trim().to_owned();
        if current != self.id {
            self.before.get_or_insert(current);
            // Nothing has been typed yet, whatever becomes of this.
            let output = link.ask(DOING, &commands::use_keyboard(&self.id), budget)?;
            if output.status != 0 || output.text().contains("Error") {
                let remedy = "enable ADBKeyBoard in the phone's language and input settings";
                return Err(link.refused(DOING, output.first_line(), remedy));
            }
        }
        while !self.is_up {
            let state = link.ask(DOING, &commands::keyboard_state(), budget)?;
            let in_use = InputMethod::parse(&text_of(&state.stdout).text).current;
            self.is_up = in_use.is_some_and(|used| self.id.starts_with(&format!("{}/", used.package)));
            if !self.is_up && !budget.pause(BETWEEN_LOOKS) {
                return Err(link.refused(DOING, format!("{} does not come up", self.id), ""));
            }
        }
        Ok(())
    }
}

/// Parts of the text that fit into a command.
fn parts_of(mut text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while !text.is_empty() {
        let (part, rest) = text.split_at(text.floor_char_boundary(MAX_COMMAND_BYTES));
        parts.push(part);
        text = rest;
    }
    parts
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `input text` types, after AOSP's Input.java: `%s` is a blank.
    fn typed(word: &str) -> String {
        let mut typed = String::new();
        for character in word.chars() {
            if character == 's' && typed.ends_with('%') {
                typed.pop();
                typed.push(' ');
            } else {
                typed.push(character);
            }
        }
        typed
    }

    fn check(text: &str) {
        let seen: String = spelt(text).iter().map(|word| typed(word)).collect();
        assert_eq!(seen, text);
    }

    #[test]
    fn every_plain_text_is_typed_as_it_is() {
        for text in
            ["", "a b", "%s", "100%s", "50% sure", "%%s", "%s%s", "% s", "s%", "%", " ", "  ", "a%sb %s"]
        {
            check(text);
        }
        let all: String = (' '..='~').collect();
        check(&all);
        check(&format!("%{all}%s{all}").repeat(30));
    }

    /// A real shell is the judge: `input` is a function that prints its words, one a line.
    #[test]
    #[cfg(unix)]
    fn the_words_survive_the_shell() {
        let all: String = (' '..='~').collect();
        let text = format!("{all}%s'\"$`\\&;|<>*?#~!{all}").repeat(8);
        let mut seen = String::new();
        for command in plain_commands(&text) {
            assert!(command.len() < 4096, "{}", command.len());
            let script = format!("input() {{ printf '%s\\n' \"$2\"; }}; {command}");
            let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
            let printed = String::from_utf8(output.stdout).unwrap();
            seen.extend(printed.lines().map(typed));
        }
        assert_eq!(seen, text);
    }

    #[test]
    fn base64_is_as_everywhere() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("é☃", "w6nimIM="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn finds_the_keyboard_among_those_enabled() {
        let list = "com.google.android.inputmethod.latin/.LatinIME\r\ncom.android.adbkeyboard/.AdbIME\r\n";
        assert_eq!(keyboard_in(list).as_deref(), Some("com.android.adbkeyboard/.AdbIME"));
        assert_eq!(keyboard_in("x/.Y\n"), None);
    }
}
