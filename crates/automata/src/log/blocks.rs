//! A log cut into blocks of whole lines.

use std::io::{self, ErrorKind, Read};

/// How much is read at once, and the longest line that is looked at.
const BLOCK: usize = 1 << 18;

/// A piece of a log.
pub(super) enum Block<'a> {
    /// Whole lines with their ends; the last line of the log may have none.
    Lines(&'a [u8]),
    /// A line that is longer than a block.
    TooLong,
}

/// Lines end as Python reads them: with a line feed, a carriage return, or both.
pub(super) struct Blocks<R> {
    source: R,
    buffer: Vec<u8>,
    /// What is read and not yet handed out: from here
    begin: usize,
    /// to here.
    end: usize,
    ended: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(source: R) -> Blocks<R> {
        Blocks { source, buffer: vec![0; BLOCK], begin: 0, end: 0, ended: false }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        self.fill()?;
        let waiting = &self.buffer[self.begin..self.end];
        if waiting.is_empty() {
            return Ok(None);
        }
        if self.ended {
            let lines = self.begin..self.end;
            self.begin = self.end;
            return Ok(Some(Block::Lines(&self.buffer[lines])));
        }
        // A carriage return at the very end may be the first half of a line's end.
        let known = waiting.strip_suffix(b"\r").unwrap_or(waiting);
        match memchr::memrchr2(b'\n', b'\r', known) {
            Some(last) => {
                let lines = self.begin..self.begin + last + 1;
                self.begin = lines.end;
                Ok(Some(Block::Lines(&self.buffer[lines])))
            }
            None => {
                self.skip_line()?;
                Ok(Some(Block::TooLong))
            }
        }
    }

    /// Reads until the buffer is full or the log is at its end.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.begin..self.end, 0);
        (self.begin, self.end) = (0, self.end - self.begin);
        while self.end < BLOCK && !self.ended {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Throws away everything up to the end of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            // The last byte stays: it may be the first half of a line's end.
            self.begin = self.end.saturating_sub(1);
            self.fill()?;
            let waiting = &self.buffer[self.begin..self.end];
            if let Some(at) = memchr::memchr2(b'\n', b'\r', waiting) {
                self.begin += if waiting[at..].starts_with(b"\r\n") { at + 2 } else { at + 1 };
                return Ok(());
            }
            if self.ended {
                self.begin = self.end;
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives few bytes at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let some = into.len().min(7);
            self.0.read(&mut into[..some])
        }
    }

    #[track_caller]
    fn check(text: &[u8], expected: &[Option<usize>]) {
        let mut blocks = Blocks::new(Drops(text));
        let mut found = Vec::new();
        while let Some(block) = blocks.next().unwrap() {
            found.push(match block {
                Block::Lines(lines) => Some(lines.len()),
                Block::TooLong => None,
            });
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_end_where_lines_end() {
        check(b"", &[]);
        check(b"no end", &[Some(6)]);
        let line = vec![b'x'; 100_000];
        let text = [&line[..], b"\n", &line, b"\r", &line, b"\r\n", &line].concat();
        check(&text, &[Some(200_002), Some(200_002)]);
    }

    #[test]
    fn a_carriage_return_at_the_end_of_a_block_waits_for_its_line_feed() {
        let text = [&vec![b'x'; BLOCK - 4][..], b"\nxx\r\nyy\n"].concat();
        check(&text, &[Some(BLOCK - 3), Some(7)]);
    }

    #[test]
    fn a_line_without_end_is_thrown_away_in_pieces() {
        let endless = vec![b'x'; 3 * BLOCK + 17];
        check(&[&endless[..], b"\r\nshort\n"].concat(), &[None, Some(6)]);
        check(&[&endless[..], b"\nshort\n", &endless].concat(), &[None, Some(6), None]);
        check(&[&vec![b'x'; BLOCK - 1][..], b"\r\nshort\n"].concat(), &[None, Some(6)]);
    }
}
