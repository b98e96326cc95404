//! Names of activities, services and receivers, as `package/class`.

use std::fmt;

use serde::Serialize;

/// An activity, service or receiver: the package it belongs to and its full class name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Component {
    /// The application id, such as `com.example.notes`.
    pub package: String,
    /// The full class name, such as `com.example.notes.ui.EditActivity`.
    pub class: String,
}

impl Component {
    /// Reads `package/class` or `package/.class`, or nothing where there is no slash between two names.
    ///
    /// Phones shorten a class name that starts with the package to `.class`; we always give the full one.
    pub fn parse(text: &str) -> Option<Self> {
        let (package, class) = text.trim().split_once('/')?;
        let is_name = |name: &str| {
            let allowed = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '-' | '*');
            name.chars().any(char::is_alphanumeric) && name.chars().all(allowed)
        };
        if !is_name(package) || !is_name(class) {
            return None;
        }
        let class = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
        Some(Self { package: package.to_owned(), class })
    }

    /// The first component among the words of `text`, braces and commas around it left out.
    pub(crate) fn first_in(text: &str) -> Option<Self> {
        text.split([' ', ',', '{', '}', '(', ')', '\'', '"', '=']).find_map(Self::parse)
    }
}

impl fmt::Display for Component {
    /// As phones print it, with the package left out of the class where it can be.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class.strip_prefix(&self.package) {
            Some(short) if short.starts_with('.') => write!(f, "{}/{short}", self.package),
            _ => write!(f, "{}/{}", self.package, self.class),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(&str, &str, &str)>) {
        let parsed = Component::parse(text);
        let seen = parsed.as_ref().map(|c| (c.package.as_str(), c.class.as_str(), c.to_string()));
        assert_eq!(seen, expected.map(|(p, c, shown)| (p, c, shown.to_owned())), "{text}");
    }

    #[test]
    fn reads_short_and_full_names() {
        check("a.b/.C", Some(("a.b", "a.b.C", "a.b/.C")));
        check("a.b/a.b.c.D", Some(("a.b", "a.b.c.D", "a.b/.c.D")));
        check("a.b/x.y.Z$1", Some(("a.b", "x.y.Z$1", "a.b/x.y.Z$1")));
        check("a.b/a.bc.D", Some(("a.b", "a.bc.D", "a.b/a.bc.D")));
    }

    #[test]
    fn refuses_what_is_no_component() {
        for text in ["", "/", "a/", "/b", "StatusBar", "a b/c", "/dev/log", "a/b/c", "9 / 5"] {
            check(text, None);
        }
    }

    #[test]
    fn finds_the_first_in_a_record() {
        let found = Component::first_in("ActivityRecord{1f2 u0 a.b/.C} t12}");
        assert_eq!(found.map(|c| c.to_string()).as_deref(), Some("a.b/.C"));
    }
}
