//! Java stack traces: what was thrown, what caused it, and where.

use serde::Serialize;

use super::stack_line::{StackLine, exception_head, frame_like};
use super::text::{lines, shortened};

/// An exception as Java prints it, with its causes and what was suppressed.
///
/// Kept as a list in printed order, not as a tree, so that a hostile log cannot nest us out of stack space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stack {
    /// The exceptions in printed order; the first is the one that was thrown.
    pub throwables: Vec<Throwable>,
    /// How many frames were printed beyond the most we keep.
    pub frames_dropped: usize,
}

/// One exception of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Throwable {
    /// How it relates to the others.
    pub role: Role,
    /// Its class, such as `java.lang.NullPointerException`.
    pub type_name: String,
    /// Its message, which may have several lines.
    pub message: Option<String>,
    /// Where it was thrown, innermost call first.
    pub frames: Vec<Frame>,
    /// The `n` of `... n more`: frames it shares with the exception it belongs to.
    pub omitted: u32,
}

/// How an exception came to be printed. The number is the place in `Stack::throwables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It was thrown.
    Thrown,
    /// It caused that one.
    CauseOf(usize),
    /// It was thrown while that one was under way, and put aside.
    SuppressedBy(usize),
}

/// One call of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The full class name, obfuscated or synthetic as it may be.
    pub class: String,
    /// The method, such as `onCreate`, `<init>` or `lambda$onCreate$0`.
    pub method: String,
    /// The source file as the app's builder left it, which may be nonsense such as `PG`.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u32>,
    /// Whether the method is native.
    pub native: bool,
}

impl Stack {
    /// The exception that was thrown; `None` only for an empty stack.
    pub fn thrown(&self) -> Option<&Throwable> {
        self.throwables.first()
    }

    /// The thrown exception, its cause, that one's cause and so on; the last is the root cause.
    pub fn causes(&self) -> Vec<&Throwable> {
        let mut chain = Vec::new();
        let mut next = (!self.throwables.is_empty()).then_some(0);
        while let Some(at) = next {
            chain.push(&self.throwables[at]);
            // A cause is always printed after what it caused, so this ends.
            next = (at + 1..self.throwables.len()).find(|i| self.throwables[*i].role == Role::CauseOf(at));
        }
        chain
    }

    /// What went wrong first.
    pub fn root_cause(&self) -> Option<&Throwable> {
        self.causes().last().copied()
    }
}

/// Every Java stack in a text, whatever stands around it; those of a log are better read with its headers off.
///
/// A stack is a line that names an exception, up to 20 more lines of message, and at least one `at …` line. Frames
/// whose exception was cut off are left out: without a type they say too little.
pub fn stacks(text: &str) -> Vec<Stack> {
    let mut stacks = Vec::new();
    let mut reader = StackReader::default();
    for line in lines(text) {
        stacks.extend(reader.push(line));
    }
    stacks.extend(reader.finish());
    stacks
}

/// Finds stacks in lines that come one by one.
#[derive(Debug, Default)]
pub(super) struct StackReader<'a> {
    /// The lines since one that may be an exception's first; empty when there is none.
    head: Vec<&'a str>,
    open: Option<StackBuilder>,
}

const MAX_HEAD_LINES: usize = 20;

impl<'a> StackReader<'a> {
    /// Takes one more line and gives back the stack that it showed to be complete.
    pub(super) fn push(&mut self, line: &'a str) -> Option<Stack> {
        if let Some(open) = &mut self.open
            && open.push(line)
        {
            return None;
        }
        let done = self.open.take().map(StackBuilder::finish);
        if frame_like(line) && !self.head.is_empty() {
            let mut open = StackBuilder::new(self.head[0]);
            for more in &self.head[1..] {
                open.push(more);
            }
            open.push(line);
            self.head.clear();
            self.open = Some(open);
        } else if exception_head(line).is_some() {
            self.head = vec![line];
        } else if !self.head.is_empty() && self.head.len() < MAX_HEAD_LINES {
            self.head.push(line);
        } else {
            self.head.clear();
        }
        done
    }

