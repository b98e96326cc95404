//! Which faults show as deviant behaviour at all, and which of them the judge tells.

use experiment::{Act, Seen};
use mining::{Behaviour, PageOf, Pair, Rule, Rules, sources_of};
use model::Volatile;
use sim::{Fault, Faults};
use technique::{COMPARED, DEVIANT_WAY, DeviantBehaviour, last_at_home, shows_the_same};
use trace::{Step, Trace};

use super::ways::way_of;
use crate::lost::reach::{acts_of, shown, volatile_of};
use crate::{Played, Reach, Rig};

/// Whether a fault of an app shows in the pair of scripts that is written beside it: with the fault the same last event does something else
/// after one than after the other, and in the mended app it does not. The kind is what the judge tells, or why it tells nothing.
pub fn deviant_reach_of(app: &str, fault: Fault) -> Reach {
    let Some(acts) = deviant_acts(app, fault) else { return Reach::NoWay };
    if !differs(app, fault, &acts) {
        return Reach::NotSeen { why: "both do the same".to_owned() };
    }
    let suspect = |usual: &Trace, deviant: &Seen<'_>| DeviantBehaviour::default().suspect(usual, deviant);
    match shown(app, fault, &acts, suspect) {
        Ok((kind, sentence)) => Reach::InReach { kind, sentence },
        Err(why) => Reach::InReach { kind: "not told".to_owned(), sentence: why },
    }
}

/// The deviant script of a fault, with what its acts are for.
pub(super) fn deviant_acts(app: &str, fault: Fault) -> Option<Vec<Act>> {
    let mut acts = acts_of(way_of(app, fault.name)?.script).ok()?;
    // What shows right behind the part takes no event to compare.
    let last = acts.last_mut().filter(|last| !is_part(last))?;
    *last = Act::with_purpose(last.event.clone(), COMPARED);
    let (listed, _) = apps::find(app).ok()?;
    let played = Rig::new(listed, Faults::NONE.with(fault), 0).play(vec![acts.clone()]);
    let first = acts.iter().position(is_part)?;
    let home = last_at_home(&played.first()?.trace, first);
    for act in &mut acts[home..first] {
        *act = Act::with_purpose(act.event.clone(), DEVIANT_WAY);
    }
    Some(acts)
}

fn is_part(act: &Act) -> bool {
    act.purpose.as_deref() == Some(effect::INSERTED)
}

/// Whether the last event does something else with the part, with the fault alone.
fn differs(app: &str, fault: Fault, acts: &[Act]) -> bool {
    let Ok((listed, _)) = apps::find(app) else { return false };
    let faulty = Rig::new(listed, Faults::NONE.with(fault), 0);
    let mended = faulty.with(Faults::NONE);
    let volatile = volatile_of(&mended, acts);
    let since = acts.len() - acts.iter().rposition(is_part).map_or(0, |at| at + 1);
    let usual: Vec<Act> = acts.iter().filter(|act| !is_part(act)).cloned().collect();
    let same = |rig: &Rig| -> Option<(bool, bool)> {
        let played = rig.play(vec![acts.to_vec(), usual.clone()]);
        let [deviant, usual] = played.as_slice() else { return None };
        let (here, there) = (ending(deviant, since)?, ending(usual, since)?);
        let shows = shows_the_same(&here.last()?.after, &there.last()?.after, rig.package(), &volatile);
        let did = |steps: &[Step]| fingerprint(steps, rig.package(), &volatile);
        Some((shows, did(here)? == did(there)?))
    };
    match (same(&faulty), same(&mended)) {
        (Some(with), Some(without)) => !with.0 && without.0 || !with.1 && without.1,
        _ => false,
    }
}

/// The last steps of what was played whole.
fn ending(played: &Played, many: usize) -> Option<&[Step]> {
    let steps = played.trace.steps();
    played.whole.then(|| steps.get(steps.len().checked_sub(many)?..))?
}

fn fingerprint(since: &[Step], app: &str, volatile: &Volatile) -> Option<u64> {
    let last = since.last()?;
    let sources = sources_of(since);
    let pair = Pair { before: &last.before, after: &last.after, sources: &sources, app, volatile };
    Some(Behaviour::of(pair, PageOf::Frame).fingerprint(Rules::of(&[Rule::TextsByOrigin])))
}
