//! The states of a bug and the moves between them, as far as they were found.

use std::collections::BTreeSet;

use automata::Pivot;
use experiment::{Act, Fingerprint};

use crate::draft::Draft;
use crate::drafter::Limits;
use crate::situation::{By, Ending, Reached, Situation};

/// The bug's own state, whatever the number of the others.
pub(crate) const BUG: usize = usize::MAX;

/// What is known so far.
#[derive(Debug)]
pub(crate) struct Drafting {
    /// The minimal trace.
    pub(crate) acts: Vec<Act>,
    pub(crate) fingerprint: Fingerprint,
    limits: Limits,
    /// The situations that are being looked at. First those of the minimal trace, then what leads on from new states.
    pub(crate) wave: Vec<Situation>,
    /// The pivot events: acts of the minimal trace with the activities they are done in, each once.
    pivots: Vec<(Act, Option<String>)>,
    states: Vec<State>,
    moves: BTreeSet<(usize, usize, Option<usize>)>,
    /// Which event each move by any other event was seen to be.
    between: Vec<(usize, usize, Act)>,
    /// States whose ways on are known or being looked at.
    expanded: usize,
    /// Situations reached by other events that no state stands for.
    strangers: u64,
    /// Other events that show the bug.
    alternatives: u64,
    is_cut: bool,
}

#[derive(Debug)]
struct State {
    way: Vec<Act>,
    signature: Vec<Ending>,
    activity: Option<String>,
    offers: Vec<Act>,
}

impl Drafting {
    pub(crate) fn new(acts: Vec<Act>, fingerprint: Fingerprint, limits: Limits) -> Drafting {
        let ends = acts.len();
        let chain = |done: usize| {
            let from = done.checked_sub(1).map(|before| (before, By::Pivot(before)));
            Situation::new(acts[..done].to_vec(), from, ends)
        };
        Drafting {
            wave: (0..=ends).map(chain).collect(),
            acts,
            fingerprint,
            limits,
            pivots: Vec::new(),
            states: Vec::new(),
            moves: BTreeSet::new(),
            between: Vec::new(),
            expanded: 0,
            strangers: 0,
            alternatives: 0,
            is_cut: false,
        }
    }

