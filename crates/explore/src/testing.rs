//! Screens, models and outcomes for tests, in few words.

use std::sync::Arc;
use std::time::Duration;

use device::{Abilities, Foreground, Motion, Observation, SnapshotId};
use experiment::{
    Cause, Costs, Ended, Keepsake, Kept, Knowledge, Leg, Lineage, OnPhone, Outcome, Place, Site, Tag,
};
use gui::{Digest, Event, Flag, Flags, Layout, LayoutBuilder, Rect, Widget};
use model::{Model, ScreenId, ScreenIds, Walked};
use trace::{Header, Moment, Remarks, Trace};

pub(crate) const APP: &str = "com.example";

/// A screen of which only the number matters.
pub(crate) fn id(number: u128) -> ScreenId {
    ScreenId(Digest(number))
}

pub(crate) fn ids(number: u128) -> ScreenIds {
    ScreenIds { travel: id(number), widgets: id(number), exact: id(number) }
}

/// A model in which an app starts on screen 1 and events lead from screen to screen: `(from, to, interesting)`.
pub(crate) fn model(steps: &[(u128, u128, bool)]) -> Model {
    let mut model = Model::new();
    model.begin(ids(1), None, false);
    for &(from, to, coverage_grew) in steps {
        let event = Event::Wait { ms: to as u64 };
        model.step(id(from), Walked { event: Some(&event), to: ids(to), activity: None, coverage_grew });
    }
    model
}

pub(crate) fn known(model: Model) -> Knowledge {
    let app = APP.into();
    let known = Knowledge::new(Site::HOME, &app, 1, Abilities::all(), Costs::FREE);
    Knowledge { model: Arc::new(model), ..known }
}

/// A condition on a screen, so many events after a fresh start.
pub(crate) fn place(number: u128, events: usize) -> Arc<Place> {
    let lineage = Lineage::fresh().then(vec![Leg { event: Event::Launch, to: id(0) }; events]);
    Arc::new(Place {
        site: Site::HOME,
        reached_in: (0, 0),
        lineage,
        screens: ids(number),
        layout: None,
        kept: None,
    })
}

/// The same, saved on a phone.
pub(crate) fn saved(number: u128, events: usize) -> Arc<Place> {
    let on = OnPhone { phone: 0, snapshot: SnapshotId(0), bytes: 100.into(), forget: Box::new(|_| ()) };
    let kept = Some(Kept::Snapshot(Arc::new(on)));
    Arc::new(Place { kept, ..Place::clone(&place(number, events)) })
}

/// An app's page of 100 by 100 pixels with these widgets inside, one below the other, 10 pixels each.
pub(crate) fn page(widgets: &[Widget<'_>]) -> Layout {
    page_of(APP, widgets)
}

pub(crate) fn page_of(package: &str, widgets: &[Widget<'_>]) -> Layout {
    let mut layout = LayoutBuilder::new();
    let root = Widget { class: "android.widget.FrameLayout", package, ..Widget::default() };
    layout.open(&Widget { bounds: Rect::new(0, 0, 100, 100), ..root }).unwrap();
    for (at, widget) in (0..).zip(widgets) {
        let bounds = Rect::new(0, at * 10, 100, at * 10 + 10);
        layout.leaf(&Widget { package, bounds, ..widget.clone() }).unwrap();
    }
    layout.finish()
}

pub(crate) fn button(id: &'static str) -> Widget<'static> {
    let flags = Flags::default().with(Flag::Clickable, true);
    Widget { class: "android.widget.Button", resource_id: id, flags, ..Widget::default() }
}

pub(crate) fn text_box(id: &'static str) -> Widget<'static> {
    let flags = Flags::default().with(Flag::Editable, true);
    Widget { class: "android.widget.EditText", resource_id: id, flags, ..Widget::default() }
}

pub(crate) fn observation(layout: Layout) -> Observation {
    Observation {
        layout: Arc::new(layout),
        foreground: Foreground::default(),
        motion: Motion::Still,
        at: Duration::ZERO,
        warnings: Vec::new(),
    }
}

/// What came of a walk over these screens.
pub(crate) fn outcome(number: u64, purpose: &str, screens: &[u128], ended: Ended) -> Outcome {
    let mut trace = Trace::new(Header::default(), Moment::default());
    for _ in 1..screens.len() {
        trace.step(Some(Event::Launch), Moment::default(), Remarks::default());
    }
    let last = *screens.last().unwrap();
    Outcome {
        id: number,
        cause: Cause::of(purpose.parse().unwrap()),
        site: Site::HOME,
        start: place(screens[0], 0),
        returning: 0,
        missed: None,
        trace: Arc::new(trace),
        acts: Vec::new(),
        screens: screens.iter().copied().map(ids).collect(),
        ended,
        kept: Vec::new(),
        last: place(last, screens.len() - 1),
        suspicions: Vec::new(),
    }
}

/// The same, and these screens were kept on the way.
pub(crate) fn keeping(mut outcome: Outcome, screens: &[u128]) -> Outcome {
    let keepsake = |&screen: &u128| {
        let moment = outcome.screens.iter().position(|seen| *seen == ids(screen)).unwrap();
        Keepsake { moment, tag: Tag::Interesting, place: place(screen, moment) }
    };
    outcome.kept = screens.iter().map(keepsake).collect();
    outcome
}
