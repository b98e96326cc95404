//! The checksums of the journal: each line's covers the line and the checksum of the line before it.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What the last field of a line looks like: `,"sum":"1a2b3c4d"}`.
const BEFORE: &[u8] = b",\"sum\":\"";
const AFTER: &[u8] = b"\"}";
const DIGITS: usize = 8;

/// The checksum of the last line so far. Because each depends on the one before, a lost line is noticed as much as a changed one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum(u32);

impl Sum {
    /// The checksum of the next line, which is added to it as its last field.
    #[must_use]
    pub(super) fn seal(self, line: &mut Vec<u8>) -> Sum {
        line.pop_if(|&mut last| last == b'}');
        let sum = self.of(line);
        line.extend_from_slice(BEFORE);
        line.extend_from_slice(format!("{:0DIGITS$x}", sum.0).as_bytes());
        line.extend_from_slice(AFTER);
        sum
    }

    /// The checksum of the next line; `None` where the line does not match it.
    pub(super) fn check(self, line: &[u8]) -> Option<Sum> {
        let (content, digits) = unsealed(line)?;
        let sum = self.of(content);
        // A fuzzer would never get past the checksum to what lies behind it.
        (cfg!(fuzzing) || format!("{:0DIGITS$x}", sum.0).as_bytes() == digits).then_some(sum)
    }

    /// Whether the line has a checksum at all.
    pub(super) fn is_in(line: &[u8]) -> bool {
        unsealed(line).is_some()
    }

    fn of(self, content: &[u8]) -> Sum {
        Sum(xxh3_64_with_seed(content, u64::from(self.0)) as u32)
    }
}

/// The line without its checksum, and the checksum's digits.
fn unsealed(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (rest, digits) = line.strip_suffix(AFTER)?.split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(BEFORE)?, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_changed_lost_or_moved_is_noticed() {
        let lines = [r#"{"line":"end","trace":1}"#, r#"{"line":"end","trace":2}"#];
        let mut sealed = lines.map(|line| line.as_bytes().to_vec());
        let first = Sum::default().seal(&mut sealed[0]);
        let second = first.seal(&mut sealed[1]);
        assert_eq!(sealed[0].strip_suffix(b"\"}").unwrap().len(), lines[0].len() - 1 + BEFORE.len() + DIGITS);
        assert_eq!(Sum::default().check(&sealed[0]), Some(first));
        assert_eq!(first.check(&sealed[1]), Some(second));
        assert_eq!(Sum::default().check(&sealed[1]), None, "the line before it is lost");
        for at in 0..sealed[0].len() {
            let mut changed = sealed[0].clone();
            changed[at] ^= 1;
            assert_eq!(Sum::default().check(&changed), None, "byte {at}");
        }
        assert_eq!(Sum::default().check(lines[0].as_bytes()), None, "it has none");
    }
}
