//! Which window has the focus (`dumpsys window`, `… windows`, `… displays`).

use serde::Serialize;

use crate::component::Component;
use crate::text::{lines, shortened, value_of};

/// The windows of a phone and who has the focus on each of its displays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Windows {
    /// The windows as listed, mostly topmost first.
    pub windows: Vec<Window>,
    /// The focus lines in printed order, one per display and kind.
    pub focuses: Vec<Focus>,
    /// The screen's rotation in quarter turns.
    pub rotation: Option<u8>,
    /// Whether the screen is lit, where the policy part says so.
    pub screen_on: Option<bool>,
}

/// One line that says where the focus is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Focus {
    /// The display; older phones, and lines cut out of their dump, do not say.
    pub display: Option<u32>,
    /// What has the focus; nothing, when the line says `null`.
    pub target: Option<FocusTarget>,
}

/// What can have the focus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FocusTarget {
    /// The window that gets the keys (`mCurrentFocus`, `mFocusedWindow`).
    Window(Window),
    /// The activity whose window should get them (`mFocusedApp`).
    App(Component),
}

/// A window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Window {
    /// Its title: a component, or a name such as `StatusBar`.
    pub title: String,
    /// What it is, as far as its title tells.
    pub kind: WindowKind,
}

/// What a window is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// The window of an activity.
    Activity(Component),
    /// The system's dialogue about an app that hangs.
    NotResponding(String),
    /// The system's dialogue about an app that crashed.
    Crashed(String),
    /// The keyboard.
    Keyboard,
    /// A popup of some app: a menu, a spinner's list, a tooltip.
    Popup,
    /// Something of the system's.
    Other,
}

impl Windows {
    /// Reads any of the parts of `dumpsys window`.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut display = None;
        for line in lines(text) {
            let line = line.trim();
            if let Some(id) = display_named(line) {
                display = Some(id);
            } else if let Some(rest) = line.strip_prefix("Window #") {
                if found.windows.len() < MAX_WINDOWS {
                    found.windows.extend(rest.split_once(' ').and_then(|(_, record)| Window::parse(record)));
                }
            } else if let Some(record) = focus_record(line, &["mCurrentFocus=", "mFocusedWindow="]) {
                found.focuses.push(Focus { display, target: Window::parse(record).map(FocusTarget::Window) });
            } else if let Some(record) = focus_record(line, &["mFocusedApp="]) {
                found
                    .focuses
                    .push(Focus { display, target: Component::first_in(record).map(FocusTarget::App) });
            } else if line.starts_with("mRotation=") {
                let rotation = value_of(line, "mRotation").map(|r| r.trim_start_matches("ROTATION_"));
                found.rotation = found.rotation.or(rotation.and_then(quarter_turns));
            } else if let Some(on) = value_of(line, "mScreenOnFully") {
                found.screen_on = on.parse().ok();
            }
        }
        found
    }

    /// The window that has the focus on the main display.
    ///
    /// Covers and virtual displays print before display 0 and may have a focus of their own, or `null`. Where the
    /// displays are named, only display 0 counts; where not, the first window that is not `null`.
    pub fn focused_window(&self) -> Option<&Window> {
        self.on_main_display().find_map(|target| match target {
            FocusTarget::Window(window) => Some(window),
            FocusTarget::App(_) => None,
        })
    }

    /// The activity that has the focus on the main display.
    ///
    /// Where the displays are not named, one of the same package as the focused window is the right one.
    pub fn focused_app(&self) -> Option<&Component> {
        let apps = || {
            self.on_main_display().filter_map(|target| match target {
                FocusTarget::App(app) => Some(app),
                FocusTarget::Window(_) => None,
            })
        };
        let package = self.focused_window().and_then(Window::component).map(|component| &component.package);
        apps().find(|app| Some(&app.package) == package).or_else(|| apps().next())
    }

    fn on_main_display(&self) -> impl Iterator<Item = &FocusTarget> {
        let named = self.focuses.iter().any(|focus| focus.display == Some(0));
        let counts = move |focus: &&Focus| !named || focus.display == Some(0);
        self.focuses.iter().filter(counts).filter_map(|focus| focus.target.as_ref())
    }
}

impl Window {
    /// Reads `Window{hash [u0] title[ paused=false]}`.
    pub fn parse(record: &str) -> Option<Self> {
        let (_, inside) = record.split_once("Window{")?;
        let inside = inside.split('}').next()?;
        let (_hash, rest) = inside.trim().split_once(' ')?;
        // Which user it belongs to is printed from Android 4.2 on.
        let rest = match rest.split_once(' ') {
            Some((user, title)) if is_user(user) => title,
            _ => rest,
        };
        let title = rest.trim().trim_end_matches(" EXITING");
        let title =
            title.strip_suffix(" paused=false").or(title.strip_suffix(" paused=true")).unwrap_or(title);
        let title = shortened(title, 512);
        Some(Self { title: title.to_owned(), kind: WindowKind::of(title) })
    }

    /// The activity it belongs to, if it is an activity's.
    pub fn component(&self) -> Option<&Component> {
        match &self.kind {
            WindowKind::Activity(component) => Some(component),
            _ => None,
        }
    }
}

