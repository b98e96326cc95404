//! Which parts of a long script it takes, found from its end.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use experiment::{Act, Keepsake, Start, Tag};
use gui::Event;
use model::{Model, ScreenId};

use crate::sighting::{Script, Sighting};
use crate::trials::Answer;

/// Into so many parts a script is cut.
const PARTS: usize = 12;

/// So many tries at a time: each is short.
const AT_ONCE: usize = 6;

/// A way between two parts that is longer than this is hardly shorter than what lay between them.
const MAX_WAY: usize = 6;

/// Finds out which parts of a long script it takes, where a return costs less than doing again all that came before.
///
/// The script is carried out once more, and kept after each of its parts. Then it is asked from which of these on the last acts alone
/// still show the fault: each try takes a return and a few acts. The part before the earliest of them is needed; with it before
/// the last acts the same is asked of all that came before, until they show it from a fresh start. Between two parts that are
/// needed the shortest known way is gone. It is taken for granted that whoever has done more is as near to the fault; where that is
/// not so, more is told than it takes, and never what does not show it.
#[derive(Debug)]
pub(crate) struct Backwards {
    pub(crate) base: Arc<Sighting>,
    /// After so many acts each part begins, and the last acts; the first is the fresh start.
    bounds: Vec<usize>,
    /// What was kept there; empty before the script was carried out.
    starts: Vec<Start>,
    /// The parts that are known to be needed, and the last acts.
    needed: Vec<Range<usize>>,
    /// From this bound on they show it.
    shows_from: usize,
    /// What came of tries from bounds before that.
    answers: BTreeMap<usize, bool>,
    found: Option<Arc<Sighting>>,
    is_over: bool,
}

/// What it takes to get on.
#[derive(Debug)]
pub(crate) enum Ask {
    /// The whole script carried out, and kept after so many acts.
    Keep(Vec<usize>),
    /// These tried, each from a bound.
    Try(Vec<Attempt>),
    /// This is what it takes.
    Found(Arc<Sighting>),
    /// It did not become shorter.
    Nothing,
}

/// A script from one of the bounds.
#[derive(Debug)]
pub(crate) struct Attempt {
    pub(crate) bound: usize,
    pub(crate) start: Start,
    pub(crate) script: Script,
}

impl Backwards {
    /// Of what shows the fault from a clean start.
    pub(crate) fn of(base: &Arc<Sighting>) -> Backwards {
        let on_purpose = base.script.iter().position(|act| act.purpose.is_some());
        // What is done on purpose, and what follows after all was well, belongs together.
        let before = base.script.len().saturating_sub(1).min(base.suspicion.well_after);
        let end = on_purpose.map_or(before, |at| at.min(before));
        let bounds = bounds(base, end);
        let last = bounds.last().copied().unwrap_or(0);
        Backwards {
            base: Arc::clone(base),
            shows_from: bounds.len() - 1,
            bounds,
            starts: Vec::new(),
            needed: std::iter::once(last..base.script.len()).collect(),
            answers: BTreeMap::new(),
            found: None,
            is_over: false,
        }
    }

    /// What to do next; at most so many replays are left.
    pub(crate) fn ask(&mut self, model: &Model, left: usize) -> Ask {
        let at_once = AT_ONCE.min(left);
        if self.is_over || left == 0 || self.bounds.len() <= PARTS / 2 {
            return Ask::Nothing;
        }
        if self.starts.is_empty() {
            return Ask::Keep(self.bounds[1..].to_vec());
        }
        let last = self.bounds.len() - 1;
        if self.needed.len() == 1 {
            match self.answers.get(&last) {
                // Whether a return does it no harm.
                None => {
                    let mut attempts = self.attempts(0..last, model, at_once.saturating_sub(1));
                    attempts.push(self.attempt(last, model));
                    return Ask::Try(attempts);
                }
                Some(false) => return Ask::Nothing,
                Some(true) => {}
            }
        }
        loop {
            if let Some(found) = &self.found {
                let is_shorter = found.script.len() < self.base.script.len();
                return if is_shorter { Ask::Found(Arc::clone(found)) } else { Ask::Nothing };
            }
            let shown = self.answers.iter().find(|(_, shown)| **shown).map(|(bound, _)| *bound);
            let shows_from = shown.unwrap_or(self.shows_from);
            let refuted = self.answers.iter().filter(|(bound, shown)| **bound < shows_from && !**shown);
            let open = refuted.map(|(bound, _)| bound + 1).max().unwrap_or(0);
            if open < shows_from {
                return Ask::Try(self.attempts(open..shows_from, model, at_once));
            }
            if shows_from == 0 {
                // From a fresh start it was either found, or what was kept led astray.
                return Ask::Nothing;
            }
            self.needed.insert(0, self.bounds[shows_from - 1]..self.bounds[shows_from]);
            self.shows_from = shows_from - 1;
            self.answers.clear();
            if self.needed.len() > PARTS / 2 + 1 {
                return Ask::Nothing;
            }
            if self.shows_from == 0 {
                return Ask::Try(self.attempts(0..1, model, 1));
            }
        }
    }

