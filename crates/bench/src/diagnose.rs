//! Our own explorers held to the bug automata of the deep faults.

use std::sync::Arc;

use automata::{Best, Bug, BugFile, Figures, Heard, RecordedWalk};
use draft::{Draft, Drafter, Limits};
use experiment::{Outcome, Planner, Round, Suspicion, World};
use explore::Strategy;
use finding::Finding;
use serde::Serialize;
use sim::{Fault, FaultKind, Faults};

use crate::{Rig, side_by_side};

/// What to diagnose.
#[derive(Debug, Clone)]
pub struct Diagnoses {
    /// The apps, by name.
    pub apps: Vec<String>,
    /// Seeds 0 to this, not included: so many runs of each strategy.
    pub seeds: u64,
    /// Events of each run, and of the hunts that look for the fault first.
    pub events: u64,
    /// Faults side by side.
    pub jobs: usize,
}

/// One deep fault and what each strategy did with it.
#[derive(Debug, Clone, Serialize)]
pub struct DiagnosedFault {
    /// The app.
    pub app: &'static str,
    /// The fault.
    pub fault: &'static str,
    /// Why there is no automaton, where there is none: nobody can be held to it then.
    pub problem: Option<String>,
    /// The steps of the finding that the automaton was made from.
    pub steps: usize,
    /// States and transitions as drawn,
    pub nfa: (usize, usize),
    /// and as walked.
    pub dfa: (usize, usize),
    /// What each strategy did.
    pub strategies: Vec<StrategyDiagnosis>,
}

/// What one strategy did with one fault.
#[derive(Debug, Clone, Serialize)]
pub struct StrategyDiagnosis {
    /// The strategy.
    pub strategy: &'static str,
    /// The best of its runs.
    pub best: Best,
    /// What the nearest run missed first, in words.
    pub missed: Option<String>,
    /// Runs that missed the bug;
    pub cases: usize,
    /// in so many of them, comparing with the shortest way names the same event as first missed as the automaton does,
    pub same_by_comparison: usize,
    /// and in so many, plain runtime verification does.
    pub same_by_verification: usize,
}

impl Diagnoses {
    /// Makes an automaton of every deep fault, and holds all strategies to it.
    pub fn run(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<DiagnosedFault>, apps::UnknownApp> {
        let mut cells = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            let rig = Rig::new(listed, Faults::NONE, 0);
            cells
                .extend(rig.faults_of(&[FaultKind::DeepCrash]).into_iter().map(|fault| (app.clone(), fault)));
        }
        let all = cells.len();
        let diagnose = |(app, fault): &(String, Fault)| self.fault(app, *fault);
        let diagnosed = side_by_side(self.jobs, &cells, diagnose, |number| done(number, all));
        diagnosed.into_iter().collect()
    }

    fn fault(&self, app: &str, fault: Fault) -> Result<DiagnosedFault, apps::UnknownApp> {
        let (listed, _) = apps::find(app)?;
        let rig = |seed| Rig::new(listed, Faults::all(&[fault]), seed);
        let empty = DiagnosedFault {
            app: rig(0).name(),
            fault: fault.name,
            problem: None,
            steps: 0,
            nfa: (0, 0),
            dfa: (0, 0),
            strategies: Vec::new(),
        };
        let found =
            (0..self.seeds).find_map(|seed| found(&rig(seed), self.events).map(|finding| (seed, finding)));
        let Some((seed, finding)) = found else {
            let problem = Some(format!("no hunt of {} found it", self.seeds));
            return Ok(DiagnosedFault { problem, ..empty });
        };
        let (bug, file) = match drafted(&rig(seed), &finding) {
            Ok(known) => known,
            Err(problem) => return Ok(DiagnosedFault { problem: Some(problem), ..empty }),
        };
        let known = Arc::new((bug, file));
        let strategies = Strategy::ALL.into_iter().map(|strategy| {
            let runs: Vec<Figures> =
                (0..self.seeds).map(|seed| diagnosed(&rig(seed), strategy, self.events, &known)).collect();
            summed_up(strategy, &runs, &known.1)
        });
        let (nfa, dfa) = (&known.0.nfa, &known.0.dfa);
        Ok(DiagnosedFault {
            steps: finding.acts.len(),
            nfa: (nfa.drawn_states(), nfa.transitions().len()),
            dfa: (dfa.states().len(), dfa.moves().count()),
            strategies: strategies.collect(),
            ..empty
        })
    }
}

/// A hunt's finding of the one fault that is switched on.
fn found(rig: &Rig, events: u64) -> Option<Finding> {
    let ended = rig.hunt(&explore::ExploreSettings::default(), events);
    let mut findings =
        ended.findings.into_iter().filter(|finding| finding.is_confirmed() && !finding.is_flaky());
    findings.find(|finding| finding.suspicion.kind == technique::CRASH)
}

/// The automaton of a finding, by trying.
pub(crate) fn drafted(rig: &Rig, finding: &Finding) -> Result<(Bug, BugFile), String> {
    let drafter = Drafter::new(&finding.acts, &finding.suspicion.fingerprint, Limits::default());
    let ended = rig.carry_out(u64::MAX, vec![Box::new(drafter)]);
    let drafter = ended.planner::<Drafter>().ok_or("nobody drafted")?;
    let draft = drafter.draft()?;
    let (nfa, file) = Draft::files(&[draft], &finding.name, "").map_err(|error| error.to_string())?;
    let bug = Bug::new(nfa).map_err(|error| error.to_string())?;
    Ok((bug, file))
}

