//! Which layouts count as one screen.

use gui::{Digest, Flag, Layout, Node};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::Volatile;

/// A screen's name under one abstraction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScreenId(pub Digest);

impl ScreenId {
    /// The app is not in front: one screen for all that may be there instead.
    pub const OUTSIDE: ScreenId = ScreenId(Digest(0));
}

/// One layout's screen under each abstraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScreenIds {
    /// For time travel: all attributes of all widgets, but not what stands in text boxes.
    pub travel: ScreenId,
    /// For independent views: the set of class, resource id and content description of all widgets.
    pub widgets: ScreenId,
    /// Every attribute.
    pub exact: ScreenId,
}

impl ScreenIds {
    /// The app is not in front.
    pub const OUTSIDE: ScreenIds =
        ScreenIds { travel: ScreenId::OUTSIDE, widgets: ScreenId::OUTSIDE, exact: ScreenId::OUTSIDE };

    /// The screens of a layout, or the one outside where it does not belong to `app`. What is volatile does not count,
    /// except for `exact`.
    pub fn of(layout: &Layout, app: &str, volatile: &Volatile) -> ScreenIds {
        if layout.package() != app {
            return ScreenIds::OUTSIDE;
        }
        ScreenIds {
            travel: travel(layout, volatile),
            widgets: widgets(layout),
            exact: ScreenId(layout.digest()),
        }
    }
}

fn travel(layout: &Layout, volatile: &Volatile) -> ScreenId {
    let mut hash = Xxh3::new();
    for node in layout.nodes() {
        add_attributes(&mut hash, node, volatile.has(node));
    }
    ScreenId(Digest(hash.digest128()))
}

fn add_attributes(hash: &mut Xxh3, node: Node<'_>, is_volatile: bool) {
    let mut text = |text: &str| {
        hash.update(text.as_bytes());
        hash.update(&[0xff]);
    };
    text(node.class());
    text(node.resource_id());
    if !is_volatile {
        text(node.content_desc());
        if !node.is(Flag::Editable) {
            text(node.text());
        }
    }
    hash.update(&(node.subtree_size() as u32).to_le_bytes());
}

fn widgets(layout: &Layout) -> ScreenId {
    let mut kinds: Vec<u128> = layout
        .nodes()
        .map(|node| {
            xxh3_128(format!("{}\n{}\n{}", node.class(), node.resource_id(), node.content_desc()).as_bytes())
        })
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut hash = Xxh3::new();
    for kind in kinds {
        hash.update(&kind.to_le_bytes());
    }
    ScreenId(Digest(hash.digest128()))
}
