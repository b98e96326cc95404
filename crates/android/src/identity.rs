//! When two crashes are the same one.
//!
//! Two identities, for two purposes. The paper's (time-travel exploration) makes our counts comparable with published
//! ones. Own frames is what we deduplicate by: it survives library updates and other phones.

use std::fmt;

use serde::{Serialize, Serializer};
use xxhash_rust::xxh3::Xxh3;

use super::crash::{JavaCrash, Origin};
use super::sanitize::{class_of, is_platform, method_of, names_package, own_prefixes, process_of};
use super::stack::{Frame, Throwable};
use super::tombstone::NativeCrash;

/// A crash's identity: equal for the same crash on every phone, in every run and every version of oddity that keeps
/// these rules. Line numbers, messages, process ids and addresses do not enter it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrashId(u64);

impl fmt::Display for CrashId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for CrashId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for CrashId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The paper's identity: the process and the whole stack, types and calls without their noise.
///
/// `None` where the exception's own text (types, messages, calls; not the process line) does not name `package`: the
/// paper does not count such crashes. So it misses a crash of the app that passes through the framework alone, and
/// changes when a library's internals do. A tool's crash is never counted.
pub fn paper_identity(crash: &JavaCrash, package: &str) -> Option<CrashId> {
    let named = |t: &Throwable| {
        names_package(&t.type_name, package)
            || t.message.as_deref().is_some_and(|message| names_package(message, package))
            || t.frames.iter().any(|frame| names_package(&frame.class, package))
    };
    if crash.origin == Origin::Tool || !crash.stack.throwables.iter().any(named) {
        return None;
    }
    let mut id = Hasher::new("paper");
    id.add(&process_of(crash.process.as_deref().unwrap_or("")));
    for throwable in &crash.stack.throwables {
        id.add(&class_of(&throwable.type_name));
        id.add_calls(calls(throwable));
    }
    Some(id.finish())
}

/// Own frames: the process, the type thrown, the root cause's type, and the calls inside the app's own code.
///
/// Where the app has no frame of its own, the topmost five calls outside the platform count (a library, or code under
/// another name than the package, as R8 gives it: what is further out says whether a key or a tap led there), and where
/// there are none either, the topmost five of the root cause. What was suppressed does not count. Wrong for two faults on
/// one path of the app that throw the same type: they are taken for one.
pub fn own_frames_identity(crash: &JavaCrash, package: &str) -> CrashId {
    let causes = crash.stack.causes();
    let mut id = Hasher::new("own frames");
    id.add(&process_of(crash.process.as_deref().unwrap_or(package)));
    id.add(&causes.first().map_or(String::new(), |t| class_of(&t.type_name)));
    id.add(&causes.last().map_or(String::new(), |t| class_of(&t.type_name)));
    // The root cause comes first: what it shares with the outer exceptions is printed there only.
    let all = || causes.iter().rev().flat_map(|throwable| &throwable.frames);
    let mut chosen = own_frames(crash, package);
    if chosen.is_empty() {
        chosen = all().filter(|frame| !is_platform(&frame.class)).take(TOP_FRAMES).collect();
    }
    if chosen.is_empty() {
        chosen = all().take(TOP_FRAMES).collect();
    }
    id.add_calls(distinct(chosen.into_iter().map(call)));
    id.finish()
}

/// The calls inside the app's own code, from the root cause outwards, the innermost first.
pub fn own_frames<'a>(crash: &'a JavaCrash, package: &str) -> Vec<&'a Frame> {
    let prefixes = own_prefixes(package);
    let is_own = |frame: &&Frame| prefixes.iter().any(|prefix| is_inside(&frame.class, prefix));
    crash.stack.causes().into_iter().rev().flat_map(|throwable| &throwable.frames).filter(is_own).collect()
}

/// The identity of a native crash: process, signal, and the calls inside the app's own files, or the topmost five.
///
/// There is only this one: the paper counts Java crashes.
pub fn native_identity(crash: &NativeCrash, package: &str) -> CrashId {
    let mut id = Hasher::new("native");
    id.add(&process_of(&crash.process));
    id.add(crash.signal.as_deref().unwrap_or(""));
    let prefixes = own_prefixes(package);
    let all =
        || crash.frames.iter().map(|f| (f, format!("{} {}", f.file(), f.function.as_deref().unwrap_or(""))));
    let own = all().filter(|(frame, _)| {
        let in_own_file = frame.path.starts_with("/data/") && names_package(&frame.path, package);
        let function = frame.function.as_deref().unwrap_or("");
        in_own_file || prefixes.iter().any(|prefix| is_inside(function, prefix))
    });
    let mut chosen = distinct(own.map(|(_, call)| call));
    if chosen.is_empty() {
        chosen = distinct(all().take(TOP_FRAMES).map(|(_, call)| call));
    }
    id.add_calls(chosen);
    id.finish()
}

