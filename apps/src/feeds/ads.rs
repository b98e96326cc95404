//! The banner at the bottom of every screen. It changes by chance and by time: nothing of it means anything.

use std::time::Duration;

use sim::{Context, Element, Icon, Look, TextSize, Tone, image, row, text};

use super::{Feeds, Message};

const ADS: [&str; 6] = [
    "Ad · Socks for every day of the week",
    "Ad · Learn the accordion in 30 days",
    "Ad · Fresh vegetables at your door",
    "Ad · A mattress like no other",
    "Ad · Cheap flights to the islands",
    "Ad · Your name on a mug",
];

pub(super) fn banner(look: &Look<'_, Feeds>) -> Element<Message> {
    let says = text(ADS[look.memory.ad % ADS.len()]).id("ad_text").size(TextSize::Small).max_lines(1).grow(1);
    row([image(Icon::Info), says])
        .id("ad")
        .padding(8)
        .gap(8)
        .fill_width()
        .ground(Tone::Surface)
        .on_tap(Message::OpenAd)
}

/// Shows another one, and goes on doing so while the screen is in front.
pub(super) fn begin(cx: &mut Context<'_, Feeds>) {
    change(cx);
    cx.stop_timers();
    cx.every(Duration::from_secs(12), Message::Tick);
}

pub(super) fn change(cx: &mut Context<'_, Feeds>) {
    cx.memory.ad = cx.random(ADS.len() as u64) as usize;
}
