//! What still resembles a widget when nothing fits its selector.

use super::{Step, Traits, labels};
use crate::layout::Node;

/// Longer texts resemble nothing: they would take long to compare, and a person would not say them.
const MAX_COMPARED_BYTES: usize = 400;

/// What an equal text counts.
const EQUAL: u32 = 5;

/// How much of what the step says holds of the widget: more is nearer, 0 is nothing, 1 (only the class) is too little.
///
/// An id counts most, then texts. A text counts half where it stands in another attribute, or where it says the id's
/// words: `#save` is gone, but a button shows "Save". Places say nothing about looks.
pub(super) fn likeness(step: &Step, node: Node<'_>) -> u32 {
    match step {
        Step::Row(_) | Step::Path { .. } => 0,
        Step::RowWith(said) | Step::Around(said) => {
            let own = labels(node).map(|label| text_likeness(said, label, node)).max();
            if own == Some(EQUAL) { 3 } else { 0 }
        }
        Step::Traits { traits, .. } => {
            let class_alone = matches!(
                traits,
                Traits { class: Some(_), id: None, text: None, description: None, hint: None, label: None }
            );
            let class = match &traits.class {
                Some(class) if plain_class(class) == plain_class(node.short_class()) => 1,
                _ => 0,
            };
            let id = traits.id.as_ref().map_or(0, |id| id_likeness(id, node));
            let texts: u32 = [
                (&traits.text, node.text()),
                (&traits.description, node.content_desc()),
                (&traits.hint, node.hint()),
                (&traits.label, node.text()),
            ]
            .into_iter()
            .filter_map(|(said, own)| Some(text_likeness(said.as_ref()?, own, node)))
            .sum();
            id + texts + if class_alone { 2 * class } else { class }
        }
    }
}

fn id_likeness(id: &str, node: Node<'_>) -> u32 {
    if id.len() > MAX_COMPARED_BYTES {
        return 0;
    }
    let said = letters(last_name(id));
    let says = |text: &str| text.len() <= MAX_COMPARED_BYTES && letters(text) == said;
    match () {
        () if last_name(id) == node.short_id() => 6,
        () if said.is_empty() => 0,
        () if letters(node.short_id()) == said => 5,
        () if says(node.text()) || says(node.content_desc()) => 3,
        () => 0,
    }
}

/// `own` is the attribute that the text was said of.
fn text_likeness(said: &str, own: &str, node: Node<'_>) -> u32 {
    let said = if said.len() <= MAX_COMPARED_BYTES { plain(said) } else { String::new() };
    if said.is_empty() {
        return 0;
    }
    let alike = |seen: &str| {
        let seen = if seen.len() <= MAX_COMPARED_BYTES { plain(seen) } else { String::new() };
        let (short, long) = if seen.len() < said.len() { (&seen, &said) } else { (&said, &seen) };
        match () {
            () if seen == said => EQUAL,
            () if short.chars().count() >= 3 && long.contains(short.as_str()) => 2,
            () => 0,
        }
    };
    let elsewhere =
        [node.text(), node.content_desc(), node.hint()].map(|seen| if alike(seen) == EQUAL { 3 } else { 0 });
    elsewhere.into_iter().fold(alike(own), u32::max)
}

impl Traits {
    /// These traits without what differs between phones and builds.
    pub(super) fn plain(&self) -> Traits {
        let text = |said: &Option<String>| said.as_deref().map(plain);
        Traits {
            class: self.class.as_deref().map(|class| plain_class(class).to_owned()),
            id: self.id.as_deref().map(|id| last_name(id).to_owned()),
            text: text(&self.text),
            description: text(&self.description),
            hint: text(&self.hint),
            label: text(&self.label),
        }
    }

    /// Whether a widget fits but for spelling; the traits are [`plain`](Traits::plain) already.
    pub(super) fn fit_plainly(&self, node: Node<'_>) -> bool {
        let text = |said: &Option<String>, seen: &str| said.as_ref().is_none_or(|said| *said == plain(seen));
        self.id.as_deref().is_none_or(|id| id == node.short_id())
            && self.class.as_deref().is_none_or(|class| class == plain_class(node.short_class()))
            && text(&self.text, node.text())
            && text(&self.description, node.content_desc())
            && text(&self.hint, node.hint())
            && self
                .label
                .as_ref()
                .is_none_or(|said| labels(node).chain([node.hint()]).any(|label| plain(label) == *said))
    }
}

/// The text in lower case with single spaces and without dots at the end: buttons of older phones shout, and labels
/// that open a dialog end in "…" on one version and not on the next.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase));
    }
    plain.truncate(plain.trim_end_matches(['…', '.', ' ']).len());
    plain
}

fn plain_class(class: &str) -> &str {
    let name = class.rsplit(['.', '$']).next().unwrap_or(class);
    let bare = name.strip_prefix("AppCompat").or_else(|| name.strip_prefix("Material")).unwrap_or(name);
    if bare.is_empty() { name } else { bare }
}

fn last_name(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(_, name)| name)
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
