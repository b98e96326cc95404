//! The window of an activity: what Android puts around a page.

use super::Metrics;
use crate::{
    Bar, Color, Dialog, Element, Gravity, Icon, Kind, MenuItem, Page, Text, TextSize, Tone, button, column,
    icon_button, row, space, stack, text,
};

/// An activity's window, and what of its page the window does not show.
pub(crate) struct Activity<M> {
    pub(crate) root: Element<M>,
    pub(crate) dialog: Option<Dialog<M>>,
    pub(crate) on_back: Option<M>,
    pub(crate) dark: Option<bool>,
}

/// How much of a window's top and bottom lies below bars or the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Insets {
    pub(crate) top_dp: u32,
    pub(crate) bottom_dp: u32,
}

/// The bar that goes away by itself, with its button.
pub(crate) struct Snackbar<M> {
    pub(crate) text: Text,
    pub(crate) action: Option<(Text, M)>,
}

impl Insets {
    /// Of a window on all of the screen.
    pub(crate) fn full(metrics: &Metrics, keyboard: bool) -> Insets {
        let bottom_dp = if keyboard { metrics.keyboard_dp() } else { Metrics::NAVIGATION_BAR_DP };
        Insets { top_dp: Metrics::STATUS_BAR_DP, bottom_dp }
    }
}

impl Insets {
    /// What is left of the bottom for a page that takes no heed of the bar there: the keyboard moves it all the same.
    fn below_bars_dp(self) -> u32 {
        self.bottom_dp.saturating_sub(Metrics::NAVIGATION_BAR_DP)
    }
}

/// The whole of an activity's window, as Android and its support library nest it.
pub(crate) fn activity_root<M>(page: Page<M>, insets: Insets, snackbar: Option<Snackbar<M>>) -> Activity<M> {
    let Page { bar, body, floating, bottom, dialog, on_back, dark, under_bars } = page;
    let mut over = vec![filling(body)];
    over.extend(snackbar.map(snackbar_root));
    over.extend(floating);
    let mut main = Vec::new();
    main.extend(bar.map(toolbar));
    main.push(stack(over).grow(1));
    main.extend(bottom.map(Element::fill_width));
    let content = stack([column(main).grow(1)]).id("android:content").grow(1);
    let fitted = column([
        space().grow(0).height(insets.top_dp),
        stack([column([content]).id("action_bar_root").grow(1)]).grow(1),
        space().grow(0).height(if under_bars { insets.below_bars_dp() } else { insets.bottom_dp }),
    ]);
    let mut decor = vec![fitted.grow(1)];
    if insets.top_dp > 0 {
        decor.push(system_ground("android:statusBarBackground", insets.top_dp).ground(Tone::Primary));
    }
    if insets.bottom_dp > 0 {
        let ground = system_ground("android:navigationBarBackground", Metrics::NAVIGATION_BAR_DP);
        decor.push(ground.ground(Tone::Fixed(Color::rgb(0))).gravity(Gravity::BottomStart));
    }
    Activity { root: stack(decor), dialog, on_back, dark }
}

fn system_ground<M>(id: &'static str, height_dp: u32) -> Element<M> {
    Element::new(Kind::Divider).id(id).fill_width().height(height_dp)
}

/// A page's body has all the room below its bar, whatever it says.
fn filling<M>(mut body: Element<M>) -> Element<M> {
    body.view.style.grow = body.view.style.grow.max(1);
    body
}

fn toolbar<M>(bar: Bar<M>) -> Element<M> {
    let Bar { title, subtitle, navigation, content, actions } = bar;
    let mut parts = Vec::new();
    match navigation {
        Some((icon, description, message)) => {
            parts.push(on_bar(icon_button(icon, description).on_tap(message)));
            parts.push(gap(8));
        }
        None => parts.push(gap(12)),
    }
    parts.push(match content {
        Some(content) => on_bar(content).grow(1),
        None => headline(title, subtitle),
    });
    let (shown, hidden): (Vec<_>, Vec<_>) = actions.into_iter().partition(|action| action.icon.is_some());
    parts.extend(shown.into_iter().map(bar_button));
    if !hidden.is_empty() {
        parts.push(on_bar(icon_button(Icon::More, "More options").menu(hidden)));
    }
    row(parts).id("toolbar").fill_width().height(56).padding(4).ground(Tone::Primary)
}

fn headline<M>(title: Text, subtitle: Text) -> Element<M> {
    let title = text(title).size(TextSize::Title).color(Tone::OnPrimary).max_lines(1);
    if subtitle.is_empty() {
        return title.grow(1);
    }
    let subtitle = text(subtitle).size(TextSize::Small).color(Tone::OnPrimary).max_lines(1);
    column([title, subtitle]).grow(1)
}

fn bar_button<M>(item: MenuItem<M>) -> Element<M> {
    let icon = item.icon.unwrap_or(Icon::More);
    let button = icon_button(icon, item.label).id(item.id).enabled(item.enabled);
    on_bar(button.selected(item.checked == Some(true)).on_tap(item.message))
}

/// In the colour that can be read on a bar.
fn on_bar<M>(mut element: Element<M>) -> Element<M> {
    if element.view.style.color == Tone::Usual {
        element.view.style.color = Tone::OnPrimary;
    }
    if matches!(element.view.kind, Kind::TextBox { .. }) {
        element.view.style.ground.get_or_insert(Tone::Primary);
    }
    element.children = element.children.into_iter().map(on_bar).collect();
    element
}

fn gap<M>(width_dp: u32) -> Element<M> {
    space().grow(0).width(width_dp)
}

fn snackbar_root<M>(snackbar: Snackbar<M>) -> Element<M> {
    const GROUND: Tone = Tone::Fixed(Color::rgb(0x32_3232));
    let letters = |hex| Tone::Fixed(Color::rgb(hex));
    let text = text(snackbar.text).id("snackbar_text").color(letters(0xf5_f5f5)).max_lines(2);
    let mut parts = vec![gap(12), text.padding(12).grow(1)];
    parts.extend(snackbar.action.map(|(label, message)| {
        button(label).id("snackbar_action").ground(GROUND).color(letters(0xa8_c7fa)).on_tap(message)
    }));
    stack([row(parts).fill_width().ground(GROUND)]).fill_width().padding(8).gravity(Gravity::BottomStart)
}
