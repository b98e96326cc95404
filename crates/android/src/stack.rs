//! Java stack traces: what was thrown, what caused it, and where.

use serde::Serialize;

use super::stack_builder::StackReader;
use super::text::lines;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack_builder::{MAX_FRAMES, MAX_THROWABLES};

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
        assert_eq!(found[0].causes().last().map(|t| t.type_name.as_str()), Some("a.D"));
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
