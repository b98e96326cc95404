//! Things that happen to a phone while an app runs.

use std::sync::Arc;

use device::{Abilities, Ability, Change};
use experiment::{Act, Chance};
use gui::{Event, Key, Offer, SystemEvent};

use super::{EventSource, Here};

/// Another source, and now and then something that happens to the phone: it is turned, rings, loses the network, is put aside.
pub struct WithSystemEvents {
    inner: Box<dyn EventSource>,
    /// How many of a thousand.
    share: u32,
    broadcasts: Arc<[String]>,
}

impl WithSystemEvents {
    /// So many of a thousand events are system events, as far as the phone can do them.
    pub fn new(inner: Box<dyn EventSource>, share: u32, broadcasts: Arc<[String]>) -> WithSystemEvents {
        WithSystemEvents { inner, share, broadcasts }
    }

    /// What could happen to this phone now, one after the other in each.
    fn choices(&self, here: &Here<'_>) -> Vec<Vec<Event>> {
        let system = |event| Event::System { event };
        let key = |key| Event::Key { key };
        let turned = here.layout.offers().into_iter().find_map(|offer| match offer {
            Offer::Rotate(to) => Some(vec![Event::Rotate { to }]),
            _ => None,
        });
        let mut choices = vec![
            vec![key(Key::VolumeUp)],
            vec![key(Key::VolumeDown)],
            vec![key(Key::Home), Event::Launch],
            // Someone who does not want to talk now.
            vec![system(SystemEvent::Call), key(Key::Home), Event::Launch],
            vec![system(SystemEvent::Sms)],
            vec![system(SystemEvent::Network { on: false })],
            vec![system(SystemEvent::Network { on: true })],
            vec![system(SystemEvent::Battery { percent: 5 })],
            vec![system(SystemEvent::Battery { percent: 100 })],
            vec![system(SystemEvent::Time)],
            vec![system(SystemEvent::Screen { on: false }), system(SystemEvent::Screen { on: true })],
        ];
        // Turning the phone is what people do most often, and what breaks most.
        choices.extend(turned.into_iter().flat_map(|turned| std::iter::repeat_n(turned, 3)));
        let broadcasts = self.broadcasts.iter().cloned();
        choices.extend(broadcasts.map(|action| vec![system(SystemEvent::Broadcast { action })]));
        choices.retain(|events| events.iter().all(|event| can(here.abilities, event)));
        choices
    }
}

impl EventSource for WithSystemEvents {
    fn draw(&mut self, here: &Here<'_>, chance: &mut Chance) -> Vec<Act> {
        if chance.per_mille(self.share)
            && let Some(events) = chance.pick(&self.choices(here))
        {
            return events.iter().cloned().map(Act::plain).collect();
        }
        self.inner.draw(here, chance)
    }
}

/// Whether a phone with these abilities can do it.
fn can(abilities: Abilities, event: &Event) -> bool {
    match event {
        Event::Rotate { .. } => abilities.has(Ability::Rotate),
        Event::System { event } => abilities.has(Change::System { event: event.clone() }.needs()),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use gui::Orientation;
    use model::ScreenIds;

    use super::*;
    use crate::FromLayout;
    use crate::testing::{button, page};

    /// What happens to a phone where nothing else does, each once.
    fn happens(abilities: Abilities) -> Vec<Vec<Event>> {
        let layout = page(&[button("a")]);
        let here = Here { layout: &layout, screens: ScreenIds::OUTSIDE, abilities };
        let inner = Box::new(FromLayout::new(Arc::default()));
        let mut source = WithSystemEvents::new(inner, 1000, Arc::from(["com.example.SYNC".to_owned()]));
        let mut chance = Chance::keyed(1, "system", 0);
        let mut all: Vec<Vec<Event>> = Vec::new();
        for _ in 0..1000 {
            let events = source.draw(&here, &mut chance).into_iter().map(|act| act.event).collect();
            if !all.contains(&events) {
                all.push(events);
            }
        }
        all
    }

    #[test]
    fn a_phone_that_can_do_everything_has_everything_happen_to_it() {
        let all = happens(Abilities::all());
        let system = |event| Event::System { event };
        assert_eq!(all.len(), 13, "{all:?}");
        for events in [
            vec![Event::Rotate { to: Orientation::Landscape }],
            vec![Event::Key { key: Key::Home }, Event::Launch],
            vec![system(SystemEvent::Screen { on: false }), system(SystemEvent::Screen { on: true })],
            vec![system(SystemEvent::Broadcast { action: "com.example.SYNC".to_owned() })],
        ] {
            assert!(all.contains(&events), "{events:?}");
        }
    }

    #[test]
    fn what_a_phone_cannot_do_does_not_happen() {
        let all = happens(Abilities::of(&[Ability::Telephony]));
        let told: Vec<String> = all.iter().flatten().map(Event::to_string).collect();
        for event in &told {
            let plain = ["pressed volume up", "pressed volume down", "pressed home", "opened the app"];
            let calls = ["the phone rang", "a text message arrived"];
            assert!(plain.contains(&event.as_str()) || calls.contains(&event.as_str()), "{event}");
        }
        assert_eq!(told.len(), 8);
    }
}
