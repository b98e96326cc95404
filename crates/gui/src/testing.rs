//! Screens for tests, written the way [`Layout::tell`](crate::Layout::tell) prints them.
#![allow(clippy::unwrap_used, reason = "a test whose screen cannot be read should fail")]

use crate::selector::tokens::{Token, tokens};
use crate::widget::class_is_editable;
use crate::{Flag, Flags, Layout, LayoutBuilder, Rect, Widget, WindowDetails, WindowInfo};

/// The layout of an indented text, one widget per line:
///
/// ```text
/// window (input method)
/// ListView #list (scrollable) [0,0][100,200]
///   EditText #note "milk" hint "Note"
///   Button #com.other:id/ok description "Fine" @com.other (clickable, disabled)
/// ```
///
/// Two spaces go one level deeper. Where no area is said, windows fill the screen and the widgets in them have a line
/// each. Ids and packages belong to com.example unless they say otherwise. Panics where the text makes no sense.
pub fn screen(text: &str) -> Layout {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let margin = lines.iter().map(|line| indent(line)).min().unwrap_or(0);
    let mut builder = LayoutBuilder::new();
    let mut open = 0;
    for (at, line) in lines.iter().enumerate() {
        let depth = (indent(line) - margin) / 2;
        if let Some(kind) = line.trim().strip_prefix("window") {
            let kind = kind.trim().trim_matches(['(', ')']).to_owned();
            let details = Some(WindowDetails { kind, ..WindowDetails::default() });
            builder.window(WindowInfo { details, ..WindowInfo::default() });
            open = 0;
            continue;
        }
        while open > depth {
            builder.close();
            open -= 1;
        }
        assert_eq!(open, depth, "{line:?} is indented too far");
        let at = at as i32;
        let area =
            if depth == 0 { Rect::new(0, 0, 100, 1000) } else { Rect::new(0, at * 10, 100, at * 10 + 10) };
        open_widget(&mut builder, line, area);
        open += 1;
    }
    builder.finish()
}

fn open_widget(builder: &mut LayoutBuilder, line: &str, area: Rect) {
    let (line, bounds) = match line.find('[').filter(|&at| !line[at..].contains('"')) {
        Some(at) => (&line[..at], rect(&line[at..])),
        None => (line, area),
    };
    let (line, notes) = match line.rfind('(').filter(|&at| !line[at..].contains('"')) {
        Some(at) => (&line[..at], &line[at..]),
        None => (line, ""),
    };
    let (mut class, mut id, mut package) = (String::new(), String::new(), "com.example".to_owned());
    let [mut text, mut description, mut hint] = [const { String::new() }; 3];
    let mut into = "";
    for (_, token) in tokens(line).unwrap() {
        match token {
            Token::Word(word @ ("description" | "hint")) => into = word,
            Token::Word(word) if word.starts_with('@') => package = word[1..].to_owned(),
            Token::Word(word) if word.contains('.') => class = word.to_owned(),
            Token::Word(word) => class = format!("android.widget.{word}"),
            Token::Id(name) if name.contains('/') => id = name,
            Token::Id(name) => id = format!("com.example:id/{name}"),
            Token::Quoted(said) => match std::mem::take(&mut into) {
                "" => text = said,
                "hint" => hint = said,
                _ => description = said,
            },
        }
    }
    let widget = Widget {
        class: &class,
        resource_id: &id,
        text: &text,
        content_desc: &description,
        hint: &hint,
        package: &package,
        flags: flags(notes, &class),
        bounds,
        ..Widget::default()
    };
    builder.open(&widget).unwrap();
}

fn flags(notes: &str, class: &str) -> Flags {
    let mut flags = Flags::default().with(Flag::Editable, class_is_editable(class));
    for note in notes.trim().trim_matches(['(', ')']).split(", ").filter(|note| !note.is_empty()) {
        flags = match note {
            "disabled" => flags.with(Flag::Enabled, false),
            "hidden" => flags.with(Flag::Visible, false),
            _ => {
                let flag = Flag::ALL.iter().find(|flag| flag.name() == note);
                flags.with(*flag.unwrap_or_else(|| panic!("no flag is called {note}")), true)
            }
        };
    }
    flags
}

fn rect(text: &str) -> Rect {
    let edges: Vec<i32> = text.split(['[', ']', ',']).filter_map(|edge| edge.trim().parse().ok()).collect();
    <[i32; 4]>::try_from(edges).unwrap().into()
}
