//! Sizes, colours and the like.

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Color {
    /// The colour of `0xRRGGBB`.
    pub const fn rgb(hex: u32) -> Color {
        Color { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8 }
    }

    /// Material's indigo 600.
    pub const INDIGO: Color = Color::rgb(0x3949ab);
    /// Material's teal 700.
    pub const TEAL: Color = Color::rgb(0x00796b);
    /// Material's deep orange 700.
    pub const ORANGE: Color = Color::rgb(0xe64a19);
    /// Material's blue 700.
    pub const BLUE: Color = Color::rgb(0x1976d2);
    /// Material's purple 700.
    pub const PURPLE: Color = Color::rgb(0x7b1fa2);
    /// Material's green 700.
    pub const GREEN: Color = Color::rgb(0x388e3c);
    /// Material's pink 700.
    pub const PINK: Color = Color::rgb(0xc2185b);
}

/// A colour by its part in the theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tone {
    /// What the kind of widget has by itself.
    #[default]
    Usual,
    /// Grey, for what matters less.
    Muted,
    /// The app's colour.
    Primary,
    /// On the app's colour.
    OnPrimary,
    /// Red, for what destroys or is wrong.
    Danger,
    /// The ground of a card or sheet.
    Surface,
    /// This colour in light and dark mode alike.
    Fixed(Color),
}

/// How long a side of a widget is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Length {
    /// As long as what is inside.
    #[default]
    Content,
    /// All there is.
    Fill,
    /// So many density-independent pixels.
    Dp(u32),
}

/// Where children stand across the direction of their row or column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Align {
    #[default]
    Stretch,
    Start,
    Center,
    End,
}

/// Where a child stands in a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Gravity {
    #[default]
    TopStart,
    TopEnd,
    Center,
    BottomStart,
    BottomEnd,
}

/// The sizes of letters that Material knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TextSize {
    /// 12 sp.
    Small,
    /// 14 sp.
    #[default]
    Body,
    /// 16 sp.
    Large,
    /// 20 sp.
    Title,
    /// 32 sp.
    Display,
}

/// What the keyboard offers for a text box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Keyboard {
    #[default]
    Text,
    Number,
    Password,
}

/// How a widget is placed and painted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Style {
    /// Its width.
    pub width: Length,
    /// Its height.
    pub height: Length,
    /// Its share of the room left over in its row or column.
    pub grow: u8,
    /// Room inside its edge, in dp.
    pub padding: u8,
    /// Room between its children, in dp.
    pub gap: u8,
    /// Where its children stand across its direction.
    pub align: Align,
    /// Whether its children stand in the middle along its direction.
    pub centered: bool,
    /// Where it stands in a stack.
    pub gravity: Gravity,
    /// Whether what is inside runs from left to right in every language.
    pub left_to_right: bool,
    /// Whether its children go to a new line where there is no room left.
    pub wrap: bool,
    /// Its letters.
    pub size: TextSize,
    /// Whether its letters are bold.
    pub bold: bool,
    /// Whether its letters are struck through.
    pub struck: bool,
    /// After so many lines its text is cut off with an ellipsis; 0 is never.
    pub max_lines: u8,
    /// The colour of its letters or lines.
    pub color: Tone,
    /// Its ground.
    pub ground: Option<Tone>,
}
