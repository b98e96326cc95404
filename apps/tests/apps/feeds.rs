//! The feed reader.

use std::time::Duration;

use sim::Profile;

use crate::person::{Person, check, check_on};

/// Longer than a refresh takes.
const A_WHILE: Duration = Duration::from_secs(10);

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("feeds");
    for (entry, activity) in [("Subscriptions", "SubscriptionsActivity"), ("Settings", "SettingsActivity")] {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.tap_named("Navigate up").activity(), "ArticlesActivity");
    }
    assert_eq!(person.tap("#search").activity(), "SearchActivity");
    assert_eq!(person.back().activity(), "ArticlesActivity");
    assert_eq!(person.tap("row 1 of #articles").activity(), "ReaderActivity");
    assert_eq!(person.back().menu("Subscriptions").tap("#add").activity(), "SubscribeActivity");
}

#[test]
fn it_moves_on_every_screen() {
    let mut person = Person::with("feeds");
    for entry in ["", "Subscriptions", "Settings"] {
        if !entry.is_empty() {
            person.menu(entry);
        }
        let before = person.layout();
        person.wait(Duration::from_secs(120));
        assert_ne!(person.layout().digest(), before.digest(), "{entry}");
        if !entry.is_empty() {
            person.back();
        }
    }
}

#[test]
fn a_refresh_brings_news_and_needs_the_network() {
    let mut person = Person::with("feeds");
    person.tap("#refresh").wait(A_WHILE);
    assert_eq!(person.text("#refreshed"), "Refreshed just now");
    person.go_offline().tap("#refresh");
    assert!(person.sees("You are offline") && !person.can_use("#refreshing"));
}

#[test]
fn a_refresh_whose_network_goes_away_ends() {
    let mut person = Person::with("feeds");
    person.tap("#refresh").go_offline().wait(A_WHILE);
    assert!(!person.can_use("#refreshing"));
}

#[test]
fn reading_marks_and_bookmarks() {
    let mut person = Person::with("feeds");
    let headline = person.text("1st #headline");
    person.tap("row 1 of #articles").tap("#bookmark").back();
    assert_ne!(person.text("1st #headline"), headline);
    person.tap_text("Bookmarks");
    assert_eq!(person.texts("headline"), [headline.as_str()]);
    person.menu("Subscriptions");
    assert_eq!(person.texts("feed_unread"), ["2 unread", "3 unread", "3 unread"]);
}

#[test]
fn marking_all_can_be_undone() {
    let mut person = Person::with("feeds");
    let before = person.texts("headline");
    person.menu("Mark all read");
    assert!(person.sees("Nothing to read here"));
    person.return_to_ended_process().menu("Undo marking");
    assert_eq!(person.texts("headline"), before);
}

#[test]
fn feeds_are_subscribed_once() {
    let mut person = Person::with("feeds");
    person
        .menu("Subscriptions")
        .tap("#add")
        .write("#address", "HTTPS://Kitchen.example.com/rss/")
        .tap("#subscribe");
    assert_eq!(person.text("#error"), "You are subscribed to it already.");
    person.back().tap("#add").write("#address", "weather.example.org/feed").tap("#subscribe").wait(A_WHILE);
    assert_eq!(person.texts("feed_title").last().unwrap(), "weather.example.org");
}

#[test]
fn articles_are_found_and_searches_remembered() {
    let mut person = Person::with("feeds");
    person.tap("#search").write("#query", "lighthouse");
    let found = person.text("#count");
    person.tap("row 1 of #results").back().back().tap("#search").tap_text("lighthouse");
    assert_eq!(person.text("#count"), found);
    assert!(person.tap("row 1 of #results").text("#headline").contains("lighthouse"));
}

#[test]
fn gone_next() {
    let steps = |person: &mut Person| {
        person.tap("row 1 of #articles").menu("Unsubscribe").tap("#button1");
        for _ in 0..2 {
            if person.can_use("#next") {
                person.tap("#next");
            }
        }
        person.crash()
    };
    let npe = "java.lang.NullPointerException: Attempt to read from field 'Article.read' on a null object reference";
    check("feeds", "gone-next", steps, (npe, ""));
}

#[test]
fn unsubscribing_in_the_last_article_closes_it() {
    let mut person = Person::with("feeds");
    for _ in 0..3 {
        person.tap("row 1 of #articles").menu("Unsubscribe").tap("#button1");
        if person.activity() == "ReaderActivity" {
            person.back();
        }
    }
    person.tap_text("All");
    assert!(person.sees("Nothing to read here"));
}

#[test]
fn endless_refresh() {
    let steps = |person: &mut Person| {
        person.tap("#refresh").tap("#cancel_refresh").tap("#refresh").wait(Duration::from_secs(60));
        person.can_use("#refreshing")
    };
    check("feeds", "endless-refresh", steps, (true, false));
}

#[test]
fn lost_address() {
    let steps = |person: &mut Person| {
        person
            .menu("Subscriptions")
            .tap("#add")
            .write("#address", "weather.example.org")
            .write("#feed_name", "Rain");
        person.return_to_ended_process();
        assert_eq!(person.text("#address"), "weather.example.org", "the process may end in either case");
        person.turn_twice();
        (person.text("#feed_name"), person.text("#address"))
    };
    let name = "Rain".to_owned();
    // An empty text box shows its hint.
    let hint = "Address, as example.org/feed".to_owned();
    check("feeds", "lost-address", steps, ((name.clone(), hint), (name, "weather.example.org".into())));
}

