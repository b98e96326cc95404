//! What fills a window: a page of an activity, a dialog over it, menus.

use super::{Element, Icon, Text};

/// What an activity shows.
pub struct Page<M> {
    /// The bar at the top; `None` for none.
    pub bar: Option<Bar<M>>,
    /// What stands below it.
    pub body: Element<M>,
    /// The round button over the body's lower right corner.
    pub floating: Option<Element<M>>,
    /// The row at the bottom, for instance of a bottom navigation.
    pub bottom: Option<Element<M>>,
    /// The dialog over it.
    pub dialog: Option<Dialog<M>>,
    /// What the back key does instead of closing the screen.
    pub on_back: Option<M>,
    /// Dark or light whatever the phone says; `None` to do as the phone.
    pub dark: Option<bool>,
    /// Whether the page takes no heed of the bar with back, home and recents, which then covers its lower end.
    pub under_bars: bool,
}

/// The bar at the top of an activity.
pub struct Bar<M> {
    /// Its title.
    pub title: Text,
    /// A smaller line below; empty for none.
    pub subtitle: Text,
    /// The button at its left with what a screen reader says; `None` for none. [`Page::up`] is the usual one.
    pub navigation: Option<(Icon, Text, M)>,
    /// A widget instead of the title, for instance a search box.
    pub content: Option<Element<M>>,
    /// Its buttons. Those with an icon stand in the bar, the others in the overflow menu.
    pub actions: Vec<MenuItem<M>>,
}

/// An entry of a menu.
#[derive(Debug, Clone)]
pub struct MenuItem<M> {
    /// The last part of its resource id.
    pub id: &'static str,
    /// What it says.
    pub label: Text,
    /// Its picture; entries of a bar with a picture stand in the bar.
    pub icon: Option<Icon>,
    /// Whether it is ticked; `None` where it cannot be.
    pub checked: Option<bool>,
    /// Whether it is not greyed out.
    pub enabled: bool,
    /// What it does.
    pub message: M,
}

/// A dialog.
pub struct Dialog<M> {
    /// Its title; empty for none.
    pub title: Text,
    /// A text below the title; empty for none.
    pub message: Text,
    /// What stands below that.
    pub body: Option<Element<M>>,
    /// The buttons from left to right: the negative ones first, the positive one last.
    pub buttons: Vec<(Text, M)>,
    /// What the back key or a touch beside the dialog does; `None` where it cannot be dismissed so.
    pub on_cancel: Option<M>,
}

impl<M> Page<M> {
    /// A page without a bar.
    pub fn new(body: Element<M>) -> Page<M> {
        Page {
            bar: None,
            body,
            floating: None,
            bottom: None,
            dialog: None,
            on_back: None,
            dark: None,
            under_bars: false,
        }
    }

    fn bar(&mut self) -> &mut Bar<M> {
        self.bar.get_or_insert_with(|| Bar {
            title: Text::default(),
            subtitle: Text::default(),
            navigation: None,
            content: None,
            actions: Vec::new(),
        })
    }

    /// A bar with a title.
    #[must_use]
    pub fn title(mut self, title: impl Into<Text>) -> Self {
        self.bar().title = title.into();
        self
    }

    /// A smaller line below the title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<Text>) -> Self {
        self.bar().subtitle = subtitle.into();
        self
    }

    /// An arrow at the left of the bar that goes up.
    #[must_use]
    pub fn up(self, message: M) -> Self {
        self.navigation(Icon::Back, "Navigate up", message)
    }

    /// A button at the left of the bar.
    #[must_use]
    pub fn navigation(mut self, icon: Icon, description: impl Into<Text>, message: M) -> Self {
        self.bar().navigation = Some((icon, description.into(), message));
        self
    }

    /// A widget in the bar instead of the title.
    #[must_use]
    pub fn bar_content(mut self, content: Element<M>) -> Self {
        self.bar().content = Some(content);
        self
    }

    /// One more button or entry of the bar.
    #[must_use]
    pub fn action(mut self, item: MenuItem<M>) -> Self {
        self.bar().actions.push(item);
        self
    }

    /// The round button.
    #[must_use]
    pub fn floating(mut self, button: Element<M>) -> Self {
        self.floating = Some(button);
        self
    }

    /// The row at the bottom.
    #[must_use]
    pub fn bottom(mut self, row: Element<M>) -> Self {
        self.bottom = Some(row);
        self
    }

    /// The dialog over it, if one is open.
    #[must_use]
    pub fn dialog(mut self, dialog: Option<Dialog<M>>) -> Self {
        self.dialog = dialog;
        self
    }

    /// What the back key does instead of closing the screen; `None` to close it.
    #[must_use]
    pub fn on_back(mut self, message: Option<M>) -> Self {
        self.on_back = message;
        self
    }

    /// Dark or light whatever the phone says.
    #[must_use]
    pub fn dark(mut self, dark: Option<bool>) -> Self {
        self.dark = dark;
        self
    }

    /// Takes no heed of the bar at the screen's bottom where `under_bars` is true.
    #[must_use]
    pub fn under_bars(mut self, under_bars: bool) -> Self {
        self.under_bars = under_bars;
        self
    }
}

impl<M> MenuItem<M> {
    /// An entry of an overflow or popup menu.
    pub fn new(id: &'static str, label: impl Into<Text>, message: M) -> MenuItem<M> {
        MenuItem { id, label: label.into(), icon: None, checked: None, enabled: true, message }
    }

    /// With a picture: it stands in the bar.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// That can be ticked.
    #[must_use]
    pub fn checked(mut self, checked: bool) -> Self {
        self.checked = Some(checked);
        self
    }

    /// Greyed out where `enabled` is false.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }
}

impl<M> Dialog<M> {
    /// A dialog with a title and nothing else.
    pub fn new(title: impl Into<Text>) -> Dialog<M> {
        Dialog {
            title: title.into(),
            message: Text::default(),
            body: None,
            buttons: Vec::new(),
            on_cancel: None,
        }
    }

    /// A text below the title.
    #[must_use]
    pub fn message(mut self, message: impl Into<Text>) -> Self {
        self.message = message.into();
        self
    }

    /// What stands below the title and the text.
    #[must_use]
    pub fn body(mut self, body: Element<M>) -> Self {
        self.body = Some(body);
        self
    }

    /// One more button, to the right of the others.
    #[must_use]
    pub fn button(mut self, label: impl Into<Text>, message: M) -> Self {
        self.buttons.push((label.into(), message));
        self
    }

    /// What the back key or a touch beside the dialog does.
    #[must_use]
    pub fn on_cancel(mut self, message: M) -> Self {
        self.on_cancel = Some(message);
        self
    }
}
