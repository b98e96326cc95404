//! Findings and models as there is something to see of them.

use std::collections::HashMap;

use finding::Finding;
use gui::{Digest, Selector};
use model::{Model, Screen};
use trace::{Moment, Trace};

use crate::{Graph, Mark, Move, Reached, Shown, ShownStep, Sight};

impl Shown {
    /// A finding with the trace of its acts, where one was recorded with pictures, and the command that shows it again.
    ///
    /// The widget that the finding is about is marked, or the one that was touched when it is about none.
    pub fn new(finding: Finding, trace: Option<&Trace>, replay: String) -> Shown {
        let moments: Vec<&Moment> = trace.into_iter().flat_map(Trace::moments).collect();
        let screenshot_after = |steps: usize| moments.get(steps)?.screenshot;
        let steps = finding
            .acts
            .iter()
            .enumerate()
            .map(|(at, act)| ShownStep { words: act.event.wish(), screenshot: screenshot_after(at + 1) });
        let steps = steps.collect();
        let suspicion = &finding.suspicion;
        let touched = finding.acts.get(suspicion.well_after).and_then(|act| act.event.target());
        let before = sight(moments.get(suspicion.well_after), suspicion.widget.as_ref().or(touched));
        let after = sight(moments.get(suspicion.shows_after), suspicion.widget.as_ref());
        Shown { finding, steps, before, after, replay }
    }
}

fn sight(moment: Option<&&Moment>, widget: Option<&Selector>) -> Option<Sight> {
    let moment = moment?;
    let mark = widget.zip(moment.layout.as_ref()).and_then(|(widget, layout)| {
        let bounds = widget.resolve(layout).ok()?.node.bounds();
        (!bounds.is_empty()).then(|| Mark { widget: widget.to_string(), bounds })
    });
    Some(Sight { screenshot: moment.screenshot?, mark })
}

impl Graph {
    /// The screens of a model, with pictures where there are any.
    pub fn new(model: &Model, picture: impl Fn(&Screen) -> Option<Digest>) -> Graph {
        let places: HashMap<_, _> =
            model.screens().enumerate().map(|(at, screen)| (screen.ids.travel, at)).collect();
        let mut graph = Graph::default();
        for (from, screen) in model.screens().enumerate() {
            graph.screens.push(Reached {
                activity: screen.activity.clone(),
                visits: screen.visits,
                screenshot: picture(screen),
            });
            let first = graph.moves.len();
            for (event, next, times) in model.transitions(screen.ids.travel) {
                let to = places[&next.ids.travel];
                match graph.moves[first..].iter_mut().find(|known| known.to == to) {
                    Some(known) => known.times += times,
                    None => graph.moves.push(Move { from, to, words: event.wish(), times }),
                }
            }
        }
        graph
    }
}
