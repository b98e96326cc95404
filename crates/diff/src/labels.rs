//! Strings in, small numbers out: equal labels get equal numbers.

use xxhash_rust::xxh3::xxh3_64;

/// A label as the comparison sees it: two nodes are alike if and only if their numbers are equal.
///
/// [`Labels`] hands them out for strings; callers with numbers of their own may use those.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub u32);

/// Numbers label strings, so that equal strings get equal [`Label`]s.
///
/// Trees to be compared must get their labels from the same `Labels`. All strings live in one buffer; memory grows
/// with the distinct labels seen and is kept by [`Labels::clear`].
#[derive(Clone, Debug, Default)]
pub struct Labels {
    text: String,
    /// Where the text of each label ends; it starts where the one before ends.
    ends: Vec<usize>,
    /// Open addressing with linear probing; a power of two long, at most half full.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    label: u32,
}

const EMPTY: Slot = Slot { hash: 0, label: u32::MAX };

impl Labels {
    /// No labels yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of `text`, a new one if it was never seen.
    pub fn intern(&mut self, text: &str) -> Label {
        if self.slots.len() <= self.ends.len() * 2 {
            self.grow();
        }
        let hash = short_hash(text);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.label == EMPTY.label {
                break;
            }
            if slot.hash == hash && self.get(Label(slot.label)) == Some(text) {
                return Label(slot.label);
            }
            at = (at + 1) & mask;
        }
        let label = self.ends.len() as u32;
        self.slots[at] = Slot { hash, label };
        self.text.push_str(text);
        self.ends.push(self.text.len());
        Label(label)
    }

    /// The string behind `label`, if it came from here.
    pub fn get(&self, label: Label) -> Option<&str> {
        let index = label.0 as usize;
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        self.text.get(start..end)
    }

    /// How many different strings were seen.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no string was seen.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets all labels and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.slots.fill(EMPTY);
    }

    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(128);
        self.slots.clear();
        self.slots.resize(length, EMPTY);
        for label in 0..self.ends.len() as u32 {
            let hash = short_hash(self.get(Label(label)).unwrap_or_default());
            let mut at = hash as usize & (length - 1);
            while self.slots[at].label != EMPTY.label {
                at = (at + 1) & (length - 1);
            }
            self.slots[at] = Slot { hash, label };
        }
    }
}

fn short_hash(text: &str) -> u32 {
    xxh3_64(text.as_bytes()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_number_and_others_do_not() {
        let mut labels = Labels::new();
        let numbers: Vec<Label> = (0..1000).map(|i| labels.intern(&format!("label {i}"))).collect();
        for (i, &number) in numbers.iter().enumerate() {
            assert_eq!(number, Label(i as u32));
            assert_eq!(labels.intern(&format!("label {i}")), number);
            assert_eq!(labels.get(number), Some(format!("label {i}").as_str()));
        }
        assert_eq!(labels.len(), 1000);
        assert_eq!(labels.get(Label(1000)), None);
    }

    #[test]
    fn the_empty_string_is_a_label_like_any_other() {
        let mut labels = Labels::new();
        assert_eq!(labels.intern("a"), Label(0));
        assert_eq!(labels.intern(""), Label(1));
        assert_eq!(labels.get(Label(1)), Some(""));
    }

    #[test]
    fn clear_starts_again_from_nothing() {
        let mut labels = Labels::new();
        labels.intern("a");
        labels.clear();
        assert!(labels.is_empty());
        assert_eq!(labels.intern("b"), Label(0));
        assert_eq!(labels.intern("a"), Label(1));
    }
}
