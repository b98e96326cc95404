//! Lines of text, counted, sorted and cut: `head`, `tail`, `wc`, `sort`, `uniq`, `cut`, `tr`.

use std::io::{BufRead, BufReader, Write};

use super::files::input_or_files;
use super::text::unescaped;
use super::{Call, Outcome};
use crate::shell::run::Stop;

/// The longest line that is taken in one piece.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

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
