//! Something loads without end.

mod planner;

use std::ops::Range;

use experiment::{About, Context, Kind, Planner, Severity, Suspicion, Technique};
use gui::{Digest, Event, Flag, Layout, Node, Selector};
use serde::{Deserialize, Serialize};
use trace::{Moment, Step, Trace};

use crate::widget::{activity_of, is_bar, name_of};
use planner::Watcher;

/// Something loads without end.
pub const ENDLESS_LOADING: Kind =
    Kind::new("endless-loading", "Endless loading", Severity::Major, "Something loads without end.");

const ABOUT: About = About {
    id: "endless-loading",
    sentence: "Watches progress bars until they go away.",
    kinds: &[ENDLESS_LOADING],
    share: Some(10),
    acts: &[WATCH],
};

/// What the acts say they are for.
const WATCH: &str = "watch-bar";

/// How long and how often bars are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EndlessLoading {
    /// So long, by the phone's clock, something may load, in milliseconds. Downloads that take longer usually say how far they are.
    pub wait_ms: u64,
    /// So often the same progress bar is watched.
    pub probes: u32,
}

impl Default for EndlessLoading {
    fn default() -> EndlessLoading {
        EndlessLoading { wait_ms: 60_000, probes: 24 }
    }
}

impl Technique for EndlessLoading {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace, context, self.wait_ms)
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(Watcher::new(*self)))
    }
}

/// What the technique says of a suspicion: which bar it is about.
#[derive(Debug, Serialize, Deserialize)]
struct Stays {
    bar: String,
}

/// A progress bar or spinner is still there after a minute in which nobody did anything, and nothing around it has changed.
///
/// **Notices** steps that only let time pass, a minute in all by the phone's clock, with the same bar on every look and
/// the same words around it.
///
/// **A fault because** a person who waits wants to get somewhere, or to be told why not.
///
/// **Example**: "#loading shows without end that something is under way".
///
/// **Mistaken** on bars of charts, which stay for good; a dump does not tell them apart. So the planner raises it only for a
/// bar that has been seen to go away by itself elsewhere, or on a screen that came up in place of another and on which one
/// can only wait or cancel. A download of more than a minute that says nowhere how far it is looks the same.
fn judge(trace: &Trace, context: &Context<'_>, wait_limit_ms: u64) -> Vec<Suspicion> {
    let mut found = Vec::new();
    for run in waits(trace.steps()) {
        let steps = &trace.steps()[run.clone()];
        let waited_ms: u64 = steps.iter().filter_map(wait_ms).sum();
        if waited_ms < wait_limit_ms {
            continue;
        }
        let (Some(before), Some(layout)) =
            (steps.first(), steps.last().and_then(|step| shown(&step.after, context)))
        else {
            continue;
        };
        let is_stuck = |bar: &Node<'_>| {
            let name = name_of(*bar);
            let around = |step: &Step| Some(surroundings(bar_named(shown(&step.after, context)?, &name)?));
            let was_there = shown(&before.before, context).and_then(|then| bar_named(then, &name)).is_some();
            was_there && steps.iter().all(|step| around(step) == Some(surroundings(*bar)))
        };
        if let Some(bar) = bars(layout).find(is_stuck) {
            let name = bar_name(&before.before, bar);
            found.push(suspicion(&name, bar, waited_ms, &run));
        }
    }
    found
}

/// Runs of steps that only let time pass.
fn waits(steps: &[Step]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..steps.len()).filter(|&at| wait_ms(&steps[at]).is_some()) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

fn wait_ms(step: &Step) -> Option<u64> {
    if let Some(Event::Wait { ms }) = step.event { Some(ms) } else { None }
}

/// The layout, if it is the app's.
fn shown<'a>(moment: &'a Moment, context: &Context<'_>) -> Option<&'a Layout> {
    moment.layout.as_deref().filter(|layout| layout.package() == context.app)
}

fn bars(layout: &Layout) -> impl Iterator<Item = Node<'_>> {
    layout.nodes().filter(|&node| is_bar(node))
}

fn bar_named<'a>(layout: &'a Layout, name: &str) -> Option<Node<'a>> {
    bars(layout).find(|&bar| name_of(bar) == name)
}

/// The bar and its activity: what it is known by.
fn bar_name(moment: &Moment, bar: Node<'_>) -> String {
    format!("{}:{}", activity_of(moment), name_of(bar))
}

/// What is said around a bar.
fn surroundings(bar: Node<'_>) -> Digest {
    group_of(bar).label_digest()
}

