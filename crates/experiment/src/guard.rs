//! What the user does not want touched.

use device::{Deed, Input, Point, deeds_for};
use gui::{Event, Flag, Key, Layout, Node, Rect, Selector};

/// Widgets that nobody may touch, whatever an experiment plans. Asked before each event is performed.
///
/// Every widget that a selector may mean is blocked, with all inside it. A blocked label blocks the button around it. What
/// an app does by itself is out of reach: the enter key in a text box may do what a blocked button does.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    blocked: Vec<Selector>,
}

impl Guard {
    /// Blocks these.
    pub fn new(blocked: Vec<Selector>) -> Guard {
        Guard { blocked }
    }

    /// Why the event must not be performed on a screen that shows `layout`; `None` where it may.
    ///
    /// Looks at the event's widget, at what lies under the fingers where they come down, and at the focus for keys that
    /// press it. An event that cannot be performed at all is none of its business.
    pub fn objection(&self, event: &Event, layout: &Layout) -> Option<String> {
        if self.blocked.is_empty() {
            return None;
        }
        let touched = touched(event, layout);
        self.blocked.iter().find_map(|selector| {
            let blocked = selector.all(layout);
            let hit = blocked
                .into_iter()
                .find(|&blocked| touched.iter().any(|&node| concerns(event, node, blocked)))?;
            Some(format!("it would touch {}, which {selector} blocks", hit.tell()))
        })
    }
}

/// The widgets that the event reaches: its target, what is under the fingers, what has the focus.
fn touched<'a>(event: &Event, layout: &'a Layout) -> Vec<Node<'a>> {
    let Ok(deeds) = deeds_for(event, layout) else { return Vec::new() };
    let target = event.target().and_then(|target| target.resolve(layout).ok()).map(|found| found.node);
    let fingers = deeds.iter().flat_map(fingers_of).flat_map(|at| under_the_finger(layout, at));
    let focus = layout.nodes().filter(|node| node.is(Flag::Focused) && presses_the_focus(event));
    target.into_iter().chain(fingers).chain(focus).collect()
}

/// Whether touching `node` in this way does something to the blocked widget.
fn concerns(event: &Event, node: Node<'_>, blocked: Node<'_>) -> bool {
    let is_inside = node == blocked || node.ancestors().any(|around| around == blocked);
    // A list is scrolled without pressing the rows whose labels it holds.
    let is_its_button =
        || !moves(event) && !reacts(blocked) && blocked.ancestors().find(|&n| reacts(n)) == Some(node);
    is_inside || is_its_button()
}

fn moves(event: &Event) -> bool {
    matches!(event, Event::Scroll { .. } | Event::Swipe { .. } | Event::Pinch { .. })
}

fn presses_the_focus(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter | Key::DpadCenter })
}

/// Where fingers come down.
fn fingers_of(deed: &Deed) -> Vec<Point> {
    match deed {
        Deed::Input(Input::Tap { at } | Input::DoubleTap { at } | Input::Hold { at, .. }) => vec![*at],
        Deed::Input(Input::Swipe { from, .. }) => vec![*from],
        Deed::Input(Input::Pinch { at, from, .. }) => {
            let apart = i32::try_from(*from).unwrap_or(i32::MAX);
            [-apart, apart].map(|aside| Point { x: at.x.saturating_add(aside), y: at.y }).to_vec()
        }
        _ => Vec::new(),
    }
}

/// What the eye sees at a pixel, and what feels the finger there: the uppermost widget, and the uppermost that reacts.
fn under_the_finger(layout: &Layout, at: Point) -> impl Iterator<Item = Node<'_>> {
    let here = move || layout.nodes().filter(move |node| node.is(Flag::Visible) && holds(node.bounds(), at));
    let height = |node: &Node<'_>| {
        let window = &layout.windows()[node.window()];
        (window.info.details.as_ref().map_or(0, |details| details.layer), node.id())
    };
    let seen = here().max_by_key(height);
    let feels = here().filter(|&node| reacts(node)).max_by_key(height);
    seen.into_iter().chain(feels)
}

fn reacts(node: Node<'_>) -> bool {
    [Flag::Clickable, Flag::LongClickable, Flag::Checkable, Flag::Editable]
        .into_iter()
        .any(|flag| node.is(flag))
}

