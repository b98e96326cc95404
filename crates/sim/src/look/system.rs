//! The phone's own windows: status bar, navigation bar, keyboard.

use super::Metrics;
use crate::{Element, Icon, Keyboard, Text, TextSize, Tone, column, icon_button, image, row, space, text};

/// A key of the navigation bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavigationKey {
    Back,
    Home,
    Recents,
}

/// A key of the soft keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyTop {
    Character(char),
    Backspace,
    /// The action key: a new line, or what the app does on submit.
    Enter,
    /// Shows other keys.
    Turn(Keys),
}

/// Which keys the soft keyboard shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Keys {
    Lower,
    Upper,
    Symbols,
    Numbers,
}

impl Keys {
    /// What a keyboard shows at first.
    pub(crate) fn of(keyboard: Keyboard) -> Keys {
        match keyboard {
            Keyboard::Text | Keyboard::Password => Keys::Lower,
            Keyboard::Number => Keys::Numbers,
        }
    }

    /// Rows from the top; the last lies beside the space bar or, for numbers, is like the others.
    fn rows(self) -> [&'static str; 4] {
        match self {
            Keys::Lower => ["qwertyuiop", "asdfghjkl", "zxcvbnm", ",."],
            Keys::Upper => ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", ",."],
            Keys::Symbols => ["1234567890", "@#$_&-+()", "*\"':;!?", "/."],
            Keys::Numbers => ["123-", "456 ", "789", ",0."],
        }
    }
}

/// The line at the top: time at the left, network and battery at the right.
pub(crate) fn status_bar_root(clock: impl Into<Text>, battery_percent: u8, online: bool) -> Element<()> {
    let small = |text: Element<()>| text.size(TextSize::Small).color(Tone::OnPrimary).max_lines(1);
    let icon = |icon: Icon| image(icon).width(16).height(16).color(Tone::OnPrimary);
    let signal = if online { Icon::Signal } else { Icon::NoSignal };
    row([
        space().grow(0).width(16),
        small(text(clock)).bold(),
        space(),
        icon(signal),
        icon(Icon::Battery),
        small(text(format!("{battery_percent}%"))),
        space().grow(0).width(16),
    ])
    .height(Metrics::STATUS_BAR_DP)
    .gap(4)
}

/// Back, home, recents.
pub(crate) fn navigation_bar_root() -> Element<NavigationKey> {
    let key = |icon, name, key| icon_button(icon, name).grow(1).color(Tone::OnPrimary).on_tap(key);
    row([
        key(Icon::TriangleLeft, "Back", NavigationKey::Back),
        key(Icon::Circle, "Home", NavigationKey::Home),
        key(Icon::Square, "Overview", NavigationKey::Recents),
    ])
    .height(Metrics::NAVIGATION_BAR_DP)
}

/// The soft keyboard, with room for the navigation bar below it.
pub(crate) fn keyboard_root(keys: Keys, metrics: &Metrics) -> Element<KeyTop> {
    let height_dp = (metrics.keyboard_dp() - Metrics::NAVIGATION_BAR_DP - 8) / 4;
    let [first, second, third, fourth] = keys.rows();
    let line = |parts: Vec<Element<KeyTop>>| row(parts).height(height_dp).gap(5);
    let key = |c: char| character(c, height_dp);
    let typed = |row: &'static str| row.chars().map(key).collect::<Vec<_>>();
    let rows = if keys == Keys::Numbers {
        let mut third = typed(third);
        third.push(special(Icon::Backspace, KeyTop::Backspace, height_dp).grow(1));
        let mut fourth = typed(fourth);
        fourth.push(special(Icon::Check, KeyTop::Enter, height_dp).grow(1));
        [typed(first), typed(second), third, fourth]
    } else {
        let mut third = typed(third);
        third.insert(0, turning_key(keys, height_dp));
        third.push(special(Icon::Backspace, KeyTop::Backspace, height_dp));
        [typed(first), typed(second), third, last_row(keys, fourth, height_dp)]
    };
    let mut lines: Vec<_> = rows.into_iter().map(line).collect();
    lines.push(space().grow(0).height(Metrics::NAVIGATION_BAR_DP));
    column(lines).padding(4).height(metrics.keyboard_dp()).left_to_right()
}

fn character(c: char, height_dp: u32) -> Element<KeyTop> {
    labelled(String::from(c), height_dp).on_tap(KeyTop::Character(c)).grow(1)
}

fn labelled(label: impl Into<Text>, height_dp: u32) -> Element<KeyTop> {
    text(label).size(TextSize::Title).centered().height(height_dp - 8).ground(Tone::Surface).max_lines(1)
}

fn special(icon: Icon, key: KeyTop, height_dp: u32) -> Element<KeyTop> {
    icon_button(icon, "").width(48).height(height_dp - 8).ground(Tone::Surface).on_tap(key)
}

/// The key at the left of the third row: between small and capital letters.
fn turning_key(keys: Keys, height_dp: u32) -> Element<KeyTop> {
    let turned = if keys == Keys::Lower { Keys::Upper } else { Keys::Lower };
    special(Icon::Shift, KeyTop::Turn(turned), height_dp).selected(keys == Keys::Upper)
}

fn last_row(keys: Keys, beside_space: &str, height_dp: u32) -> Vec<Element<KeyTop>> {
    let (label, turned) = if keys == Keys::Symbols { ("ABC", Keys::Lower) } else { ("?123", Keys::Symbols) };
    let turn = labelled(label, height_dp).size(TextSize::Body).width(56).on_tap(KeyTop::Turn(turned));
    let mut parts = vec![turn];
    let mut beside = beside_space.chars().map(|c| character(c, height_dp).grow(0).width(34));
    parts.extend(beside.next());
    parts.push(labelled("", height_dp).on_tap(KeyTop::Character(' ')).grow(1));
    parts.extend(beside);
    parts.push(special(Icon::Check, KeyTop::Enter, height_dp).width(56));
    parts
}
