//! What widgets are, and what we call them.

use gui::{Flag, Layout, Node};
use trace::Moment;

/// What kind of window takes the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    /// An activity's own window.
    Page,
    /// A dialog or a bottom sheet.
    Dialog,
    /// A menu or a list of choices.
    Popup,
}

impl Surface {
    /// Judged by the ids that Android's dialogs have; else a window that does not begin in the corner of the screen is a
    /// dialog if it has buttons or text boxes, and a popup if not.
    pub(crate) fn of(layout: &Layout) -> Surface {
        const DIALOG: [&str; 4] = ["alertTitle", "parentPanel", "buttonPanel", "design_bottom_sheet"];
        let Some(root) = layout.roots().next() else { return Surface::Page };
        if layout.nodes().any(|node| DIALOG.contains(&node.short_id())) {
            return Surface::Dialog;
        }
        if (root.bounds().left, root.bounds().top) == (0, 0) {
            return Surface::Page;
        }
        // A radio button marks what is chosen in a menu.
        let is_button =
            |node: Node<'_>| node.short_class().ends_with("Button") && node.short_class() != "RadioButton";
        let asks = |node: Node<'_>| node.is(Flag::Editable) || is_button(node);
        if layout.nodes().any(asks) { Surface::Dialog } else { Surface::Popup }
    }
}

/// A name for a widget that does not depend on the app's data: `#note`, `CheckBox in #list`. Widgets of one group share it.
pub(crate) fn name_of(node: Node<'_>) -> String {
    if !node.short_id().is_empty() {
        return format!("#{}", node.short_id());
    }
    match node.ancestors().find(|around| !around.short_id().is_empty()) {
        Some(around) => format!("{} in #{}", node.short_class(), around.short_id()),
        None => node.short_class().to_owned(),
    }
}

/// What a tap on a widget is for.
pub(crate) fn acting(node: Node<'_>) -> Node<'_> {
    std::iter::once(node).chain(node.ancestors()).find(|node| node.is(Flag::Clickable)).unwrap_or(node)
}

/// The activity in front, or a dash where nobody knows.
pub(crate) fn activity_of(moment: &Moment) -> &str {
    moment.activity.as_deref().unwrap_or("-")
}

/// Whether it shows what was chosen in a list that opens on a tap.
pub(crate) fn shows_choice(node: Node<'_>) -> bool {
    node.short_class().contains("Spinner")
        || node.parent().is_some_and(|p| p.short_class().contains("Spinner"))
}

/// Whether it shows how far something is, or that something is under way. A dump does not tell the two apart, nor either from
/// a bar in a chart.
pub(crate) fn is_bar(node: Node<'_>) -> bool {
    ["ProgressBar", "ProgressIndicator"].iter().any(|bar| node.short_class().contains(bar))
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[test]
    fn names_do_not_depend_on_the_apps_data() {
        let layout = screen(
            r#"
            FrameLayout
              EditText #note "milk"
              EditText "milk"
              ListView #list
                TextView "milk"
            "#,
        );
        let names: Vec<String> = layout.nodes().map(name_of).collect();
        assert_eq!(names, ["FrameLayout", "#note", "EditText", "#list", "TextView in #list"]);
    }

    #[test]
    fn dialogs_and_menus_are_told_from_pages() {
        let of = |text: &str| Surface::of(&screen(text));
        assert_eq!(of("FrameLayout\n  Button \"OK\""), Surface::Page);
        assert_eq!(of("FrameLayout #parentPanel [0,0][9,9]"), Surface::Dialog);
        assert_eq!(of("FrameLayout [10,10][90,90]\n  Button \"OK\""), Surface::Dialog);
        assert_eq!(of("FrameLayout [10,10][90,90]\n  ListView\n    TextView \"Sort\""), Surface::Popup);
        assert_eq!(
            of("FrameLayout [10,10][90,90]\n  ListView\n    RadioButton"),
            Surface::Popup,
            "a menu with a mark"
        );
    }
}
