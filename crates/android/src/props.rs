//! The phone's properties (`getprop`).

use std::collections::BTreeMap;

use serde::Serialize;

use super::text::lines;

/// The properties of a phone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Props {
    /// Name and value; a value may have several lines.
    pub values: BTreeMap<String, String>,
    /// How many lines were no property, mostly because a carriage return in a value tore them up.
    pub unread_lines: usize,
}

impl Props {
    /// Reads `[name]: [value]` lines.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut open: Option<(&str, String)> = None;
        for line in lines(text) {
            if let Some((name, value)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: [")) {
                // A value that never closed ends where the next property begins.
                found.put(open.take());
                match value.strip_suffix(']') {
                    Some(value) => found.put(Some((name, value.to_owned()))),
                    None => open = Some((name, value.to_owned())),
                }
            } else if let Some((name, mut value)) = open.take() {
                let last = line.strip_suffix(']');
                value.push('\n');
                value.push_str(last.unwrap_or(line));
                match last {
                    Some(_) => found.put(Some((name, value))),
                    None => open = Some((name, value)),
                }
            } else if !line.trim().is_empty() {
                found.unread_lines += 1;
            }
        }
        found.put(open);
        found
    }

    /// The value of a property; an empty one counts as none.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The API level.
    pub fn sdk(&self) -> Option<u32> {
        self.get("ro.build.version.sdk")?.trim().parse().ok()
    }

    /// The release people know: `14`, `4.4.2`.
    pub fn release(&self) -> Option<&str> {
        self.get("ro.build.version.release")
    }

    /// What its maker calls it.
    pub fn model(&self) -> Option<&str> {
        self.get("ro.product.model")
    }

    /// The processor that apps are built for.
    pub fn abi(&self) -> Option<&str> {
        self.get("ro.product.cpu.abi")
    }

    /// Whether the phone has come up; before that, it lists packages and refuses to start them.
    pub fn has_booted(&self) -> bool {
        self.get("sys.boot_completed") == Some("1") || self.get("dev.bootcomplete") == Some("1")
    }

    fn put(&mut self, property: Option<(&str, String)>) {
        if let Some((name, value)) = property {
            self.values.insert(name.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)], unread_lines: usize) {
        let props = Props::parse(text);
        let seen: Vec<(&str, &str)> = props.values.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!((seen, props.unread_lines), (expected.to_vec(), unread_lines), "{text}");
    }

    #[test]
    fn reads_values_of_one_line_and_of_several() {
        check("[a.b]: [c]\n[d]: []\n", &[("a.b", "c"), ("d", "")], 0);
        check("[a]: [one\ntwo\nthree]\n[b]: [[x]: y]\n", &[("a", "one\ntwo\nthree"), ("b", "[x]: y")], 0);
        check("[a]: [one\n]\n", &[("a", "one\n")], 0);
    }

    #[test]
    fn survives_torn_lines() {
        check("[a]: [b]\n]c]: [torn\n[d]: [e]\n", &[("a", "b"), ("d", "e")], 1);
        check("[a]: [open\n[d]: [e]\n[f]: [", &[("a", "open"), ("d", "e"), ("f", "")], 0);
        check("error: closed\n", &[], 1);
    }

    #[test]
    fn knows_the_common_ones() {
        let props =
            Props::parse("[ro.build.version.sdk]: [34]\n[sys.boot_completed]: [1]\n[ro.product.model]: []\n");
        assert_eq!((props.sdk(), props.has_booted(), props.model()), (Some(34), true, None));
        assert!(!Props::default().has_booted());
    }
}
