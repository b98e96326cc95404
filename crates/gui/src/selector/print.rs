//! Selectors as text.

use std::fmt;

use super::{Selector, Step, Traits};
use crate::tell::quoted;

/// Words with a meaning of their own; a class of that name is written `class "row"`.
const KEYWORDS: &[&str] = &[
    "text",
    "description",
    "hint",
    "labelled",
    "class",
    "row",
    "button",
    "path",
    "in",
    "of",
    "with",
    "around",
];

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            match at.checked_sub(1).map(|inner| self.steps[inner].is_row()) {
                None => {}
                Some(true) => f.write_str(" of ")?,
                Some(false) => f.write_str(" in ")?,
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Traits { traits, nth: None } => traits.fmt(f),
            Step::Traits { traits, nth: Some(nth) } => write!(f, "{nth}{} {traits}", ordinal_ending(*nth)),
            Step::Row(number) => write!(f, "row {number}"),
            Step::RowWith(label) => write!(f, "row with {}", quoted(label)),
            Step::Around(label) => write!(f, "button around {}", quoted(label)),
            Step::Path { places, class } => {
                for (at, place) in places.iter().enumerate() {
                    write!(f, "{}{place}", if at == 0 { "path " } else { "/" })?;
                }
                class.as_ref().map_or(Ok(()), |class| write!(f, " {}", ClassName(class)))
            }
        }
    }
}

impl fmt::Display for Traits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.class.as_ref().map(|class| ClassName(class).to_string()));
        words.extend(
            self.id
                .as_ref()
                .map(|id| if is_plain_id(id) { format!("#{id}") } else { format!("#{}", quoted(id)) }),
        );
        let text_label = if words.is_empty() { "text " } else { "" };
        for (label, said) in [
            (text_label, &self.text),
            ("description ", &self.description),
            ("hint ", &self.hint),
            ("labelled ", &self.label),
        ] {
            words.extend(said.as_ref().map(|said| format!("{label}{}", quoted(said))));
        }
        f.write_str(&words.join(" "))
    }
}

struct ClassName<'a>(&'a str);

impl fmt::Display for ClassName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain_class(self.0) { f.write_str(self.0) } else { write!(f, "class {}", quoted(self.0)) }
    }
}

fn ordinal_ending(n: u32) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn is_plain_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || "_-.:/$@+".contains(c))
}

pub(super) fn is_plain_class(class: &str) -> bool {
    class.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && class.chars().all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c))
        && !KEYWORDS.contains(&class)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ordinals_end_as_people_say_them() {
        let told = [1, 2, 3, 4, 11, 12, 13, 21, 22, 111, 113].map(|n| format!("{n}{}", ordinal_ending(n)));
        assert_eq!(
            told,
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "111th", "113th"]
        );
    }

    #[test]
    fn saved_as_its_text() {
        let selector: Selector = r##"#check in row with "milk" of #list"##.parse().unwrap();
        let saved = serde_json::to_string(&selector).unwrap();
        assert_eq!(saved, r##""#check in row with \"milk\" of #list""##);
        assert_eq!(serde_json::from_str::<Selector>(&saved).unwrap(), selector);
        assert!(serde_json::from_str::<Selector>(r#""row""#).is_err());
    }

    fn any_step() -> impl Strategy<Value = Step> {
        let said = || prop::option::of(any::<String>());
        let class = || prop::option::of(prop_oneof!["[A-Za-z.$]{1,9}", any::<String>()]);
        let id = prop::option::of(prop_oneof!["[a-z_:/]{1,9}", "(?s).{1,9}"]);
        let traits = (class(), id, said(), said(), said(), said())
            .prop_map(|(class, id, text, description, hint, label)| Traits {
                class,
                id,
                text,
                description,
                hint,
                label,
            })
            .prop_filter("says something", |traits| *traits != Traits::default());
        prop_oneof![
            (traits, prop::option::of(1..200u32)).prop_map(|(traits, nth)| Step::Traits { traits, nth }),
            (1..u32::MAX).prop_map(Step::Row),
            any::<String>().prop_map(Step::RowWith),
            any::<String>().prop_map(Step::Around),
            (prop::collection::vec(0..300u32, 1..20), class())
                .prop_map(|(places, class)| Step::Path { places, class }),
        ]
    }

    proptest! {
        #[test]
        fn read_back_as_printed(steps in prop::collection::vec(any_step(), 1..8)) {
            prop_assume!(!steps.last().unwrap().is_row());
            let selector = Selector { steps };
            prop_assert_eq!(selector.to_string().parse::<Selector>(), Ok(selector));
        }
    }
}
