//! What to type.

use std::collections::BTreeMap;

use device::{Abilities, Ability, Input};
use experiment::Chance;
use gui::{Flag, Node, Selector};
use serde::{Deserialize, Serialize};

/// Of a thousand texts, so many are taken from the screen, and so many are hard to digest.
const FROM_SCREEN: u32 = 200;
const AT_THE_EDGE: u32 = 150;
/// Longer texts on the screen are prose, not something that a person types again.
const MAX_SEEN_CHARS: usize = 40;

/// What a text box is for, judged by its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum InputKind {
    Password,
    Email,
    Date,
    Phone,
    Link,
    Number,
    Search,
    Text,
}

/// Texts that the user wants to be tried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// For any text box.
    pub any: Vec<String>,
    /// For text boxes of a kind.
    pub kinds: BTreeMap<InputKind, Vec<String>>,
    /// For one text box.
    pub boxes: Vec<(Selector, Vec<String>)>,
}

/// Chooses texts: those of the user first, others by what the box is for, some from the screen, some that are hard to digest.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    dictionary: Dictionary,
}

impl InputKind {
    /// What a text box is for.
    pub fn of(node: Node<'_>) -> InputKind {
        if node.is(Flag::Password) {
            return InputKind::Password;
        }
        let names =
            [node.short_id(), node.hint(), node.content_desc(), node.short_class()].map(str::to_lowercase);
        let named = |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.contains(word)));
        let kinds: [(InputKind, &[&str]); 7] = [
            (InputKind::Password, &["password", "passcode", "pass_word"]),
            (InputKind::Email, &["mail"]),
            (InputKind::Date, &["date", "birthday", "yyyy", "dd.mm"]),
            (InputKind::Phone, &["phone", "mobile", "telephone"]),
            (InputKind::Link, &["url", "link", "http", "website", "feed"]),
            (
                InputKind::Number,
                &["number", "amount", "quantity", "price", "count", "minutes", "hours", "age", "year", "pin"],
            ),
            (InputKind::Search, &["search", "query", "filter"]),
        ];
        kinds.into_iter().find(|(_, words)| named(words)).map_or(InputKind::Text, |(kind, _)| kind)
    }

    /// Texts that such a box is made for, and some that a careless person would type.
    fn texts(self) -> &'static [&'static str] {
        match self {
            InputKind::Password => &["secret1", "1234", "Passw0rd!"],
            InputKind::Email => &["milk@example.com", "anna@example.org", "anna@"],
            InputKind::Date => &["2024-02-29", "1999-12-31", "31.12.1999", "1/1/2030"],
            InputKind::Phone => &["5550100", "+49 30 1234567", "112"],
            InputKind::Link => &["https://example.com/feed.xml", "example.com", "https://example.org"],
            InputKind::Number => &["42", "7", "0", "3.50", "-1", "1000000", "12,5"],
            InputKind::Search => &["milk", "a", "zzz"],
            InputKind::Text => &["milk", "Anna", "tea 2", "call home", "a"],
        }
    }
}

/// Texts that are hard to digest. The long one is added when it is needed.
const EDGES: [&str; 7] =
    ["", " ", "0", "'; DROP TABLE x; --", "\"<b>&amp;</b>\"", "%s %d \\n", "../../etc/hosts"];
/// The same for phones that type any character: accents, other scripts, right to left, beyond 16 bits.
const EDGES_BEYOND_ASCII: [&str; 4] = ["Zoë Çelik", "雪だるま", "שלום", "🎉👩‍👩‍👧"];
const LONG: usize = 200;

impl Texts {
    /// With the user's own texts.
    pub fn new(dictionary: Dictionary) -> Texts {
        Texts { dictionary }
    }

    /// A text for this box that a phone with these abilities can type.
    pub fn text_for(&self, node: Node<'_>, abilities: Abilities, chance: &mut Chance) -> String {
        let anything = abilities.has(Ability::TypeAnything);
        let can_type = |text: &&str| anything || Input::is_plain(text);
        if chance.per_mille(AT_THE_EDGE) {
            return edge(anything, chance);
        }
        if chance.per_mille(FROM_SCREEN) {
            let seen: Vec<&str> = on_screen(node).filter(can_type).collect();
            if let Some(text) = chance.pick(&seen) {
                return (*text).to_owned();
            }
        }
        let kind = InputKind::of(node);
        let own: Vec<&str> = self.own(node, kind).filter(can_type).collect();
        // Whoever writes a dictionary knows the app better than we do, but may not have thought of everything.
        let fitting = if own.is_empty() || chance.per_mille(250) { kind.texts() } else { &own };
        chance.pick(fitting).map_or(String::new(), |text| (*text).to_owned())
    }

