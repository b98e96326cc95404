//! `grep`: the lines that a pattern fits.

use std::io::{BufRead, BufReader, Write};

use super::files::input_or_files;
use super::lines::MAX_LINE_BYTES;
use super::{Call, Outcome};
use crate::shell::run::Stop;

/// `grep [-i] [-v] [-c] [-q] [-n] [-F] [-E] [-a] [-s] [-h] [-e PATTERN] PATTERN [FILE…]`, line by line as they come.
///
/// A pattern is plain text with `^` and `$` at its ends, `.*` and `.` in between, and `|` between alternatives; brackets and
/// counts are not understood and say so.
pub(super) fn grep(call: &mut Call<'_>) -> Outcome {
    let (mut letters, mut patterns, mut operands) = (String::new(), Vec::new(), Vec::new());
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-e" => patterns.extend(args.next().cloned()),
            flags if flags.len() > 1 && flags.starts_with('-') => {
                if let Some(unknown) = flags.chars().skip(1).find(|letter| !"ivcqnFEash".contains(*letter)) {
                    return Err(Stop::Refused(format!("grep: Unknown option '{unknown}'")));
                }
                letters.push_str(&flags[1..]);
            }
            operand => operands.push(operand.to_owned()),
        }
    }
    if patterns.is_empty() && !operands.is_empty() {
        patterns.push(operands.remove(0));
    }
    let flag = |letter: char| letters.contains(letter);
    let (ignore_case, inverted, quiet) = (flag('i'), flag('v'), flag('q'));
    let patterns: Vec<Pattern> = patterns
        .iter()
        .map(|pattern| Pattern::parse(pattern, flag('F'), ignore_case))
        .collect::<Result<Vec<Vec<_>>, _>>()
        .map_err(Stop::Refused)?
        .concat();
    let mut count = 0;
    let mut print = |number: usize, line: &[u8], out: &mut dyn Write| -> Result<(), Stop> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\n', '\r']);
        let compared = if ignore_case { text.to_lowercase() } else { text.to_owned() };
        if patterns.iter().any(|pattern| pattern.fits(&compared)) != inverted {
            count += 1;
            if !quiet && !flag('c') {
                if flag('n') {
                    write!(out, "{number}:")?;
                }
                out.write_all(line)?;
                if !line.ends_with(b"\n") {
                    writeln!(out)?;
                }
                out.flush()?;
            }
        }
        Ok(())
    };
    let mut out = call.out.clone();
    if operands.is_empty() {
        let mut reader = BufReader::new(&mut *call.input);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if std::io::Read::take(&mut reader, MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            print(number, &line, &mut out)?;
        }
    } else {
        let bytes = input_or_files(call, &operands)?;
        for (at, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            print(at + 1, line, &mut out)?;
        }
    }
    if flag('c') {
        writeln!(call.out, "{count}")?;
    }
    Ok(u8::from(count == 0))
}

/// One alternative of a pattern: pieces that must follow one another.
#[derive(Clone)]
struct Pattern {
    at_start: bool,
    at_end: bool,
    /// Between two pieces anything may stand; `None` in a piece is any one character.
    pieces: Vec<Vec<Option<char>>>,
}

impl Pattern {
    fn parse(pattern: &str, plain: bool, ignore_case: bool) -> Result<Vec<Pattern>, String> {
        let pattern = if ignore_case { pattern.to_lowercase() } else { pattern.to_owned() };
        if plain {
            return Ok(vec![Pattern {
                at_start: false,
                at_end: false,
                pieces: vec![pattern.chars().map(Some).collect()],
            }]);
        }
        pattern.replace("\\|", "|").split('|').map(Pattern::of_alternative).collect()
    }

    fn of_alternative(text: &str) -> Result<Pattern, String> {
        let (at_start, text) = text.strip_prefix('^').map_or((false, text), |rest| (true, rest));
        let (at_end, text) = text.strip_suffix('$').map_or((false, text), |rest| (true, rest));
        let (mut pieces, mut piece) = (Vec::new(), Vec::new());
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => piece.push(Some(letters.next().unwrap_or('\\'))),
                '.' if letters.next_if_eq(&'*').is_some() => pieces.push(std::mem::take(&mut piece)),
                '.' => piece.push(None),
                '*' | '[' | '+' | '?' => {
                    return Err(format!("grep: bad regex '{text}': '{letter}' is not understood"));
                }
                other => piece.push(Some(other)),
            }
        }
        pieces.push(piece);
        Ok(Pattern { at_start, at_end, pieces })
    }

    fn fits(&self, line: &str) -> bool {
        let line: Vec<char> = line.chars().collect();
        let fits_at = |piece: &[Option<char>], at: usize| {
            line.get(at..at + piece.len()).is_some_and(|part| {
                piece.iter().zip(part).all(|(wanted, c)| wanted.is_none_or(|wanted| wanted == *c))
            })
        };
        let mut from = 0;
        let last = self.pieces.len() - 1;
        for (number, piece) in self.pieces.iter().enumerate() {
            let end = line.len().saturating_sub(piece.len());
            let found = if number == 0 && self.at_start && number == last && self.at_end {
                (line.len() == piece.len() && fits_at(piece, 0)).then_some(0)
            } else if number == 0 && self.at_start {
                fits_at(piece, 0).then_some(0)
            } else if number == last && self.at_end {
                (end >= from && fits_at(piece, end)).then_some(end)
            } else {
                (from..=end).find(|&at| fits_at(piece, at))
            };
            match found {
                Some(at) => from = at + piece.len(),
                None => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, line: &str, expected: bool) {
        let patterns = Pattern::parse(pattern, false, false).unwrap();
        assert_eq!(patterns.iter().any(|pattern| pattern.fits(line)), expected, "{pattern} in {line}");
    }

    #[test]
    fn patterns_of_grep() {
        check("focus", "mCurrentFocus focus", true);
        check("^m.*Focus$", "mCurrentFocus", true);
        check("^Focus", "mCurrentFocus", false);
        check("^abc$", "abc", true);
        check("^abc$", "abcd", false);
        check("a.c", "xabcx", true);
        check("mCurrentFocus|mFocusedApp", "  mFocusedApp=x", true);
        check("a\\.b", "axb", false);
        check("", "anything", true);
        check("ab.*b$", "ab", false);
        assert!(
            Pattern::parse("[0-9]", false, false).is_err() && Pattern::parse("[0-9]", true, false).is_ok()
        );
    }
}
