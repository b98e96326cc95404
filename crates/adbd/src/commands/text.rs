//! Text and verdicts: `echo`, `grep`, `test` and the like.

use std::io::{BufRead, BufReader, Write};

use super::files::input_or_files;
use super::{Call, Outcome};
use crate::shell::run::Stop;

pub(super) fn yes(_call: &mut Call<'_>) -> Outcome {
    Ok(0)
}

pub(super) fn no(_call: &mut Call<'_>) -> Outcome {
    Ok(1)
}

/// `echo [-n] [-e] WORD…`.
pub(super) fn echo(call: &mut Call<'_>) -> Outcome {
    let (mut line_end, mut escapes, mut words) = (true, false, call.args);
    while let [first, rest @ ..] = words {
        match first.as_str() {
            "-n" => line_end = false,
            "-e" => escapes = true,
            _ => break,
        }
        words = rest;
    }
    let text = words.join(" ");
    let text = if escapes { unescaped(&text) } else { text };
    write!(call.out, "{text}{}", if line_end { "\n" } else { "" })?;
    Ok(0)
}

/// `printf FORMAT WORD…` with `%s`, `%d`, `%%` and escapes; the format is used again for what is left.
pub(super) fn printf(call: &mut Call<'_>) -> Outcome {
    let Some((format, mut words)) = call.args.split_first() else {
        writeln!(call.err, "printf: Needs 1 argument")?;
        return Ok(1);
    };
    let format = unescaped(format);
    loop {
        let before = words.len();
        let mut text = String::new();
        let mut letters = format.chars();
        while let Some(letter) = letters.next() {
            match (letter, letter == '%') {
                (_, true) => match letters.next() {
                    Some('%') | None => text.push('%'),
                    Some('s' | 'd' | 'i' | 'u' | 'b') => {
                        if let Some((word, rest)) = words.split_first() {
                            text.push_str(word);
                            words = rest;
                        }
                    }
                    Some(other) => text.extend(['%', other]),
                },
                (letter, _) => text.push(letter),
            }
        }
        call.out.write_all(text.as_bytes())?;
        if words.is_empty() || words.len() == before {
            return Ok(0);
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, if letter == '\\' { letters.next() } else { None }) {
            ('\\', Some('n')) => plain.push('\n'),
            ('\\', Some('t')) => plain.push('\t'),
            ('\\', Some('r')) => plain.push('\r'),
            ('\\', Some('0')) => plain.push('\0'),
            ('\\', Some('\\')) => plain.push('\\'),
            ('\\', Some(other)) => plain.extend(['\\', other]),
            (letter, _) => plain.push(letter),
        }
    }
    plain
}

/// `test EXPRESSION`, `[ EXPRESSION ]`: one comparison, with `!` before it if wished.
pub(super) fn test(call: &mut Call<'_>) -> Outcome {
    let mut words: Vec<&str> = call.args.iter().map(String::as_str).collect();
    if call.name == "[" && words.pop() != Some("]") {
        writeln!(call.err, "/system/bin/sh: [: missing ]")?;
        return Ok(2);
    }
    let negated = words.first() == Some(&"!") && words.len() > 1;
    let words = &words[usize::from(negated)..];
    let number = |text: &str| text.parse::<i64>().ok();
    let file = |path: &str| {
        let path = call.path(path);
        call.phone.memory(|memory| memory.files.get(&path).cloned()).ok()
    };
    let holds = match words {
        [] => Some(false),
        [word] => Some(!word.is_empty()),
        ["-n", word] => Some(!word.is_empty()),
        ["-z", word] => Some(word.is_empty()),
        ["-e" | "-r", path] => Some(file(path).is_some()),
        ["-f", path] => Some(file(path).is_some_and(|file| !file.is_folder())),
        ["-d", path] => Some(file(path).is_some_and(|file| file.is_folder())),
        ["-s", path] => Some(file(path).is_some_and(|file| file.size() > 0)),
        [a, "=" | "==", b] => Some(a == b),
        [a, "!=", b] => Some(a != b),
        [a, sign, b] => number(a).zip(number(b)).and_then(|(a, b)| match *sign {
            "-eq" => Some(a == b),
            "-ne" => Some(a != b),
            "-lt" => Some(a < b),
            "-le" => Some(a <= b),
            "-gt" => Some(a > b),
            "-ge" => Some(a >= b),
            _ => None,
        }),
        _ => None,
    };
    match holds {
        Some(holds) => Ok(u8::from(holds == negated)),
        None => {
            writeln!(call.err, "/system/bin/sh: {}: unexpected operator/operand", call.name)?;
            Ok(2)
        }
    }
}

