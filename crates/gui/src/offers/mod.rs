//! What a person could do on a screen.

mod kinds;

use crate::event::{Direction, Event, Key, KeyboardAction, Orientation, Pinch};
use crate::layout::{Layout, Node, NodeId};
use crate::selector::{Selector, Selectors};
use crate::widget::{Flag, Rect};

/// The most leaves of a clickable container that are offered one by one; one that holds more is a page, not a button.
const MAX_LEAVES: u32 = 8;

/// Something that a person could do on a screen. [`Offer::event`] puts it into words that hold elsewhere too.
///
/// What to type into a text box is left open, for whoever explores to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offer {
    /// Something done to a widget.
    Touch {
        /// The widget.
        node: NodeId,
        /// What is done.
        gesture: Gesture,
    },
    /// A key of the phone.
    Key(Key),
    /// The phone turned.
    Rotate(Orientation),
}

/// What can be done to a widget. See the [`Event`] of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is described with the event of its name")]
pub enum Gesture {
    Tap,
    DoubleTap,
    LongTap,
    Edit,
    Submit(KeyboardAction),
    Scroll(Direction),
    Swipe(Direction),
    Pinch(Pinch),
}

impl Layout {
    /// Everything that a person could sensibly do here, in reading order, then keys and turning the phone.
    ///
    /// Widgets without area, disabled or hidden offer nothing. Nor do the keyboard, whose keys are for
    /// [`Event::Edit`] and [`Event::Submit`], and the status and navigation bars, which do not belong to the app;
    /// unless nothing else is on screen. Dialogs of the system, such as for permissions, are offered like the app's own.
    ///
    /// - **Tap** what is clickable or checkable, and the labelled leaves of a clickable container, up to eight: a
    ///   row's icon may do something else than the row. **Double tap** what is clickable, **long tap** what says so.
    /// - **Edit** text boxes; **submit** and **enter** in the one with the focus: search where it is for searching.
    /// - **Scroll** what is scrollable, in the directions its class or its children's order suggests; all four where
    ///   neither does, and web pages always.
    /// - **Swipe** list rows sideways, drawers open, lists down to refresh, sliders both ways.
    /// - **Pinch** web pages, maps, drawing surfaces, and images that fill at least a quarter of the screen.
    pub fn offers(&self) -> Vec<Offer> {
        let screen = screen_of(self);
        let taps = Taps::new(self);
        let mut offers = Vec::new();
        let mut typing = false;
        for node in reachable(self) {
            typing |= kinds::is_typing(node);
            let gestures = taps.gestures(node).into_iter().chain(gestures(node, screen));
            offers.extend(gestures.map(|gesture| Offer::Touch { node: node.id(), gesture }));
        }
        let keys = [Key::Back, Key::Home, Key::Menu, Key::Recents, Key::VolumeUp, Key::VolumeDown];
        offers.extend(typing.then_some(Offer::Key(Key::Enter)));
        offers.extend(keys.map(Offer::Key));
        offers.push(Offer::Rotate(other_orientation(self, screen)));
        offers
    }

    /// Taps that may do something although nothing on the screen says that it reacts to any: an app that listens to touches
    /// itself does not tell. Labelled leaves, or all leaves where none is labelled; nothing where something says so, nor what
    /// stands in a disabled button.
    pub fn guesses(&self) -> Vec<Offer> {
        let reacts = |node: Node<'_>| is_tappable(node) || node.is(Flag::Editable);
        if reachable(self).any(reacts) {
            return Vec::new();
        }
        let taps = Taps::new(self);
        let is_free = |node: &Node<'_>| {
            node.is_leaf() && !is_frame(*node) && taps.around[node.id().0 as usize].is_none()
        };
        let leaves: Vec<Node<'_>> = reachable(self).filter(is_free).collect();
        let any = !leaves.iter().any(|&leaf| is_labelled_leaf(leaf));
        let likely = leaves.into_iter().filter(|&leaf| any || is_labelled_leaf(leaf));
        likely.map(|leaf| Offer::Touch { node: leaf.id(), gesture: Gesture::Tap }).collect()
    }

    /// The [`offers`](Layout::offers) as events; text boxes get a plain sample text such as `milk`.
    pub fn events(&self) -> Vec<Event> {
        let selectors = self.selectors();
        let event = |offer: Offer| {
            let text = match offer {
                Offer::Touch { node, gesture: Gesture::Edit } => kinds::sample_text(self.node(node)),
                _ => "",
            };
            offer.event(&selectors, text)
        };
        self.offers().into_iter().map(event).collect()
    }
}

impl Offer {
    /// The event to perform. `selectors` are those of the layout that made the offer; `text` is what an
    /// [`Event::Edit`] types, and of no account to others.
    pub fn event(self, selectors: &Selectors<'_>, text: &str) -> Event {
        self.event_on(|node| selectors.of(node), text)
    }

