//! Making layouts, widget by widget.

use crate::digest::Digest;
use crate::layout::{Layout, NodeData, Window, WindowInfo};
use crate::strings::{Interner, Sym};
use crate::widget::Widget;

/// The most widgets a layout may have. The largest of a thousand real dumps had 504.
pub const MAX_NODES: usize = 50_000;

/// The deepest that widgets may be nested. The deepest of a thousand real dumps was 41.
pub const MAX_DEPTH: usize = 512;

/// The most bytes that the distinct strings of a layout may take.
const MAX_TEXT_BYTES: usize = 64 << 20;

/// A screen that is larger than we are willing to believe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitReached {
    /// More than [`MAX_NODES`].
    #[error("more than {MAX_NODES} widgets")]
    Nodes,
    /// Deeper than [`MAX_DEPTH`].
    #[error("widgets nested more than {MAX_DEPTH} deep")]
    Depth,
    /// Too much text.
    #[error("more than {} MiB of distinct text", MAX_TEXT_BYTES >> 20)]
    Text,
}

/// Takes a screen's widgets in pre-order and makes a [`Layout`] of them.
///
/// ```
/// use gui::{LayoutBuilder, Widget, WindowInfo};
///
/// let mut screen = LayoutBuilder::new();
/// screen.window(WindowInfo::default());
/// screen.open(&Widget { class: "android.widget.LinearLayout", ..Widget::default() })?;
/// screen.leaf(&Widget { class: "android.widget.Button", text: "Save", ..Widget::default() })?;
/// screen.close();
/// let layout = screen.finish();
/// assert_eq!(layout.len(), 2);
/// # Ok::<(), gui::LimitReached>(())
/// ```
#[derive(Debug)]
pub struct LayoutBuilder {
    nodes: Vec<NodeData>,
    windows: Vec<Window>,
    extras: Vec<(Sym, Sym)>,
    strings: Interner,
    short_classes: Shorts,
    short_ids: Shorts,
    text_bytes: usize,
    open: Vec<u32>,
}

impl Default for LayoutBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl LayoutBuilder {
    /// An empty screen.
    pub fn new() -> LayoutBuilder {
        LayoutBuilder {
            nodes: Vec::new(),
            windows: Vec::new(),
            extras: Vec::new(),
            strings: Interner::new(),
            short_classes: Shorts::default(),
            short_ids: Shorts::default(),
            text_bytes: 0,
            open: Vec::new(),
        }
    }

    /// Begins the next window; open widgets are closed.
    pub fn window(&mut self, mut info: WindowInfo) {
        self.close_all();
        info.rotation &= 3;
        let start = self.nodes.len() as u32;
        self.windows.push(Window { info, nodes: start..start });
    }

    /// Begins a widget; the following ones stand inside it until [`close`](Self::close).
    pub fn open(&mut self, widget: &Widget<'_>) -> Result<(), LimitReached> {
        if self.nodes.len() == MAX_NODES {
            return Err(LimitReached::Nodes);
        }
        if self.open.len() == MAX_DEPTH {
            return Err(LimitReached::Depth);
        }
        if self.windows.is_empty() {
            self.window(WindowInfo::default());
        }
        let strings =
            [widget.class, widget.resource_id, widget.text, widget.content_desc, widget.package, widget.hint];
        self.text_bytes += strings.iter().map(|s| s.len()).sum::<usize>();
        for &(name, value) in &widget.extras {
            self.text_bytes += name.len() + value.len();
            self.extras.push((self.strings.intern(name), self.strings.intern(value)));
        }
        if self.text_bytes > MAX_TEXT_BYTES {
            return Err(LimitReached::Text);
        }
        let [class, resource_id, text, content_desc, package, hint] = strings.map(|s| self.strings.intern(s));
        let short_class = self.short_classes.of(class, || self.strings.intern(short_class(widget.class)));
        let short_id = self.short_ids.of(resource_id, || self.strings.intern(short_id(widget.resource_id)));
        let at = self.nodes.len() as u32;
        self.nodes.push(NodeData {
            class,
            short_class,
            resource_id,
            short_id,
            text,
            content_desc,
            package,
            hint,
            bounds: widget.bounds,
            index: widget.index,
            drawing_order: widget.drawing_order,
            flags: widget.flags,
            extras_end: self.extras.len() as u32,
            parent: self.open.last().copied().unwrap_or(at),
            size: 0,
        });
        self.open.push(at);
        Ok(())
    }

    /// Ends the widget opened last. Does nothing when none is open.
    pub fn close(&mut self) {
        if let Some(at) = self.open.pop() {
            self.nodes[at as usize].size = self.nodes.len() as u32 - at;
        }
    }

