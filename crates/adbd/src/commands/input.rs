//! `input`: fingers and keys.

use std::io::Write;
use std::time::Duration;

use device::{DeviceError, Input, KeyCode, Point};

use super::svc::lights_screen;
use super::{Call, Outcome};
use crate::shell::run::Stop;

/// What a finger takes for a swipe if nobody says.
const SWIPE: Duration = Duration::from_millis(300);

/// No pixel is farther from the corner of any screen.
const FARTHEST: f64 = 100_000.0;

/// From here on Android takes a resting finger for a long press.
const LONG_PRESS: Duration = Duration::from_millis(500);

const SOURCES: [&str; 11] = [
    "touchscreen",
    "keyboard",
    "mouse",
    "touchpad",
    "touchnavigation",
    "trackball",
    "dpad",
    "stylus",
    "gamepad",
    "joystick",
    "rotaryencoder",
];

/// `input [SOURCE] [-d DISPLAY] COMMAND …`.
pub(super) fn input(call: &mut Call<'_>) -> Outcome {
    let mut args = call.args;
    if args.first().is_some_and(|source| SOURCES.contains(&source.as_str())) {
        args = &args[1..];
    }
    if let [flag, _, rest @ ..] = args
        && flag == "-d"
    {
        args = rest;
    }
    let Some((command, args)) = args.split_first() else {
        writeln!(call.err, "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]")?;
        return Ok(255);
    };
    let inputs = match command.as_str() {
        "tap" => points(args, 1).map(|points| vec![Input::Tap { at: points[0] }]),
        "swipe" | "draganddrop" => swipe(args).map(|input| vec![input]),
        "keyevent" => keys(args),
        "text" => match args.first() {
            Some(text) => match typed(&text.replace("%s", " ")) {
                Some(inputs) => Ok(inputs),
                None => return refuse_text(call),
            },
            None => Err("Argument expected after \"text\"".to_owned()),
        },
        "press" => Ok(vec![Input::key(KeyCode::DPAD_CENTER)]),
        "roll" => points(args, 1).map(|points| rolled(points[0])),
        "motionevent" => Err("Error: motionevent is not supported by this phone".to_owned()),
        other => {
            writeln!(call.err, "Error: Unknown command: {other}")?;
            return Ok(255);
        }
    };
    match inputs {
        Ok(inputs) => send(call, &inputs),
        Err(why) => exception(call, command, "java.lang.IllegalArgumentException", &why),
    }
}

/// Sends them in order; the first that the phone refuses ends it.
fn send(call: &mut Call<'_>, inputs: &[Input]) -> Outcome {
    for input in inputs {
        match call.phone.ask(|state| state.device.act(input)) {
            Ok(()) => call.phone.memory(|memory| memory.screen_on = lights_screen(input, memory.screen_on)),
            Err(DeviceError::Refused { why, .. }) => return refuse(call, &why),
            Err(error) => return Err(Stop::Device(error)),
        }
    }
    Ok(0)
}

/// As phones whose maker guards input with a switch of its own.
fn refuse(call: &mut Call<'_>, why: &str) -> Outcome {
    let why = if why.contains("INJECT_EVENTS") {
        why
    } else {
        "Injecting to another application requires INJECT_EVENTS permission"
    };
    let at = [
        "android.os.Parcel.createExceptionOrNull(Parcel.java:2373)",
        "android.hardware.input.IInputManager$Stub$Proxy.injectInputEvent(IInputManager.java:946)",
    ];
    writeln!(call.err, "java.lang.SecurityException: {why}")?;
    for frame in at {
        writeln!(call.err, "\tat {frame}")?;
    }
    Ok(255)
}

/// Android's keyboard for shell commands has no keys beyond ASCII, and nobody checked.
fn refuse_text(call: &mut Call<'_>) -> Outcome {
    exception(call, "text", "java.lang.NullPointerException", "Attempt to get length of null array")
}

fn exception(call: &mut Call<'_>, command: &str, class: &str, why: &str) -> Outcome {
    if call.phone.build().api() >= 30 {
        writeln!(call.err, "\nException occurred while executing '{command}':")?;
    }
    writeln!(call.err, "{class}: {why}")?;
    writeln!(
        call.err,
        "\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:127)"
    )?;
    Ok(255)
}