/// `base64 [-d] [-w N] [FILE]`.
pub(super) fn base64(call: &mut Call<'_>) -> Outcome {
    let decodes = call.args.iter().any(|arg| matches!(arg.as_str(), "-d" | "--decode"));
    let width = call.args.iter().position(|arg| arg == "-w").map(|at| at + 1);
    let columns = width.and_then(|at| call.args.get(at)?.parse().ok()).unwrap_or(76);
    let files = call.args.iter().enumerate().filter(|(at, arg)| Some(*at) != width && !arg.starts_with('-'));
    let files: Vec<String> = files.map(|(_, arg)| arg.clone()).collect();
    let bytes = input_or_files(call, &files)?;
    if decodes {
        let decoded = std::str::from_utf8(&bytes).ok().and_then(crate::base64::decode);
        let decoded = decoded.ok_or_else(|| Stop::Refused("base64: bad input".to_owned()))?;
        call.out.write_all(&decoded)?;
        return Ok(0);
    }
    let text = crate::base64::encode(&bytes);
    let step = if columns == 0 { text.len().max(1) } else { columns };
    for line in text.as_bytes().chunks(step) {
        call.out.write_all(line)?;
        if columns != 0 {
            call.out.write_all(b"\n")?;
        }
    }
    Ok(0)
}

/// `grep [-i] [-v] [-c] [-q] [-n] [-o] [-F] [-E] [-e PATTERN] PATTERN [FILE…]`, line by line as they come.
///
/// A pattern is plain text with `^` and `$` at its ends, `.*` and `.` in between, and `|` between alternatives; brackets and
/// counts are not understood and say so.
pub(super) fn grep(call: &mut Call<'_>) -> Outcome {
    let (mut letters, mut patterns, mut operands) = (String::new(), Vec::new(), Vec::new());
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-e" => patterns.extend(args.next().cloned()),
            "-m" | "-A" | "-B" | "-C" => {
                return Err(Stop::Refused(format!("grep: Unknown option '{}'", &arg[1..])));
            }
            flags if flags.len() > 1 && flags.starts_with('-') => letters.push_str(&flags[1..]),
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

/// The longest line that `grep` takes in one piece.
const MAX_LINE_BYTES: u64 = 1 << 20;

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

/// `-n N`, `-N`, `-c N`: how many lines or bytes, and the files.
fn count_and_files(call: &Call<'_>) -> (usize, bool, Vec<String>) {
    let (mut count, mut bytes, mut files) = (10, false, Vec::new());
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-n" | "-c" => {
                bytes = arg == "-c";
                count = args
                    .next()
                    .and_then(|number| number.trim_start_matches('+').parse().ok())
                    .unwrap_or(count);
            }
            flag if flag.starts_with('-') => {
                count = flag.trim_start_matches(['-', 'n']).parse().unwrap_or(count);
            }
            file => files.push(file.to_owned()),
        }
    }
    (count, bytes, files)
}

