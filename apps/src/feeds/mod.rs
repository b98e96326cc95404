//! A feed reader: subscriptions, articles, bookmarks, and noise on every screen.

mod store;
mod seed;
mod ads;
mod refresh;
mod articles;
mod reader;
mod subscriptions;
mod subscribe;
mod search;
mod settings;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page, Recreation, reached};

use articles::Articles;
use reader::Reader;
use refresh::Refresh;
use search::Search;
use settings::SettingsScreen;
use store::{Preferences, Store};
use subscribe::Subscribe;
use subscriptions::Subscriptions;

sim::faults! {
    GONE_NEXT "gone-next" DeepCrash "after unsubscribing in an article, leafing on to another one of that feed ends the app";
    ENDLESS_REFRESH "endless-refresh" Hang "once a refresh was cancelled, the next one never ends";
    LOST_ADDRESS "lost-address" LostInput "the typed address of a feed is gone after turning the phone";
    LOST_UNREAD "lost-unread" LostEffect "an article marked unread is read again after turning the phone or leaving the app";
    STALE_COUNT "stale-count" StaleValue "the feeds still count unread articles after all were marked read";
    OLD_HEADER "old-header" WrongView "the bar keeps a feed's name when all feeds are shown again";
    LATE_ORDER "late-order" DeadSetting "the order chosen in the settings is not used before the app is started anew";
    MISSING_ICON "missing-icon" LookOnly "bookmarked articles have no picture on phones with many dots per inch";
    REFRESH_RENAMES "refresh-renames" LostEffect "a feed that was given another name has its old one again after a refresh";
    TWICE_FOUND "twice-found" WrongView "an article is found twice when the word stands in its headline and in its text";
    WRONG_SWIPE "wrong-swipe" WrongItem "swiping an article marks another one when some are read or the oldest stand first";
    SMALL_LETTERS "small-letters" LookOnly "headlines stay small when the phone's letters are large";
    NO_UNSUBSCRIBE "no-unsubscribe" DeviceStructure "articles have no Unsubscribe in their menu before Android 11";
    MARKED_AGAIN "marked-again" DeadControl "undo does nothing when all articles were marked read once more";
}

/// The app.
pub struct Feeds;

/// What dies with the process. Nothing that a person would miss.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    /// A copy of what is set, so that lists need not ask the disk.
    preferences: Option<Preferences>,
    refresh: Refresh,
    ad: usize,
}

crate::kit::screens! {
    Articles(Articles, articles::Message) "ArticlesActivity";
    Reader(Reader, reader::Message) "ReaderActivity";
    Subscriptions(Subscriptions, subscriptions::Message) "SubscriptionsActivity";
    Subscribe(Subscribe, subscribe::Message) "SubscribeActivity";
    Search(Search, search::Message) "SearchActivity";
    Settings(SettingsScreen, settings::Message) "SettingsActivity";
    + /// Looks for news. From whichever screen.
    Refresh;
    + CancelRefresh;
    + /// The news are there. Comes to whichever screen is on top then.
    Refreshed { run: u32 };
    + /// Marks those unread that were marked read together.
    UndoMarking;
    + OpenAd;
    + /// A little time has passed.
    Tick;
}

impl App for Feeds {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "feeds",
            package: "org.oddity.feeds",
            label: "Feeds",
            icon: Icon::Rss,
            color: Color::ORANGE,
            version: "3.0.2",
            permissions: &[],
            broadcasts: &[],
            activities: ACTIVITIES,
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("refresh.rs"),
                include_str!("articles.rs"),
                include_str!("reader.rs"),
                include_str!("subscriptions.rs"),
                include_str!("subscribe.rs"),
                include_str!("search.rs"),
                include_str!("settings.rs"),
            ],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        if cx.store.seeded {
            reached!(cx);
            cx.store.throw_old_away();
        } else {
            reached!(cx);
            let now_ms = cx.unix_ms();
            seed::fill(cx.store, now_ms);
        }
        if cx.store.preferences.refresh_at_start && cx.config.online {
            reached!(cx);
            refresh::begin(cx);
        }
        Ok(Screen::Articles(Articles::default()))
    }

    fn activity(screen: &Screen) -> &'static str {
        activity_of(screen)
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        let page = match screen {
            Screen::Articles(articles) => articles.view(look),
            Screen::Reader(reader) => reader.view(look),
            Screen::Subscriptions(subscriptions) => subscriptions.view(look),
            Screen::Subscribe(subscribe) => subscribe.view(look),
            Screen::Search(search) => search.view(look),
            Screen::Settings(settings) => settings.view(look),
        };
        Ok(page.bottom(ads::banner(look)))
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (screen, message) {
            (Screen::Articles(articles), Message::Articles(message)) => articles.update(cx, message),
            (Screen::Reader(reader), Message::Reader(message)) => reader.update(cx, message)?,
            (Screen::Subscriptions(subscriptions), Message::Subscriptions(message)) => {
                subscriptions.update(cx, message);
            }
            (Screen::Subscribe(subscribe), Message::Subscribe(message)) => subscribe.update(cx, message),
            (Screen::Search(search), Message::Search(message)) => search.update(cx, message),
            (Screen::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::Refresh) => refresh::asked(cx),
            (_, Message::CancelRefresh) => refresh::cancel(cx),
            (_, Message::Refreshed { run }) => refresh::done(cx, run),
            (_, Message::UndoMarking) => undo_marking(cx),
            (_, Message::OpenAd) => {
                reached!(cx);
                cx.toast("Opening the offer in your browser");
            }
            (_, Message::Tick) => ads::change(cx),
            // A touch that was under way while its screen closed.
            _ => {}
        }
        Ok(())
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, why: Recreation) -> Screen {
        if let Screen::Subscribe(subscribe) = &mut screen
            && why == Recreation::Configuration
            && look.has(LOST_ADDRESS)
        {
            subscribe.forget_address();
        }
        screen
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        if moment == Lifecycle::Resumed {
            ads::begin(cx);
            cx.memory.preferences.get_or_insert(cx.store.preferences);
            match screen {
                Screen::Articles(articles) => articles.resumed(cx),
                Screen::Reader(reader) => reader.resumed(cx),
                _ => {}
            }
        }
        Ok(())
    }
}

fn undo_marking(cx: &mut Context<'_, Feeds>) {
    let marked = std::mem::take(&mut *cx.store.marked);
    if marked.is_empty() {
        reached!(cx);
        cx.toast("Nothing to undo");
    } else {
        reached!(cx);
        cx.store.mark(|article| marked.contains(&article.id), false);
        cx.store.count_unread();
    }
}
