//! A new feed, typed or chosen among suggestions.

use sim::{
    Context, Icon, Look, MenuItem, Page, TextSize, Tone, chip, column, reached, row, scroll, text, text_box,
};

use super::seed::SUGGESTIONS;
use super::store::{Feed, Store};
use super::{Feeds, refresh};

/// What is typed. The suggestions come in an order of their own each time.
#[derive(Debug, Clone, Hash)]
pub struct Subscribe {
    address: String,
    name: String,
    error: Option<&'static str>,
    first_suggestion: usize,
}

#[derive(Debug, Clone)]
pub enum Message {
    Address(String),
    Name(String),
    Suggested(usize),
    Subscribe,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Subscribe(message)
}

impl Subscribe {
    pub(super) fn new(cx: &mut Context<'_, Feeds>) -> Subscribe {
        let first_suggestion = cx.random(SUGGESTIONS.len() as u64) as usize;
        Subscribe { address: String::new(), name: String::new(), error: None, first_suggestion }
    }

    /// What a screen does whose saved state lacks the address.
    pub(super) fn forget_address(&mut self) {
        self.address.clear();
    }

    pub(super) fn view(&self, _: &Look<'_, Feeds>) -> Page<super::Message> {
        let address = text_box(self.address.clone()).id("address").hint("Address, as example.org/feed");
        let name = text_box(self.name.clone()).id("feed_name").hint("Name (may be empty)");
        let suggestions = (0..SUGGESTIONS.len()).map(|step| {
            let at = (self.first_suggestion + step) % SUGGESTIONS.len();
            chip(SUGGESTIONS[at].0).id("suggestion").on_tap(here(Message::Suggested(at)))
        });
        let body = column([
            address.on_edit(|typed| here(Message::Address(typed))),
            name.on_edit(|typed| here(Message::Name(typed))).on_submit(here(Message::Subscribe)),
            text(self.error.unwrap_or_default()).id("error").color(Tone::Danger).hidden(self.error.is_none()),
            text("Others read").size(TextSize::Small).color(Tone::Muted),
            row(suggestions).id("suggestions").gap(8).wrap(),
        ]);
        Page::new(scroll("form", body.padding(16).gap(12)))
            .title("Subscribe")
            .up(here(Message::Leave))
            .action(MenuItem::new("subscribe", "Subscribe", here(Message::Subscribe)).icon(Icon::Check))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) {
        match message {
            Message::Address(typed) => self.address = typed,
            Message::Name(typed) => self.name = typed,
            Message::Suggested(at) => {
                reached!(cx);
                if let Some((name, address)) = SUGGESTIONS.get(at) {
                    self.name = (*name).to_owned();
                    self.address = (*address).to_owned();
                }
            }
            Message::Subscribe => match self.problem(cx.store) {
                None => self.subscribe(cx),
                problem => {
                    reached!(cx);
                    self.error = problem;
                }
            },
            Message::Leave => cx.finish(),
        }
    }

    /// Why this cannot be subscribed to.
    fn problem(&self, store: &Store) -> Option<&'static str> {
        let address = usual_form(&self.address);
        let host = address.split('/').next().unwrap_or_default();
        if address.is_empty() {
            Some("Please enter an address.")
        } else if !host.contains('.') || address.contains(char::is_whitespace) || address.len() > 200 {
            Some("This is no address of a feed.")
        } else if store.feeds.iter().any(|feed| usual_form(&feed.address) == address) {
            Some("You are subscribed to it already.")
        } else {
            None
        }
    }

    fn subscribe(&self, cx: &mut Context<'_, Feeds>) {
        let address = usual_form(&self.address);
        let name = match self.name.trim() {
            "" => address.split('/').next().unwrap_or_default().to_owned(),
            name => name.to_owned(),
        };
        let id = cx.store.fresh_id();
        cx.store.feeds.push(Feed { id, name, address, unread: 0 });
        if cx.config.online {
            reached!(cx);
            refresh::asked(cx);
        } else {
            reached!(cx);
            cx.toast("Its articles come when you are online");
        }
        cx.finish();
    }
}

/// An address without what does not matter: `https://Example.org/feed/` is `example.org/feed`.
fn usual_form(address: &str) -> String {
    let address = address.trim().to_lowercase();
    let address = address.strip_prefix("https://").or(address.strip_prefix("http://")).unwrap_or(&address);
    address.trim_end_matches('/').to_owned()
}
