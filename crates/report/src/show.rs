//! Findings and models as there is something to see of them.

use std::collections::{BTreeMap, HashMap};

use finding::Finding;
use gui::Selector;
use model::{Model, ScreenId};
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
    /// The screens of a model, those with the same widgets taken together: what changes between them are texts and rows.
    pub fn new(model: &Model) -> Graph {
        let mut graph = Graph::default();
        let mut places: HashMap<ScreenId, usize> = HashMap::new();
        for screen in model.screens() {
            let widgets = screen.ids.widgets;
            let at = *places.entry(widgets).or_insert_with(|| {
                graph.screens.push(Reached {
                    activity: screen.activity.clone(),
                    start: false,
                    visits: 0,
                    screenshot: model.picture(widgets),
                });
                graph.screens.len() - 1
            });
            graph.screens[at].start |= screen.start;
            graph.screens[at].visits += screen.visits;
        }
        let mut moves: BTreeMap<(usize, usize), Move> = BTreeMap::new();
        for screen in model.screens() {
            let from = places[&screen.ids.widgets];
            for (event, next, times) in model.transitions(screen.ids.travel) {
                let to = places[&next.ids.widgets];
                let new = || Move { from, to, words: event.wish(), times: 0 };
                moves.entry((from, to)).or_insert_with(new).times += times;
            }
        }
        graph.moves = moves.into_values().collect();
        graph
    }
}
