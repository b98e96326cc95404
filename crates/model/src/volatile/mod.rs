//! Widgets that change by themselves.

mod key;
mod learn;

use std::collections::BTreeMap;

use gui::{Digest, Layout, Node};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use self::key::Keys;

/// The most widgets that are learnt. An app where more change by themselves is noise all over.
const MAX_WIDGETS: usize = 10_000;

/// The longest name that is learnt, in bytes.
const MAX_NAME: usize = 1_000;

/// The widgets that were seen to change or to go although nobody did anything: clocks, counters, adverts, snackbars.
///
/// A widget is known by its resource id; where it has none, by the nearest id above it (or the root) and the classes from there
/// down. So all rows of a list share their widgets.
///
/// What is learnt is a set: the order of the looks does not matter. Serialised as an object from name to `changes` or `goes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, ByItself>", into = "BTreeMap<String, ByItself>")]
pub struct Volatile {
    widgets: BTreeMap<String, ByItself>,
    keys: Keys,
}

/// What a widget does by itself. What goes may change as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByItself {
    /// It shows something else: a clock. The widget still counts, not what it shows.
    Changes,
    /// It goes away, and comes back perhaps: a snackbar. It does not count, nor does what is inside, nor a frame without id or words
    /// that holds nothing else.
    Goes,
}

impl Volatile {
    /// Whether the widget is known to change by itself, or stands in something that goes.
    pub fn has(&self, node: Node<'_>) -> bool {
        let goes = |above: Node<'_>| self.keys.way_of(above) == Some(ByItself::Goes);
        !self.is_empty() && (self.keys.way_of(node).is_some() || node.ancestors().any(goes))
    }

    /// What each widget of a layout does by itself, in their order; nothing at all where nothing is known to.
    pub fn ways_in(&self, layout: &Layout) -> Vec<Option<ByItself>> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut ways = self.keys.ways_in(layout);
        if !ways.contains(&Some(ByItself::Goes)) {
            return ways;
        }
        // From the back: what is inside a frame is decided before the frame.
        for node in layout.nodes().rev().filter(|&node| is_mere_frame(node)) {
            if node.children().all(|child| ways[child.id().0 as usize] == Some(ByItself::Goes)) {
                ways[node.id().0 as usize] = Some(ByItself::Goes);
            }
        }
        ways
    }

    /// Learns from two looks between which nothing was done. Says whether there was anything new.
    ///
    /// It learns
    /// - what shows another text, description, tick, choice or is no longer greyed out, as changing;
    /// - what is gone, as going, as long as it has an id, is small and holds neither a list nor a text box.
    ///
    /// It learns nothing
    /// - from a screen of which less than half stayed: the app went elsewhere by itself;
    /// - from what came: that which was loaded comes and stays, and what comes and goes is learnt when it goes;
    /// - of rows that came, went or are others: a list that was brought up to date is not volatile for ever. In a row that stayed,
    ///   and whose list lost and gained none, what changed beside something that did not is learnt: "3 minutes ago";
    /// - of text boxes, whose text is a person's.
    ///
    /// It is wrong where something changes for good by itself, once: "Syncing" that becomes "Up to date" counts as volatile from
    /// then on. It misses adverts among the rows of a list, and what goes and has no id.
    pub fn learn(&mut self, before: &Layout, after: &Layout) -> bool {
        let mut learnt = false;
        for (node, way) in learn::changed_by_itself(before, after) {
            learnt |= self.add(key::name_of(node), way);
        }
        learnt
    }

    /// The widgets, by the names under which they are known.
    pub fn widgets(&self) -> impl Iterator<Item = &str> {
        self.widgets.keys().map(String::as_str)
    }

    /// The widgets with what each does by itself.
    pub fn ways(&self) -> impl Iterator<Item = (&str, ByItself)> {
        self.widgets.iter().map(|(name, &way)| (name.as_str(), way))
    }

    /// Whether nothing is known to change by itself.
    pub fn is_empty(&self) -> bool {
        self.widgets.is_empty()
    }

    /// Equal for equal knowledge, on every machine.
    pub fn digest(&self) -> Digest {
        let mut bytes = Vec::new();
        for (name, way) in &self.widgets {
            bytes.extend((name.len() as u64).to_le_bytes());
            bytes.extend(name.as_bytes());
            bytes.push(*way as u8);
        }
        Digest(xxh3_128(&bytes))
    }

    fn add(&mut self, name: String, way: ByItself) -> bool {
        let known = self.widgets.get(&name).copied();
        let is_new = known.is_none_or(|known| known < way);
        let has_room = known.is_some() || self.widgets.len() < MAX_WIDGETS;
        if !is_new || !has_room || name.len() > MAX_NAME {
            return false;
        }
        self.keys.insert(&name, way);
        self.widgets.insert(name, way);
        true
    }
}

/// Whether a widget is only there to hold others.
fn is_mere_frame(node: Node<'_>) -> bool {
    let says_nothing =
        [node.resource_id(), node.text(), node.content_desc()].iter().all(|said| said.is_empty());
    says_nothing && !node.is_leaf()
}

impl TryFrom<BTreeMap<String, ByItself>> for Volatile {
    type Error = String;

    fn try_from(widgets: BTreeMap<String, ByItself>) -> Result<Volatile, String> {
        let mut volatile = Volatile::default();
        for (name, way) in widgets {
            let told =
                format!("volatile widgets are at most {MAX_WIDGETS}, with names of at most {MAX_NAME} bytes");
            volatile.add(name, way).then_some(()).ok_or(told)?;
        }
        Ok(volatile)
    }
}

impl From<Volatile> for BTreeMap<String, ByItself> {
    fn from(volatile: Volatile) -> BTreeMap<String, ByItself> {
        volatile.widgets
    }
}

#[cfg(test)]
mod tests;
