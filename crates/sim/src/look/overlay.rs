//! Windows over an activity: dialogs, menus, toasts.

use crate::{
    Align, Color, Dialog, Element, Kind, MenuItem, Text, TextSize, Tone, button, check_box, column, row,
    scroll, space, stack, text,
};

/// A dialog as Android's `AlertDialog` nests it. Its buttons have the ids `button1` (the rightmost) to `button3`.
pub(crate) fn dialog_root<M>(dialog: Dialog<M>) -> Element<M> {
    let Dialog { title, message, body, buttons, on_cancel: _ } = dialog;
    let mut panels = Vec::new();
    if !title.is_empty() {
        let title = text(title).id("android:alertTitle").size(TextSize::Title).max_lines(2);
        panels.push(column([gap(20), indented(title).id("android:title_template")]).id("android:topPanel"));
    }
    if !message.is_empty() {
        let message = text(message).id("android:message").size(TextSize::Large).color(Tone::Muted);
        let inside = column([gap(12), indented(message), gap(8)]);
        panels.push(stack([scroll("android:scrollView", inside)]).id("android:contentPanel").grow(1));
    }
    if let Some(body) = body {
        let custom = indented(stack([body]).id("android:custom"));
        panels.push(column([gap(8), custom.grow(1)]).id("android:customPanel").grow(1));
    }
    if !buttons.is_empty() {
        panels.push(row([button_row(buttons)]).id("android:buttonPanel").fill_width().padding(8));
    }
    let parent = column(panels).id("android:parentPanel").grow(1);
    stack([stack([parent]).id("android:content")])
}

/// Room above or below.
fn gap<M>(height_dp: u32) -> Element<M> {
    space().grow(0).height(height_dp)
}

/// With the room at both sides that a dialog's texts have.
fn indented<M>(inside: Element<M>) -> Element<M> {
    let side = || space().grow(0).width(24);
    row([side(), inside.grow(1), side()]).align(Align::Stretch)
}

fn button_row<M>(buttons: Vec<(Text, M)>) -> Element<M> {
    const IDS: [&str; 3] = ["android:button1", "android:button2", "android:button3"];
    let count = buttons.len();
    let mut parts = vec![space()];
    parts.extend(buttons.into_iter().enumerate().map(|(at, (label, message))| {
        let id = IDS.get(count - 1 - at).copied().unwrap_or("");
        button(label).id(id).ground(Tone::Surface).on_tap(message)
    }));
    row(parts).grow(1).gap(8)
}

/// A popup menu: a list whose rows hold `android:id/title`.
pub(crate) fn menu_root<M>(items: Vec<MenuItem<M>>) -> Element<M> {
    let rows: Vec<Element<M>> = items.into_iter().map(menu_row).collect();
    let mut list = Element::new(Kind::List { row_dp: 48, total: rows.len(), first: 0 });
    list.children = rows;
    stack([list])
}

fn menu_row<M>(item: MenuItem<M>) -> Element<M> {
    let label = text(item.label).id("android:title").size(TextSize::Large).max_lines(1).enabled(item.enabled);
    let mut parts = vec![label.padding(12).grow(1), space().grow(0).width(32)];
    if let Some(checked) = item.checked {
        parts.push(check_box("", checked).enabled(item.enabled));
    }
    row(parts).id(item.id).align(Align::Center).enabled(item.enabled).on_tap(item.message)
}

/// A short text that goes away by itself.
pub(crate) fn toast_root<M>(message: Text) -> Element<M> {
    let light = Tone::Fixed(Color::rgb(0xf5f5f5));
    let message = text(message).id("android:message").color(light).max_lines(2);
    stack([message]).padding(14)
}
