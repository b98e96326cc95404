//! What state must survive.

use device::{Abilities, Ability};
use experiment::Act;
use gui::{Event, Key, Layout, Orientation, SystemEvent};
use serde::{Deserialize, Serialize};

/// A way away and back that no person thinks of as doing something to the app: its state should survive it. The mildest come
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The screen goes dark and is lit again.
    ScreenOff,
    /// Into the background by Home, and to the foreground again.
    #[serde(alias = "leave")]
    Background,
    /// The phone turned and turned back: the configuration changes, the activity is recreated.
    #[serde(alias = "rotate")]
    Rotation,
    /// Into the background, where the system ends the process for want of memory, and to the foreground again.
    #[serde(alias = "process-end")]
    ProcessDeath,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 4] = [Check::ScreenOff, Check::Background, Check::Rotation, Check::ProcessDeath];

    /// What the acts of each say they are for, in the same order.
    pub(super) const PURPOSES: [&'static str; 4] =
        ["check-screen-off", "check-background", "check-rotation", "check-process-death"];

    /// What they said in runs of older versions.
    const FORMER_PURPOSES: [&'static str; 4] =
        ["detour-screen-off", "detour-leave", "detour-rotate", "detour-process-end"];

    /// The name in fingerprints and settings.
    pub fn name(self) -> &'static str {
        match self {
            Check::ScreenOff => "screen-off",
            Check::Background => "background",
            Check::Rotation => "rotation",
            Check::ProcessDeath => "process-death",
        }
    }

    /// What its acts say they are for: by it a judge finds the check in any trace.
    pub fn purpose(self) -> &'static str {
        Check::PURPOSES[self as usize]
    }

    /// The check whose acts say so.
    pub fn with_purpose(purpose: &str) -> Option<Check> {
        let is_of = |check: &Check| {
            [Check::PURPOSES, Check::FORMER_PURPOSES].iter().any(|of| of[*check as usize] == purpose)
        };
        Check::ALL.into_iter().find(is_of)
    }

    /// What the phone must be able to do.
    pub fn needs(self) -> Abilities {
        match self {
            Check::ScreenOff => Abilities::of(&[Ability::ScreenOnOff]),
            Check::Background => Abilities::NONE,
            Check::Rotation => Abilities::of(&[Ability::Rotate]),
            Check::ProcessDeath => Abilities::of(&[Ability::KillProcess]),
        }
    }

    /// What to do on a screen that shows `layout`.
    pub fn acts(self, layout: &Layout) -> Vec<Act> {
        let home = Event::Key { key: Key::Home };
        let lit = |on| Event::System { event: SystemEvent::Screen { on } };
        let events = match self {
            Check::ScreenOff => vec![lit(false), lit(true)],
            Check::Background => vec![home, Event::Launch],
            Check::Rotation => {
                let held = orientation(layout);
                let other = match held {
                    Orientation::Portrait => Orientation::Landscape,
                    Orientation::Landscape => Orientation::Portrait,
                };
                vec![Event::Rotate { to: other }, Event::Rotate { to: held }]
            }
            Check::ProcessDeath => vec![home, Event::EndProcess, Event::Launch],
        };
        events.into_iter().map(|event| Act::with_purpose(event, self.purpose())).collect()
    }

    /// When: `after turning the phone`.
    pub(super) fn after(self) -> &'static str {
        match self {
            Check::ScreenOff => "after the screen went off and on",
            Check::Background => "after leaving the app and coming back",
            Check::Rotation => "after turning the phone",
            Check::ProcessDeath => "after process death in the background",
        }
    }

    /// What an exhibit is called in which it is gone: `turning the phone`.
    pub(super) fn label(self) -> &'static str {
        match self {
            Check::ScreenOff => "switching the screen off and on",
            Check::Background => "leaving the app and coming back",
            Check::Rotation => "turning the phone",
            Check::ProcessDeath => "process death in the background",
        }
    }

    /// What people do: `Turning the phone`.
    pub(super) fn doing(self) -> &'static str {
        match self {
            Check::ScreenOff => "Letting the screen go dark",
            Check::Background => "Leaving an app and coming back",
            Check::Rotation => "Turning the phone",
            Check::ProcessDeath => "Coming back to an app after process death",
        }
    }

    /// The milder checks that happen on its way: what they lose, it loses too. A screen that is made anew after a turn was
    /// left before, and one whose process ended is made anew.
    pub(super) fn contains(self) -> &'static [Check] {
        match self {
            Check::ScreenOff => &[],
            Check::Background => &[Check::ScreenOff],
            Check::Rotation => &[Check::ScreenOff, Check::Background],
            Check::ProcessDeath => &[Check::ScreenOff, Check::Background, Check::Rotation],
        }
    }
}

/// How the phone is held. A dialog says nothing by its shape, so there the window's rotation counts: wrong on tablets, which
/// lie when they are not turned.
fn orientation(layout: &Layout) -> Orientation {
    let rotation = layout.windows().first().map_or(0, |window| window.info.rotation);
    let page = layout.roots().next().map(|root| root.bounds()).filter(|page| (page.left, page.top) == (0, 0));
    let lies = page.map_or(rotation % 2 == 1, |page| page.width() > page.height());
    if lies { Orientation::Landscape } else { Orientation::Portrait }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[test]
    fn the_phone_is_turned_back_to_how_it_was_held() {
        let turns = |text: &str| {
            let acts = Check::Rotation.acts(&screen(text));
            acts.iter().map(|act| act.event.to_string()).collect::<Vec<_>>().join(", ")
        };
        let there = "turned the phone to landscape, turned the phone to portrait";
        assert_eq!(turns("View [0,0][100,200]"), there);
        assert_eq!(turns("View [10,90][90,110]"), there, "a wide dialog on an upright phone");
        assert_eq!(
            turns("View [0,0][200,100]"),
            "turned the phone to portrait, turned the phone to landscape"
        );
    }

    #[test]
    fn checks_are_found_by_what_their_acts_are_for() {
        let layout = screen("View");
        for check in Check::ALL {
            let acts = check.acts(&layout);
            assert!(
                acts.iter()
                    .all(|act| { act.purpose.as_deref().and_then(Check::with_purpose) == Some(check) })
            );
        }
        assert_eq!(Check::with_purpose("detour-process-end"), Some(Check::ProcessDeath), "of an older run");
        assert_eq!(Check::with_purpose("control-wait"), None);
    }
}
