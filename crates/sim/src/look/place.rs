//! Placing widgets: flexbox for rows and columns, and what Android has beside it.

use taffy::{
    AvailableSpace, LayoutInput, LayoutOutput, LayoutPartialTree, Line, NodeId, Point, RequestedAxis,
    RunMode, Size, SizingMode, compute_flexbox_layout, compute_leaf_layout,
};

use super::flex::Children;
use super::font::Face;
use super::memo::Memo;
use super::shape::{Flow, Shape};
use super::{Metrics, Tree};
use crate::{Gravity, Keyboard, Kind, View};

/// A widget's measures and where it came to stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) shape: Shape,
    /// The upper left corner, counted from the parent's. Whatever is scrolled is not.
    pub(super) at: Point<f32>,
    pub(super) size: Size<f32>,
    pub(super) memo: Memo,
}

impl Placed {
    pub(super) fn new(shape: Shape) -> Placed {
        Placed { shape, at: Point::ZERO, size: Size::ZERO, memo: Memo::default() }
    }

    /// Where it stood is not where it stands.
    pub(super) fn forget(&mut self) {
        self.memo = Memo::default();
    }
}

/// The room for a window: its size where that is known, and what it may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    pub(super) known: Size<Option<f32>>,
    pub(super) most: Size<f32>,
}

/// Places all widgets. The sizes that `placed` remembers must hold for `tree`.
pub(super) fn place(tree: &Tree, placed: &mut [Placed], room: Room, metrics: &Metrics) {
    let mut placing = Placing { tree, placed, margin_px: metrics.px(16) as f32 };
    let root = NodeId::from(0_usize);
    let mut size =
        placing.compute_child_layout(root, input(room.known, room.most, RunMode::PerformLayout)).size;
    if size.width > room.most.width || size.height > room.most.height {
        size = Size { width: size.width.min(room.most.width), height: size.height.min(room.most.height) };
        placing.compute_child_layout(root, input(size.map(Some), room.most, RunMode::PerformLayout));
    }
    placed[0].at = Point::ZERO;
    placed[0].size = size;
}

fn input(known: Size<Option<f32>>, most: Size<f32>, run_mode: RunMode) -> LayoutInput {
    LayoutInput {
        run_mode,
        sizing_mode: SizingMode::InherentSize,
        axis: RequestedAxis::Both,
        known_dimensions: known,
        known_dimensions_are_definite: Size { width: true, height: true },
        parent_size: most.map(Some),
        available_space: most
            .map(|px| if px.is_finite() { AvailableSpace::Definite(px) } else { AvailableSpace::MaxContent }),
        vertical_margins_are_collapsible: Line::FALSE,
    }
}

/// A tree while it is placed.
pub(super) struct Placing<'t> {
    tree: &'t Tree,
    pub(super) placed: &'t mut [Placed],
    /// Around the round button.
    margin_px: f32,
}

impl<'t> Placing<'t> {
    pub(super) fn shape(&self, node: NodeId) -> &Shape {
        &self.placed[usize::from(node)].shape
    }

    fn view(&self, node: NodeId) -> &View {
        &self.tree.nodes[usize::from(node)].view
    }

    pub(super) fn compute(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        match self.shape(node).flow {
            Flow::Row | Flow::Column => compute_flexbox_layout(self, node, inputs),
            Flow::Stack => self.stack(node, inputs),
            Flow::Scroll => self.scroll(node, inputs),
            Flow::List { row_px, total, first } => self.list(node, inputs, row_px, total, first),
            Flow::Leaf => self.leaf(node, inputs),
        }
    }

    /// What a widget's size would be by itself: what is known, else what its style says, else `None`.
    fn own_size(&self, node: NodeId, inputs: &LayoutInput) -> Size<Option<f32>> {
        let shape = self.shape(node);
        Size {
            width: inputs.known_dimensions.width.or(shape.width),
            height: inputs.known_dimensions.height.or(shape.height),
        }
    }

    /// Children on top of each other, each in its corner, in the middle, or as large as the stack.
    fn stack(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        let own = self.own_size(node, &inputs);
        let padding = self.shape(node).padding.sum_axes();
        let most = Size {
            width: own.width.or(inputs.available_space.width.into_option()).unwrap_or(f32::INFINITY),
            height: own.height.or(inputs.available_space.height.into_option()).unwrap_or(f32::INFINITY),
        } - padding;
        let size = match own {
            Size { width: Some(width), height: Some(height) } => Size { width, height },
            _ => {
                let inside = self.largest_child(node, own.width.is_some(), most);
                let min = self.shape(node).min;
                Size {
                    width: own.width.unwrap_or((inside.width + padding.width).max(min.width)),
                    height: own.height.unwrap_or((inside.height + padding.height).max(min.height)),
                }
            }
        };
        if inputs.run_mode == RunMode::PerformLayout {
            // The round button stands above whatever covers the bottom, a snackbar as a rule.
            let mut floor = 0.0;
            for child in self.children(node) {
                let size = self.place_in_stack(node, child, size - padding, floor);
                if self.shape(child).gravity == Gravity::BottomStart {
                    floor = size.height;
                }
            }
        }
        LayoutOutput::from_outer_size(size)
    }

    /// The sides of the widest and of the highest child, in a width that is given or as wide as they like.
    fn largest_child(&mut self, node: NodeId, width_is_given: bool, most: Size<f32>) -> Size<f32> {
        let mut largest = Size::ZERO;
        for child in self.children(node) {
            let width = self.fill(child, most).width.filter(|_| width_is_given);
            let known = Size { width, height: None };
            let size = self.compute_child_layout(child, input(known, most, RunMode::ComputeSize)).size;
            largest = Size { width: size.width.max(largest.width), height: size.height.max(largest.height) };
        }
        largest
    }

