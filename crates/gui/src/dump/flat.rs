//! A dump as a flat list of widgets whose strings still lie in the dump's text.
//!
//! This is the first half of reading a dump, without interning and digests: one pass over the text, no allocation per
//! widget. Most callers want [`Layout::parse`](crate::Layout::parse).

use super::read::Reader;
use super::warning::{Warning, Warnings};
use super::xml::resolve;
use super::{DumpError, Problem};
use crate::build::{LayoutBuilder, LimitReached};
use crate::layout::{Layout, WindowInfo};
use crate::widget::{Flags, Rect, Widget};

pub use super::xml::Span;

/// The most attributes we believe one widget to have; Appium prints 30.
pub const MAX_ATTRIBUTES: usize = 64;

/// All widgets of a dump in pre-order, their strings still in the dump.
#[derive(Debug)]
pub struct Flat<'a> {
    pub(super) text: &'a str,
    pub(super) unescaped: String,
    pub(super) nodes: Vec<FlatNode>,
    pub(super) extras: Vec<(Span, Span)>,
    pub(super) windows: Vec<FlatWindow>,
    pub(super) warnings: Warnings,
}

/// One widget; look its strings up with [`Flat::str`].
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the fields are those of Widget")]
pub struct FlatNode {
    pub class: Span,
    pub resource_id: Span,
    pub text: Span,
    pub content_desc: Span,
    pub package: Span,
    pub hint: Span,
    pub bounds: Rect,
    pub index: u32,
    pub drawing_order: u32,
    pub flags: Flags,
    /// How many widgets hold this one.
    pub depth: u32,
    pub(super) extras_end: u32,
}

#[derive(Debug)]
pub(super) struct FlatWindow {
    pub(super) info: WindowInfo,
    pub(super) first_node: u32,
}

impl<'a> Flat<'a> {
    /// Reads XML that has nothing before it.
    pub fn scan(xml: &'a str) -> Result<Flat<'a>, DumpError> {
        let (flat, outcome) = Flat::scan_from(xml, 0, Warnings::default());
        match outcome {
            Ok(()) => Ok(flat),
            Err(problem) => Err(problem.of(xml, flat)),
        }
    }

    /// Reads the XML that begins at byte `start`; where it is broken, what stands before the break comes back too.
    pub(super) fn scan_from(
        text: &'a str,
        start: usize,
        warnings: Warnings,
    ) -> (Flat<'a>, Result<(), Problem>) {
        let mut reader = Reader::new(text, start, warnings);
        let outcome = reader.read();
        (reader.finish(), outcome)
    }

    /// The widgets in pre-order.
    pub fn nodes(&self) -> &[FlatNode] {
        &self.nodes
    }

    /// The string that a span means.
    #[inline]
    pub fn str(&self, span: Span) -> &str {
        resolve(self.text, &self.unescaped, span)
    }

    /// The attributes of node `at` that have no field of their own.
    pub fn extras(&self, at: usize) -> impl Iterator<Item = (&str, &str)> {
        let start = if at == 0 { 0 } else { self.nodes[at - 1].extras_end };
        let own = &self.extras[start as usize..self.nodes[at].extras_end as usize];
        own.iter().map(|&(name, value)| (self.str(name), self.str(value)))
    }

    /// The screen, with interned strings and digests.
    pub fn to_layout(&self) -> Result<Layout, LimitReached> {
        let mut screen = LayoutBuilder::new();
        let mut windows = self.windows.iter().peekable();
        let mut open = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            while let Some(window) = windows.next_if(|window| window.first_node as usize <= at) {
                screen.window(window.info.clone());
                open = 0;
            }
            while open > node.depth {
                screen.close();
                open -= 1;
            }
            screen.open(&self.widget(at))?;
            open += 1;
        }
        for window in windows {
            screen.window(window.info.clone());
        }
        Ok(screen.finish())
    }

    pub(super) fn into_warnings(self) -> Vec<Warning> {
        self.warnings.into_vec()
    }

    fn widget(&self, at: usize) -> Widget<'_> {
        let node = &self.nodes[at];
        Widget {
            class: self.str(node.class),
            resource_id: self.str(node.resource_id),
            text: self.str(node.text),
            content_desc: self.str(node.content_desc),
            package: self.str(node.package),
            hint: self.str(node.hint),
            bounds: node.bounds,
            index: node.index,
            drawing_order: node.drawing_order,
            flags: node.flags,
            extras: self.extras(at).collect(),
        }
    }
}
