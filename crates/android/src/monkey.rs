//! Android's own random tester, `monkey`.

use serde::Serialize;

use super::stack::Stack;
use super::stack_builder::StackReader;
use super::text::{between, lines};

/// What a run of monkey printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MonkeyRun {
    /// The packages it was let into.
    pub packages: Vec<String>,
    /// The seed that repeats the run.
    pub seed: Option<i64>,
    /// How many events were asked for.
    pub asked: Option<u64>,
    /// How many were sent, from the summary.
    pub injected: Option<u64>,
    /// How many had been sent at the last progress line; all there is of a run that was killed.
    pub progress: Option<u64>,
    /// The crashes it saw.
    pub crashes: Vec<MonkeyCrash>,
    /// The processes that did not answer.
    pub not_responding: Vec<(String, u32)>,
    /// How many times it kept the app from starting another.
    pub rejected_starts: usize,
    /// How it ended.
    pub end: MonkeyEnd,
}

/// A crash as monkey prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MonkeyCrash {
    /// The process; old versions do not say.
    pub process: Option<String>,
    /// Its process id.
    pub pid: Option<u32>,
    /// What was thrown.
    pub stack: Option<Stack>,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MonkeyEnd {
    /// All events were sent.
    Finished,
    /// It stopped at a crash or a hang, after so many events.
    Aborted {
        /// The event it stopped at, where the last line says.
        at_event: Option<u64>,
    },
    /// There was nothing to start: no such package, no launcher activity, or a locked phone.
    NothingToRun,
    /// No last line: it was killed, or the phone went away.
    #[default]
    CutShort,
}

impl MonkeyRun {
    /// Reads monkey's output, at any verbosity.
    pub fn parse(text: &str) -> Self {
        let mut run = Self::default();
        let mut stack = StackReader::default();
        for line in lines(text) {
            let comment =
                line.trim_start().strip_prefix("//").map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            run.add_stack(stack.push(comment.unwrap_or("")));
            run.read_comment(comment.unwrap_or("").trim());
            run.read_line(line.trim());
        }
        run.add_stack(stack.finish());
        // Without `-v` there is neither a last line nor a crash, only the count.
        if run.end == MonkeyEnd::CutShort && run.injected.is_some() && run.crashes.is_empty() {
            run.end = MonkeyEnd::Finished;
        }
        run
    }

    fn read_comment(&mut self, comment: &str) {
        if let Some(rest) = comment.strip_prefix("CRASH: ") {
            let (process, pid) = process_and_pid(rest);
            self.crashes.push(MonkeyCrash { process: Some(process.to_owned()), pid, stack: None });
        } else if let Some(rest) = comment.strip_prefix("NOT RESPONDING: ") {
            let (process, pid) = process_and_pid(rest);
            self.not_responding.push((process.to_owned(), pid.unwrap_or(0)));
        } else if let Some(number) = comment.strip_prefix("Sending event #") {
            self.progress = number.parse().ok().or(self.progress);
        } else if comment.starts_with("Rejecting start of ") {
            self.rejected_starts += 1;
        } else if comment == "Monkey finished" {
            self.end = MonkeyEnd::Finished;
        }
    }

    fn read_line(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix(":Monkey: seed=") {
            let (seed, count) = rest.split_once(" count=").unwrap_or((rest, ""));
            self.seed = seed.parse().ok();
            self.asked = count.parse().ok();
        } else if let Some(package) = line.strip_prefix(":AllowPackage: ") {
            if self.packages.len() < MAX_PACKAGES {
                self.packages.push(package.to_owned());
            }
        } else if let Some(count) = line.strip_prefix("Events injected: ") {
            self.injected = count.parse().ok();
        } else if line == "** Monkey aborted due to error." {
            self.end = MonkeyEnd::Aborted { at_event: None };
        } else if let Some(rest) = line.strip_prefix("** System appears to have crashed at event ") {
            let (event, rest) = rest.split_once(" of ").unwrap_or((rest, ""));
            let (asked, seed) = rest.split_once(" using seed ").unwrap_or((rest, ""));
            self.end = MonkeyEnd::Aborted { at_event: event.parse().ok() };
            self.asked = self.asked.or(asked.parse().ok());
            self.seed = self.seed.or(seed.parse().ok());
        } else if line.starts_with("** No activities found to run") {
            self.end = MonkeyEnd::NothingToRun;
        }
    }