/// One exploration, as its bench has it, run through the automaton.
fn diagnosed(rig: &Rig, strategy: Strategy, events: u64, known: &Arc<(Bug, BugFile)>) -> Figures {
    let listener = Listener { known: Arc::clone(known), heard: Vec::new() };
    let ended = rig.explore_with(crate::explore::alone(strategy), events, Box::new(listener));
    let mut walk = RecordedWalk::new(&known.0, &known.1);
    for trace in ended.planner::<Listener>().into_iter().flat_map(|listener| &listener.heard) {
        walk.heard(trace);
    }
    Figures::of(&known.0, walk.walk(), Some(walk.elapsed_s()))
}

fn summed_up(strategy: Strategy, runs: &[Figures], file: &BugFile) -> StrategyDiagnosis {
    let missed: Vec<&Figures> =
        runs.iter().filter(|run| !run.crashed && run.first_missed.is_some()).collect();
    let event = |run: &Figures| run.first_missed.as_ref().map(|missed| missed.event.clone());
    let same = |other: fn(&Figures) -> &Option<String>| {
        missed.iter().filter(|run| event(run) == *other(run)).count()
    };
    let best = Best::of(&runs.iter().collect::<Vec<_>>()).expect("there is at least one seed");
    let nearest = runs[best.nearest].first_missed.as_ref();
    StrategyDiagnosis {
        strategy: strategy.name(),
        missed: nearest
            .and_then(|missed| file.events.get(&missed.event))
            .map(|pivot| pivot.event.to_string()),
        cases: missed.len(),
        same_by_comparison: same(|run| &run.first_missed_by_comparison),
        same_by_verification: same(|run| &run.first_missed_by_verification),
        best,
    }
}

/// Keeps the pivot events of every trace.
struct Listener {
    known: Arc<(Bug, BugFile)>,
    heard: Vec<Heard>,
}

impl Planner for Listener {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        let (bug, file) = &*self.known;
        let shows = outcome
            .suspicions
            .iter()
            .filter(|seen| file.fingerprint.as_deref() == Some(seen.fingerprint.as_str()));
        let shows_after: Vec<usize> = shows.map(|seen| seen.shows_after).collect();
        let heard = Heard::of(&outcome.trace, bug, file, &shows_after);
        self.heard.push(heard);
        Vec::new()
    }

    fn plan(&mut self, _: &World, _: &mut Round) {}
}

#[cfg(test)]
mod tests {
    use draft::Checker;
    use experiment::Act;

    use super::*;
    use crate::{Limits as SearchLimits, minimum_crash};

    /// The fewest steps that crash an app with one fault, as a hunt would tell them.
    fn finding(rig: &Rig) -> Finding {
        let mut phone = rig.phone();
        device::Device::launch(&mut phone, rig.package()).unwrap();
        let events = minimum_crash(phone, rig.package(), SearchLimits::default()).unwrap().events.unwrap();
        let acts: Vec<Act> = events.into_iter().map(Act::plain).collect();
        let suspicion = rig.play(vec![acts.clone()]).remove(0).suspicions.remove(0);
        Finding {
            name: "crash-1".to_owned(),
            suspicion,
            acts,
            confirmed: finding::Confirmation { from: finding::ReplayedFrom::CleanStart, times: 1, of: 1 },
            minimised: None,
            first_seen_in: 1,
            first_seen_after: 1,
            times_seen: 1,
            site: experiment::Site::HOME,
            exhibits: Vec::new(),
        }
    }

    fn rig(spec: &str) -> Rig {
        let (app, faults) = apps::find(spec).unwrap();
        Rig::new(app, faults, 1)
    }

    #[test]
    fn a_drafted_automaton_is_complete_and_nearly_precise() {
        let rig = rig("tasks+not-a-number");
        let finding = finding(&rig);
        let (bug, file) = drafted(&rig, &finding).unwrap();
        assert_eq!(bug.dfa.distance(automata::Dfa::INITIAL) as usize, finding.acts.len());
        let checker = Checker::new(bug, file, &finding.suspicion.fingerprint, 30);
        let ended = rig.carry_out(u64::MAX, vec![Box::new(checker)]);
        let checked = ended.planner::<Checker>().unwrap().checked();
        assert!(checked.rightly_accepted > 10, "{checked:?}");
        assert_eq!(checked.completeness(), Some(1.0), "{checked:?}");
        // What "Today" does to the task shows only when the task is opened again, which no end of the three steps does.
        assert!(checked.precision().is_some_and(|precision| precision > 0.9), "{checked:?}");
        assert_eq!(checked.disagreements.len() as u64, checked.wrongly_accepted);
    }

    #[test]
    fn an_automaton_of_other_steps_is_seen_to_be_wrong() {
        let rig = rig("tasks+not-a-number");
        let finding = finding(&rig);
        let (bug, file) = drafted(&rig, &finding).unwrap();
        // The same app without its fault: whatever is accepted does not show the bug.
        let mended = rig.with(Faults::NONE);
        let checker = Checker::new(bug, file, &finding.suspicion.fingerprint, 10);
        let ended = mended.carry_out(u64::MAX, vec![Box::new(checker)]);
        let checked = ended.planner::<Checker>().unwrap().checked();
        assert!(checked.wrongly_accepted > 0 && checked.rightly_accepted == 0, "{checked:?}");
        assert!(checked.disagreements.iter().all(|wrong| wrong.accepted));
        assert!(drafted(&mended, &finding).is_err(), "nothing to draft where the bug does not show");
    }

    #[test]
    fn explorers_are_held_to_the_automaton() {
        let rig = rig("tasks+not-a-number");
        let known = Arc::new(drafted(&rig, &finding(&rig)).unwrap());
        for strategy in [Strategy::TimeTravel, Strategy::Systematic] {
            let figures = diagnosed(&rig, strategy, 300, &known);
            assert!(figures.events.values().any(|event| event.count > 0), "{figures:?}");
            assert_eq!(figures.accepted, figures.md == 0);
        }
    }
}
