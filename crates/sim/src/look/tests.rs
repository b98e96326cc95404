//! Whole windows: placed, dumped, touched, scrolled.

use device::Point;
use gui::{Flag, Layout, Rect};

use super::*;
use crate::{
    Color, Dialog, Element, Icon, MenuItem, Page, button, check_box, column, dropdown, floating_button, row,
    scroll, switch, tabs, text, text_area, text_box,
};

fn metrics() -> Metrics {
    Metrics { screen_px: (1080, 1920), density_dpi: 420, font_percent: 100, api: 34 }
}

fn theme() -> Theme {
    Theme { dark: false, primary: Color::INDIGO }
}

fn shown<M>(root: Element<M>, frame: Frame, metrics: &Metrics) -> Window {
    let mut window = Window::new("org.example.notes", frame, theme(), *metrics);
    window.show(flatten(root).0, metrics);
    window
}

fn form() -> Page<u8> {
    let body = column([
        text_box("").id("title").hint("Title").on_edit(|_| 1),
        text_area("milk and bread").id("note").hint("Note").on_edit(|_| 2),
        row([check_box("Done", true).id("done"), button("Save").id("save").on_tap(3)]),
        switch("Remind me", false).id("remind"),
        dropdown(["Home", "Work"], 1, |_| 4).id("place"),
        tabs([("Notes", 5), ("Tasks", 6)], 1).id("tabs"),
    ]);
    Page::new(scroll("form", body.padding(16).gap(8)))
        .title("Edit note")
        .up(7)
        .action(MenuItem::new("search", "Search", 8).icon(Icon::Search))
        .action(MenuItem::new("delete", "Delete", 9))
        .floating(floating_button(Icon::Add, "Add").id("add").on_tap(10))
}

fn form_window(metrics: &Metrics) -> Window {
    let activity = activity_root(form(), Insets::full(metrics, false), None);
    shown(activity.root, Frame::Full, metrics)
}

fn node(window: &Window, id: &str) -> usize {
    let nodes = &window.tree().nodes;
    nodes.iter().position(|node| node.view.id == id).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn a_page_is_dumped_as_a_phone_does() {
    let layout = layout_of(&form_window(&metrics()), 0);
    assert_eq!(layout.package(), "org.example.notes");
    let told = layout.tell().to_string();
    for part in ["#content", "\"Edit note\"", "\"Navigate up\"", "\"More options\"", "#title \"Title\""] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    assert!(!told.contains("Delete"), "the overflow menu is closed\n{told}");
}

#[test]
fn a_tree_placed_in_steps_stands_where_one_placed_at_once_does() {
    let metrics = metrics();
    let page = |lines: &[&'static str], done: bool| {
        let notes =
            lines.iter().map(|&line| row([check_box("", done), text(line).grow(1), button("Delete")]));
        let activity = activity_root(
            Page::<u8>::new(scroll("notes", column(notes).gap(4))).title(format!("{} notes", lines.len())),
            Insets::full(&metrics, lines.len() > 3),
            None,
        );
        flatten(activity.root).0
    };
    let long =
        "a text that is so long that it takes more than one line on this phone, and moves the others down";
    let mut stepwise = Window::new("a", Frame::Full, theme(), metrics);
    for (lines, done) in [
        (&["milk", "bread"][..], false),
        (&["milk", "bread"], true),
        (&["milk", long, "bread"], true),
        (&["eggs", "milk", long, "bread"], false),
        (&["eggs", "milk", "bread"], false),
        (&[long], false),
        (&[], false),
        (&["milk"], false),
    ] {
        stepwise.show(page(lines, done), &metrics);
        let mut at_once = Window::new("a", Frame::Full, theme(), metrics);
        at_once.show(page(lines, done), &metrics);
        assert_eq!(layout_of(&stepwise, 0), layout_of(&at_once, 0), "{lines:?}");
    }
}