    /// A stack belongs to the crash line before it; monkey 1 prints stacks alone.
    fn add_stack(&mut self, stack: Option<Stack>) {
        let Some(stack) = stack else { return };
        match self.crashes.last_mut() {
            Some(crash) if crash.stack.is_none() => crash.stack = Some(stack),
            _ => self.crashes.push(MonkeyCrash { process: None, pid: None, stack: Some(stack) }),
        }
    }
}

const MAX_PACKAGES: usize = 1024;

/// `com.app (pid 12)`, also with more behind it.
fn process_and_pid(text: &str) -> (&str, Option<u32>) {
    let process = text.split(" (").next().unwrap_or(text).trim();
    (process, between(text, "(pid ", ")").and_then(|pid| pid.trim().parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, end: &MonkeyEnd, expected: &str) {
        let run = MonkeyRun::parse(text);
        let crashes: Vec<String> = run
            .crashes
            .iter()
            .map(|c| {
                let thrown = c.stack.as_ref().and_then(Stack::thrown).map_or("-", |t| t.type_name.as_str());
                format!("{}:{thrown}", c.process.as_deref().unwrap_or("-"))
            })
            .collect();
        let seen = format!("{:?} {:?} {:?} {}", run.seed, run.injected, run.asked, crashes.join(" "));
        assert_eq!((&run.end, seen.trim_end()), (end, expected), "{text}");
    }

    #[test]
    fn reads_a_run_to_its_end() {
        check(
            ":Monkey: seed=16 count=500\n:AllowPackage: a.b\n    // Rejecting start of Intent { } in package x\n    // Sending event #400\nEvents injected: 500\n// Monkey finished\n",
            &MonkeyEnd::Finished,
            "Some(16) Some(500) Some(500)",
        );
        check("Events injected: 200\n", &MonkeyEnd::Finished, "None Some(200) None");
    }

    #[test]
    fn reads_a_run_that_crashed() {
        check(
            "// CRASH: a.b (pid 82)\n// Short Msg: x.Y\n// Long Msg: x.Y: z\n// Build Label: q\n// x.Y: z\n// \tat a.b.C.d(C.java:1)\n// \n\
             ** Monkey aborted due to error.\nEvents injected: 12\n** System appears to have crashed at event 12 of 1000 using seed 7\n",
            &MonkeyEnd::Aborted { at_event: Some(12) },
            "Some(7) Some(12) Some(1000) a.b:x.Y",
        );
        check(
            "// x.Y: \n//   at a.b.C.d(C.java:1)\n\n** Monkey aborted due to error.\n",
            &MonkeyEnd::Aborted { at_event: None },
            "None None None -:x.Y",
        );
    }

    #[test]
    fn reads_hangs() {
        let run = MonkeyRun::parse("// NOT RESPONDING: a.b (pid 82)\nANR in a.b (a.b/.C)\n");
        assert_eq!(run.not_responding, [("a.b".to_owned(), 82)]);
    }

    #[test]
    fn a_run_without_an_end_was_cut_short() {
        check(
            ":Monkey: seed=16 count=500\n    // Sending event #100\n",
            &MonkeyEnd::CutShort,
            "Some(16) None Some(500)",
        );
        check("** No activities found to run, monkey aborted.\n", &MonkeyEnd::NothingToRun, "None None None");
        assert_eq!(MonkeyRun::parse("// Sending event #100\n").progress, Some(100));
    }
}
