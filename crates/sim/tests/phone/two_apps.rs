//! Several apps on one phone.

use device::{Change, Device, KeyCode};
use gui::SystemEvent;
use sim::*;

use crate::desk::{Desk, PACKAGE};
use crate::person::Person;

/// An app that counts what it hears.
struct Ear;

#[derive(Clone, Default, Hash)]
struct Heard {
    times: u32,
}

impl App for Ear {
    type Store = Heard;
    type Memory = ();
    type Screen = ();
    type Message = ();

    fn manifest() -> Manifest {
        Manifest {
            name: "ear",
            package: "org.example.ear",
            label: "Ear",
            icon: Icon::Bell,
            color: Color::PINK,
            version: "3",
            permissions: &[],
            broadcasts: &[],
            activities: &["EarActivity"],
            faults: &[],
            sources: &[],
        }
    }

    fn start(_: &mut Context<'_, Self>) -> Outcome<()> {
        Ok(())
    }

    fn activity(_: &()) -> &'static str {
        "EarActivity"
    }

    fn view(look: &Look<'_, Self>, _: &()) -> Outcome<Page<()>> {
        Ok(Page::new(text(format!("heard {}", look.store.times)).id("heard")).title("Ear"))
    }

    fn update(_: &mut Context<'_, Self>, _: &mut (), _: ()) -> Outcome {
        Ok(())
    }

    fn received(cx: &mut Context<'_, Self>, _: &mut (), _: &SystemEvent) -> Outcome {
        cx.store.times += 1;
        Ok(())
    }
}

/// Both apps opened, the ear in front.
fn both() -> Person {
    let apps = vec![install::<Desk>(Faults::NONE), install::<Ear>(Faults::NONE)];
    let mut phone = SimPhone::new(&Profile::default(), apps, 7);
    phone.launch(PACKAGE).unwrap();
    phone.launch("org.example.ear").unwrap();
    let mut person = Person { phone };
    person.settle();
    person
}

#[test]
fn people_change_between_apps_and_each_keeps_its_place() {
    let mut person = both();
    person.see("heard", "heard 0");
    person.key(KeyCode::APP_SWITCH);
    person.tap("Desk");
    person.tap("edit");
    person.key(KeyCode::HOME);
    person.tap("Ear");
    person.see("heard", "heard 0");
    person.key(KeyCode::HOME);
    person.tap("Desk");
    assert_eq!(person.front(), "org.example.desk/.EditActivity");
}

#[test]
fn both_hear_of_the_network_wherever_they_are() {
    let mut person = both();
    person.happens(SystemEvent::Network { on: false });
    person.see("heard", "heard 1");
    person.key(KeyCode::HOME);
    person.tap("Desk");
    person.see("last", "the network went away");
}

#[test]
fn an_app_whose_process_ended_hears_nothing() {
    let mut person = both();
    person.change(&Change::KillProcess { package: "org.example.ear".to_owned() });
    person.happens(SystemEvent::Time);
    person.tap("Ear");
    person.see("heard", "heard 0");
}

#[test]
fn a_crash_in_the_background_shows_no_dialog() {
    let mut person = both();
    person.key(KeyCode::HOME);
    person.tap("Desk");
    person.key(KeyCode::MENU);
    person.tap_at("Crash later");
    person.key(KeyCode::HOME);
    person.tap("Ear");
    person.wait(6_000);
    person.see("heard", "heard 0");
    let apps = person.phone.apps().unwrap();
    let alive: Vec<bool> = apps.iter().map(|app| app.pid.is_some()).collect();
    assert_eq!(alive, [false, true]);
    assert!(person.log().contains("FATAL EXCEPTION: main"));
}
