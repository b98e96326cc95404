//! What is on screen: the dump, who is in front, the keyboard, the time; one round trip.

use std::sync::Arc;
use std::time::Duration;

use gui::{DumpError, Layout, Parsed, Refusal};

use super::commands;
use super::link::{Link, is_disk_full};
use super::shell::ShellOutput;
use crate::{DeviceError, Foreground, Motion, Observation, Sent};
use android::dumpsys::input_method::InputMethod;
use android::dumpsys::window::{Window, Windows};
use android::text::text_of;
use android::uiautomator::dumped_to;

pub(super) const DOING: &str = "read its screen";

/// How often a dump that cannot be read is asked for again: a window that was just changing may have cut it.
const GARBLED_TRIES: u32 = 3;
/// How often we look again while another program holds UiAutomation: it may only be taking a dump.
const HELD_TRIES: u32 = 3;
/// The pause before the next try.
const BETWEEN_TRIES: Duration = Duration::from_millis(200);
/// A status of 137 says that a signal killed the tool, which is how phones treat the second of two.
const KILLED: u8 = 137;

/// Reads the screen, again and again until it can be read or the deadline has passed.
pub(super) fn observe(link: &mut Link, focus_in: &str) -> Result<Observation, DeviceError> {
    let mut budget = link.budget(link.deadlines.observe);
    let command = commands::observe(focus_in);
    let (mut garbled, mut held) = (0, 0);
    let mut last = None;
    while budget.is_left() {
        let seen = match link.ask(DOING, &command, &mut budget) {
            Ok(output) => observation(&output),
            // A try that the deadline cut short says less than the one before it.
            Err(DeviceError::TimedOut { .. }) => break,
            Err(error) => return Err(error),
        };
        let unread = match seen {
            Ok(observation) => return Ok(observation),
            Err(unread) => unread,
        };
        garbled += u32::from(matches!(unread, Unread::Garbled(_)));
        held += u32::from(unread == Unread::Held);
        let is_final = garbled >= GARBLED_TRIES || held >= HELD_TRIES || unread == Unread::DiskFull;
        let error = unread.told(link);
        if is_final {
            return Err(error);
        }
        last = Some(error);
        budget.pause(BETWEEN_TRIES);
    }
    Err(last.unwrap_or_else(|| timed_out(link)))
}

fn timed_out(link: &Link) -> DeviceError {
    let (serial, after) = (link.serial.clone(), link.deadlines.observe);
    DeviceError::TimedOut { serial, doing: DOING, after, sent: Sent::Nothing }
}

/// Why a screen could not be read this time.
#[derive(Debug, PartialEq, Eq)]
enum Unread {
    /// It moves, or a window was just opening or closing.
    NotIdle(String),
    /// Another program holds UiAutomation.
    Held,
    /// There is no room for the dump.
    DiskFull,
    /// The answer makes no sense.
    Garbled(String),
}

impl Unread {
    fn told(self, link: &Link) -> DeviceError {
        let serial = link.serial.clone();
        match self {
            Unread::NotIdle(why) => DeviceError::NotIdle { serial, why },
            Unread::Held => DeviceError::HeldByAnother { serial },
            Unread::DiskFull => DeviceError::DiskFull { serial, doing: DOING },
            Unread::Garbled(why) => link.garbled(DOING, why, Sent::Nothing),
        }
    }
}

/// Makes an observation of what [`commands::observe`] printed.
fn observation(output: &ShellOutput) -> Result<Observation, Unread> {
    let parts = commands::parts(&output.stdout);
    let [_, (said, status), (xml, _), (windows, _), (input_method, _), (uptime, _)] = parts[..] else {
        return Err(Unread::Garbled(format!("{} of 6 answers came", parts.len())));
    };
    let Parsed { layout, warnings } = dump(said, status, xml, &output.stderr)?;
    let at = uptime_of(uptime).ok_or_else(|| Unread::Garbled("it does not tell the time".to_owned()))?;
    let windows = Windows::parse(&text_of(windows).text);
    let of_window = windows.focused_window().and_then(Window::component);
    let foreground = Foreground {
        activity: of_window.or_else(|| windows.focused_app()).cloned(),
        keyboard: InputMethod::parse(&text_of(input_method).text).shown,
    };
    // uiautomator dumps only after a second in which nothing on the screen has moved, and refuses otherwise.
    Ok(Observation { layout: Arc::new(layout), foreground, motion: Motion::Still, at, warnings })
}