fn holds(bounds: Rect, at: Point) -> bool {
    (bounds.left..bounds.right).contains(&at.x) && (bounds.top..bounds.bottom).contains(&at.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "<hierarchy rotation='0'><node class='android.widget.FrameLayout' bounds='[0,0][800,1600]'>\
        <node class='android.widget.ListView' resource-id='a:id/list' clickable='true' scrollable='true' bounds='[0,0][800,800]'>\
        <node class='android.widget.LinearLayout' resource-id='a:id/row' clickable='true' bounds='[0,0][800,200]'>\
        <node class='android.widget.TextView' text='Delete account' bounds='[0,0][300,200]'/></node>\
        <node class='android.widget.LinearLayout' resource-id='a:id/other' clickable='true' bounds='[0,200][800,400]'>\
        <node class='android.widget.TextView' text='Help' bounds='[0,200][300,400]'/></node></node>\
        <node class='android.widget.LinearLayout' resource-id='a:id/shop' bounds='[0,800][800,1600]'>\
        <node class='android.widget.Button' resource-id='a:id/pay' clickable='true' focused='true' bounds='[0,800][800,1000]'/>\
        <node class='android.widget.EditText' resource-id='a:id/card' clickable='true' bounds='[0,1000][800,1200]'/></node>\
        <node class='android.widget.Button' resource-id='a:id/floating' clickable='true' bounds='[350,850][450,950]'/>\
        <node class='android.view.View' resource-id='a:id/map' bounds='[0,1200][800,1400]'/>\
        <node class='android.widget.Button' resource-id='a:id/marker' clickable='true' bounds='[300,1250][500,1350]'/>\
        </node></hierarchy>";

    fn objection(blocked: &str, event: &str) -> Option<String> {
        let layout = Layout::parse(ACCOUNT.as_bytes()).unwrap().layout;
        Guard::new(vec![blocked.parse().unwrap()]).objection(&event.parse().unwrap(), &layout)
    }

    #[track_caller]
    fn blocks(blocked: &str, event: &str) {
        assert!(objection(blocked, event).is_some(), "{event} although {blocked} is blocked");
    }

    #[track_caller]
    fn allows(blocked: &str, event: &str) {
        assert_eq!(objection(blocked, event), None, "{event} while {blocked} is blocked");
    }

    #[test]
    fn a_blocked_widget_and_all_inside_is_left_alone() {
        blocks("#pay", "tap #pay");
        blocks("#pay", "long-tap #pay");
        blocks("#shop", "tap #pay");
        blocks("#shop", r#"type "4111" into #card"#);
        blocks("#card", "press done on the keyboard in #card");
        allows("#pay", "tap #card");
        allows("#pay", "press back");
    }

    #[test]
    fn the_reason_names_the_widget_and_the_selector() {
        assert_eq!(
            objection("Button #pay", "tap #pay").unwrap(),
            "it would touch Button #pay (clickable, focused) [0,800][800,1000], which Button #pay blocks"
        );
    }

    #[test]
    fn a_blocked_label_blocks_its_button_but_not_its_list() {
        blocks(r#"text "Delete account""#, "tap #row");
        allows(r#"text "Delete account""#, "tap #other");
        allows("#other", "scroll #list down");
        blocks("#row", "swipe #row left");
    }

    #[test]
    fn every_widget_that_may_be_meant_is_blocked() {
        blocks("TextView", "tap #row");
        blocks("TextView", "tap #other");
    }

    #[test]
    fn what_lies_under_the_finger_counts_and_what_covers_it_protects() {
        // Both fingers come down on the marker in the map's middle.
        blocks("#marker", "spread two fingers on #map");
        allows("#pay", "tap #floating");
    }

    #[test]
    fn keys_press_what_has_the_focus() {
        blocks("#pay", "press enter");
        blocks("#shop", "press center");
        allows("#card", "press enter");
        allows("#pay", "press down");
    }

    #[test]
    fn what_is_not_on_screen_blocks_nothing() {
        allows("#elsewhere", "tap #pay");
        allows("#pay", "tap #elsewhere");
    }
}
