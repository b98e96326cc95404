//! Any pixel and any key, as Android's monkey does it.

use device::{Ability, KeyCode};
use experiment::{Act, Chance};
use gui::{Direction, Event, Flag, Key, Layout, Node, Pinch, Rect, Selector, Window};

use super::{EventSource, Here};

/// Android's monkey: blind to what the layout says can be tapped.
///
/// A random pixel becomes an event on the innermost widget there, so that it can be done again on another screen; the proportions
/// and the sizes of gestures are monkey's own. It has keys and a keyboard flip that we have no word for and that apps take no
/// notice of: those are drawn again.
#[derive(Debug, Clone, Copy, Default)]
pub struct Monkey;

/// Monkey's kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Touch,
    Motion,
    Pinch,
    Trackball,
    Navigation,
    MajorNavigation,
    SystemKey,
    AppSwitch,
    Flip,
    Anything,
}

/// In percent, as Android has them. Rotation and permissions are there too, with nothing.
const SHARES: [(Kind, u64); 10] = [
    (Kind::Touch, 15),
    (Kind::Motion, 10),
    (Kind::Pinch, 2),
    (Kind::Trackball, 15),
    (Kind::Navigation, 25),
    (Kind::MajorNavigation, 15),
    (Kind::SystemKey, 2),
    (Kind::AppSwitch, 2),
    (Kind::Flip, 1),
    (Kind::Anything, 13),
];

const NAVIGATION: [Key; 4] = [Key::DpadUp, Key::DpadDown, Key::DpadLeft, Key::DpadRight];
const MAJOR_NAVIGATION: [Key; 2] = [Key::Menu, Key::DpadCenter];
/// Home, back and volume, among keys for calls and for silence.
const SYSTEM: [Option<Key>; 7] =
    [Some(Key::Home), Some(Key::Back), None, Some(Key::VolumeUp), Some(Key::VolumeDown), None, None];
/// Android counts this many keys.
const KEYS: usize = 288;
/// A finger that has moved less than this has tapped.
const SLOP_PX: f64 = 50.0;
/// A drag has fewer moves than this, each of at most [`MAX_MOVE_PX`] in either direction.
const MAX_MOVES: usize = 10;
const MAX_MOVE_PX: f64 = 25.0;
/// So many draws without an event that we have a word for are bad luck beyond reason.
const MAX_DRAWS: usize = 1000;

impl EventSource for Monkey {
    fn draw(&mut self, here: &Here<'_>, chance: &mut Chance) -> Vec<Act> {
        let drawn = (0..MAX_DRAWS).find_map(|_| {
            let kind = draw_kind(chance)?;
            events(kind, here, chance).filter(|events| !events.is_empty())
        });
        drawn.unwrap_or_default().into_iter().map(Act::plain).collect()
    }
}

fn draw_kind(chance: &mut Chance) -> Option<Kind> {
    chance.weighted(&SHARES.map(|(_, share)| share)).map(|at| SHARES[at].0)
}

/// The events of one draw; `None` where we have no word for it.
fn events(kind: Kind, here: &Here<'_>, chance: &mut Chance) -> Option<Vec<Event>> {
    let key = |key| Event::Key { key };
    Some(vec![match kind {
        Kind::Touch => Event::Tap { target: target(here.layout, chance)? },
        Kind::Motion => motion(here.layout, chance)?,
        Kind::Pinch => pinch(here, chance)?,
        Kind::Trackball => return Some(trackball(chance)),
        Kind::Navigation => key(*chance.pick(&NAVIGATION)?),
        Kind::MajorNavigation => key(*chance.pick(&MAJOR_NAVIGATION)?),
        Kind::SystemKey => key((*chance.pick(&SYSTEM)?)?),
        Kind::AppSwitch => Event::Launch,
        Kind::Flip => return None,
        Kind::Anything => any_key(1 + chance.below(KEYS - 1), here.layout)?,
    }])
}

/// The widget under a random pixel.
fn target(layout: &Layout, chance: &mut Chance) -> Option<Selector> {
    let screen = screen_of(layout);
    let x = screen.left + chance.below(screen.width() as usize) as i32;
    let y = screen.top + chance.below(screen.height() as usize) as i32;
    let pixel = Rect::new(x, y, x + 1, y + 1);
    let under = |node: &Node<'_>| node.is(Flag::Visible) && node.bounds().contains(pixel);
    let innermost = |window: &Window| window.nodes().map(|id| layout.node(id)).filter(under).last();
    layout.windows().iter().find_map(innermost).map(Selector::of)
}

fn screen_of(layout: &Layout) -> Rect {
    let area = |bounds: &Rect| u64::from(bounds.width()) * u64::from(bounds.height());
    layout.roots().map(Node::bounds).max_by_key(area).unwrap_or_default()
}

/// A finger that wanders in one direction: a swipe if it gets anywhere.
fn motion(layout: &Layout, chance: &mut Chance) -> Option<Event> {
    let target = target(layout, chance)?;
    let moves = chance.below(MAX_MOVES);
    let toward = [0, 1].map(|_| (fraction(chance) * 2.0 - 1.0) * MAX_MOVE_PX);
    let mut moved = [0.0, 0.0];
    for _ in 0..=moves {
        for (moved, toward) in moved.iter_mut().zip(toward) {
            *moved += fraction(chance) * toward;
        }
    }
    let [x, y] = moved;
    let direction = match (x.abs() >= y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    };
    let is_drag = moves > 0 && x * x + y * y >= SLOP_PX * SLOP_PX;
    Some(if is_drag { Event::Swipe { target, toward: direction } } else { Event::Tap { target } })
}

