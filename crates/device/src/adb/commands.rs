//! Every command that [`AdbDevice`](super::AdbDevice) sends to a phone's shell.
//!
//! They stand in one place so that a phone of our own making can be shown to serve each of them.

use std::fmt::Write;
use std::time::Duration;

use super::quote::quoted;
use crate::{KeyCode, Point};
use android::component::Component;

/// Stands between the outputs of commands that go together, with the status of the one before it.
pub(super) const PART_MARK: &str = "oddity-part:";

/// Where `uiautomator` leaves its dump: the shell's own folder, which needs no card and no permission.
const DUMP_FILE: &str = "/data/local/tmp/oddity-window.xml";

/// Defines each command with a sample of its arguments, so that [`every_command`] cannot forget one.
macro_rules! commands {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty = $sample:expr),*) $body:block)+) => {
        $($(#[$doc])* pub(super) fn $name($($argument: $type),*) -> String $body)+

        /// A sample of each command.
        pub fn every_command() -> Vec<String> {
            vec![$($name($($sample),*)),+]
        }
    };
}

commands! {
    /// Who the phone is, how large its screen and its letters are, whether it is dark.
    fn probe() {
        together(&["getprop", "wm size", "wm density", "ime list -s", &setting("font_scale"), &night_mode()])
    }

    /// Whether the phone has come up.
    fn has_booted() { "getprop sys.boot_completed".to_owned() }

    /// Answered by a real service, not only by the shell.
    fn service_answers() { package_path("android") }

    /// Seconds since the phone came up.
    fn uptime() { "cat /proc/uptime".to_owned() }

    /// Lets time pass on the phone.
    fn sleep(time: Duration = Duration::from_millis(250)) { format!("sleep {:.3}", time.as_secs_f64()) }

    /// Seconds since 1970 by the phone's calendar.
    fn calendar() { "date +%s".to_owned() }

    /// The year by the phone's clock, for logs that leave it out.
    fn year() { "date +%Y".to_owned() }

    /// The screen, who is in front, the keyboard, the time. The old dump goes first: uiautomator leaves it in place
    /// when it fails, and ends with status 0.
    fn observe(focus_in: &str = "displays") {
        together(&[
            &format!("rm -f {DUMP_FILE}"),
            &format!("uiautomator dump {DUMP_FILE}"),
            &format!("cat {DUMP_FILE}"),
            &format!("dumpsys window {focus_in}"),
            "dumpsys input_method",
            "cat /proc/uptime",
        ])
    }

    /// A short touch.
    fn tap(at: Point = Point { x: 540, y: 1200 }) { format!("input tap {} {}", at.x, at.y) }

    /// Two short touches from one shell. Up to Android 10 each starts a Java process, which may take longer than the
    /// third of a second that Android allows for a double tap.
    fn double_tap(at: Point = Point { x: 540, y: 1200 }) { format!("{} && {}", tap(at), tap(at)) }

    /// A finger drawn over the screen, or held where both ends are the same.
    fn swipe(from: Point = Point { x: 540, y: 1500 }, to: Point = Point { x: 540, y: 300 },
             time: Duration = Duration::from_millis(300)) {
        format!("input swipe {} {} {} {} {}", from.x, from.y, to.x, to.y, time.as_millis())
    }

    /// Keys, one after the other.
    fn keys(code: KeyCode = KeyCode::BACK, times: usize = 2) {
        let mut command = "input keyevent".to_owned();
        for _ in 0..times {
            // Writing to a string does not fail.
            let _ = write!(command, " {}", code.0);
        }
        command
    }

    /// Typing of words that are spelt as `input text` wants them.
    fn type_words(words: &[String] = &["50%%sof%sit's".to_owned(), "s".to_owned()]) {
        let typings: Vec<String> = words.iter().map(|word| format!("input text {}", quoted(word))).collect();
        typings.join(" && ")
    }

    /// The keyboard in use.
    fn current_keyboard() { "settings get secure default_input_method".to_owned() }

    /// Uses another keyboard.
    fn use_keyboard(id: &str = "com.android.adbkeyboard/.AdbIME") { format!("ime set {}", quoted(id)) }

    /// What the keyboard does now.
    fn keyboard_state() { "dumpsys input_method".to_owned() }

    /// Typing of any text by ADBKeyBoard.
    fn type_base64(base64: &str = "w6k=") { format!("am broadcast -a ADB_INPUT_B64 --es msg {}", quoted(base64)) }

    /// What its icon opens.
    fn resolve_launcher(package: &str = "com.example.notes") {
        format!(
            "cmd package resolve-activity --brief -a android.intent.action.MAIN \
             -c android.intent.category.LAUNCHER {}",
            quoted(package)
        )
    }

    /// All about one app.
    fn package(package: &str = "com.example.notes") { format!("dumpsys package {}", quoted(package)) }

    /// Whether an app is there, and where.
    fn package_path(package: &str = "com.example.notes") { format!("pm path {}", quoted(package)) }

    /// Opens an app as its icon does, and waits until it is drawn.
    fn start(launcher: &Component = &notes()) {
        format!(
            "am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n {}",
            quoted(&launcher.to_string())
        )
    }

    /// Ends an app for good. Says nothing about apps that are not there, so it is asked for its path too.
    fn force_stop(package: &str = "com.example.notes") {
        format!("am force-stop {}; {}", quoted(package), package_path(package))
    }

    /// Ends an app and throws away its data.
    fn clear(package: &str = "com.example.notes") { format!("pm clear {}", quoted(package)) }

    /// Installs an app from its file on the phone, on phones that cannot take it as a stream.
    fn install(flags: &[&str] = &["-r"], apk: &str = "/data/local/tmp/oddity-install.apk") {
        let words: Vec<String> = flags.iter().chain([&apk]).map(|word| quoted(word)).collect();
        format!("pm install {}", words.join(" "))
    }

    /// Removes an app.
    fn uninstall(package: &str = "com.example.notes") { format!("pm uninstall {}", quoted(package)) }

    /// Removes a file.
    fn remove(path: &str = "/data/local/tmp/oddity-install.apk") { format!("rm -f {}", quoted(path)) }

    /// All about all apps, and the processes that run.
    fn packages() { together(&["dumpsys package", "ps -A -o PID,NAME"]) }

    /// The same up to Android 7, whose `ps` has no options.
    fn packages_before_8() { together(&["dumpsys package", "ps"]) }

    /// The log as it grows, from a moment on or from its oldest line.
    fn log(since: Option<&str> = Some("1718481721.518")) {
        format!("logcat {LOG_FORMAT} {LOG_BUFFERS}{}", since_option(since))
    }

    /// The same up to Android 6, which knows neither years nor where a buffer begins again.
    fn log_before_7(since: Option<&str> = Some("06-15 20:07:01.518")) {
        format!("logcat -v threadtime {LOG_BUFFERS}{}", since_option(since))
    }

    /// The newest line of the log.
    fn newest_log_line() { format!("logcat {LOG_FORMAT} {LOG_BUFFERS} -t 1") }

    /// The same up to Android 6.
    fn newest_log_line_before_7() { format!("logcat -v threadtime {LOG_BUFFERS} -t 1") }

    /// A picture as raw pixels.
    fn screencap() { "screencap".to_owned() }

    /// A picture as PNG.
    fn screencap_png() { "screencap -p".to_owned() }

    /// A setting of the phone; `null` where it is not set.
    fn setting(name: &str = "font_scale") { format!("settings get system {name}") }

    /// Changes a setting of the phone.
    fn put_setting(name: &str = "font_scale", value: &str = "1.00") {
        format!("settings put system {name} {}", quoted(value))
    }

    /// Makes a setting one that is not set.
    fn delete_setting(name: &str = "font_scale") { format!("settings delete system {name}") }

    /// Turns the phone by hand, in quarter turns.
    fn rotate(turns: u8 = 1) {
        format!("{} && {}", put_setting("accelerometer_rotation", "0"), put_setting("user_rotation", &turns.to_string()))
    }

    /// Ends the process of an app in the background, and tells whether it is still there.
    fn kill(package: &str = "com.example.notes") {
        together(&[&format!("am kill {}", quoted(package)), &format!("pidof {}", quoted(package))])
    }

    /// The language of one app.
    fn app_locale(package: &str = "com.example.notes", tag: &str = "de-DE") {
        format!("cmd locale set-app-locales {} --user 0 --locales {}", quoted(package), quoted(tag))
    }

    /// Whether dark mode is on: `Night mode: no`.
    fn night_mode() { "cmd uimode night".to_owned() }

    /// Dark mode: `yes`, `no`, `auto`.
    fn night(word: &str = "yes") { format!("cmd uimode night {}", quoted(word)) }

    /// The size of letters.
    fn font_scale(percent: u16 = 130) {
        put_setting("font_scale", &format!("{}.{:02}", percent / 100, percent % 100))
    }

    /// The part of the screen that apps get.
    fn window_size(px: Option<(u32, u32)> = Some((1080, 1200))) {
        px.map_or("wm size reset".to_owned(), |(width, height)| format!("wm size {width}x{height}"))
    }

    /// Flight mode.
    fn airplane_mode(on: bool = true) {
        format!("cmd connectivity airplane-mode {}", if on { "enable" } else { "disable" })
    }

    /// The network, up to Android 10.
    fn wifi_and_data(on: bool = true) {
        let word = if on { "enable" } else { "disable" };
        format!("svc wifi {word} && svc data {word}")
    }

    /// The battery's charge.
    fn battery(percent: u8 = 15) { format!("dumpsys battery set level {percent}") }

    /// The battery's own charge again.
    fn reset_battery() { "dumpsys battery reset".to_owned() }

    /// The time zone in use.
    fn time_zone() { "getprop persist.sys.timezone".to_owned() }

    /// Another time zone.
    fn set_time_zone(zone: &str = "Asia/Tokyo") { format!("cmd alarm set-timezone {}", quoted(zone)) }

    /// A broadcast to whoever listens.
    fn broadcast(action: &str = "android.intent.action.DATE_CHANGED") {
        format!("am broadcast -a {}", quoted(action))
    }

    /// An intent that opens something.
    fn intent(action: &str = "android.intent.action.VIEW") { format!("am start -W -a {}", quoted(action)) }

    /// Gives a runtime permission.
    fn grant(package: &str = "com.example.notes", name: &str = "android.permission.CAMERA") {
        format!("pm grant {} {}", quoted(package), quoted(name))
    }

    /// Takes a runtime permission.
    fn revoke(package: &str = "com.example.notes", name: &str = "android.permission.CAMERA") {
        format!("pm revoke {} {}", quoted(package), quoted(name))
    }

    /// A file in an app's own folder, as the app itself reads it.
    fn read_as(package: &str = "com.example.notes", path: &str = "files/coverage.ec") {
        format!("run-as {} cat {}", quoted(package), quoted(path))
    }

    /// A file anyone may read.
    fn read(path: &str = "/sdcard/coverage.ec") { format!("cat {}", quoted(path)) }
}

const LOG_FORMAT: &str = "-v threadtime -v year -v UTC -D";
const LOG_BUFFERS: &str = "-b main -b system -b crash -b events";

fn since_option(since: Option<&str>) -> String {
    since.map_or(String::new(), |time| format!(" -T {}", quoted(time)))
}

/// One command of several, with a mark and its status behind each.
fn together(commands: &[&str]) -> String {
    let marked: Vec<String> =
        commands.iter().map(|command| format!("{command}; echo {PART_MARK}$?")).collect();
    marked.join("; ")
}

/// What the commands of [`together`] printed, each with its status. Fewer than there were where the output was cut.
pub(super) fn parts(output: &[u8]) -> Vec<(&[u8], u8)> {
    let mut parts = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(at) = find(&output[from..], PART_MARK.as_bytes()).map(|at| from + at) {
        from = at + PART_MARK.len();
        let Some(length) = output[from..].iter().position(|byte| *byte == b'\n') else { break };
        let status = std::str::from_utf8(&output[from..from + length]).ok();
        // Without a status this is text that happens to look like the mark.
        if let Some(status) = status.and_then(|status| status.trim().parse().ok()) {
            parts.push((&output[start..at], status));
            from += length + 1;
            start = from;
        }
    }
    parts
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn notes() -> Component {
    Component { package: "com.example.notes".to_owned(), class: "com.example.notes.MainActivity".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_real_shell_gives_the_parts_back() {
        let command = together(&["printf 'a\\n'", "false", "printf b", "sh -c 'exit 7'"]);
        let printed = std::process::Command::new("sh").args(["-c", &command]).output().unwrap().stdout;
        assert_eq!(parts(&printed), [(&b"a\n"[..], 0), (b"", 1), (b"b", 0), (b"", 7)]);
        assert_eq!(parts(&printed[..printed.len() - 20]).len(), 2, "what is cut off is missing");
    }

    #[test]
    fn text_that_looks_like_the_mark_is_text() {
        let printed = b"<node text=\"oddity-part:7 oddity-part:\" />oddity-part:0\nxoddity-part:1\n";
        assert_eq!(parts(printed), [(&b"<node text=\"oddity-part:7 oddity-part:\" />"[..], 0), (b"x", 1)]);
    }

    #[test]
    fn font_scales_are_written_as_android_reads_them() {
        assert_eq!(font_scale(100), "settings put system font_scale 1.00");
        assert_eq!(font_scale(85), "settings put system font_scale 0.85");
        assert_eq!(font_scale(205), "settings put system font_scale 2.05");
    }

    #[test]
    fn names_from_elsewhere_are_words_to_the_shell() {
        assert_eq!(clear("a; rm -rf /"), "pm clear 'a; rm -rf /'");
        assert_eq!(broadcast("$(x)"), "am broadcast -a '$(x)'");
    }
}
