//! A window as uiautomator prints it.

use std::sync::Arc;

use gui::{Flag, Flags, Layout, LayoutBuilder, LimitReached, Widget, WindowInfo};

use super::place::{is_secret, shown_text};
use super::{TreeNode, Window};
use crate::{Kind, View};

/// The dump of a window, as `uiautomator dump` would print the active one. Made once until something changes.
pub(crate) fn layout_of(window: &Window, rotation: u8) -> Arc<Layout> {
    let (turned, layout) = window.dumped.get_or_init(|| (rotation, Arc::new(print(window, rotation))));
    if *turned == rotation { Arc::clone(layout) } else { Arc::new(print(window, rotation)) }
}

/// From this API level on, dumps tell the hint and the order of drawing.
const API_WITH_HINT: u32 = 34;

fn print(window: &Window, rotation: u8) -> Layout {
    let mut printer = Printer { window, layout: LayoutBuilder::new(), id: String::new() };
    printer.layout.window(WindowInfo { rotation, ..WindowInfo::default() });
    if !window.tree().nodes.is_empty() {
        // No app comes near the limits of a layout; if one does, the dump ends there as a phone's would.
        let _ = printer.node(0, 0);
    }
    printer.layout.finish()
}

struct Printer<'w> {
    window: &'w Window,
    layout: LayoutBuilder,
    /// The resource id of the widget at hand.
    id: String,
}

impl Printer<'_> {
    /// Prints a widget and what is inside, as far as it can be seen.
    fn node(&mut self, at: usize, index: u32) -> Result<(), LimitReached> {
        let window = self.window;
        let Some(bounds) = window.visible(at) else { return Ok(()) };
        let node = &window.tree().nodes[at];
        let newer = window.metrics().api >= API_WITH_HINT;
        let dots;
        let text = match node.view.kind {
            Kind::TextBox { .. } if is_secret(&node.view) && !node.view.text.is_empty() => {
                dots = "•".repeat(node.view.text.chars().count());
                &dots
            }
            _ => shown_text(&node.view),
        };
        self.write_id(node.view.id);
        self.layout.open(&Widget {
            class: class_of(&node.view),
            resource_id: &self.id,
            text,
            content_desc: &node.view.description,
            package: window.package(),
            hint: if newer { &node.view.hint } else { "" },
            bounds,
            index,
            drawing_order: if newer { index + 1 } else { 0 },
            flags: self.flags(at, node),
            extras: Vec::new(),
        })?;
        let told =
            window.tree().children(at).filter(|&child| window.tree().nodes[child].view.kind != Kind::Space);
        if window.theme().renamed && node.view.kind == Kind::Row {
            // What stands side by side looks the same in any order.
            let told: Vec<usize> = told.collect();
            for (index, &child) in (0..).zip(told.iter().rev()) {
                self.node(child, index)?;
            }
        } else {
            for (index, child) in (0..).zip(told) {
                self.node(child, index)?;
            }
        }
        self.layout.close();
        Ok(())
    }

    /// `save` of the app's, or `android:content` of another package. A renamed build has another name for `save`.
    fn write_id(&mut self, id: &str) {
        self.id.clear();
        if !id.is_empty() {
            let (package, name) = id.split_once(':').unwrap_or((self.window.package(), id));
            for part in [package, ":id/"] {
                self.id.push_str(part);
            }
            if self.window.theme().renamed && package == self.window.package() {
                self.id.push_str("view_");
                // Reversed, so that no two names become one.
                self.id.extend(name.chars().rev());
            } else {
                self.id.push_str(name);
            }
        }
    }

    fn flags(&self, at: usize, node: &TreeNode) -> Flags {
        let view = &node.view;
        let scrollable = self.window.scroll_room(at) > 0;
        let clickable = node.is_clickable();
        let holds_focus = matches!(view.kind, Kind::Scroll | Kind::List { .. } | Kind::Slider { .. });
        Flags::default()
            .with(Flag::Naf, clickable && view.enabled && !self.is_named(at))
            .with(Flag::Checkable, checked(view).is_some())
            .with(Flag::Checked, checked(view) == Some(true))
            .with(Flag::Clickable, clickable)
            .with(Flag::Enabled, view.enabled)
            .with(Flag::Focusable, clickable || holds_focus)
            .with(Flag::Focused, self.window.focus().is_some_and(|focus| focus.node == at))
            .with(Flag::Scrollable, scrollable)
            .with(Flag::LongClickable, node.is_long_clickable())
            .with(Flag::Password, is_secret(view))
            .with(Flag::Selected, view.selected)
            .with(Flag::Editable, matches!(view.kind, Kind::TextBox { .. }))
    }

    /// Whether a screen reader has something to say of a widget or of something inside it.
    fn is_named(&self, at: usize) -> bool {
        let nodes = &self.window.tree().nodes;
        let inside = &nodes[at..at + nodes[at].size as usize];
        inside.iter().any(|node| !shown_text(&node.view).is_empty() || !node.view.description.is_empty())
    }
}

