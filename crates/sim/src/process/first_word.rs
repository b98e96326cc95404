//! Names of messages.

use std::fmt::{self, Debug, Write};

/// The name of a message's variant: what `Debug` prints up to the first sign that is not part of a name.
pub(super) struct FirstWord(String);

impl FirstWord {
    pub(super) fn of(message: &impl Debug) -> String {
        let mut word = FirstWord(String::with_capacity(16));
        // An error only says that the word has ended.
        let _ = write!(word, "{message:?}");
        word.0
    }
}

impl Write for FirstWord {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        self.0.push_str(&part[..end]);
        if end < part.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_named_by_their_variant() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only printed")]
        enum Message {
            Save,
            Open(u32),
            Rename { name: &'static str },
        }
        for (message, name) in
            [(Message::Save, "Save"), (Message::Open(3), "Open"), (Message::Rename { name: "x" }, "Rename")]
        {
            assert_eq!(FirstWord::of(&message), name);
        }
    }
}
