//! Differences over a matrix of phones, as a table of small pictures.

use serde::Serialize;

use super::album::{Album, Thumb};
use super::{clip, words};
use crate::{Differing, Matrix, Run};

/// More differences or phones than anybody compares at a glance.
const MOST_ROWS: usize = 40;
const MOST_PHONES: usize = 32;
/// The pictures, at most.
const SMALL: (u32, u32) = (72, 128);

/// The table.
#[derive(Serialize)]
pub(super) struct Table {
    /// The phones that show anything, after the reference.
    phones: Vec<String>,
    rows: Vec<Row>,
    /// What explains differences, each once.
    pub(super) reasons: Vec<String>,
    test_on: Vec<String>,
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    finding: usize,
    name: String,
    class: String,
    reason: Option<String>,
    reference: Option<Thumb>,
    cells: Vec<Option<Cell>>,
}

/// A phone that shows a difference.
#[derive(Serialize)]
struct Cell {
    picture: Option<Thumb>,
}

/// What an article says of the phones.
#[derive(Serialize)]
pub(super) struct Where {
    class: String,
    reason: Option<String>,
    phones: Vec<String>,
}

/// The table of what was compared; `None` where there is only one kind of phone.
pub(super) fn table(run: &Run, album: &mut Album<'_>) -> Option<Table> {
    let Matrix { phones, differences, test_on } =
        run.matrix.as_ref().filter(|matrix| matrix.phones.len() > 1)?;
    let shows =
        |place: u16| differences.iter().any(|one| one.phones.iter().any(|(phone, _)| *phone == place));
    let shown: Vec<u16> =
        (1..).take(phones.len() - 1).filter(|&place| shows(place)).take(MOST_PHONES).collect();
    let name = |place: &u16| phones.get(usize::from(*place)).map(|phone| clip(phone)).unwrap_or_default();
    let mut reasons: Vec<String> =
        differences.iter().filter_map(|one| one.explained_by.as_deref()).map(clip).collect();
    reasons.sort();
    reasons.dedup();
    let rows = differences.iter().take(MOST_ROWS).filter_map(|one| {
        let finding = run.findings.iter().position(|shown| shown.finding.name == one.finding)?;
        let cell = |place: &u16, album: &mut Album<'_>| {
            let (_, picture) = one.phones.iter().find(|(phone, _)| phone == place)?;
            Some(Cell { picture: picture.and_then(|digest| album.thumb(digest, SMALL)) })
        };
        Some(Row {
            finding: finding + 1,
            name: clip(&one.finding),
            class: clip(&one.class),
            reason: one.explained_by.as_deref().map(clip),
            reference: one.reference.and_then(|digest| album.thumb(digest, SMALL)),
            cells: shown.iter().map(|place| cell(place, album)).collect(),
        })
    });
    let rows = rows.collect();
    let more = differences.len().saturating_sub(MOST_ROWS) as u64;
    let left_out = (more > 0).then(|| format!("{} more below.", words::count(more, "difference")));
    Some(Table {
        phones: shown.iter().map(name).collect(),
        rows,
        reasons,
        test_on: test_on.iter().map(name).collect(),
        left_out: left_out.into_iter().collect(),
    })
}

/// What is said of a finding's phones; `None` where nothing was compared.
pub(super) fn of(finding: &str, run: &Run) -> Option<Where> {
    let matrix = run.matrix.as_ref()?;
    let Differing { class, explained_by, phones, .. } =
        matrix.differences.iter().find(|one| one.finding == finding)?;
    let several = matrix.phones.len() > 1;
    let names =
        phones.iter().filter(|_| several).filter_map(|(place, _)| matrix.phones.get(usize::from(*place)));
    Some(Where {
        class: clip(class),
        reason: explained_by.as_deref().map(clip),
        phones: names.take(MOST_PHONES).map(|phone| clip(phone)).collect(),
    })
}
