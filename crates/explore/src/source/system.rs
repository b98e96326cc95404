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
            vec![system(SystemEvent::Call)],
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
