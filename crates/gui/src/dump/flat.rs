//! A dump as a flat list of widgets whose strings still lie in the dump's text.
//!
//! This is the first half of reading a dump, without interning and digests: one pass over the text, no allocation per
//! widget. Most callers want [`Layout::parse`](crate::Layout::parse).

use super::attribute::{Known, USUAL_ORDER, parse_bounds, parse_flag, parse_i32, parse_u32};
use super::warning::{Warning, WarningKind, Warnings};
use super::xml::{Attribute, Scanner, Tag, XmlError, resolve};
use super::{DumpError, Problem};
use crate::build::{LayoutBuilder, LimitReached, MAX_DEPTH, MAX_NODES};
use crate::layout::{Layout, WindowDetails, WindowInfo};
use crate::widget::{Flag, Flags, Rect, Widget, class_is_editable};

pub use super::xml::Span;

/// The most attributes we believe one widget to have; Appium prints 30.
pub const MAX_ATTRIBUTES: usize = 64;

/// All widgets of a dump in pre-order, their strings still in the dump.
#[derive(Debug)]
pub struct Flat<'a> {
    text: &'a str,
    unescaped: String,
    nodes: Vec<FlatNode>,
    extras: Vec<(Span, Span)>,
    windows: Vec<FlatWindow>,
    warnings: Warnings,
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
    extras_end: u32,
}

#[derive(Debug)]
struct FlatWindow {
    info: WindowInfo,
    first_node: u32,
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

/// A tag that has not been closed yet.
struct Open {
    name: Span,
    role: Role,
}

/// What an element is for. The four containers count as such only outside of widgets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Displays,
    Display,
    Window,
    Hierarchy,
    Widget,
}

