//! The feeds, with how much of each is unread.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, column, floating_button, image,
    reached, row, text, text_box,
};

use super::store::{Feed, Id};
use super::subscribe::Subscribe;
use super::{Feeds, Screen, articles, refresh};
use crate::day::ago;

/// The feeds, and the dialog over them.
#[derive(Debug, Clone, Default, Hash)]
pub struct Subscriptions {
    dialog: Option<Question>,
}

#[derive(Debug, Clone, Hash)]
enum Question {
    Rename { id: Id, name: String },
    Unsubscribe(Id),
}

#[derive(Debug, Clone)]
pub enum Message {
    Show(Id),
    New,
    AskName(Id),
    Name(String),
    Rename,
    AskUnsubscribe(Id),
    Unsubscribe,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Subscriptions(message)
}

impl Subscriptions {
    pub(super) fn view(&self, look: &Look<'_, Feeds>) -> Page<super::Message> {
        let feeds = &look.store.feeds;
        let list = if feeds.is_empty() {
            text("No feeds yet. Tap + to subscribe.").id("empty").padding(24).grow(1)
        } else {
            look.list("feeds", 72, feeds, |_, feed| feed_row(feed))
        };
        let when = format!("Refreshed {}", ago(look.unix_ms(), look.store.refreshed_ms));
        let when = text(when).id("refreshed").size(TextSize::Small).color(Tone::Muted);
        // As high as the round button above it, which so covers no feed.
        let when = when.padding(16).height(72);
        let parts = [refresh::shown(look), Some(list), Some(when)];
        Page::new(column(parts.into_iter().flatten()))
            .title("Subscriptions")
            .up(here(Message::Leave))
            .action(MenuItem::new("refresh", "Refresh", super::Message::Refresh).icon(Icon::Refresh))
            .floating(floating_button(Icon::Add, "Subscribe").id("add").on_tap(here(Message::New)))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Feeds>) -> Option<Dialog<super::Message>> {
        let dialog = match self.dialog.as_ref()? {
            Question::Rename { name, .. } => {
                let name = text_box(name.clone()).id("feed_name").hint("Name");
                Dialog::new("Rename feed")
                    .body(name.on_edit(|typed| here(Message::Name(typed))).on_submit(here(Message::Rename)))
                    .button("Cancel", here(Message::CloseDialog))
                    .button("Rename", here(Message::Rename))
            }
            Question::Unsubscribe(id) => {
                Dialog::new(format!("Unsubscribe from {}?", look.store.feed_name(*id)))
                    .message("All its articles go with it, bookmarked ones too.")
                    .button("Cancel", here(Message::CloseDialog))
                    .button("Unsubscribe", here(Message::Unsubscribe))
            }
        };
        Some(dialog.on_cancel(here(Message::CloseDialog)))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) {
        match message {
            Message::Show(id) => {
                reached!(cx);
                cx.finish_with(super::Message::Articles(articles::Message::ShowFeed(id)));
            }
            Message::New => {
                reached!(cx);
                let subscribe = Subscribe::new(cx);
                cx.open(Screen::Subscribe(subscribe));
            }
            Message::AskName(id) => {
                reached!(cx);
                let name = cx.store.feed_name(id).to_owned();
                self.dialog = Some(Question::Rename { id, name });
                cx.focus("feed_name");
            }
            Message::Name(typed) => {
                if let Some(Question::Rename { name, .. }) = &mut self.dialog {
                    *name = typed;
                }
            }
            Message::Rename => self.rename(cx),
            Message::AskUnsubscribe(id) => {
                reached!(cx);
                self.dialog = Some(Question::Unsubscribe(id));
            }
            Message::Unsubscribe => {
                if let Some(Question::Unsubscribe(id)) = self.dialog.take() {
                    reached!(cx);
                    cx.store.unsubscribe(id);
                }
            }
            Message::CloseDialog => {
                reached!(cx);
                self.dialog = None;
            }
            Message::Leave => cx.finish(),
        }
    }

    fn rename(&mut self, cx: &mut Context<'_, Feeds>) {
        let Some(Question::Rename { id, name }) = &self.dialog else { return };
        let (id, name) = (*id, name.trim().to_owned());
        if name.is_empty() {
            reached!(cx);
            cx.toast("Please enter a name");
            return;
        }
        if let Some(feed) = cx.store.feeds.iter_mut().find(|feed| feed.id == id) {
            feed.name = name;
            reached!(cx);
        }
        self.dialog = None;
    }
}

fn feed_row(feed: &Feed) -> Element<super::Message> {
    let name = text(feed.name.clone()).id("feed_title").size(TextSize::Large).max_lines(1);
    let address = text(feed.address.clone()).id("feed_address").color(Tone::Muted).max_lines(1);
    let unread = text(format!("{} unread", feed.unread)).id("feed_unread");
    row([image(Icon::Rss), column([name, address]).grow(1), unread])
        .id("feed")
        .padding(8)
        .gap(16)
        .on_tap(here(Message::Show(feed.id)))
        .context_menu(vec![
            MenuItem::new("show_feed", "Show articles", here(Message::Show(feed.id))),
            MenuItem::new("rename_feed", "Rename", here(Message::AskName(feed.id))),
            MenuItem::new("unsubscribe_feed", "Unsubscribe", here(Message::AskUnsubscribe(feed.id))),
        ])
}
