//! Searching all articles.

use sim::{Context, Element, Icon, Look, Page, TextSize, Tone, chip, column, reached, row, text, text_box};

use super::reader::Reader;
use super::store::{Article, Id, Store};
use super::{Feeds, Screen, TWICE_FOUND};
use crate::day::ago;

/// How many searches are remembered.
const REMEMBERED: usize = 5;

/// What is searched for.
#[derive(Debug, Clone, Default, Hash)]
pub struct Search {
    query: String,
}

#[derive(Debug, Clone)]
pub enum Message {
    Type(String),
    Submit,
    Again(String),
    Forget,
    Open(Id),
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Search(message)
}

impl Search {
    pub(super) fn view(&self, look: &Look<'_, Feeds>) -> Page<super::Message> {
        let query = text_box(self.query.clone()).id("query").hint("Search articles");
        let query = query.on_edit(|typed| here(Message::Type(typed))).on_submit(here(Message::Submit));
        let body = if self.query.trim().is_empty() {
            recent(look.store)
        } else {
            let found = self.found(look.store, look.has(TWICE_FOUND));
            let count = text(format!("{} found", found.len())).id("count").color(Tone::Muted).padding(8);
            column([count, look.list("results", 64, &found, |_, article| result(look, article))])
        };
        Page::new(body.grow(1)).bar_content(query).navigation(
            Icon::Back,
            "Close search",
            here(Message::Leave),
        )
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) {
        match message {
            Message::Type(typed) => {
                reached!(cx);
                self.query = typed;
            }
            Message::Submit => {
                reached!(cx);
                self.remember(cx);
                cx.hide_keyboard();
            }
            Message::Again(query) => {
                reached!(cx);
                self.query = query;
            }
            Message::Forget => {
                reached!(cx);
                cx.store.searches.clear();
            }
            Message::Open(id) => {
                reached!(cx);
                self.remember(cx);
                let order =
                    self.found(cx.store, cx.has(TWICE_FOUND)).iter().map(|article| article.id).collect();
                if let Some(reader) = Reader::open(cx, id, order) {
                    cx.open(Screen::Reader(reader));
                }
            }
            Message::Leave => cx.finish(),
        }
    }

    fn remember(&self, cx: &mut Context<'_, Feeds>) {
        let query = self.query.trim().to_owned();
        if !query.is_empty() {
            cx.store.searches.retain(|other| *other != query);
            cx.store.searches.insert(0, query);
            cx.store.searches.truncate(REMEMBERED);
        }
    }

    /// The articles that hold the words. With the mistake, what two questions to the database find, one after the other.
    fn found<'s>(&self, store: &'s Store, mistaken: bool) -> Vec<&'s Article> {
        let query = self.query.trim().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&query);
        let articles = store.articles.iter();
        if mistaken {
            let by_headline = articles.clone().filter(|article| holds(&article.headline));
            return by_headline.chain(articles.filter(|article| holds(&article.body))).collect();
        }
        articles.filter(|article| holds(&article.headline) || holds(&article.body)).collect()
    }
}

fn recent(store: &Store) -> Element<super::Message> {
    let again = |query: &String| {
        chip(query.clone()).id("recent_search").max_lines(1).on_tap(here(Message::Again(query.clone())))
    };
    let forget = chip("Forget searches").id("forget").hidden(store.searches.is_empty());
    let chips = store.searches.iter().map(again).chain([forget.on_tap(here(Message::Forget))]);
    column([text("Type a word of the headline or the text.").id("help"), row(chips).gap(8).wrap()])
        .padding(16)
        .gap(12)
}

fn result(look: &Look<'_, Feeds>, article: &Article) -> Element<super::Message> {
    let source = look.store.feed_name(article.feed);
    let source = format!("{source} · {}", ago(look.unix_ms(), article.published_ms));
    column([
        text(article.headline.clone()).id("headline").size(TextSize::Large).max_lines(1),
        text(source).id("source").size(TextSize::Small).color(Tone::Muted).max_lines(1),
    ])
    .id("result")
    .padding(8)
    .on_tap(here(Message::Open(article.id)))
}
