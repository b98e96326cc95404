//! The script applied to the first layout.

use gui::{Layout, LayoutBuilder, NodeId, WindowInfo};

use super::{Changes, Edit, OwnedWidget};

/// The script was not made for this layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("these changes do not fit this layout: they were made for another one")]
pub struct CannotApply;

impl Changes {
    /// The second layout, made of the first and the script alone.
    pub fn apply(&self, before: &Layout) -> Result<Layout, CannotApply> {
        let kept = self.kept_widgets(before)?;
        let windows = match &self.windows {
            Some(windows) => windows.clone(),
            None => super::windows_of(before),
        };
        self.merge(before, kept, &windows)
    }

    /// The widgets of the first layout that stay, with their changes made, in pre-order.
    fn kept_widgets(&self, before: &Layout) -> Result<Vec<(NodeId, OwnedWidget)>, CannotApply> {
        let mut kept: Vec<Option<OwnedWidget>> =
            before.nodes().map(|n| Some(OwnedWidget::from(&n.widget()))).collect();
        for edit in &self.edits {
            match edit {
                Edit::Delete { node } => *kept.get_mut(node.0 as usize).ok_or(CannotApply)? = None,
                Edit::Change { before, changes, .. } => {
                    let widget =
                        kept.get_mut(before.0 as usize).and_then(Option::as_mut).ok_or(CannotApply)?;
                    for change in changes {
                        change.apply_to(widget).ok_or(CannotApply)?;
                    }
                }
                Edit::Insert { .. } => {}
            }
        }
        Ok((0u32..).map(NodeId).zip(kept).filter_map(|(id, widget)| Some((id, widget?))).collect())
    }

    /// Threads the inserted widgets between those that stay.
    fn merge(
        &self,
        before: &Layout,
        kept: Vec<(NodeId, OwnedWidget)>,
        windows: &[(WindowInfo, usize)],
    ) -> Result<Layout, CannotApply> {
        let mut inserts = self.edits.iter().filter_map(Insert::of).peekable();
        let mut kept = kept.into_iter();
        let mut screen = Screen::new(windows);
        let mut open: Vec<Open> = Vec::new();
        for at in 0.. {
            let (widget, origin) = if let Some(insert) = inserts.next_if(|insert| insert.at == at) {
                (
                    insert.widget.clone(),
                    Origin::Inserted { parent: insert.parent, end: at + insert.subtree_size },
                )
            } else if let Some((id, widget)) = kept.next() {
                (widget, Origin::Stayed { id, end: id.0 as usize + before.node(id).subtree_size() })
            } else {
                break;
            };
            while open.pop_if(|above| !above.holds(at, &origin)).is_some() {
                screen.builder.close();
            }
            screen.open(&widget, open.is_empty())?;
            open.push(Open { at, origin });
        }
        if inserts.next().is_some() { Err(CannotApply) } else { screen.finish() }
    }
}

struct Insert<'a> {
    at: usize,
    parent: Option<usize>,
    subtree_size: usize,
    widget: &'a OwnedWidget,
}

impl Insert<'_> {
    fn of(edit: &Edit) -> Option<Insert<'_>> {
        match edit {
            Edit::Insert { node, parent, subtree_size, widget } => Some(Insert {
                at: node.0 as usize,
                parent: parent.map(|parent| parent.0 as usize),
                subtree_size: *subtree_size,
                widget,
            }),
            Edit::Delete { .. } | Edit::Change { .. } => None,
        }
    }
}

/// A widget of the second layout that may get more inside.
struct Open {
    at: usize,
    origin: Origin,
}

enum Origin {
    /// From the first layout, where its subtree ends before `end`.
    Stayed { id: NodeId, end: usize },
    /// New; its subtree ends before `end` in the second layout.
    Inserted { parent: Option<usize>, end: usize },
}

impl Open {
    /// Whether the widget at `at` of the second layout stands inside of this one.
    ///
    /// A new widget names its parent. One that stays is held by those that held it before, and by the new ones whose
    /// subtree reaches so far.
    fn holds(&self, at: usize, origin: &Origin) -> bool {
        match (&self.origin, origin) {
            (_, Origin::Inserted { parent, .. }) => *parent == Some(self.at),
            (Origin::Stayed { end, .. }, Origin::Stayed { id, .. }) => (id.0 as usize) < *end,
            (Origin::Inserted { end, .. }, Origin::Stayed { .. }) => at < *end,
        }
    }
}

/// A builder that begins each window when its first root comes.
struct Screen<'a> {
    builder: LayoutBuilder,
    windows: std::slice::Iter<'a, (WindowInfo, usize)>,
    roots_left: usize,
}

impl<'a> Screen<'a> {
    fn new(windows: &'a [(WindowInfo, usize)]) -> Screen<'a> {
        Screen { builder: LayoutBuilder::new(), windows: windows.iter(), roots_left: 0 }
    }

    fn open(&mut self, widget: &OwnedWidget, is_root: bool) -> Result<(), CannotApply> {
        if is_root {
            while self.roots_left == 0 {
                let (info, roots) = self.windows.next().ok_or(CannotApply)?;
                self.builder.window(info.clone());
                self.roots_left = *roots;
            }
            self.roots_left -= 1;
        }
        self.builder.open(&widget.as_widget()).map_err(|_| CannotApply)
    }

    fn finish(mut self) -> Result<Layout, CannotApply> {
        for (info, roots) in self.windows {
            self.roots_left += roots;
            self.builder.window(info.clone());
        }
        if self.roots_left > 0 { Err(CannotApply) } else { Ok(self.builder.finish()) }
    }
}
