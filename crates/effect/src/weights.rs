//! Which event to try next, by what earlier ones brought to light.

use std::collections::BTreeMap;

/// How weights are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    /// w = (w + the weights of the events it newly revealed) / n², of the event that was executed, n times by now.
    #[default]
    Paper,
    /// w = (w + the weights of all that can follow it) / (n + 1)², of the event that was executed and of those that lead to it.
    Source,
}

/// The weights of events, by whatever tells them apart.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    formula: Formula,
    events: BTreeMap<u64, Weighed>,
    /// Steps since an event was seen for the first time.
    without_news: u32,
}

#[derive(Debug, Clone)]
struct Weighed {
    weight: f64,
    executed: u32,
    followed_by: Vec<u64>,
}

/// The weight of an event that was never executed.
const INITIAL: f64 = 100.0;

/// After so many steps without a new event it is time for chance, and after as many for weights again.
pub const SATURATION: u32 = 100;

impl Weights {
    /// Nothing seen yet.
    pub fn new(formula: Formula) -> Weights {
        Weights { formula, ..Weights::default() }
    }

    /// An event was executed, and these can be executed now. Says how many of them were never seen.
    pub fn executed(&mut self, event: u64, offers: &[u64]) -> usize {
        let new: Vec<u64> = offers.iter().copied().filter(|offer| !self.events.contains_key(offer)).collect();
        for &offer in offers {
            self.weighed(offer);
        }
        let known = self.weighed(event);
        known.executed += 1;
        for &offer in offers {
            if !known.followed_by.contains(&offer) {
                known.followed_by.push(offer);
            }
        }
        self.weigh(event, &new);
        if self.formula == Formula::Source {
            let parents: Vec<u64> = self
                .events
                .iter()
                .filter(|(parent, known)| **parent != event && known.followed_by.contains(&event))
                .map(|(&parent, _)| parent)
                .collect();
            for parent in parents {
                self.weigh(parent, &[]);
            }
        }
        self.without_news = if new.is_empty() { self.without_news.saturating_add(1) } else { 0 };
        new.len()
    }

    /// Which of the events that are offered to execute: one that never was, else one that leads to such, else the heaviest; the
    /// first of equals.
    pub fn choose(&self, offers: &[u64]) -> Option<usize> {
        let executed = |event: &u64| self.events.get(event).map_or(0, |known| known.executed);
        let leads_on = |event: &u64| {
            self.events
                .get(event)
                .is_some_and(|known| known.followed_by.iter().any(|next| executed(next) == 0))
        };
        let never = offers.iter().position(|offer| executed(offer) == 0);
        let towards = || offers.iter().position(leads_on);
        let heaviest = || {
            let weight = |&at: &usize| self.weight(offers[at]);
            (0..offers.len()).rev().max_by(|a, b| weight(a).total_cmp(&weight(b)))
        };
        match self.formula {
            Formula::Source => never.or_else(towards).or_else(heaviest),
            Formula::Paper => heaviest(),
        }
    }

    /// The weight of an event.
    pub fn weight(&self, event: u64) -> f64 {
        self.events.get(&event).map_or(INITIAL, |known| known.weight)
    }

    /// Whether nothing new came for so long that chance should decide.
    pub fn is_saturated(&self) -> bool {
        self.without_news > SATURATION
    }

    /// Whether chance has decided for long enough: something new came, or it had its hundred steps.
    pub fn is_over(&self) -> bool {
        self.without_news == 0 || self.without_news > 2 * SATURATION
    }

    /// Begins to count anew.
    pub fn begin_again(&mut self) {
        self.without_news = 0;
    }

    fn weigh(&mut self, event: u64, new: &[u64]) {
        let Some(known) = self.events.get(&event) else { return };
        let times = f64::from(known.executed);
        let (gained, divisor) = match self.formula {
            Formula::Paper => (new, times),
            Formula::Source => (known.followed_by.as_slice(), times + 1.0),
        };
        let gained: f64 = gained.iter().filter(|&&next| next != event).map(|&next| self.weight(next)).sum();
        let weight = (known.weight + gained) / (divisor * divisor).max(1.0);
        self.weighed(event).weight = weight;
    }

    fn weighed(&mut self, event: u64) -> &mut Weighed {
        let new = || Weighed { weight: INITIAL, executed: 0, followed_by: Vec::new() };
        self.events.entry(event).or_insert_with(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reveals_much_weighs_much_and_what_is_done_often_little() {
        let mut weights = Weights::new(Formula::Paper);
        assert_eq!(weights.executed(1, &[2, 3]), 2);
        assert_eq!(weights.weight(1), 300.0, "(100 + 2 × 100) / 1²");
        weights.executed(1, &[2, 3]);
        assert_eq!(weights.weight(1), 75.0, "300 / 2²: nothing is new");
        assert_eq!(weights.choose(&[1, 2]), Some(1));
    }

    #[test]
    fn the_source_counts_all_that_follows_and_prefers_what_was_never_done() {
        let mut weights = Weights::new(Formula::Source);
        weights.executed(1, &[2, 3]);
        assert_eq!(weights.weight(1), 75.0, "(100 + 200) / 2²");
        assert_eq!(weights.choose(&[1, 2]), Some(1), "never executed");
        weights.executed(2, &[1]);
        assert_eq!(weights.choose(&[2, 1]), Some(1), "1 leads to 3, which was never executed");
    }

    #[test]
    fn the_sources_order_is_a_trap_where_a_text_never_comes_back() {
        // An event leads to another whose text is new each time: its follow-up stays unexecuted for ever.
        let mut weights = Weights::new(Formula::Source);
        weights.executed(9, &[1, 2]);
        weights.executed(2, &[1, 2]);
        weights.executed(1, &[100, 1, 2]);
        for text in 101..140 {
            assert_eq!(weights.choose(&[2, 1]), Some(1), "it takes the same one again");
            weights.executed(1, &[text, 1, 2]);
        }
        let mut paper = Weights::new(Formula::Paper);
        paper.executed(9, &[1, 2]);
        for _ in 0..40 {
            let chosen = [1, 2][paper.choose(&[1, 2]).unwrap()];
            paper.executed(chosen, &[1, 2]);
        }
        assert!((paper.weight(1) - paper.weight(2)).abs() < 100.0, "both get their turn");
    }

    #[test]
    fn a_hundred_steps_without_news_are_enough() {
        let mut weights = Weights::new(Formula::Paper);
        weights.executed(1, &[1]);
        for _ in 0..=SATURATION {
            weights.executed(1, &[1]);
        }
        assert!(weights.is_saturated() && !weights.is_over());
        weights.executed(1, &[1, 2]);
        assert!(weights.is_over(), "back at the first new event");
    }
}
