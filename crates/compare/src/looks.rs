//! Pictures of the same widget on two screens.

use gui::{Flag, Node};
use model::Volatile;
use vision::Shot;

use crate::{Matching, Shown};

/// A widget on both screens, with its pictures.
#[derive(Debug)]
pub struct Pair<'l> {
    /// On the reference.
    pub there: Node<'l>,
    /// On the test.
    pub here: Node<'l>,
    /// What it looks like on the reference.
    pub reference: Shot,
    /// What it looks like on the test.
    pub test: Shot,
}

/// The widgets whose pictures can be compared: those without others inside that are the same by what they say and are, and of which
/// all can be seen on both screens. What changes by itself is left out, and what is being typed into.
pub fn pairs_of_looks<'l>(
    matching: &Matching<'l>,
    reference: &Shown<'l>,
    test: &Shown<'l>,
    volatile: [&Volatile; 2],
) -> Vec<Pair<'l>> {
    let steady = |there: Node<'l>, here: Node<'l>| !volatile[0].has(there) && !volatile[1].has(here);
    matching
        .pairs()
        .filter(|&(there, here)| {
            there.is_leaf() && here.is_leaf() && is_same(there, here) && steady(there, here)
        })
        .filter(|&(there, here)| reference.is_whole(there) && test.is_whole(here))
        .filter_map(|(there, here)| {
            Some(Pair { there, here, reference: shot_of(reference, there)?, test: shot_of(test, here)? })
        })
        .collect()
}

/// What a widget looks like; `None` without a picture.
pub fn shot_of(shown: &Shown<'_>, node: Node<'_>) -> Option<Shot> {
    let text = node.text();
    Some(Shot {
        image: shown.crop(node)?,
        is_image: text.is_empty() && node.hint().is_empty(),
        says_dots: text.ends_with("...") || text.ends_with('…'),
    })
}

/// Whether it says and is the same: what does not is told as such.
fn is_same(there: Node<'_>, here: Node<'_>) -> bool {
    let flags = [Flag::Checked, Flag::Selected, Flag::Enabled, Flag::Focused];
    let shows = |node: Node<'_>| !node.text().is_empty() || !node.short_class().starts_with("View");
    let typing = |node: Node<'_>| node.is(Flag::Editable) && node.is(Flag::Focused);
    there.class() == here.class()
        && there.text() == here.text()
        && there.content_desc() == here.content_desc()
        && flags.iter().all(|&flag| there.is(flag) == here.is(flag))
        && shows(there)
        && !typing(there)
        && !typing(here)
}
