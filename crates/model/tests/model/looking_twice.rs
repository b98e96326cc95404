//! Simulated phones, looked at twice.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use apps::Listed;
use device::{Device, Patience, deeds_for, settle};
use gui::{Event, Flag, Key, Layout};
use model::{ScreenId, ScreenIds, Volatile};
use sim::{Faults, Profile, SimPhone};
use testkit::Dice;

/// So many events teach, and so many show what was learnt.
const LESSON: usize = 600;
const EVENTS: usize = 150;

/// Each app with what is learnt by looking twice at each page of a walk.
static LEARNT: LazyLock<Vec<(Listed, Volatile)>> =
    LazyLock::new(|| apps::all().into_iter().map(|app| (app, learnt(&app))).collect());

#[test]
fn screens_stay_themselves_once_it_is_known_what_changes_by_itself() {
    let mut noisy_apps = 0;
    for (app, volatile) in &*LEARNT {
        let (mut others, mut others_when_known) = (0, 0);
        // Another walk than the one that taught it.
        walk(app, 2, EVENTS, |before, after| {
            let is_another = |volatile: &Volatile| {
                let travel = |layout| ScreenIds::of(layout, app.manifest.package, volatile).travel;
                usize::from(travel(before) != travel(after))
            };
            others += is_another(&Volatile::default());
            others_when_known += is_another(volatile);
        });
        let name = app.manifest.name;
        // What a background job has done by then makes another screen, and should.
        assert!(others_when_known * 10 <= EVENTS, "{name}: {others_when_known}, knowing {volatile:?}");
        assert!(others_when_known <= others, "{name}");
        noisy_apps += usize::from(others * 2 > EVENTS);
    }
    assert!(noisy_apps >= 2, "on quiet apps this would say nothing");
}

#[test]
fn no_list_and_no_text_box_is_taken_for_volatile() {
    for (app, volatile) in &*LEARNT {
        walk(app, 3, EVENTS, |before, _| {
            let mut matters = before.nodes().filter(|node| node.is_list() || node.is(Flag::Editable));
            let wrong = matters.find(|&node| volatile.has(node));
            assert!(wrong.is_none(), "{}: {wrong:?}", app.manifest.name);
        });
    }
}

fn learnt(app: &Listed) -> Volatile {
    let (mut volatile, mut seen) = (Volatile::default(), BTreeSet::<ScreenId>::new());
    walk(app, 1, LESSON, |before, after| {
        if seen.insert(ScreenIds::of(before, app.manifest.package, &volatile).widgets) {
            volatile.learn(before, after);
        }
    });
    volatile
}

/// A random walk. `looked` gets each screen, and as it would be a minute later.
fn walk(app: &Listed, seed: u64, events: usize, mut looked: impl FnMut(&Layout, &Layout)) {
    let package = app.manifest.package;
    let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(Faults::NONE)], seed);
    phone.launch(package).unwrap();
    let mut dice = Dice(seed);
    for _ in 0..events {
        let layout = look(&mut phone);
        let mut later = phone.clone();
        later.wait(Duration::from_secs(60)).unwrap();
        looked(&layout, &look(&mut later));
        let event = chosen(&layout, package, &mut dice);
        for deed in deeds_for(&event, &layout).unwrap_or_default() {
            deed.perform(&mut phone, package).unwrap();
        }
    }
}

fn look(phone: &mut SimPhone) -> Arc<Layout> {
    settle(phone, Patience::default()).unwrap().observation.layout
}

fn chosen(layout: &Layout, package: &str, dice: &mut Dice) -> Event {
    if layout.package() != package {
        // A share sheet stays over an app that is opened again.
        return [Event::Launch, Event::Key { key: Key::Back }][dice.below(2)].clone();
    }
    let offers = layout.offers();
    offers[dice.below(offers.len())].event(&layout.selectors(), "milk")
}