    /// A widget with nothing inside.
    pub fn leaf(&mut self, widget: &Widget<'_>) -> Result<(), LimitReached> {
        self.open(widget)?;
        self.close();
        Ok(())
    }

    /// The layout; widgets still open are closed.
    pub fn finish(mut self) -> Layout {
        self.close_all();
        let mut layout = Layout {
            nodes: self.nodes,
            windows: self.windows,
            strings: self.strings.finish(),
            extras: self.extras,
            digests: Vec::new(),
            label_digests: Vec::new(),
            digest: Digest::default(),
        };
        layout.compute_digests();
        layout
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
        if let Some(window) = self.windows.last_mut() {
            window.nodes.end = self.nodes.len() as u32;
        }
    }
}

/// The short forms of names. A screen has few names and is asked for them often, so each is worked out once.
#[derive(Debug, Default)]
struct Shorts {
    /// By the number of the name.
    known: Vec<Option<Sym>>,
}

impl Shorts {
    fn of(&mut self, name: Sym, short: impl FnOnce() -> Sym) -> Sym {
        let at = name.number() as usize;
        if at >= self.known.len() {
            self.known.resize(at + 1, None);
        }
        *self.known[at].get_or_insert_with(short)
    }
}

fn short_class(class: &str) -> &str {
    let is_name = |name: &&str| !name.is_empty() && !name.bytes().all(|b| b.is_ascii_digit());
    let name = class.rsplit('.').next().filter(is_name).unwrap_or(class);
    name.rsplit('$').next().filter(is_name).unwrap_or(name)
}

fn short_id(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Widget<'_> {
        Widget { text, ..Widget::default() }
    }

    #[test]
    fn nodes_know_their_family() {
        let mut screen = LayoutBuilder::new();
        screen.open(&text("root")).unwrap();
        screen.open(&text("list")).unwrap();
        screen.leaf(&text("row 1")).unwrap();
        screen.leaf(&text("row 2")).unwrap();
        screen.close();
        screen.leaf(&text("button")).unwrap();
        let layout = screen.finish();

        let [root, list, row, _, button] = layout.nodes().collect::<Vec<_>>()[..] else {
            panic!("five nodes")
        };
        assert_eq!(root.children().collect::<Vec<_>>(), [list, button]);
        assert_eq!(row.ancestors().collect::<Vec<_>>(), [list, root]);
        assert_eq!(list.descendants().map(crate::Node::text).collect::<Vec<_>>(), ["row 1", "row 2"]);
        assert_eq!((root.parent(), root.subtree_size(), row.depth()), (None, 5, 2));
    }

    #[test]
    fn equal_rows_have_equal_digests_wherever_they_stand() {
        let mut screen = LayoutBuilder::new();
        for (tick, index) in [(false, 0), (false, 0), (true, 0), (false, 1)] {
            screen.open(&Widget { text: "row", index, ..Widget::default() }).unwrap();
            let flags = crate::Flags::default().with(crate::Flag::Checked, tick);
            screen.leaf(&Widget { text: "milk", flags, ..Widget::default() }).unwrap();
            screen.close();
        }
        let layout = screen.finish();
        let rows: Vec<_> = layout.roots().collect();
        assert_eq!(rows[0].digest(), rows[1].digest());
        assert_ne!(rows[0].digest(), rows[2].digest(), "the tick differs");
        assert_ne!(rows[0].digest(), rows[3].digest(), "the index differs");
        assert!(rows.iter().all(|row| row.label_digest() == rows[0].label_digest()));
    }

    #[test]
    fn children_and_extras_are_not_taken_for_each_other() {
        let plain = |nested: bool| {
            let mut screen = LayoutBuilder::new();
            screen.open(&text("a")).unwrap();
            if !nested {
                screen.close();
            }
            screen.leaf(&text("b")).unwrap();
            screen.finish()
        };
        assert_ne!(plain(true).digest(), plain(false).digest());
    }

    #[test]
    fn limits_are_errors() {
        let mut deep = LayoutBuilder::new();
        for _ in 0..MAX_DEPTH {
            deep.open(&text("")).unwrap();
        }
        assert_eq!(deep.open(&text("")), Err(LimitReached::Depth));

        let mut wide = LayoutBuilder::new();
        for _ in 0..MAX_NODES {
            wide.leaf(&text("")).unwrap();
        }
        assert_eq!(wide.leaf(&text("")), Err(LimitReached::Nodes));
        assert_eq!(wide.finish().len(), MAX_NODES);
    }
}
