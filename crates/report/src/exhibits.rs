//! The sides of a comparison, made comparable: step beside step, screen beside screen.

use finding::{Exhibited, Finding};
use trace::{Moment, Role, Trace};

use crate::differences::differences;
use crate::{Mark, ShownExhibit, ShownStep, Sight};

/// The exhibits of a finding with what their traces show; nothing where there is only one.
///
/// Each is shown at the moment when the finding's steps have shown the fault, or when all that stands in
/// their place was done. What the finding is about is marked in all of them; where one of them does not have
/// it, what differs from the other side is.
pub(crate) fn shown(finding: &Finding, traces: &[Option<Trace>]) -> Vec<ShownExhibit> {
    if finding.exhibits.len() < 2 {
        return Vec::new();
    }
    let moments: Vec<Vec<&Moment>> = (0..finding.exhibits.len())
        .map(|at| traces.get(at).into_iter().flatten().flat_map(Trace::moments).collect())
        .collect();
    let compared = finding
        .exhibits
        .iter()
        .enumerate()
        .zip(&moments)
        .map(|((at, exhibit), moments)| moments.get(compared_after(finding, at, exhibit)).copied());
    let compared: Vec<Option<&Moment>> = compared.collect();
    let marks = marks(finding, &compared);
    let parts = finding.exhibits.iter().zip(&moments).zip(compared.iter().zip(marks));
    parts
        .map(|((exhibit, moments), (compared, marks))| ShownExhibit {
            role: exhibit.role,
            label: exhibit.label.clone(),
            site: exhibit.site,
            steps: (0..finding.acts.len()).map(|step| in_place_of(step, exhibit, moments)).collect(),
            sight: compared.and_then(|moment| Some(Sight { screenshot: moment.screenshot?, marks })),
        })
        .collect()
}

/// After how many of its acts an exhibit is compared.
fn compared_after(finding: &Finding, at: usize, exhibit: &Exhibited) -> usize {
    let shows_after = finding.suspicion.shows_after;
    match at {
        0 => shows_after,
        _ => exhibit.of.iter().rposition(|&act| act < shows_after).map_or(0, |last| last + 1),
    }
}

/// What an exhibit did as this step of the finding, or in its place.
fn in_place_of(step: usize, exhibit: &Exhibited, moments: &[&Moment]) -> Option<ShownStep> {
    let acts = exhibit.acts.iter().zip(&exhibit.of).enumerate().filter(|(_, (_, of))| **of == step);
    let acts: Vec<_> = acts.map(|(at, (act, _))| (at, act.event.wish())).collect();
    let (last, _) = acts.last()?;
    let screenshot = moments.get(last + 1).and_then(|moment| moment.screenshot);
    let words: Vec<&str> = acts.iter().map(|(_, words)| words.as_str()).collect();
    Some(ShownStep { words: words.join(", then "), screenshot })
}

