//! Looking again at what a detour looked at.

use experiment::Round;
use gui::{Event, Key};
use trace::Moment;

use super::mutant::Mutant;
use super::seed::Seed;
use super::{ABOUT, Fuzzer};

/// So many events of a seed are done at most before what a detour looked at is looked at again.
const BETWEEN: usize = 8;
/// Of a hundred events of detours at most so many look at something again.
const ECHOES: u64 = 30;
/// A detour that looks at something takes at most so many events.
const LOOK: usize = 4;

impl Fuzzer {
    /// Plans seeds that look again at what a detour looked at, as far as their share allows.
    pub(super) fn plan_echoes(&mut self, round: &mut Round) {
        while self.spent.1 * 100 <= self.spent.0 * ECHOES {
            let Some(seed) = self.echoes.pop_front() else { return };
            let detour = seed.echo.as_ref().map_or(0, |(_, detour)| detour.detour.len());
            let events = (2 * seed.events.len() + detour) as u64;
            if !round.take(ABOUT.id, events) {
                self.echoes.push_front(seed);
                return;
            }
            self.spent.0 += events;
            self.spent.1 += events;
            self.replay(seed, round);
        }
    }

    /// Where a detour only looked at something and came back: what if that is looked at again after the seed has done something?
    pub(super) fn look_again(&mut self, mutant: &Mutant) {
        let goes_back = |event: &&Event| matches!(event, Event::Key { key: Key::Back });
        let backs = mutant.detour.iter().rev().take_while(goes_back).count();
        let way = &mutant.detour[..mutant.detour.len() - backs];
        if backs == 0 || way.is_empty() || way.len() > LOOK || mutant.seed.keys.len() <= mutant.position {
            return;
        }
        let steps = &mutant.seed.trace.steps()[mutant.position..];
        let state = |moment: &Moment| {
            let activity = moment.activity.as_deref().unwrap_or_default();
            moment.layout.as_deref().map(|layout| self.model.state_of(layout, activity))
        };
        let Some(here) = steps.first().map(|step| state(&step.before)) else { return };
        let returns = |&many: &usize| state(&steps[many - 1].after) == here;
        let Some(many) = (1..=steps.len().min(BETWEEN)).rev().find(returns) else { return };
        let keys = &mutant.seed.keys[mutant.position..mutant.position + many];
        let news = keys.iter().filter(|key| self.echoed.insert((mutant.key, **key))).count();
        if news == 0 {
            return;
        }
        let (start, from) = mutant.start(mutant.position);
        let whole = &mutant.seed.trace.steps()[from..mutant.position + many];
        let events = whole.iter().filter_map(|step| step.event.clone()).chain(way.iter().cloned()).collect();
        let echo = Some((mutant.position - from, Box::new(mutant.clone())));
        let parent = mutant.seed.id;
        self.echoes.push_back(Seed { start, events, parent, news, composed: None, echo, is_single: false });
    }
}
