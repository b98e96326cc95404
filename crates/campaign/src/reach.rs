//! Getting a phone to where an experiment begins.

use std::sync::Arc;

use experiment::{Driver, Kept, Knowledge, Leg, Lineage, Place, Plan, Start};
use gui::Event;
use model::ScreenIds;

use crate::phone::{Broken, NotDone, Phone};
use crate::ways::Arrival;

/// Where trying to get somewhere has led.
pub(crate) struct Reached {
    /// Where the phone is.
    pub(crate) place: Arc<Place>,
    /// How many events were done again.
    pub(crate) way: u64,
    /// Why that is not where it was to be, where it is not.
    pub(crate) missed: Option<String>,
}

/// Brings the phone to where an experiment begins, by what it can: a parcel, a snapshot, standing there already, or doing
/// again what led there.
pub(crate) fn reach(phone: &mut Phone<'_>, plan: &Plan, known: &Knowledge) -> Result<Reached, Broken> {
    let stood = phone.standing.take();
    let place = match &plan.start {
        Start::Fresh => fresh(phone, known)?,
        Start::Here { at_most } => here(phone, stood, *at_most, known)?,
        Start::At(place) => match &place.kept {
            Some(Kept::Parcel(cell)) => match cell.get() {
                Some(parcel) => {
                    phone.take_up(parcel)?;
                    Arc::clone(place)
                }
                None => return rebuild(phone, place, known),
            },
            Some(Kept::Snapshot(on)) if on.phone == phone.number && phone.restore(on.snapshot)? => {
                Arc::clone(place)
            }
            Some(Kept::Standing { .. })
                if stood.as_ref().is_some_and(|stood| stood.reached_in == place.reached_in) =>
            {
                Arc::clone(place)
            }
            _ => return replay(phone, stood, place, plan, known),
        },
    };
    Ok(Reached { place, way: 0, missed: None })
}

fn fresh(phone: &mut Phone<'_>, known: &Knowledge) -> Result<Arc<Place>, Broken> {
    phone.start_clean()?;
    after(phone, Vec::new(), known)
}

/// Where the phone stands, or a fresh start where that is nowhere or too far from one.
fn here(
    phone: &mut Phone<'_>,
    stood: Option<Arc<Place>>,
    at_most: usize,
    known: &Knowledge,
) -> Result<Arc<Place>, Broken> {
    match stood.filter(|stood| stood.lineage.len() < at_most) {
        Some(stood) => Ok(stood),
        None => fresh(phone, known),
    }
}

/// Where the phone is, after all this was done from a fresh start.
fn after(phone: &mut Phone<'_>, legs: Vec<Leg>, known: &Knowledge) -> Result<Arc<Place>, Broken> {
    let seen = phone.seen()?;
    Ok(Arc::new(Place {
        reached_in: (0, 0),
        lineage: Lineage::fresh().then(legs),
        screens: ScreenIds::of(&seen.layout, &known.app, &known.volatile),
        layout: Some(Arc::clone(&seen.layout)),
        kept: None,
    }))
}

/// Makes a parcel again that was lost with the program's memory. On the phones that have parcels the same events lead to the
/// same condition.
fn rebuild(phone: &mut Phone<'_>, place: &Arc<Place>, known: &Knowledge) -> Result<Reached, Broken> {
    let reached = play(phone, place, &place.lineage.events(), Arrival::Screen, known)?;
    if let (None, Some(Kept::Parcel(cell)), Some(parcel)) = (&reached.missed, &place.kept, phone.parcel()) {
        // Another phone may have been there first; both parcels are the same.
        let _ = cell.set(parcel);
    }
    // Another phone that still had the parcel would have done nothing again.
    Ok(Reached { way: 0, ..reached })
}

/// Goes one way after the other until one leads there. Where none does, the phone stays where the last one led.
fn replay(
    phone: &mut Phone<'_>,
    stood: Option<Arc<Place>>,
    place: &Arc<Place>,
    plan: &Plan,
    known: &Knowledge,
) -> Result<Reached, Broken> {
    let arrival = match plan.driver {
        Driver::Walk(_) => Arrival::Screen,
        Driver::Script(_) | Driver::Lenient(_) => Arrival::Contents,
    };
    let mut last = None;
    let mut done = 0;
    for way in phone.returns.ways_to(place, arrival, known) {
        let reached = play(phone, place, &way, arrival, known)?;
        done += reached.way;
        if reached.missed.is_none() {
            phone.returns.learn(place, arrival, Some(way));
            return Ok(Reached { way: done, ..reached });
        }
        last = Some(reached);
    }
    phone.returns.learn(place, arrival, None);
    match last {
        Some(last) => Ok(Reached { way: done, ..last }),
        None => {
            let missed = Some("no way led there before".to_owned());
            Ok(Reached { place: here(phone, stood, usize::MAX, known)?, way: 0, missed })
        }
    }
}

/// Does all of this from a clean start, and looks whether it leads there.
fn play(
    phone: &mut Phone<'_>,
    place: &Arc<Place>,
    way: &[Event],
    arrival: Arrival,
    known: &Knowledge,
) -> Result<Reached, Broken> {
    phone.start_clean()?;
    let mut legs = Vec::new();
    let mut refused = None;
    for event in way {
        match phone.step(event) {
            Ok(_) => {
                let to = ScreenIds::of(&phone.seen()?.layout, &known.app, &known.volatile).travel;
                legs.push(Leg { event: event.clone(), to });
            }
            Err(NotDone::Broken(broken)) => return Err(broken),
            Err(NotDone::Refused(why)) => {
                refused = Some(why);
                break;
            }
        }
    }
    let (done, all) = (legs.len() as u64, way.len());
    let missed = match refused {
        Some(why) => Some(format!("event {} of {all} on the way: {why}", done + 1)),
        None if arrival.is_at(place, &phone.seen()?.layout, known) => None,
        None => Some(format!("after {all} events another screen was there")),
    };
    let reached = after(phone, legs, known)?;
    let place = match missed {
        Some(_) => reached,
        // The way here counts from now on, not the one that was gone the first time.
        None => Arc::new(Place { lineage: Arc::clone(&reached.lineage), ..Place::clone(place) }),
    };
    Ok(Reached { place, way: done, missed })
}
