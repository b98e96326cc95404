//! Getting a phone to where an experiment begins.

use std::sync::Arc;

use experiment::{Kept, Knowledge, Lineage, Place, Start};
use gui::Event;
use model::ScreenIds;

use crate::phone::{Broken, NotDone, Phone};

/// What came of trying to get somewhere.
pub(crate) enum Reached {
    /// There.
    Arrived(Arc<Place>),
    /// Elsewhere.
    Astray(String),
}

/// Brings the phone to where an experiment begins, by what it can: a parcel, a snapshot, standing there already, or doing
/// again what led there.
pub(crate) fn reach(phone: &mut Phone<'_>, start: &Start, known: &Knowledge) -> Result<Reached, Broken> {
    let place = match start {
        Start::Fresh => {
            phone.start_clean()?;
            return clean_place(phone, known).map(Reached::Arrived);
        }
        Start::At(place) => place,
    };
    match &place.kept {
        Some(Kept::Parcel(cell)) => match cell.get() {
            Some(parcel) => phone.take_up(parcel)?,
            None => return rebuild(phone, place, known),
        },
        Some(Kept::Snapshot(on)) if on.phone == phone.number => {
            if !phone.restore(on.snapshot)? {
                return replay(phone, place, known);
            }
        }
        &Some(Kept::Standing { phone: on, experiments })
            if on == phone.number && experiments == phone.experiments => {}
        _ => return replay(phone, place, known),
    }
    Ok(Reached::Arrived(Arc::clone(place)))
}

/// Where a clean start leads.
pub(crate) fn clean_place(phone: &mut Phone<'_>, known: &Knowledge) -> Result<Arc<Place>, Broken> {
    let seen = phone.seen()?;
    Ok(Arc::new(Place {
        reached_in: (0, 0),
        lineage: Lineage::fresh(),
        screens: ScreenIds::of(&seen.layout, &known.app, &known.volatile),
        layout: Some(Arc::clone(&seen.layout)),
        kept: None,
    }))
}

/// Makes a parcel again that was lost with the program's memory. On the phones that have parcels the same events lead to the
/// same condition.
fn rebuild(phone: &mut Phone<'_>, place: &Arc<Place>, known: &Knowledge) -> Result<Reached, Broken> {
    phone.start_clean()?;
    let reached = play(phone, place, &place.lineage.events(), known)?;
    if let (Reached::Arrived(_), Some(Kept::Parcel(cell)), Some(parcel)) =
        (&reached, &place.kept, phone.parcel())
    {
        // Another phone may have been there first; both parcels are the same.
        let _ = cell.set(parcel);
    }
    Ok(reached)
}

/// Goes the shortest way that is known, and where that leads elsewhere the way that was gone before.
fn replay(phone: &mut Phone<'_>, place: &Arc<Place>, known: &Knowledge) -> Result<Reached, Broken> {
    phone.start_clean()?;
    let start = clean_place(phone, known)?;
    let shortest = known.model.shortest_path(start.screens.travel, place.screens.travel);
    if let Some(path) = shortest.filter(|path| path.len() < place.lineage.len()) {
        let path: Vec<Event> = path.iter().map(|event| (**event).clone()).collect();
        if let Reached::Arrived(place) = play(phone, place, &path, known)? {
            return Ok(Reached::Arrived(place));
        }
        phone.start_clean()?;
    }
    play(phone, place, &place.lineage.events(), known)
}

/// Does all of this from a clean start, and looks whether it leads there.
fn play(
    phone: &mut Phone<'_>,
    place: &Arc<Place>,
    events: &[Event],
    known: &Knowledge,
) -> Result<Reached, Broken> {
    for (at, event) in events.iter().enumerate() {
        match phone.step(event) {
            Ok(_) => {}
            Err(NotDone::Broken(broken)) => return Err(broken),
            Err(NotDone::Refused(why)) => {
                return Ok(Reached::Astray(format!(
                    "event {} of {} on the way: {why}",
                    at + 1,
                    events.len()
                )));
            }
        }
    }
    let seen = phone.seen()?;
    let now = ScreenIds::of(&seen.layout, &known.app, &known.volatile);
    let wanted = match &place.layout {
        Some(layout) => ScreenIds::of(layout, &known.app, &known.volatile),
        None => place.screens,
    };
    if now.travel == wanted.travel {
        // The way here counts from now on, not the one that was gone the first time.
        let lineage = Lineage::fresh().then(events.to_vec());
        return Ok(Reached::Arrived(Arc::new(Place { lineage, ..(**place).clone() })));
    }
    Ok(Reached::Astray(format!("after {} events another screen was there", events.len())))
}
