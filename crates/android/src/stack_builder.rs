//! Puts Java stacks together from their lines.

use super::stack::{Role, Stack, Throwable};
use super::stack_line::{StackLine, exception_head, frame_like, without_preface};
use super::text::shortened;

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

pub(super) const MAX_THROWABLES: usize = 64;
pub(super) const MAX_FRAMES: usize = 2048;
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
        let head = without_preface(head);
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
