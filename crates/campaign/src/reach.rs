//! Getting a phone to where an experiment begins.

use std::sync::Arc;

use device::SnapshotId;
use experiment::{Driver, Kept, Knowledge, Leg, Lineage, Place, Plan, Start};
use finding::Activity;
use gui::Event;
use model::{ScreenId, ScreenIds};

use crate::phone::{Broken, NotDone, Phone};
use crate::ways::Arrival;

/// Where trying to get somewhere has led.
pub(crate) struct Reached {
    /// Where the phone is.
    pub(crate) place: Arc<Place>,
    /// How many events were done again.
    pub(crate) returning: u64,
    /// Why that is not where it was to be, where it is not.
    pub(crate) missed: Option<String>,
}

/// Brings the phone to where an experiment begins, by what it can: a memory snapshot, one of the phone's own, standing there already, or doing
/// again what led there. What is saved of a place is of use only to phones of its site.
pub(crate) fn reach(phone: &mut Phone<'_>, plan: &Plan, known: &Knowledge) -> Result<Reached, Broken> {
    phone.keep_as_it_came()?;
    let stood = phone.standing.take();
    let place = match &plan.start {
        Start::Fresh => fresh(phone, known)?,
        Start::Here { at_most } => here(phone, stood, *at_most, known)?,
        Start::At(place) => match place.kept.as_ref().filter(|_| place.site == phone.site) {
            Some(Kept::InMemory(cell)) => match cell.get() {
                Some(snapshot) => {
                    phone.take_up(snapshot)?;
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
            // Where it led elsewhere the last time, going there by events was tried.
            Some(Kept::Data(on))
                if on.phone == phone.number
                    && arrival_of(plan) == Arrival::Screen
                    && !phone.returns.knows(place, Arrival::Screen) =>
            {
                return phone.during(Activity::GoingBack, |phone| {
                    match reopen(phone, on.snapshot, place, known)? {
                        Some(reached) => Ok(reached),
                        None => replay(phone, None, place, plan, known),
                    }
                });
            }
            _ => {
                return phone.during(Activity::GoingBack, |phone| replay(phone, stood, place, plan, known));
            }
        },
    };
    Ok(Reached { place, returning: 0, missed: None })
}

fn fresh(phone: &mut Phone<'_>, known: &Knowledge) -> Result<Arc<Place>, Broken> {
    phone.start_clean()?;
    after(phone, Lineage::fresh(), known)
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
fn after(phone: &mut Phone<'_>, lineage: Arc<Lineage>, known: &Knowledge) -> Result<Arc<Place>, Broken> {
    let seen = phone.seen()?;
    Ok(Arc::new(Place {
        site: phone.site,
        reached_in: (0, 0),
        lineage,
        screens: ScreenIds::of(&seen.layout, &known.app, &known.volatile),
        layout: Some(Arc::clone(&seen.layout)),
        kept: None,
    }))
}

/// Makes a memory snapshot again that was lost with the program's memory. On the phones that have memory snapshots the same events lead to the
/// same condition.
fn rebuild(phone: &mut Phone<'_>, place: &Arc<Place>, known: &Knowledge) -> Result<Reached, Broken> {
    let reached = play(phone, place, &place.lineage.events(), Arrival::Screen, known)?;
    if let (None, Some(Kept::InMemory(cell)), Some(snapshot)) =
        (&reached.missed, &place.kept, phone.memory_snapshot())
    {
        // Another phone may have been there first; both memory snapshots are the same.
        let _ = cell.set(snapshot);
    }
    // Another phone that still had the memory snapshot would have done nothing again.
    Ok(Reached { returning: 0, ..reached })
}

/// Goes one way after the other until one leads there. Where none does, the phone stays where the last one led.
fn replay(
    phone: &mut Phone<'_>,
    stood: Option<Arc<Place>>,
    place: &Arc<Place>,
    plan: &Plan,
    known: &Knowledge,
) -> Result<Reached, Broken> {
    let arrival = arrival_of(plan);
    let mut last = None;
    let mut done = 0;
    for way in phone.returns.ways_to(place, arrival, known) {
        let reached = play(phone, place, &way, arrival, known)?;
        done += reached.returning;
        if reached.missed.is_none() {
            phone.returns.learn(place, arrival, Some(way));
            return Ok(Reached { returning: done, ..reached });
        }
        last = Some(reached);
    }
    phone.returns.learn(place, arrival, None);
    match last {
        Some(last) => Ok(Reached { returning: done, ..last }),
        None => {
            let missed = Some("no way led there before".to_owned());
            Ok(Reached { place: here(phone, stood, usize::MAX, known)?, returning: 0, missed })
        }
    }
}

fn arrival_of(plan: &Plan) -> Arrival {
    match plan.driver {
        Driver::Walk(_) => Arrival::Screen,
        Driver::Script(_) | Driver::Lenient(_) => Arrival::Contents,
    }
}

/// Opens the app with what it had stored when it was there, and goes the shortest way that is known. `None` where that leads
/// elsewhere.
fn reopen(
    phone: &mut Phone<'_>,
    stored: SnapshotId,
    place: &Arc<Place>,
    known: &Knowledge,
) -> Result<Option<Reached>, Broken> {
    if !phone.reopen(stored)? {
        return Ok(None);
    }
    let opened = screen_now(phone, known)?;
    let goal = place.screens.travel;
    // What is stored may show on the first screen, which is another one than after a fresh start then.
    let path = known.model.shortest_path(opened, goal).or_else(|| known.model.path_from_start(goal));
    let Some(path) = path else { return Ok(None) };
    let way: Vec<Event> = path.iter().map(|event| Event::clone(event)).collect();
    let restarted = place.lineage.then(vec![Leg { event: Event::Restart, to: opened }]);
    let reached = follow(phone, &restarted, place, &way, Arrival::Screen, known)?;
    Ok(reached.missed.is_none().then_some(Reached { returning: reached.returning + 1, ..reached }))
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
    follow(phone, &Lineage::fresh(), place, way, arrival, known)
}

/// Does all of this after what was done before, and looks whether it leads there.
fn follow(
    phone: &mut Phone<'_>,
    before: &Arc<Lineage>,
    place: &Arc<Place>,
    way: &[Event],
    arrival: Arrival,
    known: &Knowledge,
) -> Result<Reached, Broken> {
    let mut legs = Vec::new();
    let mut refused = None;
    for event in way {
        match phone.step(event) {
            Ok(_) => legs.push(Leg { event: event.clone(), to: screen_now(phone, known)? }),
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
    let reached = after(phone, before.then(legs), known)?;
    let place = match missed {
        Some(_) => reached,
        // The way here counts from now on, not the one that was gone the first time.
        None => Arc::new(Place { lineage: Arc::clone(&reached.lineage), ..Place::clone(place) }),
    };
    Ok(Reached { place, returning: done, missed })
}

fn screen_now(phone: &mut Phone<'_>, known: &Knowledge) -> Result<ScreenId, Broken> {
    Ok(ScreenIds::of(&phone.seen()?.layout, &known.app, &known.volatile).travel)
}
