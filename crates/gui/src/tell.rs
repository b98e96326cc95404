//! A layout as a person reads it.

use std::fmt::Write as _;

use crate::layout::{Layout, Node};
use crate::widget::{Flag, Rect};

impl Layout {
    /// The tree with one line per widget: class, id, text, description, what it can do, where it is.
    pub fn tell(&self) -> String {
        let mut out = String::new();
        let told_apart = self.windows().len() > 1 || self.windows().iter().any(|w| w.info.details.is_some());
        let mut window = usize::MAX;
        let mut depth_of = vec![0usize; self.len()];
        for node in self.nodes() {
            let depth = node.parent().map_or(0, |parent| depth_of[parent.id().0 as usize] + 1);
            depth_of[node.id().0 as usize] = depth;
            if told_apart && node.window() != window {
                window = node.window();
                tell_window(self, window, &mut out);
            }
            let _ = writeln!(out, "{:1$}{2}", "", depth * 2, node.tell());
        }
        out
    }
}

impl Node<'_> {
    /// One line: `Button #save "Save" (clickable) [0,84][200,180]`.
    pub fn tell(self) -> String {
        let mut line = match self.short_class() {
            "" => "?".to_owned(),
            class => escaped(class),
        };
        if !self.short_id().is_empty() {
            let _ = write!(line, " #{}", escaped(self.short_id()));
        }
        // Many apps repeat the text as description; saying it twice would not help.
        let description = Some(self.content_desc()).filter(|&text| text != self.text()).unwrap_or("");
        for (label, text) in [("", self.text()), ("description ", description), ("hint ", self.hint())] {
            if !text.is_empty() {
                let _ = write!(line, " {label}{}", quoted(text));
            }
        }
        let notes: Vec<&str> =
            TOLD.iter().filter(|(flag, told, _)| self.is(*flag) == *told).map(|t| t.2).collect();
        if !notes.is_empty() {
            let _ = write!(line, " ({})", notes.join(", "));
        }
        if self.bounds() != Rect::default() {
            let _ = write!(line, " {}", self.bounds());
        }
        line
    }
}

/// Flags worth a word: which value of the flag is told, and how. The rest goes without saying.
const TOLD: &[(Flag, bool, &str)] = &[
    (Flag::Clickable, true, "clickable"),
    (Flag::LongClickable, true, "long-clickable"),
    (Flag::Checkable, true, "checkable"),
    (Flag::Checked, true, "checked"),
    (Flag::Editable, true, "editable"),
    (Flag::Password, true, "password"),
    (Flag::Scrollable, true, "scrollable"),
    (Flag::Focused, true, "focused"),
    (Flag::Selected, true, "selected"),
    (Flag::Enabled, false, "disabled"),
    (Flag::Visible, false, "hidden"),
];

/// The text in quotes on one line, with quotes and backslashes in it escaped.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c => push_shown(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// The text on one line, without anything that a terminal would obey or not show. Emoji and scripts stay.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_shown(c, &mut out));
    out
}

/// JSON without anything that a terminal would obey: what is below 32 is escaped in JSON anyway, the controls from 127 to 159 are not.
pub fn plain_json(json: &str) -> std::borrow::Cow<'_, str> {
    let is_control = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if !json.contains(is_control) {
        return json.into();
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_control(c) {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.into()
}

/// Characters that steer the terminal, turn the line's direction or do not show would make the line lie.
fn push_shown(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\u{61c}'
        | '\u{200b}'..='\u{200c}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{feff}'
        | '\u{fffc}' => out.extend(c.escape_unicode()),
        c if c.is_control() => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}

fn tell_window(layout: &Layout, at: usize, out: &mut String) {
    let _ = write!(out, "window {}", at + 1);
    if let Some(details) = &layout.windows()[at].info.details {
        if !details.title.is_empty() {
            let _ = write!(out, " {}", quoted(&details.title));
        }
        let kind = if details.kind.is_empty() { "window".to_owned() } else { escaped(&details.kind) };
        let _ = write!(out, " ({kind}, layer {}", details.layer);
        if details.active {
            out.push_str(", active");
        }
        if details.display != 0 {
            let _ = write!(out, ", display {}", details.display);
        }
        out.push(')');
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_dump_can_steer_the_terminal() {
        let dump = "<hierarchy><node class='a.B\u{1b}[31m' resource-id='a:id/x\u{9b}' text='\u{202e}evil\u{e823}'/></hierarchy>";
        let told = Layout::parse(dump.as_bytes()).unwrap().layout.tell();
        assert_eq!(told, "B\\u{1b}[31m #x\\u{9b} \"\\u{202e}evil\\u{e823}\"\n");
    }

    #[test]
    fn joined_emoji_stay_whole() {
        assert_eq!(quoted("\u{1f468}\u{200d}\u{1f469} \"hi\""), "\"\u{1f468}\u{200d}\u{1f469} \\\"hi\\\"\"");
    }
}
