//! The script as a person reads it.

use std::fmt::Write as _;

use gui::{Layout, Node, Window};

use super::{Attribute, Change, Changes, Edit};

impl Changes {
    /// What changed, one line each: `-` went, `+` came, `~` changed. Widgets that only moved are counted at the end.
    ///
    /// `before` and `after` must be the layouts compared.
    pub fn tell(&self, before: &Layout, after: &Layout) -> String {
        self.tell_with(before, after, false)
    }

    /// Like [`tell`](Changes::tell), with a line also for each widget that only moved.
    pub fn tell_all(&self, before: &Layout, after: &Layout) -> String {
        self.tell_with(before, after, true)
    }

    /// Another app came to the front: its package is told once and not for each widget that stayed in place.
    fn new_package(&self) -> Option<(String, String, usize)> {
        let packages = || {
            self.edits.iter().filter_map(|edit| match edit {
                Edit::Change { changes, .. } => {
                    changes.iter().find(|change| change.attribute == Attribute::Package)
                }
                _ => None,
            })
        };
        let first = packages().next()?;
        let (widgets, same) = (packages().count(), packages().filter(|change| *change == first).count());
        (widgets > 1 && widgets == same).then(|| (quoted(&first.before), quoted(&first.after), widgets))
    }

    fn tell_with(&self, before: &Layout, after: &Layout, incidental: bool) -> String {
        let mut out = String::new();
        let names = before.selectors();
        let new_package = self.new_package();
        if let Some((from, to, widgets)) = &new_package {
            let _ = writeln!(out, "~ {}: package {from} → {to}", count(*widgets, "widget"));
        }
        let mut moved = 0;
        let mut went = Together::new(before);
        let mut came = Together::new(after);
        for edit in &self.edits {
            match edit {
                Edit::Delete { node } => went.tell('-', before.node(*node), &mut out),
                Edit::Insert { node, .. } => came.tell('+', after.node(*node), &mut out),
                Edit::Change { before: from, changes, .. } => {
                    let told: Vec<String> = changes
                        .iter()
                        .filter(|change| new_package.is_none() || change.attribute != Attribute::Package)
                        .filter_map(|change| tell_change(change, incidental))
                        .collect();
                    if told.is_empty() {
                        moved +=
                            usize::from(changes.iter().any(|change| change.attribute == Attribute::Bounds));
                    } else {
                        let _ = writeln!(out, "~ {}: {}", names.of(*from), told.join(", "));
                    }
                }
            }
        }
        if moved > 0 {
            let _ = writeln!(out, "  {} only moved or changed size", count(moved, "widget"));
        }
        if self.windows.is_some() {
            tell_windows(before.windows(), after.windows(), &mut out);
        }
        out
    }
}

fn tell_windows(before: &[Window], after: &[Window], out: &mut String) {
    let rotation = |windows: &[Window]| windows.first().map(|window| u32::from(window.info.rotation) * 90);
    if let (Some(from), Some(to)) = (rotation(before), rotation(after))
        && from != to
    {
        let _ = writeln!(out, "~ the screen turned from {from} to {to} degrees");
    }
    let titles = |windows: &[Window]| -> Vec<String> {
        let title =
            |window: &Window| window.info.details.as_ref().map_or_else(String::new, |d| d.title.clone());
        windows.iter().map(title).collect()
    };
    let (from, to) = (titles(before), titles(after));
    if from != to {
        let told = |titles: &[String]| {
            let named: Vec<String> =
                titles.iter().filter(|title| !title.is_empty()).map(|t| gui::quoted(t)).collect();
            let names = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
            format!("{}{names}", count(titles.len(), "window"))
        };
        let _ = writeln!(out, "~ {} became {}", told(&from), told(&to));
    }
}

/// A widget that went or came is indented below those that went or came around it.
struct Together {
    indent_of: Vec<Option<usize>>,
}

impl Together {
    fn new(layout: &Layout) -> Together {
        Together { indent_of: vec![None; layout.len()] }
    }

    fn tell(&mut self, sign: char, node: Node<'_>, out: &mut String) {
        let above = node.ancestors().find_map(|above| self.indent_of[above.id().0 as usize]);
        let indent = above.map_or(0, |indent| indent + 2);
        self.indent_of[node.id().0 as usize] = Some(indent);
        let _ = writeln!(out, "{sign} {:indent$}{}", "", node.tell());
    }
}

/// `None` for what only says where the widget is drawn, unless that is wanted.
fn tell_change(change: &Change, incidental: bool) -> Option<String> {
    if change.attribute.is_incidental() && !incidental {
        return None;
    }
    Some(match &change.attribute {
        Attribute::Flag(flag) => {
            let on = change.after.as_deref() == Some("true");
            format!("{}{}", if on { "now " } else { "no longer " }, flag.name())
        }
        attribute => format!("{} {} → {}", attribute.told(), quoted(&change.before), quoted(&change.after)),
    })
}

fn quoted(value: &Option<String>) -> String {
    value.as_ref().map_or_else(|| "nothing".to_owned(), |value| gui::quoted(value))
}

fn count(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