/// Two fingers that wander at random are as likely to come together as to go apart.
fn pinch(here: &Here<'_>, chance: &mut Chance) -> Option<Event> {
    let target = target(here.layout, chance)?;
    let fingers = *chance.pick(&[Pinch::Apart, Pinch::Together])?;
    here.abilities.has(Ability::Pinch).then_some(Event::Pinch { target, fingers })
}

/// Ten rolls in any direction are one step in the direction of their sum; one in ten ends with a click.
fn trackball(chance: &mut Chance) -> Vec<Event> {
    let [mut x, mut y] = [0, 0];
    for _ in 0..10 {
        x += chance.below(10) as i32 - 5;
        y += chance.below(10) as i32 - 5;
    }
    let sideways = x.abs() >= y.abs();
    let step = match (sideways, x, y) {
        (_, 0, 0) => None,
        (true, 1.., _) => Some(Key::DpadRight),
        (true, ..) => Some(Key::DpadLeft),
        (false, _, 1..) => Some(Key::DpadDown),
        (false, ..) => Some(Key::DpadUp),
    };
    let click = (chance.below(10) == 0).then_some(Key::DpadCenter);
    step.into_iter().chain(click).map(|key| Event::Key { key }).collect()
}

/// A key by its number: one of the phone's, or a letter where something is being typed.
fn any_key(number: usize, layout: &Layout) -> Option<Event> {
    let code = KeyCode(u32::try_from(number).ok()?);
    code.named().map(|key| Event::Key { key }).or_else(|| typed(code, layout))
}

/// A letter or digit added to what stands in the text box.
fn typed(code: KeyCode, layout: &Layout) -> Option<Event> {
    let letter = code.name().filter(|name| name.len() == 1)?.to_lowercase();
    let into = layout.nodes().find(|node| node.is(Flag::Editable) && node.is(Flag::Focused))?;
    Some(Event::Edit { target: Selector::of(into), text: format!("{}{letter}", into.text()) })
}

/// From 0 to 1, without it.
fn fraction(chance: &mut Chance) -> f64 {
    chance.below(1 << 24) as f64 / f64::from(1 << 24)
}

#[cfg(test)]
mod tests {
    use device::Abilities;
    use model::ScreenIds;

    use super::*;
    use crate::testing::{button, page, text_box};

    const DRAWS: usize = 100_000;

    fn here(layout: &Layout) -> Here<'_> {
        Here { layout, screens: ScreenIds::OUTSIDE, abilities: Abilities::all() }
    }

    #[test]
    fn kinds_come_in_monkeys_proportions() {
        let mut chance = Chance::keyed(1, "monkey", 0);
        let drawn: Vec<Kind> = (0..DRAWS).filter_map(|_| draw_kind(&mut chance)).collect();
        for (kind, percent) in SHARES {
            let share = drawn.iter().filter(|&&drawn| drawn == kind).count() as f64 * 100.0 / DRAWS as f64;
            assert!((share - percent as f64).abs() < 0.5, "{share} % {kind:?}");
        }
        assert_eq!(SHARES.iter().map(|(_, percent)| percent).sum::<u64>(), 100);
    }

    #[test]
    fn a_pixel_becomes_the_innermost_widget() {
        // Two of ten strips of the screen are buttons, the rest is the page itself.
        let layout = page(&[button("a"), button("b")]);
        let mut chance = Chance::keyed(1, "monkey", 0);
        let hits = (0..DRAWS).filter_map(|_| target(&layout, &mut chance)).map(|target| target.to_string());
        let on_a = hits.filter(|target| target == "#a").count();
        assert!((9_000..11_000).contains(&on_a), "{on_a}");
    }

    #[test]
    fn most_drags_are_too_short_for_a_swipe() {
        let layout = page(&[button("a")]);
        let mut chance = Chance::keyed(1, "monkey", 0);
        let drags: Vec<Event> = (0..1000).filter_map(|_| motion(&layout, &mut chance)).collect();
        let swipes = drags.iter().filter(|event| matches!(event, Event::Swipe { .. })).count();
        assert_eq!(drags.len(), 1000);
        assert!((200..500).contains(&swipes), "{swipes}");
    }

    #[test]
    fn letters_are_typed_where_the_cursor_is() {
        let mut note = text_box("note");
        note.text = "mil";
        assert_eq!(any_key(39, &page(&[note.clone()])), None, "nothing has the focus");
        note.flags = note.flags.with(Flag::Focused, true);
        let typed = any_key(39, &page(&[note])).map(|event| event.to_string());
        assert_eq!(typed.as_deref(), Some("typed “milk” into #note"));
    }

    #[test]
    fn without_two_fingers_nobody_pinches() {
        let layout = page(&[button("a")]);
        let pinches = |abilities| {
            let here = Here { abilities, ..here(&layout) };
            let mut chance = Chance::keyed(1, "monkey", 0);
            let acts = (0..2000).flat_map(|_| Monkey.draw(&here, &mut chance)).collect::<Vec<_>>();
            acts.iter().filter(|act| matches!(act.event, Event::Pinch { .. })).count()
        };
        assert!(pinches(Abilities::all()) > 10);
        assert_eq!(pinches(Abilities::NONE), 0);
    }

    #[test]
    fn on_an_empty_screen_there_are_still_keys() {
        let layout = gui::LayoutBuilder::new().finish();
        let mut chance = Chance::keyed(1, "monkey", 0);
        for _ in 0..100 {
            let acts = Monkey.draw(&here(&layout), &mut chance);
            assert!(!acts.is_empty() && acts.iter().all(|act| act.event.target().is_none()), "{acts:?}");
        }
    }
}
