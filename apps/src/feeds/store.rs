//! What the feed reader keeps on the disk.

use sim::{Shared, TextSize};

/// The number of a feed or an article; never used twice.
pub(super) type Id = u32;

/// How many articles are kept when the app starts; bookmarked ones always are.
const KEPT_ARTICLES: usize = 200;

/// All that is kept.
#[derive(Debug, Clone, Default, Hash)]
pub struct Store {
    /// Whether the first feeds and articles were made.
    pub(super) seeded: bool,
    pub(super) feeds: Shared<Vec<Feed>>,
    /// The latest first.
    pub(super) articles: Shared<Vec<Article>>,
    /// The articles that were marked read together, for undo.
    pub(super) marked: Shared<Vec<Id>>,
    /// What was searched for, the last first.
    pub(super) searches: Vec<String>,
    pub(super) preferences: Preferences,
    pub(super) refreshed_ms: u64,
    last_id: Id,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Feed {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) address: String,
    /// How many of its articles are unread; [`Store::count_unread`] keeps it right.
    pub(super) unread: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Article {
    pub(super) id: Id,
    pub(super) feed: Id,
    pub(super) headline: String,
    pub(super) body: String,
    pub(super) published_ms: u64,
    pub(super) read: bool,
    pub(super) bookmarked: bool,
}

/// What people set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Preferences {
    pub(super) oldest_first: bool,
    pub(super) letters: Letters,
    pub(super) previews: bool,
    pub(super) refresh_at_start: bool,
}

/// The size of letters in articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letters {
    Small,
    Normal,
    Large,
}

impl Store {
    pub(super) fn feed(&self, id: Id) -> Option<&Feed> {
        self.feeds.iter().find(|feed| feed.id == id)
    }

    pub(super) fn feed_name(&self, id: Id) -> &str {
        self.feed(id).map_or("", |feed| &feed.name)
    }

    pub(super) fn article(&self, id: Id) -> Option<&Article> {
        self.articles.iter().find(|article| article.id == id)
    }

    pub(super) fn article_mut(&mut self, id: Id) -> Option<&mut Article> {
        self.articles.iter_mut().find(|article| article.id == id)
    }

    pub(super) fn fresh_id(&mut self) -> Id {
        self.last_id += 1;
        self.last_id
    }

    /// Puts a new article where its time belongs.
    pub(super) fn put(&mut self, article: Article) {
        let place = (article.published_ms, article.id);
        let at = self.articles.partition_point(|other| (other.published_ms, other.id) > place);
        self.articles.insert(at, article);
    }

    /// Marks articles as read or unread, and says which of them were not.
    pub(super) fn mark(&mut self, which: impl Fn(&Article) -> bool, read: bool) -> Vec<Id> {
        let changed = self.articles.iter_mut().filter(|article| article.read != read && which(article));
        let mark = |article: &mut Article| {
            article.read = read;
            article.id
        };
        changed.map(mark).collect()
    }

    /// Counts the unread articles of each feed. Whoever marks, adds or removes articles calls this.
    pub(super) fn count_unread(&mut self) {
        let articles = Shared::clone(&self.articles);
        for feed in self.feeds.iter_mut() {
            feed.unread = articles.iter().filter(|article| article.feed == feed.id && !article.read).count();
        }
    }

    /// Removes a feed with its articles.
    pub(super) fn unsubscribe(&mut self, id: Id) {
        self.feeds.retain(|feed| feed.id != id);
        self.articles.retain(|article| article.feed != id);
    }

    /// Throws away what is old and not bookmarked.
    pub(super) fn throw_old_away(&mut self) {
        let mut place = 0;
        self.articles.retain(|article| {
            place += 1;
            place <= KEPT_ARTICLES || article.bookmarked
        });
        self.count_unread();
    }
}

impl Letters {
    pub(super) const ALL: [(Letters, &'static str); 3] =
        [(Letters::Small, "Small"), (Letters::Normal, "Normal"), (Letters::Large, "Large")];

    pub(super) fn size(self) -> TextSize {
        match self {
            Letters::Small => TextSize::Body,
            Letters::Normal => TextSize::Large,
            Letters::Large => TextSize::Title,
        }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences { oldest_first: false, letters: Letters::Normal, previews: true, refresh_at_start: false }
    }
}
