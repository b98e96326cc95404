//! From what fingers did to what a person meant.

use device::{Change, Input, Point};
use gui::{Direction, Event, Flag, Layout, Node, Pinch, Selector};

/// What was done, as far as it could be told when it was done.
pub(super) enum Deed {
    /// This.
    Event(Event),
    /// Something was typed into this text box; what stands in it then, the next look tells.
    Typed { target: Selector, before: String, text: String },
    /// Something we have no event for.
    Noted(String),
}

impl Deed {
    pub(super) fn noted(note: String) -> Deed {
        Deed::Noted(note)
    }

    pub(super) fn of_input(input: &Input, layout: Option<&Layout>) -> Deed {
        let event = layout.and_then(|layout| event_of(input, layout));
        if let Some(event) = event {
            return Deed::Event(event);
        }
        match (input, layout.and_then(focused)) {
            (Input::Text { text }, Some(node)) => {
                Deed::Typed { target: Selector::of(node), before: node.text().to_owned(), text: text.clone() }
            }
            _ => Deed::Noted(input.to_string()),
        }
    }

    pub(super) fn of_change(change: &Change, app: &str) -> Deed {
        match change {
            Change::Rotate { to } => Deed::Event(Event::Rotate { to: *to }),
            Change::System { event } => Deed::Event(Event::System { event: event.clone() }),
            Change::KillProcess { package } if package == app => Deed::Event(Event::EndProcess),
            Change::KillProcess { package } => Deed::Noted(format!("the process of {package} was killed")),
            Change::Locale { tag } => Deed::Noted(format!("the language was set to {tag}")),
            Change::DarkMode { on: true } => Deed::Noted("dark mode was switched on".to_owned()),
            Change::DarkMode { on: false } => Deed::Noted("dark mode was switched off".to_owned()),
            Change::FontScale { percent } => Deed::Noted(format!("letters were set to {percent} %")),
            Change::WindowSize { px: Some((width, height)) } => {
                Deed::Noted(format!("the window was set to {width}x{height} pixels"))
            }
            Change::WindowSize { px: None } => Deed::Noted("the window got the whole screen".to_owned()),
            Change::AdvanceClock { by } => Deed::Noted(format!("{} s went by", by.as_secs_f64())),
            Change::Permission { name, granted: true, .. } => Deed::Noted(format!("{name} was given")),
            Change::Permission { name, granted: false, .. } => Deed::Noted(format!("{name} was taken away")),
        }
    }

    /// The event, or a note where there is no event for it, now that the screen after it is known.
    pub(super) fn told(self, after: Option<&Layout>) -> (Option<Event>, Option<String>) {
        match self {
            Deed::Event(event) => (Some(event), None),
            Deed::Noted(note) => (None, Some(note)),
            Deed::Typed { target, before, text } => {
                let found = after.and_then(|layout| target.resolve(layout).ok());
                let text = found.map_or_else(|| before + &text, |found| found.node.text().to_owned());
                (Some(Event::Edit { target, text }), None)
            }
        }
    }
}

fn event_of(input: &Input, layout: &Layout) -> Option<Event> {
    let touched = |at: Point| touched(layout, at).map(Selector::of);
    Some(match input {
        Input::Tap { at } => Event::Tap { target: touched(*at)? },
        Input::DoubleTap { at } => Event::DoubleTap { target: touched(*at)? },
        Input::Hold { at, .. } => Event::LongTap { target: touched(*at)? },
        Input::Swipe { from, to, .. } => swipe(layout, *from, *to)?,
        Input::Pinch { at, from, to, .. } => {
            let fingers = if to > from { Pinch::Apart } else { Pinch::Together };
            Event::Pinch { target: Selector::of(hit(layout, *at)?), fingers }
        }
        Input::Key { code, times: 1 } => Event::Key { key: code.named()? },
        Input::Key { .. } | Input::Text { .. } => return None,
    })
}

