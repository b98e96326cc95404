//! What a key does to the text in a text box.

use crate::Keyboard;

/// One stroke of a keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stroke {
    Insert(char),
    Enter,
    /// Deletes the character before the cursor.
    Backspace,
    /// Deletes the character after the cursor.
    Delete,
    Left,
    Right,
    Home,
    End,
}

/// A text box after a stroke.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Edited {
    /// The text, where it changed.
    pub(crate) text: Option<String>,
    /// The cursor, in characters from the beginning.
    pub(crate) caret: usize,
}

/// The most characters that a text box takes.
const MAX_CHARS: usize = 10_000;

/// What a stroke makes of a text; `None` where the box does not take it.
///
/// A number box takes digits, `.` and `-`, as Android does for signed decimals.
pub(crate) fn edited(text: &str, caret: usize, stroke: Stroke, keyboard: Keyboard) -> Option<Edited> {
    let length = text.chars().count();
    let caret = caret.min(length);
    let moved = |caret| Some(Edited { text: None, caret });
    match stroke {
        Stroke::Left => moved(caret.saturating_sub(1)),
        Stroke::Right => moved((caret + 1).min(length)),
        Stroke::Home => moved(0),
        Stroke::End => moved(length),
        Stroke::Backspace if caret == 0 => None,
        Stroke::Backspace => Some(Edited { text: Some(without(text, caret - 1)), caret: caret - 1 }),
        Stroke::Delete if caret == length => None,
        Stroke::Delete => Some(Edited { text: Some(without(text, caret)), caret }),
        Stroke::Insert(_) | Stroke::Enter if length >= MAX_CHARS => None,
        Stroke::Insert(typed) if !takes(keyboard, typed) => None,
        Stroke::Insert(typed) => Some(Edited { text: Some(with(text, caret, typed)), caret: caret + 1 }),
        Stroke::Enter => Some(Edited { text: Some(with(text, caret, '\n')), caret: caret + 1 }),
    }
}

fn takes(keyboard: Keyboard, typed: char) -> bool {
    match keyboard {
        Keyboard::Number => typed.is_ascii_digit() || matches!(typed, '.' | '-'),
        Keyboard::Text | Keyboard::Password => !typed.is_control(),
    }
}

fn with(text: &str, caret: usize, typed: char) -> String {
    let mut text = text.to_owned();
    text.insert(byte_of(&text, caret), typed);
    text
}

fn without(text: &str, at: usize) -> String {
    let mut text = text.to_owned();
    text.remove(byte_of(&text, at));
    text
}

fn byte_of(text: &str, at: usize) -> usize {
    text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with `|` where the cursor is.
    fn check(keyboard: Keyboard, before: &str, stroke: Stroke, after: Option<&str>) {
        let caret = before.chars().position(|c| c == '|').unwrap();
        let text = before.replace('|', "");
        let seen = edited(&text, caret, stroke, keyboard).map(|edited| {
            let mut shown: Vec<char> = edited.text.unwrap_or(text).chars().collect();
            shown.insert(edited.caret, '|');
            shown.into_iter().collect::<String>()
        });
        assert_eq!(seen.as_deref(), after, "{before} {stroke:?}");
    }

    #[test]
    fn strokes_work_at_the_cursor() {
        let check = |before, stroke, after| check(Keyboard::Text, before, stroke, after);
        check("mi|k", Stroke::Insert('l'), Some("mil|k"));
        check("é|ü", Stroke::Insert('🥛'), Some("é🥛|ü"));
        check("ab|c", Stroke::Backspace, Some("a|c"));
        check("ab|c", Stroke::Delete, Some("ab|"));
        check("|abc", Stroke::Backspace, None);
        check("abc|", Stroke::Delete, None);
        check("ab|", Stroke::Enter, Some("ab\n|"));
    }

    #[test]
    fn the_cursor_stays_within_the_text() {
        let check = |before, stroke, after| check(Keyboard::Text, before, stroke, after);
        check("|ab", Stroke::Left, Some("|ab"));
        check("a|b", Stroke::Left, Some("|ab"));
        check("ab|", Stroke::Right, Some("ab|"));
        check("a|b", Stroke::Home, Some("|ab"));
        check("|ab", Stroke::End, Some("ab|"));
    }

    #[test]
    fn number_boxes_take_numbers_only() {
        check(Keyboard::Number, "1|", Stroke::Insert('2'), Some("12|"));
        check(Keyboard::Number, "|", Stroke::Insert('-'), Some("-|"));
        check(Keyboard::Number, "1|", Stroke::Insert('x'), None);
    }
}