/// How many frames stand for a crash that shows none of the app's.
const TOP_FRAMES: usize = 5;

struct Hasher(Xxh3);

impl Hasher {
    /// The version is part of every identity: when a rule changes, it must.
    fn new(kind: &str) -> Self {
        let mut hasher = Self(Xxh3::new());
        hasher.add("1");
        hasher.add(kind);
        hasher
    }

    fn add(&mut self, part: &str) {
        self.0.update(part.as_bytes());
        // No part holds a line feed, so no two lists of parts look alike.
        self.0.update(b"\n");
    }

    fn add_calls(&mut self, calls: Vec<String>) {
        for call in calls {
            self.add(&call);
        }
    }

    fn finish(self) -> CrashId {
        CrashId(self.0.digest())
    }
}

fn call(frame: &Frame) -> String {
    format!("{}.{}", class_of(&frame.class), method_of(&frame.method))
}

/// All calls of an exception, repetitions of one call taken as one.
///
/// How deep an endless recursion gets depends on the phone, so there each call counts once.
fn calls(throwable: &Throwable) -> Vec<String> {
    let calls = throwable.frames.iter().map(call);
    if throwable.type_name.ends_with("StackOverflowError") {
        return distinct(calls);
    }
    let mut calls: Vec<String> = calls.collect();
    calls.dedup();
    calls
}

/// Each call once, in order of first appearance.
fn distinct(calls: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    calls.filter(|call| seen.insert(call.clone())).collect()
}