/// The smallest group of widgets that holds a bar and some text, or just its own where nothing is said.
fn group_of(bar: Node<'_>) -> Node<'_> {
    let speaks = |group: &Node<'_>| group.descendants().any(|node| !node.text().is_empty());
    bar.ancestors().find(speaks).or(bar.parent()).unwrap_or(bar)
}

/// Whether one can only wait here, or do one thing beside the bar, such as cancel. What stands in the bar on top is on every screen.
/// One thing elsewhere is something to do: a chart without data often stands over a single button that adds some.
fn only_waits(layout: &Layout, bar: Node<'_>) -> bool {
    let in_toolbar = |node: Node<'_>| node.ancestors().any(|around| around.short_id().contains("toolbar"));
    let offers = |node: &Node<'_>| {
        let reacts = [Flag::Clickable, Flag::Editable, Flag::Checkable].iter().any(|&flag| node.is(flag));
        reacts && node.is(Flag::Enabled) && !in_toolbar(*node)
    };
    let beside = |node: Node<'_>| node.ancestors().any(|around| around.id() == group_of(bar).id());
    let mut offered = layout.nodes().filter(offers);
    offered.next().is_none_or(beside) && offered.next().is_none()
}

fn suspicion(name: &str, bar: Node<'_>, waited_ms: u64, run: &Range<usize>) -> Suspicion {
    let widget = Selector::of(bar);
    let sentence = format!("{widget} shows without end that something is under way");
    let seconds = waited_ms / 1000;
    let expectation = format!(
        "What is under way should come to an end or say that it failed; nothing changed in {seconds} seconds."
    );
    Suspicion {
        shows_after: run.end,
        well_after: run.start,
        widget: Some(widget),
        claim: serde_json::to_value(Stays { bar: name.to_owned() }).unwrap_or_default(),
        ..Suspicion::new(ABOUT.id, &ENDLESS_LOADING, &[name], sentence, expectation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{judged, trace};

    fn check(text: &str, expected: &[&str]) {
        let found = judged(&EndlessLoading::default(), &trace(text));
        let told: Vec<&str> = found.iter().map(|suspicion| suspicion.sentence.as_str()).collect();
        assert_eq!(told, expected);
    }

    const LOADING: &str = r#"
screen .Main
  FrameLayout
    LinearLayout
      TextView "Refreshing"
      ProgressBar #bar
    TextView #clock "10:00"
"#;

    fn later(of: &str, event: &str, change: (&str, &str)) -> String {
        format!("{of}{event}{}", LOADING.replace(change.0, change.1))
    }

    #[test]
    fn a_bar_that_stays_for_a_minute() {
        let text = later(LOADING, "wait 2000", ("10:00", "10:00"));
        let text = later(&text, "wait 58000", ("10:00", "10:01"));
        check(&text, &["#bar shows without end that something is under way"]);
    }

    #[test]
    fn silent_when_the_words_beside_it_change() {
        let text = later(LOADING, "wait 2000", ("10:00", "10:00"));
        check(&later(&text, "wait 60000", ("Refreshing", "Nearly done")), &[]);
    }

    #[test]
    fn silent_when_it_ends() {
        check(&later(LOADING, "wait 60000", ("ProgressBar", "Space")), &[]);
    }

    #[test]
    fn silent_when_less_time_passed_or_something_was_done_meanwhile() {
        let text = later(LOADING, "wait 40000", ("", ""));
        check(&text, &[]);
        let text = later(&text, "launch", ("", ""));
        check(&later(&text, "wait 40000", ("", "")), &[]);
    }

    #[test]
    fn one_can_only_wait_where_nothing_else_is_to_do() {
        let check = |text: &str, waits| {
            let layout = gui::testing::screen(text);
            let bar = bars(&layout).next().unwrap();
            assert_eq!(only_waits(&layout, bar), waits, "{text}");
        };
        check("FrameLayout\n  ProgressBar #bar", true);
        check("FrameLayout\n  LinearLayout #toolbar\n    Button #menu (clickable)\n  ProgressBar #bar", true);
        let export = "FrameLayout\n  LinearLayout\n    TextView \"Exporting\"\n    ProgressBar #bar\n    Button #cancel (clickable)";
        check(export, true);
        check(&format!("{export}\n    Button #pause (clickable)"), false);
        // A chart, and a button that adds what it would show.
        check(
            "FrameLayout\n  LinearLayout\n    TextView \"Nothing spent\"\n    ProgressBar #bar\n  Button #add (clickable)",
            false,
        );
    }
}
