//! How the days were, in numbers.

use sim::{
    Context, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, filter_chip, image, progress,
    reached, row, scroll, text,
};

use super::store::{Mood, Page as Entry, entries};
use super::words::{mood, word};
use super::{Diary, Message as M, NINE_MOODS};
use crate::day::Day;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Moods {
    only_this_month: bool,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    OnlyThisMonth,
    Share,
}

use Message::{Back, OnlyThisMonth, Share};

impl Moods {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            OnlyThisMonth => {
                reached!(cx);
                self.only_this_month = !self.only_this_month;
            }
            Share => {
                reached!(cx);
                let count = cx.store.pages.len();
                cx.share(format!("I have written {} into my diary.", entries(count)));
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Page<M> {
        let month = Day::of_ms(look.unix_ms()).first_of_month();
        let pages = look.store.pages.iter();
        let pages: Vec<&Entry> = pages.filter(|page| !self.only_this_month || page.day >= month).collect();
        let bars = Mood::ALL.map(|of| {
            let count = pages.iter().filter(|page| page.mood == of).count();
            let percent = (count * 100).checked_div(pages.len()).unwrap_or(0);
            row([
                image(of.icon()).color(Tone::Primary),
                text(mood(look, of)).width(88),
                progress(percent as u8).grow(1),
                text(count.to_string()).id("count").width(32),
            ])
            .gap(8)
        });
        // The list comes from the database in portions of nine.
        let counted = if look.has(NINE_MOODS) { &pages[..pages.len().min(9)] } else { &pages[..] };
        let sum: i64 = counted.iter().map(|page| page.mood.score()).sum();
        let tenths = (sum * 10).checked_div(counted.len() as i64);
        let average =
            tenths.map_or("–".to_owned(), |tenths| format!("{}.{} of 5", tenths / 10, tenths % 10));
        let head = [
            text(average).id("average").size(TextSize::Display),
            text(format!("on average over {}", entries(pages.len()))).id("entries").color(Tone::Muted),
            filter_chip("Only this month", self.only_this_month)
                .id("this_month")
                .on_tap(M::Moods(OnlyThisMonth)),
        ];
        Page::new(scroll("moods", column(head.into_iter().chain(bars)).padding(16).gap(12)))
            .title(word(look, "Moods"))
            .up(M::Moods(Back))
            .action(MenuItem::new("share", word(look, "Share"), M::Moods(Share)).icon(Icon::Share))
    }
}