#[test]
fn lost_unread() {
    let steps = |person: &mut Person| {
        person.tap("row 1 of #articles").menu("Mark unread").leave_and_return();
        person.sees("Unread")
    };
    check("feeds", "lost-unread", steps, (false, true));
}

#[test]
fn stale_count() {
    let steps = |person: &mut Person| {
        person.menu("Mark all read").menu("Subscriptions");
        person.text("1st #feed_unread")
    };
    check("feeds", "stale-count", steps, ("3 unread", "0 unread"));
}

#[test]
fn old_header() {
    let steps = |person: &mut Person| {
        person.menu("Subscriptions").tap_text("Kitchen Notes");
        assert!(person.sees("Kitchen Notes"));
        person.tap("#all_feeds").sees("Kitchen Notes")
    };
    check("feeds", "old-header", steps, (true, false));
}

#[test]
fn late_order() {
    let steps = |person: &mut Person| {
        let before = person.text("1st #headline");
        person.menu("Settings").tap("#oldest_first").tap_named("Navigate up");
        let changed = person.text("1st #headline") != before;
        person.return_to_ended_process();
        (changed, person.text("1st #headline") != before)
    };
    check("feeds", "late-order", steps, ((false, true), (true, true)));
}

#[test]
fn missing_icon() {
    let steps = |person: &mut Person| {
        person.tap("row 1 of #articles").tap("#bookmark").back().tap_text("Bookmarks");
        person.can_use("#bookmarked")
    };
    let sharp = Profile { screen_px: (1440, 2960), density_dpi: 560, ..Profile::default() };
    check_on(&sharp, "feeds", "missing-icon", steps, (false, true));
    check("feeds", "missing-icon", steps, (true, true));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("feeds");
    person.menu("Subscriptions").hold("row 1 of #feeds").tap_text("Rename").write("#feed_name", " Gazette");
    for _ in 0..2 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert_eq!(person.text("#feed_name"), "The Daily Harbour Gazette");
    }
    person.tap("#button1").tap_text("The Daily Harbour Gazette").tap_text("All").hold("row 2 of #articles");
    person.return_to_ended_process().turn_twice();
    assert!(person.sees("1 selected"));
    person.back();
    assert!(person.sees("The Daily Harbour Gazette"));
}

#[test]
fn refresh_renames() {
    let steps = |person: &mut Person| {
        person.menu("Subscriptions").hold("row 2 of #feeds").tap_text("Rename");
        person.write("#feed_name", " at home").tap_text("Rename");
        assert_eq!(person.texts("feed_title")[1], "Kitchen Notes at home");
        person.tap("#refresh").wait(A_WHILE).texts("feed_title")[1].clone()
    };
    check("feeds", "refresh-renames", steps, ("Kitchen Notes", "Kitchen Notes at home"));
}

#[test]
fn twice_found() {
    let steps = |word: &'static str| {
        move |person: &mut Person| person.tap("#search").write("#query", word).text("#count")
    };
    check("feeds", "twice-found", steps("the"), ("13 found", "8 found"));
    check("feeds", "twice-found", steps("tram"), ("1 found", "1 found"));
}

#[test]
fn wrong_swipe() {
    let steps = |person: &mut Person| {
        person.tap("row 1 of #articles").back();
        let first = person.text("1st #headline");
        person.swipe_left("row 1 of #articles").texts("headline").contains(&first)
    };
    check("feeds", "wrong-swipe", steps, (true, false));
    let steps = |person: &mut Person| {
        let first = person.text("1st #headline");
        person.swipe_left("row 1 of #articles").texts("headline").contains(&first)
    };
    check("feeds", "wrong-swipe", steps, (false, false));
}

#[test]
fn marked_again() {
    let steps = |person: &mut Person| {
        person.menu("Mark all read").menu("Mark all read").menu("Undo marking").sees("Nothing to read here")
    };
    check("feeds", "marked-again", steps, (true, false));
}

#[test]
fn small_letters() {
    let steps = |person: &mut Person| person.bounds_dp("1st #headline").height() > 40;
    let large = Profile { font_percent: 200, ..Profile::default() };
    check_on(&large, "feeds", "small-letters", steps, (false, true));
    check("feeds", "small-letters", steps, (false, false));
}

#[test]
fn no_unsubscribe() {
    let steps =
        |person: &mut Person| person.tap("row 1 of #articles").tap_named("More options").sees("Unsubscribe");
    check_on(&Profile::android(29), "feeds", "no-unsubscribe", steps, (false, true));
    check_on(&Profile::android(30), "feeds", "no-unsubscribe", steps, (true, true));
}

#[test]
fn all_articles_that_are_shown_are_selected() {
    let mut person = Person::with("feeds");
    person.hold("row 1 of #articles").menu("Select all").tap("#mark_selected");
    assert!(person.sees("Nothing to read here"));
}
