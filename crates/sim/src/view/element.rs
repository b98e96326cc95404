//! Widgets and what they do when touched.

use super::{Align, Gravity, Icon, Keyboard, Length, MenuItem, Style, Text, TextSize, Tone};

/// A widget with what stands inside it and what it does. Built by functions such as [`row`](crate::row) and the methods here.
pub struct Element<M> {
    /// What it is and looks like.
    pub view: View,
    /// What it does; `None` for widgets that do nothing.
    pub handlers: Option<Box<Handlers<M>>>,
    /// What stands inside.
    pub children: Vec<Element<M>>,
}

/// What a widget is and looks like, whatever the app's messages are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// What it is.
    pub kind: Kind,
    /// The last part of its resource id; empty for none.
    pub id: &'static str,
    /// Its text, or what is typed into it.
    pub text: Text,
    /// What a screen reader says instead; empty for none.
    pub description: Text,
    /// The grey text of an empty text box; empty for none.
    pub hint: Text,
    /// Whether it is not greyed out.
    pub enabled: bool,
    /// Whether it is chosen, as a tab is.
    pub selected: bool,
    /// Whether it can be seen. What is hidden takes no room and is in no dump.
    pub hidden: bool,
    /// How it is placed and painted.
    pub style: Style,
}

/// What a widget is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Children from left to right (`LinearLayout`).
    Row,
    /// Children from top to bottom (`LinearLayout`).
    Column,
    /// Children on top of each other (`FrameLayout`).
    Stack,
    /// One child that may be higher than the room for it (`ScrollView`).
    Scroll,
    /// Rows of equal height, of which only those in view are children (`RecyclerView`).
    List {
        /// The height of a row for letters of normal size.
        row_dp: u32,
        /// How many rows there are in all.
        total: usize,
        /// The number of the first row that is a child.
        first: usize,
    },
    /// A raised ground (`CardView`).
    Card,
    /// Text (`TextView`).
    Text,
    /// A button with a label (`Button`).
    Button,
    /// A button with a picture (`ImageButton`).
    IconButton(Icon),
    /// The round button over the lower right corner (`ImageButton`).
    FloatingButton(Icon),
    /// A picture (`ImageView`).
    Image(Icon),
    /// A text box (`EditText`).
    TextBox {
        /// What the keyboard offers.
        keyboard: Keyboard,
        /// Whether Enter begins a new line.
        multiline: bool,
    },
    /// A box to tick (`CheckBox`).
    CheckBox(bool),
    /// One of several to choose (`RadioButton`).
    Radio(bool),
    /// Something on or off (`Switch`).
    Switch(bool),
    /// A small label, often to be tapped or ticked (`Chip`, a `CompoundButton`).
    Chip {
        /// Whether it is ticked; `None` where it cannot be.
        checked: Option<bool>,
    },
    /// A choice that opens a list (`Spinner`).
    Dropdown,
    /// Tabs, of which one is selected; the children are the tabs (`TabLayout`, a `HorizontalScrollView`).
    Tabs,
    /// One of them.
    Tab,
    /// A value on a line (`SeekBar`).
    Slider {
        /// 0 to 100.
        percent: u8,
    },
    /// A bar that fills (`ProgressBar`).
    Progress {
        /// 0 to 100.
        percent: u8,
    },
    /// A wheel that turns until something is done (`ProgressBar`).
    Spinner,
    /// A thin line (`View`).
    Divider,
    /// Nothing, taking up room (`Space`).
    Space,
}

/// What a widget does.
pub struct Handlers<M> {
    /// When tapped; for boxes, switches and radio buttons too.
    pub tap: Option<M>,
    /// When held.
    pub long_tap: Option<M>,
    /// When a finger is drawn over it to the left.
    pub swipe_left: Option<M>,
    /// When a finger is drawn over it to the right.
    pub swipe_right: Option<M>,
    /// When its text is changed.
    pub edit: Option<Box<dyn Fn(String) -> M + Send + Sync>>,
    /// When the keyboard's action key is pressed in it.
    pub submit: Option<M>,
    /// When one of several is chosen (dropdown), or a value between 0 and 100 (slider).
    pub choose: Option<Box<dyn Fn(usize) -> M + Send + Sync>>,
    /// The choices of a dropdown, of which the widget shows one.
    pub choices: Vec<Text>,
    /// The menu that opens when it is tapped.
    pub menu: Vec<MenuItem<M>>,
    /// The menu that opens when it is held.
    pub context_menu: Vec<MenuItem<M>>,
}

impl<M> Default for Handlers<M> {
    fn default() -> Self {
        Handlers {
            tap: None,
            long_tap: None,
            swipe_left: None,
            swipe_right: None,
            edit: None,
            submit: None,
            choose: None,
            choices: Vec::new(),
            menu: Vec::new(),
            context_menu: Vec::new(),
        }
    }
}

impl<M> Element<M> {
    /// A widget of a kind, with nothing inside.
    pub fn new(kind: Kind) -> Element<M> {
        let view = View {
            kind,
            id: "",
            text: Text::Borrowed(""),
            description: Text::Borrowed(""),
            hint: Text::Borrowed(""),
            enabled: true,
            selected: false,
            hidden: false,
            style: Style::default(),
        };
        Element { view, handlers: None, children: Vec::new() }
    }

    /// A list of which only some rows are made. Apps call [`Look::list`](crate::Look::list).
    pub(crate) fn lazy_list(
        id: &'static str,
        row_dp: u32,
        total: usize,
        first: usize,
        rows: Vec<Element<M>>,
    ) -> Element<M> {
        let mut list = Element::new(Kind::List { row_dp, total, first }).id(id).grow(1);
        list.children = rows;
        list
    }

