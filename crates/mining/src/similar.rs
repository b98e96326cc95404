//! Whether two looks handle the same events.

use std::collections::HashMap;

use diff::Differ;

use crate::album::{Album, Deed, LookId};

/// For each widget of one look, the widget of the other that it became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pairing(Vec<Option<u32>>);

impl Album {
    /// Whether every event witnessed on one look has its receiver on the other, and the other way round.
    ///
    /// The receiver is found through the cheapest tree edit mapping. Other than in the paper it must be of the same class and id: a
    /// button that was relabelled into a text is no receiver.
    pub fn are_similar(&mut self, one: LookId, other: LookId) -> bool {
        if one == other {
            return true;
        }
        if one == LookId::OUTSIDE || other == LookId::OUTSIDE {
            return false;
        }
        self.may_be_similar(one, other)
            && self.may_be_similar(other, one)
            && self.handles_all_of(one, other)
            && self.handles_all_of(other, one)
    }

    /// The deed on another look that corresponds to one on this look.
    pub fn counterpart(&mut self, deed: Deed, on: LookId, other: LookId) -> Option<Deed> {
        let Some(receiver) = deed.receiver.filter(|_| on != other) else { return Some(deed) };
        let found = self.pairing(on, other).0.get(receiver as usize).copied().flatten()?;
        let label = |look: LookId, node: u32| self.looks[look.0 as usize].tree.labels()[node as usize];
        (label(on, receiver) == label(other, found)).then_some(Deed { receiver: Some(found), ..deed })
    }

    /// Whether the other look has a widget of the same class and id for each receiver at all: most pairs fail here, and cost nothing.
    fn may_be_similar(&self, one: LookId, other: LookId) -> bool {
        let (one, other) = (&self.looks[one.0 as usize], &self.looks[other.0 as usize]);
        let labels = one.tree.labels();
        let root = |tree: &diff::Tree| tree.labels().first().copied();
        // The activity.
        root(&one.tree) == root(&other.tree)
            && one
                .witnessed
                .iter()
                .filter_map(|deed| deed.receiver)
                .all(|receiver| other.has.contains_key(&labels[receiver as usize]))
    }

    fn handles_all_of(&mut self, one: LookId, other: LookId) -> bool {
        let deeds: Vec<Deed> = self.witnessed(one).collect();
        deeds.into_iter().all(|deed| self.counterpart(deed, one, other).is_some())
    }

    fn pairing(&mut self, one: LookId, other: LookId) -> &Pairing {
        let Album { looks, pairings, .. } = self;
        pairings.entry((one, other)).or_insert_with(|| {
            // One mapping serves both ways, whoever asks first: that of the earlier look to the later one.
            let (from, to) = (one.min(other), one.max(other));
            let (from_tree, to_tree) = (&looks[from.0 as usize].tree, &looks[to.0 as usize].tree);
            let mut became = vec![None; looks[one.0 as usize].tree.len()];
            if let Ok(mapping) = Differ::new().mapping(from_tree, to_tree) {
                for &(a, b) in mapping.pairs() {
                    let (at, is) = if from == one { (a, b) } else { (b, a) };
                    became[at as usize] = Some(is);
                }
            }
            Pairing(became)
        })
    }
}

/// Which looks are similar, remembered while nothing more is witnessed.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(HashMap<(LookId, LookId), bool>);

impl Verdicts {
    pub(crate) fn are_similar(&mut self, album: &mut Album, one: LookId, other: LookId) -> bool {
        let pair = (one.min(other), one.max(other));
        *self.0.entry(pair).or_insert_with(|| album.are_similar(pair.0, pair.1))
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;
    use model::Volatile;

    use super::*;
    use crate::look::{Look, Rows};

    /// Whether two screens are similar after these events were witnessed on the first and on the second.
    fn check(one: &str, on_one: &[&str], other: &str, on_other: &[&str], expected: bool) {
        let mut album = Album::default();
        let mut add = |text: &str, events: &[&str]| {
            let layout = screen(text);
            let look = Look::of(&layout, ".Main", "com.example", &Volatile::default(), Rows::Each).unwrap();
            let id = album.add(Some(&look));
            for event in events {
                album.witness(id, Deed::of(&event.parse().unwrap(), &layout, &look).unwrap());
            }
            id
        };
        let (one, other) = (add(one, on_one), add(other, on_other));
        assert_eq!(album.are_similar(one, other), expected);
        assert_eq!(album.are_similar(other, one), expected, "both ways");
    }

    const PLAIN: &str = "FrameLayout\n  Button #save (clickable)\n  TextView #hint";
    const WITH_UNDO: &str =
        "FrameLayout\n  Button #save (clickable)\n  Button #undo (clickable)\n  TextView #hint";
    const OTHER: &str = "FrameLayout\n  Button #send (clickable)\n  TextView #hint";

    #[test]
    fn what_nobody_touched_does_not_tell_looks_apart() {
        check(PLAIN, &["tap #save"], WITH_UNDO, &["tap #save"], true);
        check(PLAIN, &["tap #save"], WITH_UNDO, &["press back"], true);
    }

    #[test]
    fn what_was_touched_must_be_on_both() {
        check(PLAIN, &["tap #save"], WITH_UNDO, &["tap #undo"], false);
        check(PLAIN, &["tap #save"], OTHER, &[], false);
    }

    #[test]
    fn a_widget_of_another_id_is_no_receiver() {
        check(PLAIN, &[], OTHER, &["tap #send"], false);
    }
}
