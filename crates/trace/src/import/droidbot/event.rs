//! `events/event_*.json` of DroidBot.

use gui::{Direction, Event, Rect, Selector};
use serde::Deserialize;
use serde_json::Value;

use super::super::{direction_named, event_of_intent, key_named, package_started};
use super::state::{RawView, State};

/// An event as saved; which fields there are depends on the type.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RawEvent {
    event_type: String,
    view: Option<RawView>,
    x: Option<f64>,
    y: Option<f64>,
    start_view: Option<RawView>,
    start_x: Option<f64>,
    start_y: Option<f64>,
    end_view: Option<RawView>,
    end_x: Option<f64>,
    end_y: Option<f64>,
    text: Option<String>,
    direction: Option<String>,
    name: Option<String>,
    intent: Option<String>,
    /// A string, a list of strings, or null.
    log_lines: Value,
}

impl RawEvent {
    /// What the phone logged.
    pub(super) fn log(&self) -> Vec<String> {
        match &self.log_lines {
            Value::String(text) => text.lines().map(str::to_owned).collect(),
            Value::Array(lines) => lines.iter().filter_map(|line| line.as_str().map(str::to_owned)).collect(),
            _ => Vec::new(),
        }
    }

    /// The package that the event opens.
    pub(super) fn package_started(&self) -> Option<&str> {
        package_started(self.intent.as_deref()?)
    }
}

/// What a person would have done; `None` where we have no word for it.
///
/// `before` is the state that the event was sent to, if DroidBot saved it.
pub(super) fn event_of(event: &RawEvent, before: Option<&State>, app: &str) -> Option<Event> {
    let target = || target_of(event.view.as_ref(), event.x.zip(event.y), before);
    Some(match event.event_type.as_str() {
        "touch" | "select" | "unselect" => Event::Tap { target: target()? },
        "long_touch" => Event::LongTap { target: target()? },
        "set_text" => Event::Edit { target: target()?, text: event.text.clone().unwrap_or_default() },
        "scroll" => {
            Event::Scroll { target: target()?, toward: direction_named(event.direction.as_deref()?)? }
        }
        "swipe" => Event::Swipe {
            target: target_of(event.start_view.as_ref(), event.start_x.zip(event.start_y), before)?,
            toward: swiped_toward(event)?,
        },
        "key" => Event::Key { key: key_named(event.name.as_deref()?)? },
        "intent" => event_of_intent(event.intent.as_deref()?, app)?,
        _ => return None,
    })
}

/// An event that we have no word for, in DroidBot's words.
pub(super) fn describe(event: &RawEvent) -> String {
    let stops = event.intent.as_ref().is_some_and(|command| command.starts_with("am force-stop"));
    let mut told = match event.event_type.as_str() {
        "kill_app" => "stopped the app and pressed home".to_owned(),
        "intent" if stops => "stopped the app".to_owned(),
        "" => "did something of no type".to_owned(),
        "manual" => "a person did something".to_owned(),
        "exit" => "stopped testing".to_owned(),
        kind => format!("did a {kind}"),
    };
    if let Some((x, y)) = event.x.zip(event.y) {
        told += &format!(" at ({x:.0}, {y:.0})");
    }
    for word in [&event.name, &event.direction].into_iter().flatten() {
        told += &format!(" {word}");
    }
    told
}

/// DroidBot touches the view's middle unless it was given a pixel.
fn target_of(view: Option<&RawView>, pixel: Option<(f64, f64)>, before: Option<&State>) -> Option<Selector> {
    match view {
        Some(view) => before.and_then(|state| state.find(view)).or_else(|| view.alone()),
        None => {
            let (x, y) = pixel?;
            before?.at(x as i32, y as i32)
        }
    }
}

/// Where the finger went, by the longer way.
fn swiped_toward(event: &RawEvent) -> Option<Direction> {
    let middle = |view: &Option<RawView>| view.as_ref().map(RawView::rect).map(Rect::center);
    let place = |pixel: Option<(f64, f64)>, view| {
        pixel.or_else(|| middle(view).map(|(x, y)| (f64::from(x), f64::from(y))))
    };
    let (start_x, start_y) = place(event.start_x.zip(event.start_y), &event.start_view)?;
    let (end_x, end_y) = place(event.end_x.zip(event.end_y), &event.end_view)?;
    let (right, down) = (end_x - start_x, end_y - start_y);
    Some(match (right.abs() > down.abs(), right > 0.0, down > 0.0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    })
}