    /// Takes what was kept as the script was carried out.
    pub(crate) fn keep(&mut self, kept: &[Keepsake]) {
        let place_of = |acts: usize| {
            let kept = kept.iter().find(|kept| kept.tag == Tag::Act(acts))?;
            kept.place.is_saved().then(|| Arc::clone(&kept.place))
        };
        let places: Option<Vec<Start>> =
            self.bounds[1..].iter().map(|&acts| place_of(acts).map(Start::At)).collect();
        match places {
            Some(places) => self.starts = std::iter::once(Start::Fresh).chain(places).collect(),
            None => self.is_over = true,
        }
    }

    /// Takes what came of an attempt.
    pub(crate) fn learn(&mut self, bound: usize, answer: Answer) {
        let shown = match answer {
            Answer::Shown(sighting) => {
                if bound == 0 {
                    self.found = Some(sighting);
                }
                true
            }
            Answer::NotShown | Answer::Failed => false,
        };
        if bound == 0 && !shown && self.shows_from == 0 {
            self.is_over = true;
        }
        self.answers.insert(bound, shown);
    }

    /// Some of the bounds, and always the first of them.
    fn attempts(&self, open: Range<usize>, model: &Model, at_once: usize) -> Vec<Attempt> {
        let some = open.len().min(at_once.max(1));
        let bounds = (0..some).map(|number| open.start + number * open.len() / some);
        bounds.map(|bound| self.attempt(bound, model)).collect()
    }

    fn attempt(&self, bound: usize, model: &Model) -> Attempt {
        let mut script: Vec<Act> = Vec::new();
        let mut at = self.bounds[bound];
        for part in &self.needed {
            script.extend(self.way(at, part.start, model));
            script.extend_from_slice(&self.base.script[part.clone()]);
            at = part.end;
        }
        Attempt { bound, start: self.starts[bound].clone(), script: script.into() }
    }

    /// The known way between the screens after so many acts; nothing where none is known, for what cannot be done is left out.
    fn way(&self, from: usize, to: usize, model: &Model) -> Vec<Act> {
        if from == to {
            return Vec::new();
        }
        let screens = self.base.screen(from).zip(self.base.screen(to));
        let apart = screens.filter(|(from, to)| from.travel != to.travel);
        let path = apart.and_then(|(from, to)| model.shortest_path(from.travel, to.travel));
        let path = path.filter(|path| path.len() <= MAX_WAY).unwrap_or_default();
        path.iter().map(|event| Act::plain(Event::clone(event))).collect()
    }
}

/// Where a script is cut: into parts of about as many acts, and where it is on the screen on which it is most often, if that is near; for there
/// what was left out is missed the least.
fn bounds(base: &Sighting, end: usize) -> Vec<usize> {
    let visits = hub(base, end);
    let near = |at: usize| {
        let visit = visits.iter().copied().min_by_key(|visit| visit.abs_diff(at));
        visit.filter(|visit| visit.abs_diff(at) * 2 * PARTS <= end)
    };
    let mut bounds: Vec<usize> = (0..=PARTS)
        .map(|part| end * part / PARTS)
        .map(|at| near(at).filter(|_| at > 0).unwrap_or(at))
        .collect();
    bounds.dedup();
    bounds
}

/// After how many acts, at most `end`, it is on the screen on which it is most often.
fn hub(base: &Sighting, end: usize) -> Vec<usize> {
    let mut visits: BTreeMap<ScreenId, Vec<usize>> = BTreeMap::new();
    for at in 1..=end {
        if let Some(screen) = base.screen(at) {
            visits.entry(screen.travel).or_default().push(at);
        }
    }
    visits.into_values().max_by_key(Vec::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use experiment::{Kind, Severity, Suspicion};
    use gui::Digest;
    use model::ScreenIds;

    use super::*;

    const CRASH: Kind = Kind::new("crash", "Crash", Severity::Critical, "It ended.");

    /// After each act it is on the screen that the letter names; `.` is outside of the app.
    fn sighting(screens: &str) -> Sighting {
        let id = |letter: char| ScreenId(Digest(letter as u128));
        let ids = |letter| match letter {
            '.' => ScreenIds::OUTSIDE,
            letter => ScreenIds { travel: id(letter), widgets: id(letter), exact: id(letter) },
        };
        let acts = screens.len() - 1;
        let suspicion = Suspicion::new("crash", &CRASH, &[], "", "");
        Sighting {
            script: (0..acts).map(|ms| Act::plain(Event::Wait { ms: ms as u64 })).collect(),
            suspicion: Suspicion { shows_after: acts, well_after: acts - 1, ..suspicion },
            screens: screens.chars().map(ids).collect(),
            layouts: Vec::new(),
        }
    }

    fn check(screens: &str, end: usize, expected: &[usize]) {
        assert_eq!(bounds(&sighting(screens), end), expected);
    }

    #[test]
    fn a_script_is_cut_where_it_is_on_the_screen_on_which_it_is_most_often() {
        let walk = format!("l{}n", "nnnl".repeat(24));
        let cut = bounds(&sighting(&walk), 96);
        assert!(cut.len() == PARTS + 1 && cut.iter().all(|&at| at == 0 || &walk[at..=at] == "n"), "{cut:?}");
        // Only where that is near.
        check(&format!("lnnn{}n", ".".repeat(93)), 96, &[0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96]);
    }

    #[test]
    fn where_it_is_nowhere_often_it_is_cut_evenly() {
        let outside: String = "l".to_owned() + &".".repeat(24) + "n";
        check(&outside, 24, &(0..=PARTS).map(|part| 24 * part / PARTS).collect::<Vec<_>>());
        check("lnn", 1, &[0, 1]);
    }
}
