//! Events that the layout offers.

use std::sync::Arc;

use device::Ability;
use experiment::{Act, Chance};
use gui::{Gesture, Key, Layout, Offer};

use super::{EventSource, Here};
use crate::Texts;

/// Weighted random over what the layout offers.
///
/// First the kind of event is drawn, then one of that kind. So one text box among thirty buttons is not forgotten, and a long
/// list does not keep a walk from going back. Turning the phone is left to system events.
#[derive(Debug)]
pub struct FromLayout {
    texts: Arc<Texts>,
}

/// Kinds of events that are drawn together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tap,
    /// A tap on what does not say that it reacts, where nothing else can be tapped.
    Guess,
    LongTap,
    DoubleTap,
    Edit,
    Submit,
    Scroll,
    Swipe,
    Pinch,
    Back,
    Menu,
    /// Home, recents and volume: the app is left or does not notice.
    Rare,
}

/// How likely each kind is, where all are there.
const SHARES: [(Kind, u64); 12] = [
    (Kind::Tap, 500),
    // Most such screens are only for reading.
    (Kind::Guess, 80),
    (Kind::LongTap, 60),
    (Kind::DoubleTap, 20),
    (Kind::Edit, 150),
    (Kind::Submit, 40),
    (Kind::Scroll, 70),
    (Kind::Swipe, 40),
    (Kind::Pinch, 10),
    (Kind::Back, 80),
    (Kind::Menu, 10),
    (Kind::Rare, 20),
];

impl FromLayout {
    /// With these texts to type.
    pub fn new(texts: Arc<Texts>) -> FromLayout {
        FromLayout { texts }
    }
}

impl EventSource for FromLayout {
    fn draw(&mut self, here: &Here<'_>, chance: &mut Chance) -> Vec<Act> {
        let offers: Vec<(Kind, Offer)> = kinds_of(here.layout).collect();
        let of = |kind| offers.iter().filter(move |(of, _)| *of == kind).map(|&(_, offer)| offer);
        let can_pinch = here.abilities.has(Ability::Pinch);
        let weights = SHARES.map(|(kind, share)| match kind {
            Kind::Pinch if !can_pinch => 0,
            kind if of(kind).next().is_none() => 0,
            _ => share,
        });
        let drawn = chance.weighted(&weights).map(|at| of(SHARES[at].0).collect::<Vec<_>>());
        let offer = drawn.and_then(|drawn| chance.pick(&drawn).copied());
        offer.map(|offer| Act::plain(self.event(offer, here, chance))).into_iter().collect()
    }
}

impl FromLayout {
    fn event(&self, offer: Offer, here: &Here<'_>, chance: &mut Chance) -> gui::Event {
        let text = match offer {
            Offer::Touch { node, gesture: Gesture::Edit } => {
                self.texts.text_for(here.layout.node(node), here.abilities, chance)
            }
            _ => String::new(),
        };
        offer.event_in(here.layout, &text)
    }
}

/// What is part of the app rather than of the phone.
pub(super) fn worth_a_try(layout: &Layout) -> impl Iterator<Item = Offer> {
    kinds_of(layout).filter(|&(kind, _)| kind != Kind::Rare).map(|(_, offer)| offer)
}

fn kinds_of(layout: &Layout) -> impl Iterator<Item = (Kind, Offer)> {
    let offered = layout.offers().into_iter().filter_map(|offer| Some((kind_of(offer)?, offer)));
    offered.chain(layout.guesses().into_iter().map(|offer| (Kind::Guess, offer)))
}

fn kind_of(offer: Offer) -> Option<Kind> {
    Some(match offer {
        Offer::Touch { gesture, .. } => match gesture {
            Gesture::Tap => Kind::Tap,
            Gesture::LongTap => Kind::LongTap,
            Gesture::DoubleTap => Kind::DoubleTap,
            Gesture::Edit => Kind::Edit,
            Gesture::Submit(_) => Kind::Submit,
            Gesture::Scroll(_) => Kind::Scroll,
            Gesture::Swipe(_) => Kind::Swipe,
            Gesture::Pinch(_) => Kind::Pinch,
        },
        Offer::Key(Key::Back) => Kind::Back,
        Offer::Key(Key::Menu) => Kind::Menu,
        Offer::Key(Key::Enter) => Kind::Submit,
        Offer::Key(_) => Kind::Rare,
        Offer::Rotate(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use device::Abilities;
    use gui::Event;
    use model::ScreenIds;

    use super::*;
    use crate::testing::{button, page, text_box};

    fn drawn(layout: &gui::Layout, abilities: Abilities) -> Vec<Event> {
        let here = Here { layout, screens: ScreenIds::OUTSIDE, abilities };
        let mut source = FromLayout::new(Arc::default());
        let mut chance = Chance::keyed(1, "layout", 0);
        (0..5000).flat_map(|_| source.draw(&here, &mut chance)).map(|act| act.event).collect()
    }

    #[test]
    fn one_text_box_among_many_buttons_is_not_forgotten() {
        let mut widgets = vec![button("a"); 8];
        widgets.push(text_box("note"));
        let events = drawn(&page(&widgets), Abilities::all());
        let edits = events.iter().filter(|event| matches!(event, Event::Edit { .. })).count();
        // 150 of the 780 that taps, double taps, edits, back, menu and rare keys share.
        assert!((850..1075).contains(&edits), "{edits} of {}", events.len());
    }

    #[test]
    fn what_does_not_say_that_it_reacts_is_tapped_where_nothing_does() {
        let label = gui::Widget { class: "android.widget.TextView", text: "Diary", ..gui::Widget::default() };
        let events = drawn(&page(&[label]), Abilities::all());
        let taps = events.iter().filter(|event| matches!(event, Event::Tap { .. })).count();
        // 80 of the 190 that it shares with back, menu and rare keys.
        assert!((1950..2260).contains(&taps), "{taps} of {}", events.len());
    }

    #[test]
    fn the_phone_is_not_turned_and_the_app_rarely_left() {
        let events = drawn(&page(&[button("a")]), Abilities::all());
        assert_eq!(events.len(), 5000);
        assert!(!events.iter().any(|event| matches!(event, Event::Rotate { .. })));
        let left =
            events.iter().filter(|event| matches!(event, Event::Key { key: Key::Home | Key::Recents }));
        assert!((10..150).contains(&left.count()));
    }
}
