//! Simulated phones, looked at twice.

use std::collections::BTreeSet;
use std::time::Duration;

use apps::Listed;
use device::{Device, Patience, deeds_for, settle};
use gui::{Event, Key, Layout};
use model::{ScreenId, ScreenIds, Volatile};
use sim::{Faults, Profile, SimPhone};
use testkit::Dice;

#[test]
fn show() {
    for app in apps::all() {
        let (volatile, places) = explored(&app, 600, 1);
        println!("{}: {places} places", app.manifest.name);
        for (name, way) in volatile.ways() {
            println!("   {name} {way:?}");
        }
        let (mut looks, mut unlearnt, mut learnt) = (0, 0, 0);
        let package = app.manifest.package;
        walk(&app, 600, 2, |phone| {
            let before = look(phone);
            let mut later = phone.clone();
            later.wait(Duration::from_secs(60)).unwrap();
            let after = look(&mut later);
            let ids = |layout: &Layout, volatile: &Volatile| ScreenIds::of(layout, package, volatile).travel;
            looks += 1;
            let none = Volatile::default();
            unlearnt += usize::from(ids(&before, &none) != ids(&after, &none));
            if ids(&before, &volatile) != ids(&after, &volatile) {
                learnt += 1;
                if learnt % 10 == 1 { println!("{}\n{}", before.tell(), after.tell()); }
            }
        });
        println!("   {looks} looks: {unlearnt} changed, {learnt} with knowledge");
    }
}

/// What is learnt by looking twice at each page of a random walk, and how many pages there were.
fn explored(app: &Listed, events: usize, seed: u64) -> (Volatile, usize) {
    let package = app.manifest.package;
    let (mut volatile, mut seen) = (Volatile::default(), BTreeSet::<ScreenId>::new());
    walk(app, events, seed, |phone| {
        let before = look(phone);
        if seen.insert(ScreenIds::of(&before, package, &volatile).widgets) {
            let mut later = phone.clone();
            for pause in [2, 60] {
                later.wait(Duration::from_secs(pause)).unwrap();
                volatile.learn(&before, &look(&mut later));
            }
        }
    });
    (volatile, seen.len())
}

fn walk(app: &Listed, events: usize, seed: u64, mut seen: impl FnMut(&mut SimPhone)) {
    let package = app.manifest.package;
    let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(Faults::NONE)], seed);
    phone.launch(package).unwrap();
    let mut dice = Dice(seed);
    for _ in 0..events {
        let layout = look(&mut phone);
        seen(&mut phone);
        let event = chosen(&layout, package, &mut dice);
        if std::env::var_os("SHOW").is_some() {
            println!("{} {event}", layout.package());
        }
        for deed in deeds_for(&event, &layout).unwrap_or_default() {
            deed.perform(&mut phone, package).unwrap();
        }
    }
}

fn look(phone: &mut SimPhone) -> std::sync::Arc<Layout> {
    settle(phone, Patience::default()).unwrap().observation.layout
}

fn chosen(layout: &Layout, package: &str, dice: &mut Dice) -> Event {
    if layout.package() != package {
        let keys = [Event::Launch, Event::Key { key: Key::Back }];
        return keys[dice.below(2)].clone();
    }
    let offers = layout.offers();
    offers[dice.below(offers.len())].event(&layout.selectors(), "milk")
}
