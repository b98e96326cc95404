//! Events chosen by chance from what the screen offers, so that the same key chooses the same.

use std::sync::Arc;

use device::{Device, NotPerformed, Patience, Settled, perform, settle};
use gui::{Event, Gesture, Key, Layout, Offer};
use sim::{Profile, SimPhone};
use testkit::Dice;

/// The demo, mended, fresh from its box and in front.
pub(crate) fn demo(seed: u64) -> (SimPhone, &'static str) {
    let (app, faults) = apps::find("notes").unwrap();
    let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], seed);
    phone.launch(app.manifest.package).unwrap();
    (phone, app.manifest.package)
}

/// Something that a person could do here; opens the app again where it is not in front.
pub(crate) fn any_event(dice: &mut Dice, layout: &Layout, package: &str) -> Event {
    if layout.package() != package && dice.below(3) > 0 {
        return Event::Launch;
    }
    let texts = ["milk", "bread & butter", "a", "7 eggs, 'fresh' $1"];
    // Pinching needs two fingers, which adb has not.
    let possible = |offer: &Offer| !matches!(offer, Offer::Touch { gesture: Gesture::Pinch(_), .. });
    let offers: Vec<Offer> = layout.offers().into_iter().filter(possible).collect();
    let text = texts[dice.below(texts.len())];
    match offers[dice.below(offers.len())] {
        // Half of all offers are keys on a small screen; most of them lead out of the app.
        Offer::Key(Key::Home | Key::Recents) if dice.below(4) > 0 => Event::Key { key: Key::Back },
        offer => offer.event(&layout.selectors(), text),
    }
}

/// Performs an event and waits for the screen to rest. An event that cannot be performed is none.
pub(crate) fn step(phone: &mut dyn Device, package: &str, event: &Event, layout: &Layout) -> Settled {
    match perform(phone, package, event, layout) {
        Ok(()) | Err(NotPerformed::NoTarget(_) | NotPerformed::OutOfReach { .. }) => {}
        Err(NotPerformed::Device { error, .. }) => panic!("{event}: {error}"),
    }
    look(phone)
}

pub(crate) fn look(phone: &mut dyn Device) -> Settled {
    let pause = std::time::Duration::from_millis(1);
    settle(phone, Patience { pause, ..Patience::default() }).unwrap()
}

/// Plays so many events chosen by chance; the screen after each.
pub(crate) fn play(
    phone: &mut dyn Device,
    package: &str,
    key: u64,
    events: usize,
) -> Vec<(Event, Arc<Layout>)> {
    let mut dice = Dice(key);
    let mut layout = look(phone).observation.layout;
    let mut played = Vec::with_capacity(events);
    for _ in 0..events {
        let event = any_event(&mut dice, &layout, package);
        layout = step(phone, package, &event, &layout).observation.layout;
        played.push((event, Arc::clone(&layout)));
    }
    played
}
