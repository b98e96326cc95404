//! Who looks at pictures, and decides which differences a person would see.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ::compare::Pair;
use vision::{Image, Measured, Profile, Shot, Tree};
use xxhash_rust::xxh3::xxh3_128;

/// More pairs than are worth remembering.
const MOST_KNOWN: usize = 200_000;

/// Looks at two pictures of a widget.
///
/// It measures them and asks a decision tree. What a text says in the picture is read only where the answer can change the decision.
#[derive(Clone)]
pub struct Eye {
    /// What is measured.
    pub profile: Profile,
    /// Who decides.
    pub tree: Arc<Tree>,
    /// Who reads texts in pictures, where somebody can.
    pub reader: Option<Arc<dyn Reader>>,
    /// What was measured already: rows of a list and the same screen again are measured once.
    known: Arc<Mutex<HashMap<Key, Measured>>>,
}

/// Both pictures, and whether letters are of the same size.
type Key = (u128, u128, bool);

/// Reads texts in pictures.
pub trait Reader: fmt::Debug + Send + Sync {
    /// What each picture says; `None` where none could be read.
    fn read(&self, images: &[&Image]) -> Option<Vec<String>>;
}

impl Eye {
    /// Measures by a profile and decides by a tree; nobody reads.
    pub fn new(profile: Profile, tree: Tree) -> Eye {
        Eye { profile, tree: Arc::new(tree), reader: None, known: Arc::default() }
    }

    /// Who goes by rules alone: no tree decides about pictures.
    pub fn rules() -> Eye {
        Eye::new(Profile::default(), Tree::Leaf { differs: false, examples: 0, wrong: 0 })
    }

    /// Whether a tree decides about pictures.
    pub fn has_tree(&self) -> bool {
        !matches!(*self.tree, Tree::Leaf { differs: false, .. })
    }

    /// The tree that comes with oddity.
    pub fn shipped(profile: Profile) -> Eye {
        static TREES: OnceLock<[Tree; 2]> = OnceLock::new();
        let read = |text: &str| {
            serde_json::from_str(text).unwrap_or(Tree::Leaf { differs: false, examples: 0, wrong: 0 })
        };
        let [ours, papers] = TREES.get_or_init(|| {
            [read(include_str!("oddity.tree.json")), read(include_str!("diffdroid.tree.json"))]
        });
        Eye::new(profile, if profile == Profile::Oddity { ours.clone() } else { papers.clone() })
    }

    /// Which of these pairs look different to a person, each with the reason.
    pub fn judge(&self, pairs: &[Pair<'_>], letters_alike: bool) -> Vec<(usize, String)> {
        let mut measured: Vec<Measured> =
            pairs.iter().map(|pair| self.measure(&pair.reference, &pair.test, letters_alike)).collect();
        self.read_where_it_counts(pairs, &mut measured);
        let told = measured.iter().enumerate().filter(|(_, measured)| self.tree.differs(measured));
        told.map(|(at, measured)| (at, self.tree.why(measured, self.profile.features()))).collect()
    }

    /// The numbers of two pictures.
    pub fn measure(&self, reference: &Shot, test: &Shot, letters_alike: bool) -> Measured {
        let key = (digest(reference), digest(test), letters_alike);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(measured) = known().get(&key) {
            return measured.clone();
        }
        let measured = self.profile.measure(reference, test, letters_alike);
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, measured.clone());
        measured
    }

    fn read_where_it_counts(&self, pairs: &[Pair<'_>], measured: &mut [Measured]) {
        let (Some(reader), text) = (&self.reader, self.profile.text()) else { return };
        let counts = |at: &usize| {
            let with = |value: f64| {
                let mut features = measured[*at].clone();
                features[text] = value;
                self.tree.differs(&features)
            };
            !pairs[*at].here.text().is_empty() && with(0.0) != with(1.0)
        };
        let asked: Vec<usize> = (0..pairs.len()).filter(counts).collect();
        if asked.is_empty() {
            return;
        }
        let images: Vec<&Image> =
            asked.iter().flat_map(|&at| [&pairs[at].reference.image, &pairs[at].test.image]).collect();
        let Some(read) = reader.read(&images) else { return };
        for (&at, says) in asked.iter().zip(read.chunks_exact(2)) {
            measured[at][text] = f64::from(u8::from(words(&says[0]) != words(&says[1])));
        }
    }
}

impl fmt::Debug for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Eye({}, {} leaves)", self.profile.name(), self.tree.leaves())
    }
}

/// A text without what readers often get wrong: white space and marks.
fn words(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn digest(shot: &Shot) -> u128 {
    let Shot { image, is_image, says_dots } = shot;
    let mut about = image.bytes().to_vec();
    about.extend((image.width() as u64).to_le_bytes());
    about.extend([u8::from(*is_image), u8::from(*says_dots)]);
    xxh3_128(&about)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[derive(Debug)]
    struct Says(&'static [&'static str]);

    impl Reader for Says {
        fn read(&self, images: &[&Image]) -> Option<Vec<String>> {
            assert_eq!(images.len(), self.0.len());
            Some(self.0.iter().map(|text| (*text).to_owned()).collect())
        }
    }

    fn check(tree: &Tree, reader: Option<&'static [&'static str]>, expected: usize) {
        let layout = screen("A\n  T \"milk\"");
        let node = layout.nodes().nth(1).unwrap();
        let shot =
            || Shot { image: Image::new(2, 2, vec![9; 16]).unwrap(), is_image: false, says_dots: false };
        let pair = Pair { there: node, here: node, reference: shot(), test: shot() };
        let mut eye = Eye::new(Profile::Oddity, tree.clone());
        eye.reader = reader.map(|says| Arc::new(Says(says)) as Arc<dyn Reader>);
        assert_eq!(eye.judge(&[pair], true).len(), expected);
    }

    #[test]
    fn texts_are_read_where_the_tree_asks_for_them() {
        let leaf = |differs| Box::new(Tree::Leaf { differs, examples: 1, wrong: 0 });
        let asks = Tree::Question { feature: 5, at_most: 0.5, yes: leaf(false), no: leaf(true) };
        check(&asks, Some(&["milk", "mlk"]), 1);
        check(&asks, Some(&["Milk ", "milk"]), 0);
        check(&asks, None, 0);
        // Nobody is asked to read where it changes nothing.
        check(&leaf(true), Some(&[]), 1);
    }

    #[test]
    fn what_is_shipped_can_be_read_and_finds_what_is_gone() {
        for profile in Profile::ALL {
            let eye = Eye::shipped(profile);
            assert!(eye.tree.leaves() > 1, "{}", profile.name());
        }
    }
}
