//! Which faults the judge of deviant behaviour can see at all.

use experiment::{Act, Seen};
use sim::Fault;
use technique::{COMPARED, DeviantBehaviour};
use trace::Trace;

use crate::Reach;
use crate::lost::reach::{acts_of, shown};
use crate::lost::ways::WAYS;

/// Whether a fault of an app can be seen by the judge of deviant behaviour: by the pair of scripts that is written beside it, one with
/// a part that the other does not have, and the same last event.
pub fn deviant_reach_of(app: &str, fault: Fault) -> Reach {
    let way = WAYS.iter().find(|way| (way.app, way.fault) == (app, fault.name));
    let Some(Ok(mut acts)) = way.map(|way| acts_of(way.script)) else { return Reach::NoWay };
    // What shows right behind the part takes no event to compare.
    let Some(last) = acts.last_mut().filter(|last| last.purpose.as_deref() != Some(effect::INSERTED)) else {
        return Reach::NoWay;
    };
    *last = Act::with_purpose(last.event.clone(), COMPARED);
    let suspect = |usual: &Trace, deviant: &Seen<'_>| DeviantBehaviour::default().suspect(usual, deviant);
    shown(app, fault, &acts, suspect).into()
}
