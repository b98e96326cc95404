//! Doing something plainer.

use experiment::Act;
use gui::Event;

use super::change::Change;
use crate::sighting::Sighting;

/// Every act in every plainer form, the plainest first. What is done on purpose is not for us to change.
pub(super) fn plainer(best: &Sighting) -> Vec<Change> {
    let acts = best.script.iter().enumerate().filter(|(_, act)| act.purpose.is_none());
    acts.flat_map(|(at, act)| {
        let changed = move |event| Change::replace(at..at + 1, vec![Act::plain(event)]);
        plainer_events(&act.event, || best.offers(at)).into_iter().map(changed)
    })
    .collect()
}

fn plainer_events(event: &Event, offers: impl FnOnce() -> Vec<Event>) -> Vec<Event> {
    match event {
        Event::DoubleTap { target } | Event::LongTap { target } => {
            vec![Event::Tap { target: target.clone() }]
        }
        Event::Edit { target, text } => {
            let sample = offers().into_iter().find_map(|offer| match offer {
                Event::Edit { target: offered, text } if offered == *target => Some(text),
                _ => None,
            });
            let edit = |text| Event::Edit { target: target.clone(), text };
            forms(text, sample.as_deref()).into_iter().map(edit).collect()
        }
        _ => Vec::new(),
    }
}

/// Texts that are plainer than this one, the plainest first.
fn forms(text: &str, sample: Option<&str>) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let (first, second) = letters.split_at(letters.len() / 2);
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let ascii: String = text.chars().filter(|letter| matches!(letter, ' '..='~')).collect();
    let short: String = letters.iter().take(1).collect();
    let mut forms: Vec<String> = sample.into_iter().map(str::to_owned).collect();
    forms.extend([short, first.iter().collect(), second.iter().collect(), plain, ascii]);
    let limit = plainness(text, sample);
    forms.retain(|form| !form.is_empty() && plainness(form, sample) < limit);
    forms.sort_by_cached_key(|form| plainness(form, sample));
    forms.dedup();
    forms
}

/// The less the plainer: nothing and the sample text, letters and digits, what every keyboard types, anything; then by length.
fn plainness(text: &str, sample: Option<&str>) -> (u8, usize) {
    let kind = match () {
        () if text.is_empty() || Some(text) == sample => 0,
        () if text.chars().all(|letter| letter.is_ascii_alphanumeric()) => 1,
        () if text.chars().all(|letter| matches!(letter, ' '..='~')) => 2,
        () => 3,
    };
    (kind, text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sample: Option<&str>, expected: &[&str]) {
        assert_eq!(forms(text, sample), expected);
    }

    #[test]
    fn texts_become_shorter_and_plainer() {
        check("Grüße, Welt", Some("milk"), &["milk", "G", "GreWelt", ", Welt", "Gre, Welt", "Grüße"]);
        check("12", None, &["1", "2"]);
    }

    #[test]
    fn nothing_is_plainer_than_the_sample_or_than_one_letter() {
        check("milk", Some("milk"), &[]);
        check("x", None, &[]);
        check("", Some("milk"), &[]);
    }
}
