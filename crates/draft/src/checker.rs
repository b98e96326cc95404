//! The planner that holds an automaton to what the app does.

use std::collections::HashMap;

use automata::{Bug, BugFile, Symbol};
use experiment::{
    Act, Chance, Driver, Fingerprint, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, World,
};
use serde::Serialize;

use crate::situation::shows;
use crate::words::{accepted, is_accepted, rejected};

/// The most disagreements that are kept.
const KEPT: usize = 20;

/// Measures how precise and how complete an automaton is, by carrying out random words that it accepts and rejects.
///
/// What counts is what was really done: the pivot events of the recorded trace are run through the automaton, and its word is compared
/// with whether the bug showed.
pub struct Checker {
    bug: Bug,
    file: BugFile,
    fingerprint: Fingerprint,
    /// How many words of each kind.
    words: u64,
    is_planned: bool,
    waiting: HashMap<u64, Vec<Act>>,
    checked: Checked,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Words carried out.
    pub words: u64,
    /// The automaton said so, and the bug showed.
    pub rightly_accepted: u64,
    /// The automaton said so, and the bug did not show: it is imprecise.
    pub wrongly_accepted: u64,
    /// The automaton did not say so, and the bug showed: it is incomplete.
    pub wrongly_rejected: u64,
    /// Neither.
    pub rightly_rejected: u64,
    /// The first words about which automaton and app do not agree.
    pub disagreements: Vec<Disagreement>,
}

/// A word about which automaton and app do not agree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The pivot events that happened.
    pub word: Vec<String>,
    /// What was done, in words.
    pub done: Vec<String>,
    /// Whether the automaton accepted it; the bug showed exactly when it did not.
    pub accepted: bool,
}

impl Checker {
    /// A checker with so many words of each kind.
    pub fn new(bug: Bug, file: BugFile, fingerprint: &Fingerprint, words: u64) -> Checker {
        Checker {
            bug,
            file,
            fingerprint: fingerprint.clone(),
            words,
            is_planned: false,
            waiting: HashMap::new(),
            checked: Checked::default(),
        }
    }

    /// What came of it, once the campaign is over.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }
}

impl Checked {
    /// How often the bug showed when the automaton said so; `None` where it never did.
    pub fn precision(&self) -> Option<f64> {
        share(self.rightly_accepted, self.wrongly_accepted)
    }

    /// How often the automaton said so when the bug showed; `None` where it never did.
    pub fn completeness(&self) -> Option<f64> {
        share(self.rightly_accepted, self.wrongly_rejected)
    }
}

fn share(right: u64, wrong: u64) -> Option<f64> {
    (right + wrong > 0).then(|| right as f64 / (right + wrong) as f64)
}

impl Planner for Checker {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        if let Some(acts) = self.waiting.remove(&outcome.id) {
            self.compare(outcome, &acts);
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        if std::mem::replace(&mut self.is_planned, true) {
            return;
        }
        for number in 0..self.words {
            for (purpose, draw) in [("accepted word", accepted as Draw), ("rejected word", rejected as Draw)]
            {
                let mut chance = Chance::keyed(world.seed, purpose, number);
                let Some(acts) = draw(&self.bug, &self.file, &mut chance) else { continue };
                // What cannot be done is left out: what is done is what counts.
                let driver = Driver::Lenient(acts.clone().into());
                let plan = Plan::new(Purpose::technique("check", purpose), Start::Fresh, driver);
                self.waiting.insert(round.add(plan), acts);
            }
        }
    }
}

type Draw = fn(&Bug, &BugFile, &mut Chance) -> Option<Vec<Act>>;

impl Checker {
    fn compare(&mut self, outcome: &Outcome, acts: &[Act]) {
        let steps = outcome.trace.steps().iter();
        let word: Vec<Symbol> = steps.filter_map(|step| self.file.symbol_of(&self.bug.dfa, step)).collect();
        let (accepted, shows) = (is_accepted(&self.bug, &word), shows(outcome, &self.fingerprint));
        let checked = &mut self.checked;
        checked.words += 1;
        *match (accepted, shows) {
            (true, true) => &mut checked.rightly_accepted,
            (true, false) => &mut checked.wrongly_accepted,
            (false, true) => &mut checked.wrongly_rejected,
            (false, false) => &mut checked.rightly_rejected,
        } += 1;
        if accepted != shows && checked.disagreements.len() < KEPT {
            checked.disagreements.push(Disagreement {
                word: word.iter().map(|&symbol| self.bug.dfa.symbol_name(symbol).to_owned()).collect(),
                done: acts.iter().map(|act| act.event.wish()).collect(),
                accepted,
            });
        }
    }
}
