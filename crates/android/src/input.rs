//! What `input` (tap, swipe, text, keyevent) says when it does not do it. When it does, it says nothing.

use serde::Serialize;

use super::text::lines;

/// Why an input was not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InputRefusal {
    /// The phone lets nobody inject input; on MIUI, "USB debugging (security settings)" is off.
    NotAllowed,
    /// This release does not know the command or its arguments.
    NotUnderstood(String),
    /// The phone is not up, or its window manager is not.
    NoService(String),
    /// Something else.
    Other(String),
}

impl InputRefusal {
    /// Reads what `input` printed; `None` when it printed nothing, which is how it says yes.
    ///
    /// Yes only means that the event was sent: text typed while no field has the focus goes nowhere.
    pub fn parse(text: &str) -> Option<Self> {
        let mut first = None;
        for line in lines(text).map(str::trim).filter(|line| !line.is_empty()) {
            if line.contains("INJECT_EVENTS") {
                return Some(Self::NotAllowed);
            }
            let unknown =
                ["Error: Invalid arguments", "Error: Unknown command", "Unknown command", "Usage: input"];
            if unknown.iter().any(|start| line.starts_with(start)) {
                return Some(Self::NotUnderstood(line.to_owned()));
            }
            if line.contains("Can't find service") || line.contains("DeadSystemException") {
                return Some(Self::NoService(line.to_owned()));
            }
            // Linker warnings and the like come with events that were sent all the same.
            if !line.starts_with("WARNING:") && first.is_none() {
                first = Some(line.to_owned());
            }
        }
        first.map(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&InputRefusal>) {
        assert_eq!(InputRefusal::parse(text).as_ref(), expected, "{text}");
    }

    #[test]
    fn silence_is_yes() {
        check("", None);
        check("\r\n", None);
        check("WARNING: linker: libx.so has text relocations\n", None);
    }

    #[test]
    fn reads_refusals() {
        check(
            "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat android.os.Parcel.x(P.java:1)\n",
            Some(&InputRefusal::NotAllowed),
        );
        let unknown = "Error: Invalid arguments for command: motionevent";
        check(unknown, Some(&InputRefusal::NotUnderstood(unknown.to_owned())));
        check(
            "cmd: Can't find service: input",
            Some(&InputRefusal::NoService("cmd: Can't find service: input".to_owned())),
        );
        check(
            "java.lang.NullPointerException",
            Some(&InputRefusal::Other("java.lang.NullPointerException".to_owned())),
        );
        check("Killed", Some(&InputRefusal::Other("Killed".to_owned())));
    }
}
