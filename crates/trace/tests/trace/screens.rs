//! Screens and traces for the other tests: drawn by hand, and any at all.

use std::sync::Arc;

use gui::{
    Digest, Direction, Event, Flags, Key, Layout, LayoutBuilder, Orientation, Rect, Selector, SystemEvent,
};
use gui::{Widget, WindowDetails, WindowInfo};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use trace::{Crash, CrashKind, Experiment, Header, Moment, Remarks, Role, Start, Trace};

/// A screen of one column of texts, each with its id: `#note milk`.
pub(crate) fn screen(lines: &[&str]) -> Layout {
    let mut screen = LayoutBuilder::new();
    screen.open(&Widget { class: "android.widget.LinearLayout", ..Widget::default() }).unwrap();
    for (row, line) in lines.iter().enumerate() {
        let (id, text) = line.split_once(' ').unwrap_or((line, ""));
        let resource_id = format!("com.example:id/{}", id.trim_start_matches('#'));
        let top = row as i32 * 100;
        let widget = Widget {
            class: "android.widget.EditText",
            resource_id: &resource_id,
            text,
            package: "com.example",
            bounds: Rect::new(0, top, 1080, top + 100),
            index: row as u32,
            ..Widget::default()
        };
        screen.leaf(&widget).unwrap();
    }
    screen.finish()
}

pub(crate) fn moment(activity: &str, lines: &[&str]) -> Moment {
    Moment { activity: Some(format!("com.example/.{activity}")), ..Moment::of(screen(lines)) }
}

/// The selector of the widget with this id.
pub(crate) fn target(layout: &Layout, id: &str) -> Selector {
    Selector::of(layout.nodes().find(|node| node.short_id() == id).unwrap())
}

/// A person notes that milk is needed; a clock ticks meanwhile.
pub(crate) fn shopping() -> Trace {
    let header = Header {
        app: "com.example".to_owned(),
        source: "oddity 0.1.0".to_owned(),
        seed: Some(7),
        start: Start::Fresh,
        ..Header::default()
    };
    let clock = |minute: u32, activity: &str, note: &str| {
        moment(
            activity,
            &[&format!("#clock 12:{minute:02}"), &format!("#note {note}"), "#save Save", "#title Shopping"],
        )
    };
    let mut trace = Trace::new(header, clock(0, "ListActivity", ""));
    let at = |at_ms| Remarks { at_ms: Some(at_ms), ..Remarks::default() };
    let target = |trace: &Trace, id: &str| target(trace.last().layout.as_ref().unwrap(), id);
    let tap = Event::Tap { target: target(&trace, "note") };
    trace.step(Some(tap), clock(1, "EditActivity", ""), at(0));
    let edit = Event::Edit { target: target(&trace, "note"), text: "milk".to_owned() };
    trace.step(Some(edit), clock(2, "EditActivity", "milk"), at(1_250));
    trace.step(Some(Event::Rotate { to: Orientation::Landscape }), clock(3, "EditActivity", ""), at(3_000));
    trace.step(None, clock(3, "EditActivity", ""), Remarks::default());
    trace.end = Some("budget used up".to_owned());
    trace
}

/// Any layout at all, of at most a few dozen widgets.
pub(crate) fn any_layout() -> impl Strategy<Value = Layout> {
    vec((any_window(), vec(any_node(), 0..12)), 0..3).prop_map(|windows| {
        let mut screen = LayoutBuilder::new();
        for (info, nodes) in windows {
            screen.window(info);
            for node in nodes {
                let [class, resource_id, text, content_desc, package, hint] = &node.strings;
                let widget = Widget {
                    class,
                    resource_id,
                    text,
                    content_desc,
                    package,
                    hint,
                    bounds: node.bounds,
                    index: node.numbers.0,
                    drawing_order: node.numbers.1,
                    flags: Flags::from_bits(node.numbers.2),
                    extras: node.extras.iter().map(|(name, value)| (&**name, &**value)).collect(),
                };
                screen.open(&widget).unwrap();
                (0..node.closes).for_each(|_| screen.close());
            }
        }
        screen.finish()
    })
}

#[derive(Debug, Clone)]
struct AnyNode {
    strings: [String; 6],
    bounds: Rect,
    numbers: (u32, u32, u32),
    extras: Vec<(String, String)>,
    /// How many widgets end behind it.
    closes: usize,
}