impl TreeNode {
    /// Whether Android calls it clickable: what the app listens to, and what is made to be tapped.
    pub(crate) fn is_clickable(&self) -> bool {
        self.touch.tap
            || match self.view.kind {
                Kind::Button
                | Kind::IconButton(_)
                | Kind::FloatingButton(_)
                | Kind::TextBox { .. }
                | Kind::CheckBox(_)
                | Kind::Radio(_)
                | Kind::Switch(_)
                | Kind::Dropdown
                | Kind::Tab => true,
                Kind::Chip { checked } => checked.is_some(),
                _ => false,
            }
    }

    /// Whether Android calls it long-clickable. Text boxes are: that selects a word.
    pub(crate) fn is_long_clickable(&self) -> bool {
        self.touch.long_tap || matches!(self.view.kind, Kind::TextBox { .. })
    }
}

fn checked(view: &View) -> Option<bool> {
    match view.kind {
        Kind::CheckBox(checked) | Kind::Radio(checked) | Kind::Switch(checked) => Some(checked),
        Kind::Chip { checked } => checked,
        _ => None,
    }
}

fn class_of(view: &View) -> &'static str {
    match view.kind {
        Kind::Row | Kind::Column if view.style.wrap => "android.view.ViewGroup",
        Kind::Row | Kind::Column | Kind::Tab => "android.widget.LinearLayout",
        Kind::Stack => "android.widget.FrameLayout",
        Kind::Scroll => "android.widget.ScrollView",
        // Apps name their lists; those of popups have no name and are of the older kind.
        Kind::List { .. } if view.id.is_empty() => "android.widget.ListView",
        Kind::List { .. } => "androidx.recyclerview.widget.RecyclerView",
        Kind::Card => "androidx.cardview.widget.CardView",
        Kind::Text => "android.widget.TextView",
        Kind::Button => "android.widget.Button",
        Kind::IconButton(_) | Kind::FloatingButton(_) => "android.widget.ImageButton",
        Kind::Image(_) => "android.widget.ImageView",
        Kind::TextBox { .. } => "android.widget.EditText",
        Kind::CheckBox(_) => "android.widget.CheckBox",
        Kind::Radio(_) => "android.widget.RadioButton",
        Kind::Switch(_) => "android.widget.Switch",
        Kind::Chip { checked: Some(_) } => "android.widget.CompoundButton",
        Kind::Chip { checked: None } => "android.widget.Button",
        Kind::Dropdown => "android.widget.Spinner",
        Kind::Tabs => "android.widget.HorizontalScrollView",
        Kind::Slider { .. } => "android.widget.SeekBar",
        Kind::Progress { .. } | Kind::Spinner => "android.widget.ProgressBar",
        Kind::Divider | Kind::Space => "android.view.View",
    }
}
