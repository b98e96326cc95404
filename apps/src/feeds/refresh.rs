//! Looking for news: work in the background that needs the network.

use std::time::Duration;

use sim::{Context, Element, Look, button, progress, reached, row, text};

use super::store::Id;
use super::{ENDLESS_REFRESH, Feeds, Message, REFRESH_RENAMES, seed};

const TAKES: Duration = Duration::from_secs(6);
/// A feed has one new article in so much time, and never more than three at once.
const ARTICLE_EVERY_MS: u64 = 20 * 60_000;

/// A refresh under way, if there is one.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Refresh {
    since_ms: Option<u64>,
    /// Whether the last one was cancelled: its news are not wanted when they come.
    cancelled: bool,
    /// Counts the refreshes begun, so that late news of another one are known.
    run: u32,
}

/// Someone asks for news.
pub(super) fn asked(cx: &mut Context<'_, Feeds>) {
    if cx.memory.refresh.since_ms.is_some() {
        reached!(cx);
    } else if !cx.config.online {
        reached!(cx);
        cx.snackbar("You are offline", Some(("Retry", Message::Refresh)));
    } else {
        reached!(cx);
        begin(cx);
    }
}

/// Begins a refresh.
pub(super) fn begin(cx: &mut Context<'_, Feeds>) {
    let now_ms = cx.unix_ms();
    let forgets = cx.has(ENDLESS_REFRESH);
    let refresh = &mut cx.memory.refresh;
    refresh.since_ms = Some(now_ms);
    refresh.run += 1;
    if !forgets {
        refresh.cancelled = false;
    }
    let run = refresh.run;
    cx.background(TAKES, Message::Refreshed { run });
}

pub(super) fn cancel(cx: &mut Context<'_, Feeds>) {
    reached!(cx);
    cx.memory.refresh.since_ms = None;
    cx.memory.refresh.cancelled = true;
}

/// The news of a refresh are there.
pub(super) fn done(cx: &mut Context<'_, Feeds>, run: u32) {
    if cx.memory.refresh.cancelled || cx.memory.refresh.run != run {
        reached!(cx);
        return;
    }
    cx.memory.refresh.since_ms = None;
    if !cx.config.online {
        reached!(cx);
        cx.snackbar("The network is gone", Some(("Retry", Message::Refresh)));
        return;
    }
    match take_in(cx) {
        0 => {
            reached!(cx);
            cx.toast("Nothing new");
        }
        1 => {
            reached!(cx);
            cx.toast("1 new article");
        }
        news => {
            reached!(cx);
            cx.toast(format!("{news} new articles"));
        }
    }
}

/// Takes in what was written since the last time, by chance more or less; how much it is.
fn take_in(cx: &mut Context<'_, Feeds>) -> u64 {
    let now_ms = cx.unix_ms();
    let passed_ms = now_ms.saturating_sub(cx.store.refreshed_ms);
    let at_most = (passed_ms / ARTICLE_EVERY_MS).min(3);
    let feeds: Vec<Id> = cx.store.feeds.iter().map(|feed| feed.id).collect();
    let mut news = 0;
    for feed in feeds {
        for _ in 0..cx.random(at_most + 1) {
            let published_ms = now_ms - cx.random(passed_ms);
            let choice = cx.random(1 << 20);
            seed::write(cx.store, feed, published_ms, choice);
            news += 1;
        }
    }
    if cx.has(REFRESH_RENAMES) {
        // What the server says of a feed is taken over as a whole, its title too.
        cx.store.feeds.iter_mut().for_each(|feed| feed.name = seed::title_of(&feed.address));
    }
    cx.store.refreshed_ms = now_ms;
    cx.store.count_unread();
    news
}

/// How far a refresh is, with a way to end it; `None` where none is under way.
pub(super) fn shown(look: &Look<'_, Feeds>) -> Option<Element<Message>> {
    let passed_ms = look.unix_ms().saturating_sub(look.memory.refresh.since_ms?);
    let percent = (passed_ms * 100 / TAKES.as_millis() as u64).min(95) as u8;
    let cancel = button("Cancel").id("cancel_refresh").on_tap(Message::CancelRefresh);
    let bar = progress(percent).id("refresh_progress").grow(1);
    Some(row([text("Refreshing").id("refreshing"), bar, cancel]).padding(8).gap(8))
}