/// `head [-n N] [-c N] [FILE…]`. Ends as soon as it has enough.
pub(super) fn head(call: &mut Call<'_>) -> Outcome {
    let (count, bytes, files) = count_and_files(call);
    if files.is_empty() && !bytes {
        let mut reader = BufReader::new(&mut *call.input);
        let mut line = Vec::new();
        for _ in 0..count {
            line.clear();
            if std::io::Read::take(&mut reader, MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            call.out.write_all(&line)?;
        }
        return Ok(0);
    }
    let all = input_or_files(call, &files)?;
    let end = if bytes {
        count.min(all.len())
    } else {
        all.split_inclusive(|&b| b == b'\n').take(count).map(<[u8]>::len).sum()
    };
    call.out.write_all(&all[..end])?;
    Ok(0)
}

/// `tail [-n N] [-c N] [FILE…]`.
pub(super) fn tail(call: &mut Call<'_>) -> Outcome {
    let (count, bytes, files) = count_and_files(call);
    let all = input_or_files(call, &files)?;
    let length: usize = if bytes {
        count.min(all.len())
    } else {
        all.split_inclusive(|&b| b == b'\n').rev().take(count).map(<[u8]>::len).sum()
    };
    call.out.write_all(&all[all.len() - length..])?;
    Ok(0)
}

/// `wc [-l] [-w] [-c] [FILE…]`.
pub(super) fn wc(call: &mut Call<'_>) -> Outcome {
    let letters: String = call.args.iter().filter_map(|arg| arg.strip_prefix('-')).collect();
    let files: Vec<String> = call.args.iter().filter(|arg| !arg.starts_with('-')).cloned().collect();
    let all = input_or_files(call, &files)?;
    let lines = all.iter().filter(|&&byte| byte == b'\n').count();
    let words = all.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let counts: Vec<String> = [('l', lines), ('w', words), ('c', all.len())]
        .iter()
        .filter(|(letter, _)| letters.is_empty() || letters.contains(*letter))
        .map(|(_, count)| count.to_string())
        .collect();
    let name = files.first().map_or(String::new(), |file| format!(" {file}"));
    writeln!(call.out, "{}{name}", counts.join(" "))?;
    Ok(0)
}

/// The lines of the input or of files.
fn lines(call: &mut Call<'_>) -> Result<Vec<String>, Stop> {
    let files: Vec<String> = call.args.iter().filter(|arg| !arg.starts_with('-')).cloned().collect();
    let all = input_or_files(call, &files)?;
    Ok(String::from_utf8_lossy(&all).lines().map(str::to_owned).collect())
}

/// `sort [-r] [-n] [-u] [FILE…]`.
pub(super) fn sort(call: &mut Call<'_>) -> Outcome {
    let has = |letter| call.args.iter().any(|arg| arg.starts_with('-') && arg.contains(letter));
    let (reverse, numeric, unique) = (has('r'), has('n'), has('u'));
    let mut lines = lines(call)?;
    let number =
        |line: &String| line.split_whitespace().next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
    if numeric {
        lines.sort_by_key(number);
    } else {
        lines.sort();
    }
    if reverse {
        lines.reverse();
    }
    if unique {
        lines.dedup();
    }
    print_lines(call, &lines)
}

pub(super) fn uniq(call: &mut Call<'_>) -> Outcome {
    let mut lines = lines(call)?;
    lines.dedup();
    print_lines(call, &lines)
}

fn print_lines(call: &mut Call<'_>, lines: &[String]) -> Outcome {
    for line in lines {
        writeln!(call.out, "{line}")?;
    }
    Ok(0)
}

/// `cut -d C -f N`: one field of each line.
pub(super) fn cut(call: &mut Call<'_>) -> Outcome {
    let (mut sign, mut field) = ('\t', 1_usize);
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let mut value = |flag: &str| {
            arg.strip_prefix(flag)
                .filter(|value| !value.is_empty())
                .or_else(|| args.next().map(String::as_str))
                .unwrap_or("")
        };
        match arg.get(..2) {
            Some("-d") => sign = value("-d").chars().next().unwrap_or('\t'),
            Some("-f") => {
                let wanted = value("-f").to_owned();
                field = wanted.parse().map_err(|_| Stop::Refused(format!("cut: bad field '{wanted}'")))?;
            }
            _ => return Err(Stop::Refused(format!("cut: Unknown option '{arg}'"))),
        }
    }
    let text = call.read_input()?;
    for line in String::from_utf8_lossy(&text).lines() {
        let cut = if line.contains(sign) {
            line.split(sign).nth(field.saturating_sub(1)).unwrap_or("")
        } else {
            line
        };
        writeln!(call.out, "{cut}")?;
    }
    Ok(0)
}

/// `tr [-d] SET [SET]`: single characters and escapes, no ranges.
pub(super) fn tr(call: &mut Call<'_>) -> Outcome {
    let (deletes, sets) = match call.args {
        [flag, set] if flag == "-d" => (true, [unescaped(set), String::new()]),
        [from, to] => (false, [unescaped(from), unescaped(to)]),
        _ => return Err(Stop::Refused("tr: Needs 2 arguments".to_owned())),
    };
    let to: Vec<char> = sets[1].chars().collect();
    let text = call.read_input()?;
    let changed: String = String::from_utf8_lossy(&text)
        .chars()
        .filter_map(|c| match (sets[0].chars().position(|known| known == c), deletes) {
            (None, _) => Some(c),
            (Some(_), true) => None,
            (Some(at), false) => to.get(at).or(to.last()).copied(),
        })
        .collect();
    call.out.write_all(changed.as_bytes())?;
    Ok(0)
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
