//! What a widget is for, judged by its class and names.

use crate::event::{Direction, KeyboardAction};
use crate::layout::Node;
use crate::widget::{Flag, Rect};

const VERTICAL: &[Direction] = &[Direction::Down, Direction::Up];
const SIDEWAYS: &[Direction] = &[Direction::Right, Direction::Left];
const ALL: &[Direction] = &[Direction::Down, Direction::Up, Direction::Right, Direction::Left];

/// The directions in which a widget scrolls.
pub(super) fn scrolls(node: Node<'_>) -> &'static [Direction] {
    let class = node.short_class();
    let has = |names: &[&str]| names.iter().any(|name| class.contains(name));
    let is_page = || node.parent().is_some_and(|parent| parent.short_class().contains("Pager"));
    match () {
        () if has(&["WebView"]) => ALL,
        () if !node.is(Flag::Scrollable) => &[],
        () if has(&["Horizontal", "Pager", "TabLayout", "Gallery", "Carousel"]) => SIDEWAYS,
        // A ViewPager2 turns the pages of a RecyclerView inside it.
        () if has(&["RecyclerView"]) && (is_page() || children_stand_side_by_side(node)) => SIDEWAYS,
        () if has(&["RecyclerView", "ListView", "GridView", "ScrollView"]) => VERTICAL,
        () => ALL,
    }
}

/// The directions in which a quick swipe means something: rows, drawers, lists that refresh, sliders.
pub(super) fn swipes(node: Node<'_>) -> &'static [Direction] {
    let is_row = node.parent().is_some_and(|list| {
        let class = list.short_class();
        (class.contains("RecyclerView") || class.contains("ListView")) && scrolls(list) != SIDEWAYS
    });
    let class = node.short_class();
    match () {
        () if is_row || class.contains("SeekBar") || class.contains("Slider") => SIDEWAYS,
        () if class.contains("DrawerLayout") => &[Direction::Right],
        () if class.contains("SwipeRefresh") => &[Direction::Down],
        () => &[],
    }
}

/// Whether two fingers make it larger and smaller.
pub(super) fn is_zoomable(node: Node<'_>, screen: Rect) -> bool {
    let class = node.short_class();
    let has = |names: &[&str]| names.iter().any(|name| class.contains(name));
    has(&["WebView", "Map", "SurfaceView", "TextureView", "Zoom", "PhotoView", "TouchImage", "ScaleImage"])
        || (has(&["Image"]) && !has(&["Button"]) && area(node.bounds()) * 4 >= area(screen))
}

/// Whether the keyboard types into it.
pub(super) fn is_typing(node: Node<'_>) -> bool {
    node.is(Flag::Editable) && node.is(Flag::Focused)
}

/// What the keyboard's lower right key says. A dump does not tell, so a box named for searching is for searching.
pub(super) fn keyboard_action(node: Node<'_>) -> KeyboardAction {
    let is_search = node.short_class().contains("Search") || is_named(node, &["search"]);
    if is_search { KeyboardAction::Search } else { KeyboardAction::Done }
}

/// A plain text that such a text box is likely to take.
pub(super) fn sample_text(node: Node<'_>) -> &'static str {
    match () {
        () if is_named(node, &["mail"]) => "milk@example.com",
        () if is_named(node, &["phone", "number", "amount", "quantity", "price"]) => "42",
        () => "milk",
    }
}

fn is_named(node: Node<'_>, words: &[&str]) -> bool {
    [node.short_id(), node.hint(), node.content_desc()].iter().any(|name| {
        let name = name.to_lowercase();
        words.iter().any(|word| name.contains(word))
    })
}

/// Whether it belongs to the status or navigation bar or to the keyboard.
pub(super) fn is_not_the_apps(node: Node<'_>) -> bool {
    let package = node.package();
    let window = node.layout().windows().get(node.window());
    let kind = window.and_then(|window| window.info.details.as_ref()).map_or("", |details| &details.kind);
    // "input method", "INPUT_METHOD", "TYPE_INPUT_METHOD"
    let is_keyboard = kind.len() < 30 && kind.to_lowercase().replace('_', " ").contains("input method");
    is_keyboard
        || package == "com.android.systemui"
        || ["inputmethod", "honeyboard", "swiftkey"].iter().any(|keyboard| package.contains(keyboard))
}

/// One line of children, as in a carousel; a grid of one line is taken for it too.
fn children_stand_side_by_side(node: Node<'_>) -> bool {
    let mut children = node.children().map(Node::bounds);
    let Some(mut last) = children.next() else { return false };
    let mut several = false;
    for child in children {
        if child.left < last.right || child.top >= last.bottom || last.top >= child.bottom {
            return false;
        }
        (several, last) = (true, child);
    }
    several
}

pub(super) fn area(rect: Rect) -> u64 {
    u64::from(rect.width()) * u64::from(rect.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::screen;

    #[test]
    fn directions_follow_class_and_children() {
        for (text, expected) in [
            ("ScrollView (scrollable)", VERTICAL),
            ("HorizontalScrollView (scrollable)", SIDEWAYS),
            ("ScrollView", &[]),
            ("WebView", ALL),
            ("View (scrollable)", ALL),
            ("RecyclerView (scrollable)\n  View [0,0][9,9]\n  View [0,9][9,18]", VERTICAL),
            ("RecyclerView (scrollable)\n  View [0,0][9,9]\n  View [9,0][18,9]", SIDEWAYS),
            ("GridView (scrollable)\n  View [0,0][9,9]\n  View [9,0][18,9]", VERTICAL),
        ] {
            assert_eq!(scrolls(screen(text).node(crate::NodeId(0))), expected, "{text}");
        }
        let pager = screen("ViewPager2\n  RecyclerView (scrollable)\n    View");
        assert_eq!(scrolls(pager.node(crate::NodeId(1))), SIDEWAYS);
    }

    #[test]
    fn rows_are_swiped_away_and_drawers_open() {
        for (text, at, expected) in [
            ("ListView\n  View", 1, SIDEWAYS),
            ("GridView\n  View", 1, &[]),
            ("SeekBar", 0, SIDEWAYS),
            ("androidx.drawerlayout.widget.DrawerLayout", 0, &[Direction::Right]),
            ("SwipeRefreshLayout", 0, &[Direction::Down]),
        ] {
            assert_eq!(swipes(screen(text).node(crate::NodeId(at))), expected, "{text}");
        }
    }

    #[test]
    fn icons_are_not_zoomed_but_pictures_are() {
        let display = Rect::new(0, 0, 100, 200);
        for (text, expected) in [
            ("ImageView [0,0][100,50]", true),
            ("ImageView [0,0][20,20]", false),
            ("ImageButton [0,0][100,200]", false),
            ("MapView [0,0][20,20]", true),
        ] {
            assert_eq!(is_zoomable(screen(text).node(crate::NodeId(0)), display), expected, "{text}");
        }
    }
}