/// So many points, whole or with a fraction.
fn points(args: &[String], count: usize) -> Result<Vec<Point>, String> {
    let number = |text: &String| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(|number| number.clamp(-FARTHEST, FARTHEST) as i32).ok_or(format!("Invalid number: {text}"))
    };
    let numbers: Vec<i32> = args.iter().take(2 * count).map(number).collect::<Result<_, _>>()?;
    if numbers.len() < 2 * count {
        return Err("Argument expected".to_owned());
    }
    Ok(numbers.chunks(2).map(|pair| Point { x: pair[0], y: pair[1] }).collect())
}

/// A finger that stays where it is does not swipe: it taps, or presses long.
fn swipe(args: &[String]) -> Result<Input, String> {
    let points = points(args, 2)?;
    let (from, to) = (points[0], points[1]);
    let time = match args.get(4) {
        Some(time) => Duration::from_millis(time.parse().map_err(|_| format!("Invalid number: {time}"))?),
        None => SWIPE,
    };
    Ok(if from != to {
        Input::Swipe { from, to, time }
    } else if time >= LONG_PRESS {
        Input::Hold { at: from, time }
    } else {
        Input::Tap { at: from }
    })
}

/// Keys by name or number; equal ones in a row are one input. A long press is a press: no app here tells them apart.
fn keys(args: &[String]) -> Result<Vec<Input>, String> {
    let mut inputs: Vec<Input> = Vec::new();
    for name in args.iter().filter(|arg| !arg.starts_with("--")) {
        let pressed = KeyCode::of(name).ok_or(format!("Unknown keycode: {name}"))?;
        match inputs.last_mut() {
            Some(Input::Key { code, times }) if *code == pressed => *times += 1,
            _ => inputs.push(Input::key(pressed)),
        }
    }
    if inputs.is_empty() { Err("Argument expected after \"keyevent\"".to_owned()) } else { Ok(inputs) }
}

/// The presses that type a text; `None` where the keyboard has no key for a character.
fn typed(text: &str) -> Option<Vec<Input>> {
    let mut inputs = Vec::new();
    for piece in text.split_inclusive(['\n', '\t']) {
        let words = piece.trim_end_matches(['\n', '\t']);
        if !Input::is_plain(words) {
            return None;
        }
        if !words.is_empty() {
            inputs.push(Input::Text { text: words.to_owned() });
        }
        match &piece[words.len()..] {
            "\n" => inputs.push(Input::key(KeyCode::ENTER)),
            "\t" => inputs.push(Input::key(KeyCode::TAB)),
            _ => {}
        }
    }
    Some(inputs)
}

/// A trackball rolled is a d-pad pressed, as for every app that does not look at trackballs.
pub(super) fn rolled(by: Point) -> Vec<Input> {
    let sideways = by.x.unsigned_abs() >= by.y.unsigned_abs();
    let code = match (sideways, by.x, by.y) {
        (_, 0, 0) => return Vec::new(),
        (true, 1.., _) => KeyCode::DPAD_RIGHT,
        (true, ..) => KeyCode::DPAD_LEFT,
        (false, _, 1..) => KeyCode::DPAD_DOWN,
        (false, ..) => KeyCode::DPAD_UP,
    };
    vec![Input::key(code)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_finger_that_stays_does_not_swipe() {
        let at = Point { x: 5, y: 7 };
        let hold = Input::Hold { at, time: Duration::from_millis(600) };
        assert_eq!(swipe(&words("5 7 5 7 600")), Ok(hold));
        assert_eq!(swipe(&words("5 7 5 7 100")), Ok(Input::Tap { at }));
        assert_eq!(
            swipe(&words("5.9 7 5 8")),
            Ok(Input::Swipe { from: at, to: Point { x: 5, y: 8 }, time: SWIPE })
        );
        let far =
            Input::Swipe { from: Point { x: -100_000, y: 7 }, to: Point { x: 100_000, y: 7 }, time: SWIPE };
        assert_eq!(swipe(&words("-1e300 7 99999999999 7")), Ok(far));
        assert_eq!(swipe(&words("5 7 5")), Err("Argument expected".to_owned()));
    }

    #[test]
    fn equal_keys_are_one_input() {
        let keys = keys(&words("67 67 DEL KEYCODE_HOME")).unwrap();
        assert_eq!(keys, [Input::Key { code: KeyCode::DEL, times: 3 }, Input::key(KeyCode::HOME)]);
    }

    #[test]
    fn text_is_typed_or_refused_as_a_whole() {
        let text = |text: &str| Input::Text { text: text.to_owned() };
        assert_eq!(typed("a b\nc"), Some(vec![text("a b"), Input::key(KeyCode::ENTER), text("c")]));
        assert_eq!(typed("caf\u{e9}"), None);
        assert_eq!(typed(""), Some(vec![]));
    }
}