    /// Makes states of a wave that is known, and begins the next one. `Err` where the minimal trace does not lead to the bug.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        let wave = std::mem::take(&mut self.wave);
        if self.states.is_empty() {
            self.settle_chain(wave)?;
        } else {
            for situation in wave {
                self.settle_move(situation);
            }
        }
        self.expand();
        Ok(())
    }

    /// The minimal trace: each of its situations is a state, the last one the bug.
    fn settle_chain(&mut self, wave: Vec<Situation>) -> Result<(), String> {
        let steps = self.acts.len();
        let mut at = None;
        for (done, situation) in wave.into_iter().enumerate() {
            let to = match (situation.reached.as_ref(), done == steps) {
                (Some(Reached::Bug), true) => BUG,
                (Some(Reached::Stands { .. }), false) => self.state_of(situation),
                (Some(Reached::Bug), false) => {
                    return Err(format!(
                        "the bug shows after {done} of {steps} steps already: minimize it first"
                    ));
                }
                (_, true) => return Err("the bug did not show again".to_owned()),
                (_, false) => return Err(format!("step {done} could not be done")),
            };
            if let Some((from, activity)) = at.take() {
                let pivot = self.pivot_of(self.acts[done - 1].clone(), activity);
                self.moves.insert((from, to, Some(pivot)));
            }
            at = self.states.get(to).map(|state| (to, state.activity.clone()));
        }
        Ok(())
    }

    /// What a pivot event or another one led to from a state.
    fn settle_move(&mut self, situation: Situation) {
        let Some((from, by)) = situation.from.clone() else { return };
        let is_known = |drafting: &Drafting| {
            let signature = situation.signature();
            drafting.states.iter().position(|state| state.signature == signature)
        };
        let to = match (&situation.reached, &by) {
            (Some(Reached::Bug), By::Pivot(_)) => Some(BUG),
            // It takes the place of a step: another way to the bug, with other pivot events.
            (Some(Reached::Bug), By::Other(_)) => {
                self.alternatives += 1;
                None
            }
            (Some(Reached::Stands { .. }), By::Pivot(_)) => Some(self.state_of(situation)),
            (Some(Reached::Stands { .. }), By::Other(_)) => {
                let known = is_known(self);
                self.strangers += u64::from(known.is_none());
                known
            }
            (Some(Reached::Refused) | None, _) => None,
        };
        let Some(to) = to else { return };
        match by {
            By::Pivot(pivot) => {
                self.moves.insert((from, to, Some(pivot)));
            }
            // The first of several such events is enough.
            By::Other(act) => {
                if to != from && self.moves.insert((from, to, None)) {
                    self.between.push((from, to, act));
                }
            }
        }
    }

    /// The state that a situation is, new or known. All ends of the minimal trace must behave alike.
    fn state_of(&mut self, situation: Situation) -> usize {
        let signature = situation.signature();
        if let Some(known) = self.states.iter().position(|state| state.signature == signature) {
            return known;
        }
        let Some(Reached::Stands { activity, offers }) = situation.reached else { return BUG };
        self.states.push(State { way: situation.way, signature, activity, offers });
        self.states.len() - 1
    }

    fn pivot_of(&mut self, act: Act, activity: Option<String>) -> usize {
        let pivot = (act, activity);
        self.pivots.iter().position(|known| *known == pivot).unwrap_or_else(|| {
            self.pivots.push(pivot);
            self.pivots.len() - 1
        })
    }

    /// Looks on from every new state but the first: with each pivot event, and with whatever else its screen offers.
    fn expand(&mut self) {
        if self.states.len() > self.limits.states {
            self.is_cut = true;
            return;
        }
        for (at, state) in self.states.iter().enumerate().skip(self.expanded.max(1)) {
            let on = |by: By, act: &Act| {
                let way = state.way.iter().cloned().chain([act.clone()]).collect();
                Situation::new(way, Some((at, by)), self.acts.len())
            };
            let is_there = |activity: &Option<String>| *activity == state.activity;
            for (pivot, (act, activity)) in self.pivots.iter().enumerate() {
                let is_tried = self.moves.iter().any(|&(from, _, by)| from == at && by == Some(pivot));
                if !is_tried && is_there(activity) {
                    self.wave.push(on(By::Pivot(pivot), act));
                }
            }
            let is_pivot = |act: &Act| {
                self.pivots.iter().any(|(pivot, activity)| pivot.event == act.event && is_there(activity))
            };
            let others = state.offers.iter().filter(|act| !is_pivot(act)).take(self.limits.others);
            self.wave.extend(others.map(|act| on(By::Other(act.clone()), act)));
        }
        self.expanded = self.states.len();
    }

    /// What was found.
    pub(crate) fn draft(&self, experiments: u64) -> Draft {
        let pivot = |(act, activity): &(Act, Option<String>)| Pivot {
            event: act.event.clone(),
            on: Vec::new(),
            activity: activity.clone(),
            any_text: false,
            info: None,
            purpose: act.purpose.clone(),
        };
        let distances = self.distances();
        // What brings the app nearer takes the place of a step too. An epsilon there would accept words without it.
        let is_shortcut = |from: usize, to: usize| {
            distances[from].is_some_and(|far| distances[to].is_some_and(|near| near < far))
        };
        let is_kept =
            |&&(from, to, by): &&(usize, usize, Option<usize>)| by.is_some() || !is_shortcut(from, to);
        let moves: BTreeSet<(usize, usize, Option<usize>)> =
            self.moves.iter().filter(is_kept).copied().collect();
        let between = self.between.iter().filter(|(from, to, _)| !is_shortcut(*from, *to)).cloned().collect();
        Draft {
            fingerprint: self.fingerprint.to_string(),
            pivots: self.pivots.iter().map(pivot).collect(),
            states: self.states.len(),
            alternatives: self.alternatives + (self.moves.len() - moves.len()) as u64,
            moves,
            between,
            strangers: self.strangers,
            is_cut: self.is_cut,
            experiments,
        }
    }

    /// For each state the fewest pivot events to the bug; `None` where none lead there.
    fn distances(&self) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.states.len()];
        // Each pass finds the states one event farther away.
        for distance in 1..=self.states.len() {
            let is_nearer =
                |to: usize| if to == BUG { distance == 1 } else { distances[to] == Some(distance - 1) };
            let found: Vec<usize> = self
                .moves
                .iter()
                .filter(|&&(from, to, by)| by.is_some() && distances[from].is_none() && is_nearer(to))
                .map(|&(from, ..)| from)
                .collect();
            found.into_iter().for_each(|from| distances[from] = Some(distance));
        }
        distances
    }
}
