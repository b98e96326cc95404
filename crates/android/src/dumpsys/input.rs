//! Where touches and keys go (`dumpsys input`).

use serde::Serialize;

use crate::component::Component;
use crate::text::{between, lines, value_of};

/// The state of the phone's input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InputState {
    /// Whether the phone is awake and takes input.
    pub interactive: Option<bool>,
    /// The input devices, real and virtual.
    pub devices: Vec<String>,
    /// The activity that should have the keys.
    pub focused_app: Option<Component>,
    /// The window that has them, on the main display.
    pub focused_window: Option<String>,
    /// The windows touches may fall on, topmost first.
    pub windows: Vec<TouchWindow>,
    /// The main display's area, as touches count it.
    pub viewport: Option<Viewport>,
}

/// A window as the dispatcher of touches sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TouchWindow {
    /// Its name.
    pub name: String,
    /// Whether it can be seen, and so touched.
    pub visible: bool,
    /// Whether it has the focus.
    pub focused: bool,
}

/// The area of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Viewport {
    /// How wide apps think it is.
    pub width_px: u32,
    /// How high apps think it is.
    pub height_px: u32,
    /// Quarter turns from its natural position.
    pub orientation: u8,
}

impl InputState {
    /// Reads the dump of any release.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut in_devices = false;
        let mut in_windows = false;
        let mut in_focused = "";
        for raw in lines(text) {
            let line = raw.trim();
            let indent = raw.len() - raw.trim_start().len();
            if let Some(awake) = line.strip_prefix("Interactive: ") {
                found.interactive = awake.parse().ok();
            } else if indent <= 2 && line.ends_with(':') {
                in_devices = line == "Devices:";
                in_windows = line == "Windows:";
                in_focused = if line.starts_with("Focused") { line } else { "" };
            } else if line.starts_with("Viewport") && found.viewport.is_none() && is_main_display(line) {
                found.viewport = viewport(line);
            } else if let Some(app) = line.strip_prefix("FocusedApplication: ") {
                found.focused_app = Component::first_in(app);
            } else if let Some(window) = line.strip_prefix("FocusedWindow: ") {
                found.focused_window = window_name(window);
            } else if in_focused.starts_with("FocusedApp") && is_main_display(line) {
                found.focused_app = found.focused_app.take().or_else(|| Component::first_in(line));
            } else if in_focused.starts_with("FocusedWin") && is_main_display(line) {
                found.focused_window = found.focused_window.take().or_else(|| window_name(line));
            } else if in_devices && indent == 4 {
                if let Some((_, name)) = line.split_once(": ").filter(|(id, _)| id.parse::<i64>().is_ok()) {
                    found.devices.push(name.to_owned());
                }
            } else if in_windows && indent == 4 {
                found.windows.extend(touch_window(line));
            }
        }
        found
    }
}

fn is_main_display(line: &str) -> bool {
    value_of(line, "displayId") == Some("0")
}

/// The name inside `name='Window{61921f5 u0 a.b/a.b.C}'`, or, newer, `name='61921f5 a.b/a.b.C'`.
fn window_name(line: &str) -> Option<String> {
    let name = between(line, "name='", "'")?;
    let name = name.strip_prefix("Window{").map_or(name, |inside| inside.trim_end_matches('}'));
    let (_hash, rest) = name.split_once(' ')?;
    let is_user = |word: &str| word.starts_with('u') && word[1..].bytes().all(|b| b.is_ascii_digit());
    let rest = rest.split_once(' ').filter(|(user, _)| is_user(user)).map_or(rest, |(_, title)| title);
    Some(rest.to_owned())
}

/// `0: name='…', displayId=0, …, hasFocus=true, …, visible=true, …`; newer releases say `focusable` and flags only.
fn touch_window(line: &str) -> Option<TouchWindow> {
    let name = window_name(line)?;
    let flag = |key: &str| value_of(line, key) == Some("true");
    let hidden = between(line, "inputConfig=", ",").is_some_and(|config| config.contains("NOT_VISIBLE"));
    let visible = if value_of(line, "visible").is_some() { flag("visible") } else { !hidden };
    Some(TouchWindow { name, visible, focused: flag("hasFocus") })
}

/// `Viewport…: displayId=0, orientation=0, …, logicalFrame=[0, 0, 1920, 1080], …`.
fn viewport(line: &str) -> Option<Viewport> {
    let orientation = value_of(line, "orientation")?.parse().ok().filter(|turns| *turns < 4)?;
    let frame: Vec<u32> =
        between(line, "logicalFrame=[", "]")?.split(", ").filter_map(|edge| edge.parse().ok()).collect();
    let [left, top, right, bottom] = frame[..] else { return None };
    Some(Viewport { width_px: right.checked_sub(left)?, height_px: bottom.checked_sub(top)?, orientation })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_older_dumps() {
        let found = InputState::parse(
            "Input Manager State:\n  Interactive: true\n\nEvent Hub State:\n  Devices:\n    -1: Virtual\n      Classes: 0x4\n    4: touch: screen\n      Path: x\n\n\
             Input Reader State:\n      Viewports:\n          Viewport: displayId=0, orientation=1, uniqueId='', logicalFrame=[0, 0, 1920, 1080], x=[]\n\n\
             Input Dispatcher State:\n  FocusedApplication: name='AppWindowToken{8 token=Token{6 ActivityRecord{6 u0 a.b/.C t1}}}', d=5\n\
             \x20 FocusedWindow: name='Window{61 u0 a.b/a.b.C}'\n  Windows:\n    0: name='Window{7 u0 InputMethod}', displayId=0, hasFocus=false, visible=false, x\n\
             \x20   1: name='Window{61 u0 a.b/a.b.C}', displayId=0, hasFocus=true, visible=true\n  Monitoring:\n    0: 'x'\n",
        );
        assert_eq!(found.interactive, Some(true));
        assert_eq!(found.devices, ["Virtual", "touch: screen"]);
        assert_eq!(found.focused_app.map(|c| c.to_string()).as_deref(), Some("a.b/.C"));
        assert_eq!(found.focused_window.as_deref(), Some("a.b/a.b.C"));
        let windows: Vec<_> = found.windows.iter().map(|w| (w.name.as_str(), w.visible, w.focused)).collect();
        assert_eq!(windows, [("InputMethod", false, false), ("a.b/a.b.C", true, true)]);
        assert_eq!(found.viewport, Some(Viewport { width_px: 1920, height_px: 1080, orientation: 1 }));
    }

    #[test]
    fn reads_newer_dumps() {
        let found = InputState::parse(
            "  FocusedApplications:\n    displayId=2, name='ActivityRecord{1 u0 x.y/.Z t1}', d=5\n    displayId=0, name='ActivityRecord{1 u0 a.b/.C t1}', d=5\n\
             \x20 FocusedWindows:\n    displayId=0, name='61 a.b/a.b.C'\n  Viewport INTERNAL: displayId=0, uniqueId=x, orientation=0, logicalFrame=[0, 0, 1080, 2400]\n",
        );
        assert_eq!(found.focused_app.map(|c| c.to_string()).as_deref(), Some("a.b/.C"));
        assert_eq!(found.focused_window.as_deref(), Some("a.b/a.b.C"));
        assert_eq!(found.viewport.map(|v| (v.width_px, v.height_px)), Some((1080, 2400)));
    }

    #[test]
    fn silent_on_nonsense() {
        let found = InputState::parse(
            "Viewport: displayId=0, orientation=9, logicalFrame=[4, 0, 1]\nFocusedWindow: name='x'",
        );
        assert_eq!(found, InputState::default());
    }
}
