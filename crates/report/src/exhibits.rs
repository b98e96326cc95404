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
        Some(differences(layouts[at]?, layouts[other]?))
    });
    sides.map(Option::unwrap_or_default).collect()
}
