//! The event first that promises the most.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use experiment::{Act, Chance};
use gui::{Digest, Event, Gesture, Layout, NodeId, Offer};
use model::{ScreenId, ScreenIds};
use trace::Step;

use super::layout::worth_a_try;
use super::{EventSource, Here};
use crate::Texts;

/// What an event weighs before it was ever done.
const NEW: f64 = 100.0;
/// The most events that are remembered, and the most contents of screens; what is new beyond them weighs like any new one.
const MAX_EVENTS: usize = 500_000;

/// The heaviest event of the screen first; chance decides between equals.
///
/// An event grows heavier by the events that it brought into view for the first time, and lighter by the square of how often it was
/// done. Screens are told apart by the kinds of widgets on them.
#[derive(Debug)]
pub struct Systematic {
    weights: Weights,
    texts: Arc<Texts>,
}

/// What each event weighs on each screen.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    /// What others had learnt when this began.
    before: Option<Arc<Weights>>,
    own: HashMap<ScreenId, HashMap<Event, Weight>>,
    len: usize,
    /// What screens showed when their events were listed, which takes a while; the same again has nothing new.
    listed: HashSet<(ScreenId, Digest)>,
}

#[derive(Debug, Clone, Copy)]
struct Weight {
    value: f64,
    times: u32,
}

impl Systematic {
    /// Goes on from what others have learnt.
    pub fn new(learnt: Arc<Weights>, texts: Arc<Texts>) -> Systematic {
        Systematic { weights: Weights { before: Some(learnt), ..Weights::default() }, texts }
    }
}

impl EventSource for Systematic {
    fn draw(&mut self, here: &Here<'_>, chance: &mut Chance) -> Vec<Act> {
        let (mut best, mut heaviest) = (Vec::new(), 0.0);
        for (event, node) in events(here.layout) {
            let weight = self.weights.of(here.screens.widgets, &event);
            if best.is_empty() || weight > heaviest {
                (best, heaviest) = (vec![(event, node)], weight);
            } else if weight == heaviest {
                best.push((event, node));
            }
        }
        if best.is_empty() {
            return Vec::new();
        }
        let (mut event, node) = best.swap_remove(chance.below(best.len()));
        if let (Event::Edit { text, .. }, Some(node)) = (&mut event, node) {
            *text = self.texts.text_for(here.layout.node(node), here.abilities, chance);
        }
        vec![Act::plain(event)]
    }

    fn learn(&mut self, step: &Step, from: ScreenIds, to: ScreenIds) {
        self.weights.learn(step, from, to);
    }
}

impl Weights {
    /// What the event weighs on this screen.
    pub fn of(&self, screen: ScreenId, event: &Event) -> f64 {
        self.get(screen, event).map_or(NEW, |weight| weight.value)
    }

    /// Learns what an event has led to.
    pub fn learn(&mut self, step: &Step, from: ScreenIds, to: ScreenIds) {
        let shown = step.after.layout.as_ref().filter(|_| to.widgets != ScreenId::OUTSIDE);
        let revealed = shown.map_or(0, |layout| self.list(to.widgets, layout));
        let Some(event) = step.event.clone() else { return };
        let event = without_text(event);
        let mut weight = self.get(from.widgets, &event).unwrap_or(Weight { value: NEW, times: 0 });
        weight.times = weight.times.saturating_add(1);
        weight.value =
            (weight.value + NEW * f64::from(revealed)) / (f64::from(weight.times) * f64::from(weight.times));
        self.set(from.widgets, event, weight);
    }

    /// Takes up what can be done on a screen, and says how much of it was not known.
    fn list(&mut self, screen: ScreenId, layout: &Layout) -> u32 {
        let shown = (screen, layout.digest());
        if self.has_listed(&shown) {
            return 0;
        }
        if self.listed.len() < MAX_EVENTS {
            self.listed.insert(shown);
        }
        let mut revealed = 0;
        for (event, _) in events(layout) {
            if self.get(screen, &event).is_none() {
                self.set(screen, event, Weight { value: NEW, times: 0 });
                revealed += 1;
            }
        }
        revealed
    }

