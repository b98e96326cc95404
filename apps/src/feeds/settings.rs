//! What the person can set.

use sim::{
    Context, Element, Look, Page, TextSize, Tone, column, divider, radio, reached, scroll, switch, text,
};

use super::store::{Letters, Preferences};
use super::{Feeds, LATE_ORDER};
use crate::day::ago;
use crate::kit::heading;

/// The screen; what is set is kept at once.
#[derive(Debug, Clone, Hash)]
pub struct SettingsScreen;

#[derive(Debug, Clone, Copy)]
pub enum Message {
    OldestFirst,
    Letters(Letters),
    Previews,
    RefreshAtStart,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Settings(message)
}

impl SettingsScreen {
    pub(super) fn view(&self, look: &Look<'_, Feeds>) -> Page<super::Message> {
        let preferences = look.store.preferences;
        let letters = |(letters, label)| -> Element<super::Message> {
            radio(label, preferences.letters == letters).id("letters").on_tap(here(Message::Letters(letters)))
        };
        let oldest = switch("Oldest articles first", preferences.oldest_first).id("oldest_first");
        let previews = switch("Show the first words", preferences.previews).id("previews");
        let at_start = switch("Refresh when the app starts", preferences.refresh_at_start).id("at_start");
        let when = format!("Refreshed {}", ago(look.unix_ms(), look.store.refreshed_ms));
        let mut rows = vec![
            heading("Lists"),
            oldest.on_tap(here(Message::OldestFirst)),
            previews.on_tap(here(Message::Previews)),
            divider(),
            heading("Letters in articles"),
        ];
        rows.extend(Letters::ALL.map(letters));
        rows.push(divider());
        rows.push(at_start.on_tap(here(Message::RefreshAtStart)));
        rows.push(text(when).id("refreshed").size(TextSize::Small).color(Tone::Muted));
        Page::new(scroll("settings", column(rows).padding(16).gap(8)))
            .title("Settings")
            .up(here(Message::Leave))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Feeds>, message: Message) {
        let mut preferences = cx.store.preferences;
        match message {
            Message::OldestFirst => {
                reached!(cx);
                preferences.oldest_first = !preferences.oldest_first;
            }
            Message::Letters(letters) => {
                reached!(cx);
                preferences.letters = letters;
            }
            Message::Previews => {
                reached!(cx);
                preferences.previews = !preferences.previews;
            }
            Message::RefreshAtStart => {
                reached!(cx);
                preferences.refresh_at_start = !preferences.refresh_at_start;
            }
            Message::Leave => cx.finish(),
        }
        keep(cx, preferences);
    }
}

/// Keeps what is set on the disk and in the copy in memory. With the mistake, the copy misses the order.
fn keep(cx: &mut Context<'_, Feeds>, preferences: Preferences) {
    let copy = cx.memory.preferences.unwrap_or(cx.store.preferences);
    let oldest_first = if cx.has(LATE_ORDER) { copy.oldest_first } else { preferences.oldest_first };
    cx.store.preferences = preferences;
    cx.memory.preferences = Some(Preferences { oldest_first, ..preferences });
}
