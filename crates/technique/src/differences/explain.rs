//! Which characteristic explains a difference, and which phones show all of them.

use std::collections::BTreeSet;

use device::PhoneKind;

const API_LEVEL: &str = "API level";

/// What the phones that show a difference have in common and no other phone has, the reference least of all; `None` where one
/// characteristic does not explain it. `shows` are places among the kinds, of which the first is the reference.
///
/// `API level of at most 28`, `width of at most 320 dp`, `dark mode`
pub fn characteristic(kinds: &[PhoneKind], shows: &BTreeSet<u16>) -> Option<String> {
    let holds = |is: &dyn Fn(&PhoneKind) -> bool| {
        (0..).zip(kinds).all(|(at, kind): (u16, &PhoneKind)| is(kind) == shows.contains(&at))
    };
    let some = |number: &dyn Fn(&PhoneKind) -> u32| -> (u32, u32) {
        let numbers = || shows.iter().filter_map(|&at| kinds.get(usize::from(at))).map(number);
        (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
    };
    if shows.is_empty() || shows.contains(&0) {
        return None;
    }
    type Number = (&'static str, &'static str, fn(&PhoneKind) -> u32);
    let numbers: [Number; 5] = [
        (API_LEVEL, "", |kind| kind.api),
        ("width", " dp", |kind| kind.size_dp.0),
        ("height", " dp", |kind| kind.size_dp.1),
        ("density", " dpi", |kind| kind.density_dpi),
        ("size of letters", " %", |kind| u32::from(kind.font_percent)),
    ];
    for (name, unit, number) in numbers {
        let (least, most) = some(&number);
        if holds(&|kind| number(kind) <= most) {
            return Some(format!("{name} of at most {most}{unit}"));
        }
        if holds(&|kind| number(kind) >= least) {
            return Some(format!("{name} of at least {least}{unit}"));
        }
    }
    if holds(&|kind| kind.dark) {
        return Some("dark mode".to_owned());
    }
    let first = kinds.get(usize::from(*shows.first()?))?;
    holds(&|kind| kind.locale == first.locale).then(|| format!("the language {}", first.locale))
}

/// What kind of difference it is to people, as the paper has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A widget is missing or new, a step leads elsewhere or ends the app.
    Structural,
    /// What people use is hidden, covered or too small, or is in another state.
    Functional,
    /// Only the version of Android explains it.
    Version,
    /// It only looks or reads different.
    Cosmetic,
}

impl Class {
    /// All of them, in the paper's order.
    pub const ALL: [Class; 4] = [Class::Structural, Class::Functional, Class::Version, Class::Cosmetic];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Structural => "structural",
            Class::Functional => "functional",
            Class::Version => "version",
            Class::Cosmetic => "cosmetic",
        }
    }

    /// The class of a kind of difference; `hampers` where people cannot use the widget any more, `explained` by which
    /// characteristic of phones.
    pub fn of(kind: &str, hampers: bool, explained: Option<&str>) -> Class {
        match kind.rsplit('-').next() {
            Some("missing" | "added" | "elsewhere" | "crash") => Class::Structural,
            Some("state") => Class::Functional,
            _ if hampers => Class::Functional,
            _ if explained.is_some_and(|why| why.starts_with(API_LEVEL)) => Class::Version,
            _ => Class::Cosmetic,
        }
    }
}

/// The fewest phones, beside the reference, that show all differences; as good as one finds quickly beyond four.
pub fn fewest(differences: &[BTreeSet<u16>]) -> Vec<u16> {
    let open: Vec<&BTreeSet<u16>> = differences.iter().filter(|shows| !shows.is_empty()).collect();
    let phones: Vec<u16> =
        open.iter().flat_map(|shows| shows.iter().copied()).collect::<BTreeSet<u16>>().into_iter().collect();
    for many in 1..=4.min(phones.len()) {
        if let Some(found) = choose(&phones, many, &open) {
            return found;
        }
    }
    let mut chosen = Vec::new();
    let mut left = open;
    while !left.is_empty() {
        let gain = |phone: &&u16| left.iter().filter(|shows| shows.contains(phone)).count();
        // Of equals the first one named.
        let Some(&best) = phones.iter().rev().max_by_key(gain) else { break };
        chosen.push(best);
        left.retain(|shows| !shows.contains(&best));
    }
    chosen
}

/// So many of these phones that show all, the first in their order.
fn choose(phones: &[u16], many: usize, open: &[&BTreeSet<u16>]) -> Option<Vec<u16>> {
    if many == 0 {
        return open.is_empty().then(Vec::new);
    }
    for (at, phone) in phones.iter().enumerate() {
        let left: Vec<&BTreeSet<u16>> = open.iter().filter(|shows| !shows.contains(phone)).copied().collect();
        if let Some(others) = choose(&phones[at + 1..], many - 1, &left) {
            return Some(std::iter::once(*phone).chain(others).collect());
        }
        if left.is_empty() {
            return Some(vec![*phone]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(words: &[&str]) -> Vec<PhoneKind> {
        let usual = sim::Profile::default().kind();
        words.iter().map(|words| usual.with_words(words).unwrap()).collect()
    }

    #[test]
    fn one_characteristic_explains_what_all_and_only_those_phones_have() {
        let kinds = kinds(&[
            "api=34",
            "api=28",
            "api=23",
            "size=320x568",
            "dark",
            "locale=de",
            "font-scale=130",
            "size=411x600",
        ]);
        for (shows, expected) in [
            (&[1, 2][..], Some("API level of at most 28")),
            (&[2], Some("API level of at most 23")),
            (&[3], Some("width of at most 320 dp")),
            (&[3, 7], Some("height of at most 600 dp")),
            (&[4], Some("dark mode")),
            (&[5], Some("the language de")),
            (&[6], Some("size of letters of at least 130 %")),
            (&[1, 3], None),
            (&[0, 1], None),
            (&[], None),
        ] {
            let found = characteristic(&kinds, &shows.iter().copied().collect());
            assert_eq!(found.as_deref(), expected, "{shows:?}");
        }
    }

    #[test]
    fn the_fewest_phones_show_all() {
        let sets = |sets: &[&[u16]]| sets.iter().map(|set| set.iter().copied().collect()).collect::<Vec<_>>();
        assert_eq!(fewest(&sets(&[&[1, 2], &[2, 3], &[3, 4]])), [1, 3]);
        assert_eq!(fewest(&sets(&[&[1, 2], &[2, 3], &[2]])), [2]);
        assert_eq!(fewest(&sets(&[])), [0; 0]);
        assert_eq!(fewest(&sets(&[&[1], &[2], &[3], &[4], &[5]])), [1, 2, 3, 4, 5]);
    }
}
