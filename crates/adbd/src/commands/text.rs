//! Words and verdicts: `echo`, `printf`, `test`, `base64`.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

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

pub(super) fn unescaped(text: &str) -> String {
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
        let letters: Vec<u8> = bytes.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let decoded = STANDARD.decode(letters).map_err(|_| Stop::Refused("base64: bad input".to_owned()))?;
        call.out.write_all(&decoded)?;
        return Ok(0);
    }
    let text = STANDARD.encode(&bytes);
    let step = if columns == 0 { text.len().max(1) } else { columns };
    for line in text.as_bytes().chunks(step) {
        call.out.write_all(line)?;
        if columns != 0 {
            call.out.write_all(b"\n")?;
        }
    }
    Ok(0)
}
