//! What one line says.

use super::{What, Why};
use crate::time::{Time, digits};

/// When a line was written.
pub(super) enum Stamp {
    At(Time),
    /// `--------- beginning of main`: the time is still that of the line before.
    Divider,
    /// As `logcat -v year` writes it, which DDroid does not read.
    WithYear,
    None,
}

impl Stamp {
    pub(super) fn of(line: &[u8], year: i32) -> Stamp {
        if let Some(time) = fixed(line, year) {
            return Stamp::At(time);
        }
        if line.starts_with(b"---") {
            return Stamp::Divider;
        }
        match loose(line, year) {
            Some(time) => Stamp::At(time),
            None if has_year(line) => Stamp::WithYear,
            None => Stamp::None,
        }
    }
}

/// `06-01 10:00:00`, as every logcat writes it.
fn fixed(line: &[u8], year: i32) -> Option<Time> {
    let stamp: &[u8; 14] = line.first_chunk()?;
    if !matches!(line.get(14), Some(b'.' | b' ') | None) {
        return None;
    }
    let separators = [stamp[2], stamp[5], stamp[8], stamp[11]] == [b'-', b' ', b':', b':'];
    let two = |at: usize| {
        let (tens, ones) = (stamp[at].wrapping_sub(b'0'), stamp[at + 1].wrapping_sub(b'0'));
        (tens < 10 && ones < 10).then(|| u32::from(tens * 10 + ones))
    };
    if separators { Time::new(year, two(0)?, two(3)?, two(6)?, two(9)?, two(12)?) } else { None }
}

/// With single digits, which Python reads too: `6-1 9:05:00`.
fn loose(line: &[u8], year: i32) -> Option<Time> {
    let mut words = line.split(|&byte| byte == b' ');
    let (date, time) = (words.next()?, words.next()?);
    let whole = time.split(|&byte| byte == b'.').next()?;
    let [month, day] = numbers(date, b'-')?;
    let [hour, minute, second] = numbers(whole, b':')?;
    Time::new(year, month, day, hour, minute, second)
}

fn numbers<const N: usize>(text: &[u8], separator: u8) -> Option<[u32; N]> {
    let mut parts =
        text.split(|&byte| byte == separator).map(|part| digits(part).filter(|_| part.len() <= 2));
    let mut found = [0; N];
    for number in &mut found {
        *number = parts.next()??;
    }
    parts.next().is_none().then_some(found)
}

fn has_year(line: &[u8]) -> bool {
    let (year, rest) = line.split_at(line.len().min(4));
    let rest = rest.strip_prefix(b"-");
    year.len() == 4 && digits(year).is_some() && rest.is_some_and(|rest| loose(rest, 2000).is_some())
}

/// What the instrumented app says in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Told(What<'a>),
    Nothing,
    Unclear(Why),
}

impl Line<'_> {
    /// A crash wins over everything else in the line; then the earlier of `Event ` and `Warning` does.
    pub(super) fn of(line: &[u8]) -> Line<'_> {
        if has_crash(line) {
            return Line::Told(What::Crash);
        }
        let Some((kind, after)) = first_word(line) else { return Line::Nothing };
        // The id has at least one character, even if that is a colon.
        let Some(colon) = after.get(1..).and_then(|rest| memchr::memchr(b':', rest)) else {
            return Line::Unclear(Why::NoColon);
        };
        match std::str::from_utf8(&after[..=colon]).ok().and_then(symbol_of) {
            Some(symbol) => Line::Told(kind(symbol)),
            None => Line::Unclear(Why::BadId),
        }
    }
}

type Kind<'a> = fn(&'a str) -> What<'a>;

fn has_crash(line: &[u8]) -> bool {
    memchr::memchr_iter(b'!', line).any(|mark| {
        let word = mark.checked_sub(5).map(|begin| &line[begin..mark]);
        word.is_some_and(|word| word.eq_ignore_ascii_case(b"crash"))
    })
}

/// The first word that decides, and what follows it.
fn first_word(line: &[u8]) -> Option<(Kind<'_>, &[u8])> {
    (0..line.len()).find_map(|at| {
        let rest = &line[at..];
        let begins =
            |word: &[u8]| rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        match rest[0] {
            b'e' | b'E' if begins(b"event ") => Some((What::Event as Kind<'_>, &rest[6..])),
            b'w' | b'W' if begins(b"warning") => Some((What::Warning as Kind<'_>, &rest[7..])),
            _ => None,
        }
    })
}

/// The symbol that an id in a log means. Numbers from 10 are letters; whatever lies between `a` and `z` is taken as it is.
fn symbol_of(id: &str) -> Option<&str> {
    // Python strips these four too.
    let id = id.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    let is_letter = ("a"..="z").contains(&id);
    let number = id.strip_prefix(['+', '-']).unwrap_or(id);
    let is_number = !number.is_empty()
        && number.split('_').all(|part| part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty());
    match id {
        _ if is_letter => Some(id),
        _ if is_number => Some(letter_of(id).unwrap_or(id)),
        _ => None,
    }
}

/// The letter that stands for a number from 10 to 35.
pub(crate) fn letter_of(id: &str) -> Option<&'static str> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    if id.len() < 2 {
        return None;
    }
    let number: usize = id.replace('_', "").parse().ok()?;
    let at = number.checked_sub(10)?;
    LETTERS.get(at..=at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Line<'_>) {
        assert_eq!(Line::of(line.as_bytes()), expected, "{line}");
    }

    fn event(symbol: &str) -> Line<'_> {
        Line::Told(What::Event(symbol))
    }

    #[test]
    fn the_first_word_decides() {
        check("Event 1: Warning 2:", event("1"));
        check("Prevent 1:", event("1"));
        check("Warning 1: Event 2:", Line::Told(What::Warning("1")));
        check("wArNiNg1:", Line::Told(What::Warning("1")));
        check("Events 1:", Line::Nothing);
        check("", Line::Nothing);
    }

    #[test]
    fn a_crash_swallows_everything() {
        check("Event 1: a Crash! happened", Line::Told(What::Crash));
        check("cRaSh!", Line::Told(What::Crash));
        check("rash! Crash !", Line::Nothing);
    }

    #[test]
    fn numbers_from_ten_are_letters() {
        check("Event 10: x", event("a"));
        check("Event 35: x", event("z"));
        check("Event 36: x", event("36"));
        check("Event 9 : x", event("9"));
        check("Event 01: x", event("01"));
        check("Event +5: x", event("+5"));
        check("Event ab: x", event("ab"));
        check("Warnings 1: x", Line::Told(What::Warning("s 1")));
    }

    #[test]
    fn ids_that_are_neither_number_nor_letter_are_unclear() {
        check("Event A: x", Line::Unclear(Why::BadId));
        check("Event  : x", Line::Unclear(Why::BadId));
        check("Event zz: x", Line::Unclear(Why::BadId));
        check("Event 1_: x", Line::Unclear(Why::BadId));
        check("Event 1", Line::Unclear(Why::NoColon));
        check("Event : x", Line::Unclear(Why::NoColon));
        check("Event ", Line::Unclear(Why::NoColon));
    }
}
