use device::Point;
use gui::Rect;

use super::*;
use crate::{Align, TextSize};

#[test]
fn widgets_stay_inside_what_holds_them() {
    for metrics in [PHONE, TURNED, SMALL, LARGE] {
        for window in [page_window(form(), &metrics), page_window(list(50, 0, 24), &metrics)] {
            for at in 1..window.tree().nodes.len() {
                let Some(visible) = window.visible(at) else { continue };
                let parent = window.tree().parent(at).unwrap();
                let around = window.visible(parent).unwrap();
                assert!(around.contains(visible), "{visible} of {:?}", window.tree().nodes[at]);
                assert!(metrics.screen().contains(visible));
            }
        }
    }
}

#[test]
fn a_tree_placed_in_steps_stands_where_one_placed_at_once_does() {
    let page = |lines: &[&'static str], done: bool| {
        let notes =
            lines.iter().map(|&line| row([check_box("", done), text(line).grow(1), button("Delete")]));
        let page = Page::<u8>::new(scroll("notes", column(notes).gap(4)));
        let insets = Insets::full(&PHONE, lines.len() > 3);
        flatten(activity_root(page.title(format!("{} notes", lines.len())), insets, None).root).0
    };
    let long =
        "a text that is so long that it takes more than one line on this phone, and moves the others down";
    let mut stepwise = Window::new("a", Frame::Full, LIGHT, PHONE);
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
        stepwise.show(page(lines, done), &PHONE);
        let mut at_once = Window::new("a", Frame::Full, LIGHT, PHONE);
        at_once.show(page(lines, done), &PHONE);
        assert_eq!(layout_of(&stepwise, 0), layout_of(&at_once, 0), "{lines:?}");
    }
}

#[test]
fn texts_keep_to_their_lines() {
    let long = "word ".repeat(80);
    for (max_lines, lines) in [(1, 1), (3, 3)] {
        let note = text(long.clone()).id("note").grow(1).max_lines(max_lines);
        let window = page_window(Page::new(column([row([note, button("Delete").id("delete")])])), &PHONE);
        let (bounds, delete) = (window.bounds(node(&window, "note")), window.bounds(node(&window, "delete")));
        let letters = window.shape(node(&window, "note")).letters;
        let line = font::Face::get(false).line_px(letters.px) as u32;
        assert_eq!(bounds.height(), lines * line, "{max_lines}");
        assert!(bounds.right <= delete.left && delete.right == 1080, "{bounds} beside {delete}");
    }
}

#[test]
fn letters_grow_with_their_scale_and_everything_with_density() {
    let height = |metrics: &Metrics, id: &str| {
        let page = Page::new(column([text("a").id("text").size(TextSize::Large), button("b").id("button")]));
        let window = page_window(page, metrics);
        window.bounds(node(&window, id)).height()
    };
    let plain = Metrics { density_dpi: 160, screen_px: (400, 800), ..PHONE };
    let dense = Metrics { density_dpi: 480, screen_px: (1200, 2400), ..PHONE };
    let large = Metrics { font_percent: 200, ..plain };
    assert_eq!((height(&plain, "button"), height(&dense, "button"), height(&large, "button")), (48, 144, 51));
    assert!(height(&dense, "text").abs_diff(3 * height(&plain, "text")) <= 3);
    assert!(height(&large, "text").abs_diff(2 * height(&plain, "text")) <= 2);
}

#[test]
fn what_grows_shares_the_room() {
    let bar = |id| column([text("a")]).id(id).grow(1).align(Align::Start);
    let page = Page::new(column([bar("one"), bar("two"), button("Save").id("save")]));
    let window = page_window(page, &PHONE);
    let [one, two, save] = ["one", "two", "save"].map(|id| window.bounds(node(&window, id)));
    assert!(one.height().abs_diff(two.height()) <= 1);
    assert_eq!((one.bottom, two.bottom, save.bottom), (two.top, save.top, 1920 - 126));
}

#[test]
fn touches_go_to_the_frontmost_that_reacts() {
    let window = page_window(form(), &PHONE);
    let nodes = &window.tree().nodes;
    let hit = |id: &str| {
        let (x, y) = window.bounds(node(&window, id)).center();
        window.hit(Point { x, y }, |at| nodes[at].is_clickable()).map(|at| nodes[at].view.id)
    };
    assert_eq!((hit("save"), hit("add"), hit("android:text1")), (Some("save"), Some("add"), Some("place")));
    assert_eq!(window.hit(Point { x: 540, y: 1500 }, |at| nodes[at].is_clickable()), None, "empty ground");
    assert_eq!(window.hit(Point { x: 5000, y: 1 }, |_| true), None, "beside the screen");
}

#[test]
fn scrolling_stops_at_the_ends() {
    let mut window = page_window(list(100, 0, 24), &PHONE);
    let rows = node(&window, "rows");
    let row_px = PHONE.px(64) as i32;
    let most = 100 * row_px - window.bounds(rows).height() as i32;
    assert_eq!(window.scroll_room(rows), most);
    for (by, expected) in [(-10, 0), (500, 500), (-100, 400), (i32::MAX, most), (i32::MIN, 0)] {
        window.scroll_by(rows, by);
        assert_eq!(window.scroll_offset(rows), expected, "{by}");
    }
    window.scroll_by(rows, 50 * row_px);
    window.show(page_window(list(3, 0, 24), &PHONE).tree().clone(), &PHONE);
    assert_eq!(
        window.scroll_offset(node(&window, "rows")),
        0,
        "a list that became short has nothing to scroll"
    );
}

