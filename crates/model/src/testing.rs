//! Screens for tests, in few words.

use gui::{Flag, Flags, Layout, LayoutBuilder, Widget, WindowDetails, WindowInfo};

/// A window to be put on a screen for a test.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    pub(crate) kind: &'a str,
    pub(crate) package: &'a str,
    pub(crate) active: bool,
    pub(crate) tree: &'a str,
}

/// A screen of one window, as a plain dump tells it. One widget per line, two spaces for each level:
///
/// ```text
/// RecyclerView #list
///   TextView #title "Milk" 'two litres' +checked -enabled
/// ```
pub(crate) fn screen(package: &str, tree: &str) -> Layout {
    let mut layout = LayoutBuilder::new();
    layout.window(WindowInfo::default());
    add(&mut layout, package, tree);
    layout.finish()
}

/// A screen of several windows, topmost first.
pub(crate) fn windows(said: &[Said<'_>]) -> Layout {
    let mut layout = LayoutBuilder::new();
    for window in said {
        let kind = window.kind.to_owned();
        let details = Some(WindowDetails { kind, active: window.active, ..WindowDetails::default() });
        layout.window(WindowInfo { details, ..WindowInfo::default() });
        add(&mut layout, window.package, window.tree);
    }
    layout.finish()
}

fn add(layout: &mut LayoutBuilder, package: &str, tree: &str) {
    let mut open = 0;
    for line in tree.lines().filter(|line| !line.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        while open > depth {
            layout.close();
            open -= 1;
        }
        assert_eq!(open, depth, "{line:?} is indented too far");
        open_widget(layout, package, line.trim());
        open += 1;
    }
}

fn open_widget(layout: &mut LayoutBuilder, package: &str, line: &str) {
    let between = |quote: char| line.split(quote).nth(1).unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let class = format!("android.widget.{}", words[0]);
    let id = words.iter().find_map(|word| word.strip_prefix('#'));
    let resource_id = id.map(|id| format!("{package}:id/{id}")).unwrap_or_default();
    let mut flags = Flags::default().with(Flag::Editable, class.ends_with("EditText"));
    for word in words {
        let flag = Flag::ALL.iter().find(|flag| word.get(1..) == Some(flag.name()));
        if let Some(&flag) = flag {
            flags = flags.with(flag, word.starts_with('+'));
        }
    }
    let widget = Widget {
        class: &class,
        resource_id: &resource_id,
        text: between('"'),
        content_desc: between('\''),
        package,
        flags,
        ..Widget::default()
    };
    layout.open(&widget).unwrap();
}