    /// The stack that the last line left open.
    pub(super) fn finish(self) -> Option<Stack> {
        self.open.map(StackBuilder::finish)
    }
}

/// Puts a stack together from its lines.
#[derive(Debug)]
pub(super) struct StackBuilder {
    stack: Stack,
    frames: usize,
    /// The exception that the next line belongs to.
    current: usize,
    /// The suppressed exceptions whose own causes may still come, with their indentation.
    suppressed: Vec<(usize, usize)>,
}

const MAX_THROWABLES: usize = 64;
const MAX_FRAMES: usize = 2048;
const MAX_MESSAGE_BYTES: usize = 16 << 10;

impl StackBuilder {
    /// Starts with the line that names the exception, whatever it looks like.
    pub(super) fn new(head: &str) -> Self {
        let mut builder = Self { stack: Stack::default(), frames: 0, current: 0, suppressed: Vec::new() };
        builder.add(Role::Thrown, head.trim());
        builder
    }

    /// Takes a line if it can belong to the stack, and says whether it did.
    pub(super) fn push(&mut self, line: &str) -> bool {
        match StackLine::of(line) {
            StackLine::Frame(frame) => {
                if self.frames < MAX_FRAMES {
                    self.stack.throwables[self.current].frames.push(frame);
                } else {
                    self.stack.frames_dropped += 1;
                }
                self.frames += 1;
            }
            StackLine::More(n) => self.stack.throwables[self.current].omitted = n,
            StackLine::Cause { indent, head } => {
                let of = self.caused_at(indent);
                self.add(Role::CauseOf(of), head);
            }
            StackLine::Suppressed { indent, head } => {
                let by = self.suppressing_at(indent);
                self.add(Role::SuppressedBy(by), head);
                self.suppressed.push((self.current, indent));
            }
            StackLine::Other => return self.continue_message(line),
        }
        true
    }

    /// The stack as far as it came.
    pub(super) fn finish(self) -> Stack {
        self.stack
    }

    fn add(&mut self, role: Role, head: &str) {
        if self.stack.throwables.len() >= MAX_THROWABLES {
            return;
        }
        let head = head.strip_prefix("Exception ").unwrap_or(head);
        let (type_name, message) = match head.split_once(':') {
            Some((type_name, message)) => (type_name, Some(message.trim()).filter(|m| !m.is_empty())),
            None => (head, None),
        };
        self.current = self.stack.throwables.len();
        self.stack.throwables.push(Throwable {
            role,
            type_name: shortened(type_name.trim(), 512).to_owned(),
            message: message.map(|m| shortened(m, MAX_MESSAGE_BYTES).to_owned()),
            frames: Vec::new(),
            omitted: 0,
        });
    }

    /// Which exception a `Caused by` at this indentation belongs to.
    ///
    /// Inside a suppressed exception Java indents everything once more, so a cause as deep as the word `Suppressed`
    /// is that one's. One less deep closes it and belongs to the chain outside.
    fn caused_at(&mut self, indent: usize) -> usize {
        while self.suppressed.last().is_some_and(|(_, deep)| indent < *deep || *deep == 0) {
            self.suppressed.pop();
        }
        let from = self.suppressed.last().map_or(0, |(at, _)| *at);
        self.chain_end(from)
    }

    /// Which exception a `Suppressed` at this indentation belongs to.
    fn suppressing_at(&mut self, indent: usize) -> usize {
        while self.suppressed.last().is_some_and(|(_, deep)| indent <= *deep) {
            self.suppressed.pop();
        }
        let from = self.suppressed.last().map_or(0, |(at, _)| *at);
        self.chain_end(from)
    }

    fn chain_end(&self, from: usize) -> usize {
        let mut end = from;
        for (at, throwable) in self.stack.throwables.iter().enumerate().skip(from + 1) {
            if throwable.role == Role::CauseOf(end) {
                end = at;
            }
        }
        end
    }

