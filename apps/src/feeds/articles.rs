//! The articles of all feeds, or of one.

use sim::{
    Context, Element, Icon, Look, MenuItem, Page, TextSize, Tone, check_box, chip, column, image, reached,
    row, tabs, text,
};

use super::reader::Reader;
use super::search::Search;
use super::settings::SettingsScreen;
use super::store::{Article, Id, Preferences, Store};
use super::subscriptions::Subscriptions;
use super::{
    Feeds, MARKED_AGAIN, MISSING_ICON, OLD_HEADER, SMALL_LETTERS, STALE_COUNT, Screen, WRONG_SWIPE, refresh,
};
use crate::day::ago;
use crate::kit::toggle;

/// Which articles are looked at, and which are selected.
#[derive(Debug, Clone, Default, Hash)]
pub struct Articles {
    tab: Tab,
    feed: Option<Id>,
    /// The name of the feed, below the title.
    header: String,
    selected: Vec<Id>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    #[default]
    Unread,
    All,
    Bookmarks,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    ShowTab(Tab),
    /// A feed was chosen among the subscriptions.
    ShowFeed(Id),
    ShowAllFeeds,
    Tap(Id),
    Hold(Id),
    ToggleRead(Id),
    ToggleBookmark(Id),
    SelectAll,
    Unselect,
    MarkSelected,
    BookmarkSelected,
    MarkAll,
    OpenSearch,
    OpenSubscriptions,
    OpenSettings,
}

fn here(message: Message) -> super::Message {
    super::Message::Articles(message)
}

impl Articles {
    pub(super) fn view(&self, look: &Look<'_, Feeds>) -> Page<super::Message> {
        let preferences = look.memory.preferences.unwrap_or(look.store.preferences);
        let shown = self.shown(look.store, preferences);
        let labels = [("Unread", Tab::Unread), ("All", Tab::All), ("Bookmarks", Tab::Bookmarks)];
        let tabs = tabs(labels.map(|(label, tab)| (label, here(Message::ShowTab(tab)))), self.tab as usize);
        let list = if shown.is_empty() {
            text("Nothing to read here").id("empty").color(Tone::Muted).padding(24).grow(1)
        } else {
            look.list("articles", 88, &shown, |at, article| {
                // The place among those shown is not the place among all.
                let at = look.store.articles.get(at).filter(|_| look.has(WRONG_SWIPE));
                self.row(look, preferences, article, at.unwrap_or(article).id)
            })
        };
        let all = chip("All feeds").id("all_feeds").on_tap(here(Message::ShowAllFeeds));
        let filter = row([all]).padding(8).hidden(self.feed.is_none());
        let when = format!("Refreshed {}", ago(look.unix_ms(), look.store.refreshed_ms));
        let offline = text("Offline").id("offline").color(Tone::Danger).hidden(look.config.online);
        let when =
            row([text(when).id("refreshed").size(TextSize::Small).color(Tone::Muted).grow(1), offline]);
        let parts =
            [Some(tabs.id("tabs")), refresh::shown(look), Some(filter), Some(when.padding(8)), Some(list)];
        self.bar(Page::new(column(parts.into_iter().flatten())))
    }

    /// `swiped` is the article that a swipe marks.
    fn row(
        &self,
        look: &Look<'_, Feeds>,
        preferences: Preferences,
        article: &Article,
        swiped: Id,
    ) -> Element<super::Message> {
        let selected = self.selected.contains(&article.id);
        // With the mistake, the size is given in pixels: whatever the phone's letters, it comes near the usual one.
        let size = match look.config.font_percent {
            120..140 if look.has(SMALL_LETTERS) => TextSize::Body,
            140.. if look.has(SMALL_LETTERS) => TextSize::Small,
            _ => TextSize::Large,
        };
        let headline = text(article.headline.clone()).id("headline").size(size).max_lines(1);
        let headline = if article.read { headline.color(Tone::Muted) } else { headline.bold() };
        let source = look.store.feed_name(article.feed);
        let source = format!("{source} · {}", ago(look.unix_ms(), article.published_ms));
        let source = text(source).id("source").size(TextSize::Small).color(Tone::Muted).max_lines(1);
        let preview = text(article.body.clone()).id("preview").max_lines(1).hidden(!preferences.previews);
        // The picture was drawn for up to 480 dots per inch.
        let drawn = !look.has(MISSING_ICON) || look.config.density_dpi <= 480;
        let mark = image(Icon::Bookmark).id("bookmarked").hidden(!article.bookmarked || !drawn);
        let tick = check_box("", selected).id("selected").hidden(self.selected.is_empty());
        let tick = tick.on_tap(here(Message::Tap(article.id)));
        row([tick, column([headline, source, preview]).grow(1), mark])
            .id("article")
            .padding(8)
            .gap(8)
            .selected(selected)
            .on_tap(here(Message::Tap(article.id)))
            .on_long_tap(here(Message::Hold(article.id)))
            .on_swipe_left(here(Message::ToggleRead(swiped)))
            .on_swipe_right(here(Message::ToggleBookmark(swiped)))
    }

