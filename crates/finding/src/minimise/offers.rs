//! One thing in the place of several, whether or not anybody ever did it.

use std::mem::discriminant;
use std::ops::Range;

use experiment::Act;
use gui::{Event, Layout};

use super::change::Change;
use super::walks::walks;
use crate::sighting::Sighting;

/// The most acts in whose place one of the kind of the last of them is tried.
const MAX_WALK: usize = 6;
/// The most changes that are tried.
const MAX_CHANGES: usize = 400;

/// In the place of a few acts the last of them at once, on a widget alike: what was made first may have been there all along.
/// Then in the place of any two acts anything that the screen offers.
pub(super) fn offers(best: &Sighting) -> Vec<Change> {
    let few = walks(best, 2).filter(|walk| walk.len() <= MAX_WALK);
    let alike = few.flat_map(|walk| {
        let offers = best.offers(walk.start).into_iter().filter(|offer| is_alike(best, &walk, offer));
        offers.map(|offer| change(walk.clone(), offer)).collect::<Vec<_>>()
    });
    let two = walks(best, 2).filter(|walk| walk.len() == 2);
    let any = two
        .flat_map(|walk| best.offers(walk.start).into_iter().map(move |offer| change(walk.clone(), offer)));
    alike.chain(any).take(MAX_CHANGES).collect()
}

fn change(walk: Range<usize>, event: Event) -> Change {
    Change::replace(walk, vec![Act::plain(event)])
}

/// Whether it is the same gesture as the walk's last act, on a widget of the same class and resource id.
fn is_alike(best: &Sighting, walk: &Range<usize>, offer: &Event) -> bool {
    let last = walk.end - 1;
    let event = &best.script[last].event;
    let kind = |event: &Event, at: usize| -> Option<(String, String)> {
        let layout: &Layout = best.layouts.get(at)?.as_ref()?;
        let node = event.target()?.resolve(layout).ok()?.node;
        Some((node.class().to_owned(), node.resource_id().to_owned()))
    };
    discriminant(offer) == discriminant(event)
        && kind(offer, walk.start).is_some_and(|widget| Some(widget) == kind(event, last))
}