    /// The sides of a child that are as long as the stack's.
    fn fill(&self, child: NodeId, room: Size<f32>) -> Size<Option<f32>> {
        let shape = self.shape(child);
        Size {
            width: (shape.fills.width && shape.width.is_none() && room.width.is_finite())
                .then_some(room.width),
            height: (shape.fills.height && shape.height.is_none() && room.height.is_finite())
                .then_some(room.height),
        }
    }

    fn place_in_stack(&mut self, node: NodeId, child: NodeId, room: Size<f32>, floor: f32) -> Size<f32> {
        let known = self.fill(child, room);
        let size = self.compute_child_layout(child, input(known, room, RunMode::PerformLayout)).size;
        let stack = self.shape(node);
        let gravity = match self.shape(child).gravity {
            Gravity::TopStart if stack.is_centered() => Gravity::Center,
            gravity => gravity,
        };
        let floats = matches!(self.view(child).kind, Kind::FloatingButton(_));
        let (margin, floor) = if floats { (self.margin_px, floor) } else { (0.0, 0.0) };
        let free = room - size;
        let (x, y) = match gravity {
            Gravity::TopStart => (margin, margin),
            Gravity::TopEnd => (free.width - margin, margin),
            Gravity::Center => (free.width / 2.0, free.height / 2.0),
            Gravity::BottomStart => (margin, free.height - margin),
            Gravity::BottomEnd => (free.width - margin, free.height - margin - floor),
        };
        let at = Point { x: stack.padding.left + x.max(0.0), y: stack.padding.top + y.max(0.0) };
        self.put(child, at, size);
        size
    }

    /// Children as high as they like; the window moves over them.
    fn scroll(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        let own = self.own_size(node, &inputs);
        let shape = self.shape(node);
        let (padding, corner) = (shape.padding.sum_axes(), shape.padding);
        let width = own.width.or(inputs.available_space.width.into_option()).unwrap_or(f32::INFINITY);
        let most = Size { width: width - padding.width, height: f32::INFINITY };
        let mut content = Size::ZERO;
        for child in self.children(node) {
            let known = Size { width: self.fill(child, most).width, height: None };
            let size = self.compute_child_layout(child, input(known, most, inputs.run_mode)).size;
            if inputs.run_mode == RunMode::PerformLayout {
                self.put(child, Point { x: corner.left, y: corner.top + content.height }, size);
            }
            content = Size { width: content.width.max(size.width), height: content.height + size.height };
        }
        LayoutOutput::from_outer_size(Size {
            width: own.width.unwrap_or(content.width + padding.width),
            height: own.height.unwrap_or(content.height + padding.height),
        })
    }

    /// Rows of one height, of which the first there is may stand anywhere.
    fn list(
        &mut self,
        node: NodeId,
        inputs: LayoutInput,
        row_px: f32,
        total: usize,
        first: usize,
    ) -> LayoutOutput {
        let own = self.own_size(node, &inputs);
        let padding = self.shape(node).padding;
        let width = own.width.unwrap_or_else(|| {
            let most = inputs.available_space.width.into_option().unwrap_or(f32::INFINITY);
            let widest = self.largest_child(node, false, Size { width: f32::INFINITY, height: row_px }).width;
            (widest + padding.horizontal_axis_sum()).min(most)
        });
        let height = own.height.unwrap_or(total as f32 * row_px + padding.vertical_axis_sum());
        if inputs.run_mode == RunMode::PerformLayout {
            let row = Size { width: width - padding.horizontal_axis_sum(), height: row_px };
            for (at, child) in self.children(node).enumerate() {
                self.compute_child_layout(child, input(row.map(Some), row, RunMode::PerformLayout));
                let y = padding.top + (first + at) as f32 * row_px;
                self.put(child, Point { x: padding.left, y }, row);
            }
        }
        LayoutOutput::from_outer_size(Size { width, height })
    }

    fn leaf(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        let (view, shape) = (self.view(node), self.shape(node));
        compute_leaf_layout(
            inputs,
            &shape,
            |_, _| 0.0,
            |known, available| {
                let text = shown_text(view);
                let empty = text.is_empty() && !matches!(view.kind, Kind::Text | Kind::TextBox { .. });
                if let (Some(width), Some(height)) = (known.width, known.height) {
                    return Size { width, height };
                }
                if empty {
                    return known.unwrap_or(Size::ZERO);
                }
                // A known width is that of the whole widget; what is available is the room within its padding.
                let width = match available.width {
                    AvailableSpace::Definite(width) => width,
                    AvailableSpace::MinContent => 0.0,
                    AvailableSpace::MaxContent => f32::INFINITY,
                };
                let letters = shape.letters;
                let face = Face::get(letters.bold);
                let (wide, high) = face.measure(text, letters.px, width, letters.max_lines);
                Size { width: known.width.unwrap_or(wide), height: known.height.unwrap_or(high) }
            },
        )
    }

    pub(super) fn children(&self, node: NodeId) -> Children<'t> {
        let node = usize::from(node);
        Children { tree: self.tree, next: node + 1, end: node + self.tree.nodes[node].size as usize }
    }

    pub(super) fn put(&mut self, child: NodeId, at: Point<f32>, size: Size<f32>) {
        let placed = &mut self.placed[usize::from(child)];
        placed.at = at;
        placed.size = size;
    }
}

/// What stands in a widget for all to read: its text, or the hint of an empty text box.
pub(super) fn shown_text(view: &View) -> &str {
    if view.text.is_empty() { &view.hint } else { &view.text }
}

/// Whether dots stand for what was typed.
pub(super) fn is_secret(view: &View) -> bool {
    matches!(view.kind, Kind::TextBox { keyboard: Keyboard::Password, .. })
}