    /// The same for one offer alone of those that the layout made: nothing else on it is given a name.
    pub fn event_in(self, layout: &Layout, text: &str) -> Event {
        self.event_on(|node| Selector::of(layout.node(node)), text)
    }

    fn event_on(self, selector: impl Fn(NodeId) -> Selector, text: &str) -> Event {
        let (node, gesture) = match self {
            Offer::Key(key) => return Event::Key { key },
            Offer::Rotate(to) => return Event::Rotate { to },
            Offer::Touch { node, gesture } => (node, gesture),
        };
        let target = selector(node);
        match gesture {
            Gesture::Tap => Event::Tap { target },
            Gesture::DoubleTap => Event::DoubleTap { target },
            Gesture::LongTap => Event::LongTap { target },
            Gesture::Edit => Event::Edit { target, text: text.to_owned() },
            Gesture::Submit(action) => Event::Submit { target, action },
            Gesture::Scroll(toward) => Event::Scroll { target, toward },
            Gesture::Swipe(toward) => Event::Swipe { target, toward },
            Gesture::Pinch(fingers) => Event::Pinch { target, fingers },
        }
    }

    /// The widget it is done to, if it is done to one.
    pub fn node(self) -> Option<NodeId> {
        if let Offer::Touch { node, .. } = self { Some(node) } else { None }
    }
}

/// The app's widgets that can be reached; where there are none of the app, those of the phone.
fn reachable(layout: &Layout) -> impl Iterator<Item = Node<'_>> {
    let alone = layout.nodes().all(kinds::is_not_the_apps);
    layout.nodes().filter(move |&node| is_reachable(node) && (alone || !kinds::is_not_the_apps(node)))
}

fn is_reachable(node: Node<'_>) -> bool {
    node.is(Flag::Visible) && node.is(Flag::Enabled) && !node.bounds().is_empty()
}

/// Which widgets can be tapped, and how.
struct Taps {
    /// Per widget, the nearest one around it that reacts to taps.
    around: Vec<Option<NodeId>>,
    /// Per widget that reacts to taps, how many labelled leaves it is around.
    leaves: Vec<u32>,
}

impl Taps {
    fn new(layout: &Layout) -> Taps {
        let mut taps = Taps { around: Vec::with_capacity(layout.len()), leaves: vec![0; layout.len()] };
        for node in layout.nodes() {
            let around = node.parent().and_then(|parent| {
                if is_tappable(parent) { Some(parent.id()) } else { taps.around[parent.id().0 as usize] }
            });
            taps.around.push(around);
            if let Some(container) = around.filter(|_| is_labelled_leaf(node)) {
                taps.leaves[container.0 as usize] += 1;
            }
        }
        taps
    }

    fn gestures(&self, node: Node<'_>) -> Vec<Gesture> {
        let mut gestures = Vec::new();
        let part_of_button = || {
            let container = self.around[node.id().0 as usize].filter(|_| is_labelled_leaf(node));
            container.is_some_and(|container| {
                self.leaves[container.0 as usize] <= MAX_LEAVES && is_reachable(node.layout().node(container))
            })
        };
        if is_tappable(node) || part_of_button() {
            gestures.push(Gesture::Tap);
        }
        if node.is(Flag::Clickable) && !node.is(Flag::Editable) {
            gestures.push(Gesture::DoubleTap);
        }
        if node.is(Flag::LongClickable) {
            gestures.push(Gesture::LongTap);
        }
        gestures
    }
}

fn is_tappable(node: Node<'_>) -> bool {
    node.is(Flag::Clickable) || node.is(Flag::Checkable)
}

fn is_labelled_leaf(node: Node<'_>) -> bool {
    node.is_leaf()
        && !(node.text().is_empty() && node.content_desc().is_empty() && node.short_id().is_empty())
}

/// Whether Android put it there: what stands behind the bars, for instance.
fn is_frame(node: Node<'_>) -> bool {
    node.resource_id().starts_with("android:") && node.text().is_empty() && node.content_desc().is_empty()
}

/// What can be done besides tapping.
fn gestures(node: Node<'_>, screen: Rect) -> Vec<Gesture> {
    let mut gestures = Vec::new();
    if node.is(Flag::Editable) {
        gestures.push(Gesture::Edit);
    }
    if kinds::is_typing(node) {
        gestures.push(Gesture::Submit(kinds::keyboard_action(node)));
    }
    gestures.extend(kinds::scrolls(node).iter().copied().map(Gesture::Scroll));
    gestures.extend(kinds::swipes(node).iter().copied().map(Gesture::Swipe));
    if kinds::is_zoomable(node, screen) {
        gestures.extend([Pinch::Apart, Pinch::Together].map(Gesture::Pinch));
    }
    gestures
}

/// The largest root: bars, keyboards and dialogs are smaller than the app behind them.
fn screen_of(layout: &Layout) -> Rect {
    layout.roots().map(Node::bounds).max_by_key(|bounds| kinds::area(*bounds)).unwrap_or_default()
}