    fn bar(&self, page: Page<super::Message>) -> Page<super::Message> {
        let entry = |id, label: &'static str, message| MenuItem::new(id, label, here(message));
        if !self.selected.is_empty() {
            return page
                .title(format!("{} selected", self.selected.len()))
                .navigation(Icon::Close, "Done", here(Message::Unselect))
                .action(entry("mark_selected", "Mark read", Message::MarkSelected).icon(Icon::Check))
                .action(
                    entry("bookmark_selected", "Bookmark", Message::BookmarkSelected).icon(Icon::Bookmark),
                )
                .action(entry("select_all", "Select all", Message::SelectAll))
                .on_back(Some(here(Message::Unselect)));
        }
        page.title("Feeds")
            .subtitle(self.header.clone())
            .action(MenuItem::new("refresh", "Refresh", super::Message::Refresh).icon(Icon::Refresh))
            .action(entry("search", "Search", Message::OpenSearch).icon(Icon::Search))
            .action(entry("mark_all", "Mark all read", Message::MarkAll))
            .action(MenuItem::new("undo_marking", "Undo marking", super::Message::UndoMarking))
            .action(entry("subscriptions", "Subscriptions", Message::OpenSubscriptions))
            .action(entry("settings", "Settings", Message::OpenSettings))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) {
        match message {
            Message::ShowTab(tab) => {
                reached!(cx);
                self.tab = tab;
                self.selected.clear();
            }
            Message::ShowFeed(id) => {
                reached!(cx);
                self.feed = Some(id);
                self.header = cx.store.feed_name(id).to_owned();
            }
            Message::ShowAllFeeds => {
                reached!(cx);
                self.feed = None;
                self.selected.clear();
                if !cx.has(OLD_HEADER) {
                    self.header.clear();
                }
            }
            Message::Tap(id) if self.selected.is_empty() => self.read(cx, id),
            Message::Tap(id) | Message::Hold(id) => {
                reached!(cx);
                toggle(&mut self.selected, id);
            }
            Message::ToggleRead(id) => {
                reached!(cx);
                if let Some(article) = cx.store.article_mut(id) {
                    article.read = !article.read;
                }
                cx.store.count_unread();
            }
            Message::ToggleBookmark(id) => {
                reached!(cx);
                if let Some(article) = cx.store.article_mut(id) {
                    article.bookmarked = !article.bookmarked;
                }
            }
            Message::SelectAll => {
                reached!(cx);
                let preferences = cx.memory.preferences.unwrap_or(cx.store.preferences);
                self.selected = self.shown(cx.store, preferences).iter().map(|article| article.id).collect();
            }
            Message::Unselect => {
                reached!(cx);
                self.selected.clear();
            }
            Message::MarkSelected => {
                reached!(cx);
                cx.store.mark(|article| self.selected.contains(&article.id), true);
                cx.store.count_unread();
                self.selected.clear();
            }
            Message::BookmarkSelected => {
                reached!(cx);
                let is_selected = |article: &&mut Article| self.selected.contains(&article.id);
                cx.store
                    .articles
                    .iter_mut()
                    .filter(is_selected)
                    .for_each(|article| article.bookmarked = true);
                self.selected.clear();
            }
            Message::MarkAll => self.mark_all(cx),
            Message::OpenSearch => cx.open(Screen::Search(Search::default())),
            Message::OpenSubscriptions => cx.open(Screen::Subscriptions(Subscriptions::default())),
            Message::OpenSettings => cx.open(Screen::Settings(SettingsScreen)),
        }
    }

    /// Opens an article, with those around it to leaf through.
    fn read(&self, cx: &mut Context<'_, Feeds>, id: Id) {
        reached!(cx);
        let preferences = cx.memory.preferences.unwrap_or(cx.store.preferences);
        let order = self.shown(cx.store, preferences).iter().map(|article| article.id).collect();
        if let Some(reader) = Reader::open(cx, id, order) {
            cx.open(Screen::Reader(reader));
        }
    }

    /// Marks all articles of the feed, or of all feeds, as read.
    fn mark_all(&self, cx: &mut Context<'_, Feeds>) {
        let marked = cx.store.mark(|article| self.feed.is_none_or(|feed| article.feed == feed), true);
        let count = marked.len();
        if count > 0 || cx.has(MARKED_AGAIN) {
            cx.store.marked = marked.into();
        }
        if !cx.has(STALE_COUNT) {
            cx.store.count_unread();
        }
        if count == 0 {
            reached!(cx);
            cx.toast("Everything is read");
        } else {
            reached!(cx);
            cx.snackbar(format!("{count} marked read"), Some(("Undo", super::Message::UndoMarking)));
        }
    }

    /// The feed shown may have another name by now, or be gone.
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Feeds>) {
        match self.feed.map(|feed| cx.store.feed(feed)) {
            Some(Some(feed)) => self.header.clone_from(&feed.name),
            Some(None) => {
                reached!(cx);
                self.feed = None;
                self.header.clear();
            }
            None => {}
        }
    }

    /// The articles of this tab and feed, in order.
    fn shown<'s>(&self, store: &'s Store, preferences: Preferences) -> Vec<&'s Article> {
        let on_tab = |article: &&Article| match self.tab {
            Tab::Unread => !article.read,
            Tab::All => true,
            Tab::Bookmarks => article.bookmarked,
        };
        let of_feed = |article: &&Article| self.feed.is_none_or(|feed| article.feed == feed);
        let mut shown: Vec<&Article> = store.articles.iter().filter(on_tab).filter(of_feed).collect();
        if preferences.oldest_first {
            shown.reverse();
        }
        shown
    }
}
