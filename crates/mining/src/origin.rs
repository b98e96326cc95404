//! Where a text came from.

use gui::{Event, Flag, Layout, Node, NodeId};
use trace::Step;

/// Where a text came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// It stands on the widget that received the event.
    Receiver,
    /// It stands in the receiver's row.
    Row,
    /// It stands in a row that is chosen or ticked.
    Chosen,
    /// It was typed, or stood on a receiver, within the last few events.
    Recent,
    /// The same widget said so before.
    Before,
    /// The same widget said one less before.
    OneMore,
    /// The same widget said one more before.
    OneLess,
    /// Nobody knows.
    Elsewhere,
}

impl Source {
    /// Those that are texts of an item that an event is about.
    pub(crate) fn of_items() -> impl Iterator<Item = Source> {
        [Source::Receiver, Source::Row, Source::Chosen, Source::Recent].into_iter()
    }

    /// A word that no app shows.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Source::Receiver => "\u{1}receiver",
            Source::Row => "\u{1}row",
            Source::Chosen => "\u{1}chosen",
            Source::Recent => "\u{1}recent",
            Source::Before => "\u{1}before",
            Source::OneMore => "\u{1}one-more",
            Source::OneLess => "\u{1}one-less",
            Source::Elsewhere => "\u{1}elsewhere",
        }
    }
}

/// So many events before the last count as recent.
const RECENT: usize = 5;
/// A text with fewer letters is found inside of others by chance.
const LEAST: usize = 3;

/// Texts that an event may bring to the screen, the nearest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources(Vec<(Source, String)>);

impl Sources {
    /// The texts that count for an event on a layout; `recent` are those of the events before it, by [`Sources::recent`].
    pub fn of(layout: &Layout, receiver: Option<NodeId>, recent: &[String]) -> Sources {
        let mut sources = Sources::default();
        if let Some(receiver) = receiver.map(|id| layout.node(id)) {
            sources.add_all(Source::Receiver, texts(receiver));
            if let Some(row) = row_of(receiver) {
                sources.add_all(Source::Row, texts(row));
            }
        }
        for node in layout.nodes().filter(|node| node.is(Flag::Selected) || node.is(Flag::Checked)) {
            if let Some(row) = row_of(node) {
                sources.add_all(Source::Chosen, texts(row));
            }
        }
        sources.add_all(Source::Recent, recent.iter().map(String::as_str));
        sources
    }

    /// The texts that were typed or touched in the last few of these steps.
    pub fn recent(steps: &[Step]) -> Vec<String> {
        let mut recent = Vec::new();
        for step in steps.iter().rev().take(RECENT) {
            if let Some(Event::Edit { text, .. }) = &step.event {
                recent.push(text.clone());
            }
            let layout = step.before.layout.as_deref();
            let target = step.event.as_ref().and_then(Event::target);
            let touched = layout.zip(target).and_then(|(layout, target)| target.resolve(layout).ok());
            if let Some(touched) = touched {
                let around = row_of(touched.node).unwrap_or(touched.node);
                recent.extend(texts(around).map(str::to_owned));
            }
        }
        recent.retain(|text| text.chars().count() >= LEAST);
        recent.dedup();
        recent
    }

    /// A text in which all that came from somewhere is replaced by where it came from; `before` is what the widget said before.
    pub(crate) fn told(&self, text: &str, before: Option<&str>) -> Told {
        if text.is_empty() {
            return Told::Known(String::new());
        }
        if let Some((source, _)) = self.0.iter().find(|(_, known)| known == text) {
            return Told::Known(source.word().to_owned());
        }
        if let Some(before) = before {
            if before == text {
                return Told::Known(Source::Before.word().to_owned());
            }
            match (number_in(before), number_in(text)) {
                (Some((was, around)), Some((is, still))) if around == still => {
                    if is == was + 1 {
                        return Told::Known(format!("{still}{}", Source::OneMore.word()));
                    }
                    if is + 1 == was {
                        return Told::Known(format!("{still}{}", Source::OneLess.word()));
                    }
                }
                _ => {}
            }
        }
        let mut words = text.to_owned();
        for (source, known) in &self.0 {
            if known.chars().count() >= LEAST {
                words = words.replace(known.as_str(), source.word());
            } else if *source == Source::Receiver {
                words = with_word_replaced(&words, known, source.word());
            }
        }
        if words == text { Told::Unknown } else { Told::Known(words) }
    }