    /// The user's texts for a box: its own, else those for its kind, else those for any.
    fn own<'a>(&'a self, node: Node<'_>, kind: InputKind) -> impl Iterator<Item = &'a str> {
        let is_this = |selector: &Selector| {
            selector.resolve(node.layout()).is_ok_and(|found| found.node.id() == node.id())
        };
        let Dictionary { any, kinds, boxes } = &self.dictionary;
        let for_box = boxes.iter().find(|(selector, _)| is_this(selector)).map(|(_, texts)| texts);
        for_box.or_else(|| kinds.get(&kind)).unwrap_or(any).iter().map(String::as_str)
    }
}

fn edge(anything: bool, chance: &mut Chance) -> String {
    let beyond: &[&str] = if anything { &EDGES_BEYOND_ASCII } else { &[] };
    let edges = [&EDGES, beyond].concat();
    match chance.below(edges.len() + 1) {
        at if at < edges.len() => edges[at].to_owned(),
        _ => "long ".repeat(LONG / 5),
    }
}

/// What the app itself says here, without what was typed into it.
fn on_screen(node: Node<'_>) -> impl Iterator<Item = &str> {
    let texts = node.layout().nodes().filter(|node| !node.is(Flag::Editable)).map(Node::text);
    texts.filter(|text| !text.is_empty() && text.chars().count() <= MAX_SEEN_CHARS && !text.contains('\n'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gui::{NodeId, Widget};

    use super::*;
    use crate::testing::{button, page, text_box};

    /// All texts that are drawn for a box.
    fn texts(dictionary: Dictionary, widget: Widget<'_>, abilities: Abilities) -> BTreeSet<String> {
        let mut label = button("label");
        label.text = "Groceries";
        let layout = page(&[widget, label]);
        let texts = Texts::new(dictionary);
        let mut chance = Chance::keyed(1, "texts", 0);
        (0..2000).map(|_| texts.text_for(layout.node(NodeId(1)), abilities, &mut chance)).collect()
    }

    #[test]
    fn a_box_is_known_by_its_names() {
        let check = |widget: Widget<'_>, expected| {
            let layout = page(&[widget]);
            assert_eq!(InputKind::of(layout.node(NodeId(1))), expected, "{layout:?}");
        };
        check(text_box("e_mail"), InputKind::Email);
        check(text_box("phone_number"), InputKind::Phone);
        check(text_box("note"), InputKind::Text);
        check(Widget { hint: "Amount", ..text_box("x") }, InputKind::Number);
        check(Widget { content_desc: "Due date", ..text_box("x") }, InputKind::Date);
        check(Widget { hint: "Search notes", ..text_box("x") }, InputKind::Search);
        let hidden = text_box("x").flags.with(Flag::Password, true);
        check(Widget { flags: hidden, ..text_box("e_mail") }, InputKind::Password);
    }

    #[test]
    fn texts_fit_the_box_and_some_do_not() {
        let texts = texts(Dictionary::default(), text_box("amount"), Abilities::NONE);
        for text in ["42", "", "Groceries", "'; DROP TABLE x; --"] {
            assert!(texts.contains(text), "{text:?} in {texts:?}");
        }
        assert!(texts.iter().any(|text| text.len() == 200));
        assert!(texts.iter().all(|text| Input::is_plain(text)));
    }

    #[test]
    fn a_phone_that_types_anything_types_more() {
        let texts = texts(Dictionary::default(), text_box("note"), Abilities::all());
        assert!(texts.contains("雪だるま"));
    }

    #[test]
    fn the_user_knows_better() {
        let own = |text: &str| vec![text.to_owned()];
        let dictionary = Dictionary {
            any: own("anything"),
            kinds: BTreeMap::from([(InputKind::Email, own("me@example.net"))]),
            boxes: vec![("#code".parse().unwrap(), own("A-17"))],
        };
        let check = |id: &'static str, expected: &str, others: [&str; 2]| {
            let texts = texts(dictionary.clone(), text_box(id), Abilities::NONE);
            assert!(texts.contains(expected), "{texts:?}");
            assert!(others.iter().all(|other| !texts.contains(*other)), "{texts:?}");
        };
        check("code", "A-17", ["anything", "me@example.net"]);
        check("mail", "me@example.net", ["anything", "A-17"]);
        check("note", "anything", ["A-17", "me@example.net"]);
    }
}
