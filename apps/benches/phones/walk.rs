//! Random walks over the apps, recorded once as what fingers do, so that a bench repeats nothing but that.

use std::collections::BTreeMap;

use apps::Listed;
use device::{Deed, Device, NotPerformed, Patience, deeds_for, settle};
use gui::{Event, Key, Layout, Offer};
use sim::{Faults, Profile, SimPhone};
use testkit::Dice;

/// What was done to one app's phone, from its first screen on.
pub(crate) struct Walk {
    /// The app just opened.
    pub(crate) start: SimPhone,
    /// The phone at the end.
    pub(crate) end: SimPhone,
    package: &'static str,
    /// One for each event that was performed.
    steps: Vec<Vec<Deed>>,
    /// How many there were of each kind of event.
    pub(crate) mix: BTreeMap<&'static str, usize>,
}

impl Walk {
    /// Performs so many events, each chosen by chance from what the screen offers. `seen` gets the phone after each.
    pub(crate) fn record(app: &Listed, events: usize, mut seen: impl FnMut(&SimPhone, &Layout)) -> Walk {
        let package = app.manifest.package;
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(Faults::NONE)], 7);
        phone.launch(package).unwrap();
        look(&mut phone);
        let mut walk =
            Walk { start: phone.clone(), end: phone, package, steps: Vec::new(), mix: BTreeMap::new() };
        let mut dice = Dice(17);
        while walk.steps.len() < events {
            let layout = walk.end.observe().unwrap().layout;
            let event = choose(&layout, package, &mut dice);
            let deeds = match deeds_for(&event, &layout) {
                Ok(deeds) => deeds,
                Err(NotPerformed::OutOfReach { .. } | NotPerformed::NoTarget(_)) => continue,
                Err(error) => panic!("{event}: {error}"),
            };
            walk.end = walk.take(walk.end.clone(), &deeds);
            *walk.mix.entry(kind_of(&event)).or_default() += 1;
            walk.steps.push(deeds);
            let after = walk.end.observe().unwrap().layout;
            seen(&walk.end, &after);
        }
        walk
    }

    /// How many events it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The same again: acts, waits until the screen rests, and looks.
    pub(crate) fn repeat(&self) -> SimPhone {
        self.steps.iter().fold(self.start.clone(), |phone, deeds| self.take(phone, deeds))
    }

    fn take(&self, mut phone: SimPhone, deeds: &[Deed]) -> SimPhone {
        for deed in deeds {
            deed.perform(&mut phone, self.package).unwrap();
        }
        look(&mut phone);
        phone
    }
}

/// Waits until the screen rests; what it shows then.
pub(crate) fn look(phone: &mut SimPhone) -> std::sync::Arc<Layout> {
    settle(phone, Patience::default()).unwrap().observation.layout
}

/// Something that the screen offers. Who has left the app soon returns to it.
fn choose(layout: &Layout, package: &str, dice: &mut Dice) -> Event {
    if layout.package() != package && dice.below(3) > 0 {
        return Event::Launch;
    }
    let offers = layout.offers();
    let text = ["milk", "12", "Ada Lovelace", "a longer text, with some words in it"][dice.below(4)];
    match offers[dice.below(offers.len())] {
        // On a small screen half of the offers are keys, and these lead out of the app.
        Offer::Key(Key::Home | Key::Recents) if dice.below(4) > 0 => Event::Key { key: Key::Back },
        offer => offer.event_in(layout, text),
    }
}

fn kind_of(event: &Event) -> &'static str {
    match event {
        Event::Tap { .. } => "taps",
        Event::DoubleTap { .. } => "double taps",
        Event::LongTap { .. } => "long taps",
        Event::Edit { .. } => "texts typed",
        Event::Submit { .. } => "texts submitted",
        Event::Scroll { .. } | Event::Swipe { .. } | Event::Pinch { .. } => "scrolls and swipes",
        Event::Key { .. } => "keys",
        Event::Rotate { .. } => "turns of the phone",
        Event::Launch | Event::Restart => "launches",
        Event::System { .. } | Event::EndProcess | Event::Wait { .. } => "events of the phone",
    }
}
