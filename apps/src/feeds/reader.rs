//! One article, with leafing back and forth.

use sim::{
    Context, Dialog, Icon, Look, MenuItem, OrThrow, Outcome, Page, TextSize, Tone, button, column, reached,
    row, scroll, space, text,
};

use super::store::Id;
use super::{Feeds, GONE_NEXT, LOST_UNREAD, NO_UNSUBSCRIBE};
use crate::day::ago;

/// The article, and the list it was opened from.
#[derive(Debug, Clone, Hash)]
pub struct Reader {
    article: Id,
    order: Vec<Id>,
    asking: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    Previous,
    Next,
    Bookmark,
    ToggleRead,
    Share,
    AskUnsubscribe,
    Unsubscribe,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Reader(message)
}

impl Reader {
    /// An article that is there is opened, and read by that.
    pub(super) fn open(cx: &mut Context<'_, Feeds>, article: Id, order: Vec<Id>) -> Option<Reader> {
        cx.store.article_mut(article)?.read = true;
        cx.store.count_unread();
        Some(Reader { article, order, asking: false })
    }

    pub(super) fn view(&self, look: &Look<'_, Feeds>) -> Page<super::Message> {
        let Some(article) = look.store.article(self.article) else {
            let gone = text("This article is no longer here.").id("gone").padding(24);
            return Page::new(gone).title("Article").up(here(Message::Leave));
        };
        let feed = look.store.feed_name(article.feed);
        let when = format!("{feed} · {}", ago(look.unix_ms(), article.published_ms));
        let body = column([
            text(article.headline.clone()).id("headline").size(TextSize::Title).bold(),
            text(when).id("source").size(TextSize::Small).color(Tone::Muted),
            text(article.body.clone()).id("body").size(look.store.preferences.letters.size()),
            text("Unread").id("unread").color(Tone::Primary).hidden(article.read),
        ]);
        let at = self.order.iter().position(|&id| id == self.article).unwrap_or(0);
        let leaf = row([
            button("Previous").id("previous").enabled(at > 0).on_tap(here(Message::Previous)),
            space(),
            text(format!("{} of {}", at + 1, self.order.len().max(1))).id("place"),
            space(),
            button("Next").id("next").enabled(at + 1 < self.order.len()).on_tap(here(Message::Next)),
        ]);
        let (mark, says) =
            if article.bookmarked { (Icon::Bookmark, "Remove bookmark") } else { (Icon::Tag, "Bookmark") };
        let read = if article.read { "Mark unread" } else { "Mark read" };
        let page = Page::new(column([scroll("page", body.padding(16).gap(12)), leaf.padding(8)]))
            .title(feed.to_owned())
            .up(here(Message::Leave))
            .action(MenuItem::new("bookmark", says, here(Message::Bookmark)).icon(mark))
            .action(MenuItem::new("share", "Share", here(Message::Share)).icon(Icon::Share))
            .action(MenuItem::new("toggle_read", read, here(Message::ToggleRead)));
        // The menu of older phones is a file of its own, which lacks what came later.
        let page = if look.has(NO_UNSUBSCRIBE) && look.config.api < 30 {
            page
        } else {
            page.action(MenuItem::new("unsubscribe", "Unsubscribe", here(Message::AskUnsubscribe)))
        };
        page.dialog(self.asking.then(|| {
            Dialog::new(format!("Unsubscribe from {feed}?"))
                .message("All its articles go with it, bookmarked ones too.")
                .button("Cancel", here(Message::CloseDialog))
                .button("Unsubscribe", here(Message::Unsubscribe))
                .on_cancel(here(Message::CloseDialog))
        }))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) -> Outcome {
        match message {
            Message::Previous => {
                reached!(cx);
                self.leaf(cx, |at| at.checked_sub(1))?;
            }
            Message::Next => {
                reached!(cx);
                self.leaf(cx, |at| at.checked_add(1))?;
            }
            Message::Bookmark => {
                reached!(cx);
                if let Some(article) = cx.store.article_mut(self.article) {
                    article.bookmarked = !article.bookmarked;
                }
            }
            Message::ToggleRead => {
                reached!(cx);
                if let Some(article) = cx.store.article_mut(self.article) {
                    article.read = !article.read;
                }
                cx.store.count_unread();
            }
            Message::Share => {
                reached!(cx);
                let shared = cx.store.article(self.article);
                if let Some(shared) = shared.map(|article| format!("{}\n{}", article.headline, article.body))
                {
                    cx.share(shared);
                }
            }
            Message::AskUnsubscribe => {
                reached!(cx);
                self.asking = true;
            }
            Message::Unsubscribe => {
                self.asking = false;
                self.unsubscribe(cx)?;
            }
            Message::CloseDialog => {
                reached!(cx);
                self.asking = false;
            }
            Message::Leave => cx.finish(),
        }
        Ok(())
    }

    /// Shows the article at another place of the list, if there is one.
    fn leaf(&mut self, cx: &mut Context<'_, Feeds>, step: impl Fn(usize) -> Option<usize>) -> Outcome {
        let at = self.order.iter().position(|&id| id == self.article);
        let Some(&id) = at.and_then(step).and_then(|at| self.order.get(at)) else { return Ok(()) };
        cx.store.article_mut(id).or_null_pointer("Article.read")?.read = true;
        cx.store.count_unread();
        self.article = id;
        Ok(())
    }

    /// Removes the feed of this article, and goes on with the nearest article that is left.
    fn unsubscribe(&mut self, cx: &mut Context<'_, Feeds>) -> Outcome {
        let Some(feed) = cx.store.article(self.article).map(|article| article.feed) else { return Ok(()) };
        cx.store.unsubscribe(feed);
        let at = self.order.iter().position(|&id| id == self.article).unwrap_or(0);
        let (before, after) = self.order.split_at(at);
        let is_left = |id: &&Id| cx.store.article(**id).is_some();
        let nearest = after.iter().find(is_left).or_else(|| before.iter().rfind(is_left)).copied();
        if !cx.has(GONE_NEXT) {
            self.order.retain(|&id| cx.store.article(id).is_some());
        }
        cx.toast("Unsubscribed");
        match nearest {
            Some(id) => {
                reached!(cx);
                cx.store.article_mut(id).or_null_pointer("Article.read")?.read = true;
                cx.store.count_unread();
                self.article = id;
            }
            None => {
                reached!(cx);
                cx.finish();
            }
        }
        Ok(())
    }

    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Feeds>) {
        // Whoever has it in front is taken to read it, whatever they said before.
        if cx.has(LOST_UNREAD)
            && let Some(article) = cx.store.article_mut(self.article)
        {
            article.read = true;
            cx.store.count_unread();
        }
    }
}
