use device::Picture;
use gui::Rect;

use super::*;
use crate::{Dialog, TextSize, Tone, image};

fn pixel(picture: &Picture, x: i32, y: i32) -> [u8; 3] {
    let at = (y as usize * picture.width_px as usize + x as usize) * 4;
    [picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2]]
}

/// How many pixels of an area are darker than mid-grey.
fn dark_pixels(picture: &Picture, area: Rect) -> usize {
    let rows = (area.top..area.bottom).flat_map(|y| (area.left..area.right).map(move |x| (x, y)));
    rows.filter(|&(x, y)| pixel(picture, x, y).iter().all(|&channel| channel < 128)).count()
}

fn rgb(color: Color) -> [u8; 3] {
    [color.red, color.green, color.blue]
}

#[test]
fn bars_are_in_the_apps_colour() {
    for metrics in [PHONE, TURNED, SMALL, LARGE] {
        let window = page_window(form(), &metrics);
        let picture = draw(&[&window], &metrics);
        assert_eq!((picture.width_px, picture.height_px), metrics.screen_px);
        let bar = window.bounds(node(&window, "toolbar"));
        assert_eq!(pixel(&picture, bar.center().0, bar.top + 2), rgb(Color::INDIGO));
        assert!(picture.rgba.iter().skip(3).step_by(4).all(|&alpha| alpha == 255));
    }
}

#[test]
fn letters_are_dark_and_inside_of_their_box() {
    let line = text("Shopping").id("line").size(TextSize::Title);
    let window = page_window(Page::new(column([line]).padding(40)), &PHONE);
    let picture = draw(&[&window], &PHONE);
    let bounds = window.bounds(node(&window, "line"));
    let inside = dark_pixels(&picture, bounds);
    assert!(inside > 500, "{inside} dark pixels in {bounds}");
    let body = Rect::new(0, bounds.top - 30, 1080, bounds.bottom + 30);
    assert_eq!(dark_pixels(&picture, body), inside, "nothing around it");
}

#[test]
fn nothing_is_drawn_beyond_what_holds_it() {
    let lines = column((0..60).map(|at| text(format!("Line {at}")).color(Tone::Fixed(Color::rgb(0)))));
    let holder = scroll("holder", lines).height(100).grow(0);
    let mut window = page_window(Page::new(column([holder])), &PHONE);
    for offset in [0, 33, i32::MAX] {
        window.scroll_to(node(&window, "holder"), offset);
        let picture = draw(&[&window], &PHONE);
        let holder = window.bounds(node(&window, "holder"));
        assert!(dark_pixels(&picture, holder) > 500, "{offset}");
        let below = Rect::new(0, holder.bottom, 1080, 1920 - 126);
        assert_eq!(dark_pixels(&picture, below), 0, "{offset}");
    }
}

#[test]
fn texts_that_are_cut_end_in_their_box() {
    let long = text("wide words without an end ".repeat(9)).id("long").max_lines(1).width(100);
    let window = page_window(Page::new(column([row([long])])), &PHONE);
    let picture = draw(&[&window], &PHONE);
    let bounds = window.bounds(node(&window, "long"));
    assert!(dark_pixels(&picture, bounds) > 100);
    let beside = Rect { left: bounds.right, right: 1080, ..bounds };
    assert_eq!(dark_pixels(&picture, beside), 0);
}

#[test]
fn characters_that_the_font_lacks_are_seen() {
    for odd in ["漢字", "🥛", "\u{e000}"] {
        let window = page_window(Page::new(column([text(odd).id("odd")])), &PHONE);
        let picture = draw(&[&window], &PHONE);
        assert!(dark_pixels(&picture, window.bounds(node(&window, "odd"))) > 30, "{odd}");
    }
}

#[test]
fn each_icon_shows_something() {
    for icon in [Icon::Add, Icon::Settings, Icon::Tag, Icon::Moon, Icon::Rss, Icon::Backspace, Icon::Battery]
    {
        let window = page_window(Page::new(column([image(icon).id("icon").width(48).height(48)])), &PHONE);
        let picture = draw(&[&window], &PHONE);
        let bounds = window.bounds(node(&window, "icon"));
        let (dark, all) = (dark_pixels(&picture, bounds), (bounds.width() * bounds.height()) as usize);
        assert!(dark > all / 50 && dark < all * 3 / 4, "{icon:?}: {dark} of {all}");
    }
}

#[test]
fn a_dialog_dims_what_is_below() {
    let page = page_window(form(), &PHONE);
    let dialog = shown(dialog_root(Dialog::<u8>::new("Sure?").button("Yes", 1)), Frame::Centered, &PHONE);
    let (plain, dimmed) = (draw(&[&page], &PHONE), draw(&[&page, &dialog], &PHONE));
    let (x, y) = dialog.bounds(0).center();
    assert!(pixel(&dimmed, 5, 800)[0] < pixel(&plain, 5, 800)[0] / 2);
    assert_eq!(pixel(&dimmed, x, y - 20), [255; 3], "the dialog itself is bright");
}

#[test]
fn dark_windows_are_dark() {
    let mut window = page_window(Page::new(text("Night")), &PHONE);
    assert!(pixel(&draw(&[&window], &PHONE), 540, 1000)[0] > 200);
    window.set_frame(Frame::Full, Theme { dark: true, ..LIGHT });
    assert!(pixel(&draw(&[&window], &PHONE), 540, 1000)[0] < 40);
}

#[test]
fn drawing_twice_gives_the_same_picture() {
    let window = page_window(form(), &PHONE);
    assert_eq!(draw(&[&window], &PHONE), draw(&[&window.clone()], &PHONE));
}

#[test]
fn a_long_line_moves_with_its_cursor() {
    let typed = format!("{}|", "mm ".repeat(60));
    let page = Page::new(column([text_box(typed.clone()).id("box").on_edit(|_| 1)]).padding(16));
    let mut window = page_window(page, &PHONE);
    let at = node(&window, "box");
    let plain = draw(&[&window], &PHONE);
    let mut shots = Vec::new();
    for caret in [0, typed.len()] {
        window.set_focus(Some(Focus { node: at, caret }));
        shots.push(draw(&[&window], &PHONE));
    }
    let bounds = window.bounds(at);
    let inside = Rect { top: bounds.top + 50, bottom: bounds.bottom - 10, ..bounds };
    assert_ne!(shots[0], shots[1], "the end is in view when the cursor is there");
    let (first, last) = (dark_pixels(&shots[0], inside), dark_pixels(&shots[1], inside));
    assert!(dark_pixels(&plain, inside) > 500 && first > 500 && last > 500);
    let beside = Rect { left: bounds.right, right: 1080, ..bounds };
    assert!(shots.iter().all(|shot| dark_pixels(shot, beside) == 0));
}

#[test]
fn the_cursor_is_seen_on_a_bar() {
    let page = Page::new(column([])).bar_content(text_box("milk").id("box").on_edit(|_| 1));
    let mut window = page_window(page, &PHONE);
    let plain = draw(&[&window], &PHONE);
    window.set_focus(Some(Focus { node: node(&window, "box"), caret: 4 }));
    assert_ne!(draw(&[&window], &PHONE), plain);
}
