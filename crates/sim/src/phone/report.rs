//! What the system writes into the log about processes: beginnings, crashes, hangs, ends.

use android::logcat::Priority;

use super::machine::{Machine, SYSTEM_SERVER, Writer};
use crate::process::{Crash, MAIN_THREAD};
use crate::{Signal, Thrown};

/// A process as the log names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) package: &'a str,
    /// The activity's class without its package.
    pub(crate) activity: &'a str,
    pub(crate) pid: u32,
    pub(crate) uid: u32,
}

impl Machine {
    /// A process begins to show an activity.
    pub(crate) fn tell_start(&mut self, process: Named<'_>) {
        let Named { package, activity, pid, uid } = process;
        let component = format!("{{{package}/{package}.{activity}}}");
        self.event("am_proc_start", format!("[0,{pid},{uid},{package},next-top-activity,{component}]"));
        let why = format!("Start proc {pid}:{package}/u0a{} for next-top-activity {component}", uid - 10_000);
        self.system(Priority::Info, "ActivityManager", why);
    }

    /// An activity is made.
    pub(crate) fn tell_activity(&mut self, package: &str, activity: &str, id: u32) {
        self.event("wm_create_activity", format!("[0,{id},1,{package}/.{activity},NULL,NULL,NULL,0]"));
    }

    /// A text message arrives.
    pub(crate) fn tell_sms(&mut self) {
        let fields =
            "[10080,1999,com.android.messaging,0,NULL,0,Notification(channel=bugle_default_channel),0]";
        self.event("notification_enqueue", fields.to_owned());
    }

    /// The system ends a process.
    pub(crate) fn tell_kill(&mut self, process: Named<'_>, reason: &str) {
        let Named { package, pid, uid, .. } = process;
        self.event("am_kill", format!("[0,{pid},{package},900,{reason}]"));
        let why = format!("Killing {pid}:{package}/u0a{} (adj 900): {reason}", uid - 10_000);
        self.system(Priority::Info, "ActivityManager", why);
        self.tell_died(process);
    }

    /// A process is gone.
    pub(crate) fn tell_died(&mut self, process: Named<'_>) {
        self.event("am_proc_died", format!("[0,{},{},900,19]", process.pid, process.package));
    }

    /// A process ends by an exception or a signal.
    pub(crate) fn tell_crash(&mut self, process: Named<'_>, crash: &Crash) {
        match &crash.exception.thrown {
            Thrown::Java { class, message } => self.tell_java_crash(process, crash, class, message),
            Thrown::Native { signal, function } => self.tell_native_crash(process, *signal, function),
        }
        self.tell_died(process);
    }

    fn tell_java_crash(&mut self, process: Named<'_>, crash: &Crash, class: &str, message: &str) {
        let Named { package, activity, pid, .. } = process;
        let at = crash.exception.at;
        let file = at.file().rsplit(['/', '\\']).next().unwrap_or_default();
        let writer = Writer { pid, tid: pid, buffer: "crash" };
        let mut error = |line: String| self.write(writer, Priority::Error, "AndroidRuntime", line);
        error("FATAL EXCEPTION: main".to_owned());
        error(format!("Process: {package}, PID: {pid}"));
        error(if message.is_empty() { class.to_owned() } else { format!("{class}: {message}") });
        error(format!("\tat {}({file}:{})", crash.method, at.line()));
        for frame in crash.dispatch.frames().iter().chain(&MAIN_THREAD) {
            error(format!("\tat {frame}"));
        }
        let fields = format!("[{pid},0,{package},551075396,{class},{message},{file},{},0]", at.line());
        self.event("am_crash", fields);
        let finishing = format!("  Force finishing activity {package}/.{activity}");
        self.system(Priority::Warn, "ActivityTaskManager", finishing);
    }

    fn tell_native_crash(&mut self, process: Named<'_>, signal: Signal, function: &str) {
        let Named { package, pid, .. } = process;
        let (number, name, code, fault, words) = match signal {
            Signal::Segv => {
                (11, "SIGSEGV", "1 (SEGV_MAPERR)", ", fault addr 0x0000000000000000", "Segmentation fault")
            }
            Signal::Abrt => (6, "SIGABRT", "-1 (SI_QUEUE)", "", "Aborted"),
        };
        // The kernel keeps the last 15 characters of a name.
        let cut = &package[package.len().saturating_sub(15)..];
        let writer = Writer { pid, tid: pid, buffer: "crash" };
        let fatal = format!(
            "Fatal signal {number} ({name}), code {code}{fault} in tid {pid} ({cut}), pid {pid} ({cut})"
        );
        self.write(writer, Priority::Fatal, "libc", fatal);
        let dumper = Writer { pid: self.new_pid(), tid: 0, buffer: "crash" };
        let dumper = Writer { tid: dumper.pid, ..dumper };
        let fingerprint = self.fingerprint.clone();
        let mut debug = |line: String| self.write(dumper, Priority::Fatal, "DEBUG", line);
        debug("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***".to_owned());
        debug(format!("Build fingerprint: '{fingerprint}'"));
        debug("ABI: 'arm64'".to_owned());
        debug(format!("Cmdline: {package}"));
        debug(format!("pid: {pid}, tid: {pid}, name: {cut}  >>> {package} <<<"));
        let address = if fault.is_empty() { ", fault addr --------" } else { fault };
        debug(format!("signal {number} ({name}), code {code}{address}"));
        if signal == Signal::Segv {
            debug("Cause: null pointer dereference".to_owned());
        }
        debug("backtrace:".to_owned());
        let library = format!("/data/app/{package}/lib/arm64/libnative.so");
        debug(format!("      #00 pc 0000000000012a40  {library} ({function}+96)"));
        debug(format!("      #01 pc 0000000000014f18  {library} (JNI_OnCall+212)"));
        self.event("am_crash", format!("[{pid},0,{package},551075396,Native crash,{words},unknown,0,0]"));
    }

    /// An app that left a touch or key unanswered.
    pub(crate) fn tell_anr(&mut self, process: Named<'_>) {
        let Named { package, activity, pid, .. } = process;
        let reason = format!(
            "Input dispatching timed out (3f1c8d2 {package}/{package}.{activity} (server) is not responding. \
             Waited 5001ms for MotionEvent)"
        );
        self.event("am_anr", format!("[0,{pid},{package},551075396,{reason}]"));
        let lines = [
            format!("ANR in {package} ({package}/.{activity})"),
            format!("PID: {pid}"),
            format!("Reason: {reason}"),
            format!("Parent: {package}/.{activity}"),
            "Frozen: false".to_owned(),
            "Load: 0.42 / 0.31 / 0.27".to_owned(),
        ];
        for line in lines {
            self.system(Priority::Error, "ActivityManager", line);
        }
    }

    fn system(&mut self, priority: Priority, tag: &'static str, message: String) {
        self.write(Writer { buffer: "system", ..SYSTEM_SERVER }, priority, tag, message);
    }

    fn event(&mut self, tag: &'static str, message: String) {
        self.write(Writer { buffer: "events", ..SYSTEM_SERVER }, Priority::Info, tag, message);
    }
}
