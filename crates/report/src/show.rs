//! Findings and models as there is something to see of them.

use std::cmp::Reverse;
use std::collections::HashMap;

use finding::Finding;
use gui::{Layout, Selector};
use model::{Overview, Page};
use trace::{Moment, Trace};

use crate::{Graph, Mark, Move, Reached, Shown, ShownStep, Sight, exhibits};

impl Shown {
    /// A finding with the traces of its exhibits in their order, where they were recorded with pictures, and
    /// the command that shows it again.
    ///
    /// The widget that the finding is about is marked, or the one that was touched when it is about none.
    pub fn new(finding: Finding, traces: &[Option<Trace>], replay: String) -> Shown {
        let moments: Vec<&Moment> = traces.first().into_iter().flatten().flat_map(Trace::moments).collect();
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
        let exhibits = exhibits::shown(&finding, traces);
        Shown { finding, steps, before, after, exhibits, replay }
    }
}

fn sight(moment: Option<&&Moment>, widget: Option<&Selector>) -> Option<Sight> {
    let moment = moment?;
    let mark = widget.zip(moment.layout.as_ref()).and_then(|(widget, layout)| Mark::of(widget, layout));
    Some(Sight { screenshot: moment.screenshot?, marks: mark.into_iter().collect() })
}

impl Mark {
    /// The widget that a selector means, where it can be seen.
    pub(crate) fn of(widget: &Selector, layout: &Layout) -> Option<Mark> {
        let bounds = widget.resolve(layout).ok()?.node.bounds();
        (!bounds.is_empty()).then(|| Mark { widget: widget.to_string(), bounds })
    }
}

/// More pages than anybody takes in at once.
const MAX_PAGES: usize = 120;

impl Graph {
    /// The pages of an overview: where the app starts, then those seen most often, as many as a person can take in.
    pub fn new(overview: &Overview) -> Graph {
        let mut pages: Vec<&Page> = overview.pages.iter().collect();
        pages.sort_by_key(|page| (!page.start, Reverse(page.visits), page.number));
        pages.truncate(MAX_PAGES);
        let places: HashMap<usize, usize> =
            pages.iter().enumerate().map(|(at, page)| (page.number, at)).collect();
        let screens = pages.iter().map(|page| Reached {
            activity: page.activity.clone().filter(|_| !page.outside),
            start: page.start,
            visits: page.visits,
            screenshot: page.picture,
        });
        let moves = overview.passages.iter().filter_map(|passage| {
            let (&from, &to) = (places.get(&passage.from)?, places.get(&passage.to)?);
            Some(Move { from, to, words: passage.told.clone(), times: passage.times })
        });
        Graph { screens: screens.collect(), moves: moves.collect() }
    }
}
