//! What the person can set.

use sim::{
    Context, Element, Look, Page, TextSize, Tone, column, divider, dropdown, radio, reached, scroll, switch,
    text,
};

use super::Budget;
use super::money::Currency;
use super::words::Words;
use crate::kit::{Theme, heading};

/// The screen; what is set is kept at once.
#[derive(Debug, Clone, Hash)]
pub struct SettingsScreen;

#[derive(Debug, Clone, Copy)]
pub enum Message {
    Currency(usize),
    Theme(Theme),
    AskBeforeDeleting,
    ShowLimits,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Settings(message)
}

impl SettingsScreen {
    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let settings = &look.store.settings;
        let currency = Currency::ALL.iter().position(|&currency| currency == settings.currency).unwrap_or(0);
        let signs = Currency::ALL.map(Currency::sign);
        let theme = |(theme, label)| -> Element<super::Message> {
            radio(label, settings.theme == theme).id("theme").on_tap(here(Message::Theme(theme)))
        };
        let ask = switch("Ask before deleting", settings.ask_before_deleting).id("ask_before_deleting");
        let limits = switch("Show monthly limits", settings.show_limits).id("show_limits");
        let mut rows = vec![
            heading("Currency"),
            dropdown(signs, currency, |at| here(Message::Currency(at))).id("currency").fill_width(),
            divider(),
            heading("Colours"),
        ];
        rows.extend(Theme::ALL.map(theme));
        rows.push(divider());
        rows.push(ask.on_tap(here(Message::AskBeforeDeleting)));
        rows.push(limits.on_tap(here(Message::ShowLimits)));
        rows.push(text("Budget 1.9.4").id("version").size(TextSize::Small).color(Tone::Muted));
        Page::new(scroll("settings", column(rows).padding(16).gap(8)))
            .title(Words::of(&look.config.locale).settings)
            .up(here(Message::Leave))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        let settings = &mut cx.store.settings;
        match message {
            Message::Currency(at) => {
                if let Some(&currency) = Currency::ALL.get(at) {
                    settings.currency = currency;
                    reached!(cx);
                }
            }
            Message::Theme(theme) => {
                settings.theme = theme;
                reached!(cx);
            }
            Message::AskBeforeDeleting => {
                settings.ask_before_deleting = !settings.ask_before_deleting;
                reached!(cx);
            }
            Message::ShowLimits => {
                settings.show_limits = !settings.show_limits;
                reached!(cx);
            }
            Message::Leave => cx.finish(),
        }
    }
}
