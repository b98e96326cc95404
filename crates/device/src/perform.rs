//! From what a person means to what fingers do.

use std::time::Duration;

use gui::{Direction, Event, Flag, Layout, NoMatch, Node, Pinch, Rect};

use crate::{Ability, Change, Device, DeviceError, Input, KeyCode, Point};

/// Android takes half a second for a long press; a little more is sure.
const LONG_PRESS: Duration = Duration::from_millis(800);
/// Slow enough that a list stops where the finger does.
const SCROLL: Duration = Duration::from_millis(500);
/// Quick enough to throw a row out.
const SWIPE: Duration = Duration::from_millis(150);
/// Two fingers, without haste.
const PINCH: Duration = Duration::from_millis(400);

/// One thing to do to a phone for an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Fingers and keys.
    Input(Input),
    /// Something about the phone.
    Change(Change),
    /// The app's process ended as if memory had run out.
    EndProcess,
    /// Nothing, for so long.
    Wait(Duration),
    /// The app under test opened.
    Launch,
    /// The app under test ended.
    Stop,
}

/// Why an event was not, or not wholly, performed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NotPerformed {
    /// Its widget is not on screen. Nothing was sent.
    #[error(transparent)]
    NoTarget(#[from] NoMatch),
    /// Its widget is there, but no finger can reach it. Nothing was sent.
    #[error("{target} cannot be touched: {why}")]
    OutOfReach {
        /// The widget.
        target: String,
        /// What is in the way.
        why: &'static str,
    },
    /// The phone failed.
    #[error("{error}{}", after(*.done))]
    Device {
        /// How.
        error: DeviceError,
        /// How many of the event's deeds had been done before.
        done: usize,
    },
}

/// Performs an event on the app `package`, on a screen that still shows `layout`.
///
/// Everything is decided before anything is sent: where the widget is, which fingers go where, and whether the phone can
/// do it at all. Nothing is sent twice.
pub fn perform(
    device: &mut dyn Device,
    package: &str,
    event: &Event,
    layout: &Layout,
) -> Result<(), NotPerformed> {
    perform_on(device, package, event, layout, layout)
}

/// The same where the screen is known under other texts than it shows: the event speaks of `known`, and what is done goes by
/// `shown`, which has the same widgets.
pub fn perform_on(
    device: &mut dyn Device,
    package: &str,
    event: &Event,
    known: &Layout,
    shown: &Layout,
) -> Result<(), NotPerformed> {
    let deeds = deeds_on(event, known, shown)?;
    let abilities = device.abilities();
    if let Some(missing) = deeds.iter().find_map(|deed| deed.needs().filter(|&need| !abilities.has(need))) {
        return Err(NotPerformed::Device { error: device.lacks(missing), done: 0 });
    }
    for (done, deed) in deeds.iter().enumerate() {
        deed.perform(device, package).map_err(|error| NotPerformed::Device { error, done })?;
    }
    Ok(())
}

/// What is to be done, in order, for an event on a screen that shows `layout`.
pub fn deeds_for(event: &Event, layout: &Layout) -> Result<Vec<Deed>, NotPerformed> {
    deeds_on(event, layout, layout)
}

fn deeds_on(event: &Event, known: &Layout, shown: &Layout) -> Result<Vec<Deed>, NotPerformed> {
    let input = |input| Ok(vec![Deed::Input(input)]);
    let has_the_same_widgets = known.nodes().len() == shown.nodes().len();
    let node = match event.target() {
        Some(target) => {
            let node = target.resolve(known)?.node;
            Some(if has_the_same_widgets { shown.node(node.id()) } else { node })
        }
        None => None,
    };
    match (event, node) {
        (Event::Tap { .. }, Some(node)) => input(Input::Tap { at: touch_point(node)? }),
        (Event::DoubleTap { .. }, Some(node)) => input(Input::DoubleTap { at: touch_point(node)? }),
        (Event::LongTap { .. }, Some(node)) => {
            input(Input::Hold { at: touch_point(node)?, time: LONG_PRESS })
        }
        (Event::Edit { text, .. }, Some(node)) => edit(node, text),
        (Event::Submit { .. }, Some(node)) => submit(node),
        (Event::Scroll { toward, .. }, Some(node)) => {
            let (from, to) = stroke(reachable(node)?, opposite(*toward), 4);
            input(Input::Swipe { from, to, time: SCROLL })
        }
        (Event::Swipe { toward, .. }, Some(node)) => {
            let (from, to) = stroke(reachable(node)?, *toward, 8);
            input(Input::Swipe { from, to, time: SWIPE })
        }
        (Event::Pinch { fingers, .. }, Some(node)) => input(pinch(reachable(node)?, *fingers)),
        (Event::Key { key }, _) => input(Input::key((*key).into())),
        (Event::Rotate { to }, _) => Ok(vec![Deed::Change(Change::Rotate { to: *to })]),
        (Event::EndProcess, _) => Ok(vec![Deed::EndProcess]),
        (Event::Wait { ms }, _) => Ok(vec![Deed::Wait(Duration::from_millis(*ms))]),
        (Event::System { event }, _) => Ok(vec![Deed::Change(Change::System { event: event.clone() })]),
        (Event::Launch, _) => Ok(vec![Deed::Launch]),
        (Event::Restart, _) => Ok(vec![Deed::Stop, Deed::Launch]),
        // Whatever has a target has been resolved above.
        (_, None) => Ok(Vec::new()),
    }
}

