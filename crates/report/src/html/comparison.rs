//! What was compared, side by side.

use serde::Serialize;
use trace::Role;

use super::album::{Album, Thumb};
use super::{MOST_STEPS, SIGHT, STEP, clip};
use crate::words::capitalised;
use crate::{Run, Shown, ShownExhibit, ShownStep};

/// More exhibits than anybody compares at a glance.
const MOST_EXHIBITS: usize = 4;

/// An exhibit, as a column of the comparison.
#[derive(Serialize)]
pub(super) struct Column {
    title: String,
    /// Its part in the comparison.
    part: &'static str,
    /// Where it ran, where that is worth saying.
    place: Option<String>,
    picture: Option<Thumb>,
    /// When the picture was taken.
    when: String,
}

/// What an exhibit did as a step, or in its place.
#[derive(Serialize)]
pub(super) struct Cell {
    picture: Option<Thumb>,
    /// What was done instead, where it was something else.
    instead: Option<String>,
}

/// The exhibits of a finding, each with the screen to compare; none where there is nothing to compare.
pub(super) fn columns(shown: &Shown, run: &Run, album: &mut Album<'_>) -> Vec<Column> {
    let exhibits = shown.exhibits.iter().take(MOST_EXHIBITS).enumerate();
    exhibits.map(|(at, exhibit)| column(at, exhibit, shown, run, album)).collect()
}

/// Step by step what each exhibit did, where there is a picture of any.
pub(super) fn rows(shown: &Shown, album: &mut Album<'_>) -> Vec<Vec<Option<Cell>>> {
    let exhibits = &shown.exhibits[..shown.exhibits.len().min(MOST_EXHIBITS)];
    let mut steps = exhibits.iter().flat_map(|exhibit| exhibit.steps.iter().flatten());
    if steps.all(|step| step.screenshot.is_none()) {
        return Vec::new();
    }
    let steps = shown.steps.iter().take(MOST_STEPS).enumerate();
    steps
        .map(|(at, step)| {
            let of_step = |exhibit: &ShownExhibit| cell(exhibit.steps.get(at)?.as_ref()?, step, album);
            exhibits.iter().map(of_step).collect()
        })
        .collect()
}

fn column(at: usize, exhibit: &ShownExhibit, shown: &Shown, run: &Run, album: &mut Album<'_>) -> Column {
    let place = run.place(exhibit.site).map(|place| clip(&place));
    let title = match exhibit.label.as_str() {
        "" => place.clone().unwrap_or_else(|| part(at, exhibit.role).to_owned()),
        label => clip(label),
    };
    Column {
        title: capitalised(&title),
        part: part(at, exhibit.role),
        place: place.filter(|_| !exhibit.label.is_empty()),
        picture: exhibit.sight.as_ref().and_then(|sight| album.sight(sight, SIGHT)),
        when: match at {
            0 => format!("after step {}", shown.finding.suspicion.shows_after),
            _ => "at the same point".to_owned(),
        },
    }
}

fn part(at: usize, role: Role) -> &'static str {
    match role {
        _ if at == 0 => "the steps as listed: here it shows",
        Role::Control => "for comparison",
        Role::Treatment => "once more, otherwise",
        Role::Confirmation => "once more",
    }
}

fn cell(done: &ShownStep, step: &ShownStep, album: &mut Album<'_>) -> Option<Cell> {
    let picture = done.screenshot.and_then(|screenshot| album.thumb(screenshot, STEP));
    let instead = (done.words != step.words).then(|| clip(&done.words));
    Some(Cell { picture, instead })
}