/// The dump, if this run of uiautomator made one and it is whole.
fn dump(said: &[u8], status: u8, xml: &[u8], complaints: &[u8]) -> Result<Parsed, Unread> {
    let said = text_of(said).text;
    let complaints = text_of(complaints).text;
    if is_disk_full(&said) || is_disk_full(&complaints) {
        return Err(Unread::DiskFull);
    }
    let refusal = match Layout::parse(xml) {
        Ok(parsed) if dumped_to(&said).is_some() => return Ok(parsed),
        // Without its line of success the file is not from this run, however whole it looks.
        Ok(_) | Err(DumpError::Empty | DumpError::Refused(_)) => refusal_in(&said, &complaints),
        Err(error) => return Err(Unread::Garbled(error.to_string())),
    };
    Err(match refusal {
        Some(Refusal::IdleState | Refusal::NullRoot) => {
            Unread::NotIdle(refusal.map(|refusal| refusal.to_string()).unwrap_or_default())
        }
        Some(Refusal::AlreadyRegistered | Refusal::Killed) => Unread::Held,
        _ if status == KILLED => Unread::Held,
        _ => {
            let words = said.lines().chain(complaints.lines()).map(str::trim).find(|line| !line.is_empty());
            Unread::Garbled(words.unwrap_or("uiautomator made no dump and said nothing").to_owned())
        }
    })
}

/// What uiautomator said instead of a dump. Old phones mix its complaints into what it says.
fn refusal_in(said: &str, complaints: &str) -> Option<Refusal> {
    // `cat` complains too, about the dump that is not there.
    let own: Vec<&str> = complaints.lines().filter(|line| !line.contains("No such file")).collect();
    [own.join("\n").as_str(), said].iter().find_map(|text| match Layout::parse(text.as_bytes()) {
        Err(DumpError::Refused(refusal)) => Some(refusal),
        _ => None,
    })
}

/// `12345.67 98765.43`: the first is the time since the phone came up.
pub(super) fn uptime_of(text: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(text).ok()?;
    let seconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"hi\" resource-id=\"\" class=\"android.widget.TextView\" package=\"a.b\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,0][10,10]\" /></hierarchy>";
    const DONE: &str = "UI hierchary dumped to: /data/local/tmp/oddity-window.xml\n";

    fn output(said: &str, status: u8, xml: &str, stderr: &str) -> ShellOutput {
        let stdout = format!(
            "oddity-part:0\n{said}oddity-part:{status}\n{xml}oddity-part:0\n\
             \x20 mCurrentFocus=Window{{1 u0 a.b/a.b.Main}}\noddity-part:0\n  mInputShown=true\noddity-part:0\n\
             12.34 5.0\noddity-part:0\n"
        );
        ShellOutput { stdout: stdout.into_bytes(), stderr: stderr.as_bytes().to_vec(), status: 0 }
    }

    fn check(said: &str, status: u8, xml: &str, stderr: &str, expected: &str) {
        let seen = match observation(&output(said, status, xml, stderr)) {
            Ok(seen) => format!(
                "{} {} {:?} {:?}",
                seen.layout.len(),
                seen.foreground.activity.map_or("-".to_owned(), |activity| activity.to_string()),
                seen.foreground.keyboard,
                seen.at
            ),
            Err(unread) => format!("{unread:?}"),
        };
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_dump_that_was_made_is_read() {
        check(DONE, 0, XML, "", "1 a.b/.Main Some(true) 12.34s");
    }

    #[test]
    fn a_dump_of_an_earlier_run_is_not_believed() {
        check(
            "ERROR: null root node returned by UiTestAutomationBridge.\n",
            0,
            XML,
            "",
            r#"NotIdle("null-root (null root node: a window was just opening or closing)")"#,
        );
        check("", 0, XML, "", r#"Garbled("uiautomator made no dump and said nothing")"#);
    }

    #[test]
    fn what_uiautomator_says_instead_is_understood() {
        let no_file = "cat: /data/local/tmp/oddity-window.xml: No such file or directory\n";
        let idle = r#"NotIdle("idle-state (could not get idle state: something on screen keeps moving)")"#;
        check("", 0, "", &format!("ERROR: could not get idle state.\n{no_file}"), idle);
        check("ERROR: could not get idle state.\n", 0, no_file, "", idle);
        check("", 137, "", &format!("Killed\n{no_file}"), "Held");
        check("", 137, "", no_file, "Held");
        let java = "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1already registered!\n";
        check("", 1, "", &format!("{java}{no_file}"), "Held");
        check("", 1, "", "cat: write error: No space left on device\n", "DiskFull");
    }

    #[test]
    fn half_a_dump_is_garbled() {
        let cut = &XML[..XML.len() - 30];
        let seen = observation(&output(DONE, 0, cut, ""));
        assert!(matches!(seen, Err(Unread::Garbled(ref why)) if why.contains("cut off")), "{seen:?}");
        let mut half = output(DONE, 0, XML, "");
        half.stdout.truncate(half.stdout.len() - 8);
        assert_eq!(observation(&half).unwrap_err(), Unread::Garbled("5 of 6 answers came".to_owned()));
    }
}