#[test]
fn lists_make_the_rows_in_view_only() {
    let mut window = page_window(list(100, 0, 24), &PHONE);
    let rows = node(&window, "rows");
    window.scroll_by(rows, 30 * PHONE.px(64) as i32 + 10);
    let [(id, wanted)] = window.list_windows()[..] else { panic!("one list") };
    assert_eq!((id, wanted.first), ("rows", 30));
    let tree = page_window(list(100, wanted.first, wanted.rows), &PHONE).tree().clone();
    window.show(tree, &PHONE);
    let made = (0..window.tree().nodes.len()).filter(|&at| is_row(&window, at)).collect::<Vec<_>>();
    let seen = made.iter().filter(|&&at| window.visible(at).is_some()).count();
    let list = window.bounds(rows);
    assert!(made.len() - seen <= 1, "{seen} of {} rows are in view", made.len());
    assert!(window.bounds(made[0]).top <= list.top, "the first row reaches the top");
    assert!(window.bounds(made[seen - 1]).bottom >= list.bottom, "the last row reaches the bottom");
}

#[test]
fn a_text_area_is_as_high_as_its_lines_within_the_padding() {
    for words in 1..60 {
        let area = crate::text_area("word ".repeat(words)).id("area").hint("Words");
        let window = page_window(Page::new(column([area]).padding(16)), &PHONE);
        let area = node(&window, "area");
        let (bounds, shape) = (window.bounds(area), window.shape(area));
        let inside = bounds.width() as f32 - shape.padding.horizontal_axis_sum();
        let (_, lines) = font::Face::get(false).measure(&"word ".repeat(words), shape.letters.px, inside, 0);
        let wanted = (lines + shape.padding.vertical_axis_sum()).max(shape.min.height).round();
        assert_eq!(bounds.height() as f32, wanted, "{words} words");
    }
}

#[test]
fn the_round_button_makes_room_for_a_snackbar() {
    let snackbar = Snackbar { text: "Deleted".into(), action: Some(("Undo".into(), 1)) };
    let root = activity_root(form(), Insets::full(&PHONE, false), Some(snackbar)).root;
    let window = shown(root, Frame::Full, &PHONE);
    let [add, undo] = ["add", "snackbar_action"].map(|id| window.bounds(node(&window, id)));
    assert!(add.bottom <= undo.top, "{add} above {undo}");
}

#[test]
fn windows_stand_where_their_frames_say() {
    let long = "word ".repeat(2000);
    let corner = Rect::new(1000, 100, 1070, 200);
    for (frame, check) in [
        (Frame::Centered, (|rect| rect.top > 60 && rect.bottom < 1860) as fn(Rect) -> bool),
        (Frame::AboveKeyboard, |rect| rect.top >= 63 && rect.bottom <= 1920 - 714),
        (Frame::Anchored(corner), |rect| rect.right <= 1080 && rect.bottom <= 1920),
        (Frame::Bottom, |rect| rect.bottom == 1920 && rect.left == 0 && rect.right == 1080),
        (Frame::Toast, |rect| rect.width() < 1080 && rect.top >= 0),
    ] {
        for inside in [text("Short"), text(long.clone())] {
            let window = shown::<u8>(crate::stack([scroll("all", inside)]), frame, &PHONE);
            assert!(check(window.bounds(0)), "{frame:?} {}", window.bounds(0));
        }
    }
}

#[test]
fn each_key_of_the_keyboard_can_be_hit() {
    for metrics in [PHONE, TURNED, SMALL] {
        for (keys, characters) in [(Keys::Lower, "qpamz.,"), (Keys::Numbers, "1590"), (Keys::Symbols, "@?/")]
        {
            let (tree, handlers) = flatten(keyboard_root(keys, &metrics));
            let mut window = Window::new("keyboard", Frame::Bottom, LIGHT, metrics);
            window.show(tree, &metrics);
            for c in characters.chars() {
                let key = Some(KeyTop::Character(c));
                let at = handlers.iter().position(|own| own.as_ref().and_then(|own| own.tap) == key).unwrap();
                let (x, y) = window.bounds(at).center();
                let reacts = |at: usize| handlers[at].is_some();
                assert_eq!(window.hit(Point { x, y }, reacts), Some(at), "{c} on {metrics:?}");
            }
        }
    }
}

#[test]
fn languages_from_right_to_left_turn_everything_over() {
    let page = || {
        let kept = row([text("1").id("one"), text("2").id("two")]).id("kept").left_to_right();
        let name = text("Name").id("name");
        let body =
            column([row([check_box("", true).id("tick"), name, kept]).padding(8), text("End").id("end")]);
        Page::new(body).floating(floating_button(Icon::Add, "Add").id("add").on_tap(1))
    };
    let usual = page_window(page(), &PHONE);
    let turned = page_window(page(), &Metrics { right_to_left: true, ..PHONE });
    let over =
        |bounds: gui::Rect| gui::Rect { left: 1080 - bounds.right, right: 1080 - bounds.left, ..bounds };
    for id in ["tick", "name", "kept", "end", "add"] {
        let [usual, turned] = [&usual, &turned].map(|window| window.bounds(node(window, id)));
        assert_eq!(turned, over(usual), "{id}");
        assert!(id == "end" || turned != usual, "{id}");
    }
    let [one, two] = ["one", "two"].map(|id| turned.bounds(node(&turned, id)));
    assert!(one.right <= two.left, "what is to run from left to right does");
}

#[test]
fn a_page_that_takes_no_heed_of_the_bar_ends_below_it() {
    let end = |under| {
        let page = Page::new(text("Text")).bottom(button("Save").id("save").on_tap(1)).under_bars(under);
        let window = page_window(page, &PHONE);
        window.bounds(node(&window, "save")).bottom
    };
    assert_eq!((end(false), end(true)), (1920 - 126, 1920));
}
