//! Inputs: random walks from fresh starts.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::{Act, Chance, Ended, Keep, Next, Now, Tag, Walk, Walker};
use gui::{Event, Key};

use super::ABOUT;
use super::input::key_of;

/// How often each event was done on each look, as far as it was known at the beginning of the round.
pub(super) type Tried = BTreeMap<u64, u32>;

/// What is typed.
pub(super) const WORDS: [&str; 6] = ["milk", "tea", "12", "12.5", "bread and butter", "7"];

/// A walk of so many events from a fresh start, all of its conditions kept. Of two, one does anything, the other what was done least.
#[derive(Debug)]
pub(super) struct Generation {
    pub(super) app: Arc<str>,
    pub(super) seed: u64,
    pub(super) number: u64,
    pub(super) events: usize,
    pub(super) tried: Arc<Tried>,
}

struct Generating {
    app: Arc<str>,
    chance: Chance,
    events: usize,
    /// Whether it prefers what was done least.
    systematic: bool,
    tried: Arc<Tried>,
    own: Tried,
}

impl Walk for Generation {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Generating {
            app: Arc::clone(&self.app),
            chance: Chance::keyed(self.seed, "deviant-behaviour input", self.number),
            events: self.events,
            systematic: self.number % 2 == 1,
            tried: Arc::clone(&self.tried),
            own: Tried::new(),
        })
    }
}

impl Walker for Generating {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        Some(Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false })
    }

    fn next(&mut self, now: &Now<'_>) -> Next {
        let crashed = now.step.is_some_and(|step| step.remarks.crash.is_some());
        if now.steps >= self.events || crashed {
            return Next::Over(Ended::Done);
        }
        let layout = &now.seen.layout;
        if layout.package() != &*self.app {
            let event =
                if self.chance.per_mille(500) { Event::Launch } else { Event::Key { key: Key::Back } };
            return Next::Do(Act::plain(event));
        }
        let mut events: Vec<Event> = layout.events().into_iter().filter(is_plain).collect();
        if self.chance.per_mille(900) {
            events.retain(|event| event.target().is_some());
        }
        if events.is_empty() {
            return Next::Do(Act::plain(Event::Key { key: Key::Back }));
        }
        let keys: Vec<u64> = events.iter().map(|event| key_of(event, layout, "")).collect();
        let times = |key: &u64| {
            let known = self.tried.get(key).copied().unwrap_or(0);
            known + self.own.get(key).copied().unwrap_or(0)
        };
        let weights: Vec<u64> = keys
            .iter()
            .map(|key| if self.systematic { 1_000_000 / u64::from(1 + times(key)).pow(2) } else { 1 })
            .collect();
        let at = self.chance.weighted(&weights.iter().map(|&weight| weight.max(1)).collect::<Vec<_>>());
        let at = at.unwrap_or(0);
        *self.own.entry(keys[at]).or_default() += 1;
        let mut event = events.swap_remove(at);
        if let Event::Edit { text, .. } = &mut event
            && let Some(word) = self.chance.pick(&WORDS)
        {
            *text = (*word).to_owned();
        }
        Next::Do(Act::plain(event))
    }

    fn lets_others(&self) -> bool {
        false
    }
}

/// What people do on a screen, and what a model needs: no volume, no other apps, no turning of the phone.
pub(super) fn is_plain(event: &Event) -> bool {
    match event {
        Event::Key { key } => matches!(key, Key::Back | Key::Enter),
        Event::Pinch { .. } | Event::DoubleTap { .. } => false,
        event => event.target().is_some(),
    }
}