/// What to look at in each exhibit.
fn marks(finding: &Finding, compared: &[Option<&Moment>]) -> Vec<Vec<Mark>> {
    let layouts: Vec<_> =
        compared.iter().map(|moment| moment.and_then(|moment| moment.layout.as_deref())).collect();
    if let Some(widget) = &finding.suspicion.widget {
        let marks: Option<Vec<_>> =
            layouts.iter().map(|layout| Some(vec![Mark::of(widget, (*layout)?)?])).collect();
        if let Some(marks) = marks {
            return marks;
        }
    }
    let control = finding.exhibits.iter().position(|exhibit| exhibit.role == Role::Control).unwrap_or(1);
    let sides = (0..layouts.len()).map(|at| {
        let other = if at == control { usize::from(control == 0) } else { control };
        let (layout, other) = (layouts[at]?, layouts[other]?);
        // Beside another app's screen, as where the phone says that the app has stopped, all of it would be marked.
        (layout.package() == other.package()).then(|| differences(layout, other))
    });
    sides.map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use experiment::{Act, Exhibit, Site};
    use gui::{Digest, Event};
    use trace::{Header, Remarks};

    use super::*;

    /// A finding of three waits that shows after the second, and an exhibit of it.
    fn compared(replace: impl FnMut(usize, &Act) -> Vec<Act>) -> (Finding, Vec<Option<Trace>>) {
        let mut finding: Finding = serde_json::from_value(serde_json::json!({
            "name": "text-lost-1", "kind": "text-lost", "fingerprint": "f", "sentence": "s", "expectation": "e",
            "shows_after": 2, "well_after": 1, "acts": (1..=3).map(wait).collect::<Vec<_>>(),
            "confirmed": { "way": "clean-start", "times": 3, "of": 3 },
            "first_seen_in": 1, "first_seen_after": 1, "times_seen": 1,
        }))
        .unwrap();
        let script = Exhibit::script(Role::Treatment, Site::HOME, &finding.acts);
        let other = Exhibit::script(Role::Control, Site::HOME, &finding.acts).replacing(replace);
        let traces = [&script, &other].map(|exhibit| Some(trace(&exhibit.acts))).into();
        finding.exhibits = vec![Exhibited::new(&script, 1), Exhibited::new(&other, 2)];
        (finding, traces)
    }

    fn wait(seconds: u64) -> Act {
        Act::plain(Event::Wait { ms: seconds * 1000 })
    }

    /// Every moment has a picture that is named by its number.
    fn trace(acts: &[Act]) -> Trace {
        let moment = |at| Moment { screenshot: Some(Digest(at)), ..Moment::default() };
        let mut trace = Trace::new(Header::default(), moment(0));
        for (at, act) in (1..).zip(acts) {
            trace.step(Some(act.event.clone()), moment(at), Remarks::default());
        }
        trace
    }

    /// What the other exhibit did step by step with its pictures, and the picture to compare.
    #[track_caller]
    fn check(replace: impl FnMut(usize, &Act) -> Vec<Act>, steps: [Option<(&str, u128)>; 3], sight: u128) {
        let (finding, traces) = compared(replace);
        let [first, other] = &shown(&finding, &traces)[..] else { panic!("two exhibits") };
        assert_eq!(first.sight.as_ref().unwrap().screenshot, Digest(2));
        let told = other
            .steps
            .iter()
            .map(|step| step.as_ref().map(|step| (step.words.as_str(), step.screenshot.unwrap().0)));
        assert_eq!(told.collect::<Vec<_>>(), steps);
        assert_eq!(other.sight.as_ref().unwrap().screenshot, Digest(sight));
    }

    #[test]
    fn what_stands_in_the_place_of_a_step_stands_beside_it() {
        let same = |_: usize, act: &Act| vec![act.clone()];
        check(same, [Some(("wait 1 s", 1)), Some(("wait 2 s", 2)), Some(("wait 3 s", 3))], 2);
        let without = |at: usize, act: &Act| if at == 1 { Vec::new() } else { vec![act.clone()] };
        check(without, [Some(("wait 1 s", 1)), None, Some(("wait 3 s", 2))], 1);
        let later =
            |at: usize, act: &Act| if at == 1 { vec![wait(9), act.clone()] } else { vec![act.clone()] };
        check(later, [Some(("wait 1 s", 1)), Some(("wait 9 s, then wait 2 s", 3)), Some(("wait 3 s", 4))], 3);
        check(|_, _| Vec::new(), [None, None, None], 0);
    }

    #[test]
    fn a_trace_that_is_missing_leaves_a_column_without_pictures() {
        let (finding, mut traces) = compared(|_, act| vec![act.clone()]);
        traces[1] = None;
        for traces in [&traces[..], &traces[..1]] {
            let other = &shown(&finding, traces)[1];
            assert!(other.sight.is_none());
            assert!(other.steps.iter().flatten().all(|step| step.screenshot.is_none()));
        }
    }
}
