//! The model for people: few pages, what leads from one to another.

mod dot;
mod utg;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use gui::{Digest, Event};
use serde::Serialize;

use crate::{Forgotten, Model, Screen, ScreenId};

pub use utg::About;

/// The version of the JSON.
const VERSION: u32 = 1;

/// The model as a person can take it in: screens with the same kinds of widgets are one page.
///
/// Serialised it is the document `oddity-overview`, described in `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Overview {
    format: &'static str,
    version: u32,
    /// The package under test.
    pub app: String,
    /// How many events were told.
    pub events: u64,
    /// In the order in which they were first seen.
    pub pages: Vec<Page>,
    /// By the numbers of the two pages.
    pub passages: Vec<Passage>,
    /// What is missing, because the model forgot it.
    pub forgotten: Forgotten,
}

/// Screens that have the same kinds of widgets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Page {
    /// From 1 on, in the order in which they were first seen.
    pub number: usize,
    /// What the screens have in common: their name under the abstraction for independent views.
    pub id: ScreenId,
    /// Whether it stands for everything outside the app.
    pub outside: bool,
    /// The activity in front when it was first seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// How many screens it stands for.
    pub screens: usize,
    /// How often one of them was seen after an event.
    pub visits: u64,
    /// Whether a fresh start led here.
    pub start: bool,
    /// The fewest events known from a fresh start to one of the screens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<usize>,
    /// The content hash of its first picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Digest>,
}

/// What leads from one page to another, or to itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// The number of the page it begins at.
    pub from: usize,
    /// The number of the page it leads to.
    pub to: usize,
    /// The event that was seen most often to do so; of several the one seen first.
    pub event: Arc<Event>,
    /// That event in words.
    pub told: String,
    /// How many different events do so.
    pub events: usize,
    /// How often that was seen.
    pub times: u64,
}

impl Overview {
    /// The overview of a model.
    pub fn of(model: &Model, app: &str) -> Overview {
        let mut pages: Vec<Page> = Vec::new();
        let mut numbers: HashMap<ScreenId, usize> = HashMap::new();
        for screen in model.screens() {
            let widgets = screen.ids.widgets;
            let number = *numbers.entry(widgets).or_insert(pages.len() + 1);
            if number > pages.len() {
                pages.push(Page::new(number, screen, model.picture(widgets)));
            }
            pages[number - 1].add(screen);
        }
        Overview {
            format: "oddity-overview",
            version: VERSION,
            app: app.to_owned(),
            events: model.steps,
            pages,
            passages: passages(model, |screen| numbers[&screen.ids.widgets]),
            forgotten: model.forgotten(),
        }
    }

    /// The document `oddity-overview`.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self)
            .unwrap_or_else(|error| unreachable!("all keys are strings: {error}"))
    }

    /// The passages between different pages.
    fn between_pages(&self) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(|passage| passage.from != passage.to)
    }
}

impl Page {
    fn new(number: usize, screen: &Screen, picture: Option<Digest>) -> Page {
        Page {
            number,
            id: screen.ids.widgets,
            outside: screen.ids.widgets == ScreenId::OUTSIDE,
            activity: screen.activity.clone(),
            screens: 0,
            visits: 0,
            start: false,
            distance: None,
            picture,
        }
    }

    fn add(&mut self, screen: &Screen) {
        self.screens += 1;
        self.visits += screen.visits;
        self.start |= screen.start;
        self.distance = self.distance.into_iter().chain(screen.distance()).min();
    }

    /// `EditActivity 3`, as short as tells pages apart.
    fn label(&self) -> String {
        let activity = self.activity.as_deref().unwrap_or_default();
        let class = activity.rsplit(['/', '.']).next().unwrap_or_default();
        let name = if self.outside { "outside" } else { class };
        format!("{} {}", gui::escaped(name), self.number).trim_start().to_owned()
    }
}

/// The events between two pages: how often each was seen, and which came first.
type Tally<'m> = HashMap<&'m Arc<Event>, (u64, usize)>;

fn passages(model: &Model, number_of: impl Fn(&Screen) -> usize) -> Vec<Passage> {
    let mut tallies: BTreeMap<(usize, usize), Tally<'_>> = BTreeMap::new();
    for screen in model.screens() {
        for (event, to, times) in model.transitions(screen.ids.travel) {
            let tally = tallies.entry((number_of(screen), number_of(to))).or_default();
            let order = tally.len();
            tally.entry(event).or_insert((0, order)).0 += times;
        }
    }
    tallies.into_iter().filter_map(|((from, to), tally)| passage(from, to, &tally)).collect()
}

fn passage(from: usize, to: usize, tally: &Tally<'_>) -> Option<Passage> {
    let by_times = |(_, (times, order)): &(&&Arc<Event>, &(u64, usize))| (*times, std::cmp::Reverse(*order));
    let (event, _) = tally.iter().max_by_key(by_times)?;
    Some(Passage {
        from,
        to,
        event: Arc::clone(event),
        told: event.to_string(),
        events: tally.len(),
        times: tally.values().map(|(times, _)| times).sum(),
    })
}