fn other_orientation(layout: &Layout, screen: Rect) -> Orientation {
    let turned = layout.windows().first().is_some_and(|window| window.info.rotation % 2 == 1);
    let lies = if screen.is_empty() { turned } else { screen.width() > screen.height() };
    if lies { Orientation::Portrait } else { Orientation::Landscape }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::screen;

    /// The touches that a screen offers, as a person tells them.
    fn touches(text: &str) -> Vec<String> {
        let layout = screen(text);
        layout.events().iter().filter(|event| event.target().is_some()).map(Event::to_string).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(touches(text), expected);
    }

    #[test]
    fn buttons_and_boxes() {
        check(
            r#"
            LinearLayout
              TextView "Shopping"
              Button #save "Save" (clickable, long-clickable)
              CheckBox #done (checkable)
            "#,
            &["tapped #save", "tapped #save twice, quickly", "long-tapped #save", "tapped #done"],
        );
    }

    #[test]
    fn what_cannot_be_reached_offers_nothing() {
        check(
            r#"
            LinearLayout
              Button #a (clickable, disabled)
              Button #b (clickable, hidden)
              Button #c (clickable) [5,5][5,90]
              LinearLayout #d (clickable, disabled)
                TextView "Label"
            "#,
            &[],
        );
    }

    #[test]
    fn labelled_leaves_of_a_clickable_row() {
        check(
            r#"
            LinearLayout #row (clickable)
              ImageView
              FrameLayout
                ImageView #star
              TextView "Milk"
            "#,
            &["tapped #row", "tapped #row twice, quickly", "tapped #star", r#"tapped text "Milk""#],
        );
    }

    #[test]
    fn a_page_that_is_clickable_is_one_target() {
        let page = "FrameLayout #page (clickable)\n".to_owned() + &"  TextView #line\n".repeat(9);
        check(&page, &["tapped #page", "tapped #page twice, quickly"]);
    }

    #[test]
    fn guesses_where_nothing_says_that_it_reacts() {
        let guessed = |text: &str| -> Vec<String> {
            let layout = screen(text);
            let selectors = layout.selectors();
            layout.guesses().iter().map(|offer| offer.event(&selectors, "").to_string()).collect()
        };
        let tiles = r#"
            LinearLayout
              LinearLayout #diary
                ImageView
                TextView "Diary"
              TextView "Film"
              Button #save (clickable, disabled)
              LinearLayout (clickable, disabled)
                TextView "Loading"
            "#;
        assert_eq!(guessed(tiles), [r#"tapped text "Diary""#, r#"tapped text "Film""#]);
        assert_eq!(
            guessed("FrameLayout\n  View #android:id/statusBarBackground\n  ImageView"),
            ["tapped ImageView"],
            "a board that the app draws"
        );
        assert!(guessed("LinearLayout\n  TextView \"Film\"\n  Button #ok (clickable)").is_empty());
        assert!(guessed("LinearLayout\n  TextView \"Film\"\n  EditText #note").is_empty());
    }

    #[test]
    fn text_boxes() {
        check(
            r#"
            LinearLayout
              EditText #note (clickable)
              EditText #mail_address (disabled)
              EditText #query hint "Search notes" (focused)
              EditText #email
            "#,
            &[
                "tapped #note",
                "typed “milk” into #note",
                "typed “milk” into #query",
                "pressed search on the keyboard in #query",
                "typed “milk@example.com” into #email",
            ],
        );
    }

    #[test]
    fn keys_and_turning_the_phone() {
        let phone = |text: &str| {
            let events = screen(text).events();
            events.iter().filter(|event| event.target().is_none()).map(Event::to_string).collect::<Vec<_>>()
        };
        let keys = [
            "pressed back",
            "pressed home",
            "pressed menu",
            "pressed recents",
            "pressed volume up",
            "pressed volume down",
        ];
        let with = |first: &[&'static str], last| [first, &keys, &[last]].concat();
        assert_eq!(phone("View [0,0][100,200]"), with(&[], "turned the phone to landscape"));
        assert_eq!(phone("View [0,0][200,100]"), with(&[], "turned the phone to portrait"));
        assert_eq!(
            phone("EditText (focused) [0,0][100,200]"),
            with(&["pressed enter"], "turned the phone to landscape")
        );
        assert_eq!(phone(""), with(&[], "turned the phone to landscape"));
    }

    #[test]
    fn bars_and_the_keyboard_are_not_the_app() {
        check(
            r#"
            window (application)
            FrameLayout
              Button #ok (clickable)
            FrameLayout @com.android.systemui
              Button #home @com.android.systemui (clickable)
            window (input method)
            FrameLayout
              Button "q" (clickable)
            "#,
            &["tapped #ok", "tapped #ok twice, quickly"],
        );
        check(
            "Button #start_now @com.android.systemui (clickable)",
            &["tapped #start_now", "tapped #start_now twice, quickly"],
        );
    }
}