/// Makes a [`Flat`] of tags.
struct Reader<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    nodes: Vec<FlatNode>,
    extras: Vec<(Span, Span)>,
    windows: Vec<FlatWindow>,
    open: Vec<Open>,
    /// How many of `open` are widgets.
    depth: usize,
    /// The id of the `<display>` we are in.
    display: u32,
    /// What the `<hierarchy>` we are in says of its windows.
    hierarchy: WindowInfo,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, start: usize, warnings: Warnings) -> Reader<'a> {
        Reader {
            text,
            scanner: Scanner::new(text, start, warnings),
            nodes: Vec::new(),
            extras: Vec::new(),
            windows: Vec::new(),
            open: Vec::new(),
            depth: 0,
            display: 0,
            hierarchy: WindowInfo::default(),
        }
    }

    fn read(&mut self) -> Result<(), Problem> {
        self.scanner.declaration()?;
        let mut root = None;
        loop {
            let at = self.scanner.pos();
            match self.scanner.tag(self.open.len())? {
                // Widgets without a root may stand side by side; a second root means a second dump.
                Tag::Open(_) if self.open.is_empty() && root.is_some_and(|role| role != Role::Widget) => {
                    return Err(Problem::SeveralDumps { offset: at });
                }
                Tag::Open(name) => {
                    let role = self.opened(name)?;
                    root.get_or_insert(role);
                }
                Tag::Close(name) => self.closed(name, at)?,
                Tag::End if !self.open.is_empty() => return Err(Problem::Truncated),
                Tag::End => break,
            }
        }
        match root {
            Some(_) => {}
            None if self.scanner.pos() == self.text.len() => return Err(Problem::Truncated),
            None => return Err(Problem::NotADump { offset: self.scanner.pos() }),
        }
        if self.nodes.is_empty() {
            self.scanner.warnings.add(WarningKind::NoWidgets, self.scanner.pos());
        }
        self.check_rest()
    }

    fn finish(self) -> Flat<'a> {
        let (unescaped, warnings) = self.scanner.finish();
        let Reader { text, nodes, extras, windows, .. } = self;
        Flat { text, unescaped, nodes, extras, windows, warnings }
    }

    /// What stands behind the last closing tag: nothing, words, or another dump.
    fn check_rest(&mut self) -> Result<(), Problem> {
        let at = self.scanner.pos();
        let rest = &self.text[at..];
        if let Some(next) = super::find_xml(rest) {
            return Err(Problem::SeveralDumps { offset: at + next });
        }
        if !super::is_xml_space(rest) {
            self.scanner.warnings.add(WarningKind::TextAfter, at);
        }
        Ok(())
    }

    fn opened(&mut self, name: Span) -> Result<Role, Problem> {
        let role = if self.depth > 0 {
            Role::Widget
        } else {
            match self.scanner.bytes(name) {
                b"hierarchy" => Role::Hierarchy,
                b"displays" => Role::Displays,
                b"display" => Role::Display,
                b"window" => Role::Window,
                _ => Role::Widget,
            }
        };
        // Containers nest a few deep; the rest of the depth is for widgets.
        if self.depth == MAX_DEPTH || self.open.len() - self.depth == 8 {
            return Err(LimitReached::Depth.into());
        }
        let closed = match role {
            Role::Widget => self.widget_opened(name)?,
            _ => self.container_opened(role)?,
        };
        if !closed {
            self.open.push(Open { name, role });
            self.depth += usize::from(role == Role::Widget);
        }
        Ok(role)
    }

    fn closed(&mut self, name: Span, at: usize) -> Result<(), Problem> {
        match self.open.pop() {
            Some(open) if self.scanner.bytes(open.name) == self.scanner.bytes(name) => {
                self.depth -= usize::from(open.role == Role::Widget);
                Ok(())
            }
            _ => Err(Problem::Malformed {
                offset: at,
                problem: "a tag is closed that was not the last one opened",
            }),
        }
    }

    fn container_opened(&mut self, role: Role) -> Result<bool, Problem> {
        let mut info = WindowInfo::default();
        let mut details = WindowDetails::default();
        let mut names: Vec<Span> = Vec::new();
        let closed = loop {
            let at = self.scanner.pos();
            let (name, value) = match self.scanner.attribute()? {
                Attribute::Last { closed } => break closed,
                Attribute::Named { name, value } => (name, value),
            };
            if names.iter().any(|&seen| self.scanner.bytes(seen) == self.scanner.bytes(name)) {
                return Err(twice(at));
            }
            names.push(name);
            if names.len() > MAX_ATTRIBUTES {
                return Err(Problem::TooManyAttributes { offset: at });
            }
            let scanner = &mut self.scanner;
            match (role, scanner.bytes(name)) {
                (Role::Hierarchy, b"rotation") => info.rotation = (parse_u32(scanner, value) & 3) as u8,
                (Role::Hierarchy, b"width") => {
                    info.size_px.get_or_insert_default().0 = parse_u32(scanner, value);
                }
                (Role::Hierarchy, b"height") => {
                    info.size_px.get_or_insert_default().1 = parse_u32(scanner, value);
                }
                (Role::Display, b"id") => self.display = parse_u32(scanner, value),
                (Role::Window, b"title") => details.title = scanner.str(value).to_owned(),
                (Role::Window, b"type") => details.kind = scanner.str(value).to_owned(),
                (Role::Window, b"id") => details.id = parse_i32(scanner, value),
                (Role::Window, b"layer") => details.layer = parse_i32(scanner, value),
                (Role::Window, b"active") => details.active = parse_flag(scanner, value),
                (Role::Window, b"focused") => details.focused = parse_flag(scanner, value),
                (Role::Window, b"bounds") => details.bounds = parse_bounds(scanner, value),
                _ => {}
            }
        };
        match role {
            Role::Window => {
                // A window that says nothing is how `Layout::to_xml` writes one of a plain dump.
                if !names.is_empty() {
                    details.display = self.display;
                    info.details = Some(details);
                }
                self.new_window(info);
            }
            Role::Hierarchy => match self.windows.last_mut() {
                Some(window) if self.open.last().is_some_and(|open| open.role == Role::Window) => {
                    window.info.rotation = info.rotation;
                    window.info.size_px = info.size_px;
                }
                _ => self.hierarchy = info,
            },
            _ => {}
        }
        Ok(closed)
    }

    fn new_window(&mut self, info: WindowInfo) {
        self.windows.push(FlatWindow { info, first_node: self.nodes.len() as u32 });
    }

    fn widget_opened(&mut self, name: Span) -> Result<bool, Problem> {
        let start = self.scanner.pos();
        if self.nodes.len() == MAX_NODES {
            return Err(LimitReached::Nodes.into());
        }
        let named_by_class = self.scanner.bytes(name) != b"node";
        let mut node = FlatNode { depth: self.depth as u32, ..FlatNode::default() };
        let mut seen = 0u32;
        let first_extra = self.extras.len();
        let mut usual = USUAL_ORDER.iter().peekable();
        let closed = loop {
            let expected =
                usual.peek().and_then(|(printed, known)| Some((*known, self.scanner.expected(printed)?)));
            let (known, value) = if let Some((known, value)) = expected {
                usual.next();
                (known, value?)
            } else {
                let (name, value) = match self.scanner.attribute()? {
                    Attribute::Last { closed } => break closed,
                    Attribute::Named { name, value } => (name, value),
                };
                let Some(known) = Known::from_name(self.scanner.bytes(name)) else {
                    self.extra(name, value, first_extra)?;
                    continue;
                };
                if let Some(at) = USUAL_ORDER.iter().position(|usual| usual.1 == known) {
                    usual = USUAL_ORDER[at + 1..].iter().peekable();
                }
                (known, value)
            };
            if seen & known.bit() != 0 {
                return Err(twice(self.scanner.pos()));
            }
            seen |= known.bit();
            let scanner = &mut self.scanner;
            match known {
                Known::Class => node.class = value,
                Known::ResourceId => node.resource_id = value,
                Known::Text => node.text = value,
                Known::ContentDesc => node.content_desc = value,
                Known::Package => node.package = value,
                Known::Hint => node.hint = value,
                Known::Bounds => node.bounds = parse_bounds(scanner, value),
                Known::Index => node.index = parse_u32(scanner, value),
                Known::DrawingOrder => node.drawing_order = parse_u32(scanner, value),
                // Appium's word for it; where both stand, both must say so.
                Known::Displayed => {
                    let shown = node.flags.has(Flag::Visible) && parse_flag(scanner, value);
                    node.flags = node.flags.with(Flag::Visible, shown);
                }
                Known::Flag(Flag::Visible) => {
                    let shown = node.flags.has(Flag::Visible) && parse_flag(scanner, value);
                    node.flags = node.flags.with(Flag::Visible, shown);
                }
                Known::Flag(flag) => node.flags = node.flags.with(flag, parse_flag(scanner, value)),
            }
        };
        if seen & Known::Class.bit() == 0 && named_by_class {
            node.class = name;
        }
        if seen & Known::Flag(Flag::Editable).bit() == 0 {
            node.flags = node.flags.with(Flag::Editable, class_is_editable(self.scanner.str(node.class)));
        }
        node.extras_end = self.extras.len() as u32;
        if self.depth == 0 {
            self.root_widget(
                named_by_class && seen & (Known::Class.bit() | Known::Bounds.bit()) == 0,
                start,
            )?;
        }
        self.nodes.push(node);
        Ok(closed)
    }

    /// A widget that no other holds: the first of a window.
    fn root_widget(&mut self, like_nothing_known: bool, at: usize) -> Result<(), Problem> {
        if self.open.is_empty() {
            if like_nothing_known {
                return Err(Problem::NotADump { offset: at });
            }
            self.scanner.warnings.add(WarningKind::MissingRoot, at);
        }
        if !self.open.iter().any(|open| open.role == Role::Window) {
            self.new_window(self.hierarchy.clone());
        }
        Ok(())
    }

    fn extra(&mut self, name: Span, value: Span, first: usize) -> Result<(), Problem> {
        let at = self.scanner.pos();
        let bytes = self.scanner.bytes(name);
        if bytes == b"xmlns" || bytes.starts_with(b"xmlns:") {
            self.scanner.warnings.add(WarningKind::Namespace, at);
            return Ok(());
        }
        if self.extras[first..].iter().any(|&(seen, _)| self.scanner.bytes(seen) == bytes) {
            return Err(twice(at));
        }
        if self.extras.len() - first == MAX_ATTRIBUTES {
            return Err(Problem::TooManyAttributes { offset: at });
        }
        self.extras.push((name, value));
        Ok(())
    }
}

fn twice(offset: usize) -> Problem {
    Problem::Malformed { offset, problem: "an attribute stands twice in one tag" }
}

impl From<XmlError> for Problem {
    fn from(error: XmlError) -> Problem {
        match error {
            XmlError::Truncated => Problem::Truncated,
            XmlError::Malformed { offset, problem } => Problem::Malformed { offset, problem },
        }
    }
}

impl From<LimitReached> for Problem {
    fn from(limit: LimitReached) -> Problem {
        Problem::Limit(limit)
    }
}
