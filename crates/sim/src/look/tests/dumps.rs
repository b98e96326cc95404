use std::sync::Arc;

use gui::{Flag, Layout};

use super::*;
use crate::{Dialog, image, password_box, space};

/// The line that tells of the widget with that id.
fn line_of(layout: &Layout, id: &str) -> String {
    let node = layout.nodes().find(|node| node.short_id() == id).unwrap_or_else(|| panic!("no {id}"));
    node.tell()
}

#[test]
fn a_page_is_dumped_as_a_phone_does() {
    let layout = layout_of(&page_window(form(), &PHONE), 0);
    assert_eq!(layout.package(), "org.example.notes");
    let ids = ["android:id/content", "android:id/statusBarBackground", "org.example.notes:id/title"];
    for id in ids {
        assert!(layout.nodes().any(|node| node.resource_id() == id), "no {id} in {layout:?}");
    }
    for (id, expected) in [
        ("save", "Button #save \"Save\" (clickable)"),
        ("title", "EditText #title \"Title\" hint \"Title\" (clickable, long-clickable, editable)"),
        ("done", "CheckBox #done \"Done\" (clickable, checkable, checked)"),
        ("place", "Spinner #place (clickable)"),
        ("text1", "TextView #text1 \"Work\""),
    ] {
        let told = line_of(&layout, id);
        assert!(told.starts_with(expected), "{told}");
    }
    assert!(!layout.tell().contains("Delete"), "the overflow menu is closed");
}

#[test]
fn dumps_survive_printing_and_reading() {
    let dialog = Dialog::new("Delete?").message("For good.").button("No", 1).button("Yes", 2);
    let items = vec![MenuItem::new("sort", "Sort", 1).checked(true), MenuItem::new("", "Delete", 2)];
    let anchor = gui::Rect::new(900, 100, 1000, 200);
    for metrics in [PHONE, TURNED, SMALL, LARGE] {
        for window in [
            page_window(form(), &metrics),
            page_window(list(100, 0, 24), &metrics),
            shown(dialog_root(dialog_like(&dialog)), Frame::Centered, &metrics),
            shown(menu_root(items_like(&items)), Frame::Anchored(anchor), &metrics),
        ] {
            for rotation in [0, 1] {
                let layout = layout_of(&window, rotation);
                assert!(layout.len() > 3, "{layout:?}");
                let read = Layout::parse(layout.to_xml().as_bytes()).unwrap();
                assert_eq!(read.layout, *layout);
            }
        }
    }
}

fn dialog_like(dialog: &Dialog<u8>) -> Dialog<u8> {
    let buttons = dialog.buttons.iter().cloned();
    let empty = Dialog::new(dialog.title.clone()).message(dialog.message.clone());
    buttons.fold(empty, |dialog, (label, message)| dialog.button(label, message))
}

fn items_like(items: &[MenuItem<u8>]) -> Vec<MenuItem<u8>> {
    items.iter().map(|item| MenuItem { label: item.label.clone(), ..*item }).collect()
}

#[test]
fn what_is_scrolled_away_is_left_out_and_leaves_a_gap() {
    let column = column((0..40).map(|at| text(format!("Line {at}")).height(100)));
    let mut window = page_window(Page::new(scroll("all", column)), &PHONE);
    let scroll = node(&window, "all");
    window.scroll_by(scroll, window.metrics().px(250) as i32);
    let layout = layout_of(&window, 0);
    let lines: Vec<_> = layout.nodes().filter(|node| node.text().starts_with("Line")).collect();
    assert_eq!((lines[0].text(), lines[0].index()), ("Line 2", 2));
    assert!(lines.len() < 12, "{layout:?}");
}

#[test]
fn what_takes_up_room_only_is_in_no_dump() {
    let window = page_window(Page::new(row([text("a"), space(), text("b")])), &PHONE);
    let layout = layout_of(&window, 0);
    let texts: Vec<_> = layout.nodes().filter(|node| !node.text().is_empty()).collect();
    assert_eq!(texts.iter().map(|node| node.index()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn passwords_are_dots() {
    let window = page_window(Page::new(column([password_box("swordfish").id("password")])), &PHONE);
    let layout = layout_of(&window, 0);
    let password = layout.nodes().find(|node| node.short_id() == "password").unwrap();
    assert_eq!((password.text(), password.is(Flag::Password)), ("•••••••••", true));
}

#[test]
fn a_button_without_a_name_is_not_friendly() {
    let naf = |button: Element<u8>| {
        let layout = layout_of(&page_window(Page::new(column([button.on_tap(1)])), &PHONE), 0);
        layout.nodes().any(|node| node.is(Flag::Naf))
    };
    assert!(naf(image(Icon::Star)));
    assert!(!naf(image(Icon::Star).describe("Star")));
    assert!(!naf(row([image(Icon::Star), text("Star")])), "a name inside is a name");
    assert!(!naf(image(Icon::Star).enabled(false)), "it cannot be tapped");
}

#[test]
fn older_phones_do_not_tell_hints() {
    let hints = |metrics: &Metrics| {
        let layout = layout_of(&page_window(form(), metrics), 0);
        layout.nodes().any(|node| !node.hint().is_empty() || node.drawing_order() != 0)
    };
    assert!(hints(&PHONE));
    assert!(!hints(&SMALL));
}

#[test]
fn a_dump_is_made_once() {
    let mut window = page_window(form(), &PHONE);
    let first = layout_of(&window, 0);
    assert!(Arc::ptr_eq(&first, &layout_of(&window.clone(), 0)));
    window.set_focus(Some(Focus { node: node(&window, "note"), caret: 0 }));
    assert!(layout_of(&window, 0).nodes().any(|node| node.is(Flag::Focused)));
}

#[test]
fn a_renamed_build_tells_the_same_of_other_names_in_another_order() {
    let [usual, renamed] = [false, true].map(|renamed| {
        let mut window = page_window(form(), &PHONE);
        window.set_frame(Frame::Full, Theme { renamed, ..LIGHT });
        layout_of(&window, 0)
    });
    let seen = |layout: &Layout| {
        let mut seen: Vec<_> = layout.nodes().map(|node| (node.bounds(), node.text().to_owned())).collect();
        seen.sort_by_key(|(bounds, text)| {
            (bounds.left, bounds.top, bounds.right, bounds.bottom, text.clone())
        });
        seen
    };
    assert_eq!(seen(&usual), seen(&renamed));
    let order = |layout: &Layout| layout.nodes().map(|node| node.text().to_owned()).collect::<Vec<_>>();
    assert_ne!(order(&usual), order(&renamed));
    assert!(renamed.nodes().any(|node| node.resource_id() == "org.example.notes:id/view_evas"));
    assert!(
        renamed.nodes().any(|node| node.resource_id() == "android:id/content"),
        "Android's own names stay"
    );
    assert!(!renamed.nodes().any(|node| node.short_id() == "save"));
}
