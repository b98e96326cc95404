//! Traces for tests, written as people would tell them.

use std::sync::Arc;

use device::{Abilities, Foreground, Motion, Observation};
use experiment::{
    Begins, Cause, Context, Costs, Ended, Gallery, Knowledge, Lineage, Outcome, Place, Purpose, Site,
    Suspicion, Technique,
};
use gui::testing::screen;
use gui::{Event, Key, Layout, Orientation, Selector, SystemEvent};
use model::{Model, ScreenIds, Volatile};
use trace::{Crash, Header, Moment, Remarks, Trace};

/// The app of all screens that do not say otherwise.
pub(crate) const APP: &str = "com.example";

/// The trace of a text: screens, and between them what was done.
///
/// ```text
/// screen .Main
///   EditText #note "milk"
/// rotate landscape for check-rotation
/// screen .Main
///   EditText #note
/// ```
///
/// The widgets of a screen stand below it, indented, or behind it where there is but one. Where no screen stands between two
/// events, it is the same.
pub(crate) fn trace(text: &str) -> Trace {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        if line[margin..].starts_with(' ') {
            blocks.last_mut().unwrap().push(&line[margin..]);
        } else {
            blocks.push(vec![&line[margin..]]);
        }
    }
    let mut blocks = blocks.into_iter().peekable();
    let mut trace = Trace::new(Header::default(), moment(&blocks.next().unwrap()));
    while let Some(block) = blocks.next() {
        let (event, purpose) = match block[0].split_once(" for ") {
            Some((event, purpose)) => (event, Some(purpose.to_owned())),
            None => (block[0], None),
        };
        let after = match blocks.next_if(|block| block[0].starts_with("screen")) {
            Some(block) => moment(&block),
            None => trace.last().clone(),
        };
        trace.step(Some(event_of(event)), after, Remarks { purpose, ..Remarks::default() });
    }
    trace
}

/// An experiment that went as a text says, from a place that shows its first screen.
pub(crate) fn outcome(id: u64, text: &str) -> Outcome {
    let trace = trace(text);
    let screens = trace.moments().map(screens_of).collect();
    let (start, last) = (place_of(trace.start()), place_of(trace.last()));
    Outcome {
        id,
        cause: Cause::of(Purpose::Walk { begins: Begins::GoesOn, walker: 1 }),
        site: Site::HOME,
        start,
        returning: 0,
        missed: None,
        trace: Arc::new(trace),
        acts: Vec::new(),
        screens,
        ended: Ended::Done,
        kept: Vec::new(),
        last,
        suspicions: Vec::new(),
    }
}

/// What a phone shows that shows this.
pub(crate) fn observation(layout: Arc<Layout>) -> Observation {
    Observation {
        layout,
        foreground: Foreground::default(),
        motion: Motion::Still,
        at: std::time::Duration::ZERO,
        warnings: Vec::new(),
    }
}

/// What is known at the very beginning, on a phone that can do everything.
pub(crate) fn knowledge() -> Knowledge {
    let known = Knowledge::new(Site::HOME, &APP.into(), 1, Abilities::all(), Costs::FREE);
    Knowledge { model: Arc::new(Model::new()), ..known }
}

/// A place that shows a screen.
pub(crate) fn place(text: &str) -> Arc<Place> {
    place_of(trace(text).start())
}

fn place_of(moment: &Moment) -> Arc<Place> {
    Arc::new(Place {
        site: Site::HOME,
        reached_in: (0, 0),
        lineage: Lineage::fresh(),
        screens: screens_of(moment),
        layout: moment.layout.clone(),
        kept: None,
    })
}

fn screens_of(moment: &Moment) -> ScreenIds {
    ScreenIds::of(moment.layout.as_ref().unwrap(), APP, &Volatile::default())
}

/// A step in which the app crashes.
pub(crate) fn crashed(crash: Crash) -> Trace {
    let mut trace = trace("screen Button #save");
    let event = Event::Tap { target: on("#save") };
    let remarks = Remarks { crash: Some(crash), ..Remarks::default() };
    trace.step(Some(event), Moment::default(), remarks);
    trace
}

/// What a technique says to a trace, with nothing volatile.
pub(crate) fn judged(technique: &dyn Technique, trace: &Trace) -> Vec<Suspicion> {
    judged_with(technique, trace, &Volatile::default())
}

/// The same with widgets that change by themselves.
pub(crate) fn judged_with(technique: &dyn Technique, trace: &Trace, volatile: &Volatile) -> Vec<Suspicion> {
    technique.judge(trace, &Context { app: APP, volatile, gallery: &Gallery::default() })
}

fn moment(block: &[&str]) -> Moment {
    let rest = block[0].strip_prefix("screen").unwrap().trim();
    let (activity, widget) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (name, widget) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(format!("{APP}/.{name}")), widget)
        }
        None => (None, rest),
    };
    let layout = if widget.is_empty() { screen(&block[1..].join("\n")) } else { screen(widget) };
    Moment { activity, ..Moment::of(layout) }
}

fn event_of(text: &str) -> Event {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest) {
        ("tap", target) => Event::Tap { target: on(target) },
        ("clear", target) => Event::Edit { target: on(target), text: " ".to_owned() },
        ("launch", _) => Event::Launch,
        ("back", _) => Event::Key { key: Key::Back },
        ("home", _) => Event::Key { key: Key::Home },
        ("end", "process") => Event::EndProcess,
        ("rotate", "landscape") => Event::Rotate { to: Orientation::Landscape },
        ("rotate", _) => Event::Rotate { to: Orientation::Portrait },
        ("wait", ms) => Event::Wait { ms: ms.parse().unwrap() },
        ("off", _) => Event::System { event: SystemEvent::Screen { on: false } },
        ("on", _) => Event::System { event: SystemEvent::Screen { on: true } },
        _ => panic!("no event is called {text}"),
    }
}

fn on(selector: &str) -> Selector {
    selector.parse().unwrap()
}
