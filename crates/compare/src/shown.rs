//! A screen as a person sees it.

use gui::{Layout, Node, NodeId, Rect};
use vision::{Area, Image};

use crate::structure::{is_cut_off, is_typed_into, scrolling};

/// The pixels of a screen, four bytes each.
#[derive(Debug, Clone, Copy)]
pub struct Pixels<'a> {
    /// How wide the screen is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
    /// Row by row.
    pub rgba: &'a [u8],
}

/// A screen as a person sees it: its widgets, its picture where one was taken, and what its phone is like.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The widgets.
    pub layout: &'a Layout,
    /// The picture.
    pub pixels: Option<Pixels<'a>>,
    /// Dots per inch.
    pub density_dpi: u32,
    /// The size of letters in percent.
    pub font_percent: u16,
    /// Whether dark mode is on.
    pub dark: bool,
    /// The language, without its region.
    pub language: &'a str,
}

impl<'a> Shown<'a> {
    /// Pixels as density-independent ones.
    pub(crate) fn dp(&self, px: u32) -> f64 {
        f64::from(px) * 160.0 / f64::from(self.density_dpi.max(1))
    }

    /// Whether people of this language write from right to left.
    pub(crate) fn is_right_to_left(&self) -> bool {
        ["ar", "he", "iw", "fa", "ur", "yi", "ji"].contains(&self.language)
    }

    /// What a widget looks like; `None` without a picture.
    pub(crate) fn crop(&self, node: Node<'_>) -> Option<Image> {
        let Pixels { width, height, rgba } = self.pixels?;
        let Rect { left, top, right, bottom } = node.bounds();
        Image::crop(width, height, rgba, Area { left, top, right, bottom })
    }

    /// The screen's size: that of its picture, or of its largest window.
    pub(crate) fn size(&self) -> (u32, u32) {
        let roots = || self.layout.roots().map(Node::bounds);
        let of_layout =
            || (roots().map(Rect::width).max().unwrap_or(0), roots().map(Rect::height).max().unwrap_or(0));
        self.pixels.map_or_else(of_layout, |pixels| (pixels.width, pixels.height))
    }

    /// Whether all of a widget can be seen: not cut off by what scrolls it or by the screen, and not under anything else.
    pub(crate) fn is_whole(&self, node: Node<'a>) -> bool {
        let bounds = node.bounds();
        let (width, height) = self.size();
        let inside = bounds.left >= 0 && bounds.top >= 0;
        let inside = inside && bounds.right <= width as i32 && bounds.bottom <= height as i32;
        let in_scroll = scrolling(node).is_none_or(|scrolls| scrolls.bounds().contains(bounds));
        !bounds.is_empty()
            && inside
            && in_scroll
            && !is_cut_off(node)
            && !self.is_covered(node)
            && !self.is_typed_over(node)
    }

    /// Whether something else lies over it: what comes later in its window, or is in a window above.
    pub(crate) fn is_covered(&self, node: Node<'a>) -> bool {
        let end = NodeId(node.id().0 + node.subtree_size() as u32);
        let area = node.bounds();
        let over = |other: Node<'a>| {
            if other.window() == node.window() {
                // Frames without anything of their own cover nothing.
                other.id() >= end && other.is_leaf() && !other.bounds().is_empty()
            } else {
                other.window() < node.window() && other.parent().is_none()
            }
        };
        self.layout.nodes().any(|other| over(other) && overlap(area, other.bounds()).is_some())
    }

    /// Whether the keyboard may lie over it: no dump has the keyboard.
    fn is_typed_over(&self, node: Node<'a>) -> bool {
        is_typed_into(self.layout) && i64::from(node.bounds().bottom) * 2 > i64::from(self.size().1)
    }
}

/// What two areas share; `None` where they do not.
pub(crate) fn overlap(one: Rect, other: Rect) -> Option<Rect> {
    let shared = Rect::new(
        one.left.max(other.left),
        one.top.max(other.top),
        one.right.min(other.right),
        one.bottom.min(other.bottom),
    );
    (!shared.is_empty()).then_some(shared)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    fn check(text: &str, node: u32, whole: bool) {
        let layout = screen(text);
        let shown = Shown {
            layout: &layout,
            pixels: None,
            density_dpi: 160,
            font_percent: 100,
            dark: false,
            language: "en",
        };
        assert_eq!(shown.is_whole(layout.node(NodeId(node))), whole, "{text}");
    }

    #[test]
    fn what_is_cut_off_covered_or_below_the_keyboard_is_not_whole() {
        check("A [0,0][100,200]\n  B [0,0][50,50]", 1, true);
        check("A [0,0][100,200]\n  B [60,0][110,50]", 1, false);
        check("A [0,0][100,200]\n  B [0,0][50,50]\n  C [40,40][60,60]", 1, false);
        check("A [0,0][100,200]\n  B [0,0][50,50]\n  C [50,40][60,60]", 1, true);
        check("A [0,0][100,200]\n  EditText (focused) [0,0][50,20]\n  C [50,140][60,160]", 2, false);
        check("A [0,0][100,200]\n  EditText [0,0][50,20]\n  C [50,140][60,160]", 2, true);
    }
}