    /// Messages may have several lines; they end with the first frame.
    fn continue_message(&mut self, line: &str) -> bool {
        let current = &mut self.stack.throwables[self.current];
        if !current.frames.is_empty() || current.omitted > 0 {
            return false;
        }
        let message = current.message.get_or_insert_default();
        if message.len() + line.len() < MAX_MESSAGE_BYTES {
            if !message.is_empty() {
                message.push('\n');
            }
            message.push_str(line.trim_end());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(stack: &Stack) -> Vec<String> {
        stack
            .throwables
            .iter()
            .map(|t| {
                let frames: Vec<String> =
                    t.frames.iter().map(|f| format!("{}#{}", f.class, f.method)).collect();
                format!("{:?} {} {:?} [{}] +{}", t.role, t.type_name, t.message, frames.join(" "), t.omitted)
            })
            .collect()
    }

    fn check(text: &str, expected: &[&[&str]]) {
        let seen: Vec<Vec<String>> = stacks(text).iter().map(shown).collect();
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn follows_causes_and_what_they_suppressed() {
        check(
            "java.lang.RuntimeException: outer: x\n\
             \tat a.B.c(B.java:1)\n\
             \tSuppressed: java.io.IOException\n\
             \t\tat a.B.close(B.java:2)\n\
             \tCaused by: java.lang.Error: inside the suppressed one\n\
             \t\t... 3 more\n\
             Caused by: java.lang.NullPointerException\n\
             \tat a.B.d(B.java:3)\n\
             \t... 9 more\n",
            &[&[
                "Thrown java.lang.RuntimeException Some(\"outer: x\") [a.B#c] +0",
                "SuppressedBy(0) java.io.IOException None [a.B#close] +0",
                "CauseOf(1) java.lang.Error Some(\"inside the suppressed one\") [] +3",
                "CauseOf(0) java.lang.NullPointerException None [a.B#d] +9",
            ]],
        );
    }

    #[test]
    fn follows_causes_as_studio_indents_them() {
        check(
            "java.lang.RuntimeException\n    at a.B.c(B.java:1)\n    Suppressed: x.Y\n Caused by: x.Z: why\n    at a.B.d(B.java:2)",
            &[&[
                "Thrown java.lang.RuntimeException None [a.B#c] +0",
                "SuppressedBy(0) x.Y None [] +0",
                "CauseOf(0) x.Z Some(\"why\") [a.B#d] +0",
            ]],
        );
    }

    #[test]
    fn tells_stacks_apart_in_a_text() {
        check(
            "Some words\nException java.lang.IllegalStateException: a\n  at a.B.c (B.java:1)\nCaused by x.Y:\n  at a.B.d (B.java)\n\n\
             Type\njava.lang.Error\njava.lang.Error: two\nlines\n  at a.B.e (B.java)\n",
            &[
                &[
                    "Thrown java.lang.IllegalStateException Some(\"a\") [a.B#c] +0",
                    "CauseOf(0) x.Y None [a.B#d] +0",
                ],
                &["Thrown java.lang.Error Some(\"two\\nlines\") [a.B#e] +0"],
            ],
        );
    }

    #[test]
    fn frames_without_an_exception_are_no_stack() {
        check("\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\nCaused by\n", &[]);
    }

    #[test]
    fn the_root_cause_is_the_last_of_the_chain() {
        let found = stacks(
            "a.B: x\n\tat a.B.c(B.java:1)\nCaused by: a.C\n\tat a.B.c(B.java:1)\nCaused by: a.D\n\t... 1 more",
        );
        assert_eq!(found[0].root_cause().map(|t| t.type_name.as_str()), Some("a.D"));
        assert_eq!(found[0].causes().len(), 3);
    }

    #[test]
    fn keeps_so_many_frames_and_counts_the_rest() {
        let text = format!("a.B: x\n{}", "\tat a.B.c(B.java:1)\n".repeat(MAX_FRAMES + 7));
        assert_eq!(stacks(&text)[0].frames_dropped, 7);
        let text = format!("a.B: x\n\tat a.B.c(B.java:1)\n{}", "Caused by: a.B: y\n".repeat(1000));
        assert_eq!(stacks(&text)[0].throwables.len(), MAX_THROWABLES);
    }
}