/// The widget that a touch at a pixel is for: the innermost there, or the nearest around it that reacts.
fn touched(layout: &Layout, at: Point) -> Option<Node<'_>> {
    let innermost = hit(layout, at)?;
    let reacts = |node: &Node<'_>| {
        [Flag::Clickable, Flag::LongClickable, Flag::Checkable, Flag::Editable]
            .iter()
            .any(|&flag| node.is(flag))
    };
    std::iter::once(innermost).chain(innermost.ancestors()).find(reacts).or(Some(innermost))
}

/// The widget drawn last at a pixel.
fn hit(layout: &Layout, at: Point) -> Option<Node<'_>> {
    layout.nodes().rev().find(|node| {
        let bounds = node.bounds();
        (bounds.left..bounds.right).contains(&at.x) && (bounds.top..bounds.bottom).contains(&at.y)
    })
}

fn swipe(layout: &Layout, from: Point, to: Point) -> Option<Event> {
    // Anybody may name any pixel.
    let (dx, dy) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
    let finger = match (dx.unsigned_abs() > dy.unsigned_abs(), dx > 0, dy > 0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    };
    let node = hit(layout, from)?;
    let scrolls = std::iter::once(node).chain(node.ancestors()).find(|node| node.is(Flag::Scrollable));
    // Lists go up and down; a finger that goes sideways over one means the row.
    Some(match (finger, scrolls) {
        (Direction::Up, Some(list)) => Event::Scroll { target: Selector::of(list), toward: Direction::Down },
        (Direction::Down, Some(list)) => Event::Scroll { target: Selector::of(list), toward: Direction::Up },
        _ => Event::Swipe { target: Selector::of(touched(layout, from)?), toward: finger },
    })
}

fn focused(layout: &Layout) -> Option<Node<'_>> {
    layout.nodes().find(|node| node.is(Flag::Focused) && node.is(Flag::Editable))
}

#[cfg(test)]
mod tests {
    use device::KeyCode;

    use super::*;

    const FORM: &str = "<hierarchy rotation='0'><node class='android.widget.FrameLayout' bounds='[0,0][800,1600]'>\
        <node class='android.widget.EditText' resource-id='a:id/note' text='mil' focused='true' clickable='true' bounds='[0,100][800,200]'/>\
        <node class='android.widget.ListView' resource-id='a:id/list' scrollable='true' bounds='[0,400][800,1200]'>\
        <node class='android.widget.LinearLayout' clickable='true' bounds='[0,400][800,600]'>\
        <node class='android.widget.TextView' text='bread' bounds='[0,400][400,600]'/></node></node></node></hierarchy>";

    fn check(input: &Input, told: &str) {
        let layout = Layout::parse(FORM.as_bytes()).unwrap().layout;
        let after = Layout::parse(FORM.replace("'mil'", "'milk'").as_bytes()).unwrap().layout;
        let (event, note) = Deed::of_input(input, Some(&layout)).told(Some(&after));
        assert_eq!(event.map(|event| event.to_string()).or(note).as_deref(), Some(told));
    }

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_touch_is_for_the_widget_that_reacts() {
        check(&Input::Tap { at: at(100, 150) }, "tapped #note");
        check(&Input::Tap { at: at(100, 500) }, r#"tapped row with "bread" of #list"#);
    }

    #[test]
    fn a_finger_drawn_up_scrolls_down_and_one_drawn_sideways_moves_the_row() {
        let time = std::time::Duration::from_millis(300);
        check(&Input::Swipe { from: at(400, 1000), to: at(400, 500), time }, "scrolled #list down");
        let sideways = Input::Swipe { from: at(300, 500), to: at(20, 510), time };
        check(&sideways, r#"swiped row with "bread" of #list left"#);
    }

    #[test]
    fn typing_is_told_as_what_stands_in_the_box_then() {
        check(&Input::Text { text: "k".to_owned() }, "typed “milk” into #note");
    }

    #[test]
    fn what_has_no_word_is_noted() {
        check(&Input::Key { code: KeyCode::DEL, times: 3 }, "KEYCODE_DEL, 3 times");
        check(&Input::Tap { at: at(5000, 1) }, "tap at 5000,1");
    }
}
