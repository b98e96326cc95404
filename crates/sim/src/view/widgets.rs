//! The widgets that apps put on their screens.

use super::{Align, Element, Icon, Keyboard, Kind, Text};

/// Children from left to right, in the middle of its height.
pub fn row<M>(children: impl IntoIterator<Item = Element<M>>) -> Element<M> {
    holding(Kind::Row, children).align(Align::Center)
}

/// Children from top to bottom.
pub fn column<M>(children: impl IntoIterator<Item = Element<M>>) -> Element<M> {
    holding(Kind::Column, children)
}

/// Children on top of each other, the last in front.
pub fn stack<M>(children: impl IntoIterator<Item = Element<M>>) -> Element<M> {
    holding(Kind::Stack, children)
}

/// A part that scrolls when it is higher than the room for it.
pub fn scroll<M>(id: &'static str, inside: Element<M>) -> Element<M> {
    holding(Kind::Scroll, [inside]).id(id).grow(1)
}

/// A raised ground with children from top to bottom.
pub fn card<M>(children: impl IntoIterator<Item = Element<M>>) -> Element<M> {
    holding(Kind::Card, children).padding(16)
}

/// Text.
pub fn text<M>(text: impl Into<Text>) -> Element<M> {
    labelled(Kind::Text, text)
}

/// A button with a label.
pub fn button<M>(label: impl Into<Text>) -> Element<M> {
    labelled(Kind::Button, label)
}

/// A button with a picture, which needs a description for those who cannot see it.
pub fn icon_button<M>(icon: Icon, description: impl Into<Text>) -> Element<M> {
    Element::new(Kind::IconButton(icon)).describe(description)
}

/// The round button over the lower right corner.
pub fn floating_button<M>(icon: Icon, description: impl Into<Text>) -> Element<M> {
    Element::new(Kind::FloatingButton(icon)).describe(description)
}

/// A picture.
pub fn image<M>(icon: Icon) -> Element<M> {
    Element::new(Kind::Image(icon))
}

/// A text box that holds `value`. The app changes what it holds in `on_edit`.
pub fn text_box<M>(value: impl Into<Text>) -> Element<M> {
    labelled(Kind::TextBox { keyboard: Keyboard::Text, multiline: false }, value).fill_width()
}

/// A text box of several lines.
pub fn text_area<M>(value: impl Into<Text>) -> Element<M> {
    labelled(Kind::TextBox { keyboard: Keyboard::Text, multiline: true }, value).fill_width()
}

/// A text box for numbers.
pub fn number_box<M>(value: impl Into<Text>) -> Element<M> {
    labelled(Kind::TextBox { keyboard: Keyboard::Number, multiline: false }, value).fill_width()
}

/// A text box that shows dots.
pub fn password_box<M>(value: impl Into<Text>) -> Element<M> {
    labelled(Kind::TextBox { keyboard: Keyboard::Password, multiline: false }, value).fill_width()
}

/// A box to tick.
pub fn check_box<M>(label: impl Into<Text>, checked: bool) -> Element<M> {
    labelled(Kind::CheckBox(checked), label)
}

/// One of several to choose.
pub fn radio<M>(label: impl Into<Text>, chosen: bool) -> Element<M> {
    labelled(Kind::Radio(chosen), label)
}

/// Something on or off.
pub fn switch<M>(label: impl Into<Text>, on: bool) -> Element<M> {
    labelled(Kind::Switch(on), label).fill_width()
}

/// A small label to be tapped.
pub fn chip<M>(label: impl Into<Text>) -> Element<M> {
    labelled(Kind::Chip { checked: None }, label)
}

/// A small label to be ticked.
pub fn filter_chip<M>(label: impl Into<Text>, checked: bool) -> Element<M> {
    labelled(Kind::Chip { checked: Some(checked) }, label)
}

/// A choice among several that opens a list.
pub fn dropdown<M>(
    choices: impl IntoIterator<Item = impl Into<Text>>,
    chosen: usize,
    message: impl Fn(usize) -> M + Send + Sync + 'static,
) -> Element<M> {
    let choices: Vec<Text> = choices.into_iter().map(Into::into).collect();
    let shown = choices.get(chosen).cloned().unwrap_or_default();
    labelled(Kind::Dropdown, shown).handle(|handlers| {
        handlers.choices = choices;
        handlers.choose = Some(Box::new(message));
    })
}

/// Tabs with their labels and messages, of which one is selected.
pub fn tabs<M>(labels: impl IntoIterator<Item = (impl Into<Text>, M)>, selected: usize) -> Element<M> {
    let tab = |(at, (label, message)): (usize, (_, M))| {
        labelled(Kind::Tab, label).selected(at == selected).grow(1).on_tap(message)
    };
    holding(Kind::Tabs, labels.into_iter().enumerate().map(tab)).fill_width()
}

/// A value between 0 and 100 on a line.
pub fn slider<M>(percent: u8, message: impl Fn(usize) -> M + Send + Sync + 'static) -> Element<M> {
    Element::new(Kind::Slider { percent: percent.min(100) })
        .fill_width()
        .handle(|handlers| handlers.choose = Some(Box::new(message)))
}

/// A bar that fills from 0 to 100.
pub fn progress<M>(percent: u8) -> Element<M> {
    Element::new(Kind::Progress { percent: percent.min(100) }).fill_width()
}

/// A wheel that turns until something is done.
pub fn spinner<M>() -> Element<M> {
    Element::new(Kind::Spinner)
}

/// A thin line.
pub fn divider<M>() -> Element<M> {
    Element::new(Kind::Divider).fill_width()
}

/// Nothing, taking up the room left over.
pub fn space<M>() -> Element<M> {
    Element::new(Kind::Space).grow(1)
}

fn holding<M>(kind: Kind, children: impl IntoIterator<Item = Element<M>>) -> Element<M> {
    let mut element = Element::new(kind);
    element.children = children.into_iter().collect();
    element
}

fn labelled<M>(kind: Kind, text: impl Into<Text>) -> Element<M> {
    Element::new(kind).set(|view| view.text = text.into())
}
