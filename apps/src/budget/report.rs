//! Where the money of a month went, as bars.

use sim::{
    Context, Element, Exception, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, icon_button,
    progress, reached, row, text,
};

use super::money::money;
use super::store::{Id, Store};
use super::words::Words;
use super::{Budget, EMPTY_MONTH, ENGLISH_REPORT, WIDE_SUMS};
use crate::day::Day;

/// The month looked at, by its first day.
#[derive(Debug, Clone, Hash)]
pub struct Report {
    month: Day,
}

/// What was spent in a month.
#[derive(Debug, Clone, Hash)]
pub(super) struct Sums {
    month: Day,
    /// All categories, those with most spent first; `None` is "Other".
    by_category: Vec<(Option<Id>, i64)>,
    total: i64,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    Earlier,
    Later,
    ThisMonth,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Report(message)
}

impl Report {
    pub(super) fn of(day: Day) -> Report {
        Report { month: day.first_of_month() }
    }

    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Outcome<Page<super::Message>> {
        let words = Words::of(if look.has(ENGLISH_REPORT) { "en" } else { &look.config.locale });
        let known = look.memory.sums.as_ref().filter(|sums| sums.month == self.month);
        let sums = known.cloned().unwrap_or_else(|| Sums::of(look.store, self.month));
        let months = row([
            icon_button(Icon::Back, "Month before").id("earlier").on_tap(here(Message::Earlier)),
            text(words.month(self.month)).id("month").size(TextSize::Title).centered().grow(1),
            icon_button(Icon::ArrowRight, "Month after").id("later").on_tap(here(Message::Later)),
        ]);
        let spent = money(look.store, &look.config.locale, sums.total);
        let spent = text(format!("{spent} spent")).id("month_total").size(TextSize::Large).padding(8);
        let shares: Vec<Share> = sums.shares(look.has(EMPTY_MONTH), look.has(WIDE_SUMS))?;
        let list = look.list("bars", 72, &shares, |_, share| bar(look, share));
        Ok(Page::new(column([months.padding(8), spent, list]))
            .title(words.report)
            .up(here(Message::Leave))
            .action(MenuItem::new("this_month", "This month", here(Message::ThisMonth)).icon(Icon::Calendar)))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        match message {
            Message::Earlier => {
                reached!(cx);
                self.month = self.month.last_month();
            }
            Message::Later => {
                reached!(cx);
                self.month = self.month.next_month();
            }
            Message::ThisMonth => {
                reached!(cx);
                self.month = Day::of_ms(cx.unix_ms()).first_of_month();
            }
            Message::Leave => cx.finish(),
        }
        self.resumed(cx);
    }

    /// Adds the month up unless that was done already.
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Budget>) {
        if cx.memory.sums.as_ref().is_none_or(|sums| sums.month != self.month) {
            reached!(cx);
            cx.memory.sums = Some(Sums::of(cx.store, self.month));
        }
    }
}

/// A category's part of what was spent in a month.
struct Share {
    category: Option<Id>,
    cents: i64,
    percent: u8,
}

impl Sums {
    fn of(store: &Store, month: Day) -> Sums {
        let ids = store.categories.iter().map(|category| Some(category.id));
        let mut by_category: Vec<(Option<Id>, i64)> = ids.chain([None]).map(|id| (id, 0)).collect();
        for (category, cents) in store.spent(month) {
            // Those whose category was deleted are added to "Other", the last one.
            let place = by_category.iter().position(|(id, _)| *id == category);
            by_category[place.unwrap_or(store.categories.len())].1 += cents;
        }
        by_category.sort_by_key(|&(_, cents)| -cents);
        let total = by_category.iter().map(|(_, cents)| cents).sum();
        Sums { month, by_category, total }
    }

    /// What part of the whole went where. With the mistakes, the whole is taken to be more than nothing, and a hundred
    /// times a part to fit into 32 bits.
    fn shares(&self, unguarded: bool, narrow: bool) -> Outcome<Vec<Share>> {
        let hundredfold = |cents: i64| {
            if narrow { i64::from((cents as i32).wrapping_mul(100)) } else { cents.saturating_mul(100) }
        };
        let share = |&(category, cents): &(Option<Id>, i64)| {
            let percent = match hundredfold(cents).checked_div(self.total) {
                Some(percent) => percent.clamp(0, 100) as u8,
                None if unguarded => {
                    return Err(Exception::java("java.lang.ArithmeticException", "divide by zero"));
                }
                None => 0,
            };
            Ok(Share { category, cents, percent })
        };
        self.by_category.iter().map(share).collect()
    }
}

fn bar(look: &Look<'_, Budget>, share: &Share) -> Element<super::Message> {
    let name = look.store.category_name(share.category).to_owned();
    let spent = money(look.store, &look.config.locale, share.cents);
    let limit = look.store.categories.iter().find(|category| Some(category.id) == share.category);
    let limit = limit.map_or(0, |category| category.limit_cents);
    let over = look.store.settings.show_limits && limit > 0 && share.cents > limit;
    let spent = text(format!("{spent} · {} %", share.percent)).id("bar_amount");
    column([
        row([
            text(name).id("bar_name").max_lines(1).grow(1),
            text("Over the limit").id("over").color(Tone::Danger).hidden(!over),
            spent,
        ])
        .gap(8),
        progress(share.percent).id("bar"),
    ])
    .id("category_bar")
    .padding(8)
    .gap(8)
}