fn is_inside(class: &str, prefix: &str) -> bool {
    !prefix.is_empty()
        && class.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '$']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::java_crashes_in_text;
    use crate::tombstone::tombstones;

    const CRASH: &str = "FATAL EXCEPTION: main\nProcess: a.b, PID: 7\n\
        java.lang.RuntimeException: Unable to start {a.b/.Main}: 0x7f01\n\
        \tat android.app.ActivityThread.start(ActivityThread.java:1)\n\
        Caused by: java.lang.IllegalStateException: id 12\n\
        \tat java.util.ArrayList.get(ArrayList.java:2)\n\
        \tat a.b.Main.lambda$onCreate$0(Main.java:3)\n\
        \tat a.b.-$$Lambda$Main$kW3pQz8d.run(Unknown Source:4)\n\
        \tat a.b.Main.onCreate(Main.java:5)\n\
        \t... 9 more\n";

    fn ids(text: &str) -> (Option<CrashId>, CrashId) {
        let crash = &java_crashes_in_text(text)[0];
        (paper_identity(crash, "a.b"), own_frames_identity(crash, "a.b"))
    }

    fn check(change: &[(&str, &str)], same_paper: bool, same_own: bool) {
        let mut text = CRASH.to_owned();
        for (from, to) in change {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        let (before, after) = (ids(CRASH), ids(&text));
        assert_eq!((before.0 == after.0, before.1 == after.1), (same_paper, same_own), "{change:?}");
    }

    #[test]
    fn noise_changes_neither() {
        check(&[("Main.java:3", "Main.java:33"), ("Main.java:5", "Main.java")], true, true);
        check(&[("PID: 7", "PID: 8"), ("FATAL EXCEPTION: main", "FATAL EXCEPTION: Thread-3")], true, true);
        check(&[("id 12", "id 13 at a.b.X@7f3c"), ("0x7f01", "0x7f02")], true, true);
        check(&[("lambda$onCreate$0", "lambda$onCreate$12"), ("$kW3pQz8d", "$Q_q9")], true, true);
        check(&[("... 9 more", "... 14 more"), ("Unknown Source:4", "lambda")], true, true);
    }

    #[test]
    fn another_cause_or_call_of_the_app_changes_both() {
        check(&[("IllegalStateException", "NullPointerException")], false, false);
        check(&[("Main.onCreate(", "Main.onResume(")], false, false);
        check(&[("Process: a.b,", "Process: a.b:sync,")], false, false);
    }

    #[test]
    fn another_android_changes_only_the_papers() {
        check(&[("java.util.ArrayList.get(", "jdk.internal.util.Preconditions.checkIndex(")], false, true);
        check(&[("ActivityThread.start(", "ActivityThread.performLaunch(")], false, true);
        check(&[("\t... 9", "\tSuppressed: x.Y\n\t... 9")], false, true);
    }

    #[test]
    fn the_paper_counts_only_exceptions_that_name_the_app() {
        let framework =
            "FATAL EXCEPTION: main\nProcess: a.b, PID: 7\nx.Y: z\n\tat android.os.Looper.loop(L.java:1)";
        assert_eq!(ids(framework).0, None);
        assert!(ids(&framework.replace(": z", ": a.b.Thing")).0.is_some());
        assert_eq!(ids(&framework.replace(": z", ": a.bc.Thing")).0, None);
        let tool = "FATAL EXCEPTION: main\nPID: 7\nx.Y: a.b\n\tat com.android.commands.am.Am.main(A.java:1)";
        assert_eq!(ids(tool).0, None);
    }

    #[test]
    fn without_own_frames_the_code_outside_the_platform_counts() {
        let with =
            |frames: &str| ids(&format!("FATAL EXCEPTION: main\nProcess: a.b, PID: 7\nx.Y\n{frames}")).1;
        let library = with("\tat android.view.View.a(V.java:1)\n\tat lib.C.d(C.java:1)\n");
        assert_eq!(library, with("\tat android.view.View.b(V.java:1)\n\tat lib.C.d(C.java:2)\n"));
        assert_ne!(library, with("\tat android.view.View.a(V.java:1)\n\tat lib.C.e(C.java:1)\n"));
        let platform = with("\tat android.view.View.a(V.java:1)\n");
        assert_ne!(platform, with("\tat android.view.View.b(V.java:1)\n"));
    }

    #[test]
    fn how_a_minified_app_was_called_does_not_count() {
        let with = |fault: &str, way: &str| {
            let calls = ["i4.l.s1", "c3.j.e", "c3.j.f", fault, "e.u"]
                .map(|call| format!("\tat {call}(SourceFile:1)\n"));
            let phone =
                "\tat android.view.View.performClick(View.java:1)\n\tat oddity.pocket.phone.window.Fingers.";
            let stack = calls.concat();
            ids(&format!(
                "FATAL EXCEPTION: main\nProcess: a.b, PID: 7\nx.Y\n{stack}{phone}{way}(Fingers.java:2)\n"
            ))
            .1
        };
        let tapped = with("e3.a.u", "tap");
        assert_eq!(tapped, with("e3.a.u", "doubleTap"));
        assert_eq!(tapped, with("e3.a.u", "tap(Fingers.java:1)\n\tat t.m1.a"), "or by a key");
        assert_ne!(tapped, with("e3.a.v", "tap"));
    }

    #[test]
    fn the_depth_of_a_recursion_does_not_count() {
        let with = |n| {
            let calls = "\tat a.b.C.even(C.java:1)\n\tat a.b.C.odd(C.java:2)\n".repeat(n);
            ids(&format!(
                "FATAL EXCEPTION: main\nProcess: a.b, PID: 7\njava.lang.StackOverflowError: 8MB\n{calls}"
            ))
        };
        assert_eq!(with(3), with(400));
    }

    #[test]
    fn identities_stay_the_same_from_version_to_version() {
        let (paper, own) = ids(CRASH);
        assert_eq!(paper.map(|id| id.to_string()).as_deref(), Some("1558c13f3820858e"));
        assert_eq!(own.to_string(), "c15ae4c702eb7d51");
    }

    #[test]
    fn native_crashes_are_known_by_their_own_calls() {
        let with = |pid: u32, frame: &str| {
            let text = format!(
                "pid: {pid}, tid: 8, name: x  >>> a.b <<<\nsignal 11 (SIGSEGV), code 1 (X), fault addr 0x{pid}\nbacktrace:\n\
                 #00 pc 1{pid}  /system/lib/libc.so (abort+{pid})\n#01 pc 2  {frame}\n"
            );
            native_identity(&tombstones(&text)[0], "a.b")
        };
        let first = with(1, "/data/app/~~x==/a.b-y==/lib/arm/libg.so (f(int)+12)");
        assert_eq!(first, with(2, "/data/app/~~z==/a.b-w==/lib/arm64/libg.so (f(int)+16) (BuildId: 3)"));
        assert_ne!(first, with(1, "/data/app/~~x==/a.b-y==/lib/arm/libg.so (g(int)+12)"));
        assert_eq!(with(1, "/system/lib/libx.so (f+1)"), with(2, "/system/lib/libx.so (f+2)"));
    }
}