    pub(super) fn set(mut self, change: impl FnOnce(&mut View)) -> Self {
        change(&mut self.view);
        self
    }

    fn style(mut self, change: impl FnOnce(&mut Style)) -> Self {
        change(&mut self.view.style);
        self
    }

    pub(super) fn handle(mut self, change: impl FnOnce(&mut Handlers<M>)) -> Self {
        change(self.handlers.get_or_insert_with(Box::default));
        self
    }

    /// Names it: the last part of its resource id.
    pub fn id(self, id: &'static str) -> Self {
        self.set(|view| view.id = id)
    }

    /// What a screen reader says instead of its text.
    pub fn describe(self, description: impl Into<Text>) -> Self {
        self.set(|view| view.description = description.into())
    }

    /// The grey text of an empty text box.
    pub fn hint(self, hint: impl Into<Text>) -> Self {
        self.set(|view| view.hint = hint.into())
    }

    /// Greys it out where `enabled` is false.
    pub fn enabled(self, enabled: bool) -> Self {
        self.set(|view| view.enabled = enabled)
    }

    /// Marks it as chosen.
    pub fn selected(self, selected: bool) -> Self {
        self.set(|view| view.selected = selected)
    }

    /// Leaves it out where `hidden` is true, as Android's `GONE`.
    pub fn hidden(self, hidden: bool) -> Self {
        self.set(|view| view.hidden = hidden)
    }

    /// What happens when it is tapped.
    pub fn on_tap(self, message: M) -> Self {
        self.handle(|handlers| handlers.tap = Some(message))
    }

    /// What happens when it is held.
    pub fn on_long_tap(self, message: M) -> Self {
        self.handle(|handlers| handlers.long_tap = Some(message))
    }

    /// What happens when a finger is drawn over it to the left.
    pub fn on_swipe_left(self, message: M) -> Self {
        self.handle(|handlers| handlers.swipe_left = Some(message))
    }

    /// What happens when a finger is drawn over it to the right.
    pub fn on_swipe_right(self, message: M) -> Self {
        self.handle(|handlers| handlers.swipe_right = Some(message))
    }

    /// What happens when its text is changed: the message of the new text.
    pub fn on_edit(self, message: impl Fn(String) -> M + Send + Sync + 'static) -> Self {
        self.handle(|handlers| handlers.edit = Some(Box::new(message)))
    }

    /// What happens when the keyboard's action key is pressed in it.
    pub fn on_submit(self, message: M) -> Self {
        self.handle(|handlers| handlers.submit = Some(message))
    }

    /// The menu that opens when it is tapped.
    pub fn menu(self, items: Vec<MenuItem<M>>) -> Self {
        self.handle(|handlers| handlers.menu = items)
    }

    /// The menu that opens when it is held.
    pub fn context_menu(self, items: Vec<MenuItem<M>>) -> Self {
        self.handle(|handlers| handlers.context_menu = items)
    }

    /// Takes as much of the room left over in its row or column, in proportion to the others that grow.
    pub fn grow(self, share: u8) -> Self {
        self.style(|style| style.grow = share)
    }

    /// As wide as its row or column.
    pub fn fill_width(self) -> Self {
        self.style(|style| style.width = Length::Fill)
    }

    /// So wide, in dp.
    pub fn width(self, dp: u32) -> Self {
        self.style(|style| style.width = Length::Dp(dp))
    }

    /// So high, in dp.
    pub fn height(self, dp: u32) -> Self {
        self.style(|style| style.height = Length::Dp(dp))
    }

    /// Room inside its edge, in dp.
    pub fn padding(self, dp: u8) -> Self {
        self.style(|style| style.padding = dp)
    }

    /// Room between its children, in dp.
    pub fn gap(self, dp: u8) -> Self {
        self.style(|style| style.gap = dp)
    }

    /// Where its children stand across its direction.
    pub fn align(self, align: Align) -> Self {
        self.style(|style| style.align = align)
    }

    /// Puts its children, or its text, into the middle.
    pub fn centered(self) -> Self {
        self.style(|style| {
            style.centered = true;
            style.align = Align::Center;
        })
    }

    /// Where it stands in its stack.
    pub fn gravity(self, gravity: Gravity) -> Self {
        self.style(|style| style.gravity = gravity)
    }

    /// What is inside runs from left to right in every language (`android:layoutDirection="ltr"`).
    pub fn left_to_right(self) -> Self {
        self.style(|style| style.left_to_right = true)
    }

    /// Children go to a new line where there is no room left.
    pub fn wrap(self) -> Self {
        self.style(|style| style.wrap = true)
    }

    /// The size of its letters.
    pub fn size(self, size: TextSize) -> Self {
        self.style(|style| style.size = size)
    }

    /// Bold letters.
    pub fn bold(self) -> Self {
        self.style(|style| style.bold = true)
    }

    /// Letters struck through where `struck` is true.
    pub fn struck(self, struck: bool) -> Self {
        self.style(|style| style.struck = struck)
    }

    /// Cuts its text off after so many lines.
    pub fn max_lines(self, lines: u8) -> Self {
        self.style(|style| style.max_lines = lines)
    }

    /// The colour of its letters or lines.
    pub fn color(self, tone: Tone) -> Self {
        self.style(|style| style.color = tone)
    }

    /// The colour of its ground.
    pub fn ground(self, tone: Tone) -> Self {
        self.style(|style| style.ground = Some(tone))
    }
}
