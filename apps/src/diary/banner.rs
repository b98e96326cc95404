//! What moves on every screen: the clock in the bar, the advertisement at the bottom.

use sim::{Context, Icon, Look, Outcome, Page, TextSize, Tone, image, reached, row, text};

use super::{Diary, Message};
use crate::day::clock;

const ADVERTISEMENTS: [&str; 5] = [
    "Fountain pens, 20 % off this week",
    "Fly to Lisbon from 49 €",
    "Sleep better: the pillow everyone talks about",
    "Learn Italian in ten minutes a day",
    "Fresh vegetables to your door",
];

/// A page with the clock and the advertisement.
pub(super) fn around(look: &Look<'_, Diary>, page: Page<Message>) -> Page<Message> {
    let seconds = look.unix_ms() / 1000 % 60;
    let advertisement = row([
        image(Icon::Info).color(Tone::Muted),
        text(ADVERTISEMENTS[look.memory.advertisement % ADVERTISEMENTS.len()])
            .id("advertisement_text")
            .size(TextSize::Small)
            .max_lines(1)
            .grow(1),
    ]);
    let advertisement = advertisement.id("advertisement").padding(8).gap(8).ground(Tone::Surface);
    page.subtitle(format!("{}:{seconds:02}", clock(look.unix_ms())))
        .bottom(advertisement.on_tap(Message::Advertisement))
}

/// Now and then there is another advertisement.
pub(super) fn second(cx: &mut Context<'_, Diary>) -> Outcome {
    if cx.random(6) == 0 {
        reached!(cx);
        cx.memory.advertisement = cx.random(ADVERTISEMENTS.len() as u64) as usize;
    }
    Ok(())
}

pub(super) fn tapped(cx: &mut Context<'_, Diary>) -> Outcome {
    reached!(cx);
    cx.toast(if cx.config.online { "Thank you for your interest" } else { "You are offline" });
    Ok(())
}
