//! What a mapping says about the methods of a class.

use std::ops::RangeInclusive;

/// A method as it was, or a method that was put into it: `1:3:void open(int):7:9 -> c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member<'m> {
    /// The lines in the app that are its, where it says so.
    pub(super) lines: Option<RangeInclusive<u32>>,
    /// The class, where that is another one.
    pub(super) class: Option<&'m str>,
    pub(super) method: &'m str,
    /// The lines in the source.
    pub(super) original: Option<(u32, u32)>,
    /// Whether the compiler made it up.
    pub(super) is_synthesized: bool,
}

impl Member<'_> {
    /// The line of the source that a line of the app stands for.
    pub(super) fn line(&self, line: Option<u32>) -> Option<u32> {
        match (self.original, line, &self.lines) {
            // What was many lines may have become one.
            (Some((from, to)), Some(line), Some(lines)) if to > from => {
                Some(from.saturating_add(line.saturating_sub(*lines.start())).min(to))
            }
            (Some((0, _)), _, _) => None,
            (Some((from, to)), None, _) if to > from => None,
            (Some((from, _)), _, _) => Some(from),
            (None, line, _) => line,
        }
    }
}

/// The file that a class comes from, where the mapping knows.
pub(super) fn source_file(members: &str) -> Option<&str> {
    let line = members.lines().map(str::trim).take_while(|line| line.starts_with('#'));
    line.filter(|line| line.contains("\"sourceFile\"")).find_map(|line| {
        let (_, rest) = line.split_once("\"fileName\":\"")?;
        rest.split_once('"').map(|(name, _)| name)
    })
}

/// All that is said about a method, by its name in the app.
pub(super) fn members_of<'m>(members: &'m str, name: &str) -> Vec<Member<'m>> {
    let mut found: Vec<Member<'m>> = Vec::new();
    let mut is_last_wanted = false;
    for line in members.lines() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(last) = found.last_mut().filter(|_| is_last_wanted) {
                last.is_synthesized |= comment.contains("\"com.android.tools.r8.synthesized\"");
            }
            continue;
        }
        let member = line.rsplit_once(" -> ").filter(|(_, renamed)| *renamed == name);
        let member = member.and_then(|(said, _)| member_of(said));
        is_last_wanted = member.is_some();
        found.extend(member);
    }
    found
}

fn member_of(said: &str) -> Option<Member<'_>> {
    let (lines, said) = numbers_before(said);
    let (declared, after) = said.split_once(')')?;
    let (declared, _) = declared.split_once('(')?;
    // The type that it returns stands first.
    let (_, qualified) = declared.rsplit_once(' ')?;
    let (class, method) = match qualified.rsplit_once('.') {
        Some((class, method)) => (Some(class), method),
        None => (None, qualified),
    };
    let mut original = after.split(':').filter(|part| !part.is_empty()).map(|part| part.parse::<u32>().ok());
    let original = original.next().flatten().map(|from| (from, original.next().flatten().unwrap_or(from)));
    let lines = lines.map(|(from, to)| from..=to);
    Some(Member { lines, class, method, original, is_synthesized: false })
}

/// `1:3:` before a declaration.
fn numbers_before(said: &str) -> (Option<(u32, u32)>, &str) {
    let mut parts = said.splitn(3, ':');
    let numbers = [parts.next(), parts.next()].map(|part| part.and_then(|part| part.parse::<u32>().ok()));
    match (numbers, parts.next()) {
        ([Some(from), Some(to)], Some(rest)) => (Some((from, to)), rest),
        _ => (None, said),
    }
}