    fn add_all<'t>(&mut self, source: Source, texts: impl Iterator<Item = &'t str>) {
        for text in texts.filter(|text| !text.is_empty()) {
            if self.0.iter().all(|(_, known)| known != text) {
                self.0.push((source, text.to_owned()));
            }
        }
    }
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// Its words with what came from somewhere replaced.
    Known(String),
    /// Nothing of it came from anywhere we know.
    Unknown,
}

/// The sources of the last of these steps.
pub fn sources_of(steps: &[Step]) -> Sources {
    let Some((last, before)) = steps.split_last() else { return Sources::default() };
    let Some(layout) = last.before.layout.as_deref() else { return Sources::default() };
    let target = last.event.as_ref().and_then(Event::target);
    let receiver = target.and_then(|target| target.resolve(layout).ok()).map(|found| found.node.id());
    Sources::of(layout, receiver, &Sources::recent(before))
}

/// The row of a list that a widget stands in.
pub(crate) fn row_of(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::once(node).chain(node.ancestors()).find(|node| node.parent().is_some_and(effect::holds_rows))
}

/// The texts on a widget and below it.
fn texts(node: Node<'_>) -> impl Iterator<Item = &str> {
    std::iter::once(node).chain(node.descendants()).map(|node| node.text())
}

/// A text with each whole word that is this one replaced: the day 1 is no part of the 12th.
fn with_word_replaced(text: &str, word: &str, by: &str) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || c == '\u{1}' || c == '-';
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_inside) {
        let end = rest[start..].find(|c| !is_inside(c)).map_or(rest.len(), |len| start + len);
        replaced.push_str(&rest[..start]);
        replaced.push_str(if &rest[start..end] == word { by } else { &rest[start..end] });
        rest = &rest[end..];
    }
    replaced + rest
}

/// The one number in a text, and what stands around it.
fn number_in(text: &str) -> Option<(u64, String)> {
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let digits = text[first..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |len| first + len);
    let around = format!("{}#{}", &text[..first], &text[digits..]);
    (!text[digits..].contains(|c: char| c.is_ascii_digit())).then_some(())?;
    Some((text[first..digits].parse().ok()?, around))
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    const LIST: &str = r#"
        FrameLayout
          RecyclerView #list (scrollable)
            LinearLayout #row (clickable)
              TextView #title "milk"
              ImageView #delete (clickable)
            LinearLayout #row (clickable, selected)
              TextView #title "bread"
    "#;

    #[test]
    fn a_text_is_known_by_where_it_came_from() {
        let layout = screen(LIST);
        let delete = layout.nodes().find(|node| node.short_id() == "delete").unwrap().id();
        let sources = Sources::of(&layout, Some(delete), &["eggs".to_owned()]);
        let check = |text: &str, before: Option<&str>, expected: Option<&str>| {
            let told = match sources.told(text, before) {
                Told::Known(words) => Some(words.replace('\u{1}', "@")),
                Told::Unknown => None,
            };
            assert_eq!(told.as_deref(), expected, "{text}");
        };
        check("milk", None, Some("@row"));
        check("bread", None, Some("@chosen"));
        check("eggs", None, Some("@recent"));
        check("milk was deleted", None, Some("@row was deleted"));
        check("4 notes", Some("3 notes"), Some("# notes@one-more"));
        check("3 notes", Some("4 notes"), Some("# notes@one-less"));
        check("4 notes", Some("4 notes"), Some("@before"));
        check("7 notes", Some("3 notes"), None);
        check("tea", None, None);
        let day = screen("FrameLayout\n  TextView #day \"1\" (clickable)");
        let sources =
            Sources::of(&day, day.nodes().find(|node| node.text() == "1").map(|node| node.id()), &[]);
        let told = sources.told("Sunday, 1 March", None);
        assert!(matches!(told, Told::Known(words) if words == "Sunday, \u{1}receiver March"));
        assert!(matches!(sources.told("Thursday, 12 March", None), Told::Unknown));
    }
}
