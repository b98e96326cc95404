//! The lines a Java stack trace is made of.

use super::stack::Frame;
use super::text::shortened;

/// What one line of a stack trace says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StackLine<'a> {
    Frame(Frame),
    /// `Caused by: type: message`.
    Cause {
        indent: usize,
        head: &'a str,
    },
    /// `Suppressed: type: message`.
    Suppressed {
        indent: usize,
        head: &'a str,
    },
    /// `... 9 more`.
    More(u32),
    Other,
}

impl<'a> StackLine<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some(call) = body.strip_prefix("at ")
            && let Some(frame) = frame(call)
        {
            return Self::Frame(frame);
        }
        // The Play console leaves the colon out.
        if let Some(head) = body.strip_prefix("Caused by").and_then(|rest| rest.strip_prefix([':', ' '])) {
            return Self::Cause { indent, head: head.trim_start() };
        }
        if let Some(head) = body.strip_prefix("Suppressed: ") {
            return Self::Suppressed { indent, head };
        }
        let more = body.strip_prefix("... ").and_then(|rest| rest.strip_suffix(" more"));
        more.and_then(|n| n.parse().ok()).map_or(Self::Other, Self::More)
    }
}

/// Whether the line is a call of a stack.
pub(super) fn frame_like(line: &str) -> bool {
    line.trim_start().strip_prefix("at ").is_some_and(|call| frame(call).is_some())
}

/// The exception named at the start of a line, where the line looks like the first of a stack.
///
/// In prose a colon after a word is common, so a dotted name is asked for, and a last part that a class would have.
pub(super) fn exception_head(line: &str) -> Option<&str> {
    let line = without_preface(line);
    let name = shortened(line, 512).split_once(':').map_or(shortened(line, 512), |(name, _)| name);
    let last = name.rsplit('.').next()?;
    let is_class = last.starts_with(|c: char| c.is_uppercase())
        || last.ends_with("Exception")
        || last.ends_with("Error")
        || last.len() <= 3;
    (name.contains('.') && is_class && is_java_name(name)).then_some(name)
}

/// The line without what the Play console and `StrictMode` put before the exception's name.
pub(super) fn without_preface(line: &str) -> &str {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("StrictMode policy violation") {
        return rest.split_once(": ").map_or(rest, |(_, rest)| rest);
    }
    line.strip_prefix("Exception ").unwrap_or(line)
}

/// `a.b.C.method(File.java:12)`, with the variations of builders, consoles and logs that cut lines short.
fn frame(call: &str) -> Option<Frame> {
    let (name, place) = call.split_once('(')?;
    // `java.base/java.lang.Thread.run` and `app//a.b.C.d` name a module or a loader first.
    let name = name.trim_end().rsplit('/').next()?;
    if !is_java_name(name) {
        return None;
    }
    let (class, method) = name.rsplit_once('.')?;
    let place = place.rsplit_once(')').map_or(place, |(place, _)| place).trim();
    let native = place == "Native Method";
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().ok()),
        None => (place, None),
    };
    let known = !native && !file.is_empty() && file != "Unknown Source";
    Some(Frame {
        class: shortened(class, 512).to_owned(),
        method: shortened(method, 256).to_owned(),
        file: known.then(|| shortened(file, 256).to_owned()),
        line,
        native,
    })
}

/// Java allows nearly any letter in a name, and builders add `$`, `-` and angle brackets.
fn is_java_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '-' | '<' | '>');
    name.chars().any(char::is_alphabetic) && !name.starts_with('.') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let seen = match StackLine::of(line) {
            StackLine::Frame(f) => {
                let native = if f.native { " native" } else { "" };
                format!("{} {} {:?} {:?}{native}", f.class, f.method, f.file.unwrap_or_default(), f.line)
            }
            other => format!("{other:?}"),
        };
        assert_eq!(seen, expected, "{line}");
    }

    #[test]
    fn reads_frames_of_all_builders() {
        check("\tat a.b.C.d(C.java:12)", "a.b.C d \"C.java\" Some(12)");
        check("  at a.b.C.d (C.java)", "a.b.C d \"C.java\" None");
        check("at a.B.run(Native Method)", "a.B run \"\" None native");
        check("at a.B.run(Unknown Source)", "a.B run \"\" None");
        check("at a.B.run(Unknown Source:4)", "a.B run \"\" Some(4)");
        check("at bCE.a(PG:5)", "bCE a \"PG\" Some(5)");
        check("at a.B$1.<init>(B.kt:3) \u{a0}", "a.B$1 <init> \"B.kt\" Some(3)");
        check("at a.-$$Lambda$B$kW3_p.onKey(lambda)", "a.-$$Lambda$B$kW3_p onKey \"lambda\" None");
        check(
            "at a.B.$r8$lambda$b2V(D8$$SyntheticClass:0)",
            "a.B $r8$lambda$b2V \"D8$$SyntheticClass\" Some(0)",
        );
        check("at a.B.place-Xy3_zA(B.kt:1)", "a.B place-Xy3_zA \"B.kt\" Some(1)");
        check(
            "at dalvik.system.NativeStart.main(NativeStart.java:-2)",
            "dalvik.system.NativeStart main \"NativeStart.java\" None",
        );
        check(
            "at java.base/java.lang.Thread.run(Thread.java:9)",
            "java.lang.Thread run \"Thread.java\" Some(9)",
        );
        check("at a.B.c(ab/123 c0de:16)", "a.B c \"ab/123 c0de\" Some(16)");
        check("at a.B.c(Long.ja", "a.B c \"Long.ja\" None");
    }

    #[test]
    fn reads_what_binds_exceptions() {
        check("Caused by: a.B: c", "Cause { indent: 0, head: \"a.B: c\" }");
        check(" Caused by a.B", "Cause { indent: 1, head: \"a.B\" }");
        check("\tSuppressed: a.B", "Suppressed { indent: 1, head: \"a.B\" }");
        check("\t... 22 more", "More(22)");
    }

    #[test]
    fn refuses_prose() {
        for line in ["at home (today)", "at ", "at", "... more", "Caused by", "", "at 12 (3)"] {
            check(line, "Other");
        }
    }

    #[test]
    fn knows_the_first_line_of_a_stack() {
        assert_eq!(exception_head("java.lang.Error: x"), Some("java.lang.Error"));
        assert_eq!(exception_head("Exception a.B:"), Some("a.B"));
        assert_eq!(exception_head("a.b.c: obfuscated"), Some("a.b.c"));
        assert_eq!(exception_head("StrictMode policy violation; ~duration=9 ms: a.B: policy=1"), Some("a.B"));
        assert_eq!(exception_head("Note: x"), None);
        assert_eq!(exception_head("see file.txt for more"), None);
        assert_eq!(exception_head("at a.B.c(B.java:1)"), None);
    }
}