    fn has_listed(&self, shown: &(ScreenId, Digest)) -> bool {
        self.listed.contains(shown) || self.before.as_ref().is_some_and(|before| before.has_listed(shown))
    }

    fn get(&self, screen: ScreenId, event: &Event) -> Option<Weight> {
        let own = self.own.get(&screen).and_then(|events| events.get(event)).copied();
        own.or_else(|| self.before.as_ref()?.get(screen, event))
    }

    fn set(&mut self, screen: ScreenId, event: Event, weight: Weight) {
        let events = self.own.entry(screen).or_default();
        if let Some(known) = events.get_mut(&event) {
            *known = weight;
        } else if self.len < MAX_EVENTS {
            events.insert(event, weight);
            self.len += 1;
        }
    }
}

/// What can be done on a screen, with the widget it is done to. What would be typed is left open.
fn events(layout: &Layout) -> impl Iterator<Item = (Event, Option<NodeId>)> {
    let selectors = layout.selectors();
    worth_a_try(layout).map(move |offer| {
        let text_box = matches!(offer, Offer::Touch { gesture: Gesture::Edit, .. });
        (offer.event(&selectors, ""), offer.node().filter(|_| text_box))
    })
}

fn without_text(mut event: Event) -> Event {
    if let Event::Edit { text, .. } = &mut event {
        text.clear();
    }
    event
}

#[cfg(test)]
mod tests {
    use device::Abilities;
    use trace::Moment;

    use super::*;
    use crate::testing::{button, id, ids, page};

    fn tap(id: &str) -> Event {
        Event::Tap { target: format!("#{id}").parse().unwrap() }
    }

    /// On screen 1, a tap on `widget` leads to a screen with these buttons.
    fn learn(weights: &mut Weights, widget: &str, to: u128, buttons: &[&'static str]) {
        let widgets: Vec<_> = buttons.iter().map(|id| button(id)).collect();
        let step = Step::new(Moment::default(), Some(tap(widget)), Moment::of(page(&widgets)));
        weights.learn(&step, ids(1), ids(to));
    }

    #[test]
    fn weights_follow_what_was_revealed_and_how_often_it_was_done() {
        let mut weights = Weights::default();
        assert_eq!(weights.of(id(1), &tap("a")), 100.0);
        // A tap and a double tap for each of two buttons, back and menu: 100 + 600, divided by 1.
        learn(&mut weights, "a", 2, &["b", "c"]);
        assert_eq!(weights.of(id(1), &tap("a")), 700.0);
        // Nothing new: 700 / 4, then 175 / 9.
        learn(&mut weights, "a", 2, &["b", "c"]);
        assert_eq!(weights.of(id(1), &tap("a")), 175.0);
        learn(&mut weights, "a", 2, &["b", "c"]);
        assert_eq!(weights.of(id(1), &tap("a")), 175.0 / 9.0);
        assert_eq!(weights.of(id(2), &tap("b")), 100.0);
    }

    #[test]
    fn the_heaviest_is_done_first() {
        let mut learnt = Weights::default();
        learn(&mut learnt, "b", 2, &["c"]);
        let mut source = Systematic::new(Arc::new(learnt), Arc::default());
        let layout = page(&[button("a"), button("b")]);
        let here = Here { layout: &layout, screens: ids(1), abilities: Abilities::all() };
        let mut chance = Chance::keyed(1, "systematic", 0);
        assert_eq!(source.draw(&here, &mut chance), [Act::plain(tap("b"))]);
        // Its own walk teaches it at once, and what others learnt stays as it was.
        let step = Step::new(Moment::default(), Some(tap("b")), Moment::of(page(&[button("c")])));
        source.learn(&step, ids(1), ids(2));
        source.learn(&step, ids(1), ids(2));
        assert_ne!(source.draw(&here, &mut chance), [Act::plain(tap("b"))]);
    }

    #[test]
    fn what_leads_outside_reveals_nothing() {
        let mut weights = Weights::default();
        let step = Step::new(Moment::default(), Some(tap("a")), Moment::of(page(&[button("x")])));
        weights.learn(&step, ids(1), ScreenIds::OUTSIDE);
        assert_eq!(weights.of(id(1), &tap("a")), 100.0);
    }
}