impl Deed {
    /// Does it, to the app `package` where it is about an app.
    pub fn perform(&self, device: &mut dyn Device, package: &str) -> Result<(), DeviceError> {
        match self {
            Deed::Input(input) => device.act(input),
            Deed::Change(change) => device.change(change),
            Deed::EndProcess => device.change(&Change::KillProcess { package: package.to_owned() }),
            Deed::Wait(time) => device.wait(*time),
            Deed::Launch => device.launch(package),
            Deed::Stop => device.stop(package),
        }
    }

    fn needs(&self) -> Option<Ability> {
        match self {
            Deed::Input(Input::Pinch { .. }) => Some(Ability::Pinch),
            Deed::Input(Input::Text { text }) if !Input::is_plain(text) => Some(Ability::TypeAnything),
            Deed::Change(change) => Some(change.needs()),
            Deed::EndProcess => Some(Ability::KillProcess),
            Deed::Input(_) | Deed::Wait(_) | Deed::Launch | Deed::Stop => None,
        }
    }
}

/// Touches the box, empties it and types.
///
/// The touch leaves the cursor somewhere inside, and `MOVE_END` goes to the end of a line only, so as many characters are
/// deleted to the right as to the left. Keys at an end do nothing.
fn edit(node: Node<'_>, text: &str) -> Result<Vec<Deed>, NotPerformed> {
    let mut inputs = vec![Input::Tap { at: touch_point(node)? }];
    let typed = u32::try_from(node.text().chars().count()).unwrap_or(u32::MAX);
    if typed > 0 {
        inputs.push(Input::key(KeyCode::MOVE_END));
        inputs.push(Input::Key { code: KeyCode::DEL, times: typed });
        inputs.push(Input::Key { code: KeyCode::FORWARD_DEL, times: typed });
    }
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            inputs.push(Input::key(KeyCode::ENTER));
        }
        if !line.is_empty() {
            inputs.push(Input::Text { text: line.to_owned() });
        }
    }
    Ok(inputs.into_iter().map(Deed::Input).collect())
}

/// Enter is the keyboard's action key for a box of one line.
fn submit(node: Node<'_>) -> Result<Vec<Deed>, NotPerformed> {
    let enter = Deed::Input(Input::key(KeyCode::ENTER));
    if node.is(Flag::Focused) {
        return Ok(vec![enter]);
    }
    Ok(vec![Deed::Input(Input::Tap { at: touch_point(node)? }), enter])
}

/// A pixel of the widget that no other clickable one covers: its middle, or else one nearer to an edge.
fn touch_point(node: Node<'_>) -> Result<Point, NotPerformed> {
    let bounds = reachable(node)?;
    let covers = |at: Point| {
        let above = node.layout().nodes().skip(node.id().0 as usize + 1);
        above.into_iter().any(|other| other.is(Flag::Clickable) && holds(other.bounds(), at))
    };
    let share = |low: i32, high: i32, eighths: i32| low + ((high - low) / 8) * eighths;
    let spots = [4, 1, 7, 2, 6].into_iter().flat_map(|down| [4, 1, 7, 2, 6].map(|across| (across, down)));
    let point = |(across, down)| Point {
        x: share(bounds.left, bounds.right, across),
        y: share(bounds.top, bounds.bottom, down),
    };
    let middle = Point::from(bounds.center());
    if !covers(middle) {
        return Ok(middle);
    }
    spots
        .map(point)
        .find(|&at| holds(bounds, at) && !covers(at))
        .ok_or_else(|| NotPerformed::OutOfReach { target: node.tell(), why: "other buttons cover it" })
}

fn reachable(node: Node<'_>) -> Result<Rect, NotPerformed> {
    let bounds = node.bounds();
    if bounds.is_empty() {
        return Err(NotPerformed::OutOfReach { target: node.tell(), why: "it has no area on the screen" });
    }
    Ok(bounds)
}

fn holds(bounds: Rect, at: Point) -> bool {
    (bounds.left..bounds.right).contains(&at.x) && (bounds.top..bounds.bottom).contains(&at.y)
}