impl WindowKind {
    fn of(title: &str) -> Self {
        if let Some(process) = title.strip_prefix("Application Not Responding: ") {
            return Self::NotResponding(process.to_owned());
        }
        if let Some(process) = title.strip_prefix("Application Error: ") {
            return Self::Crashed(process.to_owned());
        }
        match title {
            "InputMethod" => Self::Keyboard,
            _ if title.starts_with("PopupWindow:") || title.starts_with("Pop-Up Window") => Self::Popup,
            _ => Component::parse(title).map_or(Self::Other, Self::Activity),
        }
    }
}

const MAX_WINDOWS: usize = 1024;

/// The value of a focus line, without the key.
fn focus_record<'a>(line: &'a str, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| line.strip_prefix(key))
}

/// `Display: mDisplayId=0 (organized)`, or `Display #0 (…)`.
fn display_named(line: &str) -> Option<u32> {
    let rest = line.strip_prefix("Display: mDisplayId=").or_else(|| line.strip_prefix("Display #"))?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn is_user(word: &str) -> bool {
    word.strip_prefix('u').is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// Phones print 0 to 3, or degrees.
fn quarter_turns(rotation: &str) -> Option<u8> {
    match rotation.parse::<u16>().ok()? {
        turns @ 0..=3 => u8::try_from(turns).ok(),
        90 => Some(1),
        180 => Some(2),
        270 => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, window: Option<&str>, app: Option<&str>) {
        let windows = Windows::parse(text);
        assert_eq!(windows.focused_window().map(|w| w.title.as_str()), window, "{text}");
        assert_eq!(windows.focused_app().map(Component::to_string).as_deref(), app, "{text}");
    }

    #[test]
    fn reads_the_focus_of_all_releases() {
        check("  mCurrentFocus=Window{41aa00f0 a.b/a.b.C paused=false}", Some("a.b/a.b.C"), None);
        check("  mCurrentFocus=Window{5cab1e0 u0 StatusBar}", Some("StatusBar"), None);
        check("  mCurrentFocus=Window{5cab1e0 u10 a.b/a.b.C EXITING}", Some("a.b/a.b.C"), None);
        check(
            "mFocusedApp=AppWindowToken{20b token=Token{bd9 ActivityRecord{2f8 u0 a.b/x.C t19}}}",
            None,
            Some("a.b/x.C"),
        );
        check("mFocusedApp=ActivityRecord{123 u0 a.b/.C t349}", None, Some("a.b/.C"));
        check("mCurrentFocus=null\nmFocusedApp=null", None, None);
    }

    #[test]
    fn only_the_main_display_counts() {
        check(
            "  Display: mDisplayId=4 (organized)\n    mCurrentFocus=Window{1 u0 x.y/x.y.Z}\n    mFocusedApp=ActivityRecord{1 u0 x.y/.Z t1}\n\
             \x20 Display: mDisplayId=0 (organized)\n    mCurrentFocus=Window{2 u0 a.b/a.b.C}\n    mFocusedApp=ActivityRecord{1 u0 a.b/.C t1}\n",
            Some("a.b/a.b.C"),
            Some("a.b/.C"),
        );
        check(
            "Display: mDisplayId=0\nmCurrentFocus=null\nDisplay: mDisplayId=2\nmCurrentFocus=Window{2 u0 a.b/.C}",
            None,
            None,
        );
        check("mCurrentFocus=null\nmCurrentFocus=Window{2 u0 a.b/.C}", Some("a.b/.C"), None);
        check(
            "mFocusedApp=ActivityRecord{1 x.y/.Z t1}\nmFocusedApp=ActivityRecord{1 a.b/.C t1}\nmCurrentFocus=Window{2 u0 a.b/.C}",
            Some("a.b/.C"),
            Some("a.b/.C"),
        );
    }

    #[test]
    fn tells_windows_apart() {
        let kind = |title: &str| Window::parse(&format!("Window{{1 u0 {title}}}")).map(|w| w.kind);
        assert_eq!(
            kind("Application Not Responding: a.b"),
            Some(WindowKind::NotResponding("a.b".to_owned()))
        );
        assert_eq!(kind("Application Error: a.b"), Some(WindowKind::Crashed("a.b".to_owned())));
        assert_eq!(kind("InputMethod"), Some(WindowKind::Keyboard));
        assert_eq!(kind("PopupWindow:8e5"), Some(WindowKind::Popup));
        assert_eq!(kind("NotificationShade"), Some(WindowKind::Other));
    }

    #[test]
    fn reads_the_rest() {
        let windows = Windows::parse(
            "  Window #1 Window{1 u0 StatusBar}:\n  Window #0 Window{2 u0 a.b/.C}:\n  mRotation=1 mAlt=0\n mScreenOnEarly=true mScreenOnFully=false",
        );
        assert_eq!((windows.windows.len(), windows.rotation, windows.screen_on), (2, Some(1), Some(false)));
        assert_eq!(Windows::parse("mRotation=ROTATION_270").rotation, Some(3));
        assert_eq!(Windows::parse("mock data"), Windows::default());
    }
}
