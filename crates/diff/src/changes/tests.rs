use gui::{Flag, Flags, LayoutBuilder, Rect, WindowDetails};
use proptest::prelude::*;

use super::*;

/// One widget of a random screen: how many open ones to close first, then attributes from small sets, so that two
/// screens often have some in common.
type Sketch = (u8, [u8; 4], u8, bool, Vec<(u8, u8)>, u8);

fn screen(sketches: &[Sketch]) -> Layout {
    let word = |n: u8| ["", "a", "b", "c\"\n"][n as usize % 4];
    let mut screen = LayoutBuilder::new();
    for (up, [class, id, text, desc], edge, tick, extras, window) in sketches {
        if *window < 2 {
            let title = word(*class).to_owned();
            let details = (*window == 0).then(|| WindowDetails { title, ..WindowDetails::default() });
            screen.window(WindowInfo { rotation: edge % 4, size_px: None, details });
        }
        for _ in 0..*up {
            screen.close();
        }
        let mut names: Vec<(&str, &str)> = Vec::new();
        for &(name, value) in extras {
            let name = ["x", "y", "z"][name as usize % 3];
            if names.iter().all(|extra| extra.0 != name) {
                names.push((name, word(value)));
            }
        }
        let widget = Widget {
            class: word(*class),
            resource_id: word(*id),
            text: word(*text),
            content_desc: word(*desc),
            package: word(*edge),
            hint: word(*up),
            bounds: Rect::new(0, 0, i32::from(*edge), -1),
            index: u32::from(*edge),
            drawing_order: u32::from(*up),
            flags: Flags::default().with(Flag::Checked, *tick),
            extras: names,
        };
        screen.open(&widget).unwrap();
    }
    screen.finish()
}

fn any_sketch() -> impl Strategy<Value = Sketch> {
    let extras = proptest::collection::vec(any::<(u8, u8)>(), 0..4);
    (0u8..4, proptest::array::uniform4(0u8..4), 0u8..3, any::<bool>(), extras, 0u8..12)
}

fn any_sketches() -> impl Strategy<Value = Vec<Sketch>> {
    proptest::collection::vec(any_sketch(), 0..24)
}

/// Two screens, the second a mutated copy of the first or a stranger.
fn any_pair() -> impl Strategy<Value = (Vec<Sketch>, Vec<Sketch>)> {
    let mutated =
        (any_sketches(), any_sketches(), any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(before, new, from, to)| {
                let (from, to) = (from.index(before.len() + 1), to.index(before.len() + 1));
                let mut after = before.clone();
                after.splice(from.min(to)..from.max(to), new.into_iter().take(3));
                (before, after)
            });
    prop_oneof![mutated, (any_sketches(), any_sketches())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_script_applied_to_the_first_gives_the_second((before, after) in any_pair()) {
        let (before, after) = (screen(&before), screen(&after));
        let changes = changes_between(&before, &after).unwrap();
        prop_assert_eq!(changes.apply(&before), Ok(after.clone()));
        prop_assert_eq!(changes.edits.iter().map(Edit::cost).sum::<u32>(), changes.distance);
        prop_assert_eq!(distance_between(&before, &after), Ok(changes.distance));
        prop_assert_eq!(changes.is_empty(), before == after);
    }

    #[test]
    fn a_script_for_another_layout_is_refused_or_harmless((before, after) in any_pair(), other in any_sketches()) {
        let (before, after, other) = (screen(&before), screen(&after), screen(&other));
        let _ = changes_between(&before, &after).unwrap().apply(&other);
    }
}

#[track_caller]
fn check(before: &str, after: &str, distance: u32, told: &str) {
    let parse =
        |nodes: &str| Layout::parse(format!("<hierarchy>{nodes}</hierarchy>").as_bytes()).unwrap().layout;
    let (before, after) = (parse(before), parse(after));
    let changes = changes_between(&before, &after).unwrap();
    assert_eq!((changes.tell(&before, &after).as_str(), changes.distance), (told, distance));
}

#[test]
fn a_new_text_is_one_change() {
    check(
        "<node class='T' resource-id='a:id/title' text='New note'/>",
        "<node class='T' resource-id='a:id/title' text='Milk'/>",
        1,
        "~ #title: text \"New note\" → \"Milk\"\n",
    );
}

#[test]
fn a_tick_is_told_and_costs_nothing() {
    check(
        "<node class='C' resource-id='a:id/done' checked='false' enabled='true'/>",
        "<node class='C' resource-id='a:id/done' checked='true' enabled='false'/>",
        0,
        "~ #done: now checked, no longer enabled\n",
    );
}

#[test]
fn what_only_moved_is_counted() {
    check(
        "<node class='A' bounds='[0,0][1,1]'/><node class='B' index='0'/>",
        "<node class='A' bounds='[0,0][2,2]'/><node class='B' index='1'/>",
        0,
        "  1 widget only moved or changed size\n",
    );
}

#[test]
fn what_came_together_stands_together() {
    check(
        "<node class='F'/>",
        "<node class='F'><node class='Row'><node class='T' text='milk'/></node></node>",
        2,
        "+ Row\n+   T \"milk\"\n",
    );
}

#[test]
fn another_app_is_told_once() {
    check(
        "<node class='F' package='a'><node class='T' package='a' text='x'/></node>",
        "<node class='F' package='b'><node class='T' package='b' text='y'/></node>",
        1,
        "~ 2 widgets: package \"a\" → \"b\"\n~ text \"x\": text \"x\" → \"y\"\n",
    );
}

#[test]
fn parts_of_a_label_are_not_taken_for_each_other() {
    check(
        "<node class='A1'/>",
        "<node class='A' resource-id='1'/>",
        1,
        "~ A1: class \"A1\" → \"A\", id \"\" → \"1\"\n",
    );
    check(
        "<node text='a'/>",
        "<node content-desc='a'/>",
        1,
        "~ text \"a\": text \"a\" → \"\", description \"\" → \"a\"\n",
    );
}
