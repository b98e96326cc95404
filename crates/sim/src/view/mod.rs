//! How screens are described: elements, pages, dialogs, menus.

mod element;
mod widgets;
mod icon;
mod page;
mod style;

pub use element::{Element, Handlers, Kind, View};
pub use icon::Icon;
pub use page::{Bar, Dialog, MenuItem, Page};
pub use style::{Align, Color, Gravity, Keyboard, Length, Style, TextSize, Tone};
pub use widgets::{
    button, card, check_box, chip, column, divider, dropdown, filter_chip, floating_button, icon_button,
    image, number_box, password_box, progress, radio, row, scroll, slider, space, spinner, stack, switch,
    tabs, text, text_area, text_box,
};

/// Text that an app shows; most of it is known when the app is built.
pub type Text = std::borrow::Cow<'static, str>;
