//! The ways away and back.

use device::{Abilities, Ability};
use experiment::Act;
use gui::{Event, Key, Layout, Orientation, SystemEvent};
use serde::{Deserialize, Serialize};

/// A way away and back that no person thinks of as doing something to the app. The mildest come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detour {
    /// The screen goes dark and is lit again.
    ScreenOff,
    /// Home, and back to the app.
    Leave,
    /// The phone turned and turned back.
    Rotate,
    /// Home; the system ends the process for want of memory; back to the app.
    ProcessEnd,
}

impl Detour {
    /// All of them.
    pub const ALL: [Detour; 4] = [Detour::ScreenOff, Detour::Leave, Detour::Rotate, Detour::ProcessEnd];

    /// What the acts of each say they are for, in the same order.
    pub(super) const PURPOSES: [&'static str; 4] =
        ["detour-screen-off", "detour-leave", "detour-rotate", "detour-process-end"];

    /// The name in fingerprints and settings.
    pub fn name(self) -> &'static str {
        match self {
            Detour::ScreenOff => "screen-off",
            Detour::Leave => "leave",
            Detour::Rotate => "rotate",
            Detour::ProcessEnd => "process-end",
        }
    }

    /// What its acts say they are for: by it a judge finds the detour in any trace.
    pub fn purpose(self) -> &'static str {
        Detour::PURPOSES[self as usize]
    }

    /// The detour whose acts say so.
    pub fn with_purpose(purpose: &str) -> Option<Detour> {
        Detour::ALL.into_iter().find(|detour| detour.purpose() == purpose)
    }

    /// What the phone must be able to do.
    pub fn needs(self) -> Abilities {
        match self {
            Detour::ScreenOff => Abilities::of(&[Ability::ScreenOnOff]),
            Detour::Leave => Abilities::NONE,
            Detour::Rotate => Abilities::of(&[Ability::Rotate]),
            Detour::ProcessEnd => Abilities::of(&[Ability::KillProcess]),
        }
    }

    /// What to do on a screen that shows `layout`.
    pub fn acts(self, layout: &Layout) -> Vec<Act> {
        let home = Event::Key { key: Key::Home };
        let lit = |on| Event::System { event: SystemEvent::Screen { on } };
        let events = match self {
            Detour::ScreenOff => vec![lit(false), lit(true)],
            Detour::Leave => vec![home, Event::Launch],
            Detour::Rotate => {
                let held = orientation(layout);
                let other = match held {
                    Orientation::Portrait => Orientation::Landscape,
                    Orientation::Landscape => Orientation::Portrait,
                };
                vec![Event::Rotate { to: other }, Event::Rotate { to: held }]
            }
            Detour::ProcessEnd => vec![home, Event::EndProcess, Event::Launch],
        };
        events.into_iter().map(|event| Act::with_purpose(event, self.purpose())).collect()
    }

    /// When: `after turning the phone`.
    pub(super) fn after(self) -> &'static str {
        match self {
            Detour::ScreenOff => "after the screen went off and on",
            Detour::Leave => "after leaving the app and coming back",
            Detour::Rotate => "after turning the phone",
            Detour::ProcessEnd => "after the system ended the app in the background",
        }
    }

    /// What an exhibit is called in which it is gone: `turning the phone`.
    pub(super) fn label(self) -> &'static str {
        match self {
            Detour::ScreenOff => "switching the screen off and on",
            Detour::Leave => "leaving the app and coming back",
            Detour::Rotate => "turning the phone",
            Detour::ProcessEnd => "with the app ended in the background",
        }
    }

    /// What people do: `Turning the phone`.
    pub(super) fn doing(self) -> &'static str {
        match self {
            Detour::ScreenOff => "Letting the screen go dark",
            Detour::Leave => "Leaving an app and coming back",
            Detour::Rotate => "Turning the phone",
            Detour::ProcessEnd => "Coming back to an app that the system ended for want of memory",
        }
    }

    /// The milder detours that happen on its way: what they lose, it loses too. A screen that is made anew after a turn was
    /// left before, and one whose process ended is made anew.
    pub(super) fn contains(self) -> &'static [Detour] {
        match self {
            Detour::ScreenOff => &[],
            Detour::Leave => &[Detour::ScreenOff],
            Detour::Rotate => &[Detour::ScreenOff, Detour::Leave],
            Detour::ProcessEnd => &[Detour::ScreenOff, Detour::Leave, Detour::Rotate],
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
            let acts = Detour::Rotate.acts(&screen(text));
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
    fn detours_are_found_by_what_their_acts_are_for() {
        let layout = screen("View");
        for detour in Detour::ALL {
            let acts = detour.acts(&layout);
            assert!(
                acts.iter()
                    .all(|act| { act.purpose.as_deref().and_then(Detour::with_purpose) == Some(detour) })
            );
        }
        assert_eq!(Detour::with_purpose("control-wait"), None);
    }
}
