//! What one widget is made of, apart from its place in the tree.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Everything a dump says of one widget, borrowed from wherever it was read.
///
/// Missing strings are empty: uiautomator prints `text=""` for a widget without text, and tools that leave the
/// attribute out mean the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Widget<'a> {
    /// The class that the accessibility service reports, `android.widget.Button`.
    pub class: &'a str,
    /// `com.example:id/save`.
    pub resource_id: &'a str,
    /// The visible text.
    pub text: &'a str,
    /// What a screen reader says instead of or besides the text.
    pub content_desc: &'a str,
    /// The package that drew the widget.
    pub package: &'a str,
    /// The grey text of an empty text box.
    pub hint: &'a str,
    /// Where on the screen, clipped to it.
    pub bounds: Rect,
    /// The position among the parent's children; has gaps, since invisible children are not printed.
    pub index: u32,
    /// The order of drawing among siblings where the phone tells it, else 0.
    pub drawing_order: u32,
    /// The yes-or-no attributes.
    pub flags: Flags,
    /// Attributes we have no field for, in the order printed.
    pub extras: Vec<(&'a str, &'a str)>,
}

impl Default for Widget<'_> {
    /// An enabled, visible widget without any text.
    fn default() -> Self {
        Widget {
            class: "",
            resource_id: "",
            text: "",
            content_desc: "",
            package: "",
            hint: "",
            bounds: Rect::default(),
            index: 0,
            drawing_order: 0,
            flags: Flags::default(),
            extras: Vec::new(),
        }
    }
}

/// Whether text can be typed into a widget of this class, judged by the class name alone.
///
/// uiautomator does not print it. Compose text fields report themselves as `android.widget.EditText` too.
pub(crate) fn class_is_editable(class: &str) -> bool {
    // Runs for every widget of every dump, so it does not search the same name twice.
    let bytes = class.as_bytes();
    let start = bytes.iter().rposition(|b| matches!(b, b'.' | b'$')).map_or(0, |at| at + 1);
    let name = &bytes[start..];
    (0..name.len()).any(|at| match name[at] {
        b'E' => name[at..].starts_with(b"EditText"),
        b'A' => name[at..].starts_with(b"AutoComplete"),
        _ => false,
    })
}

/// A rectangle in pixels; `right` and `bottom` lie just outside.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[i32; 4]", into = "[i32; 4]")]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// First column to the right of it.
    pub right: i32,
    /// First row below it.
    pub bottom: i32,
}

impl Rect {
    /// The rectangle with these edges.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Rect {
        Rect { left, top, right, bottom }
    }

    /// Width; 0 where a phone printed the edges the wrong way round.
    pub fn width(self) -> u32 {
        u32::try_from(i64::from(self.right) - i64::from(self.left)).unwrap_or(0)
    }

    /// Height; 0 where a phone printed the edges the wrong way round.
    pub fn height(self) -> u32 {
        u32::try_from(i64::from(self.bottom) - i64::from(self.top)).unwrap_or(0)
    }

    /// Whether no finger can hit it.
    pub fn is_empty(self) -> bool {
        self.width() == 0 || self.height() == 0
    }

    /// The pixel in the middle.
    pub fn center(self) -> (i32, i32) {
        let middle = |a: i32, b: i32| i32::midpoint(a, b);
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    /// Whether `other` lies wholly inside.
    pub fn contains(self, other: Rect) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }
}

impl fmt::Display for Rect {
    /// As uiautomator prints it: `[0,84][1080,2400]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}][{},{}]", self.left, self.top, self.right, self.bottom)
    }
}

impl From<[i32; 4]> for Rect {
    fn from([left, top, right, bottom]: [i32; 4]) -> Rect {
        Rect { left, top, right, bottom }
    }
}

impl From<Rect> for [i32; 4] {
    fn from(rect: Rect) -> [i32; 4] {
        [rect.left, rect.top, rect.right, rect.bottom]
    }
}

/// Names each flag once: its variant, its attribute in the dump, its meaning.
macro_rules! flags {
    ($($variant:ident $name:literal $doc:literal),+ $(,)?) => {
        /// A yes-or-no attribute of a widget.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Flag { $(#[doc = $doc] $variant),+ }

        impl Flag {
            /// All flags, in the order in which uiautomator prints them.
            pub const ALL: &'static [Flag] = &[$(Flag::$variant),+];

            /// The attribute's name in a dump.
            pub const fn name(self) -> &'static str {
                match self { $(Flag::$variant => $name),+ }
            }
        }
    };
}

flags! {
    Naf "NAF" "Not accessibility friendly: can be tapped, has neither text nor description.",
    Checkable "checkable" "Can be ticked.",
    Checked "checked" "Is ticked.",
    Clickable "clickable" "Reacts to a tap.",
    Enabled "enabled" "Is not greyed out.",
    Focusable "focusable" "Can hold the input focus.",
    Focused "focused" "Holds the input focus.",
    Scrollable "scrollable" "Can be scrolled.",
    LongClickable "long-clickable" "Reacts to a long tap.",
    Password "password" "Shows dots for what is typed.",
    Selected "selected" "Is chosen, as a tab is.",
    Visible "visible-to-user" "Can be seen at least in part.",
    Editable "editable" "Text can be typed into it.",
}

/// A set of [`Flag`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flags(u32);

impl Flags {
    /// No flag at all, not even enabled or visible.
    pub const NONE: Flags = Flags(0);

    /// These flags and no others.
    pub fn of(flags: &[Flag]) -> Flags {
        flags.iter().fold(Flags::NONE, |set, &flag| set.with(flag, true))
    }

    /// The set with one flag switched on or off.
    #[must_use]
    pub const fn with(self, flag: Flag, on: bool) -> Flags {
        let bit = 1 << flag as u32;
        Flags(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Whether the flag is on.
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u32) != 0
    }

    /// The set as a number: bit `n` is the `n`th of [`Flag::ALL`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set whose number this is; bits that mean nothing are dropped.
    pub const fn from_bits(bits: u32) -> Flags {
        Flags(bits & ((1 << Flag::ALL.len()) - 1))
    }

    /// The flags that are on.
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.iter().copied().filter(move |&flag| self.has(flag))
    }
}

impl Default for Flags {
    /// What a widget is when a dump does not say otherwise: enabled and visible.
    fn default() -> Flags {
        Flags::NONE.with(Flag::Enabled, true).with(Flag::Visible, true)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_the_wrong_way_round_have_no_area() {
        let flipped = Rect::new(10, 20, 5, 10);
        assert_eq!((flipped.width(), flipped.height()), (0, 0));
        assert!(flipped.is_empty());
        assert_eq!(Rect::new(i32::MIN, 0, i32::MAX, 1).width(), u32::MAX);
    }

    #[test]
    fn flags_survive_their_number() {
        let flags = Flags::of(&[Flag::Checked, Flag::Editable]);
        assert_eq!(Flags::from_bits(flags.bits()), flags);
        assert_eq!(Flags::from_bits(u32::MAX).iter().count(), Flag::ALL.len());
    }

    #[test]
    fn text_boxes_are_known_by_their_class() {
        for (class, editable) in [
            ("android.widget.EditText", true),
            ("com.google.android.material.textfield.TextInputEditText", true),
            ("android.widget.AutoCompleteTextView", true),
            ("android.widget.TextView", false),
            ("com.edittext.app.Label", false),
        ] {
            assert_eq!(class_is_editable(class), editable, "{class}");
        }
    }
}
