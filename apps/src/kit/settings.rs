use sim::{Element, TextSize, Tone, row, text};

/// Which colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// As the phone says.
    Phone,
    /// Light whatever the phone says.
    Light,
    /// Dark whatever the phone says.
    Dark,
}

impl Theme {
    pub(crate) const ALL: [(Theme, &'static str); 3] =
        [(Theme::Phone, "As the phone"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];

    /// What a page is to be; `None` to do as the phone.
    pub(crate) fn dark(self) -> Option<bool> {
        match self {
            Theme::Phone => None,
            Theme::Light => Some(false),
            Theme::Dark => Some(true),
        }
    }
}

/// A label with its choice at the other end.
pub(crate) fn labelled<M>(label: &'static str, choice: Element<M>) -> Element<M> {
    row([text(label).grow(1), choice]).fill_width()
}

/// The heading of some settings.
pub(crate) fn heading<M>(label: &'static str) -> Element<M> {
    text(label).size(TextSize::Small).color(Tone::Primary).bold()
}
