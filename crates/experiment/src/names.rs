//! Names that were others once. Runs, findings and baselines of older versions have those, and are read by today's.

use std::borrow::Cow;

/// Kinds of faults and techniques, old and new.
const RENAMED: [(&str, &str); 5] = [
    ("hang", "anr"),
    ("endless-wait", "endless-loading"),
    ("stuck-outside", "cannot-return"),
    ("tick-lost", "checked-state-lost"),
    ("neutral-detours", "state-loss"),
];

/// What a loss happens after, old and new: the second part of its fingerprint.
const CHECKS: [(&str, &str); 3] =
    [("leave", "background"), ("rotate", "rotation"), ("process-end", "process-death")];

/// What a kind of fault or a technique is called today.
pub fn current_name(name: &str) -> &str {
    renamed(name, &RENAMED)
}

/// What kinds of faults and techniques were called, and what they are called today.
pub fn renamed_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    RENAMED.into_iter()
}

/// A fingerprint as it would be made today.
pub(crate) fn current_fingerprint(text: &str) -> Cow<'_, str> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let (first, more) = rest.split_once(':').unwrap_or((rest, ""));
    let today = [current_name(kind), if kind.ends_with("-lost") { renamed(first, &CHECKS) } else { first }];
    if today == [kind, first] {
        return text.into();
    }
    let known = kind.len() + 1 + first.len();
    let colon = if rest.is_empty() { "" } else { ":" };
    let behind = if more.is_empty() { "" } else { &text[known..] };
    format!("{}{colon}{}{behind}", today[0], today[1]).into()
}

fn renamed<'n>(name: &'n str, table: &[(&'static str, &'static str)]) -> &'n str {
    table.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_of_older_versions_are_those_of_today() {
        for (old, new) in [
            ("hang:input in com.example/.Main", "anr:input in com.example/.Main"),
            ("stuck-outside", "cannot-return"),
            ("tick-lost:rotate:.Edit:#done", "checked-state-lost:rotation:.Edit:#done"),
            ("text-lost:process-end:.Edit:#note: a:b", "text-lost:process-death:.Edit:#note: a:b"),
            ("text-lost:screen-off:.Edit:#note", "text-lost:screen-off:.Edit:#note"),
            // Only what a loss happens after was called so.
            ("crash:leave:hang", "crash:leave:hang"),
            ("", ""),
        ] {
            assert_eq!(current_fingerprint(old), new);
            assert_eq!(current_fingerprint(new), new, "today's stay as they are");
        }
    }
}
