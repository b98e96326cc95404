//! The attributes a dump may have, and how their values read.

use super::warning::WarningKind;
use super::xml::{Scanner, Span};
use crate::widget::{Flag, Rect};

/// An attribute with a field of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Class,
    ResourceId,
    Text,
    ContentDesc,
    Package,
    Hint,
    Bounds,
    Index,
    DrawingOrder,
    Displayed,
    Flag(Flag),
}

/// The attributes in the order in which uiautomator prints them, as it prints them; those that
/// most dumps do not have are left out.
pub(super) const USUAL_ORDER: [(&[u8], Known); 19] = [
    (b" index=\"", Known::Index),
    (b" text=\"", Known::Text),
    (b" resource-id=\"", Known::ResourceId),
    (b" class=\"", Known::Class),
    (b" package=\"", Known::Package),
    (b" content-desc=\"", Known::ContentDesc),
    (b" checkable=\"", Known::Flag(Flag::Checkable)),
    (b" checked=\"", Known::Flag(Flag::Checked)),
    (b" clickable=\"", Known::Flag(Flag::Clickable)),
    (b" enabled=\"", Known::Flag(Flag::Enabled)),
    (b" focusable=\"", Known::Flag(Flag::Focusable)),
    (b" focused=\"", Known::Flag(Flag::Focused)),
    (b" scrollable=\"", Known::Flag(Flag::Scrollable)),
    (b" long-clickable=\"", Known::Flag(Flag::LongClickable)),
    (b" password=\"", Known::Flag(Flag::Password)),
    (b" selected=\"", Known::Flag(Flag::Selected)),
    (b" bounds=\"", Known::Bounds),
    (b" drawing-order=\"", Known::DrawingOrder),
    (b" hint=\"", Known::Hint),
];

impl Known {
    #[inline]
    pub(super) fn from_name(name: &[u8]) -> Option<Known> {
        Some(match name {
            b"index" => Known::Index,
            b"text" => Known::Text,
            b"resource-id" => Known::ResourceId,
            b"class" => Known::Class,
            b"package" => Known::Package,
            b"content-desc" => Known::ContentDesc,
            b"checkable" => Known::Flag(Flag::Checkable),
            b"checked" => Known::Flag(Flag::Checked),
            b"clickable" => Known::Flag(Flag::Clickable),
            b"enabled" => Known::Flag(Flag::Enabled),
            b"focusable" => Known::Flag(Flag::Focusable),
            b"focused" => Known::Flag(Flag::Focused),
            b"scrollable" => Known::Flag(Flag::Scrollable),
            b"long-clickable" => Known::Flag(Flag::LongClickable),
            b"password" => Known::Flag(Flag::Password),
            b"selected" => Known::Flag(Flag::Selected),
            b"bounds" => Known::Bounds,
            b"drawing-order" => Known::DrawingOrder,
            b"hint" => Known::Hint,
            b"visible-to-user" => Known::Flag(Flag::Visible),
            b"displayed" => Known::Displayed,
            b"NAF" => Known::Flag(Flag::Naf),
            b"editable" => Known::Flag(Flag::Editable),
            _ => return None,
        })
    }

    /// One bit per attribute, to notice those that stand twice.
    pub(super) fn bit(self) -> u32 {
        1 << match self {
            Known::Flag(flag) => flag as u32,
            Known::Class => 16,
            Known::ResourceId => 17,
            Known::Text => 18,
            Known::ContentDesc => 19,
            Known::Package => 20,
            Known::Hint => 21,
            Known::Bounds => 22,
            Known::Index => 23,
            Known::DrawingOrder => 24,
            Known::Displayed => 25,
        }
    }
}

#[inline]
pub(super) fn parse_flag(scanner: &mut Scanner<'_>, value: Span) -> bool {
    match scanner.bytes(value) {
        b"false" => false,
        b"true" => true,
        _ => {
            scanner.warnings.add(WarningKind::BadFlag, scanner.pos());
            false
        }
    }
}

pub(super) fn parse_u32(scanner: &mut Scanner<'_>, value: Span) -> u32 {
    match scanner.bytes(value) {
        [digit @ b'0'..=b'9'] => u32::from(digit - b'0'),
        _ => scanner.str(value).parse().unwrap_or_else(|_| {
            scanner.warnings.add(WarningKind::BadNumber, scanner.pos());
            0
        }),
    }
}

pub(super) fn parse_i32(scanner: &mut Scanner<'_>, value: Span) -> i32 {
    scanner.str(value).parse().unwrap_or_else(|_| {
        scanner.warnings.add(WarningKind::BadNumber, scanner.pos());
        0
    })
}

pub(super) fn parse_bounds(scanner: &mut Scanner<'_>, value: Span) -> Rect {
    bounds(scanner.bytes(value)).unwrap_or_else(|| {
        scanner.warnings.add(WarningKind::BadBounds, scanner.pos());
        Rect::default()
    })
}

/// `[0,84][1080,2400]`; edges may be negative.
fn bounds(bytes: &[u8]) -> Option<Rect> {
    let (left, rest) = number(bytes.strip_prefix(b"[")?)?;
    let (top, rest) = number(rest.strip_prefix(b",")?)?;
    let (right, rest) = number(rest.strip_prefix(b"][")?)?;
    let (bottom, rest) = number(rest.strip_prefix(b",")?)?;
    (rest == b"]").then_some(Rect { left, top, right, bottom })
}

fn number(bytes: &[u8]) -> Option<(i32, &[u8])> {
    let (negative, digits) = bytes.strip_prefix(b"-").map_or((false, bytes), |rest| (true, rest));
    let mut value = 0i64;
    let mut len = 0;
    while let Some(digit @ b'0'..=b'9') = digits.get(len) {
        // Ten digits hold every i32; more would be nonsense and could overflow.
        if len == 10 {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
        len += 1;
    }
    let value = i32::try_from(if negative { -value } else { value }).ok()?;
    (len > 0).then(|| (value, &digits[len..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_as_phones_print_them() {
        for (text, expected) in [
            ("[0,84][1080,2400]", Some(Rect::new(0, 84, 1080, 2400))),
            ("[-12,0][5,-3]", Some(Rect::new(-12, 0, 5, -3))),
            ("[-2147483648,0][2147483647,0]", Some(Rect::new(i32::MIN, 0, i32::MAX, 0))),
            ("[2147483648,0][0,0]", None),
            ("[00000000001,0][0,0]", None),
            ("[,0][0,0]", None),
            ("[-,0][0,0]", None),
            ("[0,84][1080,2400", None),
            ("[0,84][1080,2400] ", None),
            ("", None),
        ] {
            assert_eq!(bounds(text.as_bytes()), expected, "{text}");
        }
    }
}
