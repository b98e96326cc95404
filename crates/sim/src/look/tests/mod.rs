//! Whole windows: placed, dumped, touched, scrolled, drawn.

mod dumps;
mod pictures;
mod places;

use super::*;
use crate::{
    Color, Element, Icon, Kind, MenuItem, Page, button, check_box, column, dropdown, floating_button, row,
    scroll, switch, tabs, text, text_area, text_box,
};

const PHONE: Metrics =
    Metrics { screen_px: (1080, 1920), density_dpi: 420, font_percent: 100, api: 34, right_to_left: false };
const TURNED: Metrics = Metrics { screen_px: (1920, 1080), ..PHONE };
const SMALL: Metrics =
    Metrics { screen_px: (480, 800), density_dpi: 240, font_percent: 130, api: 24, ..PHONE };
const LARGE: Metrics = Metrics { screen_px: (1440, 3040), density_dpi: 560, ..PHONE };

const LIGHT: Theme = Theme { dark: false, primary: Color::INDIGO, renamed: false };

/// A window that shows this.
fn shown<M>(root: Element<M>, frame: Frame, metrics: &Metrics) -> Window {
    let mut window = Window::new("org.example.notes", frame, LIGHT, *metrics);
    window.show(flatten(root).0, metrics);
    window
}

/// An activity that shows a page.
fn page_window(page: Page<u8>, metrics: &Metrics) -> Window {
    shown(activity_root(page, Insets::full(metrics, false), None).root, Frame::Full, metrics)
}

/// A page with most kinds of widgets.
fn form() -> Page<u8> {
    let body = column([
        text_box("").id("title").hint("Title").on_edit(|_| 1),
        text_area("milk\nand <bread> & 🥛").id("note").hint("Note").on_edit(|_| 2),
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

/// A page with a list of so many rows, of which those from `first` on are made.
fn list(total: usize, first: usize, made: usize) -> Page<u8> {
    let rows =
        (first..total.min(first + made)).map(|at| row([text(format!("Row {at}")).padding(8)]).on_tap(1));
    Page::new(Element::lazy_list("rows", 64, total, first, rows.collect())).title("List")
}

fn node(window: &Window, id: &str) -> usize {
    let nodes = &window.tree().nodes;
    nodes.iter().position(|node| node.view.id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn is_row(window: &Window, at: usize) -> bool {
    let nodes = &window.tree().nodes;
    nodes[at].view.kind == Kind::Row && nodes[nodes[at].parent as usize].view.id == "rows"
}
