//! What a fresh install has.

use sim::Shared;

use super::store::{Contact, Group, Phone, Settings, Sort, Store};

impl Default for Store {
    /// A fresh install: some people, two of them twice.
    fn default() -> Store {
        let mut store = Store {
            contacts: Shared::default(),
            groups: Shared::default(),
            deleted: Shared::default(),
            kept_apart: Vec::new(),
            import: None,
            sorted_by_menu: None,
            settings: Settings {
                sort: Sort::First,
                last_name_first: false,
                show_numbers: true,
                ask_before_deleting: true,
            },
            next_id: 0,
        };
        for &(first, last, numbers, mail, favourite) in PEOPLE {
            let phones = numbers.iter().map(|&(kind, number)| Phone { kind, number: number.to_owned() });
            let id = store.new_id();
            store.put(Contact {
                id,
                first: first.to_owned(),
                last: last.to_owned(),
                phones: phones.collect(),
                mail: mail.to_owned(),
                favourite,
                ..Contact::default()
            });
        }
        for (name, members) in [("Family", vec![1, 5, 7]), ("Work", vec![2, 4, 6]), ("Choir", vec![3, 8])] {
            let id = store.new_id();
            store.groups.push(Group { id, name: name.to_owned(), members });
        }
        store
    }
}

type Person = (&'static str, &'static str, &'static [(usize, &'static str)], &'static str, bool);

const PEOPLE: &[Person] = &[
    ("Anna", "Wagner", &[(0, "+49 171 5550123"), (1, "+49 30 5550199")], "anna.wagner@example.org", true),
    ("Bashir", "Osman", &[(2, "+44 20 7946 0102")], "bashir@example.com", false),
    ("Carla", "Mendes", &[(0, "+351 912 555 014")], "", false),
    ("Deniz", "Aydin", &[(0, "+90 532 555 0177"), (2, "+90 212 555 0140")], "deniz.aydin@example.net", true),
    ("Edda", "Brandt", &[], "edda.brandt@example.org", false),
    ("Femi", "Adeyemi", &[(0, "+234 803 555 0188")], "", false),
    ("Grandma", "", &[(1, "+49 5241 555017")], "", true),
    ("Hanna", "Clausen", &[(0, "+45 20 55 51 42")], "", false),
    ("Carla", "Mendes", &[(2, "+351 21 555 0190")], "c.mendes@example.com", false),
    ("Igor", "Bielak", &[(0, "+48 601 555 016")], "", false),
];