/// From one side of a widget to the other, `1/margin` of its size away from both edges.
fn stroke(bounds: Rect, toward: Direction, margin: i32) -> (Point, Point) {
    let (x, y) = bounds.center();
    let (dx, dy) = (bounds.width() as i32 / margin, bounds.height() as i32 / margin);
    let left = Point { x: bounds.left + dx, y };
    let right = Point { x: bounds.right - 1 - dx, y };
    let top = Point { x, y: bounds.top + dy };
    let bottom = Point { x, y: bounds.bottom - 1 - dy };
    match toward {
        Direction::Up => (bottom, top),
        Direction::Down => (top, bottom),
        Direction::Left => (right, left),
        Direction::Right => (left, right),
    }
}

fn pinch(bounds: Rect, fingers: Pinch) -> Input {
    let (near, far) = (bounds.width() / 16, bounds.width() * 3 / 8);
    let (from, to) = match fingers {
        Pinch::Together => (far, near),
        Pinch::Apart => (near, far),
    };
    Input::Pinch { at: bounds.center().into(), from, to, time: PINCH }
}

/// The finger goes against the way in which one wants to see more.
fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

fn after(done: usize) -> String {
    match done {
        0 => String::new(),
        1 => " (its first part had been done)".to_owned(),
        done => format!(" (its first {done} parts had been done)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;

    const FORM: &str = "<hierarchy rotation='0'><node class='android.widget.FrameLayout' bounds='[0,0][800,1600]'>\
        <node class='android.widget.EditText' resource-id='a:id/note' text='milk' clickable='true' bounds='[0,100][800,200]'/>\
        <node class='android.widget.LinearLayout' resource-id='a:id/row' clickable='true' bounds='[0,200][800,400]'>\
        <node class='android.widget.Button' resource-id='a:id/middle' clickable='true' bounds='[300,200][500,400]'/></node>\
        <node class='android.widget.ListView' resource-id='a:id/list' scrollable='true' bounds='[0,400][800,1200]'/>\
        <node class='android.widget.Button' resource-id='a:id/gone' clickable='true' bounds='[0,0][0,0]'/>\
        </node></hierarchy>";

    fn check(event: &Event, expected: &[&str]) {
        let layout = Layout::parse(FORM.as_bytes()).unwrap().layout;
        let deeds = deeds_for(event, &layout).unwrap();
        let seen: Vec<String> = deeds
            .iter()
            .map(|deed| match deed {
                Deed::Input(input) => input.to_string(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(seen, expected, "{event}");
    }

    fn on(selector: &str) -> gui::Selector {
        selector.parse().unwrap()
    }

    #[test]
    fn typing_replaces_what_was_there_and_enters_new_lines() {
        let event = Event::Edit { target: on("#note"), text: "bread\nand butter".to_owned() };
        check(
            &event,
            &[
                "tap at 400,150",
                "KEYCODE_MOVE_END",
                "KEYCODE_DEL, 4 times",
                "KEYCODE_FORWARD_DEL, 4 times",
                "typing of \"bread\"",
                "KEYCODE_ENTER",
                "typing of \"and butter\"",
            ],
        );
    }

    #[test]
    fn a_row_is_touched_beside_the_button_in_its_middle() {
        check(&Event::Tap { target: on("#row") }, &["tap at 100,300"]);
    }

    #[test]
    fn scrolling_down_moves_the_finger_up() {
        let event = Event::Scroll { target: on("#list"), toward: Direction::Down };
        check(&event, &["swipe from 400,999 to 400,600"]);
    }

    #[test]
    fn a_widget_without_area_is_out_of_reach() {
        let layout = Layout::parse(FORM.as_bytes()).unwrap().layout;
        let refused = deeds_for(&Event::Tap { target: on("#gone") }, &layout).unwrap_err();
        assert!(matches!(refused, NotPerformed::OutOfReach { .. }), "{refused}");
    }

    #[test]
    fn what_a_phone_cannot_type_is_refused_before_anything_is_sent() {
        let layout = Layout::parse(FORM.as_bytes()).unwrap().layout;
        let mut phone = Scripted::showing(&[("a", crate::Motion::Still)]);
        let event = Event::Edit { target: on("#note"), text: "Grüße".to_owned() };
        let refused = perform(&mut phone, "a", &event, &layout).unwrap_err();
        assert!(matches!(refused, NotPerformed::Device { error: DeviceError::Lacks { .. }, done: 0 }));
        assert_eq!(phone.inputs, []);
    }

    #[test]
    fn a_failure_in_the_middle_says_how_far_it_got() {
        let layout = Layout::parse(FORM.as_bytes()).unwrap().layout;
        let mut phone = Scripted::showing(&[("a", crate::Motion::Still)]);
        phone.fail_after = Some(2);
        let event = Event::Edit { target: on("#note"), text: "bread".to_owned() };
        let refused = perform(&mut phone, "a", &event, &layout).unwrap_err();
        assert!(refused.to_string().ends_with("(its first 2 parts had been done)"), "{refused}");
    }
}
