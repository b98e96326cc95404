//! What a fresh install has, and what the world writes later.

use super::store::{Article, Feed, Id, Store};

/// Feeds that a fresh install is subscribed to.
const FEEDS: [(&str, &str); 3] = [
    ("The Daily Harbour", "harbour.example.org/feed"),
    ("Kitchen Notes", "kitchen.example.com/rss"),
    ("Small Machines", "machines.example.net/atom.xml"),
];

/// Feeds that are suggested to whoever wants more.
pub(super) const SUGGESTIONS: [(&str, &str); 5] = [
    ("Night Sky Weekly", "nightsky.example.org/feed"),
    ("Slow Travel", "slowtravel.example.com/rss"),
    ("The Bicycle Shed", "bicycles.example.net/feed"),
    ("Garden Almanac", "garden.example.org/atom.xml"),
    ("Letters from the Coast", "coast.example.com/feed"),
];

const SUBJECTS: [&str; 10] = [
    "The old lighthouse",
    "A baker from the north side",
    "The new tram line",
    "A pocket radio of 1962",
    "The town library",
    "A pump driven by the wind",
    "The ferry",
    "A recipe with three lemons",
    "The school's weather station",
    "A clock without hands",
];

const EVENTS: [&str; 8] = [
    "opens its doors again",
    "draws more visitors than ever",
    "needs new friends",
    "is not what it seems",
    "wins a prize",
    "keeps its secret",
    "returns after ten years",
    "has to wait another winter",
];

const SENTENCES: [&str; 6] = [
    "Nobody had expected it, least of all the neighbours.",
    "It began with a letter that was never answered.",
    "Those who came early were given coffee and a story.",
    "What it will cost is not known yet.",
    "The plans have been on the table since spring.",
    "More about it in next week's edition.",
];

/// Fills an empty store as seen from this moment.
pub(super) fn fill(store: &mut Store, now_ms: u64) {
    store.seeded = true;
    store.refreshed_ms = now_ms.saturating_sub(3 * 60 * 60_000);
    for (name, address) in FEEDS {
        let id = store.fresh_id();
        store.feeds.push(Feed { id, name: name.to_owned(), address: address.to_owned(), unread: 0 });
    }
    let feeds: Vec<Id> = store.feeds.iter().map(|feed| feed.id).collect();
    for at in 0..9 {
        let published_ms = store.refreshed_ms.saturating_sub(at * 47 * 60_000);
        write(store, feeds[at as usize % feeds.len()], published_ms, at * 7 + 3);
    }
    store.count_unread();
}

/// What a feed calls itself.
pub(super) fn title_of(address: &str) -> String {
    let known = FEEDS.iter().chain(&SUGGESTIONS).find(|(_, known)| *known == address);
    known.map_or_else(|| address.split('/').next().unwrap_or_default(), |(title, _)| title).to_owned()
}

/// Writes an article; which one it is depends on `choice`.
pub(super) fn write(store: &mut Store, feed: Id, published_ms: u64, choice: u64) {
    let subject = pick(&SUBJECTS, choice);
    let headline = format!("{subject} {}", pick(&EVENTS, choice / 3));
    let sentences = [0, 1, 3].map(|step| pick(&SENTENCES, choice / 2 + step));
    let id = store.fresh_id();
    store.put(Article {
        id,
        feed,
        headline,
        body: sentences.join(" "),
        published_ms,
        read: false,
        bookmarked: false,
    });
}

fn pick(choices: &[&'static str], number: u64) -> &'static str {
    choices[(number % choices.len() as u64) as usize]
}
