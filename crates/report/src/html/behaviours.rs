//! What the same action did on alike screens, as bars.

use serde::Serialize;

use super::album::{Album, Thumb};
use super::clip;
use crate::{Behaviours, Run};

/// More than anybody looks through.
const MOST: usize = 40;
const MOST_CLUSTERS: usize = 8;
/// The pictures, at most.
const SMALL: (u32, u32) = (72, 128);

/// An action, and a bar for each thing it did.
#[derive(Serialize)]
pub(super) struct Action {
    event: String,
    page: String,
    bars: Vec<Bar>,
    left_out: usize,
}

#[derive(Serialize)]
struct Bar {
    does: String,
    times: usize,
    /// Of the whole width, from 1 to 100.
    percent: usize,
    is_rare: bool,
    picture: Option<Thumb>,
}

/// The actions that did something rarely.
pub(super) fn actions(run: &Run, album: &mut Album<'_>) -> Vec<Action> {
    run.behaviours.iter().take(MOST).map(|told| action(told, album)).collect()
}

fn action(told: &Behaviours, album: &mut Album<'_>) -> Action {
    let all: usize = told.clusters.iter().map(|cluster| cluster.times).sum();
    let bars = told.clusters.iter().take(MOST_CLUSTERS).map(|cluster| Bar {
        does: clip(&cluster.does),
        times: cluster.times,
        percent: (cluster.times * 100).checked_div(all).unwrap_or(0).max(1),
        is_rare: cluster.is_rare,
        picture: cluster.picture.and_then(|digest| album.thumb(digest, SMALL)),
    });
    Action {
        event: clip(&told.event),
        page: clip(&told.page),
        bars: bars.collect(),
        left_out: told.clusters.len().saturating_sub(MOST_CLUSTERS),
    }
}