fn any_node() -> impl Strategy<Value = AnyNode> {
    // Few different strings, so that equal widgets and subtrees come up.
    let string = || prop_oneof![3 => "[ab]?", 1 => any::<String>()];
    let strings = [string(), string(), string(), string(), string(), string()];
    let edge = || prop_oneof![3 => 0..4i32, 1 => any::<i32>()];
    let bounds = [edge(), edge(), edge(), edge()].prop_map(Rect::from);
    let number = || prop_oneof![3 => 0..2u32, 1 => any::<u32>()];
    let extras = vec((string(), string()), 0..2);
    (strings, bounds, (number(), number(), number()), extras, 0..4usize).prop_map(
        |(strings, bounds, numbers, extras, closes)| AnyNode { strings, bounds, numbers, extras, closes },
    )
}

fn any_window() -> impl Strategy<Value = WindowInfo> {
    let details = (any::<u32>(), any::<[String; 2]>(), any::<[i32; 6]>(), any::<[bool; 2]>()).prop_map(
        |(display, [title, kind], [id, layer, left, top, right, bottom], [active, focused])| WindowDetails {
            display,
            title,
            kind,
            id,
            layer,
            active,
            focused,
            bounds: Rect::new(left, top, right, bottom),
        },
    );
    (0..4u8, option::of((1..u32::MAX, 1..u32::MAX)), option::of(details))
        .prop_map(|(rotation, size_px, details)| WindowInfo { rotation, size_px, details })
}

fn any_moment() -> impl Strategy<Value = Moment> {
    (option::of(any_layout()), option::of(any::<String>()), option::of(any::<u128>())).prop_map(
        |(layout, activity, picture)| Moment {
            layout: layout.map(Arc::new),
            activity,
            screenshot: picture.map(Digest),
        },
    )
}

fn any_event() -> impl Strategy<Value = Event> {
    let target = || "[a-z]{1,8}".prop_map(|id| target(&screen(&[&id]), &id));
    prop_oneof![
        target().prop_map(|target| Event::Tap { target }),
        (target(), any::<String>()).prop_map(|(target, text)| Event::Edit { target, text }),
        target().prop_map(|target| Event::Scroll { target, toward: Direction::Down }),
        Just(Event::Key { key: Key::Back }),
        Just(Event::Restart),
        Just(Event::EndProcess),
        any::<u64>().prop_map(|ms| Event::Wait { ms }),
        any::<String>().prop_map(|action| Event::System { event: SystemEvent::Broadcast { action } }),
    ]
}

fn any_remarks() -> impl Strategy<Value = Remarks> {
    let numbers = || option::of(any::<u64>());
    let text = || option::of(any::<String>());
    let names = (text(), text(), text(), text());
    let crash = (any::<String>(), vec(any::<String>(), 0..3), names).prop_map(
        |(summary, stack, (process, own_frame, identity, paper_identity))| Crash {
            kind: CrashKind::Exception,
            summary,
            stack,
            process,
            own_frame,
            identity,
            paper_identity,
        },
    );
    let texts = || vec(any::<String>(), 0..3);
    (numbers(), numbers(), texts(), option::of(crash), text(), text(), texts()).prop_map(
        |(at_ms, settle_ms, covered, crash, purpose, note, log)| Remarks {
            at_ms,
            settle_ms,
            covered: covered.into_iter().map(Into::into).collect(),
            crash,
            purpose,
            note,
            log,
        },
    )
}

fn any_header() -> impl Strategy<Value = Header> {
    let experiment = (any::<u64>(), any::<String>(), option::of(any::<u64>()))
        .prop_map(|(id, purpose, parent)| Experiment { id, purpose, parent, role: Some(Role::Treatment) });
    let start = prop_oneof![Just(Start::Fresh), any::<String>().prop_map(|name| Start::Snapshot { name })];
    (any::<String>(), option::of(any::<String>()), option::of(any::<u64>()), start, option::of(experiment))
        .prop_map(|(app, device, seed, start, experiment)| Header {
            app,
            device,
            seed,
            start,
            experiment,
            ..Header::default()
        })
}

/// Any trace of a few steps.
pub(crate) fn any_trace() -> impl Strategy<Value = Trace> {
    let steps = vec((option::of(any_event()), any_moment(), any_remarks()), 0..6);
    (any_header(), any_moment(), steps, option::of(any::<String>())).prop_map(
        |(header, start, steps, end)| {
            let mut trace = Trace::new(header, start);
            for (event, after, remarks) in steps {
                trace.step(event, after, remarks);
            }
            trace.end = end;
            trace
        },
    )
}
