//! What stays in the reference's language on a phone of another one, though the app has a word for it.

use std::collections::{BTreeMap, BTreeSet};

use ::compare::{Matching, called};
use gui::{Flag, Node};
use model::Volatile;

use super::aligned::Difference;

/// The fewest letters of a word, and the most characters of what is one.
const LETTERS: usize = 3;
const LONGEST: usize = 40;

/// What widgets say on two phones of different languages.
///
/// A word that is translated in one place and stays as it is in another was forgotten there. What is typed or stored is the same in all
/// languages; so only what the reference never says counts as a translation: other rows of a list are none; and what stood in a text
/// box is no word of the app. Mistaken where a language has the other's word in one meaning and not in another.
#[derive(Debug, Default)]
pub(super) struct Wording {
    /// What words of the reference are called on the test, and after how many steps that was seen first.
    translated: BTreeMap<String, (String, usize)>,
    /// What is said on both, as the difference it would be; the first place of each.
    stayed: Vec<(String, Difference)>,
    /// All that the reference has said.
    said_there: BTreeSet<String>,
    /// What has stood in text boxes of the reference.
    typed: BTreeSet<String>,
}

impl Wording {
    /// Takes in a screen that both show, after so many steps of the test; what changes by itself says nothing.
    pub(super) fn read(
        &mut self,
        matching: &Matching<'_>,
        [there, here]: [&Volatile; 2],
        shows_after: usize,
        difference: impl Fn(Node<'_>) -> Difference,
    ) {
        self.said_there
            .extend(matching.reference.nodes().map(said).filter(|said| !said.is_empty()).map(str::to_owned));
        let boxes = matching.reference.nodes().filter(|node| node.is(Flag::Editable));
        self.typed.extend(boxes.map(|node| node.text().trim().to_owned()));
        let steady = |&(one, other): &(Node<'_>, Node<'_>)| !there.has(one) && !here.has(other);
        for (one, other) in matching
            .pairs()
            .filter(steady)
            .filter(|(one, other)| is_word(said(*one)) && is_word(said(*other)))
        {
            let (before, now) = (said(one).to_owned(), said(other).to_owned());
            if before != now {
                self.translated.entry(before).or_insert((now, shows_after));
            } else if self.stayed.iter().all(|(word, _)| *word != before) {
                self.stayed.push((before, Difference { told: called(other), ..difference(other) }));
            }
        }
    }

    /// The words that stayed as they are in one place and have a translation in another.
    pub(super) fn forgotten(self) -> Vec<Difference> {
        let Wording { translated, stayed, said_there, typed } = self;
        let forgotten = stayed.into_iter().filter_map(|(word, difference)| {
            let (translation, seen_after) = translated.get(&word)?;
            if said_there.contains(translation) || typed.contains(&word) {
                return None;
            }
            let told = format!(
                "{} is not translated; elsewhere it is {}",
                difference.told,
                gui::quoted(translation)
            );
            // Both places are needed to see it.
            let shows_after = difference.shows_after.max(*seen_after);
            Some(Difference { told, shows_after, ..difference })
        });
        forgotten.collect()
    }
}

/// What a widget says to people, or to those who do not see it.
fn said(node: Node<'_>) -> &str {
    let said = if node.text().is_empty() { node.content_desc() } else { node.text() };
    said.trim()
}

fn is_word(said: &str) -> bool {
    let letters = said.chars().filter(|c| c.is_alphabetic()).count();
    letters >= LETTERS && said.chars().count() <= LONGEST && !said.chars().any(|c| c.is_numeric())
}
